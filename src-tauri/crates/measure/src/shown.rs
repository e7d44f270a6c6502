//! Which metrics a surface shows, in its order, and which end of a metric is its slow tail.

use crate::better::Better;
use crate::level_definition::LEVEL_DEFINITIONS;
use crate::metric::{Definition, Metric};
use crate::surface::{SlowTail, Surface};

impl Definition {
    /// Whether `surface` shows it.
    pub fn is_shown_on(&self, surface: Surface) -> bool {
        self.surfaces.contains(&surface)
    }

    /// The percentile of its slow tail.
    pub const fn slow_tail(&self) -> SlowTail {
        match self.better {
            Some(Better::Higher) => SlowTail::P5,
            Some(Better::Lower) | None => SlowTail::P95,
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
