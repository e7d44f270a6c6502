//! When the tokens of a stream arrived.
//!
//! **Invariant:** only tokens that the text accounts for are placed. Hidden tokens came with no text; spread over other
//! text they would make it look faster than it was.

use crate::units::{float, ms};
use crate::{ArrivalEvent, Kind, Timeline};

/// Maximum number of ticks of one request.
const MOST_TICKS: usize = 10_000;

/// The tokens that the visible text of a request accounts for, by one counter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ShownTokens {
    /// Tokens of the reasoning; 0 if it was hidden or its text is not the counted text.
    pub reasoning: u64,
    /// Tokens of the answer and of tool calls.
    pub answer: u64,
    /// Whether the server counted other tokens, which no text shows. Its running count includes them, so it places
    /// nothing.
    pub hides_others: bool,
}

impl ShownTokens {
    /// All of them.
    pub fn total(self) -> u64 {
        self.reasoning.saturating_add(self.answer)
    }
}

/// How many of the shown tokens had arrived at each text entry. The tokens of each part are spread over its text by
/// bytes, or in proportion to the server's running count if it sends one and all of it is shown. Never decreases.
pub(crate) fn placed(
    timeline: &Timeline,
    shown: ShownTokens,
) -> impl Iterator<Item = (&ArrivalEvent, f64)> {
    let is_thought = |mark: &ArrivalEvent| mark.kind == Kind::Reasoning;
    let (mut thought, mut said) = (0_u64, 0_u64);
    for mark in timeline.text() {
        *(if is_thought(mark) { &mut thought } else { &mut said }) += u64::from(mark.text_bytes);
    }
    let counted = timeline.text().next_back().and_then(|mark| mark.tokens_so_far.count());
    let counted = counted.filter(|count| !shown.hides_others && *count > 0).map(f64::from);
    let total = float(shown.total());
    let (mut thought_seen, mut said_seen) = (0_u64, 0_u64);
    let mut so_far = 0.0_f64;
    timeline.text().map(move |mark| {
        let seen = if is_thought(mark) { &mut thought_seen } else { &mut said_seen };
        *seen += u64::from(mark.text_bytes);
        let by_bytes =
            part(shown.reasoning, thought_seen, thought) + part(shown.answer, said_seen, said);
        let by_server =
            counted.and_then(|last| Some(total * f64::from(mark.tokens_so_far.count()?) / last));
        so_far = by_server.unwrap_or(by_bytes).min(total).max(so_far);
        (mark, so_far)
    })
}

fn part(tokens: u64, seen: u64, bytes: u64) -> f64 {
    if bytes == 0 { 0.0 } else { float(tokens) * float(seen) / float(bytes) }
}

/// Arrival time of every `every`-th shown token, in milliseconds since the start gun: the ticks on the race track. There
/// are at most 10,000.
pub fn ticks_ms(timeline: &Timeline, shown: ShownTokens, every: u32) -> Vec<f64> {
    let every = f64::from(every.max(1));
    let (mut ticks, mut next) = (Vec::new(), every);
    for (mark, so_far) in placed(timeline, shown) {
        while so_far + 1e-6 >= next && ticks.len() < MOST_TICKS {
            ticks.push(ms(mark.at_ns.saturating_sub(timeline.plan_ns)));
            next += every;
        }
    }
    ticks
}

/// How many of the shown tokens of a request arrived in `from_ns..until_ns`. The tokens of a chunk get its timestamp.
pub fn tokens_between(timeline: &Timeline, shown: ShownTokens, from_ns: u64, until_ns: u64) -> f64 {
    let (mut before, mut inside) = (0.0_f64, 0.0_f64);
    for (mark, so_far) in placed(timeline, shown) {
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

    fn timeline(marks: &[(u64, Kind, u32, Option<u32>)]) -> Timeline {
        let mut timeline = Timeline::starting_at(0);
        for (event, (at_ns, kind, text_bytes, tokens_so_far)) in (0..).zip(marks.iter().copied()) {
            let tokens_so_far = tokens_so_far.into();
            let wire_bytes = 0;
            timeline.push(ArrivalEvent {
                at_ns,
                event,
                kind,
                text_bytes,
                wire_bytes,
                tokens_so_far,
            });
        }
        timeline
    }

    fn answer(tokens: u64) -> ShownTokens {
        ShownTokens { answer: tokens, ..ShownTokens::default() }
    }

    #[test]
    fn tokens_stand_at_the_stamps_of_their_chunks() {
        let said = |at, bytes, count| (at, Kind::Answer, bytes, count);
        let spread = timeline(&[said(10, 5, None), said(20, 5, None), said(30, 10, None)]);
        for (from, until, expected) in
            [(0, 100, 40.0), (10, 20, 10.0), (15, 31, 30.0), (30, 30, 0.0), (31, 100, 0.0)]
        {
            let inside = tokens_between(&spread, answer(40), from, until);
            assert!(
                (inside - expected).abs() < 1e-9,
                "{from} to {until}: {inside} and not {expected}"
            );
        }
        let counted = timeline(&[said(10, 5, Some(1)), said(20, 5, Some(9))]);
        let inside = tokens_between(&counted, answer(9), 15, 25);
        assert!((inside - 8.0).abs() < 1e-9, "a running count places them exactly: {inside}");
        let fair = tokens_between(&counted, answer(18), 15, 25);
        assert!((fair - 16.0).abs() < 1e-9, "another counter's in its proportions: {fair}");
        let empty = tokens_between(&timeline(&[]), answer(40), 0, 100);
        assert!(empty.abs() < 1e-9, "tokens that came in no text stand nowhere");
    }

    #[test]
    fn each_part_has_the_tokens_of_its_own_text() {
        let both = timeline(&[(10, Kind::Reasoning, 100, None), (20, Kind::Answer, 10, None)]);
        let shown = ShownTokens { reasoning: 10, answer: 5, hides_others: false };
        let thought = tokens_between(&both, shown, 10, 11);
        assert!(
            (thought - 10.0).abs() < 1e-9,
            "a wordy thought takes none of the answer's: {thought}"
        );
        let summary = tokens_between(&both, answer(5), 10, 11);
        assert!(summary.abs() < 1e-9, "a summary holds no token that was counted: {summary}");
    }

    #[test]
    fn a_running_count_that_includes_hidden_tokens_places_none_of_them() {
        // 940 hidden tokens before the first word of 60.
        let marks: Vec<_> =
            (0..60).map(|n| (100 + u64::from(n), Kind::Answer, 4, Some(941 + n))).collect();
        let hidden = timeline(&marks);
        let shown = ShownTokens { answer: 60, hides_others: true, ..ShownTokens::default() };
        let first = tokens_between(&hidden, shown, 100, 101);
        assert!((first - 1.0).abs() < 1e-9, "the first word is one token: {first}");
        assert!(ticks_ms(&hidden, shown, 100).is_empty(), "and 60 of them fill no track");
    }

    #[test]
    fn a_count_that_nobody_could_write_makes_no_more_than_ten_thousand_ticks() {
        let words =
            timeline(&[(10, Kind::Answer, 40, Some(16_000_000)), (20, Kind::Answer, 40, None)]);
        let most = ShownTokens { reasoning: u64::MAX, answer: u64::MAX, hides_others: true };
        for shown in [answer(u64::MAX), answer(4_294_967_295), most] {
            assert_eq!(ticks_ms(&words, shown, 100).len(), MOST_TICKS, "{shown:?}");
        }
    }
}
