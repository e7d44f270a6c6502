//! A number of a contender that rises or falls steadily over the days.

use measure::{Better, Interval, Metric, format};
use serde::Serialize;

use crate::metric_summary::{name, value_text};

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

    /// A change per day in words.
    pub(crate) fn pace(&self, value: f64) -> String {
        if self.is_relative { format::fine_share(value) } else { value_text(self.metric, value) }
    }

    pub(crate) fn sentence(&self, called: &str) -> String {
        let text = |value| self.pace(value);
        let sign = self.per_day.signum();
        let ends = [self.ci.low * sign, self.ci.high * sign];
        let (least, most) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
        let own = if self.before.is_none() { " by the same prompts" } else { "" };
        let levels = self.before.zip(self.after).map(|(before, after)| {
            let text = |value| value_text(self.metric, value);
            format!(", from {} to {}", text(before), text(after))
        });
        let word = match self.is_better {
            Some(true) => ": it gets better",
            Some(false) => ": it gets worse",
            None => "",
        };
        format!(
            "{called}’s {} {} by {} a day{own} (95 %: {} to {}){} since {}{word} ({} measured).",
            name(self.metric),
            if sign > 0.0 { "rose" } else { "fell" },
            text(self.per_day * sign),
            text(least),
            text(most),
            levels.unwrap_or_default(),
            self.from,
            format::several(self.days as usize, "day"),
        )
    }
}
