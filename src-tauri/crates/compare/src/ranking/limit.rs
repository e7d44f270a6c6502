//! Whether a contender keeps a limit, and how sure that is. A tail or an error rate of few requests says little: a
//! contender that fails one time in ten still answers five requests in a row six times in ten.

use measure::{Better, format};

use super::figure::Figure;
use super::use_case::RankLimit;
use crate::contender::ContenderSummary;
use crate::what_if::Estimate;

/// The state of a contender with respect to a limit.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum LimitState {
    /// It keeps the limit, and no interval contradicts that.
    Yes,
    /// The measured requests keep it, but it may be broken after all; with the reason.
    Open(String),
    /// The measured requests break it; with how.
    No(String),
}

pub(super) fn limit_state(
    one: &ContenderSummary,
    estimate: &Estimate,
    limit: &RankLimit,
) -> LimitState {
    let figure = limit.figure;
    let Some(value) = figure.of(one, estimate) else {
        return LimitState::No(figure.unknown(one));
    };
    let (name, own, at) = (figure.name_of(one), figure.text(value), figure.text(limit.value));
    let is_kept = keeps(figure, value, limit.value);
    let word = if figure.better() == Better::Lower { "above" } else { "below" };
    let ends = figure.ends(one);
    // The end of the interval towards better values, and that towards worse ones. An absent end is anything.
    let may_keep = |end: Option<f64>| end.is_none_or(|end| keeps(figure, end, limit.value));
    let may_break = |end: Option<f64>| end.is_none_or(|end| !keeps(figure, end, limit.value));
    let (good, bad) = match figure.better() {
        Better::Lower => (ends.map(|ends| ends.0), ends.map(|ends| ends.1)),
        Better::Higher => (ends.map(|ends| ends.1), ends.map(|ends| ends.0)),
    };
    if !is_kept {
        let unsure = ends.filter(|_| good.is_some_and(may_keep));
        let unsure = unsure.map(|ends| format!(", but may be {}", range(one, figure, ends)));
        return LimitState::No(format!(
            "{name} {own} is {word} {at}{}",
            unsure.unwrap_or_default()
        ));
    }
    match ends {
        Some(ends) if bad.is_some_and(may_break) => {
            let n = match figure {
                Figure::ErrorRate | Figure::TtfatTail => one.good + one.failed,
                Figure::Right => one.right.map_or(0, |right| right.right + right.wrong),
                _ => one.good,
            };
            let what = if figure == Figure::Right { "answer" } else { "request" };
            let n = format::several(n as usize, what);
            LimitState::Open(format!("{name} {own} of {n} may be {}", range(one, figure, ends)))
        }
        _ => LimitState::Yes,
    }
}

fn keeps(figure: Figure, value: f64, limit: f64) -> bool {
    match figure.better() {
        Better::Lower => value <= limit,
        Better::Higher => value >= limit,
    }
}

/// The ends of a 95 % interval.
type Ends = (Option<f64>, Option<f64>);

fn range(one: &ContenderSummary, figure: Figure, ends: Ends) -> String {
    let text = |end| figure.text(end);
    match ends {
        (Some(low), Some(high)) => format!("{} to {}", text(low), text(high)),
        (Some(low), None) => format!("{} or anything more", text(low)),
        (None, Some(high)) => format!("up to {}", text(high)),
        (None, None) if one.runs > 1 => format!("anything: {} runs are too few to tell", one.runs),
        (None, None) => "anything: too few requests to tell".to_owned(),
    }
}
