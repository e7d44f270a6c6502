//! What consecutive batches that resemble each other say about their middle.
//!
//! `k` batches that are independent have a middle with `1/k` of their variance. If each resembles the one before with a
//! correlation `r`, it has `(1 + r) ÷ (1 − r)` times as much: the autoregression of A. Tafazzoli, J. R. Wilson, E. K. Lada
//! and N. M. Steiger, "Performance of Skart" (2011). The intervals of a level and the verdicts between two of them rely
//! on this one place.

use crate::binomial::as_f64;

/// Maximum correlation assumed between a batch and the one before.
const MOST_ALIKE: f64 = 0.8;
/// Standard errors added to the observed correlation of batches.
const CARE: f64 = 0.5;
/// Minimum degrees of freedom for the scatter of batches, which a correlation may reduce below it.
const LEAST_FREEDOM: f64 = 1.0;

/// What the correlation of a series of batches does to their variance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BatchCorrelation {
    /// The variance of their middle ÷ that of as many independent batches: 1 to 9.
    pub variance_ratio: f64,
    /// Degrees of freedom of their variance, at least one.
    pub freedom: f64,
}

impl BatchCorrelation {
    /// That of batches in order of time, each with its mean or median.
    pub fn of(batches: &[f64]) -> Self {
        let k = as_f64(batches.len());
        let middle = batches.iter().sum::<f64>() / k;
        let off = |one: &f64| one - middle;
        let squares: f64 = batches.iter().map(|one| off(one).powi(2)).sum();
        let pairs = batches.iter().zip(batches.iter().skip(1));
        let next: f64 = pairs.map(|(one, next)| off(one) * off(next)).sum();
        Self::seen(k, if squares > 0.0 { next / squares } else { 0.0 })
    }

    /// That of `k` batches with an observed lag-1 correlation of `seen`.
    pub(crate) fn seen(k: f64, seen: f64) -> Self {
        // A short series underestimates its own correlation: F. H. C. Marriott and J. A. Pope (1954).
        let alike = seen + (1.0 + 3.0 * seen) / k + CARE / k.sqrt();
        let alike = alike.clamp(0.0, MOST_ALIKE);
        let variance_ratio = (1.0 + alike) / (1.0 - alike);
        Self { variance_ratio, freedom: (k / variance_ratio - 1.0).max(LEAST_FREEDOM) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_that_resemble_the_one_before_say_less() {
        let alternating: Vec<f64> = (0..20).map(|n| f64::from(n % 2)).collect();
        let apart = BatchCorrelation::of(&alternating);
        assert!((apart.variance_ratio - 1.0).abs() < 1e-12, "they cannot say more: {apart:?}");
        assert!((apart.freedom - 19.0).abs() < 1e-12, "twenty batches and their mean");
        let rising: Vec<f64> = (0..20).map(f64::from).collect();
        let rising = BatchCorrelation::of(&rising);
        assert!((rising.variance_ratio - 9.0).abs() < 1e-9, "at most 0.8 is assumed: {rising:?}");
        assert!(rising.freedom < 2.0, "twenty are worth two: {rising:?}");
        let equal = BatchCorrelation::of(&[3.0; 10]);
        assert!(equal.variance_ratio > 1.0, "ten cannot show that they are independent: {equal:?}");
    }
}
