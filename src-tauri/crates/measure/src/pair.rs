//! Paired comparison of two contenders, round by round.

use serde::{Deserialize, Serialize};

use crate::judge::carries_median;
use crate::percentile::{finite_sorted, percentile};
use crate::resample::Interval;

/// Above this number, "run more rounds" is not useful advice.
const MOST_ROUNDS: f64 = 10_000.0;

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
    /// Median of A − B over the rounds, which is not the difference of the medians; absent below five rounds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median_difference: Option<f64>,
    /// 95 % confidence interval of that median, by the paired bootstrap of Efron and Tibshirani (1993): rounds are
    /// resampled, each with both of its values. Absent if the median is.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ci: Option<Interval>,
    /// Share of rounds in which A is better; an equal round counts half.
    pub win_probability: f64,
    /// The verdict; a tie if `ci` contains 0 or is absent.
    pub verdict: Verdict,
    /// Estimated number of further rounds for a significant difference. The interval narrows with the square root of
    /// the rounds until it no longer reaches from the median to 0. Absent if the verdict is not a tie, if the median is
    /// 0, if `ci` is absent, and above 10,000.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more_rounds: Option<u32>,
}

impl Comparison {
    /// Compares the values of A and B in each round; `None` if no round has both. Values that are not finite count as
    /// missing.
    pub fn of(rounds: &[(Option<f64>, Option<f64>)], better: Better) -> Option<Self> {
        let differences = finite_sorted(rounds.iter().filter_map(|(a, b)| Some((*a)? - (*b)?)));
        let n = u32::try_from(differences.len()).ok().filter(|n| *n > 0)?;
        // Resampling rounds and taking their differences equals resampling the differences.
        let ci = Interval::of_sorted(&differences);
        let carried = carries_median(differences.len());
        let median_difference = carried.then(|| percentile(&differences, 0.5)).flatten();
        let verdict = verdict(ci, better);
        let more_rounds = median_difference
            .zip(ci)
            .filter(|_| verdict == Verdict::Tie)
            .and_then(|(median, ci)| more_rounds(n, median, ci));
        let win_probability = share_won(&differences, better);
        Some(Self { n, median_difference, ci, win_probability, verdict, more_rounds })
    }
}

fn verdict(difference: Option<Interval>, better: Better) -> Verdict {
    match (difference, better) {
        (Some(Interval { high, .. }), Better::Lower) if high < 0.0 => Verdict::A,
        (Some(Interval { low, .. }), Better::Lower) if low > 0.0 => Verdict::B,
        (Some(Interval { low, .. }), Better::Higher) if low > 0.0 => Verdict::A,
        (Some(Interval { high, .. }), Better::Higher) if high < 0.0 => Verdict::B,
        _ => Verdict::Tie,
    }
}

/// Share of differences in A's favour; a difference of 0 counts half.
fn share_won(differences: &[f64], better: Better) -> f64 {
    let points = differences.iter().map(|difference| match (difference.total_cmp(&0.0), better) {
        _ if *difference == 0.0 => 0.5,
        (std::cmp::Ordering::Less, Better::Lower)
        | (std::cmp::Ordering::Greater, Better::Higher) => 1.0,
        _ => 0.0,
    });
    #[expect(clippy::cast_precision_loss, reason = "a race has far fewer than 2^52 rounds")]
    let rounds = differences.len() as f64;
    points.sum::<f64>() / rounds
}

/// `n · (half width / |median|)² − n`, rounded up; at least 1, because an asymmetric interval can reach 0 although its
/// half width would not.
fn more_rounds(n: u32, median: f64, ci: Interval) -> Option<u32> {
    let n = f64::from(n);
    let reach = (ci.high - ci.low) / 2.0 / median.abs();
    let more = ((n * reach * reach).ceil() - n).max(1.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a whole number from 1 to 10,000"
    )]
    (median != 0.0 && more <= MOST_ROUNDS).then_some(more as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds in which B has 1,000 and A as much more as `differences` say. Of five differences, the interval of their
    /// median is their range.
    fn rounds(differences: &[f64]) -> Vec<(Option<f64>, Option<f64>)> {
        differences.iter().map(|difference| (Some(1_000.0 + difference), Some(1_000.0))).collect()
    }

    fn lower(differences: &[f64]) -> Comparison {
        Comparison::of(&rounds(differences), Better::Lower).expect("there are rounds")
    }

    fn is(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn who_is_better_in_every_round_is_better() {
        let seen = lower(&[-10.0, -11.0, -14.0, -4.0, -9.0]);
        assert_eq!(seen.n, 5, "both have a value in five rounds");
        assert_eq!(seen.median_difference, Some(-10.0), "-14, -11, -10, -9, -4");
        assert_eq!(seen.ci, Some(Interval { low: -14.0, high: -4.0 }), "the range of five");
        assert!(is(seen.win_probability, 1.0), "A is lower five times of five");
        assert_eq!(seen.verdict, Verdict::A, "the whole interval is below 0");
        assert_eq!(seen.more_rounds, None, "it is settled");
    }

    #[test]
    fn a_rate_is_better_when_it_is_higher() {
        let slower = rounds(&[-10.0, -11.0, -14.0, -4.0, -9.0]);
        let seen = Comparison::of(&slower, Better::Higher).expect("there are rounds");
        assert_eq!(seen.verdict, Verdict::B, "A has the lower rate");
        assert!(is(seen.win_probability, 0.0), "A has the higher rate in no round");
        assert_eq!(seen.median_difference, Some(-10.0), "a difference is A − B either way");
        let faster = rounds(&[10.0, 11.0, 14.0, 4.0, 9.0]);
        let seen = Comparison::of(&faster, Better::Higher).expect("there are rounds");
        assert_eq!(seen.verdict, Verdict::A, "A has the higher rate");
        assert_eq!(lower(&[10.0, 11.0, 14.0, 4.0, 9.0]).verdict, Verdict::B, "and the longer time");
    }

    #[test]
    fn what_both_met_in_a_round_does_not_hide_a_difference() {
        let load = [120.0, 900.0, 310.0, 2_400.0, 150.0, 640.0, 1_300.0, 220.0];
        let rounds: Vec<_> = load.iter().map(|load| (Some(*load), Some(load + 20.0))).collect();
        let alone = |values: Vec<Option<f64>>| {
            Interval::of_median(values.into_iter().flatten()).expect("eight carry an interval")
        };
        let (a, b) = rounds.iter().copied().unzip();
        let (a, b) = (alone(a), alone(b));
        assert!(a.high > b.low && b.high > a.low, "each alone, the two could be alike");
        let seen = Comparison::of(&rounds, Better::Lower).expect("there are rounds");
        assert_eq!(seen.verdict, Verdict::A, "A is 20 ms faster under every load");
    }

    #[test]
    fn rounds_that_contradict_each_other_are_a_tie() {
        let seen = lower(&[-30.0, -10.0, 5.0, -20.0, 15.0]);
        assert_eq!(seen.verdict, Verdict::Tie, "0 lies between -30 and 15");
        assert!(is(seen.win_probability, 0.6), "A is lower in three rounds of five");
        let touching = lower(&[-4.0, -3.0, -2.0, -1.0, 0.0]);
        assert_eq!(touching.verdict, Verdict::Tie, "an interval that ends at 0 contains it");
    }

    #[test]
    fn a_round_in_which_both_are_equal_counts_half() {
        let seen = lower(&[-1.0, 0.0, -0.0, 1.0, -2.0]);
        assert!(
            is(seen.win_probability, 0.6),
            "two won and two shared of five, whatever a zero's sign"
        );
    }

    #[test]
    fn fewer_than_five_rounds_settle_nothing() {
        let seen = lower(&[-10.0, -11.0, -14.0, -4.0]);
        assert_eq!((seen.n, seen.verdict), (4, Verdict::Tie), "four rounds carry no interval");
        assert_eq!((seen.median_difference, seen.ci), (None, None), "nor a median");
        assert_eq!(seen.more_rounds, None, "what has no width cannot be narrowed");
        assert!(is(seen.win_probability, 1.0), "who won how often is known all the same");
    }

    #[test]
    fn a_round_that_one_of_them_has_no_value_in_is_left_out() {
        let mut some = rounds(&[-10.0, -11.0, -14.0, -4.0, -9.0]);
        let whole = Comparison::of(&some, Better::Lower);
        some.insert(0, (None, Some(1.0)));
        some.insert(3, (Some(9_000.0), None));
        some.push((Some(f64::INFINITY), Some(1.0)));
        some.push((Some(f64::NAN), Some(1.0)));
        assert_eq!(Comparison::of(&some, Better::Lower), whole, "half a pair compares nothing");
        assert_eq!(
            Comparison::of(&[(None, Some(1.0)), (None, None)], Better::Lower),
            None,
            "no pairs have no comparison"
        );
    }

    #[test]
    fn how_many_more_rounds_follows_from_the_width() {
        let seen = lower(&[-4.0, 0.0, 2.0, 3.0, 8.0]);
        assert_eq!(seen.more_rounds, Some(40), "half of 12 is 3 times 2: 5 · 9 rounds, less 5");
        let seen = lower(&[-3.0, 0.0, 2.0, 3.0, 4.0]);
        assert_eq!(seen.more_rounds, Some(11), "3.5 is 1.75 times 2: 15.3 rounds are 16, less 5");
        let lopsided = lower(&[-1.0, 2.0, 3.0, 4.0, 5.0]);
        assert_eq!(lopsided.more_rounds, Some(1), "3 is once 3, but it is not settled yet");
    }

    #[test]
    fn rounds_without_end_are_no_advice() {
        assert_eq!(
            lower(&[-44.0, 0.0, 1.0, 2.0, 44.0]).more_rounds,
            Some(9_675),
            "5 · 44², less 5"
        );
        assert_eq!(lower(&[-45.0, 0.0, 1.0, 2.0, 45.0]).more_rounds, None, "10,120 are too many");
        let even = lower(&[-2.0, -1.0, 0.0, 1.0, 2.0]);
        assert_eq!(even.more_rounds, None, "nothing points to either, however often it is run");
        assert_eq!(lower(&[0.0; 5]).more_rounds, None, "two that never differ never will");
    }

    #[test]
    fn who_is_named_first_decides_nothing() {
        // From a tie to a clear case: 0 begins inside the interval of 21 and ends below it.
        for lowest in -8..=0 {
            let differences: Vec<f64> = (lowest..lowest + 21).map(f64::from).collect();
            let one = lower(&differences);
            let other = lower(&differences.iter().map(|value| -value).collect::<Vec<_>>());
            let mirrored = match one.verdict {
                Verdict::A => Verdict::B,
                Verdict::B => Verdict::A,
                Verdict::Tie => Verdict::Tie,
            };
            assert_eq!(other.verdict, mirrored, "B against A is A against B, from {lowest}");
            assert_eq!(other.more_rounds, one.more_rounds, "and as far from settled");
            assert!(
                is(one.win_probability + other.win_probability, 1.0),
                "one wins what the other loses"
            );
        }
    }

    #[test]
    fn what_is_unknown_is_not_written() {
        let written = serde_json::to_value(lower(&[-1.0, 1.0])).expect("a comparison is JSON");
        let expected = serde_json::json!({"n": 2, "win_probability": 0.5, "verdict": "tie"});
        assert_eq!(written, expected, "unknown is absent, never zero");
        let read: Comparison = serde_json::from_value(written).expect("and is read again");
        assert_eq!(read, lower(&[-1.0, 1.0]), "as it was");
    }
}
