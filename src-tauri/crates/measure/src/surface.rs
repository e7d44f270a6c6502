//! Which metrics a surface with little room shows. Each row of the catalogue names the surfaces that show it; all other
//! surfaces show the whole catalogue.

use serde::Serialize;

use crate::spread::Spread;

/// A surface with room for only a few metrics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    /// The short table of a run's lanes: one column per metric.
    Lanes,
    /// The short table of a sweep's levels: the median and the slow tail of a metric, or a number of the level.
    Levels,
    /// The comparison of lanes over the rounds of a race.
    Rounds,
    /// The table of contenders over many runs.
    Contenders,
}

/// The percentile that describes the slow tail of a metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlowTail {
    /// For a metric where higher is better.
    P5,
    /// For every other metric.
    P95,
}

impl SlowTail {
    /// Its name in a heading.
    pub const fn name(self) -> &'static str {
        match self {
            Self::P5 => "p5",
            Self::P95 => "p95",
        }
    }

    /// Its value; `None` if there are too few samples for it.
    pub const fn of(self, spread: &Spread) -> Option<f64> {
        match self {
            Self::P5 => spread.p5,
            Self::P95 => spread.p95,
        }
    }
}
