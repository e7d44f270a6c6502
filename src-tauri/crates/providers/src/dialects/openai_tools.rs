//! Tools and schemas as OpenAI's two dialects write them, each around them in its own way.

use measure::Phrase;
use serde_json::{Map, Value};

use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::Ledger;
use crate::difference::{self, Difference};
use crate::request::place::Place;
use crate::request::response_format::SchemaFormat;
use crate::request::tool::{Function, ToolChoice};

/// A function's own definition, and its own fields.
pub(super) fn function(
    tool: &Function,
    ledger: &mut Ledger,
) -> (Map<String, Value>, Map<String, Value>) {
    let Function { name, description, parameters, strict, cache, own } = tool;
    ledger.no_cache("tools", Place::Tool(name), cache.as_ref());
    let mut written = Map::new();
    written.insert("name".into(), name.clone().into());
    if let Some(description) = description {
        written.insert("description".into(), description.clone().into());
    }
    if let Some(parameters) = parameters {
        written.insert("parameters".into(), parameters.clone());
    }
    if let Some(strict) = strict {
        written.insert("strict".into(), (*strict).into());
    }
    (written, own.clone())
}

/// Which tool is to be called. `one` writes the choice of one by its name.
pub(super) fn choice(asked: &ToolChoice, one: impl Fn(&str) -> Value) -> Value {
    match asked {
        ToolChoice::Auto => "auto".into(),
        ToolChoice::None => "none".into(),
        ToolChoice::Required => "required".into(),
        ToolChoice::Tool(name) => one(name),
    }
}

/// The dialects in which an answer always fits its schema.
const ALWAYS_FIT: [Dialect; 5] = [
    Dialect::Anthropic,
    Dialect::Gemini,
    Dialect::GeminiInteractions,
    Dialect::Cohere,
    Dialect::Ollama,
];

/// A schema with its name, which both dialects require.
pub(super) fn schema(asked: &SchemaFormat, ledger: &mut Ledger) -> Map<String, Value> {
    let SchemaFormat { name, description, schema, strict } = asked;
    let mut written = Map::new();
    if name.is_none() {
        ledger.differs(Difference {
            field: difference::schema_name(),
            asked: None,
            sent: Some(Phrase::verbatim("response")),
            why: difference::named_schema(),
        });
    }
    written.insert("name".into(), name.as_deref().unwrap_or("response").into());
    if let Some(description) = description {
        written.insert("description".into(), description.clone().into());
    }
    written.insert("schema".into(), schema.clone());
    match strict {
        Some(strict) => {
            written.insert("strict".into(), (*strict).into());
        }
        None if ledger.comes_from(&ALWAYS_FIT) => {
            ledger.left_out(difference::strict_schema(), None, difference::only_tried());
        }
        None => {}
    }
    written
}

/// A tool call's arguments as the text that both dialects carry.
pub(super) fn arguments(arguments: &Value) -> String {
    match arguments {
        Value::String(text) => text.clone(),
        arguments => arguments.to_string(),
    }
}

/// How long OpenAI keeps a marked prefix, in its words.
pub(super) const OPENAI_TTLS: [&str; 2] = ["30m", "12h"];

/// The end of a prefix that is to be cached.
pub(super) fn breakpoint(ttl: Option<&str>) -> Value {
    let mut mark = Map::from_iter([("mode".to_owned(), "explicit".into())]);
    mark.extend(ttl.map(|ttl| ("ttl".to_owned(), ttl.into())));
    mark.into()
}
