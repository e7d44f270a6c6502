//! Since when a number of a contender has a new level: the change points of its days.
//!
//! A day is one observation, the median of its requests, since those share the luck of the day. Each request is taken
//! relative to the median of all requests with the same prompt, so a change of prompts is not a change of the
//! contender. In each metric of each contender two kinds of change are sought: a step to a new level
//! ([`measure::change_point`]) and a steady rise or fall ([`measure::TheilSen`]). The surer one counts, at twice its p-value
//! (C. E. Bonferroni), and it is reported only if it is significant among all series: S. Holm (1979). It is called a step or a
//! drift only where the days refute the other ([`measure::step_or_drift`]). How often requests fail is a series as well
//! ([`crate::day_failures`]), in which a step alone is sought.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use measure::{
    ALIKE_LENGTH, ALPHA, Better, CHANGE_FROM, Interval, Metric, Phrase, StepOrDrift, TheilSen,
    change_point, days_for_a_change, side_for_a_change, step_or_drift,
};

use crate::change::numbers;
use crate::contender::ContenderSummary;
use crate::day_drift::DayDrift;
use crate::day_failures::{DayFailures, FailureSeries};
use crate::day_step::DayChange;
use crate::days::{Wall, Zone};
use crate::group::Group;
use crate::measured_days::MeasuredDays;
use crate::metric_summary::value;
use crate::middle::median;
use crate::request::{float, small};
use crate::unsettled_change::UnsettledChange;
use crate::wording::{days as say, open};

/// The result over the days: the changes, and one sentence.
pub(crate) struct DayChanges {
    /// Significant changes; failures first, then those in the question's metric.
    found: Vec<Shape>,
    /// Series that are tested: metrics of contenders whose days differ.
    tested: usize,
    /// Maximum number of days of any series.
    days: usize,
    /// Whether latencies were not compared, because answers were longer or shorter after the likeliest step.
    unlike: bool,
    /// Requests that failed, and those that failed or succeeded.
    failed: (u32, u32),
    /// Whether failures of every contender that has any were looked at, over days enough for a change.
    knows_failures: bool,
}

/// The kinds of change, as it is called.
#[derive(Debug, Clone)]
enum Shape {
    Step(DayChange),
    Drift(DayDrift),
    Unsettled(UnsettledChange),
    Failures(DayFailures),
}

/// What may be a change.
enum Candidate {
    Number(Series, Box<UnsettledChange>),
    Failures(DayFailures),
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
    /// Median tokens of its answers.
    answer: Option<f64>,
}

impl Day {
    /// Days since the day of this number.
    fn since(&self, first: i64) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "days between two dates")]
        let days = (self.wall.day - first) as f64;
        days
    }
}

/// A prompt with its output token limit, and its row in a set, whose rows are prompts of one fingerprint.
type PromptAndLimit<'a> = ((&'a str, Option<u32>), Option<u32>);

impl Series {
    fn of(group: &Group<'_>, metric: Metric, zone: Zone<'_>) -> Option<Self> {
        let mut prompts: HashMap<PromptAndLimit<'_>, Vec<(Wall, f64, Option<f64>)>> =
            HashMap::new();
        for request in group.good() {
            let Some(value) = value(metric, request, group.contender.counted) else { continue };
            let wall = Wall { hour: 0, ..Wall::at(request.at_s, zone) };
            prompts.entry((request.asked(), request.set_row)).or_default().push((
                wall,
                value,
                request.out_tokens,
            ));
        }
        // A prompt sent on one day only says nothing about other days.
        prompts.retain(|_, asked| {
            let first = asked.first().map(|(wall, ..)| *wall);
            asked.iter().any(|(wall, ..)| Some(*wall) != first)
        });
        let is_ratio = prompts.values().flatten().all(|(_, value, _)| *value > 0.0);
        let number = |value: f64| if is_ratio { value.ln() } else { value };
        let is_one_prompt = prompts.len() == 1;
        let mut only = None;
        let mut by_day: BTreeMap<Wall, Vec<(f64, f64, Option<f64>)>> = BTreeMap::new();
        for asked in prompts.into_values() {
            let own = median(asked.iter().map(|(_, value, _)| number(*value)).collect())?;
            only = is_one_prompt.then_some(own);
            for (wall, value, answer) in asked {
                by_day.entry(wall).or_default().push((value, number(value) - own, answer));
            }
        }
        let days = by_day.into_iter().filter_map(|(wall, values)| {
            let middle = median(values.iter().map(|(value, ..)| *value).collect())?;
            let relative = median(values.iter().map(|(_, relative, _)| *relative).collect())?;
            let answer = median(values.iter().filter_map(|(.., answer)| *answer).collect());
            Some(Day { wall, middle, relative, answer })
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

    /// Its most likely change of either kind, with the p-value of both.
    fn change(&self, place: u32, metric: Metric) -> Option<(f64, UnsettledChange)> {
        let (step, drift) = self.step(place, metric).zip(self.drift(place, metric))?;
        Some((2.0 * step.p.min(drift.p), UnsettledChange { step, drift }))
    }

    /// Whether the answers of its first days, so many of them, are about as long as those of the others.
    fn are_as_long(&self, first: usize) -> bool {
        let length = |days: &[Day]| median(days.iter().filter_map(|day| day.answer).collect());
        let sides = self.days.split_at_checked(first);
        let lengths = sides.and_then(|(before, after)| length(before).zip(length(after)));
        lengths.is_none_or(|(a, b)| a.max(b) <= ALIKE_LENGTH * a.min(b))
    }

    /// What a change of it is called.
    fn called(&self, UnsettledChange { step, drift }: UnsettledChange) -> Shape {
        match step_or_drift(&self.numbered()) {
            StepOrDrift::Step => Shape::Step(step),
            StepOrDrift::Drift => Shape::Drift(drift),
            StepOrDrift::Unsettled => Shape::Unsettled(UnsettledChange { step, drift }),
        }
    }

    /// Its days, each by its number from the first on.
    fn numbered(&self) -> Vec<(f64, f64)> {
        let first = self.days.first().map_or(0, |day| day.wall.day);
        let each = self.days.iter().map(|day| (day.since(first), day.relative));
        each.collect()
    }

    /// Its most likely step with its own p-value.
    fn step(&self, place: u32, metric: Metric) -> Option<DayChange> {
        let relative: Vec<f64> = self.days.iter().map(|day| day.relative).collect();
        let found = change_point(&relative)?;
        let (before, after) = self.days.split_at_checked(found.at)?;
        let middle = |days: &[Day]| median(days.iter().map(|day| day.middle).collect());
        let level = |days: &[Day]| median(days.iter().map(|day| day.relative).collect());
        let moved = level(after)? - level(before)?;
        let shown = |days: &[Day]| middle(days).filter(|_| self.own.is_some());
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

    /// Its line with its own p-value.
    fn drift(&self, place: u32, metric: Metric) -> Option<DayDrift> {
        let (first, last) = (self.days.first()?, self.days.last()?);
        let trend = TheilSen::of(&self.numbered())?;
        let per_day = |slope: f64| if self.is_ratio { slope.exp_m1() } else { slope };
        let shown = |day: &Day| {
            let value = self.own? + trend.at_0 + trend.slope * day.since(first.wall.day);
            Some(if self.is_ratio { value.exp() } else { value })
        };
        Some(DayDrift {
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
        })
    }
}

/// The significant changes of these contenders over the days.
pub(crate) fn day_changes(groups: &[&Group<'_>], asked_for: Metric, zone: Zone<'_>) -> DayChanges {
    let mut found = Vec::new();
    let (mut tested, mut days, mut unlike, mut knows_failures) = (0, 0, false, true);
    for group in groups {
        let failures = FailureSeries::of(group, zone);
        let failed = group.contender.failed;
        knows_failures &= failed == 0 || failures.as_ref().is_some_and(|all| all.knows(failed));
        if let Some(series) = failures.filter(FailureSeries::scatters) {
            (tested, days) = (tested + 1, days.max(series.days()));
            let step = series.step(group.contender.place);
            found.extend(step.map(|step| (step.p, Candidate::Failures(step))));
        }
        for metric in numbers(asked_for) {
            let Some(series) = Series::of(group, metric, zone) else { continue };
            days = days.max(series.days.len());
            if series.scatters() {
                tested += 1;
                let change = series.change(group.contender.place, metric);
                // A longer answer takes longer, as fast as ever: latencies are compared only of answers of about one length.
                let is_unlike = change.as_ref().is_some_and(|(_, change)| {
                    let first = change.step.days_before as usize;
                    metric.grows_with_the_answer() && !series.are_as_long(first)
                });
                unlike |= is_unlike;
                let change = change.filter(|_| !is_unlike);
                found.extend(
                    change.map(|(p, change)| (p, Candidate::Number(series, Box::new(change)))),
                );
            }
        }
    }
    let mut found: Vec<Shape> = significant(found)
        .into_iter()
        .map(|(p, one)| match one {
            Candidate::Number(series, change) => series.called(change.among_all(p)),
            Candidate::Failures(step) => Shape::Failures(DayFailures { p, ..step }),
        })
        .collect();
    // Who does not answer has no time.
    found.sort_by_key(|shape| shape.metric().map(|metric| metric != asked_for));
    let count =
        |of: fn(&ContenderSummary) -> u32| groups.iter().map(|group| of(&group.contender)).sum();
    let (failed, good): (u32, u32) = (count(|one| one.failed), count(|one| one.good));
    let failed = (failed, good + failed);
    DayChanges { found, tested, days, unlike, failed, knows_failures }
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
    /// Absent of failures.
    fn metric(&self) -> Option<Metric> {
        match self {
            Self::Step(step) | Self::Unsettled(UnsettledChange { step, .. }) => Some(step.metric),
            Self::Drift(drift) => Some(drift.metric),
            Self::Failures(_) => None,
        }
    }

    fn place(&self) -> u32 {
        match self {
            Self::Step(step) | Self::Unsettled(UnsettledChange { step, .. }) => step.place,
            Self::Drift(drift) => drift.place,
            Self::Failures(step) => step.place,
        }
    }

    /// Since when it differs; of an unsettled change, the day of the step.
    fn since(&self) -> &str {
        match self {
            Self::Step(step) | Self::Unsettled(UnsettledChange { step, .. }) => &step.date,
            Self::Drift(drift) => &drift.from,
            Self::Failures(step) => &step.date,
        }
    }

    fn sentence(&self, called: Phrase) -> Phrase {
        match self {
            Self::Step(step) => step.sentence(called),
            Self::Drift(drift) => drift.sentence(called),
            Self::Unsettled(either) => either.sentence(called),
            Self::Failures(step) => step.sentence(called),
        }
    }
}

/// Maximum number of changes that the sentence names.
const MOST_NAMED: usize = 3;

impl DayChanges {
    /// The steps to a new level, the steady rises and falls, and what may be either.
    pub(crate) fn by_kind(&self) -> (Vec<DayChange>, Vec<DayDrift>, Vec<UnsettledChange>) {
        let (mut steps, mut drifts, mut either) = (Vec::new(), Vec::new(), Vec::new());
        for shape in &self.found {
            match shape {
                Shape::Step(step) => steps.push(step.clone()),
                Shape::Drift(drift) => drifts.push(drift.clone()),
                Shape::Unsettled(change) => either.push(change.clone()),
                Shape::Failures(_) => {}
            }
        }
        (steps, drifts, either)
    }

    /// Since when contenders fail more often, or less.
    pub(crate) fn failures(&self) -> Vec<DayFailures> {
        let of = |shape: &Shape| match shape {
            Shape::Failures(step) => Some(step.clone()),
            _ => None,
        };
        self.found.iter().filter_map(of).collect()
    }

    /// The result in words; `called` gives a contender's name.
    pub(crate) fn sentence(
        &self,
        called: &dyn Fn(u32) -> Phrase,
        measured: MeasuredDays,
    ) -> Phrase {
        match (self.failed, measured.of_all) {
            (_, 0) => return say::nothing(),
            ((failed, all), _) if failed == all => return say::all_failed(all.into()),
            (_, 1) => return say::one_day(CHANGE_FROM.into()),
            _ => {}
        }
        // Either kind is tested in each series.
        let level = ALPHA / float(2 * self.tested.max(1));
        let needed = days_for_a_change(level);
        if self.days < needed && self.found.is_empty() {
            // Who was measured on one day has no other with the same prompt.
            if measured.of_one == 1 && self.days == 0 {
                return say::too_few(needed.into(), measured.of_one.into());
            }
            let is_by_prompt = self.days < measured.of_one;
            let said = if is_by_prompt { say::too_few_shared } else { say::too_few };
            return said(needed.into(), self.days.into());
        }
        if self.found.is_empty() {
            let (failed, all) = self.failed;
            let said =
                if self.knows_failures { say::failures_steady } else { say::failures_unseen };
            let failures = (failed > 0).then(|| said(failed.into(), all.into()));
            let unlike = self.unlike.then(say::latencies_unlike);
            let but = unlike.into_iter().chain(failures).reduce(open::both);
            let late = side_for_a_change(self.days, level);
            let late = late.map(|side| say::hardly_yet((side - 1).into()));
            return Phrase::sentences(
                std::iter::once(say::none_found(self.days.into(), but)).chain(late),
            );
        }
        let named = self.found.iter().take(MOST_NAMED);
        let named = named.map(|one| one.sentence(called(one.place())));
        let more: BTreeSet<&str> = self.found.iter().skip(MOST_NAMED).map(Shape::since).collect();
        let more = (!more.is_empty()).then(|| {
            let dates = more.into_iter().map(str::to_owned).collect();
            say::more((self.found.len() - MOST_NAMED).into(), dates)
        });
        Phrase::sentences(named.chain(more))
    }
}

#[cfg(test)]
#[path = "day_changes_tests.rs"]
mod tests;
