//! Streams in the shapes of Ollama's documentation and source.

use measure::ReasoningType;

use crate::dialects::dialect::Dialect;
use crate::dialects::testing::{self, Expected, PLAIN, fixture};

fn expectations() -> [(&'static str, Expected); 3] {
    [
        (
            "ollama_chat.ndjson",
            Expected {
                text: "The fox.",
                reasoning: "Okay",
                usage: (Some(26), Some(259)),
                kind: ReasoningType::Verbatim,
                ..PLAIN
            },
        ),
        (
            "ollama_generate.ndjson",
            Expected { text: "The", finish: Some("length"), usage: (Some(26), Some(1)), ..PLAIN },
        ),
        (
            "ollama_error_midstream.ndjson",
            Expected { text: "The", finish: None, done: false, fault: Some("CUDA error"), ..PLAIN },
        ),
    ]
}

#[test]
fn every_stream_reads_the_same_however_it_is_cut() {
    for (file, expected) in expectations() {
        testing::reads_the_same_however_it_is_cut(Dialect::Ollama, file, &expected);
    }
}

#[test]
fn a_line_is_a_line_whatever_ends_it() {
    let text = String::from_utf8(fixture("ollama_chat.ndjson")).expect("text");
    for ended in [text.replace('\n', "\r\n"), text.trim_end().to_owned()] {
        let (recording, reply) = testing::read(Dialect::Ollama, &[ended.as_bytes()]);
        assert_eq!(recording.transcript.answer, "The fox.", "all lines are read");
        assert!(reply.done, "the last one too, without its line feed");
    }
}

#[test]
fn loading_the_model_is_separate_from_reading_the_prompt() {
    let (_, reply) = testing::read(Dialect::Ollama, &[&fixture("ollama_chat.ndjson")]);
    let server = reply.server;
    let whole = |ms: Option<f64>| ms.map(f64::round);
    assert_eq!(whole(server.load_ms), Some(6_338.0), "durations come in nanoseconds");
    assert_eq!(whole(server.prompt_ms), Some(130.0), "the prompt took far less");
    assert_eq!(whole(server.completion_ms), Some(4_233.0), "and the answer most");
    assert_eq!(whole(server.tps), Some(61.0), "259 tokens in 4.23 s");
}

#[test]
fn tool_calls_are_output() {
    let line = br#"{"model":"m","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"look","arguments":{"q":1}}}]},"done":false}
"#;
    let (recording, _) = testing::read(Dialect::Ollama, &[line]);
    assert_eq!(recording.transcript.tool, "look{\"q\":1}", "name and arguments");
}
