//! A request out of a batch: a line of a file as OpenAI's, Anthropic's, Gemini's and Mistral's batches take them. What it asks is read as a
//! request by itself, and what belongs to the batch is told.

use serde::de::IgnoredAny;
use serde_json::{Map, Value};

use crate::capture::curl::CurlLine;
use crate::capture::fields::CaptureError;
use crate::capture::notes;
use crate::capture::unread;
use crate::catalogue::recognise::is_key;
use crate::dialects::dialect::Dialect;
use crate::dialects::ledger::shown;

/// The ends of the addresses that a batch of OpenAI's names.
const ADDRESSES: [(&str, Dialect); 3] = [
    ("/chat/completions", Dialect::OpenaiChat),
    ("/responses", Dialect::OpenaiResponses),
    ("/messages", Dialect::Anthropic),
];

/// The first of the lines of a text that has an object on each, and how many these are; `None` for any other text.
pub(super) fn first_of_lines(text: &str) -> Option<(&str, usize)> {
    let (first, rest) = text.split_once('\n')?;
    let is_one_line =
        rest.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(first).is_ok();
    let more = rest.lines().filter(|line| !line.trim().is_empty()).count();
    is_one_line.then_some((first, 1 + more))
}

/// Puts the request that is in a line of a batch in the place of the line, and returns how many requests there are. `lines` is how
/// many lines there were.
///
/// # Errors
/// If the line asks for something else than an answer.
pub(super) fn unwrap(
    body: &mut Map<String, Value>,
    line: &mut CurlLine,
    lines: usize,
) -> Result<usize, CaptureError> {
    let mut requests = lines;
    // A whole batch, as Anthropic's API takes one.
    if let (1, Some(Value::Array(all))) = (body.len(), body.get_mut("requests"))
        && let count = all.len()
        && let Some(Value::Object(first)) = all.first_mut()
        && asked_in(first).is_some()
    {
        requests = count;
        let first = std::mem::take(first);
        *body = first;
    }
    let of_batch = asked_in(body);
    let name = of_batch.and_then(|_| body.get("custom_id").or_else(|| body.get("key"))?.as_str());
    let name = name.filter(|name| !is_key(name)).map(shown);
    if requests > 1 {
        let first = name.map_or_else(notes::first, |name| notes::first_named(&name));
        line.notes.push(notes::several(requests.into(), first));
    }
    let Some((place, dialect)) = of_batch else { return Ok(requests) };
    let Some(Value::Object(asked)) = body.remove(place) else { return Ok(requests) };
    line.dialect = match (dialect, body.get("url").and_then(Value::as_str)) {
        (None, Some(url)) => {
            let known = ADDRESSES.iter().find(|(end, _)| url.ends_with(end));
            let (_, dialect) = known.ok_or_else(|| CaptureError::Shape {
                place: unread::batch_line(),
                fault: unread::batch_address(),
            })?;
            Some(*dialect)
        }
        (dialect, _) => dialect,
    };
    let of_batch: Vec<_> = ["custom_id", "key", "method", "url", "metadata"]
        .into_iter()
        .filter(|name| body.remove(*name).is_some())
        .map(|name| format!("`{name}`"))
        .collect();
    let mut left: Vec<_> = body.keys().map(|name| format!("`{}`", shown(name))).collect();
    left.splice(0..0, of_batch);
    line.notes.push(match left.len() {
        0 => notes::of_batch(place),
        n => notes::of_batch_without(place, left, n.into()),
    });
    *body = asked;
    Ok(requests)
}

/// The field of a line of a batch that holds the request, and the dialect if it is always the same; `None` for any other body.
fn asked_in(body: &Map<String, Value>) -> Option<(&'static str, Option<Dialect>)> {
    let holds = |name: &str| body.get(name).is_some_and(Value::is_object);
    let is_named = body.contains_key("custom_id");
    if is_named && holds("params") {
        return Some(("params", Some(Dialect::Anthropic)));
    }
    if (is_named || body.contains_key("url")) && holds("body") {
        return Some(("body", None));
    }
    let is_geminis = body.get("request").is_some_and(|asked| asked.get("contents").is_some());
    is_geminis.then_some(("request", Some(Dialect::Gemini)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::capture::fields::Captured;
    use crate::capture::read_capture;

    fn read(text: &str) -> Captured {
        read_capture(text, None).unwrap_or_else(|error| panic!("{error}: {text}")).0
    }

    const ASKED: &str =
        r#"{"model":"m","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]}"#;

    #[test]
    fn a_line_of_a_batch_is_the_request_in_it() {
        for (line, dialect, told) in [
            (
                format!(r#"{{"custom_id":"r-1","method":"POST","url":"/v1/chat/completions","body":{ASKED}}}"#),
                Dialect::OpenaiChat,
                "`custom_id`, `method` and `url` are not sent",
            ),
            (
                r#"{"custom_id":"r-1","method":"POST","url":"/v1/responses","body":{"model":"m","input":"Hi"}}"#.to_owned(),
                Dialect::OpenaiResponses,
                "`custom_id`, `method` and `url` are not sent",
            ),
            (format!(r#"{{"custom_id":"a","params":{ASKED}}}"#), Dialect::Anthropic, "`custom_id` is not sent"),
            (
                r#"{"key":"k","request":{"contents":[{"parts":[{"text":"Hi"}]}]},"metadata":{"a":1},"shard":2}"#.to_owned(),
                Dialect::Gemini,
                "`key`, `metadata` and `shard` are not sent",
            ),
            (
                r#"{"request":{"contents":[{"parts":[{"text":"Hi"}]}]}}"#.to_owned(),
                Dialect::Gemini,
                "read as a request by itself.",
            ),
        ] {
            let captured = read(&line);
            assert_eq!((captured.dialect, captured.prompt.as_str()), (dialect, "Hi"), "{line}");
            assert!(captured.payload.fields.is_empty(), "nothing of the batch is in it: {captured:?}");
            let notes = captured.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            assert!(notes.contains(told), "{told}: {notes}");
        }
    }

    #[test]
    fn of_several_lines_the_first_is_taken_and_that_is_told() {
        let line = |id: &str, text: &str| {
            format!(
                r#"{{"custom_id":"{id}","params":{{"model":"m","max_tokens":9,"messages":[{{"role":"user","content":"{text}"}}]}}}}"#
            )
        };
        let lines = format!("{}\r\n{}\n\n{}\n", line("a", "Hi"), line("b", "Ho"), line("c", "Ha"));
        let whole = format!(
            r#"{{"requests":[{},{},{}]}}"#,
            line("a", "Hi"),
            line("b", "Ho"),
            line("c", "Ha")
        );
        for text in [lines, whole] {
            let captured = read(&text);
            assert_eq!((&*captured.prompt, captured.requests), ("Hi", 3), "the first: {text}");
            assert!(
                captured.notes[0].to_string().contains("3 requests"),
                "how many: {:?}",
                captured.notes
            );
            assert!(
                captured.notes[0].to_string().contains("`a`"),
                "and which: {:?}",
                captured.notes
            );
        }
        let plain = read(&format!("{ASKED}\n{ASKED}"));
        assert!(
            plain.notes[0].to_string().contains("2 requests"),
            "bodies alone as well: {:?}",
            plain.notes
        );
        let written = read(&ASKED.replace(',', ",\n"));
        assert!(
            written.requests == 1
                && written.notes.iter().all(|note| !note.to_string().contains("requests")),
            "a body on several lines is one"
        );
    }

    #[test]
    fn a_line_that_asks_for_no_answer_is_refused() {
        let line = r#"{"custom_id":"r","method":"POST","url":"/v1/embeddings","body":{"model":"m","input":"Hi"}}"#;
        let error = read_capture(line, None).expect_err("no answer is streamed");
        assert!(error.to_string().contains("/v1/chat/completions"), "what is read: {error}");
    }
}
