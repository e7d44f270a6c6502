//! The figures of a ranking: which value of a contender each is, which direction is better, and how it is written.

use measure::{Amount, Better, Metric, Phrase, Unit};
use serde::{Deserialize, Serialize};

use crate::contender::ContenderSummary;
use crate::estimation::Estimate;
use crate::verdicts::{MEASURED, TIMES};
use crate::wording::{contenders as lacking, ranking as say};

/// A figure that a ranking uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    /// Median time to first answer token, in milliseconds: who waits for an answer waits for its thinking too.
    Ttfat,
    /// p95 TTFAT in milliseconds, where a failed request is slower than every other; below twenty requests the worst TTFAT.
    TtfatTail,
    /// Output speed, in tokens per second.
    Speed,
    /// Predicted latency of an answer of the use's length, in milliseconds.
    Latency,
    /// Predicted cost of a request of the use, in dollars.
    Cost,
    /// Predicted duration of the use's loop, in milliseconds.
    LoopTime,
    /// Predicted cost of the use's loop, in dollars.
    LoopCost,
    /// Failed requests ÷ completed requests, 0 to 1.
    ErrorRate,
    /// Right answers ÷ answers known to be right or wrong, 0 to 1.
    Right,
    /// Time of all checked requests ÷ right answers, in milliseconds: what a right answer took, whatever length it had.
    TimePerRight,
    /// Cost of all checked requests ÷ right answers, in dollars: what a right answer cost.
    CostPerRight,
}

impl Figure {
    /// Values below this are equivalent in practice: a millisecond, a thousandth of a dollar per 1,000 requests.
    fn floor(self) -> f64 {
        match self {
            Self::Ttfat | Self::TtfatTail | Self::Latency | Self::LoopTime | Self::TimePerRight => {
                1.0
            }
            Self::Cost | Self::LoopCost | Self::CostPerRight => 1e-6,
            // A rate has no floor, and errors are compared by the requests that succeed.
            Self::Speed | Self::ErrorRate | Self::Right => 0.0,
        }
    }

    /// The utility of a value: a rate itself, the inverse of a time or a cost, the share of successful requests.
    pub(super) fn utility(self, value: f64) -> f64 {
        match self {
            Self::ErrorRate => 1.0 - value,
            Self::Speed | Self::Right => value,
            other => 1.0 / value.max(other.floor()),
        }
    }

    /// The ends of the 95 % interval of a figure that has no value for a single round; `None` for other figures.
    pub(super) fn ends(self, one: &ContenderSummary) -> Option<(Option<f64>, Option<f64>)> {
        match self {
            Self::TtfatTail => one.ttfat_p95.map(|tail| (tail.low, tail.high)),
            Self::ErrorRate => one.error_rate_ci.map(|ci| (Some(ci.low), Some(ci.high))),
            Self::Right => one.right?.interval.map(|ci| (Some(ci.low), Some(ci.high))),
            _ => None,
        }
    }

    /// The measured metrics in one of which contenders must differ to differ in this figure, unless their shares of right answers do.
    /// A tail and a share have no verdict of their own: theirs are the ends of their intervals.
    pub(super) fn rests_on(self) -> &'static [Metric] {
        match self {
            Self::Ttfat => &[Metric::TtfatMs],
            Self::Speed => &[Metric::NeutralTps, Metric::DecodeTps],
            Self::Latency | Self::LoopTime => &TIMES,
            Self::TimePerRight => &[Metric::LatencyMs],
            Self::Cost | Self::LoopCost | Self::CostPerRight => &[Metric::CostUsd],
            Self::TtfatTail | Self::ErrorRate | Self::Right => &MEASURED,
        }
    }

    /// Whether it is predicted from the lengths that were measured: a time, or the cost of a machine by the hour.
    pub(super) fn is_predicted(self, one: &ContenderSummary) -> bool {
        let is_hourly = one.price.as_ref().is_some_and(|price| price.per_hour.is_some());
        match self {
            Self::Latency | Self::LoopTime => true,
            Self::Cost | Self::LoopCost => is_hourly,
            _ => false,
        }
    }

    /// Whether it follows from prices alone where those are of tokens.
    pub(super) fn is_exact(self) -> bool {
        matches!(self, Self::Cost | Self::LoopCost)
    }

    /// Whether it is a time or a speed, of which warnings may cast doubt.
    pub(super) fn is_timed(self) -> bool {
        match self {
            Self::Ttfat
            | Self::TtfatTail
            | Self::Speed
            | Self::Latency
            | Self::LoopTime
            | Self::TimePerRight => true,
            Self::Cost | Self::LoopCost | Self::ErrorRate | Self::Right | Self::CostPerRight => {
                false
            }
        }
    }

    pub(super) fn better(self) -> Better {
        if matches!(self, Self::Speed | Self::Right) { Better::Higher } else { Better::Lower }
    }

    pub(super) fn of(self, one: &ContenderSummary, estimate: &Estimate) -> Option<f64> {
        match self {
            Self::Ttfat => one.middle(Metric::TtfatMs),
            Self::TtfatTail if knows_tail(one) => one.ttfat_p95.and_then(|tail| tail.value),
            Self::TtfatTail => one.ttfat_ms.as_ref().map(|ttfat| ttfat.spread.max),
            Self::Speed => one.middle(one.ranked_speed),
            Self::Latency => estimate.total_ms,
            Self::Cost => estimate.usd,
            Self::LoopTime => estimate.loop_ms,
            Self::LoopCost => estimate.loop_usd,
            Self::ErrorRate => one.error_rate,
            Self::Right => share(one),
            Self::TimePerRight => Some(one.right?.seconds_per_right? * 1e3),
            Self::CostPerRight => one.right?.usd_per_right,
        }
    }

    pub(super) fn amount(self, value: f64) -> Amount {
        match self {
            Self::Ttfat | Self::TtfatTail | Self::Latency | Self::TimePerRight => {
                Amount::seconds(value)
            }
            Self::LoopTime => Amount::span(value),
            Self::Speed => Amount::of(Unit::TokensPerSecond, value),
            Self::Cost | Self::LoopCost | Self::CostPerRight => Amount::dollars(value),
            Self::ErrorRate | Self::Right => Amount::share(value),
        }
    }

    /// What the figure of a contender is called: the worst of a few requests is no percentile.
    pub(super) fn name_of(self, one: &ContenderSummary) -> Phrase {
        match self {
            Self::TtfatTail if !knows_tail(one) => say::worst_ttfat(),
            _ => self.name(),
        }
    }

    /// Why a contender does not have it.
    pub(super) fn unknown(self, one: &ContenderSummary, estimate: &Estimate) -> Phrase {
        let is_loop = matches!(self, Self::LoopTime | Self::LoopCost);
        let is_of_job = is_loop || matches!(self, Self::Latency | Self::Cost);
        let too_long = estimate.too_long.filter(|own| is_loop || is_of_job && own.request);
        if let Some(own) = too_long {
            return say::reads_at_most(own.context_tokens.into());
        }
        match self {
            Self::TtfatTail if knows_tail(one) => say::unbounded_tail(),
            Self::TimePerRight | Self::CostPerRight if share(one) == Some(0.0) => say::none_right(),
            Self::Right | Self::TimePerRight | Self::CostPerRight if share(one).is_none() => {
                say::none_checked()
            }
            Self::Cost | Self::LoopCost if one.price.is_none() => lacking::no_price(),
            _ => say::not_known(self.name()),
        }
    }

    pub(super) fn name(self) -> Phrase {
        match self {
            Self::Ttfat => say::ttfat(),
            Self::TtfatTail => say::ttfat_tail(),
            Self::Speed => say::speed(),
            Self::Latency => say::latency(),
            Self::Cost => say::cost(),
            Self::LoopTime => say::loop_time(),
            Self::LoopCost => say::loop_cost(),
            Self::ErrorRate => say::error_rate(),
            Self::Right => say::right(),
            Self::TimePerRight => say::time_per_right(),
            Self::CostPerRight => say::cost_per_right(),
        }
    }
}

/// Minimum number of requests for a p95 that is not simply the slowest.
const TAIL_FROM: u32 = 20;

fn share(one: &ContenderSummary) -> Option<f64> {
    one.right?.share
}

fn knows_tail(one: &ContenderSummary) -> bool {
    one.ttfat_p95.is_some_and(|tail| tail.n >= TAIL_FROM)
}
