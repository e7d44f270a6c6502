//! Predicted time and cost of a workload: one request, a month of requests, and an agent loop.

use std::iter::once;

use cost::{BillableTokens, ChargeContext, TokenSource};
use measure::{Amount, Form, Phrase, PhraseValue, Range};
use serde::Serialize;

use crate::contender::ContenderSummary;
use crate::evidence::Middles;
use crate::latency_model::LatencyModel;
use crate::measured_lengths::ClaimedLengths;
use crate::request::LoadLevel;
use crate::verdicts::{RestsOn, Standing, Verdicts};
use crate::wording::job as say;
use crate::workload::Workload;

/// Days per month.
const DAYS: f64 = 30.0;

/// The prediction for one contender. Times are in milliseconds, money in dollars.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct Estimate {
    /// Which contender.
    pub place: u32,
    /// Time to first token; absent, like the other times, if TTFT or speed is unknown.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<f64>,
    /// Visible thinking.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub think_ms: Option<f64>,
    /// Time to write the answer.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub write_ms: Option<f64>,
    /// Sum of the three.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total_ms: Option<f64>,
    /// Whether the length of the answer, of the prompt or of the prompt of any step of the loop is outside the measured range.
    pub extrapolated: bool,
    /// Median length of the measured prompts in uncached tokens, if their TTFT is used although the prompt in question
    /// has another length: prompts of one length do not show how long a longer one takes.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_from_tokens: Option<f64>,
    /// Cost of one request at today's prices, reasoning included, nothing cached, at the standard hours; absent, like
    /// the other costs, if there is no price, or none for a prompt this long. The user's own machine is charged by its
    /// share among the contender's own requests in flight, as if it were never idle and served no one else.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd: Option<f64>,
    /// Cost of 30 days.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usd_per_month: Option<f64>,
    /// Duration of a loop whose steps run one after another. Where prompts of several lengths were measured, each step's
    /// TTFT is that of its own prompt.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loop_ms: Option<f64>,
    /// Cost of a loop in which nothing is cached.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loop_usd: Option<f64>,
    /// Cost of a loop that reads from the prompt cache everything an earlier step has sent; absent if the price has no
    /// rate for it.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loop_cached_usd: Option<f64>,
}

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

/// Tokens of a prediction, as billed.
fn billed(tokens: f64) -> u64 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "no bill is below 0, and a float saturates"
    )]
    let whole = tokens.max(0.0).round() as u64;
    whole
}

/// A prompt: its tokens, how many of them are read from the cache, and how many are written to it.
#[derive(Debug, Clone, Copy)]
struct Prompt {
    tokens: f64,
    cached: f64,
    written: f64,
}

/// Cost of a request, by the rule of a run's own cost. Reasoning is billed as output, so the contender's measured
/// reasoning is added to the answer. `None` if the price does not apply to a prompt this long.
fn charge(one: &ContenderSummary, prompt: Prompt, answer: f64, busy_ms: f64) -> Option<f64> {
    let price = one.price.as_ref()?;
    if price.holds_up_to.is_some_and(|most| prompt.tokens > f64::from(most)) {
        return None;
    }
    let thought = one.reasoning_tokens.as_ref().map_or(0.0, |reasoning| reasoning.middle);
    let usage = BillableTokens {
        in_total: Some(billed(prompt.tokens)),
        cached_read: Some(billed(prompt.cached)),
        cached_write: Some(billed(prompt.written)),
        out_total: Some(billed(answer + thought)),
        reasoning: Some(billed(thought)),
        billed_in: None,
        billed_out: None,
        counted_by: TokenSource::Neutral,
    };
    let busy_ms = busy_ms / in_flight(one.load, busy_ms);
    let context = ChargeContext { sent: None, busy_ms: Some(busy_ms), sharing: 1 };
    cost::of(Some(price.as_ref()), &usage, None, context).map(cost::Cost::usd)
}

/// How many requests share the machine on average under a load; for an open loop by J. D. C. Little (1961).
fn in_flight(load: LoadLevel, busy_ms: f64) -> f64 {
    let average = match load {
        LoadLevel::InFlight(n) => f64::from(n),
        LoadLevel::Per1000Seconds(n) => f64::from(n) / 1e3 * busy_ms / 1e3,
    };
    average.max(1.0)
}

/// Cost of a request with this input and answer length, with nothing cached.
pub(crate) fn usd(
    one: &ContenderSummary,
    model: &LatencyModel,
    in_tokens: f64,
    answer: f64,
) -> Option<f64> {
    let prompt = Prompt { tokens: in_tokens, cached: 0.0, written: 0.0 };
    charge(one, prompt, answer, model.latency_of_ms(Some(in_tokens), answer))
}

/// Duration of a loop, in milliseconds; `None` without steps or with more than 10,000.
fn loop_ms(model: &LatencyModel, workload: &Workload) -> Option<f64> {
    let steps = workload.step_in_tokens();
    workload
        .has_steps()
        .then(|| steps.map(|tokens| model.latency_of_ms(Some(tokens), workload.out_tokens)).sum())
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
    let Some(shown) = shown(one).zip(shown(other)) else { return Standing::Unsettled };
    let shown = (shown, RestsOn::Times);
    verdicts.predicted((one.place, other.place), shown, &|place, middles: &Middles| {
        let model = if place == one.place { one.latency } else { other.latency };
        duration(&model?.within(middles)?)
    })
}

/// Whether the cost of a given request follows from its price alone: no share of a machine's hour, and no reasoning that is
/// measured.
pub(crate) fn has_exact_cost(one: &ContenderSummary) -> bool {
    one.reasoning_tokens.as_ref().is_none_or(|tokens| tokens.spread.max <= 0.0)
        && one.price.as_ref().is_some_and(|price| price.per_hour.is_none())
}

/// How the predicted cost of one contender compares with that of another. Prices are exact; a share of a machine's hour
/// or of hidden reasoning is as uncertain as the measurement, so it is tested.
fn cost_standing(
    (one, a): (&ContenderSummary, f64),
    (other, b): (&ContenderSummary, f64),
    workload: &Workload,
    verdicts: &Verdicts,
) -> Standing {
    let within = |place: u32, middles: &Middles| {
        let of = if place == one.place { one } else { other };
        let mut within = of.clone_without_spreads();
        within.latency = of.latency.and_then(|model| model.within(middles));
        if let Some((thought, middle)) =
            within.reasoning_tokens.as_mut().zip(middles.reasoning_tokens)
        {
            thought.middle = middle;
        }
        estimate(&within, workload).usd
    };
    match () {
        () if !has_exact_cost(one) || !has_exact_cost(other) => {
            verdicts.predicted((one.place, other.place), ((a, b), RestsOn::Itself), &within)
        }
        () if a < b => Standing::Better,
        () if a > b => Standing::Worse,
        () => Standing::Alike,
    }
}

/// The prediction for one contender.
pub(crate) fn estimate(one: &ContenderSummary, workload: &Workload) -> Estimate {
    let model = one.latency;
    let (input, length) = (workload.in_tokens, workload.out_tokens);
    // Without a known pace, only a machine paid by the hour has an unknown cost: token prices do not depend on speed.
    let hourly = one.price.as_ref().is_some_and(|price| price.per_hour.is_some());
    let busy_ms = |tokens: f64| match model {
        Some(model) => Some(model.latency_of_ms(Some(tokens), length)),
        None => (!hourly).then_some(0.0),
    };
    let whole = |tokens| Prompt { tokens, cached: 0.0, written: 0.0 };
    let usd = busy_ms(input).and_then(|ms| charge(one, whole(input), length, ms));
    let sum = |prompts: &mut dyn Iterator<Item = Prompt>| -> Option<f64> {
        if !workload.has_steps() {
            return None;
        }
        prompts.map(|prompt| charge(one, prompt, length, busy_ms(prompt.tokens)?)).sum()
    };
    let caches = one.price.as_ref().is_some_and(|price| price.rates.cache_read.is_some());
    let mut sent = 0.0;
    let mut cached = workload.step_in_tokens().map(|tokens| {
        let prompt = Prompt { tokens, cached: sent, written: tokens - sent };
        sent = tokens;
        prompt
    });
    let knows_prompt =
        |model: LatencyModel| model.knows_prompt(input) || model.prompts.slope.is_some();
    Estimate {
        place: one.place,
        wait_ms: model.map(|model| model.wait_for_ms(Some(input))),
        think_ms: model.map(|model| model.think_ms),
        write_ms: model.map(|model| model.write_ms(length)),
        total_ms: model.map(|model| model.latency_of_ms(Some(input), length)),
        extrapolated: model
            .is_some_and(|model| ClaimedLengths::of_loop(workload).are_beyond(&model)),
        wait_from_tokens: model
            .filter(|model| !knows_prompt(*model))
            .and_then(|model| model.prompts.at),
        usd,
        usd_per_month: usd.map(|usd| usd * workload.requests_per_day * DAYS),
        loop_ms: model.and_then(|model| loop_ms(&model, workload)),
        loop_usd: sum(&mut workload.step_in_tokens().map(whole)),
        loop_cached_usd: if caches { sum(&mut cached) } else { None },
    }
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
    let asked = say::asked(workload.in_tokens.into(), workload.out_tokens.into());
    let quickest = all.iter().find_map(|(one, e)| Some((*one, e, e.total_ms?)));
    let Some((one, own, ms)) = quickest else {
        return say::unpredicted(asked);
    };
    let duration = |model: &LatencyModel| {
        Some(model.latency_of_ms(Some(workload.in_tokens), workload.out_tokens))
    };
    let timed_ones: Vec<(&ContenderSummary, f64)> =
        all.iter().filter_map(|(one, e)| Some((*one, e.total_ms?))).collect();
    // Who is slower than anybody is not among the fastest, as at each length of the chart by length.
    let tied: Vec<(&ContenderSummary, f64)> = timed_ones
        .iter()
        .filter(|(other, _)| other.place != one.place)
        .filter(|(other, _)| {
            timed_ones.iter().all(|(each, _)| {
                each.place == other.place
                    || time_standing((each, other), verdicts, &duration) != Standing::Better
            })
        })
        .copied()
        .collect();
    let lead = match (tied.as_slice(), timed_ones.len()) {
        ([], 1) => say::takes(one.name.clone(), Amount::span(ms)),
        ([], _) => say::fastest(one.name.clone(), Amount::span(ms)),
        (tied, _) => {
            let others = tied.iter().map(|(other, _)| other.name.clone());
            let names = once(one.name.clone()).chain(others).collect();
            say::none_fastest(names, spans(once(ms).chain(tied.iter().map(|(_, ms)| *ms))))
        }
    };
    let steps = own.loop_ms.map(|loop_ms| {
        let of = |place| all.iter().find(|(one, _)| one.place == place)?.1.loop_ms;
        let loops = tied.iter().filter_map(|(other, _)| of(other.place));
        say::steps(workload.steps.into(), spans(once(loop_ms).chain(loops)))
    });
    let models: Vec<LatencyModel> = all.iter().filter_map(|(one, _)| one.latency).collect();
    let rest = ClaimedLengths::of_loop(workload).rest_on(models.iter());
    let time = say::time(asked, lead, steps, rest);
    Phrase::sentences([time, cheapest(all, workload, verdicts)])
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

fn cheapest(
    all: &[(&ContenderSummary, Estimate)],
    workload: &Workload,
    verdicts: &Verdicts,
) -> Phrase {
    let priced: Vec<(&ContenderSummary, &Estimate, f64)> =
        all.iter().filter_map(|(one, e)| Some((*one, e, e.usd?))).collect();
    let Some((one, own, usd)) = priced.iter().min_by(|(.., a), (.., b)| a.total_cmp(b)) else {
        return say::no_price();
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
    Phrase::sentences(once(cost).chain(alone))
}

#[cfg(test)]
#[path = "what_if_tests.rs"]
mod tests;
