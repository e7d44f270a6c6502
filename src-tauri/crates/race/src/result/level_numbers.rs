//! The numbers of a level by the ids of their catalogue, [`measure::LEVEL_DEFINITIONS`].

use std::collections::BTreeMap;

use measure::{Interval, LEVEL_DEFINITIONS};

use crate::result::level::Level;

impl Level {
    /// The number with this id in [`LEVEL_DEFINITIONS`], in the unit stated there; absent if it is unknown for this
    /// level.
    pub fn number(&self, id: &str) -> Option<f64> {
        match id {
            "sys_output_tps" => self.sys_output_tps,
            "sys_total_tps" => self.sys_total_tps,
            "achieved_rate" => self.achieved_rate,
            "rps" => self.rps,
            "avg_inflight" => self.avg_inflight,
            "steady_share" => self.steady_share,
            "error_rate" => self.error_rate,
            "goodput" => self.goodput,
            "good_fraction" => self.good_fraction,
            "adj_ttft_p95_ms" => self.adj_ttft_p95_ms,
            "send_lag_p99_ms" => self.send_lag_p99_ms,
            "sched_lag_p99_ms" => self.sched_lag_p99_ms,
            "cpu_pct" => self.cpu_pct.map(f64::from),
            "ttft_error_ms" => self.ttft_error_ms,
            "window_ms" => self.window_ms,
            _ => None,
        }
    }

    /// The 95 % interval of the number with this id; absent where it has none, or it is unknown.
    pub fn interval(&self, id: &str) -> Option<Interval> {
        match id {
            "sys_output_tps" => self.sys_output_tps_ci,
            "rps" => self.rps_ci,
            "error_rate" => self.error_rate_ci,
            "goodput" => self.goodput_ci,
            "good_fraction" => self.good_fraction_ci,
            _ => None,
        }
    }

    /// Every known interval of a number of the catalogue, by its id.
    pub fn intervals(&self) -> BTreeMap<String, Interval> {
        let known = LEVEL_DEFINITIONS.iter();
        known.filter_map(|known| Some((known.id.to_owned(), self.interval(known.id)?))).collect()
    }

    /// Every number of the catalogue that is known for this level, by its id.
    pub fn numbers(&self) -> BTreeMap<String, f64> {
        LEVEL_DEFINITIONS
            .iter()
            .filter_map(|known| Some((known.id.to_owned(), self.number(known.id)?)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_a_level_is_found_by_its_id() {
        let mut document = serde_json::to_value(Level::default()).unwrap();
        for (at, known) in LEVEL_DEFINITIONS.iter().enumerate() {
            document[known.id] = serde_json::json!(at + 1);
        }
        let level: Level = serde_json::from_value(document).unwrap();
        for (at, known) in (1_u8..).zip(&LEVEL_DEFINITIONS) {
            let number = level.number(known.id);
            assert_eq!(number, Some(f64::from(at)), "{}: add its line to number()", known.id);
        }
        assert_eq!(level.numbers().len(), LEVEL_DEFINITIONS.len(), "and all are listed");
    }

    #[test]
    fn an_unknown_number_is_left_out() {
        assert!(Level::default().numbers().is_empty(), "unknown is absent, never zero");
    }
}
