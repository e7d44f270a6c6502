//! Who was better, round by round: each lane against the one that leads.

use measure::{Better, Comparison};
use serde::Serialize;

use crate::{Lane, Run, Sample};

/// A number that lanes are compared by: its name, how it is read off a sample, and which way is better.
type Metric = (&'static str, fn(&Sample) -> Option<f64>, Better);

const METRICS: [Metric; 3] = [
    ("ttft_ms", |sample| sample.speed.ttft_ms, Better::Lower),
    ("decode_tps", |sample| sample.speed.decode_tps, Better::Higher),
    ("latency_ms", |sample| sample.speed.latency_ms, Better::Lower),
];

/// Two lanes of a race over its rounds, by one number.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Versus {
    /// The number's name in the document.
    pub metric: &'static str,
    /// The lane that leads, counted from 0 among those that ran.
    pub leader: u32,
    /// The other one.
    pub other: u32,
    /// The leader as A, the other one as B.
    pub comparison: Comparison,
}

/// Each lane against the one with the best median, number by number; nothing of a race of one round. Rounds are pairs:
/// what disturbed one lane in them disturbed the other.
pub fn versus(run: &Run) -> Vec<Versus> {
    if run.plan.load.is_some() || run.plan.repeat < 2 {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (metric, read, better) in METRICS {
        let Some(leader) = leader(run, metric, better) else { continue };
        for other in (0..run.lanes.len()).filter(|other| *other != leader) {
            let rounds: Vec<_> = pairs(run.lanes.get(leader), run.lanes.get(other), read).collect();
            if let Some(comparison) = Comparison::of(&rounds, better) {
                let place = |lane: usize| u32::try_from(lane).unwrap_or(u32::MAX);
                all.push(Versus { metric, leader: place(leader), other: place(other), comparison });
            }
        }
    }
    all
}

fn leader(run: &Run, metric: &str, better: Better) -> Option<usize> {
    let middle = |lane: &Lane| {
        let spread = lane.summary.get(metric)?;
        let middle = spread.p50.unwrap_or(spread.mean);
        Some(if better == Better::Lower { middle } else { -middle })
    };
    let known = run.lanes.iter().enumerate().filter_map(|(lane, of)| Some((lane, middle(of)?)));
    known.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(lane, _)| lane)
}

fn pairs<'a>(
    a: Option<&'a Lane>,
    b: Option<&'a Lane>,
    read: fn(&Sample) -> Option<f64>,
) -> impl Iterator<Item = (Option<f64>, Option<f64>)> + 'a {
    let good = move |sample: &Sample| read(sample).filter(|_| sample.status.is_ok());
    let (a, b) = (a.into_iter(), b.into_iter());
    let (a, b) = (a.flat_map(|lane| &lane.samples), b.flat_map(|lane| &lane.samples));
    a.zip(b).map(move |(a, b)| (good(a), good(b)))
}
