//! What typical values feel like to someone who reads along: the words of the bands, which stand in `measure`.

use std::collections::BTreeMap;

use measure::{Metric, Spread, waits_for_the_prompt};

use crate::result::prompt_ends::prompt_ends;
use crate::result::sample::Sample;
use crate::result::short_answers::ShortAnswers;

/// What the typical values of a summary of `samples` feel like to a reader, by metric: those that have bands. A speed in each server's own
/// tokens only where that in `o200k_base` tokens is unknown, since a server may count few for as much text, and none where most answers
/// are too short for one; no wait where prompts are of very different lengths, since no request had their median.
pub(crate) fn feelings(
    summary: &BTreeMap<String, Spread>,
    samples: &[Sample],
) -> BTreeMap<String, String> {
    let is_pooled = prompt_ends(samples).is_some();
    let is_short = ShortAnswers::most_of(samples).is_some();
    let is_fair_known = summary.contains_key(Metric::NeutralTps.id());
    let of = |metric: Metric| {
        let is_own_speed = matches!(metric, Metric::DecodeTps | Metric::AnswerTps);
        if is_own_speed && is_fair_known {
            return None;
        }
        if is_pooled && waits_for_the_prompt(metric) || is_short && metric.is_pace() {
            return None;
        }
        let feels = metric.feels(summary.get(metric.id())?.middle())?;
        Some((metric.id().to_owned(), feels.to_owned()))
    };
    Metric::ALL.into_iter().filter_map(of).collect()
}
