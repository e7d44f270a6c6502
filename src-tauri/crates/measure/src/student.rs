//! Student's t distribution: for the interval of a mean of few values.

use crate::binomial::beta_below;

/// The probability of a `t` at least as far from 0, on either side, with `df` degrees of freedom; 1 if `t` is not a
/// number.
pub fn p_value(t: f64, df: f64) -> f64 {
    if t.is_nan() || df <= 0.0 {
        return 1.0;
    }
    if t.is_infinite() {
        return 0.0;
    }
    // DLMF 8.17 and W. S. Gosset (1908): I of df ÷ (df + t²).
    beta_below(df / (df + t * t), df / 2.0, 0.5)
}

/// The `t` whose two-sided p-value is `level`, 0 < `level` < 1.
pub fn critical(level: f64, df: f64) -> f64 {
    let mut high = 1.0;
    while p_value(high, df) > level && high < 1e12 {
        high *= 2.0;
    }
    let mut low = 0.0;
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if p_value(middle, df) > level {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Quantiles from *Biometrika Tables for Statisticians*, table 12.
    #[test]
    fn critical_values_are_those_of_the_tables() {
        for (df, level, expected) in [
            (1.0, 0.05, 12.706),
            (2.0, 0.05, 4.303),
            (5.0, 0.05, 2.571),
            (9.0, 0.01, 3.250),
            (30.0, 0.05, 2.042),
            (30.0, 0.001, 3.646),
            (1e6, 0.05, 1.960),
        ] {
            let found = critical(level, df);
            assert!((found - expected).abs() < 6e-4, "{df} degrees at {level}: {found}");
            assert!((p_value(found, df) - level).abs() < 1e-9, "and back");
        }
    }

    #[test]
    fn an_infinite_difference_is_significant_and_an_unknown_one_is_not() {
        assert_eq!((p_value(f64::INFINITY, 3.0), p_value(f64::NAN, 3.0)), (0.0, 1.0), "the ends");
        assert!((p_value(0.0, 4.0) - 1.0).abs() < 1e-12, "no difference");
        assert_eq!((p_value(2.0, 0.0)).to_bits(), 1.0_f64.to_bits(), "no degrees of freedom");
    }
}
