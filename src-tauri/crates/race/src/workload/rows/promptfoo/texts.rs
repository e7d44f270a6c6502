//! The texts of assertions, and of variables, as promptfoo reads them.

use std::collections::BTreeMap;

use measure::Phrase;

use crate::workload::rows::promptfoo::refused;
use crate::workload::template::{Template, TemplateError};

/// A text with the values of its variables.
///
/// # Errors
/// What of it cannot be filled in.
pub(super) fn filled(text: &str, values: &BTreeMap<String, String>) -> Result<String, Phrase> {
    written_out(text)?;
    let filled = Template::parse(text).and_then(|template| template.fill(values));
    filled.map_err(|error| unfilled(&error))
}

/// Why a template cannot be filled in, as a sentence.
pub(super) fn unfilled(error: &TemplateError) -> Phrase {
    refused::unfilled(error.phrase())
}

/// Whether a text is filled in by names alone.
///
/// # Errors
/// That it is a program.
pub(super) fn written_out(text: &str) -> Result<(), Phrase> {
    for (begin, end) in [("{%", "%}"), ("{#", "#}")] {
        if text.contains(begin) && text.contains(end) {
            return Err(refused::program(&format!("{begin} … {end}"), "{{names}}"));
        }
    }
    Ok(())
}

/// The name in the first `{{name}}` of a value of a variable, which promptfoo fills in as well.
pub(super) fn name_within(value: &str) -> Option<&str> {
    let is_name = |name: &&str| {
        !name.is_empty() && name.chars().all(|one| one.is_ascii_alphanumeric() || one == '_')
    };
    let starts =
        value.match_indices("{{").filter_map(|(at, braces)| value.get(at + braces.len()..));
    starts.filter_map(|rest| Some(rest.split_once("}}")?.0.trim())).find(is_name)
}

/// The texts of a list that is written with commas: a text with a comma in it stands in quotation marks.
///
/// # Errors
/// Where it is no such list.
pub(super) fn with_commas(list: &str) -> Result<Vec<String>, Phrase> {
    let mut texts = Vec::new();
    let mut rest = next(list);
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix('"') {
            let (text, after) = unquoted(quoted)?;
            texts.push(text);
            let after = after.trim_start();
            if !after.is_empty() && !after.starts_with(',') {
                return Err(refused::comma());
            }
            rest = next(after);
        } else {
            let (text, after) = rest.split_once(',').unwrap_or((rest, ""));
            texts.push(text.trim().to_owned());
            rest = next(after);
        }
    }
    Ok(texts)
}

/// What follows white space and commas.
fn next(rest: &str) -> &str {
    rest.trim_start_matches(|one: char| one.is_whitespace() || one == ',')
}

/// A text up to its closing quotation mark, and what follows it.
fn unquoted(rest: &str) -> Result<(String, &str), Phrase> {
    let mut text = String::new();
    let mut characters = rest.char_indices();
    while let Some((at, one)) = characters.next() {
        let after = rest.get(at + one.len_utf8()..).unwrap_or_default();
        match one {
            '\\' if after.starts_with(['"', '\\']) => {
                text.extend(characters.next().map(|(_, escaped)| escaped));
            }
            '"' if after.starts_with('"') => {
                characters.next();
                text.push('"');
            }
            '"' => return Ok((text, after)),
            one => text.push(one),
        }
    }
    Err(refused::open_quotation())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_with_commas_is_read_as_promptfoo_reads_it() {
        for (list, texts) in [
            ("a, b", &["a", "b"][..]),
            (" a b ,, c,", &["a b", "c"]),
            (r#""a, b", c"#, &["a, b", "c"]),
            (r#""a ""b"" \"c\" \\", d"#, &[r#"a "b" "c" \"#, "d"]),
            ("", &[]),
        ] {
            assert_eq!(with_commas(list).expect(list), texts, "{list}");
        }
        assert!(with_commas("\"a").expect_err("open").to_string().contains("no end"));
        assert!(with_commas("\"a\" b").expect_err("no comma").to_string().contains("comma"));
    }

    #[test]
    fn a_name_in_the_value_of_a_variable_is_found() {
        assert_eq!(name_within("a {{ word }} b"), Some("word"));
        for value in ["", "{{a: 1}}", "{ {x} }", "{{}}", "{{x"] {
            assert_eq!(name_within(value), None, "{value}");
        }
    }
}
