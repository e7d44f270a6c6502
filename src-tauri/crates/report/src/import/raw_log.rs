//! Raw logs whose stamps or reports no stream can have.

use measure::ConnectionTiming;
use providers::are_kept_usage_reports;
use race::Recording;

use crate::bounds::{LONGEST_FACT, LONGEST_TEXT, is_unseemly};

/// A year: no run takes longer.
const LONGEST_NS: u64 = 365 * 24 * 3_600 * 1_000_000_000;

/// What cannot be of the stamps of a raw log: a request is sent after it was due, what arrives arrives in order after that, and
/// the stream ends last.
pub(super) fn disorder(log: &Recording) -> Option<&'static str> {
    let timeline = &log.timeline;
    let arrived = || timeline.marks.iter().map(|mark| mark.at_ns);
    let stamps = || {
        let head = [Some(timeline.plan_ns), timeline.send_ns];
        head.into_iter().flatten().chain(arrived()).chain(timeline.close_ns)
    };
    if !stamps().is_sorted() {
        return Some("its events are not in the order of their times");
    }
    let last = stamps().last().unwrap_or(timeline.plan_ns);
    (last > LONGEST_NS).then_some("it lasts longer than a year")
}

/// What a raw log, or that of a step before it, has more of than is kept of any stream.
pub(super) fn excess_of_log(log: &Recording) -> Option<&'static str> {
    let earlier = log.earlier().iter().map(|step| &step.recording);
    earlier.chain([log]).find_map(|log| {
        let texts = &log.transcript;
        if !are_kept_usage_reports(&log.usage) {
            Some("the server's usage reports are more, or larger, than are kept of any stream")
        } else if [&texts.answer, &texts.reasoning, &texts.tool]
            .iter()
            .any(|text| text.len() > LONGEST_TEXT)
        {
            Some("a text is longer than is kept of any stream")
        } else {
            log.timeline.connection.as_ref().and_then(excess_of_connection)
        }
    })
}

/// What no connection has.
pub(super) fn excess_of_connection(connection: &ConnectionTiming) -> Option<&'static str> {
    let ConnectionTiming { remote, via, http_version, .. } = connection;
    let texts = || [remote, http_version].into_iter().chain(via);
    if texts().any(|text| text.len() > LONGEST_FACT) {
        Some("a text of the connection is longer than any of them is")
    } else if texts().any(|text| is_unseemly(text)) {
        Some("a text of the connection has control characters")
    } else {
        None
    }
}
