//! YAML, as far as sets of prompts are written in it.

use serde_json::Value;

use crate::workload::rows::fault::{self, SetError};
use crate::workload::rows::why;

/// Whether the text begins as configurations in YAML do, and no table does.
pub(super) fn is_one(text: &str) -> bool {
    let is_comment = |line: &&str| line.trim().is_empty() || line.starts_with('#');
    let first = text.lines().find(|line| !is_comment(line)).unwrap_or_default();
    let names = [
        "prompts:",
        "tests:",
        "description:",
        "providers:",
        "targets:",
        "defaultTest:",
        "env:",
        "evaluateOptions:",
        "sharing:",
        "assertionTemplates:",
        "- ",
    ];
    first == "---" || names.iter().any(|name| first.starts_with(name)) || is_field(first)
}

/// Whether a line is a name and what it is for, as no line of a table with a column `prompt` is.
fn is_field(line: &str) -> bool {
    let Some((name, rest)) = line.split_once(':') else { return false };
    let is_letter = |one: char| one.is_ascii_alphanumeric() || "_-.".contains(one);
    !name.is_empty()
        && name.chars().all(is_letter)
        && (rest.trim().is_empty() || rest.starts_with(' '))
        && !rest.contains(',')
}

/// The value that a YAML text has. What its aliases repeat counts as often as it is repeated: at most 250,000 values with 64 MB of
/// text, which bounds what a few lines that name each other come to.
///
/// # Errors
/// Where it is none, or that it is too large.
pub(super) fn value_of(text: &str) -> Result<Value, SetError> {
    let options = serde_saphyr::options! {
        // Only `true` and `false` are so, as in promptfoo: `Yes` and `on` are texts.
        strict_booleans: true,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let (line, column) =
            error.location().map_or((1, 1), |at| (at.line().max(1), at.column().max(1)));
        let why = error.to_string();
        // Below its first line stands a picture of the text.
        let first: String = why.lines().next().unwrap_or_default().chars().take(300).collect();
        let (line, column) = (usize::try_from(line), usize::try_from(column));
        let place = fault::column(column.unwrap_or(1));
        SetError::at(line.unwrap_or(1), place, why::no_yaml(&first))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn yaml_is_read_as_promptfoo_reads_it() {
        let read =
            value_of("a: Yes\nb: true\nc: 4\nd: 'x: y'\ne: |\n  one\n  two\nf: [1, {g: ~}]\n");
        assert_eq!(
            read.expect("YAML"),
            json!({"a": "Yes", "b": true, "c": 4, "d": "x: y", "e": "one\ntwo\n", "f": [1, {"g": null}]})
        );
        let told = value_of("a: 1\nb: [\n").expect_err("unclosed").to_string();
        assert!(told.contains("Line ") && told.contains("no YAML"), "{told}");
        let twice = value_of("a: 1\na: 2\n").expect_err("twice").to_string();
        assert!(twice.contains("Line 2"), "{twice}");
    }

    #[test]
    fn aliases_that_repeat_each_other_come_to_no_more_than_a_bound() {
        let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..12 {
            let each = format!("*a{}, ", level - 1).repeat(10);
            laughs = [laughs, format!("a{level}: &a{level} [{each}]\n")].concat();
        }
        assert!(value_of(&laughs).is_err(), "10^12 values");
        let large = "x".repeat(1 << 20);
        let texts = format!("a: &a {large}\nb: [{}]\n", "*a, ".repeat(99));
        assert!(value_of(&texts).is_err(), "a hundred megabytes");
        let itself = value_of("a: &a [*a]\n");
        assert!(itself.is_err(), "itself: {itself:?}");
        assert!(value_of(&"[".repeat(100_000)).is_err(), "deep");
        assert!(value_of(&"- ".repeat(100_000)).is_err(), "deep");
        let few = value_of("a: &a {k: v}\nb: *a\nc: {<<: *a, d: 1}\n").expect("usual");
        assert_eq!(few, json!({"a": {"k": "v"}, "b": {"k": "v"}, "c": {"k": "v", "d": 1}}));
    }
}
