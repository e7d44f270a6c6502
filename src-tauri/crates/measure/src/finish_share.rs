//! How far each lane was when the first crossed the finish line, as its typical numbers say: what a list can show of a race
//! without its raw logs.

use crate::length::Line;

/// Where the line stands if all lanes come that far, in tokens.
const DISTANCES: [f64; 4] = [64.0, 128.0, 256.0, 512.0];

/// The share of the way to the finish line, from 0 to 1, that each lane had done when the first of them crossed it; `lanes` hold
/// each one's line and how many tokens it wrote. The line stands at the longest usual distance that all of them reached, else
/// where the shortest of them ended. A lane without numbers has no share, and one alone is in no race.
pub fn finish_shares(lanes: &[Option<(Line, f64)>]) -> Vec<Option<f64>> {
    let is_known = |(line, tokens): &(Line, f64)| {
        line.first_ms.is_finite() && line.tps > 0.0 && line.tps.is_finite() && *tokens >= 1.0
    };
    let known: Vec<Option<(Line, f64)>> = lanes.iter().map(|lane| lane.filter(is_known)).collect();
    let racing = || known.iter().flatten();
    if racing().count() < 2 {
        return vec![None; lanes.len()];
    }
    let shortest = racing().map(|(_, tokens)| *tokens).fold(f64::INFINITY, f64::min);
    let usual = DISTANCES.into_iter().rfind(|distance| *distance <= shortest);
    let distance = usual.unwrap_or(shortest);
    let at_ms =
        |line: &Line| line.first_ms + (distance - line.first_tokens).max(0.0) * 1e3 / line.tps;
    let first_ms = racing().map(|(line, _)| at_ms(line)).fold(f64::INFINITY, f64::min);
    let share = |(line, _): &(Line, f64)| {
        if at_ms(line) <= first_ms {
            return 1.0;
        }
        if first_ms < line.first_ms {
            return 0.0;
        }
        let had = line.first_tokens + (first_ms - line.first_ms) * line.tps / 1e3;
        (had / distance).clamp(0.0, 1.0)
    };
    known.iter().map(|lane| lane.as_ref().map(share)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(first_ms: f64, tps: f64, tokens: f64) -> (Line, f64) {
        (Line { first_ms, first_tokens: 1.0, tps }, tokens)
    }

    #[test]
    fn the_first_has_the_whole_way_and_the_others_what_they_had_by_then() {
        // To 64 tokens: 100 + 63 = 163 ms, and by then the second has 1 + 6.3 tokens.
        let shares =
            finish_shares(&[Some(lane(100.0, 1_000.0, 90.0)), Some(lane(100.0, 100.0, 70.0))]);
        assert_eq!(shares[0], Some(1.0), "it is over the line");
        let second = shares[1].unwrap();
        assert!((second - 7.3 / 64.0).abs() < 1e-9, "a tenth of its way: {second}");
    }

    #[test]
    fn who_had_not_said_a_word_is_at_the_start() {
        let shares =
            finish_shares(&[Some(lane(100.0, 1_000.0, 64.0)), Some(lane(900.0, 5_000.0, 64.0))]);
        assert_eq!(shares, [Some(1.0), Some(0.0)], "its wait was longer than the race");
    }

    #[test]
    fn a_short_answer_brings_the_line_nearer() {
        let shares =
            finish_shares(&[Some(lane(100.0, 1_000.0, 900.0)), Some(lane(100.0, 500.0, 11.0))]);
        assert!((shares[1].unwrap() - 6.0 / 11.0).abs() < 1e-9, "at 110 ms it had six of eleven");
    }

    #[test]
    fn nothing_is_made_up() {
        assert_eq!(
            finish_shares(&[Some(lane(1.0, 1.0, 9.0)), None]),
            [None, None],
            "one is no race"
        );
        let broken =
            [Some(lane(1.0, 0.0, 9.0)), Some(lane(f64::NAN, 1.0, 9.0)), Some(lane(1.0, 1.0, 0.0))];
        assert_eq!(finish_shares(&broken), [None; 3], "without a speed, a wait or a token");
        assert_eq!(finish_shares(&[]), [], "nobody");
    }
}
