//! A lane's samples, summed up metric by metric.

use std::collections::BTreeMap;

use measure::{Doubt, Spread};

use crate::{Sample, Status};

/// A metric's name in the document, and how it is read off a sample.
type Metric = (&'static str, fn(&Sample) -> Option<f64>);

const METRICS: [Metric; 18] = [
    ("ttft_ms", |s| s.speed.ttft_ms),
    ("ttfat_ms", |s| s.speed.ttfat_ms),
    ("ttft_perceived_ms", |s| s.speed.ttft_perceived_ms),
    ("ttfb_ms", |s| s.speed.ttfb_ms),
    ("ttfs_ms", |s| s.speed.ttfs_ms),
    ("thinking_time_ms", |s| s.speed.thinking_time_ms),
    ("latency_ms", |s| s.speed.latency_ms),
    ("latency_perceived_ms", |s| s.speed.latency_perceived_ms),
    ("connect_time_ms", |s| s.speed.connect_time_ms),
    ("decode_tps", |s| s.speed.decode_tps),
    ("answer_tps", |s| s.speed.answer_tps),
    ("reasoning_tps", |s| s.speed.reasoning_tps),
    ("e2e_tps", |s| s.speed.e2e_tps),
    ("prefill_tps", |s| s.prefill_tps),
    ("tpot_ms", |s| s.speed.tpot_ms),
    ("max_gap_ms", |s| s.speed.max_gap_ms),
    ("out_tokens", |s| s.out_tokens_server.or(s.out_tokens_neutral).map(f64::from)),
    ("cost_usd", |s| s.cost_usd),
];

/// Each metric over the samples whose status is `ok`, those left out during which the machine slept or its clock was set:
/// their times are of no clock that anybody had. Token speeds are left out where the samples' tokens were counted
/// by different sources: such numbers are not one population.
pub fn summary(samples: &[Sample]) -> BTreeMap<String, Spread> {
    let is_good =
        |sample: &&Sample| sample.status == Status::Ok && !sample.doubts.contains(&Doubt::ClockGap);
    let good: Vec<&Sample> = samples.iter().filter(is_good).collect();
    let source = good.first().map(|sample| sample.token_source);
    let one_source = good.iter().all(|sample| Some(sample.token_source) == source);
    METRICS
        .iter()
        .filter(|(name, _)| {
            one_source || !(name.ends_with("_tps") || ["tpot_ms", "out_tokens"].contains(name))
        })
        .filter_map(|(name, read)| {
            let spread = Spread::of(good.iter().filter_map(|sample| read(sample)))?;
            Some(((*name).to_owned(), spread))
        })
        .collect()
}
