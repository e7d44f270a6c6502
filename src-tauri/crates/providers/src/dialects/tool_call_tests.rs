//! The tool calls of every dialect: each is stamped, and told apart from the others.

use measure::Recording;

use super::testing::{fixture, read};
use crate::dialects::dialect::Dialect;
use crate::wire::response::Reply;

/// The event of `file` in each read, stamped with its place among them.
fn by_event(dialect: Dialect, file: &str) -> (Recording, Reply, Vec<String>) {
    let text = String::from_utf8(fixture(file)).expect("a text");
    let end = if file.ends_with(".ndjson") { "\n" } else { "\n\n" };
    let text = text.replace("\r\n", "\n");
    let events: Vec<String> = text.split_inclusive(end).map(str::to_owned).collect();
    let pieces: Vec<&[u8]> = events.iter().map(String::as_bytes).collect();
    let (recording, reply) = read(dialect, &pieces);
    (recording, reply, events)
}

/// What the tools are called with, by a stream of events.
fn told(dialect: Dialect, stream: &str) -> Option<Vec<(String, String)>> {
    let (recording, _) = read(dialect, &[stream.as_bytes()]);
    let calls = recording.tool_calls()?;
    Some(calls.iter().map(|call| (call.name.to_owned(), call.arguments.to_owned())).collect())
}

fn pairs(calls: &[(&str, &str)]) -> Vec<(String, String)> {
    calls.iter().map(|(name, with)| ((*name).to_owned(), (*with).to_owned())).collect()
}

#[test]
fn every_dialects_calls_are_stamped_by_their_first_and_last_byte() {
    use Dialect::{
        Anthropic, Cohere, Gemini, GeminiInteractions, Ollama, OpenaiChat, OpenaiResponses,
    };
    // Of the first call the texts whose events are its first and its last, and of the second call.
    let weather = r#"{"city":"Zürich"}"#;
    let spaced = r#"{"city": "Zürich"}"#;
    for (dialect, file, arguments, ends) in [
        (OpenaiChat, "openai_chat_tools.sse", weather, [r#""name":"weather""#, r#"\"}"#]),
        (
            OpenaiResponses,
            "openai_responses_tools.sse",
            weather,
            [r#""name":"weather""#, r#""delta":"\"}"#],
        ),
        (Anthropic, "anthropic_tools.sse", spaced, [r#""name":"weather""#, r#"ich\"}"#]),
        (Gemini, "gemini_tools.sse", weather, ["weather", "weather"]),
        (Cohere, "cohere_v2_tools.sse", weather, [r#""name":"weather""#, r#"Zürich\"}"#]),
        (Ollama, "ollama_tools.ndjson", weather, ["weather", "weather"]),
        (
            GeminiInteractions,
            "gemini_interactions_call.sse",
            r#"{"place":"Mäander"}"#,
            ["look_up", r#"der\"}"#],
        ),
    ] {
        let (recording, reply, events) = by_event(dialect, file);
        let calls = recording.tool_calls().expect("they can be told apart");
        assert_eq!(calls[0].arguments, arguments, "{file}: whole");
        let first = |part: &str| {
            let at = events.iter().position(|event| event.contains(part));
            at.unwrap_or_else(|| panic!("{file} has no {part}")) as u64
        };
        assert_eq!(
            [calls[0].first_ns, calls[0].last_ns],
            ends.map(first),
            "{file}: its own events"
        );
        if let Some(second) = calls.get(1) {
            assert_eq!(second.name, "now", "{file}: the second call");
            assert_eq!(second.first_ns, first(r#""now""#), "{file}: by its own event");
        }
        assert!(
            reply.finish_reason.is_some() && reply.done && reply.unread == 0,
            "{file}: {reply:?}"
        );
    }
}

#[test]
fn a_call_is_not_made_of_pieces_of_two() {
    let delta = |index: u64, id: &str, name: &str, arguments: &str| {
        let mut call = serde_json::json!({ "index": index, "function": {} });
        for (field, text) in [("name", name), ("arguments", arguments)] {
            if !text.is_empty() {
                call["function"][field] = text.into();
            }
        }
        if !id.is_empty() {
            call["id"] = id.into();
        }
        format!(
            "data: {}\n\n",
            serde_json::json!({ "choices": [{ "index": 0, "delta": { "tool_calls": [call] } }] })
        )
    };
    let chat = |pieces: &[String]| told(Dialect::OpenaiChat, &pieces.concat());
    let two = Some(pairs(&[("a", "{}"), ("b", "[]")]));
    let apart = [delta(0, "1", "a", ""), delta(0, "", "", "{}"), delta(1, "2", "b", "[]")];
    assert_eq!(chat(&apart), two, "by their numbers");
    assert_eq!(chat(&[delta(0, "1", "a", "{}"), delta(0, "2", "b", "[]")]), two, "by their ids");
    assert_eq!(chat(&[delta(0, "", "a", "{}"), delta(0, "", "b", "[]")]), two, "by their names");
    let repeated = [delta(0, "1", "a", "{"), delta(0, "1", "a", "}"), delta(1, "2", "b", "[]")];
    assert_eq!(chat(&repeated), two, "of a server that repeats id and name");
    let mixed = [
        delta(0, "1", "a", "{"),
        delta(1, "2", "b", "["),
        delta(0, "", "", "}"),
        delta(1, "", "", "]"),
    ];
    assert_eq!(chat(&mixed), None, "pieces of two calls at once");
    let (recording, _) = read(Dialect::OpenaiChat, &[mixed.concat().as_bytes()]);
    assert_eq!(recording.transcript.tool, "a{b[}]", "and yet not a byte is lost");
    assert_eq!(chat(&[delta(0, "", "", "{}")]), None, "arguments of nobody");
    assert_eq!(
        chat(&[delta(0, "1", "get_", ""), delta(0, "1", "time", "{}")]),
        None,
        "half a name"
    );
}

#[test]
fn arguments_that_came_in_no_piece_are_read_from_the_end_of_their_call() {
    let event = |event: serde_json::Value| format!("data: {event}\n\n");
    let item = |arguments: &str| serde_json::json!({ "type": "function_call", "call_id": "c", "name": "look", "arguments": arguments });
    let added = event(
        serde_json::json!({ "type": "response.output_item.added", "output_index": 0, "item": item("") }),
    );
    let piece = event(
        serde_json::json!({ "type": "response.function_call_arguments.delta", "output_index": 0, "delta": "{}" }),
    );
    let done = event(
        serde_json::json!({ "type": "response.function_call_arguments.done", "output_index": 0, "arguments": "{}" }),
    );
    let ended = event(
        serde_json::json!({ "type": "response.output_item.done", "output_index": 0, "item": item("{}") }),
    );
    let completed = event(serde_json::json!({
        "type": "response.completed", "response": { "status": "completed", "output": [item("{}")] },
    }));
    let once = Some(pairs(&[("look", "{}")]));
    for (what, stream) in [
        ("all of it", [&*added, &piece, &done, &ended, &completed].concat()),
        ("no piece", [&*added, &done, &ended, &completed].concat()),
        ("only the item at its end", [&*ended, &completed].concat()),
        ("only the end", completed.clone()),
    ] {
        assert_eq!(told(Dialect::OpenaiResponses, &stream), once, "{what}: once, not twice");
    }
    let call = |at: u64, arguments: &str| serde_json::json!({ "type": "function_call", "call_id": format!("c{at}"), "name": "look", "arguments": arguments });
    let of = |kind: &str, at: u64, arguments: &str| {
        event(
            serde_json::json!({ "type": format!("response.output_item.{kind}"), "output_index": at, "item": call(at, arguments) }),
        )
    };
    let piece = |at: u64, text: &str| {
        event(
            serde_json::json!({ "type": "response.function_call_arguments.delta", "output_index": at, "delta": text }),
        )
    };
    let late = [
        of("added", 0, ""),
        piece(0, "{}"),
        of("added", 1, ""),
        piece(1, "[]"),
        of("done", 0, "{}"),
        of("done", 1, "[]"),
    ];
    let both = Some(pairs(&[("look", "{}"), ("look", "[]")]));
    assert_eq!(told(Dialect::OpenaiResponses, &late.concat()), both, "both ends after both calls");
    let custom = serde_json::json!({ "type": "custom_tool_call", "call_id": "c", "name": "run", "input": "ls" });
    let custom = event(
        serde_json::json!({ "type": "response.output_item.done", "output_index": 0, "item": custom }),
    );
    assert_eq!(
        told(Dialect::OpenaiResponses, &custom),
        Some(pairs(&[("run", "ls")])),
        "free text too"
    );
}

#[test]
fn an_unstreamed_answer_has_its_calls() {
    use Dialect::{Anthropic, Cohere, OpenaiChat, OpenaiResponses};
    for (dialect, body) in [
        (
            OpenaiChat,
            r#"{"choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"look","arguments":"{\"q\":1}"}}]},"finish_reason":"tool_calls"}]}"#,
        ),
        (
            OpenaiResponses,
            r#"{"object":"response","status":"completed","output":[{"type":"function_call","call_id":"c","name":"look","arguments":"{\"q\":1}"}]}"#,
        ),
        (
            Anthropic,
            r#"{"type":"message","content":[{"type":"tool_use","id":"t","name":"look","input":{"q":1}}],"stop_reason":"tool_use"}"#,
        ),
        (
            Cohere,
            r#"{"id":"x","finish_reason":"TOOL_CALL","message":{"role":"assistant","tool_plan":"I look.","tool_calls":[{"id":"t","type":"function","function":{"name":"look","arguments":"{\"q\":1}"}}]}}"#,
        ),
    ] {
        let calls = told(dialect, body);
        assert_eq!(calls, Some(pairs(&[("look", "{\"q\":1}")])), "{}", dialect.name());
    }
}

#[test]
fn arguments_as_json_instead_of_text_are_the_same_arguments() {
    let chunk = r#"data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":"0","id":7,"function":{"name":"look","arguments":{"q":1}}}]}}]}

"#;
    assert_eq!(
        told(Dialect::OpenaiChat, chunk),
        Some(pairs(&[("look", "{\"q\":1}")])),
        "as some send them"
    );
    let parts = r#"data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"look","willContinue":true}}]}}]}

data: {"candidates":[{"content":{"parts":[{"functionCall":{"partialArgs":[{"jsonPath":"$.q","stringValue":"a"}],"willContinue":true}}]}}]}

"#;
    assert_eq!(told(Dialect::Gemini, parts), None, "values with their places are no JSON");
}
