//! Predicted time and cost of a workload: one request, a month of requests, and an agent loop.

use std::iter::once;

use measure::{Amount, Form, Phrase, PhraseValue, Range};
use serde::Serialize;

use crate::contender::ContenderSummary;
use crate::context_length;
use crate::estimation::{Estimate, estimate, loop_ms};
use crate::evidence::Middles;
use crate::latency_model::LatencyModel;
use crate::measured_latency::{denied, told};
use crate::measured_lengths::ClaimedLengths;
use crate::predicted_cost::cost_standing;
use crate::standing::{Standing, may_be_best};
use crate::undecided::{Undecided, and};
use crate::verdicts::Verdicts;
use crate::wording::job as say;
use crate::workload::Workload;

/// The predictions for all contenders.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct WhatIf {
    /// The workload.
    pub workload: Workload,
    /// Shortest time first; unknown times last.
    pub estimates: Vec<Estimate>,
    /// The result in one sentence.
    pub sentence: Phrase,
}

/// How the loop of one contender compares with that of another.
pub(crate) fn loop_standing(
    (one, other): (&ContenderSummary, &ContenderSummary),
    workload: &Workload,
    verdicts: &Verdicts,
) -> Standing {
    time_standing((one, other), verdicts, &|model| loop_ms(model, workload))
}

/// How one contender compares with another in a duration that follows from their models.
pub(crate) fn time_standing(
    (one, other): (&ContenderSummary, &ContenderSummary),
    verdicts: &Verdicts,
    duration: &dyn Fn(&LatencyModel) -> Option<f64>,
) -> Standing {
    let shown = |one: &ContenderSummary| duration(one.latency.as_ref()?);
    let Some(shown) = shown(one).zip(shown(other)) else { return Standing::Untested };
    verdicts.time((one.place, other.place), shown, &|place, middles: &Middles| {
        let model = if place == one.place { one.latency } else { other.latency };
        duration(&model?.within(middles)?)
    })
}

/// Computes the predictions.
pub(crate) fn what_if(
    contenders: &[&ContenderSummary],
    workload: Workload,
    verdicts: &Verdicts,
) -> WhatIf {
    let mut all: Vec<(&ContenderSummary, Estimate)> =
        contenders.iter().map(|one| (*one, estimate(one, &workload))).collect();
    let time =
        |(_, estimate): &(&ContenderSummary, Estimate)| estimate.total_ms.unwrap_or(f64::INFINITY);
    all.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let sentence = sentence(&all, &workload, verdicts);
    WhatIf {
        workload,
        estimates: all.into_iter().map(|(_, estimate)| estimate).collect(),
        sentence,
    }
}

fn sentence(
    all: &[(&ContenderSummary, Estimate)],
    workload: &Workload,
    verdicts: &Verdicts,
) -> Phrase {
    let asked = asked(all.iter().map(|(one, _)| *one), workload);
    let quickest = all.iter().find_map(|(one, e)| Some((*one, e, e.total_ms?)));
    let too_long: Vec<_> = all.iter().map(|(one, own)| (*one, own.too_long)).collect();
    let beyond = context_length::told(&too_long);
    let Some((one, own, ms)) = quickest else {
        return say::unpredicted(asked, beyond);
    };
    let duration = |model: &LatencyModel| {
        Some(model.latency_of_ms(Some(workload.in_tokens), workload.out_tokens))
    };
    let timed_ones: Vec<(&ContenderSummary, f64)> =
        all.iter().filter_map(|(one, e)| Some((*one, e.total_ms?))).collect();
    let order: Vec<usize> = (0..timed_ones.len()).collect();
    let stands = |a: usize, b: usize| {
        let both = timed_ones.get(a).zip(timed_ones.get(b));
        both.map_or(Standing::Untested, |((a, _), (b, _))| {
            time_standing((a, b), verdicts, &duration)
        })
    };
    let tied: Vec<(&ContenderSummary, f64, Standing)> = may_be_best(&order, &stands)
        .into_iter()
        .skip(1)
        .filter_map(|at| timed_ones.get(at).map(|(other, ms)| (*other, *ms, stands(0, at))))
        .collect();
    let named = tied.iter().map(|(other, _, standing)| (other.name.clone(), *standing));
    let undecided = Undecided::of(one.name.clone(), named);
    // The times of those of whom the clause speaks.
    let why = undecided.first().map(|(why, _)| why);
    let beside: Vec<(&ContenderSummary, f64)> = tied
        .iter()
        .filter(|(.., standing)| Some(*standing) == why)
        .map(|(other, ms, _)| (*other, *ms))
        .collect();
    let times = || spans(once(ms).chain(beside.iter().map(|(_, ms)| *ms)));
    let lead = match undecided.first() {
        None if timed_ones.len() == 1 => say::takes(one.name.clone(), Amount::span(ms)),
        None => say::fastest(one.name.clone(), Amount::span(ms)),
        Some((Standing::Untested, names)) => {
            say::untested(one.name.clone(), names.to_vec(), times())
        }
        Some((why, names)) => {
            let names = once(&one.name).chain(names).cloned().collect();
            let is_tested = why == Standing::Unsettled;
            let said = if is_tested { say::none_fastest } else { say::none_shown };
            said(names, times())
        }
    };
    let steps = own.loop_ms.map(|loop_ms| {
        let of = |place| all.iter().find(|(one, _)| one.place == place)?.1.loop_ms;
        let loops = beside.iter().filter_map(|(other, _)| of(other.place));
        say::steps(workload.steps.into(), spans(once(loop_ms).chain(loops)))
    });
    let models: Vec<LatencyModel> = timed_ones.iter().filter_map(|(one, _)| one.latency).collect();
    let rest = ClaimedLengths::of_loop(workload).rest_on(models.iter());
    let rest = and(undecided.rest(), rest);
    let time = say::time(asked, lead, steps, rest, beyond);
    let fastest: Vec<&ContenderSummary> =
        once(one).chain(tied.iter().map(|(other, ..)| *other)).collect();
    let is_measured = |one: &&ContenderSummary| {
        let claimed = ClaimedLengths::of_request(workload);
        one.latency.is_some_and(|model| !claimed.are_beyond(&model))
    };
    let measured: Vec<&ContenderSummary> = fastest.into_iter().filter(is_measured).collect();
    let pairs = measured
        .iter()
        .enumerate()
        .flat_map(|(index, one)| measured.iter().skip(index + 1).map(move |other| (*one, *other)));
    let denied: Vec<_> =
        pairs.filter_map(|pair| denied(pair, Standing::Unsettled, verdicts)).collect();
    let sentences = once(time)
        .chain(told(&denied))
        .chain(cheapest(all, workload, verdicts))
        .chain(without_cache(all.iter().filter(|(_, own)| is_predicted(own)).map(|(one, _)| *one)));
    Phrase::sentences(sentences)
}

/// What is asked, and in whose tokens it is counted.
fn asked<'a>(
    contenders: impl Iterator<Item = &'a ContenderSummary>,
    workload: &Workload,
) -> Phrase {
    let model = contenders.into_iter().find_map(|one| one.latency);
    let said = match model.map(|model| (model.prompts.is_neutral, model.is_neutral)) {
        Some((true, _)) => say::asked_in_o200k,
        Some((false, true)) => say::asked_for_o200k,
        Some((false, false)) | None => say::asked,
    };
    said(workload.in_tokens.into(), workload.out_tokens.into())
}

/// The shortest and the longest of these durations; one alone if they read the same.
fn spans(durations: impl Iterator<Item = f64> + Clone) -> PhraseValue {
    let low = durations.clone().fold(f64::INFINITY, f64::min);
    let high = durations.fold(0.0, f64::max);
    if Amount::span(low).to_string() == Amount::span(high).to_string() {
        return Amount::span(low).into();
    }
    Range { form: Form::Span, low, high }.into()
}

/// Whether it is known by requests that were served from a cache.
fn is_cached(one: &ContenderSummary) -> bool {
    let share = one.carried.as_ref().and_then(|own| own.cached_share.as_ref());
    share.is_some_and(|share| share.middle > 0.0)
}

/// Whether a time that is predicted for it has the wait that was measured with a cache: what a token adds that no cache holds is unknown.
pub(crate) fn waits_with_cache(one: &ContenderSummary) -> bool {
    is_cached(one) && one.latency.is_some_and(|model| model.prompts.slope.is_none())
}

/// Whether anything is predicted of it.
fn is_predicted(own: &Estimate) -> bool {
    own.total_ms.is_some() || own.usd.is_some()
}

/// That the prompt is predicted as one of which nothing is cached, where contenders are known by requests that were served from a cache;
/// of those for whom it is not known what an uncached token adds, that their wait is the one with it.
pub(crate) fn without_cache<'a>(
    predicted: impl Iterator<Item = &'a ContenderSummary>,
) -> Vec<Phrase> {
    let cached = predicted.filter(|one| is_cached(one));
    let (waiting, known): (Vec<&ContenderSummary>, Vec<_>) =
        cached.partition(|one| waits_with_cache(one));
    let names = |of: &[&ContenderSummary]| of.iter().map(|one| one.name.clone()).collect();
    let known = (!known.is_empty()).then(|| say::without_cache(names(&known)));
    let waiting = (!waiting.is_empty()).then(|| say::wait_with_cache(names(&waiting)));
    known.into_iter().chain(waiting).collect()
}

/// Who costs least; `None` if the request is too long for every contender.
fn cheapest(
    all: &[(&ContenderSummary, Estimate)],
    workload: &Workload,
    verdicts: &Verdicts,
) -> Option<Phrase> {
    let priced: Vec<(&ContenderSummary, &Estimate, f64)> =
        all.iter().filter_map(|(one, e)| Some((*one, e, e.usd?))).collect();
    let Some((one, own, usd)) = priced.iter().min_by(|(.., a), (.., b)| a.total_cmp(b)) else {
        // Of a request that nobody can read, it is not the price that is missing.
        let is_readable = |(_, own): &(&ContenderSummary, Estimate)| {
            own.too_long.is_none_or(|too_long| !too_long.request)
        };
        return all.iter().any(is_readable).then(say::no_price);
    };
    let tied: Vec<(&ContenderSummary, Standing)> = priced
        .iter()
        .filter(|(other, ..)| other.place != one.place)
        .map(|(other, _, theirs)| {
            (*other, cost_standing((one, *usd), (other, *theirs), workload, verdicts))
        })
        .filter(|(_, standing)| *standing != Standing::Better)
        .collect();
    // Token prices do not depend on a predicted time; a machine's hour does.
    let hourly: Vec<&ContenderSummary> = priced
        .iter()
        .map(|(one, ..)| *one)
        .filter(|one| one.price.as_ref().is_some_and(|price| price.per_hour.is_some()))
        .collect();
    let models: Vec<LatencyModel> = hourly.iter().filter_map(|one| one.latency).collect();
    let amounts = say::amounts(
        Amount::dollars(*usd),
        Amount::dollars(own.usd_per_month.unwrap_or(0.0)),
        workload.requests_per_day.into(),
        ClaimedLengths::of_request(workload).rest_on(models.iter()),
    );
    let are_equal = tied.iter().all(|(_, standing)| *standing == Standing::Alike);
    let names = once(*one).chain(tied.iter().map(|(other, _)| *other));
    let names: Vec<Phrase> = names.map(|one| one.name.clone()).collect();
    let cost = match (tied.is_empty(), are_equal) {
        (true, _) if priced.len() == 1 => say::costs(one.name.clone(), amounts),
        (true, _) => say::costs_least(one.name.clone(), amounts),
        (false, true) => say::cost_the_same(names, amounts),
        (false, false) => say::least_not_settled(names, one.name.clone(), amounts),
    };
    let alone = (!hourly.is_empty()).then(say::by_the_hour);
    Some(Phrase::sentences(once(cost).chain(alone)))
}

#[cfg(test)]
#[path = "what_if_tests.rs"]
mod tests;
