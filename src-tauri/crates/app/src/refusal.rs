//! Why a plan may not start.

use race::Problem;
use store::HistoryError;

use crate::spending::OverCap;

/// A refusal: why a plan may not start. Nothing was sent.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The plan has problems.
    #[error("{}", in_words(problems))]
    Plan {
        /// All problems.
        problems: Vec<Problem>,
    },
    /// It could exceed today's spending cap.
    #[error("{0}")]
    OverCap(OverCap),
    /// The history cannot be read.
    #[error(transparent)]
    History(#[from] HistoryError),
}

/// Each problem on its own line, with lanes counted from 1.
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
