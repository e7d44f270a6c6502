//! A number of a contender that changed over the days, where they do not tell a step from a drift.

use measure::Phrase;
use serde::Serialize;

use crate::day_drift::DayDrift;
use crate::day_step::DayChange;
use crate::wording::days as say;

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

    pub(crate) fn sentence(&self, called: Phrase) -> Phrase {
        let Self { step, drift } = self;
        let said = match step.is_better {
            better if better != drift.is_better => say::changed,
            Some(true) => say::got_better,
            Some(false) => say::got_worse,
            None => say::changed,
        };
        let moved = if drift.per_day > 0.0 { say::by_rise } else { say::by_fall };
        said(
            called,
            step.metric,
            say::by_step(&step.date, step.levels()),
            moved(drift.pace(drift.per_day.abs()), &drift.from),
            drift.days.into(),
        )
    }
}
