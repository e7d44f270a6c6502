//! Paired comparisons over the rounds of a race, in sentences.

use race::{Run, pairwise};

use crate::terminal::names;

/// One sentence for each pair and metric.
pub(crate) fn comparisons(run: &Run) -> Vec<String> {
    let names = names::of_lanes(run, 32);
    pairwise(run).iter().filter_map(|pair| pair.text(&names)).collect()
}
