//! How long consecutive requests of an open loop resemble each other: they wait in one queue, and near its capacity a queue
//! remembers for longer than any one of them waits.

use crate::change_point::{float, ranks};

/// More values are averaged in blocks, so that a long level takes no longer: what a block says of the next is the same.
const MOST: usize = 8_192;
/// The window over which correlations are summed, in correlation times.
const WINDOW: f64 = 5.0;

/// The integrated autocorrelation time of values in order: of how many consecutive ones each says as much as one independent
/// value, at least 1. It is `1 + 2 · Σ ρ(lag)`, with the correlations ρ of their ranks and over the lags up to five times itself
/// (A. D. Sokal 1997, "Monte Carlo methods in statistical mechanics", section 3). Of a run shorter than its memory it tells less
/// than there is.
pub(crate) fn correlation_time(values: &[f64]) -> f64 {
    let ranks = ranks(values);
    let block = ranks.len().div_ceil(MOST).max(1);
    if block == 1 {
        return time_of(&ranks);
    }
    let means: Vec<f64> =
        ranks.chunks_exact(block).map(|part| part.iter().sum::<f64>() / float(block)).collect();
    // The variance of a mean of all is the same by blocks as by values.
    let scatter = |of: &[f64]| of.iter().map(|one| one * one).sum::<f64>() / float(of.len());
    let all = scatter(&ranks);
    if all <= 0.0 {
        return 1.0;
    }
    (float(block) * scatter(&means) / all * time_of(&means)).max(1.0)
}

/// The same of values around 0.
fn time_of(ranks: &[f64]) -> f64 {
    let squares: f64 = ranks.iter().map(|rank| rank * rank).sum();
    if squares <= 0.0 {
        return 1.0;
    }
    let n = float(ranks.len());
    let mut time = 1.0;
    for lag in 1..ranks.len() / 2 {
        let next: f64 =
            ranks.iter().zip(ranks.iter().skip(lag)).map(|(one, next)| one * next).sum();
        // A sum of fewer products stands for as many.
        time += 2.0 * next / squares * n / (n - float(lag));
        if float(lag) >= WINDOW * time.max(1.0) {
            break;
        }
    }
    time.max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// Values of which each resembles the one before by `r`.
    fn alike(r: f64, n: usize, random: &mut SplitMix64) -> Vec<f64> {
        let mut last = random.normal();
        let one = |_: usize| {
            last = r * last + (1.0 - r * r).sqrt() * random.normal();
            last.exp()
        };
        (0..n).map(one).collect()
    }

    #[test]
    fn the_time_is_that_of_an_autoregression() {
        let mut random = SplitMix64::new(9);
        for r in [0.0, 0.5, 0.8, 0.95] {
            let truth = (1.0 + r) / (1.0 - r);
            let found = correlation_time(&alike(r, 100_000, &mut random));
            assert!((found / truth - 1.0).abs() < 0.15, "of {r}: {found}, and in truth {truth}");
        }
    }

    #[test]
    fn independent_values_say_as_much_as_they_are_and_a_rise_hardly_anything() {
        let mut random = SplitMix64::new(10);
        let times: Vec<f64> =
            (0..200).map(|_| correlation_time(&alike(0.0, 100, &mut random))).collect();
        let long = times.iter().filter(|time| **time > 2.0).count();
        assert!(long <= 10, "a hundred independent ones are seldom taken for fifty: {long} of 200");
        let rising: Vec<f64> = (0..100).map(f64::from).collect();
        assert!(correlation_time(&rising) > 20.0, "{}", correlation_time(&rising));
        assert!((correlation_time(&[3.0; 50]) - 1.0).abs() < 1e-12, "nothing moves");
        assert!((correlation_time(&[]) - 1.0).abs() < 1e-12, "nothing is there");
    }
}
