//! Paired comparisons over the rounds of a race, and the first uses of schemas beside the others, in sentences.

use race::{Run, first_schema_uses, nothing_to_settle, pairwise};

use crate::terminal::names;

/// One sentence for each pair and metric, then one for each first use.
pub(crate) fn comparisons(run: &Run) -> Vec<String> {
    let names = names::of_lanes(run, 32);
    let pairs = pairwise(run);
    let uses = first_schema_uses(run);
    let pairs = pairs.iter().filter_map(|pair| pair.text(&names));
    let unsettled = nothing_to_settle(run);
    pairs.chain(unsettled).chain(uses.iter().filter_map(|used| used.text(&names))).collect()
}
