//! Which contenders are significantly worse than the leader of a race, with one error rate for all statements together.
//!
//! With `N` equal contenders there are `N (N − 1) / 2` pairs that may differ by chance, and the leader is chosen from
//! the same data. Tested pair by pair at 5 %, eight equal lanes have a "worse" one among them in more than 40 % of
//! races. Here the chance of *any* false statement is at most 5 %, by three textbook steps:
//!
//! 1. **Aligned ranks.** Each round's mean is subtracted from its values, which removes what affected all contenders in
//!    it; then all values are ranked together. A contender is represented by its mean rank. J. L. Hodges and E. L.
//!    Lehmann (1962), "Rank methods for combination of independent experiments in analysis of variance". For two
//!    contenders this is the signed-rank test.
//! 2. **A permutation test of the range**, the largest difference between two mean ranks: if the contenders are equal,
//!    every order of the values within a round is as likely as the one seen. That is all it assumes: no shape of the
//!    noise, no equal scatter of rounds.
//! 3. **Stepping down.** Two contenders differ significantly if every group of neighbours in the order of mean ranks
//!    that contains both is found unequal, a group of `m` out of `N` at `1 − 0.95^(m/N)`, or at 5 % from `m = N − 1`
//!    on. T. A. Ryan (1960); I. Einot and K. R. Gabriel (1975); R. E. Welsch (1977), "Stepwise multiple comparison
//!    procedures".

use std::collections::{BTreeMap, BTreeSet};

use crate::range_test::{Ranks, value};
use crate::signed_rank;

/// Which contenders differ significantly from contender `from`. The chance of any mistake is at most `alpha`.
///
/// `rounds` holds each round's values, one for every contender; a contender without one in a round is compared over its
/// other rounds. Values must be finite. The result has an entry for each contender.
pub(crate) fn apart(rounds: &[Vec<Option<f64>>], from: usize, alpha: f64) -> Vec<bool> {
    let order = known_in_order(rounds);
    let mut groups = Groups::of(rounds, &order, alpha);
    let contenders = rounds.iter().map(Vec::len).max().unwrap_or(0);
    (0..contenders).map(|other| groups.tells_apart(from, other)).collect()
}

/// Which pairs of contenders differ significantly, the lower index first. The chance of any mistake among all pairs is
/// at most `alpha`. This extends what [`BestComparison`](crate::BestComparison) says about the best and every other to
/// any two contenders. `rounds` as there: each round's values, one for every contender, finite where there is one.
pub fn pairs_apart(rounds: &[Vec<Option<f64>>], alpha: f64) -> BTreeSet<(usize, usize)> {
    let order = known_in_order(rounds);
    let mut groups = Groups::of(rounds, &order, alpha);
    let pairs = order.iter().flat_map(|one| {
        order.iter().filter(move |other| one < other).map(move |other| (*one, *other))
    });
    pairs.filter(|(one, other)| groups.tells_apart(*one, *other)).collect()
}

/// The contenders that have a value in any round, in the order of their mean aligned ranks.
fn known_in_order(rounds: &[Vec<Option<f64>>]) -> Vec<usize> {
    let contenders = rounds.iter().map(Vec::len).max().unwrap_or(0);
    let everyone: Vec<usize> = (0..contenders)
        .filter(|who| rounds.iter().any(|round| value(round, *who).is_some()))
        .collect();
    in_order(rounds, &everyone)
}

/// The level at which a pair of neighbours out of `contenders` is tested, if `alpha` is the level of all statements
/// together.
pub fn level_of_pair(contenders: usize, alpha: f64) -> f64 {
    level(2, contenders, alpha)
}

fn level(size: usize, of: usize, alpha: f64) -> f64 {
    if size + 1 >= of {
        return alpha;
    }
    #[expect(clippy::cast_precision_loss, reason = "a race has few lanes")]
    let share = size as f64 / of as f64;
    1.0 - (1.0 - alpha).powf(share)
}

/// The groups of neighbours that have been tested, by their first and last position.
struct Groups<'a> {
    rounds: &'a [Vec<Option<f64>>],
    order: &'a [usize],
    alpha: f64,
    known: BTreeMap<(usize, usize), bool>,
}

impl<'a> Groups<'a> {
    fn of(rounds: &'a [Vec<Option<f64>>], order: &'a [usize], alpha: f64) -> Self {
        Self { rounds, order, alpha, known: BTreeMap::new() }
    }

    fn tells_apart(&mut self, one: usize, other: usize) -> bool {
        let place = |who: usize| self.order.iter().position(|each| *each == who);
        match (place(one), place(other)) {
            (Some(one), Some(other)) if one != other => {
                self.tell_apart(one.min(other), one.max(other))
            }
            _ => false,
        }
    }

    /// Whether every group that contains the positions `low` and `high` is unequal. The widest are tested first, since
    /// they decide most often.
    fn tell_apart(&mut self, low: usize, high: usize) -> bool {
        let last = self.order.len().saturating_sub(1);
        let mut wider: Vec<(usize, usize)> =
            (0..=low).flat_map(|first| (high..=last).map(move |end| (first, end))).collect();
        wider.sort_by_key(|(first, end)| std::cmp::Reverse(end - first));
        wider.into_iter().all(|(first, end)| self.is_unequal(first, end))
    }

    fn is_unequal(&mut self, first: usize, end: usize) -> bool {
        let (rounds, order, alpha) = (self.rounds, self.order, self.alpha);
        *self.known.entry((first, end)).or_insert_with(|| {
            let group = order.get(first..=end).unwrap_or_default();
            is_unequal(rounds, group, level(group.len(), order.len(), alpha))
        })
    }
}

/// Whether the hypothesis that the contenders of `group` are equal is rejected at `level`: p ≤ `level`.
fn is_unequal(rounds: &[Vec<Option<f64>>], group: &[usize], level: f64) -> bool {
    if let [one, other] = group {
        let differences: Vec<f64> = rounds
            .iter()
            .filter_map(|round| Some(value(round, *one)? - value(round, *other)?))
            .collect();
        return signed_rank::p_value(&differences) <= level;
    }
    Ranks::of(rounds, group).are_unequal(level)
}

/// The contenders in ascending order of their mean aligned ranks.
fn in_order(rounds: &[Vec<Option<f64>>], group: &[usize]) -> Vec<usize> {
    let mut means: Vec<(usize, f64)> =
        group.iter().copied().zip(Ranks::of(rounds, group).means()).collect();
    means.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    means.into_iter().map(|(who, _)| who).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    /// Rounds in which each contender has its level plus noise, plus an effect of the round that all share.
    fn rounds(n: usize, levels: &[f64], random: &mut SplitMix64) -> Vec<Vec<Option<f64>>> {
        let round = |random: &mut SplitMix64| {
            let met = 3.0 * random.normal();
            levels.iter().map(|level| Some(level + met + random.normal())).collect()
        };
        (0..n).map(|_| round(random)).collect()
    }

    #[test]
    fn distant_lanes_differ_significantly_and_equivalent_ones_do_not() {
        let mut random = SplitMix64::new(1);
        let rounds = rounds(8, &[0.0, 0.1, 20.0, 21.0], &mut random);
        assert_eq!(apart(&rounds, 0, 0.05), [false, false, true, true], "0 and 0.1 are alike");
        assert_eq!(apart(&rounds, 2, 0.05), [true, true, false, false], "20 and 21 are as well");
    }

    #[test]
    fn a_verdict_does_not_depend_on_the_order_of_a_pair() {
        let mut random = SplitMix64::new(4);
        let rounds = rounds(9, &[0.0, 0.3, 6.0, 6.2, 40.0], &mut random);
        let pairs = pairs_apart(&rounds, 0.05);
        for one in 0..5 {
            for (other, is_apart) in apart(&rounds, one, 0.05).into_iter().enumerate() {
                let pair = (one.min(other), one.max(other));
                assert_eq!(pairs.contains(&pair), is_apart, "{one} and {other}");
            }
        }
        assert!(pairs.contains(&(2, 4)) && !pairs.contains(&(0, 1)), "of either kind: {pairs:?}");
    }

    #[test]
    fn two_contenders_differ_if_the_signed_rank_test_rejects() {
        let by = |differences: &[f64]| {
            let rounds: Vec<_> =
                differences.iter().map(|by| vec![Some(9.0), Some(9.0 + by)]).collect();
            apart(&rounds, 0, 0.05)
        };
        assert_eq!(by(&[1.0, 2.0, 3.0, 4.0, 5.0]), [false, false], "five of five happen in 6.25 %");
        assert_eq!(by(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), [false, true], "six of six in 3.1 %");
        assert_eq!(
            by(&[-1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
            [false, false],
            "and but the least in 6.25 %"
        );
    }

    #[test]
    fn a_contender_without_a_value_in_a_round_is_compared_by_the_others() {
        let mut random = SplitMix64::new(5);
        let mut some = rounds(12, &[0.0, 0.0, 30.0], &mut random);
        for round in some.iter_mut().take(4) {
            round[2] = None;
        }
        some.push(vec![Some(1.0), None, None]);
        assert_eq!(apart(&some, 0, 0.05), [false, false, true], "eight rounds are enough");
        for round in &mut some {
            round[2] = None;
        }
        assert_eq!(apart(&some, 0, 0.05), [false; 3], "who never has one is not judged");
        assert_eq!(apart(&[], 0, 0.05), [false; 0], "no rounds tell nothing");
    }

    #[test]
    fn a_race_of_a_hundred_lanes_is_judged_as_one_of_three_is() {
        let mut random = SplitMix64::new(6);
        let level = |lane: usize| match lane {
            0 => -30.0,
            1..50 => 0.0,
            _ => 90.0,
        };
        let levels: Vec<f64> = (0..100).map(level).collect();
        let apart = apart(&rounds(8, &levels, &mut random), 0, 0.05);
        assert!(apart.iter().skip(50).all(|is_told| *is_told), "far slower lanes are told apart");
    }

    #[test]
    fn the_levels_of_groups_add_up_to_one_level_for_all() {
        assert!((level(8, 8, 0.05) - 0.05).abs() < 1e-12, "all together");
        assert!((level(7, 8, 0.05) - 0.05).abs() < 1e-12, "Welsch's refinement");
        assert!((level(2, 2, 0.05) - 0.05).abs() < 1e-12, "of two there is one group");
        assert!((level(2, 8, 0.05) - 0.012_741).abs() < 1e-6, "1 − 0.95^(2/8)");
    }

    #[test]
    fn equal_contenders_differ_falsely_in_at_most_one_race_of_twenty() {
        let mut random = SplitMix64::new(11);
        let false_races = (0..400)
            .filter(|_| {
                let rounds = rounds(7, &[0.0; 4], &mut random);
                let mean = |who: usize| rounds.iter().filter_map(|round| round[who]).sum::<f64>();
                let leads = (0..4).min_by(|a, b| mean(*a).total_cmp(&mean(*b)));
                apart(&rounds, leads.expect("four"), 0.05).contains(&true)
            })
            .count();
        assert!(false_races <= 33, "5 % are 20, give or take three deviations: {false_races}");
    }
}
