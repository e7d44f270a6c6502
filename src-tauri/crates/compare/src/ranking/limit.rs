//! Whether a contender keeps a limit, and how sure that is. A tail or an error rate of few requests says little: a
//! contender that fails one time in ten still answers five requests in a row six times in ten.

use measure::{Amount, Better, Metric, Phrase};

use super::figure::Figure;
use super::use_case::RankLimit;
use crate::contender::ContenderSummary;
use crate::estimation::Estimate;
use crate::prompt_ends;
use crate::wording::{cards, ranking as say};

/// The state of a contender with respect to a limit.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum LimitState {
    /// It keeps the limit, and no interval contradicts that.
    Yes,
    /// The measured requests keep it, but it may be broken after all; with the reason.
    Open(Phrase),
    /// The measured requests break it; with how.
    No(Phrase),
}

pub(super) fn limit_state(
    one: &ContenderSummary,
    estimate: &Estimate,
    limit: &RankLimit,
) -> LimitState {
    let figure = limit.figure;
    let Some(value) = figure.of(one, estimate) else {
        return LimitState::No(figure.unknown(one, estimate));
    };
    // A median over prompts of several lengths keeps and breaks nothing: those at either end do.
    let at_ends = one.at_ends(Metric::TtfatMs).filter(|_| figure == Figure::Ttfat);
    let value = match at_ends {
        Some([(_, short), (_, long)]) => {
            let (short_keeps, long_keeps) =
                (keeps(figure, short, limit.value), keeps(figure, long, limit.value));
            if short_keeps != long_keeps {
                let written = |ms: f64| cards::figure(figure.amount(ms).into());
                let said = prompt_ends::figure(value, at_ends, &written);
                return LimitState::Open(say::by_prompt(figure.name(), said));
            }
            if short_keeps { short.max(long) } else { short.min(long) }
        }
        None => value,
    };
    let (name, own, at) = (figure.name_of(one), figure.amount(value), figure.amount(limit.value));
    let is_kept = keeps(figure, value, limit.value);
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
        let but = unsure.map(|ends| say::but_may_be(range(one, figure, ends)));
        let said = if figure.better() == Better::Lower { say::above } else { say::below };
        return LimitState::No(said(name, own, at, but));
    }
    match ends {
        Some(ends) if bad.is_some_and(may_break) => {
            let n = match figure {
                Figure::ErrorRate | Figure::TtfatTail => one.good + one.failed,
                Figure::Right => one.right.map_or(0, |right| right.of_requests()),
                _ => one.good,
            };
            LimitState::Open(say::of_requests(name, own, n.into(), range(one, figure, ends)))
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

fn range(one: &ContenderSummary, figure: Figure, ends: Ends) -> Phrase {
    let amount = |end| figure.amount(end);
    match ends {
        (Some(low), Some(high)) => say::from_to(amount(low), amount(high)),
        (Some(low), None) => say::or_more(amount(low)),
        (None, Some(high)) => say::up_to(amount(high)),
        (None, None) if one.runs > 1 => say::few_runs(Amount::digits(one.runs.into(), 0)),
        (None, None) => say::few_requests(),
    }
}
