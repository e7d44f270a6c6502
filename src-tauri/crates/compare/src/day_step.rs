//! A day on which a number of a contender went to a new level.

use measure::{Metric, format};
use serde::Serialize;

use crate::metric_summary::{name, value_text};

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
    /// Its levels in words, “ from 0.20 s to 0.30 s, 1.50× what it was”.
    pub(crate) fn levels(&self) -> String {
        let text = |value| value_text(self.metric, value);
        let levels = self
            .before
            .zip(self.after)
            .map(|(before, after)| format!(" from {} to {}", text(before), text(after)));
        let times = self.ratio.map(|ratio| {
            let own = if levels.is_none() { " by the same prompts" } else { "" };
            let ratio = if ratio < 9.95 { format!("{ratio:.2}×") } else { format::times(ratio) };
            format!(", {ratio} what it was{own}")
        });
        levels.unwrap_or_default() + &times.unwrap_or_default()
    }

    pub(crate) fn sentence(&self, called: &str) -> String {
        let word = match self.is_better {
            Some(true) => "is better",
            Some(false) => "is worse",
            None => "is another",
        };
        format!(
            "{called}’s {} {word} since {}{} ({} before, {} since).",
            name(self.metric),
            self.date,
            self.levels(),
            format::several(self.days_before as usize, "day"),
            self.days_after,
        )
    }
}
