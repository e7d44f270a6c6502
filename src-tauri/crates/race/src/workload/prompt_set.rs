//! A set of prompts, each with what makes its answer right.

use serde::{Deserialize, Serialize};

use crate::workload::row::{Row, Rows};
use crate::workload::suite::Suite;

/// Prompts that requests ask in turn in place of the plan's: each round of a race the next, each request of a sweep the next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PromptSet {
    /// The user's own.
    Rows {
        /// The rows, in the order in which they are asked.
        #[specta(type = Vec<Row>)]
        rows: Rows,
    },
    /// A built-in suite.
    Suite {
        /// Which, in which edition.
        suite: Suite,
    },
}

impl PromptSet {
    /// Its rows, in the order in which they are asked.
    pub fn rows(&self) -> &Rows {
        match self {
            Self::Rows { rows } => rows,
            Self::Suite { suite } => suite.rows(),
        }
    }
}
