//! Answers too short for their speed to mean much.

use measure::Warning;

use crate::result::sample::Sample;

/// How many of a lane's answers are too short for a meaningful speed, and of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShortAnswers {
    /// Those with the warning [`Warning::Short`].
    pub(crate) short: usize,
    /// All that succeeded.
    pub(crate) all: usize,
}

impl ShortAnswers {
    /// Of these requests, if most of them are; a speed of theirs is then no speed of the lane.
    pub(crate) fn most_of(samples: &[Sample]) -> Option<Self> {
        let good = || samples.iter().filter(|sample| sample.status.is_ok());
        let short = good().filter(|sample| sample.doubts.contains(&Warning::Short)).count();
        let all = good().count();
        (2 * short > all).then_some(Self { short, all })
    }
}
