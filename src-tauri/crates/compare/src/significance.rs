//! Which pairs of contenders differ significantly in one number. The chance of *any* mistake among all pairs is at most
//! 5 %.
//!
//! - **Contenders of one race** and of no other run are judged as the race judges its lanes, by ranks aligned by round
//!   ([`measure::pairs_apart`]), so the comparison agrees with the race.
//! - **All other pairs**, those of one race that are never in one of its rounds among them, are judged by their own p-values, step by step. S. Holm (1979), "A simple sequentially
//!   rejective multiple test procedure".
//! - **Contenders that share few runs** scatter around an effect that each run has on all of them. That scatter is
//!   estimated from all of them together, as the residual of a randomised block design (R. A. Fisher 1935), because two
//!   runs say next to nothing about a single pair. A verdict also needs the pair's own interval, so a contender that
//!   jitters does not borrow the others' steadiness.
//!
//! If an answer has several of these families, each has an equal share of the 5 % (C. E. Bonferroni).

use std::collections::{BTreeMap, BTreeSet};

use measure::{ALPHA, pairs_apart, student};

use crate::difference_of_rounds::paired_rounds;
use crate::evidence::{Evidence, Number};
use crate::request::float;

/// From this number of shared runs on, a pair's own scatter is used.
const OWN_SCATTER_FROM: usize = 6;

/// A pair of contenders by place, in the order tested, and the p-value of no difference.
pub(crate) type PairTest = ((u32, u32), f64);

/// The pairs that differ significantly in a number: of runs, by its compared form; of the rounds of one race, by itself, as the race
/// judges it.
pub(crate) fn told_apart(
    evidence: &BTreeMap<u32, Evidence>,
    (number, itself): (Number<'_>, Number<'_>),
    tested: &[PairTest],
) -> BTreeSet<(u32, u32)> {
    let races = races(evidence, itself);
    let race_of = |place: u32| races.iter().position(|race| race.contains(&place));
    let are_raced = |a: u32, b: u32| {
        let sides = evidence.get(&a).zip(evidence.get(&b));
        race_of(a).is_some_and(|race| race_of(b) == Some(race))
            && sides.is_some_and(|(a, b)| !paired_rounds((a, itself), (b, itself)).is_empty())
    };
    let others = tested.iter().filter(|((a, b), _)| !are_raced(*a, *b));
    let mut others: Vec<PairTest> = others.copied().collect();
    // What is not tested takes no share of the level.
    let families = races.len() + usize::from(others.iter().any(|(_, p)| *p < 1.0));
    let alpha = ALPHA / float(families.max(1));
    pool(&mut others, evidence, number);
    let in_a_race: BTreeSet<(u32, u32)> =
        races.iter().flat_map(|race| apart_in(race, (evidence, itself), tested, alpha)).collect();
    let is_apart = |(a, b): (u32, u32)| in_a_race.contains(&(a.min(b), a.max(b)));
    let raced = tested.iter().map(|(pair, _)| *pair).filter(|pair| is_apart(*pair));
    raced.chain(step_down(&mut others, alpha)).collect()
}

/// The pairs that differ significantly by their own p-values alone, among all of them.
pub(crate) fn told_apart_alone(tested: &[PairTest]) -> BTreeSet<(u32, u32)> {
    step_down(&mut tested.to_vec(), ALPHA).into_iter().collect()
}

/// The contenders that are known only by the rounds of one race, race by race. A race with only one of them has no
/// pair.
fn races(evidence: &BTreeMap<u32, Evidence>, number: Number<'_>) -> Vec<Vec<u32>> {
    let mut races: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (place, one) in evidence {
        let is_known = one.parts.iter().any(|part| value(number, &part.middles).is_some());
        if let ([run], true, true) = (one.runs.as_slice(), one.raced, is_known) {
            races.entry(run.id.as_str()).or_default().push(*place);
        }
    }
    races.into_values().filter(|race| race.len() > 1).collect()
}

fn value(number: Number<'_>, middles: &crate::evidence::Middles) -> Option<f64> {
    number(middles).filter(|value| value.is_finite())
}

/// The pairs of a race that differ significantly, lower place first. A race that ended once settled is judged by
/// evidence that holds after every round, for every pair as in the race itself (C. E. Bonferroni); one of planned
/// length, by its ranks.
fn apart_in(
    race: &[u32],
    (evidence, number): (&BTreeMap<u32, Evidence>, Number<'_>),
    tested: &[PairTest],
    alpha: f64,
) -> Vec<(u32, u32)> {
    let is_watched = |place: &u32| evidence.get(place).is_some_and(|one| one.until_settled);
    if !race.iter().any(is_watched) {
        return apart_in_race(race, evidence, number, alpha);
    }
    let pairs = float(race.len() * race.len().saturating_sub(1) / 2);
    let is_apart =
        |((a, b), p): &&PairTest| race.contains(a) && race.contains(b) && *p <= alpha / pairs;
    tested.iter().filter(is_apart).map(|((a, b), _)| (*a.min(b), *a.max(b))).collect()
}

/// The pairs of a race that its rounds show to differ, lower place first.
fn apart_in_race(
    race: &[u32],
    evidence: &BTreeMap<u32, Evidence>,
    number: Number<'_>,
    alpha: f64,
) -> Vec<(u32, u32)> {
    let mut rounds: BTreeMap<u32, Vec<Option<f64>>> = BTreeMap::new();
    for (at, one) in race.iter().filter_map(|place| evidence.get(place)).enumerate() {
        for part in &one.parts {
            let round = rounds.entry(part.index).or_insert_with(|| vec![None; race.len()]);
            if let Some(own) = round.get_mut(at) {
                *own = value(number, &part.middles);
            }
        }
    }
    let rounds: Vec<Vec<Option<f64>>> = rounds.into_values().collect();
    let place = |at: usize| race.get(at).copied();
    let pairs = pairs_apart(&rounds, alpha).into_iter();
    pairs.filter_map(|(one, other)| place(one).zip(place(other))).collect()
}

/// The pairs whose p-values are significant among all of them.
fn step_down(tested: &mut [PairTest], alpha: f64) -> Vec<(u32, u32)> {
    tested.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let left = (1..=tested.len()).rev();
    let rejected = tested.iter().zip(left).take_while(|((_, p), left)| *p <= alpha / float(*left));
    rejected.map(|((pair, _), _)| *pair).collect()
}

/// Replaces the p-values of contenders that all took part in the same few runs by those from their common scatter.
fn pool(tested: &mut [PairTest], evidence: &BTreeMap<u32, Evidence>, number: Number<'_>) {
    let mut sharing: BTreeMap<Vec<&str>, Vec<(u32, Vec<f64>)>> = BTreeMap::new();
    for (place, one) in evidence {
        let known =
            one.runs.iter().filter_map(|run| Some((run.id.as_str(), value(number, &run.middles)?)));
        let (runs, values): (Vec<&str>, Vec<f64>) = known.unzip();
        if (2..OWN_SCATTER_FROM).contains(&runs.len()) {
            sharing.entry(runs).or_default().push((*place, values));
        }
    }
    for (runs, block) in sharing.iter().filter(|(_, block)| block.len() > 2) {
        let (means, error, df) = residual(block, runs.len());
        for ((a, b), p) in tested.iter_mut() {
            if let Some((one, other)) = means.get(a).zip(means.get(b)) {
                let apart = one - other;
                *p = student::p_value(if apart == 0.0 { 0.0 } else { apart / error }, df);
            }
        }
    }
}

/// The mean of each contender over the runs that all of them share, the standard error of the difference between two,
/// and its degrees of freedom.
fn residual(block: &[(u32, Vec<f64>)], runs: usize) -> (BTreeMap<u32, f64>, f64, f64) {
    let (k, r) = (float(block.len()), float(runs));
    let mean = |values: &[f64]| values.iter().sum::<f64>() / r;
    let means: BTreeMap<u32, f64> =
        block.iter().map(|(place, values)| (*place, mean(values))).collect();
    let brought: Vec<f64> = (0..runs)
        .map(|run| block.iter().filter_map(|(_, values)| values.get(run)).sum::<f64>() / k)
        .collect();
    let all = brought.iter().sum::<f64>() / r;
    let squares: f64 = block
        .iter()
        .flat_map(|(_, values)| {
            let own = mean(values) - all;
            values.iter().zip(&brought).map(move |(value, brought)| value - brought - own)
        })
        .map(|left| left * left)
        .sum();
    let df = (k - 1.0) * (r - 1.0);
    (means, (2.0 * squares / df / r).sqrt(), df)
}

#[cfg(test)]
#[path = "significance_tests.rs"]
mod tests;
