//! One write of an answer, and the inputs of an answer besides the request.

use std::ops::Range;

use crate::response::Framing;

/// Inputs of an answer besides the request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnswerContext {
    /// Number among all the simulator's requests.
    pub(crate) sequence: u64,
    /// Number among the requests for exactly this model, from 1.
    pub(crate) number: u64,
    pub(crate) created_unix_s: u64,
    /// Number of requests that the profile is serving, including this one.
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

/// A wait, and the part of it that is token generation and therefore grows under load.
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
    /// An answer that is sent as a whole.
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
