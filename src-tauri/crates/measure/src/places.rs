//! Arrival times of single tokens.

use crate::units::{float, ms};
use crate::{ArrivalEvent, Timeline};

/// Arrival time of every `every`-th output token, in milliseconds since the start gun: the ticks on the race track. A
/// server's running count places tokens exactly; otherwise `total` tokens are spread over the text by bytes.
pub fn ticks_ms(timeline: &Timeline, total: u64, every: u32) -> Vec<f64> {
    let every = u64::from(every.max(1));
    let bytes: u64 = timeline.text().map(|mark| u64::from(mark.text_bytes)).sum();
    let (mut ticks, mut seen, mut next) = (Vec::new(), 0_u64, every);
    for mark in timeline.text() {
        seen += u64::from(mark.text_bytes);
        let tokens = mark
            .tokens_so_far
            .count()
            .map_or_else(|| (total * seen).checked_div(bytes).unwrap_or(0), u64::from);
        while tokens >= next {
            ticks.push(ms(mark.at_ns.saturating_sub(timeline.plan_ns)));
            next += every;
        }
    }
    ticks
}

/// How many of a request's `total` output tokens had arrived with each mark of text: by a server's running count, or
/// else spread over the text by bytes. Never decreases.
pub(crate) fn placed(
    timeline: &Timeline,
    total: u64,
) -> impl Iterator<Item = (&ArrivalEvent, f64)> {
    let bytes: u64 = timeline.text().map(|mark| u64::from(mark.text_bytes)).sum();
    timeline.text().scan((0_u64, 0.0_f64), move |(seen, so_far), mark| {
        *seen += u64::from(mark.text_bytes);
        let spread = if bytes == 0 { 0.0 } else { float(total) * float(*seen) / float(bytes) };
        *so_far = mark.tokens_so_far.count().map_or(spread, f64::from).max(*so_far);
        Some((mark, *so_far))
    })
}

/// How many of a request's `total` output tokens arrived in `from_ns..until_ns`. The tokens of a chunk get its
/// timestamp, by a server's running count or else spread over the text by bytes.
pub fn tokens_between(timeline: &Timeline, total: u64, from_ns: u64, until_ns: u64) -> f64 {
    let (mut before, mut inside) = (0.0_f64, 0.0_f64);
    for (mark, so_far) in placed(timeline, total) {
        if (from_ns..until_ns).contains(&mark.at_ns) {
            inside += so_far - before;
        }
        before = so_far;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    fn timeline(marks: &[(u64, u32, Option<u32>)]) -> Timeline {
        let mut timeline = Timeline::starting_at(0);
        for (event, (at_ns, text_bytes, tokens_so_far)) in (0..).zip(marks.iter().copied()) {
            let (kind, tokens_so_far) = (Kind::Answer, tokens_so_far.into());
            timeline.push(ArrivalEvent {
                at_ns,
                event,
                kind,
                text_bytes,
                wire_bytes: 0,
                tokens_so_far,
            });
        }
        timeline
    }

    #[test]
    fn tokens_stand_at_the_stamps_of_their_chunks() {
        let spread = timeline(&[(10, 5, None), (20, 5, None), (30, 10, None)]);
        for (from, until, expected) in
            [(0, 100, 40.0), (10, 20, 10.0), (15, 31, 30.0), (30, 30, 0.0), (31, 100, 0.0)]
        {
            let inside = tokens_between(&spread, 40, from, until);
            assert!(
                (inside - expected).abs() < 1e-9,
                "{from} to {until}: {inside} and not {expected}"
            );
        }
        let counted = timeline(&[(10, 5, Some(1)), (20, 5, Some(9))]);
        let inside = tokens_between(&counted, 10, 15, 25);
        assert!((inside - 8.0).abs() < 1e-9, "a running count places them exactly: {inside}");
        let empty = tokens_between(&timeline(&[]), 40, 0, 100);
        assert!(empty.abs() < 1e-9, "tokens that came in no text stand nowhere");
    }
}
