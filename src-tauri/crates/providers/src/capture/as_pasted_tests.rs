//! A captured body goes out of its own dialect as it was pasted, and what is added to it is told.

use serde_json::{Value, json};

use super::tests::asked;
use super::*;
use crate::effort::Effort;
use crate::request::as_pasted::OF_A_LANE;

fn read(body: &Value) -> Captured {
    read_capture(&body.to_string(), None).unwrap_or_else(|error| panic!("{error}: {body}")).0
}

/// What a lane of the body's own dialect is sent, without what is added to stream and count an answer.
fn sent(body: &Value) -> Value {
    let captured = read(body);
    let mut request = asked(&captured, captured.dialect);
    request.model = captured.model.unwrap_or_default();
    assert_eq!(request.refusals(), [], "{body}");
    let mut sent = request.body(None);
    let fields = sent.as_object_mut().expect("an object");
    for added in ["stream", "stream_options", "store"] {
        if body.get(added).is_none() {
            fields.shift_remove(added);
        }
    }
    sent
}

fn chat(message: &Value) -> Value {
    json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }, message] })
}

#[test]
fn a_body_is_sent_word_for_word_to_a_lane_of_its_dialect() {
    let call = json!({ "role": "assistant", "content": null, "refusal": null, "tool_calls": [
        { "id": "c", "type": "function", "function": { "name": "f", "arguments": "{\n  \"a\": 1.10, \"b\":\"\\u00e9\" }" } },
    ]});
    let bytes = json!({ "role": "user", "content": [
        { "type": "file", "file": { "file_data": "JVBERi0xLjQK", "filename": "a.pdf" } },
    ]});
    let item = json!({ "type": "function_call", "call_id": "c", "name": "f", "arguments": "{ \"a\" : 1 }" });
    let gemini = json!({
        "system_instruction": { "parts": [{ "text": "Be brief." }] },
        "contents": [
            { "parts": [{ "text": "Hi" }] },
            { "role": "model", "parts": [{ "functionCall": { "name": "f" } }, { "function_call": { "name": "f", "args": {} } }] },
            { "role": "function", "parts": [
                { "functionResponse": { "name": "f", "response": { "result": "{\"rows\": [1]}" } } },
                { "functionResponse": { "name": "f", "response": { "output": "{\"rows\": [1]}" } } },
            ]},
        ],
        "tools": [{ "functionDeclarations": [
            { "name": "f", "parameters": { "type": "OBJECT", "properties": { "a": { "type": "STRING", "nullable": true } } } },
        ]}],
        "generationConfig": {
            "responseMimeType": "application/json", "responseSchema": { "type": "OBJECT", "nullable": true },
            "thinkingConfig": { "thinkingLevel": "low" }, "maxOutputTokens": 9, "stopSequences": [],
        },
    });
    for body in [
        chat(&call),
        chat(&bytes),
        chat(&json!({ "role": "user", "content": [{ "type": "text", "text": "alone" }] })),
        json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "max_completion_tokens": 9, "stop": "a" }),
        json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "tools": [] }),
        json!({ "model": "m", "input": [{ "role": "user", "content": "Hi" }, item], "reasoning": { "effort": "low" } }),
        json!({ "model": "m", "input": "Hi", "reasoning": { "effort": "low", "summary": "auto" } }),
        json!({ "model": "m", "input": [{ "role": "user", "content": [
            { "type": "input_file", "file_data": "JVBERi0xLjQK", "filename": "a.pdf" },
            { "type": "input_image", "image_url": "https://example.com/a.png" },
        ]}]}),
        json!({ "model": "claude-opus-5", "max_tokens": 9, "system": [{ "type": "text", "text": "Be brief." }], "messages": [
            { "role": "user", "content": [{ "type": "text", "text": "Hi" }] },
        ]}),
        json!({ "model": "claude-sonnet-4-5", "max_tokens": 9, "messages": [
            { "role": "user", "content": [{ "type": "text", "text": "Hi" }, { "type": "text", "text": "" }] },
            { "role": "assistant", "content": [{ "type": "text", "text": "" }, { "type": "tool_use", "id": "t", "name": "f", "input": {} }] },
            { "role": "user", "content": [
                { "type": "tool_result", "tool_use_id": "t", "content": [{ "type": "text", "text": "" }, { "type": "text", "text": "x" }] },
            ]},
        ]}),
        json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "n": 1 }),
        gemini,
    ] {
        assert_eq!(sent(&body), body, "as it was pasted");
    }
}

#[test]
fn bodies_of_production_shape_come_back_word_for_word_but_for_what_is_told() {
    let mut exact = 0;
    for (dialect, name, text) in super::tests::bodies() {
        let body: Value = serde_json::from_str(text).expect(name);
        let captured = read(&body);
        let written = asked(&captured, dialect).body(None);
        for (field, value) in body.as_object().expect("an object") {
            let is_a_lanes = OF_A_LANE.contains(&field.as_str()) || field == "n";
            if is_a_lanes || value.is_null() {
                continue;
            }
            let same = written.get(field).is_some_and(|is| kept_words::is_same(is, value));
            let is_told = captured.told().iter().any(|note| {
                note.contains(field.as_str())
                    || note.contains("left out")
                    || note.contains("put in front")
            });
            let is_sdks =
                dialect == Dialect::Gemini && (body.get("config").is_some() || value.is_string());
            // The SDK sends these names as a header.
            let is_header = ["betas", "anthropic_beta"].contains(&field.as_str())
                && captured.payload.headers.contains_key("anthropic-beta");
            assert!(
                same || is_told || is_sdks || is_header,
                "{name}: `{field}`: {written}\n{:?}",
                captured.told()
            );
            exact += usize::from(same);
        }
    }
    assert!(exact >= 100, "most fields are: {exact}");
}

#[test]
fn a_pasted_effort_goes_as_a_word_to_a_model_of_budgets_that_takes_words_too() {
    let body = json!({
        "model": "claude-opus-4-5", "max_tokens": 500, "temperature": 0.2,
        "output_config": { "effort": "medium" }, "messages": [{ "role": "user", "content": "Hi" }],
    });
    let captured = read(&body);
    let row = crate::catalogue::provider("anthropic").expect("a row");
    let sent = |model: &str| captured.asked_of(row.clone(), model.into()).body(None);
    let own = sent("claude-opus-4-5-20251101");
    for name in ["max_tokens", "temperature", "output_config"] {
        assert_eq!(own[name], body[name], "{name} as it was pasted: {own}");
    }
    assert!(own.get("thinking").is_none(), "nobody asked for thoughts: {own}");
    let other = sent("claude-sonnet-4-5");
    assert_eq!(other["thinking"]["budget_tokens"], 4_096, "which this one takes alone: {other}");
    assert!(other.get("output_config").is_none(), "{other}");
}

#[test]
fn what_was_changed_after_it_was_pasted_is_written_anew_and_told() {
    let call = json!({ "role": "assistant", "content": null, "tool_calls": [
        { "id": "c", "type": "function", "function": { "name": "f", "arguments": "{ \"a\": 1 }" } },
    ]});
    let mut captured = read(&chat(&call));
    assert_eq!(asked(&captured, Dialect::OpenaiChat).adjustments(), [], "there is nothing to tell");
    captured.payload.turns[0] =
        crate::request::turn::Turn::text(crate::request::turn::Role::User, "Bye");
    let request = asked(&captured, Dialect::OpenaiChat);
    let body = request.body(None);
    assert_eq!(body["messages"][0]["content"], "Bye", "the change counts: {body}");
    assert_eq!(
        body["messages"][1]["tool_calls"][0]["function"]["arguments"], "{\"a\":1}",
        "the rest says the same"
    );
    let told = request.adjustments();
    assert!(told.iter().any(|told| told.to_string().contains("`messages`")), "{told:?}");
    let mut limited = read(&json!({
        "model": "m", "messages": [{ "role": "user", "content": "Hi" }, call], "max_completion_tokens": 9,
    }));
    limited.max_tokens = Some(5);
    let body = asked(&limited, Dialect::OpenaiChat).body(None);
    assert_eq!(
        body.get("max_completion_tokens").or(body.get("max_tokens")),
        Some(&json!(5)),
        "{body}"
    );
    assert_eq!(
        body["messages"][1]["tool_calls"][0]["function"]["arguments"], "{ \"a\": 1 }",
        "what was not changed is as it was: {body}"
    );
}

#[test]
fn words_of_one_dialect_go_to_no_other_and_say_nothing_that_the_request_does_not() {
    let mut captured =
        read(&json!({ "model": "m", "input": "Hi", "reasoning": { "effort": "low" } }));
    let other = asked(&captured, Dialect::OpenaiChat);
    assert_eq!(other.refusals(), [], "what it says is every dialect's");
    assert_eq!(other.body(None)["reasoning_effort"], "low", "in its words");
    captured.effort = Some(Effort::High);
    let pasted = captured.payload.as_pasted.as_mut().expect("it had no summary");
    pasted.fields.insert("n".into(), json!(5));
    pasted.fields.insert("model".into(), json!("another"));
    pasted.fields.insert("stream".into(), json!(false));
    pasted.without.push("store".into());
    pasted.fields.insert("messages".into(), json!([]));
    let body = asked(&captured, Dialect::OpenaiResponses).body(None);
    assert_eq!(body["reasoning"]["effort"], "high", "a setting that was changed: {body}");
    assert_eq!(
        (&body["model"], &body["stream"], &body["store"]),
        (&json!("m"), &json!(true), &json!(false)),
        "the lane's own"
    );
    assert!(body.get("n").is_none() && body.get("messages").is_none(), "nothing beside it: {body}");
}

#[test]
fn a_request_without_a_turn_of_the_user_is_sent_as_it_is_or_refused_by_name() {
    let instructions =
        json!({ "model": "m", "messages": [{ "role": "system", "content": "Write." }] });
    assert_eq!(sent(&instructions), instructions, "no message is made up");
    for dialect in
        [Dialect::Anthropic, Dialect::Gemini, Dialect::GeminiInteractions, Dialect::Replicate]
    {
        let refusals = asked(&read(&instructions), dialect).refusals();
        assert!(
            refusals.iter().any(|refusal| refusal.message.to_string().contains("instructions")),
            "{}: {refusals:?}",
            dialect.name()
        );
    }
    let goes_on =
        json!({ "model": "m", "previous_response_id": "r", "instructions": "I", "input": [] });
    assert_eq!(sent(&goes_on), goes_on, "what came before is on the server");
    let null =
        json!({ "model": "m", "conversation": "c", "instructions": "Go on.", "input": null });
    assert_eq!(sent(&null).get("input"), None, "and nothing is made of nothing");
    let answered = json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }, { "role": "assistant", "content": "So" }] });
    assert_eq!(sent(&answered), answered, "nor where the model spoke last");
}

#[test]
fn what_a_model_takes_otherwise_is_told_and_the_rest_stays_word_for_word() {
    let body = json!({
        "model": "gemini-2.5-flash", "contents": [{ "parts": [{ "text": "Hi" }] }],
        "safety_settings": [{ "category": "A", "threshold": "OFF" }],
        "generation_config": { "thinking_config": { "thinking_level": "low" } },
    });
    let captured = read(&body);
    let mut request = asked(&captured, Dialect::Gemini);
    request.model = "gemini-2.5-flash".into();
    let written = request.body(None);
    assert_eq!(written["contents"], body["contents"], "{written}");
    assert!(written.get("generation_config").is_none(), "this model takes a budget: {written}");
    let told = captured.told().iter().any(|note| note.starts_with("`generation_config` is not"));
    assert!(told, "{:?}", captured.told());
}

#[test]
fn what_is_added_to_a_body_is_told() {
    let notes = |body: Value| read(&body).told().join("\n");
    let told = notes(json!({ "model": "m", "input": "Hi" }));
    assert!(told.contains("`stream`") && told.contains("`store`"), "{told}");
    let told = notes(json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }] }));
    assert!(told.contains("`stream`") && told.contains("`stream_options`"), "{told}");
    let told = notes(
        json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "stream_options": {
            "include_usage": true, "include_obfuscation": true,
        }}),
    );
    assert!(told.contains("`include_obfuscation`") && told.contains("`include_usage`"), "{told}");
    assert!(!told.contains("is added in each lane"), "it was there: {told}");
    let told = notes(json!({ "model": "m", "input": "Hi", "stream": true, "store": false }));
    assert!(!told.contains("Added"), "nothing was: {told}");
}

#[test]
fn a_body_of_two_dialects_is_read_by_what_only_one_has() {
    let user = json!({ "role": "user", "content": "Hi" });
    let marked = json!({ "role": "user", "content": [
        { "type": "text", "text": "Hi", "cache_control": { "type": "ephemeral" } },
    ]});
    let on = json!({ "type": "enabled" });
    for (body, dialect, is_told) in [
        (
            json!({ "model": "glm-4.7", "messages": [user], "thinking": on, "max_tokens": 9 }),
            Dialect::OpenaiChat,
            false,
        ),
        (
            json!({ "model": "kimi", "messages": [user], "thinking": on, "stop": ["a"] }),
            Dialect::OpenaiChat,
            false,
        ),
        (
            json!({ "model": "qwen/qwen3", "messages": [marked], "max_tokens": 9 }),
            Dialect::OpenaiChat,
            false,
        ),
        (json!({ "model": "m", "messages": [marked] }), Dialect::OpenaiChat, false),
        (
            json!({ "model": "claude-opus-5", "messages": [user], "max_tokens": 9, "seed": 5 }),
            Dialect::OpenaiChat,
            false,
        ),
        (
            json!({ "model": "claude-opus-5", "messages": [user], "max_tokens": 9 }),
            Dialect::Anthropic,
            true,
        ),
        (json!({ "model": "m", "messages": [marked], "max_tokens": 9 }), Dialect::Anthropic, true),
        (
            json!({ "model": "m", "messages": [user], "max_tokens": 9, "thinking": { "type": "enabled", "budget_tokens": 2000 } }),
            Dialect::Anthropic,
            true,
        ),
        (
            json!({ "model": "m", "messages": [user], "max_tokens": 9, "system": "Be brief." }),
            Dialect::Anthropic,
            false,
        ),
    ] {
        let captured = read(&body);
        assert_eq!(captured.dialect, dialect, "{body}");
        let told = captured.told().iter().any(|note| note.contains("nothing in it is sure"));
        assert_eq!(told, is_told, "{body}: {:?}", captured.told());
    }
    let line = format!(
        "curl https://api.example.com/v1/chat/completions -d '{}'",
        json!({ "model": "claude-opus-5", "messages": [user], "max_tokens": 9 })
    );
    let (captured, _) = read_capture(&line, None).expect("a line");
    assert_eq!(captured.dialect, Dialect::OpenaiChat, "the address says it");
}

#[test]
fn what_a_lane_does_not_take_is_refused_by_its_own_name() {
    let body = json!({ "model": "m", "messages": [{ "role": "user", "content": [
        { "type": "text", "text": "Hear" },
        { "type": "input_audio", "input_audio": { "data": "AAAA", "format": "wav" } },
    ]}], "tools": [{ "type": "custom", "custom": { "name": "run" } }], "top_k": 5 });
    let said: Vec<String> = asked(&read(&body), Dialect::Anthropic)
        .refusals()
        .into_iter()
        .map(|said| said.message.to_string())
        .collect();
    for name in ["`input_audio` of turn 1", "tool `custom`", "`top_k`"] {
        assert!(said.iter().any(|said| said.contains(name)), "{name}: {said:?}");
    }
    assert!(
        !said.iter().any(|said| said.contains("nothing like")),
        "Anthropic has a `top_k`: {said:?}"
    );
}

#[test]
fn a_deployment_of_azures_and_the_betas_of_an_sdk_are_read_as_they_are_sent() {
    let line = r#"curl "https://myres.openai.azure.com/openai/deployments/my%20gpt/chat/completions?api-version=2025-01-01-preview" -H "api-key: $KEY" -d '{"messages":[{"role":"user","content":"q"}]}'"#;
    let (captured, _) = read_capture(line, None).expect("a line");
    assert_eq!(captured.model.as_deref(), Some("my gpt"), "the deployment is the model");
    assert_eq!(captured.base_url.as_deref(), Some("https://myres.openai.azure.com/openai/v1"));
    let told = captured.told().join("\n");
    assert!(told.contains("`my gpt`") && told.contains("`api-version`"), "{told}");
    let call = |more: Value| {
        let mut body = json!({ "model": "claude-opus-5", "max_tokens": 9, "betas": ["a-1", "b-2"], "messages": [{ "role": "user", "content": "x" }] });
        body["extra_headers"] = more;
        read(&body)
    };
    let captured = call(json!({}));
    assert_eq!(
        captured.payload.headers["anthropic-beta"], "a-1,b-2",
        "a header, as the SDK sends it"
    );
    assert_eq!(captured.payload.fields.get("betas"), None, "and no field");
    let captured = call(json!({ "anthropic-beta": "c" }));
    assert_eq!(captured.payload.headers["anthropic-beta"], "c", "one that is written out counts");
}

#[test]
fn a_plan_with_more_words_than_any_body_has_is_written_in_the_dialects_own() {
    let mut captured = read(&chat(&json!({ "role": "user", "content": "Bye" })));
    let mut pasted = crate::AsPasted {
        dialect: Dialect::OpenaiChat,
        effort: None,
        fields: Map::new(),
        without: Vec::new(),
    };
    // Each would have the whole body read once more.
    for number in 0..20_000 {
        pasted.fields.insert(format!("f{number}"), json!(1));
        captured.payload.fields.insert(format!("f{number}"), json!(2));
    }
    captured.payload.as_pasted = Some(pasted);
    let body = asked(&captured, Dialect::OpenaiChat).body(None);
    assert_eq!((&body["f0"], &body["f19999"]), (&json!(2), &json!(2)), "what the request says");
}
