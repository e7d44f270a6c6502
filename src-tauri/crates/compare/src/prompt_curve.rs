//! How the time to first token grows with prompts where that is surely no straight line.
//!
//! Attention takes time that grows with the square of the prompt, so between two measured lengths the time follows the parabola
//! through them and the next: where there is one on either side, the mean of both (A. W. Overhauser 1968). It is never
//! outside the times of the lengths it lies between. Beyond the measured lengths it goes on as straight as between the last two.
//!
//! A length is off the line if its median is off the chord of its neighbours, by Student's test at 5 % over all of them
//! (C. E. Bonferroni 1936). The errors of medians are those over runs, or those of the requests of a run, whichever is larger:
//! what a run shares moves all of its lengths alike.

use measure::{ALPHA, student};

use crate::median_of_parts::median_with_error;
use crate::middle::median;
use crate::prompt_slope::{OFTEN, TimedPrompt, by_length, of_batches};
use crate::request::float;
use crate::slope_end::SlopeEnd;

/// Maximum number of lengths; of more, so many evenly spaced ones are taken.
const MOST: usize = 8;
/// Minimum number of runs whose scatter shows how sure a median is.
const RUNS: usize = 3;

/// A measured length.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Knot {
    /// Uncached input tokens.
    tokens: f64,
    /// Time to first token, in milliseconds.
    ms: f64,
    /// Its standard error.
    error: f64,
}

/// Times to first token at the measured lengths, shortest first, if they surely lie on no straight line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PromptCurve {
    knots: [Knot; MOST],
    number: usize,
    /// Degrees of freedom of the errors.
    freedom: f64,
}

/// How much the time at each length adds to a time between them.
type Weights = [f64; MOST];

impl PromptCurve {
    /// That of these requests; `None` if a straight line may hold, or if too little was measured to tell.
    pub(crate) fn of(known: &[TimedPrompt<'_>]) -> Option<Self> {
        let mut by_run = known.to_vec();
        by_run.sort_by(|(.., a), (.., b)| a.run.cmp(&b.run));
        let runs: Vec<Vec<(f64, Vec<f64>)>> = by_run
            .chunk_by(|(.., a), (.., b)| a.run == b.run)
            .map(|run| by_length(run, &of_batches))
            .collect();
        let number = runs.iter().map(Vec::len).max().filter(|number| *number > 2)?;
        // Runs of other lengths tell nothing of what lies between these.
        let whole: Vec<&[(f64, Vec<f64>)]> =
            runs.iter().map(Vec::as_slice).filter(|run| run.len() == number).collect();
        let taken = (0..number.min(MOST)).map(|at| at * (number - 1) / (number.min(MOST) - 1));
        let (mut knots, mut freedom) = ([Knot::default(); MOST], f64::INFINITY);
        let levels: Option<Vec<f64>> = whole.iter().map(|run| level(run)).collect();
        let levels = levels?;
        let common = levels.iter().sum::<f64>() / float(levels.len());
        for (knot, at) in knots.iter_mut().zip(taken) {
            let of_length = || whole.iter().filter_map(|run| run.get(at));
            let (of_one, of_one_freedom) = mean_of_medians(of_length().map(|(_, times)| times));
            let apart = of_length()
                .zip(&levels)
                .filter_map(|((_, times), level)| Some(median(times.clone())? - level));
            let (mean, over_runs) = mean_with_error(&apart.collect::<Vec<_>>())?;
            let (error, own) = match (of_one, over_runs) {
                (Some(one), Some(over)) if over > one => (over, float(whole.len()) - 1.0),
                (Some(one), _) => (one, of_one_freedom),
                (None, over) => (over?, float(whole.len()) - 1.0),
            };
            let tokens = of_length().map(|(tokens, _)| tokens).sum::<f64>() / float(whole.len());
            *knot = Knot { tokens, ms: common + mean, error };
            freedom = freedom.min(own);
        }
        Some(Self { knots, number: number.min(MOST), freedom }).filter(Self::is_bent)
    }

    fn knots(&self) -> &[Knot] {
        self.knots.get(..self.number).unwrap_or_default()
    }

    /// Whether a length is off the chord of its neighbours.
    fn is_bent(&self) -> bool {
        let critical = student::critical(ALPHA / float(self.number - 2), self.freedom.max(1.0));
        self.knots().windows(3).any(|three| {
            let [before, at, after] = three else { return false };
            let share = (at.tokens - before.tokens) / (after.tokens - before.tokens);
            let chord = before.ms + share * (after.ms - before.ms);
            let error = at.error.hypot(((1.0 - share) * before.error).hypot(share * after.error));
            (at.ms - chord).abs() > critical * error
        })
    }

    /// How many standard errors reach to the ends of the interval that misses the truth with this probability.
    pub(crate) fn errors_at(&self, level: f64) -> f64 {
        student::critical(level, self.freedom.max(1.0))
    }

    /// How much longer the first token of a prompt of `asked` uncached tokens takes than that of one of `at`, at this end of its
    /// interval, in milliseconds. A longer prompt is never faster.
    pub(crate) fn more_ms(&self, at: f64, asked: f64, end: SlopeEnd) -> f64 {
        let (from, to) = (self.weights(at), self.weights(asked));
        let apart = self.knots().iter().zip(from.iter().zip(&to));
        let variance: f64 =
            apart.map(|(knot, (from, to))| ((to - from) * knot.error).powi(2)).sum();
        let estimate = self.ms_at(asked, &to) - self.ms_at(at, &from);
        let more = match end {
            SlopeEnd::Estimate => estimate,
            SlopeEnd::Low(errors) => estimate - errors * variance.sqrt() * (asked - at).signum(),
            SlopeEnd::High(errors) => estimate + errors * variance.sqrt() * (asked - at).signum(),
        };
        if asked >= at { more.max(0.0) } else { more.min(0.0) }
    }

    /// The time at so many tokens, by their weights, in milliseconds.
    fn ms_at(&self, tokens: f64, weights: &Weights) -> f64 {
        let knots = self.knots();
        let ms: f64 = knots.iter().zip(weights).map(|(knot, weight)| weight * knot.ms).sum();
        let between = knots.windows(2).find_map(|two| match two {
            [near, far] if (near.tokens..=far.tokens).contains(&tokens) => Some((near.ms, far.ms)),
            _ => None,
        });
        between.map_or(ms, |(near, far)| ms.clamp(near.min(far), near.max(far)))
    }

    /// The weights of the measured lengths in a time at so many tokens.
    fn weights(&self, tokens: f64) -> Weights {
        let knots = self.knots();
        let last = knots.len() - 1;
        let after = knots.iter().position(|knot| knot.tokens > tokens);
        match after {
            // Beyond them, the chord of the nearest two.
            Some(0) => self.through(&[0, 1], tokens),
            None => self.through(&[last - 1, last], tokens),
            Some(1) => self.through(&[0, 1, 2], tokens),
            Some(next) if next == last => self.through(&[next - 2, next - 1, next], tokens),
            Some(next) => {
                let mut both = self.through(&[next - 2, next - 1, next], tokens);
                let far = self.through(&[next - 1, next, next + 1], tokens);
                for (weight, other) in both.iter_mut().zip(far) {
                    *weight = f64::midpoint(*weight, other);
                }
                both
            }
        }
    }

    /// The weights of these lengths in the polynomial through them: J.-L. Lagrange (1795).
    fn through(&self, taken: &[usize], tokens: f64) -> Weights {
        let at = |index: usize| self.knots().get(index).map_or(f64::NAN, |knot| knot.tokens);
        let mut weights = [0.0; MOST];
        for own in taken {
            let others = taken.iter().filter(|other| *other != own);
            let parts = others.map(|other| (tokens - at(*other)) / (at(*own) - at(*other)));
            if let Some(weight) = weights.get_mut(*own) {
                *weight = parts.product();
            }
        }
        weights
    }
}

/// The mean of the medians of a run's lengths, in milliseconds.
fn level(run: &[(f64, Vec<f64>)]) -> Option<f64> {
    let medians: Option<Vec<f64>> = run.iter().map(|(_, times)| median(times.clone())).collect();
    medians.map(|medians| medians.iter().sum::<f64>() / float(run.len()))
}

/// The error of the mean of the medians of runs, by the requests of each, with the fewest degrees of freedom; `None` if one has too
/// few requests.
fn mean_of_medians<'a>(runs: impl Iterator<Item = &'a Vec<f64>>) -> (Option<f64>, f64) {
    let (mut variance, mut number, mut freedom) = (0.0, 0.0, f64::INFINITY);
    for times in runs {
        let Some((_, error)) = median_with_error(times).filter(|_| times.len() >= OFTEN) else {
            return (None, 0.0);
        };
        variance += error * error;
        number += 1.0;
        freedom = freedom.min(float(times.len()) - 1.0);
    }
    (Some(variance.sqrt() / number), freedom)
}

/// The mean of runs and its error over them, which too few do not show.
fn mean_with_error(runs: &[f64]) -> Option<(f64, Option<f64>)> {
    let n = float(runs.len());
    let mean = Some(runs.iter().sum::<f64>() / n).filter(|mean| mean.is_finite())?;
    let squares: f64 = runs.iter().map(|value| (value - mean).powi(2)).sum();
    Some((mean, (runs.len() >= RUNS).then(|| (squares / (n - 1.0) / n).sqrt())))
}

#[cfg(test)]
#[path = "prompt_curve_tests.rs"]
mod tests;
