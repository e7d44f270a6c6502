//! An error reported after HTTP had already reported success: its advice is that for a refusal with the same text. If
//! no part of an answer came before it, it is a refusal.

use hyper::header::HeaderMap;
use serde_json::Value;

use crate::catalogue::Provider;
use crate::error::advice;
use crate::error::fault::{Fault, FaultClass, in_place_of_answer};
use crate::error::refusal::Refusal;
use crate::error::refusal::rules;
use crate::error::server_message::ServerMessage;
use crate::wire::redact::Redaction;
use crate::wire::untrusted::UntrustedText;

/// The status that an error would have had, by the provider's own machine-readable word. From the official SDKs'
/// sources: Anthropic's and OpenAI's error types, Google's canonical codes.
const STATUSES: [(&str, u16); 31] = [
    ("invalid_request_error", 400),
    ("invalid_argument", 400),
    ("failed_precondition", 400),
    ("out_of_range", 400),
    ("authentication_error", 401),
    ("unauthenticated", 401),
    ("billing_error", 402),
    ("permission_error", 403),
    ("permission_denied", 403),
    ("not_found_error", 404),
    ("not_found", 404),
    ("request_too_large", 413),
    ("rate_limit_error", 429),
    ("rate_limit_exceeded", 429),
    ("insufficient_quota", 429),
    ("resource_exhausted", 429),
    ("too_many_requests", 429),
    ("requests", 429),
    ("tokens", 429),
    ("api_error", 500),
    ("server_error", 500),
    ("internal_server_error", 500),
    ("internal server error", 500),
    ("internal", 500),
    ("unknown", 500),
    ("unavailable", 503),
    ("service_unavailable", 503),
    ("timeout_error", 504),
    ("deadline_exceeded", 504),
    ("overloaded_error", 529),
    ("overloaded", 529),
];
/// If no status is given, phrases are searched among those known to come with each of these.
const LIKELY: [u16; 8] = [500, 503, 400, 404, 403, 402, 401, 429];

/// Gives an error of a stream the cause and the advice of a refusal with the same text. An unknown text keeps the
/// general advice and has no cause. With `empty_success`, no part of an answer came and this was the status of the
/// response: the error is then the refusal itself.
pub(crate) fn advise(
    fault: &mut Fault,
    provider: &Provider,
    model: &str,
    had_key: bool,
    redaction: &Redaction,
    empty_success: Option<u16>,
) {
    let Some(body) = fault.body.as_deref().filter(|_| fault.class == FaultClass::InStream) else {
        return;
    };
    let body = UntrustedText::of(body);
    let words = ServerMessage::of(body, redaction);
    let told = body.read(|body| status_of(body, &words), redaction).map(|status| {
        let headers = &HeaderMap::new();
        let request_id = None;
        Refusal { status, headers, body, request_id, redaction, provider, model, had_key }.fault()
    });
    let told = told.filter(|told| told.class != FaultClass::OtherStatus);
    if let Some(status) = empty_success {
        fault.class = told.as_ref().map_or(FaultClass::OtherStatus, |told| told.class);
        fault.http_status = Some(status);
        let message = in_place_of_answer(&fault.message, status);
        let told = fault.clone().told(&message, redaction);
        *fault = told.advising(&advice::answered_with_error());
    }
    let Some(told) = told else { return };
    let advised = match told.class {
        // Part of a filtered answer may already have been shown.
        FaultClass::Filtered if empty_success.is_none() => {
            told.clone().advised(&advice::answer_filtered(&provider.label), redaction)
        }
        _ => told.clone(),
    };
    let advised = match empty_success {
        Some(_) => advised,
        None => advised.also_advising(advice::kept()),
    };
    fault.advice = advised.advice;
    fault.advice_phrase = advised.advice_phrase;
    fault.cause = empty_success.is_none().then_some(told.class);
    fault.instead = told.instead;
    fault.dialect = told.dialect;
    fault.address = told.address;
    fault.retry_after_ms = told.retry_after_ms;
}

/// The status that the error would have had as a refusal: as it states, by its kind, or by its text.
fn status_of(body: &str, words: &ServerMessage) -> Option<u16> {
    let said: Option<Value> = serde_json::from_str(body).ok();
    let number = said.as_ref().and_then(|said| {
        let places =
            ["/error/status_code", "/error/code", "/error/status", "/status_code", "/code"];
        let told = places.iter().find_map(|place| said.pointer(place)?.as_u64())?;
        u16::try_from(told).ok().filter(|status| (400..600).contains(status))
    });
    let by_kind = || {
        words.kinds().chain([words.message.as_str()]).find_map(|kind| {
            let kind = kind.to_lowercase();
            STATUSES.iter().find(|(word, _)| *word == kind).map(|(_, status)| *status)
        })
    };
    let searched = words.searched();
    let by_words = || {
        LIKELY.into_iter().find(|status| match rules::by_words(*status, &searched) {
            // This status's remaining phrases are too common to decide alone.
            Some(class) => *status != 429 || class == FaultClass::Throttled,
            None => false,
        })
    };
    number.or_else(by_kind).or_else(by_words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::dialect::Dialect;
    use crate::dialects::testing;
    use crate::error::fault::said_in_stream;

    fn told(said: &str, empty_success: Option<u16>) -> Fault {
        let mut fault = said_in_stream(UntrustedText::of(said), &Redaction::default());
        let provider = testing::provider(Dialect::OpenaiChat);
        advise(&mut fault, &provider, "m-1", true, &Redaction::default(), empty_success);
        fault
    }

    fn advised(said: &str) -> Fault {
        told(said, None)
    }

    #[test]
    fn an_error_in_place_of_an_answer_is_the_refusal_that_it_would_have_been() {
        use FaultClass::{
            ModelNotFound, NoCredit, OtherStatus, ServerError, Throttled, TooLong, WrongKey,
        };
        for (said, class, words) in [
            (
                r#"{"base_resp":{"status_code":1004,"status_msg":"login fail: no key"}}"#,
                WrongKey,
                "login fail: no key",
            ),
            (
                r#"{"base_resp":{"status_code":1008,"status_msg":"insufficient balance"}}"#,
                NoCredit,
                "insufficient balance",
            ),
            (r#"{"code":401,"msg":"Token invalid","success":false}"#, WrongKey, "Token invalid"),
            (
                r#"{"success":false,"errors":[{"code":10000,"message":"Authentication error"}]}"#,
                WrongKey,
                "Authentication error",
            ),
            (
                r#"{"success":false,"errors":[{"code":7003,"message":"No such model @cf/x"}]}"#,
                ModelNotFound,
                "No such model @cf/x",
            ),
            (r#"{"error":{"code":503,"message":"x"}}"#, ServerError, "x"),
            (r#"{"error":{"code":"context_length_exceeded","message":"x"}}"#, TooLong, "x"),
            (r#"{"error":{"type":"rate_limit_error","message":"Slow"}}"#, Throttled, "Slow"),
            (r#"{"success":false,"errors":[{"code":9,"message":"boom"}]}"#, OtherStatus, "boom"),
        ] {
            let fault = told(said, Some(200));
            assert_eq!((fault.class, fault.cause), (class, None), "{said}: and no cause beside it");
            let message = format!("HTTP 200, but an error in place of an answer: {words}");
            assert_eq!(fault.message.as_str(), message, "{said}: no stream had begun");
            assert!(
                !fault.advice.contains("is kept"),
                "{said}: nothing had arrived: {}",
                fault.advice
            );
            assert!(!fault.advice.is_empty(), "{said}: and what to do is said");
            assert_eq!(fault.http_status, Some(200), "{said}: with the status that came");
        }
    }

    #[test]
    fn an_error_inside_a_stream_has_the_advice_of_its_class() {
        use FaultClass::{
            Filtered, NoCredit, OutOfMemory, ServerError, Throttled, TooLong, WrongKey,
        };
        for (said, cause, advice) in [
            (
                r#"{"error":{"type":"overloaded_error","message":"Overloaded"}}"#,
                ServerError,
                "Own is overloaded",
            ),
            (
                r#"{"error":{"code":503,"status":"UNAVAILABLE","message":"x"}}"#,
                ServerError,
                "Own is overloaded",
            ),
            (r#"{"code":"insufficient_quota","message":"You used it."}"#, NoCredit, "needs credit"),
            (r#"{"error":{"code":402,"message":"x"}}"#, NoCredit, "needs credit"),
            (r#"{"code":401,"msg":"x","success":false}"#, WrongKey, "this key"),
            (r#"{"error":{"type":"rate_limit_error","message":"x"}}"#, Throttled, "Own limits"),
            (r#"{"error":{"message":"CUDA out of memory"}}"#, OutOfMemory, "free memory on"),
            ("cudaMalloc failed: out of memory", OutOfMemory, "free memory on the machine"),
            (r#"{"error":{"code":"content_filter","message":"x"}}"#, Filtered, "the answer"),
            (r#"{"error":{"type":"authentication_error","message":"x"}}"#, WrongKey, "this key"),
            (r#"{"error":{"code":"context_length_exceeded","message":"x"}}"#, TooLong, "`m-1`"),
        ] {
            let fault = advised(said);
            assert_eq!((fault.cause, fault.root()), (Some(cause), cause), "{said}: what helps");
            assert!(fault.advice.contains(advice), "{said}: {}", fault.advice);
            assert!(fault.advice.ends_with("What had arrived is kept."), "{said}: and not lost");
            assert_eq!(fault.class, FaultClass::InStream, "{said}: HTTP had said success");
            assert_eq!(fault.http_status, None, "{said}: and that is no status of its own");
        }
    }

    #[test]
    fn unknown_error_texts_keep_the_general_advice() {
        for said in [
            "an error was encountered while running the model",
            r#"{"detail":"An unexpected error occurred"}"#,
            r#"{"error":{"code":7,"message":"Your payment balance credit"}}"#,
            "",
        ] {
            let fault = advised(said);
            assert!(fault.advice.contains("Run the lane again"), "{said}: {}", fault.advice);
            assert_eq!(fault.root(), FaultClass::InStream, "{said}: no cause is made up");
        }
    }

    #[test]
    fn the_wait_is_given_if_the_error_states_it() {
        let said = r#"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","message":"Slow down","details":[{"retryDelay":"27s"}]}}"#;
        let fault = advised(said);
        assert_eq!(fault.retry_after_ms, Some(27_000), "as in a refusal");
        assert!(fault.advice.contains("again in 27.0 s"), "and in words: {}", fault.advice);
    }

    #[test]
    fn every_status_word_is_unique_and_lower_case() {
        let mut words: Vec<&str> = STATUSES.iter().map(|(word, _)| *word).collect();
        assert!(words.iter().all(|word| *word == word.to_lowercase()), "as it is compared");
        words.sort_unstable();
        let many = words.len();
        words.dedup();
        assert_eq!(words.len(), many, "or the order would decide");
    }
}
