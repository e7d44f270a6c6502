//! The uncertainty budget of each number of a lane or a level.

use std::collections::BTreeMap;

use measure::{HowMeasured, Metric, Spread, UncertaintyBudget, Warning, middle};

use crate::result::sample::Sample;
use crate::result::summary::summed_up;

/// The budget of each number of `summary`, the summary of these samples. A number without any known part has no budget.
pub(crate) fn uncertainties(
    samples: &[Sample],
    summary: &BTreeMap<String, Spread>,
    stamp_error_ms: Option<f64>,
) -> BTreeMap<String, UncertaintyBudget> {
    let good = summed_up(samples);
    let of = |metric: Metric| {
        let how = how_measured(&good, metric, stamp_error_ms);
        let budget = UncertaintyBudget::of(metric, summary.get(metric.id())?, &how)?;
        Some((metric.id().to_owned(), budget))
    };
    Metric::ALL.into_iter().filter_map(of).collect()
}

fn how_measured(good: &[&Sample], metric: Metric, stamp_error_ms: Option<f64>) -> HowMeasured {
    let over = |sample: &Sample| over_ms(sample, metric);
    // A rate was computed from rate × time tokens; its inverse, from time ÷ inverse.
    let tokens = |sample: &Sample| {
        let (value, ms) = (sample.value(metric)?, over(sample)?);
        Some(if metric == Metric::TpotMs { ms / value } else { value * ms / 1e3 })
    };
    let warned = |warning| good.iter().any(|sample| sample.doubts.contains(&warning));
    let is_bundled = || {
        let first_reads = good.iter().filter_map(|sample| sample.speed.first_read_tokens);
        metric == Metric::NeutralTps && first_reads.into_iter().any(|tokens| tokens > 1.0)
    };
    HowMeasured {
        stamp_error_ms,
        over_ms: middle(good.iter().filter_map(|sample| over(sample))),
        tokens: middle(good.iter().filter_map(|sample| tokens(sample))),
        is_first_read_estimated: warned(Warning::TpotApprox) || is_bundled(),
        is_split_estimated: warned(Warning::SplitEstimated),
        counters_differ: middle(
            good.iter().filter_map(|sample| Some(sample.count_diff_pct?.abs() / 100.0)),
        ),
    }
}

/// The time over which a rate was computed, in milliseconds; `None` if the metric is not a rate.
fn over_ms(sample: &Sample, metric: Metric) -> Option<f64> {
    let speed = &sample.speed;
    match metric {
        Metric::DecodeTps | Metric::NeutralTps | Metric::CharactersPerS | Metric::TpotMs => {
            speed.decode_time_ms
        }
        Metric::AnswerTps => Some(speed.decode_time_ms? - speed.thinking_time_ms.unwrap_or(0.0)),
        Metric::ReasoningTps => speed.thinking_time_ms,
        Metric::E2eTps => speed.latency_ms,
        Metric::PrefillTps => speed.ttft_ms,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use measure::UncertaintySource;

    use super::*;
    use crate::result::status::Status;
    use crate::result::summary::summary;
    use crate::testing::sample;

    fn samples() -> Vec<Sample> {
        let one = |n: u32| {
            let mut one = sample(Status::Ok);
            one.speed.ttft_ms = Some(200.0 + f64::from(n));
            one.speed.decode_time_ms = Some(1_000.0);
            one.speed.decode_tps = Some(100.0);
            one.doubts = vec![Warning::TpotApprox];
            one
        };
        (0..9).map(one).collect()
    }

    fn of(samples: &[Sample], error_ms: Option<f64>, metric: Metric) -> Option<UncertaintyBudget> {
        uncertainties(samples, &summary(samples), error_ms).remove(metric.id())
    }

    fn standard(budget: &UncertaintyBudget, source: UncertaintySource) -> Option<f64> {
        budget.parts.iter().find(|part| part.source == source).map(|part| part.standard)
    }

    #[test]
    fn each_number_of_a_lane_states_its_uncertainty_and_sources() {
        let budget = of(&samples(), Some(0.6), Metric::DecodeTps).expect("it is known");
        let first_read = standard(&budget, UncertaintySource::FirstRead).expect("it is estimated");
        assert!(
            (first_read - 100.0 / 3_f64.sqrt() / 100.0).abs() < 1e-9,
            "1 of 100 tokens: {budget:?}"
        );
        let stamp = standard(&budget, UncertaintySource::Stamp).expect("it is calibrated");
        assert!((stamp - 100.0 * 0.6 / 6_f64.sqrt() / 1_000.0).abs() < 1e-9, "{budget:?}");
        assert_eq!(budget.largest, UncertaintySource::FirstRead, "all speeds are equal");
        let budget = of(&samples(), None, Metric::TtftMs).expect("its sampling is known");
        assert_eq!(
            budget.unknown,
            [UncertaintySource::Stamp],
            "no calibration, no error of stamps"
        );
    }

    #[test]
    fn a_running_count_leaves_nothing_to_estimate() {
        let mut counted = samples();
        for one in &mut counted {
            one.doubts.clear();
        }
        let budget = of(&counted, Some(0.6), Metric::DecodeTps).expect("it is known");
        assert_eq!(
            standard(&budget, UncertaintySource::FirstRead),
            None,
            "the server told n_first"
        );
    }

    #[test]
    fn a_number_of_one_request_without_a_calibration_has_no_budget() {
        let one = &samples()[..1];
        assert_eq!(of(one, None, Metric::TtftMs), None, "no part of it is known");
    }
}
