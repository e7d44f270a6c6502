//! Whether the requests of an open loop come faster than they are answered: how fast its backlog grows.

use measure::{Interval, Waves, mean_and_error, percentile, student};
use serde::{Deserialize, Serialize};

use crate::result::level_request::LevelRequest;
use crate::result::steady_window::{Flight, FlightEnd, as_f64};

/// Parts of the time that are counted apart. Few, so that each has many requests; enough for a scatter.
pub(crate) const PARTS: usize = 10;
/// Fewer requests due than this say nothing.
const LEAST_DUE: usize = 50;
/// The share of the earliest requests whose times say how long the load takes to settle.
const EARLIEST: f64 = 0.1;
/// See [`EARLIEST`]: this percentile of them.
const SETTLED_SHARE: f64 = 0.95;
/// Chance that the growth is outside its interval: each end is wrong with a chance of 0.5 %, as sure as a knee must be.
const UNSURE: f64 = 0.01;
/// A backlog that surely grows, and by more than this share of the requests due, is no queue that is still filling.
const GROWING: f64 = 0.1;
/// By how many requests a count over some time may be off because of where the time begins and ends, however evenly they come.
const AT_AN_EDGE: f64 = 1.0;

/// Requests that came and that ended in an open loop, counted over ten equal parts of the time in which they were due,
/// from when the earliest tenth of them has had the time to be answered.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Backlog {
    /// 1 − ended ÷ due: 0 for a load that the server carries, and near 1 − capacity ÷ rate beyond that.
    pub growth: f64,
    /// Its 99 % interval.
    pub growth_ci: Interval,
    /// Successful requests per second over that time.
    pub answered_per_s: f64,
    /// The 95 % interval of `answered_per_s`: Student's, over the ten parts, and at least one request to either side. Absent with
    /// what older versions kept.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_ci: Option<Interval>,
    /// Relative standard error of `answered_per_s`; absent if it is not below 1, which says nothing of how many are answered.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answered_error: Option<f64>,
}

impl Backlog {
    /// The backlog of a level's requests; `None` with too few, or if answers take longer than the level.
    pub(crate) fn of(requests: &[LevelRequest]) -> Option<Self> {
        let flights = flights_of(requests);
        let window = window_of(&flights)?;
        let came = |at: u64| window.0 < at && at <= window.1;
        let due = flights.iter().filter(|(due_ns, _)| came(*due_ns)).count();
        if due < LEAST_DUE {
            return None;
        }
        let length = as_f64(window.1 - window.0);
        let counted = |times: &mut dyn Iterator<Item = u64>| {
            let mut parts = [0.0; PARTS];
            for at in times.filter(|at| came(*at)) {
                let part = as_f64(at - window.0 - 1) / length * 10.0;
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "from 0 to below 10"
                )]
                if let Some(one) = parts.get_mut(part as usize) {
                    *one += 1.0;
                }
            }
            parts
        };
        let ended_at = |end: Option<FlightEnd>| {
            let is_it = move |flight: &Flight| match end {
                Some(end) => flight.end == end,
                None => flight.end != FlightEnd::Cut,
            };
            flights.iter().map(|(_, flight)| *flight).filter(is_it).map(|flight| flight.ended_ns)
        };
        let arrived = counted(&mut flights.iter().map(|(due_ns, _)| *due_ns));
        let ended = counted(&mut ended_at(None));
        let answered = counted(&mut ended_at(Some(FlightEnd::Ok)));
        let mean = as_f64(due as u64) / 10.0;
        let growth = 1.0 - ended.iter().sum::<f64>() / 10.0 / mean;
        let reach = student::critical(UNSURE, 8.0) * error_given_arrivals(&arrived, &ended) / mean;
        // Those that came and those that ended are two counts.
        let reach = reach.max(2.0 * AT_AN_EDGE / as_f64(due as u64));
        // No more can end than were in flight or came, and no less than none.
        let waiting = flights.iter().filter(|(due_ns, flight)| {
            *due_ns <= window.0 && (flight.end == FlightEnd::Cut || flight.ended_ns > window.0)
        });
        let least = -as_f64(waiting.count() as u64) / as_f64(due as u64);
        let growth_ci =
            Interval { low: (growth - reach).max(least), high: (growth + reach).min(1.0) };
        // Each part counts as one value: its requests share the server's state.
        let (per_part, part_error) = mean_and_error(&answered, Waves::of(1.0))?;
        let per_s = 10.0 / length * 1e9;
        let edge = AT_AN_EDGE / 10.0;
        Some(Self {
            growth,
            growth_ci,
            answered_per_s: per_part * per_s,
            answered_ci: Waves::of(1.0).mean_interval(&answered).map(|ci| Interval {
                low: ci.low.min(per_part - edge).max(0.0) * per_s,
                high: ci.high.max(per_part + edge) * per_s,
            }),
            answered_error: Some(part_error / per_part).filter(|error| *error < 1.0),
        })
    }

    /// Whether requests surely come faster than they are answered, by more than a passing queue would explain.
    pub fn grows(&self) -> bool {
        self.growth > GROWING && self.is_behind()
    }

    /// Whether requests surely came faster than they ended, by however little and be it for a while: then how many were due is not how
    /// many are served.
    pub(crate) fn is_behind(&self) -> bool {
        self.growth_ci.low > 0.0
    }
}

/// The time over which a backlog is counted; `None` if answers take longer than the level.
pub(crate) fn window(requests: &[LevelRequest]) -> Option<(u64, u64)> {
    window_of(&flights_of(requests))
}

fn window_of(flights: &[(u64, Flight)]) -> Option<(u64, u64)> {
    let (first, last) = (flights.first()?.0, flights.last()?.0);
    Some((first.saturating_add(settling(flights)?), last)).filter(|(from, until)| from < until)
}

/// When each request was due, in order, and when it was in flight.
fn flights_of(requests: &[LevelRequest]) -> Vec<(u64, Flight)> {
    let mut flights: Vec<(u64, Flight)> = requests
        .iter()
        .filter_map(|one| Some((one.recording.timeline.plan_ns, Flight::of(one)?)))
        .collect();
    flights.sort_by_key(|(due_ns, _)| *due_ns);
    flights
}

/// The standard error of the mean number that ended in a part of the time, given how many came in each.
///
/// When requests come was decided by us, so their scatter is none of the server's: a full server answers equally many whatever comes, and one
/// that is not full answers what comes. So it is what is left of a line of those that ended over those that came, with a slope between
/// the two, and eight degrees of freedom.
fn error_given_arrivals(arrived: &[f64; PARTS], ended: &[f64; PARTS]) -> f64 {
    let mean = |of: &[f64; PARTS]| of.iter().sum::<f64>() / 10.0;
    let (came, gone) = (mean(arrived), mean(ended));
    let off = || arrived.iter().zip(ended).map(|(a, e)| (a - came, e - gone));
    let of_arrivals: f64 = off().map(|(a, _)| a * a).sum();
    let together: f64 = off().map(|(a, e)| a * e).sum();
    let slope = if of_arrivals > 0.0 { (together / of_arrivals).clamp(0.0, 1.0) } else { 0.0 };
    let left: f64 = off().map(|(a, e)| (e - slope * a).powi(2)).sum();
    (left / 8.0 / 10.0).sqrt()
}

/// How long the earliest requests took, in nanoseconds since each was due; `None` if that is unknown because too many of
/// them were still in flight at the end.
fn settling(flights: &[(u64, Flight)]) -> Option<u64> {
    let (first, last) = (flights.first()?.0, flights.last()?.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a part of a time that fits"
    )]
    let until = first + (as_f64(last - first) * EARLIEST) as u64;
    let took = |(due_ns, flight): &(u64, Flight)| match flight.end {
        FlightEnd::Cut => f64::INFINITY,
        FlightEnd::Ok | FlightEnd::Failed => as_f64(flight.ended_ns.saturating_sub(*due_ns)),
    };
    let mut earliest: Vec<f64> =
        flights.iter().take_while(|(due_ns, _)| *due_ns <= until).map(took).collect();
    earliest.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a time of a level, checked to be finite"
    )]
    percentile(&earliest, SETTLED_SHARE).filter(|ns| ns.is_finite()).map(|ns| ns as u64)
}

#[cfg(test)]
#[path = "backlog_tests.rs"]
mod tests;
