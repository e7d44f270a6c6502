//! Checks from the arguments and from a file.

use std::path::Path;

use checks::{Check, written};
use serde::Deserialize;

use crate::plan::text_file::from_file;

/// Maximum size of a file of checks, or of a file that a check names.
const LARGEST: u64 = 4 * 1024 * 1024;

/// Kinds whose value may be a file: `json-schema:@FILE`.
const FROM_FILES: [&str; 3] = ["json-schema", "tool-call-equals", "merged"];

/// A file of checks in TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckFile {
    checks: Vec<Check>,
}

/// The checks of the arguments, then those of the file. What is wrong with any is added to `problems`.
pub(crate) fn read(
    arguments: &[String],
    file: Option<&Path>,
    problems: &mut Vec<String>,
) -> Vec<Check> {
    let mut all = Vec::new();
    for argument in arguments {
        let of_text = |text: String| written(&text).map_err(|why| why.to_string());
        match with_file(argument).and_then(of_text) {
            Ok(check) => all.push(check),
            Err(why) => problems.push(format!("--check {}: {why}", shown(argument))),
        }
    }
    if let Some(file) = file {
        match from_file(file, "checks", LARGEST).and_then(|text| listed(&text)) {
            Ok(checks) => all.extend(checks),
            Err(why) => problems.push(why),
        }
    }
    all
}

/// A check with the text of the file that it names.
fn with_file(argument: &str) -> Result<String, String> {
    let is_from_file = |(kind, _): &(&str, &str)| {
        let kind = kind.strip_prefix("not:").unwrap_or(kind);
        FROM_FILES.contains(&kind.split(':').next().unwrap_or_default())
    };
    let named = argument.split_once(":@").filter(is_from_file);
    let Some((kind, file)) = named else { return Ok(argument.to_owned()) };
    let text = from_file(Path::new(file), "what is expected", LARGEST)?;
    Ok(format!("{kind}:{text}"))
}

fn listed(text: &str) -> Result<Vec<Check>, String> {
    if text.trim_start().starts_with('[') && !text.trim_start().starts_with("[[") {
        return serde_json::from_str(text)
            .map_err(|error| format!("The file of checks is no JSON list of checks: {error}."));
    }
    let read = toml::from_str::<CheckFile>(text);
    read.map(|file| file.checks).map_err(|error| {
        format!("The file of checks is no TOML with a [[checks]] for each: {}.", error.message())
    })
}

/// The beginning of an argument.
fn shown(argument: &str) -> String {
    let short: String = argument.chars().take(40).collect();
    if short.len() < argument.len() { format!("{short}…") } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(arguments: &[&str], file: Option<&Path>) -> Result<Vec<Check>, Vec<String>> {
        let arguments: Vec<String> = arguments.iter().map(|text| (*text).to_owned()).collect();
        let mut problems = Vec::new();
        let checks = read(&arguments, file, &mut problems);
        if problems.is_empty() { Ok(checks) } else { Err(problems) }
    }

    #[test]
    fn checks_come_from_arguments_and_from_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("it is written");
            path
        };
        let schema = at("schema.json", r#"{"type": "object"}"#);
        let argument = format!("json-schema:fenced:@{}", schema.display());
        let in_toml = at(
            "checks.toml",
            "[[checks]]\nkind = \"contains\"\ntext = \"a\"\n\n[[checks]]\nkind = \"json_schema\"\nschema = { type = \"null\" }\n",
        );
        let found = read_all(&[&argument, "contains:@x"], Some(&in_toml)).expect("four checks");
        let told = serde_json::to_string(&found).expect("JSON");
        assert_eq!(
            told,
            r#"[{"kind":"json_schema","schema":{"type":"object"},"fenced":true},{"kind":"contains","text":"@x"},{"kind":"contains","text":"a"},{"kind":"json_schema","schema":{"type":"null"}}]"#,
            "a text that begins with @ is one"
        );
        let opposite = read_all(&[&format!("not:{argument}")], None).expect("the opposite of one");
        let inner = Box::new(found[0].clone());
        assert_eq!(opposite, [Check::Not(checks::Negation { check: inner })]);
        let in_json = at("checks.json", &told);
        assert_eq!(read_all(&[], Some(&in_json)), Ok(found), "as a document has them");
    }

    #[test]
    fn every_check_that_is_wrong_is_named() {
        let problems = read_all(
            &["contain:x", "json-schema:@/no/such/file"],
            Some(Path::new("/no/such/checks.toml")),
        );
        let problems = problems.expect_err("three problems");
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(
            problems[0].starts_with("--check contain:x: There is no such check"),
            "{problems:?}"
        );
    }
}
