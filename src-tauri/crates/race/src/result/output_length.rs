//! How long an answer was asked for, and by how much it missed that.

use crate::result::run::Status;
use crate::result::token_counts::small;

/// An answer this far below the length that was wanted is other work, in percent and in tokens.
const MISSED_PCT: f64 = 5.0;
const MISSED_TOKENS: u32 = 50;

/// How many output tokens a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedLength {
    /// A limit that the answer need not reach.
    AtMost(u32),
    /// The length that is wanted, so that everybody does the same work.
    Wanted(u32),
}

impl AskedLength {
    fn tokens(self) -> u32 {
        match self {
            Self::AtMost(tokens) | Self::Wanted(tokens) => tokens,
        }
    }

    /// Whether an answer of so many output tokens came to it, but for what counts may differ by.
    pub(crate) fn is_reached(self, tokens: u64) -> bool {
        let missed = LengthError { length: Self::Wanted(self.tokens()), tokens: small(tokens) };
        self.tokens() == 0 || !missed.is_too_much()
    }
}

/// By how much an answer missed the length that was asked for.
pub(crate) struct LengthError {
    length: AskedLength,
    tokens: u32,
}

impl LengthError {
    pub(crate) fn of(
        length: Option<AskedLength>,
        status: Status,
        counted: Option<u64>,
    ) -> Option<Self> {
        let length = length.filter(|length| length.tokens() > 0 && status.is_ok())?;
        Some(Self { length, tokens: small(counted?) })
    }

    pub(crate) fn percent(&self) -> f64 {
        let wanted = f64::from(self.length.tokens());
        (f64::from(self.tokens) - wanted) / wanted * 100.0
    }

    pub(crate) fn is_too_much(&self) -> bool {
        let less = self.length.tokens().saturating_sub(self.tokens);
        let is_far = self.percent() < -MISSED_PCT || less > MISSED_TOKENS;
        matches!(self.length, AskedLength::Wanted(_)) && is_far
    }
}
