//! The bands into which people sort waits and speeds: what a number feels like to someone who reads along.
//!
//! Published comparisons of 2025 and 2026 agree on these bands. People read 200 to 300 words a minute, which is 7 to 10
//! tokens per second. An agent that nobody watches gains from any speed.

use serde::Serialize;

/// One band.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
pub struct Band {
    /// Exclusive upper bound, in the metric's unit; values of an earlier band are not in this one. Absent for the last.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below: Option<u32>,
    /// What values in it feel like.
    pub feels: &'static str,
}

const fn band(below: Option<u32>, feels: &'static str) -> Band {
    Band { below, feels }
}

/// For a wait for the first token, in milliseconds.
pub(crate) const WAIT: [Band; 4] = [
    band(Some(200), "instant"),
    band(Some(500), "fine for conversation"),
    band(Some(1_000), "a noticeable wait"),
    band(None, "sluggish"),
];

/// For a speed, in tokens per second.
pub(crate) const READING: [Band; 5] = [
    band(Some(5), "slow"),
    band(Some(15), "acceptable when not watching"),
    band(Some(30), "comfortable reading"),
    band(Some(60), "faster than reading"),
    band(None, "nearly instantaneous to a reader"),
];

/// What a value feels like; `None` without bands.
pub(crate) fn feels(bands: &'static [Band], value: f64) -> Option<&'static str> {
    let is_in = |band: &&Band| band.below.is_none_or(|below| value < f64::from(below));
    let band = bands.iter().find(is_in).filter(|_| value.is_finite())?;
    Some(band.feels)
}

#[cfg(test)]
mod tests {
    use crate::Metric;

    #[test]
    fn a_value_is_in_the_first_band_that_it_is_below() {
        for (metric, value, feels) in [
            (Metric::TtftMs, 199.9, "instant"),
            (Metric::TtftMs, 200.0, "fine for conversation"),
            (Metric::TtftMs, 999.0, "a noticeable wait"),
            (Metric::TtftMs, 1_000.0, "sluggish"),
            (Metric::DecodeTps, 4.9, "slow"),
            (Metric::DecodeTps, 5.0, "acceptable when not watching"),
            (Metric::DecodeTps, 29.0, "comfortable reading"),
            (Metric::DecodeTps, 60.0, "nearly instantaneous to a reader"),
        ] {
            assert_eq!(metric.feels(value), Some(feels), "{} of {value}", metric.id());
        }
        assert_eq!(Metric::CostUsd.feels(0.1), None, "nobody feels a cost");
        assert_eq!(Metric::TtftMs.feels(f64::NAN), None, "what is no number feels like nothing");
    }

    #[test]
    fn bands_rise_and_the_last_has_no_end() {
        for metric in Metric::ALL {
            let ends: Vec<Option<u32>> =
                metric.definition().bands.iter().map(|band| band.below).collect();
            let Some((last, others)) = ends.split_last() else { continue };
            assert_eq!(*last, None, "{}: every value is in one", metric.id());
            assert!(others.is_sorted(), "{}: from the lowest on", metric.id());
        }
    }
}
