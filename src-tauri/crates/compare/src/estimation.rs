//! What one contender is predicted to take and to cost for a workload.

use cost::{BillableTokens, ChargeContext, TokenSource};
use serde::Serialize;

use crate::contender::ContenderSummary;
use crate::context_length::TooLong;
use crate::evidence::Middles;
use crate::latency_model::LatencyModel;
use crate::measured_lengths::ClaimedLengths;
use crate::request::LoadLevel;
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
    /// What of the workload has a prompt longer than the model reads, if that is known: of it no time and no cost is predicted.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub too_long: Option<TooLong>,
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

impl Estimate {
    /// Nothing of a contender.
    fn unknown(place: u32) -> Self {
        Self {
            place,
            wait_ms: None,
            think_ms: None,
            write_ms: None,
            total_ms: None,
            too_long: None,
            extrapolated: false,
            wait_from_tokens: None,
            usd: None,
            usd_per_month: None,
            loop_ms: None,
            loop_usd: None,
            loop_cached_usd: None,
        }
    }
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

impl Prompt {
    /// The same in tokens of the server, by which it is priced.
    fn as_counted(self, one: &ContenderSummary) -> Self {
        let own = one.own_tokens();
        let (tokens, cached) = (own.whole(self.tokens), own.part(self.cached));
        let written = if self.written > 0.0 { tokens - cached } else { 0.0 };
        Self { tokens, cached, written }
    }
}

/// Cost of a request, by the rule of a run's own cost. Reasoning is billed as output, so the contender's measured
/// reasoning is added to the answer. `None` if the price does not apply to a prompt this long.
fn charge(one: &ContenderSummary, prompt: Prompt, answer: f64, busy_ms: f64) -> Option<f64> {
    let price = one.price.as_ref()?;
    let prompt = prompt.as_counted(one);
    if price.holds_up_to.is_some_and(|most| prompt.tokens > f64::from(most)) {
        return None;
    }
    let answer = answer * one.latency.map_or(1.0, |model| model.writing.own_tokens);
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
pub(crate) fn loop_ms(model: &LatencyModel, workload: &Workload) -> Option<f64> {
    let steps = workload.step_in_tokens();
    workload
        .has_steps()
        .then(|| steps.map(|tokens| model.latency_of_ms(Some(tokens), workload.out_tokens)).sum())
}

/// A contender as one run or a part of it shows it; `None` if its answers are not known there in the tokens that they are counted in,
/// so that nothing follows for an answer of a length.
pub(crate) fn in_part(of: &ContenderSummary, middles: &Middles) -> Option<ContenderSummary> {
    let latency = of.latency.and_then(|model| model.within(middles));
    let is_known = latency.is_some() || of.latency.is_none_or(|model| !model.is_neutral);
    is_known.then(|| ContenderSummary { latency, ..of.clone_without_spreads() })
}

/// The prediction for one contender.
pub(crate) fn estimate(one: &ContenderSummary, workload: &Workload) -> Estimate {
    let too_long = TooLong::of(one, workload);
    if too_long.is_some_and(|own| own.request) {
        return Estimate { too_long, ..Estimate::unknown(one.place) };
    }
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
        if !workload.has_steps() || too_long.is_some() {
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
        too_long,
        extrapolated: model
            .is_some_and(|model| ClaimedLengths::of_loop(workload).are_beyond(&model)),
        wait_from_tokens: model
            .filter(|model| !knows_prompt(*model))
            .and_then(|model| model.prompts.at),
        usd,
        usd_per_month: usd.map(|usd| usd * workload.requests_per_day * DAYS),
        loop_ms: model.filter(|_| too_long.is_none()).and_then(|model| loop_ms(&model, workload)),
        loop_usd: sum(&mut workload.step_in_tokens().map(whole)),
        loop_cached_usd: if caches { sum(&mut cached) } else { None },
    }
}
