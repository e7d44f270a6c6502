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
const MOST_PLACES: usize = 8;

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

/// Takes the keys out of the settings of a body, and returns the places of the first of them.
pub(crate) fn taken_out(body: &mut Map<String, Value>) -> Vec<String> {
    let (spoken, mut settings): (Map<_, _>, Map<_, _>) =
        std::mem::take(body).into_iter().partition(|(name, _)| SPOKEN.contains(&name.as_str()));
    let places = take("", &mut settings);
    *body = spoken;
    body.extend(settings);
    places
}

/// Takes the keys out of an object of this name.
fn take(object: &str, fields: &mut Map<String, Value>) -> Vec<String> {
    let mut places = Vec::new();
    let kind = ObjectKind::of(object, fields);
    fields.retain(|name, value| {
        let is_key = kind.carries(name, value);
        if is_key && places.len() < MOST_PLACES {
            places.push(shown(name));
        }
        !is_key
    });
    for (name, value) in fields.iter_mut() {
        let within = match value {
            Value::Object(fields) => take(name, fields),
            Value::Array(values) => take_of_list(name, values),
            _ => continue,
        };
        let room = MOST_PLACES.saturating_sub(places.len());
        places.extend(within.iter().take(room).map(|place| format!("{}.{place}", shown(name))));
    }
    places
}

/// Takes the keys out of a list of this name: its texts, and what its objects and lists hold.
fn take_of_list(name: &str, values: &mut Vec<Value>) -> Vec<String> {
    let before = values.len();
    let is_row = |value: &Value| is_of_headers(name) && value.as_str().is_some_and(is_in_rows);
    values.retain(|value| !is_carried("", value) && !is_row(value));
    let mut places = Vec::new();
    if values.len() < before {
        places.push("a list".to_owned());
    }
    for value in values {
        match value {
            Value::Object(fields) => places.extend(take(name, fields)),
            Value::Array(values) => places.extend(take_of_list(name, values)),
            _ => {}
        }
    }
    places
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
mod tests {
    use super::*;
    use crate::request::response_format::SchemaFormat;
    use crate::request::tool::Function;

    fn found(fields: &str) -> Option<String> {
        within("", &serde_json::from_str(fields).unwrap())
    }

    #[test]
    fn a_key_is_found_at_any_depth_by_its_name_or_by_what_it_looks_like() {
        let key = "sk-proj-0123456789abcdefghij";
        for (fields, place) in [
            (r#"{"api_key":"x"}"#.to_owned(), "api_key"),
            (r#"{"extra_body":{"x-api-key":"x"}}"#.to_owned(), "extra_body.x-api-key"),
            (
                r#"{"mcp_servers":[{"url":"u","authorization_token":"t"}]}"#.to_owned(),
                "mcp_servers.authorization_token",
            ),
            (r#"{"a":{"headers":{"X-Trace":"bearer abc"}}}"#.to_owned(), "a.headers.X-Trace"),
            (r#"{"aws_session_token":"x"}"#.to_owned(), "aws_session_token"),
            (r#"{"azure_ad_token":"x"}"#.to_owned(), "azure_ad_token"),
            (r#"{"metadata":{"webhook_secret":"x"}}"#.to_owned(), "metadata.webhook_secret"),
            (r#"{"headers":{"X-Gateway":"Basic dXNlcjpwYXNz"}}"#.to_owned(), "headers.X-Gateway"),
            (format!(r#"{{"note":"{key}"}}"#), "note"),
            (format!(r#"{{"list":["{key}"]}}"#), "list.a list"),
        ] {
            assert_eq!(found(&fields).as_deref(), Some(place), "{fields}");
        }
    }

    #[test]
    fn a_key_in_a_field_of_a_requests_own_kind_is_found_as_in_any_other() {
        let key = "sk-proj-0123456789abcdefghij";
        let schema =
            serde_json::json!({ "type": "object", "properties": { "a": { "enum": ["x", key] } } });
        let required = serde_json::json!({ "type": "object", "required": [key] });
        let function = |parameters: &Value| {
            Tool::Function(Function { parameters: Some(parameters.clone()), ..Function::default() })
        };
        let format = |schema: &Value| {
            let schema = SchemaFormat { schema: schema.clone(), ..SchemaFormat::default() };
            Some(ResponseFormat::Schema(schema))
        };
        for payload in [
            Payload { stop: vec!["END".into(), key.into()], ..Payload::default() },
            Payload { tools: vec![function(&schema)], ..Payload::default() },
            Payload { tools: vec![function(&required)], ..Payload::default() },
            Payload { response_format: format(&schema), ..Payload::default() },
            Payload { response_format: format(&required), ..Payload::default() },
        ] {
            assert!(in_payload(&payload).is_some(), "{payload:?}");
        }
        let honest = serde_json::json!({ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
            "properties": { "password": { "type": "string", "default": "" } }, "required": ["password", "api_key"] });
        let payload = Payload {
            stop: vec!["token".into()],
            tools: vec![function(&honest)],
            response_format: format(&honest),
            ..Payload::default()
        };
        assert_eq!(in_payload(&payload), None, "names of arguments are no keys");
    }

    #[test]
    fn a_setting_that_is_no_key_stays() {
        for fields in [
            r#"{"metadata":{"topic":"Basic arithmetic","title":"Token classification","max_tokens":"5","pad_token":"</s>"}}"#,
            r#"{"stop":["END"],"prompt_cache_key":"team-a"}"#,
        ] {
            assert_eq!(found(fields), None, "{fields}");
        }
    }

    #[test]
    fn keys_are_taken_out_of_settings_and_what_is_said_stays() {
        let body = r#"{"api_key":"a","tools":[{"type":"mcp","headers":{"Authorization":"Bearer t","X-Org":"o"}}],
            "messages":[{"role":"assistant","tool_calls":[{"password":"hunter2"}]}],"max_tokens":5}"#;
        let mut body = serde_json::from_str(body).unwrap();
        assert_eq!(taken_out(&mut body), ["api_key", "tools.headers.Authorization"]);
        let left = Value::from(body).to_string();
        assert!(!left.contains("Bearer") && !left.contains("api_key"), "{left}");
        assert!(left.contains("X-Org") && left.contains("hunter2"), "all else stays: {left}");
    }

    #[test]
    fn a_login_of_a_tool_or_a_source_is_taken_out_wherever_its_vendor_puts_it() {
        let body = r#"{"model":"m","tools":[{"type":"mcp","server_url":"https://mcp.tavily.com/mcp/?tavilyApiKey=LEAK-1",
            "headers":{"X-Pat":"LEAK-2","Ocp-Apim-Subscription-Key":"LEAK-3","X-Figma-Token":"LEAK-4","X-Org":"o"}},
            {"type":"mcp","server_url":"https://user:LEAK-5@mcp.example.com/sse"}],
            "metadata":{"dsn":"postgres://u:LEAK-6@h/db","gh":"ghp_LEAK0123456789abcdefghijklmnopqr","aws_secret_access_key":"LEAK-7",
            "slack_bot_token":"LEAK-8","github_pat":"LEAK-9","db_password":"LEAK-10","signing_secret":"LEAK-11",
            "account":"{\"private_key\":\"-----BEGIN PRIVATE KEY-----\\nLEAK-12\"}","topic":"https://example.com/?q=a"},
            "data_sources":[{"parameters":{"authentication":{"type":"api_key","key":"LEAK-13"}}},
            {"parameters":{"authentication":{"type":"connection_string","connection_string":"LEAK-14"}}}]}"#;
        let mut body = serde_json::from_str(body).unwrap();
        assert!(within("", &body).is_some(), "a plan that has one is refused");
        taken_out(&mut body);
        assert_eq!(within("", &body), None, "and one they were taken out of is not");
        let left = Value::from(body).to_string();
        assert!(!left.contains("LEAK"), "{left}");
        assert!(
            left.contains("X-Org") && left.contains("example.com/?q=a"),
            "all else stays: {left}"
        );
    }

    #[test]
    fn a_key_is_found_in_a_list_of_headers_an_address_a_text_of_pairs_and_json_within_a_text() {
        for (field, value) in [
            ("headers", r#"[{"name":"X-Gate-Key","value":"LEAK"},{"name":"X-Org","value":"o"}]"#),
            (
                "extra_headers",
                r#"[{"key":"X-Gate-Token","value":"LEAK"},{"key":"X-Org","value":"o"}]"#,
            ),
            ("headers", r#"["X-Gate-Key: LEAK","X-Org: o"]"#),
            ("headers", r#""X-Org: o\nX-Gate-Key: LEAK""#),
            ("env", r#"[{"name":"GATE_API_KEY","value":"LEAK"}]"#),
            ("server_url", r#""https://mcp.example.com/sse?key=LEAK""#),
            ("server_url", r#""https://blob.example.net/a.json?sv=2024&sig=LEAK""#),
            ("server_url", r#""https://s3.example.com/a?X-Amz-Signature=LEAK""#),
            ("server_url", r#""https://app.example.com/cb#access_token=LEAK""#),
            ("server_url", r#""https://ghp_LEAK0123456789abcdef@github.com/a/b""#),
            ("storage", r#""DefaultEndpointsProtocol=https;AccountName=a;AccountKey=LEAK==""#),
            ("jar", r#""theme=dark; auth_token=LEAK""#),
            ("config", r#""{\"provider\":\"openai\",\"api_key\":\"LEAK\"}""#),
            ("config", r#""[{\"inner\":\"{\\\"password\\\":\\\"LEAK\\\"}\"}]""#),
            ("login", r#""bearer  LEAK""#),
            ("api_key", r#"["LEAK0123456789abc"]"#),
            ("cookies", r#"{"session":"LEAK","theme":"LEAK"}"#),
            ("cookies", r#"[{"name":"session","value":"LEAK"}]"#),
        ] {
            let mut body = serde_json::from_str(&format!(r#"{{"{field}":{value}}}"#)).unwrap();
            assert!(within("", &body).is_some(), "a plan with it is refused: {field} {value}");
            assert!(!taken_out(&mut body).is_empty(), "{field} {value}");
            let left = Value::from(body).to_string();
            assert!(!left.contains("LEAK"), "{field}: {left}");
            let has_other = value.starts_with('[') && value.contains("X-Org");
            assert_eq!(left.contains("X-Org"), has_other, "another header stays: {left}");
        }
    }

    #[test]
    fn a_header_carries_a_key_by_its_name_or_by_its_value() {
        for (name, value) in [
            ("x-gate-key", "x"),
            ("x-config", r#"{"provider":"openai","api_key":"opaque"}"#),
            ("referer", "https://example.com/?token=opaque"),
            ("x-forward", "Bearer opaque"),
            ("x-forward", "Basic dXNlcjpwYXNz"),
        ] {
            assert!(is_carried_by_header(name, value), "{name}: {value}");
        }
        for value in ["Basic arithmetic", "Bearer of news, again", "https://example.com/?q=a"] {
            assert!(!is_carried_by_header("x-title", value), "{value}");
        }
    }

    #[test]
    fn settings_that_are_called_like_keys_are_none() {
        for fields in [
            r#"{"max_tokens":5,"prompt_cache_key":"session-1","token_budget":"auto"}"#,
            r#"{"name":"npm_install_dependencies","region":"ASIA-SOUTHEAST-REGION-1","docs":"https://example.com/a?page=2"}"#,
            r#"{"author":"me","keywords":["a"],"api_key":"","logit_bias":{"token":1}}"#,
            r#"{"note":"a=b; the token is secret","example":"{\"city\":\"Oslo\"}","filters":[{"key":"color","value":"red"}]}"#,
            r#"{"properties":{"cookies":{"type":"object"}},"dependentRequired":{"password":["user_name_2"]}}"#,
            r#"{"description":"Send it as api_key=YOURS; see https://example.com/docs?key=a for more"}"#,
            r#"{"parameters":{"properties":{"password":{"type":"string"}},"required":["password"]}}"#,
        ] {
            assert_eq!(found(fields), None, "{fields}");
        }
    }
}
