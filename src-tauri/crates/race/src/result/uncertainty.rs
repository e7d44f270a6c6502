//! The uncertainty budget of each number of a lane or a level.

use std::collections::BTreeMap;

use measure::{
    HowMeasured, LEVEL_DEFINITIONS, Metric, Spread, Tail, UncertaintyBudget, Unit, Warning, middle,
    waits_for_the_prompt,
};

use crate::result::level::Level;
use crate::result::prompt_ends::prompt_ends;
use crate::result::sample::Sample;
use crate::result::summary::summed_up;

/// The p95 of time to first token among the budgets, which are otherwise of typical values by the ids of their metrics.
pub const TTFT_P95: &str = "ttft_p95_ms";

/// Minimum number of requests for a p95 that is not simply the slowest.
const TAIL_FROM: u32 = 20;

/// The budgets of a lane: of each number of its summary, and of its p95 TTFT, where a failed request is slower than every other. A wait over
/// prompts of very different lengths has none, as no sentence quotes it.
pub(crate) fn of_lane(
    samples: &[Sample],
    summary: &BTreeMap<String, Spread>,
    stamp_error_ms: Option<f64>,
) -> BTreeMap<String, UncertaintyBudget> {
    let good = summed_up(samples);
    let failed = samples.iter().filter(|one| !one.status.is_ok() && !one.status.is_ours()).count();
    let times = good.iter().filter_map(|sample| sample.value(Metric::TtftMs));
    let tail = Tail::of(times, failed, 0.95);
    let mut all = with_tail(uncertainties(samples, summary, stamp_error_ms), tail, stamp_error_ms);
    if prompt_ends(samples).is_some() {
        let is_quoted = |id: &str| !Metric::by_id(id).is_some_and(waits_for_the_prompt);
        all.retain(|id, _| is_quoted(id) && id != TTFT_P95);
    }
    all
}

/// The budgets of a level: of each number of its summary, of its p95 TTFT, and of its rates.
pub(crate) fn of_level(level: &Level) -> BTreeMap<String, UncertaintyBudget> {
    let stamp_error_ms = level.ttft_error_ms;
    let how = HowMeasured { stamp_error_ms, over_ms: level.window_ms, ..HowMeasured::default() };
    let is_rate = |unit| matches!(unit, Unit::RequestsPerSecond | Unit::TokensPerSecond);
    let counted =
        LEVEL_DEFINITIONS.iter().filter(|known| is_rate(known.unit)).filter_map(|known| {
            let (value, ci) = (level.number(known.id)?, level.interval(known.id)?);
            let budget = UncertaintyBudget::of_rate(value, Some(ci), &how)?;
            Some((known.id.to_owned(), budget))
        });
    let typical = uncertainties(&level.samples, &level.summary, stamp_error_ms);
    let mut all = with_tail(typical, level.ttft_p95, stamp_error_ms);
    all.extend(counted);
    all
}

/// The same with the budgets of times as the level shows them: see [`Level::spread`].
pub(crate) fn shown_budgets(level: &Level) -> BTreeMap<String, UncertaintyBudget> {
    let mut all = of_level(level);
    let shown = [
        (Metric::TtftMs, Metric::TtftPerceivedMs),
        (Metric::LatencyMs, Metric::LatencyPerceivedMs),
    ];
    for (metric, perceived) in shown.into_iter().filter(|_| level.from_due) {
        if let Some(budget) = all.get(perceived.id()).cloned() {
            all.insert(metric.id().to_owned(), budget);
        }
    }
    all
}

fn with_tail(
    mut all: BTreeMap<String, UncertaintyBudget>,
    tail: Option<Tail>,
    stamp_error_ms: Option<f64>,
) -> BTreeMap<String, UncertaintyBudget> {
    let how = HowMeasured { stamp_error_ms, ..HowMeasured::default() };
    let tail = tail.filter(|tail| tail.n >= TAIL_FROM);
    let budget = tail.and_then(|tail| UncertaintyBudget::of_tail(Metric::TtftMs, &tail, &how));
    all.extend(budget.map(|budget| (TTFT_P95.to_owned(), budget)));
    all
}

/// The budget of each number of `summary`, the summary of these samples. A number without any known part has no budget.
fn uncertainties(
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
    fn a_p95_has_a_budget_from_twenty_requests_on_that_failures_make_unknown() {
        let many = |n: u32| -> Vec<Sample> {
            (0..n)
                .map(|n| {
                    let mut one = sample(Status::Ok);
                    one.speed.ttft_ms = Some(200.0 + f64::from(n));
                    one
                })
                .collect()
        };
        let of =
            |samples: &[Sample]| of_lane(samples, &summary(samples), Some(0.6)).remove(TTFT_P95);
        let budget = of(&many(200)).expect("two hundred bound it");
        assert_eq!(budget.largest, UncertaintySource::Sampling, "{budget:?}");
        assert!((5.0..60.0).contains(&budget.plus_minus), "of ten that are slower: {budget:?}");
        assert_eq!(of(&many(19)), None, "nineteen have no p95");
        let mut failing = many(40);
        failing.extend((0..10).map(|_| sample(Status::ErrorHttp)));
        assert_eq!(of(&failing), None, "the p95 is a failed one");
    }

    #[test]
    fn what_a_level_counts_has_a_budget_where_it_has_an_interval() {
        let ci = Some(measure::Interval { low: 9.0, high: 11.0 });
        let level = Level {
            rps: Some(10.0),
            rps_ci: ci,
            goodput: Some(10.0),
            error_rate: Some(0.0),
            error_rate_ci: Some(measure::Interval { low: 0.0, high: 0.088 }),
            window_ms: Some(2_000.0),
            ttft_error_ms: Some(0.6),
            ..Level::default()
        };
        let all = of_level(&level);
        let budget = all.get("rps").expect("it has an interval");
        assert!((budget.plus_minus - 2.0 / 1.96).abs() < 1e-3, "a clock adds little: {budget:?}");
        assert_eq!(all.get("goodput"), None, "without one there is nothing to say");
        assert_eq!(all.get("error_rate"), None, "0 to 8.8 % is no 0 ± 4.5 %");
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
