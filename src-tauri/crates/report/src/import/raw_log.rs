//! Raw logs whose stamps or reports no stream can have.

use providers::are_kept_usage_reports;
use race::Recording;

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

/// Whether there are more usage reports, or larger ones, than are kept of a stream.
pub(super) fn has_excess_usage(log: &Recording) -> bool {
    let earlier = log.earlier().iter().map(|step| &step.recording);
    !earlier.chain([log]).all(|log| are_kept_usage_reports(&log.usage))
}
