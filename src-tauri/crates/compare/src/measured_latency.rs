//! What measured latencies tell of contenders whom predictions do not tell apart. A prediction rests on TTFT and speed, and holds
//! for every length; the latency that was measured may differ where neither of the two surely does. A sentence that says of
//! the measured length that nothing differs would deny it.

use measure::{Metric, Phrase};

use crate::answer_lengths::{LONGEST, SHORTEST};
use crate::contender::ContenderSummary;
use crate::latency_model::LatencyModel;
use crate::standing::Standing;
use crate::verdicts::Verdicts;
use crate::wording::lengths as say;

/// The most pairs that are told by name.
const NAMED: usize = 3;

/// Two contenders of whom the first was faster.
pub(crate) type FasterPair<'a> = (&'a ContenderSummary, &'a ContenderSummary);

/// The pair in the order of their measured latencies, if those differ significantly and `predicted`, how the first compares with
/// the other at their own length, says something else.
pub(crate) fn denied<'a>(
    (one, other): FasterPair<'a>,
    predicted: Standing,
    verdicts: &Verdicts,
) -> Option<FasterPair<'a>> {
    let measured = verdicts.standing(one.place, other.place, Metric::LatencyMs);
    match measured {
        Standing::Better if predicted != measured => Some((one, other)),
        Standing::Worse if predicted != measured => Some((other, one)),
        _ => None,
    }
}

/// The length of two contenders' answers, within those of the chart. Latencies are compared only of answers of about one length.
pub(crate) fn own_length(
    (one, of_one): (&ContenderSummary, &LatencyModel),
    (other, of_other): (&ContenderSummary, &LatencyModel),
) -> Option<f64> {
    let length = |one: &ContenderSummary, model: &LatencyModel| {
        Some(one.answer_tokens.as_ref()?.middle / model.writing.own_tokens)
    };
    let both = (length(one, of_one)? * length(other, of_other)?).sqrt();
    Some(both.clamp(SHORTEST, LONGEST)).filter(|length| length.is_finite())
}

/// A further sentence about these pairs; `None` if there are none.
pub(crate) fn told(pairs: &[FasterPair<'_>]) -> Option<Phrase> {
    let was_faster =
        |(one, other): &FasterPair<'_>| say::was_faster(one.name.clone(), other.name.clone());
    match pairs.len() {
        0 => None,
        few if few <= NAMED => Some(say::by_parts(pairs.iter().map(was_faster).collect())),
        many => Some(say::by_parts_of_many(many.into())),
    }
}
