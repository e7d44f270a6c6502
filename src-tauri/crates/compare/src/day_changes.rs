//! Since when a number of a contender has a new level: the change points of its days.
//!
//! A day is one observation, the median of its requests, since those share the luck of the day. Each request is taken
//! relative to the median of all requests with the same prompt, so a change of prompts is not a change of the
//! contender. One change is sought in each metric of each contender ([`measure::change_point`]), and it is reported
//! only if it is significant among all of them: S. Holm (1979).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use measure::{ALPHA, Better, CHANGE_FROM, Metric, change_point, days_for_a_change, format};
use serde::Serialize;

use crate::change::numbers;
use crate::days::{Wall, Zone};
use crate::evidence::median;
use crate::group::Group;
use crate::metric_summary::{name, value, value_text};
use crate::request::{float, small};

/// A day on which a number of a contender changed.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct DayChange {
    /// Which contender.
    pub place: u32,
    /// Which number.
    pub metric: Metric,
    /// The first local date of the new level, as `YYYY-MM-DD`: the most likely one.
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

/// The result over the days: the changes, and one sentence.
pub(crate) struct DayChanges {
    /// Significant changes; those in the question's metric first.
    pub(crate) changes: Vec<DayChange>,
    /// Series that are tested: metrics of contenders whose days differ.
    tested: usize,
    /// Maximum number of days of any series.
    days: usize,
}

/// One metric of one contender, day by day.
struct Series {
    days: Vec<Day>,
    is_ratio: bool,
    is_one_prompt: bool,
}

struct Day {
    wall: Wall,
    /// Its median as it was measured.
    middle: f64,
    /// Its median relative to the prompt's own.
    relative: f64,
}

/// A prompt with its output token limit.
type PromptAndLimit<'a> = (&'a str, Option<u32>);

impl Series {
    fn of(group: &Group<'_>, metric: Metric, zone: Zone<'_>) -> Option<Self> {
        let mut prompts: HashMap<PromptAndLimit<'_>, Vec<(Wall, f64)>> = HashMap::new();
        for request in group.good() {
            let Some(value) = value(metric, request, group.contender.counted) else { continue };
            let wall = Wall { hour: 0, ..Wall::at(request.at_s, zone) };
            prompts.entry(request.asked()).or_default().push((wall, value));
        }
        // A prompt sent on one day only says nothing about other days.
        prompts.retain(|_, asked| {
            let first = asked.first().map(|(wall, _)| *wall);
            asked.iter().any(|(wall, _)| Some(*wall) != first)
        });
        let is_ratio = prompts.values().flatten().all(|(_, value)| *value > 0.0);
        let number = |value: f64| if is_ratio { value.ln() } else { value };
        let is_one_prompt = prompts.len() == 1;
        let mut by_day: BTreeMap<Wall, Vec<(f64, f64)>> = BTreeMap::new();
        for asked in prompts.into_values() {
            let own = median(asked.iter().map(|(_, value)| number(*value)).collect())?;
            for (wall, value) in asked {
                by_day.entry(wall).or_default().push((value, number(value) - own));
            }
        }
        let days = by_day.into_iter().filter_map(|(wall, values)| {
            let (values, relative): (Vec<f64>, Vec<f64>) = values.into_iter().unzip();
            Some(Day { wall, middle: median(values)?, relative: median(relative)? })
        });
        Some(Self { days: days.collect(), is_ratio, is_one_prompt })
    }

    /// Whether its days differ at all. A series that never varied cannot have changed, and does not count as a
    /// comparison.
    fn scatters(&self) -> bool {
        let mut days = self.days.iter().map(|day| day.relative);
        let first = days.next();
        days.any(|relative| Some(relative) != first)
    }

    /// Its most likely change, with its own p-value.
    fn change(&self, place: u32, metric: Metric) -> Option<DayChange> {
        let relative: Vec<f64> = self.days.iter().map(|day| day.relative).collect();
        let found = change_point(&relative)?;
        let (before, after) = self.days.split_at_checked(found.at)?;
        let middle = |days: &[Day]| median(days.iter().map(|day| day.middle).collect());
        let level = |days: &[Day]| median(days.iter().map(|day| day.relative).collect());
        let moved = level(after)? - level(before)?;
        let shown = |days: &[Day]| middle(days).filter(|_| self.is_one_prompt);
        Some(DayChange {
            place,
            metric,
            date: after.first()?.wall.date(),
            days_before: small(before.len()),
            days_after: small(after.len()),
            before: shown(before),
            after: shown(after),
            ratio: self.is_ratio.then(|| moved.exp()),
            is_better: metric
                .definition()
                .better
                .map(|better| (moved < 0.0) == (better == Better::Lower)),
            p: found.p,
        })
    }
}

/// The significant changes of these contenders over the days.
pub(crate) fn day_changes(groups: &[&Group<'_>], asked_for: Metric, zone: Zone<'_>) -> DayChanges {
    let mut found = Vec::new();
    let (mut tested, mut days) = (0, 0);
    for group in groups {
        for metric in numbers(asked_for) {
            let Some(series) = Series::of(group, metric, zone) else { continue };
            days = days.max(series.days.len());
            if series.scatters() {
                tested += 1;
                found.extend(series.change(group.contender.place, metric));
            }
        }
    }
    let mut changes = significant(found);
    changes.sort_by_key(|change| change.metric != asked_for);
    DayChanges { changes, tested, days }
}

/// Those significant among all, the surest first, each with its p-value among all.
fn significant(mut found: Vec<DayChange>) -> Vec<DayChange> {
    found.sort_by(|a, b| a.p.total_cmp(&b.p));
    let all = found.len();
    let mut among_all: f64 = 0.0;
    for (change, left) in found.iter_mut().zip((1..=all).rev()) {
        among_all = among_all.max((change.p * float(left)).min(1.0));
        change.p = among_all;
    }
    found.retain(|change| change.p <= ALPHA);
    found
}

/// Maximum number of changes that the sentence names.
const MOST_NAMED: usize = 3;

impl DayChanges {
    /// The result in words; `called` gives a contender's name.
    pub(crate) fn sentence(&self, called: &dyn Fn(u32) -> String, days_drawn: usize) -> String {
        if days_drawn < 2 {
            return format!(
                "All samples are from one day; a change over the days needs at least {CHANGE_FROM}."
            );
        }
        let needed = days_for_a_change(ALPHA / float(self.tested.max(1)));
        if self.days < needed {
            let asked = if self.days < days_drawn {
                " with a prompt that was also used on other days"
            } else {
                ""
            };
            return format!(
                "Whether a number changed can be told with {needed} days or more; there are {}{asked}.",
                self.days
            );
        }
        if self.changes.is_empty() {
            return format!(
                "Over {} no number changed significantly.",
                format::several(self.days, "day")
            );
        }
        let named = self.changes.iter().take(MOST_NAMED);
        let mut sentences: Vec<String> =
            named.map(|one| one.sentence(&called(one.place))).collect();
        let more: BTreeSet<&str> =
            self.changes.iter().skip(MOST_NAMED).map(|one| one.date.as_str()).collect();
        if !more.is_empty() {
            let n = self.changes.len() - MOST_NAMED;
            let dates: Vec<&str> = more.into_iter().collect();
            sentences.push(format!(
                "{}, on {}.",
                format::several(n, "more change"),
                format::list(&dates)
            ));
        }
        sentences.join(" ")
    }
}

impl DayChange {
    fn sentence(&self, called: &str) -> String {
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
        let word = match self.is_better {
            Some(true) => "is better",
            Some(false) => "is worse",
            None => "is another",
        };
        format!(
            "{called}’s {} {word} since {}{}{} ({} before, {} since).",
            name(self.metric),
            self.date,
            levels.unwrap_or_default(),
            times.unwrap_or_default(),
            format::several(self.days_before as usize, "day"),
            self.days_after,
        )
    }
}

#[cfg(test)]
#[path = "day_changes_tests.rs"]
mod tests;
