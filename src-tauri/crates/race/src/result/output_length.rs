//! Requested output length, and by how much an answer misses it.

use crate::result::status::Status;
use crate::result::token_counts::saturating_u32;

/// An answer this far below the target length (in percent and in tokens) is not comparable work.
const MISSED_PCT: f64 = 5.0;
const MISSED_TOKENS: u32 = 50;

/// The output length that a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestedLength {
    /// A limit, which the answer need not reach.
    AtMost(u32),
    /// A target, so that all contenders do the same work.
    Target(u32),
}

impl RequestedLength {
    fn tokens(self) -> u32 {
        match self {
            Self::AtMost(tokens) | Self::Target(tokens) => tokens,
        }
    }

    /// Whether an answer of this many output tokens reaches it, within the tolerance of counts.
    pub(crate) fn is_reached(self, tokens: u64) -> bool {
        let missed =
            LengthError { length: Self::Target(self.tokens()), tokens: saturating_u32(tokens) };
        self.tokens() == 0 || !missed.is_too_much()
    }
}

/// By how much an answer misses the requested length.
pub(crate) struct LengthError {
    length: RequestedLength,
    tokens: u32,
}

impl LengthError {
    pub(crate) fn of(
        length: Option<RequestedLength>,
        status: Status,
        counted: Option<u64>,
    ) -> Option<Self> {
        let length = length.filter(|length| length.tokens() > 0 && status.is_ok())?;
        Some(Self { length, tokens: saturating_u32(counted?) })
    }

    pub(crate) fn percent(&self) -> f64 {
        let wanted = f64::from(self.length.tokens());
        (f64::from(self.tokens) - wanted) / wanted * 100.0
    }

    pub(crate) fn is_too_much(&self) -> bool {
        let less = self.length.tokens().saturating_sub(self.tokens);
        let is_far = self.percent() < -MISSED_PCT || less > MISSED_TOKENS;
        matches!(self.length, RequestedLength::Target(_)) && is_far
    }
}
