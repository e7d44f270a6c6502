//! Which metrics a surface with little room shows. Each row of the catalogue names the surfaces that show it; every other
//! surface shows the whole catalogue.

use serde::Serialize;

use crate::metric::Definition;
use crate::{LEVEL_DEFINITIONS, Metric, Spread};

/// A surface that has room for a few metrics only.
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
    /// Of a metric where higher is better.
    P5,
    /// Of every other metric.
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

impl Definition {
    /// Whether `surface` shows it.
    pub fn is_shown_on(&self, surface: Surface) -> bool {
        self.surfaces.contains(&surface)
    }

    /// The percentile of its slow tail.
    pub const fn slow_tail(&self) -> SlowTail {
        match self.better {
            Some(crate::Better::Higher) => SlowTail::P5,
            Some(crate::Better::Lower) | None => SlowTail::P95,
        }
    }
}

impl Metric {
    /// The metrics that `surface` shows, in its order.
    pub fn shown_on(surface: Surface) -> Vec<Self> {
        let mut shown = Self::ALL.to_vec();
        shown.retain(|metric| metric.definition().is_shown_on(surface));
        shown.sort_by_key(|metric| metric.definition().rank);
        shown
    }
}

/// The numbers of a level that [`Surface::Levels`] shows, in its order.
pub fn shown_level_numbers() -> Vec<&'static Definition> {
    let mut shown: Vec<_> = LEVEL_DEFINITIONS.iter().collect();
    shown.retain(|number| number.is_shown_on(Surface::Levels));
    shown.sort_by_key(|number| number.rank);
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definitions;

    #[test]
    fn a_metric_has_a_rank_exactly_where_a_surface_shows_it() {
        for known in definitions() {
            let is_shown = !known.surfaces.is_empty();
            assert_eq!(is_shown, known.rank > 0, "{}: rank and surfaces go together", known.id);
        }
    }

    #[test]
    fn a_surface_shows_the_metrics_that_name_it_by_their_rank() {
        let ids =
            |surface| Metric::shown_on(surface).into_iter().map(Metric::id).collect::<Vec<_>>();
        let lanes = ["ttft_ms", "ttfat_ms", "decode_tps", "latency_ms", "out_tokens", "cost_usd"];
        assert_eq!(ids(Surface::Lanes), lanes, "as many as a table has room for");
        assert_eq!(ids(Surface::Rounds), ["ttft_ms", "decode_tps", "latency_ms"], "judged ones");
        let levels: Vec<_> = shown_level_numbers().into_iter().map(|known| known.id).collect();
        assert_eq!(
            levels,
            ["sys_output_tps", "rps", "error_rate", "good_fraction", "achieved_rate"],
            "numbers of a level stand beside the metrics of its requests"
        );
    }

    #[test]
    fn the_slow_tail_is_the_bad_end_of_a_metric() {
        assert_eq!(Metric::TtftMs.definition().slow_tail(), SlowTail::P95, "a long wait is slow");
        assert_eq!(Metric::DecodeTps.definition().slow_tail(), SlowTail::P5, "few tokens are slow");
    }
}
