//! A number of a contender that rises or falls steadily over the days.

use measure::{Amount, Better, Form, Interval, Metric, Phrase};
use serde::Serialize;

use crate::metric_summary::amount;
use crate::wording::days as say;

/// A steady rise or fall of a number of a contender.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct DayDrift {
    /// Which contender.
    pub place: u32,
    /// Which number.
    pub metric: Metric,
    /// The first measured local date, as `YYYY-MM-DD`.
    pub from: String,
    /// The last measured local date.
    pub to: String,
    /// Days measured.
    pub days: u32,
    /// Change per day: relative, so that 0.05 is 5 %; for a metric that can be 0, in its unit.
    pub per_day: f64,
    /// 95 % confidence interval of `per_day`, for this number alone.
    pub ci: Interval,
    /// Whether `per_day` is relative.
    pub is_relative: bool,
    /// The line through the days on the first of them; absent if prompts differed.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// The same on the last day.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<f64>,
    /// Whether it gets better; absent if neither direction is better.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_better: Option<bool>,
    /// Probability of so clear a change without one, among all series examined.
    pub p: f64,
}

impl DayDrift {
    /// Whether a number that moves by this much a day gets better.
    pub(crate) fn is_better(metric: Metric, per_day: f64) -> Option<bool> {
        let better = metric.definition().better;
        better.map(|better| (per_day < 0.0) == (better == Better::Lower))
    }

    /// A change per day.
    pub(crate) fn pace(&self, value: f64) -> Amount {
        if self.is_relative {
            Amount { form: Form::FineShare, number: value }
        } else {
            amount(self.metric, value)
        }
    }

    pub(crate) fn sentence(&self, called: Phrase) -> Phrase {
        let sign = self.per_day.signum();
        let ends = [self.ci.low * sign, self.ci.high * sign];
        let [low, high] = [ends[0].min(ends[1]), ends[0].max(ends[1])].map(|end| self.pace(end));
        let own = self.before.is_none().then(say::by_prompts);
        let levels = self.before.zip(self.after).map(|(before, after)| {
            say::from_to(amount(self.metric, before), amount(self.metric, after))
        });
        let so = self.is_better.map(
            |is_better| {
                if is_better { say::gets_better() } else { say::gets_worse() }
            },
        );
        let said = if sign > 0.0 { say::rose } else { say::fell };
        let by = say::a_day(self.pace(self.per_day * sign), own, low, high);
        let days = self.days.into();
        said(called, self.metric, by, levels, &self.from, so, days)
    }
}
