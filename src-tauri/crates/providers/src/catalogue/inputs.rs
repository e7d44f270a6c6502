//! What a model calls what it is asked, in the dialect that leaves it to the model. A model leaves unread what it does not
//! know: a limit or a system prompt under another model's name has no effect, and nobody is told.

use std::sync::Arc;
use std::time::Duration;

use secrecy::SecretString;
use serde_json::{Map, Value};
use tokio::time::timeout;
use url::Url;

use crate::catalogue::Provider;
use crate::catalogue::resource::Resource;
use crate::dialects::dialect::Dialect;
use crate::error::fault::{Fault, FaultClass};
use crate::error::raw_fault::RawFault;
use crate::request::{Effort, Request};
use crate::wire::address::{in_path, joined};
use crate::wire::redact::Redaction;

/// Longest that learning them may hold up a start.
const DEADLINE: Duration = Duration::from_secs(5);
/// A description repeats an example with its answer, and is not longer than this.
const LARGEST_MB: usize = 4;
/// Words of a choice that are looked at.
const MOST_WORDS: usize = 32;

/// What language models at Replicate call the same thing, the usual name first. From the models' own pages there, such
/// as replicate.com/google/gemini-2.5-flash, /openai/gpt-5.2, /anthropic/claude-opus-4.6 and /meta/llama-2-70b-chat.
const SYSTEM: [&str; 4] = ["system_prompt", "system_instruction", "system_message", "system"];
const LIMIT: [&str; 5] =
    ["max_tokens", "max_new_tokens", "max_output_tokens", "max_completion_tokens", "max_length"];
const EFFORT_WORD: [&str; 4] = ["reasoning_effort", "effort", "thinking_level", "thinking"];
const EFFORT_TOKENS: &str = "thinking_budget";

/// What a model calls its inputs, as far as that is known.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Inputs {
    /// As the dialect says; where it leaves that to the model, as the model's family does.
    #[default]
    Usual,
    /// As the model describes itself.
    Described(Arc<Description>),
    /// As its family does, because the model's own description could not be read; why, in a sentence.
    Untold(String),
}

/// How a model is told how much to think.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum EffortInput {
    /// By a word among these, rising, each as the model spells it.
    Word(String, Vec<Effort>, Vec<String>),
    /// By a number of tokens; 0 turns it off.
    Tokens(String),
}

/// The inputs of one model, by what they are for. Absent is what it has no input for.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Description {
    pub(crate) has_prompt: bool,
    pub(crate) system: Option<String>,
    pub(crate) limit: Option<String>,
    /// The smallest limit that it takes.
    pub(crate) limit_least: Option<u32>,
    pub(crate) has_temperature: bool,
    pub(crate) effort: Option<EffortInput>,
}

impl Request {
    /// Whether its dialect leaves the names of what is asked to the model, which nobody has asked for them yet.
    pub fn awaits_inputs(&self) -> bool {
        self.provider.dialect == Dialect::Replicate && self.inputs == Inputs::Usual
    }

    /// The same request under the names that its model has for what is asked, where the dialect leaves them to the model.
    /// Asks the provider once, for five seconds at most; that it did not tell is no failure.
    pub async fn with_inputs(
        mut self,
        key: Option<&SecretString>,
        proxy_login: Option<&SecretString>,
    ) -> Self {
        if self.awaits_inputs() {
            self.inputs = self.described(key, proxy_login, DEADLINE).await;
        }
        self
    }

    async fn described(
        &self,
        key: Option<&SecretString>,
        proxy_login: Option<&SecretString>,
        deadline: Duration,
    ) -> Inputs {
        let redaction = Redaction::of(key).and_login(proxy_login);
        let asking = async {
            let address =
                address(&self.provider, &self.model).map_err(|fault| fault.redacted(&redaction))?;
            let resource = Resource {
                provider: &self.provider,
                key,
                proxy_login,
                address: &address,
                model: &self.model,
                most_mb: LARGEST_MB,
            };
            Description::read(&resource.body().await?).ok_or_else(|| {
                Fault::new(FaultClass::NotAStream, "What came back describes no inputs.", "")
            })
        };
        match timeout(deadline, asking).await {
            Ok(Ok(description)) => Inputs::Described(Arc::new(description)),
            Ok(Err(fault)) => Inputs::Untold(fault.message.into()),
            Err(_) => Inputs::Untold(format!("no answer in {} s", deadline.as_secs_f64())),
        }
    }
}

impl Inputs {
    /// The model's own description, where it was read.
    pub(crate) fn description(&self) -> Option<&Description> {
        match self {
            Self::Described(description) => Some(description),
            Self::Usual | Self::Untold(_) => None,
        }
    }
}

impl Description {
    /// Reads a model's description, or that of one of its versions.
    fn read(body: &[u8]) -> Option<Self> {
        let said: Value = serde_json::from_slice(body).ok()?;
        let schemas = ["/latest_version", ""].into_iter().find_map(|version| {
            said.pointer(&format!("{version}/openapi_schema/components/schemas"))
        })?;
        let inputs = schemas.pointer("/Input/properties")?.as_object()?;
        let named = |names: &[&str]| {
            names.iter().find(|name| inputs.contains_key(**name)).map(|name| (*name).to_owned())
        };
        let limit = named(&LIMIT);
        let limit_least = limit.as_ref().and_then(|name| {
            let least = inputs.get(name)?.get("minimum")?.as_u64()?;
            u32::try_from(least).ok()
        });
        (!inputs.is_empty()).then(|| Self {
            has_prompt: inputs.contains_key("prompt"),
            system: named(&SYSTEM),
            limit,
            limit_least,
            has_temperature: inputs.contains_key("temperature"),
            effort: effort_word(inputs, schemas)
                .or_else(|| named(&[EFFORT_TOKENS]).map(EffortInput::Tokens)),
        })
    }
}

/// The input that takes an effort as a word, where its choices are words for efforts.
fn effort_word(inputs: &Map<String, Value>, schemas: &Value) -> Option<EffortInput> {
    EFFORT_WORD.iter().find_map(|name| {
        let input = inputs.get(*name)?;
        // A choice stands in a schema of its own, to which the input refers.
        let apart = || {
            let reference =
                ["/allOf/0/$ref", "/$ref"].iter().find_map(|path| input.pointer(path)?.as_str())?;
            schemas.get(reference.strip_prefix("#/components/schemas/")?)?.get("enum")
        };
        let choices = input.get("enum").or_else(apart)?.as_array()?.iter().take(MOST_WORDS);
        let mut words: Vec<(Effort, String)> = choices
            .filter_map(|choice| {
                let word = choice.as_str()?;
                let known = |effort: &Effort| effort.word().eq_ignore_ascii_case(word);
                Some((Effort::ALL.into_iter().find(known)?, word.to_owned()))
            })
            .collect();
        words.sort_by_key(|(effort, _)| *effort);
        words.dedup_by_key(|(effort, _)| *effort);
        let (efforts, words): (Vec<_>, Vec<_>) = words.into_iter().unzip();
        (!efforts.is_empty()).then(|| EffortInput::Word((*name).to_owned(), efforts, words))
    })
}

impl EffortInput {
    /// The efforts it knows, rising, where it is told one by a word.
    pub(crate) fn efforts(&self) -> Option<&[Effort]> {
        match self {
            Self::Word(_, efforts, _) => Some(efforts),
            Self::Tokens(_) => None,
        }
    }

    /// The name of the input and the model's own word for `effort`, where it has one.
    pub(crate) fn spelt(&self, effort: Effort) -> Option<(&str, &str)> {
        let Self::Word(name, efforts, words) = self else { return None };
        let at = efforts.iter().position(|known| *known == effort)?;
        Some((name, words.get(at)?))
    }
}

/// Where a model says what its inputs are: `OWNER/NAME`, or `OWNER/NAME:VERSION`. A bare version names no model.
fn address(provider: &Provider, model: &str) -> Result<Url, RawFault> {
    let (named, version) = model.split_once(':').map_or((model, None), |(n, v)| (n, Some(v)));
    let is_plain =
        |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['/', '\\']);
    let (owner, name) = named
        .split_once('/')
        .filter(|(owner, name)| is_plain(owner) && is_plain(name) && version.is_none_or(is_plain))
        .ok_or_else(|| {
            untold("Only a model called OWNER/NAME or OWNER/NAME:VERSION describes itself.")
        })?;
    let version = version.map(|version| format!("/versions/{}", in_path(version)));
    let path =
        format!("/models/{}/{}{}", in_path(owner), in_path(name), version.unwrap_or_default());
    Url::parse(&joined(&provider.base_url, &path)).map_err(|error| untold(error.to_string()))
}

fn untold(why: impl Into<String>) -> RawFault {
    RawFault::new(FaultClass::NotAStream, why, "")
}

#[cfg(test)]
#[path = "inputs_tests.rs"]
mod tests;
