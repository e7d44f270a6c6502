//! The summary of a lane's samples, by metric.

use std::collections::BTreeMap;

use measure::{Metric, Spread, Warning, Waves, middle};

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

/// Whether the values of this metric may be pooled: those that depend on token counts only if one source counted them.
fn is_one_population(samples: &[&Sample], metric: Metric) -> bool {
    let source = samples.first().map(|sample| sample.token_source);
    !metric.needs_one_counter() || samples.iter().all(|sample| Some(sample.token_source) == source)
}

/// Summarises each metric over the samples with status `ok`, except those during which the machine slept or its clock
/// was set, and the first use of a schema if there are others. Metrics that depend on token counts are omitted if different sources counted.
pub fn summary(samples: &[Sample]) -> BTreeMap<String, Spread> {
    summed(samples, Spread::of)
}

/// The same for a level, whose requests in order of sending are not independent: the interval of a median is that of
/// its waves, and absent with too few of them.
pub(crate) fn level_summary(samples: &[Sample], waves: Waves) -> BTreeMap<String, Spread> {
    summed(samples, |values| {
        let spread = Spread::of(values.iter().copied())?;
        let waves = waves.with_values(values.len(), samples.len());
        let ci = spread.p50.and_then(|_| waves.median_interval(&values));
        Some(Spread { ci, ..spread })
    })
}

fn summed(
    samples: &[Sample],
    spread: impl Fn(Vec<f64>) -> Option<Spread>,
) -> BTreeMap<String, Spread> {
    let good = summed_up(samples);
    Metric::ALL
        .into_iter()
        .filter(|metric| is_one_population(&good, *metric))
        .filter_map(|metric| {
            let values = good.iter().filter_map(|sample| sample.value(metric)).collect();
            let spread = spread(values)?;
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
    middle(counted.into_iter().filter_map(|sample| sample.value(metric)))
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
    fn the_first_use_of_a_schema_is_not_pooled_with_the_others() {
        let first = answered(4_000.0, &[Warning::FirstSchemaUse]);
        let ttft = |samples: &[Sample]| summary(samples)["ttft_ms"].middle();
        let others = [first.clone(), answered(300.0, &[]), answered(300.0, &[])];
        assert!((ttft(&others) - 300.0).abs() < 1e-9, "as the others are, with no word of 4 s");
        assert_eq!(summary(&others)["ttft_ms"].n, 2, "and it says of how many");
        assert!((ttft(&[first]) - 4_000.0).abs() < 1e-9, "alone it is what there is");
    }
}
