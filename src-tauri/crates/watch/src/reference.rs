//! What a number did while nothing changed: the turns that later ones are compared with.

use std::collections::VecDeque;

use measure::{normal_above, percentile};

use crate::float::float;
use crate::pattern::WeekPattern;

/// Maximum number of turns kept.
const MOST: usize = 2_000;
/// Turns from which on a later one is ranked among them. With fewer, even the farthest says little.
const FROM: usize = 20;
/// The maximum correlation of neighbours that is assumed.
const MOST_ALIKE: f64 = 0.9;

/// A turn that is learned from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known {
    pub(crate) hour_of_week: u8,
    /// Its value less the level at its time.
    pub(crate) value: f64,
    /// Whether the turn before it was measured as well.
    pub(crate) follows: bool,
}

/// Turns, the latest at the end, and what of each its neighbour does not explain (its innovation), in order of size.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reference {
    turns: VecDeque<Known>,
    variance: f64,
    correlation: f64,
    innovations: Vec<f64>,
}

impl Reference {
    pub(crate) fn add(&mut self, turn: Known) {
        if self.turns.len() == MOST {
            self.turns.pop_front();
        }
        self.turns.push_back(turn);
    }

    /// Learns anew: the variance, the correlation of neighbours, and the innovations.
    pub(crate) fn learn(&mut self, pattern: &WeekPattern) {
        let residuals: Vec<f64> = self
            .turns
            .iter()
            .map(|turn| turn.value - pattern.at(turn.hour_of_week).value)
            .collect();
        self.variance = robust_variance(&residuals);
        self.correlation = self.lag_1(&residuals);
        let before = std::iter::once(&0.0).chain(&residuals);
        self.innovations = (self.turns.iter().zip(&residuals).zip(before))
            .map(|((turn, residual), before)| {
                let explained = if turn.follows { self.correlation * before } else { 0.0 };
                residual - explained
            })
            .collect();
        self.innovations.sort_unstable_by(f64::total_cmp);
    }

    pub(crate) fn is_enough(&self) -> bool {
        self.innovations.len() >= FROM
    }

    /// The part of a residual that the one before it explains, per unit of it.
    pub(crate) fn correlation(&self) -> f64 {
        self.correlation
    }

    /// The variance of a residual.
    pub(crate) fn variance(&self) -> f64 {
        self.variance
    }

    /// The variance that a mean of n residuals has, times n: neighbours are alike.
    pub(crate) fn variance_of_mean(&self) -> f64 {
        self.variance * (1.0 + self.correlation) / (1.0 - self.correlation)
    }

    /// The normal score of an innovation among those of the reference: the standard normal quantile of its rank.
    pub(crate) fn score(&self, innovation: f64) -> f64 {
        let n = float(self.innovations.len());
        let below = self.innovations.partition_point(|one| *one < innovation);
        let not_above = self.innovations.partition_point(|one| *one <= innovation);
        // Of equal ones, half count as below.
        let share = (float(below + not_above) / 2.0 + 0.5) / (n + 1.0);
        normal_above(1.0 - share)
    }

    /// The lag-1 correlation. Residuals are cut at four deviations, so that an outage is no correlation.
    fn lag_1(&self, residuals: &[f64]) -> f64 {
        let most = 4.0 * self.variance.sqrt();
        let cut: Vec<f64> = residuals.iter().map(|one| one.clamp(-most, most)).collect();
        let squares: f64 = cut.iter().map(|one| one * one).sum();
        let pairs = cut.iter().zip(cut.iter().skip(1)).zip(self.turns.iter().skip(1));
        let products: f64 =
            pairs.filter(|(_, turn)| turn.follows).map(|((one, next), _)| one * next).sum();
        let n = float(cut.len());
        if squares <= 0.0 || cut.len() < FROM {
            return 0.0;
        }
        let seen = products / squares;
        // Underestimated in a short series: F. H. C. Marriott and J. A. Pope (1954).
        (seen + (1.0 + 3.0 * seen) / n).clamp(0.0, MOST_ALIKE)
    }
}

/// The variance by the quartiles, so that outages do not make it large.
fn robust_variance(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let quartile = |share| percentile(&sorted, share).unwrap_or(0.0);
    ((quartile(0.75) - quartile(0.25)) / 1.349).powi(2)
}
