//! Bodies as programs really send them: answers that an SDK wrote out and that are sent again, calls of an SDK, and lines as
//! browsers copy them.

use serde_json::{Value, json};

use super::tests::asked;
use super::*;
use crate::request::Request;
use crate::request::turn::Content;

fn read(body: &Value) -> Captured {
    let (captured, _) =
        read_capture(&body.to_string(), None).unwrap_or_else(|error| panic!("{error}: {body}"));
    captured
}

/// What a lane of a dialect would be sent of a body, and what is refused and told of it.
fn sent(body: &Value, dialect: Dialect) -> (Request, Value) {
    let request = asked(&read(body), dialect);
    let body = request.body(None);
    (request, body)
}

fn said(notes: &[String], word: &str) -> bool {
    notes.iter().any(|note| note.contains(word))
}

#[expect(clippy::needless_pass_by_value, reason = "it is written in place")]
fn ask(message: Value) -> Value {
    json!({ "model": "m", "messages": [{ "role": "user", "content": "Why?" }, message, { "role": "user", "content": "And?" }] })
}

#[test]
fn an_answer_that_is_sent_again_brings_its_empty_fields_to_no_dialect() {
    let answer = json!({
        "role": "assistant", "content": "So.", "refusal": null, "annotations": [], "audio": null,
        "function_call": null, "tool_calls": null,
    });
    let mut body = ask(answer);
    body["logit_bias"] = Value::Null;
    for dialect in
        [Dialect::OpenaiChat, Dialect::OpenaiResponses, Dialect::Anthropic, Dialect::Gemini]
    {
        let (request, _) = sent(&body, dialect);
        assert_eq!(request.refusals(), [], "{}: there is nothing in them", dialect.name());
    }
    let said = json!({ "model": "claude-opus-5", "max_tokens": 9, "messages": [
        { "role": "user", "content": "Why?" },
        { "role": "assistant", "content": [{ "type": "text", "text": "So.", "citations": null }] },
        { "role": "user", "content": "And?" },
    ]});
    assert_eq!(sent(&said, Dialect::OpenaiChat).0.refusals(), [], "nor in those of a block");
}

#[test]
fn the_name_of_a_result_is_sent_where_it_has_a_place_and_told_elsewhere() {
    let body = json!({ "model": "m", "messages": [
        { "role": "user", "content": "Where?" },
        { "role": "assistant", "content": "", "tool_calls": [
            { "id": "c1", "type": "function", "function": { "name": "find", "arguments": "{}" } },
        ]},
        { "role": "tool", "tool_call_id": "c1", "name": "finder", "content": "Here." },
    ]});
    let (_, chat) = sent(&body, Dialect::OpenaiChat);
    assert_eq!(chat["messages"][2]["name"], "finder", "as it was");
    for dialect in [Dialect::OpenaiResponses, Dialect::Anthropic, Dialect::Cohere] {
        let (request, _) = sent(&body, dialect);
        let told = request.adjustments();
        assert!(
            told.iter().any(|each| each.asked.as_deref() == Some("finder")),
            "{}: {told:?}",
            dialect.name()
        );
    }
    let (_, gemini) = sent(&body, Dialect::Gemini);
    assert_eq!(gemini["contents"][2]["parts"][0]["functionResponse"]["name"], "finder", "its own");
}

#[test]
fn an_empty_text_beside_calls_is_no_block_of_anthropics() {
    let body = ask(json!({ "role": "assistant", "content": "", "tool_calls": [
        { "id": "c1", "type": "function", "function": { "name": "find", "arguments": "{}" } },
    ]}));
    let (_, written) = sent(&body, Dialect::Anthropic);
    let blocks = written["messages"][1]["content"].as_array().expect("blocks");
    assert_eq!(blocks.len(), 1, "the API refuses a text without letters: {written}");
    assert_eq!(sent(&body, Dialect::OpenaiChat).1["messages"][1]["content"], "", "as it was");
}

#[test]
fn a_body_is_of_the_dialect_whose_shapes_it_has_whoever_made_its_model() {
    let system = json!({ "role": "system", "content": [
        { "type": "text", "text": "Long.", "cache_control": { "type": "ephemeral" } },
    ]});
    let user = json!({ "role": "user", "content": "Hi" });
    let function = json!({ "type": "function", "function": { "name": "find" } });
    let picture = json!({ "role": "user", "content": [
        { "type": "image_url", "image_url": { "url": "https://example.com/a.png" } },
        { "type": "text", "text": "What?", "cache_control": { "type": "ephemeral" } },
    ]});
    for body in [
        json!({ "model": "anthropic/claude-opus-5", "messages": [system, user] }),
        json!({ "model": "claude-opus-5", "messages": [user], "tools": [function] }),
        json!({ "model": "claude-opus-5", "messages": [picture] }),
        json!({ "model": "llama", "messages": [user], "top_k": 5, "min_p": 0.1 }),
    ] {
        assert_eq!(read(&body).dialect, Dialect::OpenaiChat, "{body}");
    }
    for body in [
        json!({ "model": "claude-opus-5", "messages": [user], "max_tokens": 9 }),
        json!({ "model": "m", "messages": [user], "system": "Be brief.", "top_k": 5 }),
        json!({ "model": "m", "messages": [user], "tools": [{ "name": "find", "input_schema": {} }] }),
    ] {
        assert_eq!(read(&body).dialect, Dialect::Anthropic, "{body}");
    }
}

#[test]
fn what_a_schema_of_gemini_takes_is_taken_elsewhere() {
    let schema = |schema: Value| {
        json!({ "contents": "Hi", "generationConfig": {
            "responseMimeType": "application/json", "responseSchema": schema,
        }})
    };
    let (_, none) = sent(&schema(Value::Null), Dialect::OpenaiChat);
    assert_eq!(none["response_format"], json!({ "type": "json_object" }), "null is no schema");
    let may = json!({ "type": "OBJECT", "properties": {
        "a": { "anyOf": [{ "type": "STRING" }], "nullable": true },
        "b": { "type": "STRING", "enum": ["x"], "nullable": true },
    }});
    let (_, body) = sent(&schema(may), Dialect::OpenaiChat);
    let read = &body["response_format"]["json_schema"]["schema"]["properties"];
    assert_eq!(read["a"]["anyOf"], json!([{ "type": "string" }, { "type": "null" }]), "one of");
    assert_eq!(read["b"], json!({ "type": ["string", "null"], "enum": ["x", null] }), "a value");
}

#[test]
fn a_call_of_an_sdk_is_what_the_sdk_would_send() {
    let call = json!({ "model": "gemini-3", "contents": ["Hi", { "text": "there" }], "config": {
        "system_instruction": "Be brief.", "max_output_tokens": 7, "temperature": 0.5,
        "tools": [{ "function_declarations": [{ "name": "find", "parameters": { "type": "OBJECT" } }] }],
        "thinking_config": { "thinking_level": "LOW" }, "http_options": { "timeout": 5 },
    }});
    let captured = read(&call);
    assert_eq!(captured.system.as_deref(), Some("Be brief."), "the instruction");
    assert_eq!((captured.max_tokens, captured.temperature), (Some(7), Some(0.5)), "the settings");
    assert_eq!(captured.payload.tools.len(), 1, "the tools");
    assert_eq!(captured.payload.turns[0].parts.len(), 2, "one turn of two parts");
    assert!(said(&captured.told(), "http_options"), "{:?}", captured.told());
    assert_eq!(asked(&captured, Dialect::OpenaiChat).refusals(), [], "so every dialect has them");

    let call = json!({
        "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "timeout": 30,
        "extra_body": { "top_k": 5 },
        "extra_headers": { "X-Trace": "t1", "Authorization": "Bearer sk-marker0123456789abcdef" },
    });
    let (captured, key) = read_capture(&call.to_string(), None).expect("read");
    assert_eq!(
        captured.payload.fields,
        *json!({ "top_k": 5 }).as_object().expect("one"),
        "in the body"
    );
    assert_eq!(captured.payload.headers["x-trace"], "t1", "a header");
    assert!(key.is_some(), "the key is apart");
    assert!(!format!("{captured:?}").contains("marker"), "and in nothing else");
    assert!(said(&captured.told(), "timeout"), "{:?}", captured.told());
}

#[test]
fn results_that_stood_behind_other_parts_are_told_to_be_put_first() {
    let result = json!({ "type": "tool_result", "tool_use_id": "t1", "content": "Here." });
    let text = json!({ "type": "text", "text": "Well:" });
    let body = |parts: [&Value; 2]| {
        json!({ "model": "claude-opus-5", "max_tokens": 9, "messages": [
            { "role": "user", "content": "Where?" },
            { "role": "assistant", "content": [{ "type": "tool_use", "id": "t1", "name": "find", "input": {} }] },
            { "role": "user", "content": parts },
        ]})
    };
    let usual = read(&body([&result, &text]));
    assert!(!said(&usual.told(), "in front"), "there is nothing to tell: {:?}", usual.told());
    let other = read(&body([&text, &result]));
    assert!(said(&other.told(), "Turn 3"), "{:?}", other.told());
    let of_gemini = json!({ "contents": [{ "role": "user", "parts": [
        { "text": "Well:" }, { "functionResponse": { "name": "find", "response": { "result": "Here." } } },
    ]}]});
    assert!(said(&read(&of_gemini).told(), "Turn 1"), "the same there");
}

#[test]
fn numbers_that_would_be_rounded_are_told_and_arguments_with_them_stay_as_they_are() {
    let body = r#"{"model":"m","messages":[{"role":"user","content":"Hi"}],"metadata":{"id":12345678901234567890123}}"#;
    let (captured, _) = read_capture(body, None).expect("read");
    assert!(said(&captured.told(), "12345678901234567890123"), "{:?}", captured.told());
    let arguments = r#"{"id":12345678901234567890123}"#;
    let body = ask(json!({ "role": "assistant", "tool_calls": [
        { "id": "c1", "type": "function", "function": { "name": "find", "arguments": arguments } },
    ]}));
    let captured = read(&body);
    let Content::ToolCall { arguments: kept, .. } = &captured.payload.turns[1].parts[0].content
    else {
        panic!("a call: {captured:?}")
    };
    assert_eq!(kept, arguments, "to the last digit");
}

#[test]
fn a_line_is_read_as_browsers_copy_it() {
    let line = r#"curl 'https://api.openai.com/v1/chat/completions?api-version=2' --cacert ca.pem \
  -H 'content-type: application/json' \
  --data-raw $'{"model":"m","messages":[{"role":"user","content":"It\'s \u00e9 \\n \ud83d\ude00\u0021"}]}' --compressed"#;
    let (captured, _) = read_capture(line, None).expect("read");
    assert_eq!(captured.prompt, "It's é \n 😀!", "every escape is what it means");
    assert!(
        said(&captured.told(), "api-version"),
        "what is not sent is told: {:?}",
        captured.told()
    );
}

#[test]
fn a_limit_that_is_written_with_a_point_is_the_limit() {
    let body = json!({ "model": "m", "max_tokens": 10.0, "messages": [{ "role": "user", "content": "Hi" }] });
    assert_eq!(read(&body).max_tokens, Some(10), "the same number");
}

#[test]
fn that_responses_makes_arguments_fit_unless_told_otherwise_is_told() {
    let tool = |strict: Value| {
        json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "tools": [
            { "type": "function", "function": { "name": "find", "parameters": { "type": "object" }, "strict": strict } },
        ]})
    };
    let told = |strict: Value| {
        let adjustments = sent(&tool(strict), Dialect::OpenaiResponses).0.adjustments();
        adjustments.iter().any(|each| each.field == "strict tools")
    };
    assert!(told(Value::Null), "its default is another than that of Chat Completions");
    assert!(!told(false.into()), "and nothing is to tell of what was asked");
}

#[test]
fn a_line_of_several_requests_or_to_another_machine_is_refused() {
    let body = r#"-d '{"model":"m","messages":[{"role":"user","content":"Hi"}]}'"#;
    let url = "https://api.openai.com/v1/chat/completions";
    for line in [
        format!("curl {url} {body} https://api.groq.com/openai/v1/chat/completions"),
        format!("curl {url} {body}\ncurl https://api.groq.com/openai/v1/chat/completions {body}"),
        format!("curl {url} {body} --next https://api.groq.com/openai/v1/chat/completions"),
        format!("curl {url} {body} --connect-to api.openai.com:443:evil:443"),
        format!("curl --resolve api.openai.com:443:10.0.0.1 {url} {body}"),
        format!("curl --unix-socket s {url} {body}"),
        format!("curl {url} {body} --request-target /v1/chat/completions"),
        format!("curl {url} {body} --some-new-option value"),
        format!("curl https:///v1/chat/completions {body}"),
        format!("curl -G {url} {body}"),
        format!("curl -sSK options {url} {body}"),
        format!(
            "curl https://api.openai.com/sk-proj-0123456789abcdefghij/v1/chat/completions {body}"
        ),
    ] {
        let refused = read_capture(&line, None);
        assert!(matches!(refused, Err(CaptureError::Curl { .. })), "{line}: {refused:?}");
    }
    for options in
        ["--cacert ca.pem", "-sSN --max-time 5", "--tls-max 1.3", "-x http://u:p@proxy:1"]
    {
        let line = format!("curl {url} {options} {body}");
        let (read, _) = read_capture(&line, None).expect("an option that leaves the request alone");
        assert_eq!(read.prompt, "Hi", "{line}");
    }
}

#[test]
fn what_logs_somebody_in_is_in_no_header_and_no_field_that_is_kept() {
    let line = r#"curl https://a.example/v1/chat/completions -H 'x-jwt-assertion: Bearer a' -H 'x-pass: hunter2'
        -H 'x-up: sk-proj-0123456789abcdefghij' -H 'Authorization: Basic dTpw' -H 'x-id: eyJhbGciOi.eyJzdWI.sig'
        -H 'X-Org: o' -d '{"model":"m","messages":[{"role":"user","content":"Hi"}],"api_key":"k","extra":{"access_token":"t"}}'"#;
    let (read, key) = read_capture(&line.replace('\n', " "), None).expect("read");
    assert!(key.is_none(), "a login is no key");
    assert_eq!(read.payload.headers.keys().collect::<Vec<_>>(), ["x-org"], "{:?}", read.told());
    let kept = serde_json::to_string(&read.payload).expect("a document");
    assert!(!kept.contains("api_key") && !kept.contains("access_token"), "{kept}");
    assert!(said(&read.told(), "extra.access_token"), "each is told: {:?}", read.told());
    assert!(said(&read.told(), "`x-org` is sent as it is"), "and what is kept: {:?}", read.told());
}

#[test]
fn what_the_sdk_of_gemini_takes_is_read_as_it_reads_it() {
    let body = json!({ "contents": [
        { "role": "user", "parts": ["What is this?", { "text": "Say it." }] },
        { "role": "model", "parts": "A bassoon." },
        { "parts": { "text": "And that?" } },
    ], "generationConfig": { "topP": 0.5, "top_p": 0.9, "maxOutputTokens": 9, "max_output_tokens": 9 } });
    let captured = read(&body);
    let (request, sent) = sent(&body, Dialect::Gemini);
    assert_eq!(request.refusals(), [], "a text is a part");
    assert_eq!(
        sent["contents"][0]["parts"],
        json!([{ "text": "What is this?" }, { "text": "Say it." }])
    );
    assert_eq!(sent["contents"][1]["parts"], json!([{ "text": "A bassoon." }]), "also alone");
    assert_eq!(sent["contents"][2]["parts"][0]["text"], "And that?", "as is a part");
    let config = &sent["generationConfig"];
    assert_eq!((&config["topP"], &config["top_p"]), (&json!(0.5), &json!(0.9)), "both are sent");
    assert!(said(&captured.told(), "generationConfig"), "and it is told: {:?}", captured.told());
    assert_eq!(config, &body["generationConfig"], "one value in two spellings is sent as it is");
    assert_eq!(captured.max_tokens, Some(9), "and read as one");
    let torn = read_capture(r#"{"contents":[{"parts":7}]}"#, None).expect_err("it cannot be read");
    assert!(torn.to_string().contains("`parts`"), "{torn}");
}

#[test]
fn instructions_are_read_in_every_shape_that_googles_sdk_takes() {
    for (given, parts) in [
        (json!("Be brief."), json!([{ "text": "Be brief." }])),
        (json!(["Be", { "text": "brief" }]), json!([{ "text": "Be" }, { "text": "brief" }])),
        (json!({ "text": "Be brief." }), json!([{ "text": "Be brief." }])),
        (json!({ "parts": [{ "text": "Be brief." }] }), json!([{ "text": "Be brief." }])),
    ] {
        let body =
            json!({ "model": "m", "contents": "Hi", "config": { "system_instruction": given } });
        let (request, sent) = sent(&body, Dialect::Gemini);
        assert_eq!(request.refusals(), [], "{body}");
        assert_eq!(sent["systemInstruction"]["parts"], parts, "{body}");
    }
}

#[test]
fn a_model_is_read_out_of_an_address_in_whatever_way_its_path_is_escaped() {
    for (path, model) in [
        ("gemini-2.5-flash%2Dlite:generateContent", "gemini-2.5-flash-lite"),
        ("gemini-3.7-flash%3AstreamGenerateContent?alt=sse", "gemini-3.7-flash"),
        ("my%20tuned%20m%C3%B6del:generateContent", "my tuned m\u{f6}del"),
    ] {
        let line = format!(
            "curl https://generativelanguage.googleapis.com/v1beta/models/{path} -d '{{\"contents\":[{{\"parts\":[{{\"text\":\"Hi\"}}]}}]}}'"
        );
        let (captured, _) = read_capture(&line, None).expect("it is read");
        assert_eq!(captured.model.as_deref(), Some(model), "{path}");
        assert_eq!(captured.dialect, Dialect::Gemini, "{path}");
    }
    let line = "curl https://generativelanguage.googleapis.com/v1beta/models/a%0Ab:generateContent -d '{\"contents\":[]}'";
    assert!(read_capture(line, None).is_err(), "a line break is in no name");
}
