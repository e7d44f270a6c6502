//! The request to each provider, field by field, against a table written from what is known about it.

use std::collections::BTreeMap;

use secrecy::SecretString;
use serde_json::{Value, json};

use super::*;
use crate::catalogue::catalogue;
use crate::dialects::dialect::Dialect;
use crate::wire::headers::key_header;

/// The address, the header that carries the key, and the body's fields besides the model, the messages and
/// `stream`.
type Row = (&'static str, &'static str, &'static str, Value);

const USAGE: &str = "stream_options";

fn chat(limit: &str, more: Value) -> Value {
    let mut body = json!({ "temperature": 0.5 });
    let fields = body.as_object_mut().expect("an object");
    if !limit.is_empty() {
        fields.insert(limit.into(), 64.into());
    }
    if let Value::Object(more) = more {
        fields.extend(more);
    }
    body
}

/// The common case: usage is requested, and the limit has this name.
fn asking(limit: &str) -> Value {
    chat(limit, json!({ USAGE: { "include_usage": true } }))
}

#[expect(clippy::too_many_lines, reason = "a table, one row per provider")]
fn expected() -> Vec<Row> {
    let (new, old) = ("max_completion_tokens", "max_tokens");
    let bearer = "authorization";
    // vLLM counts the tokens of every chunk on request.
    let counting =
        chat(old, json!({ USAGE: { "include_usage": true, "continuous_usage_stats": true } }));
    let gemini = json!({ "generationConfig": { "maxOutputTokens": 64, "temperature": 0.5 } });
    vec![
        (
            "openai",
            "https://api.openai.com/v1/chat/completions",
            bearer,
            chat(new, json!({ USAGE: { "include_usage": true, "include_obfuscation": false } })),
        ),
        (
            "openai-responses",
            "https://api.openai.com/v1/responses",
            bearer,
            json!({
                "store": false, "max_output_tokens": 64, "temperature": 0.5,
                USAGE: { "include_obfuscation": false },
            }),
        ),
        (
            "anthropic",
            "https://api.anthropic.com/v1/messages",
            "x-api-key",
            json!({ "max_tokens": 64, "temperature": 0.5 }),
        ),
        (
            "gemini",
            "https://generativelanguage.googleapis.com/v1beta/models/m:streamGenerateContent?alt=sse",
            "x-goog-api-key",
            gemini.clone(),
        ),
        (
            "gemini-interactions",
            "https://generativelanguage.googleapis.com/v1beta/interactions",
            "x-goog-api-key",
            json!({
                "store": false,
                "generation_config": { "max_output_tokens": 64, "temperature": 0.5 },
            }),
        ),
        (
            "vertex",
            "https://us-central1-aiplatform.googleapis.com/v1beta1/projects/PROJECT/locations/us-central1/publishers/google/models/m:streamGenerateContent?alt=sse",
            bearer,
            gemini,
        ),
        (
            "azure",
            "https://resource.openai.azure.com/openai/v1/chat/completions",
            "api-key",
            asking(new),
        ),
        (
            "bedrock",
            "https://bedrock-runtime.us-east-1.amazonaws.com/openai/v1/chat/completions",
            bearer,
            asking(new),
        ),
        ("groq", "https://api.groq.com/openai/v1/chat/completions", bearer, asking(new)),
        ("together", "https://api.together.ai/v1/chat/completions", bearer, asking(old)),
        // Usage comes unless it is refused, and the server's own times on request.
        (
            "fireworks",
            "https://api.fireworks.ai/inference/v1/chat/completions",
            bearer,
            chat(old, json!({ "perf_metrics_in_response": true })),
        ),
        (
            "cohere",
            "https://api.cohere.com/v2/chat",
            bearer,
            json!({ "max_tokens": 64, "temperature": 0.5 }),
        ),
        ("cerebras", "https://api.cerebras.ai/v1/chat/completions", bearer, asking(new)),
        ("sambanova", "https://api.sambanova.ai/v1/chat/completions", bearer, asking(old)),
        (
            "deepinfra",
            "https://api.deepinfra.com/v1/openai/chat/completions",
            bearer,
            chat(old, Value::Null),
        ),
        ("xai", "https://api.x.ai/v1/chat/completions", bearer, asking(new)),
        // It accepts a temperature when it does not reason, and reasons unless told otherwise.
        (
            "deepseek",
            "https://api.deepseek.com/chat/completions",
            bearer,
            json!({ USAGE: { "include_usage": true }, "max_tokens": 64 }),
        ),
        // It answers 422 to `stream_options` and to `max_completion_tokens`, and sends usage anyway.
        ("mistral", "https://api.mistral.ai/v1/chat/completions", bearer, chat(old, Value::Null)),
        (
            "openrouter",
            "https://openrouter.ai/api/v1/chat/completions",
            bearer,
            chat(old, json!({ "usage": { "include": true } })),
        ),
        ("morph", "https://api.morphllm.com/v1/chat/completions", bearer, asking(old)),
        ("inception", "https://api.inceptionlabs.ai/v1/chat/completions", bearer, asking(old)),
        (
            "generalcompute",
            "https://api.generalcompute.com/v1/chat/completions",
            bearer,
            asking(old),
        ),
        ("flo2", "https://api.example.com/v1/chat/completions", bearer, asking(old)),
        (
            "ollama",
            "http://localhost:11434/api/chat",
            bearer,
            json!({
                "options": { "num_predict": 64, "temperature": 0.5 },
                "truncate": false, "shift": false,
            }),
        ),
        ("lmstudio", "http://localhost:1234/v1/chat/completions", bearer, asking(old)),
        ("llamacpp", "http://localhost:8080/v1/chat/completions", bearer, asking(old)),
        ("mlx", "http://localhost:8080/v1/chat/completions", bearer, asking(old)),
        ("vllm", "http://localhost:8000/v1/chat/completions", bearer, counting.clone()),
        ("sglang", "http://localhost:30000/v1/chat/completions", bearer, asking(old)),
        ("nim", "http://localhost:8000/v1/chat/completions", bearer, asking(old)),
        (
            "runpod",
            "https://api.runpod.ai/v2/ENDPOINT/openai/v1/chat/completions",
            bearer,
            counting.clone(),
        ),
        ("lambda", "http://instance:8000/v1/chat/completions", bearer, counting),
        ("simulated", "http://127.0.0.1/v1/chat/completions", bearer, asking(old)),
        // One prediction for each request; it is streamed from the address in the response.
        (
            "replicate",
            "https://api.replicate.com/v1/predictions",
            bearer,
            json!({ "version": "m", "input": { "prompt": "Hi", "max_tokens": 64, "temperature": 0.5 } }),
        ),
    ]
}

/// The rows that differ in little besides their address.
fn listed() -> impl Iterator<Item = Row> {
    let lines = include_str!("request_rows.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let parts: Vec<&'static str> = line.split(" | ").collect();
        let [id, address, header, fields] = parts[..] else { panic!("not four parts: {line}") };
        (id, address, header, serde_json::from_str(fields).expect("an object"))
    })
}

/// The fields that carry the prompt in each dialect; the dialects' own tests check them.
const PROMPT: [&str; 4] = ["model", "stream", "messages", "contents"];

#[test]
fn each_provider_gets_the_fields_it_understands() {
    let expected: Vec<Row> = expected().into_iter().chain(listed()).collect();
    for row in catalogue().iter().filter(|row| row.id != "custom") {
        let (id, address, header, fields) = expected
            .iter()
            .find(|(id, ..)| *id == row.id)
            .unwrap_or_else(|| panic!("`{}` has no line in src/wire/request_rows.txt", row.id));
        let example = row.base_url_example.as_deref();
        let provider = example.map_or_else(|| row.clone(), |at| row.at(at).expect("an address"));
        let request = Request {
            provider,
            model: "m".into(),
            system: None,
            prompt: "Hi".into(),
            max_tokens: Some(64),
            temperature: Some(0.5),
            effort: None,
            payload: std::sync::Arc::default(),
            inputs: crate::Inputs::Usual,
        };
        assert_eq!(request.url().map(String::from).as_deref(), Ok(*address), "{id}: the address");
        let key = SecretString::from("k".to_owned());
        let address = request.url().expect("an address");
        let carries = key_header(&key, &request.provider, &address, None);
        let (name, _) = carries.ok().expect("it may carry a key");
        assert_eq!(name.as_str(), *header, "{id}: where the key stands");
        let mut body = request.body(None);
        let sent = body.as_object_mut().expect("an object");
        let streams = matches!(row.dialect, Dialect::Gemini | Dialect::Replicate)
            || sent.get("stream") == Some(&true.into());
        assert!(streams, "{id}: a stream is asked for");
        if matches!(row.dialect, Dialect::OpenaiResponses | Dialect::GeminiInteractions) {
            assert_eq!(sent.remove("input"), Some("Hi".into()), "{id}: the prompt");
        }
        sent.retain(|name, _| !PROMPT.contains(&name.as_str()));
        assert_eq!(&body, fields, "{id}: every other field of the body");
    }
}

#[test]
fn every_dialect_has_its_own_headers_and_no_others() {
    // Replicate's two requests differ; its own tests check them.
    for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::Replicate) {
        let wire = dialect.wire();
        let headers: &[(&str, &str)] = match dialect {
            Dialect::Anthropic => &[("anthropic-version", "2023-06-01")],
            _ => &[],
        };
        assert_eq!(wire.headers(), headers, "{}: beside the key", dialect.name());
        let accept = match dialect {
            Dialect::Ollama => "application/x-ndjson",
            _ => "text/event-stream",
        };
        assert_eq!(wire.accept(), accept, "{}: what it is to be answered with", dialect.name());
    }
}

#[test]
fn a_gateway_is_held_to_the_backend_that_was_named() {
    let request = |provider: &str| Request {
        provider: crate::provider(provider).expect("in the catalogue").clone(),
        model: "openai/gpt-oss-120b@groq".into(),
        system: None,
        prompt: "Hi".into(),
        max_tokens: None,
        temperature: None,
        effort: None,
        payload: std::sync::Arc::default(),
        inputs: crate::Inputs::Usual,
    };
    let pinned = request("openrouter").body(None);
    assert_eq!(pinned["model"], "openai/gpt-oss-120b", "the model alone");
    assert_eq!(
        pinned["provider"],
        json!({ "order": ["groq"], "allow_fallbacks": false }),
        "and no other backend may answer for it"
    );
    let preset =
        Request { model: "openai/gpt-oss-120b@preset/fast".into(), ..request("openrouter") };
    let preset = preset.body(None);
    assert_eq!(preset["model"], "openai/gpt-oss-120b@preset/fast", "a preset is no backend");
    assert_eq!(preset.get("provider"), None, "and which backend answers is the preset's to say");
    let elsewhere = request("groq").body(None);
    assert_eq!(elsewhere["model"], "openai/gpt-oss-120b@groq", "elsewhere it is part of the name");
}

#[test]
fn an_answer_is_forced_to_a_length_in_the_words_of_the_server() {
    let forced = |row: &str| {
        let row = crate::provider(row).expect("in the catalogue");
        let request = |provider: Provider| Request {
            provider,
            model: "m".into(),
            system: None,
            prompt: "Hi".into(),
            max_tokens: Some(64),
            temperature: None,
            effort: None,
            payload: std::sync::Arc::default(),
            inputs: crate::Inputs::Usual,
        };
        let plain = request(row.clone()).body(None);
        let mut body = request(row.at_length(64)?).body(None);
        let fields = body.as_object_mut().expect("an object");
        fields.retain(|name, _| plain.get(name).is_none());
        Some(body)
    };
    let lines = include_str!("../catalogue/forced_lengths.txt").lines();
    let known: BTreeMap<&str, Value> = lines
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let (id, fields) = line.split_once(" | ").unwrap_or_else(|| panic!("no ` | `: {line}"));
            (id, serde_json::from_str(fields).expect("an object"))
        })
        .collect();
    for row in catalogue() {
        assert_eq!(
            forced(&row.id).as_ref(),
            known.get(row.id.as_str()),
            "`{}`: src/catalogue/forced_lengths.txt says which fields force a length of 64",
            row.id
        );
    }
    for id in known.keys() {
        assert!(crate::provider(id).is_some(), "`{id}` is no row");
    }
    assert_eq!(forced("groq"), None, "a field that a provider does not know is not sent");
}

#[test]
fn a_row_can_name_the_model_in_the_path_alone_and_have_headers_of_its_own() {
    let claude = crate::provider("anthropic").expect("in the catalogue");
    let vertex = Provider {
        path: Some("/publishers/anthropic/models/{model}:streamRawPredict".into()),
        model_in_body: false,
        extra_body: json!({ "anthropic_version": "vertex-2023-10-16" })
            .as_object()
            .expect("an object")
            .clone(),
        headers: [("anthropic-beta".to_owned(), "context-1m-2025-08-07".to_owned())].into(),
        ..claude.at("https://aiplatform.example.com/v1/projects/P/locations/L").expect("an address")
    };
    let request = Request {
        provider: vertex,
        model: "claude-sonnet-4@20250514".into(),
        system: None,
        prompt: "Hi".into(),
        max_tokens: Some(64),
        temperature: None,
        effort: None,
        payload: std::sync::Arc::default(),
        inputs: crate::Inputs::Usual,
    };
    let url = request.url().expect("an address");
    assert_eq!(
        url.path(),
        "/v1/projects/P/locations/L/publishers/anthropic/models/claude-sonnet-4@20250514:streamRawPredict",
        "the model stands in the path"
    );
    let body = request.body(None);
    assert_eq!(body.get("model"), None, "and not in the body");
    assert_eq!(body["anthropic_version"], "vertex-2023-10-16", "which names its version");
    let addressee = Addressee { provider: &request.provider, key: None, via: None };
    let message = addressee.post(&url, Bytes::from(body.to_string())).ok().expect("a message");
    assert_eq!(message.headers()["anthropic-beta"], "context-1m-2025-08-07", "as the row says");
}
