//! Where a lane's time to first token takes a step between two of its rounds.
//!
//! Found as in a level of a sweep ([`measure::ClearStep`]): its chance among rounds without one is known by permutation, however they are
//! distributed.

use measure::{ClearStep, Metric};
use serde::{Deserialize, Serialize};

use crate::result::sample::Sample;
use crate::result::summary::summed_up;

/// The chance of a false step in any lane of a race.
pub(crate) const ALPHA: f64 = 0.05;

/// A step of time to first token between two rounds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct TtftStep {
    /// The first round after the step, from 1.
    pub round: u32,
    /// Median TTFT of the rounds before it, in milliseconds.
    pub before_ms: f64,
    /// Median TTFT from it on, in milliseconds.
    pub after_ms: f64,
    /// The chance of so clear a step in a lane without one.
    pub p: f64,
}

impl TtftStep {
    /// That of a lane with these rounds, if its chance without one is at most `level`. Rows of a set ask different things, of which any may take
    /// longer, so that their order is no order in time.
    pub(crate) fn of(samples: &[Sample], level: f64) -> Option<Self> {
        if samples.iter().any(|sample| sample.row.is_some()) {
            return None;
        }
        let mut counted = summed_up(samples).into_iter().peekable();
        let timed = (1_u32..).zip(samples).filter_map(|(round, sample)| {
            counted.next_if(|one| std::ptr::eq(*one, sample))?;
            Some((round, sample.value(Metric::TtftMs)?))
        });
        let (rounds, ttft_ms): (Vec<u32>, Vec<f64>) = timed.unzip();
        let ClearStep { at, before_ms, after_ms, p } = ClearStep::of(&ttft_ms, 1, level)?;
        Some(Self { round: *rounds.get(at)?, before_ms, after_ms, p })
    }
}

/// Whether a wait may have taken a step within these rounds, so that none need have had its median.
pub(crate) fn may_have_a_step(samples: &[Sample]) -> bool {
    TtftStep::of(samples, ALPHA).is_some()
}
