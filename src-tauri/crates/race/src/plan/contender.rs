//! One lane of a plan as a request to its provider.

use cost::{Price, Prices};
use measure::Phrase;
use providers::{EndpointError, Provider, Request, Roster, SafeText};

use crate::plan::suggestions::nearest;
use crate::plan::wording;
use crate::plan::{LanePlan, Plan};

/// One lane of a plan that can run: provider and request.
#[derive(Debug, Clone, PartialEq)]
pub struct Contender {
    /// Index in the plan, from 0, muted lanes included.
    pub place: u32,
    /// Its request.
    pub request: Request,
    /// Its price, if known.
    pub price: Option<Price>,
    /// Models with the most similar names, in case the provider does not know this one.
    pub nearest: Vec<SafeText>,
}

impl Contender {
    /// The contender of a lane's place with this request, at its price.
    pub(crate) fn of(place: u32, request: Request, prices: &Prices) -> Self {
        let price = price_of(&request, prices);
        let nearest = nearest(&request.model, &request.provider, prices);
        Self { place, request, price, nearest }
    }
}

/// Why a request cannot have these settings.
pub(crate) fn parameters(max_tokens: Option<u32>, temperature: Option<f64>) -> Option<Phrase> {
    if max_tokens == Some(0) {
        return Some(wording::max_tokens());
    }
    match temperature {
        Some(t) if !(0.0..=2.0).contains(&t) => Some(wording::temperature(&t.to_string())),
        _ => None,
    }
}

/// The request of one lane of a plan.
pub(crate) fn request_of(plan: &Plan, lane: &LanePlan, roster: &Roster) -> Result<Request, Phrase> {
    let provider = roster
        .find(&lane.provider, lane.dialect, lane.base_url.as_deref())
        .map_err(|error| unusable(&error))?;
    if provider.base_url.is_empty() {
        let example = provider.base_url_example.as_deref().unwrap_or("https://api.example.com/v1");
        return Err(wording::needs_address(&provider.label, example, &provider.id));
    }
    if lane.model.trim().is_empty() {
        return Err(wording::needs_model(&provider.label));
    }
    if let Some(place) = provider.route.needs_leave(&provider.base_url) {
        return Err(wording::plain_http(&place));
    }
    if let Some(problem) = parameters(lane.max_tokens, lane.temperature) {
        return Err(problem);
    }
    let max_tokens = lane.max_tokens.or(plan.max_tokens);
    let provider = if plan.load.as_ref().is_some_and(|load| load.force_length) {
        at_length(&provider, max_tokens)?
    } else {
        provider
    };
    let provider = match &lane.service_tier {
        Some(tier) => in_tier(&provider, tier)?,
        None => provider,
    };
    let input = plan.input_of(lane);
    Ok(Request {
        provider,
        model: lane.model.trim().to_owned(),
        system: input.system.map(str::to_owned).filter(|system| !system.trim().is_empty()),
        prompt: input.prompt.to_owned(),
        max_tokens,
        temperature: lane.temperature.or(plan.temperature),
        effort: lane.effort.or(plan.effort),
        payload: input.payload.arc(),
        inputs: providers::Inputs::Usual,
    })
}

/// Why a lane names no usable provider.
fn unusable(error: &EndpointError) -> Phrase {
    match error {
        EndpointError::UnknownProvider { id } => wording::unknown_provider(id),
        other => Phrase::verbatim(&format!("{other}.")),
    }
}

fn at_length(provider: &Provider, max_tokens: Option<u32>) -> Result<Provider, Phrase> {
    let Some(tokens) = max_tokens else {
        return Err(wording::length_without_limit());
    };
    provider.at_length(tokens).ok_or_else(|| wording::no_fixed_length(&provider.label))
}

fn in_tier(provider: &Provider, tier: &str) -> Result<Provider, Phrase> {
    provider.in_tier(tier).ok_or_else(|| {
        let known: Vec<String> = provider.service_tiers().map(str::to_owned).collect();
        let label = &provider.label;
        if known.is_empty() {
            wording::no_tiers(label)
        } else {
            wording::other_tiers(label, tier, known)
        }
    })
}

/// The price of a request. Simulated providers have none.
pub(crate) fn price_of(request: &Request, prices: &Prices) -> Option<Price> {
    let provider = &request.provider;
    if provider.simulated {
        return None;
    }
    // A gateway charges by model, whatever backend answers.
    let address = provider.base_url.as_str();
    prices.price(&provider.id, Some(address), provider.price_prefix.as_deref(), &request.model)
}
