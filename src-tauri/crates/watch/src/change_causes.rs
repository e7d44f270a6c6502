//! What a change of a watched number comes from, as far as its turns tell: the phases that moved, and whose it probably is.
//!
//! Each is said only where chance explains it badly, and nothing is said of what is not known. A cause is what moved with the number at the same turns;
//! that one made the other move is for the reader to judge.

use serde::{Deserialize, Serialize};

use crate::step::Direction;

/// A number of a contender that is watched.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "snake_case")]
pub enum WatchedNumber {
    /// The time to first token, of the median request of a turn.
    Ttft,
    /// The speed of the answer, of the median request of a turn.
    Speed,
    /// The cost of the median request of a turn.
    Cost,
    /// The share of requests that failed.
    Failures,
    /// The share of checked answers that are right.
    Right,
}

/// A change whose causes are sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnexplainedChange {
    /// Index of its contender among the lanes.
    pub lane: usize,
    /// What changed.
    pub number: WatchedNumber,
    /// Which way.
    pub direction: Direction,
    /// The first turn of those that show it.
    pub from_turn: u32,
    /// The turn after which it was noticed. Later ones tell nothing of it.
    pub at_turn: u32,
    /// Whether it came from one turn to the next, so that something else can have changed with it.
    pub is_step: bool,
}

/// What a change comes from, as far as its turns tell. Empty where they tell nothing.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ChangeCauses {
    /// The phases of a request that moved with TTFT or output speed, the largest move first. Their intervals hold together at 95 %.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<PhaseMove>,
    /// By how much the TTFT moved over the same turns, in milliseconds; of output speed the time per token. Absent without phases.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole_ms: Option<f64>,
    /// That unrelated providers moved at the same turns: probably the network from here.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network: Option<NetworkCause>,
    /// That the strain of this machine came or went at the same turns: probably this machine.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<MachineCause>,
    /// What says that another model answers since the same turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub model: Vec<ModelSign>,
}

impl ChangeCauses {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.phases.is_empty()
            && self.network.is_none()
            && self.machine.is_none()
            && self.model.is_empty()
    }
}

/// A phase of a request.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "snake_case")]
pub enum RequestPhase {
    /// The DNS lookup of a new connection. Before the request is sent, so no part of TTFT.
    Dns,
    /// The TCP handshake of a new connection; likewise.
    Connect,
    /// The TLS handshake of a new connection; likewise.
    Tls,
    /// A round trip to the server: part of the first byte.
    RoundTrip,
    /// The server's queue, as the server tells it: part of the first byte.
    Queue,
    /// The reading of the prompt, as the server tells it: likewise.
    Prompt,
    /// From the send to the first byte of the response.
    FirstByte,
    /// From there to the first text.
    FirstText,
    /// The time per output token.
    Decode,
    /// The same as the server tells it.
    ServerDecode,
}

impl RequestPhase {
    /// All, in the order of a request.
    pub const ALL: [Self; 10] = [
        Self::Dns,
        Self::Connect,
        Self::Tls,
        Self::RoundTrip,
        Self::Queue,
        Self::Prompt,
        Self::FirstByte,
        Self::FirstText,
        Self::Decode,
        Self::ServerDecode,
    ];

    /// Whether it is looked at for output speed, and not for TTFT.
    pub fn is_of_decode(self) -> bool {
        matches!(self, Self::Decode | Self::ServerDecode)
    }
}

/// By how much a phase moved.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct PhaseMove {
    /// Which.
    pub phase: RequestPhase,
    /// The median of the turns since, less what is usual at their hours, in milliseconds; of decode for each token.
    pub ms: f64,
    /// The lower end of its confidence interval.
    pub ms_low: f64,
    /// The upper end of the same.
    pub ms_high: f64,
}

/// Unrelated providers that moved at the same turns: by provider, host and model they have nothing in common.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct NetworkCause {
    /// The other contenders that moved.
    pub with: Vec<String>,
    /// Number of unrelated providers that moved, with the contender's own.
    pub providers: u32,
    /// Of how many that are watched.
    pub of: u32,
}

/// Turns in which this machine was late to send or to read at least half of the requests.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct MachineCause {
    /// Such turns since the change.
    pub strained: u32,
    /// Of how many.
    pub of: u32,
    /// Such turns before it.
    pub before: u32,
    /// Of how many.
    pub of_before: u32,
}

/// Something that changed with the number and belongs to the model that answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum ModelSign {
    /// The server names another model.
    Named {
        /// Its name before.
        before: String,
        /// Its name since.
        after: String,
    },
    /// The server sends another system fingerprint.
    Fingerprint {
        /// The latest one before.
        before: String,
        /// The first one since.
        after: String,
    },
    /// The server counts other input tokens of the same prompts: medians of a request.
    InputTokens {
        /// Before.
        before: f64,
        /// Since.
        after: f64,
    },
    /// Answers are longer or shorter.
    OutputTokens {
        /// Tokens of the median answer since ÷ before, at the same hours.
        ratio: f64,
        /// The lower end of its 99 % confidence interval.
        ratio_low: f64,
        /// The upper end of the same.
        ratio_high: f64,
    },
    /// Another share of the checked answers is right.
    Right {
        /// Before, 0 to 1.
        before: f64,
        /// Since.
        after: f64,
    },
}

/// How sure it is that another model answers.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "snake_case")]
pub enum ModelChange {
    /// Answers differ, which has other reasons, too.
    Possible,
    /// The server's fingerprint or its count of the same prompts changed.
    Probable,
    /// The server says so.
    Named,
}

impl ModelSign {
    /// How sure it makes that another model answers.
    pub fn says(&self) -> ModelChange {
        match self {
            Self::Named { .. } => ModelChange::Named,
            Self::Fingerprint { .. } | Self::InputTokens { .. } => ModelChange::Probable,
            Self::OutputTokens { .. } | Self::Right { .. } => ModelChange::Possible,
        }
    }
}
