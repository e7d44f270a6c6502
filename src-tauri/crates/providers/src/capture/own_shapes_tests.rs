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
