//! Paired comparisons over the rounds of a race, in sentences.

use measure::{Metric, Unit, VERDICT_FROM, Verdict};
use race::{Pairwise, Run, pairwise};

use crate::terminal::words;

/// A sentence for each pair and metric with enough rounds.
pub(crate) fn comparisons(run: &Run) -> Vec<String> {
    pairwise(run).iter().filter_map(|pair| sentence(run, pair)).collect()
}

fn sentence(run: &Run, pair: &Pairwise) -> Option<String> {
    let Pairwise { metric, leader, other, lanes, comparison } = pair;
    let name = |lane: u32| {
        let lane = run.lanes.get(lane as usize)?;
        Some(words::clipped(&words::lane(&lane.label, &lane.model, lane.simulated), 32))
    };
    let (leader, other) = (name(*leader)?, name(*other)?);
    let metric = Metric::by_id(metric)?.definition();
    let counted = if metric.unit == Unit::TokensPerSecond { " (o200k tokens)" } else { "" };
    let what = format!("{}{counted}", metric.name);
    let amount = |value: f64| metric.unit.written(value.abs());
    let won = format!("{} of {}", comparison.won, words::several(comparison.n, "round"));
    let Some((by, ci)) = comparison.difference.zip(comparison.ci) else {
        return Some(format!(
            "{what}: {leader} was better than {other} in {won}. A verdict needs at least {VERDICT_FROM} rounds."
        ));
    };
    if comparison.verdict == Verdict::Tie {
        let among = if *lanes > 2 { format!(" among {lanes} lanes") } else { String::new() };
        let needed = comparison.rounds_needed.map_or_else(String::new, |needed| {
            format!(" A race of about {needed} rounds would settle a difference of this size.")
        });
        return Some(format!(
            "{what}: {leader} and {other} are not told apart{among} (the first was better in {won}).{needed}"
        ));
    }
    let (near, far) =
        if ci.low.abs() < ci.high.abs() { (ci.low, ci.high) } else { (ci.high, ci.low) };
    Some(format!(
        "{what}: {leader} is better than {other}, in {won}, by {} (95 %: {} to {}).",
        amount(by),
        amount(near),
        amount(far)
    ))
}
