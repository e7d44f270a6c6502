//! Raw logs that a document has twice.

use std::collections::HashSet;

use measure::Timeline;
use race::Recording;

/// Stamps of a request in nanoseconds: when it was sent, when its response began, and when each event arrived.
type Stamps = (u64, Option<u64>, Vec<u64>);

/// Where a request has the raw log of another one, to the nanosecond: no two requests of a run have the same, so one of them
/// was copied, which would make its numbers look surer than they are.
pub(super) fn repeated(recordings: &[Vec<Recording>]) -> Option<String> {
    let mut seen: HashSet<Stamps> = HashSet::new();
    let lanes = (0_u32..).zip(recordings);
    let mut requests = lanes.flat_map(|(lane, logs)| {
        logs.iter().zip(0_u32..).flat_map(move |(log, round)| {
            let steps = log.earlier().iter().map(|step| &step.recording.timeline);
            steps.chain([&log.timeline]).map(move |timeline| (lane, round, timeline))
        })
    });
    requests.find_map(|(lane, round, timeline)| {
        let is_new = stamps(timeline).is_none_or(|stamps| seen.insert(stamps));
        (!is_new).then(|| {
            format!("in lane {lane}, the raw log of round {round} is that of another request")
        })
    })
}

/// The stamps of a request that was answered.
fn stamps(timeline: &Timeline) -> Option<Stamps> {
    let arrived: Vec<u64> = timeline.marks.iter().map(|mark| mark.at_ns).collect();
    let sent = timeline.send_ns.filter(|_| !arrived.is_empty())?;
    Some((sent, timeline.headers_ns, arrived))
}
