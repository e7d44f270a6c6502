//! Parts and turns whose shape only one dialect has, or whose meaning its neighbours have in another place.

use serde_json::{Value, json};

use super::tests::asked;
use super::*;
use crate::request::turn::{Content, Source};

fn read(body: &Value) -> Captured {
    read_capture(&body.to_string(), None).unwrap_or_else(|error| panic!("{error}: {body}")).0
}

/// What a lane is sent of a body, which it takes.
fn sent(body: &Value, dialect: Dialect) -> Value {
    let request = asked(&read(body), dialect);
    assert_eq!(request.refusals(), [], "{body}");
    request.body(None)
}

#[test]
fn the_bytes_of_a_file_are_never_an_address() {
    let chat = |data: &str, name: &str| {
        let file = json!({ "type": "file", "file": { "file_data": data, "filename": name } });
        json!({ "model": "m", "messages": [{ "role": "user", "content": [file] }] })
    };
    let responses = |data: &str, name: &str| {
        let file = json!({ "type": "input_file", "file_data": data, "filename": name });
        json!({ "model": "m", "input": [{ "role": "user", "content": [file] }] })
    };
    for (data, name, media_type) in [
        ("JVBERi0xLjQK", "a.PDF", Some("application/pdf")),
        ("data:application/pdf;base64,JVBERi0xLjQK", "a.bin", Some("application/pdf")),
        ("JVBERi0xLjQK", "a.bin", None),
        ("https://example.com/a.pdf", "a.pdf", None),
        ("data:,hello", "a.txt", None),
    ] {
        for (body, dialect, place) in [
            (chat(data, name), Dialect::OpenaiChat, "/messages/0/content/0"),
            (responses(data, name), Dialect::OpenaiResponses, "/input/0/content/0"),
        ] {
            let captured = read(&body);
            let part = &captured.payload.turns[0].parts[0].content;
            match (part, media_type) {
                (
                    Content::Document { source: Source::Base64 { media_type, data }, .. },
                    Some(as_told),
                ) => {
                    assert_eq!((media_type.as_str(), data.as_str()), (as_told, "JVBERi0xLjQK"));
                }
                (Content::Own { .. }, None) => {
                    assert_eq!(sent(&body, dialect).pointer(place), body.pointer(place), "{data}");
                }
                other => panic!("{data} {name}: {other:?}"),
            }
        }
    }
}

#[test]
fn every_message_of_the_model_stays_one_and_none_without_content_is_lost() {
    let said = |text: &str| json!({ "role": "assistant", "content": [{ "type": "output_text", "text": text }] });
    let refusal =
        json!({ "role": "assistant", "content": [{ "type": "refusal", "refusal": "No." }] });
    let empty = json!({ "role": "assistant", "content": [] });
    let call =
        json!({ "type": "function_call", "call_id": "c", "name": "find", "arguments": "{}" });
    let body = json!({ "model": "m", "input": [
        { "role": "user", "content": "Why?" }, said("So."), refusal, empty, call,
        { "type": "function_call_output", "call_id": "c", "output": "Here." }, empty,
        { "role": "user", "content": "And?" },
    ]});
    let written = sent(&body, Dialect::OpenaiResponses);
    let kinds: Vec<&str> = written["input"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| item["role"].as_str().or_else(|| item["type"].as_str()).expect("either"))
        .collect();
    assert_eq!(
        kinds,
        [
            "user",
            "assistant",
            "assistant",
            "assistant",
            "function_call",
            "function_call_output",
            "assistant",
            "user"
        ],
        "{written}"
    );
    assert_eq!(written["input"][2]["content"], refusal["content"], "each with its own");
    assert_eq!(written["input"][3]["content"], json!([]), "also none");
}

#[test]
fn a_refusal_keeps_the_marks_without_which_it_is_no_valid_item() {
    let said = json!([{ "type": "refusal", "refusal": "No." }]);
    let refusal = json!({ "type": "message", "id": "msg_1", "status": "completed", "role": "assistant", "content": said });
    let answer =
        json!({ "id": "msg_2", "status": "completed", "role": "assistant", "content": "So." });
    let asked = |text: &str| json!({ "role": "user", "content": text });
    let body = json!({ "model": "m", "input": [asked("Why?"), refusal, asked("And?"), answer, asked("So?")] });
    let written = sent(&body, Dialect::OpenaiResponses);
    assert_eq!(written["input"][1], refusal, "as it was answered");
    assert_eq!(written["input"][3].get("id"), None, "and no other item has any");
}

#[test]
fn tools_of_gemini_stay_in_the_order_in_which_they_were_pasted() {
    let named =
        |name: &str| json!({ "functionDeclarations": [{ "name": name, "description": "" }] });
    let tools =
        json!([{ "googleSearch": {} }, named("city"), { "urlContext": {} }, named("weather")]);
    let body =
        json!({ "contents": [{ "role": "user", "parts": [{ "text": "Rain?" }] }], "tools": tools });
    assert_eq!(
        sent(&body, Dialect::Gemini)["tools"],
        tools,
        "what a vendor runs first stays first"
    );
}

#[test]
fn a_turn_of_several_texts_is_a_valid_item_of_responses() {
    let said = |parts: Value| {
        json!({ "model": "m", "messages": [
            { "role": "user", "content": "Why?" }, { "role": "assistant", "content": parts },
            { "role": "user", "content": "And?" },
        ]})
    };
    let text = |text: &str| json!({ "type": "text", "text": text });
    let request = asked(&read(&said(json!([text("a"), text("b")]))), Dialect::OpenaiResponses);
    let part = |text: &str| json!({ "type": "output_text", "text": text, "annotations": [] });
    assert_eq!(
        request.body(None)["input"][1],
        json!({ "type": "message", "id": "msg_2", "status": "completed", "role": "assistant",
            "content": [part("a"), part("b")] }),
        "as one that was answered: the types know a text of the model in a list by nothing less"
    );
    let told: Vec<String> = request.adjustments().iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|told| told.starts_with("ids of messages: ")), "{told:?}");
    let one = asked(&read(&said(json!([text("a")]))), Dialect::OpenaiResponses);
    let plain = json!({ "type": "message", "role": "assistant", "content": "a" });
    assert_eq!(one.body(None)["input"][1], plain, "one text needs no id");
    let bare = |text: &str| json!({ "type": "output_text", "text": text });
    let pasted = json!({ "model": "m", "input": [{ "role": "user", "content": "Why?" },
        { "type": "message", "role": "assistant", "content": [bare("a"), bare("b")] },
        { "role": "user", "content": "And?" }] });
    let request = asked(&read(&pasted), Dialect::OpenaiResponses);
    assert_eq!(request.body(None)["input"], pasted["input"], "what was pasted is sent as it was");
    assert_eq!(request.adjustments(), [], "and nothing is told of it");
    let answered = |parts: Value| {
        json!({ "model": "m", "input": [{ "role": "user", "content": "Why?" },
        { "type": "message", "id": "msg_0a", "status": "completed", "role": "assistant", "content": parts },
        { "role": "user", "content": "And?" }] })
    };
    let two = answered(json!([part("a"), part("b")]));
    assert_eq!(sent(&two, Dialect::OpenaiResponses)["input"], two["input"], "with its own id");
    let one = sent(&answered(json!([part("a")])), Dialect::OpenaiResponses);
    let bare = json!({ "type": "message", "role": "assistant", "content": "a" });
    assert_eq!(one["input"][1], bare, "one text is valid without");
}

#[test]
fn a_custom_call_of_chat_stays_a_call_in_its_own_dialect_and_is_refused_elsewhere() {
    let custom =
        json!({ "id": "c1", "type": "custom", "custom": { "name": "run", "input": "ls  -l" } });
    let function = json!({ "id": "c2", "type": "function", "function": { "name": "find", "arguments": "{}" } });
    let body = json!({ "model": "m", "messages": [
        { "role": "user", "content": "Look." },
        { "role": "assistant", "content": "I do.", "tool_calls": [custom, function] },
        { "role": "tool", "tool_call_id": "c1", "content": "a" },
        { "role": "tool", "tool_call_id": "c2", "content": "b" },
    ]});
    let written = sent(&body, Dialect::OpenaiChat);
    assert_eq!(written["messages"][1], body["messages"][1], "as it was");
    for dialect in [Dialect::OpenaiResponses, Dialect::Anthropic, Dialect::Gemini] {
        assert!(!asked(&read(&body), dialect).refusals().is_empty(), "{}", dialect.name());
    }
    let unknown = json!({ "model": "m", "messages": [
        { "role": "assistant", "tool_calls": [{ "id": "c", "type": "other", "other": {} }] },
    ]});
    assert!(read_capture(&unknown.to_string(), None).is_err(), "no call that is known");
}

#[test]
fn an_answer_whose_beginning_is_given_is_told_to_go_on_with_claude_alone() {
    let asked = |last: &str| {
        let body = json!({ "model": "m", "max_tokens": 9, "system": "JSON.", "messages": [
            { "role": "user", "content": "Name and age?" },
            { "role": last, "content": "{\"name\":" }
        ]});
        read(&body).told().iter().any(|note| note.contains("the beginning of its answer"))
    };
    assert!(asked("assistant"), "others answer anew");
    assert!(!asked("user"), "a question is none");
}

#[test]
fn an_image_that_is_named_by_its_address_alone_is_one_to_every_lane_and_goes_back_as_it_was() {
    let image = json!({ "type": "image_url", "image_url": "https://example.com/a.png" });
    let body = json!({ "model": "m", "messages": [{ "role": "user", "content": [image] }] });
    assert_eq!(sent(&body, Dialect::OpenaiChat)["messages"], body["messages"], "as it was");
    let claude = sent(&body, Dialect::Anthropic);
    let source = claude.pointer("/messages/0/content/0/source/url");
    assert_eq!(source, Some(&json!("https://example.com/a.png")), "{claude}");
}

#[test]
fn what_is_another_apis_own_after_a_call_is_no_text() {
    let thought = json!({ "type": "reasoning", "id": "r", "summary": [] });
    let call = |id: &str| json!({ "type": "function_call", "call_id": id, "name": "find", "arguments": "{}" });
    let result =
        |id: &str| json!({ "type": "function_call_output", "call_id": id, "output": "Here." });
    let input = json!([{ "role": "user", "content": "Why?" }, call("a"), thought, call("b"), result("a"), result("b")]);
    let body = json!({ "model": "m", "input": input });
    for dialect in [Dialect::OpenaiChat, Dialect::Cohere] {
        let refusals = asked(&read(&body), dialect).refusals();
        let said: Vec<String> = refusals.iter().map(|said| said.message.to_string()).collect();
        assert!(said.iter().any(|said| said.contains("`reasoning` of turn 2")), "{said:?}");
        assert!(!said.iter().any(|said| said.contains("text after")), "there is none: {said:?}");
    }
}

#[test]
fn a_field_that_is_refused_is_not_told_to_be_sent_in_other_words() {
    let body = json!({ "model": "m", "n": 3, "messages": [{ "role": "user", "content": "Hi" }] });
    let captured = read(&body);
    let refusals = asked(&captured, Dialect::OpenaiChat).refusals();
    assert!(refusals.iter().any(|said| said.message.to_string().contains("`n`")), "{refusals:?}");
    let told = captured.told();
    assert!(!told.iter().any(|note| note.contains("word for word")), "{told:?}");
}

#[test]
fn what_a_tool_returned_is_an_object_to_gemini_only_if_all_of_it_is_kept() {
    let response = |content: &str| {
        let call = json!({ "id": "c", "type": "function", "function": { "name": "f", "arguments": "{}" } });
        let body = json!({ "model": "m", "messages": [
            { "role": "user", "content": "Look." },
            { "role": "assistant", "tool_calls": [call] },
            { "role": "tool", "tool_call_id": "c", "content": content },
        ]});
        sent(&body, Dialect::Gemini)["contents"][2]["parts"][0]["functionResponse"]["response"]
            .clone()
    };
    assert_eq!(response(r#"{"a": 1.5}"#), json!({ "a": 1.5 }));
    for text in [
        r#"{"wei": 123456789012345678901234567890}"#,
        r#"{"a":1,"a":2}"#,
        r#"{"a": 0.1000000000000000055511151231257827}"#,
    ] {
        assert_eq!(response(text), json!({ "output": text }), "else its text is sent");
    }
}

#[test]
fn texts_that_a_dialect_joins_are_told_wherever_they_stand() {
    let text = |text: &str| json!({ "type": "text", "text": text });
    let call =
        json!({ "id": "c", "type": "function", "function": { "name": "f", "arguments": "{}" } });
    let body = json!({ "model": "m", "messages": [
        { "role": "user", "content": "Look." },
        { "role": "assistant", "tool_calls": [call] },
        { "role": "tool", "tool_call_id": "c", "content": [text("a"), text("b")] },
    ]});
    for dialect in [Dialect::Gemini, Dialect::Ollama] {
        let request = asked(&read(&body), dialect);
        let told: Vec<String> = request.adjustments().iter().map(ToString::to_string).collect();
        assert!(told.iter().any(|told| told.starts_with("parts of text: ")), "{told:?}");
    }
}

#[test]
fn what_is_left_of_a_field_that_was_read_in_part_is_refused_by_its_own_name() {
    let gemini = json!({ "contents": [{ "parts": [{ "text": "Hi" }] }],
        "generationConfig": { "temperature": 0.5, "topK": 5, "speechConfig": {} } });
    let responses = json!({ "model": "m", "input": "Hi", "text": { "verbosity": "low" }, "metadata": { "a": "b" } });
    for (body, names) in [
        (gemini, ["`generationConfig.topK`", "`generationConfig.speechConfig`"]),
        (responses, ["`text.verbosity`", "`metadata`"]),
    ] {
        let refusals = asked(&read(&body), Dialect::Anthropic).refusals();
        let said: Vec<String> = refusals.iter().map(|said| said.message.to_string()).collect();
        for name in names {
            assert!(said.iter().any(|said| said.contains(name)), "{name}: {said:?}");
        }
    }
}

#[test]
fn arguments_that_only_their_text_keeps_are_refused_as_that() {
    let call = json!({ "id": "c", "type": "function", "function": { "name": "f", "arguments": "{\"wei\":123456789012345678901234567890}" } });
    let body = json!({ "model": "m", "messages": [
        { "role": "user", "content": "Look." },
        { "role": "assistant", "tool_calls": [call] },
        { "role": "tool", "tool_call_id": "c", "content": "b" },
    ]});
    let refusals = asked(&read(&body), Dialect::Anthropic).refusals();
    let [only] = &refusals[..] else { panic!("one: {refusals:?}") };
    let why = only.message.to_string();
    assert!(why.contains("that only their text keeps") && why.contains("`f`"), "{why}");
}

#[test]
fn differences_beyond_those_that_are_listed_are_counted() {
    let file = |at: usize| json!({ "type": "file", "file": { "filename": format!("{at}.pdf"), "file_data": "data:application/pdf;base64,JVBERi0xLjQK" } });
    let files: Vec<Value> = (0..40).map(file).collect();
    let body = json!({ "model": "m", "messages": [{ "role": "user", "content": files }] });
    let told = asked(&read(&body), Dialect::Gemini).differences();
    let told: Vec<String> = told.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 33, "{told:?}");
    assert!(told[32].starts_with("8 more: "), "{}", told[32]);
}
