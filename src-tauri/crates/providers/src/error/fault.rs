//! Faults: why a request failed, and what to do about it.

use secrecy::SecretString;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dialects::dialect::Dialect;
use crate::error::web_page::WebPage;
use crate::wire::rate_limits::length_ms;
use crate::wire::redact::Redaction;
use crate::wire::untrusted::{Redact, Untrusted};

/// The class of a fault, which decides advice, status and buttons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum FaultClass {
    /// The host's name did not resolve.
    Dns,
    /// No TCP connection.
    Tcp,
    /// The proxy could not be reached, or refused.
    Proxy,
    /// The TLS handshake failed.
    Tls,
    /// The connection broke.
    ConnectionLost,
    /// The response is not HTTP.
    NotHttp,
    /// 401 or equivalent: the key is missing or wrong.
    WrongKey,
    /// 402 or equivalent: the account has no credit, or its spending limit is reached.
    NoCredit,
    /// The provider does not serve the request's country or region.
    Region,
    /// The organization must be verified first.
    Unverified,
    /// The model exists but is gated for this account: accept its terms or request access.
    ModelGated,
    /// 403 without a known reason: the key, region or address is not allowed. Also for requests that Paceline itself
    /// refuses to send.
    Forbidden,
    /// 404 or equivalent: there is no such model.
    ModelNotFound,
    /// A gateway's account excludes every backend of the model by its privacy settings.
    DataPolicy,
    /// No backend of a gateway serves the model as requested.
    NoSuchBackend,
    /// The user's own resource has no deployment with that name.
    NoSuchDeployment,
    /// The model exists but does not speak the lane's dialect.
    WrongApi,
    /// 404: nothing is served at the address.
    PathNotFound,
    /// 400 or 422: a parameter was refused.
    BadParameter,
    /// The prompt, or the prompt plus the output limit, is too long for the model or the account.
    TooLong,
    /// A filter of the provider blocked the prompt or the answer.
    Filtered,
    /// 429: too many requests or tokens, or too many at once.
    Throttled,
    /// The provider has no free capacity for the model or the service tier, for any account.
    Capacity,
    /// The model is loading and cannot answer yet.
    Loading,
    /// The machine that runs the model has too little memory for it.
    OutOfMemory,
    /// 408 or 504: the provider or a gateway before it timed out.
    TimeoutServer,
    /// A redirect, which is never followed with a key.
    Redirected,
    /// 5xx.
    ServerError,
    /// Any other status that is not success.
    OtherStatus,
    /// A success whose body is neither a stream nor a completion, or not in the lane's dialect.
    NotAStream,
    /// An error inside a stream, after a success status.
    InStream,
    /// An event or a stream over the size limit.
    TooLarge,
    /// The model declined to answer.
    Refused,
    /// The answer ended without text.
    Empty,
    /// The stream ended without a finish reason and without its terminal marker, or for a reason that leaves the answer
    /// unfinished.
    Truncated,
    /// Timeout before the first token.
    TimeoutFirst,
    /// Timeout between two chunks.
    TimeoutIdle,
    /// The whole request took too long.
    Deadline,
}

/// Why a request failed. The key and anything that looks like one are removed from all texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Fault {
    /// The class.
    pub class: FaultClass,
    /// For an error inside a stream: the class that a refusal in the same words has, if it is known.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<FaultClass>,
    /// What happened, in the provider's own words if it gave any.
    pub message: String,
    /// What to do about it.
    pub advice: String,
    /// The HTTP status, if there was a response.
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
    /// The wait that the provider asks for, in milliseconds.
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
    /// Models with names similar to the unknown one, most similar first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<String>,
    /// The row of the same account that speaks the dialect in which the model can be asked.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
}

impl Fault {
    /// A fault without details.
    pub fn new(class: FaultClass, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            class,
            cause: None,
            message: message.into(),
            advice: advice.into(),
            http_status: None,
            code: None,
            parameter: None,
            retry_after_ms: None,
            request_id: None,
            body: None,
            nearest: Vec::new(),
            instead: None,
        }
    }

    /// The class that says what helps: of an error inside a stream, that of its cause.
    pub fn root(&self) -> FaultClass {
        self.cause.unwrap_or(self.class)
    }
}

/// A fault inside a stream, in our own words.
pub(crate) fn in_stream(class: FaultClass, message: String) -> Fault {
    Fault::new(
        class,
        message,
        "What had arrived is kept. Run the lane again; if it repeats, report it to the provider.",
    )
}

/// Characters that are kept of an error in a stream: at most 4 KB.
const LONGEST_BODY: usize = 1_024;

/// An error that the provider reported inside a success. `said` is its JSON or its text.
pub(crate) fn said_in_stream(said: Untrusted<'_>, redaction: &Redaction) -> Fault {
    let words = ServerMessage::of(said, redaction);
    Fault {
        code: words.code,
        parameter: words.parameter,
        body: Some(said.redacted(LONGEST_BODY, redaction)),
        ..in_stream(
            FaultClass::InStream,
            format!("The provider reported an error after the stream had begun: {}", words.message),
        )
    }
}

/// An error in an event that is not in the stream's dialect: `{"object":"error",…}`, `{"error":…}`, `{"detail":…}` or a
/// list of `errors`. `None` if there is no error.
pub(crate) fn error_in(data: &[u8]) -> Option<String> {
    let event: Value = serde_json::from_slice(data).ok()?;
    let is_said = |field: &str| {
        event.get(field).is_some_and(|said| match said {
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
            Value::String(text) => !text.is_empty(),
            Value::Array(list) => !list.is_empty(),
            Value::Object(fields) => !fields.is_empty(),
        })
    };
    let is_called_error =
        ["object", "type"].iter().any(|field| event.get(*field) == Some(&Value::from("error")));
    let is_error =
        is_called_error || ["error", "errors", "detail"].iter().any(|name| is_said(name));
    is_error.then(|| String::from_utf8_lossy(data).into_owned())
}

/// A success whose body is a web page: of a site, or of something on the way to the API.
fn a_page(excerpt: &str, page: &WebPage) -> Fault {
    Fault {
        body: Some(excerpt.to_owned()),
        ..Fault::new(
            FaultClass::NotAStream,
            format!("The server answered with success, but with {page}"),
            "A site answered, and no API. Check the address, which often ends in `/v1`, and whether a login page or a proxy stands between.",
        )
    }
}

/// A success with an unreadable body. `excerpt` is its beginning, already redacted.
pub(crate) fn not_a_stream(excerpt: &str) -> Fault {
    if let Some(page) = WebPage::read(excerpt) {
        return a_page(excerpt, &page);
    }
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

/// Maximum length of a body's excerpt in a sentence.
const SHOWN_IN_A_SENTENCE: usize = 160;

/// A success whose body is not in the lane's dialect. `excerpt` is its beginning, already redacted; `dialect` is the
/// body's dialect, if known.
pub(crate) fn not_understood(excerpt: &str, dialect: Option<Dialect>) -> Fault {
    let line = excerpt.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = line.chars().count() > SHOWN_IN_A_SENTENCE;
    let shown: String = line.chars().take(SHOWN_IN_A_SENTENCE).collect();
    let more = if cut { "…" } else { "" };
    let advice = match dialect {
        Some(dialect) => format!(
            "It reads like the dialect `{}`: set the lane's dialect to that, or its address to one that speaks the lane's.",
            dialect.name()
        ),
        None => "Check the lane's dialect and its address: some servers speak their own protocol on one path and a known one on another, often in `/v1`.".to_owned(),
    };
    Fault {
        body: (!excerpt.trim().is_empty()).then(|| excerpt.to_owned()),
        ..Fault::new(
            FaultClass::NotAStream,
            format!(
                "The server answered with success, but nothing in its answer is in the lane's dialect. It begins: {shown}{more}"
            ),
            advice,
        )
    }
}

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
    pub(crate) fn of(said: Untrusted<'_>, redaction: &Redaction) -> Self {
        said.read(|said| Self::read(said, 1), redaction)
    }

    /// A gateway may wrap its backend's JSON as text, up to `wrappings` times.
    fn read(said: &str, wrappings: u32) -> Self {
        // A gateway may write its error as an event of the refused stream.
        let event = said.lines().find_map(|line| line.strip_prefix("data:"));
        let Ok(value) = serde_json::from_str::<Value>(event.unwrap_or(said)) else {
            let page = WebPage::read(said).map(|page| page.to_string());
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

    /// What kind of error it is, in the provider's own words for machines.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.kinds.iter().map(String::as_str)
    }

    /// All text that is searched for known phrases, in lower case.
    pub(crate) fn searched(&self) -> String {
        format!("{} {}", self.message, self.kinds.join(" ")).to_lowercase()
    }
}

/// Places of the human-readable message, most informative first.
const MESSAGES: [&str; 8] = [
    "/metadata/raw",
    "/message",
    "/detail",
    "/message/detail/0/msg",
    "/detail/0/msg",
    "/errors/0/message",
    "/detail/message",
    "/title",
];
/// Maximum number of kinds kept per error, and of characters each.
const KINDS_KEPT: usize = 8;
const KIND_LENGTH: usize = 80;

/// The machine-readable kinds of an error.
fn kinds(value: &Value, error: &Value) -> Vec<String> {
    const PLACES: [&str; 5] = ["/code", "/type", "/status", "/error_type", "/innererror/code"];
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

/// The wait that Google asks for: `RetryInfo` in the details of the body, as in `"27s"`.
fn retry_delay_ms(details: &Value) -> Option<u32> {
    let delay = details.as_array()?.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    length_ms(delay)
}

/// The message of a server's error.
pub(crate) fn words(said: Untrusted<'_>, redaction: &Redaction) -> String {
    ServerMessage::of(said, redaction).message
}

impl Redact for ServerMessage {
    fn redact(&mut self, redaction: &Redaction) {
        let Self { message, code, parameter, retry_after_ms: _, kinds, backends } = self;
        message.redact(redaction);
        for text in [code, parameter].into_iter().flatten() {
            *text = redaction.fact(text);
        }
        kinds.redact(redaction);
        backends.redact(redaction);
    }
}

impl Fault {
    /// Without these secrets, wherever its texts repeat them. `proxy_login` is `USER:PASSWORD`.
    #[must_use]
    pub fn without(
        mut self,
        key: Option<&SecretString>,
        proxy_login: Option<&SecretString>,
    ) -> Self {
        self.redact(&Redaction::of(key).and_login(proxy_login));
        self
    }
}

impl Redact for Fault {
    fn redact(&mut self, redaction: &Redaction) {
        let Self { message, advice, code, parameter, request_id, body, nearest, .. } = self;
        message.redact(redaction);
        advice.redact(redaction);
        for text in [code, parameter, request_id, body] {
            text.redact(redaction);
        }
        nearest.redact(redaction);
    }
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
