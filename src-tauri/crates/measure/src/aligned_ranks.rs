//! Which of several contenders the rounds of a race tell apart from the one that leads, all sentences together.
//!
//! With `N` equal contenders there are `N (N − 1) / 2` pairs that chance can set apart, and the leader is chosen by the same
//! data: tested pair by pair at 5 %, eight equal lanes have a "worse" one among them in more than 40 % of races. Here the
//! chance of *any* false sentence is at most 5 %, by three steps that are all in the textbooks:
//!
//! 1. **Aligned ranks.** Each round's mean is subtracted from its values, which takes away what all contenders met in it;
//!    then all values are ranked together. A contender stands by its mean rank. J. L. Hodges and E. L. Lehmann (1962), "Rank
//!    methods for combination of independent experiments in analysis of variance". Of two contenders this is the
//!    signed-rank test.
//! 2. **A permutation test of the range**, the largest difference of two mean ranks: if the contenders are equal, every
//!    order of the values within a round is as likely as the one seen. That is all it assumes: no shape of
//!    the noise, no equal scatter of rounds.
//! 3. **Stepping down.** Two contenders are told apart where every group of neighbours in the order of mean ranks
//!    that holds both is found unequal, a group of `m` out of `N` at `1 − 0.95^(m/N)`, or at 5 % from `m = N − 1` on. T. A. Ryan
//!    (1960); I. Einot and K. R. Gabriel (1975); R. E. Welsch (1977), "Stepwise multiple comparison procedures".

use std::collections::BTreeMap;

use crate::random::SplitMix64;
use crate::signed_rank;

/// How many orders are drawn; the p-value is then (1 + as extreme) / (1 + drawn), which keeps the level exactly.
const DRAWS: u32 = 999;

/// Where the generator starts, each time: the same race always has the same verdicts.
const SEED: u64 = 0x5061_6365_6c69_6e65;

/// Which contenders the rounds tell apart from contender `from`, the chance of any mistake being at most `alpha`.
///
/// `rounds` holds each round's values, one for every contender; a contender without one in a round is compared by the
/// others. Values must be finite. The result has an entry for each contender.
pub(crate) fn apart(rounds: &[Vec<Option<f64>>], from: usize, alpha: f64) -> Vec<bool> {
    let contenders = rounds.iter().map(Vec::len).max().unwrap_or(0);
    let everyone: Vec<usize> = (0..contenders)
        .filter(|who| rounds.iter().any(|round| value(round, *who).is_some()))
        .collect();
    let order = in_order(rounds, &everyone);
    let mut groups = Groups { rounds, order: &order, alpha, known: BTreeMap::new() };
    let place = |who: usize| order.iter().position(|each| *each == who);
    (0..contenders)
        .map(|other| match (place(from), place(other)) {
            (Some(one), Some(other)) if one != other => {
                groups.tell_apart(one.min(other), one.max(other))
            }
            _ => false,
        })
        .collect()
}

/// At which level a pair of neighbours out of `contenders` is tested, `alpha` being that of all sentences together.
pub(crate) fn level_of_pair(contenders: usize, alpha: f64) -> f64 {
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

fn value(round: &[Option<f64>], who: usize) -> Option<f64> {
    round.get(who).copied().flatten()
}

/// The groups of neighbours that were tested already, by their first and last place.
struct Groups<'a> {
    rounds: &'a [Vec<Option<f64>>],
    order: &'a [usize],
    alpha: f64,
    known: BTreeMap<(usize, usize), bool>,
}

impl Groups<'_> {
    /// Whether every group that holds the places `low` and `high` is unequal; the widest are asked first, since they
    /// decide most often.
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
    let mut ranks = Ranks::of(rounds, group);
    let seen = ranks.range();
    let mut random = SplitMix64::new(SEED);
    let mut as_extreme = 0;
    let is_too_likely = |as_extreme: u32| f64::from(1 + as_extreme) / f64::from(1 + DRAWS) > level;
    for _ in 0..DRAWS {
        // More draws could only raise the p-value.
        if is_too_likely(as_extreme) {
            return false;
        }
        for (_, ranks) in &mut ranks.rounds {
            random.shuffle(ranks);
        }
        // Sums of halves are exact, their quotients are not.
        as_extreme += u32::from(ranks.range() >= seen * (1.0 - 1e-12));
    }
    !is_too_likely(as_extreme)
}

/// The contenders by their mean aligned ranks, lowest first.
fn in_order(rounds: &[Vec<Option<f64>>], group: &[usize]) -> Vec<usize> {
    let mut means: Vec<(usize, f64)> =
        group.iter().copied().zip(Ranks::of(rounds, group).means()).collect();
    means.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    means.into_iter().map(|(who, _)| who).collect()
}

/// The aligned ranks of a group, round by round.
struct Ranks {
    /// Who has a value in the round, by place in the group, and the ranks of these values.
    rounds: Vec<(Vec<usize>, Vec<f64>)>,
    contenders: usize,
}

impl Ranks {
    fn of(rounds: &[Vec<Option<f64>>], group: &[usize]) -> Self {
        let mut present = Vec::new();
        let mut aligned = Vec::new();
        for round in rounds {
            let (who, values): (Vec<usize>, Vec<f64>) = group
                .iter()
                .enumerate()
                .filter_map(|(place, who)| Some((place, value(round, *who)?)))
                .unzip();
            // One alone in a round is compared with nobody.
            if values.len() < 2 {
                continue;
            }
            #[expect(clippy::cast_precision_loss, reason = "a race has few lanes")]
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            aligned.extend(values.iter().map(|value| value - mean));
            present.push(who);
        }
        #[expect(clippy::cast_precision_loss, reason = "ranks are far below 2^52")]
        let mut ranks =
            signed_rank::doubled_ranks(&aligned).into_iter().map(|rank| rank as f64 / 2.0);
        let rounds = present
            .into_iter()
            .map(|who| {
                let of_round = ranks.by_ref().take(who.len()).collect();
                (who, of_round)
            })
            .collect();
        Self { rounds, contenders: group.len() }
    }

    /// Sum of the ranks and number of rounds, contender by contender.
    fn sums(&self) -> Vec<(f64, f64)> {
        let mut sums = vec![(0.0, 0.0); self.contenders];
        for (who, ranks) in &self.rounds {
            for (who, rank) in who.iter().zip(ranks) {
                if let Some((sum, rounds)) = sums.get_mut(*who) {
                    *sum += rank;
                    *rounds += 1.0;
                }
            }
        }
        sums
    }

    fn means(&self) -> Vec<f64> {
        self.sums().into_iter().map(|(sum, rounds)| sum / rounds).collect()
    }

    /// The largest difference of two mean ranks, in units of how far chance spreads it: `√(1/nᵢ + 1/nⱼ)`.
    ///
    /// Of contenders with the same number of rounds only the lowest and the highest mean can differ most, so the pairs
    /// looked at are those of numbers of rounds, of which there are few, and not those of contenders.
    fn range(&self) -> f64 {
        let mut extremes: Vec<Extremes> = Vec::new();
        for (sum, rounds) in self.sums().into_iter().filter(|(_, rounds)| *rounds > 0.0) {
            let mean = sum / rounds;
            match extremes.iter_mut().find(|each| each.rounds.total_cmp(&rounds).is_eq()) {
                Some(each) => {
                    each.lowest = each.lowest.min(mean);
                    each.highest = each.highest.max(mean);
                }
                None => extremes.push(Extremes { rounds, lowest: mean, highest: mean }),
            }
        }
        let pairs = extremes.iter().enumerate().flat_map(|(at, one)| {
            extremes.iter().take(at + 1).map(move |other| {
                let apart = (one.highest - other.lowest).max(other.highest - one.lowest);
                apart / (1.0 / one.rounds + 1.0 / other.rounds).sqrt()
            })
        });
        pairs.fold(0.0, f64::max)
    }
}

/// The lowest and the highest mean rank among contenders with the same number of rounds.
struct Extremes {
    rounds: f64,
    lowest: f64,
    highest: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds in which each contender has its level plus noise, and all of them what the round brought.
    fn rounds(n: usize, levels: &[f64], random: &mut SplitMix64) -> Vec<Vec<Option<f64>>> {
        let round = |random: &mut SplitMix64| {
            let met = 3.0 * random.normal();
            levels.iter().map(|level| Some(level + met + random.normal())).collect()
        };
        (0..n).map(|_| round(random)).collect()
    }

    #[test]
    fn who_is_far_off_in_every_round_is_told_apart_and_who_is_alike_is_not() {
        let mut random = SplitMix64::new(1);
        let rounds = rounds(8, &[0.0, 0.1, 20.0, 21.0], &mut random);
        assert_eq!(apart(&rounds, 0, 0.05), [false, false, true, true], "0 and 0.1 are alike");
        assert_eq!(apart(&rounds, 2, 0.05), [true, true, false, false], "20 and 21 are as well");
    }

    #[test]
    fn two_contenders_are_told_apart_where_the_signed_rank_test_rejects() {
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
    fn the_range_is_that_of_the_pair_that_differs_most_whatever_their_rounds() {
        let mut random = SplitMix64::new(3);
        let mut some = rounds(9, &[0.0, 1.0, 2.0, 0.5, 3.0, 1.5], &mut random);
        for (at, round) in some.iter_mut().enumerate() {
            round[at % 6] = None;
            round[4] = round[4].filter(|_| at % 3 == 0);
        }
        let ranks = Ranks::of(&some, &[0, 1, 2, 3, 4, 5]);
        let sums = ranks.sums();
        let mut largest: f64 = 0.0;
        for (one, n) in &sums {
            for (other, m) in &sums {
                let apart = (one / n - other / m).abs() / (1.0 / n + 1.0 / m).sqrt();
                largest = largest.max(apart);
            }
        }
        assert!((ranks.range() - largest).abs() < 1e-9, "{} of {largest}", ranks.range());
    }

    #[test]
    fn the_levels_of_groups_add_up_to_one_level_for_all() {
        assert!((level(8, 8, 0.05) - 0.05).abs() < 1e-12, "all together");
        assert!((level(7, 8, 0.05) - 0.05).abs() < 1e-12, "Welsch's refinement");
        assert!((level(2, 2, 0.05) - 0.05).abs() < 1e-12, "of two there is one group");
        assert!((level(2, 8, 0.05) - 0.012_741).abs() < 1e-6, "1 − 0.95^(2/8)");
    }

    #[test]
    fn among_equal_contenders_anyone_is_set_apart_in_at_most_one_race_of_twenty() {
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
