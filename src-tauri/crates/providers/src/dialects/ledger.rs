//! The account that a dialect gives of a request it writes: what it cannot carry, and what it carries differently.

use std::borrow::Cow;

use measure::Phrase;
use serde_json::{Map, Value};

use crate::capture::whole_object::whole_object;
use crate::dialects::dialect::Dialect;
use crate::difference::{self, Difference};
use crate::request::place::Place;
use crate::request::refusal::Refusal;
use crate::request::response_format::SchemaFormat;
use crate::request::turn::{CacheMark, Part, Source, plain_result};
use crate::request::uncarried;

/// What a dialect says of a request beside its body. A field that is neither in the body nor in here would have been
/// dropped in silence.
#[derive(Debug)]
pub(crate) struct Ledger {
    dialect: Dialect,
    /// The dialect of what is the request's own; absent if every lane is to send it.
    own: Option<Dialect>,
    pub(crate) refusals: Vec<Refusal>,
    differences: Vec<Difference>,
    /// How many differences there are beside those.
    more: usize,
}

/// Fields of a body of which a part is read, so that what is left of one is not all that was asked in it.
const READ_IN_PART: [&str; 6] =
    ["generationConfig", "toolConfig", "reasoning", "text", "output_config", "stream_options"];

/// Refusals and adjustments kept of one request; a user reads no more of either at once.
const MOST_REFUSALS: usize = 32;

/// A foreign name for a message: the start of it, without anything that a terminal obeys.
pub(crate) fn shown(name: &str) -> String {
    let mut shown = String::new();
    for character in name.chars().take(64) {
        match character {
            // A value is shown as JSON, whose quotes nobody obeys.
            '"' | '\'' => shown.push(character),
            _ => shown.extend(character.escape_debug()),
        }
    }
    shown
}

/// The name of a field of the body or, of one that was read in part, the names of what is left of it.
pub(crate) fn names_of(name: &str, value: &Value) -> Vec<String> {
    let left = value.as_object().filter(|left| READ_IN_PART.contains(&name) && !left.is_empty());
    left.map_or_else(
        || vec![shown(name)],
        |left| left.keys().map(|inner| format!("{name}.{}", shown(inner))).collect(),
    )
}

/// What a foreign object calls itself: by its type or, where it has none, by the field that tells what it is.
fn called(value: &Value) -> String {
    let kind = value.get("type").or_else(|| value.get("name")).and_then(Value::as_str);
    let told = || value.as_object()?.keys().map(String::as_str).find(|name| *name != "text");
    shown(kind.or_else(told).unwrap_or("text"))
}

impl Ledger {
    pub(crate) fn new(dialect: Dialect, own: Option<Dialect>) -> Self {
        Self { dialect, own, refusals: Vec::new(), differences: Vec::new(), more: 0 }
    }

    /// Whether what is the request's own is another dialect's, so that each of it is refused.
    pub(crate) fn is_foreign(&self) -> bool {
        self.own.is_some_and(|own| own != self.dialect)
    }

    /// Whether the request was written for this dialect.
    pub(crate) fn is_own(&self) -> bool {
        self.own == Some(self.dialect)
    }

    /// Whether the request was written for one of these dialects, and not for this one.
    pub(crate) fn comes_from(&self, dialects: &[Dialect]) -> bool {
        self.is_foreign() && self.own.is_some_and(|own| dialects.contains(&own))
    }

    /// The dialect cannot carry a field: `what` it has none of, and what to do `instead`.
    pub(crate) fn lacks(&mut self, field: &'static str, what: Phrase, instead: Phrase) {
        self.refuse(field, uncarried::lacks(self.dialect.title(), what, instead));
    }

    /// The dialect has no predicted output.
    pub(crate) fn no_prediction(&mut self, is_asked: bool) {
        if is_asked {
            self.lacks("prediction", uncarried::prediction(), uncarried::remove_prediction());
        }
    }

    /// The dialect cannot be told whether calls of tools may be in parallel.
    pub(crate) fn no_parallel_calls(&mut self, asked: Option<bool>) {
        match asked {
            Some(true) => {
                let why = difference::may_be_parallel();
                self.left_out(difference::parallel_calls(), Some("true"), why);
            }
            Some(false) => {
                let instead = uncarried::remove_parallel_calls();
                self.lacks("parallel_tool_calls", uncarried::parallel_calls(), instead);
            }
            None => {}
        }
    }

    /// The dialect has no mark for a tool that failed: its text says so, if it has one.
    pub(crate) fn no_error_mark(&mut self, is_error: bool, output: &[Part], place: Place<'_>) {
        if !is_error {
            return;
        }
        if plain_result(output) == Some("") {
            let api = self.dialect.title();
            self.refuse("turns", uncarried::silent_failure(place.begins(), api));
        } else {
            self.left_out(difference::result_error(), None, difference::failed());
        }
    }

    /// The dialect has no place for the media type of what is at an address.
    pub(crate) fn no_media_type(&mut self, source: &Source) {
        if let Source::Url { media_type: Some(kind), .. } = source {
            let why = difference::address_says_it();
            self.left_out(difference::media_type(), Some(&shown(kind)), why);
        }
    }

    /// The schema of a dialect in which a schema has no name and every answer fits it. What the answer is for, which the model reads,
    /// is then the schema's own description.
    pub(crate) fn schema_alone<'a>(&mut self, format: &'a SchemaFormat) -> Cow<'a, Value> {
        let SchemaFormat { name, description, schema, strict } = format;
        if name.is_some() {
            let why = difference::unnamed_schema();
            self.left_out(difference::schema_name(), name.as_deref(), why);
        }
        if strict.is_some() {
            self.left_out(difference::strict_schema(), None, difference::always_fits());
        }
        let Some(text) = description else { return Cow::Borrowed(schema) };
        match schema {
            Value::Object(own) if !own.contains_key("description") => {
                let why = difference::described();
                self.left_out(difference::schema_description(), None, why);
                let mut described = own.clone();
                described.insert("description".to_owned(), text.clone().into());
                Cow::Owned(described.into())
            }
            _ => {
                let why = difference::described_itself();
                self.left_out(difference::schema_description(), None, why);
                Cow::Borrowed(schema)
            }
        }
    }

    /// All differences: the first of them, and how many more there are.
    pub(crate) fn all_differences(self) -> Vec<Difference> {
        let count = self.more.to_string();
        let more = (self.more > 0).then(|| Difference {
            field: difference::more(&count),
            asked: None,
            sent: None,
            why: difference::not_listed(),
        });
        self.differences.into_iter().chain(more).collect()
    }

    /// The lane cannot carry a field, for a reason in one or two sentences.
    pub(crate) fn refuse(&mut self, field: &'static str, message: Phrase) {
        let refusal = Refusal { field, message };
        if self.refusals.len() < MOST_REFUSALS && !self.refusals.contains(&refusal) {
            self.refusals.push(refusal);
        }
    }

    /// A field is left out because the answer is the same without it, or because nothing says it; why, as the end of a
    /// sentence.
    pub(crate) fn left_out(&mut self, field: Phrase, asked: Option<&str>, why: Phrase) {
        self.differs(Difference { field, asked: asked.map(Phrase::verbatim), sent: None, why });
    }

    /// A field is sent as something else, or although nobody asked for it.
    pub(crate) fn differs(&mut self, difference: Difference) {
        if self.differences.contains(&difference) {
            return;
        }
        if self.differences.len() < MOST_REFUSALS {
            self.differences.push(difference);
        } else {
            self.more += 1;
        }
    }

    /// The arguments of a call as the object that this dialect takes alone; a refusal names the tool and its `place` if they are none.
    pub(crate) fn object<'a>(
        &mut self,
        name: &str,
        place: Place<'_>,
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
        let is_object = |text: &str| serde_json::from_str::<Map<String, Value>>(text).is_ok();
        let (tool, place, api) = (shown(name), place.within(), self.dialect.title());
        let message = match given {
            Value::String(text) if is_object(text) => uncarried::inexact(&tool, place, api),
            _ => uncarried::arguments(&tool, place, api),
        };
        self.refuse("turns", message);
        Cow::Borrowed(given)
    }

    /// Whether this lane understands what is the request's own; a refusal names `what` if it does not.
    pub(crate) fn takes_own(&mut self, field: &'static str, what: impl FnOnce() -> Phrase) -> bool {
        let Some(own) = self.own.filter(|own| *own != self.dialect) else { return true };
        let message = uncarried::own(what(), own.title(), self.dialect.title());
        self.refuse(field, message);
        false
    }

    /// Whether this lane understands a field of the body; a refusal names it or, of one that was read in part, what is left of it.
    pub(crate) fn takes_field(&mut self, name: &str, value: &Value) -> bool {
        // Each is refused by its name, not the first alone.
        let mut is_taken = true;
        for name in &names_of(name, value) {
            is_taken &= self.takes_own("fields", || uncarried::own_field(name));
        }
        is_taken
    }

    /// Whether this lane understands a tool that is no function; a refusal names the tool.
    pub(crate) fn takes_tool(&mut self, tool: &Value) -> bool {
        self.takes_own("tools", || uncarried::own_tool(&called(tool)))
    }

    /// Whether this lane understands a part that is kept verbatim; a refusal names the part and its `place`.
    pub(crate) fn takes_part(&mut self, part: &Value, place: Place<'_>) -> bool {
        self.takes_own("turns", || uncarried::own_part(&called(part), place.within()))
    }

    /// Adds own fields of a part, a turn or a tool to what is written of it. `place` names it.
    pub(crate) fn own(
        &mut self,
        field: &'static str,
        place: Place<'_>,
        own: &Map<String, Value>,
        into: &mut Map<String, Value>,
    ) {
        for (name, value) in own {
            let called = shown(name);
            if !self.takes_own(field, || uncarried::own_name(&called, place.within())) {
                continue;
            }
            if into.contains_key(name) {
                self.refuse(field, uncarried::set_twice(&called, place.within()));
            } else {
                into.insert(name.clone(), value.clone());
            }
        }
    }

    /// Refuses a cache mark at a place where the dialect has none.
    pub(crate) fn no_cache(
        &mut self,
        field: &'static str,
        place: Place<'_>,
        mark: Option<&CacheMark>,
    ) {
        if mark.is_some() {
            self.refuse(field, uncarried::cache_mark(place.begins(), self.dialect.title()));
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
                ledger.differences.iter().map(|told| told.field.to_string()).collect();
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
