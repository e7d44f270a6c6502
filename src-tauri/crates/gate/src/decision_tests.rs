use measure::{Metric, SplitMix64, Values};

use super::*;
use crate::limits_file::LimitsFile;

/// A contender whose TTFTs are these, in milliseconds; `None` failed.
fn with_ttft(name: &str, all: impl IntoIterator<Item = Option<f64>>) -> ContenderRequests {
    let mut observed = ContenderRequests::named(name);
    for ttft in all {
        observed
            .add(ttft.map(|ttft| Values::of(|metric| (metric == Metric::TtftMs).then_some(ttft))));
    }
    observed
}

fn limits(text: &str) -> Vec<Limit> {
    LimitsFile::read(text).expect("well-formed").limits
}

fn outcome_of(
    text: &str,
    own: &ContenderRequests,
    baseline: Option<&ContenderRequests>,
) -> Outcome {
    let baseline = baseline.map(|baseline| vec![baseline.clone()]);
    let findings = judge(&limits(text), std::slice::from_ref(own), baseline.as_deref(), Look::ONLY);
    findings.first().expect("a limit").outcome
}

const P95: &str = "[[limit]]\nmetric = \"ttft_ms\"\npercentile = 95\nat_most = 500\n";

#[test]
fn a_percentile_is_kept_only_once_enough_requests_show_it() {
    let quick = |n: usize| with_ttft("a", (0..n).map(|_| Some(100.0)));
    assert_eq!(outcome_of(P95, &quick(58), None), Outcome::NotEnoughData, "0.95^58 is 5.1 %");
    assert_eq!(outcome_of(P95, &quick(59), None), Outcome::Pass, "0.95^59 is 4.8 %");
}

#[test]
fn failed_requests_are_slower_than_any_limit() {
    let mut half = with_ttft("a", (0..60).map(|n| (n % 2 == 0).then_some(100.0)));
    assert_eq!(outcome_of(P95, &half, None), Outcome::Fail, "half of them never answered");
    let speed = "[[limit]]\nmetric = \"decode_tps\"\npercentile = 5\nat_least = 1\n";
    half.values.insert("decode_tps", vec![1_000.0; 30]);
    assert_eq!(outcome_of(speed, &half, None), Outcome::Fail, "nor have they a speed");
}

#[test]
fn a_number_beyond_its_limit_fails_and_one_on_both_sides_is_undecided() {
    let around = with_ttft("a", (0..100).map(|n| Some(if n % 10 == 0 { 900.0 } else { 100.0 })));
    assert_eq!(
        outcome_of(P95, &around, None),
        Outcome::Fail,
        "a tenth is surely more than a twentieth"
    );
    let few = with_ttft("a", (0..40).map(|n| Some(if n % 20 == 0 { 900.0 } else { 100.0 })));
    assert_eq!(outcome_of(P95, &few, None), Outcome::NotEnoughData, "two of forty may be either");
}

#[test]
fn shares_count_what_they_say() {
    let mut own = with_ttft("a", (0..100).map(|n| (n >= 3).then_some(200.0)));
    (own.right, own.wrong) = (96, 1);
    let errors = |most: f64| format!("[[limit]]\nshare = \"errors\"\nat_most = {most}\n");
    assert_eq!(outcome_of(&errors(0.10), &own, None), Outcome::Pass);
    assert_eq!(outcome_of(&errors(0.005), &own, None), Outcome::Fail);
    assert_eq!(outcome_of(&errors(0.03), &own, None), Outcome::NotEnoughData);
    let right = "[[limit]]\nshare = \"right\"\nat_least = 0.9\n";
    assert_eq!(outcome_of(right, &own, None), Outcome::Pass, "96 of 100");
    let mut failing = with_ttft("a", (0..100).map(|n| (n >= 30).then_some(200.0)));
    failing.right = 70;
    assert_eq!(
        outcome_of(right, &failing, None),
        Outcome::Fail,
        "70 of 100, though each answer is"
    );
    let within = "[[limit]]\nshare = \"within\"\nwithin = { ttft_ms = 150 }\nat_least = 0.5\n";
    assert_eq!(outcome_of(within, &own, None), Outcome::Fail, "none is so quick");
}

/// Requests whose logarithms scatter normally about that of `median`.
fn scattered(random: &mut SplitMix64, n: usize, median: f64, sigma: f64) -> ContenderRequests {
    with_ttft(
        "a",
        (0..n).map(|_| Some(median * (sigma * random.normal()).exp())).collect::<Vec<_>>(),
    )
}

const NO_WORSE: &str = "[[limit]]\nmetric = \"ttft_ms\"\npercentile = 50\nworse_by_at_most = 0\n";

#[test]
fn a_contender_that_did_not_change_fails_one_time_in_twenty_at_most_and_a_fifth_slower_is_found() {
    let mut random = SplitMix64::new(7);
    let (mut false_alarms, mut found) = (0, 0);
    for _ in 0..200 {
        let base = scattered(&mut random, 40, 400.0, 0.2);
        let same = scattered(&mut random, 40, 400.0, 0.2);
        let slower = scattered(&mut random, 40, 480.0, 0.2);
        false_alarms += usize::from(outcome_of(NO_WORSE, &same, Some(&base)) == Outcome::Fail);
        found += usize::from(outcome_of(NO_WORSE, &slower, Some(&base)) == Outcome::Fail);
    }
    assert!(
        false_alarms <= 16,
        "{false_alarms} of 200; 10 are expected, 16 is two deviations more"
    );
    assert!(found >= 190, "{found} of 200");
}

#[test]
fn a_contender_that_answers_no_more_is_worse_than_any_baseline() {
    let base = with_ttft("a", (0..40).map(|n| Some(100.0 + f64::from(n))));
    let down = with_ttft("a", (0..40).map(|_| None));
    assert_eq!(outcome_of(NO_WORSE, &down, Some(&base)), Outcome::Fail);
    let speed = "[[limit]]\nmetric = \"decode_tps\"\npercentile = 50\nworse_by_at_most = 0.5\n";
    let mut quick = base.clone();
    quick.values.insert("decode_tps", vec![80.0; 40]);
    assert_eq!(outcome_of(speed, &down, Some(&quick)), Outcome::Fail, "nor does it write");
    assert_eq!(
        outcome_of(speed, &quick, Some(&down)),
        Outcome::Pass,
        "and one that does is better"
    );
}

#[test]
fn more_limits_and_more_looks_make_each_decision_surer() {
    let own = with_ttft("a", (0..59).map(|_| Some(100.0)));
    let twice = limits(&P95.repeat(2));
    let findings = judge(&twice, std::slice::from_ref(&own), None, Look::ONLY);
    assert!(
        findings.iter().all(|finding| finding.outcome == Outcome::NotEnoughData),
        "{findings:?}"
    );
    let looked = judge(&limits(P95), std::slice::from_ref(&own), None, Look { number: 1, of: 4 });
    assert_eq!(looked.first().map(|finding| finding.outcome), Some(Outcome::NotEnoughData));
}

#[test]
fn an_undecided_limit_says_how_many_requests_would_settle_it() {
    let own = with_ttft("a", (0..20).map(|_| Some(100.0)));
    let finding = judge(&limits(P95), std::slice::from_ref(&own), None, Look::ONLY).remove(0);
    assert_eq!(finding.needs, Some(59), "with none beyond the limit: {}", finding.sentence);
    let base = with_ttft("a", (0..40).map(|n| Some(100.0 + f64::from(n))));
    let near = with_ttft("a", (0..40).map(|n| Some(104.0 + f64::from(n))));
    let finding = judge(
        &limits(NO_WORSE),
        std::slice::from_ref(&near),
        Some(std::slice::from_ref(&base)),
        Look::ONLY,
    )
    .remove(0);
    assert_eq!(finding.outcome, Outcome::NotEnoughData);
    let needs = finding.needs;
    assert!(
        needs.is_none_or(|needs| needs > 40),
        "more than there are, or none with this baseline: {needs:?}"
    );
}

#[test]
fn requests_named_as_needed_settle_it_in_four_of_five_races() {
    let mut random = SplitMix64::new(3);
    // One request in a hundred is beyond the limit of p95.
    let race = |random: &mut SplitMix64, n: u32| {
        with_ttft(
            "a",
            (0..n)
                .map(|_| Some(if random.unit() < 0.01 { 900.0 } else { 100.0 }))
                .collect::<Vec<_>>(),
        )
    };
    let mut first = with_ttft("a", (0..99).map(|_| Some(100.0)));
    first.join(with_ttft("a", [Some(900.0)]));
    let tight = "[[limit]]\nmetric = \"ttft_ms\"\npercentile = 97\nat_most = 500\n";
    let needs = judge(&limits(tight), std::slice::from_ref(&first), None, Look::ONLY)
        .remove(0)
        .needs
        .expect("undecided");
    let settled = (0..300)
        .filter(|_| outcome_of(tight, &race(&mut random, needs), None) == Outcome::Pass)
        .count();
    assert!(settled >= 225, "{settled} of 300 with {needs} requests");
}

#[test]
fn a_contender_is_held_against_the_one_of_its_name() {
    let base = [with_ttft("a", [Some(100.0); 40]), with_ttft("b", [Some(200.0); 40])];
    let own = [with_ttft("b", [Some(200.0); 40]), with_ttft("c", [Some(200.0); 40])];
    let findings = judge(&limits(NO_WORSE), &own, Some(&base), Look::ONLY);
    assert_eq!(
        findings.first().map(|finding| finding.outcome),
        Some(Outcome::Pass),
        "{findings:?}"
    );
    let unknown = findings.get(1).expect("two contenders");
    assert_eq!(unknown.outcome, Outcome::NotEnoughData);
    assert!(unknown.sentence.contains("no contender of this name"), "{}", unknown.sentence);
}

#[test]
fn a_limit_on_requests_that_two_models_answered_says_so_kept_or_not() {
    let mut mixed = with_ttft("a", (0..60).map(|_| Some(100.0)));
    let finding = |own: &ContenderRequests| {
        judge(&limits(P95), std::slice::from_ref(own), None, Look::ONLY).swap_remove(0)
    };
    mixed.models.entry(None).or_default().insert("m-1".to_owned());
    assert!(!finding(&mixed).needs_words(), "one model, and the limit is kept");
    let mut other = ContenderRequests::named("a");
    other.models.entry(None).or_default().insert("m-2".to_owned());
    mixed.join(other);
    let found = finding(&mixed);
    assert_eq!((found.outcome, found.models_mixed), (Outcome::Pass, true), "of another race");
    assert!(
        found
            .sentence
            .ends_with("2 models answered its requests, so this is of all of them together."),
        "{}",
        found.sentence
    );
    let document = crate::GateDocument::of(vec![found], Vec::new(), 60, 1);
    for written in [crate::markdown(&document), crate::github(&document), crate::junit(&document)] {
        assert!(written.contains("2 models answered"), "also where it is kept: {written}");
    }
    let mut chain = with_ttft("a", (0..60).map(|_| Some(100.0)));
    for (step, model) in [(0, "small"), (1, "large")] {
        chain.models.entry(Some(step)).or_default().insert(model.to_owned());
    }
    assert!(!finding(&chain).models_mixed, "its steps ask different models on purpose");
}

#[test]
fn what_no_number_of_requests_decides_is_told_from_what_more_of_them_do() {
    let worse = "[[limit]]\nmetric = \"ttft_ms\"\npercentile = 50\nworse_by_at_most = 0.1\n";
    let speed = "[[limit]]\nmetric = \"decode_tps\"\npercentile = 50\nat_least = 50\n";
    let raced = |n: usize| with_ttft("a", (0..n).map(|_| Some(100.0)));
    let one = |text: &str, n: usize, baseline: Option<&[ContenderRequests]>| {
        judge(&limits(text), &[raced(n), ContenderRequests::named("b")], baseline, Look::ONLY)
            .swap_remove(0)
    };
    let without = one(worse, 40, None);
    assert!(!without.can_be_decided(), "there is nothing to hold it against");
    assert!(without.sentence.ends_with("no baseline is given to hold it against."), "{without:?}");
    let other = [ContenderRequests::named("z"), ContenderRequests::named("y")];
    let unnamed = one(worse, 40, Some(&other));
    assert!(!unnamed.can_be_decided() && unnamed.sentence.contains("no contender of this name"));
    assert!(!one(speed, 40, None).can_be_decided(), "not one of forty had a speed");
    assert!(one(speed, 10, None).can_be_decided(), "ten are too few to tell");
    assert!(one(P95, 40, None).can_be_decided(), "more of them would show it");
}
