//! The binomial distribution: how likely it is that so few of `n` independent events happen. Exact intervals of
//! percentiles and error rates rest on it.

/// Steps after which the continued fraction is abandoned; for a million events it takes about two thousand.
const MOST_STEPS: u32 = 20_000;
/// The fraction has converged once a step changes it by less than this share.
const CONVERGED: f64 = 1e-15;
/// Replaces a denominator of 0 in Lentz's method.
const TINY: f64 = 1e-300;
/// Halvings of an interval of probabilities; a double has 53 bits.
const HALVINGS: u32 = 60;

/// The probability of at most `k` of `n` independent events of probability `p`, from 0 to 1.
pub(crate) fn at_most(k: usize, n: usize, p: f64) -> f64 {
    if k >= n || p <= 0.0 {
        return 1.0;
    }
    if p >= 1.0 {
        return 0.0;
    }
    at_most_of(as_f64(k), as_f64(n), p)
}

/// The same for numbers that need not be whole, such as an effective number of requests: `k` is above −1 and below
/// `n`.
pub(crate) fn at_most_of(k: f64, n: f64, p: f64) -> f64 {
    if k >= n || p <= 0.0 {
        return 1.0;
    }
    if p >= 1.0 {
        return 0.0;
    }
    // P(B ≤ k) is the regularised incomplete beta function I₁₋ₚ(n − k, k + 1): DLMF 8.17.5.
    beta_below(1.0 - p, n - k, k + 1.0)
}

/// The probability `p` at which `falls`, which decreases in `p`, is `level`.
pub(crate) fn chance_where(falls: impl Fn(f64) -> f64, level: f64) -> f64 {
    let (mut low, mut high) = (0.0_f64, 1.0_f64);
    for _ in 0..HALVINGS {
        let middle = low.midpoint(high);
        if falls(middle) > level { low = middle } else { high = middle }
    }
    low.midpoint(high)
}

pub(crate) fn as_f64(count: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^52 samples")]
    let number = count as f64;
    number
}

/// The regularised incomplete beta function Iₓ(a, b), for a and b above 0.
pub(crate) fn beta_below(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let front = (ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b) + a * x.ln() + b * (-x).ln_1p()).exp();
    // The continued fraction converges fast below the mean; above it the mirrored one does.
    if x < (a + 1.0) / (a + b + 2.0) {
        (front * beta_fraction(x, a, b) / a).clamp(0.0, 1.0)
    } else {
        (1.0 - front * beta_fraction(1.0 - x, b, a) / b).clamp(0.0, 1.0)
    }
}

/// The continued fraction of DLMF 8.17.22 by the method of W. J. Lentz (1976).
fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    let kept_off_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut numerator = 1.0;
    let mut denominator = 1.0 / kept_off_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = denominator;
    for step in (1..=MOST_STEPS).map(f64::from) {
        let twice = a + 2.0 * step;
        let even = step * (b - step) * x / ((twice - 1.0) * twice);
        let odd = -(a + step) * (a + b + step) * x / (twice * (twice + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            denominator = 1.0 / kept_off_zero(1.0 + term * denominator);
            numerator = kept_off_zero(1.0 + term / numerator);
            change = numerator * denominator;
            value *= change;
        }
        if (change - 1.0).abs() < CONVERGED {
            break;
        }
    }
    value
}

/// ln Γ(x) for x above 0: Stirling's series, of an argument raised above 10 where four terms give 14 digits.
fn ln_gamma(x: f64) -> f64 {
    let (mut raised, mut below) = (x, 1.0_f64);
    while raised < 10.0 {
        below *= raised;
        raised += 1.0;
    }
    let square = raised * raised;
    let terms = [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1_260.0, -1.0 / 1_680.0];
    let series = terms.iter().rev().fold(0.0, |sum, term| term + sum / square) / raised;
    (raised - 0.5) * raised.ln() - raised + 0.5 * std::f64::consts::TAU.ln() + series - below.ln()
}

/// The ranks, from 0, of the two values of `n` sorted ones between which the true `p`-quantile lies with at least this
/// `confidence`; `None` if no value is low or high enough. The same number is left out on either side.
///
/// How many values lie below a quantile is binomial, whatever the distribution: W. J. Conover, *Practical
/// Nonparametric Statistics*, 3.2. For the median these are [1st, 6th] of 6, [2nd, 8th] of 9 and [4th, 12th] of 15; 5
/// values have none.
pub fn quantile_ranks(n: usize, p: f64, confidence: f64) -> (Option<usize>, Option<usize>) {
    let aside = (1.0 - confidence) / 2.0;
    // The value of rank `r` lies above the quantile if at most `r` values lie below it.
    let low = partition(n, |rank| at_most(rank, n, p) <= aside).checked_sub(1);
    let high = partition(n, |rank| at_most(rank, n, p) < 1.0 - aside);
    (low, (high < n).then_some(high))
}

/// The first number below `end` for which `holds` is false, or `end`. `holds` is true for all before it and false for
/// all after it.
pub(crate) fn partition(end: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, end);
    while low < high {
        let middle = usize::midpoint(low, high);
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_of_few_events_is_the_sum_of_their_terms() {
        for (n, p) in [(1_usize, 0.3), (7, 0.5), (20, 0.95), (60, 0.01), (100, 0.4)] {
            // Each term by its ratio to the one before, starting with the probability of no event.
            let mut term = (1.0_f64 - p).powi(i32::try_from(n).expect("small"));
            let mut sum = 0.0;
            for k in 0..n {
                sum += term;
                let here = at_most(k, n, p);
                assert!((here - sum).abs() < 1e-12, "at most {k} of {n} at {p}: {here}, not {sum}");
                term *= as_f64(n - k) / (as_f64(k) + 1.0) * p / (1.0 - p);
            }
            assert!((at_most(n, n, p) - 1.0).abs() < 1e-15, "all of them are at most all");
        }
    }

    #[test]
    fn a_million_events_are_as_near_to_normal_as_they_must_be() {
        let below = at_most(990_000, 1_000_000, 0.99);
        assert!((below - 0.502).abs() < 0.002, "the mean is near the middle: {below}");
        let far = at_most(989_805, 1_000_000, 0.99);
        assert!((far - 0.025).abs() < 0.001, "1.96 deviations below it is one in forty: {far}");
    }

    #[test]
    fn chances_at_the_ends_are_certain() {
        assert!((at_most(0, 5, 0.0) - 1.0).abs() < 1e-15, "nothing happens of what has no chance");
        assert!(at_most(4, 5, 1.0) < 1e-15, "everything happens of what is certain");
    }
}
