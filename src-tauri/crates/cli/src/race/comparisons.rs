//! Paired comparisons over the rounds of a race, in sentences.

use measure::Metric;
use race::{Pairwise, Run, SentencePart, pairwise};

use crate::terminal::names;

/// One sentence for each pair and metric.
pub(crate) fn comparisons(run: &Run) -> Vec<String> {
    let names = names::of_lanes(run, 32);
    pairwise(run).iter().filter_map(|pair| sentence(&names, pair)).collect()
}

fn sentence(names: &[String], pair: &Pairwise) -> Option<String> {
    let unit = Metric::by_id(pair.metric)?.definition().unit;
    let written = |part: &SentencePart| {
        Some(match part {
            SentencePart::Text(text) => text.clone(),
            SentencePart::Lane(lane) => names.get(*lane as usize)?.clone(),
            SentencePart::Amount(value) => unit.written(*value),
        })
    };
    pair.sentence.iter().map(written).collect()
}
