//! When the tokens of a stream arrived.
//!
//! **Invariant:** only tokens that the text accounts for are placed. Hidden tokens came with no text; spread over other
//! text they would make it look faster than it was.

use crate::units::ms;
use crate::{ArrivalEvent, Kind, Timeline};

/// Maximum number of ticks of one request.
const MOST_TICKS: usize = 10_000;

/// The tokens that the visible text of a request accounts for, by one counter: for each token of a part of the
/// [`Transcript`](crate::Transcript), after how many bytes of that part it ends. Ascending.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShownTokens {
    /// Tokens of the reasoning; none if it was hidden or its text is not the counted text.
    pub reasoning: Vec<u32>,
    /// Tokens of the answer.
    pub answer: Vec<u32>,
    /// Tokens of tool calls.
    pub tool: Vec<u32>,
}

impl ShownTokens {
    /// How many they are.
    pub fn total(&self) -> u64 {
        (self.reasoning.len() + self.answer.len() + self.tool.len()) as u64
    }
}

/// A part of a transcript that is being read.
struct PartCursor<'a> {
    /// The ends of the tokens that are still to come.
    to_come: &'a [u32],
    bytes: u32,
}

impl<'a> PartCursor<'a> {
    fn of(ends: &'a [u32]) -> Self {
        Self { to_come: ends, bytes: 0 }
    }

    /// The number of tokens that these bytes complete.
    fn take(&mut self, bytes: u32) -> u32 {
        self.bytes = self.bytes.saturating_add(bytes);
        let whole = self.to_come.partition_point(|end| *end <= self.bytes);
        self.to_come = self.to_come.get(whole..).unwrap_or_default();
        u32::try_from(whole).unwrap_or(u32::MAX)
    }
}

/// How many of the shown tokens had arrived at each text entry. A token is there with the entry that brings its last
/// byte. The tokens of an answer that was rewritten came with its last draft, because earlier drafts are not kept.
pub(crate) fn placed<'a>(
    timeline: &'a Timeline,
    shown: &'a ShownTokens,
) -> impl Iterator<Item = (&'a ArrivalEvent, u32)> {
    let mut drafts = timeline.text().filter(|mark| mark.kind == Kind::Rewrite).count();
    let mut reasoning = PartCursor::of(&shown.reasoning);
    let mut answer = PartCursor::of(&shown.answer);
    let mut tool = PartCursor::of(&shown.tool);
    let mut so_far = 0_u32;
    timeline.text().map(move |mark| {
        drafts -= usize::from(mark.kind == Kind::Rewrite);
        let brought = match mark.kind {
            Kind::Reasoning => reasoning.take(mark.text_bytes),
            Kind::ToolName | Kind::Tool => tool.take(mark.text_bytes),
            _ if drafts == 0 => answer.take(mark.text_bytes),
            _ => 0,
        };
        so_far = so_far.saturating_add(brought);
        (mark, so_far)
    })
}

/// Arrival time of every `every`-th shown token, in milliseconds since the start gun: the ticks on the race track. There
/// are at most 10,000.
pub fn ticks_ms(timeline: &Timeline, shown: &ShownTokens, every: u32) -> Vec<f64> {
    let every = every.max(1);
    let (mut ticks, mut next) = (Vec::new(), every);
    for (mark, so_far) in placed(timeline, shown) {
        while so_far >= next && ticks.len() < MOST_TICKS {
            ticks.push(ms(mark.at_ns.saturating_sub(timeline.plan_ns)));
            next = next.saturating_add(every);
        }
    }
    ticks
}

/// How many of the shown tokens of a request arrived in `from_ns..until_ns`.
pub fn tokens_between(
    timeline: &Timeline,
    shown: &ShownTokens,
    from_ns: u64,
    until_ns: u64,
) -> u32 {
    let (mut before, mut inside) = (0, 0);
    for (mark, so_far) in placed(timeline, shown) {
        if (from_ns..until_ns).contains(&mark.at_ns) {
            inside += so_far - before;
        }
        before = so_far;
    }
    inside
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::TokensSoFar;

    /// An answer of tokens of equal length.
    pub(crate) fn answer(tokens: u32, bytes_each: u32) -> ShownTokens {
        let answer = (1..=tokens).map(|token| token * bytes_each).collect();
        ShownTokens { answer, ..ShownTokens::default() }
    }

    fn timeline(marks: &[(u64, Kind, u32)]) -> Timeline {
        let mut timeline = Timeline::starting_at(0);
        for (event, (at_ns, kind, text_bytes)) in (0..).zip(marks.iter().copied()) {
            timeline.push(ArrivalEvent {
                at_ns,
                event,
                kind,
                text_bytes,
                wire_bytes: 0,
                tokens_so_far: TokensSoFar::UNTOLD,
            });
        }
        timeline
    }

    fn counts(marks: &[(u64, Kind, u32)], shown: &ShownTokens) -> Vec<u32> {
        placed(&timeline(marks), shown).map(|(_, so_far)| so_far).collect()
    }

    #[test]
    fn a_token_is_there_when_its_last_byte_is() {
        // "antidisestablishmentarianism is a" in o200k_base: ant|idis|est|ablishment|arian|ism| is| a, in five chunks of
        // 10, 9, 9, 1 and 4 bytes.
        let shown =
            ShownTokens { answer: vec![3, 7, 10, 20, 25, 28, 31, 33], ..ShownTokens::default() };
        let said = |at, bytes| (at, Kind::Answer, bytes);
        let marks = [said(10, 10), said(20, 9), said(30, 9), said(40, 1), said(50, 4)];
        assert_eq!(
            counts(&marks, &shown),
            [3, 3, 6, 6, 8],
            "the second chunk ends within the fourth token, the fourth within the seventh"
        );
        for (from, until, expected) in
            [(0, 100, 8), (10, 20, 3), (15, 31, 3), (30, 30, 0), (40, 50, 0), (51, 100, 0)]
        {
            let inside = tokens_between(&timeline(&marks), &shown, from, until);
            assert_eq!(inside, expected, "{from} to {until}");
        }
        assert_eq!(tokens_between(&timeline(&[]), &shown, 0, 100), 0, "no text, no tokens");
    }

    #[test]
    fn each_part_has_the_tokens_of_its_own_text() {
        let marks = [
            (10, Kind::Reasoning, 100),
            (20, Kind::Answer, 10),
            (30, Kind::ToolName, 3),
            (40, Kind::Tool, 5),
        ];
        let shown =
            ShownTokens { reasoning: vec![50, 100], answer: vec![4, 10], tool: vec![2, 4, 8] };
        assert_eq!(counts(&marks, &shown), [2, 4, 5, 7], "a wordy thought takes no other's");
        let summary = ShownTokens { reasoning: Vec::new(), ..shown };
        assert_eq!(
            counts(&marks, &summary),
            [0, 2, 3, 5],
            "a summary holds no token that was counted"
        );
    }

    #[test]
    fn the_tokens_of_a_rewritten_answer_come_with_its_last_draft() {
        let marks = [
            (10, Kind::Rewrite, 12),
            (20, Kind::Answer, 4),
            (30, Kind::Rewrite, 8),
            (40, Kind::Answer, 4),
        ];
        assert_eq!(counts(&marks, &answer(3, 4)), [0, 0, 2, 3], "earlier drafts are not kept");
    }

    #[test]
    fn an_answer_of_a_million_tokens_makes_no_more_than_ten_thousand_ticks() {
        let marks = [(10, Kind::Answer, 1), (20, Kind::Answer, 1_999_999)];
        let ticks = ticks_ms(&timeline(&marks), &answer(2_000_000, 1), 100);
        assert_eq!(ticks.len(), MOST_TICKS, "of 20,000");
    }
}
