//! Hedging: what sending a request to two contenders and keeping the first would have gained, from the existing
//! samples.
//!
//! Two policies, each with its own complete numbers:
//!
//! - **At once.** The request goes to both. The one with the first token is kept to its end, even if it breaks off
//!   later, since the other was stopped; if one fails without any text, the other is kept. Both are charged in full,
//!   which is an upper bound: not every provider bills a stopped request.
//! - **Delayed.** The second request is sent only if the first has produced no text by its own p95, which is about one
//!   request in twenty; then the one with the first token is kept. J. Dean and L. A. Barroso (2013), "The tail at
//!   scale".

mod outcome;

use std::collections::HashMap;

use measure::{Amount, Phrase, Unit, is_tie};
use serde::Serialize;

pub use self::outcome::HedgeOutcome;
use self::outcome::{Attempt, LEAST_ROUNDS, TAIL, at_once, attempt, outcome_of};
use crate::contender::ContenderSummary;
use crate::group::Group;
use crate::request::{MeasuredRequest, float, small};
use crate::wording::hedging as say;

/// Maximum number of requests of each side when each is paired with every request of the other.
const MOST: usize = 300;
/// Maximum number of combinations of requests over all pairs of contenders, and the minimum of one side.
const MOST_COMBINATIONS: usize = 6_000_000;
/// Maximum number of contenders whose pairs are all examined.
const MOST_CONTENDERS: usize = 100;

/// The policy with a delayed second request.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct DelayedHedge {
    /// The delay: p95 TTFT of the first contender alone, in milliseconds.
    pub delay_ms: f64,
    /// Share of the requests that needed a second one, 0 to 1.
    pub second_share: f64,
    /// The outcome.
    pub outcome: HedgeOutcome,
    /// Whether it gains: the slowest twentieth is more than 2 % sooner and the median answer ends no later, or there are fewer
    /// failures.
    pub buys: bool,
}

/// Two contenders, alone and together.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Hedge {
    /// The contender that has the better tail on its own.
    pub one: u32,
    /// The other.
    pub other: u32,
    /// Whether requests are paired by shared rounds. Otherwise each request of one is paired with each of the other,
    /// which assumes that nothing slows both at once.
    pub paired: bool,
    /// Number of shared rounds, or of requests on the side with fewer.
    pub n: u32,
    /// The first contender alone.
    pub one_alone: HedgeOutcome,
    /// The other contender alone.
    pub other_alone: HedgeOutcome,
    /// Both at once, keeping the first.
    pub together: HedgeOutcome,
    /// The other after a delay; absent with fewer than twenty samples of the first.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delayed: Option<DelayedHedge>,
    /// How much sooner the first token arrives than with the first contender alone: at p95 or, if that is absent, at
    /// the median.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sooner_ms: Option<f64>,
    /// Whether sending both at once gains: more than 2 % sooner and the median answer ends no later, or fewer failures.
    pub buys: bool,
    /// The result in one sentence.
    pub sentence: Phrase,
}

/// Two requests that are treated as one hedged request.
type Pair<'a> = (&'a MeasuredRequest, &'a MeasuredRequest);

/// Computes the hedge of two contenders. Where requests are combined, at most `most` of each side are used. `None` if
/// the two never ran under the same load, have too few requests, or one of them never produced text.
fn hedge(a: &Group<'_>, b: &Group<'_>, most: usize) -> Option<Hedge> {
    if a.contender.load != b.contender.load {
        return None;
    }
    // A contender without any text can never be first.
    if a.contender.ttft_ms.is_none() || b.contender.ttft_ms.is_none() {
        return None;
    }
    let rounds = rounds_together(a, b);
    let paired = rounds.len() >= LEAST_ROUNDS;
    let (pairs, n) = if paired {
        let n = rounds.len();
        (rounds, n)
    } else {
        (all_pairs(a, b, most), a.points.len().min(b.points.len()))
    };
    if n < LEAST_ROUNDS {
        return None;
    }
    let alone_a = outcome_of(pairs.iter().map(|(a, _)| attempt(a)), n);
    let alone_b = outcome_of(pairs.iter().map(|(_, b)| attempt(b)), n);
    let together = outcome_of(pairs.iter().map(|(a, b)| at_once(attempt(a), attempt(b))), n);
    let tail = |outcome_of: &HedgeOutcome| {
        outcome_of.ttft_p95_ms.or(outcome_of.ttft_p50_ms).unwrap_or(f64::INFINITY)
    };
    let a_leads = tail(&alone_a) <= tail(&alone_b);
    let (one, other) = if a_leads { (a, b) } else { (b, a) };
    let (one_alone, other_alone) = if a_leads { (alone_a, alone_b) } else { (alone_b, alone_a) };
    let sooner = |of: fn(&HedgeOutcome) -> Option<f64>| Some(of(&one_alone)? - of(&together)?);
    let sooner_ms = sooner(|o| o.ttft_p95_ms).or_else(|| sooner(|o| o.ttft_p50_ms));
    let in_order = |(a, b): &Pair<'_>| {
        let (a, b) = (attempt(a), attempt(b));
        if a_leads { (a, b) } else { (b, a) }
    };
    let delayed = delayed(&pairs.iter().map(in_order).collect::<Vec<_>>(), &one_alone, n);
    let mut hedge = Hedge {
        one: one.contender.place,
        other: other.contender.place,
        paired,
        n: small(n),
        one_alone,
        other_alone,
        together,
        delayed,
        sooner_ms,
        buys: false,
        sentence: Phrase::sentences([]),
    };
    let alone = tail(&hedge.one_alone);
    let is_sooner = sooner_ms.is_some_and(|ms| is_bought(alone, alone - ms));
    hedge.buys = (is_sooner && later_answers(&hedge.one_alone, &hedge.together).is_none())
        || hedge.together.failed < hedge.one_alone.failed;
    hedge.sentence = sentence(&hedge, &one.contender, &other.contender);
    Some(hedge)
}

/// Every pair of contenders: those that gain first, the largest gain at the top.
pub(crate) fn hedges(groups: &[&Group<'_>]) -> Vec<Hedge> {
    let groups = groups.get(..MOST_CONTENDERS).unwrap_or(groups);
    let number = (groups.len() * groups.len().saturating_sub(1) / 2).max(1);
    let most = (MOST_COMBINATIONS / number).isqrt().clamp(TAIL, MOST);
    let pairs = groups.iter().enumerate().flat_map(|(index, a)| {
        groups.iter().skip(index + 1).filter_map(move |b| hedge(a, b, most))
    });
    let mut hedges: Vec<Hedge> = pairs.collect();
    let gain = |hedge: &Hedge| hedge.sooner_ms.unwrap_or(f64::NEG_INFINITY);
    hedges.sort_by(|a, b| b.gains().cmp(&a.gains()).then(gain(b).total_cmp(&gain(a))));
    hedges
}

/// What hedging would have gained, in one sentence; empty if no pair could be examined.
pub(crate) fn summary(hedges: &[Hedge]) -> Phrase {
    match hedges {
        [] => Phrase::sentences([]),
        [first, ..] if first.gains() => first.sentence.clone(),
        [_] => say::nothing(),
        several => say::nothing_for_any(Amount::digits(float(several.len()), 0)),
    }
}

impl Hedge {
    /// Whether either policy gains.
    fn gains(&self) -> bool {
        self.buys || self.delayed.is_some_and(|delayed| delayed.buys)
    }
}

/// Pairs of requests sent at the same start gun.
fn rounds_together<'a>(a: &Group<'a>, b: &Group<'a>) -> Vec<Pair<'a>> {
    let of_b: HashMap<(&str, u32), &MeasuredRequest> = b
        .points
        .iter()
        .filter(|point| point.raced)
        .map(|point| ((point.run.as_str(), point.round), *point))
        .collect();
    a.points
        .iter()
        .filter(|point| point.raced)
        .filter_map(|point| Some((*point, *of_b.get(&(point.run.as_str(), point.round))?)))
        .collect()
}

/// The median latency of one alone and of both together, if the answers kept end later by more than a tie: who speaks first
/// may write slower.
fn later_answers(alone: &HedgeOutcome, together: &HedgeOutcome) -> Option<(f64, f64)> {
    let (alone, together) = alone.latency_p50_ms.zip(together.latency_p50_ms)?;
    is_bought(together, alone).then_some((alone, together))
}

/// Whether `together` is shorter than `alone` by more than a tie.
fn is_bought(alone: f64, together: f64) -> bool {
    together < alone && !is_tie(alone, together)
}

fn all_pairs<'a>(a: &Group<'a>, b: &Group<'a>, most: usize) -> Vec<Pair<'a>> {
    let spaced = |points: &[&'a MeasuredRequest]| {
        points.iter().copied().step_by(points.len().div_ceil(most).max(1)).collect::<Vec<_>>()
    };
    let of_b = spaced(&b.points);
    spaced(&a.points).iter().flat_map(|a| of_b.iter().map(|b| (*a, *b))).collect()
}

/// The outcome of sending the second only after the p95 of the first alone; `None` if that is unknown.
fn delayed(
    pairs: &[(Attempt, Attempt)],
    one_alone: &HedgeOutcome,
    n: usize,
) -> Option<DelayedHedge> {
    let (delay_ms, alone) = (one_alone.ttft_p95_ms?, one_alone);
    let is_sent = |one: &Attempt| one.spoke_ms.is_none_or(|spoke| spoke > delay_ms);
    let later = |other: &Attempt| Attempt {
        spoke_ms: other.spoke_ms.map(|spoke| spoke + delay_ms),
        latency_ms: other.latency_ms.map(|latency| latency + delay_ms),
        ..*other
    };
    let all = pairs.iter().map(
        |(one, other)| {
            if is_sent(one) { at_once(*one, later(other)) } else { *one }
        },
    );
    let outcome = outcome_of(all, n);
    let sent = pairs.iter().filter(|(one, _)| is_sent(one)).count();
    // Until the delay both are the same, and so is p95: what a second request shortens lies beyond it.
    let tails = alone.slowest_ms.zip(outcome.slowest_ms);
    let is_sooner = tails.is_some_and(|(alone, together)| is_bought(alone, together));
    Some(DelayedHedge {
        delay_ms,
        second_share: float(sent) / float(pairs.len().max(1)),
        outcome,
        buys: (is_sooner && later_answers(alone, &outcome).is_none())
            || outcome.failed < alone.failed,
    })
}

fn sentence(hedge: &Hedge, one: &ContenderSummary, other: &ContenderSummary) -> Phrase {
    let basis = if hedge.paired { say::in_rounds(hedge.n.into()) } else { say::in_combinations() };
    let at =
        |of: fn(&HedgeOutcome) -> Option<f64>| Some((of(&hedge.one_alone)?, of(&hedge.together)?));
    let (what, times) = match at(|o| o.ttft_p95_ms) {
        Some(times) => (say::p95(), Some(times)),
        None => (say::median(), at(|o| o.ttft_p50_ms)),
    };
    let Some((alone, together)) = times else { return say::too_few(basis) };
    let (from, to) = told_apart(alone, together);
    let names = (other.name.clone(), one.name.clone());
    let bought = if is_bought(alone, together) {
        say::bought(names.0, names.1, what, answered(hedge), from, to)
    } else {
        say::not_bought(names.0, names.1, what, answered(hedge))
    };
    let cost = hedge.one_alone.usd.zip(hedge.together.usd).filter(|(alone, _)| *alone > 0.0);
    let paid = cost.map_or_else(say::unpaid, |(alone, both)| {
        let counted = (hedge.one_alone.failed > 0.0).then(say::with_failed);
        let times = Amount::times(both / alone);
        say::paid(Amount::dollars(both), Amount::dollars(alone), counted, times)
    });
    let (alone, both) = (hedge.one_alone.failed, hedge.together.failed);
    let failed = (alone > 0.0).then(|| say::failed(Amount::share(both), Amount::share(alone)));
    let later = later_answers(&hedge.one_alone, &hedge.together);
    let later = later.map(|(alone, together)| {
        let (from, to) = told_apart(alone, together);
        say::later(to, from)
    });
    let whole = say::whole(basis, bought, paid, failed, later);
    let delayed = hedge.delayed.filter(|delayed| delayed.buys);
    let delayed = delayed.map(|delayed| delayed_sentence(&delayed, hedge, other));
    Phrase::sentences(std::iter::once(whole).chain(delayed))
}

/// Two times of which one is said to be shorter: in milliseconds where seconds would show them alike.
fn told_apart(one: f64, other: f64) -> (Amount, Amount) {
    let (from, to) = (Amount::seconds(one), Amount::seconds(other));
    if from.to_string() != to.to_string() {
        return (from, to);
    }
    (Amount::of(Unit::Milliseconds, one), Amount::of(Unit::Milliseconds, other))
}

/// Whose times they are, if not every request is answered: a request that fails has none.
fn answered(hedge: &Hedge) -> Option<Phrase> {
    (hedge.one_alone.failed > 0.0).then(say::answered)
}

/// The gain of the delayed policy, as a further sentence.
fn delayed_sentence(delayed: &DelayedHedge, hedge: &Hedge, other: &ContenderSummary) -> Phrase {
    let outcome = delayed.outcome;
    let so = match hedge.one_alone.slowest_ms.zip(outcome.slowest_ms) {
        Some((alone, together)) => {
            let (alone, together) = told_apart(alone, together);
            say::delayed_tail(other.name.clone(), answered(hedge), alone, together)
        }
        None => say::delayed_other(other.name.clone()),
    };
    let (with, alone) = (outcome.failed, hedge.one_alone.failed);
    let failed =
        (alone > 0.0).then(|| say::delayed_failed(Amount::share(with), Amount::share(alone)));
    let cost = hedge.one_alone.usd.zip(outcome.usd).filter(|(alone, _)| *alone > 0.0);
    let paid = cost.map(|(alone, with)| say::delayed_paid(Amount::exact_times(with / alone)));
    let (delay, share) = (Amount::seconds(delayed.delay_ms), Amount::share(delayed.second_share));
    say::delayed(delay, share, so, failed, paid)
}

#[cfg(test)]
#[path = "hedge_tests.rs"]
mod tests;
