//! Paired comparison of contenders with the best of them, round by round.

use serde::{Deserialize, Serialize};

use crate::aligned_ranks::{apart, level_of_pair};
use crate::better::Better;
use crate::confidence_sequence;
use crate::interval::Interval;
use crate::judge::{ALPHA, MEDIAN_FROM, VERDICT_FROM, leader, middle};
use crate::pair_of_rounds::PairOfRounds;
use crate::signed_rank;
use crate::stopping::Stopping;

/// A race cannot have more rounds than this, so more is not useful advice.
const MOST_ROUNDS: u32 = 1_000;

/// The power [`Comparison::rounds_needed`] aims at: the chance that such a race finds a difference of the estimated size.
const POWER: f64 = 0.8;

/// Which contender is better, as far as the rounds show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The first of the two.
    A,
    /// The second of the two.
    B,
    /// No significant difference. That does not prove that they are equal.
    Tie,
}

/// One metric of two contenders, A and B, that ran side by side.
///
/// Conditions that both met in a round (the hour, the network, the machine) cancel out in the difference within that
/// round. So a paired comparison needs far fewer rounds than two medians with one interval each, and two overlapping
/// intervals are not necessarily a tie.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Comparison {
    /// Number of rounds in which both have a value. A round in which one of them failed is excluded, so a contender
    /// that often fails is compared over its successful rounds; failures are reported separately.
    pub n: u32,
    /// Number of these rounds in which A is better.
    pub won: u32,
    /// Number of these rounds in which the two are equal.
    pub equal: u32,
    /// Hodges–Lehmann estimate of A − B over the rounds, in the metric's unit; not the difference of the medians. Absent
    /// below five rounds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difference: Option<f64>,
    /// 95 % confidence interval of that estimate, for this pair alone: from the exact signed-rank test, absent below
    /// six rounds; in a race that stopped when it was settled, the confidence sequence, absent while either end is
    /// open.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ci: Option<Interval>,
    /// The verdict: A or B if `ci` excludes 0 and the difference is significant among all contenders, so that the chance of
    /// *any* false verdict on this metric is at most 5 %. Where A was chosen by the median of its own rounds, B contradicts
    /// that choice, and neither is said to be better.
    pub verdict: Verdict,
    /// Number of rounds in which a new race would find a difference of the estimated size with a chance of 80 %. Absent if
    /// the verdict is not a tie, if the estimate is 0, if `ci` is absent, above the 1,000 rounds a race can have, and in a race
    /// that was to end when it is settled.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds_needed: Option<u32>,
    /// Number of further rounds after which a race that was to end when it is settled, and is not, would find a difference of the
    /// estimated size with a chance of 80 %. Absent if the verdict is not a tie, below five rounds, if nothing points to A,
    /// above the 1,000 rounds a race can have, and in a race of a planned length, which more rounds would make unsafe.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds_more: Option<u32>,
}

/// Contenders of a race compared with the best of them.
#[derive(Debug, Clone, PartialEq)]
pub struct BestComparison {
    /// Index of the contender with the best median, or mean with too few rounds for a median; the first of equals.
    pub best: usize,
    /// That median or mean.
    pub value: f64,
    /// Every other contender with a shared round, by index: the best as A, the other as B.
    pub others: Vec<(usize, Comparison)>,
    /// Those of the others that surely differ from the best by less than [`TIE`](crate::TIE).
    pub alike: Vec<usize>,
}

impl BestComparison {
    /// Compares `contenders`, each with one value per round, or `None` for a round without. `None` if there are no
    /// values at all. Non-finite values are ignored.
    pub fn of(contenders: &[Vec<Option<f64>>], better: Better, stopping: Stopping) -> Option<Self> {
        let finite = |value: &Option<f64>| value.filter(|value| value.is_finite());
        let contenders: Vec<Vec<Option<f64>>> =
            contenders.iter().map(|rounds| rounds.iter().map(finite).collect()).collect();
        let known: Vec<(usize, f64)> = contenders
            .iter()
            .enumerate()
            .filter_map(|(who, rounds)| Some((who, middle(rounds.iter().copied().flatten())?)))
            .collect();
        let number = known.len();
        let (best, value) = leader(known, better)?;
        let longest = contenders.iter().map(Vec::len).max().unwrap_or(0);
        let rounds: Vec<Vec<Option<f64>>> = (0..longest)
            .map(|round| contenders.iter().map(|of| of.get(round).copied().flatten()).collect())
            .collect();
        // With fewer rounds no pair has an interval, and therefore none has a verdict.
        let is_enough = stopping == Stopping::Planned && longest >= VERDICT_FROM as usize;
        let apart = if is_enough { apart(&rounds, best, ALPHA) } else { Vec::new() };
        let known = contenders.iter().enumerate().filter(|(who, _)| *who != best);
        let (mut others, mut alike) = (Vec::new(), Vec::new());
        for (other, values) in known {
            let pairs = contenders.get(best)?.iter().zip(values);
            let pairs: Vec<(f64, f64)> = pairs.filter_map(|(a, b)| Some(((*a)?, (*b)?))).collect();
            let Some(pair) = PairOfRounds::of(&pairs, stopping) else { continue };
            let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
            let comparison = match stopping {
                Stopping::Planned => {
                    let apart = apart.get(other).copied().unwrap_or(false);
                    Comparison::of(&differences, better, (&pair, apart), number)
                }
                Stopping::WhenSettled => Comparison::watched(&differences, better, &pair, number),
            };
            // Rounds in which either failed decide nothing, and more of them are to be expected.
            let both = contenders.get(best).map_or(0, Vec::len).min(values.len());
            let comparison = comparison.map(|comparison| comparison.among(both));
            others.extend(comparison.map(|comparison| (other, comparison)));
            alike.extend(Some(other).filter(|_| pair.is_alike()));
        }
        Some(Self { best, value, others, alike })
    }

    /// Whether nothing is left to find out: the best is significantly better than every other, or alike.
    pub fn is_settled(&self) -> bool {
        !self.others.is_empty()
            && self.others.iter().all(|(other, comparison)| {
                comparison.verdict == Verdict::A || self.is_alike(*other)
            })
    }

    /// Whether a contender surely differs from the best by less than [`TIE`](crate::TIE), so that the two are alike for any use.
    pub fn is_alike(&self, other: usize) -> bool {
        self.alike.contains(&other)
    }
}

impl Comparison {
    /// Compares by the `differences` A − B of the rounds; `apart` says whether the two differ significantly by all
    /// rounds of all `contenders`.
    fn of(
        differences: &[f64],
        better: Better,
        (pair, apart): (&PairOfRounds, bool),
        contenders: usize,
    ) -> Option<Self> {
        let n = u32::try_from(differences.len()).ok().filter(|n| *n > 0)?;
        let PairOfRounds { difference, ci, .. } = *pair;
        let verdict = ci.filter(|ci| apart && !ci.contains(0.0)).map_or(Verdict::Tie, |ci| {
            if is_better(ci.low, better) { Verdict::A } else { Verdict::B }
        });
        let rounds_needed = ci
            .filter(|_| verdict == Verdict::Tie)
            .and_then(|ci| rounds_needed(n, difference, ci, contenders));
        Some(Self { ci, verdict, rounds_needed, ..Self::counted(differences, difference, better)? })
    }

    /// As [`Self::of`], for a race that was watched: by evidence that is valid after every round. Any pair of the
    /// `contenders` may turn out to be the one compared, so the p-value is multiplied by the number of pairs (C. E.
    /// Bonferroni).
    fn watched(
        differences: &[f64],
        better: Better,
        pair: &PairOfRounds,
        contenders: usize,
    ) -> Option<Self> {
        let PairOfRounds { difference, ci, p, .. } = *pair;
        #[expect(clippy::cast_precision_loss, reason = "a race has few lanes")]
        let pairs = (contenders * contenders.saturating_sub(1) / 2).max(1) as f64;
        // A verdict always comes with the size of the difference.
        let apart = ci.filter(|ci| p <= ALPHA / pairs && !ci.contains(0.0));
        let verdict = match apart.map(|ci| is_better(ci.low, better)) {
            None => Verdict::Tie,
            Some(true) => Verdict::A,
            Some(false) => Verdict::B,
        };
        let rounds_more = Some(verdict)
            .filter(|verdict| *verdict == Verdict::Tie)
            .and_then(|_| rounds_more(differences, better, (2.0 * pairs / ALPHA, contenders)));
        Some(Self { ci, verdict, rounds_more, ..Self::counted(differences, difference, better)? })
    }

    /// The same with rounds of a race instead of rounds in which both answered, of which `rounds` had `n`.
    fn among(self, rounds: usize) -> Self {
        let scaled = |answered: u32| {
            let rounds = u32::try_from(rounds).ok()?.max(self.n);
            let raced = u64::from(answered) * u64::from(rounds);
            u32::try_from(raced.div_ceil(u64::from(self.n.max(1)))).ok()
        };
        let known =
            |answered: Option<u32>| answered.and_then(scaled).filter(|raced| *raced <= MOST_ROUNDS);
        Self {
            rounds_needed: known(self.rounds_needed),
            rounds_more: known(self.rounds_more),
            ..self
        }
    }

    /// The parts that need no test.
    fn counted(differences: &[f64], difference: f64, better: Better) -> Option<Self> {
        let n = u32::try_from(differences.len()).ok().filter(|n| *n > 0)?;
        let won = differences.iter().filter(|each| is_better(**each, better)).count();
        let equal = differences.iter().filter(|each| **each == 0.0).count();
        Some(Self {
            n,
            won: u32::try_from(won).ok()?,
            equal: u32::try_from(equal).ok()?,
            difference: Some(difference).filter(|_| n >= MEDIAN_FROM),
            ci: None,
            verdict: Verdict::Tie,
            rounds_needed: None,
            rounds_more: None,
        })
    }
}

/// Whether a difference A − B is in A's favour.
fn is_better(difference: f64, better: Better) -> bool {
    match better {
        Better::Lower => difference < 0.0,
        Better::Higher => difference > 0.0,
    }
}

/// `n · ((z + z₈₀) · s ÷ |d|)² · (1 + 10/n) · (N/2)^0.8`, rounded up: the number of rounds for a power of 80 % (J.
/// Cohen 1988), where `d` is the difference, `s = width ÷ 2 z₉₅` its standard error, and `z` belongs to the level at
/// which a pair among `N` contenders is tested. The last two factors allow for an estimate from only `n` rounds, and
/// for a lead that looks larger by chance because the best of `N` was chosen by it; `./dev bench verdicts` shows how
/// far they suffice.
fn rounds_needed(n: u32, difference: f64, ci: Interval, contenders: usize) -> Option<u32> {
    let of_pair = signed_rank::normal_above(level_of_pair(contenders, ALPHA) / 2.0);
    let error = (ci.high - ci.low) / 2.0 / signed_rank::normal_above(ALPHA / 2.0);
    let reach = (of_pair + signed_rank::normal_above(1.0 - POWER)) * error / difference.abs();
    #[expect(clippy::cast_precision_loss, reason = "a race has few lanes")]
    let allowance = (1.0 + 10.0 / f64::from(n)) * (contenders as f64 / 2.0).powf(0.8);
    let needed = (f64::from(n) * reach * reach * allowance).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number from 1 to 1,000"
    )]
    (difference != 0.0 && needed <= f64::from(MOST_ROUNDS)).then_some((needed as u32).max(n + 1))
}

/// The further rounds until the evidence for A is `enough` if all goes on as it was, `· 2 · (1 + 10/n) · (N/2)^0.3`, rounded up. Evidence
/// takes very different numbers of rounds, and half of the races more than is expected: that is what the 2 allows for. The others are as
/// in [`rounds_needed`], and `./dev bench verdicts` shows how far they suffice.
fn rounds_more(
    differences: &[f64],
    better: Better,
    (enough, contenders): (f64, usize),
) -> Option<u32> {
    let n = u32::try_from(differences.len()).ok().filter(|n| *n >= MEDIAN_FROM)?;
    let left = MOST_ROUNDS.checked_sub(n)?;
    let for_a: Vec<f64> = match better {
        Better::Higher => differences.to_vec(),
        Better::Lower => differences.iter().map(|off| -off).collect(),
    };
    let on_average = confidence_sequence::rounds_until(&for_a, enough, left)?;
    #[expect(clippy::cast_precision_loss, reason = "a race has few lanes")]
    let allowance = 2.0 * (1.0 + 10.0 / f64::from(n)) * (contenders as f64 / 2.0).powf(0.3);
    let more = (f64::from(on_average) * allowance).ceil();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number from 1 to 1,000"
    )]
    (more <= f64::from(left)).then_some(more as u32)
}

#[cfg(test)]
#[path = "comparison_tests.rs"]
mod tests;
