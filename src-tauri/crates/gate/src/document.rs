//! The result of a gate as one document.

use serde::Serialize;

use crate::decision::{Finding, Outcome};

/// The result of a gate.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct GateDocument {
    /// `fail` if any limit is violated, else `not_enough_data` if any is undecided, else `pass`.
    pub outcome: Outcome,
    /// Each limit for each contender it holds for.
    pub findings: Vec<Finding>,
    /// The runs that it judges.
    pub runs: Vec<String>,
    /// Measured rounds, of all its runs.
    pub rounds: u32,
    /// Known cost of its requests, in dollars; absent if none is known.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// How many times at most was decided whether there are enough data.
    pub looks: usize,
    /// What else a reader has to know: why it ended, how baseline and runs differ.
    pub notes: Vec<String>,
}

impl GateDocument {
    /// A document of these findings.
    pub fn of(findings: Vec<Finding>, runs: Vec<String>, rounds: u32, looks: usize) -> Self {
        Self {
            outcome: overall(&findings),
            findings,
            runs,
            rounds,
            cost_usd: None,
            looks,
            notes: Vec::new(),
        }
    }

    /// How many findings have an outcome.
    pub fn number_of(&self, outcome: Outcome) -> usize {
        self.findings.iter().filter(|finding| finding.outcome == outcome).count()
    }

    /// The outcome in one sentence.
    pub fn headline(&self) -> String {
        let of_all = measure::format::several(self.findings.len(), "limit");
        match self.outcome {
            Outcome::Pass => format!("Pass: {of_all} kept."),
            Outcome::Fail => {
                let undecided = match self.number_of(Outcome::NotEnoughData) {
                    0 => String::new(),
                    undecided => format!(", {undecided} undecided"),
                };
                format!("Fail: {} of {of_all} violated{undecided}.", self.number_of(Outcome::Fail))
            }
            Outcome::NotEnoughData => format!(
                "Not enough data: {} of {of_all} undecided.",
                self.number_of(Outcome::NotEnoughData)
            ),
        }
    }

    /// With which certainty it was decided.
    pub fn certainty(&self) -> String {
        let looks = match self.looks {
            0 | 1 => String::new(),
            looks => format!(", at up to {looks} looks,"),
        };
        let decisions = match self.findings.len() {
            1 => format!("The decision{looks} is"),
            decisions => format!("All {decisions} decisions together{looks} are"),
        };
        format!(
            "{decisions} right with 95 % confidence, for requests that are independent of each other."
        )
    }
}

/// The outcome of all findings.
pub(crate) fn overall(findings: &[Finding]) -> Outcome {
    let any = |outcome| findings.iter().any(|finding| finding.outcome == outcome);
    if any(Outcome::Fail) {
        Outcome::Fail
    } else if any(Outcome::NotEnoughData) {
        Outcome::NotEnoughData
    } else {
        Outcome::Pass
    }
}
