//! A test of a configuration, and the rows that it is with a prompt.

use std::collections::BTreeMap;

use checks::{Check, ForeignCheck};
use providers::Tool;
use serde_json::{Value, json};

use crate::workload::row::{MOST_ROWS, Row};
use crate::workload::rows::asked_row::AskedRow;
use crate::workload::rows::json_row;
use crate::workload::rows::promptfoo::assertion;
use crate::workload::rows::promptfoo::missing_file::unread;
use crate::workload::rows::promptfoo::provider_offers::Offered;
use crate::workload::template::Template;

/// The most values that a variable of a test has.
const MOST_VALUES: usize = 1_000;

/// Settings of a test that say how promptfoo judges and reports it, and in which order it asks.
const NOT_ASKED_OF_TEST: &[&str] = &[
    "factuality",
    "includeMetrics",
    "provider",
    "providers",
    "rubricPrompt",
    "runSerially",
    "showOutput",
    "timeout",
];

/// One test, with what `defaultTest` adds.
pub(super) struct Test<'a> {
    name: Option<&'a str>,
    /// Each variable with its values, of which all are tried.
    variables: Vec<(&'a str, Vec<String>)>,
    assertions: Vec<&'a Value>,
    prefix: String,
    suffix: String,
    /// Why none of its assertions says by itself what it would say here; absent if each does.
    changed: Option<String>,
}

impl<'a> Test<'a> {
    /// # Errors
    /// What of it cannot be carried.
    pub(super) fn of(
        document: &'a Value,
        test: &'a Value,
        usual: Option<&'a Value>,
    ) -> Result<Self, String> {
        let known = [
            "description",
            "vars",
            "assert",
            "metadata",
            "options",
            "prompts",
            "provider",
            "providers",
        ];
        // By these a test passes otherwise than by all of its assertions.
        let scores = ["threshold", "assertScoringFunction"];
        let mut changed = None;
        let mut variables: Vec<(&str, Vec<String>)> = Vec::new();
        let (mut assertions, mut prefix, mut suffix) = (Vec::new(), String::new(), String::new());
        for part in usual.into_iter().chain([test]) {
            if let Value::String(file) = part {
                return Err(unread(file));
            }
            let fields = part.as_object().ok_or("a test is an object.")?;
            for name in fields.keys().filter(|name| !known.contains(&name.as_str())) {
                if !scores.contains(&name.as_str()) {
                    return Err(format!("`{name}` is not carried. Take it out."));
                }
                changed = Some(format!(
                    "the `{name}` of its test has no equal here: an answer is right if it passes all checks"
                ));
            }
            for (name, value) in object(part, "vars")? {
                let values = values_of(name, value)?;
                variables.retain(|(known, _)| known != name);
                variables.push((name, values));
            }
            for (name, value) in object(part, "options")? {
                match (name.as_str(), value) {
                    (name, _) if NOT_ASKED_OF_TEST.contains(&name) => {}
                    ("transform" | "postprocess", _) => {
                        changed = Some(format!(
                            "`{name}` of its test changes the answer before, and nothing of promptfoo's is run here"
                        ));
                    }
                    ("prefix", Value::String(text)) => prefix.clone_from(text),
                    ("suffix", Value::String(text)) => suffix.clone_from(text),
                    _ => {
                        return Err(format!(
                            "`{name}` of its options is not carried. Take it out."
                        ));
                    }
                }
            }
            match part.get("assert") {
                None | Some(Value::Null) => {}
                Some(Value::Array(all)) => {
                    for assertion in all {
                        assertions.push(referred(document, assertion)?);
                    }
                }
                Some(_) => return Err("`assert` is a list.".to_owned()),
            }
        }
        let name = test.get("description").and_then(Value::as_str);
        Ok(Self { name, variables, assertions, prefix, suffix, changed })
    }

    /// Each combination of its variables' values, the last variable changing first.
    pub(super) fn cases(&self) -> Vec<BTreeMap<String, String>> {
        let mut cases = vec![BTreeMap::new()];
        for (name, values) in &self.variables {
            let with = |case: &BTreeMap<String, String>, value: &String| {
                let mut case = case.clone();
                case.insert((*name).to_owned(), value.clone());
                case
            };
            // One more than are asked, which is then told.
            let most = MOST_ROWS + 1;
            let all =
                cases.iter().flat_map(|case| values.iter().map(move |value| with(case, value)));
            cases = all.take(most).collect();
        }
        cases
    }

    /// The row that it is with a prompt and the values of one case.
    ///
    /// # Errors
    /// What of it cannot be asked.
    pub(super) fn row(
        &self,
        template: &Template,
        values: &BTreeMap<String, String>,
        offered: &Offered,
        name: String,
    ) -> Result<AskedRow, String> {
        let filled = template.fill(values).map_err(|error| format!("{error}."))?;
        let prompt = format!("{}{filled}{}", self.prefix, self.suffix);
        let mut checks = Vec::new();
        for assertion in &self.assertions {
            checks.extend(match &self.changed {
                Some(why) => vec![assertion::unlike(assertion, why)],
                None => assertion::checks_of(assertion, values)?,
            });
        }
        let name = self.name.map_or(name, str::to_owned);
        let mut asked = match conversation(&prompt) {
            Some(messages) => json!({ "name": name, "messages": messages, "checks": checks }),
            None => json!({ "name": name, "prompt": prompt, "checks": checks }),
        };
        if let Some(fields) = asked.as_object_mut() {
            fields.extend(offered.fields.clone());
        }
        let mut asked = json_row::read(asked, 1).map_err(|fault| fault.told().to_string())?;
        asked.notes.extend(offered.notes.iter().cloned());
        without_unfounded(&mut asked.row);
        Ok(asked)
    }
}

/// Has a row whose request offers no function say nothing about its calls: what promptfoo's providers offered is not among what is sent.
fn without_unfounded(row: &mut Row) {
    let is_function = |tool: &Tool| matches!(tool, Tool::Function(_));
    if row.payload.as_ref().is_some_and(|payload| payload.tools.iter().any(is_function)) {
        return;
    }
    for check in row.checks.iter_mut().filter(|check| **check == Check::ToolCallValid) {
        *check = Check::Foreign(ForeignCheck {
            tool: "promptfoo".to_owned(),
            name: "is-valid-openai-tools-call".to_owned(),
            why: "the request offers no function, so no call can be held against one; offer it with `tools`".to_owned(),
        });
    }
}

/// The messages that a prompt in JSON is, as promptfoo takes it.
fn conversation(prompt: &str) -> Option<Value> {
    let messages: Value = serde_json::from_str(prompt.trim()).ok()?;
    let is_message = |message: &Value| message.get("role").is_some();
    let all = messages.as_array().filter(|all| !all.is_empty())?;
    all.iter().all(is_message).then_some(messages)
}

fn object<'a>(part: &'a Value, name: &str) -> Result<Vec<(&'a String, &'a Value)>, String> {
    match part.get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Object(fields)) => Ok(fields.iter().collect()),
        Some(Value::String(file)) => Err(unread(file)),
        Some(_) => Err(format!("`{name}` has a value for each name.")),
    }
}

/// The values of a variable: each of a list is one.
fn values_of(name: &str, value: &Value) -> Result<Vec<String>, String> {
    let one = |value: &Value| match value {
        Value::String(file) if file.starts_with("file://") => Err(unread(file)),
        Value::String(text) => Ok(text.clone()),
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        _ => Err(format!(
            "the variable `{name}` is no text, number or list of them. Write it as a text."
        )),
    };
    match value {
        Value::Array(all) if !all.is_empty() && all.len() <= MOST_VALUES => {
            all.iter().map(one).collect()
        }
        Value::Array(_) => {
            Err(format!("the variable `{name}` has no value, or more than {MOST_VALUES}."))
        }
        one_value => Ok(vec![one(one_value)?]),
    }
}

/// The assertion itself, where one is named: `$ref: '#/assertionTemplates/x'`.
fn referred<'a>(document: &'a Value, assertion: &'a Value) -> Result<&'a Value, String> {
    let Some(name) = assertion.get("$ref").and_then(Value::as_str) else { return Ok(assertion) };
    let found = name.strip_prefix('#').and_then(|pointer| document.pointer(pointer));
    found.ok_or_else(|| format!("there is no assertion at `{name}` in this configuration."))
}
