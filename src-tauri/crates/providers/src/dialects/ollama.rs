//! The dialect `ollama`: Ollama's own chat, one line of JSON per piece.

use measure::ReasoningType;
use serde_json::Value;

use super::{Wire, json};
use crate::catalogue::Provider;
use crate::dialects::ledger::Ledger;
use crate::extra::Extra;
use crate::request::Request;
use crate::terms::Terms;
use crate::wire::decoder::{Fact, Message, Pieces, ReadEvents, Sense};
use crate::wire::response::{Usage, UsageReports, number};

mod messages;
mod request;

/// Ollama's own chat.
pub(super) struct Ollama;

impl Wire for Ollama {
    fn models_path(&self) -> &'static str {
        "/api/tags"
    }

    fn accept(&self) -> &'static str {
        "application/x-ndjson"
    }

    fn body(
        &self,
        request: &Request,
        terms: &Terms<'_>,
        without: Option<Extra>,
        ledger: &mut Ledger,
    ) -> Value {
        request::body(request, terms, without, ledger)
    }

    fn events(&self) -> Box<dyn ReadEvents> {
        Box::new(Events)
    }

    fn usage(&self, verbatim: &[Value], _: &Provider) -> Usage {
        let said = UsageReports(verbatim);
        Usage {
            in_total: said.count(&["/prompt_eval_count"]),
            out_total: said.count(&["/eval_count"]),
            ..Usage::default()
        }
    }
}

/// Fields of the last line about the whole request.
const COUNTS: [&str; 6] = [
    "prompt_eval_count",
    "eval_count",
    "load_duration",
    "prompt_eval_duration",
    "eval_duration",
    "total_duration",
];

struct Events;

impl ReadEvents for Events {
    fn read(&mut self, message: &Message<'_>, pieces: &mut Pieces<'_>) -> Sense {
        let Ok(line) = serde_json::from_slice::<Value>(message.data) else {
            return Sense::Gibberish;
        };
        if line.get("error").is_some_and(|error| !error.is_null()) {
            pieces.fault(&line.to_string());
            return Sense::Ours;
        }
        // On other servers `message` is a text: that of an error.
        if !line.get("message").is_some_and(Value::is_object)
            && line.get("response").is_none()
            && line.get("done").is_none()
        {
            return Sense::Foreign;
        }
        pieces.fact(Fact::Model, json::text(&line, "/model"));
        for path in ["/message/thinking", "/thinking"] {
            let thought = json::text(&line, path).unwrap_or_default();
            pieces.reasoning(thought, ReasoningType::Verbatim);
        }
        for path in ["/message/content", "/response"] {
            pieces.answer(json::text(&line, path).unwrap_or_default());
        }
        let calls = line.pointer("/message/tool_calls").and_then(Value::as_array);
        for call in calls.into_iter().flatten().filter_map(|call| call.get("function")) {
            pieces.tool_call(None, json::text(call, "/name").unwrap_or_default());
            pieces.whole_arguments(call.get("arguments"));
        }
        if line.get("done") == Some(&Value::Bool(true)) {
            end(&line, pieces);
        }
        Sense::Ours
    }
}

fn end(line: &Value, pieces: &mut Pieces<'_>) {
    const NANOSECONDS_PER_MS: f64 = 1e6;
    let ms = |field: &str| Some(number(line.get(field)?)? / NANOSECONDS_PER_MS);
    let completion_ms = ms("eval_duration");
    let tps = line
        .get("eval_count")
        .and_then(number)
        .zip(completion_ms)
        .filter(|(_, took_ms)| *took_ms > 0.0)
        .map(|(tokens, took_ms)| tokens / took_ms * 1e3);
    let times =
        [ms("load_duration"), ms("prompt_eval_duration"), completion_ms, ms("total_duration")];
    pieces.own_times(line, times, tps);
    let counts: serde_json::Map<String, Value> = COUNTS
        .into_iter()
        .filter_map(|name| Some((name.to_owned(), line.get(name)?.clone())))
        .collect();
    if !counts.is_empty() {
        pieces.usage(counts.into());
    }
    pieces.finish(json::text(line, "/done_reason").unwrap_or("stop"));
    pieces.done();
}

#[cfg(test)]
mod tests;
