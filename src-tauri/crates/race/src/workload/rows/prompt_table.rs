//! A table of prompts that a configuration of promptfoo names.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::workload::table::rows_of_csv;

/// The prompts of a table: those in its column `prompt`, with their labels, or every line of one that has a single column.
///
/// # Errors
/// Why they cannot be read.
pub(super) fn prompts_of_table(file: &str, text: &str) -> Result<Vec<Value>, String> {
    let rows = rows_of_csv(text).map_err(|error| format!("{file}: {error}."))?;
    let columns: Vec<String> = rows.iter().take(1).flat_map(BTreeMap::keys).cloned().collect();
    let named = |row: &BTreeMap<String, String>| {
        let label = row.get("label").filter(|label| !label.trim().is_empty());
        let prompt = row.get("prompt").filter(|prompt| !prompt.trim().is_empty())?;
        Some(json!({ "raw": prompt, "label": label }))
    };
    match columns.as_slice() {
        columns if columns.iter().any(|column| column == "prompt") => {
            Ok(rows.iter().filter_map(named).collect())
        }
        [first] => {
            let others = rows.iter().flat_map(BTreeMap::values);
            Ok(std::iter::once(first).chain(others).map(|prompt| prompt.clone().into()).collect())
        }
        _ => {
            Err(format!("the table {file} has no column `prompt`. Name the one that has them so."))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prompts_of_a_table_are_those_of_its_column_or_of_its_only_one() {
        let read = |table: &str| {
            prompts_of_table("p.csv", table).map(|prompts| Value::from(prompts).to_string())
        };
        let labelled = "prompt,label,config\n\"Why {{x}}?\",first,1\n,none,2\nHow?,,3\n";
        let expected = r#"[{"raw":"Why {{x}}?","label":"first"},{"raw":"How?","label":null}]"#;
        assert_eq!(read(labelled).as_deref(), Ok(expected), "one without a prompt is none");
        assert_eq!(read("Why?\nHow?\n").as_deref(), Ok(r#"["Why?","How?"]"#), "without a header");
        let why = read("a,b\n1,2\n").expect_err("no prompts");
        assert!(why.contains("no column `prompt`"), "{why}");
    }
}
