//! How the time to first token grows with the prompt: `TTFT = base + slope · (uncached input tokens)`.
//!
//! It is the Theil–Sen line (H. Theil 1950, P. K. Sen 1968) through the median of each length, which a few slow
//! requests do not move. Its uncertainty follows from the intervals of those medians alone: a line is possible if it
//! passes through all of them. They hold jointly with 95 % confidence (C. E. Bonferroni, 1936), so the possible lines
//! contain the true one at least as often, whatever the distribution and however the scatter grows with the length. If
//! no line is possible, TTFT is not a straight line.

use serde::{Deserialize, Serialize};

use crate::binomial::quantile_ranks;
use crate::interval::Interval;
use crate::judge::CONFIDENCE;
use crate::percentile::{finite_sorted, percentile};
use crate::waves::Waves;

/// Minimum ratio of the longest to the shortest prompt for a line.
const APART: f64 = 2.0;
/// Lengths within this ratio of each other count as one.
const ALIKE: f64 = 1.05;

/// What was measured with prompts of one length.
#[derive(Debug, Clone, PartialEq)]
pub struct PromptLength {
    /// Uncached input tokens, above 0.
    pub tokens: f64,
    /// Times to first token of the requests that succeeded, in order of sending, in milliseconds.
    pub ttft_ms: Vec<f64>,
    /// Mean number of them in flight at once.
    pub in_flight: f64,
}

impl PromptLength {
    /// The interval of its median, which holds jointly with those of all `lengths`. Consecutive requests count as
    /// independent, like the rounds of a race; concurrent ones do not.
    fn interval(&self, sorted: &[f64], lengths: u32) -> Option<Interval> {
        if self.in_flight > 1.0 {
            return Waves::of(self.in_flight).looked_at(lengths).median_interval(&self.ttft_ms);
        }
        let confidence = 1.0 - (1.0 - CONFIDENCE) / f64::from(lengths.max(1));
        let (low, high) = quantile_ranks(sorted.len(), 0.5, confidence);
        Some(Interval { low: *sorted.get(low?)?, high: *sorted.get(high?)? })
    }
}

/// The line of a contender's times to first token over the length of its prompts.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct TtftByLength {
    /// TTFT without input, network included, in milliseconds.
    pub base_ms: f64,
    /// Its 95 % confidence interval; absent if too few requests were measured, or if the line does not fit.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_ci: Option<Interval>,
    /// What each uncached input token adds, in milliseconds.
    pub ms_per_token: f64,
    /// Its 95 % confidence interval, as for `base_ci`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ms_per_token_ci: Option<Interval>,
    /// The shortest measured prompt, in uncached input tokens. Below it the line is extrapolated.
    pub from_tokens: f64,
    /// The longest measured prompt, in uncached input tokens. Above it the line is extrapolated.
    pub to_tokens: f64,
    /// Number of lengths.
    pub lengths: u32,
    /// False if the medians surely lie on no straight line; absent if two lengths, or too few requests, cannot tell.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_straight: Option<bool>,
    /// Time each token adds between the shortest length and the next, in milliseconds.
    pub first_ms_per_token: f64,
    /// Time each token adds between the two longest lengths, in milliseconds.
    pub last_ms_per_token: f64,
    /// Largest distance of a measured median from the line, as a share of that median.
    pub most_off: f64,
}

/// A length with its median and the median's interval.
#[derive(Debug, Clone, Copy)]
struct Median {
    tokens: f64,
    ttft_ms: f64,
    ci: Option<Interval>,
}

/// An interval that a line has to pass through at this many tokens.
type Gate = (f64, Interval);

impl TtftByLength {
    /// The line through these lengths, in any order; `None` unless two sufficiently different ones have an answer.
    pub fn of(lengths: &[PromptLength]) -> Option<Self> {
        let times = u32::try_from(lengths.len()).unwrap_or(u32::MAX);
        let median = |length: &PromptLength| {
            let sorted = finite_sorted(length.ttft_ms.iter().copied());
            let is_known = length.tokens.is_finite() && length.tokens > 0.0;
            Some(Median {
                tokens: Some(length.tokens).filter(|_| is_known)?,
                ttft_ms: percentile(&sorted, 0.5)?,
                ci: length.interval(&sorted, times),
            })
        };
        let mut medians: Vec<Median> = lengths.iter().filter_map(median).collect();
        medians.sort_by(|a, b| a.tokens.total_cmp(&b.tokens));
        let (first, last) = (medians.first()?, medians.last()?);
        let (from_tokens, to_tokens) = (first.tokens, last.tokens);
        if to_tokens < from_tokens * APART {
            return None;
        }
        let gates: Option<Vec<Gate>> =
            medians.iter().map(|one| Some((one.tokens, one.ci?))).collect();
        let slope_ci = gates.as_deref().and_then(slopes);
        let base_ci = slope_ci.and(gates.as_deref()).and_then(|gates| values_at(gates, 0.0));
        let within = |value: f64, ci: Option<Interval>| {
            ci.map_or(value, |ci| value.clamp(ci.low, ci.high.max(ci.low)))
        };
        let ms_per_token = within(slope(&medians)?, slope_ci);
        let left = finite_sorted(medians.iter().map(|one| one.ttft_ms - ms_per_token * one.tokens));
        let base_ms = within(percentile(&left, 0.5)?, base_ci);
        let off = medians
            .iter()
            .filter(|one| one.ttft_ms > 0.0)
            .map(|one| ((base_ms + ms_per_token * one.tokens) / one.ttft_ms - 1.0).abs());
        let number = count_of_lengths(&medians);
        Some(Self {
            base_ms,
            base_ci,
            ms_per_token,
            ms_per_token_ci: slope_ci,
            from_tokens,
            to_tokens,
            lengths: number,
            is_straight: gates.filter(|_| number > 2).map(|_| slope_ci.is_some()),
            first_ms_per_token: steepness(medians.iter())?,
            last_ms_per_token: steepness(medians.iter().rev())?,
            most_off: off.fold(0.0, f64::max),
        })
    }

    /// The time to first token of a prompt of this many uncached input tokens, in milliseconds.
    pub fn at(&self, tokens: f64) -> f64 {
        self.base_ms + self.ms_per_token * tokens
    }

    /// Whether every token surely adds to the time to first token; `None` if the line's uncertainty is unknown.
    pub fn grows(&self) -> Option<bool> {
        self.ms_per_token_ci.map(|ci| ci.low > 0.0)
    }
}

fn count_of_lengths(medians: &[Median]) -> u32 {
    let groups = medians.chunk_by(|a, b| b.tokens <= a.tokens * ALIKE).count();
    u32::try_from(groups).unwrap_or(u32::MAX)
}

/// The median of the slopes between all pairs of lengths.
fn slope(medians: &[Median]) -> Option<f64> {
    let pairs = medians.iter().enumerate().flat_map(|(index, near)| {
        let longer = medians.iter().skip(index + 1);
        let apart = longer.filter(move |far| far.tokens > near.tokens * ALIKE);
        apart.map(move |far| (far.ttft_ms - near.ttft_ms) / (far.tokens - near.tokens))
    });
    percentile(&finite_sorted(pairs), 0.5)
}

/// The slope from the first of these lengths to the next that differs from it.
fn steepness<'a>(mut medians: impl Iterator<Item = &'a Median>) -> Option<f64> {
    let first = medians.next()?;
    let is_apart = |other: &&Median| {
        other.tokens > first.tokens * ALIKE || other.tokens * ALIKE < first.tokens
    };
    let next = medians.find(is_apart)?;
    Some((next.ttft_ms - first.ttft_ms) / (next.tokens - first.tokens))
}

/// The slopes of the lines that pass through every gate; `None` if there is no such line.
fn slopes(gates: &[Gate]) -> Option<Interval> {
    let mut all = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
    for (near, from) in gates {
        for (far, to) in gates.iter().filter(|(far, _)| far >= near) {
            let over = far - near;
            if over > 0.0 {
                all.low = all.low.max((to.low - from.high) / over);
                all.high = all.high.min((to.high - from.low) / over);
            } else if to.low > from.high || from.low > to.high {
                return None;
            }
        }
    }
    (all.low.is_finite() && all.low <= all.high).then_some(all)
}

/// The values that the lines through every gate take at this many tokens: the slope is eliminated from the inequalities
/// of each pair of gates (J. Fourier, T. Motzkin). `None` if there is no such line.
fn values_at(gates: &[Gate], tokens: f64) -> Option<Interval> {
    let mut all = Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
    // `slope ≥ (c + s · value) ÷ m` from each gate, and `slope ≤` the same of the others.
    let (mut least, mut most) = (Vec::new(), Vec::new());
    for (at, gate) in gates {
        let over = at - tokens;
        if over > 0.0 {
            least.push((gate.low, -1.0, over));
            most.push((gate.high, -1.0, over));
        } else if over < 0.0 {
            least.push((-gate.high, 1.0, -over));
            most.push((-gate.low, 1.0, -over));
        } else {
            all.low = all.low.max(gate.low);
            all.high = all.high.min(gate.high);
        }
    }
    for (c, s, m) in &least {
        for (other_c, other_s, other_m) in &most {
            let factor = s * other_m - other_s * m;
            let bound = other_c * m - c * other_m;
            if factor > 0.0 {
                all.high = all.high.min(bound / factor);
            } else if factor < 0.0 {
                all.low = all.low.max(bound / factor);
            } else if bound < 0.0 {
                return None;
            }
        }
    }
    (all.low.is_finite() && all.high.is_finite() && all.low <= all.high).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::SplitMix64;

    const LENGTHS: [f64; 3] = [1_000.0, 10_000.0, 100_000.0];

    /// Requests whose TTFT scatters by 10 % around `true_ms`.
    fn measured(
        random: &mut SplitMix64,
        lengths: &[f64],
        n: usize,
        true_ms: impl Fn(f64) -> f64,
    ) -> Vec<PromptLength> {
        let of = |tokens: &f64| {
            let ttft_ms = (0..n).map(|_| true_ms(*tokens) * (0.1 * random.normal()).exp());
            PromptLength { tokens: *tokens, ttft_ms: ttft_ms.collect(), in_flight: 1.0 }
        };
        lengths.iter().map(of).collect()
    }

    fn line(tokens: f64) -> f64 {
        200.0 + 0.05 * tokens
    }

    #[test]
    fn a_line_without_scatter_is_found_exactly() {
        let exact =
            |tokens: f64| PromptLength { tokens, ttft_ms: vec![line(tokens); 20], in_flight: 1.0 };
        let fit = TtftByLength::of(&[100_000.0, 1_000.0, 10_000.0].map(exact)).expect("three");
        assert!((fit.base_ms - 200.0).abs() < 1e-6, "{fit:?}");
        assert!((fit.ms_per_token - 0.05).abs() < 1e-9, "{fit:?}");
        assert!((fit.at(50_000.0) - 2_700.0).abs() < 1e-6, "between the lengths: {fit:?}");
        assert_eq!((fit.lengths, fit.is_straight, fit.grows()), (3, Some(true), Some(true)));
        assert!(fit.most_off < 1e-9, "no median is off the line");
        let slopes = fit.ms_per_token_ci.expect("twenty each");
        assert!(slopes.high - slopes.low < 1e-9, "nothing scatters: {slopes:?}");
    }

    #[test]
    fn intervals_hold_the_true_line_and_find_it_straight() {
        let mut random = SplitMix64::new(15);
        let (mut base, mut slope, mut straight, mut known) = (0, 0, 0, 0);
        let mut near = 0;
        for _ in 0..1_000 {
            let fit = TtftByLength::of(&measured(&mut random, &LENGTHS, 10, line)).expect("a line");
            let Some((base_ci, slope_ci)) = fit.base_ci.zip(fit.ms_per_token_ci) else {
                continue;
            };
            known += 1;
            base += u32::from(base_ci.contains(200.0));
            slope += u32::from(slope_ci.contains(0.05));
            straight += u32::from(fit.is_straight == Some(true));
            near += u32::from((fit.at(30_000.0) / line(30_000.0) - 1.0).abs() < 0.05);
            assert!(base_ci.contains(fit.base_ms) && slope_ci.contains(fit.ms_per_token));
        }
        assert_eq!(known, 1_000, "ten requests of each length say how sure it is");
        for (what, holds) in [("base", base), ("slope", slope)] {
            assert!(holds * 100 >= known * 95, "{what}: {holds} of {known}");
        }
        assert!(straight * 100 >= known * 95, "a line is seldom called bent: {straight}");
        assert!(near * 100 >= known * 85, "between the lengths within 5 %: {near} of {known}");
    }

    #[test]
    fn a_time_that_grows_with_the_square_is_not_a_line() {
        // Twice the line's value at the longest.
        let square = |tokens: f64| line(tokens) + 5e-7 * tokens * tokens;
        let mut random = SplitMix64::new(16);
        let bent = (0..100).filter(|_| {
            let fit = TtftByLength::of(&measured(&mut random, &LENGTHS, 10, square));
            fit.is_some_and(|fit| {
                let is_steeper = fit.last_ms_per_token > 1.5 * fit.first_ms_per_token;
                fit.is_straight == Some(false) && fit.base_ci.is_none() && is_steeper
            })
        });
        let bent = bent.count();
        assert!(bent >= 80, "twice the line's at the longest: {bent} of 100");
    }

    #[test]
    fn a_time_that_does_not_grow_is_not_said_to() {
        let mut random = SplitMix64::new(17);
        let grows = (0..200).filter(|_| {
            let fit = TtftByLength::of(&measured(&mut random, &LENGTHS, 20, |_| 200.0));
            fit.and_then(|fit| fit.grows()) == Some(true)
        });
        let grows = grows.count();
        assert!(grows <= 10, "5 % of 200 at most: {grows}");
    }

    #[test]
    fn too_few_requests_give_a_line_and_no_interval() {
        let mut random = SplitMix64::new(18);
        let fit = TtftByLength::of(&measured(&mut random, &LENGTHS, 3, line)).expect("medians");
        assert_eq!((fit.base_ci, fit.ms_per_token_ci, fit.is_straight), (None, None, None));
        assert_eq!(fit.grows(), None, "unknown is absent");
    }

    #[test]
    fn lengths_that_are_alike_or_empty_have_no_line() {
        let mut random = SplitMix64::new(19);
        let alike = measured(&mut random, &[1_000.0, 1_500.0], 20, line);
        assert_eq!(TtftByLength::of(&alike), None, "less than twice as long");
        let empty = measured(&mut random, &LENGTHS, 0, line);
        assert_eq!(TtftByLength::of(&empty), None, "nobody answered");
        assert_eq!(TtftByLength::of(&[]), None, "nothing was measured");
    }

    #[test]
    fn two_lengths_have_a_line_that_nothing_can_contradict() {
        let mut random = SplitMix64::new(20);
        let two = measured(&mut random, &[1_000.0, 50_000.0], 20, line);
        let fit = TtftByLength::of(&two).expect("two lengths");
        assert_eq!((fit.lengths, fit.is_straight), (2, None), "a third one would tell");
        assert!(fit.ms_per_token_ci.is_some_and(|ci| ci.contains(0.05)), "{fit:?}");
    }
}
