//! The terms of a request: what the plan asks for, adapted to what the model accepts. Only this place decides, so the
//! request and its description cannot differ.

use measure::Phrase;
use serde_json::{Map, Value};

use crate::catalogue::family::{EffortForm, LimitParam, ModelParameters, Temperature, UsageOptIn};
use crate::catalogue::inputs::{Description, EffortInput, Inputs};
use crate::dialects::dialect::Dialect;
use crate::difference::{self, Difference};
use crate::effort::Effort;
use crate::request::Request;

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
    /// Why the model takes no setting of the sampling; absent if it takes them.
    pub(crate) no_sampling: Option<Phrase>,
    /// The values of `thinking.type` that it takes in a body of Messages.
    pub(crate) thinking_types: Option<&'a [String]>,
    /// Whether it can be made to call a tool while it thinks.
    pub(crate) forced_tools: bool,
    pub(crate) usage_opt_in: UsageOptIn,
    /// Name of the system prompt's input, if the dialect does not define it.
    pub(crate) system_param: Option<&'a str>,
    /// The model's own names for its inputs, if it has described them.
    pub(crate) inputs: Option<&'a Description>,
    /// Differences from the plan.
    pub(crate) differences: Vec<Difference>,
}

/// Default limit for Messages, which requires one: enough for a long answer, and allowed by every model. An answer that
/// reaches it ends with `max_tokens`, which raises a warning. Models that reason by default have a higher limit in
/// their family, with room for the reasoning.
const MESSAGES_LIMIT: u32 = 4_096;
/// The levels of Interactions, none of which turns reasoning off.
const LEVELS: [Effort; 4] = [Effort::Minimal, Effort::Low, Effort::Medium, Effort::High];
/// Minimum reasoning budget of Messages.
pub(crate) const MESSAGES_LEAST_BUDGET: u32 = 1_024;
/// The least temperature and `top_p` that a model of Messages takes while it thinks; the most is 1 of both. "`temperature` may only be
/// set to 1 when thinking is enabled or in adaptive mode", its own error of November 2026; `top_p` by its page on extended thinking.
const LEAST_TAKEN_THINKING: [f64; 2] = [1.0, 0.95];

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
        let mut differences = Vec::new();
        let (thought, fields) = self.thought(&takes, &mut differences);
        let is_turned_off = self.effort == Some(Effort::None) && takes.effort_off.is_some();
        let is_thinking = self.own_thinking().unwrap_or_else(|| match thought {
            ThinkingForm::Off => false,
            ThinkingForm::Unset => takes.thinks && !is_turned_off,
            // Beside a budget, a word says how much is written, thoughts or not.
            ThinkingForm::Word(_) if !takes.effort_words.is_empty() => takes.thinks,
            ThinkingForm::Word(_) if self.is_word_alone() => takes.thinks,
            ThinkingForm::On | ThinkingForm::Word(_) | ThinkingForm::Budget(_) => true,
        });
        // Models that take no temperature take no other setting of the sampling either.
        let no_sampling = match takes.temperature {
            Temperature::NotThinking if is_thinking => Some(difference::not_taken_thinking()),
            Temperature::Taken | Temperature::NotThinking => None,
            Temperature::Refused => Some(difference::not_taken()),
        };
        let is_of_messages = self.provider.dialect == Dialect::Anthropic;
        let least_taken = (takes.temperature == Temperature::NotThinking && is_of_messages)
            .then_some(LEAST_TAKEN_THINKING);
        let mut sampled = |field: fn() -> Phrase, asked: Option<f64>, taken: Option<f64>| {
            let Some(why) = no_sampling.clone() else { return asked };
            if asked.zip(taken).is_some_and(|(asked, least)| (least..=1.0).contains(&asked)) {
                return asked;
            }
            let asked = Some(Phrase::verbatim(&asked?.to_string()));
            differences.push(Difference { field: field(), asked, sent: None, why });
            None
        };
        let [least_temperature, least_top_p] =
            least_taken.map_or([None; 2], |least| least.map(Some));
        let temperature = sampled(difference::temperature, self.temperature, least_temperature);
        let top_p = sampled(difference::top_p, self.payload.top_p, least_top_p);
        let limit = self.limit(&takes, thought, &mut differences);
        let asks_more = temperature.is_some() || limit.is_some() || thought != ThinkingForm::Unset;
        differences.extend(self.unnamed(asks_more));
        Terms {
            thought,
            fields,
            limit,
            limit_param: takes.limit_param,
            temperature,
            top_p,
            no_sampling,
            thinking_types: takes.thinking_types,
            forced_tools: takes.forced_tools,
            usage_opt_in: takes.usage_opt_in,
            system_param: takes.system_param,
            inputs: self.inputs.description(),
            differences,
        }
    }

    /// Whether the request's own fields turn thinking on or off; absent if they say nothing of it.
    fn own_thinking(&self) -> Option<bool> {
        let payload = &self.payload;
        let is_sent = payload.dialect.is_none_or(|dialect| dialect == self.provider.dialect);
        let own = payload.fields.get("thinking").filter(|_| is_sent)?;
        Some(own.get("type")?.as_str()? != "disabled")
    }

    /// Whether the effort is that of a pasted body of Messages, which turns thinking on by another field, or not at all.
    pub(crate) fn is_word_alone(&self) -> bool {
        let is_as_pasted = self.as_pasted().is_some_and(|pasted| pasted.effort == self.effort);
        let is_word = self.effort.is_some_and(|effort| effort != Effort::None);
        self.provider.dialect == Dialect::Anthropic && is_as_pasted && is_word
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
    fn unnamed(&self, asks_more: bool) -> impl Iterator<Item = Difference> {
        let say = |field, why| Difference { field, asked: None, sent: None, why };
        let own = self.inputs.description();
        let system = own
            .filter(|own| self.system().is_some() && own.system.is_none())
            .map(|_| say(difference::system_prompt(), difference::no_system_input()));
        let prompt = own
            .filter(|own| !own.has_prompt)
            .map(|_| say(difference::prompt(), difference::no_prompt_input()));
        let names = match &self.inputs {
            Inputs::Untold(why) if asks_more || self.system().is_some() => {
                let why = why.trim_end_matches('.');
                Some(say(difference::input_names(), difference::undescribed(why)))
            }
            _ => None,
        };
        system.into_iter().chain(prompt).chain(names)
    }

    fn thought<'a>(
        &self,
        takes: &ModelParameters<'a>,
        differences: &mut Vec<Difference>,
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
        let mut say = |sent: Option<Phrase>, why: Phrase| {
            let asked = Some(Phrase::verbatim(effort.word()));
            differences.push(Difference { field: difference::effort(), asked, sent, why });
        };
        if form == EffortForm::Untold {
            // For a model that does not reason, "off" needs no adjustment.
            if effort != Effort::None || takes.thinks {
                say(None, difference::no_effort());
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
        let thought = match form {
            EffortForm::Budget => {
                let tokens = match effort {
                    Effort::None => Some(takes.least_budget),
                    _ => budget(dialect, nearest),
                };
                let tokens = tokens.map(|tokens| tokens.max(takes.least_budget));
                let sent = tokens.map_or_else(difference::unlimited_budget, |tokens| {
                    difference::budget(&tokens.to_string())
                });
                let is_off = effort == Effort::None;
                let why =
                    if is_off { difference::still_thinks() } else { difference::takes_budget() };
                say(Some(sent), why);
                tokens.map_or(ThinkingForm::On, ThinkingForm::Budget)
            }
            EffortForm::Switch => {
                say(Some(difference::on()), difference::takes_switch());
                ThinkingForm::On
            }
            EffortForm::Word | EffortForm::Untold => {
                if effort == Effort::None {
                    say(Some(Phrase::verbatim(nearest.word())), difference::still_thinks());
                } else if nearest != effort {
                    say(Some(Phrase::verbatim(nearest.word())), difference::nearest());
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
        differences: &mut Vec<Difference>,
    ) -> Option<u32> {
        let asked = self.max_tokens;
        let dialect = self.provider.dialect;
        let has_field = match takes.limit_param {
            Some(param) => param != LimitParam::None,
            None => dialect != Dialect::OpenaiChat,
        };
        if !has_field {
            if asked.is_some() {
                differences.push(of_limit(asked, None, difference::no_limit()));
            }
            return None;
        }
        let mut limit = asked;
        let mut why = None;
        if asked.is_some_and(|tokens| tokens < takes.limit_least) {
            limit = Some(takes.limit_least);
            why = Some(difference::lowest());
        }
        if dialect == Dialect::Anthropic {
            if asked.is_none() {
                limit = Some(takes.limit_default.unwrap_or(MESSAGES_LIMIT));
                why = Some(if takes.limit_default.is_some() {
                    difference::needs_limit_thinking()
                } else {
                    difference::needs_limit()
                });
            }
            if let ThinkingForm::Budget(budget) = thought {
                limit = limit.map(|limit| limit.saturating_add(budget));
                why = Some(difference::budget_counts());
            }
        }
        if let Some(why) = why.filter(|_| limit != asked) {
            differences.push(of_limit(asked, limit, why));
        }
        limit
    }
}

/// Another limit than the plan's.
fn of_limit(asked: Option<u32>, sent: Option<u32>, why: Phrase) -> Difference {
    let text = |tokens: Option<u32>| tokens.map(|tokens| Phrase::verbatim(&tokens.to_string()));
    Difference { field: difference::max_tokens(), asked: text(asked), sent: text(sent), why }
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
