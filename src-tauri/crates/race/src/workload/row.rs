//! One prompt of a set, with what makes its answer right.

use std::ops::Deref;
use std::sync::Arc;

use checks::Check;
use providers::{Payload, Request, SharedPayload};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The most rows of a set.
pub const MOST_ROWS: usize = 2_000;
/// The most values of a table from which prompts are filled in: its rows times its columns.
pub(super) const MOST_CELLS: usize = 1_000_000;
/// The length of all prompts that are filled in from one table, in bytes.
pub(super) const LONGEST_FILLED: usize = 64 * 1024 * 1024;
/// The memory that the values of a set written as JSON may take, in bytes.
pub(super) const LARGEST_SET: usize = 512 * 1024 * 1024;
/// The longest beginning of a prompt that names a row, in characters.
const LONGEST_BEGINNING: usize = 48;

/// One prompt of a set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Row {
    /// By which results name it.
    pub name: String,
    /// The prompt; empty if the conversation ends with the payload's turns.
    pub prompt: String,
    /// The system prompt, empty for none; absent for that of the plan or of the lane.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// What the request carries beside these; absent for what that of the plan or of the lane carries.
    #[specta(optional, type = Option<Payload>)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<SharedPayload>,
    /// What makes its answer right, beside the checks of the plan.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<Check>,
}

impl Row {
    /// What lists call it: its name and how its prompt begins, or one of the two where that is all there is.
    pub fn title(&self) -> Option<String> {
        let mut words = self.prompt.split_whitespace();
        let mut begins = String::new();
        for word in words.by_ref() {
            let gap = if begins.is_empty() { "" } else { " " };
            let room = LONGEST_BEGINNING.saturating_sub(begins.chars().count() + gap.len());
            begins.push_str(gap);
            begins.extend(word.chars().take(room));
            if word.chars().count() > room {
                begins.truncate(begins.trim_end().len());
                begins.push('\u{2026}');
                break;
            }
        }
        match (self.name.trim(), begins.as_str()) {
            ("", "") => None,
            ("", begins) => Some(begins.to_owned()),
            (name, "") => Some(name.to_owned()),
            (name, begins) => Some(format!("{name}: {begins}")),
        }
    }

    /// The request of a lane with what this row asks.
    pub(crate) fn asked_by(&self, request: &Request) -> Request {
        let mut asked = request.clone();
        asked.prompt.clone_from(&self.prompt);
        if let Some(system) = &self.system {
            asked.system = Some(system.clone()).filter(|system| !system.trim().is_empty());
        }
        if let Some(payload) = &self.payload {
            asked.payload = payload.arc();
        }
        asked
    }

    /// Whether it carries turns, in which images and documents may be.
    pub(crate) fn has_turns(&self) -> bool {
        self.payload.as_ref().is_some_and(|payload| !payload.turns.is_empty())
    }

    /// About how long what it asks is, in bytes.
    pub(crate) fn length(&self) -> usize {
        let payload = self.payload.as_ref().map_or(0, |payload| payload.text().len());
        self.prompt.len() + self.system.as_ref().map_or(0, String::len) + payload
    }
}

/// Rows that are shared by their copies, because a plan is copied often. In a document they are a list.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rows(Arc<Vec<Row>>);

impl Rows {
    /// Themselves to be changed; they are copied first if others hold them too.
    pub fn make_mut(&mut self) -> &mut Vec<Row> {
        Arc::make_mut(&mut self.0)
    }
}

impl From<Vec<Row>> for Rows {
    fn from(rows: Vec<Row>) -> Self {
        Self(Arc::new(rows))
    }
}

impl Deref for Rows {
    type Target = [Row];

    fn deref(&self) -> &[Row] {
        &self.0
    }
}

impl Serialize for Rows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Row>::deserialize(deserializer).map(Self::from)
    }
}
