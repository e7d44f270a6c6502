//! Where a lane's time to first token takes a step between two of its rounds.
//!
//! The change point of the rounds in their order ([`measure::change_point`]), whose chance among rounds without one is known by permutation, however they
//! are distributed; and only if it is one that matters, as in a level of a sweep.

use measure::{Metric, change_point};
use serde::{Deserialize, Serialize};

use crate::result::sample::Sample;
use crate::result::summary::summed_up;

/// The chance of a false step in any lane of a race.
pub(crate) const ALPHA: f64 = 0.05;
/// The least ratio of a step, and its least size in milliseconds: see [`measure::LevelEvent`].
const RATIO: f64 = 1.5;
const LEAST_MS: f64 = 20.0;
/// The most values that are looked at: of more rounds, medians of as many in a row.
const MOST_VALUES: usize = 200;

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
        let counted = summed_up(samples);
        let is_counted = |sample: &Sample| counted.iter().any(|one| std::ptr::eq(*one, sample));
        let timed = (1_u32..).zip(samples).filter(|(_, sample)| is_counted(sample));
        let all: Vec<(u32, f64)> = timed
            .filter_map(|(round, sample)| Some((round, sample.value(Metric::TtftMs)?)))
            .collect();
        let each = all.len().div_ceil(MOST_VALUES).max(1);
        let of = |part: &[(u32, f64)]| measure::middle(part.iter().map(|(_, ttft_ms)| *ttft_ms));
        let values: Vec<f64> = all.chunks(each).filter_map(of).collect();
        let found = change_point(&values).filter(|found| found.p <= level)?;
        let (before, after) = all.split_at_checked(found.at * each)?;
        let (before_ms, after_ms) = (of(before)?, of(after)?);
        let (least, most) = (before_ms.min(after_ms), before_ms.max(after_ms));
        let (round, _) = *after.first()?;
        (most >= RATIO * least && most - least >= LEAST_MS).then_some(Self {
            round,
            before_ms,
            after_ms,
            p: found.p,
        })
    }
}

/// Whether a wait may have taken a step within these rounds, so that none need have had its median.
pub(crate) fn may_have_a_step(samples: &[Sample]) -> bool {
    TtftStep::of(samples, ALPHA).is_some()
}
