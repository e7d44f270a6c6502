//! What is read out of a captured body, and how its fields are taken one by one, so that the rest is known.

use std::fmt;
use std::sync::Arc;

use measure::Phrase;
use serde_json::{Map, Value};

use crate::capture::notes;
use crate::capture::unread;
use crate::catalogue::Provider;
use crate::catalogue::inputs::Inputs;
use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::names_of;
use crate::effort::Effort;
use crate::request::Request;
use crate::request::payload::Payload;
use crate::request::place::Place;
use crate::request::turn::{CacheMark, Content, Part, Role, Turn};

/// Fields of a body without one of a plan's own that are named one by one.
const MOST_NAMED: usize = 16;

/// A captured request, as the parts of a plan and of its lane.
#[derive(Debug, Clone, PartialEq)]
pub struct Captured {
    /// The row of the catalogue whose address it was sent to.
    pub provider: Option<String>,
    /// Its dialect.
    pub dialect: Dialect,
    /// The base address it was sent to, if it was a `curl` line.
    pub base_url: Option<String>,
    /// The model.
    pub model: Option<String>,
    /// The system prompt.
    pub system: Option<String>,
    /// The prompt; empty if the conversation ends otherwise.
    pub prompt: String,
    /// Output token limit.
    pub max_tokens: Option<u32>,
    /// Sampling temperature.
    pub temperature: Option<f64>,
    /// Reasoning effort.
    pub effort: Option<Effort>,
    /// The service tier.
    pub service_tier: Option<String>,
    /// Everything else.
    pub payload: Payload,
    /// What was read differently than it stands there, and which fields are kept verbatim, each in a sentence.
    pub notes: Vec<Phrase>,
    /// How many requests the text held, of which this is the first; 1 but for a file of a batch.
    pub requests: usize,
}

impl Captured {
    /// The request of a lane of this provider and model that is asked just this.
    pub(super) fn asked_of(&self, provider: Provider, model: String) -> Request {
        Request {
            provider,
            model,
            system: self.system.clone(),
            prompt: self.prompt.clone(),
            max_tokens: self.max_tokens,
            temperature: self.temperature,
            effort: self.effort,
            payload: Arc::new(self.payload.clone()),
            inputs: Inputs::Usual,
        }
    }
}

#[cfg(test)]
impl Captured {
    /// The notes in English.
    pub(super) fn told(&self) -> Vec<String> {
        self.notes.iter().map(ToString::to_string).collect()
    }
}

/// Why a captured request could not be read. No message repeats more of its text than the name of a variable or a method.
#[derive(Debug, Clone, PartialEq)]
pub enum CaptureError {
    /// It is longer than any request.
    TooLong {
        /// In megabytes.
        most: usize,
    },
    /// There is nothing in it.
    Empty,
    /// It is no JSON object.
    NoJson {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
    },
    /// Nothing tells its dialect.
    NoDialect,
    /// A text in it has half of a character, which is of no text and in no body that a server reads.
    HalfCharacter {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
    },
    /// A number in it is larger than any that is read.
    LargeNumber {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
    },
    /// It is of a dialect that is not read.
    NotRead {
        /// Its title.
        dialect: &'static str,
    },
    /// A part of it has another shape than the dialect says.
    Shape {
        /// Where, such as `Turn 3`.
        place: Phrase,
        /// What is wrong and what to do.
        fault: Phrase,
    },
    /// An address in it, such as that of a server of tools, carries a key.
    KeyInAddress {
        /// Where, such as `tools[0].server_url`.
        place: String,
    },
    /// It is no `curl` line that can be read.
    Curl {
        /// What is wrong and what to do.
        fault: Phrase,
    },
    /// It is code, which is not run.
    Code {
        /// In what it is written.
        language: Phrase,
        /// What to paste instead.
        instead: Phrase,
    },
    /// It is no call of a web command of PowerShell's that can be read.
    PowerShell {
        /// What is wrong and what to do.
        fault: Phrase,
    },
}

impl CaptureError {
    /// It in one or two sentences that say what to do.
    pub fn phrase(self) -> Phrase {
        let at = |line: usize, column: usize| (line.to_string(), column.to_string());
        match self {
            Self::TooLong { most } => unread::too_long(most.into()),
            Self::Empty => unread::empty(),
            Self::NoJson { line, column } => {
                let (line, column) = at(line, column);
                unread::no_json(&line, &column)
            }
            Self::NoDialect => unread::no_dialect(),
            Self::HalfCharacter { line, column } => {
                let (line, column) = at(line, column);
                unread::half_character(&line, &column)
            }
            Self::LargeNumber { line, column } => {
                let (line, column) = at(line, column);
                unread::large_number(&line, &column)
            }
            Self::NotRead { dialect } => unread::other_dialect(dialect),
            Self::Shape { place, fault } => unread::at(place, fault),
            Self::KeyInAddress { place } => unread::key_in_address(&place),
            Self::Curl { fault } => unread::curl(fault),
            Self::Code { language, instead } => unread::code(language, instead),
            Self::PowerShell { fault } => unread::powershell(fault),
        }
    }
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clone().phrase().fmt(f)
    }
}

impl std::error::Error for CaptureError {}

/// The fault of a part of a body.
pub(super) fn shape(place: Place<'_>, fault: Phrase) -> CaptureError {
    CaptureError::Shape { place: place.begins(), fault }
}

/// The fields of an object, taken one by one.
pub(super) struct Fields(pub(super) Map<String, Value>);

impl Fields {
    /// The field, if it has the right type; it stays among the rest otherwise. `null` is absent.
    pub(super) fn take<T>(&mut self, name: &str, of: impl Fn(&Value) -> Option<T>) -> Option<T> {
        let value = self.0.get(name)?;
        if value.is_null() {
            self.0.shift_remove(name);
            return None;
        }
        let taken = of(value)?;
        self.0.shift_remove(name);
        Some(taken)
    }

    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        self.take(name, |value| value.as_str().map(str::to_owned))
    }

    pub(super) fn bool(&mut self, name: &str) -> Option<bool> {
        self.take(name, Value::as_bool)
    }

    pub(super) fn number(&mut self, name: &str) -> Option<f64> {
        self.take(name, Value::as_f64)
    }

    pub(super) fn integer(&mut self, name: &str) -> Option<i64> {
        self.take(name, Value::as_i64)
    }

    /// A whole number, also one that is written with a point, as some languages write every number.
    pub(super) fn count(&mut self, name: &str) -> Option<u32> {
        self.take(name, |value| {
            if let Some(count) = value.as_u64() {
                return u32::try_from(count).ok();
            }
            let count = value.as_f64().filter(|count| count.fract() == 0.0)?;
            format!("{count:.0}").parse().ok()
        })
    }

    pub(super) fn object(&mut self, name: &str) -> Option<Self> {
        let is_object = self.0.get(name)?.is_object();
        if !is_object {
            return self.take(name, |_| None);
        }
        match self.0.shift_remove(name) {
            Some(Value::Object(object)) => Some(Self(object)),
            _ => None,
        }
    }

    pub(super) fn list(&mut self, name: &str) -> Option<Vec<Value>> {
        let is_list = self.0.get(name)?.is_array();
        if !is_list {
            return self.take(name, |_| None);
        }
        match self.0.shift_remove(name) {
            Some(Value::Array(list)) => Some(list),
            _ => None,
        }
    }

    /// A text, or a list of texts.
    pub(super) fn texts(&mut self, name: &str) -> Option<Vec<String>> {
        self.take(name, |value| match value {
            Value::String(text) => Some(vec![text.clone()]),
            Value::Array(list) => {
                list.iter().map(|text| text.as_str().map(str::to_owned)).collect()
            }
            _ => None,
        })
    }

    /// An effort in a word that is known.
    pub(super) fn effort(&mut self, name: &str) -> Option<Effort> {
        self.take(name, |value| {
            let word = value.as_str()?;
            Effort::ALL.into_iter().find(|effort| effort.word().eq_ignore_ascii_case(word))
        })
    }

    /// Drops the fields that hold nothing: an answer that an SDK wrote out to be sent again has many.
    pub(super) fn without_nulls(mut self) -> Self {
        self.0.retain(|_, value| !value.is_null());
        self
    }

    /// Drops a field that says what is sent anyway.
    pub(super) fn drop_if(&mut self, name: &str, value: &Value) {
        if self.0.get(name) == Some(value) {
            self.0.shift_remove(name);
        }
    }

    /// Puts back what was left of an object within it.
    pub(super) fn put_back(&mut self, name: &str, rest: Self) {
        if !rest.0.is_empty() {
            self.0.insert(name.to_owned(), rest.0.into());
        }
    }
}

impl Captured {
    pub(super) fn new(dialect: Dialect) -> Self {
        Self {
            provider: None,
            dialect,
            base_url: None,
            model: None,
            system: None,
            prompt: String::new(),
            max_tokens: None,
            temperature: None,
            effort: None,
            service_tier: None,
            payload: Payload { dialect: Some(dialect), ..Payload::default() },
            notes: Vec::new(),
            requests: 1,
        }
    }

    /// Whether the request was to be streamed is not its own to say: an answer is timed as it arrives.
    pub(super) fn streams(&mut self, fields: &mut Fields) {
        if fields.bool("stream") == Some(false) {
            self.notes.push(notes::streamed());
        }
    }

    /// Keeps the fields that are left, verbatim.
    pub(super) fn keep(&mut self, rest: Fields) {
        let rest = rest.without_nulls();
        let title = self.dialect.title();
        let names: Vec<String> =
            rest.0.iter().flat_map(|(name, value)| names_of(name, value)).collect();
        for name in names.iter().take(MOST_NAMED) {
            self.notes.push(notes::own_field(name, title));
        }
        let more = names.len().saturating_sub(MOST_NAMED);
        if more > 0 {
            self.notes.push(notes::more_own_fields(more.into()));
        }
        self.payload.fields = rest.0;
        // OpenAI's own API takes text alone from a tool, so a body with more was written for another server of the dialect.
        let is_for_another =
            self.dialect == Dialect::OpenaiChat && self.payload.has_results_beyond_text();
        if !self.payload.has_own() && !is_for_another {
            self.payload.dialect = None;
        }
    }
}

/// A cache mark as Anthropic writes it; anything else stays where it is.
pub(super) fn ephemeral(fields: &mut Fields) -> Option<CacheMark> {
    mark(fields, "cache_control", "type", "ephemeral")
}

/// A cache mark as OpenAI writes it.
pub(super) fn breakpoint(fields: &mut Fields) -> Option<CacheMark> {
    mark(fields, "prompt_cache_breakpoint", "mode", "explicit")
}

fn mark(fields: &mut Fields, name: &str, kind: &str, word: &str) -> Option<CacheMark> {
    fields.take(name, |value| {
        let mark = value.as_object()?;
        let is_known = mark.keys().all(|key| key == kind || key == "ttl");
        let is_one = mark.get(kind).and_then(Value::as_str) == Some(word);
        let ttl = match mark.get("ttl") {
            None => None,
            Some(ttl) => Some(ttl.as_str()?.to_owned()),
        };
        (is_known && is_one).then_some(CacheMark { ttl })
    })
}

/// A model's name without what may stand before it.
pub(super) fn bare(model: &str) -> &str {
    model.strip_prefix("models/").unwrap_or(model)
}

/// Puts what tools returned in front of the rest of a turn, where every API wants it. `place` names the turn in the note of a
/// turn in which it stood elsewhere.
pub(super) fn results_first(
    parts: Vec<Part>,
    place: Place<'_>,
    told: &mut Vec<Phrase>,
) -> (Vec<Part>, Vec<Part>) {
    let is_result = |part: &Part| matches!(part.content, Content::ToolResult { .. });
    if !parts.is_sorted_by_key(|part| !is_result(part)) {
        told.push(notes::results_first(place.begins()));
    }
    parts.into_iter().partition(is_result)
}

/// Adds a turn. Results of tools that follow one another are one turn.
pub(super) fn push(turns: &mut Vec<Turn>, role: Role, parts: Vec<Part>, own: Map<String, Value>) {
    match turns.last_mut() {
        Some(last) if role == Role::Tool && last.role == Role::Tool && own.is_empty() => {
            last.parts.extend(parts);
        }
        _ => turns.push(Turn { role, parts, own }),
    }
}
