//! The mean of what adds up over requests, such as a cost, and how sure it is: also of chains, some of whose requests went on to a
//! later step and cost many times what the others did.

use crate::binomial::as_f64;
use crate::interval::Interval;
use crate::judge::VERDICT_FROM;
use crate::student;
use crate::tails::share_interval;

/// What one request cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paid {
    /// The amount; must be finite.
    pub value: f64,
    /// Whether its chain went on to a later step; `None` for a single request.
    pub climbed: Option<bool>,
}

/// The mean over the requests of one contender.
///
/// That of single requests has Student's interval. That of a chain has two parts, since its requests go one of two ways: what each way
/// costs (Student's interval of either mean), and how often each is gone (the exact interval of that share, C. J. Clopper and E. S. Pearson 1934). They are combined as the
/// method of variance estimates recovery does: G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures"
/// (2008). Student's interval alone is too narrow on the dear side: ten requests of which none climbed scatter by nothing.
#[derive(Debug, Clone, PartialEq)]
pub struct MeanPaid {
    /// The mean.
    pub mean: f64,
    /// Number of requests.
    pub n: usize,
    stayed: Option<Way>,
    climbed: Option<Way>,
    is_chain: bool,
}

/// The requests that went one way.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Way {
    n: f64,
    mean: f64,
    /// The variance of the mean; absent for a single request.
    variance: Option<f64>,
}

impl Way {
    fn of(values: &[f64]) -> Option<Self> {
        let n = as_f64(values.len());
        if values.is_empty() {
            return None;
        }
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        let variance = (values.len() > 1).then(|| squares / (n - 1.0) / n);
        Some(Self { n, mean, variance })
    }
}

impl MeanPaid {
    /// Of these requests; `None` without any.
    pub fn of(requests: &[Paid]) -> Option<Self> {
        let way = |climbed: bool| {
            let own = requests.iter().filter(|one| one.climbed.unwrap_or(false) == climbed);
            Way::of(&own.map(|one| one.value).collect::<Vec<_>>())
        };
        let all = Way::of(&requests.iter().map(|one| one.value).collect::<Vec<_>>())?;
        let is_chain = requests.iter().any(|one| one.climbed.is_some());
        let (stayed, climbed) = (way(false), way(true));
        Some(Self { mean: all.mean, n: requests.len(), stayed, climbed, is_chain })
    }

    /// Its interval at the confidence 1 − `alpha`. `None` below six requests, and for a chain that went fewer than twice either way: what
    /// the other way costs is then not known.
    pub fn interval(&self, alpha: f64) -> Option<Interval> {
        if self.n < VERDICT_FROM as usize {
            return None;
        }
        if !self.is_chain {
            let own = self.stayed?;
            let reach = student::critical(alpha, own.n - 1.0) * own.variance?.sqrt();
            return Some(Interval { low: self.mean - reach, high: self.mean + reach });
        }
        let (stayed, climbed) = (self.stayed?, self.climbed?);
        let n = stayed.n + climbed.n;
        let share = climbed.n / n;
        let parts = [(stayed, 1.0 - share), (climbed, share)];
        let (mut variance, mut by_freedom, mut fewest) = (0.0, 0.0, f64::INFINITY);
        for (way, weight) in parts {
            let own = weight * weight * way.variance?;
            variance += own;
            by_freedom += own * own / (way.n - 1.0);
            fewest = way.n.min(fewest);
        }
        // F. E. Satterthwaite (1946).
        let freedom =
            if by_freedom > 0.0 { variance * variance / by_freedom } else { fewest - 1.0 };
        let of_ways = student::critical(alpha, freedom) * variance.sqrt();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a number of requests"
        )]
        let within = share_interval(climbed.n as usize, self.n, 1.0 - alpha)?;
        let more = climbed.mean - stayed.mean;
        let (rarer, oftener) = (more * (share - within.low), more * (within.high - share));
        let (down, up) = if more >= 0.0 { (rarer, oftener) } else { (oftener, rarer) };
        Some(Interval { low: self.mean - of_ways.hypot(down), high: self.mean + of_ways.hypot(up) })
    }
}

/// The difference A − B of two means.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MeanDifference {
    /// The estimate.
    pub difference: f64,
    /// Its 95 % interval; absent if that of either mean is.
    pub ci: Option<Interval>,
    /// The two-sided p-value of no difference; 1 without an interval.
    pub p: f64,
}

/// p-values are found to this, and none is told to be smaller.
const LEAST_P: f64 = 1e-9;

impl MeanDifference {
    /// Of two contenders, each with its own requests: conservative where both climb at the same questions.
    pub fn of(a: &MeanPaid, b: &MeanPaid, alpha: f64) -> Self {
        let difference = a.mean - b.mean;
        let at = |alpha: f64| {
            let (own, other) = (a.interval(alpha)?, b.interval(alpha)?);
            let down = (a.mean - own.low).hypot(other.high - b.mean);
            let up = (own.high - a.mean).hypot(b.mean - other.low);
            Some(Interval { low: difference - down, high: difference + up })
        };
        let ci = at(alpha);
        let is_apart = |alpha: f64| at(alpha).is_some_and(|ci| !ci.contains(0.0));
        let p = match ci {
            None => 1.0,
            Some(_) if difference == 0.0 => 1.0,
            Some(_) if is_apart(LEAST_P) => LEAST_P,
            Some(_) => {
                // The level at which the interval ends at 0.
                let (mut low, mut high) = (LEAST_P.ln(), 0.0);
                for _ in 0..40 {
                    let middle = f64::midpoint(low, high);
                    if is_apart(middle.exp()) { high = middle } else { low = middle }
                }
                high.exp()
            }
        };
        Self { difference, ci, p }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::ALPHA;
    use crate::random::SplitMix64;

    fn single(values: &[f64]) -> MeanPaid {
        let of = |value: &f64| Paid { value: *value, climbed: None };
        MeanPaid::of(&values.iter().map(of).collect::<Vec<_>>()).expect("there are some")
    }

    /// So many requests of a chain, of which this share climbs: 1 ± 0.1 without, 20 ± 5 with.
    fn chain(random: &mut SplitMix64, n: usize, share: f64) -> MeanPaid {
        let request = |_| {
            let climbed = random.unit() < share;
            let value =
                if climbed { 15.0 + 10.0 * random.unit() } else { 0.9 + 0.2 * random.unit() };
            Paid { value, climbed: Some(climbed) }
        };
        MeanPaid::of(&(0..n).map(request).collect::<Vec<_>>()).expect("there are some")
    }

    #[test]
    fn the_mean_of_single_requests_has_students_interval() {
        let own = single(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let ci = own.interval(ALPHA).expect("six");
        // 3.5 ± 2.5706 · √(3.5 ÷ 6)
        assert!((ci.low - 1.5367).abs() < 1e-3 && (ci.high - 5.4633).abs() < 1e-3, "{ci:?}");
        assert_eq!(single(&[1.0; 5]).interval(ALPHA), None, "five are too few");
    }

    #[test]
    fn a_chain_that_never_climbed_has_no_interval() {
        let requests = vec![Paid { value: 1.0, climbed: Some(false) }; 30];
        let own = MeanPaid::of(&requests).expect("thirty");
        assert_eq!(own.interval(ALPHA), None, "what climbing costs is unknown");
        let other = single(&[2.0; 30]);
        assert!((MeanDifference::of(&own, &other, ALPHA).p - 1.0).abs() < 1e-12, "so nothing is");
    }

    #[test]
    fn an_interval_of_a_chain_holds_its_mean_as_often_as_it_says() {
        for (n, share) in [(20, 0.2), (30, 0.1), (30, 0.4), (100, 0.05), (100, 0.5)] {
            let mut random = SplitMix64::new(150);
            let truth = 1.0 + 19.0 * share;
            let (mut known, mut held) = (0_u32, 0_u32);
            for _ in 0..1_000 {
                let Some(ci) = chain(&mut random, n, share).interval(ALPHA) else { continue };
                known += 1;
                held += u32::from(ci.contains(truth));
            }
            let missed = f64::from(known - held) / 1_000.0;
            assert!(missed <= 0.06, "{n} at {share}: {missed} of all missed it");
            assert!(known > 700, "{n} at {share}: mostly there is one: {known}");
        }
    }

    #[test]
    fn a_chain_and_a_single_request_of_equal_means_are_told_apart_in_at_most_one_case_of_twenty() {
        for (n, share) in [(10, 0.1), (30, 0.1), (30, 0.3), (100, 0.2)] {
            let mut random = SplitMix64::new(151);
            let mut apart = 0_u32;
            for _ in 0..400 {
                let chain = chain(&mut random, n, share);
                let mean = 1.0 + 19.0 * share;
                let other: Vec<f64> = (0..n).map(|_| mean * (0.9 + 0.2 * random.unit())).collect();
                apart += u32::from(MeanDifference::of(&chain, &single(&other), ALPHA).p <= ALPHA);
            }
            assert!(apart <= 24, "{n} at {share}: 5 % of 400 are 20: {apart}");
        }
    }
}
