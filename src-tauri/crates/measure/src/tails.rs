//! How sure a percentile or an error rate is. Every bound here is exact: it assumes independent requests and no
//! particular distribution of their times.

use serde::{Deserialize, Serialize};

use crate::binomial::{as_f64, at_most, chance_where, partition, quantile_ranks};
use crate::interval::Interval;
use crate::judge::CONFIDENCE;
use crate::percentile::{finite_sorted, percentile};
use crate::spread::Spread;

/// A percentile of many requests, with an interval that contains the true one in 95 of 100 cases. A failed request
/// counts as slower than every other.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Tail {
    /// Which percentile, 0 to 1: 0.95 is the 95th.
    pub p: f64,
    /// Number of requests, including failed ones.
    pub n: u32,
    /// The percentile of these requests, interpolated; absent if it falls on a failed request.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Lower end of the interval; absent with too few requests.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Upper end of the interval; absent with too few requests, or if it falls on a failed one.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
}

impl Tail {
    /// The `p`-quantile (0 to 1) of `values`, plus `failed` requests that failed. `None` without any request.
    /// Non-finite values are ignored, and the order does not matter.
    pub fn of(values: impl IntoIterator<Item = f64>, failed: usize, p: f64) -> Option<Self> {
        let sorted = finite_sorted(values);
        let n = sorted.len() + failed;
        let last = n.checked_sub(1).filter(|_| (0.0..=1.0).contains(&p))?;
        // A quantile interpolated with a failed request has no value either.
        let is_known = p * as_f64(last) <= as_f64(sorted.len()) - 1.0;
        let value = if failed == 0 {
            percentile(&sorted, p)
        } else {
            // Among all requests its rank is higher than among the successful ones.
            let share = p * as_f64(last) / (as_f64(sorted.len()) - 1.0).max(1.0);
            is_known.then(|| percentile(&sorted, share)).flatten()
        };
        let (low, high) = quantile_ranks(n, p, CONFIDENCE);
        let at = |rank: Option<usize>| rank.and_then(|rank| sorted.get(rank).copied());
        Some(Self { p, n: as_u32(n), value, low: at(low), high: at(high) })
    }
}

impl Spread {
    /// The same with the slow tail of all requests: `values` are those of the ones that succeeded, and each of the `failed`
    /// is slower than every one of them. A percentile that falls on a failed one is absent.
    #[must_use]
    pub fn with_failures(mut self, values: &[f64], failed: usize) -> Self {
        let of_all = |p| Tail::of(values.iter().copied(), failed, p)?.value;
        self.p90 = self.p90.and_then(|_| of_all(0.90));
        self.p95 = self.p95.and_then(|_| of_all(0.95));
        self.p99 = self.p99.and_then(|_| of_all(0.99));
        self
    }
}

/// A certified percentile: with this confidence, the true one is no higher than the bound.
///
/// The rule is the early-stopping criterion in `MLPerf` Inference: with `t` ≥ 1 requests at the bound or above it, the
/// probability of at most `t` above the true percentile must be at most 1 − confidence. p99 with 99 % confidence needs
/// 662 requests, p95 130, p90 64.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct CertifiedPercentile {
    /// Which percentile, 0 to 1.
    pub p: f64,
    /// The confidence, 0 to 1.
    pub confidence: f64,
    /// Number of independent requests that these are worth, including failed ones.
    pub n: u32,
    /// The minimum number of requests that can certify it.
    pub needs: u32,
    /// The bound; absent with too few requests, or if too many failed.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<f64>,
}

impl CertifiedPercentile {
    /// The bound of the `p`-quantile of `values`, plus `failed` requests that failed. `p` and `confidence` must lie
    /// strictly between 0 and 1; `None` otherwise. Non-finite values are ignored.
    pub fn of(
        values: impl IntoIterator<Item = f64>,
        failed: usize,
        p: f64,
        confidence: f64,
    ) -> Option<Self> {
        let is_inside = |share: f64| share > 0.0 && share < 1.0;
        if !is_inside(p) || !is_inside(confidence) {
            return None;
        }
        let sorted = finite_sorted(values);
        let all = sorted.len() + failed;
        Some(Self::of_worth(&sorted, all, (p, confidence), all))
    }

    /// The bound of `all` requests that are worth `n` independent ones: the one that stands among them where it would
    /// among those. `sorted` are the times of those that succeeded, ascending.
    pub(crate) fn of_worth(
        sorted: &[f64],
        all: usize,
        (p, confidence): (f64, f64),
        n: usize,
    ) -> Self {
        // With `t` requests at or above the bound, the probability of at most `t` above the true quantile.
        let carried = partition(n, |t| at_most(t, n, 1.0 - p) <= 1.0 - confidence).checked_sub(1);
        let at = carried.filter(|t| *t >= 1).and_then(|t| (all * n.checked_sub(t)?).checked_div(n));
        Self {
            p,
            confidence,
            n: as_u32(n),
            needs: requests_to_certify(p, confidence),
            bound: at.and_then(|rank| sorted.get(rank).copied()),
        }
    }
}

/// The minimum number of requests that certify the `p`-quantile with this `confidence`: see [`CertifiedPercentile`].
pub fn requests_to_certify(p: f64, confidence: f64) -> u32 {
    // One request more than the largest number at which even a single request at the bound is likelier than allowed.
    let most = 1_usize << 31;
    as_u32(partition(most, |n| at_most(1, n, 1.0 - p) > 1.0 - confidence))
}

/// The name of a percentile: `p95`, `p99.9`.
pub fn percentile_name(p: f64) -> String {
    let hundredths = (p * 10_000.0).round() / 100.0;
    format!("p{hundredths}")
}

/// The Clopper–Pearson interval (1934) of a share, of which `events` of `of` were seen, at this `confidence`: exact, so
/// it contains the true share at least that often. 0 of 5 is [0, 0.52]. `None` for 0 of 0, or for more events than
/// there can be.
pub fn share_interval(events: usize, of: usize, confidence: f64) -> Option<Interval> {
    let aside = (1.0 - confidence) / 2.0;
    let high = share_at_most(events, of, 1.0 - aside)?;
    let low = match events.checked_sub(1) {
        Some(fewer) => chance_where(|p| at_most(fewer, of, p), 1.0 - aside),
        None => 0.0,
    };
    Some(Interval { low, high })
}

/// The upper bound of a share at this confidence, if `events` of `of` were seen: 0 of 5 at 95 % is 0.45. `None` for 0
/// of 0, or for more events than there can be.
pub fn share_at_most(events: usize, of: usize, confidence: f64) -> Option<f64> {
    if of == 0 || events > of {
        return None;
    }
    if events == of {
        return Some(1.0);
    }
    Some(chance_where(|p| at_most(events, of, p), 1.0 - confidence))
}

fn as_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
#[path = "tails_tests.rs"]
mod tests;
