//! A configuration of promptfoo, in YAML or JSON: its prompts, each with its tests.

pub(super) mod assertion;

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};

use crate::workload::row::Row;
use crate::workload::rows::asked::CHAT_FIELDS;
use crate::workload::rows::bounds::{few, short};
use crate::workload::rows::fault::{Fault, SetError};
use crate::workload::rows::json_row;
use crate::workload::template::Template;

/// What of a configuration says how promptfoo runs and reports, and nothing of what is asked or right.
const NOT_ASKED: &[&str] = &[
    "$schema",
    "assertionTemplates",
    "commandLineOptions",
    "derivedMetrics",
    "description",
    "env",
    "evaluateOptions",
    "metadata",
    "outputPath",
    "providers",
    "sharing",
    "tags",
    "targets",
    "tracing",
    "writeLatestResults",
];
/// The most values that a variable of a test has.
const MOST_VALUES: usize = 1_000;

/// Whether a text is such a configuration in JSON. Nothing of it is kept.
pub(super) fn is_one(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Named {
        #[serde(rename = "prompts")]
        _prompts: IgnoredAny,
    }
    serde_json::from_str::<Named>(text).is_ok()
}

/// A row for each prompt with each test. Its providers are not read, because lanes are named elsewhere.
///
/// # Errors
/// The first thing in it that cannot be carried, by its name.
pub(super) fn rows(document: &Value) -> Result<Vec<Row>, SetError> {
    let fault = |place: &str, why: String| SetError::within(place, why);
    let known = |name: &str| {
        ["prompts", "tests", "defaultTest"].contains(&name) || NOT_ASKED.contains(&name)
    };
    let fields = document.as_object().into_iter().flat_map(Map::keys);
    if let Some(other) = fields.clone().find(|name| !known(name)) {
        let why = format!("`{other}` is not carried. Take it out.");
        return Err(fault("the configuration", why));
    }
    let prompts = list(document, "prompts").map_err(|why| fault("prompts", why))?;
    let tests = match document.get("tests") {
        None => vec![json!({})],
        Some(_) => list(document, "tests").map_err(|why| fault("tests", why))?,
    };
    few(prompts.len().saturating_mul(tests.len()))?;
    let usual = document.get("defaultTest");
    let offered = offered(document).map_err(|why| fault("its providers", why))?;
    let (mut rows, mut bytes) = (Vec::new(), 0);
    for (number, prompt) in (1..).zip(&prompts) {
        let text = prompt_text(prompt).map_err(|why| fault(&format!("prompt {number}"), why))?;
        let template = Template::parse(&text)?;
        for (at, test) in (1..).zip(&tests) {
            let place = format!("test {at}");
            let name =
                if prompts.len() > 1 { format!("{at}, prompt {number}") } else { at.to_string() };
            let test = Test::of(document, test, usual).map_err(|why| fault(&place, why))?;
            let cases = test.cases();
            few(rows.len() + cases.len())?;
            for (case, values) in (1..).zip(&cases) {
                let name =
                    if cases.len() > 1 { format!("{name}, case {case}") } else { name.clone() };
                let row = test
                    .row(&template, values, &offered, name)
                    .map_err(|why| fault(&place, why))?;
                short(&mut bytes, &row.prompt)?;
                rows.push(row);
            }
        }
    }
    Ok(rows)
}

fn list(document: &Value, name: &str) -> Result<Vec<Value>, String> {
    match document.get(name) {
        Some(Value::Array(all)) => Ok(all.clone()),
        Some(Value::String(file)) if name == "tests" || file.starts_with("file://") => {
            Err(unread(file))
        }
        Some(one @ Value::String(_)) if name == "prompts" => Ok(vec![one.clone()]),
        _ => Err("write them in a list.".to_owned()),
    }
}

/// What is said of a file that was not read.
fn unread(file: &str) -> String {
    let file: String = file.chars().filter(|one| !one.is_control()).take(100).collect();
    format!(
        "the file {file} is not read here. Give the configuration to `paceline race --prompts`, which reads files beside it, or write it out."
    )
}

/// What its providers offer beside the prompt: tools, and the form of the answer. Whom they ask is not read, because lanes are named
/// elsewhere.
fn offered(document: &Value) -> Result<Map<String, Value>, String> {
    let mut found: Option<Map<String, Value>> = None;
    let all = ["providers", "targets"].iter().filter_map(|name| document.get(name)?.as_array());
    for provider in all.flatten() {
        let config = provider.get("config").and_then(Value::as_object);
        let of_config = config.into_iter().flatten();
        let is_offered = |(name, _): &(&String, &Value)| CHAT_FIELDS.contains(&name.as_str());
        let own: Map<String, Value> = of_config
            .filter(is_offered)
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        if let Some(Value::String(file)) = own
            .values()
            .find(|value| value.as_str().is_some_and(|text| text.starts_with("file://")))
        {
            return Err(unread(file));
        }
        if found.as_ref().is_some_and(|known| *known != own) {
            return Err(format!(
                "they differ in {}, and a row asks every lane the same. Make a configuration for each.",
                CHAT_FIELDS.join(", ")
            ));
        }
        found = Some(own);
    }
    Ok(found.unwrap_or_default())
}

/// The text of a prompt, which may have a label.
fn prompt_text(prompt: &Value) -> Result<String, String> {
    let written = match prompt {
        Value::Object(fields) => fields.get("raw").or_else(|| fields.get("id")).unwrap_or(prompt),
        _ => prompt,
    };
    match written {
        Value::String(text) if text.starts_with("file://") => Err(unread(text)),
        Value::String(text) if text.contains("{%") => Err(
            "it has `{% … %}`, by which promptfoo fills it in; here `{{names}}` are filled in alone. Write it out."
                .to_owned(),
        ),
        Value::String(text) => Ok(text.clone()),
        // A conversation that is written out.
        Value::Array(_) => Ok(written.to_string()),
        _ => Err("a prompt is a text. Functions are not run; write it out.".to_owned()),
    }
}

/// One test, with what `defaultTest` adds.
struct Test<'a> {
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
    fn of(document: &'a Value, test: &'a Value, usual: Option<&'a Value>) -> Result<Self, String> {
        let known =
            ["description", "vars", "assert", "metadata", "options", "provider", "providers"];
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
                    // By whom and how promptfoo has it judged, and in which order it asks.
                    ("provider" | "rubricPrompt" | "runSerially", _) => {}
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
    fn cases(&self) -> Vec<BTreeMap<String, String>> {
        let mut cases = vec![BTreeMap::new()];
        for (name, values) in &self.variables {
            let with = |case: &BTreeMap<String, String>, value: &String| {
                let mut case = case.clone();
                case.insert((*name).to_owned(), value.clone());
                case
            };
            // One more than are asked, which is then told.
            let most = crate::workload::row::MOST_ROWS + 1;
            let all =
                cases.iter().flat_map(|case| values.iter().map(move |value| with(case, value)));
            cases = all.take(most).collect();
        }
        cases
    }

    fn row(
        &self,
        template: &Template,
        values: &BTreeMap<String, String>,
        offered: &Map<String, Value>,
        name: String,
    ) -> Result<Row, String> {
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
            fields.extend(offered.clone());
        }
        json_row::read_alone(asked, 1).map_err(Fault::told)
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

/// The checks in the columns of a table that are promptfoo's: `__expected`, `__expected1` and so on.
///
/// # Errors
/// Which column cannot be carried, and why.
pub(super) fn checks_of_columns(
    values: &BTreeMap<String, String>,
) -> Result<Vec<checks::Check>, (String, String)> {
    let mut found = Vec::new();
    for (column, cell) in values {
        let at = |why: String| (column.clone(), why);
        let Some(own) = column.strip_prefix("__") else { continue };
        match own.strip_prefix("expected") {
            _ if cell.trim().is_empty() => {}
            Some(number) if number.chars().all(|one| one.is_ascii_digit()) => {
                let all = assertion::checks_of(&assertion::of_cell(cell), values).map_err(at)?;
                for check in all {
                    found.push(
                        serde_json::from_value(check).map_err(|error| at(error.to_string()))?,
                    );
                }
            }
            _ if ["description", "metric"].contains(&own) || own.starts_with("metadata") => {}
            _ => {
                return Err(at("this column of promptfoo's is not carried. Delete it.".to_owned()));
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
#[path = "promptfoo/tests.rs"]
mod tests;
