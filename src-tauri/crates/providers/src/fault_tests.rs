//! The bodies in which providers refuse, as they send them.

use serde_json::Value;

use super::*;

/// Every body of the collection with the status it came with.
fn bodies() -> Vec<(String, u16, String)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/wire/error_bodies.json");
    let all: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("readable")).expect("JSON");
    all.as_object()
        .expect("by name")
        .iter()
        .map(|(name, case)| {
            let status = case["status"]
                .as_u64()
                .and_then(|status| u16::try_from(status).ok())
                .expect("a status");
            (name.clone(), status, case["body"].to_string())
        })
        .collect()
}

fn read(status: u16, body: &str) -> Fault {
    let refusal = Refusal { status, body, retry_after_ms: None, request_id: None, location: None };
    refused(refusal, "Acme", "https://api.acme.test/v1", "m-1", true)
}

fn of(name: &str) -> Fault {
    let (_, status, body) =
        bodies().into_iter().find(|(known, ..)| known == name).expect("in the collection");
    read(status, &body)
}

#[test]
fn every_providers_refusal_is_told_in_its_own_words_and_with_advice() {
    for (name, status, body) in bodies() {
        let fault = read(status, &body);
        assert_eq!(fault.http_status, Some(status), "{name}: the status is kept");
        assert!(
            !fault.message.contains('{'),
            "{name}: people read words, not JSON: {}",
            fault.message
        );
        assert!(!fault.advice.is_empty(), "{name}: and are told what to do");
    }
}

#[test]
fn each_kind_of_refusal_is_told_apart() {
    use FaultClass::{
        BadParameter, Forbidden, ModelNotFound, NoCredit, PathNotFound, Redirected, ServerError,
        Throttled, WrongKey,
    };
    for (status, body, class) in [
        (302, "", Redirected),
        (401, r#"{"error":{"message":"Incorrect API key provided"}}"#, WrongKey),
        (402, r#"{"error":{"message":"Insufficient credits"}}"#, NoCredit),
        (403, r#"{"error":{"message":"Country not supported"}}"#, Forbidden),
        (
            404,
            r#"{"error":{"message":"The model `m-1` does not exist","code":"model_not_found"}}"#,
            ModelNotFound,
        ),
        (404, "404 page not found", PathNotFound),
        (400, r#"{"error":{"message":"too small","param":"temperature"}}"#, BadParameter),
        (
            429,
            r#"{"error":{"message":"Rate limit reached","code":"rate_limit_exceeded"}}"#,
            Throttled,
        ),
        (
            429,
            r#"{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}"#,
            NoCredit,
        ),
        (503, "upstream connect error", ServerError),
    ] {
        assert_eq!(read(status, body).class, class, "{status} {body}");
    }
}

#[test]
fn the_parameter_that_was_refused_is_named() {
    assert_eq!(
        of("mistral_422").parameter.as_deref(),
        Some("stream_options"),
        "FastAPI inside a message"
    );
    assert_eq!(of("fireworks_422").parameter.as_deref(), Some("model"), "FastAPI by itself");
    let advice = of("fireworks_422").advice;
    assert!(advice.contains("`model`"), "the advice says which one: {advice}");
}

#[test]
fn an_error_that_is_written_as_an_event_of_a_stream_is_told_in_its_words() {
    let body =
        "data: {\"error\": {\"message\": \"It broke.\", \"code\": \"500\"}}\n\ndata: [DONE]\n\n";
    let fault = read(500, body);
    assert_eq!(fault.message, "HTTP 500: It broke.", "LiteLLM answers so, with a status of 500");
    assert_eq!(fault.code.as_deref(), Some("500"), "and its code is there");
}

#[test]
fn a_gateways_backend_speaks_for_itself() {
    let message = of("openrouter_429").message;
    assert!(
        message.contains("temporarily rate-limited upstream"),
        "the backend's words say more: {message}"
    );
}

#[test]
fn an_address_without_its_version_is_offered_one() {
    let refusal = Refusal {
        status: 404,
        body: "not found",
        retry_after_ms: None,
        request_id: None,
        location: None,
    };
    let fault = refused(refusal, "Acme", "http://127.0.0.1:8000", "m", false);
    assert!(
        fault.advice.contains("http://127.0.0.1:8000/v1"),
        "the likeliest mistake: {}",
        fault.advice
    );
}
