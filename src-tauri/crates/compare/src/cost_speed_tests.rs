use super::*;
use crate::fixtures::{gathered, is, point, settled, sixteen};
use crate::group::Group;
use crate::request::{MeasuredRequest, Outcome};

fn chart(
    points: &[MeasuredRequest],
    cost_of: CostOf,
    speed_by: impl Into<Option<SpeedBy>>,
) -> CostSpeed {
    let groups = gathered(points);
    let contenders: Vec<&ContenderSummary> =
        groups.iter().map(|Group { contender, .. }| contender).collect();
    let all = OftenRight::of(&contenders, None);
    cost_speed(&all, cost_of, speed_by.into(), 3.0, &settled(&groups))
}

/// cheap: 50 tok/s at $1.5 blended; fast: 500 at $6; worse: 40 at $3, which `cheap` beats in both.
fn three() -> Vec<MeasuredRequest> {
    [
        sixteen("cheap", 200.0, 50.0, (1.0, 3.0)),
        sixteen("fast", 100.0, 500.0, (4.0, 12.0)),
        sixteen("worse", 300.0, 40.0, (2.0, 6.0)),
    ]
    .concat()
}

#[test]
fn nobody_on_the_frontier_is_beaten_in_both() {
    let chart = chart(&three(), CostOf::MillionTokens, SpeedBy::TokensPerSecond);
    assert_eq!(chart.frontier, [0, 1], "the cheapest first, then the fastest");
    let worse = chart.marks.iter().find(|mark| mark.place == 2).expect("it has both");
    assert_eq!(worse.dominated_by, [0], "cheap is cheaper and faster");
    assert!(is(worse.x.at, 3.0) && is(worse.y.at, 40.0), "(3 · 2 + 6) ÷ 4, and its speed");
    assert_eq!(
        worse.sentence.to_string(),
        "worse: $3.00 per million tokens, 40.0 tok/s; beaten by cheap: 2.0× its price, 0.80× its speed.",
        "who beats it, and by how much"
    );
    assert_eq!(
        chart.sentence.to_string(),
        "On the frontier: cheap and fast. worse is beaten by cheap: 2.0× its price, 0.80× its speed.",
        "the same of the whole"
    );
}

#[test]
fn the_quadrant_lies_at_the_medians_of_what_is_shown() {
    let chart = chart(&three(), CostOf::MillionTokens, SpeedBy::TokensPerSecond);
    assert!(chart.median_x.is_some_and(|x| is(x, 3.0)), "of 1.5, 3 and 6");
    assert!(chart.median_y.is_some_and(|y| is(y, 50.0)), "of 40, 50 and 500");
    let attractive: Vec<u32> =
        chart.marks.iter().filter(|mark| mark.attractive).map(|mark| mark.place).collect();
    assert_eq!(attractive, [0], "fast costs more than the median, worse is slower");
}

#[test]
fn two_marks_have_no_quadrant() {
    let points =
        [sixteen("a", 1.0, 10.0, (1.0, 1.0)), sixteen("b", 1.0, 20.0, (2.0, 2.0))].concat();
    let chart = chart(&points, CostOf::Request, SpeedBy::TokensPerSecond);
    assert_eq!((chart.median_x, chart.median_y), (None, None), "it would only repeat them");
}

#[test]
fn latency_is_better_when_it_is_lower() {
    // 2.2 s, 0.3 s and 2.8 s for 100 tokens.
    let chart = chart(&three(), CostOf::Request, SpeedBy::Latency);
    assert_eq!(chart.frontier, [0, 1], "cheap is cheapest, fast is fastest");
    let cheap = chart.marks.first().expect("sorted by cost");
    assert!(is(cheap.x.at, 0.0013), "1,000 · $1 + 100 · $3 per million");
    assert!(is(cheap.y.at, 2_200.0), "200 ms and 100 tokens at 50 a second");
}

#[test]
fn a_contender_without_a_price_is_named_and_not_placed_at_zero() {
    let mut points = three();
    points.push(MeasuredRequest { cost_usd: None, ..point("unpriced") });
    points.push(MeasuredRequest { decode_tps: None, ..point("at once") });
    let chart = chart(&points, CostOf::Request, SpeedBy::TokensPerSecond);
    let why: Vec<String> = chart.excluded.iter().map(|left| left.why.to_string()).collect();
    assert_eq!(
        why,
        ["no output speed known", "no cost known: no price when it ran, or no count of tokens"],
        "each with its reason"
    );
    assert_eq!(chart.marks.len(), 3, "the others are placed");
}

#[test]
fn equals_do_not_beat_each_other() {
    let points =
        [sixteen("a", 1.0, 10.0, (1.0, 1.0)), sixteen("b", 1.0, 10.0, (1.0, 1.0))].concat();
    let chart = chart(&points, CostOf::Request, SpeedBy::TokensPerSecond);
    assert_eq!(chart.frontier.len(), 2, "both are on the frontier");
}

#[test]
fn one_alone_is_compared_with_nobody() {
    let chart =
        chart(&sixteen("a", 1.0, 10.0, (1.0, 1.0)), CostOf::Request, SpeedBy::TokensPerSecond);
    assert_eq!(
        chart.sentence.to_string(),
        "a is the only one here, so there is nothing to compare it with.",
        "said so"
    );
}

#[test]
fn one_beside_others_that_lack_something_is_not_called_the_only_one() {
    let unpriced = |name: &str| {
        let points = sixteen(name, 1.0, 10.0, (1.0, 1.0)).into_iter();
        points.map(|one| MeasuredRequest { cost_usd: None, ..one }).collect::<Vec<_>>()
    };
    let priced = sixteen("priced", 1.0, 10.0, (1.0, 1.0));
    let said = |others: &[&str]| {
        let others = others.iter().flat_map(|name| unpriced(name));
        let all: Vec<MeasuredRequest> = priced.clone().into_iter().chain(others).collect();
        chart(&all, CostOf::Request, SpeedBy::TokensPerSecond).sentence.to_string()
    };
    let why = "no cost known: no price when it ran, or no count of tokens";
    assert_eq!(
        said(&["own"]),
        format!(
            "Only priced can be placed, so there is nothing to compare it with. Left out: own ({why})."
        )
    );
    let many = said(&["a", "b", "c", "d", "e"]);
    assert!(many.ends_with(&format!("c ({why}) and 2 more.")), "few are told by name: {many}");
}

#[test]
fn few_samples_make_a_hollow_mark() {
    let chart = chart(&[point("a")], CostOf::Request, SpeedBy::TokensPerSecond);
    let mark = chart.marks.first().expect("it has both");
    assert!(mark.weak && mark.y.low.is_none(), "one sample has no quarters");
}

/// Over a grid of marks, the frontier by definition: nobody dominates those on it, and everyone else is dominated by
/// one on it.
#[test]
fn everyone_off_the_frontier_is_beaten_by_someone_on_it() {
    for seed in 0..8_u32 {
        let grid: Vec<(f64, f64)> = (0..12_u32)
            .map(|i| {
                let mixed = (seed * 31 + i * 17) * (seed + i * 7 + 3);
                (f64::from(mixed % 7 + 1), f64::from(mixed / 7 % 9 + 1))
            })
            .collect();
        let points: Vec<MeasuredRequest> = grid
            .iter()
            .enumerate()
            .flat_map(|(i, (usd, tps))| sixteen(&format!("{i:02}"), 100.0, *tps, (*usd, *usd)))
            .collect();
        let chart = chart(&points, CostOf::MillionTokens, SpeedBy::TokensPerSecond);
        for mark in &chart.marks {
            let beaten = mark.dominated_by.iter().any(|by| chart.frontier.contains(by));
            assert_eq!(beaten, !mark.on_frontier, "seed {seed}: {mark:?}");
        }
    }
}

#[test]
fn answers_too_short_for_a_speed_are_placed_by_their_latency() {
    let mut points =
        [sixteen("quick", 50.0, 100.0, (0.0, 1.0)), sixteen("slow", 500.0, 100.0, (0.0, 1.0))]
            .concat();
    assert_eq!(chart(&points, CostOf::Request, None).speed_by, SpeedBy::TokensPerSecond);
    for point in &mut points {
        (point.decode_tps, point.neutral_tps) = (None, None);
    }
    let placed = chart(&points, CostOf::Request, None);
    assert_eq!((placed.speed_by, placed.marks.len()), (SpeedBy::Latency, 2));
    let asked = chart(&points, CostOf::Request, SpeedBy::TokensPerSecond);
    assert_eq!(asked.marks.len(), 0, "unless somebody asks for the speed");
    assert_eq!(chart(&[], CostOf::Request, None).speed_by, SpeedBy::default(), "of nobody");
}

#[test]
fn who_was_never_answered_is_left_out_for_that() {
    let failed =
        sixteen("silent", 200.0, 100.0, (1.0, 1.0)).into_iter().map(|one| MeasuredRequest {
            outcome: Outcome::Failed,
            cost_usd: None,
            ttft_ms: None,
            latency_ms: None,
            decode_tps: None,
            ..one
        });
    let points: Vec<_> =
        sixteen("sure", 200.0, 100.0, (1.0, 1.0)).into_iter().chain(failed).collect();
    let chart = chart(&points, CostOf::Request, SpeedBy::TokensPerSecond);
    assert_eq!(
        chart.sentence.to_string(),
        "Only sure can be placed, so there is nothing to compare it with. Left out: silent (none of its 16 requests was answered).",
        "its price is known"
    );
}
