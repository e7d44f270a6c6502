//! The terms of a request: what the plan asks for, adapted to what the model accepts. Only this place decides, so the
//! request and its description cannot differ.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::catalogue::family::{EffortForm, LimitParam, ModelParameters, Temperature, UsageOptIn};
use crate::catalogue::inputs::{Description, EffortInput, Inputs};
use crate::dialects::dialect::Dialect;
use crate::effort::Effort;
use crate::request::Request;

/// A setting of the plan that the model does not accept, and what is sent instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Adjustment {
    /// The setting: `effort`, `temperature`, `max tokens`, `system prompt`, `prompt`, or `input names` for the names of
    /// all inputs.
    pub field: String,
    /// The plan's value; absent if it sets none.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// The value sent instead; absent if it is left out.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<String>,
    /// The reason, as the end of a sentence.
    pub why: String,
}

impl Adjustment {
    fn new(field: &str, asked: Option<&str>, sent: Option<&str>, why: &str) -> Self {
        let text = |text: &str| text.to_owned();
        Self {
            field: field.to_owned(),
            asked: asked.map(text),
            sent: sent.map(text),
            why: why.to_owned(),
        }
    }

    fn limit(asked: Option<u32>, sent: Option<u32>, why: &str) -> Self {
        let text = |tokens: Option<u32>| tokens.map(|tokens| tokens.to_string());
        Self::new("max tokens", text(asked).as_deref(), text(sent).as_deref(), why)
    }
}

impl fmt::Display for Adjustment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { field, asked, sent, why } = self;
        match (asked, sent) {
            (Some(asked), Some(sent)) => write!(f, "{field} {asked} is sent as {sent}: {why}."),
            (Some(asked), None) => write!(f, "{field} {asked} is left out: {why}."),
            (None, Some(sent)) => write!(f, "{field} {sent} is sent although none was set: {why}."),
            (None, None) => write!(f, "{field}: {why}."),
        }
    }
}

/// How reasoning is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ThinkingForm {
    /// Not specified.
    Unset,
    /// Off.
    Off,
    /// On.
    On,
    /// As a word.
    Word(Effort),
    /// As a token budget.
    Budget(u32),
}

/// The terms of one request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Terms<'a> {
    pub(crate) thought: ThinkingForm,
    /// Fields of the body that the model's row or family adds.
    pub(crate) fields: Option<&'a Map<String, Value>>,
    /// Output token limit.
    pub(crate) limit: Option<u32>,
    /// Field of the limit, if the dialect does not define it.
    pub(crate) limit_param: Option<LimitParam>,
    pub(crate) temperature: Option<f64>,
    pub(crate) top_p: Option<f64>,
    pub(crate) usage_opt_in: UsageOptIn,
    /// Name of the system prompt's input, if the dialect does not define it.
    pub(crate) system_param: Option<&'a str>,
    /// The model's own names for its inputs, if it has described them.
    pub(crate) inputs: Option<&'a Description>,
    /// Differences from the plan.
    pub(crate) adjustments: Vec<Adjustment>,
}

/// Default limit for Messages, which requires one: enough for a long answer, and allowed by every model. An answer that
/// reaches it ends with `max_tokens`, which raises a warning. Models that reason by default have a higher limit in
/// their family, with room for the reasoning.
const MESSAGES_LIMIT: u32 = 4_096;
/// The levels of Interactions, none of which turns reasoning off.
const LEVELS: [Effort; 4] = [Effort::Minimal, Effort::Low, Effort::Medium, Effort::High];
/// Minimum reasoning budget of Messages.
const MESSAGES_LEAST_BUDGET: u32 = 1_024;

impl Request {
    /// The output token limit known to apply to the request, reasoning included. Absent without a limit, and if the
    /// model has not described an input for one, because it ignores unknown inputs.
    pub fn most_tokens(&self) -> Option<u32> {
        let may_be_unread =
            self.provider.dialect == Dialect::Replicate && self.inputs.description().is_none();
        self.terms().limit.filter(|_| !may_be_unread)
    }

    /// The terms on which the request is sent.
    pub(crate) fn terms(&self) -> Terms<'_> {
        let takes = self.takes();
        let mut adjustments = Vec::new();
        let (thought, fields) = self.thought(&takes, &mut adjustments);
        let is_turned_off = self.effort == Some(Effort::None) && takes.effort_off.is_some();
        let is_thinking = match thought {
            ThinkingForm::Off => false,
            ThinkingForm::Unset => takes.thinks && !is_turned_off,
            // Beside a budget, a word says how much is written, thoughts or not.
            ThinkingForm::Word(_) if !takes.effort_words.is_empty() => takes.thinks,
            ThinkingForm::On | ThinkingForm::Word(_) | ThinkingForm::Budget(_) => true,
        };
        // Models that take no temperature take no other setting of the sampling either.
        let mut sampled = |field: &str, asked: Option<f64>| {
            let why = match takes.temperature {
                Temperature::Taken => return asked,
                Temperature::NotThinking if !is_thinking => return asked,
                Temperature::NotThinking => "this model accepts none while it thinks",
                Temperature::Refused => "this model accepts none",
            };
            let asked = asked?.to_string();
            adjustments.push(Adjustment::new(field, Some(&asked), None, why));
            None
        };
        let temperature = sampled("temperature", self.temperature);
        let top_p = sampled("top_p", self.payload.top_p);
        let limit = self.limit(&takes, thought, &mut adjustments);
        let asks_more = temperature.is_some() || limit.is_some() || thought != ThinkingForm::Unset;
        adjustments.extend(self.unnamed(asks_more));
        Terms {
            thought,
            fields,
            limit,
            limit_param: takes.limit_param,
            temperature,
            top_p,
            usage_opt_in: takes.usage_opt_in,
            system_param: takes.system_param,
            inputs: self.inputs.description(),
            adjustments,
        }
    }

    /// What the model accepts: as it describes itself, otherwise by its row and family.
    fn takes(&self) -> ModelParameters<'_> {
        let takes = self.provider.takes(&self.model);
        let Some(own) = self.inputs.description() else { return takes };
        ModelParameters {
            efforts: own.effort.as_ref().and_then(EffortInput::efforts),
            effort_form: Some(match own.effort {
                None => EffortForm::Untold,
                Some(EffortInput::Word(..)) => EffortForm::Word,
                Some(EffortInput::Tokens(_)) => EffortForm::Budget,
            }),
            temperature: if own.has_temperature { takes.temperature } else { Temperature::Refused },
            limit_param: own.limit.as_ref().map_or(Some(LimitParam::None), |_| takes.limit_param),
            limit_least: own.limit_least.unwrap_or_default(),
            ..takes
        }
    }

    /// Settings for which the model has no input, beyond those that every dialect settles; or a note that its input
    /// names are unknown.
    fn unnamed(&self, asks_more: bool) -> impl Iterator<Item = Adjustment> {
        let say = |field: &str, why: &str| Adjustment::new(field, None, None, why);
        let own = self.inputs.description();
        let system = own.filter(|own| self.system().is_some() && own.system.is_none()).map(|_| {
            say("system prompt", "it is left out, because this model has no input for one")
        });
        let prompt = own.filter(|own| !own.has_prompt).map(|_| {
            say("prompt", "this model describes no input for one, and may be no language model")
        });
        let names = match &self.inputs {
            Inputs::Untold(why) if asks_more || self.system().is_some() => Some(say(
                "input names",
                &format!(
                    "the usual ones are sent, and one that this model does not know has no effect, because its own description could not be read ({})",
                    why.trim_end_matches('.')
                ),
            )),
            _ => None,
        };
        system.into_iter().chain(prompt).chain(names)
    }

    fn thought<'a>(
        &self,
        takes: &ModelParameters<'a>,
        adjustments: &mut Vec<Adjustment>,
    ) -> (ThinkingForm, Option<&'a Map<String, Value>>) {
        let dialect = self.provider.dialect;
        let is_as_pasted = self.as_pasted().is_some_and(|pasted| pasted.effort == self.effort);
        let is_word = self.effort.is_some_and(|effort| takes.effort_words.contains(&effort));
        let form = match (takes.effort_form, dialect) {
            // A word that was pasted is sent as one to a model that is not known, or is known to take it.
            (None, _) if is_as_pasted => EffortForm::Word,
            (Some(EffortForm::Budget), _) if is_as_pasted && is_word => EffortForm::Word,
            (None, Dialect::Anthropic | Dialect::Cohere) => EffortForm::Budget,
            // Interactions has levels instead of `generateContent`'s budgets.
            (None, _) | (Some(EffortForm::Budget), Dialect::GeminiInteractions) => EffortForm::Word,
            (Some(form), _) => form,
        };
        let efforts = takes.efforts.or((dialect == Dialect::GeminiInteractions).then_some(&LEVELS));
        let Some(effort) = self.effort else { return (ThinkingForm::Unset, takes.effort_unset) };
        let mut say = |sent: Option<&str>, why: &str| {
            adjustments.push(Adjustment::new("effort", Some(effort.word()), sent, why));
        };
        if form == EffortForm::Untold {
            // For a model that does not reason, "off" needs no adjustment.
            if effort != Effort::None || takes.thinks {
                say(None, "this model cannot be told how much to think");
            }
            return (ThinkingForm::Unset, takes.effort_unset);
        }
        if effort == Effort::None {
            if let Some(off) = takes.effort_off {
                return (ThinkingForm::Unset, Some(off));
            }
            if efforts.is_none_or(|known| known.contains(&Effort::None)) {
                return (ThinkingForm::Off, None);
            }
        }
        let nearest = nearest(effort, efforts);
        let still_thinks = "it cannot be turned off for this model, which still thinks";
        let thought = match form {
            EffortForm::Budget => {
                let tokens = match effort {
                    Effort::None => Some(takes.least_budget),
                    _ => budget(dialect, nearest),
                };
                let tokens = tokens.map(|tokens| tokens.max(takes.least_budget));
                let sent = tokens.map_or_else(
                    || "a budget without a limit".to_owned(),
                    |tokens| format!("a budget of {tokens} tokens"),
                );
                let is_off = effort == Effort::None;
                let why = "this model takes a number of tokens, not a word";
                say(Some(&sent), if is_off { still_thinks } else { why });
                tokens.map_or(ThinkingForm::On, ThinkingForm::Budget)
            }
            EffortForm::Switch => {
                say(Some("on"), "this model's thinking is on or off, and no more than that");
                ThinkingForm::On
            }
            EffortForm::Word | EffortForm::Untold => {
                if effort == Effort::None {
                    say(Some(nearest.word()), still_thinks);
                } else if nearest != effort {
                    say(Some(nearest.word()), "the nearest that this model supports");
                }
                ThinkingForm::Word(nearest)
            }
        };
        (thought, takes.effort_on)
    }

    fn limit(
        &self,
        takes: &ModelParameters<'_>,
        thought: ThinkingForm,
        adjustments: &mut Vec<Adjustment>,
    ) -> Option<u32> {
        let asked = self.max_tokens;
        let dialect = self.provider.dialect;
        let has_field = match takes.limit_param {
            Some(param) => param != LimitParam::None,
            None => dialect != Dialect::OpenaiChat,
        };
        if !has_field {
            if asked.is_some() {
                adjustments.push(Adjustment::limit(asked, None, "this model takes no limit"));
            }
            return None;
        }
        let mut limit = asked;
        let mut why = "";
        if asked.is_some_and(|tokens| tokens < takes.limit_least) {
            limit = Some(takes.limit_least);
            why = "the lowest accepted value";
        }
        if dialect == Dialect::Anthropic {
            if asked.is_none() {
                limit = Some(takes.limit_default.unwrap_or(MESSAGES_LIMIT));
                why = if takes.limit_default.is_some() {
                    "a limit has to be set, and this model thinks before it answers, which counts against it"
                } else {
                    "a limit has to be set"
                };
            }
            if let ThinkingForm::Budget(budget) = thought {
                limit = limit.map(|limit| limit.saturating_add(budget));
                why = "thinking counts against the limit, so its budget is added";
            }
        }
        if limit != asked {
            adjustments.push(Adjustment::limit(asked, limit, why));
        }
        limit
    }
}

/// The nearest known effort, the lower one on a draw; never `none`, unless requested.
fn nearest(effort: Effort, known: Option<&[Effort]>) -> Effort {
    let rank = |effort: Effort| Effort::ALL.iter().position(|e| *e == effort).unwrap_or_default();
    known
        .unwrap_or_default()
        .iter()
        .copied()
        .filter(|known| *known != Effort::None)
        // The first of equally near ones is taken, and efforts are ascending.
        .min_by_key(|known| rank(*known).abs_diff(rank(effort)))
        .unwrap_or(effort)
}

/// An effort as a token budget, for dialects that take one; `None` means no limit.
fn budget(dialect: Dialect, effort: Effort) -> Option<u32> {
    let of = |minimal, low, medium, high| match effort {
        Effort::None | Effort::Minimal => minimal,
        Effort::Low => low,
        Effort::Medium => medium,
        Effort::High | Effort::XHigh | Effort::Max => high,
    };
    match dialect {
        Dialect::Anthropic => Some(
            of(MESSAGES_LEAST_BUDGET, MESSAGES_LEAST_BUDGET, 4_096, 16_384)
                .max(if effort > Effort::High { 24_576 } else { 0 }),
        ),
        Dialect::Cohere => Some(of(512, 2_048, 8_192, 0)).filter(|tokens| *tokens > 0),
        _ => Some(of(512, 1_024, 8_192, 24_576)),
    }
}

/// Merges `fields` into `body`, recursively.
pub(crate) fn merge(body: &mut Map<String, Value>, fields: &Map<String, Value>) {
    for (name, value) in fields {
        match (body.get_mut(name), value) {
            (Some(Value::Object(into)), Value::Object(from)) => merge(into, from),
            _ => {
                body.insert(name.clone(), value.clone());
            }
        }
    }
}

#[cfg(test)]
#[path = "terms_tests.rs"]
mod tests;
