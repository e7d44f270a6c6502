//! The alternatives that a refusal offers: another row, dialect or address.

use super::*;

#[test]
fn the_row_that_speaks_the_dialect_asked_for_is_offered() {
    let said = r#"{"error":{"message":"This model is only supported in v1/responses and not in v1/chat/completions."}}"#;
    let instead = |provider: &Provider| refused(provider, 404, &[], said).instead;
    let row = |id: &str| crate::provider(id).expect("in the catalogue").clone();
    assert_eq!(instead(&row("openai")).as_deref(), Some("openai-responses"), "with the same key");
    let advice = refused(&row("openai"), 404, &[], said).advice;
    assert!(advice.contains("the provider `openai-responses`"), "and in words: {advice}");
    assert_eq!(instead(&row("groq")).as_deref(), Some("groq-responses"), "of any provider");
    assert_eq!(instead(&row("cerebras")), None, "which has no such row");
    let moved = row("openai").at("https://gateway.example.com/v1").expect("an address");
    assert_eq!(instead(&moved), None, "the other row is at another address");
    assert_eq!(instead(&at("https://api.openai.com/v1", Dialect::OpenaiChat)), None, "no row");
    let other = read(404, r#"{"error":{"message":"no such model"}}"#).instead;
    assert_eq!(other, None, "another error");
}

#[test]
fn an_address_that_is_nearly_right_is_put_right() {
    use Dialect::{Anthropic, Cohere, Gemini, Ollama, OpenaiChat, OpenaiResponses};
    let host = "http://127.0.0.1:8000";
    for (dialect, given, meant) in [
        (OpenaiChat, "", Some("/v1")),
        (OpenaiChat, "/api", Some("/v1")),
        (OpenaiResponses, "", Some("/v1")),
        (OpenaiChat, "/v1", None),
        (Gemini, "/v1", Some("/v1beta")),
        (Anthropic, "/v1", Some("")),
        (Cohere, "/v2", Some("")),
        (Ollama, "/api", Some("")),
        (Ollama, "/v1", Some("")),
        (Ollama, "", None),
    ] {
        let fault =
            refused(&at(&format!("{host}{given}"), dialect), 404, &[], "404 page not found");
        assert_eq!(fault.class, FaultClass::PathNotFound, "{given}");
        let offered = meant.map(|meant| format!("Did you mean {host}{meant}?"));
        let advice = &fault.advice;
        assert_eq!(
            advice
                .split_once("address. ")
                .map(|(_, offer)| offer.to_owned())
                .filter(|o| o.starts_with("Did")),
            offered,
            "{} at `{given}`: {advice}",
            dialect.name()
        );
        let address = meant.map(|meant| format!("{host}{meant}"));
        assert_eq!(
            fault.address.as_deref(),
            address.as_deref(),
            "{given}: and at hand, to be set by a button"
        );
    }
}

#[test]
fn no_address_is_guessed_where_the_catalogue_knows_it() {
    let row = |id: &str| crate::provider(id).expect("in the catalogue").clone();
    let resource = "https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l";
    let own_path = row("vertex").at(resource).expect("an address");
    for provider in [row("perplexity"), row("zai"), own_path] {
        let fault = refused(&provider, 404, &[], "404 page not found");
        assert_eq!(fault.class, FaultClass::PathNotFound, "{}", provider.id);
        assert_eq!(fault.address, None, "{}: {}", provider.id, fault.advice);
        assert!(!fault.advice.contains("Did you mean"), "{}: {}", provider.id, fault.advice);
    }
}

#[test]
fn the_dialect_asked_for_is_at_hand_where_no_row_speaks_it() {
    let said = r#"{"error":{"message":"This model is only supported in v1/responses and not in v1/chat/completions."}}"#;
    let fault = read(404, said);
    assert_eq!(fault.dialect, Some(Dialect::OpenaiResponses), "for a lane at an address");
    assert_eq!(fault.instead, None, "which no row is at");
}

#[test]
fn a_model_that_is_to_be_asked_otherwise_names_no_dialect_that_the_lane_speaks() {
    let said = r#"{"error":{"message":"This model is only supported in v1/responses and not in v1/chat/completions."}}"#;
    let responses = at("https://api.acme.test/v1", Dialect::OpenaiResponses);
    let advice = refused(&responses, 404, &[], said).advice;
    assert!(advice.contains("`openai-chat`"), "the other of the two: {advice}");
}
