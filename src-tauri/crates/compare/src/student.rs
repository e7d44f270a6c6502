//! Student's t distribution: for the interval of a mean of few values.

/// The probability of a `t` at least as far from 0, on either side, with `df` degrees of freedom; 1 if `t` is not a
/// number.
pub(crate) fn p_value(t: f64, df: f64) -> f64 {
    if t.is_nan() || df <= 0.0 {
        return 1.0;
    }
    if t.is_infinite() {
        return 0.0;
    }
    incomplete_beta(df / 2.0, 0.5, df / (df + t * t)).clamp(0.0, 1.0)
}

/// The `t` whose two-sided p-value is `level`, 0 < `level` < 1.
pub(crate) fn critical(level: f64, df: f64) -> f64 {
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

/// The regularised incomplete beta function, by its continued fraction. W. H. Press et al., *Numerical Recipes*, 6.4.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let front =
        (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (1.0 - x).ln()).exp();
    if x < (a + 1.0) / (a + b + 2.0) {
        front * fraction(a, b, x) / a
    } else {
        1.0 - front * fraction(b, a, 1.0 - x) / b
    }
}

fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let away = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut upper = 1.0;
    let mut lower = 1.0 / away(1.0 - (a + b) * x / (a + 1.0));
    let mut whole = lower;
    for step in (1..300_u32).map(f64::from) {
        let even = step * (b - step) * x / ((a + 2.0 * step - 1.0) * (a + 2.0 * step));
        let odd = -(a + step) * (a + b + step) * x / ((a + 2.0 * step) * (a + 2.0 * step + 1.0));
        for term in [even, odd] {
            lower = 1.0 / away(1.0 + term * lower);
            upper = away(1.0 + term / upper);
            whole *= lower * upper;
        }
        if (lower * upper - 1.0).abs() < 1e-14 {
            break;
        }
    }
    whole
}

/// The logarithm of the gamma function. C. Lanczos (1964), with the coefficients of *Numerical Recipes*, 6.1.
fn ln_gamma(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 6] = [
        76.180_091_729_471_46,
        -86.505_320_329_416_77,
        24.014_098_240_830_91,
        -1.231_739_572_450_155,
        0.001_208_650_973_866_179,
        -0.000_005_395_239_384_953,
    ];
    let shifted = x + 5.5;
    let mut series = 1.000_000_000_190_015;
    let mut at = x;
    for coefficient in COEFFICIENTS {
        at += 1.0;
        series += coefficient / at;
    }
    (x + 0.5) * shifted.ln() - shifted + (2.506_628_274_631_000_5 * series / x).ln()
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
