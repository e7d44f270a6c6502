//! Paired comparison of contenders with the best of them, round by round.

use serde::{Deserialize, Serialize};

use crate::aligned_ranks::{apart, level_of_pair};
use crate::confidence_sequence::{self, Evidence};
use crate::interval::Interval;
use crate::judge::{ALPHA, MEDIAN_FROM, TIE, VERDICT_FROM, leader, middle};
use crate::signed_rank;

/// A race cannot have more rounds than this, so more is not useful advice.
const MOST_ROUNDS: f64 = 1_000.0;

/// The power [`Comparison::rounds_needed`] aims at: the chance that such a race finds a difference of the estimated size.
const POWER: f64 = 0.8;

/// Which direction of a metric is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Better {
    /// Lower is better, as with a time or a cost.
    Lower,
    /// Higher is better, as with tokens per second.
    Higher,
}

/// Which contender is better, as far as the rounds can tell.
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
    /// Number of rounds in which both have a value. A round that one of them failed is excluded, so a contender that
    /// often fails is compared by its good rounds; failures are reported separately.
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
    /// 95 % confidence interval of that estimate, for this pair alone: from the exact signed-rank test, absent below six rounds;
    /// in a race that stopped when it was settled, the confidence sequence, absent as long as it is open.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ci: Option<Interval>,
    /// The verdict: A or B if `ci` excludes 0 and the difference is significant among all contenders, so that the chance of
    /// *any* false verdict on this metric is at most 5 %.
    pub verdict: Verdict,
    /// Number of rounds in which a new race would find a difference of the estimated size with a chance of 80 %. Absent if
    /// the verdict is not a tie, if the estimate is 0, if `ci` is absent, above the 1,000 rounds a race can have, and in a race
    /// that stopped when it was settled.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rounds_needed: Option<u32>,
}

/// Contenders of a race compared with the best of them.
#[derive(Debug, Clone, PartialEq)]
pub struct WithBest {
    /// Index of the contender with the best median, or mean with too few rounds for a median; the first of equals.
    pub best: usize,
    /// That median or mean.
    pub value: f64,
    /// Every other contender with a round in common, by index: the best as A, the other as B.
    pub others: Vec<(usize, Comparison)>,
}

/// What decided how many rounds a race had.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopping {
    /// A number set beforehand, so that a test made once at the end is valid.
    Planned,
    /// The values themselves, looked at after each round.
    WhenSettled,
}

impl WithBest {
    /// Compares `contenders`, each with one value per round, or `None` for a round without. `None` if there are no values at
    /// all. Values that are not finite are ignored.
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
        // Of fewer rounds no pair has an interval, and so none has a verdict.
        let is_enough = stopping == Stopping::Planned && longest >= VERDICT_FROM as usize;
        let apart = if is_enough { apart(&rounds, best, ALPHA) } else { Vec::new() };
        let others = contenders.iter().enumerate().filter(|(who, _)| *who != best);
        let others = others
            .filter_map(|(other, values)| {
                let pairs = contenders.get(best)?.iter().zip(values);
                let differences: Vec<f64> =
                    pairs.filter_map(|(a, b)| Some((*a)? - (*b)?)).collect();
                let comparison = match stopping {
                    Stopping::Planned => {
                        let apart = apart.get(other).copied().unwrap_or(false);
                        Comparison::of(&differences, better, apart, number)
                    }
                    Stopping::WhenSettled => Comparison::watched(&differences, better, number),
                };
                Some((other, comparison?))
            })
            .collect();
        Some(Self { best, value, others })
    }

    /// Whether nothing is left to find out: the best is told apart from every other, or alike.
    pub fn is_settled(&self) -> bool {
        !self.others.is_empty()
            && self.others.iter().all(|(_, comparison)| {
                comparison.verdict != Verdict::Tie || self.is_alike(comparison)
            })
    }

    /// Whether the interval of a difference lies within [`TIE`] of the best one's value, so that the two are alike for any use:
    /// two one-sided tests, D. J. Schuirmann (1987).
    pub fn is_alike(&self, comparison: &Comparison) -> bool {
        let margin = TIE * self.value.abs();
        comparison.ci.is_some_and(|ci| -margin < ci.low && ci.high < margin)
    }
}

impl Comparison {
    /// Compares by the `differences` A − B of the rounds; `apart` says whether all rounds of all `contenders` tell the two
    /// apart.
    fn of(differences: &[f64], better: Better, apart: bool, contenders: usize) -> Option<Self> {
        let n = u32::try_from(differences.len()).ok().filter(|n| *n > 0)?;
        let (difference, ci) = signed_rank::estimate(differences, ALPHA)?;
        let verdict = ci.filter(|ci| apart && !ci.contains(0.0)).map_or(Verdict::Tie, |ci| {
            if is_better(ci.low, better) { Verdict::A } else { Verdict::B }
        });
        let rounds_needed = ci
            .filter(|_| verdict == Verdict::Tie)
            .and_then(|ci| rounds_needed(n, difference, ci, contenders));
        Some(Self { ci, verdict, rounds_needed, ..Self::counted(differences, difference, better)? })
    }

    /// As [`Self::of`] for a race that was watched: by evidence that is valid after every round. Any pair of the `contenders`
    /// may turn out to be the one compared, so the evidence asked for is multiplied by the number of pairs (C. E. Bonferroni).
    fn watched(differences: &[f64], better: Better, contenders: usize) -> Option<Self> {
        let difference = signed_rank::middle(differences)?;
        let evidence = Evidence::of(differences, 0.0);
        #[expect(clippy::cast_precision_loss, reason = "a race has few lanes")]
        let pairs = (contenders * contenders.saturating_sub(1) / 2).max(1) as f64;
        let enough = 2.0 * pairs / ALPHA;
        let ci = confidence_sequence::interval(differences, ALPHA);
        // A verdict always comes with the size of the difference.
        let is_apart = ci.is_some() && evidence.above.max(evidence.below) >= enough;
        let is_lower = evidence.below > evidence.above;
        let verdict = match (is_apart, is_lower == (better == Better::Lower)) {
            (false, _) => Verdict::Tie,
            (true, true) => Verdict::A,
            (true, false) => Verdict::B,
        };
        Some(Self { ci, verdict, ..Self::counted(differences, difference, better)? })
    }

    /// What needs no test.
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

/// `n · ((z + z₈₀) · s ÷ |d|)² · (1 + 10/n) · (N/2)^0.8`, rounded up: the rounds of a test of the power 80 % (J. Cohen 1988),
/// where `d` is the difference, `s = width ÷ 2 z₉₅` its standard error, and `z` belongs to the level at which a pair among `N`
/// contenders is tested. The last two factors allow for what is known from `n` rounds only, and for a lead that chance made look
/// larger because the best of `N` was chosen by it; `./dev bench verdicts` shows how far they suffice.
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
    (difference != 0.0 && needed <= MOST_ROUNDS).then_some((needed as u32).max(n + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// B has 1,000 in each round, and A as much more as `differences` say.
    fn pair(differences: &[f64], better: Better) -> Comparison {
        Comparison::of(differences, better, true, 2).expect("there are rounds")
    }

    fn lower(differences: &[f64]) -> Comparison {
        pair(differences, Better::Lower)
    }

    fn values(values: &[f64]) -> Vec<Option<f64>> {
        values.iter().copied().map(Some).collect()
    }

    fn is(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn who_is_better_in_every_one_of_six_rounds_is_better() {
        let seen = lower(&[-10.0, -11.0, -14.0, -4.0, -9.0, -12.0]);
        assert_eq!((seen.n, seen.won, seen.equal), (6, 6, 0), "A is lower six times of six");
        assert_eq!(seen.ci, Some(Interval { low: -14.0, high: -4.0 }), "the range of six");
        assert_eq!(seen.verdict, Verdict::A, "the whole interval is below 0");
        assert_eq!(seen.rounds_needed, None, "it is settled");
    }

    #[test]
    fn a_rate_is_better_when_it_is_higher() {
        let slower = [-10.0, -11.0, -14.0, -4.0, -9.0, -12.0];
        let seen = pair(&slower, Better::Higher);
        assert_eq!((seen.verdict, seen.won), (Verdict::B, 0), "A has the lower rate");
        let faster = slower.map(|by| -by);
        assert_eq!(pair(&faster, Better::Higher).verdict, Verdict::A, "A has the higher rate");
        assert_eq!(lower(&faster).verdict, Verdict::B, "and the longer time");
    }

    #[test]
    fn what_both_met_in_a_round_does_not_hide_a_difference() {
        let load = [120.0, 900.0, 310.0, 2_400.0, 150.0, 640.0, 1_300.0, 220.0];
        let both = [values(&load), values(&load.map(|load| load + 20.0))];
        let seen = WithBest::of(&both, Better::Lower, Stopping::Planned).expect("there are values");
        let [(1, against)] = seen.others.as_slice() else { panic!("there is one other") };
        assert_eq!(seen.best, 0, "A has the lower median");
        assert_eq!(against.verdict, Verdict::A, "A is 20 ms faster under every load");
        assert_eq!(against.difference.map(f64::round), Some(-20.0), "by 20 ms");
    }

    #[test]
    fn rounds_that_contradict_each_other_are_a_tie() {
        let seen = lower(&[-30.0, -10.0, 5.0, -20.0, 15.0, -1.0, 0.0]);
        assert_eq!(seen.verdict, Verdict::Tie, "0 lies between -30 and 15");
        assert_eq!((seen.n, seen.won, seen.equal), (7, 4, 1), "four won, one shared of seven");
    }

    #[test]
    fn fewer_than_six_rounds_settle_nothing_between_two() {
        let seen = lower(&[-10.0, -11.0, -14.0, -4.0]);
        assert_eq!((seen.n, seen.verdict), (4, Verdict::Tie), "four rounds carry no interval");
        assert_eq!((seen.difference, seen.ci), (None, None), "nor a middle");
        assert_eq!(seen.won, 4, "who won how often is known all the same");
        let seen = lower(&[-10.0, -11.0, -14.0, -4.0, -9.0]);
        assert_eq!(seen.difference, Some(-10.0), "five carry a middle");
        assert_eq!(
            (seen.ci, seen.verdict),
            (None, Verdict::Tie),
            "equal ones agree in 6.25 % of races"
        );
        assert_eq!(seen.rounds_needed, None, "without an interval nothing can be foretold");
    }

    #[test]
    fn a_verdict_needs_its_own_interval_and_all_contenders_together() {
        let clear = [-10.0, -11.0, -14.0, -4.0, -9.0, -12.0];
        let seen = Comparison::of(&clear, Better::Lower, false, 8).expect("there are rounds");
        assert_eq!(seen.verdict, Verdict::Tie, "among eight, six rounds that agree are chance");
        assert!(seen.rounds_needed.is_some_and(|needed| needed > 6), "more would settle it");
    }

    #[test]
    fn a_round_that_one_of_them_has_no_value_in_is_left_out() {
        let a = values(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        let b = values(&[11.0, 13.0, 12.0, 14.0, 17.0, 15.0]);
        let whole = WithBest::of(&[a.clone(), b.clone()], Better::Lower, Stopping::Planned);
        let (mut some_a, mut some_b) = (a, b);
        some_a.extend([None, Some(3.5), Some(f64::NAN)]);
        some_b.extend([Some(13.5), Some(f64::INFINITY), Some(13.5)]);
        assert_eq!(
            WithBest::of(&[some_a, some_b], Better::Lower, Stopping::Planned),
            whole,
            "half a pair compares nothing"
        );
        let nobody = WithBest::of(&[vec![None], vec![]], Better::Lower, Stopping::Planned);
        assert_eq!(nobody, None, "who has no values has no best");
        let alone = WithBest::of(&[vec![Some(1.0)], vec![None]], Better::Lower, Stopping::Planned);
        assert_eq!(
            alone,
            Some(WithBest { best: 0, value: 1.0, others: vec![] }),
            "and nobody to compare with"
        );
    }

    #[test]
    fn how_many_rounds_are_needed_follows_from_the_width() {
        let evenly =
            |middle: f64| -> Vec<f64> { (0..21).map(|at| middle + f64::from(at) - 10.0).collect() };
        let near = lower(&evenly(2.0));
        let nearer = lower(&evenly(1.0));
        let (near, nearer) =
            (near.rounds_needed.expect("a tie"), nearer.rounds_needed.expect("a tie"));
        let ratio = f64::from(nearer) / f64::from(near);
        assert!(
            (3.8..4.2).contains(&ratio),
            "half the difference takes four times the rounds: {ratio}"
        );
        assert_eq!(lower(&evenly(0.0)).rounds_needed, None, "nothing points to either");
        assert_eq!(lower(&evenly(0.01)).rounds_needed, None, "more than a race can have");
        assert_eq!(lower(&[0.0; 9]).rounds_needed, None, "two that never differ never will");
        let among_eight = Comparison::of(&evenly(2.0), Better::Lower, false, 8).expect("rounds");
        assert!(among_eight.rounds_needed > Some(near), "among eight it takes more");
    }

    #[test]
    fn who_is_named_first_decides_nothing() {
        // From a tie to a clear case.
        for lowest in -14..=-11 {
            let a: Vec<f64> = (lowest..lowest + 21).map(|by| 1_000.0 + f64::from(by)).collect();
            let b = vec![1_000.0; 21];
            let one = WithBest::of(&[values(&a), values(&b)], Better::Lower, Stopping::Planned)
                .expect("values");
            let other = WithBest::of(&[values(&b), values(&a)], Better::Lower, Stopping::Planned)
                .expect("values");
            assert_eq!(one.best, 1 - other.best, "the same one is best, from {lowest}");
            let (one, other) = (one.others[0].1, other.others[0].1);
            assert_eq!(one.verdict, other.verdict, "by the same verdict");
            assert_eq!((one.won, one.equal), (other.won, other.equal), "and as many rounds");
        }
    }

    #[test]
    fn what_is_unknown_is_not_written() {
        let written = serde_json::to_value(lower(&[-1.0, 1.0])).expect("a comparison is JSON");
        let expected = serde_json::json!({"n": 2, "won": 1, "equal": 0, "verdict": "tie"});
        assert_eq!(written, expected, "unknown is absent, never zero");
        let read: Comparison = serde_json::from_value(written).expect("and is read again");
        assert_eq!(read, lower(&[-1.0, 1.0]), "as it was");
        assert!(is(lower(&[-1.0; 5]).difference.unwrap_or(0.0), -1.0), "a known one is");
    }

    #[test]
    fn a_watched_race_needs_more_evidence_than_a_planned_one() {
        let lanes = |rounds: usize| {
            let a: Vec<_> = (0..rounds).map(|_| Some(100.0)).collect();
            let b: Vec<_> =
                [150.0, 151.0, 149.0].into_iter().cycle().take(rounds).map(Some).collect();
            [a, b]
        };
        let verdict = |rounds: usize, stopping: Stopping| {
            let seen = WithBest::of(&lanes(rounds), Better::Lower, stopping).expect("values");
            (seen.others[0].1.verdict, seen.others[0].1.ci.is_some(), seen.is_settled())
        };
        assert_eq!(verdict(6, Stopping::Planned), (Verdict::A, true, true), "six of six, once");
        assert_eq!(verdict(6, Stopping::WhenSettled), (Verdict::Tie, false, false), "and watched");
        assert_eq!(verdict(14, Stopping::WhenSettled), (Verdict::A, true, true), "14 of 14");
    }

    #[test]
    fn lanes_whose_difference_lies_within_two_percent_are_settled_as_alike() {
        let a: Vec<_> = (0..40).map(|_| Some(100.0)).collect();
        let b: Vec<_> = (0..40).map(|round| Some(99.7 + 0.6 * f64::from(round % 2))).collect();
        let seen = WithBest::of(&[a, b], Better::Lower, Stopping::WhenSettled).expect("values");
        let comparison = seen.others[0].1;
        assert_eq!(comparison.verdict, Verdict::Tie, "neither is better: {comparison:?}");
        assert!(seen.is_settled(), "and by less than 2 of 100: {comparison:?}");
        let small = WithBest { value: 10.0, ..seen };
        assert!(!small.is_settled(), "which is not within 0.2: {comparison:?}");
    }
}
