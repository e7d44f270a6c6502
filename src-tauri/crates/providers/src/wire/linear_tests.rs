//! Reading takes time proportional to the number of bytes, whatever a server sends: twice as many take at most three
//! times as long, whereas nested loops would take four times.

use measure::Recording;
use rustix::time::{ClockId, clock_gettime};
use secrecy::SecretString;

use crate::dialects::dialect::Dialect;
use crate::wire::decoder::Reader;
use crate::wire::redact::Redaction;
use crate::wire::response::Reply;
use crate::wire::sse::Sse;
use crate::wire::think_tags::Tags;

const KEY: &str = "sk-marker-7Qh2Vx9LmT4cWz8RbN6yKd3F";
/// Bytes of one network read.
const READ: usize = 16 * 1024;

/// Processor time of this thread, which does not depend on the machine's other work.
fn worked_ns() -> i64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Reads a body, in reads of this size.
fn read_whole(dialect: Dialect, body: &[u8], read: usize) {
    let key = SecretString::from(KEY.to_owned());
    let (mut recording, mut reply) = (Recording::default(), Reply::default());
    let mut sse = Sse::default();
    let redaction = Redaction::of(Some(&key));
    let mut reader = Reader::new(dialect.wire().events(), 0, Tags::default(), redaction);
    for bytes in body.chunks(read) {
        let fed = sse.feed(bytes, |event, size| {
            reader.event(&event, 1, size, &mut recording, &mut reply);
        });
        assert_eq!(fed, Ok(()), "within the limits, or this would measure nothing");
        // What the lane does after each read.
        let _spoke = reader.spoke();
    }
    sse.finish(|event, size| reader.event(&event, 1, size, &mut recording, &mut reply));
    reader.finish("", |_| None, &mut recording, &mut reply);
}

fn quickest(work: &dyn Fn()) -> i64 {
    let once = || {
        let begun = worked_ns();
        work();
        worked_ns() - begun
    };
    (0..3).map(|_| once()).min().unwrap_or_default()
}

/// Checks that work on more takes at most so many times as long.
pub(crate) fn is_in_proportion(what: &str, most: i64, one: &dyn Fn(), more: &dyn Fn()) {
    // Caches are shared with everything else that runs; linear work proves linear in at least one try.
    let mut measured = (0..5).map(|_| (quickest(one), quickest(more)));
    let worst =
        measured.try_fold(
            (0, 0),
            |_, (short, long)| {
                if long <= most * short { Err(()) } else { Ok((short, long)) }
            },
        );
    if let Ok((short, long)) = worst {
        panic!("{what}: {short} ns, and {long} ns for more");
    }
}

/// Checks bodies of `count` and of twice as many pieces.
fn is_linear(
    what: &str,
    dialect: Dialect,
    read: usize,
    count: usize,
    body: &dyn Fn(usize) -> String,
) {
    let (one, two) = (body(count), body(2 * count));
    let what = format!("{what}, {} bytes", one.len());
    is_in_proportion(&what, 3, &|| read_whole(dialect, one.as_bytes(), read), &|| {
        read_whole(dialect, two.as_bytes(), read);
    });
}

fn delta(text: &str) -> String {
    format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{text}\"}}}}]}}\n\n")
}

#[test]
fn bodies_outside_the_grammar_are_read_in_linear_time() {
    let chat = Dialect::OpenaiChat;
    is_linear("a list line by line", chat, READ, 20_000, &|n| {
        "[[]\n".to_owned() + &",[]\n".repeat(n)
    });
    is_linear("an object line by line", chat, READ, 20_000, &|n| {
        "{\"a\":{}\n".to_owned() + &",\"b\":{}\n".repeat(n)
    });
    is_linear("brackets that never close", chat, READ, 400_000, &|n| "[".repeat(n));
    is_linear("one endless line", chat, 512, 400_000, &|n| "x".repeat(n));
    is_linear("comments", chat, 512, 40_000, &|n| ":\n".repeat(n) + &delta("a"));
    is_linear("line ends", chat, READ, 200_000, &|n| "\r".repeat(n));
    is_linear("events without text", chat, 512, 10_000, &|n| {
        "data: {}\n\n".repeat(n) + &delta("a")
    });
    is_linear("one event of empty lines", chat, READ, 100_000, &|n| "data\n".repeat(n));
    is_linear("one line of an event in small reads", chat, 64, 200_000, &|n| {
        format!("data: \"{}\"\n\n", "x".repeat(n))
    });
}

#[test]
fn errors_and_facts_are_redacted_in_linear_time() {
    let chat = Dialect::OpenaiChat;
    let error = |said: String| format!("event: error\ndata: {said}\n\n");
    for (what, piece) in [
        ("beginnings of keys", "sk- "),
        ("keys", "sk-abcdefgh "),
        ("parts of the key", "sk-marker-7Qh2Vx9 "),
        ("backslashes", "\\\\"),
        ("escapes", "\\u0073"),
        ("percent signs", "%25"),
        ("entities", "&#x0000"),
        ("invisible characters", "\u{200b}"),
        ("letters that stand for many", "\u{fdfa}"),
        ("zeros of a number", "&#0000"),
        ("beginnings of comments", "<!--"),
        ("commands written out", "\\\\e]^["),
        ("prefixes in one word", "sk-"),
    ] {
        is_linear(what, chat, READ, 10_000, &|n| error(piece.repeat(n)));
        is_linear(what, chat, READ, 20_000, &|n| {
            format!(
                "data: {{\"choices\":[],\"model\":\"{}\"}}\n\n",
                piece.replace('\\', "\\\\").repeat(n)
            )
        });
        is_linear(what, chat, READ, 1_500, &|n| delta(&piece.replace('\\', "\\\\")).repeat(n));
    }
    is_linear("a report of many fields", chat, READ, 5_000, &|n| {
        let fields: Vec<String> = (0..n).map(|at| format!("\"f{at}\":\"sk-{at}\"")).collect();
        format!("data: {{\"choices\":[],\"usage\":{{{}}}}}\n\n", fields.join(","))
    });
    is_linear("reports that alternate", chat, READ, 2_000, &|n| {
        "data: {\"choices\":[],\"usage\":{\"a\":1}}\n\ndata: {\"choices\":[],\"usage\":{\"b\":1}}\n\n".repeat(n)
    });
}

/// In each event a text that is replaced or kept once costs hardly more than one that nobody reads, and a number of a
/// report not many times as much.
#[test]
fn what_is_not_kept_is_not_redacted_and_a_number_costs_what_it_is() {
    let chat = Dialect::OpenaiChat;
    let event = |said: &str| format!("data: {{\"choices\":[{said}]}}\n\n").repeat(500);
    let said = "\u{fdfa}".repeat(240);
    let unread = event(&format!("{{\"index\":0,\"delta\":{{}},\"no_such_field\":\"{said}\"}}"));
    let finish = event(&format!("{{\"index\":0,\"delta\":{{}},\"finish_reason\":\"{said}\"}}"));
    is_in_proportion("finish reasons", 3, &|| read_whole(chat, unread.as_bytes(), READ), &|| {
        read_whole(chat, finish.as_bytes(), READ);
    });
    let report = |name: &str, number: &str| {
        let numbers = vec![number; 250].join(",");
        format!("data: {{\"choices\":[],\"{name}\":{{\"x\":[{numbers}]}}}}\n\n").repeat(200)
    };
    let (short, long) = (report("usage", "1.5e5"), report("usage", "1e300"));
    is_in_proportion(
        "numbers of reports",
        3,
        &|| read_whole(chat, short.as_bytes(), READ),
        &|| read_whole(chat, long.as_bytes(), READ),
    );
}

#[test]
fn answers_are_read_in_linear_time() {
    let chat = Dialect::OpenaiChat;
    for (what, piece) in [
        ("spaces", " "),
        ("line ends", "\\n"),
        ("beginnings of tags", "<"),
        ("longer beginnings of tags", "</thi"),
        ("opening tags", "<think>"),
        ("closing tags", "</think>\\n"),
        ("fences", "```"),
        ("words", "word "),
        ("parts of the key", "sk-marker-7Qh2Vx9LmT4c"),
    ] {
        is_linear(what, chat, READ, 2_500, &|n| delta(piece).repeat(n));
        is_linear(what, chat, READ, 20_000, &|n| delta(&piece.repeat(n)));
        is_linear(what, chat, READ, 2_500, &|n| delta("<think>") + &delta(piece).repeat(n));
    }
    is_linear("a call in pieces", chat, READ, 2_500, &|n| {
        let call = "{\"tool_calls\":[{\"function\":{\"arguments\":\"x\"}}]}";
        format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{call}}}]}}\n\n").repeat(n)
    });
    is_linear("calls", chat, READ, 2_500, &|n| {
        let call = "{\"tool_calls\":[{\"index\":1,\"id\":\"ID\",\"function\":{\"name\":\"x\",\"arguments\":\"{}\"}}]}";
        let one = |at: usize| call.replace("ID", &at.to_string());
        (0..n)
            .map(|at| format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{}}}]}}\n\n", one(at)))
            .collect::<Vec<_>>()
            .concat()
    });
    is_linear("details in pieces", chat, READ, 5_000, &|n| {
        let details = "{\"reasoning_details\":[{\"text\":\"xyz \"}]}";
        format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{details}}}]}}\n\n").repeat(n)
    });
}

#[test]
fn every_dialect_reads_in_linear_time() {
    for (dialect, piece) in [
        (Dialect::OpenaiChat, delta("a b")),
        (
            Dialect::OpenaiResponses,
            "data: {\"type\":\"response.output_text.delta\",\"delta\":\"a b\"}\n\n".to_owned(),
        ),
        (
            Dialect::Anthropic,
            "data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"text_delta\",\"text\":\"a b\"}}\n\n".to_owned(),
        ),
        (
            Dialect::Gemini,
            "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a b\"}]}}],\"usageMetadata\":{\"candidatesTokenCount\":3}}\n\n".to_owned(),
        ),
        (
            Dialect::GeminiInteractions,
            "data: {\"event_type\":\"step.delta\",\"delta\":{\"type\":\"text\",\"text\":\"a b\"}}\n\n".to_owned(),
        ),
        (
            Dialect::Cohere,
            "data: {\"type\":\"content-delta\",\"delta\":{\"message\":{\"content\":{\"text\":\"a b\"}}}}\n\n".to_owned(),
        ),
        (Dialect::Ollama, "{\"message\":{\"content\":\"a b\"},\"done\":false}\n".to_owned()),
        (Dialect::Replicate, "event: output\ndata: a b\n\n".to_owned()),
    ] {
        is_linear(dialect.name(), dialect, READ, 2_500, &|n| piece.repeat(n));
        is_linear(dialect.name(), dialect, READ, 20_000, &|n| {
            format!("data: [{{\"type\":\"a\",\"error\":{{}}}},{}{{}}]\n\n", "{},".repeat(n))
        });
    }
}
