//! Finds keys in what a request has of its own, where only a header may carry one: such a field would be sent to every lane,
//! and kept in the plan, in the history and in exports.

use serde_json::{Map, Value};
use url::Url;

use crate::catalogue::recognise::names_key;
use crate::dialects::ledger::shown;
use crate::request::as_pasted::SPOKEN;
use crate::request::payload::Payload;
use crate::request::response_format::ResponseFormat;
use crate::request::tool::Tool;
use crate::request::turn::{Content, Part, Source};
use crate::wire::json_size;
use crate::wire::key_in_text::{
    self, is_before_key, is_in_rows, is_random, names_headers, names_one, names_one_of_query,
    names_query, names_several,
};

/// Places that are told; nobody reads more.
const MOST_PLACES: usize = 32;

/// Whether the field carries a key or a password.
pub(crate) fn is_carried(name: &str, value: &Value) -> bool {
    let text = match value {
        Value::String(text) => text,
        Value::Number(_) => return is_password(name),
        Value::Array(values) => {
            let is_one = |value: &Value| value.as_str().is_some_and(is_random);
            return (names_one(name) || names_several(name)) && values.iter().any(is_one);
        }
        _ => return false,
    };
    !text.is_empty()
        && (names_one(name) || (names_headers(name) && is_in_rows(text)) || tells(text))
}

/// Whether a number under this name is one: a password may be of digits alone.
fn is_password(name: &str) -> bool {
    ["password", "passwd", "passphrase"].iter().any(|one| name.eq_ignore_ascii_case(one))
}

/// Whether a header carries a key or a password.
pub(crate) fn is_carried_by_header(name: &str, value: &str) -> bool {
    names_key(name) || tells(value)
}

/// Whether the text shows that it is a key, or has one, whatever it is called.
fn tells(text: &str) -> bool {
    key_in_text::tells(text) || is_in_json(text)
}

/// Whether the text is JSON with a key in it, as arguments and settings are often handed on.
fn is_in_json(text: &str) -> bool {
    let begins = text.trim_start().starts_with(['{', '[']);
    begins
        && !json_size::is_too_large(text.as_bytes())
        && serde_json::from_str(text).is_ok_and(|value| inside("", &value).is_some())
}

/// What the name of an object says about the names of its fields.
#[derive(Clone, Copy, Default, PartialEq)]
enum Names {
    /// Nothing.
    #[default]
    Usual,
    /// They are those of a query.
    OfQuery,
    /// Each text is a key, whoever's: `{"credentials": {"openai": …}}`.
    OfKeys,
    /// It describes an argument that is a key: what it is unless given, and examples, may be ones.
    OfSchema,
}

/// Fields of a login that are no secret.
const OPEN: [&str; 10] = [
    "description",
    "kind",
    "mode",
    "name",
    "provider",
    "scheme",
    "title",
    "type",
    "user",
    "username",
];
/// Kinds of values in a schema.
const KINDS: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];
/// Fields of a schema that hold values.
const EXAMPLES: [&str; 5] = ["const", "default", "enum", "example", "examples"];

/// What an object of a body says about its fields.
#[derive(Clone, Copy, Default)]
struct ObjectKind {
    /// Its fields are headers.
    is_headers: bool,
    /// Its fields are cookies, of which any may log somebody in. An object with a `type` describes an argument of that name.
    is_cookies: bool,
    /// It says how to log in, such as `{"type": "api_key", "key": …}` or an `endpoint` with its `key`.
    is_login: bool,
    /// What its fields are called says more than elsewhere.
    names: Names,
    /// It is a name with its `value`, as headers and variables are listed; whether the name is that of a key.
    pair: Option<bool>,
}

impl ObjectKind {
    fn of(name: &str, fields: &Map<String, Value>) -> Self {
        let text = |field: &str| fields.get(field).and_then(Value::as_str);
        let is_headers = names_headers(name);
        let called = ["name", "key", "header"].into_iter().find_map(text);
        let is_cookies = ["cookie", "cookies"].iter().any(|known| name.eq_ignore_ascii_case(known))
            && !fields.contains_key("type");
        let is_of_key =
            |called: &str| is_cookies || names_one(called) || (is_headers && names_key(called));
        let is_of_schema = |field: &str| fields.contains_key(field);
        let is_schema = text("type").is_some_and(|kind| KINDS.contains(&kind))
            || fields.get("type").is_some_and(Value::is_array)
            || ["$ref", "allOf", "anyOf", "enum", "oneOf", "properties"]
                .into_iter()
                .any(is_of_schema);
        let names = if names_one(name) && is_schema {
            Names::OfSchema
        } else if names_several(name) && !is_schema {
            Names::OfKeys
        } else if names_query(name) {
            Names::OfQuery
        } else {
            Names::Usual
        };
        let is_at_address = ["endpoint", "base_url"].into_iter().any(|at| text(at).is_some());
        Self {
            is_headers,
            is_cookies,
            is_login: is_at_address
                || ["api_key", "key", "access_token", "connection_string"]
                    .contains(&text("type").unwrap_or_default()),
            names,
            // In a list of keys each pair has one, whatever it is called.
            pair: text("value")
                .and(called)
                .map(|called| names == Names::OfKeys || is_of_key(called)),
        }
    }

    fn carries(self, name: &str, value: &Value) -> bool {
        let is_named = match self.pair {
            Some(is_of_key) => is_of_key && name == "value",
            None => {
                self.is_cookies
                    || (self.is_headers && names_key(name))
                    || (self.is_login && name == "key")
                    || self.is_named(name)
            }
        };
        is_carried(name, value)
            || self.is_example(name, value)
            || (is_named && value.as_str().is_some_and(|text| !text.is_empty()))
    }

    /// Whether the name of the object makes a key of this field.
    fn is_named(self, name: &str) -> bool {
        match self.names {
            Names::Usual | Names::OfSchema => false,
            Names::OfQuery => names_one_of_query(name),
            Names::OfKeys => !OPEN.contains(&name),
        }
    }

    /// Whether the field holds what an argument that is a key may be.
    fn is_example(self, name: &str, value: &Value) -> bool {
        let is_one = |value: &Value| value.as_str().is_some_and(is_random);
        self.names == Names::OfSchema
            && EXAMPLES.contains(&name)
            && (is_one(value) || value.as_array().is_some_and(|values| values.iter().any(is_one)))
    }
}

/// Whether an address logs in with a password: `https://user:password@host/`.
fn has_login(url: &str) -> bool {
    Url::parse(url).is_ok_and(|url| url.password().is_some_and(|password| !password.is_empty()))
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
    if kind.names == Names::OfKeys && kind.pair.is_some() {
        // Without its key a pair says nothing, and its name would look like one.
        taken.add(place("value"));
        fields.clear();
        return;
    }
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
    let mut is_after_name = false;
    values.retain(|value| {
        let is_key = is_key_of_list(name, value, is_after_name);
        is_after_name = value.as_str().is_some_and(|text| is_name_of_key(name, text));
        !is_key
    });
    if values.len() < before {
        taken.add(at.to_owned());
    }
    let mut number = 0_usize;
    values.retain_mut(|value| {
        let at = format!("{at}[{number}]");
        number += 1;
        match value {
            Value::Object(fields) => {
                let was_empty = fields.is_empty();
                take(name, fields, &at, taken);
                was_empty || !fields.is_empty()
            }
            Value::Array(values) => {
                take_of_list(name, values, &at, taken);
                true
            }
            _ => true,
        }
    });
}

/// Whether a value of a list of this name is a key: by what it looks like, or by what stands before it.
fn is_key_of_list(name: &str, value: &Value, is_after_name: bool) -> bool {
    let Some(text) = value.as_str() else { return false };
    !text.is_empty()
        && ((is_after_name && !text.starts_with('-'))
            || tells(text)
            || (names_headers(name) && is_in_rows(text)))
}

/// Whether the next text of a list is the value of this one: after an argument such as `--api-key`, or the name of a header.
fn is_name_of_key(list: &str, text: &str) -> bool {
    is_before_key(text) || (names_headers(list) && !text.contains(':') && names_key(text))
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
        // A signature is what an address is for; a login is one's own.
        Content::Image { source: Source::Url { url, .. }, .. }
        | Content::Document { source: Source::Url { url, .. }, .. } => {
            has_login(url).then(|| shown(url.split('@').next_back().unwrap_or_default()))
        }
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
        Value::Array(values) => {
            let mut is_after_name = false;
            values.iter().find_map(|value| {
                let is_key = is_key_of_list(name, value, is_after_name);
                is_after_name = value.as_str().is_some_and(|text| is_name_of_key(name, text));
                if is_key { Some("a list".to_owned()) } else { inside(name, value) }
            })
        }
        // A text in a list has no name; it is one by what it looks like.
        Value::String(text) if tells(text) || (names_headers(name) && is_in_rows(text)) => {
            Some("a list".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
#[path = "carried_key_tests.rs"]
mod tests;
