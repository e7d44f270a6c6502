//! The rows of each suite, built from its file.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::workload::needle::{self, Needle};
use crate::workload::row::{Row, Rows};
use crate::workload::rows::row_of;
use crate::workload::suite::Suite;

const TOOLS: &str = include_str!("suites/tools.json");

const READ: &str = "Read the text below and answer with one JSON value that fits the schema. Take names from the text word for word. Answer with the JSON alone, without a code block.";
const MERGE: &str = "Apply the update to the code, where \"existing code\" stands for lines that stay as they are. Answer with the whole updated file and nothing else.";

/// A line of a suite's file: a row, with an answer that is right and one that is typically wrong.
#[derive(Debug, Deserialize)]
struct Line {
    name: String,
    #[serde(flatten)]
    fields: Map<String, Value>,
}

impl Suite {
    /// Its rows, built once.
    pub fn rows(self) -> &'static Rows {
        static BUILT: [OnceLock<Rows>; Suite::ALL.len()] =
            [const { OnceLock::new() }; Suite::ALL.len()];
        static NONE: OnceLock<Rows> = OnceLock::new();
        let place = Self::ALL.iter().position(|suite| *suite == self);
        let rows = place.and_then(|place| BUILT.get(place)).unwrap_or(&NONE);
        rows.get_or_init(|| rows_of(self))
    }
}

/// The rows of a suite. A test reads each, so that none is left out here.
fn rows_of(suite: Suite) -> Rows {
    let rows: Vec<Row> = match suite {
        Suite::Needles => needle::all().iter().filter_map(of_needle).collect(),
        _ => lines(suite).into_iter().filter_map(|line| of_line(suite, line)).collect(),
    };
    rows.into()
}

fn file(suite: Suite) -> &'static str {
    match suite {
        Suite::ToolCalls => include_str!("suites/tool_calls.jsonl"),
        Suite::Schemas => include_str!("suites/schemas.jsonl"),
        Suite::Sums => include_str!("suites/sums.jsonl"),
        Suite::Merges => include_str!("suites/merges.jsonl"),
        Suite::Needles => "",
        Suite::Instructions => include_str!("suites/instructions.jsonl"),
    }
}

fn lines(suite: Suite) -> Vec<Line> {
    file(suite).lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn of_needle(needle: &Needle) -> Option<Row> {
    let expected = json!({ "kind": "number", "value": needle.number, "taken": "only" });
    let row = json!({ "name": needle.name, "prompt": needle.prompt, "checks": [expected] });
    row_of(row, 1).ok()
}

fn of_line(suite: Suite, line: Line) -> Option<Row> {
    let Line { name, mut fields } = line;
    let mut taken = |field: &str| fields.remove(field).unwrap_or_default();
    let row = match suite {
        Suite::ToolCalls => {
            let tools: BTreeMap<String, Value> = serde_json::from_str(TOOLS).ok()?;
            let offers: Vec<String> = serde_json::from_value(taken("offers")).ok()?;
            let tool = |name: &String| json!({ "type": "function", "function": tools.get(name) });
            let equals = json!({
                "kind": "tool_call_equals",
                "calls": taken("calls"),
                "any_order": taken("any_order") == true,
            });
            json!({
                "name": name,
                "prompt": taken("prompt"),
                "tools": offers.iter().map(tool).collect::<Vec<_>>(),
                "checks": ["tool-call-valid", equals],
            })
        }
        Suite::Schemas => {
            let schema = taken("schema");
            let text = taken("text");
            let text = text.as_str()?;
            json!({
                "name": name,
                "prompt": format!("{READ}\n\nSchema:\n{schema}\n\nText:\n{text}"),
                "checks": [
                    { "kind": "json_schema", "schema": schema },
                    { "kind": "json_schema", "schema": { "const": taken("answer") } },
                ],
            })
        }
        Suite::Merges => {
            let text = |value: Value| value.as_str().map(str::to_owned);
            let (file, update) = (text(taken("file"))?, text(taken("update"))?);
            let instruction = text(taken("instruction"))?;
            json!({
                "name": name,
                "prompt": format!(
                    "<instruction>{MERGE} {instruction}</instruction>\n<code>{file}</code>\n<update>{update}</update>"
                ),
                "checks": [{ "kind": "merged", "file": taken("merged"), "fenced": true }],
            })
        }
        Suite::Sums | Suite::Instructions => {
            json!({ "name": name, "prompt": taken("prompt"), "checks": taken("checks") })
        }
        Suite::Needles => return None,
    };
    row_of(row, 1).ok()
}

/// An answer that is right and one that is typically wrong, as texts; of tool calls as lists of calls.
#[cfg(test)]
#[derive(Debug)]
pub(crate) struct Example {
    pub(crate) name: String,
    pub(crate) reference: Value,
    pub(crate) mistake: Value,
}

/// The examples of a suite, one for each row.
#[cfg(test)]
pub(crate) fn examples(suite: Suite) -> Vec<Example> {
    if suite == Suite::Needles {
        let of = |needle: Needle| Example {
            name: needle.name,
            reference: needle.number.to_string().into(),
            mistake: needle.other.to_string().into(),
        };
        return needle::all().into_iter().map(of).collect();
    }
    let of = |Line { name, fields }: Line| {
        let reference = match suite {
            Suite::ToolCalls => fields["calls"].clone(),
            Suite::Schemas => fields["answer"].to_string().into(),
            Suite::Merges => fields["merged"].clone(),
            _ => fields["reference"].clone(),
        };
        Example { name, reference, mistake: fields["mistake"].clone() }
    };
    assert_eq!(lines(suite).len(), file(suite).lines().count(), "each line is read");
    lines(suite).into_iter().map(of).collect()
}
