//! What output speeds are of: of the reasoning as well where it streams word for word, otherwise of the answer alone.

/// The texts that the output speeds of some requests are of. A request that did not reason is of either kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TextOfSpeeds {
    /// Whether a speed is of reasoning as well.
    pub has_reasoning: bool,
    /// Whether a speed is of the answer alone, although the model reasoned.
    pub has_answers_alone: bool,
}

impl TextOfSpeeds {
    /// The texts of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            has_reasoning: self.has_reasoning || other.has_reasoning,
            has_answers_alone: self.has_answers_alone || other.has_answers_alone,
        }
    }

    /// Whether some of the speeds are of what others leave out, so that a difference between them need not be one of pace.
    pub fn is_mixed(self) -> bool {
        self.has_reasoning && self.has_answers_alone
    }
}

impl FromIterator<Self> for TextOfSpeeds {
    fn from_iter<T: IntoIterator<Item = Self>>(all: T) -> Self {
        all.into_iter().fold(Self::default(), Self::and)
    }
}
