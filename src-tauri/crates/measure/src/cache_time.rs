//! What requests whose prompt came from a cache save in time, beside the same requests without it.

use serde::{Deserialize, Serialize};

use crate::interval::Interval;
use crate::judge::middle;

/// The time to first token of requests with input from a prompt cache, beside that of the same requests without any.
///
/// The share is of the whole time, network and queue included, so the share of the time that the prompt itself takes is at least as
/// large. It is no count of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct CacheTime {
    /// Requests without input from the cache, as the server reports.
    pub cold: u32,
    /// Requests with input from it.
    pub warm: u32,
    /// TTFT without the cache, in milliseconds: the median, or the mean of fewer than five.
    pub cold_ttft_ms: f64,
    /// The same with it.
    pub warm_ttft_ms: f64,
    /// `1 − warm ÷ cold`: the share of TTFT that was saved; negative if none was.
    pub saved_share: f64,
    /// The same over the ends of the 95 % intervals of both times; absent if either has none.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub saved_share_ci: Option<Interval>,
}

impl CacheTime {
    /// Compares two sets of times in milliseconds, whose 95 % intervals are these; `None` if one is empty, or the time without the cache
    /// is not above 0.
    pub fn of(
        (cold, cold_ci): (&[f64], Option<Interval>),
        (warm, warm_ci): (&[f64], Option<Interval>),
    ) -> Option<Self> {
        let (cold_ttft_ms, warm_ttft_ms) =
            (middle(cold.iter().copied())?, middle(warm.iter().copied())?);
        let saved = |cold: f64, warm: f64| 1.0 - warm / cold;
        let is_timed = |ci: &(Interval, Interval)| ci.0.low > 0.0;
        let saved_share_ci = cold_ci.zip(warm_ci).filter(is_timed).map(|(cold, warm)| Interval {
            low: saved(cold.low, warm.high),
            high: saved(cold.high, warm.low),
        });
        let count = |times: &[f64]| u32::try_from(times.len()).unwrap_or(u32::MAX);
        (cold_ttft_ms > 0.0).then(|| Self {
            cold: count(cold),
            warm: count(warm),
            cold_ttft_ms,
            warm_ttft_ms,
            saved_share: saved(cold_ttft_ms, warm_ttft_ms),
            saved_share_ci,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_saved_lies_between_the_ends_of_both_times() {
        let cold = [990.0, 1_000.0, 1_010.0, 1_000.0, 1_000.0, 1_000.0];
        let warm = [290.0, 300.0, 310.0, 300.0, 300.0, 300.0];
        let ci = |times: &[f64]| Interval::of_median(times.iter().copied());
        let found = CacheTime::of((&cold, ci(&cold)), (&warm, ci(&warm))).expect("both are timed");
        assert!((found.saved_share - 0.7).abs() < 1e-9, "{found:?}");
        let share = found.saved_share_ci.expect("six of each carry an interval");
        assert!((share.low - (1.0 - 310.0 / 990.0)).abs() < 1e-9, "{share:?}");
        assert!((share.high - (1.0 - 290.0 / 1_010.0)).abs() < 1e-9, "{share:?}");
        let few = CacheTime::of((&cold[..1], ci(&cold[..1])), (&warm, ci(&warm))).expect("timed");
        assert_eq!((few.cold, few.saved_share_ci), (1, None), "one has no interval");
        assert_eq!(CacheTime::of((&[], None), (&warm, None)), None, "nothing is beside it");
        assert_eq!(CacheTime::of((&[0.0], None), (&warm, None)), None, "no share of nothing");
    }
}
