//! All requests of a text that was sent elsewhere as a batch, as a set of prompts.

use measure::Phrase;
use providers::Effort;
use race::workload::PromptSet;
use race::{Plan, PromptSource};
use serde::{Deserialize, Serialize};

/// What the requests of a batch put into a plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct CapturedSet {
    /// The requests, each a row.
    pub set: PromptSet,
    /// How many they are.
    pub requests: u32,
    /// The prompt that the plan shows: the first row's.
    pub prompt: String,
    /// Output token limit that all of them ask for.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// Sampling temperature that all of them ask for.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Reasoning effort that all of them ask for.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// What was read differently than it stands there, is left out, or goes to some lanes only, each in a sentence.
    pub notes: Vec<Phrase>,
}

/// Reads a set of prompts, such as all requests of a batch: see [`race::workload::read_rows`].
///
/// # Errors
/// Why they are no set that can be asked, in a sentence with the line of the first that is at fault.
pub fn read_captured_set(text: &str) -> Result<CapturedSet, Phrase> {
    let source = PromptSource::Set { lines: text.to_owned() };
    let read = source.asked_by(Plan::default());
    let (plan, notes) = read.map_err(|problem| problem.message)?;
    let Plan { prompt, set, max_tokens, temperature, effort, .. } = plan;
    let set = set.unwrap_or_else(|| PromptSet::Rows { rows: Vec::new().into() });
    let requests = u32::try_from(set.rows().len()).unwrap_or(u32::MAX);
    Ok(CapturedSet { set, requests, prompt, max_tokens, temperature, effort, notes })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(id: &str, limit: u32) -> String {
        format!(
            r#"{{"custom_id":"{id}","method":"POST","url":"/v1/chat/completions","body":{{"model":"m","max_tokens":{limit},"messages":[{{"role":"user","content":"Why {id}?"}}]}}}}"#
        )
    }

    #[test]
    fn all_requests_of_a_batch_are_rows_with_the_settings_that_all_ask_for() {
        let read =
            read_captured_set(&format!("{}\n{}", line("a", 64), line("b", 64))).expect("two");
        let names: Vec<&str> = read.set.rows().iter().map(|row| row.name.as_str()).collect();
        assert_eq!((names, read.requests), (vec!["a", "b"], 2), "by their ids");
        assert_eq!((&*read.prompt, read.max_tokens), ("Why a?", Some(64)));
        assert!(
            read.notes.iter().any(|note| note.to_string().contains("`custom_id`")),
            "{:?}",
            read.notes
        );
    }

    #[test]
    fn requests_that_are_no_set_say_which_is_at_fault() {
        let refused = read_captured_set(&format!("{}\n{}", line("a", 64), line("b", 65)));
        let why = refused.expect_err("two limits");
        assert!(why.to_string().starts_with("Line 2 of the prompts"), "{why}");
    }
}
