//! Checks whether a plan can start, and computes its preflight summary.

use cost::{Price, Prices};
use measure::{Metric, MetricTitle, Phrase};
use providers::{KeyNeed, Provider, Request, Roster};

use crate::plan::answer_checks::unusable_checks;
use crate::plan::asked_rows::{self, refused};
use crate::plan::budget_obstacle::budget_obstacle;
use crate::plan::chain_check::{MostOfSteps, later_steps, unusable_chains};
use crate::plan::contender::{Contender, parameters, price_of, request_of};
use crate::plan::input_length::{longest_input_tokens, mean, most_input_tokens, sent_tokens};
use crate::plan::judge::{judge_requests, longest_judge_input, unusable_judge};
use crate::plan::most_cost::most_cost;
use crate::plan::rows::unusable_rows;
use crate::plan::whole_request::{empty_inputs, generated_prompts, too_much};
use crate::plan::wording;
use crate::plan::{
    InputLength, JudgeForecast, JudgePreflight, LanePlan, MOST_LANES, Note, Plan, Preflight,
    Problem, Workload,
};

/// The metrics by which a race can run until it is settled. Latency is not one of them, because answers of different lengths
/// would never settle it.
pub const SETTLED_BY: [Metric; 2] = [Metric::TtftMs, Metric::DecodeTps];
/// Maximum number of rounds; more than that is a typing error.
pub const MOST_ROUNDS: u32 = 1_000;

/// The longest deadline of a request: a day.
const LATEST_DEADLINE_S: f64 = 86_400.0;

/// Checks a plan against the roster and the prices. Returns the contenders in order, without muted ones.
///
/// # Errors
/// All problems, not only the first.
pub fn check(
    plan: &Plan,
    roster: &Roster,
    prices: &Prices,
) -> Result<Vec<Contender>, Vec<Problem>> {
    let mut problems: Vec<Problem> =
        whole_plan(plan).into_iter().map(|message| Problem { lane: None, message }).collect();
    problems.extend(empty_inputs(plan));
    problems.extend(generated_prompts(plan));
    problems.extend(too_much(plan));
    problems.extend(unusable_rows(plan));
    problems.extend(unusable_checks(plan));
    problems.extend(unusable_chains(plan));
    problems.extend(later_steps(plan, roster, prices).err().unwrap_or_default());
    problems.extend(unusable_judge(plan));
    problems.extend(judge_of(plan, roster, prices).err());
    let mut contenders = Vec::new();
    for (place, lane) in (0_u32..).zip(&plan.lanes).filter(|(_, lane)| !lane.muted) {
        match request_of(plan, lane, roster) {
            Ok(request) => {
                let contender = Contender::of(place, request, prices);
                let request = &contender.request;
                let uncarried = refused(plan, request);
                let price = contender.price.as_ref();
                let messages = budget_obstacle(plan, lane, request, price)
                    .into_iter()
                    .chain(too_long(plan, lane, request, prices))
                    .chain(uncarried);
                problems.extend(messages.map(|message| Problem { lane: Some(place), message }));
                contenders.push(contender);
            }
            Err(message) => problems.push(Problem { lane: Some(place), message }),
        }
    }
    if contenders.is_empty() && problems.is_empty() {
        problems.push(Problem { lane: None, message: wording::no_lane() });
    }
    if problems.is_empty() { Ok(contenders) } else { Err(problems) }
}

/// The judge of a plan, if it has one. Its place is after all lanes.
///
/// # Errors
/// Why it cannot be asked.
pub fn judge_of(
    plan: &Plan,
    roster: &Roster,
    prices: &Prices,
) -> Result<Option<Contender>, Problem> {
    let Some(judge) = &plan.judge else { return Ok(None) };
    let problem = |message| Problem { lane: None, message };
    // Nothing of what lanes are asked is the judge's.
    let request = request_of(&Plan::default(), &judge.asked(), roster).map_err(problem)?;
    if let Some(refusal) = request.refusals().into_iter().next() {
        return Err(problem(refusal.message));
    }
    let place = u32::try_from(plan.lanes.len()).unwrap_or(u32::MAX);
    Ok(Some(Contender::of(place, request, prices)))
}

fn whole_plan(plan: &Plan) -> Vec<Phrase> {
    let mut problems = Vec::new();
    if plan.lanes.len() > MOST_LANES {
        problems.push(wording::too_many_lanes(plan.lanes.len().into(), MOST_LANES.into()));
    }
    problems.extend(parameters(plan.max_tokens, plan.temperature));
    if plan.deadline_s.is_some_and(|seconds| !(seconds > 0.0 && seconds <= LATEST_DEADLINE_S)) {
        problems.push(wording::deadline(LATEST_DEADLINE_S.into()));
    }
    match plan.workload() {
        Workload::Rounds { repeat, warmup } => {
            if repeat == 0 || repeat.saturating_add(warmup) > MOST_ROUNDS {
                problems.push(wording::rounds(MOST_ROUNDS.into()));
            }
            if let Some(metric) = plan.until_settled.filter(|metric| !SETTLED_BY.contains(metric)) {
                let known = SETTLED_BY.map(MetricTitle).to_vec();
                problems.push(wording::never_settled(MetricTitle(metric), known));
            }
        }
        Workload::Sweep(load) => problems.extend(load.problems()),
    }
    problems
}

/// Why a contender cannot take the longest prompt of a sweep over prompt lengths: its context, if known, is too short.
fn too_long(plan: &Plan, lane: &LanePlan, request: &Request, prices: &Prices) -> Option<Phrase> {
    let load = plan.load.as_ref().filter(|load| load.lengths.is_some())?;
    let prefix = request.provider.price_prefix.as_deref()?;
    let context = prices.book().context(prefix, &request.model)?;
    let longest = longest_input_tokens(plan, plan.input_of(lane), load);
    (longest > context).then(|| {
        let label = &request.provider.label;
        wording::context_too_short(label, &request.model, context.into(), longest.into())
    })
}

/// The preflight summary. `has_key` returns whether there is a key for a provider.
pub fn preflight(
    plan: &Plan,
    roster: &Roster,
    prices: &Prices,
    has_key: impl Fn(&Provider) -> bool,
) -> Preflight {
    let problems = check(plan, roster, prices).err().unwrap_or_default();
    let rounds = plan.repeat.saturating_add(plan.warmup);
    let prompt_tokens = sent_tokens(plan, plan.shared_input());
    let mut line =
        Preflight { prompt_tokens: mean(&prompt_tokens), problems, ..Preflight::default() };
    let (mut most_tokens, mut most_pico_usd) = (Some(0_u32), None);
    let mut limits = Vec::new();
    let later = later_steps(plan, roster, prices).unwrap_or_default();
    let mut later = later.iter();
    for (place, lane) in (0_u32..).zip(&plan.lanes).filter(|(_, lane)| !lane.muted) {
        let steps = later.next().map(Vec::as_slice).unwrap_or_default();
        let Ok(request) = request_of(plan, lane, roster) else { continue };
        line.lanes += 1;
        let told = asked_rows::sent_otherwise(plan, &request);
        line.notes.extend(notes_on(place, &request, told));
        let input = if lane.request.is_some() {
            sent_tokens(plan, plan.input_of(lane))
        } else {
            prompt_tokens.clone()
        };
        line.own_inputs.extend(differing(place, mean(&input), line.prompt_tokens));
        let limit = request.most_tokens();
        most_tokens = most_tokens
            .zip(limit)
            .map(|(sum, limit)| sum.saturating_add(limit.saturating_mul(rounds)));
        let most_of_steps = MostOfSteps::of((plan, lane), limit, steps, &has_key);
        limits.push(most_of_steps.longest_answer);
        line.steps = line.steps.saturating_add(most_of_steps.requests);
        most_tokens =
            most_tokens.zip(most_of_steps.tokens).map(|(sum, steps)| sum.saturating_add(steps));
        if let Some(most) = most_of_steps.pico_usd {
            most_pico_usd = Some(most_pico_usd.unwrap_or(0_u64).saturating_add(most));
        }
        let is_keyless = request.provider.key == KeyNeed::Required && !has_key(&request.provider);
        if is_keyless || most_of_steps.missing_key {
            line.missing_keys.push(place);
        }
        if request.provider.simulated {
            if most_of_steps.unpriced {
                line.unpriced.push(place);
            }
            continue;
        }
        let price = price_of(&request, prices);
        match most_pico_usd_of(&request, price.as_ref(), &input, rounds) {
            Some(most) => {
                most_pico_usd = Some(most_pico_usd.unwrap_or(0_u64).saturating_add(most));
            }
            None if price.is_none() => line.unpriced.push(place),
            None => {}
        }
        if most_of_steps.unpriced && line.unpriced.last() != Some(&place) {
            line.unpriced.push(place);
        }
    }
    line.requests = line.lanes.saturating_mul(rounds).saturating_add(line.steps);
    if let Ok(Some(judge)) = judge_of(plan, roster, prices) {
        let requests = judge_requests(plan);
        line.requests = line.requests.saturating_add(requests);
        let limit = judge.request.most_tokens().map(|limit| limit.saturating_mul(requests));
        most_tokens = most_tokens.zip(limit).map(|(sum, limit)| sum.saturating_add(limit));
        if let Some(most) = judge_pico_usd(plan, &judge, &limits, requests) {
            most_pico_usd = Some(most_pico_usd.unwrap_or(0).saturating_add(most));
        }
        line.judge = Some(JudgePreflight { requests, unpriced: is_unpriced(&judge) });
        line.problems.extend(keyless_judge(&judge, has_key));
    }
    line.most_tokens = most_tokens.filter(|_| line.lanes > 0);
    line.most_usd = most_pico_usd.map(dollars);
    line
}

/// What asking the judge of a plan would take whose race is kept, of which `left` requests are left at most. What lanes are asked, and
/// whether they still can be, is of no matter then.
pub fn judge_forecast(
    plan: &Plan,
    left: u32,
    roster: &Roster,
    prices: &Prices,
    has_key: impl Fn(&Provider) -> bool,
) -> JudgeForecast {
    let mut forecast = JudgeForecast { problems: unusable_judge(plan), ..JudgeForecast::default() };
    match judge_of(plan, roster, prices) {
        Ok(Some(judge)) => {
            // The answer of a chain may be that of any of its steps.
            let limit = |lane: &LanePlan| {
                let limits = lane.steps().map(|step| step.max_tokens.or(plan.max_tokens));
                limits.reduce(|one, other| Some(one?.max(other?))).flatten()
            };
            let limits: Vec<Option<u32>> = plan.lanes.iter().map(limit).collect();
            forecast.requests = judge_requests(plan).min(left);
            let most = judge_pico_usd(plan, &judge, &limits, forecast.requests);
            forecast.most_usd = most.map(dollars);
            forecast.unpriced = is_unpriced(&judge);
            forecast.problems.extend(keyless_judge(&judge, has_key));
        }
        Ok(None) => {
            let message = wording::judge_nobody();
            forecast.problems.push(Problem { lane: None, message });
        }
        Err(problem) => forecast.problems.push(problem),
    }
    forecast
}

/// The most that so many requests to a judge can cost; `None` if they cost nothing or that is unknown.
fn judge_pico_usd(
    plan: &Plan,
    Contender { request, price, .. }: &Contender,
    limits: &[Option<u32>],
    requests: u32,
) -> Option<u64> {
    let input = u64::from(most_input_tokens(longest_judge_input(plan, limits)));
    let most = most_cost(request, price.as_ref(), input, requests);
    most.filter(|_| !request.provider.simulated).map(|most| most.pico_usd)
}

fn is_unpriced(judge: &Contender) -> bool {
    !judge.request.provider.simulated && judge.price.is_none()
}

fn keyless_judge(judge: &Contender, has_key: impl Fn(&Provider) -> bool) -> Option<Problem> {
    let provider = &judge.request.provider;
    let message = || wording::judge_needs_key(&provider.label);
    let lacks = provider.key == KeyNeed::Required && !has_key(provider);
    lacks.then(|| Problem { lane: None, message: message() })
}

#[expect(clippy::cast_precision_loss, reason = "an amount of money for people to read")]
fn dollars(pico_usd: u64) -> f64 {
    pico_usd as f64 / 1e12
}

/// The most that a lane's rounds can cost, which ask inputs of these lengths in turn.
fn most_pico_usd_of(
    request: &Request,
    price: Option<&Price>,
    inputs: &[u32],
    rounds: u32,
) -> Option<u64> {
    let asked = u32::try_from(inputs.len()).unwrap_or(u32::MAX).max(1);
    let each = (0_u32..).zip(inputs).map(|(at, input)| {
        let times = rounds / asked + u32::from(at < rounds % asked);
        let input = u64::from(most_input_tokens(*input));
        most_cost(request, price, input, times).map(|most| most.pico_usd)
    });
    each.sum()
}

/// The length of a lane's own input, if it is not that of the shared one.
pub(crate) fn differing(lane: u32, own: u32, shared: u32) -> Option<InputLength> {
    (own != shared).then_some(InputLength { lane, prompt_tokens: own })
}

/// The differences between a lane's request and its plan, of which these are `told`.
pub(crate) fn notes_on(
    lane: u32,
    request: &Request,
    told: Vec<Phrase>,
) -> impl Iterator<Item = Note> + use<> {
    let awaits = request.awaits_inputs() && request.max_tokens.is_some();
    let uncounted = request.payload.uncounted().filter(|_| !request.provider.simulated);
    let uncounted = uncounted.map(wording::cost_unknown);
    let messages =
        told.into_iter().chain(awaits.then(wording::cost_unknown_until_start)).chain(uncounted);
    messages.map(move |message| Note { lane, message })
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
