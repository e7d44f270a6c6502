//! Since when a number of a contender has a new level: the change points of its days.
//!
//! A day is one observation, the median of its requests, since those share the luck of the day. Each request is taken
//! relative to the median of all requests with the same prompt, so a change of prompts is not a change of the
//! contender. In each metric of each contender two kinds of change are sought: a step to a new level
//! ([`measure::change_point`]) and a steady rise or fall ([`measure::DailyTrend`]). The surer one counts, at twice its p-value
//! (C. E. Bonferroni), and it is reported only if it is significant among all series: S. Holm (1979). What it is called is
//! what the days lie closer to.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use measure::{
    ALPHA, Better, CHANGE_FROM, DailyTrend, Interval, Metric, change_point, days_for_a_change,
    format, side_for_a_change,
};
use serde::Serialize;

use crate::change::numbers;
use crate::day_drift::DayDrift;
use crate::days::{Wall, Zone};
use crate::evidence::median;
use crate::group::Group;
use crate::metric_summary::{name, value, value_text};
use crate::request::{float, small};

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

/// The result over the days: the changes, and one sentence.
pub(crate) struct DayChanges {
    /// Significant changes; those in the question's metric first.
    found: Vec<Shape>,
    /// Series that are tested: metrics of contenders whose days differ.
    tested: usize,
    /// Maximum number of days of any series.
    days: usize,
}

/// The kinds of change, as it is called.
#[derive(Debug, Clone)]
enum Shape {
    Step(DayChange),
    Drift(DayDrift),
}

/// One metric of one contender, day by day.
struct Series {
    days: Vec<Day>,
    is_ratio: bool,
    /// The median of its only prompt, as a logarithm if it is a ratio; absent if there are several.
    own: Option<f64>,
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
        let mut only = None;
        let mut by_day: BTreeMap<Wall, Vec<(f64, f64)>> = BTreeMap::new();
        for asked in prompts.into_values() {
            let own = median(asked.iter().map(|(_, value)| number(*value)).collect())?;
            only = is_one_prompt.then_some(own);
            for (wall, value) in asked {
                by_day.entry(wall).or_default().push((value, number(value) - own));
            }
        }
        let days = by_day.into_iter().filter_map(|(wall, values)| {
            let (values, relative): (Vec<f64>, Vec<f64>) = values.into_iter().unzip();
            Some(Day { wall, middle: median(values)?, relative: median(relative)? })
        });
        Some(Self { days: days.collect(), is_ratio, own: only })
    }

    /// Whether its days differ at all. A series that never varied cannot have changed, and does not count as a
    /// comparison.
    fn scatters(&self) -> bool {
        let mut days = self.days.iter().map(|day| day.relative);
        let first = days.next();
        days.any(|relative| Some(relative) != first)
    }

    /// Its most likely change, with the p-value of either kind.
    fn change(&self, place: u32, metric: Metric) -> Option<(f64, Shape)> {
        let step = self.step(place, metric);
        let drift = self.drift(place, metric);
        let (step, drift) = match (step, drift) {
            (Some(step), Some(drift)) => (step, drift),
            (step, drift) => {
                let step = step.map(|(step, _)| (2.0 * step.p, Shape::Step(step)));
                return step.or(drift.map(|(drift, _)| (2.0 * drift.p, Shape::Drift(drift))));
            }
        };
        let ((step, off_step), (drift, off_drift)) = (step, drift);
        let p = 2.0 * step.p.min(drift.p);
        let is_drift = match (step.p <= ALPHA, drift.p <= ALPHA) {
            (true, true) => off_drift < off_step,
            (_, is_drift) => is_drift,
        };
        Some((p, if is_drift { Shape::Drift(drift) } else { Shape::Step(step) }))
    }

    /// Its most likely step with its own p-value, and the mean distance of a day from its level.
    fn step(&self, place: u32, metric: Metric) -> Option<(DayChange, f64)> {
        let relative: Vec<f64> = self.days.iter().map(|day| day.relative).collect();
        let found = change_point(&relative)?;
        let (before, after) = self.days.split_at_checked(found.at)?;
        let middle = |days: &[Day]| median(days.iter().map(|day| day.middle).collect());
        let level = |days: &[Day]| median(days.iter().map(|day| day.relative).collect());
        let (was, is) = (level(before)?, level(after)?);
        let off = |days: &[Day], level: f64| -> f64 {
            days.iter().map(|day| (day.relative - level).abs()).sum()
        };
        let off = (off(before, was) + off(after, is)) / float(self.days.len());
        let moved = is - was;
        let shown = |days: &[Day]| middle(days).filter(|_| self.own.is_some());
        let step = DayChange {
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
        };
        Some((step, off))
    }

    /// Its line with its own p-value, and the mean distance of a day from it.
    fn drift(&self, place: u32, metric: Metric) -> Option<(DayDrift, f64)> {
        let (first, last) = (self.days.first()?, self.days.last()?);
        #[expect(clippy::cast_precision_loss, reason = "days between two dates")]
        let number = |day: &Day| (day.wall.day - first.wall.day) as f64;
        let days: Vec<(f64, f64)> =
            self.days.iter().map(|day| (number(day), day.relative)).collect();
        let trend = DailyTrend::of(&days)?;
        let per_day = |slope: f64| if self.is_ratio { slope.exp_m1() } else { slope };
        let shown = |day: &Day| {
            let value = self.own? + trend.at_0 + trend.slope * number(day);
            Some(if self.is_ratio { value.exp() } else { value })
        };
        let drift = DayDrift {
            place,
            metric,
            from: first.wall.date(),
            to: last.wall.date(),
            days: small(self.days.len()),
            per_day: per_day(trend.slope),
            ci: Interval { low: per_day(trend.ci.low), high: per_day(trend.ci.high) },
            is_relative: self.is_ratio,
            before: shown(first),
            after: shown(last),
            is_better: DayDrift::is_better(metric, trend.slope),
            p: trend.p,
        };
        Some((drift, trend.off))
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
    let mut found: Vec<Shape> =
        significant(found).into_iter().map(|(p, shape)| shape.among_all(p)).collect();
    found.sort_by_key(|shape| shape.metric() != asked_for);
    DayChanges { found, tested, days }
}

/// Those significant among all, the surest first, each with its p-value among all.
fn significant<T>(mut found: Vec<(f64, T)>) -> Vec<(f64, T)> {
    found.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let all = found.len();
    let mut among_all: f64 = 0.0;
    for ((p, _), left) in found.iter_mut().zip((1..=all).rev()) {
        among_all = among_all.max((*p * float(left)).min(1.0));
        *p = among_all;
    }
    found.retain(|(p, _)| *p <= ALPHA);
    found
}

impl Shape {
    fn among_all(self, p: f64) -> Self {
        match self {
            Self::Step(step) => Self::Step(DayChange { p, ..step }),
            Self::Drift(drift) => Self::Drift(DayDrift { p, ..drift }),
        }
    }

    fn metric(&self) -> Metric {
        match self {
            Self::Step(step) => step.metric,
            Self::Drift(drift) => drift.metric,
        }
    }

    fn place(&self) -> u32 {
        match self {
            Self::Step(step) => step.place,
            Self::Drift(drift) => drift.place,
        }
    }

    /// Since when it differs.
    fn since(&self) -> &str {
        match self {
            Self::Step(step) => &step.date,
            Self::Drift(drift) => &drift.from,
        }
    }

    fn sentence(&self, called: &str) -> String {
        match self {
            Self::Step(step) => step.sentence(called),
            Self::Drift(drift) => drift.sentence(called),
        }
    }
}

/// Maximum number of changes that the sentence names.
const MOST_NAMED: usize = 3;

impl DayChanges {
    /// The steps to a new level, and the steady rises and falls.
    pub(crate) fn by_kind(&self) -> (Vec<DayChange>, Vec<DayDrift>) {
        let (mut steps, mut drifts) = (Vec::new(), Vec::new());
        for shape in &self.found {
            match shape {
                Shape::Step(step) => steps.push(step.clone()),
                Shape::Drift(drift) => drifts.push(drift.clone()),
            }
        }
        (steps, drifts)
    }

    /// The result in words; `called` gives a contender's name.
    pub(crate) fn sentence(&self, called: &dyn Fn(u32) -> String, days_drawn: usize) -> String {
        if days_drawn < 2 {
            return format!(
                "All samples are from one day; a change over the days needs at least {CHANGE_FROM}."
            );
        }
        // Either kind is tested in each series.
        let needed = days_for_a_change(ALPHA / float(2 * self.tested.max(1)));
        if self.days < needed && self.found.is_empty() {
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
        if self.found.is_empty() {
            let late = side_for_a_change(self.days, ALPHA / float(2 * self.tested.max(1)));
            let late = late.map(|side| {
                format!(" A step within the last {} days would hardly show yet.", side - 1)
            });
            return format!(
                "Over {} no step to a new level and no steady rise or fall was found in any number.{}",
                format::several(self.days, "day"),
                late.unwrap_or_default()
            );
        }
        let named = self.found.iter().take(MOST_NAMED);
        let mut sentences: Vec<String> =
            named.map(|one| one.sentence(&called(one.place()))).collect();
        let more: BTreeSet<&str> = self.found.iter().skip(MOST_NAMED).map(Shape::since).collect();
        if !more.is_empty() {
            let n = self.found.len() - MOST_NAMED;
            let dates: Vec<&str> = more.into_iter().collect();
            sentences.push(format!(
                "{}, since {}.",
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
