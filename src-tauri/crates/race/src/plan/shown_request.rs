//! What a lane, or a step of one that is a chain, would send: for whom it is shown to before the start.

use std::borrow::Cow;

use measure::Phrase;
use providers::{KeyNeed, Provider, Request, Roster, ShownRequest};

use crate::plan::asked_rows::refused;
use crate::plan::chain::StepInput;
use crate::plan::chain_check::step_request;
use crate::plan::contender::request_of;
use crate::plan::first_sent::{first_sent, first_sent_of_step};
use crate::plan::{NextStep, Plan, Problem, wording};

/// What the lane at an index of a plan would send first, byte for byte but for its key and, where prompts are unique, for the number of
/// the request. A later step of a chain, from 1, has the names of the answers, as in `{{answer}}`, in their places; step 0 is the lane's own
/// request. `has_key` returns whether there is a key for a provider.
///
/// # Errors
/// What the lane or the step cannot carry, or why it cannot be sent.
pub fn shown_request(
    plan: &Plan,
    (place, step): (u32, u32),
    roster: &Roster,
    has_key: impl Fn(&Provider) -> bool,
) -> Result<ShownRequest, Vec<Problem>> {
    let problem = |message: Phrase| {
        let message =
            if step == 0 { message } else { wording::of_step((step + 1).into(), message) };
        Problem { lane: Some(place), message }
    };
    let lane = plan.lanes.get(place as usize);
    let lane = lane.ok_or_else(|| vec![problem(wording::no_such_lane())])?;
    let next = match (step as usize).checked_sub(1) {
        None => None,
        Some(at) => {
            let next = lane.later.get(at);
            Some(next.ok_or_else(|| vec![problem(wording::no_such_step())])?)
        }
    };
    let request = match next {
        None => request_of(plan, lane, roster),
        Some(next) => step_request(plan, lane, next, roster),
    };
    let request = request.map_err(|message| vec![problem(message)])?;
    let refusals = refused(plan, &request);
    if !refusals.is_empty() {
        return Err(refusals.into_iter().map(problem).collect());
    }
    let provider = &request.provider;
    let is_keyed = provider.key == KeyNeed::Required || has_key(provider);
    let (sent, number) = match next {
        None => first_sent(plan, &request, place),
        Some(next) => {
            of_step(plan, next, &request, (place, step)).map_err(|why| vec![problem(why)])?
        }
    };
    let shown = sent.shown(is_keyed && provider.key != KeyNeed::None);
    let shown = shown.map_err(|fault| vec![problem(Phrase::verbatim(&fault.message))])?;
    Ok(match number {
        Some(number) => shown.with_number_marked(&number),
        None => shown,
    })
}

/// What a later step is asked, and the number in it if prompts are unique.
fn of_step<'a>(
    plan: &Plan,
    next: &NextStep,
    request: &'a Request,
    (place, step): (u32, u32),
) -> Result<(Cow<'a, Request>, Option<String>), Phrase> {
    let input = StepInput::of(next).map_err(|error| wording::unfilled(error.phrase()))?;
    Ok(first_sent_of_step(plan, request, (place, step), |asked| input.unanswered(asked, step)))
}
