//! A number of a contender that changed over the days, where they do not tell a step from a drift.

use measure::format;
use serde::Serialize;

use crate::day_drift::DayDrift;
use crate::day_step::DayChange;
use crate::metric_summary::name;

/// A number that changed over the days in one step or steadily: they fit both, or neither.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct UnsettledChange {
    /// The change, if it was a step.
    pub step: DayChange,
    /// The change, if it was a steady rise or fall.
    pub drift: DayDrift,
}

impl UnsettledChange {
    /// With the probability among all series of so clear a change of either kind.
    pub(crate) fn among_all(self, p: f64) -> Self {
        Self { step: DayChange { p, ..self.step }, drift: DayDrift { p, ..self.drift } }
    }

    pub(crate) fn sentence(&self, called: &str) -> String {
        let Self { step, drift } = self;
        let word = match step.is_better {
            better if better != drift.is_better => "changed",
            Some(true) => "got better",
            Some(false) => "got worse",
            None => "changed",
        };
        format!(
            "{called}’s {} {word}, by a step on {}{}, or by a steady {} of {} a day since {}: {} cannot tell which.",
            name(step.metric),
            step.date,
            step.levels(),
            if drift.per_day > 0.0 { "rise" } else { "fall" },
            drift.pace(drift.per_day.abs()),
            drift.from,
            format::several(drift.days as usize, "day"),
        )
    }
}
