//! Faults: why a request failed, and what to do about it.

use measure::Phrase;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dialects::dialect::Dialect;
use crate::error::advice;
use crate::error::happened;
use crate::error::server_message::ServerMessage;
use crate::error::web_page::WebPage;
use crate::wire::redact::{Redaction, SafeText};
use crate::wire::untrusted::UntrustedText;

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
    /// A redirect; they are never followed with a key.
    Redirected,
    /// 5xx.
    ServerError,
    /// Any other status that is not success, or an unknown error in place of an answer.
    OtherStatus,
    /// A success whose body is neither a stream nor a completion, or not in the lane's dialect.
    NotAStream,
    /// An error inside a stream, after a success status and some of the answer.
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
    /// For an error inside a stream: the class of a refusal with the same text, if known.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<FaultClass>,
    /// What happened, in the provider's own words if it gave any.
    pub message: SafeText,
    /// The same as a phrase, which the window writes in its language; absent where all of it is the provider's own words, in runs of
    /// earlier versions, and where something in it had to be hidden across its parts.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_phrase: Option<Box<Phrase>>,
    /// What to do about it.
    pub advice: SafeText,
    /// The advice as a phrase, which the window writes in its language; absent without advice, in runs of earlier
    /// versions, and where something in it had to be hidden across its parts.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub advice_phrase: Option<Box<Phrase>>,
    /// The HTTP status, if there was a response.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub http_status: Option<u16>,
    /// The provider's code for it, for example `rate_limit_exceeded`.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<SafeText>,
    /// The parameter that was refused.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parameter: Option<SafeText>,
    /// The wait that the provider asks for, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u32>,
    /// The provider's id of the request, for its support.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<SafeText>,
    /// At most 4 KB of the response's body.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<SafeText>,
    /// Models with names similar to the unknown one, most similar first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<SafeText>,
    /// The row of the same account that speaks a dialect the model supports.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// The dialect that the server speaks or the model supports, if known to differ from the lane's.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// The base address that was likely meant: the same origin, with another path.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<SafeText>,
}

impl Fault {
    /// A fault without advice and details.
    pub fn new(class: FaultClass, message: impl Into<SafeText>) -> Self {
        Self {
            class,
            cause: None,
            message: message.into(),
            message_phrase: None,
            advice: SafeText::default(),
            advice_phrase: None,
            http_status: None,
            code: None,
            parameter: None,
            retry_after_ms: None,
            request_id: None,
            body: None,
            nearest: Vec::new(),
            instead: None,
            dialect: None,
            address: None,
        }
    }

    /// A fault without advice and details, in whose words there is no secret.
    pub fn of(class: FaultClass, message: &Phrase) -> Self {
        Self::saying(class, message, &Redaction::default())
    }

    /// A fault without advice and details, without the secrets in its words.
    pub(crate) fn saying(class: FaultClass, message: &Phrase, redaction: &Redaction) -> Self {
        Self::new(class, SafeText::default()).told(message, redaction)
    }

    /// The same in these words, without the secrets in them.
    #[must_use]
    pub(crate) fn told(self, message: &Phrase, redaction: &Redaction) -> Self {
        let (message, message_phrase) = without_secrets(message, redaction);
        Self { message, message_phrase, ..self }
    }

    /// The same with this advice, in which there is no secret.
    #[must_use]
    pub fn advising(self, advice: &Phrase) -> Self {
        self.advised(advice, &Redaction::default())
    }

    /// The same with this advice, without the secrets in it.
    #[must_use]
    pub(crate) fn advised(self, advice: &Phrase, redaction: &Redaction) -> Self {
        let (advice, advice_phrase) = without_secrets(advice, redaction);
        Self { advice, advice_phrase, ..self }
    }

    /// The same with one more sentence of advice, in which there is no secret.
    #[must_use]
    pub fn also_advising(self, more: Phrase) -> Self {
        match &self.advice_phrase {
            Some(advice) => {
                let advice = Phrase::sentences([(**advice).clone(), more]);
                self.advising(&advice)
            }
            None if self.advice.is_empty() => self.advising(&more),
            None => {
                let advice = SafeText::without(&format!("{} {more}", self.advice), None);
                Self { advice, ..self }
            }
        }
    }

    /// The class that decides what helps: for an error inside a stream, that of its cause.
    pub fn root(&self) -> FaultClass {
        self.cause.unwrap_or(self.class)
    }

    /// Whether the server received too many requests at once. A 429 status alone does not say so: an account without
    /// credit or a prompt that is too long may get one, too.
    pub fn is_throttled(&self) -> bool {
        match self.class {
            FaultClass::Throttled => true,
            FaultClass::Capacity => self.http_status == Some(429),
            _ => false,
        }
    }
}

/// A phrase without the secrets in it, as a text and, if its parts are safe by themselves, as a phrase.
fn without_secrets(phrase: &Phrase, redaction: &Redaction) -> (SafeText, Option<Box<Phrase>>) {
    let text = redaction.text(&phrase.to_string());
    let safe = phrase.clone().with_texts(&|text| redaction.text(text).into());
    // A secret may lie across two texts: then only the whole is safe.
    let is_safe = safe.to_string() == text.as_str();
    (text, is_safe.then(|| Box::new(safe)))
}

/// A fault inside a stream, in our own words.
pub(crate) fn in_stream(class: FaultClass, message: &Phrase, redaction: &Redaction) -> Fault {
    Fault::saying(class, message, redaction).advising(&advice::run_again())
}

/// Number of characters kept of an error in a stream: at most 4 KB.
const LONGEST_BODY: usize = 1_024;

/// An error that the provider reported inside a successful response. `said` is its JSON or its text.
pub(crate) fn said_in_stream(said: UntrustedText<'_>, redaction: &Redaction) -> Fault {
    let told = ServerMessage::of(said, redaction);
    Fault {
        code: told.code.map(|code| redaction.text(&code)),
        parameter: told.parameter.map(|name| redaction.text(&name)),
        body: Some(said.redacted(LONGEST_BODY, redaction)),
        ..in_stream(FaultClass::InStream, &happened::in_stream(&told.message), redaction)
    }
}

/// The message of an error that came instead of an answer with this success status. `message` is the one it would have
/// as an error in a stream.
pub(crate) fn in_place_of_answer(message: &str, status: u16) -> Phrase {
    let before = happened::in_stream("").to_string();
    let said = message.strip_prefix(&before).unwrap_or(message);
    happened::in_place_of_answer(&status.to_string(), said)
}

/// An error in an event that is not in the stream's dialect: `{"object":"error",…}`, `{"error":…}`, `{"detail":…}`, a list
/// of `errors`, `success` that is false, or a `base_resp` with a status other than 0. `None` if there is no error.
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
    // MiniMax answers a wrong key or an empty account with a success status and an error number of its own.
    let is_refused = event.pointer("/base_resp/status_code").and_then(Value::as_i64);
    // Z.ai, and Cloudflare for its own protocol.
    let is_failure = event.get("success") == Some(&Value::Bool(false));
    let is_error = is_error || is_failure || is_refused.is_some_and(|code| code != 0);
    is_error.then(|| String::from_utf8_lossy(data).into_owned())
}

/// A success with an unreadable body. `excerpt` is its beginning.
pub(crate) fn not_a_stream(excerpt: UntrustedText<'_>, redaction: &Redaction) -> Fault {
    let body = (!excerpt.is_blank()).then(|| excerpt.redacted(LONGEST_EXCERPT, redaction));
    let page = excerpt.read(WebPage::read, redaction);
    if let Some(page) = page {
        // The body is that of a web site, or of something between here and the API.
        return Fault {
            body,
            ..Fault::saying(FaultClass::NotAStream, &happened::page(page.phrase()), redaction)
                .advising(&advice::website())
        };
    }
    let message = if body.is_none() { happened::empty_body() } else { happened::no_stream() };
    Fault { body, ..Fault::of(FaultClass::NotAStream, &message).advising(&advice::chat_address()) }
}

/// Maximum excerpt of a body that explains a failure, in characters; it is cut by bytes before that.
const LONGEST_EXCERPT: usize = 4 * 1024;
/// Maximum length of a body's excerpt in a sentence.
const SHOWN_IN_A_SENTENCE: usize = 160;

/// A success whose body is not in the lane's dialect. `excerpt` is its beginning; `dialect` is the body's dialect, if
/// known.
pub(crate) fn not_understood(
    excerpt: UntrustedText<'_>,
    dialect: Option<Dialect>,
    redaction: &Redaction,
) -> Fault {
    let body = excerpt.redacted(LONGEST_EXCERPT, redaction);
    let line = body.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut = line.chars().count() > SHOWN_IN_A_SENTENCE;
    let shown: String = line.chars().take(SHOWN_IN_A_SENTENCE).collect();
    let more = if cut { "…" } else { "" };
    let advice = match dialect {
        Some(dialect) => advice::reads_like(dialect.name()),
        None => advice::check_dialect(),
    };
    let message = happened::other_dialect(&format!("{shown}{more}"));
    Fault {
        body: (!excerpt.is_blank()).then_some(body),
        dialect,
        ..Fault::saying(FaultClass::NotAStream, &message, redaction).advising(&advice)
    }
}

/// A library's error text as a sentence.
pub(crate) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(chars).chain(['.']).collect()
}

#[cfg(test)]
#[path = "fault_tests.rs"]
mod tests;
