//! Which lane overtakes which, and from which token on.

use serde::{Deserialize, Serialize};

use crate::Pace;
use crate::judge::is_tie;
use crate::pace::side_by_side;
use crate::units::{float, ms};

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
/// lanes overtake each other back and forth. The overtake is dated from the token from which the new leader was ahead.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pace::tests::{every, pace};

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
}
