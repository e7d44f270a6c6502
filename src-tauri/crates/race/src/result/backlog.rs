//! Whether the requests of an open loop come faster than they are answered: how fast its backlog grows.

use measure::{Interval, Waves, mean_and_error, percentile};
use serde::{Deserialize, Serialize};

use crate::result::level_request::LevelRequest;
use crate::result::steady_window::{Flight, FlightEnd, as_f64};

/// Parts of the time that are counted apart. Few, so that each has many requests; enough for a scatter.
const PARTS: usize = 10;
/// Fewer requests due than this say nothing.
const LEAST_DUE: usize = 50;
/// The share of the earliest requests whose times say how long the load takes to settle.
const EARLIEST: f64 = 0.1;
/// See [`EARLIEST`]: this percentile of them.
const SETTLED_SHARE: f64 = 0.95;
/// Standard errors on either side of the growth: each end is wrong with a chance of 0.5 %, as sure as a knee must be.
const SURE: f64 = 2.6;
/// A backlog that surely grows, and by more than this share of the requests due, is no queue that is still filling.
const GROWING: f64 = 0.1;

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
    /// Relative standard error of `answered_per_s`.
    pub answered_error: f64,
}

impl Backlog {
    /// The backlog of a level's requests; `None` with too few, or if answers take longer than the level.
    pub(crate) fn of(requests: &[LevelRequest]) -> Option<Self> {
        let mut flights: Vec<(u64, Flight)> = requests
            .iter()
            .filter_map(|one| Some((one.recording.timeline.plan_ns, Flight::of(one)?)))
            .collect();
        flights.sort_by_key(|(due_ns, _)| *due_ns);
        let (first, last) = (flights.first()?.0, flights.last()?.0);
        let window = (first.saturating_add(settling(&flights)?), last);
        let came = |at: u64| window.0 < at && at <= window.1;
        let due = flights.iter().filter(|(due_ns, _)| came(*due_ns)).count();
        if window.0 >= window.1 || due < LEAST_DUE {
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
        let left: Vec<f64> =
            arrived.iter().zip(&ended).map(|(came, gone)| (came - gone) / mean).collect();
        // Each part counts as one value: its requests share the server's state.
        let (growth, error) = mean_and_error(&left, Waves::of(1.0))?;
        let (per_part, part_error) = mean_and_error(&answered, Waves::of(1.0))?;
        Some(Self {
            growth,
            growth_ci: Interval { low: growth - SURE * error, high: growth + SURE * error },
            answered_per_s: per_part * 10.0 / length * 1e9,
            answered_error: if per_part > 0.0 { part_error / per_part } else { f64::MAX },
        })
    }

    /// Whether requests surely come faster than they are answered, by more than a passing queue would explain.
    pub fn grows(&self) -> bool {
        self.growth > GROWING && self.growth_ci.low > 0.0
    }
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
