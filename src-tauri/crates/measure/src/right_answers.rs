//! How many answers are right, how sure that is, and what a right answer takes.

use serde::{Deserialize, Serialize};

use crate::binomial::{as_f64, at_most};
use crate::interval::Interval;
use crate::judge::{ALPHA, CONFIDENCE};
use crate::student::critical;

/// Degrees of freedom from which Student's distribution is the normal one to six digits.
const NORMAL: f64 = 1e7;

/// The answers of a lane or a level that were checked, and what its right ones took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RightAnswers {
    /// Answers that pass every check.
    pub right: u32,
    /// Answers that fail one.
    pub wrong: u32,
    /// Answers of which neither can be said.
    pub unknown: u32,
    /// Requests that failed without an answer to check: none of them is right.
    #[serde(default)]
    pub failed: u32,
    /// right ÷ (right + wrong + failed), 0 to 1: of requests, so that who answers six of ten, all of them right, is right in 60 %. Answers
    /// of which neither is known are apart. Absent without a right or wrong one.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// The 95 % interval of that share: see [`wilson_interval`].
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval: Option<Interval>,
    /// Σ (end − send) of all requests ÷ right answers, in seconds; absent without a right answer.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds_per_right: Option<f64>,
    /// Σ cost of all requests ÷ right answers, in dollars; absent without a right answer or if the cost of one request is
    /// unknown.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usd_per_right: Option<f64>,
    /// Goodput of right answers, in requests per second: of the requests that `rps` of a level counts, over the same time, those whose
    /// answer is known to be right; absent but in a level with both.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right_per_s: Option<f64>,
}

impl RightAnswers {
    /// Those of checked answers, each right, wrong or unknown, and of so many requests that `failed`; `None` without any that was checked. `seconds` and `usd` are the totals of all
    /// requests, failed ones included, if known.
    pub fn of(
        answers: impl IntoIterator<Item = Option<bool>>,
        failed: usize,
        seconds: Option<f64>,
        usd: Option<f64>,
    ) -> Option<Self> {
        let (mut right, mut wrong, mut unknown) = (0_u32, 0_u32, 0_u32);
        for answer in answers {
            match answer {
                Some(true) => right += 1,
                Some(false) => wrong += 1,
                None => unknown += 1,
            }
        }
        let known = right + wrong;
        if known + unknown == 0 {
            return None;
        }
        let failed = u32::try_from(failed).unwrap_or(u32::MAX);
        let of = known.saturating_add(failed);
        let per_right = |total: Option<f64>| Some(total.filter(|_| right > 0)? / f64::from(right));
        Some(Self {
            right,
            wrong,
            unknown,
            failed,
            share: (known > 0).then(|| f64::from(right) / f64::from(of)),
            interval: wilson_interval(right as usize, of as usize, CONFIDENCE)
                .filter(|_| known > 0),
            seconds_per_right: per_right(seconds),
            usd_per_right: per_right(usd),
            right_per_s: None,
        })
    }

    /// Of how many requests the share is.
    pub fn of_requests(&self) -> u32 {
        self.right.saturating_add(self.wrong).saturating_add(self.failed)
    }
}

/// The interval of a share, of which `events` of `of` were seen, at this `confidence`: E. B. Wilson, "Probable inference, the
/// law of succession, and statistical inference" (1927). 9 of 10 is [0.60, 0.98]. `None` for 0 of 0, or for more events than
/// there can be.
///
/// It contains the true share as often as it says on average over shares, where [`crate::share_interval`] does so for every
/// share, and is wider for it. Error rates keep to the latter, because a false alarm is worse there than a missed one.
pub fn wilson_interval(events: usize, of: usize, confidence: f64) -> Option<Interval> {
    if of == 0 || events > of {
        return None;
    }
    let (n, share) = (as_f64(of), as_f64(events) / as_f64(of));
    let z = critical(1.0 - confidence, NORMAL);
    let square = z * z;
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let half = z / (1.0 + square / n) * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    // All and none are ends of their intervals, but for rounding.
    let low = if events == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if events == of { 1.0 } else { (middle + half).min(1.0) };
    Some(Interval { low, high })
}

/// Two contenders that answered the same questions: on how many only one of them was right, and how likely so lopsided a split is
/// where neither is better.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct PairedAnswers {
    /// Questions to which both answers are known to be right or wrong.
    pub pairs: u32,
    /// Questions that only the first answered right.
    pub only_first: u32,
    /// Questions that only the second answered right.
    pub only_second: u32,
    /// The mid-p value of `McNemar`'s test, two-sided: see [`mcnemar_p`].
    pub p: f64,
}

impl PairedAnswers {
    /// Compares the answers of two contenders to the same questions, in the same order. A question without a known answer of
    /// either does not count; `None` without any that does.
    pub fn of(pairs: impl IntoIterator<Item = (Option<bool>, Option<bool>)>) -> Option<Self> {
        let (mut known, mut only_first, mut only_second) = (0_u32, 0_u32, 0_u32);
        for pair in pairs {
            let (Some(first), Some(second)) = pair else { continue };
            known += 1;
            only_first += u32::from(first && !second);
            only_second += u32::from(second && !first);
        }
        (known > 0).then(|| Self::of_counts(known, only_first, only_second))
    }

    /// So many questions, of which so many had only one answer right.
    pub fn of_counts(pairs: u32, only_first: u32, only_second: u32) -> Self {
        Self { pairs, only_first, only_second, p: mcnemar_p(only_first, only_second) }
    }

    /// Whether one of the two is right more often, where they are any pair of this many contenders: `p · k(k − 1)/2 ≤ 5 %`, so that
    /// the chance of any mistake among all pairs is at most that (C. E. Bonferroni). All pairs count although only those of the one
    /// that is right most often are told, because who that is was found from the same answers.
    pub fn differ_among(&self, contenders: usize) -> bool {
        let pairs = as_f64(contenders * contenders.saturating_sub(1) / 2);
        self.p * pairs.max(1.0) <= ALPHA
    }
}

/// The probability of a split of the pairs in which only one was right that is at least as lopsided, if either is as likely
/// to be that one: Q. `McNemar`'s test (1947) with the mid-p value, by which the split itself counts half. M. W. Fagerland, S. Lydersen
/// and P. Laake, "The `McNemar` test for binary matched-pairs data: mid-p and asymptotic are better than exact conditional" (2013): it is
/// above its level hardly ever, and has more power than the exact conditional test.
pub fn mcnemar_p(only_first: u32, only_second: u32) -> f64 {
    let few = only_first.min(only_second) as usize;
    let all = only_first as usize + only_second as usize;
    let below = if few == 0 { 0.0 } else { at_most(few - 1, all, 0.5) };
    let here = at_most(few, all, 0.5) - below;
    // Of an even split, both tails hold the split itself.
    (2.0 * (below + here / 2.0)).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    fn near(a: f64, b: f64, within: f64) -> bool {
        (a - b).abs() <= within
    }

    /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
    #[test]
    fn an_interval_is_the_one_that_was_published() {
        for (events, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let found = wilson_interval(events, of, 0.95).expect("there are some");
            assert!(near(found.low, low, 5e-5), "{events} of {of}: {found:?}");
            assert!(near(found.high, high, 5e-5), "{events} of {of}: {found:?}");
        }
        assert_eq!(wilson_interval(0, 0, 0.95), None, "nothing was seen");
        assert_eq!(wilson_interval(2, 1, 0.95), None, "more than there can be");
        let all = wilson_interval(30, 30, 0.95).expect("there are some");
        assert!(near(all.high, 1.0, 0.0) && all.low > 0.88, "{all:?}");
    }

    #[test]
    fn an_interval_of_200_answers_holds_the_truth_as_often_as_it_says() {
        for truth in [0.5, 0.6, 0.7196, 0.8, 0.88, 0.9] {
            let holds = |seed: u64| {
                let mut random = SplitMix64::new(seed);
                let answers = (0..200).map(|_| Some(random.unit() < truth));
                let found = RightAnswers::of(answers, 0, None, None).expect("answers");
                found.interval.expect("200 of them").contains(truth)
            };
            let held = (0..500).filter(|seed| holds(*seed)).count();
            assert!((465..=485).contains(&held), "93 to 97 % of 500 at {truth}: {held}");
        }
    }

    #[test]
    fn an_interval_holds_the_truth_in_95_of_100_cases_on_average() {
        let coverage = |truth: f64| -> f64 {
            let exactly = |k: usize| {
                let below = k.checked_sub(1).map_or(0.0, |fewer| at_most(fewer, 200, truth));
                at_most(k, 200, truth) - below
            };
            let holds =
                |k: &usize| wilson_interval(*k, 200, 0.95).is_some_and(|ci| ci.contains(truth));
            (0..=200).filter(holds).map(exactly).sum()
        };
        let of_all: Vec<f64> = (1..40).map(|n| coverage(f64::from(n) / 80.0 + 0.003)).collect();
        let mean = of_all.iter().sum::<f64>() / 39.0;
        assert!(near(mean, 0.95, 0.005), "{mean}");
        assert!(of_all.iter().all(|share| *share > 0.83), "and nowhere much less");
    }

    #[test]
    fn a_right_answer_takes_what_all_requests_took() {
        let answers = [Some(true), Some(false), None, Some(true)];
        let found = RightAnswers::of(answers, 0, Some(12.0), Some(0.03)).expect("answers");
        assert_eq!((found.right, found.wrong, found.unknown), (2, 1, 1), "counted");
        assert!(near(found.share.expect("known"), 2.0 / 3.0, 1e-12), "unknown ones apart");
        assert_eq!(found.seconds_per_right, Some(6.0), "wrong and unknown ones take time too");
        assert_eq!(found.usd_per_right, Some(0.015), "and money");
        let none = RightAnswers::of([Some(false)], 0, Some(12.0), Some(0.03)).expect("answers");
        assert_eq!((none.seconds_per_right, none.usd_per_right), (None, None), "not infinite");
        let unpriced = RightAnswers::of([Some(true)], 0, None, None).expect("answers");
        assert_eq!((unpriced.seconds_per_right, unpriced.usd_per_right), (None, None), "not 0");
        let unclear = RightAnswers::of([None], 0, None, None).expect("an answer");
        assert_eq!((unclear.share, unclear.interval), (None, None), "nothing is known");
        assert_eq!(RightAnswers::of([], 0, None, None), None, "nothing was checked");
    }

    #[test]
    fn a_request_that_failed_is_not_right() {
        let found = RightAnswers::of([Some(true); 6], 4, None, None).expect("six answers");
        assert_eq!((found.right, found.failed, found.of_requests()), (6, 4, 10), "of ten");
        assert_eq!(found.share, Some(0.6), "who answers six of ten is right in six of ten");
        let same = wilson_interval(6, 10, CONFIDENCE);
        assert_eq!(found.interval, same, "and that is as sure as six of ten");
        let unclear = RightAnswers::of([None], 4, None, None).expect("an answer");
        assert_eq!((unclear.share, unclear.interval), (None, None), "no answer is known");
        assert_eq!(RightAnswers::of([], 4, None, None), None, "nothing was checked");
        let before = r#"{"right":1,"wrong":1,"unknown":0,"share":0.5}"#;
        let before: RightAnswers = serde_json::from_str(before).expect("kept earlier");
        assert_eq!(before.failed, 0, "a run kept earlier can still be read");
    }

    /// Fagerland, Lydersen and Laake (2013), table 5: airway hyper-responsiveness before and after a transplantation.
    #[test]
    fn a_mid_p_value_is_the_one_that_was_published() {
        assert!(near(mcnemar_p(1, 7), 0.0391, 5e-5), "{}", mcnemar_p(1, 7));
        assert!(near(mcnemar_p(7, 1), mcnemar_p(1, 7), 1e-15), "whichever is called the first");
        assert!(near(mcnemar_p(0, 0), 1.0, 1e-15), "no pair differs");
        assert!(near(mcnemar_p(5, 5), 1.0, 1e-9), "an even split");
        assert!(near(mcnemar_p(0, 6), 0.015_625, 1e-12), "half of the exact 2 ÷ 64");
    }

    #[test]
    fn two_equal_contenders_are_told_apart_in_at_most_one_case_of_twenty() {
        let mut random = SplitMix64::new(20);
        let mut told_apart = 0;
        for _ in 0..2_000 {
            let pairs = (0..200).map(|_| (Some(random.unit() < 0.9), Some(random.unit() < 0.9)));
            let pairs: Vec<_> = pairs.collect();
            told_apart += u32::from(PairedAnswers::of(pairs).expect("pairs").p <= 0.05);
        }
        assert!((50..=120).contains(&told_apart), "5 % of 2,000 are 100: {told_apart}");
    }

    #[test]
    fn the_best_of_eight_equal_contenders_is_told_from_another_in_at_most_one_case_of_twenty() {
        let mut random = SplitMix64::new(8);
        let mut told_apart = 0;
        for _ in 0..1_000 {
            let all: Vec<Vec<bool>> =
                (0..8).map(|_| (0..200).map(|_| random.unit() < 0.9).collect()).collect();
            let right = |one: &&Vec<bool>| one.iter().filter(|right| **right).count();
            let best = all.iter().max_by_key(right).expect("eight");
            let differs = |other: &Vec<bool>| {
                let pairs = best.iter().zip(other).map(|(a, b)| (Some(*a), Some(*b)));
                PairedAnswers::of(pairs).expect("pairs").differ_among(8)
            };
            told_apart += u32::from(all.iter().any(differs));
        }
        assert!(told_apart <= 50, "5 % of 1,000 are 50: {told_apart}");
    }

    #[test]
    fn a_question_counts_where_both_answers_are_known() {
        let pairs = [
            (Some(true), Some(false)),
            (Some(true), Some(true)),
            (None, Some(true)),
            (Some(false), None),
        ];
        let found = PairedAnswers::of(pairs).expect("two pairs");
        assert_eq!((found.pairs, found.only_first, found.only_second), (2, 1, 0), "two of four");
        assert_eq!(PairedAnswers::of([(None, None)]), None, "none");
    }
}
