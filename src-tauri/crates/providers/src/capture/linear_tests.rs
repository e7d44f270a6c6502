//! A request of any size is read and written in time proportional to it: four times as many bytes or turns take at most eight
//! times as long, with a margin for memory, whereas nested loops would take sixteen times.

use std::hint::black_box;

use serde_json::{Value, json};

use super::tests::asked;
use super::*;
use crate::request::Request;
use crate::wire::linear_tests::is_in_proportion;

/// Bytes of a large request.
const LARGE: usize = 2 * 1024 * 1024;
/// Turns of a long one.
const TURNS: usize = 200;

/// What a plan, its check and its lanes do with a captured text, in every dialect.
fn read_and_write(text: &str) {
    let (captured, _) = read_capture(text, None).expect("it is read");
    for dialect in Dialect::ALL {
        let request: Request = asked(&captured, dialect);
        black_box((request.refusals(), request.adjustments(), request.body(None)));
    }
    black_box((captured.payload.text(), captured.payload.shown()));
}

fn is_linear(what: &str, of: &dyn Fn(usize) -> String) {
    let (one, four) = (of(1), of(4));
    let what = format!("{what}, {} KB", one.len() / 1024);
    is_in_proportion(&what, 8, &|| read_and_write(&one), &|| read_and_write(&four));
}

/// An agent's conversation in chat completions: a question, a call, its result, an answer.
fn loops(turns: usize, bytes: usize) -> Value {
    let text = "word ".repeat(bytes / turns.max(1) / 5);
    let mut messages = vec![json!({ "role": "system", "content": "Be brief." })];
    for at in 0..turns / 4 {
        let id = format!("call_{at}");
        let function = json!({ "name": "look", "arguments": json!({ "q": text }).to_string() });
        messages.extend([
            json!({ "role": "user", "content": [{ "type": "text", "text": text }] }),
            json!({ "role": "assistant", "content": null, "tool_calls": [{ "id": id, "type": "function", "function": function }] }),
            json!({ "role": "tool", "tool_call_id": id, "content": text }),
            json!({ "role": "assistant", "content": text }),
        ]);
    }
    messages.push(json!({ "role": "user", "content": "And now?" }));
    json!({ "model": "m", "messages": messages })
}

#[test]
fn two_hundred_turns_of_two_megabytes_are_read_and_written_in_proportion() {
    let whole = loops(TURNS, LARGE).to_string();
    assert!(whole.len() > LARGE && whole.len() < 2 * LARGE, "{} bytes", whole.len());
    let (captured, _) = read_capture(&whole, None).expect("it is read");
    assert!(captured.payload.turns.len() >= TURNS, "{} turns", captured.payload.turns.len());
    // What is not linear shows in a quarter of it as well, and is found in a quarter of the time.
    is_linear("bytes", &|n| loops(TURNS, n * LARGE / 16).to_string());
    is_linear("turns", &|n| loops(n * 150, 30_000 * n).to_string());
}

#[test]
fn every_format_is_read_and_written_in_proportion() {
    let text = |n: usize| "say \"hello\"\n".repeat(n * 4_000);
    let list = |n: usize, each: &dyn Fn(usize) -> Value| (0..n).map(each).collect::<Vec<_>>();
    is_linear("chat: tools", &|n| {
        let tool = |at| json!({ "type": "function", "function": { "name": format!("f{at}"), "parameters": { "type": "object", "properties": {} } } });
        json!({ "messages": [{ "role": "user", "content": "a" }], "tools": list(n * 500, &tool) })
            .to_string()
    });
    is_linear("chat: images", &|n| {
        let image = json!({ "type": "image_url", "image_url": { "url": format!("data:image/png;base64,{}", "iVBORw0K".repeat(n * 20_000)) } });
        json!({ "messages": [{ "role": "user", "content": [image] }] }).to_string()
    });
    is_linear("responses: items", &|n| {
        let item = |at| match at % 3 {
            0 => json!({ "role": "user", "content": [{ "type": "input_text", "text": "a" }] }),
            1 => {
                json!({ "type": "function_call", "call_id": format!("c{at}"), "name": "look", "arguments": "{}" })
            }
            _ => {
                json!({ "type": "function_call_output", "call_id": format!("c{}", at - 1), "output": "b" })
            }
        };
        json!({ "input": list(n * 600, &item) }).to_string()
    });
    is_linear("responses: one text", &|n| json!({ "input": text(n) }).to_string());
    is_linear("anthropic: blocks", &|n| {
        let block = |at| match at % 2 {
            0 => {
                json!({ "role": "assistant", "content": [{ "type": "tool_use", "id": format!("t{at}"), "name": "look", "input": {} }] })
            }
            _ => {
                json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": format!("t{}", at - 1), "content": "a" }] })
            }
        };
        json!({ "max_tokens": 9, "system": text(1), "messages": list(n * 600, &block) }).to_string()
    });
    is_linear("gemini: contents", &|n| {
        let content = |at| match at % 2 {
            0 => {
                json!({ "role": "model", "parts": [{ "functionCall": { "name": "look", "args": {} } }] })
            }
            _ => {
                json!({ "role": "user", "parts": [{ "functionResponse": { "name": "look", "response": { "r": 1 } } }] })
            }
        };
        json!({ "contents": list(n * 600, &content) }).to_string()
    });
    is_linear("a curl line", &|n| {
        let body = json!({ "messages": [{ "role": "user", "content": text(n) }] }).to_string();
        format!(
            "curl https://api.openai.com/v1/chat/completions -d '{}'",
            body.replace('\'', "'\\''")
        )
    });
    is_linear("a curl line of escapes", &|n| {
        let body =
            json!({ "messages": [{ "role": "user", "content": "it's ".repeat(n * 4_000) }] })
                .to_string();
        format!(
            "curl https://api.openai.com/v1/chat/completions -d '{}'",
            body.replace('\'', "'\\''")
        )
    });
}

#[test]
fn sounds_and_names_of_any_length_are_read_and_written_in_proportion() {
    let list = |n: usize, each: &dyn Fn(usize) -> Value| (0..n).map(each).collect::<Vec<_>>();
    is_linear("sounds and videos", &|n| {
        let data = "UklGRiQA".repeat(n * 10_000);
        let sound =
            json!({ "type": "input_audio", "input_audio": { "data": data, "format": "wav" } });
        let video = json!({ "type": "video_url", "video_url": { "url": format!("data:video/mp4;base64,{data}") } });
        json!({ "messages": [{ "role": "user", "content": [sound, video] }] }).to_string()
    });
    is_linear("gemini: sounds and videos", &|n| {
        let part = |at| json!({ "inlineData": { "mimeType": if at % 2 == 0 { "audio/wav" } else { "video/mp4" }, "data": "UklGRiQA".repeat(100) } });
        json!({ "contents": [{ "role": "user", "parts": list(n * 200, &part) }] }).to_string()
    });
    // A hundred levels, each of whose names is long: a place that is told names all of them.
    let nested = |name: &str, value: Value| (0..100).fold(value, |value, _| json!({ name: value }));
    is_linear("long names, nested", &|n| {
        let fields = nested(&"n".repeat(n * 2_500), json!(1));
        json!({ "messages": [{ "role": "user", "content": "a" }], "metadata": fields }).to_string()
    });
    is_linear("long names, nested, with much in them", &|n| {
        let leaf: serde_json::Map<String, Value> =
            (0..n * 500).map(|at| (format!("f{at}"), json!(at))).collect();
        let fields = nested(&"n".repeat(n * 500), leaf.into());
        json!({ "messages": [{ "role": "user", "content": "a" }], "metadata": fields }).to_string()
    });
    is_linear("long names with keys, nested", &|n| {
        let keys: Vec<Value> =
            (0..n * 100).map(|_| json!({ "api_key": "sk-proj-01234567890123456789" })).collect();
        let fields = nested(&"n".repeat(n * 500), keys.into());
        json!({ "messages": [{ "role": "user", "content": "a" }], "metadata": fields }).to_string()
    });
    is_linear("names that stand again", &|n| {
        let again = r#""a":{"b":1,"b":2},"#.repeat(n * 5_000);
        format!(r#"{{"messages":[{{"role":"user","content":"a"}}],"metadata":{{{again}"z":0}}}}"#)
    });
    is_linear("fields that nobody knows", &|n| {
        let fields: serde_json::Map<String, Value> =
            (0..n * 500).map(|at| (format!("f{at}"), json!(at))).collect();
        let mut body = json!({ "messages": [{ "role": "user", "content": "a" }] });
        body.as_object_mut().expect("an object").extend(fields);
        body.to_string()
    });
}

#[test]
fn bodies_that_a_line_is_given_to_read_are_read_in_proportion() {
    const LINE: &str = "curl https://api.openai.com/v1/chat/completions -d @-";
    let body = |n: usize| {
        json!({ "messages": [{ "role": "user", "content": "it is 5 o'clock in Bern for $1 ".repeat(n * 2_000) }] })
            .to_string()
    };
    let quoted = |n: usize| body(n).replace('\'', r"'\''");
    is_linear("<<'EOF'", &|n| format!("{LINE} <<'EOF'\n{}\nEOF", body(n)));
    is_linear("<<EOF", &|n| format!("{LINE} <<EOF\n{}\nEOF", body(n).replace('$', r"\$")));
    is_linear("<<-EOF, with tabs and short rows", &|n| {
        format!(
            "{LINE} <<-'EOF'\n{{\"messages\":[{{\"role\":\"user\",\"content\":\"a\"}}]{}\n}}\nEOF",
            "\n\t".repeat(n * 20_000)
        )
    });
    is_linear("<<<", &|n| format!("{LINE} <<< '{}'", quoted(n)));
    is_linear("echo |", &|n| format!("echo '{}' | {LINE}", quoted(n)));
    is_linear("printf |", &|n| format!("printf '%s' '{}' | {LINE}", quoted(n)));
    is_linear("cat <<EOF |", &|n| format!("cat <<'EOF' | {LINE}\n{}\nEOF", body(n)));
    is_linear("$(cat <<EOF)", &|n| {
        let line = LINE.trim_end_matches("@-");
        format!("{line} \"$(cat <<'EOF'\n{}\nEOF\n)\"", body(n))
    });
}

#[test]
fn a_line_that_is_torn_in_the_text_it_is_given_is_refused_in_proportion() {
    let is_refused_linearly = |what: &str, of: &dyn Fn(usize) -> String| {
        let (one, four) = (of(1), of(4));
        let refused = |text: &str| {
            black_box(read_capture(text, None).expect_err(what));
        };
        is_in_proportion(what, 8, &|| refused(&one), &|| refused(&four));
    };
    let line = "curl https://a.example/v1/chat/completions -d ";
    for unit in [
        "\"$(cat <<'A'\n",
        "$(cat <<A\n",
        "$(cat <<A ",
        "$(cat <<\\\") ",
        "$(",
        "${",
        "`",
        "<<A\n",
        "<<A ",
        "<<-'A\n",
        "<<< a ",
        "| ",
        "\\",
        "'",
        "\"",
        "a<",
    ] {
        is_refused_linearly(&format!("many {unit:?}"), &|n| {
            format!("{line}{}", unit.repeat(n * 10_000))
        });
        is_refused_linearly(&format!("many {unit:?} before it"), &|n| {
            format!("echo {} | curl a -d @-", unit.repeat(n * 10_000))
        });
    }
    // A text within a text within a text.
    is_refused_linearly("texts within texts", &|n| {
        let begin = |at| format!("$(cat <<A{at}\n");
        let end = |at| format!("A{at}\n)\n");
        let texts: String =
            (0..n * 5_000).map(begin).chain((0..n * 5_000).rev().map(end)).collect();
        format!("{line}\"{}\"", texts.trim_end())
    });
    is_refused_linearly("many commands before it", &|n| {
        format!("{}curl a -d @-", "jq . | ".repeat(n * 10_000))
    });
    is_refused_linearly("many rows without the last", &|n| {
        format!("{line}@- <<EOF\n{}", "EO\n".repeat(n * 20_000))
    });
}
