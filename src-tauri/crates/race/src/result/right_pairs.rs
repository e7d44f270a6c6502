//! Lanes that were asked the same, compared by their right answers.

use std::collections::BTreeMap;

use measure::PairedAnswers;
use serde::{Deserialize, Serialize};

use crate::result::lane::Lane;
use crate::result::sample::Sample;

/// The lane that is right most often against another one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RightPair {
    /// Index among the lanes of the one that is right most often; of several the first.
    pub first: u32,
    /// Index among the lanes of the other.
    pub second: u32,
    /// What they answered to the same.
    #[serde(flatten)]
    pub answers: PairedAnswers,
    /// Whether the first is right more often, at 5 % over all pairs of the lanes that are compared: see
    /// [`PairedAnswers::differ_among`].
    #[serde(default)]
    pub differs: bool,
}

/// The lane that is right most often against each other one, over what both were asked: the same row of a set, or the same round
/// of a race.
pub(crate) fn right_pairs(lanes: &[Lane], has_rows: bool) -> Vec<RightPair> {
    let lanes = || (0_u32..).zip(lanes);
    let share = |lane: &Lane| lane.right_answers()?.share;
    let best = lanes()
        .filter_map(|(at, lane)| Some((at, lane, share(lane)?)))
        .reduce(|best, other| if other.2 > best.2 { other } else { best });
    let Some((first, best, _)) = best else { return Vec::new() };
    let of_best = answers(best, has_rows);
    let against = |(second, lane): (u32, &Lane)| {
        let of_lane = answers(lane, has_rows);
        let same = of_best.iter().filter_map(|(what, one)| Some((*one, *of_lane.get(what)?)));
        let answers = PairedAnswers::of(same)?;
        Some(RightPair { first, second, answers, differs: false })
    };
    let others = lanes().filter(|(at, _)| *at != first);
    let mut pairs: Vec<RightPair> = others.filter_map(against).collect();
    // The one that is right most often, and each that is compared with it.
    let compared = pairs.len() + 1;
    for pair in &mut pairs {
        pair.differs = pair.answers.differ_among(compared);
    }
    pairs
}

/// The answers of a lane by what was asked: its row and how often that was asked before, or its round. Requests of a sweep without
/// rows are no pairs of any. A request that failed came to no right answer.
fn answers(lane: &Lane, has_rows: bool) -> BTreeMap<(u32, u32), Option<bool>> {
    if !has_rows {
        let of_round = |(round, sample): (u32, &Sample)| ((0, round), sample.came_right());
        return (0..).zip(&lane.samples).map(of_round).collect();
    }
    let mut times = BTreeMap::new();
    let of_levels = lane.levels.iter().flat_map(|level| &level.samples);
    let of_row = |sample: &Sample| {
        let asked = times.entry(sample.row?).or_insert(0_u32);
        *asked += 1;
        Some(((sample.row?, *asked), sample.came_right()))
    };
    of_levels.chain(&lane.samples).filter_map(of_row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::result::level::Level;
    use crate::result::status::Status;
    use crate::testing::{lane, sample};

    fn answered(row: Option<u32>, right: bool) -> Sample {
        let checks = vec![checks::CheckResult {
            check: "JSON".into(),
            verdict: checks::CheckVerdict::Right,
            reason: None,
            check_phrase: None,
            reason_phrase: None,
            tool_call_error: None,
        }];
        Sample { row, right: Some(right), checks, ..sample(Status::Ok) }
    }

    #[test]
    fn lanes_are_paired_by_their_rows_in_whatever_order_they_were_asked() {
        let level = |rows: [(u32, bool); 3]| Level {
            samples: rows.map(|(row, right)| answered(Some(row), right)).to_vec(),
            ..Level::default()
        };
        let of = |rows| {
            let mut lane = lane([]);
            lane.levels = vec![level(rows)];
            lane
        };
        let lanes =
            [of([(0, true), (1, false), (2, false)]), of([(2, true), (0, true), (1, false)])];
        assert_eq!(right_pairs(&lanes, false), [], "requests of a sweep are no pairs");
        let [pair] = right_pairs(&lanes, true)[..] else { panic!("one pair") };
        assert_eq!((pair.first, pair.second), (1, 0), "the second is right more often");
        let found = pair.answers;
        assert_eq!((found.pairs, found.only_first, found.only_second), (3, 1, 0), "row by row");
    }

    #[test]
    fn one_is_right_more_often_only_if_that_is_sure_over_all_pairs_of_lanes() {
        let of = |right: usize| lane((0..8).map(|at| answered(None, at < right)));
        let [pair] = right_pairs(&[of(8), of(2)], false)[..] else { panic!("one pair") };
        assert!(pair.differs && pair.answers.p < 0.05, "six against none: {pair:?}");
        let many = right_pairs(&[of(8), of(2), of(8), of(8)], false);
        assert_eq!((many.len(), many[0].answers.p), (3, pair.answers.p), "the same split");
        assert!(!many[0].differs, "which is not sure among six pairs: {:?}", many[0]);
    }

    #[test]
    fn lanes_of_a_race_are_paired_by_their_rounds() {
        let of = |all: &[bool]| lane(all.iter().map(|right| answered(None, *right)));
        let lanes = [of(&[true, true]), of(&[true, false, true]), of(&[])];
        let [pair] = right_pairs(&lanes, false)[..] else {
            panic!("one pair, and a lane without answers")
        };
        assert_eq!((pair.answers.pairs, pair.answers.only_first), (2, 1), "rounds of both");
    }
}
