//! The script of an answer: what is written and when, as a pure function of the request and its circumstances.

mod draft;
mod plan;
#[cfg(test)]
mod tests;
mod write;

use std::ops::Range;

use crate::answer::{Answer, Event};
use crate::response::{Framing, Response, stream_head};
use crate::truth::{Outcome, Truth};

pub(crate) use write::{AnswerContext, Wait, Write, WriteKind};

/// Ends a body that is sent in chunks.
const LAST_CHUNK: &[u8] = b"0\r\n\r\n";

/// All the writes of one answer.
#[derive(Debug, Clone)]
pub(crate) struct Script {
    pub(crate) writes: Vec<Write>,
    /// Its outcome if it is played to the end.
    pub(crate) outcome: Outcome,
    pub(crate) framing: Framing,
    sequence: u64,
    events: Vec<Event>,
    response: Option<Response>,
    answer: Option<Answer>,
}

impl Script {
    /// A response that is sent as a whole after `wait`.
    pub(crate) fn at_once(response: Response, wait: Wait, circumstances: AnswerContext) -> Self {
        let refused = response.status >= 400;
        Self {
            writes: vec![Write { wait, what: WriteKind::Response }],
            outcome: if refused { Outcome::Refused } else { Outcome::Complete },
            framing: circumstances.framing,
            sequence: circumstances.sequence,
            events: Vec::new(),
            response: Some(response),
            answer: None,
        }
    }

    /// The bytes of the write at `index`, as they go into the socket.
    pub(crate) fn bytes(&self, index: usize) -> Vec<u8> {
        let mut body = Vec::new();
        match self.writes.get(index).map(|write| &write.what) {
            Some(WriteKind::Head) => {
                let mut head = stream_head(self.sequence, self.framing);
                if self.framing.chunked && index + 1 == self.writes.len() {
                    head.extend_from_slice(LAST_CHUNK);
                }
                return head;
            }
            Some(WriteKind::Response) => {
                let response = self.response.as_ref();
                let whole = |response: &Response| response.bytes(false, self.framing.close);
                return response.map(whole).unwrap_or_default();
            }
            Some(WriteKind::Comment) => {
                if let Some(answer) = &self.answer {
                    answer.write_comment(&mut body);
                }
            }
            Some(WriteKind::Events(events)) => self.write_events(events, &mut body),
            Some(WriteKind::UntilSplit(events)) => {
                self.write_events(events, &mut body);
                body.truncate(middle_of_character(&body));
            }
            Some(WriteKind::FromSplit(events)) => {
                self.write_events(events, &mut body);
                body.drain(..middle_of_character(&body));
            }
            Some(WriteKind::Break) | None => return body,
        }
        if self.framing.chunked {
            let length = format!("{:x}\r\n", body.len());
            body.splice(..0, length.into_bytes());
            body.extend_from_slice(b"\r\n");
            if index + 1 == self.writes.len() {
                body.extend_from_slice(LAST_CHUNK);
            }
        }
        body
    }

    fn write_events(&self, events: &Range<usize>, out: &mut Vec<u8>) {
        for event in self.events.get(events.clone()).unwrap_or_default() {
            if let Some(answer) = &self.answer {
                answer.write(*event, out);
            }
        }
    }

    /// Records in `truth` that the write at `index` happens at `at_us`.
    pub(crate) fn note(&self, index: usize, at_us: u64, truth: &mut Truth) {
        truth.close_us = Some(at_us);
        let events = match self.writes.get(index).map(|write| &write.what) {
            Some(WriteKind::Head) => {
                truth.headers_us = Some(at_us);
                truth.status = Some(200);
                return;
            }
            Some(WriteKind::Response) => {
                truth.headers_us = Some(at_us);
                truth.status = self.response.as_ref().map(|response| response.status);
                if let Some(answer) = &self.answer {
                    truth.reasoning_tokens = answer.thought_tokens();
                    truth.answer_tokens = answer.text_tokens();
                }
                return;
            }
            // A split event is complete, and so can be seen, only with its second part.
            Some(WriteKind::Events(events) | WriteKind::FromSplit(events)) => events.clone(),
            Some(WriteKind::Comment | WriteKind::UntilSplit(_) | WriteKind::Break) | None => return,
        };
        let Some(answer) = &self.answer else { return };
        for event in self.events.get(events).unwrap_or_default() {
            match *event {
                Event::Role => truth.role_us = Some(at_us),
                Event::Tokens { from, to } => {
                    let (thoughts, texts) = answer.shares(from, to);
                    let texts = if answer.refuses() { 0 } else { texts };
                    if thoughts + texts > 0 {
                        truth.chunk(at_us, thoughts, texts);
                    }
                }
                Event::Finish => truth.finish_us = truth.finish_us.or(Some(at_us)),
                Event::Done => truth.done_us = Some(at_us),
                Event::Usage | Event::Error(_) => {}
            }
            if answer.shown_thoughts() == 0 && matches!(event, Event::Tokens { .. } | Event::Finish)
            {
                truth.reasoning_tokens = answer.thought_tokens();
            }
        }
    }
}

/// A position inside the first multi-byte character, or the end.
fn middle_of_character(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !byte.is_ascii()).map_or(bytes.len(), |start| start + 1)
}
