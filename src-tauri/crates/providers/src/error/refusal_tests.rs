//! The bodies of providers' refusals, as they send them.

use serde_json::Value;

use super::*;
use crate::catalogue::KeyNeed;
use crate::dialects::dialect::Dialect;

#[path = "refusal/alternatives_tests.rs"]
mod alternatives;

fn at(base_url: &str, dialect: Dialect) -> Provider {
    crate::custom("acme", "Acme", dialect, base_url, KeyNeed::Required).expect("an address")
}

fn refused(
    provider: &Provider,
    status: u16,
    headers: &[(&'static str, &'static str)],
    body: &str,
) -> Fault {
    let headers = headers
        .iter()
        .map(|(name, value)| {
            (header::HeaderName::from_static(name), header::HeaderValue::from_static(value))
        })
        .collect();
    let refusal = Refusal {
        status,
        headers: &headers,
        body: UntrustedText::of(body),
        request_id: None,
        redaction: &Redaction::default(),
        provider,
        model: "m-1",
        had_key: true,
    };
    refusal.fault()
}

/// A recorded refusal.
struct RecordedRefusal {
    name: String,
    status: u16,
    class: FaultClass,
    body: String,
}

/// Every recorded refusal, with its expected class.
fn recorded() -> Vec<RecordedRefusal> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/wire/error_bodies.json");
    let all: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("readable")).expect("JSON");
    let refusals = all.as_object().expect("by name").iter().map(|(name, case)| RecordedRefusal {
        name: name.clone(),
        status: serde_json::from_value(case["status"].clone()).expect("a status"),
        class: serde_json::from_value(case["class"].clone()).expect("a class"),
        body: case["body"].to_string(),
    });
    refusals.collect()
}

fn read(status: u16, body: &str) -> Fault {
    refused(&at("https://api.acme.test/v1", Dialect::OpenaiChat), status, &[], body)
}

fn of(name: &str) -> Fault {
    let known = recorded().into_iter().find(|known| known.name == name);
    let RecordedRefusal { status, body, .. } = known.expect("in the collection");
    read(status, &body)
}

#[test]
fn every_providers_refusal_is_quoted_with_advice() {
    for RecordedRefusal { name, status, class, body } in recorded() {
        let fault = read(status, &body);
        assert_eq!(fault.class, class, "{name}: it is told as what it is");
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
fn each_kind_of_refusal_is_distinguished() {
    use FaultClass::{
        BadParameter, Forbidden, ModelNotFound, NoCredit, PathNotFound, Redirected, ServerError,
        Throttled, WrongKey,
    };
    for (status, body, class) in [
        (302, "", Redirected),
        (401, r#"{"error":{"message":"Incorrect API key provided"}}"#, WrongKey),
        (402, r#"{"error":{"message":"Insufficient credits"}}"#, NoCredit),
        (403, r#"{"error":{"message":"Not for this key"}}"#, Forbidden),
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
fn a_field_that_no_setting_changes_is_not_advised_to_be_changed() {
    let about = |field: &str| {
        read(400, &format!(r#"{{"error":{{"message":"no","param":"{field}"}}}}"#)).advice
    };
    for field in ["temperature", "max_completion_tokens", "reasoning.effort", "model"] {
        assert!(about(field).contains("change it for this lane"), "{field} is set by a user");
    }
    for field in ["stream_options", "store", "stream"] {
        assert!(about(field).contains("no setting of the lane"), "{field} is set by nobody");
    }
}

#[test]
fn a_model_that_needs_a_region_before_its_name_is_told_so() {
    let advice = of("bedrock_400_profile").advice;
    assert!(advice.contains("such as `us.m-1`"), "the name to ask for: {advice}");
    assert!(!of("bedrock_400").advice.contains("us."), "and only where the refusal means that");
}

#[test]
fn a_web_page_is_reported_with_its_words() {
    let page = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body><h1>502 Bad Gateway</h1><hr>nginx</body></html>";
    let fault = read(502, page);
    assert_eq!(fault.message, "HTTP 502: a web page, “502 Bad Gateway”: nginx", "and no tags");
    assert_eq!(fault.class, FaultClass::ServerError, "the status decides");
    assert_eq!(fault.body.as_deref(), Some(page), "the page itself is kept");
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
fn a_throttled_lane_says_what_is_used_up_and_when_to_retry() {
    let provider = at("https://api.acme.test/v1", Dialect::OpenaiChat);
    let said = r#"{"error":{"message":"Slow down"}}"#;
    let fault = refused(
        &provider,
        429,
        &[
            ("x-ratelimit-limit-requests", "30"),
            ("x-ratelimit-remaining-requests", "0"),
            ("x-ratelimit-reset-requests", "2.5s"),
            ("x-ratelimit-remaining-tokens", "10"),
        ],
        said,
    );
    assert_eq!(fault.retry_after_ms, Some(2_500), "when what is used up is there again");
    assert_eq!(
        fault.advice,
        "Acme limits how much may be requested. Used up: requests (30). Try again in 2.50 s.",
        "in words"
    );
    let fault = refused(&provider, 429, &[("retry-after", "600")], said);
    assert!(fault.advice.ends_with("in 10 min."), "minutes read better: {}", fault.advice);
    let fault = refused(&provider, 429, &[], said);
    assert!(fault.advice.ends_with("Wait, or race fewer lanes at once."), "{}", fault.advice);
    // Google says so for limits per minute.
    let quota = r#"{"error":{"message":"You exceeded your current quota, please check your plan and billing details.","details":[{"retryDelay":"27s"}]}}"#;
    let fault = refused(&provider, 429, &[], quota);
    assert_eq!(fault.class, FaultClass::Throttled, "an account that has to wait is not empty");
}

#[test]
fn no_wait_is_offered_where_an_account_never_gets_the_model() {
    let fault = of("gemini_429_never_free");
    assert_eq!(fault.retry_after_ms, None, "though Google says 27 s: none of it is free");
}

#[test]
fn a_missing_model_is_recognised_whatever_the_status() {
    for (status, said) in [
        (400, r#"{"message":"Invalid model: m-1","code":"1500"}"#),
        (400, r#"{"error":{"message":"m-1 is not a valid model ID","code":400}}"#),
        (400, r#"{"error":{"message":"Model Not Exist","code":"invalid_request_error"}}"#),
        (422, r#"{"error":{"message":"The model m-1 does not exist"}}"#),
        (404, r#"{"error":{"message":"models/m-1 is not found for API version v1beta"}}"#),
    ] {
        assert_eq!(read(status, said).class, FaultClass::ModelNotFound, "{status} {said}");
    }
    assert_eq!(
        read(404, "Cannot GET /models").class,
        FaultClass::PathNotFound,
        "a path that is called after models is a path"
    );
    let fault = read(
        400,
        r#"{"error":{"message":"this model takes no temperature","param":"temperature"}}"#,
    );
    assert_eq!(fault.class, FaultClass::BadParameter, "a model may be there and refuse something");
}

#[test]
fn a_status_decides_where_no_word_is_known() {
    use FaultClass::{
        BadParameter, Capacity, OtherStatus, PathNotFound, Region, TimeoutServer, TooLong, WrongKey,
    };
    for (status, class) in [
        (400, BadParameter),
        (401, WrongKey),
        (405, PathNotFound),
        (407, FaultClass::Proxy),
        (408, TimeoutServer),
        (413, TooLong),
        (418, OtherStatus),
        (422, BadParameter),
        (451, Region),
        (498, Capacity),
        (504, TimeoutServer),
        (524, TimeoutServer),
    ] {
        assert_eq!(read(status, "no").class, class, "{status} says it without words");
    }
}

#[test]
fn a_redirect_to_another_host_may_be_the_login_page_of_a_network() {
    let provider = at("https://api.acme.test/v1", Dialect::OpenaiChat);
    let to = |address| refused(&provider, 302, &[("location", address)], "").advice;
    let elsewhere = to("http://login.hotel.test/?from=x");
    assert!(elsewhere.contains("login page of a network"), "{elsewhere}");
    assert!(elsewhere.contains("(http://login.hotel.test/)"), "without its query: {elsewhere}");
    let moved = to("https://api.acme.test/v2/chat");
    assert!(moved.contains("set the address to where it points"), "the same host: {moved}");
}

#[test]
fn a_model_that_cannot_think_is_told_so() {
    let said = r#"{"error":"\"llama3.2:3b\" does not support thinking"}"#;
    let fault = read(400, said);
    assert_eq!(fault.class, FaultClass::BadParameter, "{fault:?}");
    assert!(fault.advice.contains("takes no reasoning effort"), "{}", fault.advice);
}

#[test]
fn the_same_words_mean_another_thing_with_another_status() {
    let said = r#"{"error":{"message":"Add credit, or slow down"}}"#;
    assert_eq!(read(429, said).class, FaultClass::NoCredit, "429 asks for credit");
    assert_eq!(read(400, said).class, FaultClass::BadParameter, "400 may speak of anything");
    let said = r#"{"error":{"message":"Rate limit reached. Upgrade under billing"}}"#;
    assert_eq!(read(429, said).class, FaultClass::Throttled, "an offer is no empty account");
}

#[test]
fn advice_names_what_to_change() {
    for (name, words) in [
        ("openai_404_responses", "the dialect `openai-responses`"),
        ("openai_404_not_chat", "Choose a chat model"),
        ("openrouter_404_backend", "served by `z-ai`"),
        ("openrouter_404_endpoints", "Check the name after `@`"),
        ("openai_401_deactivated", "Only Acme can open it again"),
        ("anthropic_400_disabled", "Only Acme can open it again"),
        ("openai_401_ip", "from certain networks only"),
        ("gemini_403_disabled", "Enable it in Acme's console"),
        ("azure_401_role", "lacks a permission"),
        ("anthropic_403_permission", "lacks a permission"),
        ("gemini_403_referrer", "certain web pages"),
        ("openai_429_too_large", "may send in a minute"),
        ("gemini_429_never_free", "needs credit"),
        ("groq_413_minute", "may send in a minute"),
        ("openrouter_404_policy", "privacy settings"),
        ("openai_400_unverified", "Verify your organization"),
        ("openai_400_summary", "Without reasoning effort"),
        ("openrouter_400_unverified", "Verify your organization"),
        ("azure_404_deployment", "no deployment called `m-1`"),
        ("ollama_500_memory", "free memory"),
        ("huggingface_503", "in about 57.5 s"),
        ("llamacpp_503", "in a while"),
        ("moonshot_429_concurrency", "how many requests may run at once"),
        ("xai_403_credit", "The key is fine"),
        ("gemini_400_region", "country or region"),
        ("anthropic_400_context", "Shorten the prompt"),
        ("azure_400_filter", "Change the prompt"),
    ] {
        let advice = of(name).advice;
        assert!(advice.contains(words), "{name} says what to do: {advice}");
    }
}

#[test]
fn a_backends_refusal_inside_a_gateways_is_told_in_the_backends_words() {
    let fault = of("openrouter_400_unverified");
    let words = "HTTP 400: Your organization must be verified to stream this model.";
    assert!(fault.message.starts_with(words), "not as JSON in JSON: {}", fault.message);
    assert_eq!(fault.parameter.as_deref(), Some("stream"), "with the parameter it names");
}

#[test]
fn a_refusal_of_any_size_is_read_once_and_bounded() {
    let long = "the model ".repeat(200_000);
    let body = serde_json::json!({ "error": { "message": long, "code": long, "metadata": {
        "available_providers": vec![long.clone(); 50],
    } } });
    let fault = read(404, &body.to_string());
    assert!(fault.message.chars().count() < 700, "a sentence, not a book");
    assert!(fault.advice.len() < 2_000, "and so is what to do");
}
