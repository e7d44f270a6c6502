//! What a row of JSON asks: a prompt, messages, or a whole request.

use providers::{Captured, Dialect, read_capture_anew};
use serde_json::{Map, Value};

use crate::workload::row::Row;
use crate::workload::rows::asked_row::AskedRow;
use crate::workload::rows::asked_settings::AskedSettings;
use crate::workload::rows::fault::Fault;
use crate::workload::rows::{why, wording};

/// Fields of OpenAI Chat Completions that a row may have beside its messages or its prompt.
pub(super) const CHAT_FIELDS: [&str; 6] = [
    "tools",
    "tool_choice",
    "parallel_tool_calls",
    "response_format",
    "functions",
    "function_call",
];

/// A row with what its fields ask, which are taken out of `fields`.
///
/// # Errors
/// The field that cannot be asked, and why.
pub(super) fn taken(fields: &mut Map<String, Value>) -> Result<AskedRow, Fault> {
    let has = |name: &str| fields.contains_key(name);
    let ways: Vec<&str> =
        ["prompt", "messages", "request"].into_iter().filter(|n| has(n)).collect();
    if let [_, second, ..] = ways[..] {
        return Err(Fault::of(second, why::two_ways(&ways.join(" and "))));
    }
    let AskedRow { row, settings, notes } = match ways.first().copied() {
        None => {
            return Err(Fault::whole(why::no_way()));
        }
        Some("request") => {
            let request = fields.remove("request").unwrap_or_default();
            of_request("request", &request, None)?
        }
        Some("prompt") if !CHAT_FIELDS.into_iter().any(has) => {
            let Some(Value::String(prompt)) = fields.remove("prompt") else {
                return Err(Fault::of("prompt", why::prompt_is_text()));
            };
            AskedRow::of(Row { prompt, ..Row::default() })
        }
        Some(_) => of_chat(fields)?,
    };
    let system = match fields.remove("system") {
        None => None,
        Some(Value::String(system)) => Some(system),
        Some(_) => return Err(Fault::of("system", why::system_is_text())),
    };
    if system.is_some() && row.system.is_some() {
        return Err(Fault::of("system", why::two_systems()));
    }
    let payload = match fields.remove("payload") {
        None => row.payload,
        Some(_) if row.payload.is_some() => {
            return Err(Fault::of("payload", why::two_payloads()));
        }
        Some(payload) => Some(
            serde_json::from_value(payload)
                .map_err(|error| Fault::of("payload", why::no_payload(&error.to_string())))?,
        ),
    };
    let row = Row { system: system.or(row.system), payload, ..row };
    Ok(AskedRow { row, settings, notes })
}

/// Messages, or a prompt with tools, as a body of OpenAI Chat Completions.
fn of_chat(fields: &mut Map<String, Value>) -> Result<AskedRow, Fault> {
    let mut body = Map::new();
    let name = if fields.contains_key("messages") { "messages" } else { "prompt" };
    let messages = match fields.remove(name) {
        Some(Value::Array(messages)) if name == "messages" => Value::Array(messages),
        Some(Value::String(prompt)) if name == "prompt" => {
            serde_json::json!([{ "role": "user", "content": prompt }])
        }
        _ if name == "prompt" => return Err(Fault::of(name, why::prompt_is_text())),
        _ => {
            return Err(Fault::of(name, why::messages_are_list()));
        }
    };
    body.insert("model".to_owned(), Value::String("any".to_owned()));
    body.insert("messages".to_owned(), messages);
    for field in CHAT_FIELDS {
        body.extend(fields.remove(field).map(|value| (field.to_owned(), value)));
    }
    of_request(name, &Value::Object(body), Some(Dialect::OpenaiChat))
}

/// A whole request as it was sent elsewhere. Its model is that of each lane.
fn of_request(field: &str, request: &Value, dialect: Option<Dialect>) -> Result<AskedRow, Fault> {
    let text = match request {
        Value::String(line) => line.clone(),
        body => body.to_string(),
    };
    // A row is written anew for each lane.
    let (captured, key) =
        read_capture_anew(&text, dialect).map_err(|error| Fault::of(field, error.phrase()))?;
    let settings = AskedSettings::of(&captured);
    let Captured { model, system, prompt, payload, service_tier, mut notes, .. } = captured;
    if let Some(tier) = service_tier {
        // Every lane is asked this, and a tier is its provider's own.
        notes.push(wording::tier(&tier));
    }
    if dialect.is_none() && model.is_some() {
        notes.push(wording::model());
    }
    if key.is_some() {
        notes.push(wording::key());
    }
    let row = Row { prompt, system, payload: Some(payload.into()), ..Row::default() };
    Ok(AskedRow { row, settings, notes })
}
