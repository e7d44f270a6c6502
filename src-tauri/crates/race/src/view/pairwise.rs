//! Paired comparison over rounds: each lane against the leader.

use measure::{Comparison, Metric, leader};
use serde::Serialize;

use crate::plan::Workload;
use crate::result::run::{Lane, Run, Sample};

/// The compared metrics.
const METRICS: [Metric; 3] = [Metric::TtftMs, Metric::DecodeTps, Metric::LatencyMs];

/// Two lanes of a race, compared over its rounds by one metric.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Pairwise {
    /// Id of the metric.
    pub metric: &'static str,
    /// Index of the leader among the lanes that ran.
    pub leader: u32,
    /// Index of the other lane.
    pub other: u32,
    /// The comparison, with the leader as A and the other lane as B.
    pub comparison: Comparison,
}

/// Compares each lane with the one with the best median, by metric; empty for a race of one round. Rounds are pairs,
/// because a disturbance in a round affects both lanes.
pub fn pairwise(run: &Run) -> Vec<Pairwise> {
    match run.plan.workload() {
        Workload::Rounds { repeat, .. } if repeat >= 2 => {}
        Workload::Rounds { .. } | Workload::Sweep(_) => return Vec::new(),
    }
    let mut all = Vec::new();
    for metric in METRICS {
        let Some(better) = metric.definition().better else { continue };
        let middle = |lane: &Lane| Some(lane.summary.get(metric.id())?.middle());
        let known = run.lanes.iter().enumerate().filter_map(|(lane, of)| Some((lane, middle(of)?)));
        let Some((first, _)) = leader(known, better) else { continue };
        for other in (0..run.lanes.len()).filter(|other| *other != first) {
            let rounds: Vec<_> =
                pairs(run.lanes.get(first), run.lanes.get(other), metric).collect();
            if let Some(comparison) = Comparison::of(&rounds, better) {
                let place = |lane: usize| u32::try_from(lane).unwrap_or(u32::MAX);
                let (leader, other) = (place(first), place(other));
                all.push(Pairwise { metric: metric.id(), leader, other, comparison });
            }
        }
    }
    all
}

fn pairs<'a>(
    a: Option<&'a Lane>,
    b: Option<&'a Lane>,
    metric: Metric,
) -> impl Iterator<Item = (Option<f64>, Option<f64>)> + 'a {
    let good = move |sample: &Sample| sample.value(metric).filter(|_| sample.status.is_ok());
    let (a, b) = (a.into_iter(), b.into_iter());
    let (a, b) = (a.flat_map(|lane| &lane.samples), b.flat_map(|lane| &lane.samples));
    a.zip(b).map(move |(a, b)| (good(a), good(b)))
}
