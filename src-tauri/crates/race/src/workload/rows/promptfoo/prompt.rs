//! A prompt of a configuration.

use std::collections::BTreeMap;

use measure::Phrase;
use serde_json::Value;

use crate::workload::rows::promptfoo::missing_file::unread;
use crate::workload::rows::promptfoo::refused;
use crate::workload::rows::promptfoo::texts::written_out;
use crate::workload::template::{Template, TemplateError};

/// One prompt, with the names by which tests call it.
pub(super) struct Prompt<'a> {
    pub(super) text: String,
    names: Vec<&'a str>,
}

impl<'a> Prompt<'a> {
    /// # Errors
    /// Why it cannot be asked.
    pub(super) fn of(prompt: &'a Value) -> Result<Self, Phrase> {
        let name = |field: &str| prompt.get(field).and_then(Value::as_str);
        let names = ["label", "id", "display"].into_iter().filter_map(name).collect();
        Ok(Self { text: prompt_text(prompt)?, names })
    }

    /// Whether a test asks it: one that names prompts asks those alone.
    ///
    /// # Errors
    /// Which of `all` prompts it names does not exist.
    pub(super) fn is_asked_by(&self, test: &Value, all: &[Self]) -> Result<bool, Phrase> {
        let Some(named) = test.get("prompts") else { return Ok(true) };
        let named = named.as_array().ok_or_else(refused::labels)?;
        let is = |prompt: &Self, name: &str| match name.strip_suffix('*') {
            Some(start) => prompt.names.iter().any(|own| own.starts_with(start)),
            None => prompt.names.contains(&name),
        };
        let mut is_asked = false;
        for name in named {
            let name = name.as_str().ok_or_else(refused::labels)?;
            if !all.iter().any(|prompt| is(prompt, name)) {
                return Err(refused::label(name));
            }
            is_asked |= is(self, name);
        }
        Ok(is_asked)
    }
}

/// A prompt before it is filled in.
pub(super) struct PromptTemplate {
    template: Template,
    /// Whether it is JSON, so that values stand in its texts.
    is_json: bool,
}

impl PromptTemplate {
    /// # Errors
    /// Where it is no template.
    pub(super) fn of(text: &str) -> Result<Self, TemplateError> {
        let is_json = serde_json::from_str::<Value>(text).is_ok();
        Ok(Self { template: Template::parse(text)?, is_json })
    }

    /// # Errors
    /// Which values are missing.
    pub(super) fn fill(&self, values: &BTreeMap<String, String>) -> Result<String, TemplateError> {
        if !self.is_json {
            return self.template.fill(values);
        }
        let within = |text: &String| {
            let json = Value::from(text.as_str()).to_string();
            json.get(1..json.len() - 1).unwrap_or_default().to_owned()
        };
        let values = values.iter().map(|(name, value)| (name.clone(), within(value))).collect();
        self.template.fill(&values)
    }
}

/// The text of a prompt, which may have a label.
fn prompt_text(prompt: &Value) -> Result<String, Phrase> {
    let written = match prompt {
        Value::Object(fields) => fields.get("raw").or_else(|| fields.get("id")).unwrap_or(prompt),
        _ => prompt,
    };
    match written {
        Value::String(text) if text.starts_with("file://") => Err(unread(text)),
        Value::String(text) => written_out(text).map(|()| text.clone()),
        // A conversation that is written out.
        Value::Array(_) => Ok(written.to_string()),
        _ => Err(refused::prompt()),
    }
}
