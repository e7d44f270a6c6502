use super::*;
use crate::fixtures::{gathered, point, settled, sixteen};
use crate::request::{MeasuredRequest, Outcome};

fn cards(points: &[MeasuredRequest]) -> Vec<Champion> {
    let groups = gathered(points);
    let all: Vec<&ContenderSummary> = groups.iter().map(|group| &group.contender).collect();
    champions(&all, (CostOf::MillionTokens, 3.0), &Workload::default(), &settled(&groups))
}

fn text(card: &Champion) -> (String, Option<u32>, String, String) {
    (card.title.to_string(), card.place, card.figure.to_string(), card.lead.to_string())
}

/// With its texts owned.
fn told(
    (title, place, figure, lead): (&str, Option<u32>, &str, &str),
) -> (String, Option<u32>, String, String) {
    (title.to_owned(), place, figure.to_owned(), lead.to_owned())
}

#[test]
fn each_card_names_the_leader_its_number_and_its_lead() {
    let points = [
        sixteen("a", 180.0, 276.0, (0.59, 0.79)),
        sixteen("b", 310.0, 2_096.0, (0.6, 1.8)),
        sixteen("c", 240.0, 66.0, (0.1, 0.3)),
    ];
    let cards = cards(&points.concat());
    assert_eq!(
        cards.iter().map(text).collect::<Vec<_>>(),
        [
            ("First token", Some(0), "TTFT p50 0.18 s", "1.33× ahead of c"),
            ("Fastest writing", Some(1), "2,096 tok/s", "7.6× ahead of a"),
            (
                "Cheapest above 200 tok/s",
                Some(0),
                "$0.64 per million, blended",
                "1.41× ahead of b"
            ),
            (
                "Best for 20 steps",
                Some(1),
                "9.06 s a loop",
                "2.8× ahead of a (predicted from answers of 100 tokens and prompts of 1,000 uncached tokens)"
            ),
        ]
        .map(told),
        "two of three reach 200 tok/s; 20 · (0.31 + 300 ÷ 2,096) s"
    );
}

#[test]
fn a_wait_and_a_speed_that_lead_say_what_they_feel_like() {
    let feels = |card: &Champion| card.feels;
    let cards = cards(&sixteen("a", 180.0, 20.0, (0.59, 0.79)));
    let felt: Vec<_> = cards.iter().map(feels).collect();
    assert_eq!(
        felt,
        [Some("instant"), Some("comfortable reading"), None, None],
        "nobody feels a price, and a loop has no band"
    );
    let short = sixteen("a", 180.0, 20.0, (0.59, 0.79)).into_iter().map(|one| MeasuredRequest {
        warnings: [measure::Warning::Short].into_iter().collect(),
        ..one
    });
    let cards = self::cards(&short.collect::<Vec<_>>());
    let felt: Vec<_> = cards.iter().map(feels).collect();
    assert_eq!(felt[..2], [Some("instant"), None], "too few tokens for a speed to be felt");
}

#[test]
fn an_insignificant_difference_is_a_tie() {
    let points = [sixteen("a", 180.0, 100.0, (1.0, 1.0)), sixteen("b", 181.0, 100.0, (1.0, 1.0))];
    let cards = cards(&points.concat());
    assert!(cards.iter().all(|card| card.tie), "one of 180 is no lead: {cards:?}");
    assert_eq!(cards[0].lead.to_string(), "within 2 % of b", "and is called so");
}

#[test]
fn too_few_samples_lead_nobody() {
    let slow = MeasuredRequest { ttft_ms: Some(900.0), ..point("b") };
    let card = cards(&[point("a"), slow]).swap_remove(0);
    assert_eq!(card.figure.to_string(), "0.20 s in 1 sample", "how many there are");
    assert_eq!(
        (card.lead.to_string().as_str(), card.tie),
        ("too few runs, rounds or waves to compare with b", true),
        "so"
    );
}

#[test]
fn a_cheaper_one_just_below_the_floor_may_reach_it() {
    let around = |name: &str, tps: f64, usd: f64| {
        let mut points = sixteen(name, 200.0, tps, (usd, usd));
        for (point, by) in points.iter_mut().zip([0.9, 1.1].into_iter().cycle()) {
            point.decode_tps = Some(tps * by);
        }
        points
    };
    let card =
        |tps| cards(&[around("a", 70.0, 1.0), around("b", tps, 0.5)].concat()).swap_remove(2);
    let near = card(59.0);
    assert_eq!(
        (text(&near), near.tie),
        (
            told((
                "Cheapest above 60 tok/s",
                Some(0),
                "$1.00 per million, blended",
                "b costs less and may write as fast"
            )),
            true
        ),
        "53 to 65 tok/s hold the floor"
    );
    let alone = card(30.0).lead.to_string();
    assert_eq!(alone, "no other with a cost usually writes that fast", "surely slower, but there");
    let mut short = around("a", 70.0, 1.0);
    short[0].outcome = Outcome::Failed;
    for point in &mut short {
        point.warnings = [measure::Warning::Short].into_iter().collect();
    }
    let card = cards(&[short, around("b", 59.0, 0.5)].concat()).swap_remove(2);
    let told = "b costs less and may write as fast; 1 of its 16 requests failed; 15 of 15 answers of a were too short for a meaningful speed";
    assert_eq!(card.lead.to_string(), told, "what is to be known of the leader stays");
}

#[test]
fn a_cheaper_one_of_few_runs_that_is_known_to_be_slower_does_not_reach_the_floor() {
    let in_runs = |name: &str, tps: f64, usd: f64, count: i64| -> Vec<MeasuredRequest> {
        let run = |at: i64| {
            let mut own = sixteen(name, 200.0, tps, (usd, 4.0 * usd));
            for (point, by) in own.iter_mut().zip([0.99, 1.0, 1.01].into_iter().cycle()) {
                (point.run, point.at_s) = (format!("run-{at}"), point.at_s + 3_600 * at);
                point.decode_tps = Some(tps * by);
            }
            own
        };
        (0..count).flat_map(run).collect()
    };
    let card = |slow: Vec<MeasuredRequest>| {
        let all = [in_runs("a", 101.0, 1.0, 5), slow, in_runs("c", 101.0, 1.0, 5)].concat();
        cards(&all).swap_remove(2)
    };
    let third = card(in_runs("b", 33.0, 0.5, 5));
    assert_eq!(third.title.to_string(), "Cheapest above 100 tok/s", "which two of three reach");
    assert!(!third.lead.to_string().contains('b'), "a third of the speed: {}", third.lead);
    let once = card(in_runs("b", 33.0, 0.5, 1)[..2].to_vec());
    let unknown = "b costs less, and too little is known of how fast it writes";
    assert_eq!(once.lead.to_string(), unknown, "of two requests nothing is known");
}

#[test]
fn alone_and_unknown_are_reported_as_such() {
    let cards = cards(&[point("a")]);
    assert_eq!(cards[0].lead.to_string(), "nothing to compare with", "one contender");
    assert_eq!(cards[2].title.to_string(), "Cheapest", "above no speed, where nobody has a price");
    assert_eq!((cards[2].place, cards[2].lead.to_string().as_str()), (None, "unknown"), "price");
}

#[test]
fn a_lead_in_speed_says_whose_answers_were_too_short_for_one() {
    let contender = |name: &str, tps: f64, of_ten_short: usize| {
        let of = sixteen(name, 180.0, tps, (0.5, 1.0)).into_iter().enumerate();
        of.map(move |(at, one)| {
            let short = (at % 10 < of_ten_short).then_some(measure::Warning::Short);
            MeasuredRequest { warnings: short.into_iter().collect(), ..one }
        })
        .collect::<Vec<_>>()
    };
    let fastest = |first: usize, next: usize| {
        let all = [contender("a", 200.0, first), contender("b", 100.0, next)];
        let cards = cards(&all.concat());
        (cards[1].lead.to_string(), cards[2].lead.to_string())
    };
    let short = "; 16 of 16 answers of a were too short for a meaningful speed";
    assert_eq!(
        fastest(10, 10),
        (
            format!("2.0× ahead of b{short}"),
            format!("no other with a cost usually writes that fast{short}")
        ),
        "said once, of the leader, and where a speed is the condition"
    );
    let next = "2.0× ahead of b; 16 of 16 answers of b were too short for a meaningful speed";
    assert_eq!(fastest(0, 10).0, next, "the lead is over a speed that means little");
    assert_eq!(fastest(3, 3).0, "2.0× ahead of b", "few of them make no difference");
}
