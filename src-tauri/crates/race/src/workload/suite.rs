//! The built-in suites: sets of prompts of our own, each row with what makes its answer right.
//!
//! An edition never changes, because runs name it instead of repeating its rows. What is to be otherwise is a new edition beside it.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A built-in suite, by its name and edition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, specta::Type)]
pub enum Suite {
    /// Tool calls.
    #[serde(rename = "tool-calls-2026-11")]
    ToolCalls,
    /// JSON that fits a schema.
    #[serde(rename = "schemas-2026-11")]
    Schemas,
    /// Sums in words.
    #[serde(rename = "sums-2026-11")]
    Sums,
    /// Edits merged into files.
    #[serde(rename = "merges-2026-11")]
    Merges,
    /// A fact found in a long text.
    #[serde(rename = "needles-2026-11")]
    Needles,
    /// Instructions about the form of an answer.
    #[serde(rename = "instructions-2026-11")]
    Instructions,
}

/// No suite has this name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no suite `{name}`; there are {}", Suite::ALL.map(Suite::name).join(", "))]
pub struct UnknownSuite {
    /// The name.
    pub name: String,
}

impl Suite {
    /// Every suite.
    pub const ALL: [Self; 6] = [
        Self::ToolCalls,
        Self::Schemas,
        Self::Sums,
        Self::Merges,
        Self::Needles,
        Self::Instructions,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ToolCalls => "tool-calls",
            Self::Schemas => "schemas",
            Self::Sums => "sums",
            Self::Merges => "merges",
            Self::Needles => "needles",
            Self::Instructions => "instructions",
        }
    }

    /// The month of its edition, as in documents.
    pub const fn edition(self) -> &'static str {
        match self {
            Self::ToolCalls
            | Self::Schemas
            | Self::Sums
            | Self::Merges
            | Self::Needles
            | Self::Instructions => "2026-11",
        }
    }

    /// What it asks, in a few words.
    pub const fn title(self) -> &'static str {
        match self {
            Self::ToolCalls => "60 requests to call tools",
            Self::Schemas => "40 texts to be read into JSON that fits a schema",
            Self::Sums => "40 sums in words",
            Self::Merges => "30 edits to be merged into a file",
            Self::Needles => "30 facts to be found in texts of 1,000 to 64,000 tokens",
            Self::Instructions => "20 instructions about the form of an answer",
        }
    }

    /// How it came about, what it checks and what it does not, as Markdown.
    pub const fn readme(self) -> &'static str {
        match self {
            Self::ToolCalls => include_str!("suites/tool_calls.md"),
            Self::Schemas => include_str!("suites/schemas.md"),
            Self::Sums => include_str!("suites/sums.md"),
            Self::Merges => include_str!("suites/merges.md"),
            Self::Needles => include_str!("suites/needles.md"),
            Self::Instructions => include_str!("suites/instructions.md"),
        }
    }

    /// The output token limit of each request, unless the plan has one: room for a model that thinks before it answers.
    pub const fn max_tokens(self) -> u32 {
        match self {
            Self::Sums => 4_096,
            _ => 2_048,
        }
    }
}

impl FromStr for Suite {
    type Err = UnknownSuite;

    fn from_str(name: &str) -> Result<Self, UnknownSuite> {
        let found = Self::ALL.into_iter().find(|suite| suite.name() == name);
        found.ok_or_else(|| UnknownSuite { name: name.to_owned() })
    }
}
