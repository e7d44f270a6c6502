//! A test of "nothing changed" that may be looked at after every observation.
//!
//! Each observation comes as a normal score, which is standard normal as long as nothing changed. For each of a few sizes of a shift
//! the likelihood ratio of a shift against none is multiplied up, starting again at 1 whenever it falls below: an e-detector of the
//! CUSUM kind (J. Shin, A. Ramdas and A. Rinaldo 2023, "E-detectors: a nonparametric framework for sequential change detection",
//! definition 2.2; E. S. Page 1954). Their mean is one as well. Without a change its expected value after n observations is at most n,
//! so that the mean number of observations until it exceeds a threshold is at least the threshold.

use crate::float::float;

/// Sizes of a shift that are bet on, in standard deviations of a score.
const SHIFTS: [f64; 4] = [0.75, 1.25, 2.0, 3.0];

/// The bets on a shift upwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ShiftBets {
    /// The logarithm of the likelihood ratio for each size.
    logs: [f64; SHIFTS.len()],
    /// Observations since the ratio that is largest was last 1.
    since: [usize; SHIFTS.len()],
}

impl Default for ShiftBets {
    fn default() -> Self {
        Self { logs: [0.0; SHIFTS.len()], since: [0; SHIFTS.len()] }
    }
}

impl ShiftBets {
    /// Takes the next score.
    pub(crate) fn add(&mut self, score: f64) {
        for ((log, since), shift) in self.logs.iter_mut().zip(&mut self.since).zip(SHIFTS) {
            let next = log.max(0.0) + shift * score - shift * shift / 2.0;
            *since = if *log > 0.0 { *since + 1 } else { 1 };
            *log = next;
        }
    }

    /// The logarithm of the mean of the ratios.
    pub(crate) fn log_evidence(&self) -> f64 {
        let most = self.logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = self.logs.iter().map(|log| (log - most).exp()).sum();
        most + (sum / float(SHIFTS.len())).ln()
    }

    /// Over how many of the last observations the largest ratio was multiplied up: since when it speaks for a shift.
    pub(crate) fn observations(&self) -> usize {
        let largest = self.logs.iter().zip(self.since).max_by(|(a, _), (b, _)| a.total_cmp(b));
        largest.map_or(0, |(_, since)| since)
    }
}
