//! A test of a configuration, and the rows that it is with a prompt.

use std::collections::BTreeMap;

use checks::{Check, ForeignCheck};
use measure::Phrase;
use providers::Tool;
use serde_json::{Value, json};

use crate::workload::row::{MOST_ROWS, Row};
use crate::workload::rows::asked_row::AskedRow;
use crate::workload::rows::fault::Fault;
use crate::workload::rows::json_row;
use crate::workload::rows::promptfoo::assertion::{self, TOOL};
use crate::workload::rows::promptfoo::missing_file::unread;
use crate::workload::rows::promptfoo::prompt::{Prompt, PromptTemplate};
use crate::workload::rows::promptfoo::provider_offers::Offered;
use crate::workload::rows::promptfoo::scoring::{kind, not_all};
use crate::workload::rows::promptfoo::texts::{name_within, unfilled, written_out};
use crate::workload::rows::promptfoo::{refused, unlike};

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
    /// Each assertion, those of sets too, and why it says nothing here if its set passes otherwise than by all of its own.
    assertions: Vec<(&'a Value, Option<Phrase>)>,
    prefix: String,
    suffix: String,
    /// Why none of its assertions says by itself what it would say here; absent if each does.
    changed: Option<Phrase>,
}

impl<'a> Test<'a> {
    /// # Errors
    /// What of it cannot be carried.
    pub(super) fn of(
        document: &'a Value,
        test: &'a Value,
        usual: Option<&'a Value>,
    ) -> Result<Self, Phrase> {
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
        let mut changed = None;
        let (mut threshold, mut listed) = (None, Vec::new());
        let mut variables: Vec<(&str, Vec<String>)> = Vec::new();
        let (mut prefix, mut suffix) = (String::new(), String::new());
        for part in usual.into_iter().chain([test]) {
            if let Value::String(file) = part {
                return Err(unread(file));
            }
            let fields = part.as_object().ok_or_else(refused::test)?;
            for name in fields.keys().filter(|name| !known.contains(&name.as_str())) {
                match name.as_str() {
                    "threshold" => {}
                    "assertScoringFunction" => changed = Some(unlike::scored()),
                    _ => return Err(refused::field(name)),
                }
            }
            threshold = part.get("threshold").filter(|own| !own.is_null()).or(threshold);
            for (name, value) in object(part, "vars")? {
                let values = values_of(name, value)?;
                variables.retain(|(known, _)| known != name);
                variables.push((name, values));
            }
            for (name, value) in object(part, "options")? {
                match (name.as_str(), value) {
                    (name, _) if NOT_ASKED_OF_TEST.contains(&name) => {}
                    (name @ ("transform" | "postprocess"), _) => {
                        changed = Some(unlike::transformed(name));
                    }
                    ("prefix", Value::String(text)) => {
                        written_out(text)?;
                        prefix.clone_from(text);
                    }
                    ("suffix", Value::String(text)) => {
                        written_out(text)?;
                        suffix.clone_from(text);
                    }
                    _ => return Err(refused::option(name)),
                }
            }
            match part.get("assert") {
                None | Some(Value::Null) => {}
                Some(Value::Array(all)) => {
                    for assertion in all {
                        listed.push(referred(document, assertion)?);
                    }
                }
                Some(_) => return Err(refused::assert_list()),
            }
        }
        changed = changed.or(not_all(threshold, &listed, &unlike::its_test())?);
        let mut assertions = Vec::new();
        for one in listed {
            assertions.extend(each(document, one)?);
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
        (prompt, template): (&Prompt<'_>, &PromptTemplate),
        values: &BTreeMap<String, String>,
        offered: &Offered,
        name: String,
    ) -> Result<AskedRow, Phrase> {
        // What a test puts around a prompt is part of its template.
        let whole = (!self.prefix.is_empty() || !self.suffix.is_empty())
            .then(|| format!("{}{}{}", self.prefix, prompt.text, self.suffix))
            .map(|text| PromptTemplate::of(&text).map_err(|error| unfilled(&error)))
            .transpose()?;
        let template = whole.as_ref().unwrap_or(template);
        let prompt = template.fill(values).map_err(|error| unfilled(&error))?;
        let mut checks = Vec::new();
        for (assertion, of_set) in &self.assertions {
            checks.extend(match self.changed.as_ref().or(of_set.as_ref()) {
                Some(why) => vec![assertion::saying_nothing(assertion, why)],
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
        let mut asked = json_row::read(asked, 1).map_err(Fault::told)?;
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
        let why = unlike::no_function();
        *check = Check::Foreign(ForeignCheck::of(TOOL, "is-valid-openai-tools-call", why));
    }
}

/// The messages that a prompt in JSON is, as promptfoo takes it.
fn conversation(prompt: &str) -> Option<Value> {
    let messages: Value = serde_json::from_str(prompt.trim()).ok()?;
    let is_message = |message: &Value| message.get("role").is_some();
    let all = messages.as_array().filter(|all| !all.is_empty())?;
    all.iter().all(is_message).then_some(messages)
}

fn object<'a>(part: &'a Value, name: &str) -> Result<Vec<(&'a String, &'a Value)>, Phrase> {
    match part.get(name) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Object(fields)) => Ok(fields.iter().collect()),
        Some(Value::String(file)) => Err(unread(file)),
        Some(_) => Err(refused::by_name(name)),
    }
}

/// The values of a variable: each of a list is one.
fn values_of(name: &str, value: &Value) -> Result<Vec<String>, Phrase> {
    let one = |value: &Value| match value {
        Value::String(file) if file.starts_with("file://") => Err(unread(file)),
        Value::String(text) => match name_within(text) {
            Some(other) => Err(refused::nested(name, &format!("{{{{{other}}}}}"))),
            // So that a block of YAML can be a value within a line.
            None => Ok(text.strip_suffix('\n').unwrap_or(text).to_owned()),
        },
        Value::Number(_) | Value::Bool(_) => Ok(value.to_string()),
        Value::Null => Err(refused::empty_variable(name)),
        _ => Err(refused::variable(name)),
    };
    match value {
        Value::Array(all) if !all.is_empty() && all.len() <= MOST_VALUES => {
            all.iter().map(one).collect()
        }
        Value::Array(_) => Err(refused::values(name, MOST_VALUES.into())),
        one_value => Ok(vec![one(one_value)?]),
    }
}

/// An assertion, or those of a set, each with why it says nothing if fewer than all of the set are enough.
///
/// # Errors
/// What of a set nobody could mean.
fn each<'a>(
    document: &'a Value,
    assertion: &'a Value,
) -> Result<Vec<(&'a Value, Option<Phrase>)>, Phrase> {
    if kind(assertion) != "assert-set" {
        return Ok(vec![(assertion, None)]);
    }
    let fields = assertion.as_object().into_iter().flat_map(serde_json::Map::keys);
    let known = ["type", "assert", "metric", "weight", "threshold"];
    if let Some(other) = fields.into_iter().find(|name| !known.contains(&name.as_str())) {
        return Err(refused::set_field(other));
    }
    let Some(Value::Array(all)) = assertion.get("assert") else {
        return Err(refused::set_list());
    };
    let all = all.iter().map(|one| referred(document, one)).collect::<Result<Vec<_>, _>>()?;
    if all.is_empty() || all.iter().any(|one| kind(one) == "assert-set") {
        return Err(refused::set_within());
    }
    let changed = not_all(assertion.get("threshold"), &all, &unlike::its_set())?;
    Ok(all.into_iter().map(|one| (one, changed.clone())).collect())
}

/// The assertion itself, where one is named: `$ref: '#/assertionTemplates/x'`.
fn referred<'a>(document: &'a Value, assertion: &'a Value) -> Result<&'a Value, Phrase> {
    let Some(name) = assertion.get("$ref").and_then(Value::as_str) else { return Ok(assertion) };
    let found = name.strip_prefix('#').and_then(|pointer| document.pointer(pointer));
    found.ok_or_else(|| refused::reference(name))
}
