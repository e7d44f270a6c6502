//! The outcome of a hedging policy, for one request and for all of them.

use measure::{MEDIAN_FROM, percentile};
use serde::Serialize;

use crate::request::{MeasuredRequest, Outcome, float};

/// Minimum number of samples for a p95.
pub(super) const TAIL: usize = 20;
/// Minimum number of shared rounds; below it all pairs are used.
pub(super) const LEAST_ROUNDS: usize = MEDIAN_FROM as usize;

/// The outcome of one policy. Times are in milliseconds; failed requests count in `failed` but in no time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct HedgeOutcome {
    /// Share of the requests that failed, 0 to 1.
    pub failed: f64,
    /// Median time to first token; absent below five samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_p50_ms: Option<f64>,
    /// p95 TTFT; absent below twenty samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_p95_ms: Option<f64>,
    /// Mean TTFT of the slowest twentieth; absent below twenty samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slowest_ms: Option<f64>,
    /// Median latency; absent below five samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p50_ms: Option<f64>,
    /// p95 latency; absent below twenty samples.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_p95_ms: Option<f64>,
    /// Mean cost of a request, in dollars; absent if a cost is unknown.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd: Option<f64>,
}

/// The outcome of one request.
#[derive(Clone, Copy)]
pub(super) struct Attempt {
    /// When its first token arrived, whether or not it broke off later.
    pub(super) spoke_ms: Option<f64>,
    pub(super) latency_ms: Option<f64>,
    pub(super) usd: Option<f64>,
    pub(super) failed: bool,
}

pub(super) fn attempt(point: &MeasuredRequest) -> Attempt {
    let failed = point.outcome == Outcome::Failed;
    Attempt {
        spoke_ms: point.ttft_ms,
        latency_ms: point.latency_ms.filter(|_| !failed),
        // A refused request has no cost.
        usd: point.cost_usd.or(failed.then_some(0.0)),
        failed,
    }
}

/// The one with the first token is kept. If one ended without text, the other is kept.
pub(super) fn at_once(a: Attempt, b: Attempt) -> Attempt {
    let kept = match (a.spoke_ms, b.spoke_ms) {
        (Some(x), Some(y)) if x <= y => a,
        (_, Some(_)) => b,
        (None, None) if a.failed => b,
        _ => a,
    };
    Attempt { usd: a.usd.zip(b.usd).map(|(a, b)| a + b), ..kept }
}

/// The mean of the slowest twentieth of sorted times.
fn slowest(sorted: &[f64]) -> Option<f64> {
    let number = sorted.len().div_ceil(20);
    let slowest = sorted.get(sorted.len() - number..)?;
    (number > 0).then(|| slowest.iter().sum::<f64>() / float(number))
}

/// Summarises outcomes. `n` is the number of independent requests behind them, because the pairs are not independent
/// samples.
pub(super) fn outcome_of(all: impl Iterator<Item = Attempt>, n: usize) -> HedgeOutcome {
    let all: Vec<Attempt> = all.collect();
    let sorted = |of: fn(&Attempt) -> Option<f64>| {
        let mut values: Vec<f64> = all.iter().filter_map(of).collect();
        values.sort_by(f64::total_cmp);
        values
    };
    let ttft = sorted(|attempt| attempt.spoke_ms.filter(|_| !attempt.failed));
    let latency = sorted(|attempt| attempt.latency_ms);
    let at = |values: &[f64], p: f64, least: usize| {
        (n.min(values.len()) >= least).then(|| percentile(values, p)).flatten()
    };
    let usd: Option<Vec<f64>> = all.iter().map(|attempt| attempt.usd).collect();
    let failed = all.iter().filter(|attempt| attempt.failed).count();
    HedgeOutcome {
        failed: float(failed) / float(all.len().max(1)),
        ttft_p50_ms: at(&ttft, 0.5, LEAST_ROUNDS),
        ttft_p95_ms: at(&ttft, 0.95, TAIL),
        slowest_ms: slowest(&ttft).filter(|_| n.min(ttft.len()) >= TAIL),
        latency_p50_ms: at(&latency, 0.5, LEAST_ROUNDS),
        latency_p95_ms: at(&latency, 0.95, TAIL),
        usd: usd
            .filter(|usd| !usd.is_empty())
            .map(|usd| usd.iter().sum::<f64>() / float(usd.len())),
    }
}
