//! The true timing of a request, recorded by the server that produced it.

use serde::{Deserialize, Serialize};

/// The truth about one request for a completion. Instants are whole microseconds since the socket
/// read that completed the request; one that never came is absent. Each is taken just before the
/// write it describes, so that no client can have seen it earlier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Truth {
    /// Number of the request in this simulator, from 1, in the order in which requests were read.
    pub sequence: u64,
    /// The model as the client named it, knobs included.
    pub model: String,
    /// HTTP status of the answer; absent if the connection ended before one was sent.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub status: Option<u16>,
    /// How many requests, including this one, the profile was serving when it admitted this one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub in_flight: Option<u32>,
    /// How long the request waited for a free slot of its profile; 0 if one was free.
    pub queued_us: u64,
    /// Response headers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub headers_us: Option<u64>,
    /// The chunk that only names the role.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub role_us: Option<u64>,
    /// First chunk with reasoning text (its tag, when reasoning is inline).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub first_reasoning_us: Option<u64>,
    /// First chunk with answer text or arguments of a tool call.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub first_content_us: Option<u64>,
    /// Last chunk with answer text or arguments of a tool call.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub last_content_us: Option<u64>,
    /// First chunk with a finish reason.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub finish_us: Option<u64>,
    /// `[DONE]`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub done_us: Option<u64>,
    /// End of the body, however it came.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub close_us: Option<u64>,
    /// Reasoning tokens generated, shown or hidden.
    pub reasoning_tokens: u32,
    /// Tokens of the answer sent.
    pub answer_tokens: u32,
    /// Tokens in the first chunk that contained any.
    pub first_chunk_tokens: u32,
    /// Chunks that contained tokens.
    pub chunks: u32,
    /// The worst lateness of a write against its schedule, in microseconds.
    pub late_us: u64,
    /// How it ended.
    pub outcome: Outcome,
}

/// How a request ended, as seen by the provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Everything planned was sent.
    Complete,
    /// Answered with an error status.
    Refused,
    /// An error was sent inside a stream.
    Failed,
    /// The connection was closed gracefully (FIN) in the middle.
    Dropped,
    /// The connection was reset in the middle (RST).
    Reset,
    /// The client went away first.
    ClientGone,
    /// The simulator was stopped first.
    Stopped,
}

impl Truth {
    pub(crate) fn new(sequence: u64, model: String) -> Self {
        Self {
            sequence,
            model,
            status: None,
            in_flight: None,
            queued_us: 0,
            headers_us: None,
            role_us: None,
            first_reasoning_us: None,
            first_content_us: None,
            last_content_us: None,
            finish_us: None,
            done_us: None,
            close_us: None,
            reasoning_tokens: 0,
            answer_tokens: 0,
            first_chunk_tokens: 0,
            chunks: 0,
            late_us: 0,
            outcome: Outcome::ClientGone,
        }
    }

    /// Notes a chunk of tokens written at `at_us`.
    pub(crate) fn chunk(&mut self, at_us: u64, reasoning: u32, answer: u32) {
        if self.chunks == 0 {
            self.first_chunk_tokens = reasoning + answer;
        }
        self.chunks += 1;
        self.reasoning_tokens += reasoning;
        self.answer_tokens += answer;
        if reasoning > 0 {
            self.first_reasoning_us.get_or_insert(at_us);
        }
        if answer > 0 {
            self.first_content_us.get_or_insert(at_us);
            self.last_content_us = Some(at_us);
        }
    }
}
