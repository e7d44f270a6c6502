//! What typical values feel like to someone who reads along: the words of the bands, which stand in `measure`.

use std::collections::BTreeMap;

use measure::{Metric, Spread};

/// What the typical values of a summary feel like to a reader, by metric: those that have bands. A speed in each server's own tokens
/// only where that in `o200k_base` tokens is unknown, since a server may count few for as much text.
pub(crate) fn feelings(summary: &BTreeMap<String, Spread>) -> BTreeMap<String, String> {
    let is_fair_known = summary.contains_key(Metric::NeutralTps.id());
    let of = |metric: Metric| {
        let is_own_speed = matches!(metric, Metric::DecodeTps | Metric::AnswerTps);
        if is_own_speed && is_fair_known {
            return None;
        }
        let feels = metric.feels(summary.get(metric.id())?.middle())?;
        Some((metric.id().to_owned(), feels.to_owned()))
    };
    Metric::ALL.into_iter().filter_map(of).collect()
}
