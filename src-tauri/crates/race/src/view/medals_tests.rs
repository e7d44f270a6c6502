use super::*;
use measure::{ArrivalEvent, Kind, ShownTokens, Timeline, TokensSoFar};

use crate::result::lane_step::LaneStep;
use crate::result::sample::StepSample;
use crate::testing::{lane, run, sample};

/// A pace of one token every `every_ms` milliseconds.
fn pace(first_ms: u64, every_ms: u64, tokens: u32) -> Pace {
    let mut timeline = Timeline::starting_at(0);
    timeline.send_ns = Some(0);
    for event in 0..tokens {
        timeline.push(ArrivalEvent {
            at_ns: (first_ms + u64::from(event) * every_ms) * 1_000_000,
            event,
            kind: Kind::Answer,
            text_bytes: 4,
            wire_bytes: 0,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
    }
    let answer = (1..=tokens).map(|token| token * 4).collect();
    Pace::of(&timeline, &ShownTokens { answer, ..ShownTokens::default() })
}

fn with_ttft(values: &[f64]) -> Lane {
    lane(values.iter().map(|ttft_ms| {
        let mut sample = sample(Status::Ok);
        sample.speed.ttft_ms = Some(*ttft_ms);
        sample
    }))
}

fn none() -> Vec<Vec<Pace>> {
    Vec::new()
}

fn winners(run: &Run, paces: &[Vec<Pace>], honour: Honour) -> Option<Vec<u32>> {
    let medals = medals(run, paces, None).medals;
    medals.into_iter().find(|medal| medal.honour == honour).map(|medal| medal.lanes)
}

#[test]
fn a_medal_goes_to_the_least_time_and_the_least_cost() {
    let (mut quick, mut cheap) = (with_ttft(&[200.0]), with_ttft(&[900.0]));
    quick.samples[0].cost_usd = Some(0.003);
    cheap.samples[0].cost_usd = Some(0.001);
    let run = run(vec![quick, cheap]);
    assert_eq!(winners(&run, &none(), Honour::FirstToken), Some(vec![0]), "200 ms is sooner");
    assert_eq!(
        winners(&run, &none(), Honour::Cheapest),
        Some(vec![1]),
        "a tenth of a cent is less"
    );
    assert_eq!(winners(&run, &none(), Honour::FirstAnswer), None, "nobody knows: no medal");
}

#[test]
fn less_than_two_percent_is_a_tie() {
    let run = run(vec![with_ttft(&[1_000.0]), with_ttft(&[1_019.0]), with_ttft(&[1_021.0])]);
    let tied = winners(&run, &none(), Honour::FirstToken);
    assert_eq!(tied, Some(vec![0, 1]), "2.1 % is a difference");
}

#[test]
fn inconclusive_rounds_are_a_tie_however_far_their_medians() {
    let a = [100.0, 110.0, 120.0, 400.0, 500.0];
    let b = [300.0, 305.0, 310.0, 120.0, 130.0];
    let undecided = run(vec![with_ttft(&a), with_ttft(&b)]);
    let tied = winners(&undecided, &none(), Honour::FirstToken);
    assert_eq!(tied, Some(vec![0, 1]), "three rounds to one, two to the other");
    let clear = run(vec![with_ttft(&a), with_ttft(&a.map(|ms| ms + 30.0))]);
    let won = winners(&clear, &none(), Honour::FirstToken);
    assert_eq!(won, Some(vec![0]), "30 ms later in every round is later");
}

#[test]
fn a_lane_that_failed_in_a_round_is_not_ranked() {
    let mut shaky = with_ttft(&[1.0]);
    shaky.samples.push(sample(Status::Throttled));
    let seen = medals(&run(vec![shaky, with_ttft(&[5.0])]), &none(), None);
    assert_eq!(seen.unranked, Some(MedalObstacle::Alone), "one lane is left");
    assert!(seen.medals.is_empty(), "and has beaten nobody");
    let failed = run(vec![lane([sample(Status::ErrorHttp)]), lane([])]);
    assert_eq!(
        medals(&failed, &none(), None).unranked,
        Some(MedalObstacle::Nobody),
        "nobody finished"
    );
}

#[test]
fn a_lane_with_a_wrong_answer_wins_nothing() {
    let answered = |ttft_ms: f64, right: &[bool]| {
        let mut lane = with_ttft(&vec![ttft_ms; right.len()]);
        for (sample, right) in lane.samples.iter_mut().zip(right) {
            sample.right = Some(*right);
        }
        lane
    };
    let (wrong, slow) = (answered(1.0, &[true, false]), answered(500.0, &[true, true]));
    let unchecked = with_ttft(&[900.0, 900.0]);
    let all = run(vec![wrong.clone(), slow.clone(), unchecked]);
    assert_eq!(winners(&all, &none(), Honour::FirstToken), Some(vec![1]), "the fastest is wrong");
    assert_eq!(leaders(&all, Metric::TtftMs), [1], "nor does it lead the list");
    let alone = medals(&run(vec![wrong.clone(), slow]), &none(), None);
    assert_eq!(alone.unranked, Some(MedalObstacle::AloneRight), "one lane is right");
    let nobody = medals(&run(vec![wrong.clone(), wrong]), &none(), None);
    assert_eq!(nobody.unranked, Some(MedalObstacle::NobodyRight), "none is");
}

#[test]
fn a_simulated_lane_is_never_set_above_a_real_one() {
    let simulated = Lane { simulated: true, ..with_ttft(&[1.0]) };
    let both = run(vec![simulated.clone(), with_ttft(&[500.0]), with_ttft(&[900.0])]);
    assert_eq!(winners(&both, &none(), Honour::FirstToken), Some(vec![1]), "the first real one");
    let alone = medals(&run(vec![simulated.clone(), with_ttft(&[5.0])]), &none(), None);
    assert_eq!(alone.unranked, Some(MedalObstacle::AloneReal), "one real lane has nobody to beat");
    let among_themselves = run(vec![simulated.clone(), simulated]);
    let tied = winners(&among_themselves, &none(), Honour::FirstToken);
    assert_eq!(tied, Some(vec![0, 1]), "among themselves they are ranked");
}

#[test]
fn the_distance_is_the_longest_usual_one_that_all_came_to() {
    // The first begins sooner and is slower: level at (500 − 100) ÷ (10 − 2) = 50 tokens after the first.
    let run = run(vec![with_ttft(&[100.0]), with_ttft(&[500.0])]);
    let paces = vec![vec![pace(100, 10, 300)], vec![pace(500, 2, 140)]];
    let seen = medals(&run, &paces, None);
    assert_eq!((seen.distance, seen.longest_common), (Some(128), Some(140)), "both came to 128");
    assert_eq!(seen.distances, [64, 128], "256 has nobody to race against");
    let to_128 = [Some(100.0 + 127.0 * 10.0), Some(500.0 + 127.0 * 2.0)];
    assert_eq!(seen.to_distance_ms, to_128, "each from its own send");
    assert_eq!(winners(&run, &paces, Honour::FirstTo), Some(vec![1]), "the faster one by then");
    let short = medals(&run, &paces, Some(32));
    let first = short.medals.iter().find(|medal| medal.honour == Honour::FirstTo);
    assert_eq!(first.map(|medal| medal.lanes.clone()), Some(vec![0]), "the sooner one at 32");
}

#[test]
fn short_answers_race_to_the_longest_distance_they_have_in_common() {
    let run = run(vec![with_ttft(&[100.0]), with_ttft(&[100.0])]);
    let seen = medals(&run, &[vec![pace(100, 1, 20)], vec![pace(100, 1, 31)]], None);
    assert_eq!((seen.distance, seen.distances.len()), (Some(20), 0), "64 is out of reach");
    let far = medals(&run, &[vec![pace(100, 1, 20)], vec![pace(100, 1, 31)]], Some(25));
    assert_eq!(far.to_distance_ms, [None, Some(124.0)], "who stopped before never came so far");
    assert!(
        far.medals.iter().all(|medal| medal.honour != Honour::FirstTo),
        "and one alone wins nothing"
    );
}

#[test]
fn a_lane_whose_log_is_lost_takes_the_distance_from_nobody_else() {
    let run = run(vec![with_ttft(&[100.0]), with_ttft(&[100.0])]);
    let seen = medals(&run, &[vec![pace(100, 1, 70)], Vec::new()], None);
    assert_eq!((seen.distance, seen.longest_common), (None, None), "what one did is not known");
}

/// A chain of so many rounds of which every `every`th climbs: a request costs $0.001, and $0.021 where it climbed.
fn cascade(rounds: usize, every: usize) -> Lane {
    let samples = (0..rounds).map(|round| {
        let step = |step| StepSample { step, sample: sample(Status::Ok) };
        let climbs = round % every == 0;
        let mut own = sample(Status::Ok);
        own.steps = if climbs { vec![step(0), step(1)] } else { vec![step(0)] };
        own.cost_usd = Some(if climbs { 0.021 } else { 0.001 });
        own
    });
    let mut lane = lane(samples);
    lane.steps = vec![step_at("small"), step_at("large")];
    lane
}

fn step_at(model: &str) -> LaneStep {
    LaneStep::begun(&crate::testing::provider(), model)
}

fn costing(rounds: usize, usd: f64) -> Lane {
    lane((0..rounds).map(|_| Sample { cost_usd: Some(usd), ..sample(Status::Ok) }))
}

#[test]
fn a_chain_costs_what_its_requests_cost_on_average() {
    // 40 % climb: $0.009 on average, where the median is what the small model costs.
    let run = run(vec![cascade(50, 5), cascade(50, 2), costing(50, 0.006)]);
    let medals = medals(&run, &none(), None).medals;
    let cheapest = medals.iter().find(|medal| medal.honour == Honour::Cheapest).expect("priced");
    assert_eq!(cheapest.lanes, [0, 2], "20 % climb: $0.005, and whether that is less is open");
    assert!((cheapest.value - 0.005).abs() < 1e-12, "ten of fifty: {}", cheapest.value);
    let dear = super::medals(
        &Run { lanes: vec![cascade(50, 2), costing(50, 0.006)], ..run },
        &none(),
        None,
    );
    let cheapest = dear.medals.iter().find(|medal| medal.honour == Honour::Cheapest);
    assert_eq!(cheapest.map(|medal| &*medal.lanes), Some(&[1][..]), "$0.011 is above $0.006");
}

#[test]
fn a_chain_that_never_climbed_is_not_known_to_be_cheaper() {
    let run = run(vec![cascade(20, 100), costing(20, 0.002)]);
    let never = run.lanes[0].samples.iter().skip(1).cloned();
    let mut chain = lane(never);
    chain.steps = vec![step_at("small"), step_at("large")];
    let mut other = run.lanes[1].clone();
    other.samples.pop();
    let run = Run { lanes: vec![chain, other], ..run };
    assert_eq!(
        winners(&run, &none(), Honour::Cheapest),
        Some(vec![0, 1]),
        "what climbing costs is unknown"
    );
}
