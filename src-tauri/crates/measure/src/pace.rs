//! The output tokens of one stream over time.

use crate::places::placed;
use crate::units::ms;
use crate::{ShownTokens, Timeline};

/// The output tokens of one stream over time: a staircase, one step for each chunk.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pace {
    /// Time from the start gun to the send, in nanoseconds.
    sent_ns: Option<u64>,
    /// Each chunk that completed a token: how many whole tokens there were by then, and when, in nanoseconds since the
    /// start gun.
    steps: Vec<(u32, u64)>,
}

impl Pace {
    /// The pace of a stream of these tokens. A token has the timestamp of the chunk with its last byte.
    pub fn of(timeline: &Timeline, shown: &ShownTokens) -> Self {
        let mut steps: Vec<(u32, u64)> = Vec::new();
        for (mark, so_far) in placed(timeline, shown) {
            if so_far > steps.last().map_or(0, |(tokens, _)| *tokens) {
                steps.push((so_far, mark.at_ns.saturating_sub(timeline.plan_ns)));
            }
        }
        let sent_ns = timeline.send_ns.map(|sent| sent.saturating_sub(timeline.plan_ns));
        Self { sent_ns, steps }
    }

    /// Number of whole tokens that arrived.
    pub fn total(&self) -> u32 {
        self.steps.last().map_or(0, |(tokens, _)| *tokens)
    }

    /// Time from the send until this many tokens had arrived, in milliseconds; absent if fewer arrived.
    pub fn time_to_ms(&self, tokens: u32) -> Option<f64> {
        let at = self.steps.partition_point(|(so_far, _)| *so_far < tokens.max(1));
        let (_, reached_ns) = self.steps.get(at).filter(|_| tokens > 0)?;
        Some(ms(reached_ns.checked_sub(self.sent_ns?)?))
    }

    /// Number of whole tokens that had arrived this many milliseconds after the send; 0 for a request that was not
    /// sent.
    pub fn tokens_by_ms(&self, after_ms: f64) -> u32 {
        let Some(sent_ns) = self.sent_ns else { return 0 };
        let had = |(_, at_ns): &(u32, u64)| ms(at_ns.saturating_sub(sent_ns)) <= after_ms;
        let steps = self.steps.partition_point(had);
        steps.checked_sub(1).and_then(|at| self.steps.get(at)).map_or(0, |(tokens, _)| *tokens)
    }

    /// Number of whole tokens that had arrived before then.
    pub fn tokens_before_ms(&self, after_ms: f64) -> u32 {
        self.tokens_by_ms(after_ms.next_down())
    }

    /// The chunk that brought a given token; absent if fewer arrived.
    pub fn chunk_with(&self, tokens: u32) -> Option<PaceChunk> {
        let at = self.steps.partition_point(|(so_far, _)| *so_far < tokens.max(1));
        let (reached, at_ns) = self.steps.get(at).filter(|_| tokens > 0)?;
        let before = at.checked_sub(1).and_then(|at| self.steps.get(at));
        Some(PaceChunk {
            beyond: reached - tokens,
            gap_ms: before.map(|(_, before_ns)| ms(at_ns.saturating_sub(*before_ns))),
        })
    }
}

/// The chunk that carried a stream to a token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PaceChunk {
    /// Tokens it brought beyond that token.
    pub beyond: u32,
    /// Time since the previous chunk, in milliseconds; absent for the first.
    pub gap_ms: Option<f64>,
}

/// Where both lanes had got equally far: from which token on, and when each of them had it. One entry for each step of
/// either lane, because nothing changes in between.
pub(crate) fn side_by_side(pace_a: &Pace, pace_b: &Pace) -> Vec<(u32, u64, u64)> {
    let (mut steps_a, mut steps_b) =
        (pace_a.steps.iter().peekable(), pace_b.steps.iter().peekable());
    let (mut together, mut from) = (Vec::new(), 1);
    while let (Some((until_a, at_a)), Some((until_b, at_b))) = (steps_a.peek(), steps_b.peek()) {
        let until = (*until_a).min(*until_b);
        together.push((from, *at_a, *at_b));
        from = until.saturating_add(1);
        steps_a.next_if(|(end, _)| *end == until);
        steps_b.next_if(|(end, _)| *end == until);
    }
    together
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::places::tests::answer;
    use crate::{ArrivalEvent, Kind, TokensSoFar};

    const MS: u64 = 1_000_000;
    const GUN: u64 = 7 * MS;

    /// A stream of one token per chunk. `at_ms` is when each arrived, in milliseconds since the gun.
    pub(crate) fn pace(at_ms: &[u64]) -> Pace {
        let mut timeline = Timeline::starting_at(GUN);
        timeline.send_ns = Some(GUN + 2 * MS);
        for (event, at) in (0..).zip(at_ms) {
            timeline.push(ArrivalEvent {
                at_ns: GUN + at * MS,
                event,
                kind: Kind::Answer,
                text_bytes: 4,
                wire_bytes: 0,
                tokens_so_far: TokensSoFar::UNTOLD,
            });
        }
        Pace::of(&timeline, &answer(u32::try_from(at_ms.len()).expect("few"), 4))
    }

    pub(crate) fn every(first_ms: u64, step_ms: u64, tokens: u64) -> Pace {
        pace(&(0..tokens).map(|token| first_ms + token * step_ms).collect::<Vec<_>>())
    }

    #[test]
    fn a_token_is_reached_with_the_chunk_that_carries_it() {
        let pace = pace(&[102, 152, 202]);
        assert_eq!(pace.total(), 3, "three tokens");
        assert_eq!(pace.time_to_ms(2), Some(150.0), "152 ms after the gun, sent 2 ms after it");
        assert_eq!((pace.time_to_ms(0), pace.time_to_ms(4)), (None, None), "no such tokens");
    }

    #[test]
    fn a_bundle_delivers_all_its_tokens_at_once() {
        let mut timeline = Timeline::starting_at(0);
        timeline.send_ns = Some(0);
        for (event, at_ns, text_bytes) in [(0, 10 * MS, 10), (1, 30 * MS, 30)] {
            let kind = Kind::Answer;
            timeline.push(ArrivalEvent {
                at_ns,
                event,
                kind,
                text_bytes,
                wire_bytes: 0,
                tokens_so_far: TokensSoFar::UNTOLD,
            });
        }
        let pace = Pace::of(&timeline, &answer(8, 5));
        assert_eq!(pace.time_to_ms(2), Some(10.0), "ten bytes are two tokens of five");
        assert_eq!(pace.time_to_ms(3), Some(30.0), "the third came with the rest");
        assert_eq!(pace.total(), 8, "all forty bytes");
        assert_eq!(
            [9.9, 10.0, 29.9, 30.0].map(|at_ms| pace.tokens_by_ms(at_ms)),
            [0, 2, 2, 8],
            "a chunk counts from the moment it is there"
        );
        let carried = PaceChunk { beyond: 5, gap_ms: Some(20.0) };
        assert_eq!(
            pace.chunk_with(3),
            Some(carried),
            "five more than the third, 20 ms after the first"
        );
        assert_eq!(pace.chunk_with(9), None, "no such token");
    }
}
