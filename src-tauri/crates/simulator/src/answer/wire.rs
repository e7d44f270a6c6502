//! Serialises an answer's events as server-sent events of the dialect `openai-chat`.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Value, json};

use super::Answer;
use super::event::Event;
use crate::knobs::{AnswerAs, BrokenCall, Data, FaultKind, Line, RoleContent, ThinkAs};
use crate::response::ApiError;

#[derive(Serialize)]
struct Chunk<'a> {
    id: &'a str,
    object: &'static str,
    created: u64,
    model: &'a str,
    system_fingerprint: &'static str,
    choices: &'a [Choice<'a>],
    #[serde(skip_serializing_if = "Option::is_none")]
    service_tier: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    usage: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    obfuscation: Option<String>,
}

#[derive(Serialize)]
struct Choice<'a> {
    index: u32,
    delta: Delta<'a>,
    logprobs: Option<()>,
    finish_reason: Option<&'static str>,
}

#[derive(Default, Serialize)]
struct Delta<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    role: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<Content<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning_content: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tool_calls: Option<Vec<Value>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content<'a> {
    Null,
    Text(Cow<'a, str>),
    List(Value),
}

impl Answer {
    fn join<'a>(&'a self, from: u32, to: u32, piece: fn(&'a Self, u32) -> &'a str) -> Cow<'a, str> {
        if to == from + 1 {
            Cow::Borrowed(piece(self, from))
        } else {
            (from..to).map(|index| piece(self, index)).collect()
        }
    }

    fn delta(&self, from: u32, to: u32) -> Delta<'_> {
        let shown = self.shown_thoughts();
        let (thoughts, texts) = self.shares(from, to);
        let mut delta = Delta::default();
        if thoughts > 0 {
            let thought = self.join(from, from + thoughts, Self::thought);
            match self.knobs.think_as {
                ThinkAs::Reasoning | ThinkAs::Hidden => delta.reasoning = Some(thought),
                ThinkAs::ReasoningContent => {
                    delta.content = Some(Content::Null);
                    delta.reasoning_content = Some(thought);
                }
                ThinkAs::Both => {
                    delta.reasoning_content = Some(Cow::Borrowed(""));
                    delta.reasoning = Some(thought);
                }
                ThinkAs::Inline => delta.content = Some(Content::Text(thought)),
                ThinkAs::List => delta.content = Some(Content::List(thinking_part(&thought))),
            }
        }
        if texts > 0 {
            let start = from + thoughts - shown;
            match self.knobs.answer_as {
                AnswerAs::ToolCalls => delta.tool_calls = Some(self.calls(start, start + texts)),
                AnswerAs::Refusal => {
                    delta.refusal = Some(self.join(start, start + texts, Self::piece));
                }
                AnswerAs::Text | AnswerAs::Fitting => {
                    let text = self.written(start, start + texts);
                    delta.content = Some(match delta.content.take() {
                        Some(Content::Text(thought)) => Content::Text(thought + text),
                        Some(Content::List(Value::Array(mut parts))) => {
                            parts.push(json!({ "type": "text", "text": text }));
                            Content::List(Value::Array(parts))
                        }
                        _ => Content::Text(text),
                    });
                }
            }
        }
        delta
    }

    /// The answer's tokens `from..to`, in the form that the request asks for.
    fn written(&self, from: u32, to: u32) -> Cow<'_, str> {
        let Some(form) = &self.form else { return self.join(from, to, Self::piece) };
        let mut text = String::new();
        for index in from..to {
            form.write(self.piece(index), index, (0, self.whole_text), &mut text);
        }
        Cow::Owned(text)
    }

    /// The deltas of tool calls for the answer's tokens `from..to`, one per call involved.
    fn calls(&self, from: u32, to: u32) -> Vec<Value> {
        let per_call = self.whole_text.div_ceil(self.knobs.calls).max(1);
        let mut deltas = Vec::new();
        let mut at = from;
        while at < to {
            let call = at / per_call;
            let end = ((call + 1) * per_call).min(self.whole_text);
            let stop = to.min(end);
            let mut arguments = String::new();
            let tool = self.tools.iter().cycle().nth(call as usize % self.tools.len().max(1));
            let name = tool.map_or("", |tool| &tool.name);
            let name = match self.broken {
                Some(BrokenCall::UnknownName) => format!("{name}_2"),
                _ => name.to_owned(),
            };
            for index in at..stop {
                let whole = (call * per_call, end);
                match (self.broken, tool) {
                    (Some(BrokenCall::BadJson), _) => {
                        arguments.push_str(if index == whole.0 { "{" } else { " " });
                    }
                    (Some(BrokenCall::SchemaMismatch), _) => {
                        // A list is no object, which arguments are.
                        arguments.push_str(if index == whole.0 { "[" } else { " " });
                        arguments.push_str(if index + 1 == whole.1 { "]" } else { "" });
                    }
                    (_, Some(tool)) => tool.write(self.piece(index), index, whole, &mut arguments),
                    (_, None) => {}
                }
            }
            deltas.push(if at.is_multiple_of(per_call) {
                json!({
                    "index": call, "id": format!("call_sim{call:04}"), "type": "function",
                    "function": { "name": name, "arguments": arguments },
                })
            } else {
                json!({ "index": call, "function": { "arguments": arguments } })
            });
            at = stop;
        }
        deltas
    }

    fn chunk(&self, event: Event) -> String {
        let delta = match event {
            Event::Role => Delta {
                role: Some("assistant"),
                content: match self.knobs.role_content {
                    RoleContent::Empty => Some(Content::Text(Cow::Borrowed(""))),
                    RoleContent::Null => Some(Content::Null),
                    RoleContent::Absent => None,
                },
                ..Delta::default()
            },
            Event::Tokens { from, to } => self.delta(from, to),
            Event::Finish | Event::Usage | Event::Error(_) | Event::Done => Delta::default(),
        };
        let first_text = self.shown_thoughts();
        let padded =
            matches!(event, Event::Tokens { from, to } if (from..to).contains(&first_text));
        let finish_reason = (event == Event::Finish).then(|| self.finish_reason());
        let choices: &[Choice<'_>] = &[Choice { index: 0, delta, logprobs: None, finish_reason }];
        let chunk = Chunk {
            id: &self.id,
            object: "chat.completion.chunk",
            created: self.created_unix_s,
            model: &self.model,
            system_fingerprint: "fp_simulated",
            choices: if event == Event::Usage { &[] } else { choices },
            service_tier: self.service_tier.as_deref(),
            usage: self.usage_in(event),
            obfuscation: (padded && self.knobs.pad > 0)
                .then(|| "x".repeat(self.knobs.pad as usize)),
        };
        serde_json::to_string(&chunk).unwrap_or_default()
    }

    /// The bytes of one event.
    pub(crate) fn write(&self, event: Event, out: &mut Vec<u8>) {
        let data = match event {
            Event::Done => Cow::Borrowed("[DONE]"),
            Event::Error(_) => Cow::Owned(mid_stream_error().json().to_string()),
            _ => Cow::Owned(self.chunk(event)),
        };
        let line_end = self.line_end();
        if event == Event::Error(FaultKind::ErrorEvent) {
            out.extend_from_slice(b"event: error");
            out.extend_from_slice(line_end);
        }
        let begin: &[u8] = if self.knobs.data == Data::Tight { b"data:" } else { b"data: " };
        // Between two members of the object, where a line break changes nothing.
        let comma = data.find(',').filter(|_| self.knobs.data == Data::Multi);
        let (first, second) = data.split_at(comma.map_or(data.len(), |comma| comma + 1));
        for line in [first, second].into_iter().filter(|line| !line.is_empty()) {
            out.extend_from_slice(begin);
            out.extend_from_slice(line.as_bytes());
            out.extend_from_slice(line_end);
        }
        out.extend_from_slice(line_end);
    }

    /// The bytes of a comment that only keeps the connection alive.
    pub(crate) fn write_comment(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(b": keep-alive");
        out.extend_from_slice(self.line_end());
        out.extend_from_slice(self.line_end());
    }

    fn line_end(&self) -> &'static [u8] {
        match self.knobs.line {
            Line::Lf => b"\n",
            Line::Crlf => b"\r\n",
            Line::Cr => b"\r",
        }
    }

    /// The whole answer as one JSON completion, for a request without streaming.
    pub(crate) fn completion(&self) -> Value {
        let shown = self.shown_thoughts();
        let mut message = serde_json::to_value(self.delta(0, shown + self.text_tokens))
            .unwrap_or_else(|_| json!({}));
        if let Some(message) = message.as_object_mut() {
            message.insert("role".to_owned(), json!("assistant"));
            message.entry("content").or_insert(Value::Null);
        }
        let mut completion = json!({
            "id": self.id,
            "object": "chat.completion",
            "created": self.created_unix_s,
            "model": self.model,
            "system_fingerprint": "fp_simulated",
            "choices": [{
                "index": 0, "message": message, "logprobs": null,
                "finish_reason": self.finish_reason(),
            }],
            "usage": self.whole_usage(),
        });
        if let (Some(tier), Some(fields)) = (&self.service_tier, completion.as_object_mut()) {
            fields.insert("service_tier".to_owned(), tier.as_str().into());
        }
        completion
    }
}

fn thinking_part(thought: &str) -> Value {
    json!([{ "type": "thinking", "thinking": [{ "type": "text", "text": thought }] }])
}

/// The error event inside a stream.
fn mid_stream_error() -> ApiError {
    ApiError::server(500, "The server had an error while processing your request.")
}
