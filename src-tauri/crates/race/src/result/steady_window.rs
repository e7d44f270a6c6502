//! What happened in the steady window of a level: where an open loop's window lies, requests counted by the part of
//! them inside it, and each request's share of the machine.

use measure::{Recording, ms, percentile};

use crate::result::level_request::LevelRequest;
use crate::result::status::Status;

/// A window is steady once this share of requests is answered within the time since the first was due.
const SETTLED_SHARE: f64 = 0.95;

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FlightEnd {
    Ok,
    Failed,
    /// Paceline cancelled it, so it would have taken longer.
    Cut,
}

/// When a request was in flight, in nanoseconds on the run's clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Flight {
    pub(crate) sent_ns: u64,
    pub(crate) ended_ns: u64,
    pub(crate) end: FlightEnd,
}

impl Flight {
    /// `None` for a request that was never sent.
    pub(crate) fn of(request: &LevelRequest) -> Option<Self> {
        let (sent_ns, ended_ns) = in_flight(&request.recording)?;
        let end = match request.sample.status {
            Status::Ok => FlightEnd::Ok,
            Status::Cancelled | Status::Interrupted => FlightEnd::Cut,
            _ => FlightEnd::Failed,
        };
        Some(Self { sent_ns, ended_ns, end })
    }

    /// How long it was in flight, in nanoseconds; at least 1.
    fn length(&self) -> f64 {
        as_f64(self.ended_ns.saturating_sub(self.sent_ns).max(1))
    }

    /// The share of that between two times.
    pub(crate) fn share_inside(&self, window: (u64, u64)) -> f64 {
        self.inside(window) / self.length()
    }

    /// How much of that lies between two times.
    fn inside(&self, (from, until): (u64, u64)) -> f64 {
        as_f64(self.ended_ns.min(until).saturating_sub(self.sent_ns.max(from)))
    }
}

/// Successful requests in a window, each counted by the part of its duration that lies inside: agrees with Little's law
/// (J. D. C. Little, 1961) wherever the window begins and ends, because no request is counted whole or not at all.
///
/// For a request that was cut off, only a minimum duration is known. It counts as the mean of 1 ÷ duration over the
/// requests that took longer than that, where a failed one counts as 0.
pub(crate) fn completed(flights: &[Flight], window: (u64, u64)) -> f64 {
    let is_cut = |flight: &&Flight| flight.end == FlightEnd::Cut;
    let mut ended: Vec<&Flight> = flights.iter().filter(|flight| !is_cut(flight)).collect();
    // The longest first, with the running sum of what they count per nanosecond.
    ended.sort_by(|a, b| b.length().total_cmp(&a.length()));
    let per_ns = |flight: &Flight| match flight.end {
        FlightEnd::Ok => 1.0 / flight.length(),
        FlightEnd::Failed | FlightEnd::Cut => 0.0,
    };
    let sums: Vec<f64> = ended
        .iter()
        .scan(0.0, |sum, flight| {
            *sum += per_ns(flight);
            Some(*sum)
        })
        .collect();
    let answered = match ended.len() {
        0 => 0.0,
        all => {
            let ok = ended.iter().filter(|flight| flight.end == FlightEnd::Ok).count();
            as_f64(ok as u64) / as_f64(all as u64)
        }
    };
    let whole: f64 = ended.iter().map(|flight| flight.inside(window) * per_ns(flight)).sum();
    let cut = flights.iter().filter(is_cut).map(|flight| {
        let longer = ended.partition_point(|other| other.length() >= flight.length());
        match longer.checked_sub(1).and_then(|last| sums.get(last)) {
            Some(sum) => flight.inside(window) * sum / as_f64(longer as u64),
            // No request took that long. This one may have ended at any moment, and successfully as often as the
            // others.
            None => flight.inside(window) / flight.length() * answered,
        }
    });
    whole + cut.sum::<f64>()
}

/// Mean number of requests in flight over a window, weighted by time.
pub(crate) fn mean_in_flight(flights: &[Flight], window: (u64, u64)) -> f64 {
    let inside: f64 = flights.iter().map(|flight| flight.inside(window)).sum();
    inside / as_f64(window.1.saturating_sub(window.0).max(1))
}

/// The steady part of an open loop: from its first measured request, once most requests have had the time to be
/// answered since the first was due, until the last one was due. During it, as many are in flight as the rate implies.
/// `None` if there is no such time.
pub(crate) fn of_open_loop(requests: &[LevelRequest]) -> Option<(u64, u64)> {
    let due = |request: &LevelRequest| request.recording.timeline.plan_ns;
    let sent = || requests.iter().filter(|request| request.recording.timeline.send_ns.is_some());
    let first = sent().map(due).min()?;
    let last = sent().map(due).max()?;
    let measured = || sent().filter(|request| request.is_measured);
    let mut took: Vec<u64> = measured()
        .filter(|request| !request.sample.status.is_ours())
        .filter_map(|request| in_flight(&request.recording)?.1.checked_sub(due(request)))
        .collect();
    took.sort_unstable();
    let took: Vec<f64> = took.into_iter().map(as_f64).collect();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "times of a level are positive and far below 2^53 nanoseconds"
    )]
    let settling = percentile(&took, SETTLED_SHARE)? as u64;
    let from = measured().map(due).min()?.max(first.saturating_add(settling));
    Some((from, last)).filter(|(from, last)| from < last)
}

/// Requests sent per second from the first to the last of them; `None` for fewer than two.
pub(crate) fn sent_per_second(requests: &[LevelRequest]) -> Option<f64> {
    let sent = || requests.iter().filter_map(|request| request.recording.timeline.send_ns);
    let length_ms = ms(sent().max()?.checked_sub(sent().min()?)?);
    let gaps = as_f64(sent().count().saturating_sub(1) as u64);
    (length_ms > 0.0).then(|| gaps / length_ms * 1e3)
}

/// How long each request had the machine to itself, in milliseconds, if all requests in flight share it equally: the
/// integral of 1 ÷ (requests in flight). The sum over all is the time in which any was in flight. `None` for a request
/// that was never sent.
pub(crate) fn machine_ms<'a>(recordings: impl Iterator<Item = &'a Recording>) -> Vec<Option<f64>> {
    let flights: Vec<Option<(u64, u64)>> = recordings.map(in_flight).collect();
    let mut edges: Vec<(u64, bool)> = flights
        .iter()
        .flatten()
        .flat_map(|(sent, ended)| [(*sent, true), (*ended, false)])
        .collect();
    edges.sort_unstable();
    // The integral from the first edge up to each.
    let mut integral: Vec<(u64, f64)> = Vec::with_capacity(edges.len());
    let (mut many, mut sum, mut before) = (0_u32, 0.0, 0);
    for (at, begins) in edges {
        if many > 0 {
            sum += ms(at.saturating_sub(before)) / f64::from(many);
        }
        many = if begins { many + 1 } else { many.saturating_sub(1) };
        before = at;
        integral.push((at, sum));
    }
    let until = |at: u64| {
        let index = integral.partition_point(|(edge, _)| *edge <= at);
        index.checked_sub(1).and_then(|last| integral.get(last)).map(|(_, sum)| *sum)
    };
    flights
        .into_iter()
        .map(|flight| {
            let (sent, ended) = flight?;
            Some(until(ended)? - until(sent)?)
        })
        .collect()
}

/// When a request was in flight; `None` if it was never sent.
fn in_flight(recording: &Recording) -> Option<(u64, u64)> {
    let timeline = &recording.timeline;
    let sent = timeline.send_ns?;
    Some((sent, timeline.close_ns.or(timeline.last_any_ns()).unwrap_or(sent).max(sent)))
}

pub(crate) fn as_f64(ns: u64) -> f64 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "times of a level are far below 2^53 nanoseconds"
    )]
    let number = ns as f64;
    number
}

#[cfg(test)]
#[path = "steady_window_tests.rs"]
mod tests;
