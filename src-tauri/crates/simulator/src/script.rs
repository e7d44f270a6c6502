//! The script of an answer: what is written and when, as a pure function of the request and its circumstances.

mod draft;
mod plan;
#[cfg(test)]
mod tests;

use std::ops::Range;

use crate::answer::{Answer, Event};
use crate::ask::Ask;
use crate::knobs::{FaultKind, InjectedFault};
use crate::profile::{Profile, profiles};
use crate::response::{Framing, Response, stream_head};
use crate::truth::{Outcome, Truth};

/// Ends a body that is sent in chunks.
const LAST_CHUNK: &[u8] = b"0\r\n\r\n";

/// Inputs of an answer besides the request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerContext {
    /// Of all the simulator's requests.
    pub(crate) sequence: u64,
    /// Of the requests that name this very model, from 1.
    pub(crate) number: u64,
    pub(crate) created_unix_s: u64,
    /// How many requests the profile is serving, this one included.
    pub(crate) in_flight: u32,
    pub(crate) framing: Framing,
}

/// One write to the socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Write {
    /// The wait after the previous write.
    pub(crate) wait: Wait,
    pub(crate) what: WriteKind,
}

/// A wait, and the part of it that is token generation and so grows under load.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) fixed_ns: u64,
    pub(crate) making_ns: u64,
}

/// The content of one write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum WriteKind {
    /// The head of a streamed answer.
    Head,
    /// An answer that is sent whole.
    Response,
    /// A comment that keeps the connection alive.
    Comment,
    /// These of the script's events.
    Events(Range<usize>),
    /// These events up to the middle of a character.
    UntilSplit(Range<usize>),
    /// The same events from there on.
    FromSplit(Range<usize>),
    /// Nothing: the instant at which the connection breaks.
    Break,
}

/// All the writes of one answer.
#[derive(Debug, Clone)]
pub(crate) struct Script {
    pub(crate) writes: Vec<Write>,
    /// Its outcome if it is played completely.
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

    /// The answer to `ask`, met by `fault`.
    pub(crate) fn of(ask: Ask, fault: Option<InjectedFault>, circumstances: AnswerContext) -> Self {
        let profile = ask.profile;
        let (stream, kind) = (ask.stream, fault.map(|fault| fault.kind));
        let voice = voice_of(profile, circumstances.number);
        let answer = Answer::to(ask, circumstances.sequence, circumstances.created_unix_s, voice);
        if stream && kind != Some(FaultKind::Json) {
            plan::streamed(answer, profile, fault, circumstances)
        } else {
            plan::unstreamed(answer, profile, kind, circumstances)
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

    /// Notes in `truth` that the write at `index` happens at `at_us`.
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

/// Lanes and consecutive races should not all have the same text.
fn voice_of(profile: &Profile, number: u64) -> usize {
    let place = profiles().iter().position(|shown| shown.model == profile.model);
    place.unwrap_or_default() + usize::try_from(number).unwrap_or_default()
}

/// A place inside the first character that has several bytes, or the end.
fn middle_of_character(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !byte.is_ascii()).map_or(bytes.len(), |start| start + 1)
}
