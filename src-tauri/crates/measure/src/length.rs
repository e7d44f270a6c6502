//! Which lane is fastest for which answer length.

use serde::{Deserialize, Serialize};

use crate::judge::is_tie;

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
    /// Where the line reaches zero tokens, in milliseconds.
    fn start_ms(self) -> f64 {
        self.first_ms - self.first_tokens * 1e3 / self.tps
    }

    /// Tokens it has at a moment after its first.
    fn tokens_by(self, at_ms: f64) -> f64 {
        self.first_tokens + (at_ms - self.first_ms) * self.tps / 1e3
    }
}

/// The fastest lane for a range of answer lengths.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Length {
    /// Index of the lane.
    pub lane: u32,
    /// Indices of lanes that tie with it: less than 2 % apart in both numbers, and therefore at every length.
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
    // The lane with the first token first; among equals, the faster one.
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
            // A lane that leads with the first token alone leads in no answer.
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
    // A lane whose first read brings many tokens has none before it.
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
        // 300 ms later, 20 ms a token versus 5: 300 ÷ 15 = 20 tokens after the first.
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
    fn an_earlier_and_faster_lane_is_best_at_any_length() {
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
        // A middle lane that starts as late as the last crosses the first at 61; the last already does at 48.4.
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
    fn lanes_less_than_two_percent_apart_are_equivalent() {
        // They cross 10 ms ÷ 0.1 ms = 100 tokens after the first, which decides nothing.
        let seen = by_length(&lines(&[(1_000.0, 100.0), (1_010.0, 101.0), (900.0, 20.0)]));
        // 900 ms + 50 ms a token; the other needs 40 ms a token fewer and starts 100 ms later: 2.5 tokens after the
        // first.
        assert!(close(&seen, &[(2, 0.0), (0, 3.5)]), "{seen:?}");
        assert_eq!(seen[1].alike, [1], "from there on either of the two");
        assert!(seen[0].alike.is_empty(), "and nobody is like the first");
    }
}
