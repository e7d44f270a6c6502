//! Tests of the changes over the days.

use measure::SplitMix64;

use super::*;
use crate::fixtures::{gathered, rounds};
use crate::request::MeasuredRequest;
use crate::trend::trend;

/// A Saturday.
const FIRST: i64 = 1_795_219_200;

/// The same requests on each day, with the day's level and prompt from `days`.
fn over(provider: &str, days: &[(f64, &str)]) -> Vec<MeasuredRequest> {
    let mut random = SplitMix64::new(7);
    days.iter()
        .zip(0..)
        .flat_map(|((level, prompt), day)| {
            let values =
                [0.97, 0.99, 1.0, 1.01, 1.03].map(|by| level * by * (0.02 * random.normal()).exp());
            rounds(provider, &values, |request, ms| {
                request.run = format!("run-{day:02}");
                request.at_s = FIRST + i64::from(day) * 86_400;
                request.prompt = (*prompt).to_owned();
                request.ttft_ms = Some(ms);
            })
        })
        .collect()
}

fn sentence(requests: &[MeasuredRequest]) -> String {
    let groups = gathered(requests);
    trend(&groups.iter().collect::<Vec<_>>(), Metric::TtftMs, Zone { minutes: 0, changes: &[] })
        .sentence
        .to_string()
}

fn steady(days: usize) -> Vec<(f64, &'static str)> {
    vec![(200.0, "one"); days]
}

#[test]
fn a_level_that_changed_is_named_with_its_day_and_both_levels() {
    let days = [steady(9), vec![(300.0, "one"); 9]].concat();
    let told = sentence(&over("a", &days));
    assert!(
        told.starts_with(
            "a’s time to first token is worse since 2026-11-30 from 0.20 s to 0.30 s, 1.5"
        ),
        "the tenth day: {told}"
    );
    assert!(
        told.ends_with("× what it was (9 days before, 9 since)."),
        "and what it rests on: {told}"
    );
}

#[test]
fn days_of_more_long_rows_of_a_set_are_no_change_of_the_contender() {
    // From the ninth day on all five are of the row of the long prompts, before that three of five of the short one.
    let mut all = over("a", &steady(16));
    for (at, request) in all.iter_mut().enumerate() {
        let is_long = at / 5 >= 8 || at % 5 >= 3;
        request.set_row = Some(u32::from(is_long));
        request.ttft_ms = request.ttft_ms.map(|ms| if is_long { 8.0 * ms } else { ms });
    }
    let told = sentence(&all);
    assert!(!told.contains("worse since"), "the contender is what it was: {told}");
}

#[test]
fn a_change_of_prompts_is_not_a_change_of_the_contender() {
    let days = [steady(8), vec![(300.0, "a longer one"); 8]].concat();
    let told = sentence(&over("a", &days));
    assert_eq!(
        told,
        "Over 16 days no step to a new level and no steady rise or fall was found in any number of answered requests. A step within the last 2 days would hardly show yet.",
        "each is compared with itself"
    );
}

#[test]
fn a_change_under_several_prompts_is_told_by_each_against_itself() {
    let mixed = |level: f64| {
        (0..8).map(move |day| if day % 2 == 0 { (level, "one") } else { (3.0 * level, "long") })
    };
    let days: Vec<(f64, &str)> = mixed(200.0).chain(mixed(300.0)).collect();
    let told = sentence(&over("a", &days));
    assert!(
        told.contains("is worse since 2026-11-29, 1.5"),
        "no level is that of one prompt: {told}"
    );
    assert!(told.contains("what it was by the same prompts"), "and it is said: {told}");
}

#[test]
fn prompts_of_one_day_each_say_nothing_of_others() {
    let prompts: Vec<String> = (0..12).map(|day| format!("prompt {day}")).collect();
    let days: Vec<(f64, &str)> = prompts.iter().map(|prompt| (200.0, prompt.as_str())).collect();
    let told = sentence(&over("a", &days));
    assert!(
        told.contains("there are at most 0 with a prompt that was also used on other days"),
        "{told}"
    );
}

#[test]
fn too_few_days_say_how_many_suffice() {
    assert!(sentence(&over("a", &steady(1))).contains("from one day"), "one day has no other");
    let few = sentence(&over("a", &steady(5)));
    assert_eq!(
        few,
        "Whether a number changed can be told from 9 days of one contender or more; there are at most 5.",
        "only TTFT scatters here, and two kinds of change are sought"
    );
    let two = [over("a", &steady(9)), over("b", &steady(9))].concat();
    assert!(
        sentence(&two).contains("from 10 days of one contender or more")
            || sentence(&two).contains("Over 9 days"),
        "two"
    );
}

#[test]
fn the_p_values_are_those_among_all_comparisons() {
    let left = significant(vec![(0.03, ()), (0.01, ()), (0.02, ())]);
    let left: Vec<f64> = left.into_iter().map(|(p, ())| p).collect();
    assert_eq!(left, [0.03, 0.04, 0.04], "three times, twice, and no less than the one before");
}

#[test]
fn a_steady_rise_is_named_with_its_pace_and_both_ends() {
    let days: Vec<(f64, &str)> =
        (0..30).map(|day| (100.0 * (1.0 + 0.05 * f64::from(day)), "one")).collect();
    let told = sentence(&over("a", &days));
    assert!(
        told.starts_with("a’s time to first token rose by 3."),
        "2.45 times in a month: {told}"
    );
    assert!(told.contains(" % a day (95 %: "), "with its interval: {told}");
    assert!(told.contains("s since 2026-11-21: it gets worse (30 days measured)."), "{told}");
}

#[test]
fn a_rise_and_a_step_are_each_called_what_they_are() {
    let rise: Vec<(f64, &str)> = (0..20).map(|day| (100.0 * 1.03_f64.powi(day), "one")).collect();
    let step = [steady(10), vec![(300.0, "one"); 10]].concat();
    let told = sentence(&[over("a", &rise), over("b", &step)].concat());
    assert!(told.contains("a’s time to first token rose by 3.0 % a day"), "{told}");
    assert!(told.contains("b’s time to first token is worse since 2026-12-01"), "{told}");
}

#[test]
fn a_change_that_may_be_a_step_or_a_drift_is_called_neither() {
    let levels = [199, 199, 209, 200, 223, 195, 195, 240, 237, 248, 290, 261];
    let days: Vec<(f64, &str)> = levels.map(|ms| (f64::from(ms), "one")).to_vec();
    let requests = over("a", &days);
    let groups = gathered(&requests);
    let zone = Zone { minutes: 0, changes: &[] };
    let found = trend(&groups.iter().collect::<Vec<_>>(), Metric::TtftMs, zone);
    assert!(found.changes.is_empty() && found.drifts.is_empty(), "neither: {}", found.sentence);
    let [either] = &found.unsettled[..] else { panic!("one change: {:?}", found.unsettled) };
    assert!(either.step.p <= ALPHA && either.drift.p <= ALPHA, "it surely changed: {either:?}");
    assert!(
        found.sentence.to_string().starts_with(
            "a’s time to first token got worse, by a step on 2026-11-28 from 0.20 s to 0.2"
        ) && found.sentence.to_string().contains("× what it was, or by a steady rise of ")
            && found
                .sentence
                .to_string()
                .ends_with(" a day since 2026-11-21: 12 days cannot tell which."),
        "both are offered and neither is claimed: {}",
        found.sentence
    );
}

#[test]
fn days_without_a_change_claim_no_more_than_was_sought() {
    let told = sentence(&over("a", &steady(30)));
    assert_eq!(
        told,
        "Over 30 days no step to a new level and no steady rise or fall was found in any number of answered requests. A step within the last 2 days would hardly show yet."
    );
}

#[test]
fn no_change_in_answered_requests_is_not_said_of_failures_that_cannot_be_looked_at() {
    // Each day's failures are of a prompt of its own.
    let mut requests = over("a", &steady(24));
    for (day, one) in requests.iter_mut().filter(|one| one.round == 0).enumerate() {
        one.prompt = format!("prompt {}", if day < 12 { 0 } else { day });
        one.outcome = if day < 12 { one.outcome } else { crate::request::Outcome::Failed };
    }
    let told = sentence(&requests);
    let but = "12 of 120 requests failed, and whether failures came or went was not looked at.";
    assert!(told.contains(but), "{told}");
}

#[test]
fn longer_answers_are_no_change_of_latency() {
    let told = |later: f64| {
        let mut requests = over("a", &steady(18));
        for one in &mut requests {
            let tokens = if one.run.as_str() < "run-09" { 40.0 } else { later };
            one.out_tokens = Some(tokens);
            one.latency_ms = one.ttft_ms.map(|wait| wait + 10.0 * tokens);
        }
        sentence(&requests)
    };
    let unlike = "of answered requests; latencies were not compared where the length of the answers changed.";
    assert!(told(100.0).contains(unlike), "as fast as ever: {}", told(100.0));
    assert!(!told(41.0).contains("latencies"), "about as long: {}", told(41.0));
}

#[test]
fn what_pools_the_days_before_and_after_a_change_says_so() {
    let of = |days: &[(f64, &'static str)]| {
        let points = [over("a", days), over("b", &steady(days.len()))].concat();
        let answer = crate::view::view(&points, &crate::CompareQuestion::default());
        let ranked = answer.rankings.into_iter().map(|one| one.sentence);
        let all = [answer.lengths.sentence, answer.what_if.sentence, answer.cost_speed.sentence];
        all.into_iter().chain(ranked).map(|one| one.to_string()).collect::<Vec<_>>()
    };
    let told = "Numbers here are of all days, although some changed: those of a since 2026-11-30.";
    for said in of(&[steady(9), vec![(300.0, "one"); 9]].concat()) {
        let is_of_several = !said.contains("can be ranked");
        assert_eq!(said.contains(told), is_of_several, "of neither level is the median: {said}");
    }
    for said in of(&steady(18)) {
        assert!(!said.contains("of all days"), "nothing changed: {said}");
    }
}
