//! The pieces of one event.

use measure::{ArrivalEvent, Kind, ReasoningType, Recording, TokensSoFar};
use serde_json::Value;

use super::message::Message;
use super::text::{Arrival, OpenCall, Text, push};
use crate::dialects::json;
use crate::error::fault;
use crate::limits::{LARGEST_USAGE_REPORT, MOST_USAGE_REPORTS};
use crate::wire::redact::first_chars;
use crate::wire::response::{LONGEST_TIER, Reply, is_possible};
use crate::wire::untrusted::UntrustedText;

/// Maximum excerpt of an event that is not JSON.
const GIBBERISH_SHOWN: usize = 200;

/// A fact that a server states about itself.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fact {
    Model,
    Backend,
    Fingerprint,
    RequestId,
}

/// Receives what a dialect finds in one event. Every text gets the event's arrival time.
pub(crate) struct Pieces<'a> {
    recording: &'a mut Recording,
    reply: &'a mut Reply,
    text: &'a mut Text,
    arrival: Arrival,
    marks_before: usize,
    /// Whether the event reported a failure.
    said: bool,
    /// Whether the terminal marker came before this event, whose text is then not part of the answer.
    is_after_end: bool,
}

impl<'a> Pieces<'a> {
    pub(super) fn new(
        recording: &'a mut Recording,
        reply: &'a mut Reply,
        text: &'a mut Text,
        arrival: Arrival,
    ) -> Self {
        let marks_before = recording.timeline.marks.len();
        let is_after_end = reply.done;
        Self { recording, reply, text, arrival, marks_before, said: false, is_after_end }
    }

    /// Whether the event reported a failure.
    pub(super) fn has_failed(&self) -> bool {
        self.said
    }

    /// Reasoning in its own field. Empty pieces are ignored.
    pub(crate) fn reasoning(&mut self, text: &str, kind: ReasoningType) {
        if text.is_empty() || self.is_past_end() {
            return;
        }
        if !self.text.own_field {
            self.text.own_field = true;
            // Text that looked like the start of a tag came before this, and is not a tag.
            self.text.release(self.recording, self.reply);
        }
        if self.reply.reasoning_type == ReasoningType::None {
            self.reply.reasoning_type = kind;
        }
        self.push(Kind::Reasoning, text);
    }

    /// Reasoning that is not shown, or shown only as a summary.
    pub(crate) fn reasoned(&mut self, kind: ReasoningType) {
        let said = &self.recording.transcript;
        let is_first = said.answer.is_empty() && said.reasoning.is_empty() && said.tool.is_empty();
        self.reply.reasoned_unseen |= kind == ReasoningType::Redacted && is_first;
        self.reply.reasoning_type = kind;
    }

    /// Text of the answer, which may contain reasoning between tags if reasoning has no field of its own.
    pub(crate) fn answer(&mut self, text: &str) {
        if text.is_empty() || self.is_past_end() {
            return;
        }
        if self.text.own_field {
            self.push(Kind::Answer, text);
            return;
        }
        self.text.answer(text, self.arrival, self.recording, self.reply);
    }

    /// Text with which the model declines, if the dialect distinguishes it. It also counts as answer text.
    pub(crate) fn refusal(&mut self, text: &str) {
        self.reply.refused |= !text.is_empty();
        self.answer(text);
    }

    /// The whole answer so far, which replaces the earlier text.
    pub(crate) fn rewrite(&mut self, text: &str) {
        if !text.is_empty() && !self.is_past_end() {
            self.push(Kind::Rewrite, text);
        }
    }

    /// A tool call begins, with its name. `index` is its place among the calls, if the server numbers them.
    pub(crate) fn tool_call(&mut self, index: Option<u64>, name: &str) {
        if name.is_empty() {
            // Some of the calls that a provider runs itself have neither a name nor arguments. Calls that are mixed stay
            // so: to mark them again would search the log once for each nameless call.
            if self.text.call != OpenCall::Mixed {
                self.text.call = OpenCall::None;
            }
        } else if !self.is_past_end() {
            let is_mixed = self.text.call == OpenCall::Mixed;
            self.push(if is_mixed { Kind::Tool } else { Kind::ToolName }, name);
            if !is_mixed {
                self.text.call = OpenCall::At(index);
            }
        }
    }

    /// A piece of a tool call's arguments.
    pub(crate) fn arguments(&mut self, index: Option<u64>, text: &str) {
        if text.is_empty() || self.is_past_end() {
            return;
        }
        let is_next = match self.text.call {
            OpenCall::At(open) => open.is_none() || index.is_none() || open == index,
            OpenCall::None | OpenCall::Mixed => false,
        };
        if !is_next {
            self.mixed_calls();
        }
        self.push(Kind::Tool, text);
    }

    /// The arguments of a tool call as JSON, whole; empty ones are not written out.
    pub(crate) fn whole_arguments(&mut self, arguments: Option<&Value>) {
        match arguments {
            Some(Value::String(text)) => self.arguments(None, text),
            Some(value) if !json::is_empty(value) => self.arguments(None, &value.to_string()),
            _ => {}
        }
    }

    /// The tool calls of this stream cannot be told apart.
    pub(crate) fn mixed_calls(&mut self) {
        if self.text.call != OpenCall::Mixed {
            self.text.call = OpenCall::Mixed;
            self.recording.tool_calls_are_mixed();
        }
    }

    /// Output tokens up to and including the text that follows in this event.
    pub(crate) fn tokens_so_far(&mut self, tokens: Option<u32>) {
        self.arrival.tokens_so_far = tokens;
    }

    /// A usage object, kept verbatim, unless it is longer than any or spells the key. A running count replaces the previous one, which it includes; it belongs to the
    /// log entry of the text it counts.
    pub(crate) fn usage(&mut self, mut usage: Value) {
        let is_kept = is_small(&usage, &mut 0) && {
            self.text.redaction.json(&mut usage);
            !self.text.redaction.is_told(&usage)
        };
        if !is_kept {
            self.unread();
            return self.note(Kind::Empty);
        }
        let fields = |usage: &Value| {
            usage.as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>())
        };
        let kept = &mut self.recording.usage;
        let is_full = kept.len() >= MOST_USAGE_REPORTS;
        match kept.last_mut().filter(|last| is_full || fields(last) == fields(&usage)) {
            Some(last) => *last = usage,
            None => kept.push(usage),
        }
        if self.is_silent() {
            self.note(Kind::Usage);
        }
    }

    /// The provider's finish reason. The first one is kept.
    pub(crate) fn finish(&mut self, reason: &str) {
        self.note(Kind::Finish);
        if self.reply.finish_reason.is_none() {
            self.reply.finish_reason = Some(self.text.redaction.fact(reason));
        }
    }

    /// The terminal marker.
    pub(crate) fn done(&mut self) {
        self.reply.done = true;
        self.note(Kind::Done);
    }

    /// A sign of life.
    pub(crate) fn alive(&mut self) {
        let Arrival { at_ns, event, .. } = self.arrival;
        match self.recording.timeline.marks.as_mut_slice() {
            // Of consecutive comments the first and the last are kept; how many there were follows from the numbers of
            // their events.
            [.., first, last] if (first.kind, last.kind) == (Kind::Alive, Kind::Alive) => {
                (last.at_ns, last.event) = (at_ns, event);
                self.marks_before = self.marks_before.min(self.recording.timeline.marks.len() - 1);
            }
            _ => self.note(Kind::Alive),
        }
    }

    /// A failure after the stream had begun; `said` is the provider's JSON or text. The first fault is kept.
    pub(crate) fn fault(&mut self, said: &str) {
        self.said = true;
        self.note(Kind::Fault);
        if self.reply.fault.is_none() {
            let said = UntrustedText::of(said);
            self.reply.fault = Some(fault::said_in_stream(said, &self.text.redaction));
        }
    }

    /// The answer, or an error in its place, came as one JSON body.
    pub(crate) fn not_streamed(&mut self) {
        self.reply.not_streamed = true;
    }

    /// How reasoning was delivered so far.
    pub(crate) fn reasoning_type(&self) -> ReasoningType {
        self.reply.reasoning_type
    }

    /// The finish reason so far is replaced by the next one.
    pub(crate) fn forget_finish(&mut self) {
        self.reply.finish_reason = None;
    }

    /// Whether this is the current tier.
    pub(crate) fn is_tier(&self, tier: &str) -> bool {
        self.reply.server.service_tier.as_deref() == Some(tier)
    }

    /// The times that a chunk reports, in any provider's format.
    pub(crate) fn times(&mut self, report: &Value) {
        // A key of digits is a number too.
        if !self.text.redaction.is_told(report) {
            self.reply.server.read_times(report);
        }
    }

    /// Times of a report in milliseconds (to load the model, to read the prompt, to write the answer, and in total), and tokens
    /// per second.
    pub(crate) fn own_times(&mut self, report: &Value, times: [Option<f64>; 4], tps: Option<f64>) {
        if self.text.redaction.is_told(report) {
            return;
        }
        let server = &mut self.reply.server;
        [server.load_ms, server.prompt_ms, server.completion_ms, server.total_ms] =
            times.map(|time| time.filter(|told| is_possible(*told)));
        server.tps = tps.filter(|told| is_possible(*told));
    }

    /// Whether there was a failure, in this event or before.
    pub(crate) fn reply_failed(&self) -> bool {
        self.reply.fault.is_some()
    }

    /// A fact that the provider reports, with the key redacted. The first one is kept.
    pub(crate) fn fact(&mut self, fact: Fact, said: Option<&str>) {
        let Some(said) = said.filter(|said| !said.is_empty()) else { return };
        let server = &mut self.reply.server;
        let field = match fact {
            Fact::Model => &mut server.model,
            Fact::Backend => &mut server.backend,
            Fact::Fingerprint => &mut server.system_fingerprint,
            Fact::RequestId => &mut server.request_id,
        };
        if field.is_none() {
            *field = Some(self.text.redaction.fact(said));
        }
    }

    /// The tier that answers, in the server's word. The last one counts: the first may be only the requested one, and
    /// `auto` is not a tier.
    pub(crate) fn tier(&mut self, said: Option<&str>) {
        let Some(said) = said.filter(|said| !said.is_empty() && *said != "auto") else { return };
        let shown = first_chars(said, LONGEST_TIER);
        let tier = &mut self.reply.server.service_tier;
        if tier.as_deref() != Some(shown) {
            *tier = Some(self.text.redaction.text(shown));
        }
    }

    /// Something in the event was not read.
    pub(crate) fn unread(&mut self) {
        self.reply.unread = self.reply.unread.saturating_add(1);
    }

    /// Whether text of this event comes too late to be part of the answer.
    fn is_past_end(&mut self) -> bool {
        if self.is_after_end {
            self.unread();
        }
        self.is_after_end
    }

    /// Whether the event has brought nothing yet.
    fn is_silent(&self) -> bool {
        self.recording.timeline.marks.len() == self.marks_before
    }

    /// Data that is not an event of the dialect: a plain-text error, or garbage.
    pub(super) fn gibberish(&mut self, message: &Message<'_>, kept: &mut Option<String>) {
        let said = String::from_utf8_lossy(message.data);
        let list_of_one = serde_json::from_slice::<Vec<Value>>(message.data)
            .ok()
            .and_then(|list| list.into_iter().next());
        if let Some(error) = list_of_one.as_ref().and_then(|first| first.get("error")) {
            self.fault(&error.to_string());
        } else if message.is_error() {
            self.fault(&said);
        } else {
            self.unread();
            kept.get_or_insert_with(|| said.chars().take(GIBBERISH_SHOWN).collect());
        }
    }

    fn push(&mut self, kind: Kind, text: &str) {
        self.text.spoke = true;
        self.text.bytes += text.len();
        push(self.recording, &mut self.text.redaction, kind, text, self.arrival);
    }

    fn note(&mut self, kind: Kind) {
        let Arrival { at_ns, event, .. } = self.arrival;
        self.recording.timeline.push(ArrivalEvent {
            at_ns,
            event,
            kind,
            text_bytes: 0,
            wire_bytes: 0,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
    }

    /// Adds the size of the event to its first log entry. Entries of earlier events, whose text was held back until
    /// now, may precede it; an event whose own text is held back is logged as empty for now.
    pub(super) fn weigh(&mut self, wire_bytes: u32) {
        let (event, before) = (self.arrival.event, self.marks_before);
        let mut new = self.recording.timeline.marks.iter_mut().skip(before);
        if let Some(first) = new.find(|mark| mark.event == event) {
            first.wire_bytes = first.wire_bytes.saturating_add(wire_bytes);
        } else {
            self.note(Kind::Empty);
            self.weigh(wire_bytes);
        }
    }
}

/// Whether these may be the usage reports that are kept of one stream: no more of them, and none larger.
pub fn are_kept_usage_reports(reports: &[Value]) -> bool {
    reports.len() <= MOST_USAGE_REPORTS && reports.iter().all(|report| is_small(report, &mut 0))
}

/// Whether a usage report has no more values, and no longer texts, than a plausible report.
fn is_small(value: &Value, values: &mut usize) -> bool {
    *values += 1;
    *values <= LARGEST_USAGE_REPORT
        && match value {
            Value::String(text) => text.len() <= LARGEST_USAGE_REPORT,
            Value::Array(list) => list.iter().all(|value| is_small(value, values)),
            Value::Object(fields) => fields
                .iter()
                .all(|(name, value)| name.len() <= LARGEST_USAGE_REPORT && is_small(value, values)),
            Value::Null | Value::Bool(_) | Value::Number(_) => true,
        }
}
