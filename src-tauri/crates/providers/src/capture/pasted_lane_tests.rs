//! What a lane sends of a pasted request otherwise than it was pasted: its own names, what was refused, ids, and what is too deep.

use serde_json::{Value, json};

use super::tests::asked;
use super::*;

fn read(body: &Value) -> Captured {
    read_capture(&body.to_string(), None).unwrap_or_else(|error| panic!("{error}: {body}")).0
}

#[test]
fn a_row_names_the_limit_and_the_seed_as_its_provider_takes_them() {
    let body = json!({
        "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "max_completion_tokens": 50, "random_seed": 5
    });
    let captured = read(&body);
    let row = crate::catalogue::provider("deepseek").expect("a row").clone();
    let request = captured.asked_of(row, "deepseek-chat".into());
    let sent = request.body(None);
    assert_eq!((&sent["max_tokens"], &sent["seed"]), (&json!(50), &json!(5)), "{sent}");
    assert!(
        sent.get("max_completion_tokens").is_none() && sent.get("random_seed").is_none(),
        "{sent}"
    );
    let told: Vec<String> = request.adjustments().iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|told| told.contains("`max_completion_tokens`")), "{told:?}");
}

#[test]
fn an_option_that_was_refused_is_left_out_of_a_pasted_request_too() {
    let body = json!({ "model": "m", "input": "Hi", "reasoning": { "effort": "high", "summary": "detailed" } });
    let captured = read(&body);
    let request = asked(&captured, captured.dialect);
    assert_eq!(request.body(None)["reasoning"]["summary"], "detailed", "as it was pasted");
    let again = request.body(Some(crate::extra::Extra::Summary));
    assert!(again["reasoning"].get("summary").is_none(), "{again}");
}

#[test]
fn a_call_without_an_id_gets_one_that_no_other_has() {
    let call = |name: &str, id: Option<&str>| json!({ "functionCall": { "name": name, "args": {}, "id": id } });
    let result = |name: &str, id: Option<&str>| json!({ "functionResponse": { "name": name, "response": { "result": name }, "id": id } });
    let body = json!({ "contents": [
        { "role": "user", "parts": [{ "text": "Hi" }] },
        { "role": "model", "parts": [call("f", None), call("g", Some("call_1"))] },
        { "role": "user", "parts": [result("g", Some("call_1")), result("f", None)] },
    ]});
    let captured = read(&body);
    let sent = asked(&captured, Dialect::OpenaiChat).body(None).to_string();
    assert_eq!(sent.matches("call_1").count(), 2, "one call and its result: {sent}");
    assert_eq!(sent.matches("call_2").count(), 2, "the other and its own: {sent}");
}

#[test]
fn a_request_too_deep_to_be_read_again_is_refused() {
    let mut value = json!("deep");
    for _ in 0..110 {
        value = json!({ "a": value });
    }
    let mut captured =
        read(&json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }] }));
    captured.payload.fields.insert("own".to_owned(), value);
    let refusals = asked(&captured, captured.dialect).refusals();
    assert!(
        refusals.iter().any(|refusal| refusal.message.to_string().contains("deep")),
        "{refusals:?}"
    );
    assert!(captured.payload.unsendable().is_some_and(|why| why.contains("deep")), "nor imported");
}

#[test]
fn what_is_empty_is_told_to_be() {
    for text in ["", " \n", "\u{feff}\r\n"] {
        assert_eq!(read_capture(text, None).expect_err("nothing"), CaptureError::Empty, "{text:?}");
    }
}

#[test]
fn half_of_a_character_is_told_by_its_place() {
    for text in [
        r#"{"model":"m","messages":[{"role":"user","content":"cut \ud83d"}]}"#,
        r#"{"model":"m","messages":[{"role":"user","content":"cut \ud83d and on"}]}"#,
        r#"{"model":"m","messages":[{"role":"user","content":"cut \udc00"}]}"#,
    ] {
        let error = read_capture(text, None).expect_err(text);
        let CaptureError::HalfCharacter { line, column } = error else { panic!("{error:?}") };
        assert!(line == 1 && (55..75).contains(&column), "{text}: {line}, {column}");
        assert!(error.to_string().contains("half of a character"), "{error}");
    }
}

#[test]
fn a_number_beyond_all_is_said_to_be_one_and_where() {
    let body = r#"{"model":"m","messages":[{"role":"user","content":"Hi"}],"x":1e400}"#;
    let error = read_capture(body, None).map(|_| ()).expect_err("no server reads it as it is");
    assert!(matches!(error, CaptureError::LargeNumber { line: 1, column: 60.. }), "{error:?}");
}

#[test]
fn more_notes_than_anybody_reads_are_counted() {
    let mut body =
        json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "api_key": "x" });
    for number in 0..100_000 {
        body[format!("x_{number}")] = json!(number);
    }
    let captured = read(&body);
    assert!(captured.notes.len() < 30, "{} notes", captured.notes.len());
    assert_eq!(captured.payload.fields.len(), 100_000, "and all are kept");
    let told = |words: &str| captured.told().iter().any(|note| note.contains(words));
    assert!(told("`x_0`") && told("99,984 more fields"), "{:?}", captured.told());
    assert!(told("`api_key`"), "a key that was taken out is told however many there are");
}

#[test]
fn parts_that_mistral_calls_like_anthropics_are_read_as_those_of_chat() {
    let said = |part: Value| {
        json!({ "model": "magistral-medium-latest", "max_tokens": 9, "messages": [
            { "role": "user", "content": "Why?" }, { "role": "assistant", "content": [part, { "type": "text", "text": "So." }] },
            { "role": "user", "content": "And?" },
        ]})
    };
    let thought = json!({ "type": "thinking", "thinking": [{ "type": "text", "text": "Hm." }] });
    for part in [
        thought.clone(),
        json!({ "type": "image", "image": "https://example.com/a.png" }),
        json!({ "type": "document_url", "document_url": "https://example.com/a.pdf" }),
    ] {
        let body = said(part.clone());
        let captured = read(&body);
        assert_eq!(captured.dialect, Dialect::OpenaiChat, "{part}");
        let sent = asked(&captured, Dialect::OpenaiChat).body(None);
        assert_eq!(sent["messages"], body["messages"], "word for word: {sent}");
        assert!(!asked(&captured, Dialect::Anthropic).refusals().is_empty(), "{part}");
    }
    let mut unsure = said(json!({ "type": "image", "image": "x" }));
    unsure["model"] = json!("claude-opus-5");
    let captured = read(&unsure);
    assert_eq!(captured.dialect, Dialect::Anthropic, "its model says so");
    assert!(
        captured.told().iter().any(|note| note.contains("nothing in it is sure")),
        "and it is told"
    );
    for (part, is_anthropics) in [
        (json!({ "type": "thinking", "thinking": "Hm.", "signature": "E" }), true),
        (
            json!({ "type": "image", "source": { "type": "url", "url": "https://example.com/a.png" } }),
            true,
        ),
        (thought, false),
    ] {
        let mut body = said(part.clone());
        body["model"] = json!("m");
        assert_eq!(read(&body).dialect == Dialect::Anthropic, is_anthropics, "{part}");
    }
}

#[test]
fn a_body_for_a_cloud_that_serves_anthropics_models_is_read_as_anthropics() {
    let body = json!({ "anthropic_version": "bedrock-2023-05-31", "anthropic_beta": ["a-1", "b-2"], "max_tokens": 9,
        "messages": [{ "role": "user", "content": "Hi" }] });
    let captured = read(&body);
    assert_eq!(captured.dialect, Dialect::Anthropic, "told by its version");
    assert_eq!(
        captured.payload.headers["anthropic-beta"], "a-1,b-2",
        "as other addresses take them"
    );
    let sent = asked(&captured, Dialect::Anthropic).body(None);
    assert!(sent.get("anthropic_version").is_none(), "a header says it there: {sent}");
    assert!(
        captured.told().iter().any(|note| note.contains("`anthropic_version`")),
        "and it is told"
    );
    let vertex = crate::catalogue().iter().find(|row| !row.model_in_body).expect("a row of Vertex");
    let sent = captured.asked_of(vertex.clone(), "claude-sonnet-4-5".into()).body(None);
    assert_eq!(sent["anthropic_version"], "vertex-2023-10-16", "each lane says its own: {sent}");
}

#[test]
fn what_a_row_adds_to_a_pasted_request_is_told() {
    let body =
        json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "stop": "a" });
    let lane = |body: &Value| {
        let row = crate::catalogue::provider("openrouter").expect("a row").clone();
        let captured = read(body);
        let request = captured.asked_of(row, "z/m".into());
        let told: Vec<String> = request.adjustments().iter().map(ToString::to_string).collect();
        (request.body(None), told.join("\n"))
    };
    let (sent, told) = lane(&body);
    assert_eq!(sent["usage"]["include"], true, "{sent}");
    assert!(told.contains("`usage`"), "{told}");
    let mut asked = body;
    asked["usage"] = json!({ "include": true });
    assert!(!lane(&asked).1.contains("`usage`"), "what was pasted is no addition");
}

#[test]
fn a_short_field_keeps_its_words_beside_one_that_is_too_long() {
    let image = format!("data:image/png;base64,{}", "A".repeat(9 * 1024 * 1024));
    let body = json!({ "model": "m", "messages": [{ "role": "user", "content": [
        { "type": "image_url", "image_url": { "url": image, "detail": null } }, { "type": "text", "text": "What?" },
    ]}], "stop": "END", "max_completion_tokens": 9 });
    let captured = read(&body);
    let sent = asked(&captured, Dialect::OpenaiChat).body(None);
    assert_eq!(
        (&sent["stop"], &sent["max_completion_tokens"]),
        (&json!("END"), &json!(9)),
        "as pasted"
    );
    let told = captured.told().join("\n");
    assert!(told.contains("`messages` is too long") && !told.contains("`stop` is too"), "{told}");
}

#[test]
fn arguments_with_numbers_beyond_what_every_reader_keeps_stay_as_they_were_written() {
    let call = |arguments: &str| {
        json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" },
            { "role": "assistant", "content": null, "tool_calls": [{ "id": "c", "type": "function", "function": { "name": "f", "arguments": arguments } }] },
            { "role": "tool", "tool_call_id": "c", "content": "x" }] })
    };
    let captured = read(&call(r#"{"id":1234567890123456789}"#));
    // The window reads a plan's numbers as JavaScript's.
    let part = serde_json::to_value(&captured.payload.turns[1].parts[0]).expect("a document");
    assert_eq!(part["content"]["arguments"], r#"{"id":1234567890123456789}"#, "a text is kept");
    for dialect in [Dialect::Anthropic, Dialect::Gemini, Dialect::Ollama] {
        let request = asked(&captured, dialect);
        assert_eq!(request.refusals(), [], "{}", dialect.name());
        let sent = request.body(None).to_string();
        assert!(sent.contains(r#":{"id":1234567890123456789}"#), "an object, exactly: {sent}");
    }
    let lost = read(&call(r#"{"n":0.12345678901234567890}"#));
    let refusals = asked(&lost, Dialect::Anthropic).refusals();
    assert!(
        refusals.iter().any(|refusal| refusal.message.to_string().contains("`f`")),
        "{refusals:?}"
    );
}

/// The names of limits and of seeds in a body, with their values.
fn settings(body: &Value, names: &[&str]) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    let places = [
        Some(body),
        body.get("generationConfig"),
        body.get("generation_config"),
        body.get("options"),
        body.get("input"),
    ];
    for fields in places.into_iter().flatten().filter_map(Value::as_object) {
        for (name, value) in fields.iter().filter(|(name, _)| names.contains(&name.as_str())) {
            found.push((name.clone(), value.clone()));
        }
    }
    found
}

#[test]
fn the_limit_and_the_seed_of_a_pasted_request_hold_at_every_row_and_have_the_names_it_takes() {
    const LIMITS: [&str; 7] = [
        "max_tokens",
        "max_completion_tokens",
        "max_output_tokens",
        "maxOutputTokens",
        "num_predict",
        "max_new_tokens",
        "max_length",
    ];
    const SEEDS: [&str; 2] = ["seed", "random_seed"];
    let user = json!([{ "role": "user", "content": "Hi" }]);
    let contents = json!([{ "role": "user", "parts": [{ "text": "Hi" }] }]);
    // Each also with words that are kept as pasted.
    let call = json!([{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": null, "tool_calls": [
        { "id": "c", "type": "function", "function": { "name": "f", "arguments": "{ \"a\": 1 }" } }] },
        { "role": "tool", "tool_call_id": "c", "content": "x" }]);
    let mut pasted = Vec::new();
    for limit in ["max_tokens", "max_completion_tokens"] {
        for seed in SEEDS {
            for messages in [&user, &call] {
                pasted.push(
                    json!({ "model": "m", "messages": messages, limit: 777, seed: 5, "n": 1 }),
                );
            }
        }
    }
    pasted.push(json!({ "model": "m", "input": "Hi", "max_output_tokens": 777 }));
    pasted.push(json!({ "model": "m", "system": "S", "messages": user, "max_tokens": 777 }));
    for (config, limit) in
        [("generationConfig", "maxOutputTokens"), ("generation_config", "max_output_tokens")]
    {
        pasted
            .push(json!({ "model": "m", "contents": contents, config: { limit: 777, "seed": 5 } }));
    }
    let mut held = 0;
    for body in &pasted {
        let captured = read(body);
        for row in crate::catalogue() {
            for model in std::iter::once("m").chain(row.models.iter().map(String::as_str)) {
                let request = captured.asked_of(row.clone(), model.to_owned());
                if !request.refusals().is_empty() {
                    continue;
                }
                let mut own = request.clone();
                std::sync::Arc::make_mut(&mut own.payload).as_pasted = None;
                let (sent, usual) = (request.body(None), own.body(None));
                let names = |body: &Value, names: &[&str]| settings(body, names);
                let is_custom = row.id == "custom" || row.dialect == Dialect::Gemini;
                let plain = |found: Vec<(String, Value)>| {
                    // A custom address is asked in the words that were pasted, and Gemini takes either spelling.
                    let mut plain: Vec<String> =
                        found
                            .into_iter()
                            .map(|(name, value)| {
                                if is_custom {
                                    value.to_string()
                                } else {
                                    format!("{name} {value}")
                                }
                            })
                            .collect();
                    plain.sort();
                    plain
                };
                for known in [&LIMITS[..], &SEEDS] {
                    assert_eq!(
                        plain(names(&sent, known)),
                        plain(names(&usual, known)),
                        "{} {model}: {body} is {sent}",
                        row.id
                    );
                }
                let most = names(&sent, &LIMITS);
                let told = request.adjustments().iter().any(|told| told.field == "max tokens");
                assert!(
                    told || most.iter().map(|(_, value)| value).eq([&json!(777)]),
                    "{} {model}: {sent}",
                    row.id
                );
                held += 1;
            }
        }
    }
    assert!(held > 1_000, "{held}");
}

#[test]
fn thoughts_are_asked_for_as_the_body_asks_and_their_limit_is_none_of_the_answer() {
    let claude = json!({ "model": "claude-opus-5-5", "max_tokens": 9, "system": "S", "messages": [{ "role": "user", "content": "Hi" }],
        "thinking": { "type": "adaptive" }, "output_config": { "effort": "high" } });
    let captured = read(&claude);
    let row = crate::catalogue::provider("anthropic").expect("a row").clone();
    let mut request = captured.asked_of(row, "claude-opus-5-5".into());
    let sent = request.body(None);
    assert_eq!(sent["thinking"], claude["thinking"], "and not to be summed up: {sent}");
    assert!(
        !captured.told().iter().any(|note| note.contains("word for word")),
        "{:?}",
        captured.told()
    );
    request.effort = Some(crate::effort::Effort::Low);
    assert_eq!(
        request.body(None)["output_config"]["effort"],
        "low",
        "another effort is the lane's"
    );
    let routed = json!({ "model": "a/b", "messages": [{ "role": "user", "content": "Hi" }], "max_tokens": 3_000, "reasoning": { "max_tokens": 2_000 } });
    let row = crate::catalogue::provider("openrouter").expect("a row").clone();
    let request = read(&routed).asked_of(row, "a/b".into());
    assert_eq!(request.refusals(), [], "it counts against the limit of the answer");
    assert_eq!(request.body(None)["reasoning"], routed["reasoning"], "as it was pasted");
    let limited = json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "options": { "num_predict": 5 } });
    assert!(
        !asked(&read(&limited), Dialect::OpenaiChat).refusals().is_empty(),
        "any other is refused"
    );
}

#[test]
fn calls_in_parallel_are_refused_only_where_they_would_be_forbidden() {
    let body = |parallel: bool| {
        read(
            &json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "parallel_tool_calls": parallel,
            "tools": [{ "type": "function", "function": { "name": "f" } }] }),
        )
    };
    for dialect in [Dialect::Gemini, Dialect::GeminiInteractions, Dialect::Cohere, Dialect::Ollama]
    {
        let allowed = asked(&body(true), dialect);
        assert_eq!(allowed.refusals(), [], "{}", dialect.name());
        let told: Vec<String> = allowed.adjustments().iter().map(ToString::to_string).collect();
        assert!(told.iter().any(|told| told.starts_with("parallel tool calls true")), "{told:?}");
        assert!(!asked(&body(false), dialect).refusals().is_empty(), "{}", dialect.name());
    }
}
