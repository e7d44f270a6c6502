//! Which of two contenders is predicted to cost less.

use std::cmp::Ordering;

use crate::contender::ContenderSummary;
use crate::estimation::{estimate, in_part};
use crate::evidence::Middles;
use crate::predicted_standing::RestsOn;
use crate::prompt_tokens::OwnTokens;
use crate::standing::Standing;
use crate::verdicts::Verdicts;
use crate::workload::Workload;

/// Whether the cost of a given request follows from its price alone: no share of a machine's hour, and neither reasoning nor
/// tokens of an answer that are measured.
pub(crate) fn has_exact_cost(one: &ContenderSummary) -> bool {
    let tokens = one.latency.map_or(1.0, |model| model.writing.own_tokens);
    has_exact_price(one) && tokens.total_cmp(&1.0).is_eq() && one.own_tokens() == OwnTokens::SAME
}

/// The same of so many of its own tokens.
fn has_exact_price(one: &ContenderSummary) -> bool {
    one.reasoning_tokens.as_ref().is_none_or(|tokens| tokens.spread.max <= 0.0)
        && one.price.as_ref().is_some_and(|price| price.per_hour.is_none())
}

/// Takes an end of a range.
type End = fn((f64, f64)) -> f64;

/// Which of two costs follows from the prices alone, although their texts are counted in tokens that were measured: of one
/// tokenizer, who has the lower price; of two, who is cheaper with the most tokens of one request than the other with the fewest.
fn by_price(
    (one, a): (&ContenderSummary, f64),
    (other, b): (&ContenderSummary, f64),
    workload: &Workload,
) -> Option<Standing> {
    let (own, theirs) = (one.latency?, other.latency?);
    let with = |of: &ContenderSummary, end: Option<End>| {
        let mut of = of.clone_without_spreads();
        if let Some(model) = of.latency.as_mut() {
            model.writing.own_tokens = end.map_or(1.0, |end| end(model.writing.own_tokens_range));
            model.prompts.own = end.map_or(OwnTokens::SAME, |end| model.prompts.own.at(end));
        }
        estimate(&of, workload).usd
    };
    let (fewest, most): (End, End) = (|range| range.0, |range| range.1);
    let shown = a.total_cmp(&b);
    let agreed = if own.writing.may_share_a_tokenizer(&theirs.writing) {
        let of_price = with(one, None)?.total_cmp(&with(other, None)?);
        if of_price.is_eq() && measure::is_tie(a, b) {
            return Some(Standing::Alike);
        }
        of_price == shown
    } else if shown.is_lt() {
        with(one, Some(most))? < with(other, Some(fewest))?
    } else {
        with(one, Some(fewest))? > with(other, Some(most))?
    };
    match shown {
        Ordering::Less if agreed => Some(Standing::Better),
        Ordering::Greater if agreed => Some(Standing::Worse),
        _ => None,
    }
}

/// How the predicted cost of one contender compares with that of another. Prices are exact; a share of a machine's hour
/// or of hidden reasoning is as uncertain as the measurement, so it is tested.
pub(crate) fn cost_standing(
    (one, a): (&ContenderSummary, f64),
    (other, b): (&ContenderSummary, f64),
    workload: &Workload,
    verdicts: &Verdicts,
) -> Standing {
    let within = |place: u32, middles: &Middles| {
        let of = if place == one.place { one } else { other };
        let mut within = in_part(of, middles)?;
        if let Some((thought, middle)) =
            within.reasoning_tokens.as_mut().zip(middles.reasoning_tokens)
        {
            thought.middle = middle;
        }
        estimate(&within, workload).usd
    };
    if has_exact_cost(one) && has_exact_cost(other) {
        return match a.total_cmp(&b) {
            Ordering::Less => Standing::Better,
            Ordering::Greater => Standing::Worse,
            Ordering::Equal => Standing::Alike,
        };
    }
    let priced = (has_exact_price(one) && has_exact_price(other))
        .then(|| by_price((one, a), (other, b), workload))
        .flatten();
    priced.unwrap_or_else(|| {
        verdicts.predicted((one.place, other.place), ((a, b), RestsOn::Itself), &within)
    })
}
