//! The terms a request goes out on: what the plan asks, settled against what the model takes. The one place where the two
//! meet, so that what is sent and what is said about it cannot differ.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::catalogue::family::Takes;
use crate::catalogue::inputs::{Description, EffortInput, Inputs};
use crate::catalogue::{EffortForm, LimitParam, Temperature, UsageOptIn};
use crate::dialects::dialect::Dialect;
use crate::request::{Effort, Request};

/// Something the plan asks that the model does not take as it is asked, and what is sent in its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Adjustment {
    /// What of the plan: `effort`, `temperature`, `max tokens`, `system prompt`, `prompt`, or `input names` for what all
    /// of it is called.
    pub field: String,
    /// What the plan asks, in its own word or number; absent where it asks for nothing.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
    /// What is sent instead; absent where it is left out.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<String>,
    /// Why, as the end of a sentence.
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
            (None, Some(sent)) => write!(f, "{field} {sent} is sent though none is asked: {why}."),
            (None, None) => write!(f, "{field}: {why}."),
        }
    }
}

/// How the model is told to think, in its dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thought {
    /// It is told nothing.
    Unset,
    /// Not to.
    Off,
    /// To.
    On,
    /// By a word.
    Word(Effort),
    /// By a number of tokens.
    Budget(u32),
}

/// The terms of one request.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Terms<'a> {
    pub(crate) thought: Thought,
    /// Fields of the body that the model's row or family adds.
    pub(crate) fields: Option<&'a Map<String, Value>>,
    /// The limit on output tokens.
    pub(crate) limit: Option<u32>,
    /// The field it stands in, where the dialect leaves that open.
    pub(crate) limit_param: Option<LimitParam>,
    pub(crate) temperature: Option<f64>,
    pub(crate) usage_opt_in: UsageOptIn,
    /// The input that takes the system prompt, where the dialect leaves that open.
    pub(crate) system_param: Option<&'a str>,
    /// What the model calls all of it, where the model has said.
    pub(crate) inputs: Option<&'a Description>,
    /// Where they differ from what is asked.
    pub(crate) adjustments: Vec<Adjustment>,
}

/// Messages wants a limit on the output. Where none is asked for, this is it: enough for a long answer, and allowed by
/// every model. An answer that reaches it ends with `max_tokens`, which is told as a doubt. Models that think unasked have
/// a larger one in their family: this much for the answer, and room for what they think before it.
const MESSAGES_LIMIT: u32 = 4_096;
/// The levels of Interactions; none turns thinking off.
const LEVELS: [Effort; 4] = [Effort::Minimal, Effort::Low, Effort::Medium, Effort::High];
/// The fewest tokens of thinking that Messages takes.
const MESSAGES_LEAST_BUDGET: u32 = 1_024;

impl Request {
    /// What the plan asks that this model does not take as it is asked, and what is sent in its place. Empty where
    /// everything is sent as it is asked.
    pub fn adjustments(&self) -> Vec<Adjustment> {
        self.terms().adjustments
    }

    /// Most output tokens that are asked for, thinking included.
    pub fn most_tokens(&self) -> Option<u32> {
        self.terms().limit
    }

    /// What is sent of what is asked.
    pub(crate) fn terms(&self) -> Terms<'_> {
        let takes = self.takes();
        let mut adjustments = Vec::new();
        let (thought, fields) = self.thought(&takes, &mut adjustments);
        let is_turned_off = self.effort == Some(Effort::None) && takes.effort_off.is_some();
        let is_thinking = match thought {
            Thought::Off => false,
            Thought::Unset => takes.thinks && !is_turned_off,
            Thought::On | Thought::Word(_) | Thought::Budget(_) => true,
        };
        let temperature = self.temperature.filter(|asked| {
            let why = match takes.temperature {
                Temperature::Taken => return true,
                Temperature::NotThinking if !is_thinking => return true,
                Temperature::NotThinking => "this model takes none while it thinks",
                Temperature::Refused => "this model takes none",
            };
            let asked = asked.to_string();
            adjustments.push(Adjustment::new("temperature", Some(&asked), None, why));
            false
        });
        let limit = self.limit(&takes, thought, &mut adjustments);
        let asks_more = temperature.is_some() || limit.is_some() || thought != Thought::Unset;
        adjustments.extend(self.unnamed(asks_more));
        Terms {
            thought,
            fields,
            limit,
            limit_param: takes.limit_param,
            temperature,
            usage_opt_in: takes.usage_opt_in,
            system_param: takes.system_param,
            inputs: self.inputs.description(),
            adjustments,
        }
    }

    /// What the model takes: as it says itself, and else as its row and family do.
    fn takes(&self) -> Takes<'_> {
        let takes = self.provider.takes(&self.model);
        let Some(own) = self.inputs.description() else { return takes };
        Takes {
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

    /// What is asked that the model has no input for, beside what every dialect settles; or that its names are not known.
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
        takes: &Takes<'a>,
        adjustments: &mut Vec<Adjustment>,
    ) -> (Thought, Option<&'a Map<String, Value>>) {
        let dialect = self.provider.dialect;
        let form = match (takes.effort_form, dialect) {
            (None, Dialect::Anthropic | Dialect::Cohere) => EffortForm::Budget,
            // It has levels where `generateContent` has budgets.
            (None, _) | (Some(EffortForm::Budget), Dialect::GeminiInteractions) => EffortForm::Word,
            (Some(form), _) => form,
        };
        let efforts = takes.efforts.or((dialect == Dialect::GeminiInteractions).then_some(&LEVELS));
        let Some(effort) = self.effort else { return (Thought::Unset, takes.effort_unset) };
        let mut say = |sent: Option<&str>, why: &str| {
            adjustments.push(Adjustment::new("effort", Some(effort.word()), sent, why));
        };
        if form == EffortForm::Untold {
            // Nothing is lost where a model that does not think is asked not to.
            if effort != Effort::None || takes.thinks {
                say(None, "this model cannot be told how much to think");
            }
            return (Thought::Unset, takes.effort_unset);
        }
        if effort == Effort::None {
            if let Some(off) = takes.effort_off {
                return (Thought::Unset, Some(off));
            }
            if efforts.is_none_or(|known| known.contains(&Effort::None)) {
                return (Thought::Off, None);
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
                let why = "this model is told a number of tokens and no word";
                say(Some(&sent), if is_off { still_thinks } else { why });
                tokens.map_or(Thought::On, Thought::Budget)
            }
            EffortForm::Switch => {
                say(Some("on"), "this model's thinking is on or off, and no more than that");
                Thought::On
            }
            EffortForm::Word | EffortForm::Untold => {
                if effort == Effort::None {
                    say(Some(nearest.word()), still_thinks);
                } else if nearest != effort {
                    say(Some(nearest.word()), "the nearest that this model knows");
                }
                Thought::Word(nearest)
            }
        };
        (thought, takes.effort_on)
    }

    fn limit(
        &self,
        takes: &Takes<'_>,
        thought: Thought,
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
            why = "the least that is taken";
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
            if let Thought::Budget(budget) = thought {
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

/// The effort that is nearest among those that are known, the lower of two; never none, which nobody asked for.
fn nearest(effort: Effort, known: Option<&[Effort]>) -> Effort {
    let rank = |effort: Effort| Effort::ALL.iter().position(|e| *e == effort).unwrap_or_default();
    known
        .unwrap_or_default()
        .iter()
        .copied()
        .filter(|known| *known != Effort::None)
        // The first of equals is taken, and they rise.
        .min_by_key(|known| rank(*known).abs_diff(rank(effort)))
        .unwrap_or(effort)
}

/// An effort in tokens, where a dialect is told a number of them; `None` is as many as the model likes.
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

/// Puts `fields` into `body`, objects into objects.
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
