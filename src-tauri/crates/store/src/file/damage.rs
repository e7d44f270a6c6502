//! What is wrong with a damaged history.

use serde::{Deserialize, Serialize};

/// What users call what the app remembers beside runs.
pub(crate) const SETTINGS: &str = "settings";

/// Ids that are named in one sentence at most.
const NAMED: usize = 20;

/// What was read of a damaged history, and what is known to be lost.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Salvage {
    /// Number of runs that can be read, deleted ones included.
    pub runs: u32,
    /// Ids of runs that cannot be read, as far as anything names them.
    pub lost: Vec<String>,
    /// Ids of runs that can be read, but not all of their requests.
    pub incomplete: Vec<String>,
    /// What else may be lost in part, as users call it.
    pub partial: Vec<String>,
}

/// What is wrong with a damaged history, and what of it can be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Damage {
    /// What the check of the file found.
    pub finding: String,
    /// What can be read.
    pub salvage: Salvage,
}

impl Damage {
    /// What the user should know of it, in whole sentences, without what to do.
    pub fn told(&self) -> Vec<String> {
        let mut told = vec![format!("The history is damaged ({}).", self.finding)];
        told.extend(self.salvage.told());
        told
    }
}

impl Salvage {
    /// Whether settings may be missing, so that their defaults stand for them.
    pub fn may_lack_settings(&self) -> bool {
        self.partial.iter().any(|part| part == SETTINGS)
    }

    /// Whether everything was there.
    pub fn is_complete(&self) -> bool {
        self.lost.is_empty() && self.incomplete.is_empty() && self.partial.is_empty()
    }

    /// What can be read and what is lost, in whole sentences.
    pub fn told(&self) -> Vec<String> {
        let mut told = vec![match self.runs {
            1 => "1 run can be read.".to_owned(),
            runs => format!("{runs} runs can be read."),
        }];
        if !self.lost.is_empty() {
            told.push(format!("Lost, as far as their ids are known: {}.", named(&self.lost)));
        }
        if !self.incomplete.is_empty() {
            told.push(format!("Without some of their requests: {}.", named(&self.incomplete)));
        }
        if !self.partial.is_empty() {
            told.push(format!("What may be missing in part: {}.", self.partial.join("; ")));
        }
        told
    }
}

/// The first of some ids, and how many more there are.
fn named(ids: &[String]) -> String {
    let shown: Vec<&str> = ids.iter().take(NAMED).map(String::as_str).collect();
    match ids.len().saturating_sub(NAMED) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
