//! Writes a request as a prediction. Inputs differ by model: if the model has described its own, their names are used,
//! otherwise those that language models share.

use serde_json::{Map, Value, json};

use crate::catalogue::family::LimitParam;
use crate::catalogue::inputs::{Description, EffortInput};
use crate::dialects::ledger::Ledger;
use crate::effort::Effort;
use crate::request::Request;
use crate::request::payload::Payload;
use crate::request::uncarried;
use crate::terms::{Terms, ThinkingForm};

pub(super) fn body(request: &Request, terms: &Terms<'_>, ledger: &mut Ledger) -> Value {
    payload(request, terms, ledger);
    let own = terms.inputs;
    let mut input = Map::new();
    input.insert("prompt".into(), request.prompt.clone().into());
    let system = match own {
        Some(own) => own.system.as_deref(),
        None => Some(terms.system_param.unwrap_or("system_prompt")),
    };
    if let Some((name, system)) = system.zip(request.system()) {
        input.insert(name.into(), system.into());
    }
    let limit = match (own, terms.limit_param) {
        (Some(own), _) => own.limit.as_deref(),
        (None, Some(LimitParam::MaxCompletionTokens)) => Some("max_completion_tokens"),
        (None, Some(LimitParam::MaxOutputTokens)) => Some("max_output_tokens"),
        (None, _) => Some("max_tokens"),
    };
    if let Some((name, limit)) = limit.zip(terms.limit) {
        input.insert(name.into(), limit.into());
    }
    if let Some(temperature) = terms.temperature {
        input.insert("temperature".into(), temperature.into());
    }
    if let Some((name, effort)) = effort(own, terms.thought) {
        input.insert(name.into(), effort);
    }
    json!({ "version": request.model, "input": input })
}

/// What a model takes beside these is its own, and only its page names it; so all of it is refused.
fn payload(request: &Request, terms: &Terms<'_>, ledger: &mut Ledger) {
    // Every field is named, so that a new one does not compile until it is answered for.
    let Payload {
        dialect: _,
        turns,
        tools,
        tool_choice,
        parallel_tool_calls,
        response_format,
        stop,
        top_p: _,
        seed,
        prediction,
        headers: _,
        fields: _,
        as_pasted: _,
    } = &*request.payload;
    for (field, is_asked, what) in [
        ("turns", !turns.is_empty(), uncarried::conversation()),
        ("tools", !tools.is_empty(), uncarried::tools()),
        ("tool_choice", tool_choice.is_some(), uncarried::tool_choice()),
        ("parallel_tool_calls", parallel_tool_calls.is_some(), uncarried::parallel_calls()),
        ("response_format", response_format.is_some(), uncarried::response_format()),
        ("stop", !stop.is_empty(), uncarried::known_stop_texts()),
        ("top_p", terms.top_p.is_some(), uncarried::known_top_p()),
        ("seed", seed.is_some(), uncarried::known_seed()),
        ("prediction", prediction.is_some(), uncarried::prediction()),
    ] {
        if is_asked {
            ledger.lacks(field, what, uncarried::as_own_input());
        }
    }
}

/// How the model's reasoning effort is set: the name of the input and its value. `own` is the model's description of
/// itself, if there is one.
fn effort(own: Option<&Description>, thought: ThinkingForm) -> Option<(&str, Value)> {
    let word = match thought {
        ThinkingForm::Off => Some(Effort::None),
        ThinkingForm::Word(effort) => Some(effort),
        ThinkingForm::Unset | ThinkingForm::On | ThinkingForm::Budget(_) => None,
    };
    let Some(own) = own else {
        return word.map(|effort| ("reasoning_effort", effort.word().into()));
    };
    match (own.effort.as_ref()?, thought) {
        (EffortInput::Tokens(name), ThinkingForm::Off) => Some((name, 0.into())),
        (EffortInput::Tokens(name), ThinkingForm::Budget(tokens)) => Some((name, tokens.into())),
        (input, _) => input.spelt(word?).map(|(name, word)| (name, word.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing::request;

    #[test]
    fn what_the_model_takes_stands_in_its_input() {
        let asked = request(Dialect::Replicate);
        assert_eq!(
            asked.body(None),
            json!({
                "input": {
                    "prompt": "Hi", "system_prompt": "Be brief.", "max_tokens": 64, "temperature": 0.5,
                },
                "version": asked.model,
            }),
            "every field stands where language models look for it"
        );
    }

    #[test]
    fn every_way_to_name_a_model_is_a_version_at_one_address() {
        let hash = "5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa";
        for model in ["meta/llama-3-8b-instruct", &format!("acme/own:{hash}"), hash] {
            let asked = Request { model: model.into(), ..request(Dialect::Replicate) };
            assert_eq!(asked.url().expect("an address").path(), "/v1/predictions", "{model}");
            assert_eq!(asked.body(None)["version"], model, "official, of the community, and bare");
        }
    }
}
