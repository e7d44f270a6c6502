//! What a request carries beside its system prompt, its prompt and its usual settings.

use std::borrow::Cow;
use std::collections::BTreeMap;

use measure::{Json, Phrase};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::dialects::dialect::Dialect;
use crate::request::as_pasted::AsPasted;
use crate::request::response_format::ResponseFormat;
use crate::request::tool::{Tool, ToolChoice};
use crate::request::turn::{Content, Part, Turn, each_base64_within};
use crate::request::uncounted;

/// What a request carries beside its system prompt, its prompt and its usual settings. Empty for a plain prompt.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Payload {
    /// The dialect of everything that is its own: of `own` parts and fields, and of `fields`. A lane of another dialect
    /// refuses them. Absent if every lane is to send `fields` as they are.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// The turns between the system prompt and the prompt. The prompt is the last turn of the user; if it is empty, the
    /// conversation ends with these.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Turn>,
    /// The tools that the model may call.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Tool>,
    /// Which tool the model is to call; absent for the provider's default.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool_choice: Option<ToolChoice>,
    /// Whether the model may call several tools at once; absent for the provider's default.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parallel_tool_calls: Option<bool>,
    /// The form of the answer; absent for the provider's default.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub response_format: Option<ResponseFormat>,
    /// Texts at which the answer ends.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stop: Vec<String>,
    /// Nucleus sampling, 0 to 1; absent for the provider's default.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// The seed of the sampling, up to 2^53 on either side of 0; absent for the provider's default.
    #[specta(optional, type = Option<f64>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<i64>,
    /// Text that most of the answer is predicted to be.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prediction: Option<String>,
    /// Additional headers, verbatim. None may carry a key.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    /// Additional fields of the body, verbatim.
    #[specta(optional, type = BTreeMap<String, Json>)]
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub fields: Map<String, Value>,
    /// Fields of a captured body as they were pasted, where its dialect would write the same otherwise.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_pasted: Option<AsPasted>,
}

/// Fields of OpenAI Responses by which a request without an input of its own asks what is stored there.
const STORED: [&str; 3] = ["prompt", "previous_response_id", "conversation"];

/// Whether a body of OpenAI Responses asks what is stored there.
pub(crate) fn names_what_is_stored(fields: &Map<String, Value>) -> bool {
    STORED.iter().any(|name| match (*name, fields.get(*name)) {
        // Elsewhere a prompt is a text.
        ("prompt", Some(Value::Object(prompt))) => prompt.contains_key("id"),
        ("prompt", _) => false,
        (_, value) => value.is_some_and(|value| !value.is_null()),
    })
}

/// The names of the documents of a part, those of a tool's result included.
fn names<'a>(part: &'a Part, into: &mut Vec<Cow<'a, str>>) {
    match &part.content {
        Content::Document { name, .. } => into.extend(name.iter().map(Into::into)),
        Content::ToolResult { output, .. } => {
            for part in output {
                names(part, into);
            }
        }
        _ => {}
    }
}

impl Payload {
    /// Whether there is nothing in it: the request is a plain prompt.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it asks what OpenAI has stored, so that nothing else has to be asked: a prompt by its id, or the turns before.
    pub fn asks_what_is_stored(&self) -> bool {
        self.dialect == Some(Dialect::OpenaiResponses) && names_what_is_stored(&self.fields)
    }

    /// Everything in it that a model reads as text, in order: turns, tools and schemas, to be counted and searched. Images
    /// and documents are not.
    pub fn text(&self) -> String {
        let mut texts: Vec<Cow<'_, str>> = Vec::new();
        for tool in &self.tools {
            let written = match tool {
                Tool::Function(function) => serde_json::to_string(function).unwrap_or_default(),
                Tool::Own(value) => value.to_string(),
            };
            texts.push(written.into());
        }
        if let Some(ResponseFormat::Schema(format)) = &self.response_format {
            texts.push(format.schema.to_string().into());
        }
        for part in self.turns.iter().flat_map(|turn| &turn.parts) {
            part.texts(&mut texts);
        }
        texts.join("\n")
    }

    /// Everything in it for which somebody may look: what a model reads as text, and the names of documents and schemas, stop texts, a
    /// predicted output, additional fields and headers.
    pub fn searched(&self) -> String {
        let mut texts: Vec<Cow<'_, str>> = vec![self.text().into()];
        for part in self.turns.iter().flat_map(|turn| &turn.parts) {
            names(part, &mut texts);
        }
        if let Some(ResponseFormat::Schema(format)) = &self.response_format {
            texts.extend(format.name.iter().chain(&format.description).map(Into::into));
        }
        texts.extend(self.stop.iter().chain(&self.prediction).map(Into::into));
        if !self.fields.is_empty() {
            texts.push(serde_json::to_string(&self.fields).unwrap_or_default().into());
        }
        let headers = self.headers.iter().map(|(name, value)| format!("{name}: {value}").into());
        texts.extend(headers);
        texts.retain(|text| !text.is_empty());
        texts.join("\n")
    }

    /// What in it only the provider can count, such as `images`: input that is no text, what it stores, and what it does by itself.
    /// Absent if all of it is text.
    pub fn uncounted(&self) -> Option<Phrase> {
        let of_parts = self.turns.iter().flat_map(|turn| &turn.parts).find_map(Part::uncounted);
        let has_own_tool = self.tools.iter().any(|tool| matches!(tool, Tool::Own(_)));
        let of_tools = has_own_tool.then(uncounted::own_tools);
        of_parts.or(of_tools).or_else(|| uncounted::of_fields(&self.fields))
    }

    /// The text with which its first turn begins; an empty one is put in front of anything else. `None` without turns.
    pub fn first_text(&mut self) -> Option<&mut String> {
        let parts = &mut self.turns.first_mut()?.parts;
        if !parts.first().is_some_and(|part| matches!(part.content, Content::Text { .. })) {
            parts.insert(0, Part::text(""));
        }
        match &mut parts.first_mut()?.content {
            Content::Text { text } => Some(text),
            _ => None,
        }
    }

    /// Says of its words as pasted that the first text is another one; see [`Self::first_text`].
    pub fn say_otherwise(&mut self, text: &str, other: &str) {
        if let Some(pasted) = &mut self.as_pasted {
            pasted.say_otherwise(text, other);
        }
    }

    /// The last text of its turns, by which a conversation without a prompt is known.
    pub fn last_text(&self) -> Option<&str> {
        let parts = self.turns.iter().rev().flat_map(|turn| turn.parts.iter().rev());
        parts.into_iter().find_map(|part| match &part.content {
            Content::Text { text } => Some(text.as_str()),
            _ => None,
        })
    }

    /// Visits the Base64 of every image and document in its turns, and in what is kept as it was pasted.
    pub fn for_each_base64(&mut self, visit: &mut dyn FnMut(&mut String)) {
        for part in self.turns.iter_mut().flat_map(|turn| &mut turn.parts) {
            part.for_each_base64(visit);
        }
        for value in self.as_pasted.iter_mut().flat_map(|pasted| pasted.fields.values_mut()) {
            each_base64_within(value, visit);
        }
    }

    /// Itself as JSON for a reader, with the number of characters in place of Base64, and what it says told once: without the
    /// words in which it was pasted.
    pub fn shown(&self) -> String {
        let mut shown = Self { as_pasted: None, ..self.clone() };
        shown.for_each_base64(&mut |data| {
            *data = format!("({} characters of Base64)", data.len());
        });
        serde_json::to_string_pretty(&shown).unwrap_or_default()
    }

    /// Whether the answer, or the arguments of a tool, must fit a schema that a provider may compile at its first use.
    pub fn has_schema(&self) -> bool {
        self.schemas().next().is_some()
    }

    /// The schemas that the answer, or the arguments of a tool, must fit: what a provider may compile at its first use.
    pub fn schemas(&self) -> impl Iterator<Item = &Value> {
        let of_answer = match &self.response_format {
            Some(ResponseFormat::Schema(format)) => Some(&format.schema),
            _ => None,
        };
        let of_tools = self.tools.iter().filter_map(|tool| match tool {
            Tool::Function(function) if function.strict == Some(true) => {
                function.parameters.as_ref()
            }
            _ => None,
        });
        of_answer.into_iter().chain(of_tools)
    }

    /// Every schema in it, also of what a model need not keep to.
    pub(crate) fn every_schema(&self) -> impl Iterator<Item = &Value> {
        let of_answer = match &self.response_format {
            Some(ResponseFormat::Schema(format)) => Some(&format.schema),
            _ => None,
        };
        let of_tools = self.tools.iter().filter_map(|tool| match tool {
            Tool::Function(function) => function.parameters.as_ref(),
            Tool::Own(_) => None,
        });
        of_answer.into_iter().chain(of_tools)
    }

    /// Whether a tool returned anything else than text.
    pub(crate) fn has_results_beyond_text(&self) -> bool {
        let is_text = |part: &Part| matches!(part.content, Content::Text { .. });
        self.turns.iter().flat_map(|turn| &turn.parts).any(|part| match &part.content {
            Content::ToolResult { output, .. } => !output.iter().all(is_text),
            _ => false,
        })
    }

    /// Whether anything in it is its dialect's own, so that a lane of another dialect refuses it.
    pub(crate) fn has_own(&self) -> bool {
        let part = |part: &Part| {
            !part.own.is_empty()
                || match &part.content {
                    Content::Own { .. } => true,
                    Content::ToolResult { output, .. } => output.iter().any(|part| {
                        !part.own.is_empty() || matches!(part.content, Content::Own { .. })
                    }),
                    _ => false,
                }
        };
        let tool = |tool: &Tool| match tool {
            Tool::Function(function) => !function.own.is_empty(),
            Tool::Own(_) => true,
        };
        !self.fields.is_empty()
            || self.tools.iter().any(tool)
            || self.turns.iter().any(|turn| !turn.own.is_empty() || turn.parts.iter().any(part))
    }
}
