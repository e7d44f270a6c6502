//! The target of a sweep that finds its own levels: the highest load that keeps a service level.

use measure::Phrase;
use serde::{Deserialize, Serialize};

use crate::plan::step::Step;
use crate::plan::wording;

/// The share of requests permitted past the limit of a 95th percentile.
const PAST_P95: f64 = 0.05;

/// A service level, and the loads among which the highest that keeps it is sought. Every limit that is set must be
/// kept.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct CapacityTarget {
    /// The limit of p95 TTFT, in milliseconds. A failed request exceeds it.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_p95_ms: Option<f64>,
    /// The share of requests that may fail, above 0 and below 1.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error_rate: Option<f64>,
    /// The share of requests that must be good, above 0 and below 1: within every goodput limit of the load and, where answers are checked,
    /// right. A failed one is not.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub good_fraction: Option<f64>,
    /// The highest load to try.
    pub most: u32,
    /// Whether the load is requests per second; otherwise requests in flight.
    #[serde(default)]
    pub per_second: bool,
}

/// One limit of a service level.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum ServiceLimit {
    /// p95 TTFT, in milliseconds.
    TtftP95(f64),
    /// Failed requests.
    Errors,
    /// Requests that are not good.
    NotGood,
}

impl CapacityTarget {
    /// A load of its kind.
    pub(crate) fn step(self, load: f64) -> Step {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "loads are positive and at most the highest, and the cast saturates"
        )]
        if self.per_second { Step::Rate(load) } else { Step::Streams(load.round() as u32) }
    }

    /// Its limits, each with the share of requests permitted to break it.
    pub(crate) fn limits(self) -> impl Iterator<Item = (ServiceLimit, f64)> {
        let ttft = self.ttft_p95_ms.map(|limit_ms| (ServiceLimit::TtftP95(limit_ms), PAST_P95));
        let errors = self.error_rate.map(|share| (ServiceLimit::Errors, share));
        let good = self.good_fraction.map(|share| (ServiceLimit::NotGood, 1.0 - share));
        [ttft, errors, good].into_iter().flatten()
    }

    /// What prevents the start, in a sentence that says what to do.
    pub(crate) fn problem(self, has_limits: bool) -> Option<Phrase> {
        let is_share = |share: f64| share > 0.0 && share < 1.0;
        if self.limits().next().is_none() {
            return Some(wording::no_service_level());
        }
        if self.ttft_p95_ms.is_some_and(|limit| !(limit.is_finite() && limit > 0.0)) {
            return Some(wording::ttft_limit());
        }
        if self.error_rate.into_iter().chain(self.good_fraction).any(|share| !is_share(share)) {
            return Some(wording::level_shares());
        }
        (self.good_fraction.is_some() && !has_limits).then(wording::no_goodput_limits)
    }
}
