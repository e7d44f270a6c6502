//! Every row of every suite: an answer that is right passes, and one that is typically wrong does not.

use checks::{Answer, Call, all_right};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::*;
use crate::plan::answer_checks::{AnswerChecks, unusable_checks};
use crate::workload::{Suite, suite_examples};

fn asking(suite: Suite) -> Plan {
    Plan::default().asking(PromptSet::Suite { suite })
}

/// Whether the answer to a row is right: a text, or a list of calls.
fn is_right(checks: &AnswerChecks, row: usize, answer: &Value) -> Option<bool> {
    let called: Vec<(String, String)> = answer.as_array().map_or_else(Vec::new, |calls| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        calls.iter().map(|call| (text(&call["name"]), call["arguments"].to_string())).collect()
    });
    let calls: Vec<Call<'_>> =
        called.iter().map(|(name, arguments)| Call { name, arguments }).collect();
    let text = answer.as_str().unwrap_or_default();
    let answer = Answer { text, calls: Some(&calls), is_refused: false, is_cut: false };
    all_right(&checks.results(u32::try_from(row).ok(), &answer))
}

#[test]
fn a_right_answer_to_each_row_passes_and_a_typical_mistake_does_not() {
    for suite in Suite::ALL {
        let (plan, examples) = (asking(suite), suite_examples(suite));
        let rows = plan.rows();
        assert_eq!(rows.len(), examples.len(), "{}: an example for each", suite.name());
        assert!(suite.title().starts_with(&rows.len().to_string()), "{}: as said", suite.name());
        assert_eq!(unusable_rows(&plan), [], "{}", suite.name());
        assert_eq!(unusable_checks(&plan), [], "{}", suite.name());
        let checks = AnswerChecks::of(&plan, 0).expect("checks");
        for (at, (row, example)) in rows.iter().zip(&examples).enumerate() {
            let of = |answer| is_right(&checks, at, answer);
            assert_eq!(row.name, example.name, "{}", suite.name());
            assert_eq!(of(&example.reference), Some(true), "{} {}", suite.name(), row.name);
            assert_eq!(of(&example.mistake), Some(false), "{} {}", suite.name(), row.name);
            assert_ne!(of(&Value::String(String::new())), Some(true), "{} nothing", row.name);
        }
    }
}

#[test]
fn no_two_rows_of_a_suite_share_a_name_or_a_prompt() {
    for suite in Suite::ALL {
        let of = |part: fn(&Row) -> &str| {
            let parts: std::collections::BTreeSet<&str> = suite.rows().iter().map(part).collect();
            parts.len()
        };
        let many = suite.rows().len();
        assert_eq!((of(|row| &row.name), of(|row| &row.prompt)), (many, many), "{}", suite.name());
    }
}

/// A run names its suite and edition, and is checked again by them when it is imported.
#[test]
fn an_edition_never_changes() {
    let digest = |suite: Suite| {
        let text = serde_json::to_string(suite.rows()).expect("JSON");
        let hash = Sha256::digest(text.as_bytes());
        hash.iter().take(8).fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
    };
    let found = Suite::ALL.map(|suite| format!("{} {}", suite.name(), digest(suite)));
    assert_eq!(found, EDITIONS, "what is to be otherwise is a new edition beside it");
}

const EDITIONS: [&str; 6] = [
    "tool-calls ff8251109d13642b",
    "schemas 55edab8c3c2df913",
    "sums 1e61e4b540039f01",
    "merges d4dfcf0d6487507e",
    "needles 74be4fb2de42cfe6",
    "instructions 7fe02d25936826d6",
];
