//! A day on which a number of a contender went to a new level.

use measure::{Amount, Metric, Phrase};
use serde::Serialize;

use crate::metric_summary::amount;
use crate::wording::days as say;

/// A day on which a number of a contender went to a new level.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct DayChange {
    /// Which contender.
    pub place: u32,
    /// Which number.
    pub metric: Metric,
    /// The first local date of the new level, as `YYYY-MM-DD`: that of the split whose sides scatter least.
    pub date: String,
    /// Days measured before it.
    pub days_before: u32,
    /// Days measured from it on.
    pub days_after: u32,
    /// Median of the days before; absent if prompts differed.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// Median of the days from it on; absent if prompts differed.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<f64>,
    /// The later level ÷ the earlier one, each prompt relative to itself; absent for a metric that can be 0.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f64>,
    /// Whether the later level is the better one; absent if neither direction is better.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_better: Option<bool>,
    /// Probability of so clear a change without one, among all series examined.
    pub p: f64,
}

impl DayChange {
    /// Its levels, “ from 0.20 s to 0.30 s, 1.50× what it was”.
    pub(crate) fn levels(&self) -> Option<Phrase> {
        let text = |value| amount(self.metric, value);
        let times = self.ratio.map(Amount::exact_times);
        match self.before.zip(self.after) {
            Some((before, after)) => {
                Some(say::levels(text(before), text(after), times.map(say::times)))
            }
            None => times.map(say::times_by_prompts),
        }
    }

    pub(crate) fn sentence(&self, called: Phrase) -> Phrase {
        let said = match self.is_better {
            Some(true) => say::step_better,
            Some(false) => say::step_worse,
            None => say::step_other,
        };
        let since = Amount::digits(self.days_after.into(), 0);
        said(called, self.metric, &self.date, self.levels(), self.days_before.into(), since)
    }
}
