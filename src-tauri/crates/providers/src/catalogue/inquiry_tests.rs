use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::{Map, Value, json};

use super::*;
use crate::catalogue::{KeyNeed, custom};
use crate::dialects::testing;
use crate::effort::Effort;

/// A model with these inputs, each with its schema.
fn model(inputs: &Value) -> Value {
    let effort = json!({ "enum": ["high", "Low", "None", "fast"], "type": "string" });
    json!({ "components": { "schemas": {
        "Input": { "type": "object", "properties": inputs }, "reasoning_effort": effort,
    } } })
}

fn described(inputs: &Value) -> Request {
    let body = json!({ "latest_version": { "openapi_schema": model(inputs) } }).to_string();
    let description = Description::read(body.as_bytes()).expect("it names its inputs");
    Request {
        payload: std::sync::Arc::default(),
        inputs: Inputs::Described(Arc::new(description)),
        ..testing::request(Dialect::Replicate)
    }
}

fn names(names: &[&str]) -> Value {
    names
        .iter()
        .map(|name| ((*name).to_owned(), json!({ "type": "string" })))
        .collect::<Map<_, _>>()
        .into()
}

#[test]
fn what_is_asked_stands_under_the_models_own_names() {
    for (named, model) in [
        (
            ["prompt", "system_instruction", "max_output_tokens", "temperature"],
            "google/gemini-2.5-flash",
        ),
        (["prompt", "system_prompt", "max_completion_tokens", "temperature"], "openai/gpt-4.1"),
        (["prompt", "system_prompt", "max_new_tokens", "temperature"], "meta/llama-2-70b-chat"),
        (["prompt", "system", "max_length", "temperature"], "one of the community's"),
    ] {
        let asked = described(&names(&named));
        let [prompt, system, limit, temperature] = named;
        let wanted = json!({ prompt: "Hi", system: "Be brief.", limit: 64, temperature: 0.5 });
        assert_eq!(asked.body(None)["input"], wanted, "{model}");
        assert_eq!(asked.adjustments(), [], "{model}: another name is the same thing");
    }
}

#[test]
fn settings_without_an_input_are_left_out_with_a_note() {
    let asked = Request { effort: Some(Effort::Low), ..described(&names(&["prompt"])) };
    assert_eq!(asked.body(None)["input"], json!({ "prompt": "Hi" }), "nothing it would not read");
    let said: Vec<String> = asked.adjustments().iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        [
            "effort low is left out: this model cannot be told how much to think.",
            "temperature 0.5 is left out: this model accepts none.",
            "max tokens 64 is left out: this model takes no limit.",
            "system prompt: it is left out, because this model has no input for one.",
        ],
        "and each of it is told"
    );
    assert_eq!(asked.most_tokens(), None, "so nothing bounds its answer, nor what that costs");
    let images = described(&names(&["image"]));
    let said: Vec<String> = images.adjustments().iter().map(ToString::to_string).collect();
    assert!(said.iter().any(|s| s.contains("may be no language model")), "{said:?}");
}

#[test]
fn an_effort_is_told_in_the_models_own_words_or_tokens() {
    let referred = json!({ "allOf": [{ "$ref": "#/components/schemas/reasoning_effort" }] });
    let at_once = json!({ "type": "string", "enum": ["low", "medium", "high", "xhigh"] });
    let tokens = json!({ "type": "integer" });
    for (name, input, effort, sent) in [
        ("reasoning_effort", &referred, Effort::None, json!("None")),
        ("reasoning_effort", &referred, Effort::Low, json!("Low")),
        ("reasoning_effort", &referred, Effort::Max, json!("high")),
        ("thinking_level", &at_once, Effort::XHigh, json!("xhigh")),
        ("thinking_level", &at_once, Effort::None, json!("low")),
        ("thinking_budget", &tokens, Effort::None, json!(0)),
        ("thinking_budget", &tokens, Effort::Low, json!(1_024)),
    ] {
        let asked = Request {
            effort: Some(effort),
            ..described(&json!({ "prompt": {}, "max_tokens": {}, name: input }))
        };
        assert_eq!(asked.body(None)["input"][name], sent, "{name} for {effort:?}");
    }
    let unknown = json!({ "type": "string", "enum": ["fast", "deep"] });
    let asked = Request {
        effort: Some(Effort::Low),
        ..described(&json!({ "prompt": {}, "effort": unknown }))
    };
    assert_eq!(asked.body(None)["input"].get("effort"), None, "no word of it is known");
}

#[test]
fn a_limit_is_at_least_what_the_model_says() {
    let asked = described(&json!({ "prompt": {}, "max_tokens": { "minimum": 1_024 } }));
    assert_eq!(asked.body(None)["input"]["max_tokens"], 1_024, "or it is refused");
    assert_eq!(asked.most_tokens(), Some(1_024), "and that is what it can cost");
    for inputs in [Inputs::Usual, Inputs::Untold("no answer".into())] {
        let unsaid = Request { inputs, ..asked.clone() };
        assert_eq!(unsaid.body(None)["input"]["max_tokens"], 64, "a limit is sent all the same");
        assert_eq!(unsaid.most_tokens(), None, "but nobody knows that the model keeps it");
    }
}

#[test]
fn a_description_without_inputs_is_none() {
    for body in [
        "",
        "<html>",
        "[]",
        r#"{"latest_version":null}"#,
        r#"{"openapi_schema":{"components":{"schemas":{"Input":{"properties":{}}}}}}"#,
        r#"{"openapi_schema":{"components":{"schemas":{"Input":{"properties":["prompt"]}}}}}"#,
    ] {
        assert_eq!(Description::read(body.as_bytes()), None, "{body}");
    }
}

#[test]
fn a_model_is_asked_about_where_it_describes_itself_and_nowhere_else() {
    let provider = testing::provider(Dialect::Replicate);
    for (model, path) in [
        ("meta/llama-3", Some("/v1/models/meta/llama-3")),
        ("acme/own:abc", Some("/v1/models/acme/own/versions/abc")),
        ("acme/o?x#y", Some("/v1/models/acme/o%3Fx%23y")),
        ("abc", None),
        ("acme/../x", None),
        ("../x", None),
        ("acme/own:a/b", None),
        ("acme/own:", None),
    ] {
        let found = address(&provider, model).ok();
        assert_eq!(found.as_ref().map(Url::path), path, "{model}");
        assert!(found.is_none_or(|url| url.query().is_none()), "{model} adds no query");
    }
}

/// A provider that answers its first request with `answer`, or does not answer; and that request.
fn provider_saying(answer: Option<Vec<u8>>) -> (Provider, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let place = listener.local_addr().expect("it listens");
    let (tell, heard) = channel();
    thread::spawn(move || {
        let (mut socket, _) = listener.accept().expect("somebody asks");
        let mut request = [0; 2_048];
        let length = socket.read(&mut request).expect("a request");
        let _unheard = tell.send(String::from_utf8_lossy(&request[..length]).into_owned());
        match answer {
            // A client that has read enough hangs up.
            Some(answer) => drop(socket.write_all(&answer)),
            None => drop(socket.read(&mut request)),
        }
    });
    let base_url = format!("http://{place}/v1");
    let own = custom("own", "Own", Dialect::Replicate, &base_url, KeyNeed::Optional);
    (own.expect("an address"), heard)
}

fn response(status: &str, body: &str) -> Vec<u8> {
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n", body.len());
    (head + body).into_bytes()
}

async fn learned(answer: Option<Vec<u8>>, deadline: Duration) -> (Request, String) {
    let (provider, heard) = provider_saying(answer);
    let model = "acme/llama".to_owned();
    let mut asked = Request { provider, model, ..testing::request(Dialect::Replicate) };
    let key = SecretString::from("r8_marker5Gd8Qw2ZxV7nBt4Lp9RkAa1Bb2Cc3Dd4");
    asked.inputs = asked.described(Some(&key), None, deadline).await;
    (asked, heard.recv().expect("it was asked"))
}

#[tokio::test]
async fn a_model_is_queried_once_with_the_key_for_its_inputs() {
    let body = json!({ "latest_version": { "openapi_schema": model(&names(&["prompt", "max_new_tokens"])) } });
    let (asked, heard) = learned(Some(response("200 OK", &body.to_string())), DEADLINE).await;
    assert!(heard.starts_with("GET /v1/models/acme/llama HTTP/1.1\r\n"), "as documented: {heard}");
    assert!(heard.to_ascii_lowercase().contains("authorization: bearer r8_"), "with the key");
    assert_eq!(asked.body(None)["input"]["max_new_tokens"], 64, "under the name it told");
}

#[tokio::test]
async fn an_undescribed_model_is_sent_the_usual_names_with_a_note() {
    let gone = response(
        "404 Not Found",
        r#"{"detail":"No model r8_marker5Gd8Qw2ZxV7nBt4Lp9RkAa1Bb2Cc3Dd4."}"#,
    );
    let huge = response("200 OK", &" ".repeat(5 * 1024 * 1024));
    let page = response("200 OK", "<html>");
    let (soon, at_once) = (DEADLINE, Duration::from_millis(200));
    for (answer, deadline, why) in [
        (Some(gone), soon, "404"),
        (Some(huge), soon, "over 4 MB"),
        (Some(page), soon, "describes no inputs"),
        (None, at_once, "no answer in 0.2 s"),
    ] {
        let (asked, _) = learned(answer, deadline).await;
        let usual = Request { inputs: Inputs::Usual, ..asked.clone() };
        assert_eq!(asked.body(None), usual.body(None), "{why}: nothing else is sent");
        let said: Vec<String> = asked.adjustments().iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].contains("could not be read") && said[0].contains(why), "{said:?}");
        assert!(!said[0].contains("r8_marker"), "without the key: {said:?}");
    }
}

#[tokio::test]
async fn nobody_is_asked_whose_dialect_names_its_own_fields() {
    let asked = testing::request(Dialect::OpenaiChat).with_inputs(None, None).await;
    assert_eq!(asked.inputs, Inputs::Usual, "and a lane that asks nobody waits for nobody");
}
