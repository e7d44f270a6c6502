//! The files that a configuration of promptfoo names, put in their places.

use std::collections::BTreeMap;
use std::path::Path;

use measure::Phrase;
use serde_json::{Value, json};

use crate::workload::row::LARGEST_SET;
use crate::workload::rows::asked::CHAT_FIELDS;
use crate::workload::rows::bounds::small;
use crate::workload::rows::fault::SetError;
use crate::workload::rows::prompt_table::prompts_of_table;
use crate::workload::rows::promptfoo::assertion::of_cell;
use crate::workload::rows::{json_text, promptfoo, why, yaml};
use crate::workload::table::rows_of_csv;

/// The most files of one configuration.
const MOST_FILES: usize = 200;
/// What begins the name of a file.
const SCHEME: &str = "file://";
/// Between two prompts of one file.
const BETWEEN: &str = "\n---\n";

/// The text of a set with the files that it names in their places, if it is a configuration of promptfoo. `read` gives the text of a
/// file by its name as it is written, or says why it does not: where files are, and which of them may be read, is the caller's to know.
///
/// # Errors
/// Which file cannot be read or carried.
pub fn with_files(
    text: &str,
    mut read: impl FnMut(&str) -> Result<String, String>,
) -> Result<String, SetError> {
    with_files_within(text, &mut read, LARGEST_SET)
}

/// The same, with at most so many bytes of all files, as they lie in memory.
fn with_files_within(text: &str, read: &mut Read<'_>, most: usize) -> Result<String, SetError> {
    let is_yaml = yaml::is_one(text);
    if !is_yaml && !promptfoo::is_one(text) {
        return Ok(text.to_owned());
    }
    let mut document = if is_yaml { yaml::value_of(text)? } else { json_text::value_of(text)? };
    if document.get("prompts").is_none() && document.get("tests").is_none() {
        return Ok(text.to_owned());
    }
    let mut files = Files { read, left: MOST_FILES, bytes: most };
    put_in(&mut document, &mut files)
        .map_err(|why| SetError::within(why::files(), Phrase::verbatim(&why)))?;
    Ok(document.to_string())
}

type Read<'a> = dyn FnMut(&str) -> Result<String, String> + 'a;

/// The files of a configuration, each read as often as it is named.
struct Files<'a, 'b> {
    read: &'a mut Read<'b>,
    /// How many more are read.
    left: usize,
    /// How many more bytes they may take.
    bytes: usize,
}

impl Files<'_, '_> {
    fn text(&mut self, name: &str) -> Result<String, String> {
        let left = self.left.checked_sub(1);
        self.left = left.ok_or_else(|| format!("it names more than {MOST_FILES} files."))?;
        let name = name.strip_prefix(SCHEME).unwrap_or(name);
        let runs = [".js", ".cjs", ".mjs", ".ts", ".py", ".rb"];
        if runs.iter().any(|end| name.split(':').next().unwrap_or_default().ends_with(end)) {
            return Err(format!("{name} is a program, and none is run. Write out what it makes."));
        }
        if name.contains("://") {
            return Err(format!(
                "{name} is not on this machine. Download it, and name the file that you get."
            ));
        }
        if name.contains('*') {
            return Err(format!("{name} stands for several files. Name each."));
        }
        let text = (self.read)(name)?;
        self.take(text.len())?;
        Ok(text)
    }

    /// The value that a file in JSON or YAML has.
    fn value(&mut self, name: &str) -> Result<Value, String> {
        let text = self.text(name)?;
        let value = value_of(name, &text)?;
        self.take(size_of(&value))?;
        Ok(value)
    }

    fn take(&mut self, bytes: usize) -> Result<(), String> {
        let left = self.bytes.checked_sub(bytes);
        self.bytes =
            left.ok_or("together they are larger than a set may be. Name fewer, or shorter ones.")?;
        Ok(())
    }
}

/// The memory that a value takes, in bytes: that of its texts, and of every value for itself.
fn size_of(value: &Value) -> usize {
    let within = match value {
        Value::String(text) => text.len(),
        Value::Array(values) => values.iter().map(size_of).sum(),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| name.len() + size_of(value)).sum()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => 0,
    };
    size_of_val(value) + within
}

fn put_in(document: &mut Value, files: &mut Files<'_, '_>) -> Result<(), String> {
    if let Some(prompts) = document.get_mut("prompts") {
        let named = match prompts.take() {
            Value::Array(all) => all,
            one => vec![one],
        };
        let mut all = Vec::new();
        for prompt in named {
            match &prompt {
                Value::String(file) if is_prompt_file(file) => all.extend(prompts_of(file, files)?),
                Value::Object(fields) => {
                    let id =
                        fields.get("id").and_then(Value::as_str).filter(|id| is_prompt_file(id));
                    match id {
                        Some(file) => {
                            let named = |text| named_by(fields, text);
                            all.extend(prompts_of(file, files)?.into_iter().map(named));
                        }
                        None => all.push(prompt),
                    }
                }
                _ => all.push(prompt),
            }
        }
        *prompts = all.into();
    }
    if let Some(tests) = document.get_mut("tests") {
        let named = match tests.take() {
            Value::Array(all) => all,
            one => vec![one],
        };
        let mut all = Vec::new();
        for test in named {
            match &test {
                Value::String(file) => all.extend(tests_of(file, files)?),
                _ => all.push(test),
            }
        }
        *tests = all.into();
    }
    if let Some(usual) = document.get_mut("defaultTest")
        && let Value::String(file) = &*usual
    {
        *usual = files.value(file)?;
    }
    for providers in ["providers", "targets"] {
        let all = document.get_mut(providers).and_then(Value::as_array_mut);
        for provider in all.into_iter().flatten() {
            let config = provider.get_mut("config").and_then(Value::as_object_mut);
            for (name, value) in config.into_iter().flatten() {
                if CHAT_FIELDS.contains(&name.as_str())
                    && let Some(file) =
                        value.as_str().filter(|text| text.starts_with(SCHEME)).map(str::to_owned)
                {
                    *value = files.value(&file)?;
                }
            }
        }
    }
    let tests = document.get_mut("tests").and_then(Value::as_array_mut);
    for test in tests.into_iter().flatten() {
        of_test(test, files)?;
    }
    document.get_mut("defaultTest").map_or(Ok(()), |usual| of_test(usual, files))
}

/// The values of variables and assertions that are in files.
fn of_test(test: &mut Value, files: &mut Files<'_, '_>) -> Result<(), String> {
    if let Some(Value::String(file)) = test.get("vars").cloned().as_ref()
        && let Some(vars) = test.get_mut("vars")
    {
        *vars = files.value(file)?;
    }
    let vars = test.get_mut("vars").and_then(Value::as_object_mut);
    for value in vars.into_iter().flat_map(serde_json::Map::values_mut) {
        if let Some(file) =
            value.as_str().filter(|text| text.starts_with(SCHEME)).map(str::to_owned)
        {
            *value = files.text(&file)?.trim_end().into();
        }
    }
    let assertions = test.get_mut("assert").and_then(Value::as_array_mut);
    for assertion in assertions.into_iter().flatten() {
        let kind = assertion.get("type").and_then(Value::as_str).unwrap_or_default();
        // What no check is stays what it is, its file unread.
        let is_read =
            ["equals", "contains", "icontains", "is-json", "regex", "starts-with"].contains(&kind);
        let is_json = kind == "is-json";
        if let Some(value) = assertion.get_mut("value").filter(|_| is_read)
            && let Some(file) =
                value.as_str().filter(|text| text.starts_with(SCHEME)).map(str::to_owned)
        {
            *value =
                if is_json { files.value(&file)? } else { files.text(&file)?.trim_end().into() };
        }
    }
    Ok(())
}

/// Whether a prompt is the name of a file, with `file://` before it or, as older configurations have it, without.
fn is_prompt_file(prompt: &str) -> bool {
    let ends = [".txt", ".json", ".md", ".yaml", ".yml", ".j2", ".jsonl", ".csv"];
    prompt.starts_with(SCHEME)
        || (!prompt.contains(char::is_whitespace)
            && !prompt.contains("{{")
            && ends.iter().any(|end| prompt.ends_with(end)))
}

/// The ending of a file's name, in lower case.
fn ending(file: &str) -> String {
    let ending = Path::new(file).extension().unwrap_or_default();
    ending.to_string_lossy().to_lowercase()
}

fn prompts_of(file: &str, files: &mut Files<'_, '_>) -> Result<Vec<Value>, String> {
    match ending(file).as_str() {
        "json" => return Ok(vec![files.text(file)?.replace("\r\n", "\n").into()]),
        // A conversation, which is one prompt. What promptfoo fills in stands in its texts.
        "yaml" | "yml" => {
            let value = files.value(file)?;
            return Ok(vec![
                value.as_str().map_or_else(|| value.to_string(), str::to_owned).into(),
            ]);
        }
        "csv" => return prompts_of_table(file, &files.text(file)?),
        _ => {}
    }
    let text = files.text(file)?.replace("\r\n", "\n");
    if ending(file) == "jsonl" {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        return Ok(lines.map(|line| line.trim().into()).collect());
    }
    Ok(text.trim_end().split(BETWEEN).map(|prompt| prompt.trim().into()).collect())
}

/// A prompt of a file, with the names that the configuration gives it.
fn named_by(fields: &serde_json::Map<String, Value>, text: Value) -> Value {
    let mut named = serde_json::Map::new();
    named.insert("raw".to_owned(), text);
    for name in ["id", "label"] {
        named.extend(fields.get(name).map(|value| (name.to_owned(), value.clone())));
    }
    named.into()
}

fn tests_of(file: &str, files: &mut Files<'_, '_>) -> Result<Vec<Value>, String> {
    if ending(file) == "csv" {
        let rows = rows_of_csv(&files.text(file)?).map_err(|error| format!("{file}: {error}."))?;
        let test = |values: BTreeMap<String, String>| {
            test_of_columns(&values).map_err(|why| format!("{file}: {why}"))
        };
        return rows.into_iter().map(test).collect();
    }
    if ending(file) == "jsonl" {
        let text = files.text(file)?;
        small(&text).map_err(|error| format!("{file}: {error}"))?;
        let of_line = |line: &str| {
            serde_json::from_str(line)
                .map_err(|error| format!("{file} has a line that is no JSON: {error}."))
        };
        let lines = text.lines().filter(|line| !line.trim().is_empty()).map(of_line);
        let tests = lines.collect::<Result<Vec<Value>, String>>()?;
        files.take(tests.iter().map(size_of).sum())?;
        return Ok(tests);
    }
    match files.value(file)? {
        Value::Array(all) => Ok(all),
        one => Ok(vec![one]),
    }
}

fn value_of(file: &str, text: &str) -> Result<Value, String> {
    if ending(file) == "json" {
        return json_text::value_of(text).map_err(|error| format!("{file}: {error}"));
    }
    yaml::value_of(text).map_err(|error| format!("{file}: {error}"))
}

/// A test from the columns of a table.
///
/// # Errors
/// Which column cannot be carried.
fn test_of_columns(values: &BTreeMap<String, String>) -> Result<Value, String> {
    let (mut vars, mut asserts) = (serde_json::Map::new(), Vec::new());
    // Of all expectations, or of the one with a number.
    let of_all = values.get("__config:__expected:threshold");
    let threshold = |number: &str| {
        let number = if number.is_empty() { "1" } else { number };
        let own = values.get(&format!("__config:__expected{number}:threshold")).or(of_all);
        own.filter(|value| !value.trim().is_empty())
    };
    let (mut test, mut options) = (serde_json::Map::new(), serde_json::Map::new());
    for (name, value) in values {
        let Some(own) = name.strip_prefix("__") else {
            vars.insert(name.clone(), value.clone().into());
            continue;
        };
        let has = !value.trim().is_empty();
        let is_expected = own
            .strip_prefix("expected")
            .is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()));
        match own {
            _ if is_expected && has => {
                let mut assertion = of_cell(value);
                let number = own.strip_prefix("expected").unwrap_or_default();
                if let (Some(own), Some(fields)) = (threshold(number), assertion.as_object_mut()) {
                    fields.insert("threshold".to_owned(), own.clone().into());
                }
                asserts.push(assertion);
            }
            _ if is_expected || !has => {}
            "description" => _ = test.insert("description".to_owned(), value.clone().into()),
            "prefix" | "suffix" => _ = options.insert(own.to_owned(), value.clone().into()),
            "metric" => {}
            _ if own.starts_with("metadata") => {}
            // Read with its expectation.
            _ if own.starts_with("config:__expected") && own.ends_with(":threshold") => {}
            _ => return Err(format!("the column `{name}` is not carried. Delete it.")),
        }
    }
    test.insert("vars".to_owned(), vars.into());
    test.insert("assert".to_owned(), asserts.into());
    test.insert("options".to_owned(), options.into());
    Ok(json!(test))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_files_come_to_together_is_bounded_however_often_one_is_named() {
        // Six thousand bytes that stand for half a million.
        let laughs = format!("a: &a {}\nb: [{}]\n", "x".repeat(5_500), "*a, ".repeat(95));
        let named = |often: usize| {
            let test = "{assert: [{type: is-json, value: 'file://s.yaml'}]}, ";
            format!("prompts: [p]\ntests: [{}]\n", test.repeat(often))
        };
        let whole = |often| {
            let mut asked = 0;
            let mut read = |_: &str| {
                asked += 1;
                Ok(laughs.clone())
            };
            let told = with_files_within(&named(often), &mut read, 2_000_000);
            (told.map_err(|error| error.to_string()), asked)
        };
        assert!(whole(2).0.is_ok(), "what fits is put in its place");
        let (told, asked) = whole(100);
        let why = told.expect_err("fifty megabytes");
        assert!(why.contains("together they are larger"), "{why}");
        assert!(asked < 5, "and the rest is not read: {asked}");
        let mut wide = |_: &str| Ok(format!("[{}[]]", "[],".repeat(2_000_000)));
        let test = "prompts: [p]\ntests: [{vars: 'file://v.json'}]\n";
        let told = with_files(test, &mut wide).expect_err("its values").to_string();
        assert!(
            told.contains("MB of memory"),
            "a file in JSON is looked at before it is parsed: {told}"
        );
    }
}
