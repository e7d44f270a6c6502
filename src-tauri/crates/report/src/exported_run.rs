//! What an export is written from: a run with all of its stored data, and where it was exported.

use std::collections::HashMap;

use race::{Recording, Run};
use store::{Annotations, AnswerMark};

/// A run with all of its stored data.
pub(crate) struct ExportedRun {
    pub(crate) run: Run,
    /// By lane, in the order of [`race::Lane::requests`].
    pub(crate) recordings: Vec<Vec<Recording>>,
    pub(crate) marks: Annotations,
    pub(crate) prompt_hash: String,
    pub(crate) prompt_tokens: Option<u32>,
}

impl ExportedRun {
    /// What was said of its answers, by lane and round.
    pub(crate) fn answer_marks(&self) -> HashMap<(u32, u32), &AnswerMark> {
        self.marks.answers.iter().map(|mark| ((mark.lane, mark.round), mark)).collect()
    }
}

/// Time, machine and version of an export.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin {
    /// Paceline's version.
    pub version: &'static str,
    /// RFC 3339 in UTC.
    pub at: String,
    /// One-line description of the machine.
    pub machine: String,
    /// Calibration of that machine, if any.
    pub calibration: Option<race::Calibration>,
}
