//! How uncertain the typical values of a contender are, and why: the budgets of [`measure::UncertaintyBudget`] over requests of any
//! runs.

use std::collections::BTreeMap;

use cost::TokenSource;
use measure::{HowMeasured, Metric, Spread, Tail, UncertaintyBudget, Warning, middle};

use crate::metric_summary::{MetricSummary, value};
use crate::request::MeasuredRequest;

/// The p95 of time to first answer token among the budgets, which are otherwise of typical values by the ids of their metrics.
pub const TTFAT_P95: &str = "ttfat_p95_ms";

/// Minimum number of requests for a p95 that is not simply the slowest.
const TAIL_FROM: u32 = 20;

/// The budget of the typical value of a metric over these successful requests; `None` if no part of it is known.
pub(crate) fn budget(
    metric: Metric,
    spread: &Spread,
    good: &[&MeasuredRequest],
    counted: Option<TokenSource>,
) -> Option<UncertaintyBudget> {
    let rate = |one: &MeasuredRequest| {
        let is_speed = matches!(metric, Metric::DecodeTps | Metric::NeutralTps);
        let over_ms = (one.latency_ms? - one.ttft_ms?).max(0.0);
        Some((value(metric, one, counted)?, over_ms)).filter(|_| is_speed)
    };
    let how = HowMeasured {
        stamp_error_ms: stamp_error_ms(good),
        over_ms: middle(good.iter().filter_map(|one| Some(rate(one)?.1))),
        tokens: middle(good.iter().filter_map(|one| rate(one).map(|(tps, ms)| tps * ms / 1e3))),
        is_first_read_estimated: good.iter().any(|one| one.warnings.has(Warning::TpotApprox)),
        ..HowMeasured::default()
    };
    UncertaintyBudget::of(metric, spread, &how)
}

/// The numbers whose uncertainty is told.
const BUDGETED: [Metric; 6] = [
    Metric::TtftMs,
    Metric::TtfatMs,
    Metric::LatencyMs,
    Metric::DecodeTps,
    Metric::NeutralTps,
    Metric::CostUsd,
];

/// The budgets of what is quoted of a contender, and of its p95 of time to first answer token.
pub(crate) fn number_budgets(
    quoted: &dyn Fn(Metric) -> Option<MetricSummary>,
    tail: Option<Tail>,
    good: &[&MeasuredRequest],
    counted: Option<TokenSource>,
) -> BTreeMap<&'static str, UncertaintyBudget> {
    let typical = BUDGETED.into_iter().filter_map(|metric| {
        Some((metric.id(), budget(metric, &quoted(metric)?.spread, good, counted)?))
    });
    let how = HowMeasured { stamp_error_ms: stamp_error_ms(good), ..HowMeasured::default() };
    let tail = tail
        .filter(|tail| tail.n >= TAIL_FROM)
        .and_then(|tail| UncertaintyBudget::of_tail(Metric::TtfatMs, &tail, &how));
    typical.chain(tail.map(|tail| (TTFAT_P95, tail))).collect()
}

/// The largest error of timestamps of any machine that measured these; unknown if that of one is.
fn stamp_error_ms(good: &[&MeasuredRequest]) -> Option<f64> {
    let all: Option<Vec<f64>> = good.iter().map(|one| one.ttft_error_ms).collect();
    all?.into_iter().reduce(f64::max)
}

#[cfg(test)]
mod tests {
    use measure::UncertaintySource;

    use super::*;
    use crate::fixtures::{gathered, rounds};

    fn budgets(
        error_ms: Option<f64>,
        warnings: &[Warning],
    ) -> BTreeMap<&'static str, UncertaintyBudget> {
        let drawn: Vec<f64> = (0..40).map(f64::from).collect();
        let points = rounds("a", &drawn, |one, n| {
            (one.ttft_ms, one.ttfat_ms) = (Some(200.0 + n), Some(200.0 + n));
            one.latency_ms = Some(1_200.0 + n);
            one.ttft_error_ms = error_ms;
            one.warnings = warnings.iter().copied().collect();
        });
        gathered(&points).remove(0).contender.uncertainty
    }

    fn sources(budget: &UncertaintyBudget) -> Vec<UncertaintySource> {
        budget.parts.iter().map(|part| part.source).collect()
    }

    #[test]
    fn each_number_of_a_contender_has_the_budget_that_it_has_in_a_race() {
        let all = budgets(Some(0.6), &[Warning::TpotApprox]);
        let ttft = all.get("ttft_ms").expect("forty have an interval");
        assert_eq!(ttft.largest, UncertaintySource::Sampling, "they differ by 40 ms: {ttft:?}");
        assert_eq!(ttft.bias, Some(0.3), "as late as that machine is");
        let speed = all.get("decode_tps").expect("all are equal, and stamped");
        assert_eq!(
            sources(speed),
            [UncertaintySource::Stamp, UncertaintySource::FirstRead, UncertaintySource::Sampling],
            "{speed:?}"
        );
        let first_read = speed.parts[1].standard;
        assert!((first_read - 100.0 / 3_f64.sqrt() / 100.0).abs() < 1e-9, "one of 100 tokens");
        assert_eq!(sources(&all["cost_usd"]), [UncertaintySource::Sampling], "no clock tells it");
    }

    #[test]
    fn one_machine_that_was_not_calibrated_leaves_the_stamp_unknown() {
        let all = budgets(None, &[]);
        assert_eq!(all["ttft_ms"].unknown, [UncertaintySource::Stamp], "it is never 0");
        assert!(all.contains_key("latency_ms"), "{all:?}");
    }

    #[test]
    fn a_tail_has_its_own_budget() {
        let all = budgets(Some(0.6), &[]);
        let (tail, typical) = (&all[TTFAT_P95], &all["ttfat_ms"]);
        let is_open = tail.unknown.contains(&UncertaintySource::Sampling);
        assert!(is_open || tail.plus_minus > typical.plus_minus, "{tail:?} {typical:?}");
        let few = rounds("a", &[(); 19], |_, ()| {});
        let few = gathered(&few).remove(0).contender.uncertainty;
        assert!(!few.contains_key(TTFAT_P95), "nineteen have no p95");
    }
}
