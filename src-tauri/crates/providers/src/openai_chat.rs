//! The dialect `openai-chat`: events in, pieces of text and facts out. Everything that servers do to it is here.

use measure::{Kind, Mark, ReasoningType, Recording};
use serde_json::Value;

use crate::fault::{self, FaultClass};
use crate::redact::Redaction;
use crate::reply::{Reply, number};
use crate::sse::Event;
use crate::think::{Side, Think};

mod chunk;
use chunk::{Chunk, Delta, Text};

/// When and where an event arrived.
#[derive(Debug, Clone, Copy)]
struct Arrival {
    at_ns: u64,
    event: u32,
    wire_bytes: u32,
    tokens_so_far: Option<u32>,
}

/// Reads one stream. What it finds goes into the recording and the reply.
pub(crate) struct Reader {
    events: u32,
    think: Think<Arrival>,
    redaction: Redaction,
    /// Whether reasoning has come in a field of its own, so that a `<think>` in the answer is text.
    own_field: bool,
    /// Whether anything at all was understood.
    understood: bool,
    /// The first bytes of an event that was no JSON, for the case that nothing better comes.
    gibberish: Option<String>,
}

impl Reader {
    pub(crate) fn new(redaction: Redaction) -> Self {
        Self {
            events: 0,
            think: Think::default(),
            redaction,
            own_field: false,
            understood: false,
            gibberish: None,
        }
    }

    /// Takes one event in that arrived at `at_ns`.
    pub(crate) fn event(
        &mut self,
        event: &Event<'_>,
        at_ns: u64,
        wire_bytes: u32,
        recording: &mut Recording,
        reply: &mut Reply,
    ) {
        let arrival = Arrival { at_ns, event: self.events, wire_bytes, tokens_so_far: None };
        self.events += 1;
        match event {
            Event::Alive => note(recording, Kind::Alive, arrival),
            Event::Message { name, data } => {
                if data.trim_ascii_start().starts_with(b"[DONE]") {
                    self.understood = true;
                    reply.done = true;
                    note(recording, Kind::Done, arrival);
                } else {
                    self.json(data, *name == Some(b"error"), false, arrival, recording, reply);
                }
            }
            Event::Bare(json) => self.json(json, false, true, arrival, recording, reply),
        }
    }

    /// Hands on what was held back, for a body that has ended in whatever way.
    pub(crate) fn release(&mut self, recording: &mut Recording) {
        let Self { think, redaction, .. } = self;
        think.finish(|side, text, at| push_side(recording, redaction, side, text, at));
    }

    /// The body has ended as bodies do: hands on what was held back, and says so if nothing was understood.
    pub(crate) fn finish(&mut self, excerpt: &str, recording: &mut Recording, reply: &mut Reply) {
        self.release(recording);
        if reply.fault.is_some() || reply.done {
            return;
        }
        if let Some(text) = self.gibberish.take().filter(|_| reply.finish_reason.is_none()) {
            reply.fault = Some(fault::in_stream(
                FaultClass::InStream,
                self.redaction.text(&format!("An event of the stream is not JSON: {text}")),
            ));
        } else if !self.understood {
            let body = self.redaction.text(excerpt);
            reply.fault = Some(fault::not_a_stream(&body));
        }
    }

    fn json(
        &mut self,
        data: &[u8],
        is_error_event: bool,
        is_bare: bool,
        arrival: Arrival,
        recording: &mut Recording,
        reply: &mut Reply,
    ) {
        let Ok(chunk) = serde_json::from_slice::<Chunk<'_>>(data) else {
            self.no_chunk(data, is_error_event, arrival, recording, reply);
            return;
        };
        let marks_before = recording.timeline.marks.len();
        if is_error_event || chunk.error.is_some() {
            let said = chunk.error.map_or_else(
                || String::from_utf8_lossy(data).into_owned(),
                |raw| raw.get().to_owned(),
            );
            self.fault(&said, arrival, recording, reply);
        }
        self.facts(&chunk, recording, reply);
        self.understood |= chunk.is_openai_chat();
        let usage = chunk.usage().and_then(|raw| serde_json::from_str::<Value>(raw.get()).ok());
        let tokens_so_far = usage
            .as_ref()
            .and_then(|usage| number(usage.get("completion_tokens")?))
            .filter(|tokens| (0.0..=f64::from(u32::MAX)).contains(tokens));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "its range was just checked"
        )]
        let tokens_so_far = tokens_so_far.map(|tokens| tokens as u32);
        let mut finish = None;
        for choice in
            chunk.choices.into_iter().flatten().filter(|choice| choice.index.unwrap_or(0.0) < 0.5)
        {
            if is_bare && choice.message.is_some() {
                reply.not_streamed = true;
            }
            if let Some(delta) = choice.delta.or(choice.message) {
                // A running count belongs to a chunk that goes on; on the last one it is simply the usage.
                let running = tokens_so_far.filter(|_| choice.finish_reason.is_none());
                let replaces = chunk.diffusing == Some(true);
                self.delta(
                    delta,
                    replaces,
                    Arrival {
                        tokens_so_far: running,
                        ..following(arrival, recording, marks_before)
                    },
                    recording,
                    reply,
                );
            }
            finish = finish.or(choice.finish_reason);
        }
        if let Some(usage) = usage {
            reply.server.read_times(&usage);
            keep_usage(recording, &self.redaction, usage);
            // A running count has its place on the mark of the text it counts.
            if recording.timeline.marks.len() == marks_before {
                note(recording, Kind::Usage, arrival);
            }
        }
        if let Some(Text(reason)) = finish {
            note(recording, Kind::Finish, following(arrival, recording, marks_before));
            if reason == "error" {
                self.fault(
                    "the provider ended the answer with the finish reason `error`",
                    arrival,
                    recording,
                    reply,
                );
            }
            reply.finish_reason.get_or_insert_with(|| self.redaction.text(&reason));
        }
        if recording.timeline.marks.len() == marks_before {
            note(recording, Kind::Empty, arrival);
        }
    }

    /// Data that is no chunk: an error said in plain words, or gibberish.
    fn no_chunk(
        &mut self,
        data: &[u8],
        is_error_event: bool,
        arrival: Arrival,
        recording: &mut Recording,
        reply: &mut Reply,
    ) {
        let said = String::from_utf8_lossy(data);
        let list_of_one = serde_json::from_slice::<Vec<Value>>(data)
            .ok()
            .and_then(|list| list.into_iter().next());
        if let Some(error) = list_of_one.as_ref().and_then(|first| first.get("error")) {
            self.fault(&error.to_string(), arrival, recording, reply);
        } else if is_error_event {
            self.fault(&said, arrival, recording, reply);
        } else {
            self.gibberish.get_or_insert_with(|| said.chars().take(200).collect());
            note(recording, Kind::Empty, arrival);
        }
    }

    fn fault(
        &mut self,
        said: &str,
        arrival: Arrival,
        recording: &mut Recording,
        reply: &mut Reply,
    ) {
        self.understood = true;
        note(recording, Kind::Fault, arrival);
        if reply.fault.is_none() {
            reply.fault = Some(fault::said_in_stream(&self.redaction.text(said)));
        }
    }

    fn facts(&self, chunk: &Chunk<'_>, recording: &mut Recording, reply: &mut Reply) {
        let keep = |field: &mut Option<String>, text: &Option<Text<'_>>| {
            if let Some(text) = text
                .as_ref()
                .map(|text| &*text.0)
                .filter(|text| !text.is_empty() && field.is_none())
            {
                *field = Some(self.redaction.text(text));
            }
        };
        keep(&mut reply.server.model, &chunk.model);
        keep(&mut reply.server.backend, &chunk.provider);
        keep(&mut reply.server.system_fingerprint, &chunk.system_fingerprint);
        for raw in [chunk.time_info, chunk.perf_metrics, chunk.timings].into_iter().flatten() {
            if let Ok(times) = serde_json::from_str::<Value>(raw.get()) {
                reply.server.read_times(&times);
            }
        }
        // Groq repeats the usage under a name of its own, which matters where the usual place stays empty.
        if let (None, Some(usage)) =
            (chunk.usage(), chunk.x_groq.as_ref().and_then(|groq| groq.usage))
            && let Ok(usage) = serde_json::from_str::<Value>(usage.get())
        {
            reply.server.read_times(&usage);
            keep_usage(recording, &self.redaction, usage);
        }
    }

    fn delta(
        &mut self,
        delta: Delta<'_>,
        replaces: bool,
        arrival: Arrival,
        recording: &mut Recording,
        reply: &mut Reply,
    ) {
        let before = recording.timeline.marks.len();
        let details = delta.reasoning_details();
        let content = delta.content.unwrap_or_default();
        let shown = [delta.reasoning_content, delta.reasoning]
            .into_iter()
            .flatten()
            .map(|text| text.0)
            .find(|text| !text.is_empty())
            .or(details.text)
            .or_else(|| (!content.thinking.is_empty()).then(|| content.thinking.clone()));
        if let Some(kind) = details.kind {
            reply.reasoning_type = kind;
        }
        if let Some(text) = shown {
            self.own_field = true;
            if reply.reasoning_type == ReasoningType::None {
                reply.reasoning_type = ReasoningType::Verbatim;
            }
            push(recording, &mut self.redaction, Kind::Reasoning, &text, arrival);
        }
        let answer = if content.text.is_empty() {
            delta.refusal.map(|text| text.0).unwrap_or_default()
        } else {
            content.text
        };
        if !answer.is_empty() {
            let arrival = following(arrival, recording, before);
            if replaces {
                push(recording, &mut self.redaction, Kind::Rewrite, &answer, arrival);
            } else if self.own_field {
                push(recording, &mut self.redaction, Kind::Answer, &answer, arrival);
            } else {
                let Self { think, redaction, .. } = self;
                think.push(&answer, arrival, |side, text, at| {
                    push_side(recording, redaction, side, text, at);
                });
                if think.seen() {
                    reply.reasoning_type = ReasoningType::InlineThink;
                }
            }
        }
        for call in delta
            .tool_calls
            .into_iter()
            .flatten()
            .filter_map(|call| call.function)
            .chain(delta.function_call)
        {
            let text = [call.name, call.arguments]
                .into_iter()
                .flatten()
                .map(|text| text.0)
                .collect::<String>();
            if !text.is_empty() {
                push(
                    recording,
                    &mut self.redaction,
                    Kind::Tool,
                    &text,
                    following(arrival, recording, before),
                );
            }
        }
    }
}

/// The same arrival for a further mark of its event: its bytes have been counted.
fn following(arrival: Arrival, recording: &Recording, marks_before: usize) -> Arrival {
    let wire_bytes =
        if recording.timeline.marks.len() > marks_before { 0 } else { arrival.wire_bytes };
    Arrival { wire_bytes, ..arrival }
}

/// Keeps a usage object word for word. A running count replaces the one before, which says nothing that it does not.
fn keep_usage(recording: &mut Recording, redaction: &Redaction, mut usage: Value) {
    redaction.json(&mut usage);
    let fields =
        |usage: &Value| usage.as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>());
    match recording.usage.last_mut().filter(|last| fields(last) == fields(&usage)) {
        Some(last) => *last = usage,
        None => recording.usage.push(usage),
    }
}

fn note(recording: &mut Recording, kind: Kind, arrival: Arrival) {
    let Arrival { at_ns, event, wire_bytes, .. } = arrival;
    recording.timeline.push(Mark {
        at_ns,
        event,
        kind,
        text_bytes: 0,
        wire_bytes,
        tokens_so_far: None,
    });
}

fn push(
    recording: &mut Recording,
    redaction: &mut Redaction,
    kind: Kind,
    text: &str,
    arrival: Arrival,
) {
    let Arrival { at_ns, event, wire_bytes, tokens_so_far } = arrival;
    let text_bytes = u32::try_from(text.len()).unwrap_or(u32::MAX);
    recording.timeline.push(Mark { at_ns, event, kind, text_bytes, wire_bytes, tokens_so_far });
    recording.transcript.push(kind, text);
    if let Some(part) = recording.transcript.part_mut(kind) {
        redaction.tail(kind, part, text.len());
    }
}

fn push_side(
    recording: &mut Recording,
    redaction: &mut Redaction,
    side: Side,
    text: &str,
    arrival: Arrival,
) {
    let kind = match side {
        Side::Reasoning => Kind::Reasoning,
        Side::Answer => Kind::Answer,
    };
    push(recording, redaction, kind, text, arrival);
}

#[cfg(test)]
#[path = "openai_chat_tests.rs"]
mod tests;
