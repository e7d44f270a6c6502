//! Where a wait or a speed of a lane takes a step between two of its rounds.
//!
//! Found as in a level of a sweep ([`measure::ClearStep`]): its chance among rounds without one is known by permutation, however they are
//! distributed.

use measure::{ClearStep, LEAST_STEP_MS, Metric};
use serde::{Deserialize, Serialize};

use crate::result::sample::Sample;
use crate::result::summary::{is_one_population, summed_up};

/// The metrics in which a step is sought: a wait, and a speed in the tokens in which lanes are ranked.
pub(crate) const STEPPING: [Metric; 2] = [Metric::TtftMs, Metric::NeutralTps];
/// The chance of a false step of one metric in any lane of a race.
pub(crate) const ALPHA: f64 = 0.05;

/// A step of a metric between two rounds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct MetricStep {
    /// Of time to first token in milliseconds, or of output speed in `o200k_base` tokens per second.
    pub metric: Metric,
    /// The first round after the step, from 1.
    pub round: u32,
    /// The median of the rounds before it.
    pub before: f64,
    /// That from it on.
    pub after: f64,
    /// The chance of so clear a step in a lane without one.
    pub p: f64,
}

impl MetricStep {
    /// That of a lane with these rounds, if its chance without one is at most `level`. Rows of a set ask different things, of which any may take
    /// longer, so that their order is no order in time.
    pub(crate) fn of(samples: &[Sample], metric: Metric, level: f64) -> Option<Self> {
        let all = summed_up(samples);
        if samples.iter().any(|sample| sample.row.is_some()) || !is_one_population(&all, metric) {
            return None;
        }
        let mut counted = all.into_iter().peekable();
        let known = (1_u32..).zip(samples).filter_map(|(round, sample)| {
            counted.next_if(|one| std::ptr::eq(*one, sample))?;
            Some((round, sample.value(metric)?))
        });
        let (rounds, values): (Vec<u32>, Vec<f64>) = known.unzip();
        let least_size = if metric == Metric::TtftMs { LEAST_STEP_MS } else { 0.0 };
        let ClearStep { at, before, after, p } = ClearStep::of(&values, 1, least_size, level)?;
        Some(Self { metric, round: *rounds.get(at)?, before, after, p })
    }
}

/// Whether this metric may have taken a step within these rounds, so that none need have had its median.
pub(crate) fn may_have_a_step(samples: &[Sample], metric: Metric) -> bool {
    MetricStep::of(samples, metric, ALPHA).is_some()
}
