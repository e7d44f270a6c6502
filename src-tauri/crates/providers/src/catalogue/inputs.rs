//! The names of a model's inputs, in the dialect that leaves them to the model. A model silently ignores an unknown
//! input, so a limit or a system prompt under another model's name for it has no effect.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::effort::Effort;

/// Maximum number of words of a choice that are examined.
const MOST_WORDS: usize = 32;

/// Replicate's language models' names for the same input, the most usual first. From the models' own pages there, such
/// as replicate.com/google/gemini-2.5-flash, /openai/gpt-5.2, /anthropic/claude-opus-4.6 and /meta/llama-2-70b-chat.
const SYSTEM: [&str; 4] = ["system_prompt", "system_instruction", "system_message", "system"];
const LIMIT: [&str; 5] =
    ["max_tokens", "max_new_tokens", "max_output_tokens", "max_completion_tokens", "max_length"];
const EFFORT_WORD: [&str; 4] = ["reasoning_effort", "effort", "thinking_level", "thinking"];
const EFFORT_TOKENS: &str = "thinking_budget";

/// A model's names for its inputs, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Inputs {
    /// The dialect's names; if it leaves them to the model, those of the model's family.
    #[default]
    Usual,
    /// As the model describes them itself.
    Described(Arc<Description>),
    /// Those of its family, because the model's own description could not be read; with the reason, in a sentence.
    Untold(String),
}

/// How a model's reasoning effort is set.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum EffortInput {
    /// By one of these words in ascending order, each as the model spells it.
    Word(String, Vec<Effort>, Vec<String>),
    /// By a number of tokens; 0 turns it off.
    Tokens(String),
}

/// The inputs of one model, by purpose. Absent means that it has no such input.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Description {
    pub(crate) has_prompt: bool,
    pub(crate) system: Option<String>,
    pub(crate) limit: Option<String>,
    /// The smallest limit it accepts.
    pub(crate) limit_least: Option<u32>,
    pub(crate) has_temperature: bool,
    pub(crate) effort: Option<EffortInput>,
}

impl Inputs {
    /// The model's own description, if it was read.
    pub(crate) fn description(&self) -> Option<&Description> {
        match self {
            Self::Described(description) => Some(description),
            Self::Usual | Self::Untold(_) => None,
        }
    }
}

impl Description {
    /// Reads a model's description, or that of one of its versions.
    pub(super) fn read(body: &[u8]) -> Option<Self> {
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

/// The input that takes an effort as a word, if its choices are words for efforts.
fn effort_word(inputs: &Map<String, Value>, schemas: &Value) -> Option<EffortInput> {
    EFFORT_WORD.iter().find_map(|name| {
        let input = inputs.get(*name)?;
        // The choices are in a schema of their own, to which the input refers.
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
    /// Its efforts in ascending order, if they are set by a word.
    pub(crate) fn efforts(&self) -> Option<&[Effort]> {
        match self {
            Self::Word(_, efforts, _) => Some(efforts),
            Self::Tokens(_) => None,
        }
    }

    /// The name of the input and the model's own word for `effort`, if it has one.
    pub(crate) fn spelt(&self, effort: Effort) -> Option<(&str, &str)> {
        let Self::Word(name, efforts, words) = self else { return None };
        let at = efforts.iter().position(|known| *known == effort)?;
        Some((name, words.get(at)?))
    }
}
