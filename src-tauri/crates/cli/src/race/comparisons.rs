//! Paired comparisons over the rounds of a race, whether lanes are the same service as a reference, what a part of a request takes, and the first uses of schemas beside the
//! others, in sentences.

use race::{Run, nothing_to_settle, pairwise, with_verdicts};

use crate::terminal::names;

/// The document of a run, with the same verdicts on its lanes as [`comparisons`] in the same words; only names are whole.
pub(crate) fn document(run: Run) -> Run {
    let run = run.into_document();
    let names = names::of_lanes(&run, usize::MAX);
    with_verdicts(run, &names)
}

/// One sentence for each pair and metric, one for each lane that took a step, one for each lane beside the reference, then one for each lane with more in its request, then one for each first use.
pub(crate) fn comparisons(run: &Run) -> Vec<String> {
    let names = names::of_lanes(run, 32);
    let pairs = pairwise(run);
    let uses = run.schema_uses();
    let pairs = pairs.iter().filter_map(|pair| pair.text(&names));
    let unsettled = nothing_to_settle(run);
    let parts = run.request_parts();
    let parts = parts.iter().filter_map(|part| part.text(&names));
    let uses = uses.iter().filter_map(|used| used.text(&names));
    let steps = run.round_steps();
    let steps = steps.iter().filter_map(|step| step.text(&names));
    let same = run.same_service();
    let same = same.iter().filter_map(|one| one.text(&names));
    pairs.chain(unsettled).chain(steps).chain(same).chain(parts).chain(uses).collect()
}
