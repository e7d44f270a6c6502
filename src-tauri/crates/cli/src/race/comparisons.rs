//! Paired comparisons over the rounds of a race, in sentences.

use measure::Metric;
use race::{Pairwise, Run, SentencePart, pairwise};

use crate::terminal::words;

/// A sentence for each pair and metric.
pub(crate) fn comparisons(run: &Run) -> Vec<String> {
    pairwise(run).iter().filter_map(|pair| sentence(run, pair)).collect()
}

fn sentence(run: &Run, pair: &Pairwise) -> Option<String> {
    let unit = Metric::by_id(pair.metric)?.definition().unit;
    let written = |part: &SentencePart| {
        Some(match part {
            SentencePart::Text(text) => text.clone(),
            SentencePart::Lane(lane) => {
                let lane = run.lanes.get(*lane as usize)?;
                words::clipped(&words::lane(&lane.label, &lane.model, lane.simulated), 32)
            }
            SentencePart::Amount(value) => unit.written(*value),
        })
    };
    pair.sentence.iter().map(written).collect()
}
