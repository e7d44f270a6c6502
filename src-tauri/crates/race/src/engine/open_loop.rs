//! The arrival schedule of an open loop.

use measure::SplitMix64;

use crate::plan::load::Arrivals;

/// The due times of `samples` requests, in nanoseconds after the start, ascending. The same `seed` gives the same
/// times.
pub(crate) fn due_ns(rate: f64, arrivals: Arrivals, samples: u32, seed: u32) -> Vec<u64> {
    let mut random = SplitMix64::new(u64::from(seed));
    let mut at = 0.0_f64;
    let mut due = Vec::with_capacity(samples as usize);
    for number in 0..samples {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "times of a sweep are positive and far below 2^53 nanoseconds"
        )]
        due.push(at as u64);
        at = match arrivals {
            // Computed from the start each time, because rounding errors would add up.
            Arrivals::Constant => f64::from(number + 1) / rate * 1e9,
            // The gaps of a Poisson process are exponential: −ln(u) ÷ rate (Knuth 1997, 3.4.1).
            Arrivals::Poisson => at - random.unit().ln() / rate * 1e9,
        };
    }
    due
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constant_arrivals_lie_at_equal_distances() {
        let due = due_ns(4.0, Arrivals::Constant, 5, 1);
        assert_eq!(due, [0, 250_000_000, 500_000_000, 750_000_000, 1_000_000_000], "four a second");
        let thirds = due_ns(3.0, Arrivals::Constant, 3_001, 1);
        assert_eq!(thirds.last(), Some(&1_000_000_000_000), "nothing adds up on the way");
    }

    #[test]
    fn random_arrivals_come_at_the_rate_and_as_unevenly_as_independent_people() {
        let due = due_ns(100.0, Arrivals::Poisson, 10_001, 7);
        let gaps: Vec<f64> = due
            .windows(2)
            .map(|pair| f64::from(u32::try_from(pair[1] - pair[0]).expect("short")) / 1e9)
            .collect();
        let n = 10_000.0;
        let mean = gaps.iter().sum::<f64>() / n;
        let variance = gaps.iter().map(|gap| (gap - mean).powi(2)).sum::<f64>() / n;
        assert!((mean * 100.0 - 1.0).abs() < 0.05, "a hundred a second: {mean}");
        let spread = variance.sqrt() / mean;
        assert!(
            (spread - 1.0).abs() < 0.05,
            "exponential distances vary as much as their mean: {spread}"
        );
        assert_eq!(
            due,
            due_ns(100.0, Arrivals::Poisson, 10_001, 7),
            "the same seed, the same times"
        );
        assert_ne!(due, due_ns(100.0, Arrivals::Poisson, 10_001, 8), "another seed, others");
    }
}
