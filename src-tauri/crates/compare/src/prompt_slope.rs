//! How much each uncached input token adds to a contender's time to first token, and how sure that is.
//!
//! - **Of several runs** with prompts of different lengths it is the mean of their slopes, with Student's error: requests of a run
//!   share its luck.
//! - **Of one run** that measured each length often it is the least-squares line through their medians, with the errors of these.
//! - **Otherwise** it is Theil's and Sen's ([`measure::TheilSen`]) through runs of one length each or, of a single run, through its
//!   requests. Where several are in flight, a batch of whole waves is one measurement.
//!
//! A prediction for a prompt of another length is as unsure as its slope: the error of `b · (in − measured in)` is that of `b`,
//! times the difference of lengths. A verdict on two predictions therefore has to hold wherever in their intervals the slopes of
//! both lie (R. L. Berger and D. D. Boos 1994, "P values maximized over a confidence set for the nuisance parameter").

use measure::{TheilSen, student};

use crate::dependence::Dependence;
use crate::median_of_parts::median_with_error;
use crate::middle::median;
use crate::request::{MeasuredRequest, float};
use crate::slope_end::SlopeEnd;

/// Maximum number of lengths that are used.
const MOST: usize = 40;
/// Minimum number of measurements of a length for the error of their median.
pub(crate) const OFTEN: usize = 6;

/// Milliseconds that each uncached input token adds to the time to first token.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PromptSlope {
    /// The estimate, at least 0: a longer prompt is never faster.
    pub ms_per_token: f64,
    /// Its standard error with the degrees of freedom of that; absent if too little was measured.
    pub error: Option<(f64, f64)>,
}

/// A successful request, with its uncached tokens and its time to first token in milliseconds.
pub(crate) type TimedPrompt<'a> = (f64, f64, &'a MeasuredRequest);

impl PromptSlope {
    /// That of these requests; `None` if all prompts have about the same length.
    pub(crate) fn of(known: &[TimedPrompt<'_>]) -> Option<Self> {
        let mut by_run = known.to_vec();
        by_run.sort_by(|(.., a), (.., b)| a.run.cmp(&b.run));
        let runs: Vec<&[TimedPrompt<'_>]> =
            by_run.chunk_by(|(.., a), (.., b)| a.run == b.run).collect();
        if let [run] = runs.as_slice() {
            let lengths = by_length(run, &of_batches);
            return Self::of_medians(&lengths).or_else(|| Self::through(&points(&lengths)));
        }
        let own = runs.iter().filter_map(|run| TheilSen::slope(&points(&by_length(run, &of_run))));
        let own: Vec<f64> = own.collect();
        // Runs of several lengths each have a slope of their own; others are points of one line.
        if own.len() > 1 && 2 * own.len() >= runs.len() {
            Some(Self::mean_of(&own))
        } else {
            Self::through(&points(&by_length(&by_run, &of_runs)))
        }
    }

    /// The line through these points.
    fn through(points: &[(f64, f64)]) -> Option<Self> {
        let line = TheilSen::of(points);
        Some(Self {
            ms_per_token: TheilSen::slope(points)?.max(0.0),
            error: line.map(|line| (line.error, float(points.len()) - 2.0)),
        })
    }

    /// The least-squares line through the medians of lengths that were measured often: its error is that of the medians
    /// (R. M. Price and D. G. Bonett 2002), however their scatter grows with the length, with F. E. Satterthwaite's degrees of
    /// freedom (1946). `None` if a length was measured too seldom.
    fn of_medians(lengths: &[(f64, Vec<f64>)]) -> Option<Self> {
        let n = float(lengths.len());
        let middle = lengths.iter().map(|(tokens, _)| tokens).sum::<f64>() / n;
        let apart: f64 = lengths.iter().map(|(tokens, _)| (tokens - middle).powi(2)).sum();
        let (mut slope, mut variance, mut by_freedom) = (0.0, 0.0, 0.0);
        for (tokens, times) in lengths {
            let weight = (tokens - middle) / apart;
            let (median, error) = median_with_error(times).filter(|_| times.len() >= OFTEN)?;
            let own = (weight * error).powi(2);
            slope += weight * median;
            variance += own;
            by_freedom += own * own / float(times.len() - 1);
        }
        let freedom = if by_freedom > 0.0 { variance * variance / by_freedom } else { n };
        let error = slope.is_finite().then_some((variance.sqrt(), freedom))?;
        Some(Self { ms_per_token: slope.max(0.0), error: Some(error) })
    }

    /// The mean slope of runs: "Student" (1908).
    fn mean_of(runs: &[f64]) -> Self {
        let n = float(runs.len());
        let mean = runs.iter().sum::<f64>() / n;
        let squares: f64 = runs.iter().map(|slope| (slope - mean).powi(2)).sum();
        let error = (squares / (n - 1.0) / n).sqrt();
        Self { ms_per_token: mean.max(0.0), error: Some((error, n - 1.0)) }
    }

    /// How many standard errors reach to the ends of the interval that misses it with this probability; ∞ if its error is not
    /// known.
    pub(crate) fn errors_at(self, level: f64) -> f64 {
        self.error.map_or(f64::INFINITY, |(_, freedom)| student::critical(level, freedom.max(1.0)))
    }

    /// The slope at this end of its interval, in milliseconds per token; without a known error it may be anything from 0 on.
    pub(crate) fn at(self, end: SlopeEnd) -> f64 {
        let reach = |errors: f64| self.error.map_or(f64::INFINITY, |(error, _)| errors * error);
        match end {
            SlopeEnd::Estimate => self.ms_per_token,
            SlopeEnd::Low(errors) => (self.ms_per_token - reach(errors)).max(0.0),
            SlopeEnd::High(errors) => self.ms_per_token + reach(errors),
        }
    }
}

/// The times of prompts of each length, as `times` has them, each with its length.
pub(crate) fn by_length(
    known: &[TimedPrompt<'_>],
    times: &dyn Fn(&[TimedPrompt<'_>]) -> Vec<f64>,
) -> Vec<(f64, Vec<f64>)> {
    let mut sorted = known.to_vec();
    sorted.sort_by(|(a, ..), (b, ..)| a.total_cmp(b));
    // Repetitions of one prompt differ only by their nonce; different prompts differ by more.
    let lengths: Vec<&[TimedPrompt<'_>]> =
        sorted.chunk_by(|(a, ..), (b, ..)| *b <= a * 1.05 + 1.0).collect();
    let every = lengths.len().div_ceil(MOST).max(1);
    let each = lengths.into_iter().step_by(every).map(|alike| {
        let tokens = alike.iter().map(|(tokens, ..)| tokens).sum::<f64>() / float(alike.len());
        (tokens, times(alike))
    });
    each.collect()
}

/// Each time with its length.
fn points(lengths: &[(f64, Vec<f64>)]) -> Vec<(f64, f64)> {
    let each = lengths.iter().flat_map(|(tokens, times)| times.iter().map(|ms| (*tokens, *ms)));
    each.collect()
}

/// The median time of each batch of whole waves of one run, in order of sending.
pub(crate) fn of_batches(alike: &[TimedPrompt<'_>]) -> Vec<f64> {
    let mut ordered = alike.to_vec();
    ordered.sort_by_key(|(.., one)| (one.round, one.lane));
    let requests: Vec<&MeasuredRequest> = ordered.iter().map(|(.., one)| *one).collect();
    let times: Vec<f64> = ordered.iter().map(|(_, ttft_ms, _)| *ttft_ms).collect();
    match Dependence::of(&requests) {
        Dependence::Waves(waves, _) => {
            waves.batches_in(&times).into_iter().filter_map(|some| median(some.to_vec())).collect()
        }
        Dependence::Rounds | Dependence::Runs => times,
    }
}

/// The median time of a run.
fn of_run(alike: &[TimedPrompt<'_>]) -> Vec<f64> {
    median(alike.iter().map(|(_, ttft_ms, _)| *ttft_ms).collect()).into_iter().collect()
}

/// The median time of each run.
fn of_runs(alike: &[TimedPrompt<'_>]) -> Vec<f64> {
    let mut ordered = alike.to_vec();
    ordered.sort_by(|(.., a), (.., b)| a.run.cmp(&b.run));
    ordered.chunk_by(|(.., a), (.., b)| a.run == b.run).flat_map(of_run).collect()
}

#[cfg(test)]
#[path = "prompt_slope_tests.rs"]
mod tests;
