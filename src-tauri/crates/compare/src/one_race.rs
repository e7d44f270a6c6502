//! Two contenders known by the rounds of one race alone.
//!
//! They are compared by [`PairOfRounds`], as the race compares its lanes: the same pairs of rounds, all of them, in the metric's own unit.
//! Logarithms would weigh the rounds differently, so that a race and a comparison of nothing else would disagree at the edge.

use measure::{Metric, PairOfRounds, Stopping};

use crate::difference::{Basis, Difference};
use crate::difference_of_rounds::{FEWEST_PAIRED, paired_rounds};
use crate::evidence::{Evidence, EvidenceRun, Middles};
use crate::request::small;

/// What the rounds of their race say of two contenders.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct OfOneRace {
    /// The comparison.
    pub pair: PairOfRounds,
    /// Whether the race was to end once settled: its evidence counts before its interval has both ends.
    is_watched: bool,
    /// Rounds in which both have a value.
    n: u32,
    /// Whether both were asked the same.
    like_for_like: bool,
}

impl OfOneRace {
    /// As a difference like any other, in the metric's unit.
    pub(crate) fn difference(&self) -> Difference {
        let PairOfRounds { difference, ci, p, .. } = self.pair;
        let Self { n, like_for_like, is_watched, .. } = *self;
        let is_tested = ci.is_some() || (is_watched && n as usize >= FEWEST_PAIRED);
        let basis = Basis::Rounds;
        Difference { estimate: difference, interval: ci, p, n, basis, like_for_like, is_tested }
    }
}

/// The comparison of two contenders in a metric; `None` unless both are known by the rounds of the same race alone.
pub(crate) fn of_one_race(a: &Evidence, b: &Evidence, metric: Metric) -> Option<OfOneRace> {
    let (own, others) = (only_race(a)?, only_race(b)?);
    if own.id != others.id {
        return None;
    }
    let itself = |middles: &Middles| middles.value(metric);
    let pairs = paired_rounds((a, &itself), (b, &itself));
    let stopping = if a.until_settled { Stopping::WhenSettled } else { Stopping::Planned };
    let pair = PairOfRounds::of(&pairs, stopping)?;
    let is_watched = a.until_settled;
    Some(OfOneRace {
        pair,
        is_watched,
        n: small(pairs.len()),
        like_for_like: own.asked == others.asked,
    })
}

/// The only run of a contender, if that is a race.
fn only_race(one: &Evidence) -> Option<&EvidenceRun> {
    match one.runs.as_slice() {
        [run] if one.raced => Some(run),
        _ => None,
    }
}
