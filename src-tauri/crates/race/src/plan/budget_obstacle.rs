//! Why a sweep's budget cannot be kept, or would let nothing be sent.

use cost::Price;
use measure::{Amount, Phrase};
use providers::Request;

use crate::plan::input_length::{longest_input_tokens, most_input_tokens};
use crate::plan::most_cost::most_cost;
use crate::plan::wording;
use crate::plan::{LanePlan, Plan};

/// Why the budget of a sweep cannot be kept with a request, whose maximum cost is unknown or more than all of the budget. Requests in
/// flight count at their maximum, so that such a budget would be used before the first of them.
pub(crate) fn budget_obstacle(
    plan: &Plan,
    lane: &LanePlan,
    request: &Request,
    price: Option<&Price>,
) -> Option<Phrase> {
    let load = plan.load.as_ref()?;
    let (label, model) = (request.provider.label.as_str(), request.model.as_str());
    if request.most_tokens().is_none()
        && (load.budget_usd.is_some() || load.budget_tokens.is_some())
    {
        return Some(wording::unlimited_answers(label, model));
    }
    let tokens = request.most_tokens().zip(load.budget_tokens).filter(|(each, most)| each > most);
    if let Some((each, most)) = tokens {
        return Some(wording::tokens_of_no_request(label, model, each.into(), most.into()));
    }
    let budget_usd = load.budget_usd.filter(|_| !request.provider.simulated)?;
    let Some(price) = price else { return Some(wording::no_price(label, model)) };
    if price.per_hour.is_some() {
        return Some(wording::priced_by_hour(label, model));
    }
    if let Some(what) = request.payload.uncounted() {
        return Some(wording::uncounted_input(label, what));
    }
    let input = most_input_tokens(longest_input_tokens(plan, plan.input_of(lane), load));
    let Some(most) = most_cost(request, Some(price), u64::from(input), 1) else {
        return Some(wording::no_price_for_length(label, model, input.into()));
    };
    (most.usd() > budget_usd).then(|| {
        let [most, budget] = [most.usd(), budget_usd].map(Amount::dollars);
        wording::dollars_of_no_request(label, model, most, budget)
    })
}
