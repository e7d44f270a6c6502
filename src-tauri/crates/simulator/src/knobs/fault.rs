//! The fault of a request, and its position.

use std::str::FromStr;

use super::value::{count, percent, words};

words! {
    /// The kind of a fault.
    FaultKind {
        /// The connection closes (FIN) with the body unfinished.
        Drop = "drop",
        /// The connection is reset (RST) with the body unfinished.
        Reset = "reset",
        /// Nothing comes for the duration of the knob `stall`; then the stream goes on.
        Stall = "stall",
        /// An event with an `error` object; the body then ends without `[DONE]`.
        Error = "error",
        /// The same, named `event: error`.
        ErrorEvent = "error-event",
        /// The same, followed by `[DONE]`.
        ErrorDone = "error-done",
        /// An error after the finish reason.
        ErrorLate = "error-late",
        /// 401, echoing part of the key as `OpenAI` does.
        Unauthorized = "401",
        /// 404 `model_not_found`.
        NotFound = "404",
        /// 429 with `Retry-After`.
        TooManyRequests = "429",
        /// 500.
        ServerError = "500",
        /// 503.
        Unavailable = "503",
        /// A stream was requested, and one JSON completion comes.
        Json = "json",
        /// 200 with a web page, as a captive portal answers.
        Html = "html",
    }
}

impl FaultKind {
    /// Whether it occurs inside a stream; other faults replace the whole answer.
    fn has_position(self) -> bool {
        matches!(
            self,
            Self::Drop
                | Self::Reset
                | Self::Stall
                | Self::Error
                | Self::ErrorEvent
                | Self::ErrorDone
        )
    }
}

/// Position of a fault in a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// After this share of the tokens, rounded down.
    Percent(u8),
    /// After this many tokens, reasoning included; after the last one if there are fewer.
    Tokens(u32),
}

impl Position {
    /// Number of `total` tokens sent before it.
    pub(crate) fn of(self, total: u32) -> u32 {
        match self {
            Self::Percent(share) => {
                let tokens = u64::from(total) * u64::from(share) / 100;
                u32::try_from(tokens).unwrap_or(total)
            }
            Self::Tokens(tokens) => tokens.min(total),
        }
    }
}

/// A fault, as in `reset@50%`, `stall@first`, `error@20` or `429`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct InjectedFault {
    pub(crate) kind: FaultKind,
    pub(crate) at: Position,
}

impl FromStr for InjectedFault {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, at) = match text.split_once('@') {
            Some((kind, at)) => (kind.parse::<FaultKind>()?, Some(at)),
            None => (text.parse::<FaultKind>()?, None),
        };
        let at = match at {
            None => Position::Percent(50),
            Some(_) if !kind.has_position() => {
                return Err("no position for a fault that replaces the answer".to_owned());
            }
            Some("first") => Position::Tokens(0),
            Some(at) => percent(at)
                .map(Position::Percent)
                .or_else(|_| count(at).map(Position::Tokens))
                .map_err(|_| "a position such as @first, @20 (tokens) or @50%".to_owned())?,
        };
        Ok(Self { kind, at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_a_share_or_a_number_of_tokens() {
        let at = |text: &str| text.parse::<InjectedFault>().map(|fault| fault.at);
        assert_eq!(at("drop@first"), Ok(Position::Tokens(0)), "before anything");
        assert_eq!(at("drop@7"), Ok(Position::Tokens(7)), "counted in tokens");
        assert_eq!(at("drop@50%25"), Ok(Position::Percent(50)), "a share, escaped");
        assert_eq!(at("drop"), Ok(Position::Percent(50)), "in the middle unless told");
        assert!(at("429@3").is_err(), "a refusal has no middle");
        assert!(at("drop@soon").is_err(), "a word is no place");
    }

    #[test]
    fn a_position_never_passes_the_end() {
        assert_eq!(Position::Tokens(9).of(5), 5, "the last token is the last place");
        assert_eq!(Position::Percent(100).of(5), 5, "all of them");
        assert_eq!(Position::Percent(50).of(5), 2, "half, rounded down");
    }
}
