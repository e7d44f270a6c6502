//! The account that a dialect gives of a request it writes: what it cannot carry, and what it carries differently.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::capture::whole_object::whole_object;
use crate::dialects::dialect::Dialect;
use crate::request::refusal::Refusal;
use crate::request::response_format::SchemaFormat;
use crate::request::turn::{CacheMark, Source};
use crate::terms::Adjustment;

/// What a dialect says of a request beside its body. A field that is neither in the body nor in here would have been
/// dropped in silence.
#[derive(Debug)]
pub(crate) struct Ledger {
    dialect: Dialect,
    /// The dialect of what is the request's own; absent if every lane is to send it.
    own: Option<Dialect>,
    pub(crate) refusals: Vec<Refusal>,
    pub(crate) adjustments: Vec<Adjustment>,
}

/// Why the mark of a failed tool is left out where a dialect has none.
pub(crate) const FAILED: &str =
    "this dialect has no mark for a tool that failed, whose text says so";
/// Why the name of the tool that a result is of is left out where a dialect has none.
pub(crate) const NAMED: &str = "a result is found by the id of its call in this dialect";
/// Why a tool's `strict` is left out where a dialect has none.
pub(crate) const STRICT: &str =
    "this dialect leaves it to the model whether arguments fit their schema";
/// Why a schema's name is left out where a dialect has none.
const UNNAMED: &str = "a schema has none in this dialect";
/// Where what an answer is for is sent in a dialect that has no place for it beside the schema.
const DESCRIBED: &str =
    "it is sent as that of the schema itself, because this dialect has no place beside it";
/// Why it is left out where the schema has a description of its own.
const DESCRIBED_ITSELF: &str =
    "the schema has one of its own, and this dialect has no place beside it";

/// Refusals and adjustments kept of one request; a user reads no more of either at once.
const MOST_REFUSALS: usize = 32;

/// A foreign name for a message: the start of it, without anything that a terminal obeys.
pub(crate) fn shown(name: &str) -> String {
    name.chars().take(64).flat_map(char::escape_debug).collect()
}

/// What a foreign object calls itself: by its type or, where it has none, by the field that tells what it is.
fn called(value: &Value) -> String {
    let kind = value.get("type").or_else(|| value.get("name")).and_then(Value::as_str);
    let told = || value.as_object()?.keys().map(String::as_str).find(|name| *name != "text");
    shown(kind.or_else(told).unwrap_or("text"))
}

impl Ledger {
    pub(crate) fn new(dialect: Dialect, own: Option<Dialect>) -> Self {
        Self { dialect, own, refusals: Vec::new(), adjustments: Vec::new() }
    }

    /// The dialect cannot carry a field: `what` it has none of, and what to do `instead`.
    pub(crate) fn lacks(&mut self, field: &'static str, what: &str, instead: &str) {
        let title = self.dialect.title();
        self.refuse(field, format!("{title} has no {what}. {instead}"));
    }

    /// The dialect has no predicted output.
    pub(crate) fn no_prediction(&mut self, is_asked: bool) {
        if is_asked {
            self.lacks(
                "prediction",
                "predicted output",
                "Remove the predicted output for this lane.",
            );
        }
    }

    /// The dialect cannot be told whether calls of tools may be in parallel.
    pub(crate) fn no_parallel_calls(&mut self, asked: Option<bool>) {
        match asked {
            Some(true) => {
                let why = "a model may call several tools at once in this dialect";
                self.left_out("parallel tool calls", Some("true"), why);
            }
            Some(false) => {
                let instead = "Remove `parallel_tool_calls` for this lane.";
                self.lacks("parallel_tool_calls", "setting for calls in parallel", instead);
            }
            None => {}
        }
    }

    /// The dialect has no place for the media type of what is at an address.
    pub(crate) fn no_media_type(&mut self, source: &Source) {
        if let Source::Url { media_type: Some(kind), .. } = source {
            let why = "what is at an address says it itself";
            self.left_out("media type", Some(&shown(kind)), why);
        }
    }

    /// The schema of a dialect in which a schema has no name and every answer fits it. What the answer is for, which the model reads,
    /// is then the schema's own description.
    pub(crate) fn schema_alone<'a>(&mut self, format: &'a SchemaFormat) -> Cow<'a, Value> {
        let SchemaFormat { name, description, schema, strict } = format;
        if name.is_some() {
            self.left_out("schema name", name.as_deref(), UNNAMED);
        }
        if strict.is_some() {
            self.left_out(
                "strict schema",
                None,
                "an answer always fits its schema in this dialect",
            );
        }
        let Some(text) = description else { return Cow::Borrowed(schema) };
        match schema {
            Value::Object(own) if !own.contains_key("description") => {
                self.left_out("schema description", None, DESCRIBED);
                let mut described = own.clone();
                described.insert("description".to_owned(), text.clone().into());
                Cow::Owned(described.into())
            }
            _ => {
                self.left_out("schema description", None, DESCRIBED_ITSELF);
                Cow::Borrowed(schema)
            }
        }
    }

    /// The lane cannot carry a field, for a reason in one or two sentences.
    pub(crate) fn refuse(&mut self, field: &'static str, message: String) {
        let refusal = Refusal { field, message };
        if self.refusals.len() < MOST_REFUSALS && !self.refusals.contains(&refusal) {
            self.refusals.push(refusal);
        }
    }

    /// A field is left out because the answer is the same without it, or because nothing says it; why, as the end of a
    /// sentence.
    pub(crate) fn left_out(&mut self, field: &str, asked: Option<&str>, why: &str) {
        self.differs(field, asked, None, why);
    }

    /// A field is sent as something else.
    pub(crate) fn differs(
        &mut self,
        field: &str,
        asked: Option<&str>,
        sent: Option<&str>,
        why: &str,
    ) {
        let adjustment = Adjustment {
            field: field.to_owned(),
            asked: asked.map(str::to_owned),
            sent: sent.map(str::to_owned),
            why: why.to_owned(),
        };
        if self.adjustments.len() < MOST_REFUSALS && !self.adjustments.contains(&adjustment) {
            self.adjustments.push(adjustment);
        }
    }

    /// The arguments of a call as the object that this dialect takes alone; a refusal names the tool and its `place` if they are none.
    pub(crate) fn object<'a>(
        &mut self,
        name: &str,
        place: &str,
        given: &'a Value,
    ) -> Cow<'a, Value> {
        let of_text = match given {
            Value::Object(_) => return Cow::Borrowed(given),
            Value::String(text) => whole_object(text),
            _ => None,
        };
        if let Some(object) = of_text {
            return Cow::Owned(object.into());
        }
        let message = format!(
            "The arguments of `{}` in {place} are no JSON object, and {} takes nothing else. Mend them for this lane.",
            shown(name),
            self.dialect.title()
        );
        self.refuse("turns", message);
        Cow::Borrowed(given)
    }

    /// Whether this lane understands what is the request's own; a refusal names `what` if it does not.
    pub(crate) fn takes_own(&mut self, field: &'static str, what: &str) -> bool {
        let Some(own) = self.own.filter(|own| *own != self.dialect) else { return true };
        let message = format!(
            "{what} is kept as {} has it, and not translated for {}. Remove it for this lane.",
            own.title(),
            self.dialect.title()
        );
        self.refuse(field, message);
        false
    }

    /// Whether this lane understands a tool that is no function; a refusal names the tool.
    pub(crate) fn takes_tool(&mut self, tool: &Value) -> bool {
        self.takes_own("tools", &format!("The tool `{}`", called(tool)))
    }

    /// Whether this lane understands a part that is kept verbatim; a refusal names the part and its `place`.
    pub(crate) fn takes_part(&mut self, part: &Value, place: &str) -> bool {
        self.takes_own("turns", &format!("The part `{}` of {place}", called(part)))
    }

    /// Adds own fields of a part, a turn or a tool to what is written of it. `place` names it, such as `turn 3`.
    pub(crate) fn own(
        &mut self,
        field: &'static str,
        place: &str,
        own: &Map<String, Value>,
        into: &mut Map<String, Value>,
    ) {
        for (name, value) in own {
            let called = shown(name);
            if !self.takes_own(field, &format!("`{called}` of {place}")) {
                continue;
            }
            if into.contains_key(name) {
                let message =
                    format!("`{called}` of {place} is set twice. Remove it from its own fields.");
                self.refuse(field, message);
            } else {
                into.insert(name.clone(), value.clone());
            }
        }
    }

    /// Refuses a cache mark at a place where the dialect has none.
    pub(crate) fn no_cache(&mut self, field: &'static str, place: &str, mark: Option<&CacheMark>) {
        if mark.is_some() {
            let title = self.dialect.title();
            self.refuse(
                field,
                format!("{place} has a cache mark, and {title} has none there. Remove the mark for this lane."),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_an_answer_is_for_is_sent_with_its_schema_where_nothing_else_holds_it() {
        let told = |schema: Value| {
            let mut ledger = Ledger::new(Dialect::Gemini, None);
            let description = Some("A person in a text".to_owned());
            let format = SchemaFormat { description, schema, ..SchemaFormat::default() };
            let sent = ledger.schema_alone(&format).into_owned();
            let fields: Vec<String> =
                ledger.adjustments.into_iter().map(|told| told.field).collect();
            (sent, fields)
        };
        let (sent, fields) = told(json!({ "type": "object" }));
        assert_eq!(sent, json!({ "type": "object", "description": "A person in a text" }));
        assert_eq!(fields, ["schema description"], "and it is told");
        let (sent, fields) = told(json!({ "description": "A person" }));
        assert_eq!(sent, json!({ "description": "A person" }), "the schema's own stays");
        assert_eq!(fields, ["schema description"], "and that the other is left out is told");
    }
}
