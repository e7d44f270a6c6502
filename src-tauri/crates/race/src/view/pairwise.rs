//! Paired comparison over rounds: each lane against the leader.

use measure::{Comparison, Metric, WithBest, middle};
use serde::Serialize;

use crate::plan::Workload;
use crate::result::run::{Lane, Run, Sample};

/// The compared metrics.
const METRICS: [Metric; 3] = [Metric::TtftMs, Metric::DecodeTps, Metric::LatencyMs];

/// Latencies are compared only if the longest answer has at most this many times the tokens of the shortest. Otherwise the
/// lane that writes less would be faster.
const ALIKE: f64 = 1.1;

/// Two lanes of a race, compared over its rounds by one metric.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Pairwise {
    /// Id of the metric.
    pub metric: &'static str,
    /// Index of the leader among the lanes that ran.
    pub leader: u32,
    /// Index of the other lane.
    pub other: u32,
    /// Number of lanes compared by this metric, including the leader.
    pub lanes: u32,
    /// The comparison, with the leader as A and the other lane as B.
    pub comparison: Comparison,
}

/// Compares each lane with the one with the best median, by metric; empty for a race of one round. Rounds are pairs,
/// because a disturbance in a round affects both lanes.
///
/// Simulated lanes are not compared with real ones. Speeds are in o200k tokens, so that a finer tokenizer makes no lane
/// faster. Latencies are compared only if the answers have about the same length.
pub fn pairwise(run: &Run) -> Vec<Pairwise> {
    match run.plan.workload() {
        Workload::Rounds { repeat, .. } if repeat >= 2 => {}
        Workload::Rounds { .. } | Workload::Sweep(_) => return Vec::new(),
    }
    let any_real = run.lanes.iter().any(|lane| !lane.simulated);
    let lanes: Vec<(usize, &Lane)> =
        run.lanes.iter().enumerate().filter(|(_, lane)| !(any_real && lane.simulated)).collect();
    METRICS.into_iter().flat_map(|metric| by_metric(&lanes, metric)).collect()
}

fn by_metric(lanes: &[(usize, &Lane)], metric: Metric) -> Vec<Pairwise> {
    let values: Vec<(u32, Vec<Option<f64>>)> = lanes
        .iter()
        .filter_map(|(place, lane)| {
            let rounds: Vec<_> =
                lane.samples.iter().map(|sample| comparable(sample, metric)).collect();
            let known = rounds.iter().any(Option::is_some);
            Some((u32::try_from(*place).ok()?, rounds)).filter(|_| known)
        })
        .collect();
    let too_different =
        metric == Metric::LatencyMs && !are_alike(lanes.iter().map(|(_, lane)| *lane));
    let Some(better) = metric.definition().better.filter(|_| !too_different) else {
        return Vec::new();
    };
    let (places, rounds): (Vec<u32>, Vec<_>) = values.into_iter().unzip();
    let Some(WithBest { best, others }) = WithBest::of(&rounds, better) else { return Vec::new() };
    let number = u32::try_from(places.len()).unwrap_or(u32::MAX);
    others
        .into_iter()
        .filter_map(|(other, comparison)| {
            let (leader, other) = (*places.get(best)?, *places.get(other)?);
            Some(Pairwise { metric: metric.id(), leader, other, lanes: number, comparison })
        })
        .collect()
}

/// A metric of a successful request, in a unit that is the same for all lanes.
fn comparable(sample: &Sample, metric: Metric) -> Option<f64> {
    let value = sample.values().get(metric).filter(|_| sample.status.is_ok())?;
    match metric {
        // server = neutral · (1 + difference), so neutral per second = server per second ÷ (1 + difference).
        Metric::DecodeTps => Some(value / (1.0 + sample.count_diff_pct? / 100.0)),
        _ => Some(value),
    }
}

/// Whether the median answers of the lanes have about the same length in o200k tokens.
fn are_alike<'a>(lanes: impl Iterator<Item = &'a Lane>) -> bool {
    let length = |lane: &Lane| {
        let good = lane.samples.iter().filter(|sample| sample.status.is_ok());
        middle(good.filter_map(|sample| sample.out_tokens_neutral).map(f64::from))
    };
    let lengths: Vec<f64> = lanes.filter_map(length).collect();
    let longest = lengths.iter().copied().fold(0.0, f64::max);
    lengths.iter().all(|length| longest <= ALIKE * length)
}

#[cfg(test)]
#[path = "pairwise_tests.rs"]
mod tests;
