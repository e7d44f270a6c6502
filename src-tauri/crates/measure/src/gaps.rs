//! The gaps between one chunk and the next.

use crate::percentile::percentile;
use crate::units::{float, ms};

/// Chunks closer than this count as one burst.
const BURST_NS: u64 = 1_000_000;
/// Lower bound of the stall limit; the other bound is five times the median gap.
const SHORTEST_STALL_NS: u64 = 500_000_000;

/// Every gap of one stream, in nanoseconds, from the shortest to the longest.
pub(crate) struct Gaps(Vec<u64>);

impl Gaps {
    /// The gaps between consecutive chunk timestamps.
    pub(crate) fn between(stamps: &[u64]) -> Self {
        let gap = |pair: &[u64]| match pair {
            [earlier, later] => later.saturating_sub(*earlier),
            _ => 0,
        };
        let mut gaps: Vec<u64> = stamps.windows(2).map(gap).collect();
        gaps.sort_unstable();
        Self(gaps)
    }

    /// Chunks that arrived within 1 ms of the previous one ÷ chunks; `None` below two chunks.
    pub(crate) fn share_of_bursts(&self) -> Option<f64> {
        let close = self.0.partition_point(|gap| *gap < BURST_NS) as u64;
        (!self.0.is_empty()).then(|| float(close) / float(self.0.len() as u64 + 1))
    }

    /// The number of moments at which text arrived. Reads within 1 ms of each other are one moment, unless the stream
    /// itself is that fast.
    pub(crate) fn instants(&self) -> u32 {
        let apart = self.0.get(self.0.partition_point(|gap| *gap == 0)..).unwrap_or_default();
        let mean = apart
            .iter()
            .fold(0_u64, |sum, gap| sum.saturating_add(*gap))
            .checked_div(apart.len() as u64)
            .unwrap_or(0);
        let shortest = if mean >= BURST_NS { BURST_NS } else { 1 };
        let counted = apart.len() - apart.partition_point(|gap| *gap < shortest);
        u32::try_from(counted + 1).unwrap_or(u32::MAX)
    }

    /// The stall limit: max(500 ms, 5 × median gap).
    pub(crate) fn stall_limit_ns(&self) -> u64 {
        SHORTEST_STALL_NS.max(self.median_ns().unwrap_or(0).saturating_mul(5))
    }

    /// Number of gaps above the stall limit; `None` below two chunks.
    pub(crate) fn stalls(&self) -> Option<u32> {
        let others = self.0.partition_point(|gap| *gap <= self.stall_limit_ns());
        let stalls = u32::try_from(self.0.len() - others).unwrap_or(u32::MAX);
        (!self.0.is_empty()).then_some(stalls)
    }

    /// The upper median; `None` below two chunks.
    pub(crate) fn median_ns(&self) -> Option<u64> {
        self.0.get(self.0.len() / 2).copied()
    }

    pub(crate) fn longest_ms(&self) -> Option<f64> {
        self.0.last().map(|gap| ms(*gap))
    }

    /// A percentile in milliseconds; `None` with too few gaps by the rule of [`Spread`](crate::Spread).
    pub(crate) fn percentile_ms(&self, p: f64) -> Option<f64> {
        let least = if p > 0.5 { 1.0 / (1.0 - p) } else { 5.0 };
        let enough = float(self.0.len() as u64) >= least.round();
        let gaps: Vec<f64> = self.0.iter().map(|gap| ms(*gap)).collect();
        percentile(&gaps, p).filter(|_| enough)
    }
}
