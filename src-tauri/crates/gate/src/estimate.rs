//! A number with the interval that decides about its limit.

use measure::{normal_above, percentile, quantile_ranks, share_at_most};
use serde::Serialize;

use crate::contender_requests::ContenderRequests;
use crate::limit::{Bound, Limit, Quantity};
use crate::shift::factor;

/// The chance with which a race of the named size settles a limit that the number is as far from as it seems: 80 %.
const POWER: f64 = 0.2;
/// The largest number of requests that is named as needed.
const MOST_NEEDED: f64 = 1e6;

/// A number of one contender's requests. For a limit against a baseline it is how much worse the contender is: a share of
/// the baseline's percentile, or a difference of two shares; negative if it is better.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct Estimate {
    /// Requests that it rests on.
    pub n: u32,
    /// Requests of the baseline that it rests on; absent without a baseline.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baseline_n: Option<u32>,
    /// The number; absent without a request that has it, or where it falls on a failed request.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Lower end of its interval; absent with too few requests.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<f64>,
    /// Upper end of its interval; absent with too few requests, or where it falls on a failed one.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<f64>,
    /// Whether any limit is kept, where the whole interval falls on failed requests: of the contender, which are worse than any
    /// limit, or of the baseline.
    #[serde(skip)]
    keeps_any: Option<bool>,
    /// The same as a share; absent against a baseline.
    #[serde(skip)]
    beyond: Option<Beyond>,
}

/// A limit as a share: how many requests are beyond it, and how many may be.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Beyond {
    /// Requests beyond it.
    events: usize,
    /// The share that may be, 0 to 1.
    allowed: f64,
}

impl Estimate {
    /// The number that a limit bounds, with an interval whose either end is wrong with probability `alpha` at most. `None` if
    /// the limit needs a baseline and there is none.
    pub(crate) fn of(
        limit: &Limit,
        observed: &ContenderRequests,
        baseline: Option<&ContenderRequests>,
        alpha: f64,
    ) -> Option<Self> {
        match (limit.bound, &limit.quantity) {
            (Bound::WorseByAtMost(_), quantity) => {
                Self::worse(quantity, observed, baseline?, alpha)
            }
            (bound, Quantity::Percentile(metric, p)) => {
                let sorted = observed.sorted(*metric);
                let beyond = match bound {
                    Bound::AtLeast(least) => Beyond {
                        events: sorted.partition_point(|value| *value < least),
                        allowed: *p,
                    },
                    Bound::AtMost(most) | Bound::WorseByAtMost(most) => Beyond {
                        events: sorted.len() - sorted.partition_point(|value| *value <= most),
                        allowed: 1.0 - p,
                    },
                };
                let estimate = Self::percentile(&sorted, *p, alpha);
                Some(Self { beyond: Some(beyond), ..estimate })
            }
            (bound, Quantity::Share(share)) => {
                let (events, of) = observed.counted(share)?;
                let beyond = match bound {
                    Bound::AtLeast(least) => {
                        Beyond { events: (of - events.min(of)) as usize, allowed: 1.0 - least }
                    }
                    Bound::AtMost(most) | Bound::WorseByAtMost(most) => {
                        Beyond { events: events as usize, allowed: most }
                    }
                };
                Some(Self { beyond: Some(beyond), ..Self::share(events, of, alpha) })
            }
        }
    }

    /// A percentile of sorted values by order statistics: exact for independent requests, whatever the distribution. W. J.
    /// Conover, *Practical Nonparametric Statistics*, 3.2.
    fn percentile(sorted: &[f64], p: f64, alpha: f64) -> Self {
        let (low, high) = quantile_ranks(sorted.len(), p, 1.0 - 2.0 * alpha);
        let at = |rank: Option<usize>| rank.and_then(|rank| sorted.get(rank).copied());
        let (low, high) = (at(low), at(high));
        let is_failed = |end: Option<f64>| end.is_some_and(f64::is_infinite);
        let is_all_failed =
            (is_failed(low) && low > Some(0.0)) || (is_failed(high) && high < Some(0.0));
        Self {
            n: as_u32(sorted.len()),
            baseline_n: None,
            value: percentile(sorted, p).filter(|value| value.is_finite()),
            low: low.filter(|end| end.is_finite()),
            high: high.filter(|end| end.is_finite()),
            keeps_any: is_all_failed.then_some(false),
            beyond: None,
        }
    }

    /// A share by C. J. Clopper and E. S. Pearson (1934): exact.
    fn share(events: u32, of: u32, alpha: f64) -> Self {
        let (events, all) = (events as usize, of as usize);
        let high = share_at_most(events, all, 1.0 - alpha);
        let low = share_at_most(all - events.min(all), all, 1.0 - alpha).map(|most| 1.0 - most);
        Self {
            n: of,
            baseline_n: None,
            value: (of > 0).then(|| f64::from(as_u32(events)) / f64::from(of)),
            low,
            high,
            keeps_any: None,
            beyond: None,
        }
    }

    fn worse(
        quantity: &Quantity,
        own: &ContenderRequests,
        base: &ContenderRequests,
        alpha: f64,
    ) -> Option<Self> {
        let is_worse_higher = quantity.is_worse_higher();
        match quantity {
            Quantity::Percentile(metric, p) => {
                let (own, base) = (own.sorted(*metric), base.sorted(*metric));
                Some(Self::worse_percentile(&own, &base, *p, is_worse_higher, alpha))
            }
            Quantity::Share(share) => {
                let ((events, of), (base_events, base_of)) =
                    (own.counted(share)?, base.counted(share)?);
                // Each of the two intervals may be wrong half as often.
                let own = Self::share(events, of, alpha / 2.0);
                let base = Self::share(base_events, base_of, alpha / 2.0);
                let minus = |one: Option<f64>, other: Option<f64>| Some(one? - other?);
                let (value, low, high) = (
                    minus(own.value, base.value),
                    minus(own.low, base.high),
                    minus(own.high, base.low),
                );
                let turned = |value: Option<f64>| value.map(|value| 0.0 - value);
                let (value, low, high) = if is_worse_higher {
                    (value, low, high)
                } else {
                    (turned(value), turned(high), turned(low))
                };
                Some(Self {
                    n: of,
                    baseline_n: Some(base_of),
                    value,
                    low,
                    high,
                    keeps_any: None,
                    beyond: None,
                })
            }
        }
    }

    /// By what share of the baseline's a percentile is worse: a median by the factor between all requests, any other by the
    /// order statistics of both.
    fn worse_percentile(
        own: &[f64],
        base: &[f64],
        p: f64,
        is_worse_higher: bool,
        alpha: f64,
    ) -> Self {
        // Of speeds, a failed request is worth nothing, and stays so whatever it is multiplied by.
        let at_least_zero =
            |values: &[f64]| values.iter().map(|value| value.max(0.0)).collect::<Vec<_>>();
        let (own, base) = (at_least_zero(own), at_least_zero(base));
        let (value, low, high) = if is_median(p) {
            factor(&own, &base, alpha)
                .map_or((None, None, None), |found| (Some(found.estimate), found.low, found.high))
        } else {
            let both =
                (Self::percentile(&own, p, alpha / 2.0), Self::percentile(&base, p, alpha / 2.0));
            let over = |one: Option<f64>, other: Option<f64>| {
                Some(one? / other.filter(|other| *other > 0.0)?)
            };
            (
                over(both.0.value, both.1.value),
                over(both.0.low, both.1.high),
                over(both.0.high, both.1.low),
            )
        };
        let more = |factor: Option<f64>| factor.map(|factor| factor - 1.0);
        let less = |factor: Option<f64>| factor.map(|factor| 1.0 - factor);
        let (value, low, high) = if is_worse_higher {
            (more(value), more(low), more(high))
        } else {
            (less(value), less(high), less(low))
        };
        let finite = |end: Option<f64>| end.filter(|end| end.is_finite());
        Self {
            n: as_u32(own.len()),
            baseline_n: Some(as_u32(base.len())),
            value: finite(value),
            low: finite(low),
            high: finite(high),
            keeps_any: match (low, high) {
                (Some(f64::INFINITY), _) => Some(false),
                (_, Some(f64::NEG_INFINITY)) => Some(true),
                _ => None,
            },
            beyond: None,
        }
    }

    /// Whether the number keeps to the limit; `None` where its interval is on both sides.
    pub(crate) fn keeps(&self, bound: Bound) -> Option<bool> {
        if self.keeps_any.is_some() {
            return self.keeps_any;
        }
        let (most, sign) = match bound {
            Bound::AtMost(most) | Bound::WorseByAtMost(most) => (most, 1.0),
            Bound::AtLeast(least) => (-least, -1.0),
        };
        let (low, high) = if sign > 0.0 { (self.low, self.high) } else { (self.high, self.low) };
        let (low, high) = (low.map(|end| end * sign), high.map(|end| end * sign));
        match (low, high) {
            (_, Some(high)) if high <= most => Some(true),
            (Some(low), _) if low > most => Some(false),
            _ => None,
        }
    }

    /// About how many requests would settle an undecided limit with a chance of 80 %, if the number is what it seems; `None` if
    /// that cannot be said, or would take more than a million or more than the baseline allows.
    pub(crate) fn needed(&self, bound: Bound, alpha: f64) -> Option<u32> {
        if let Some(beyond) = self.beyond {
            return beyond.needed(self.n, alpha);
        }
        let (value, limit) = match bound {
            Bound::AtMost(limit) | Bound::AtLeast(limit) | Bound::WorseByAtMost(limit) => {
                (self.value?, limit)
            }
        };
        // How far from the number its interval reaches towards the limit.
        let end = if value <= limit { self.high } else { self.low }?;
        let (reach, apart) = ((end - value).abs(), (limit - value).abs());
        if reach <= 0.0 || apart <= 0.0 {
            return None;
        }
        let z = normal_above(alpha.min(0.5));
        let with_power = (z + normal_above(POWER)) / z;
        // The variance of the number now, and at most then, in units of that of one request.
        let now = 1.0 / f64::from(self.n) + self.baseline_n.map_or(0.0, |n| 1.0 / f64::from(n));
        let then = now * (apart / (reach * with_power)).powi(2);
        let own = then - self.baseline_n.map_or(0.0, |n| 1.0 / f64::from(n));
        let needed = (1.0 / own).ceil();
        (own > 0.0 && needed <= MOST_NEEDED).then(|| whole(needed).max(self.n.saturating_add(1)))
    }
}

impl Quantity {
    /// The least number of requests of either side with which a percentile other than the median can be held against a
    /// baseline; `None` for any other quantity.
    pub(crate) fn least(&self, alpha: f64) -> Option<u32> {
        let Self::Percentile(_, p) = self else { return None };
        let has_interval = |n: usize| {
            let (low, high) = quantile_ranks(n, *p, 1.0 - alpha);
            low.is_some() && high.is_some()
        };
        (!is_median(*p)).then(|| (1..10_000).find(|n| has_interval(*n)).map(as_u32)).flatten()
    }
}

impl Beyond {
    /// About how many requests would show that this share of them is within what is allowed, or beyond it.
    fn needed(self, n: u32, alpha: f64) -> Option<u32> {
        let share = f64::from(as_u32(self.events)) / f64::from(n);
        if n == 0 || !share.is_finite() {
            return None;
        }
        // Four of five races have no more such requests than this (or no fewer).
        let settles = |requests: u32| {
            let requests_of = f64::from(requests);
            let scatter = normal_above(POWER) * (share * (1.0 - share) * requests_of).sqrt();
            let of = requests as usize;
            if share <= self.allowed {
                let most = whole((share * requests_of + scatter).ceil().min(requests_of));
                share_at_most(most as usize, of, 1.0 - alpha)
                    .is_some_and(|high| high <= self.allowed)
            } else {
                let least = whole((share * requests_of - scatter).floor().max(0.0));
                let others = of - (least as usize).min(of);
                share_at_most(others, of, 1.0 - alpha).is_some_and(|high| 1.0 - high > self.allowed)
            }
        };
        let most = whole(MOST_NEEDED);
        if !settles(most) {
            return None;
        }
        let (mut low, mut high) = (n, most);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if settles(middle) { high = middle } else { low = middle }
        }
        Some(high)
    }
}

/// Whether a percentile is the median.
fn is_median(p: f64) -> bool {
    (p - 0.5).abs() < 1e-9
}

fn as_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is from 0 to a million"
)]
fn whole(number: f64) -> u32 {
    number as u32
}
