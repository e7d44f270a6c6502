//! How sure the numbers of several runs are. The requests of a run share its luck, so that a run is one observation however
//! many requests it has, and a long run says more about itself than about others.
//!
//! The share of requests to which an event happens is the ratio of two sums over runs. Its variance is that of a ratio
//! estimator, and gives the effective number of independent requests, with one degree of freedom fewer than runs: E. L. Korn
//! and B. I. Graubard, "Confidence intervals for proportions with small expected number of positive counts estimated from
//! survey data" (1998). For that number the interval is exact; that of a quantile follows as in [`crate::Waves`].
//!
//! Runs of unequal size are as many as `(Σn)² ÷ Σn²` of equal ones (L. Kish, *Survey Sampling*, 1965): one of 320 requests and
//! nine of 10 are 1.6.

use crate::binomial::as_f64;
use crate::interval::Interval;
use crate::judge::CONFIDENCE;
use crate::percentile::{finite_sorted, percentile};
use crate::student::critical;
use crate::tails::Tail;
use crate::waves::{WAVES_FROM, quantile_of, share_of_clusters};

/// The values of one contender, run by run.
#[derive(Debug, Clone, PartialEq)]
pub struct Runs<T> {
    runs: Vec<Vec<T>>,
}

impl<T: Copy> Runs<T> {
    /// Runs with these values; those without any are left out.
    pub fn of(runs: impl IntoIterator<Item = Vec<T>>) -> Self {
        Self { runs: runs.into_iter().filter(|run| !run.is_empty()).collect() }
    }

    /// As many runs of equal size say as much, if the requests of a run share everything.
    fn number(&self) -> f64 {
        let sizes = || self.runs.iter().map(|run| as_f64(run.len()));
        sizes().sum::<f64>().powi(2) / sizes().map(|size| size * size).sum::<f64>()
    }

    /// The effective number of independent requests, for an event that happens to some of them.
    fn worth(&self, happened: impl Fn(T) -> bool) -> f64 {
        let count = |run: &Vec<T>| as_f64(run.iter().filter(|one| happened(**one)).count());
        let n: f64 = self.runs.iter().map(|run| as_f64(run.len())).sum();
        let share = self.runs.iter().map(count).sum::<f64>() / n;
        let scatter = share * (1.0 - share);
        // An event that happened to none may happen to a whole run at once.
        if scatter <= 0.0 {
            return self.number().max(1.0);
        }
        let off = |run: &Vec<T>| (count(run) - share * as_f64(run.len())).powi(2);
        let runs = as_f64(self.runs.len());
        let variance = self.runs.iter().map(off).sum::<f64>() / n / n * runs / (runs - 1.0);
        let independent = if variance > 0.0 { scatter / variance } else { n };
        let level = 1.0 - CONFIDENCE;
        let freedom = (self.number() - 1.0).max(1.0);
        let of_few = (critical(level, n - 1.0) / critical(level, freedom)).powi(2);
        (independent * of_few).clamp(1.0, n)
    }

    /// Whether they are enough for the interval of a median or a percentile.
    fn carry(&self) -> bool {
        self.number() >= f64::from(WAVES_FROM)
    }
}

impl Runs<bool> {
    /// The 95 % interval of the share of requests that an event happens to; with too few runs, of one that happens to whole
    /// runs. `None` without requests.
    pub fn share_interval(&self) -> Option<Interval> {
        let n = self.runs.iter().map(Vec::len).sum::<usize>();
        let happened = self.runs.iter().flatten().filter(|one| **one).count();
        let seen = |event: bool| self.runs.iter().filter(|run| run.contains(&event)).count();
        let clusters = [true, false].map(seen);
        let is_seen = clusters.iter().all(|runs| *runs >= WAVES_FROM as usize);
        let whole = self.number().max(1.0);
        let worth = if self.carry() && is_seen { self.worth(|one| one) } else { whole };
        let share = as_f64(happened) / as_f64(n);
        (n > 0).then(|| share_of_clusters((share, clusters), (worth.max(1.0), whole), CONFIDENCE))
    }
}

impl Runs<f64> {
    /// The 95 % interval of the median of finite values; `None` with too few runs, or if they differ too much.
    pub fn median_interval(&self) -> Option<Interval> {
        let (low, high) = self.quantile_interval(0.5);
        Some(Interval { low: low?, high: high? })
    }

    /// The `p`-quantile (0 to 1), where ∞ is a failed request, with its 95 % interval. An end is absent if too few runs or
    /// requests bound it. `None` without values.
    pub fn tail(&self, p: f64) -> Option<Tail> {
        let all = self.runs.concat();
        let failed = all.iter().filter(|value| !value.is_finite()).count();
        let tail = Tail::of(all, failed, p)?;
        let (low, high) = self.quantile_interval(p);
        Some(Tail { low, high, ..tail })
    }

    fn quantile_interval(&self, p: f64) -> (Option<f64>, Option<f64>) {
        if !self.carry() {
            return (None, None);
        }
        let all = self.runs.concat();
        let known = finite_sorted(all.iter().copied());
        let above = |share: f64| {
            let value = percentile(&known, share)?;
            Some(self.worth(|one| one > value))
        };
        // A run that is slow as a whole moves the median as well as the tail, and more is known about the median.
        let Some((own, of_median)) = above(p).zip(above(0.5)) else { return (None, None) };
        quantile_of(&all, p, (own.min(of_median), CONFIDENCE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SplitMix64, share_interval};

    /// Runs of these sizes; the requests of a run share `luck` of their variance.
    fn drawn(sizes: &[usize], luck: f64, random: &mut SplitMix64) -> Runs<f64> {
        let run = |size: &usize| {
            let shared = luck.sqrt() * random.normal();
            (0..*size).map(|_| shared + (1.0 - luck).sqrt() * random.normal()).collect()
        };
        Runs::of(sizes.iter().map(run).collect::<Vec<_>>())
    }

    #[test]
    fn one_long_run_among_short_ones_does_not_say_how_runs_differ() {
        let sizes = [320, 10, 10, 10, 10, 10, 10, 10, 10, 10];
        let runs = drawn(&sizes, 0.5, &mut SplitMix64::new(1));
        assert!(runs.number() < 1.7, "{} runs of equal size", runs.number());
        assert_eq!(runs.median_interval(), None, "as few as these carry none");
        let tail = runs.tail(0.95).expect("there are requests");
        assert!(tail.value.is_some() && tail.low.is_none() && tail.high.is_none(), "{tail:?}");
    }

    #[test]
    fn intervals_of_runs_that_share_their_luck_hold_the_truth() {
        let mut random = SplitMix64::new(5);
        for sizes in [&[10; 12][..], &[40, 10, 20, 10, 30, 15, 10, 25, 10, 20, 30, 10]] {
            let told: Vec<bool> = (0..600)
                .filter_map(|_| drawn(sizes, 0.5, &mut random).median_interval())
                .map(|ci| ci.contains(0.0))
                .collect();
            let held = told.iter().filter(|held| **held).count();
            assert!(told.len() > 400, "most have one: {}", told.len());
            assert!(100 * held >= 93 * told.len(), "{held} of {} hold the median", told.len());
        }
    }

    #[test]
    fn an_error_rate_of_few_runs_may_be_that_of_a_bad_run() {
        let runs = Runs::of([vec![true; 30], vec![false; 30], vec![false; 30]]);
        let ci = runs.share_interval().expect("of ninety");
        assert!(ci.low < 0.02 && ci.high > 0.85, "one of three runs: {ci:?}");
        assert_eq!(Runs::<bool>::of([]).share_interval(), None, "of nothing");
    }

    #[test]
    fn failures_of_one_run_are_at_least_one_failure() {
        let failing = |failures: usize| -> Vec<bool> { (0..10).map(|at| at < failures).collect() };
        let of = |failures: usize| {
            let runs = std::iter::repeat_n(failing(0), 9).chain([failing(failures)]);
            Runs::of(runs).share_interval().expect("of a hundred")
        };
        let (none, two, ten) = (of(0), of(2), of(10));
        // 1 of 50: as many as would fail in pairs, one of which was seen.
        let pair = share_interval(1, 50, CONFIDENCE).expect("of fifty");
        assert!((two.low - pair.low).abs() < 1e-9, "{two:?}, {pair:?}");
        assert!(two.high > none.high, "and no surer than none of ten runs: {none:?}, {two:?}");
        assert!(ten.low > two.low && ten.high > two.high, "a whole run that failed: {ten:?}");
    }
}
