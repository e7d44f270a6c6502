//! A configuration of promptfoo in JSON: its prompts, each with its tests.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Map, Value, json};

use crate::workload::row::Row;
use crate::workload::rows::bounds::{few, short};
use crate::workload::rows::elsewhere::escaped;
use crate::workload::rows::fault::{Fault, SetError};
use crate::workload::rows::json_row;
use crate::workload::template::Template;

/// Whether a text is such a configuration. Nothing of it is kept.
pub(super) fn is_one(text: &str) -> bool {
    #[derive(Deserialize)]
    struct Named {
        #[serde(rename = "tests")]
        _tests: IgnoredAny,
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
    let known =
        ["prompts", "tests", "description", "providers", "targets", "$schema", "defaultTest"];
    let fields = document.as_object().into_iter().flat_map(Map::keys);
    if let Some(other) = fields.clone().find(|name| !known.contains(&name.as_str())) {
        let why = format!("`{other}` is not carried. Take it out.");
        return Err(fault("the configuration", why));
    }
    let list = |name: &str| match document.get(name) {
        Some(Value::Array(all)) => Ok(all.clone()),
        Some(one @ Value::String(_)) if name == "prompts" => Ok(vec![one.clone()]),
        _ => {
            Err(fault(name, "write them in a list; files that are named are not read.".to_owned()))
        }
    };
    let (prompts, tests) = (list("prompts")?, list("tests")?);
    few(prompts.len().saturating_mul(tests.len()))?;
    let usual = document.get("defaultTest");
    let (mut rows, mut bytes) = (Vec::new(), 0);
    for (number, prompt) in (1..).zip(&prompts) {
        let text = prompt.as_str().filter(|text| !text.starts_with("file://"));
        let text = text.ok_or_else(|| {
            fault(
                &format!("prompt {number}"),
                "a prompt is a text; files and functions are not read. Write it out.".to_owned(),
            )
        })?;
        let template = Template::parse(text)?;
        for (at, test) in (1..).zip(&tests) {
            let place = format!("test {at}");
            let name =
                if prompts.len() > 1 { format!("{at}, prompt {number}") } else { at.to_string() };
            let row = of_test(&template, test, usual, name).map_err(|why| fault(&place, why))?;
            short(&mut bytes, &row.prompt)?;
            rows.push(row);
        }
    }
    Ok(rows)
}

fn of_test(
    template: &Template,
    test: &Value,
    usual: Option<&Value>,
    name: String,
) -> Result<Row, String> {
    let known = ["description", "vars", "assert"];
    let mut values = BTreeMap::new();
    let mut checks = Vec::new();
    for part in usual.into_iter().chain([test]) {
        let fields = part.as_object().ok_or("a test is an object.")?;
        if let Some(other) = fields.keys().find(|name| !known.contains(&name.as_str())) {
            return Err(format!("`{other}` is not carried. Take it out."));
        }
        for (name, value) in part.get("vars").and_then(Value::as_object).into_iter().flatten() {
            let value = match value {
                Value::String(text) if !text.starts_with("file://") => text.clone(),
                Value::Number(_) | Value::Bool(_) => value.to_string(),
                _ => {
                    return Err(format!(
                        "the variable `{name}` is no text or number; lists and files are not read. Write a test for each value."
                    ));
                }
            };
            values.insert(name.clone(), value);
        }
        for assertion in part.get("assert").and_then(Value::as_array).into_iter().flatten() {
            checks.push(check_of(assertion)?);
        }
    }
    let prompt = template.fill(&values).map_err(|error| format!("{error}."))?;
    let name = test.get("description").and_then(Value::as_str).map_or(name, str::to_owned);
    let row = json!({ "name": name, "prompt": prompt, "checks": checks });
    json_row::read_alone(row, 1).map_err(Fault::told)
}

/// The check that an assertion is.
fn check_of(assertion: &Value) -> Result<Value, String> {
    let kind = assertion.get("type").and_then(Value::as_str).unwrap_or_default();
    let fields = assertion.as_object().into_iter().flat_map(Map::keys);
    if let Some(other) = fields.clone().find(|name| !["type", "value"].contains(&name.as_str())) {
        return Err(format!("`{other}` of an assertion is not carried. Take it out."));
    }
    let value = assertion.get("value");
    let text = || match value {
        Some(Value::String(text)) if !text.starts_with("file://") => Ok(text.clone()),
        Some(number @ Value::Number(_)) => Ok(number.to_string()),
        _ => Err(format!("the value of `{kind}` is a text.")),
    };
    Ok(match kind {
        "equals" => json!({ "kind": "equals", "text": text()? }),
        "contains" => json!({ "kind": "contains", "text": text()? }),
        "icontains" => json!({ "kind": "contains", "text": text()?, "ignore_case": true }),
        "regex" => json!({ "kind": "regex", "pattern": text()? }),
        "starts-with" => json!({ "kind": "regex", "pattern": format!("^{}", escaped(&text()?)) }),
        "is-json" => match value {
            None => json!({ "kind": "json" }),
            Some(Value::Object(_)) => json!({ "kind": "json_schema", "schema": value }),
            Some(_) => return Err("the value of `is-json` is a JSON Schema as an object.".to_owned()),
        },
        "contains-json" => return Err("`contains-json` is not carried: no check finds JSON within a text. Ask for JSON alone, and use `is-json`.".to_owned()),
        "javascript" | "python" => return Err(format!("`{kind}` is not carried: checks run no code. Say what the code looks for, as `regex`, `contains` or `is-json`.")),
        "llm-rubric" | "model-graded-closedqa" | "factuality" | "g-eval" => return Err(format!("`{kind}` is not carried: no model judges an answer here. Say what makes it right, as `contains` or `regex`.")),
        _ => return Err(format!("`{kind}` is not carried. Assertions that are: equals, contains, icontains, regex, starts-with, is-json.")),
    })
}
