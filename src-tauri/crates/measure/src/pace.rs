//! Token progress over time: which lane overtakes which, and which lane is fastest for which answer length.

use serde::{Deserialize, Serialize};

use crate::judge::is_tie;
use crate::places::placed;
use crate::units::{float, ms};
use crate::{ShownTokens, Timeline};

/// The output tokens of one stream over time: a staircase, one step for each chunk.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pace {
    /// From the start gun to the send, in nanoseconds.
    sent_ns: Option<u64>,
    /// Each chunk that brought a whole token: how many there were with it, and when, in nanoseconds since the start gun.
    steps: Vec<(u32, u64)>,
}

impl Pace {
    /// The pace of a stream of these tokens. The tokens of a chunk get the chunk's timestamp.
    pub fn of(timeline: &Timeline, shown: ShownTokens) -> Self {
        let mut steps: Vec<(u32, u64)> = Vec::new();
        for (mark, so_far) in placed(timeline, shown) {
            let whole = whole_tokens(so_far);
            if whole > steps.last().map_or(0, |(tokens, _)| *tokens) {
                steps.push((whole, mark.at_ns.saturating_sub(timeline.plan_ns)));
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

    /// Number of whole tokens that had arrived so many milliseconds after the send; 0 for a request that was not sent.
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

    /// The chunk that brought a token; absent if fewer arrived.
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
    /// Tokens it brought beyond that one.
    pub beyond: u32,
    /// Since the chunk before it, in milliseconds; absent for the first.
    pub gap_ms: Option<f64>,
}

/// The whole tokens of a sum of parts.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a count of tokens, never negative and cut to the range of what it counts"
)]
fn whole_tokens(tokens: f64) -> u32 {
    (tokens + 1e-6).floor() as u32
}

/// One lane overtakes another: from this token on it is ahead.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Overtake {
    /// Index of the lane that overtakes.
    pub lane: u32,
    /// Index of the lane that is overtaken.
    pub passed: u32,
    /// Number of tokens at which it happens, counted from each lane's own first token.
    pub tokens: u32,
    /// When, in milliseconds since the start gun.
    pub at_ms: f64,
}

/// All overtakes in order of time. A lead counts only once it is not a tie, because chunks of several tokens would make
/// lanes overtake each other back and forth. The overtake is placed at the token from which the new leader was ahead.
pub fn overtakes(paces: &[Pace]) -> Vec<Overtake> {
    let mut all = Vec::new();
    for (first, a) in (0_u32..).zip(paces) {
        for (second, b) in (0_u32..).zip(paces).skip(first as usize + 1) {
            all.extend(passes((first, a), (second, b)));
        }
    }
    all.sort_by(|one, other| one.at_ms.total_cmp(&other.at_ms));
    all
}

/// Where both lanes had come as far: from which token on, and when each of them had it. One entry for each step of either
/// lane, because in between nothing changes.
fn side_by_side(pace_a: &Pace, pace_b: &Pace) -> Vec<(u32, u64, u64)> {
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

fn passes((a, pace_a): (u32, &Pace), (b, pace_b): (u32, &Pace)) -> Vec<Overtake> {
    let mut passes = Vec::new();
    let (mut leader, mut ahead, mut since) = (None, None, (0, 0));
    for (tokens, at_a, at_b) in side_by_side(pace_a, pace_b) {
        let (now, other, at) = match at_a.cmp(&at_b) {
            std::cmp::Ordering::Less => (a, b, at_a),
            std::cmp::Ordering::Greater => (b, a, at_b),
            std::cmp::Ordering::Equal => continue,
        };
        if ahead != Some(now) {
            (ahead, since) = (Some(now), (tokens, at));
        }
        let is_clear = !is_tie(float(at_a), float(at_b));
        if is_clear && leader != Some(now) {
            if leader.is_some() {
                let (tokens, at_ns) = since;
                passes.push(Overtake { lane: now, passed: other, tokens, at_ms: ms(at_ns) });
            }
            leader = Some(now);
        }
    }
    passes
}

/// A lane modelled as a straight line: `first_ms` until the first token of the answer, then `tps`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// Time to the first token of the answer, in milliseconds.
    pub first_ms: f64,
    /// Tokens that came with it; at least 1.
    pub first_tokens: f64,
    /// Output speed of the answer, in tokens per second; above 0.
    pub tps: f64,
}

impl Line {
    /// Where the line meets no token at all, in milliseconds.
    fn start_ms(self) -> f64 {
        self.first_ms - self.first_tokens * 1e3 / self.tps
    }

    /// Tokens that it has by a moment after its first.
    fn tokens_by(self, at_ms: f64) -> f64 {
        self.first_tokens + (at_ms - self.first_ms) * self.tps / 1e3
    }
}

/// The fastest lane for a range of answer lengths.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Length {
    /// Index of the lane.
    pub lane: u32,
    /// Indices of lanes that tie with it: less than 2 % apart in both numbers, and therefore at any length.
    pub alike: Vec<u32>,
    /// Start of the range in output tokens; 0 for the first range. It ends where the next one starts.
    pub from_tokens: f64,
}

/// The fastest lane for each answer length: the lower envelope of `latency = TTFAT + (n − n_first) ÷ answer speed`, from
/// one token on. Two lines cross at `n = (t_B − t_A) ÷ (1 ÷ s_A − 1 ÷ s_B)` tokens with `t = TTFAT − n_first ÷ s`, but not
/// before the later of the first tokens. Lanes without numbers are skipped.
pub fn by_length(lines: &[Option<Line>]) -> Vec<Length> {
    let known: Vec<(u32, Line)> = (0..)
        .zip(lines)
        .filter_map(|(lane, line)| Some((lane, (*line)?)))
        .filter(|(_, line)| {
            line.tps > 0.0 && line.first_ms.is_finite() && line.first_tokens.is_finite()
        })
        .collect();
    // Whoever has the first token first; of two at once, the faster one.
    let first = known
        .iter()
        .min_by(|(_, a), (_, b)| a.first_ms.total_cmp(&b.first_ms).then(b.tps.total_cmp(&a.tps)));
    let Some((lane, line)) = first else { return Vec::new() };
    let stretch = |lane: u32, line: Line, from_tokens| {
        let alike =
            |(other, of): &(u32, Line)| (*other != lane && of.is_like(line)).then_some(*other);
        Length { lane, alike: known.iter().filter_map(alike).collect(), from_tokens }
    };
    let mut lengths = vec![stretch(*lane, *line, 0.0)];
    let mut now = *line;
    while let Some((lane, line, from_tokens)) = next_crossing(&known, now) {
        now = line;
        match lengths.last_mut() {
            Some(last) if last.alike.contains(&lane) => {}
            // Who leads with the first token alone leads in no answer.
            Some(last) if from_tokens < 2.0 => *last = stretch(lane, line, 0.0),
            _ => lengths.push(stretch(lane, line, from_tokens)),
        }
    }
    lengths
}

impl Line {
    fn is_like(self, other: Self) -> bool {
        is_tie(self.first_ms, other.first_ms) && is_tie(self.tps, other.tps)
    }
}

/// The first lane to overtake `now`, and at how many tokens. Only a faster lane can.
fn next_crossing(known: &[(u32, Line)], now: Line) -> Option<(u32, Line, f64)> {
    // A lane whose first read brings many tokens has none of them before it.
    let crossing = |line: &Line| {
        let lines = (line.start_ms() - now.start_ms()) / (1e3 / now.tps - 1e3 / line.tps);
        lines.max(now.tokens_by(line.first_ms))
    };
    known
        .iter()
        .filter(|(_, line)| line.tps > now.tps)
        .map(|(lane, line)| (*lane, *line, crossing(line)))
        .min_by(|(_, a, at_a), (_, b, at_b)| at_a.total_cmp(at_b).then(b.tps.total_cmp(&a.tps)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArrivalEvent, Kind, TokensSoFar};

    const MS: u64 = 1_000_000;
    const GUN: u64 = 7 * MS;

    /// A stream of one token per chunk, given when each of them came, in milliseconds since the gun.
    fn pace(at_ms: &[u64]) -> Pace {
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
        Pace::of(&timeline, answer(at_ms.len() as u64))
    }

    fn answer(tokens: u64) -> ShownTokens {
        ShownTokens { answer: tokens, ..ShownTokens::default() }
    }

    fn every(first_ms: u64, step_ms: u64, tokens: u64) -> Pace {
        pace(&(0..tokens).map(|token| first_ms + token * step_ms).collect::<Vec<_>>())
    }

    #[test]
    fn a_token_is_reached_with_the_chunk_that_brings_it() {
        let pace = pace(&[102, 152, 202]);
        assert_eq!(pace.total(), 3, "three tokens");
        assert_eq!(pace.time_to_ms(2), Some(150.0), "152 ms after the gun, sent 2 ms after it");
        assert_eq!((pace.time_to_ms(0), pace.time_to_ms(4)), (None, None), "no such tokens");
    }

    #[test]
    fn a_bundle_brings_all_its_tokens_at_once() {
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
        let pace = Pace::of(&timeline, answer(8));
        assert_eq!(pace.time_to_ms(2), Some(10.0), "a quarter of the text is two of eight tokens");
        assert_eq!(pace.time_to_ms(3), Some(30.0), "the third came with the rest");
        assert_eq!(pace.total(), 8, "none is lost to rounding");
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

    #[test]
    fn the_faster_one_passes_where_both_have_come_as_far() {
        // A's token n comes at 100 + 20 (n − 1), B's at 400 + 5 (n − 1): level at n − 1 = 20.
        let (a, b) = (every(100, 20, 60), every(400, 5, 60));
        let seen = overtakes(&[a, b]);
        let expected = Overtake { lane: 1, passed: 0, tokens: 22, at_ms: 505.0 };
        assert_eq!(seen, [expected], "both have 21 tokens at 500 ms, and B is first with the 22nd");
    }

    #[test]
    fn a_lead_of_less_than_two_percent_is_none() {
        // B is a millisecond ahead with every other token.
        let a = pace(&[100, 200, 300, 400]);
        let b = pace(&[101, 199, 301, 399]);
        assert!(overtakes(&[a.clone(), b]).is_empty(), "back and forth within 2 % is a tie");
        let stays = every(50, 100, 4);
        assert!(overtakes(&[a, stays]).is_empty(), "who was first all along passes nobody");
    }

    #[test]
    fn a_pass_is_dated_from_where_it_began_and_not_from_where_it_was_clear() {
        // Level at the third token; ahead by 1 ms at the fourth, which is clear only at the fifth.
        let a = pace(&[100, 200, 300, 400, 500]);
        let b = pace(&[150, 250, 300, 399, 450]);
        let expected = Overtake { lane: 1, passed: 0, tokens: 4, at_ms: 399.0 };
        assert_eq!(overtakes(&[a, b]), [expected], "the fourth token is the first it had sooner");
    }

    #[test]
    fn a_stream_that_stalls_is_passed_and_may_pass_again() {
        let steady = every(100, 100, 12);
        let stalls = pace(&[50, 60, 70, 400, 700, 705, 710, 715, 720, 725, 730, 735]);
        let seen: Vec<(u32, u32)> =
            overtakes(&[steady, stalls]).iter().map(|pass| (pass.lane, pass.tokens)).collect();
        assert_eq!(seen, [(0, 5), (1, 8)], "level at four tokens, passed at five, back at eight");
    }

    /// Each lane's time to first token and speed.
    fn lines(of: &[(f64, f64)]) -> Vec<Option<Line>> {
        let line = |(first_ms, tps): &(f64, f64)| Line {
            first_ms: *first_ms,
            first_tokens: 1.0,
            tps: *tps,
        };
        of.iter().map(|lane| Some(line(lane))).collect()
    }

    fn close(seen: &[Length], expected: &[(u32, f64)]) -> bool {
        seen.len() == expected.len()
            && seen.iter().zip(expected).all(|(length, (lane, from))| {
                length.lane == *lane && (length.from_tokens - from).abs() < 1e-9
            })
    }

    #[test]
    fn a_late_start_pays_from_the_length_at_which_the_lines_cross() {
        // 300 ms later, 20 ms a token against 5: 300 ÷ 15 = 20 tokens after the first.
        let seen = by_length(&lines(&[(100.0, 50.0), (400.0, 200.0)]));
        assert!(close(&seen, &[(0, 0.0), (1, 21.0)]), "as the overtake of these streams: {seen:?}");
        let turned = by_length(&lines(&[(400.0, 200.0), (100.0, 50.0)]));
        assert!(close(&turned, &[(1, 0.0), (0, 21.0)]), "whoever is named first: {turned:?}");
        let mut bundled = lines(&[(100.0, 50.0), (400.0, 200.0)]);
        bundled[1] = Some(Line { first_ms: 400.0, first_tokens: 13.0, tps: 200.0 });
        let seen = by_length(&bundled);
        assert!(close(&seen, &[(0, 0.0), (1, 17.0)]), "12 tokens sooner is 60 ms: {seen:?}");
        bundled[1] = Some(Line { first_ms: 400.0, first_tokens: 100.0, tps: 200.0 });
        let seen = by_length(&bundled);
        assert!(close(&seen, &[(0, 0.0), (1, 16.0)]), "not before its first: {seen:?}");
    }

    #[test]
    fn who_is_first_and_faster_is_best_at_any_length() {
        let mut given = lines(&[(400.0, 50.0), (1.0, 1.0), (100.0, 200.0)]);
        given[1] = None;
        let seen = by_length(&given);
        assert!(close(&seen, &[(2, 0.0)]), "the others never come before it: {seen:?}");
        let level = by_length(&lines(&[(100.0, 50.0), (100.0, 60.0)]));
        assert!(close(&level, &[(1, 0.0)]), "of two that begin together, the faster: {level:?}");
        let dead = by_length(&[None, Some(Line { first_ms: 100.0, first_tokens: 1.0, tps: 0.0 })]);
        assert!(dead.is_empty(), "without numbers there is no advice");
    }

    #[test]
    fn a_third_one_may_be_best_in_between_or_never() {
        // 0: 100 ms + 20 ms a token. 1: 400 + 5, crosses 0 at 21. 2: 1,000 + 1, crosses 1 at 151 and 0 at 48.4.
        let seen = by_length(&lines(&[(100.0, 50.0), (400.0, 200.0), (1_000.0, 1_000.0)]));
        assert!(close(&seen, &[(0, 0.0), (1, 21.0), (2, 151.0)]), "{seen:?}");
        // A middle one that begins as late as the last crosses the first at 61, when the last has at 48.4.
        let never = by_length(&lines(&[(100.0, 50.0), (1_000.0, 200.0), (1_000.0, 1_000.0)]));
        assert!(close(&never, &[(0, 0.0), (2, 1.0 + 900.0 / 19.0)]), "{never:?}");
    }

    #[test]
    fn a_lead_that_ends_before_the_first_token_is_none() {
        // A tenth of a millisecond sooner, 19 ms a token slower: they cross 0.005 tokens after the first.
        let seen = by_length(&lines(&[(300.0, 50.0), (300.1, 1_000.0)]));
        assert!(close(&seen, &[(1, 0.0)]), "no answer is that short: {seen:?}");
    }

    #[test]
    fn who_is_less_than_two_percent_apart_is_as_good() {
        // They cross 10 ms ÷ 0.1 ms = 100 tokens after the first, which tells nothing.
        let seen = by_length(&lines(&[(1_000.0, 100.0), (1_010.0, 101.0), (900.0, 20.0)]));
        // 900 ms + 50 ms a token, and 40 ms less a token after 100 ms more: 2.5 tokens after the first.
        assert!(close(&seen, &[(2, 0.0), (0, 3.5)]), "{seen:?}");
        assert_eq!(seen[1].alike, [1], "from there on either of the two");
        assert!(seen[0].alike.is_empty(), "and nobody is like the first");
    }
}
