//! Faults: why a request failed, and what to do about it.

use measure::Phrase;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::dialects::dialect::Dialect;
use crate::error::advice;
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

    /// The same with this advice, in which there is no secret.
    #[must_use]
    pub fn advising(self, advice: &Phrase) -> Self {
        self.advised(advice, &Redaction::default())
    }

    /// The same with this advice, without the secrets in it.
    #[must_use]
    pub(crate) fn advised(self, advice: &Phrase, redaction: &Redaction) -> Self {
        let text = redaction.text(&advice.to_string());
        let safe = advice.clone().with_texts(&|text| redaction.text(text).into());
        // A secret may lie across two texts: then only the whole is safe.
        let is_safe = safe.to_string() == text.as_str();
        Self { advice: text, advice_phrase: is_safe.then(|| Box::new(safe)), ..self }
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

/// A fault inside a stream, in our own words.
pub(crate) fn in_stream(class: FaultClass, message: impl Into<SafeText>) -> Fault {
    Fault::new(class, message).advising(&advice::run_again())
}

/// Number of characters kept of an error in a stream: at most 4 KB.
const LONGEST_BODY: usize = 1_024;
/// The text before the provider's words of an error in a stream.
const AFTER_BEGIN: &str = "The provider reported an error after the stream had begun: ";

/// An error that the provider reported inside a successful response. `said` is its JSON or its text.
pub(crate) fn said_in_stream(said: UntrustedText<'_>, redaction: &Redaction) -> Fault {
    let words = ServerMessage::of(said, redaction);
    let message = format!("{AFTER_BEGIN}{}", words.message);
    Fault {
        code: words.code.map(|code| redaction.text(&code)),
        parameter: words.parameter.map(|name| redaction.text(&name)),
        body: Some(said.redacted(LONGEST_BODY, redaction)),
        ..in_stream(FaultClass::InStream, redaction.text(&message))
    }
}

/// The message of an error that came instead of an answer with this success status. `message` is the one it would have
/// as an error in a stream.
pub(crate) fn in_place_of_answer(message: &str, status: u16) -> String {
    let said = message.strip_prefix(AFTER_BEGIN).unwrap_or(message);
    format!("HTTP {status}, but an error in place of an answer: {said}")
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
    let page =
        excerpt.read(|excerpt| WebPage::read(excerpt).map(|page| page.to_string()), redaction);
    if let Some(page) = page {
        // The body is that of a web site, or of something between here and the API.
        let message = format!("The server answered with success, but with {page}");
        return Fault {
            body,
            ..Fault::new(FaultClass::NotAStream, redaction.text(&message))
                .advising(&advice::website())
        };
    }
    let message = if body.is_none() {
        "The server answered with success and an empty body."
    } else {
        "The server answered with success, but its body is neither a stream of chat chunks nor a chat completion."
    };
    Fault { body, ..Fault::new(FaultClass::NotAStream, message).advising(&advice::chat_address()) }
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
    let message = format!(
        "The server answered with success, but nothing in its answer is in the lane's dialect. It begins: {shown}{more}"
    );
    Fault {
        body: (!excerpt.is_blank()).then_some(body),
        dialect,
        ..Fault::new(FaultClass::NotAStream, redaction.text(&message)).advising(&advice)
    }
}

/// A library's error text as a sentence.
pub(crate) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(chars).chain(['.']).collect()
}

#[cfg(test)]
mod tests {
    use measure::Phrase;
    use secrecy::SecretString;

    use super::*;

    const KEY: &str = "zq-7f3a9c1e5b8d2046";

    measure::phrases! {
        fn of_two(one: &str, other: &str) = "test.of_two", "Ask {one}{other} about it.";
    }

    fn advised(advice: &Phrase) -> Fault {
        let redaction = Redaction::of(Some(&SecretString::from(KEY)));
        Fault::new(FaultClass::OtherStatus, "HTTP 499").advised(advice, &redaction)
    }

    #[test]
    fn a_key_is_in_neither_the_text_nor_the_phrase_of_an_advice() {
        let (before, after) = KEY.split_at(7);
        for (advice, has_phrase, why) in [
            (of_two("Acme", ""), true, "what has no key is said in every language"),
            (of_two(KEY, ""), true, "a value that is the key is hidden, and the rest is said"),
            (of_two(before, after), false, "a key across two values is hidden in the whole alone"),
        ] {
            let fault = advised(&advice);
            let stored = serde_json::to_string(&fault).expect("it is JSON");
            assert!(!stored.contains(KEY) && !stored.contains(after), "{why}: {stored}");
            assert_eq!(fault.advice_phrase.is_some(), has_phrase, "{why}: {stored}");
        }
    }

    #[test]
    fn one_more_sentence_of_advice_follows_whatever_is_there() {
        let of_earlier_version =
            Fault { advice: "Wait.".into(), ..Fault::new(FaultClass::Throttled, "HTTP 429") };
        let more = || advice::try_again();
        for (fault, text) in [
            (Fault::new(FaultClass::Throttled, "HTTP 429"), "Try again."),
            (advised(&advice::check_address()), "Check the address. Try again."),
            (of_earlier_version, "Wait. Try again."),
        ] {
            let longer = fault.also_advising(more());
            assert_eq!(longer.advice, text, "as one text");
            let phrase = longer.advice_phrase.map(|phrase| phrase.to_string());
            assert!(phrase.is_none_or(|phrase| phrase == text), "and a phrase says the same");
        }
    }
}
