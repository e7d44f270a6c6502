//! What kind of number a metric is: which of its values may be pooled, compared and felt.

use crate::band::{self, Band};
use crate::{Counter, Metric, Unit};

impl Metric {
    /// Whether it is a time or a speed, and so invalid if the machine slept or its clock was set during the measurement.
    pub const fn is_timed(self) -> bool {
        matches!(
            self.definition().unit,
            Unit::Duration | Unit::Milliseconds | Unit::TokensPerSecond | Unit::CharactersPerSecond
        )
    }

    /// The bands into which people sort its values, in ascending order; empty for a metric nobody feels.
    pub(crate) const fn bands(self) -> &'static [Band] {
        match self {
            Self::TtftMs | Self::TtfatMs => &band::WAIT,
            Self::DecodeTps | Self::NeutralTps | Self::AnswerTps => &band::READING,
            _ => &[],
        }
    }

    /// What a value feels like to someone who reads along; `None` for a metric without bands.
    pub fn feels(self, value: f64) -> Option<&'static str> {
        band::feels(self.bands(), value)
    }

    /// Whether it grows with the length of the answer, so that only answers of about the same length are compared by it.
    pub const fn grows_with_the_answer(self) -> bool {
        matches!(self, Self::LatencyMs | Self::LatencyPerceivedMs | Self::DecodeTimeMs)
    }

    /// Whether it is how long an answer is waited for, which for a failed request has no end.
    pub const fn is_awaited(self) -> bool {
        matches!(
            self,
            Self::TtftMs
                | Self::TtfatMs
                | Self::TtftPerceivedMs
                | Self::LatencyMs
                | Self::LatencyPerceivedMs
        )
    }

    /// Whether it is the speed of a text after its first read, which a text that came too quickly does not have: see
    /// [`crate::Speed::is_too_quick`].
    pub const fn is_pace(self) -> bool {
        matches!(
            self,
            Self::DecodeTps
                | Self::NeutralTps
                | Self::AnswerTps
                | Self::ReasoningTps
                | Self::CharactersPerS
                | Self::TpotMs
        )
    }

    /// Whether it adds up over requests, so that its typical value is the mean: who asks a hundred times pays a hundred means, and no
    /// multiple of the median.
    pub const fn adds_up(self) -> bool {
        matches!(self, Self::CostUsd)
    }

    /// Whether values from different token counters must not be pooled.
    pub const fn needs_one_counter(self) -> bool {
        matches!(self.definition().counter, Counter::Any)
    }
}
