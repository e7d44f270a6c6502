//! Whether two sources answer the same questions alike: permutation tests within questions.
//!
//! If both are the same, which of the two gave an answer is as good as any other distribution of these answers among them. The p value is the
//! share of such distributions that differ at least as much as the one that was seen, so it is exact for any number of answers, for ties, and however
//! the answers are distributed (R. A. Fisher 1935; E. J. G. Pitman 1937).

use crate::binomial::as_f64;
use crate::random::SplitMix64;

/// The most distributions that are drawn. The smallest p is one of as many and one.
const MOST_DRAWS: u32 = 9_999;
/// After so many draws that differ as much, p is known well enough: J. Besag and P. Clifford, "Sequential Monte Carlo p-values" (1991).
const ENOUGH: u32 = 50;
/// The same numbers every time, so that the same answers always have the same p.
const SEED: u64 = 0x5061_6365;

/// One answer to one question.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SourcedAnswer<T> {
    /// The question.
    pub question: u32,
    /// Whether the second of the two sources gave it.
    pub is_second: bool,
    /// What is compared.
    pub value: T,
}

/// The answers to one question that both sources answered.
struct Stratum<T> {
    /// Those of the first source come first.
    values: Vec<T>,
    first: usize,
}

/// The questions that both answered, in order, and how many answers of each source these have.
fn strata<T: Copy>(observed: &[SourcedAnswer<T>]) -> (Vec<Stratum<T>>, [usize; 2]) {
    let mut questions: Vec<u32> = observed.iter().map(|one| one.question).collect();
    questions.sort_unstable();
    questions.dedup();
    let mut counted = [0; 2];
    let mut all = Vec::new();
    for question in questions {
        let of = |is_second: bool| {
            let answers = observed.iter().filter(move |one| one.question == question);
            answers.filter(move |one| one.is_second == is_second).map(|one| one.value)
        };
        let mut values: Vec<T> = of(false).collect();
        let first = values.len();
        values.extend(of(true));
        let second = values.len() - first;
        if first > 0 && second > 0 {
            counted = [counted[0] + first, counted[1] + second];
            all.push(Stratum { values, first });
        }
    }
    (all, counted)
}

/// How many answers of each of the two are to questions that both answered.
pub fn comparable<T: Copy>(observed: &[SourcedAnswer<T>]) -> [usize; 2] {
    strata(observed).1
}

/// The p value of that two sources give answers of these categories equally often to the same questions: over all questions, how far each
/// category's number is from what its question would give, squared and ÷ its variance (W. G. Cochran 1954; N. Mantel and W. Haenszel 1959), by permutation.
/// `None` without a question that both answered.
pub fn same_categories(observed: &[SourcedAnswer<u32>]) -> Option<f64> {
    let (mut strata, _) = strata(observed);
    let most = observed.iter().map(|one| one.value).max()?;
    if strata.is_empty() {
        return None;
    }
    let length = most as usize + 1;
    let (mut expected, mut variance) = (vec![0.0; length], vec![0.0; length]);
    for stratum in &strata {
        let mut counts = std::collections::BTreeMap::new();
        for value in &stratum.values {
            *counts.entry(*value).or_insert(0_usize) += 1;
        }
        let (all, first) = (as_f64(stratum.values.len()), as_f64(stratum.first));
        for (category, count) in counts {
            let count = as_f64(count);
            let spread = first * (all - first) * count * (all - count);
            if let (Some(mean), Some(var)) =
                (expected.get_mut(category as usize), variance.get_mut(category as usize))
            {
                *mean += first * count / all;
                *var += spread / (all * all * (all - 1.0));
            }
        }
    }
    let mut seen = vec![0.0; length];
    let statistic = |strata: &[Stratum<u32>]| {
        seen.fill(0.0);
        for stratum in strata {
            for value in stratum.values.iter().take(stratum.first) {
                if let Some(count) = seen.get_mut(*value as usize) {
                    *count += 1.0;
                }
            }
        }
        let each = seen.iter().zip(&expected).zip(&variance);
        each.filter(|(_, variance)| **variance > 0.0)
            .map(|((seen, expected), variance)| (seen - expected).powi(2) / variance)
            .sum()
    };
    Some(p_of(&mut strata, statistic))
}

/// The p value of that two sources give values of the same size to the same questions: the sum of ranks within questions (P. van Elteren
/// 1960), by permutation. `None` without a question that both answered.
pub fn same_sizes(observed: &[SourcedAnswer<f64>]) -> Option<f64> {
    let (by_value, _) = strata(observed);
    if by_value.is_empty() {
        return None;
    }
    let mut ranked: Vec<Stratum<f64>> = by_value
        .iter()
        .map(|stratum| {
            let weight = as_f64(stratum.values.len() + 1);
            let rank = |value: &f64| {
                let below = stratum.values.iter().filter(|other| other.total_cmp(value).is_lt());
                let same = stratum.values.iter().filter(|other| other.total_cmp(value).is_eq());
                // The middle rank of equal values, from the middle of all.
                let rank = as_f64(below.count()) + f64::midpoint(as_f64(same.count()), 1.0);
                (rank - weight / 2.0) / weight
            };
            Stratum { values: stratum.values.iter().map(rank).collect(), first: stratum.first }
        })
        .collect();
    let statistic = |strata: &[Stratum<f64>]| {
        let of = |stratum: &Stratum<f64>| stratum.values.iter().take(stratum.first).sum::<f64>();
        strata.iter().map(of).sum::<f64>().abs()
    };
    Some(p_of(&mut ranked, statistic))
}

/// The share of distributions of the answers among both sources whose statistic is at least that of the one that was seen.
fn p_of<T>(strata: &mut [Stratum<T>], mut statistic: impl FnMut(&[Stratum<T>]) -> f64) -> f64 {
    let seen = statistic(strata);
    // Sums in another order differ in their last digits.
    let least = seen - 1e-9 * seen.abs().max(1.0);
    let mut random = SplitMix64::new(SEED);
    let mut as_much = 0;
    for draw in 1..=MOST_DRAWS {
        for stratum in &mut *strata {
            // Only who is first matters, not in which order.
            for place in 0..stratum.first {
                let other = place + random.below(stratum.values.len() - place);
                stratum.values.swap(place, other);
            }
        }
        if statistic(strata) >= least {
            as_much += 1;
            if as_much == ENOUGH {
                return f64::from(as_much) / f64::from(draw);
            }
        }
    }
    f64::from(as_much + 1) / f64::from(MOST_DRAWS + 1)
}

/// The p values, each as it stands among all of them: S. Holm, "A simple sequentially rejective multiple test procedure" (1979). That any of those
/// that are at most `α` is a false alarm has at most the chance `α`.
pub fn holm(all: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    order.sort_by(|a, b| {
        all.get(*a).copied().unwrap_or(1.0).total_cmp(&all.get(*b).copied().unwrap_or(1.0))
    });
    let mut adjusted = vec![1.0; all.len()];
    let mut most = 0.0_f64;
    for (rank, place) in order.into_iter().enumerate() {
        let p = all.get(place).copied().unwrap_or(1.0) * as_f64(all.len() - rank);
        most = most.max(p.min(1.0));
        if let Some(slot) = adjusted.get_mut(place) {
            *slot = most;
        }
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers of both sources to some questions, by a function of a random number and of whether it is the second's.
    fn drawn<T>(
        seed: u64,
        (questions, each): (u32, usize),
        value: impl Fn(u32, &mut SplitMix64, bool) -> T,
    ) -> Vec<SourcedAnswer<T>> {
        let mut random = SplitMix64::new(seed);
        let mut all = Vec::new();
        for question in 0..questions {
            for is_second in [false, true] {
                for _ in 0..each {
                    let value = value(question, &mut random, is_second);
                    all.push(SourcedAnswer { question, is_second, value });
                }
            }
        }
        all
    }

    fn alarms(seeds: u64, p: impl Fn(u64) -> f64) -> usize {
        (0..seeds).filter(|seed| p(*seed) <= 0.05).count()
    }

    #[test]
    fn p_is_that_of_fishers_exact_test() {
        // Lady tasting tea, all eight cups right: 2 of 70 for both sides.
        let cup =
            |is_second: bool| SourcedAnswer { question: 0, is_second, value: u32::from(is_second) };
        let cups: Vec<_> = [false, true].into_iter().flat_map(|of| [cup(of); 4]).collect();
        let p = same_categories(&cups).expect("eight cups");
        assert!((p - 2.0 / 70.0).abs() < 0.006, "{p}");
        let one = [cup(false), cup(true)];
        assert_eq!(same_categories(&one), Some(1.0), "two cups say nothing");
        assert_eq!(same_categories(&cups[..4]), None, "one source alone");
        assert_eq!(comparable(&cups), [4, 4]);
    }

    #[test]
    fn of_the_same_source_at_most_5_of_100_are_told_apart() {
        // Some questions are answered yes more often, and some at more length, than others.
        let yes = alarms(600, |seed| {
            let share = |question: u32| 0.2 + 0.1 * f64::from(question);
            let all = drawn(seed, (6, 5), |of, random, _| u32::from(random.unit() < share(of)));
            same_categories(&all).expect("answers")
        });
        assert!(yes <= 42, "5 % of 600 and what chance adds: {yes}");
        let long = alarms(600, |seed| {
            let all = drawn(seed, (6, 5), |of, random, _| f64::from(of) * 100.0 + random.normal());
            same_sizes(&all).expect("answers")
        });
        assert!(long <= 42, "5 % of 600 and what chance adds: {long}");
        let paired = alarms(600, |seed| {
            let all = drawn(seed, (30, 1), |_, random, _| u32::from(random.unit() < 0.5));
            same_categories(&all).expect("answers")
        });
        assert!(paired <= 42, "one answer to each question: {paired}");
    }

    #[test]
    fn of_different_sources_most_are_told_apart() {
        let yes = alarms(100, |seed| {
            let share = |is_second: bool| if is_second { 0.6 } else { 0.95 };
            let all = drawn(seed, (40, 1), |_, random, of| u32::from(random.unit() < share(of)));
            same_categories(&all).expect("answers")
        });
        assert!(yes >= 90, "95 % and 60 % of 40: {yes} of 100");
        let long = alarms(100, |seed| {
            let all =
                drawn(seed, (8, 5), |_, random, of| random.normal() + f64::from(u8::from(of)));
            same_sizes(&all).expect("answers")
        });
        assert!(long >= 90, "one standard deviation longer: {long} of 100");
    }

    #[test]
    fn of_several_p_values_the_smallest_weighs_all_of_them() {
        assert_eq!(
            holm(&[0.04, 0.01, 0.03]),
            [0.06, 0.03, 0.06],
            "0.01 · 3, 0.03 · 2, and no less"
        );
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0], "never above one");
    }
}
