//! What happened within a level of a sweep that its medians do not show: a stall, an outage, a step.
//!
//! - **Silence**: requests were in flight and nothing arrived in any of them, for a second at least and five times as long as the
//!   requests' longest silences usually are (their median). **Waiting**: the same of first tokens alone, against the usual time to
//!   first token, while other answers may go on; ten times where only one request waited.
//! - **Failures in a row**: at the level's error rate, fewer than one level in a hundred has so many in a row by chance.
//! - **Step**: a change point of TTFT in order of sending ([`crate::change_point`]) at 1 %, by half at least. Requests in flight
//!   together share the server's state, so the medians of whole waves are looked at, and no step is told of fewer than eight.

use serde::{Deserialize, Serialize};

use crate::clear_step::{ClearStep, LEAST_STEP_MS};
use crate::percentile::percentile;
use crate::timeline::Timeline;
use crate::{Amount, Count, Phrase, Template, Unit, ms};

/// Shortest silence that is told, in milliseconds, and how many times the usual one it is at least.
const LEAST_SILENCE_MS: f64 = 1_000.0;
const TIMES_USUAL: f64 = 5.0;
/// The same where a single request was waiting, which is one slow request.
const TIMES_USUAL_OF_ONE: f64 = 10.0;
/// Most silences of a kind that are told.
const MOST_SILENCES: usize = 3;

/// Silences are found to one of these, in nanoseconds, and a level has at most so many.
const BIN_NS: u64 = 10_000_000;
const MOST_BINS: u64 = 1_000_000;

/// Fewest failures in a row, and how many such rows chance may bring.
const LEAST_IN_A_ROW: usize = 3;
const BY_CHANCE: f64 = 0.01;

/// The greatest p-value of a step of TTFT.
const STEP_P: f64 = 0.01;

/// A request of a level.
#[derive(Debug, Clone, Copy)]
pub struct LevelEventRequest<'a> {
    /// Its times.
    pub timeline: &'a Timeline,
    /// Whether it is measured.
    pub is_measured: bool,
    /// Whether it succeeded; `None` where Paceline cut it.
    pub is_ok: Option<bool>,
}

/// What happened within a level. Times are milliseconds since its first request was due.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LevelEvent {
    /// Nothing arrived in any request.
    Silence {
        /// From when.
        from_ms: f64,
        /// Until when.
        until_ms: f64,
        /// The most requests in flight meanwhile.
        requests: u32,
    },
    /// No answer began, though requests waited for theirs.
    Waiting {
        /// From when.
        from_ms: f64,
        /// Until when.
        until_ms: f64,
        /// The most requests that waited at once.
        requests: u32,
    },
    /// Requests that were sent one after another all failed.
    Failures {
        /// When the first was due.
        from_ms: f64,
        /// When the last was due.
        until_ms: f64,
        /// Their number.
        requests: u32,
    },
    /// The time to first token took a step.
    Step {
        /// When the first request after it was due.
        at_ms: f64,
        /// Median TTFT before it, in milliseconds.
        before_ms: f64,
        /// Median TTFT from then on, in milliseconds.
        after_ms: f64,
    },
}

/// What is said of what happened within a level.
pub const LEVEL_EVENT_PHRASES: &[Template] = PHRASES;

crate::phrases! {
    fn silence_of_one(span: Amount, from: Amount) = "event.silence_of_one", "For {span}, from {from} into the level on, nothing arrived for the one request in flight.";
    fn silence(span: Amount, from: Amount, n: Count) = "event.silence", "For {span}, from {from} into the level on, nothing arrived in any of up to {n} requests in flight.";
    fn waiting(span: Amount, from: Amount, n: Count) = "event.waiting", "For {span}, from {from} into the level on, no answer began, while up to {n} {n:request|requests} waited.";
    fn failed_in_a_row(n: Count, from: Amount, to: Amount) = "event.failed_in_a_row", "{n} {n:request|requests} in a row failed, sent from {from} to {to} into the level: more than this error rate brings by chance.";
    fn stepped(before: Amount, at: Amount, after: Amount) = "event.stepped", "Median TTFT is {before} up to {at} into the level and {after} from then on.";
}

impl LevelEvent {
    /// What happened, in a sentence.
    pub fn sentence(&self) -> Phrase {
        let span = |from: f64, until: f64| Amount::seconds(until - from);
        let [time, ttft] = [Amount::seconds, |ms| Amount::of(Unit::Duration, ms)];
        match *self {
            Self::Silence { from_ms, until_ms, requests: 1 } => {
                silence_of_one(span(from_ms, until_ms), time(from_ms))
            }
            Self::Silence { from_ms, until_ms, requests } => {
                silence(span(from_ms, until_ms), time(from_ms), requests.into())
            }
            Self::Waiting { from_ms, until_ms, requests } => {
                waiting(span(from_ms, until_ms), time(from_ms), requests.into())
            }
            Self::Failures { from_ms, until_ms, requests } => {
                failed_in_a_row(requests.into(), time(from_ms), time(until_ms))
            }
            Self::Step { at_ms, before_ms, after_ms } => {
                stepped(ttft(before_ms), time(at_ms), ttft(after_ms))
            }
        }
    }

    /// What happened within a level whose first request was due at `began_ns`, on the clock of its requests.
    pub fn of(requests: &[LevelEventRequest<'_>], began_ns: u64) -> Vec<Self> {
        let mut requests = requests.to_vec();
        requests.sort_by_key(|one| one.timeline.plan_ns);
        let silences = silences(&requests, began_ns);
        // A silence is also a wait, and takes TTFT a step up.
        let waits = if silences.is_empty() { waits(&requests, began_ns) } else { Vec::new() };
        let step =
            if silences.is_empty() && waits.is_empty() { step(&requests, began_ns) } else { None };
        let failures = failures(&requests, began_ns);
        silences.into_iter().chain(waits).chain(failures).chain(step).collect()
    }
}

/// A time in which requests were open and no mark was made.
struct Quiet {
    from_ms: f64,
    until_ms: f64,
    requests: u32,
}

/// The longest quiet times of a level that are far longer than the usual, in order.
fn quiet(
    spans: &[(u64, u64)],
    marks: impl Iterator<Item = u64>,
    (began_ns, usual_ms): (u64, f64),
) -> Vec<Quiet> {
    let over_ns = spans.iter().map(|(_, until)| *until).max().unwrap_or(began_ns);
    let bin_ns = (over_ns.saturating_sub(began_ns) / MOST_BINS).max(BIN_NS);
    let bin = |at: u64| usize::try_from(at.saturating_sub(began_ns) / bin_ns).unwrap_or(usize::MAX);
    // How many more are open in each bin, and whether a mark is in it.
    let mut bins = vec![(0_i64, false); bin(over_ns).saturating_add(1)];
    for (from, until) in spans {
        for (at, more) in [(*from, 1), (*until, -1)] {
            if let Some((open, _)) = bins.get_mut(bin(at)) {
                *open += more;
            }
        }
    }
    for mark in marks {
        if let Some((_, is_marked)) = bins.get_mut(bin(mark)) {
            *is_marked = true;
        }
    }
    let at_ms = |bin: usize| ms(bin_ns.saturating_mul(bin as u64));
    let (mut open, mut began, mut most) = (0_i64, None, 0_i64);
    let mut found = Vec::new();
    for (at, (more, is_marked)) in bins.iter().chain([&(0, true)]).enumerate() {
        open += more;
        if open > 0 && !is_marked {
            most = if began.is_some() { most.max(open) } else { open };
            began.get_or_insert(at);
        } else if let Some(from) = began.take() {
            found.push(Quiet {
                from_ms: at_ms(from),
                until_ms: at_ms(at),
                requests: u32::try_from(most).unwrap_or(u32::MAX),
            });
        }
    }
    let is_long = |one: &Quiet| {
        let times = if one.requests > 1 { TIMES_USUAL } else { TIMES_USUAL_OF_ONE };
        one.until_ms - one.from_ms >= (times * usual_ms).max(LEAST_SILENCE_MS)
    };
    found.retain(is_long);
    found.sort_by(|a, b| (b.until_ms - b.from_ms).total_cmp(&(a.until_ms - a.from_ms)));
    found.truncate(MOST_SILENCES);
    found.sort_by(|a, b| a.from_ms.total_cmp(&b.from_ms));
    found
}

fn closed(one: &LevelEventRequest<'_>) -> u64 {
    let timeline = one.timeline;
    timeline.close_ns.or(timeline.last_any_ns()).unwrap_or(timeline.plan_ns)
}

/// The typical one of what requests that succeeded took; `None` if none did.
fn usual_ms(
    requests: &[LevelEventRequest<'_>],
    of: impl Fn(&LevelEventRequest<'_>) -> Option<u64>,
) -> Option<f64> {
    let good = requests.iter().filter(|one| one.is_ok == Some(true));
    middle(good.filter_map(of).map(ms).collect())
}

fn middle(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    percentile(&values, 0.5)
}

/// Times in which nothing arrived in any request.
fn silences(requests: &[LevelEventRequest<'_>], began_ns: u64) -> Vec<LevelEvent> {
    let longest = |one: &LevelEventRequest<'_>| {
        let mut before = one.timeline.plan_ns;
        let ends = one.timeline.marks.iter().map(|mark| mark.at_ns).chain([closed(one)]);
        ends.map(|at| at.saturating_sub(std::mem::replace(&mut before, at))).max()
    };
    let Some(usual_ms) = usual_ms(requests, longest) else { return Vec::new() };
    let spans: Vec<(u64, u64)> =
        requests.iter().map(|one| (one.timeline.plan_ns, closed(one))).collect();
    let marks = requests
        .iter()
        .flat_map(|one| one.timeline.marks.iter().map(|mark| mark.at_ns).chain([closed(one)]));
    let found = quiet(&spans, marks, (began_ns, usual_ms)).into_iter();
    found
        .map(|Quiet { from_ms, until_ms, requests }| LevelEvent::Silence {
            from_ms,
            until_ms,
            requests,
        })
        .collect()
}

/// Times in which no answer began.
fn waits(requests: &[LevelEventRequest<'_>], began_ns: u64) -> Vec<LevelEvent> {
    let ttft = |one: &LevelEventRequest<'_>| {
        Some(one.timeline.first_any_ns()?.saturating_sub(one.timeline.plan_ns))
    };
    let Some(usual_ms) = usual_ms(requests, ttft) else { return Vec::new() };
    let first = |one: &LevelEventRequest<'_>| one.timeline.first_any_ns().unwrap_or(closed(one));
    let spans: Vec<(u64, u64)> =
        requests.iter().map(|one| (one.timeline.plan_ns, first(one))).collect();
    let found = quiet(&spans, requests.iter().map(first), (began_ns, usual_ms)).into_iter();
    found
        .map(|Quiet { from_ms, until_ms, requests }| LevelEvent::Waiting {
            from_ms,
            until_ms,
            requests,
        })
        .collect()
}

/// The longest row of failures, where chance brings none as long.
fn failures(requests: &[LevelEventRequest<'_>], began_ns: u64) -> Option<LevelEvent> {
    let ended: Vec<(u64, bool)> =
        requests.iter().filter_map(|one| Some((one.timeline.plan_ns, one.is_ok?))).collect();
    let failed = ended.iter().filter(|(_, is_ok)| !is_ok).count();
    let rows = ended.chunk_by(|(_, a), (_, b)| a == b);
    let row = rows.filter(|row| row.iter().any(|(_, is_ok)| !is_ok)).max_by_key(|row| row.len())?;
    let rate = float(failed) / float(ended.len());
    let expected = float(ended.len()) * (1.0 - rate) * rate.powf(float(row.len()));
    if row.len() < LEAST_IN_A_ROW || failed == ended.len() || expected > BY_CHANCE {
        return None;
    }
    let at_ms = |(due, _): &(u64, bool)| ms(due.saturating_sub(began_ns));
    Some(LevelEvent::Failures {
        from_ms: row.first().map(at_ms)?,
        until_ms: row.last().map(at_ms)?,
        requests: u32::try_from(row.len()).unwrap_or(u32::MAX),
    })
}

/// The clearest step of TTFT.
fn step(requests: &[LevelEventRequest<'_>], began_ns: u64) -> Option<LevelEvent> {
    let all: Vec<(u64, f64)> = requests
        .iter()
        .filter(|one| one.is_measured && one.is_ok == Some(true))
        .filter_map(|one| {
            let due = one.timeline.plan_ns;
            Some((due, ms(one.timeline.first_any_ns()?.saturating_sub(due))))
        })
        .collect();
    let ttft_ms: Vec<f64> = all.iter().map(|(_, ttft_ms)| *ttft_ms).collect();
    let found = ClearStep::of(&ttft_ms, in_flight(requests), LEAST_STEP_MS, STEP_P)?;
    let (due, _) = all.get(found.at)?;
    Some(LevelEvent::Step {
        at_ms: ms(due.saturating_sub(began_ns)),
        before_ms: found.before,
        after_ms: found.after,
    })
}

/// How many of these requests, in order of sending, are in flight at once, on average while any is; at least one.
fn in_flight(requests: &[LevelEventRequest<'_>]) -> usize {
    let (mut sum, mut busy, mut until) = (0_u64, 0_u64, 0_u64);
    for (from, closed) in requests.iter().map(|one| (one.timeline.plan_ns, closed(one))) {
        sum = sum.saturating_add(closed.saturating_sub(from));
        busy = busy.saturating_add(closed.saturating_sub(from.max(until)));
        until = until.max(closed);
    }
    usize::try_from(sum.div_ceil(busy.max(1))).unwrap_or(usize::MAX).max(1)
}

fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

#[cfg(test)]
#[path = "level_event_tests.rs"]
mod tests;
