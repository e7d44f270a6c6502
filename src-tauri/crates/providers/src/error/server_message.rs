//! A server's own account of its error, in any of the known formats.

use serde_json::Value;

use crate::error::web_page::WebPage;
use crate::wire::rate_limits::length_ms;
use crate::wire::redact::Redaction;
use crate::wire::untrusted::{Redact, UntrustedText};

/// The content of a server's error, in any of the known formats.
#[derive(Default)]
pub(crate) struct ServerMessage {
    pub(crate) message: String,
    pub(crate) code: Option<String>,
    pub(crate) parameter: Option<String>,
    pub(crate) retry_after_ms: Option<u32>,
    /// Machine-readable kinds of the error: code, type, status, reason.
    kinds: Vec<String>,
    /// Backends that would serve the model, according to a gateway.
    pub(crate) backends: Vec<String>,
}

impl ServerMessage {
    /// Parses any of the JSON formats in use, or takes the text as it is.
    pub(crate) fn of(said: UntrustedText<'_>, redaction: &Redaction) -> Self {
        said.read(|said| Self::read(said, 1), redaction)
    }

    /// A gateway may wrap its backend's JSON as text, up to `wrappings` times.
    fn read(said: &str, wrappings: u32) -> Self {
        // A gateway may write its error as an event of the refused stream.
        let event = said.lines().find_map(|line| line.strip_prefix("data:"));
        let Ok(value) = serde_json::from_str::<Value>(event.unwrap_or(said)) else {
            let page = WebPage::read(said).map(|page| page.phrase().to_string());
            return Self { message: page.unwrap_or_else(|| excerpt(said)), ..Self::default() };
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
        let message = error.as_str().map(str::to_owned);
        let message = message.or_else(|| MESSAGES.iter().find_map(|path| text(path)));
        let field = |path: &str| {
            let list = value.pointer(path)?.as_array()?;
            let parts: Vec<&str> =
                list.iter().filter_map(Value::as_str).filter(|part| *part != "body").collect();
            (!parts.is_empty()).then(|| parts.join("."))
        };
        let wrapped =
            message.as_deref().filter(|text| wrappings > 0 && text.trim_start().starts_with('{'));
        let wrapped = wrapped.map(|text| Self::read(text, wrappings - 1)).unwrap_or_default();
        let mut kinds = kinds(&value, error);
        kinds.extend(wrapped.kinds);
        Self {
            message: if wrapped.message.is_empty() {
                excerpt(message.as_deref().unwrap_or(said))
            } else {
                wrapped.message
            },
            code: text("/code").or_else(|| text("/type")),
            parameter: text("/param")
                .or(wrapped.parameter)
                .or_else(|| field("/detail/0/loc"))
                .or_else(|| field("/message/detail/0/loc")),
            retry_after_ms: error
                .get("details")
                .and_then(retry_delay_ms)
                .or_else(|| length_ms(&format!("{}s", text("/estimated_time")?))),
            kinds,
            backends: names(error.pointer("/metadata/available_providers")),
        }
    }

    /// The kinds of the error in the provider's own machine-readable words.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.kinds.iter().map(String::as_str)
    }

    /// All text that is searched for known phrases, in lower case.
    pub(crate) fn searched(&self) -> String {
        format!("{} {}", self.message, self.kinds.join(" ")).to_lowercase()
    }
}

/// Places of the human-readable message, most informative first.
const MESSAGES: [&str; 12] = [
    "/metadata/raw",
    "/message",
    "/detail",
    "/message/detail/0/msg",
    "/detail/0/msg",
    "/errors/0/message",
    "/detail/message",
    "/detail/error",
    "/base_resp/status_msg",
    "/Message",
    "/msg",
    "/title",
];
/// Maximum number of kinds kept per error, and of characters each.
const KINDS_KEPT: usize = 8;
const KIND_LENGTH: usize = 80;

/// The machine-readable kinds of an error.
fn kinds(value: &Value, error: &Value) -> Vec<String> {
    const PLACES: [&str; 7] = [
        "/code",
        "/type",
        "/status",
        "/error_type",
        "/error_code",
        "/innererror/code",
        "/details/error_code",
    ];
    let details = error.get("details").and_then(Value::as_array).into_iter().flatten();
    PLACES
        .iter()
        .flat_map(|path| [error.pointer(path), value.pointer(path)])
        .chain(details.map(|detail| detail.get("reason")))
        .filter_map(|kind| kind?.as_str())
        .take(KINDS_KEPT)
        .map(|kind| kind.chars().take(KIND_LENGTH).collect())
        .collect()
}

/// The first few texts of a list, each truncated.
fn names(list: Option<&Value>) -> Vec<String> {
    let list = list.and_then(Value::as_array).into_iter().flatten();
    let names = list.filter_map(Value::as_str).take(KINDS_KEPT);
    names.map(|name| name.chars().take(KIND_LENGTH).collect()).collect()
}

/// The wait Google asks for: `RetryInfo` in the details of the body, as in `"27s"`.
fn retry_delay_ms(details: &Value) -> Option<u32> {
    let delay = details.as_array()?.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    length_ms(delay)
}

/// The message of a server's error.
pub(crate) fn words(said: UntrustedText<'_>, redaction: &Redaction) -> String {
    ServerMessage::of(said, redaction).message
}

impl Redact for ServerMessage {
    fn redact(&mut self, redaction: &Redaction) {
        let Self { message, code, parameter, retry_after_ms: _, kinds, backends } = self;
        message.redact(redaction);
        for text in [code, parameter].into_iter().flatten() {
            *text = redaction.fact(text).into();
        }
        kinds.redact(redaction);
        backends.redact(redaction);
    }
}

/// At most 600 characters on one line.
fn excerpt(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > 600 { line.chars().take(600).chain(['…']).collect() } else { line }
}
