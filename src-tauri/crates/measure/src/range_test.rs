//! The permutation test of the range of mean aligned ranks: whether the contenders of a race are all equal.

use crate::random::SplitMix64;
use crate::signed_rank;

/// Number of orders drawn; the p-value is then (1 + as extreme) / (1 + drawn), which keeps the level exactly.
const DRAWS: u32 = 999;

/// The generator's seed, always the same, so that the same race always has the same verdicts.
const SEED: u64 = 0x5061_6365_6c69_6e65;

/// Exponents at which [`Ranks::bound`] is evaluated, in units of the scatter within a round.
const EXPONENTS: [f64; 7] = [0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0];

/// The value of a contender in a round.
pub(crate) fn value(round: &[Option<f64>], who: usize) -> Option<f64> {
    round.get(who).copied().flatten()
}

/// The aligned ranks of a group, round by round.
pub(crate) struct Ranks {
    /// Who has a value in a round, by position in the group, round after round.
    who: Vec<usize>,
    /// Twice the ranks of these values.
    doubled: Vec<usize>,
    /// Where each round ends.
    ends: Vec<usize>,
    contenders: usize,
    /// Sums of the doubled ranks and numbers of rounds, contender by contender.
    sums: Vec<(usize, usize)>,
}

impl Ranks {
    pub(crate) fn of(rounds: &[Vec<Option<f64>>], group: &[usize]) -> Self {
        let (mut who, mut aligned, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        for round in rounds {
            let present = || {
                let places = group.iter().enumerate();
                places.filter_map(|(place, who)| Some((place, value(round, *who)?)))
            };
            let number = present().count();
            // A contender alone in its round is compared with nobody.
            if number < 2 {
                continue;
            }
            let mean = present().map(|(_, value)| value).sum::<f64>() / as_f64(number);
            aligned.extend(present().map(|(_, value)| value - mean));
            who.extend(present().map(|(place, _)| place));
            ends.push(who.len());
        }
        let doubled = signed_rank::doubled_ranks(&aligned);
        let mut ranks = Self { who, doubled, ends, contenders: group.len(), sums: Vec::new() };
        ranks.add_up();
        ranks
    }

    /// Whether the hypothesis that all of them are equal is rejected at `level`: p ≤ `level`.
    pub(crate) fn are_unequal(mut self, level: f64) -> bool {
        let seen = self.range();
        if self.bound(seen) <= level {
            return true;
        }
        let mut random = SplitMix64::new(SEED);
        let mut as_extreme = 0;
        let is_too_likely =
            |as_extreme: u32| f64::from(1 + as_extreme) / f64::from(1 + DRAWS) > level;
        for _ in 0..DRAWS {
            // More draws could only raise the p-value.
            if is_too_likely(as_extreme) {
                return false;
            }
            self.shuffle(&mut random);
            // Sums are exact; their quotients are not.
            as_extreme += u32::from(self.range() >= seen * (1.0 - 1e-12));
        }
        !is_too_likely(as_extreme)
    }

    /// The mean rank of each contender.
    pub(crate) fn means(&self) -> Vec<f64> {
        let mean = |(sum, rounds): &(usize, usize)| as_f64(*sum) / 2.0 / as_f64(*rounds);
        self.sums.iter().map(mean).collect()
    }

    fn add_up(&mut self) {
        self.sums.clear();
        self.sums.resize(self.contenders, (0, 0));
        for (who, rank) in self.who.iter().zip(&self.doubled) {
            if let Some((sum, rounds)) = self.sums.get_mut(*who) {
                *sum += rank;
                *rounds += 1;
            }
        }
    }

    /// Shuffles the ranks of each round, every order being equally likely.
    fn shuffle(&mut self, random: &mut SplitMix64) {
        let mut from = 0;
        for end in &self.ends {
            if let Some(round) = self.doubled.get_mut(from..*end) {
                random.shuffle(round);
            }
            from = *end;
        }
        self.add_up();
    }

    /// The largest difference between two mean ranks, in units of its standard deviation: `√(1/nᵢ + 1/nⱼ)`.
    ///
    /// Among contenders with the same number of rounds only the lowest and the highest mean can differ most. So only
    /// pairs of round numbers are examined, which are few, and not all pairs of contenders.
    fn range(&self) -> f64 {
        if let Some((low, high)) = self.extremes_of_all() {
            return as_f64(high - low) / (8.0 * as_f64(self.ends.len())).sqrt();
        }
        let mut extremes: Vec<Extremes> = Vec::new();
        for (sum, rounds) in self.sums.iter().filter(|(_, rounds)| *rounds > 0) {
            let mean = as_f64(*sum) / 2.0 / as_f64(*rounds);
            match extremes.iter_mut().find(|each| each.rounds == *rounds) {
                Some(each) => {
                    each.lowest = each.lowest.min(mean);
                    each.highest = each.highest.max(mean);
                }
                None => extremes.push(Extremes { rounds: *rounds, lowest: mean, highest: mean }),
            }
        }
        let pairs = extremes.iter().enumerate().flat_map(|(at, one)| {
            extremes.iter().take(at + 1).map(move |other| {
                let apart = (one.highest - other.lowest).max(other.highest - one.lowest);
                apart / (1.0 / as_f64(one.rounds) + 1.0 / as_f64(other.rounds)).sqrt()
            })
        });
        pairs.fold(0.0, f64::max)
    }

    /// The lowest and the highest sum, if all contenders have every round.
    fn extremes_of_all(&self) -> Option<(usize, usize)> {
        if self.who.len() != self.contenders * self.ends.len() {
            return None;
        }
        let sums = || self.sums.iter().map(|(sum, _)| *sum);
        sums().min().zip(sums().max())
    }

    /// An upper bound of the p-value of the range `seen`, which saves the draws if the contenders are far apart: for
    /// each ordered pair `P(Σ dᵣ ≥ t) ≤ e^(−λt) ∏ E e^(λdᵣ)`, H. Chernoff (1952), summed over all pairs. 1 if a
    /// contender lacks a round.
    fn bound(&self, seen: f64) -> f64 {
        let n = as_f64(self.ends.len());
        if self.extremes_of_all().is_none() || seen <= 0.0 {
            return 1.0;
        }
        let apart = seen * (8.0 * n).sqrt();
        let m = as_f64(self.contenders);
        let exponent = |relative: &f64| {
            let by = relative * n / apart;
            let of_round = |round: &[usize]| {
                let middle = round.iter().map(|rank| as_f64(*rank)).sum::<f64>() / m;
                let sum = |sign: f64| {
                    round
                        .iter()
                        .map(|rank| (sign * by * (as_f64(*rank) - middle)).exp())
                        .sum::<f64>()
                };
                ((sum(1.0) * sum(-1.0) - m) / (m * (m - 1.0))).ln()
            };
            let rounds = self.doubled.chunks(self.contenders.max(1));
            rounds.map(of_round).sum::<f64>() - by * apart
        };
        let least = EXPONENTS.iter().map(exponent).fold(0.0, f64::min);
        m * (m - 1.0) * least.exp()
    }
}

/// The lowest and the highest mean rank among contenders with the same number of rounds.
struct Extremes {
    rounds: usize,
    lowest: f64,
    highest: f64,
}

#[expect(clippy::cast_precision_loss, reason = "ranks are far below 2^52")]
fn as_f64(whole: usize) -> f64 {
    whole as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds(n: usize, levels: &[f64], random: &mut SplitMix64) -> Vec<Vec<Option<f64>>> {
        (0..n).map(|_| levels.iter().map(|level| Some(level + random.normal())).collect()).collect()
    }

    #[test]
    fn the_range_is_that_of_the_pair_that_differs_most_whatever_their_rounds() {
        let mut random = SplitMix64::new(3);
        let whole = rounds(9, &[0.0, 1.0, 2.0, 0.5, 3.0, 1.5], &mut random);
        let mut some = whole.clone();
        for (at, round) in some.iter_mut().enumerate() {
            round[at % 6] = None;
            round[4] = round[4].filter(|_| at % 3 == 0);
        }
        for rounds in [whole, some] {
            let ranks = Ranks::of(&rounds, &[0, 1, 2, 3, 4, 5]);
            let mut largest: f64 = 0.0;
            for (one, (_, n)) in ranks.means().into_iter().zip(&ranks.sums) {
                for (other, (_, m)) in ranks.means().into_iter().zip(&ranks.sums) {
                    let apart = (one - other).abs() / (1.0 / as_f64(*n) + 1.0 / as_f64(*m)).sqrt();
                    largest = largest.max(apart);
                }
            }
            assert!((ranks.range() - largest).abs() < 1e-9, "{} of {largest}", ranks.range());
        }
    }

    #[test]
    fn the_bound_is_never_below_the_share_of_orders_that_are_as_extreme() {
        let mut random = SplitMix64::new(7);
        let mut sharp = 0;
        for step in 0..60 {
            let by = f64::from(step % 6);
            let mut ranks = Ranks::of(&rounds(8, &[0.0, by, 2.0 * by], &mut random), &[0, 1, 2]);
            let seen = ranks.range();
            let bound = ranks.bound(seen);
            let as_extreme = (0..2_000)
                .filter(|_| {
                    ranks.shuffle(&mut random);
                    ranks.range() >= seen * (1.0 - 1e-12)
                })
                .count();
            let share = as_f64(as_extreme) / 2_000.0;
            let stray = 4.0 * (share * (1.0 - share) / 2_000.0).sqrt();
            assert!(share <= bound + stray, "{share} of the orders, and a bound of {bound}");
            sharp += usize::from(bound < 0.001);
        }
        assert!(sharp > 10, "what is far apart needs no draws: {sharp} of 60");
    }

    #[test]
    fn contenders_that_are_far_apart_need_no_draws() {
        let mut random = SplitMix64::new(8);
        let levels: Vec<f64> = (0..100).map(|at| f64::from(at) * 9.0).collect();
        let rounds = rounds(40, &levels, &mut random);
        let all: Vec<usize> = (0..100).collect();
        for end in 3..100 {
            let ranks = Ranks::of(&rounds, &all[..end]);
            assert!(ranks.bound(ranks.range()) < 1e-3, "the first {end}");
        }
    }
}
