//! The timestamp error of a machine, found by a calibration.

use serde::{Deserialize, Serialize};

/// The timestamp error of a machine, with the day of its measurement.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Calibration {
    /// The day, in UTC, as `YYYY-MM-DD`.
    pub dated: String,
    /// The machine: CPU if known, number of cores, and operating system.
    pub machine: String,
    /// The version of Paceline.
    pub version: String,
    /// Errors by ascending number of streams.
    pub stamps: Vec<StampErrors>,
    /// The highest total speed that was measured within 1 % on every stream, in tokens per second; absent if none was.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_tps: Option<f64>,
}

/// Timestamp errors at one number of streams, in milliseconds. They are a bias: a timestamp is late by the time a read
/// takes, and never early.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct StampErrors {
    /// Concurrent streams, at 100 tokens per second each.
    pub streams: u32,
    /// Number of requests that were compared, each with its own true timing; absent in calibrations made before it was
    /// recorded.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<u32>,
    /// Median of (measured TTFT − true TTFT).
    pub ttft_p50_ms: f64,
    /// p99 of the same; absent with fewer than 100 requests. Calibrations made before `ttft_max_ms` have the maximum here.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_p99_ms: Option<f64>,
    /// Maximum of the same; absent in older calibrations.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_max_ms: Option<f64>,
    /// Median of |measured gap − 10 ms| for gaps of 10 ms.
    pub gap_p50_ms: f64,
    /// p99 of the same.
    pub gap_p99_ms: f64,
}

impl Calibration {
    /// The p99 TTFT error for this many concurrent streams, or its maximum of fewer than 100 requests, in milliseconds, from
    /// the next higher measured number of streams. `None` above the highest.
    pub fn ttft_error_ms(&self, streams: u32) -> Option<f64> {
        let found = self.stamps.iter().find(|stamps| stamps.streams >= streams)?;
        found.ttft_p99_ms.or(found.ttft_max_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calibration_answers_for_as_many_streams_as_were_tried() {
        let stamps = |streams, p99| StampErrors {
            streams,
            ttft_p99_ms: Some(p99),
            ..StampErrors::default()
        };
        let calibration =
            Calibration { stamps: vec![stamps(1, 0.2), stamps(32, 0.6)], ..Calibration::default() };
        assert_eq!(calibration.ttft_error_ms(1), Some(0.2), "as it was tried");
        assert_eq!(calibration.ttft_error_ms(4), Some(0.6), "between two, the larger one");
        let few = StampErrors { streams: 64, ttft_max_ms: Some(2.0), ..StampErrors::default() };
        let few = Calibration { stamps: vec![few], ..Calibration::default() };
        assert_eq!(few.ttft_error_ms(64), Some(2.0), "of a few requests the largest");
        assert_eq!(calibration.ttft_error_ms(33), None, "beyond, nobody knows");
    }
}
