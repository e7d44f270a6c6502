//! Whether the chains of a plan can be asked, who their later steps are, and the most that those send and cost.

use checks::Check;
use cost::{Prices, tokens};
use measure::Phrase;
use providers::{KeyNeed, Provider, Request, Roster};

use crate::plan::answer_checks::unusable_checks;
use crate::plan::asked_rows::refused;
use crate::plan::chain::{ANSWER, MOST_STEPS, PROMPT, StepInput};
use crate::plan::contender::{Contender, request_of};
use crate::plan::input_length::{most_input_tokens, sent_tokens};
use crate::plan::most_cost::most_cost;
use crate::plan::step_checks::gate_plan;
use crate::plan::step_rule::{LONGEST_STEP_NAME, StepRule};
use crate::plan::{LanePlan, NextStep, Plan, Problem, wording};
use crate::workload::Template;

/// The later steps of each lane that runs, in order; none for a lane that is no chain.
///
/// # Errors
/// Why they cannot be asked.
pub fn later_steps(
    plan: &Plan,
    roster: &Roster,
    prices: &Prices,
) -> Result<Vec<Vec<Contender>>, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut lanes = Vec::new();
    for (place, lane) in (0_u32..).zip(&plan.lanes).filter(|(_, lane)| !lane.muted) {
        let mut steps = Vec::new();
        for (number, next) in (2_u32..).zip(&lane.later) {
            let of_step =
                |why| Problem { lane: Some(place), message: wording::of_step(number.into(), why) };
            match step_request(plan, lane, next, roster) {
                Ok(request) => {
                    problems.extend(refused(plan, &request).into_iter().map(of_step));
                    steps.push(Contender::of(place, request, prices));
                }
                Err(why) => problems.push(of_step(why)),
            }
        }
        lanes.push(steps);
    }
    if problems.is_empty() { Ok(lanes) } else { Err(problems) }
}

/// The request of a later step with what its lane asks. Its own texts are filled in once it is asked.
pub(crate) fn step_request(
    plan: &Plan,
    lane: &LanePlan,
    next: &NextStep,
    roster: &Roster,
) -> Result<Request, Phrase> {
    request_of(plan, &LanePlan { request: lane.request.clone(), ..next.lane.clone() }, roster)
}

/// Why chains of the plan cannot be asked, but for who is asked: see [`later_steps`].
pub(crate) fn unusable_chains(plan: &Plan) -> Vec<Problem> {
    let mut problems = Vec::new();
    let chains = (0_u32..).zip(&plan.lanes).filter(|(_, lane)| !lane.muted && lane.is_chain());
    for (place, lane) in chains {
        let mut add = |message| problems.push(Problem { lane: Some(place), message });
        if plan.is_sweep() {
            add(wording::chain_of_sweep());
        }
        let steps = lane.later.len() + 1;
        if steps > MOST_STEPS {
            add(wording::too_many_steps(steps.into(), MOST_STEPS.into()));
            continue;
        }
        for (number, next) in (2_u32..).zip(&lane.later) {
            for why in unusable_step(plan, place, number, next) {
                add(wording::of_step(number.into(), why));
            }
        }
        for (number, why) in unusable_branches(&lane.later) {
            add(wording::of_step(number.into(), why));
        }
    }
    problems
}

fn unusable_step(plan: &Plan, place: u32, number: u32, next: &NextStep) -> Vec<Phrase> {
    let mut messages = Vec::new();
    if next.lane.is_chain() {
        messages.push(wording::nested_chain());
    }
    if next.lane.request.as_ref().is_some_and(|own| own.payload.is_some()) {
        messages.push(wording::step_payload());
    }
    match StepInput::of(next) {
        Ok(input) => {
            let names: Vec<&str> = input.templates().flat_map(Template::variables).collect();
            let unknown = names.into_iter().find(|name| !is_known(name, number));
            messages.extend(unknown.map(wording::step_variable));
        }
        Err(error) => messages.push(wording::unfilled(error.phrase())),
    }
    if let StepRule::CheckFails { checks } = &next.rule {
        messages.extend(unusable_gate(plan, place, checks));
    }
    messages
}

/// Whether a step has a value for a variable: the number of an answer is that of a step before it.
fn is_known(name: &str, number: u32) -> bool {
    let of_step = || name.strip_prefix(ANSWER)?.parse::<u32>().ok();
    name == PROMPT || name == ANSWER || of_step().is_some_and(|step| (1..number).contains(&step))
}

/// Why checks cannot decide whether a step is asked.
fn unusable_gate(plan: &Plan, place: u32, checks: &[Check]) -> Option<Phrase> {
    let gate = gate_plan(plan, checks);
    if !gate.has_checks() {
        return Some(wording::step_without_checks());
    }
    if !gate.commands().is_empty() {
        return Some(wording::step_by_command());
    }
    if checks.is_empty() {
        // What is wrong with the plan's own is told once.
        return None;
    }
    let lanes = plan.lanes.get(place as usize).cloned();
    let alone = Plan { lanes: lanes.into_iter().collect(), ..gate };
    unusable_checks(&alone).into_iter().next().map(|problem| problem.message)
}

/// What is wrong with the steps of which an answer picks one, each with the step's number.
fn unusable_branches(then: &[NextStep]) -> Vec<(u32, Phrase)> {
    let mut found = Vec::new();
    let mut names: Vec<String> = Vec::new();
    for (number, next) in (2_u32..).zip(then) {
        match &next.rule {
            StepRule::Says { name } => {
                let own = name.trim().to_lowercase();
                let length = own.chars().count();
                if length == 0 || length > LONGEST_STEP_NAME || own.chars().any(char::is_control) {
                    found.push((number, wording::step_name(LONGEST_STEP_NAME.into())));
                } else if names.contains(&own) {
                    found.push((number, wording::step_name_twice(name.trim())));
                }
                names.push(own);
            }
            StepRule::Otherwise => {
                if names.is_empty() {
                    found.push((number, wording::otherwise_of_nothing()));
                }
                names.clear();
            }
            StepRule::Always | StepRule::CheckFails { .. } => {
                if !names.is_empty() {
                    found.push((number - 1, wording::no_otherwise()));
                }
                names.clear();
            }
        }
    }
    if !names.is_empty() {
        let last = u32::try_from(then.len() + 1).unwrap_or(u32::MAX);
        found.push((last, wording::no_otherwise()));
    }
    found
}

/// The most that the later steps of a lane come to, over all rounds, if each is asked every time.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct MostOfSteps {
    /// Requests.
    pub(crate) requests: u32,
    /// Output tokens; absent if a step has no limit.
    pub(crate) tokens: Option<u32>,
    /// The most tokens that the lane's answer has, whichever step gives it; absent without a limit.
    pub(crate) longest_answer: Option<u32>,
    /// Dollars in 10⁻¹² of those whose most is known; absent if none is.
    pub(crate) pico_usd: Option<u64>,
    /// Whether a step that is charged has no price.
    pub(crate) unpriced: bool,
    /// Whether a step that has a price may cost anything, because nothing limits it or an answer before it.
    pub(crate) unbounded: bool,
    /// Whether a step's provider needs a key that is missing.
    pub(crate) missing_key: bool,
}

impl MostOfSteps {
    /// Of the steps `later` of a lane whose first step may write `limit` tokens.
    pub(crate) fn of(
        (plan, lane): (&Plan, &LanePlan),
        limit: Option<u32>,
        later: &[Contender],
        has_key: impl Fn(&Provider) -> bool,
    ) -> Self {
        let rounds = plan.rounds();
        let asked = sent_tokens(plan, plan.input_of(lane)).into_iter().max().unwrap_or_default();
        let mut limits = vec![limit];
        let mut most = Self { tokens: Some(0), longest_answer: limit, ..Self::default() };
        for (next, Contender { request, price, .. }) in lane.later.iter().zip(later) {
            let own = request.most_tokens();
            most.requests = most.requests.saturating_add(rounds);
            most.longest_answer =
                most.longest_answer.zip(own).map(|(longest, own)| longest.max(own));
            let all = own.map(|own| own.saturating_mul(rounds));
            most.tokens = most.tokens.zip(all).map(|(sum, own)| sum.saturating_add(own));
            let provider = &request.provider;
            most.missing_key |= provider.key == KeyNeed::Required && !has_key(provider);
            let input = longest_input(next, asked, &limits);
            limits.push(own);
            if provider.simulated {
                continue;
            }
            let cost = input.and_then(|input| {
                most_cost(request, price.as_ref(), u64::from(most_input_tokens(input)), rounds)
            });
            most.unpriced |= price.is_none();
            let is_charged = price.as_ref().is_some_and(|price| price.per_hour.is_none());
            most.unbounded |= is_charged && cost.is_none();
            if let Some(cost) = cost {
                most.pico_usd = Some(most.pico_usd.unwrap_or(0).saturating_add(cost.pico_usd));
            }
        }
        most
    }
}

/// The most `o200k_base` tokens that a step reads, `asked` of which the lane was asked; `None` if nothing limits an answer that it
/// reads.
fn longest_input(next: &NextStep, asked: u32, limits: &[Option<u32>]) -> Option<u32> {
    let input = StepInput::of(next).ok()?;
    // What the lane is asked is its system prompt and its payload, too.
    let mut sum = asked;
    for template in input.templates() {
        sum = sum.saturating_add(tokens::count(&template.literal()));
        sum = sum.saturating_add(asked.saturating_mul(template.uses(PROMPT)));
        for (number, limit) in (1_u32..).zip(limits) {
            let uses = template.uses(&format!("{ANSWER}{number}"));
            if uses > 0 {
                sum = sum.saturating_add(at_most((*limit)?).saturating_mul(uses));
            }
        }
        let uses = template.uses(ANSWER);
        if uses > 0 {
            // Which step was asked before is not known.
            let limits: Option<Vec<u32>> = limits.iter().copied().collect();
            let longest = limits?.into_iter().max().unwrap_or_default();
            sum = sum.saturating_add(at_most(longest).saturating_mul(uses));
        }
    }
    Some(sum)
}

/// A token of a provider's own may be two of the neutral ones.
fn at_most(limit: u32) -> u32 {
    limit.saturating_mul(2)
}

/// Whether a chain of the plan may cost anything: a step of it has a price, and nothing limits what it reads or writes.
pub fn has_unbounded_steps(plan: &Plan, roster: &Roster, prices: &Prices) -> bool {
    let Ok(later) = later_steps(plan, roster, prices) else { return false };
    let lanes = plan.lanes.iter().filter(|lane| !lane.muted);
    lanes.zip(&later).any(|(lane, later)| {
        let limit = request_of(plan, lane, roster).ok().and_then(|request| request.most_tokens());
        MostOfSteps::of((plan, lane), limit, later, |_| true).unbounded
    })
}

#[cfg(test)]
#[path = "chain_check_tests.rs"]
mod tests;
