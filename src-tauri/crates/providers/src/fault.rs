//! What went wrong with a request, in words that are enough to act on.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::limits::length_ms;

/// What kind of thing failed. The advice, the status and the buttons follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum FaultClass {
    /// The host's name did not resolve.
    Dns,
    /// No TCP connection.
    Tcp,
    /// The proxy was not reached, or did not do what it was asked.
    Proxy,
    /// The TLS handshake failed.
    Tls,
    /// The connection broke.
    ConnectionLost,
    /// What came back is not HTTP.
    NotHttp,
    /// 401: the key is missing or wrong.
    WrongKey,
    /// 402 or 429 with an exhausted balance.
    NoCredit,
    /// 403: this key, region or address may not. Also what Paceline itself does not send.
    Forbidden,
    /// 404, or 400 in words that say so: there is no such model.
    ModelNotFound,
    /// 404 about the address.
    PathNotFound,
    /// 400, 413 or 422: a parameter was refused.
    BadParameter,
    /// 429: too many requests or tokens.
    Throttled,
    /// A redirect, which is never followed with a key in hand.
    Redirected,
    /// 5xx.
    ServerError,
    /// Any other status that is not success.
    OtherStatus,
    /// A success whose body is neither a stream nor a completion.
    NotAStream,
    /// An error inside a stream that had begun with success.
    InStream,
    /// An event or a stream beyond all bounds.
    TooLarge,
    /// The stream ended without a finish reason and without its terminal marker.
    Truncated,
    /// Nothing arrived for too long before the first token.
    TimeoutFirst,
    /// Nothing arrived for too long between two chunks.
    TimeoutIdle,
}

/// Why a request failed. Every text in it has had the key and anything that looks like one removed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Fault {
    /// What kind of thing failed.
    pub class: FaultClass,
    /// What happened, the provider's own words where it gave some.
    pub message: String,
    /// What to do about it.
    pub advice: String,
    /// The HTTP status, where there was a response.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub http_status: Option<u16>,
    /// The provider's code for it, for example `rate_limit_exceeded`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The parameter that was refused.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<String>,
    /// How long the provider asks us to wait, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u32>,
    /// The provider's id of the request, for its support.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// At most 4 KB of the response's body.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Models whose names are nearest to one that the provider does not know, the nearest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
}

impl Fault {
    /// A fault without further particulars.
    pub(crate) fn new(
        class: FaultClass,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self {
            class,
            message: message.into(),
            advice: advice.into(),
            http_status: None,
            code: None,
            parameter: None,
            retry_after_ms: None,
            request_id: None,
            body: None,
            nearest: Vec::new(),
        }
    }
}

/// A fault inside a stream, in words of our own.
pub(crate) fn in_stream(class: FaultClass, message: String) -> Fault {
    Fault::new(
        class,
        message,
        "What had arrived is kept. Run the lane again; if it repeats, report it to the provider.",
    )
}

/// An error that the provider reported inside a success. `said` is its JSON or its text, already redacted.
pub(crate) fn said_in_stream(said: &str) -> Fault {
    let words = Words::of(said);
    Fault {
        code: words.code,
        parameter: words.parameter,
        ..in_stream(
            FaultClass::InStream,
            format!("The provider reported an error after the stream had begun: {}", words.message),
        )
    }
}

/// A success whose body nobody can read. `excerpt` is its beginning, already redacted.
pub(crate) fn not_a_stream(excerpt: &str) -> Fault {
    let message = if excerpt.trim().is_empty() {
        "The server answered with success and an empty body."
    } else {
        "The server answered with success, but its body is neither a stream of chat chunks nor a chat completion."
    };
    Fault {
        body: (!excerpt.trim().is_empty()).then(|| excerpt.to_owned()),
        ..Fault::new(
            FaultClass::NotAStream,
            message,
            "Check the address: it should end where `/chat/completions` would follow, often in `/v1`.",
        )
    }
}

/// What a server's error says, wherever it puts it.
#[derive(Default)]
pub(crate) struct Words {
    pub(crate) message: String,
    pub(crate) code: Option<String>,
    pub(crate) parameter: Option<String>,
    pub(crate) retry_after_ms: Option<u32>,
}

impl Words {
    /// Reads them out of JSON of any of the shapes that are in use, or takes them as they are.
    pub(crate) fn of(said: &str) -> Self {
        // A gateway may write its refusal as an event of the stream that it refuses.
        let event = said.lines().find_map(|line| line.strip_prefix("data:"));
        let Ok(value) = serde_json::from_str::<Value>(event.unwrap_or(said)) else {
            return Self { message: excerpt(said), ..Self::default() };
        };
        let value = match value {
            Value::Array(list) => list.into_iter().next().unwrap_or_default(),
            other => other,
        };
        let error = value.get("error").filter(|error| !error.is_null()).unwrap_or(&value);
        let text = |path: &str| {
            let found = error.pointer(path).or_else(|| value.pointer(path))?;
            match found {
                Value::String(text) if !text.is_empty() => Some(text.clone()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            }
        };
        let message = error
            .as_str()
            .map(str::to_owned)
            .or_else(|| text("/metadata/raw"))
            .or_else(|| text("/message"))
            .or_else(|| text("/detail"))
            .or_else(|| text("/message/detail/0/msg"))
            .or_else(|| text("/detail/0/msg"))
            .or_else(|| text("/title"))
            .map_or_else(|| excerpt(said), |message| excerpt(&message));
        let field = |path: &str| {
            let list = value.pointer(path)?.as_array()?;
            let parts: Vec<&str> =
                list.iter().filter_map(Value::as_str).filter(|part| *part != "body").collect();
            (!parts.is_empty()).then(|| parts.join("."))
        };
        Self {
            message,
            code: text("/code").or_else(|| text("/type")),
            parameter: text("/param")
                .or_else(|| field("/detail/0/loc"))
                .or_else(|| field("/message/detail/0/loc")),
            retry_after_ms: error.get("details").and_then(retry_delay_ms),
        }
    }
}

/// How long Google asks to wait: its `RetryInfo` stands in the body, among the details, as in `"27s"`.
fn retry_delay_ms(details: &Value) -> Option<u32> {
    let delay = details.as_array()?.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    length_ms(delay)
}

/// What a server's error says, in its own words.
pub(crate) fn words(said: &str) -> String {
    Words::of(said).message
}

/// A library's error text as a sentence.
pub(crate) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(chars).chain(['.']).collect()
}

/// At most 600 characters on one line.
fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > 600 { line.chars().take(600).chain(['…']).collect() } else { line }
}
