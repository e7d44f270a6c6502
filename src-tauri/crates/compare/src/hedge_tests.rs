use measure::percentile;

use super::*;
use crate::fixtures::{gathered, is, rounds};
use crate::request::Outcome;

fn raced(provider: &str, run: &str, ttft: &[f64], usd: f64) -> Vec<MeasuredRequest> {
    rounds(provider, ttft, |point, ms| {
        point.run = run.to_owned();
        point.ttft_ms = Some(ms);
        point.latency_ms = Some(ms + 1_000.0);
        point.cost_usd = Some(usd);
    })
}

fn of(points: &[MeasuredRequest]) -> Option<Hedge> {
    let groups = gathered(points);
    hedge(groups.first()?, groups.get(1)?, MOST)
}

#[test]
fn the_first_answer_of_a_round_counts_and_both_are_paid() {
    let a = raced("a", "1", &[100.0, 900.0, 100.0, 900.0, 100.0], 0.001);
    let b = raced("b", "1", &[500.0, 200.0, 500.0, 200.0, 500.0], 0.003);
    let answer = of(&[a, b].concat()).expect("five rounds");
    assert!(answer.paired && answer.n == 5, "they were raced together");
    assert_eq!((answer.one, answer.other), (0, 1), "a has the better median");
    assert_eq!(answer.together.ttft_p50_ms, Some(100.0), "of 100, 200, 100, 200 and 100");
    assert_eq!(answer.together.latency_p50_ms, Some(1_100.0), "of the one that was kept");
    assert_eq!(answer.together.ttft_p95_ms, None, "five rounds carry no p95");
    assert!(answer.together.usd.is_some_and(|usd| is(usd, 0.004)), "both in full");
    assert_eq!(
        (answer.sooner_ms, answer.buys),
        (Some(0.0), false),
        "at the median nothing is bought"
    );
}

#[test]
fn a_tail_of_one_is_covered_by_the_other() {
    let slow_now_and_then = |index: u32| if index.is_multiple_of(10) { 3_000.0 } else { 100.0 };
    let a: Vec<f64> = (0..40).map(slow_now_and_then).collect();
    let a = raced("a", "1", &a, 0.001);
    let b = raced("b", "1", &[300.0; 40], 0.001);
    let answer = of(&[a, b].concat()).expect("forty rounds");
    assert_eq!((answer.one, answer.other), (1, 0), "b's p95 is the better one");
    assert_eq!(answer.together.ttft_p95_ms, Some(300.0), "each 3,000 is a 300");
    assert_eq!(answer.together.ttft_p50_ms, Some(100.0), "and the others are 100");
    let swapped = raced("c", "1", &[3_200.0; 40], 0.001);
    let answer = of(&[raced("b", "1", &[300.0; 40], 0.001), swapped].concat()).expect("forty");
    assert!(
        answer
            .sentence
            .to_string()
            .starts_with("In 40 rounds together, c beside b would not have reduced the p95"),
        "{}",
        answer.sentence
    );
}

#[test]
fn where_one_fails_without_a_word_the_other_answers() {
    let mut a = raced("a", "1", &[100.0; 10], 0.001);
    a[0].outcome = Outcome::Failed;
    a[0].ttft_ms = None;
    a[0].cost_usd = None;
    let answer = of(&[a, raced("b", "1", &[300.0; 10], 0.001)].concat()).expect("ten rounds");
    assert!(answer.buys, "fewer failures are worth something");
    assert!(is(answer.one_alone.failed, 0.1) && is(answer.together.failed, 0.0), "one of ten");
    assert!(answer.together.usd.is_some_and(|usd| is(usd, 0.0019)), "nothing for the failure");
    assert!(
        answer.sentence.to_string().ends_with("0 % of requests would have failed instead of 10 %."),
        "{}",
        answer.sentence
    );
    assert!(
        answer.sentence.to_string().contains("TTFT of answered requests"),
        "a failure has no time"
    );
    assert!(
        answer.sentence.to_string().contains(" a request, failed ones among them ("),
        "elsewhere a cost is of answered requests: {}",
        answer.sentence
    );
}

#[test]
fn those_who_were_never_raced_together_are_paired_each_with_each() {
    let a = raced("a", "1", &[100.0, 200.0, 300.0, 400.0, 500.0], 0.001);
    let b = raced("b", "2", &[150.0, 250.0, 350.0, 450.0, 550.0], 0.001);
    let answer = of(&[a, b].concat()).expect("five of each");
    assert!(!answer.paired, "another run");
    // Of the 25 pairs the first is 100 in 5, 150 in 4, 200 in 4, 250 in 3, 300 in 3, then 350, 400, 450 and 500.
    assert_eq!(answer.together.ttft_p50_ms, Some(200.0), "the thirteenth of 25");
    assert_eq!(answer.together.ttft_p95_ms, None, "25 pairs of five requests are five requests");
    assert!(
        answer.sentence.to_string().starts_with("With every combination of their"),
        "it says so"
    );
}

#[test]
fn too_few_requests_or_another_load_are_no_basis() {
    let few = [raced("a", "1", &[1.0; 4], 0.1), raced("b", "1", &[1.0; 4], 0.1)].concat();
    assert_eq!(of(&few), None, "four rounds");
    let mut loaded = raced("b", "1", &[1.0; 9], 0.1);
    for point in &mut loaded {
        point.load = crate::LoadLevel::InFlight(8);
    }
    assert_eq!(of(&[raced("a", "1", &[1.0; 9], 0.1), loaded].concat()), None, "eight at once");
}

#[test]
fn the_pair_that_buys_most_comes_first() {
    let all = [
        raced("a", "1", &[900.0; 5], 0.1),
        raced("b", "1", &[900.0, 100.0, 900.0, 100.0, 900.0], 0.1),
        raced("c", "1", &[900.0, 900.0, 100.0, 900.0, 100.0], 0.1),
    ]
    .concat();
    let groups = gathered(&all);
    let hedges = hedges(&groups.iter().collect::<Vec<_>>());
    assert_eq!(hedges.len(), 3, "three pairs");
    let first = hedges.first().expect("there are three");
    assert_eq!((first.one, first.other), (1, 2), "b and c cover four rounds of five");
}

#[test]
fn one_that_speaks_first_and_breaks_off_is_kept_with_its_failure() {
    let mut a = raced("a", "1", &[100.0; 8], 0.001);
    for broken in a.iter_mut().step_by(2) {
        broken.outcome = Outcome::Failed;
    }
    let answer = of(&[a, raced("b", "1", &[200.0; 8], 0.001)].concat()).expect("eight rounds");
    let together = answer.together;
    assert_eq!(
        (together.ttft_p50_ms, together.failed),
        (None, 0.5),
        "four good first tokens carry no median, and half of the requests broke off"
    );
    let mut a = raced("a", "1", &[100.0; 16], 0.001);
    for broken in a.iter_mut().step_by(2) {
        broken.outcome = Outcome::Failed;
    }
    let answer = of(&[a, raced("b", "1", &[200.0; 16], 0.001)].concat()).expect("sixteen rounds");
    let together = answer.together;
    assert_eq!((together.ttft_p50_ms, together.failed), (Some(100.0), 0.5), "one policy, both");
}

#[test]
fn a_second_request_after_the_p95_costs_little_and_cuts_the_tail() {
    let slow_now_and_then =
        |at: usize| if at % 25 == 24 { 5_000.0 } else { 100.0 + 0.1 * float(at) };
    let a: Vec<f64> = (0..100).map(slow_now_and_then).collect();
    let b: Vec<f64> = (0..100).map(|_| 800.0).collect();
    let a = raced("a", "1", &a, 0.001);
    let answer = of(&[a, raced("b", "1", &b, 0.001)].concat()).expect("a hundred rounds");
    let delayed = answer.delayed.expect("a hundred carry a p95");
    assert!(delayed.second_share <= 0.05, "one in twenty: {delayed:?}");
    assert!(delayed.outcome.usd.is_some_and(|usd| usd <= 0.00106), "5 % more: {delayed:?}");
    let mut times: Vec<f64> = (0..100)
        .map(slow_now_and_then)
        .map(|ms| if ms > delayed.delay_ms { ms.min(delayed.delay_ms + 800.0) } else { ms })
        .collect();
    times.sort_by(f64::total_cmp);
    assert_eq!(delayed.outcome.ttft_p95_ms, percentile(&times, 0.95), "each by the same policy");
    let slowest = delayed.outcome.slowest_ms.expect("five of a hundred");
    assert!(slowest < 1_000.0 && delayed.buys, "four of five were 5 s alone: {delayed:?}");
    assert!(answer.sentence.to_string().contains("Sent only after 0.11 s"), "{}", answer.sentence);
}

#[test]
fn times_that_seconds_would_show_alike_are_told_apart() {
    let told = |one, other| {
        let (one, other) = told_apart(one, other);
        format!("{one}, {other}")
    };
    assert_eq!(told(124.0, 118.0), "124 ms, 118 ms", "both are 0.12 s");
    assert_eq!(told(134.0, 118.0), "0.13 s, 0.12 s", "these are not");
}

#[test]
fn where_nothing_is_gained_no_pair_is_named() {
    let all = [raced("a", "1", &[100.0; 9], 0.1), raced("b", "1", &[300.0; 9], 7.5)].concat();
    let groups = gathered(&all);
    let hedges = hedges(&groups.iter().collect::<Vec<_>>());
    assert_eq!(
        summary(&hedges).to_string(),
        "Hedging these two would have gained nothing.",
        "and no cost"
    );
    assert!(summary(&[]).is_empty(), "nobody to pair");
}

#[test]
fn every_pair_of_many_contenders_is_looked_at() {
    let mut all: Vec<MeasuredRequest> =
        (0..20).flat_map(|at| raced(&format!("c{at:02}"), "1", &[900.0; 5], 0.1)).collect();
    all.extend(raced("y", "1", &[900.0, 100.0, 900.0, 100.0, 900.0], 0.1));
    all.extend(raced("z", "1", &[900.0, 900.0, 100.0, 900.0, 100.0], 0.1));
    let groups = gathered(&all);
    let hedges = hedges(&groups.iter().collect::<Vec<_>>());
    assert_eq!(hedges.len(), 22 * 21 / 2, "not of the first twelve by name");
    assert_eq!((hedges[0].one, hedges[0].other), (20, 21), "the last two gain most");
}

#[test]
fn who_speaks_first_and_writes_slower_gains_nothing_and_the_answer_s_end_is_said() {
    let slower = |mut points: Vec<MeasuredRequest>| {
        for point in &mut points {
            point.latency_ms = point.ttft_ms.map(|ttft| ttft + 3_000.0);
        }
        points
    };
    let a = raced("a", "1", &[500.0; 40], 0.001);
    let b = slower(raced(
        "b",
        "1",
        &(0..40)
            .map(|at: u32| if at.is_multiple_of(10) { 900.0 } else { 300.0 })
            .collect::<Vec<f64>>(),
        0.001,
    ));
    let answer = of(&[a, b].concat()).expect("forty rounds");
    assert!(!answer.buys, "{}", answer.sentence);
    assert!(
        answer
            .sentence
            .to_string()
            .contains("The median answer would have ended after 3.30 s instead of 1.50 s"),
        "{}",
        answer.sentence
    );
}
