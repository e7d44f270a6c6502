//! The summary of a lane's samples, by metric.

use std::collections::BTreeMap;

use measure::{
    ALPHA, Interval, MeanPaid, Metric, PaceSelection, Paid, Spread, Warning, Waves, typical,
};

use crate::result::sample::Sample;
use crate::result::status::Status;

/// The samples that enter a summary: status `ok`, except those during which the machine slept or its clock was set,
/// whose times are invalid, and the first use of a schema if there are others.
pub(crate) fn summed_up(samples: &[Sample]) -> Vec<&Sample> {
    let has = |sample: &Sample, doubt| sample.doubts.contains(&doubt);
    let good = samples
        .iter()
        .filter(|sample| sample.status == Status::Ok && !has(sample, Warning::ClockGap));
    let (first, others): (Vec<_>, Vec<_>) =
        good.partition(|sample| has(sample, Warning::FirstSchemaUse));
    if others.is_empty() { first } else { others }
}

/// Whether the speeds of these samples are those of the slower ones, because the others were too quick for one.
pub(crate) fn are_paces_selected<'a>(samples: impl Iterator<Item = &'a Sample>) -> bool {
    let mut selection = PaceSelection::default();
    for sample in samples.filter(|sample| sample.status == Status::Ok) {
        let was_read_late = sample.doubts.iter().any(|doubt| doubt.is_of_late_reading());
        selection.add(sample.speed.is_too_quick(), was_read_late);
    }
    selection.is_of_the_slower()
}

/// Whether the values of this metric may be pooled: those that depend on token counts only if one source counted them,
/// and speeds only if hardly any request was too quick for one.
pub(crate) fn is_one_population(samples: &[&Sample], metric: Metric) -> bool {
    if metric.is_pace() && are_paces_selected(samples.iter().copied()) {
        return false;
    }
    let source = samples.first().map(|sample| sample.token_source);
    !metric.needs_one_counter() || samples.iter().all(|sample| Some(sample.token_source) == source)
}

/// Summarises each metric over the samples with status `ok`, except those during which the machine slept or its clock
/// was set, and the first use of a schema if there are others. In p90, p95
/// and p99 of how long an answer is waited for, a failed request is slower than every other, and they are absent where they would
/// be one. Metrics that depend on token counts are omitted if different sources counted, and
/// speeds if more than one request in twenty was too quick for one. The interval is that of the median, and of a cost that of the mean.
pub fn summary(samples: &[Sample]) -> BTreeMap<String, Spread> {
    let of_mean = |paid: &[Paid]| MeanPaid::of(paid)?.interval(ALPHA);
    summed(samples, |values| Spread::of(values.iter().copied()), of_mean)
}

/// The same for a level, whose requests in order of sending are not independent: the interval of a median is that of
/// its waves, as is that of the mean of a cost, and absent with too few of them.
pub(crate) fn level_summary(samples: &[Sample], waves: Waves) -> BTreeMap<String, Spread> {
    let of_mean = |paid: &[Paid]| {
        let costs: Vec<f64> = paid.iter().map(|paid| paid.value).collect();
        waves.with_values(costs.len(), samples.len()).mean_interval(&costs)
    };
    let spread = |values: &[f64]| {
        let spread = Spread::of(values.iter().copied())?;
        let waves = waves.with_values(values.len(), samples.len());
        let ci = spread.p50.and_then(|_| waves.median_interval(values));
        Some(Spread { ci, ..spread })
    };
    summed(samples, spread, of_mean)
}

fn summed(
    samples: &[Sample],
    spread: impl Fn(&[f64]) -> Option<Spread>,
    of_mean: impl Fn(&[Paid]) -> Option<Interval>,
) -> BTreeMap<String, Spread> {
    let good = summed_up(samples);
    let is_failed = |sample: &&Sample| !sample.status.is_ok() && !sample.status.is_ours();
    let failed = samples.iter().filter(is_failed).count();
    Metric::ALL
        .into_iter()
        .filter(|metric| is_one_population(&good, *metric))
        .filter_map(|metric| {
            let values: Vec<f64> = good.iter().filter_map(|sample| sample.value(metric)).collect();
            let mut spread = spread(&values)?;
            if failed > 0 && metric.is_awaited() {
                spread = spread.with_failures(&values, failed);
            }
            if metric.adds_up() {
                let paid: Vec<Paid> = good.iter().filter_map(|sample| sample.paid()).collect();
                spread.ci = of_mean(&paid).map(|ci| ci.holding(spread.mean));
            }
            // Requests on one connection share its round trip, so their number says nothing about its error.
            let ci = spread.ci.filter(|_| metric != Metric::RttMs);
            Some((metric.id().to_owned(), Spread { ci, ..spread }))
        })
        .collect()
}

/// A lane's typical value of one metric, as [`summary`] computes it. If no request ended on its own, it covers the
/// cancelled ones, because a cancelled lane keeps its measurements; failed requests never count.
pub fn lane_middle(samples: &[Sample], metric: Metric) -> Option<f64> {
    let all_stopped = samples.iter().all(|sample| sample.status.is_ours());
    let counted = if all_stopped { samples.iter().collect() } else { summed_up(samples) };
    if !is_one_population(&counted, metric) {
        return None;
    }
    typical(metric, counted.into_iter().filter_map(|sample| sample.value(metric)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    fn answered(ttft_ms: f64, doubts: &[Warning]) -> Sample {
        let mut sample = Sample { doubts: doubts.to_vec(), ..sample(Status::Ok) };
        sample.speed.ttft_ms = Some(ttft_ms);
        sample
    }

    #[test]
    fn a_failed_request_is_slower_than_every_p95() {
        let of = |failed: usize| {
            let mut all: Vec<Sample> = (1..=30).map(|n| answered(f64::from(n), &[])).collect();
            all.extend(vec![sample(Status::ErrorHttp); failed]);
            summary(&all)["ttft_ms"].clone()
        };
        let near = |p95: Option<f64>, ms: f64| p95.is_some_and(|p95| (p95 - ms).abs() < 1e-9);
        assert!(near(of(0).p95, 28.55), "numpy.percentile(range(1, 31), 95): {:?}", of(0).p95);
        assert!(near(of(1).p95, 29.5), "one of 31 is slower than the slowest: {:?}", of(1).p95);
        assert_eq!(of(3).p95, None, "of three in 33 the p95 is a failed one");
        assert_eq!((of(3).n, of(3).p50), (30, Some(15.5)), "the middle is of those that answered");
    }

    #[test]
    fn a_speed_is_not_typical_if_the_fastest_were_too_quick_to_have_one() {
        let writing = |decode_ms: f64| {
            let mut one = answered(20.0, &[]);
            one.speed.decode_time_ms = Some(decode_ms);
            (one.speed.chunks, one.speed.tokens_per_chunk) = (8, Some(1.0));
            one.speed.decode_tps = Some(7e3 / decode_ms).filter(|_| decode_ms >= 5.0);
            one
        };
        let of = |quick: usize, slow: usize| {
            let both = std::iter::repeat_n(4.0, quick).chain(std::iter::repeat_n(6.0, slow));
            summary(&both.map(writing).collect::<Vec<_>>())
        };
        assert!(of(1, 20).contains_key("decode_tps"), "one of 21 changes nothing");
        let late = |one: Sample| Sample { doubts: vec![Warning::ClientLimited], ..one };
        let frozen = std::iter::repeat_n(6.0, 20).map(writing);
        let frozen = frozen.chain([late(writing(4.0)), late(writing(4.0))]);
        let frozen = summary(&frozen.collect::<Vec<_>>());
        assert_eq!(frozen["decode_tps"].n, 20, "a stop of this machine takes nobody's speed");
        let half = of(10, 10);
        assert!(!half.contains_key("decode_tps"), "the faster half is missing");
        assert_eq!(half["ttft_ms"].n, 20, "which says nothing about other numbers");
    }

    #[test]
    fn the_first_use_of_a_schema_is_not_pooled_with_the_others() {
        let first = answered(4_000.0, &[Warning::FirstSchemaUse]);
        let ttft = |samples: &[Sample]| summary(samples)["ttft_ms"].middle();
        let others = [first.clone(), answered(300.0, &[]), answered(300.0, &[])];
        assert!((ttft(&others) - 300.0).abs() < 1e-9, "as the others are, with no word of 4 s");
        assert_eq!(summary(&others)["ttft_ms"].n, 2, "and it says of how many");
        assert!((ttft(&[first]) - 4_000.0).abs() < 1e-9, "alone it is what there is");
    }
}
