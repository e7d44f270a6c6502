//! A lane's samples, summed up metric by metric.

use std::collections::BTreeMap;

use measure::{Metric, Spread, Warning, middle};

use crate::result::run::{Sample, Status};

/// The samples that are summed up: those whose status is `ok`, without those during which the machine slept or its clock
/// was set, whose times are of no clock that anybody had.
fn summed_up(samples: &[Sample]) -> Vec<&Sample> {
    let is_good = |sample: &&Sample| {
        sample.status == Status::Ok && !sample.doubts.contains(&Warning::ClockGap)
    };
    samples.iter().filter(is_good).collect()
}

/// Whether values of this metric in these samples are one population: what rests on tokens is one where one source counted
/// them.
fn is_one_population(samples: &[&Sample], metric: Metric) -> bool {
    let source = samples.first().map(|sample| sample.token_source);
    !metric.needs_one_counter() || samples.iter().all(|sample| Some(sample.token_source) == source)
}

/// Each metric over the samples whose status is `ok`, those left out during which the machine slept or its clock was set.
/// What rests on tokens is left out where different sources counted them.
pub fn summary(samples: &[Sample]) -> BTreeMap<String, Spread> {
    let good = summed_up(samples);
    Metric::ALL
        .into_iter()
        .filter(|metric| is_one_population(&good, *metric))
        .filter_map(|metric| {
            let spread = Spread::of(good.iter().filter_map(|sample| sample.value(metric)))?;
            Some((metric.id().to_owned(), spread))
        })
        .collect()
}

/// What stands for a lane in one number: what [`summary`] has in the middle, without the rest of it. Where no request ended
/// by itself, it is of those that we stopped, since a cancelled lane keeps what it measured; a failed request is in neither.
pub fn lane_middle(samples: &[Sample], metric: Metric) -> Option<f64> {
    let all_stopped = samples.iter().all(|sample| sample.status.is_ours());
    let counted = if all_stopped { samples.iter().collect() } else { summed_up(samples) };
    if !is_one_population(&counted, metric) {
        return None;
    }
    middle(counted.into_iter().filter_map(|sample| sample.value(metric)))
}
