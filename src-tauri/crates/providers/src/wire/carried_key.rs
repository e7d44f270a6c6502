//! Finds keys in what a request has of its own, where only a header may carry one: such a field would be sent to every lane,
//! and kept in the plan, in the history and in exports.

use serde_json::{Map, Value};

use crate::catalogue::recognise::names_key;
use crate::dialects::ledger::shown;
use crate::request::as_pasted::SPOKEN;
use crate::request::payload::Payload;
use crate::request::response_format::ResponseFormat;
use crate::request::tool::Tool;
use crate::request::turn::{Content, Part};
use crate::wire::json_size;
use crate::wire::key_in_text::{self, is_in_rows, names_one};

/// Names of objects whose fields are headers: there a name says more, and `X-Figma-Token` is a key.
const OF_HEADERS: [&str; 4] = ["headers", "extra_headers", "http_headers", "custom_headers"];
/// Bytes of the shortest word of a list that counts as a key.
const SHORTEST_RANDOM: usize = 16;
/// Places that are told; nobody reads more.
const MOST_PLACES: usize = 32;

/// Whether the field carries a key or a password.
pub(crate) fn is_carried(name: &str, value: &Value) -> bool {
    let text = match value {
        Value::String(text) => text,
        Value::Array(values) => return names_one(name) && values.iter().any(is_random),
        _ => return false,
    };
    !text.is_empty()
        && (names_one(name) || (is_of_headers(name) && is_in_rows(text)) || tells(text))
}

/// Whether it is one long word with a digit: lists of names are called like keys too, as in schemas.
fn is_random(value: &Value) -> bool {
    let is_one = |text: &str| {
        text.len() >= SHORTEST_RANDOM
            && !text.contains(char::is_whitespace)
            && text.contains(|c: char| c.is_ascii_digit())
    };
    value.as_str().is_some_and(is_one)
}

/// Whether a header carries a key or a password.
pub(crate) fn is_carried_by_header(name: &str, value: &str) -> bool {
    names_key(name) || tells(value)
}

/// Whether the text shows that it is a key, or has one, whatever it is called.
fn tells(text: &str) -> bool {
    key_in_text::tells(text) || is_in_json(text)
}

fn is_of_headers(object: &str) -> bool {
    OF_HEADERS.iter().any(|known| object.eq_ignore_ascii_case(known))
}

/// Whether the text is JSON with a key in it, as arguments and settings are often handed on.
fn is_in_json(text: &str) -> bool {
    let begins = text.trim_start().starts_with(['{', '[']);
    begins
        && !json_size::is_too_large(text.as_bytes())
        && serde_json::from_str(text).is_ok_and(|value| inside("", &value).is_some())
}

/// What an object of a body says about its fields.
#[derive(Clone, Copy, Default)]
struct ObjectKind {
    /// Its fields are headers.
    is_headers: bool,
    /// Its fields are cookies, of which any may log somebody in. An object with a `type` describes an argument of that name.
    is_cookies: bool,
    /// It says how to log in, such as `{"type": "api_key", "key": …}`.
    is_login: bool,
    /// It is a name with its `value`, as headers and variables are listed; whether the name is that of a key.
    pair: Option<bool>,
}

impl ObjectKind {
    fn of(name: &str, fields: &Map<String, Value>) -> Self {
        let text = |field: &str| fields.get(field).and_then(Value::as_str);
        let is_headers = is_of_headers(name);
        let called = ["name", "key", "header"].into_iter().find_map(text);
        let is_cookies = ["cookie", "cookies"].iter().any(|known| name.eq_ignore_ascii_case(known))
            && !fields.contains_key("type");
        let is_of_key =
            |called: &str| is_cookies || names_one(called) || (is_headers && names_key(called));
        Self {
            is_headers,
            is_cookies,
            is_login: ["api_key", "key", "access_token", "connection_string"]
                .contains(&text("type").unwrap_or_default()),
            pair: text("value").and(called).map(is_of_key),
        }
    }

    fn carries(self, name: &str, value: &Value) -> bool {
        let is_named = match self.pair {
            Some(is_of_key) => is_of_key && name == "value",
            None => {
                self.is_cookies
                    || (self.is_headers && names_key(name))
                    || (self.is_login && name == "key")
            }
        };
        is_carried(name, value) || (is_named && value.as_str().is_some_and(|text| !text.is_empty()))
    }
}

fn is_address(text: &str) -> bool {
    text.contains("://") && !text.contains(char::is_whitespace)
}

/// Where keys were taken out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct TakenOut {
    /// The first places, such as `tools[0].headers.Authorization`.
    pub(crate) places: Vec<String>,
    /// How many more there were.
    pub(crate) more: usize,
    /// The first of them that was an address, without which nothing is left of what it belongs to.
    pub(crate) address: Option<String>,
}

impl TakenOut {
    fn add(&mut self, place: String) {
        if self.places.len() < MOST_PLACES {
            self.places.push(place);
        } else {
            self.more += 1;
        }
    }
}

/// Takes the keys out of the settings of a body, and returns where they were.
pub(crate) fn taken_out(body: &mut Map<String, Value>) -> TakenOut {
    let (spoken, mut settings): (Map<_, _>, Map<_, _>) =
        std::mem::take(body).into_iter().partition(|(name, _)| SPOKEN.contains(&name.as_str()));
    let mut taken = TakenOut::default();
    take("", &mut settings, "", &mut taken);
    *body = spoken;
    body.extend(settings);
    taken
}

/// Takes the keys out of an object of this name, which stands at a place.
fn take(object: &str, fields: &mut Map<String, Value>, at: &str, taken: &mut TakenOut) {
    let kind = ObjectKind::of(object, fields);
    let place = |name: &str| {
        let name = shown(name);
        if at.is_empty() { name } else { format!("{at}.{name}") }
    };
    fields.retain(|name, value| {
        let is_key = kind.carries(name, value);
        if is_key {
            let is_address = name.ends_with("url") && value.as_str().is_some_and(is_address);
            taken.address = taken.address.take().or_else(|| is_address.then(|| place(name)));
            taken.add(place(name));
        }
        !is_key
    });
    for (name, value) in fields.iter_mut() {
        match value {
            Value::Object(fields) => take(name, fields, &place(name), taken),
            Value::Array(values) => take_of_list(name, values, &place(name), taken),
            _ => {}
        }
    }
}

/// Takes the keys out of a list of this name: its texts, and what its objects and lists hold.
fn take_of_list(name: &str, values: &mut Vec<Value>, at: &str, taken: &mut TakenOut) {
    let before = values.len();
    let is_row = |value: &Value| is_of_headers(name) && value.as_str().is_some_and(is_in_rows);
    values.retain(|value| !is_carried("", value) && !is_row(value));
    if values.len() < before {
        taken.add(at.to_owned());
    }
    for (number, value) in values.iter_mut().enumerate() {
        match value {
            Value::Object(fields) => take(name, fields, &format!("{at}[{number}]"), taken),
            Value::Array(values) => take_of_list(name, values, &format!("{at}[{number}]"), taken),
            _ => {}
        }
    }
}

/// The place of the first key in the payload's own fields, such as `mcp_servers.authorization_token`.
pub(crate) fn in_payload(payload: &Payload) -> Option<String> {
    let tool = |tool: &Tool| match tool {
        Tool::Function(function) => {
            let of_schema = || inside("parameters", function.parameters.as_ref()?);
            within("", &function.own).or_else(of_schema)
        }
        Tool::Own(value) => inside("", value),
    };
    let is_carried_text = |text: &String| is_carried("", &text.as_str().into());
    let of_format = || match &payload.response_format {
        Some(ResponseFormat::Schema(format)) => inside("schema", &format.schema),
        _ => None,
    };
    let pasted = payload.as_pasted.as_ref();
    let is_setting = |(name, _): &(&String, &Value)| !SPOKEN.contains(&name.as_str());
    within("", &payload.fields)
        .or_else(|| payload.stop.iter().any(is_carried_text).then(|| "stop".to_owned()))
        .or_else(of_format)
        .or_else(|| {
            let mut settings = pasted?.fields.iter().filter(is_setting);
            settings.find_map(|(name, value)| {
                if is_carried(name, value) { Some(shown(name)) } else { inside(name, value) }
            })
        })
        .or_else(|| payload.tools.iter().find_map(tool))
        .or_else(|| payload.turns.iter().find_map(|turn| within("", &turn.own)))
        .or_else(|| payload.turns.iter().flat_map(|turn| &turn.parts).find_map(in_part))
}

fn in_part(part: &Part) -> Option<String> {
    within("", &part.own).or_else(|| match &part.content {
        Content::ToolResult { output, .. } => output.iter().find_map(in_part),
        Content::Own { value } => inside("", value),
        _ => None,
    })
}

/// The place of the first key in an object of this name.
fn within(object: &str, fields: &Map<String, Value>) -> Option<String> {
    let kind = ObjectKind::of(object, fields);
    fields.iter().find_map(|(name, value)| {
        if kind.carries(name, value) {
            return Some(shown(name));
        }
        let place = inside(name, value)?;
        Some(format!("{}.{place}", shown(name)))
    })
}

fn inside(name: &str, value: &Value) -> Option<String> {
    match value {
        Value::Object(fields) => within(name, fields),
        Value::Array(values) => values.iter().find_map(|value| inside(name, value)),
        // A text in a list has no name; it is one by what it looks like.
        Value::String(text) if tells(text) || (is_of_headers(name) && is_in_rows(text)) => {
            Some("a list".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
#[path = "carried_key_tests.rs"]
mod tests;
