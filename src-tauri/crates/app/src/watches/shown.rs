//! A watch as a window shows it: what its turns measured over a period, one number at a time.

use measure::Phrase;
use serde::Serialize;
use store::{
    AlarmCounts, AlarmTask, History, HistoryError, Watch, WatchBudget, WatchedChange, WatchedNumber,
};
use watch::{
    ROLLING_S, RequestCounts, Rhythm, TurnNumber, TurnNumbers, between, counts_by_hour, day_s,
    hours_of_week, local_day, median_of, outages, rolling_median, stretches,
};

use crate::alarms::delivery::target_name;
use crate::alarms::standing::{ChangeStanding, standing};
use crate::watches::document::{TurnDocument, WatchSummary};
use crate::watches::page::contenders_of;
use crate::watches::sentence::{change_sentence, whole};
use crate::watches::zone::Zone;

/// Stretches of time that a period is drawn in at most: more would be narrower than a dot.
const STRETCHES: u32 = 168;
/// Changes, and latest turns, that are shown at most.
const MOST_CHANGES: u32 = 200;
const LATEST_TURNS: u32 = 20;
/// The share of requests that should succeed, for the error budget.
const OBJECTIVE: f64 = 0.999;

/// A watch over a period, and one number of each of its contenders.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct WatchShown {
    /// What a list says of it.
    pub summary: WatchSummary,
    /// When it takes turns.
    pub rhythm: Rhythm,
    /// What a day may cost.
    pub budget: WatchBudget,
    /// Where it is measured, in the user's words.
    pub site: Option<String>,
    /// Under which conditions, in the user's words.
    pub conditions: Option<String>,
    /// Beginning and end of the period, in seconds since 1970.
    pub from_s: f64,
    /// See `from_s`.
    pub until_s: f64,
    /// The number that is shown.
    pub number: WatchedNumber,
    /// Its contenders, in the order of the plan.
    pub contenders: Vec<ShownContender>,
    /// The changes that were noticed in the period, of any number, the latest first.
    pub changes: Vec<ShownChange>,
    /// Its latest turns, the latest first.
    pub latest: Vec<TurnDocument>,
    /// Who is told what it notices.
    pub alarms: Vec<ShownAlarm>,
}

/// What was measured of a contender over a period.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct ShownContender {
    /// Its index among the lanes that run.
    pub lane: u32,
    /// The provider's name.
    pub label: String,
    /// The model that was asked.
    pub model: String,
    /// Whether it is simulated.
    pub simulated: bool,
    /// Turns in the period.
    pub turns: u32,
    /// The number over all turns of the period: their median, of a cost their mean, of a share the share of all requests; absent if
    /// none says it.
    pub whole: Option<f64>,
    /// The same over the last 72 hours of the period.
    pub lately: Option<f64>,
    /// The same over the time before the period that is as long as it.
    pub before: Option<f64>,
    /// The share of requests of the period that did not fail, from 0 to 1; absent without requests.
    pub available: Option<f64>,
    /// The part of the error budget that failed requests have used: 1 is all of it. Absent without requests.
    pub budget_used: Option<f64>,
    /// The number over time; stretches without turns are left out.
    pub course: Vec<ShownStretch>,
    /// The median of the 72 hours before each of these times; empty for a share.
    pub rolling: Vec<ShownMoment>,
    /// The number by hour of the week on the local clock; hours without turns are left out.
    pub hours: Vec<ShownHour>,
    /// When nothing was answered for at least two turns in a row.
    pub outages: Vec<ShownOutage>,
}

/// The turns that began in a stretch of time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct ShownStretch {
    /// The middle of the stretch, in seconds since 1970.
    pub at_s: f64,
    /// Turns in it.
    pub turns: u32,
    /// The number of these turns; absent if none says it.
    pub value: Option<f64>,
    /// The lowest of them; absent for a share.
    pub low: Option<f64>,
    /// The highest of them; absent for a share.
    pub high: Option<f64>,
    /// Requests in it.
    pub requests: u32,
    /// How many of those failed.
    pub failed: u32,
}

/// A number at a time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct ShownMoment {
    /// In seconds since 1970.
    pub at_s: f64,
    /// The number; absent if none says it.
    pub value: Option<f64>,
}

/// An hour of the week by the local clock.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct ShownHour {
    /// The day, 0 for Monday.
    pub weekday: u8,
    /// The hour, 0 to 23.
    pub hour: u8,
    /// Turns, of a share requests, that say the number.
    pub n: u32,
    /// The number; absent if none says it.
    pub value: Option<f64>,
}

/// Turns in a row in which every request failed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct ShownOutage {
    /// When the first began, in seconds since 1970.
    pub from_s: f64,
    /// When the last began.
    pub until_s: f64,
    /// How many they are.
    pub turns: u32,
}

/// A change that was noticed.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct ShownChange {
    /// Index of the contender among the lanes that run.
    pub lane: u32,
    /// The number that changed.
    pub number: WatchedNumber,
    /// Since when, in seconds since 1970.
    pub since_s: f64,
    /// How it stands to those before it.
    pub standing: ChangeStanding,
    /// The change and what it comes from.
    pub sentence: Phrase,
}

/// Who is told what a watch notices.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct ShownAlarm {
    /// The id of the alarm.
    pub id: String,
    /// Who is told, and when not.
    pub task: AlarmTask,
    /// Who is told, as a name without secrets.
    pub target: String,
    /// What became of its messages.
    pub counts: AlarmCounts,
}

#[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are exact")]
fn float(seconds: i64) -> f64 {
    seconds as f64
}

/// How a number of several turns is made: of their numbers, or of their requests.
#[derive(Clone, Copy)]
enum Read {
    Of(TurnNumber),
    Share(fn(RequestCounts) -> (u64, u64)),
}

fn read(number: WatchedNumber) -> Read {
    match number {
        WatchedNumber::Ttft => Read::Of(|turn| turn.ttft_ms),
        WatchedNumber::Speed => Read::Of(|turn| turn.decode_tps),
        WatchedNumber::Cost => Read::Of(|turn| turn.cost_usd),
        WatchedNumber::Failures => Read::Share(|counts| (counts.failed, counts.requests)),
        WatchedNumber::Right => Read::Share(|counts| (counts.right, counts.checked)),
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
fn share((part, whole): (u64, u64)) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// A number over turns.
fn over(turns: &[TurnNumbers], number: WatchedNumber) -> Option<f64> {
    match read(number) {
        Read::Share(of) => share(of(RequestCounts::of(turns))),
        Read::Of(of) if number == WatchedNumber::Cost => {
            measure::typical(measure::Metric::CostUsd, turns.iter().filter_map(of))
        }
        Read::Of(of) => median_of(turns, of),
    }
}

impl WatchShown {
    /// A watch over so many local days, of which today is the last.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(
        history: &History,
        watch: &Watch,
        (number, days): (WatchedNumber, u32),
        (zone, now_s): (&Zone, i64),
    ) -> Result<Self, HistoryError> {
        let offset = |at| zone.offset_s(at);
        let first = local_day(now_s, &offset).saturating_sub(i64::from(days.max(1)) - 1);
        let period = (day_s(first, &offset).0, now_s.saturating_add(1));
        let contenders = contenders_of(history, watch, before(period).0, zone)?;
        let shown = contenders.into_iter().zip(0_u32..).map(|(contender, lane)| {
            let (label, model) = (contender.label, contender.model);
            let simulated = contender.simulated;
            ShownContender {
                lane,
                label,
                model,
                simulated,
                ..drawn(&contender.turns, number, period, zone)
            }
        });
        let mut changes = history.watch_changes(&watch.id, MOST_CHANGES)?;
        changes.reverse();
        let shown_change = |(index, change): (usize, &WatchedChange)| ShownChange {
            lane: change.lane,
            number: change.number,
            since_s: change.since_s,
            standing: standing(changes.get(..index).unwrap_or_default(), change),
            sentence: change_sentence(change, zone),
        };
        let within = |(_, change): &(usize, &WatchedChange)| whole(change.since_s) >= period.0;
        let shown_changes = changes.iter().enumerate().rev().filter(within).map(shown_change);
        let alarms = history.alarms(&watch.id)?.into_iter().map(|alarm| {
            let counts = history.message_counts(&alarm.id)?;
            Ok(ShownAlarm {
                id: alarm.id,
                target: target_name(&alarm.task),
                task: alarm.task,
                counts,
            })
        });
        Ok(Self {
            summary: WatchSummary::of(history, watch, zone, now_s)?,
            rhythm: watch.task.rhythm.clone(),
            budget: watch.task.budget,
            site: watch.task.site.clone(),
            conditions: watch.task.conditions.clone(),
            from_s: float(period.0),
            until_s: float(period.1),
            number,
            contenders: shown.collect(),
            changes: shown_changes.collect(),
            latest: (history.watch_turns(&watch.id, LATEST_TURNS)?.into_iter())
                .map(TurnDocument::from)
                .collect(),
            alarms: alarms.collect::<Result<_, HistoryError>>()?,
        })
    }
}

/// The time before a period that is as long as it.
fn before((from_s, until_s): (i64, i64)) -> (i64, i64) {
    (from_s.saturating_sub(until_s.saturating_sub(from_s)), from_s)
}

/// What turns measured over a period; the contender's names are filled in by who knows them. The turns begin 72 hours before the time
/// that is as long as the period and before it.
fn drawn(
    turns: &[TurnNumbers],
    number: WatchedNumber,
    period: (i64, i64),
    zone: &Zone,
) -> ShownContender {
    let own = between(turns, period);
    let counts = RequestCounts::of(own);
    let lately = between(turns, (period.1.saturating_sub(ROLLING_S), period.1));
    let number_of: TurnNumber = match read(number) {
        Read::Of(of) => of,
        Read::Share(_) => |_| None,
    };
    let cut = stretches(turns, number_of, period, STRETCHES);
    let ends = cut.iter().skip(1).map(|next| next.from_s).chain([period.1]);
    let course = cut.iter().zip(ends).filter(|(one, _)| one.turns > 0).map(|(one, until_s)| {
        let of = between(turns, (one.from_s, until_s));
        let range = one.range.unzip();
        ShownStretch {
            at_s: float(one.from_s).midpoint(float(until_s)),
            turns: one.turns,
            value: over(of, number),
            low: range.0,
            high: range.1,
            requests: one.requests,
            failed: one.failed,
        }
    });
    let rolling = match read(number) {
        Read::Share(_) => Vec::new(),
        Read::Of(of) => rolling_median(turns, of, ROLLING_S, period, STRETCHES),
    };
    let outages = outages(own).into_iter();
    ShownContender {
        lane: 0,
        label: String::new(),
        model: String::new(),
        simulated: false,
        turns: u32::try_from(own.len()).unwrap_or(u32::MAX),
        whole: over(own, number),
        lately: over(lately, number),
        before: over(between(turns, before(period)), number),
        available: counts.availability(),
        budget_used: counts.budget_used(OBJECTIVE),
        course: course.collect(),
        rolling: rolling
            .into_iter()
            .map(|(at_s, value)| ShownMoment { at_s: float(at_s), value })
            .collect(),
        hours: hours(own, number, zone),
        outages: outages
            .map(|one| ShownOutage {
                from_s: float(one.from_s),
                until_s: float(one.until_s),
                turns: one.turns,
            })
            .collect(),
    }
}

fn hours(turns: &[TurnNumbers], number: WatchedNumber, zone: &Zone) -> Vec<ShownHour> {
    let offset = |at| zone.offset_s(at);
    let hours: Vec<(u32, Option<f64>)> = match read(number) {
        Read::Of(of) => hours_of_week(turns, of, &offset),
        Read::Share(of) => counts_by_hour(turns, &offset)
            .into_iter()
            .map(|counts| {
                let of = of(counts);
                (u32::try_from(of.1).unwrap_or(u32::MAX), share(of))
            })
            .collect(),
    };
    let measured = (0_u8..).zip(hours).filter(|(_, (n, _))| *n > 0);
    measured
        .map(|(hour, (n, value))| ShownHour { weekday: hour / 24, hour: hour % 24, n, value })
        .collect()
}

#[cfg(test)]
#[path = "shown_tests.rs"]
mod tests;
