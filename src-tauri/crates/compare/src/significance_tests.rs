use measure::{Metric, SplitMix64};

use super::*;
use crate::difference::{Difference, DifferenceDetail};
use crate::evidence::{EvidenceRun, Middles, Part};
use crate::middle::median;
use crate::one_race::of_one_race;

/// A contender with `n` rounds in each of its runs: `level` in logarithms, plus an effect of each run on it alone and
/// the noise of each round.
fn contender(
    runs: std::ops::Range<u32>,
    n: u32,
    (level, between, within): (f64, f64, f64),
    random: &mut SplitMix64,
) -> Evidence {
    let of = |log: f64| Middles { ttft_ms: Some(300.0 * log.exp()), ..Middles::default() };
    let mut parts = Vec::new();
    let raced = runs.len() == 1;
    let runs = runs.map(|run| {
        let brought = level + between * random.normal();
        parts = (0..n)
            .map(|index| Part { index, middles: of(brought + within * random.normal()) })
            .collect();
        let middle = median(parts.iter().filter_map(|part| part.middles.ttft_ms).collect());
        EvidenceRun {
            id: format!("run-{run}"),
            asked: Vec::new(),
            middles: Middles { ttft_ms: middle, ..Middles::default() },
        }
    });
    Evidence {
        paid: Vec::new(),
        runs: runs.collect(),
        parts: if raced { parts } else { Vec::new() },
        raced,
        until_settled: false,
    }
}

fn ttft(middles: &Middles) -> Option<f64> {
    middles.ttft_ms.map(f64::ln)
}

fn itself(middles: &Middles) -> Option<f64> {
    middles.ttft_ms
}

/// The pairs with a verdict: significant, and also by their own interval.
fn told(contenders: Vec<Evidence>) -> BTreeSet<(u32, u32)> {
    let evidence: BTreeMap<u32, Evidence> = (0..).zip(contenders).collect();
    let mut tested = Vec::new();
    let mut sure = BTreeSet::new();
    for (a, one) in &evidence {
        for (b, other) in evidence.range(a + 1..) {
            let raced = of_one_race(one, other, Metric::TtftMs).map(|found| found.difference());
            let of_runs = || Difference::of(one, other, &ttft, DifferenceDetail::Interval);
            let found = raced.or_else(of_runs).expect("both have it");
            tested.push(((*a, *b), found.p));
            if found.interval.is_some_and(|ci| !ci.contains(0.0)) {
                sure.insert((*a, *b));
            }
        }
    }
    &told_apart(&evidence, (&ttft, &itself), &tested) & &sure
}

/// How many of these documents of equal contenders make any statement.
fn false_documents(
    documents: usize,
    (contenders, runs, n): (usize, u32, u32),
    between: impl Fn(usize) -> f64,
) -> usize {
    let mut random = SplitMix64::new(21);
    (0..documents)
        .filter(|_| {
            let one = |at| contender(0..runs, n, (0.0, between(at), 0.1), &mut random);
            !told((0..contenders).map(one).collect()).is_empty()
        })
        .count()
}

#[test]
fn among_equals_of_one_race_a_verdict_is_as_rare_as_in_the_race() {
    for (contenders, n) in [(2, 7), (2, 10), (5, 8), (8, 12)] {
        let wrong = false_documents(400, (contenders, 1, n), |_| 0.0);
        assert!(wrong <= 31, "5.5 % of 400 and two deviations: {wrong} among {contenders} at {n}");
    }
}

#[test]
fn among_equals_whose_runs_differ_by_themselves_a_verdict_is_rare() {
    for runs in [2, 3, 8] {
        let wrong = false_documents(400, (5, runs, 4), |_| 0.3);
        assert!(wrong <= 31, "5.5 % of 400 and two deviations: {wrong} of {runs} runs");
    }
}

#[test]
fn one_that_jitters_does_not_borrow_the_steadiness_of_the_others() {
    for runs in [2, 3, 5] {
        let wrong = false_documents(400, (5, runs, 4), |at| if at == 0 { 0.6 } else { 0.05 });
        assert!(wrong <= 40, "a tenth at most: {wrong} of 400 with {runs} runs");
    }
}

#[test]
fn a_difference_in_one_race_is_found_in_several_too() {
    let mut random = SplitMix64::new(2);
    for runs in [1, 2, 3, 7] {
        let levels = [0.0, 0.001, 1.5, 3.0, 3.001];
        let one = |level| contender(0..runs, 8, (level, 0.02, 0.05), &mut random);
        let told = told(levels.map(one).into());
        for pair in [(0, 2), (0, 3), (1, 4), (2, 3), (2, 4)] {
            assert!(told.contains(&pair), "{pair:?} of {runs} runs: {told:?}");
        }
    }
}

#[test]
fn a_contender_of_another_run_takes_no_verdict_from_those_of_a_race() {
    let mut random = SplitMix64::new(3);
    let mut all: Vec<Evidence> = [0.0, 0.7, 1.4, 2.1]
        .map(|level| contender(0..1, 9, (level, 0.0, 0.05), &mut random))
        .into();
    all.push(contender(9..10, 9, (0.0, 0.0, 0.05), &mut random));
    let told = told(all);
    assert!(told.contains(&(0, 1)) && told.contains(&(2, 3)), "those of the race: {told:?}");
    assert!(told.contains(&(3, 4)), "and eight times the time of another run: {told:?}");
    assert!(!told.contains(&(0, 4)), "which is as fast as the first");
}

/// The first `n` rounds of a race.
fn up_to(whole: &Evidence, n: usize, until_settled: bool) -> Evidence {
    let parts = whole.parts.iter().take(n).cloned().collect();
    Evidence { parts, until_settled, ..whole.clone() }
}

#[test]
fn a_race_that_its_own_values_ended_is_not_judged_as_if_its_length_were_planned() {
    let mut random = SplitMix64::new(5);
    let (races, longest) = (200, 40);
    let (mut wrong, mut wrong_if_planned) = (0, 0);
    for _ in 0..races {
        let lanes = [(); 2].map(|()| contender(0..1, longest, (0.0, 0.0, 0.1), &mut random));
        let ends_with_a_verdict = |until_settled| {
            (6..=longest as usize).step_by(2).any(|n| {
                !told(lanes.iter().map(|lane| up_to(lane, n, until_settled)).collect()).is_empty()
            })
        };
        wrong += u32::from(ends_with_a_verdict(true));
        wrong_if_planned += u32::from(ends_with_a_verdict(false));
    }
    assert!(wrong <= 16, "5 % of 200 and two deviations, looked at after each round: {wrong}");
    assert!(
        wrong_if_planned > 20,
        "a test for a planned length does not keep that: {wrong_if_planned}"
    );
}

#[test]
fn a_race_that_was_settled_stays_settled_in_a_comparison() {
    let mut random = SplitMix64::new(6);
    let lanes = [0.0, 0.5, 1.0].map(|level| contender(0..1, 20, (level, 0.0, 0.05), &mut random));
    let told = told(lanes.iter().map(|lane| up_to(lane, 20, true)).collect());
    assert_eq!(told.len(), 3, "half as long again, ten deviations apart: {told:?}");
}
