//! Paired comparisons over the rounds of a race, in sentences.

use measure::{Metric, Verdict};
use race::{Pairwise, Run, pairwise};

use crate::terminal::words;

/// A sentence for each pair and metric with enough rounds.
pub(crate) fn comparisons(run: &Run) -> Vec<String> {
    pairwise(run).iter().filter_map(|pair| sentence(run, pair)).collect()
}

fn sentence(run: &Run, pair: &Pairwise) -> Option<String> {
    let Pairwise { metric, leader, other, comparison } = pair;
    let name = |lane: u32| {
        let lane = run.lanes.get(lane as usize)?;
        Some(words::clipped(&words::lane(&lane.label, &lane.model, lane.simulated), 32))
    };
    let (leader, other) = (name(*leader)?, name(*other)?);
    let metric = Metric::by_id(metric)?.definition();
    let what = metric.name;
    let amount = |value: f64| metric.unit.written(value.abs());
    let (by, ci) = (comparison.median_difference?, comparison.ci?);
    let wins = format!(
        "{} of {}",
        words::percent(comparison.win_probability),
        words::several(comparison.n, "round")
    );
    if comparison.verdict == Verdict::Tie {
        let more = comparison.more_rounds.map_or_else(String::new, |more| {
            format!("; about {} more would settle it", words::several(more, "round"))
        });
        return Some(format!("{what}: {leader} and {other} tie ({wins} to the first){more}."));
    }
    let (near, far) =
        if ci.low.abs() < ci.high.abs() { (ci.low, ci.high) } else { (ci.high, ci.low) };
    Some(format!(
        "{what}: {leader} is better than {other} in {wins}, by {} in the middle (95 %: {} to {}).",
        amount(by),
        amount(near),
        amount(far)
    ))
}
