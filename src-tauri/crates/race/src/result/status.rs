//! How a request ended.

use serde::{Deserialize, Serialize};

/// How a request ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A finish reason or the terminal marker, and some text. This includes an answer cut at its limit, which gets a
    /// warning but is measured like any other.
    Ok,
    /// As `ok`, but without visible text. The name dates from when it counted as a success.
    OkEmpty,
    /// A filter of the provider blocked the prompt, the answer, or the rest of it.
    Filtered,
    /// The model declined.
    Refused,
    /// The stream ended without a finish reason or terminal marker, or for a reason that leaves the answer
    /// unfinished: the context was full, the model paused, or the provider stopped it.
    Truncated,
    /// An error inside a response with a success status.
    ErrorStream,
    /// A status other than success.
    ErrorHttp,
    /// 429.
    Throttled,
    /// The network failed.
    ErrorNet,
    /// Timeout before the first token.
    TimeoutFirst,
    /// Timeout between two chunks.
    TimeoutIdle,
    /// The whole request took too long.
    Deadline,
    /// The user stopped it; not a failure of the provider.
    Cancelled,
    /// The app exited during the request; not a failure of the provider.
    Interrupted,
}

impl Status {
    /// Whether Paceline ended it, not the provider.
    pub fn is_ours(self) -> bool {
        matches!(self, Self::Cancelled | Self::Interrupted)
    }

    /// Whether it succeeded with an answer. Only such samples enter summaries, comparisons and medals, and a command
    /// exits with success only if all samples are ok: a refusal, a filtered or an empty answer is fast, but not an
    /// answer.
    pub fn is_ok(self) -> bool {
        self == Self::Ok
    }

    /// Whether the provider ended it regularly, so that its counts are those of the bill.
    pub fn is_final(self) -> bool {
        matches!(self, Self::Ok | Self::OkEmpty | Self::Filtered | Self::Refused)
    }
}
