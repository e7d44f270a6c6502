//! Why a plan may not start.

use race::Problem;
use store::HistoryError;

use crate::spending::OverCap;

/// Why a plan may not start. Nothing was sent.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// It cannot be raced as it is.
    #[error("{}", in_words(problems))]
    Plan {
        /// Everything that stands in the way.
        problems: Vec<Problem>,
    },
    /// It could bring what was spent today over the cap.
    #[error("{0}")]
    OverCap(OverCap),
    /// The history cannot be read.
    #[error(transparent)]
    History(#[from] HistoryError),
}

/// Each problem on a line, with its lane counted from 1.
fn in_words(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems
        .iter()
        .map(|Problem { lane, message }| match lane {
            Some(lane) => format!("Lane {}: {message}", lane + 1),
            None => message.clone(),
        })
        .collect();
    lines.join("\n")
}
