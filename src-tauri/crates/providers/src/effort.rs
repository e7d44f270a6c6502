//! Reasoning effort.

use serde::{Deserialize, Serialize};

/// Reasoning effort, in the field's own words. A model that does not know the word refuses.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "snake_case")]
pub enum Effort {
    /// No reasoning.
    None,
    /// Minimal.
    Minimal,
    /// Low.
    Low,
    /// Medium, usually the default.
    Medium,
    /// High.
    High,
    /// Extra high.
    #[serde(rename = "xhigh")]
    XHigh,
    /// Maximum.
    Max,
}

impl Effort {
    /// Every effort, ascending.
    pub const ALL: [Self; 7] =
        [Self::None, Self::Minimal, Self::Low, Self::Medium, Self::High, Self::XHigh, Self::Max];

    /// Its name on the wire, on the command line and in documents.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Minimal => "minimal",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
            Self::XHigh => "xhigh",
            Self::Max => "max",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_effort_has_one_word_everywhere() {
        for effort in Effort::ALL {
            let word = serde_json::to_value(effort).expect("a word");
            assert_eq!(word, effort.word(), "documents call it as the wire does");
        }
        assert!(Effort::ALL.is_sorted(), "they rise");
    }
}
