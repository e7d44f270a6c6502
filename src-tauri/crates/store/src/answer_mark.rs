//! What a user says of one answer.

use serde::{Deserialize, Serialize};

/// The user's judgement of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Vote {
    /// It is what was wanted.
    Good,
    /// It is not.
    Bad,
}

impl Vote {
    /// The word in documents, in the file and in a search.
    pub fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Bad => "bad",
        }
    }

    pub(crate) fn of(word: &str) -> Option<Self> {
        [Self::Good, Self::Bad].into_iter().find(|vote| vote.word() == word)
    }
}

/// What the user says of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct AnswerMark {
    /// The lane, from 0.
    pub lane: u32,
    /// The request within its lane, from 0, in the order of [`race::Lane::requests`].
    pub round: u32,
    /// The vote; none where there is only a note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vote: Option<Vote>,
    /// The note; empty for none.
    #[serde(default)]
    pub note: String,
}
