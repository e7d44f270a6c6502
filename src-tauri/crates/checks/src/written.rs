//! Checks as they are written on a command line: a kind and what it is checked for, `contains:Paris`.

use measure::Phrase;
use serde_json::Value;

use crate::check::{
    Check, ContainedText, ExpectedCalls, ExpectedNumber, JsonForm, LengthRange, LengthUnit,
    MergedFile, Negation, NumberTaken, OwnCommand, Pattern, Schema, SpokenLanguage, Tolerance,
    TrailingSpace, WholeText,
};
use crate::whole_json::from_user;
use crate::{misspelt, unusable};

/// Every form, each with its meaning.
pub const WRITTEN_FORMS: [(&str, &str); 19] = [
    ("contains:TEXT", "contains the text"),
    ("icontains:TEXT", "contains the text, in any case"),
    ("equals:TEXT", "is the text, but for white space at either end"),
    ("iequals:TEXT", "is the text, in any case"),
    ("regex:PATTERN", "matches the regular expression"),
    (
        "number:42±0.5",
        "its last number is within 0.5 of 42; `±1%` for a share, `first:42` or `only:42` for another number",
    ),
    ("json", "is JSON"),
    ("json:fenced", "is JSON, or a Markdown code block of it"),
    (
        "json-schema:SCHEMA",
        "is JSON that fits the schema; `json-schema:fenced:SCHEMA` also in a code block",
    ),
    (
        "tool-call-valid",
        "calls tools, each by a name that was offered, with arguments that fit its schema",
    ),
    (
        "tool-call-equals:CALLS",
        "makes these calls, a JSON list of `{\"name\": …, \"arguments\": {…}}`; `any-order:CALLS` in any order",
    ),
    (
        "merged:FILE",
        "is the file, but for trailing white space; `kept:FILE` with it, `fenced:FILE` also in a code block",
    ),
    ("characters:10..50", "has 10 to 50 characters; either end may be left out"),
    ("words:10..50", "has as many words"),
    ("sentences:1..3", "has as many sentences"),
    ("language:de", "is in the language, a code of ISO 639"),
    ("no-refusal", "does not begin with a phrase by which models decline"),
    (
        "not:CHECK",
        "does not pass the check that follows, such as `not:icontains:TEXT` or `not:json`; `not:no-refusal` is a refusal",
    ),
    (
        "command:LINE",
        "passes a command of your own, which reads it and ends with 0 if it is right and 1 if it is wrong; `command:json:LINE` reads its tool calls too",
    ),
];

/// The check that is written so.
///
/// # Errors
/// What is wrong with it, in a sentence or two.
pub fn written(text: &str) -> Result<Check, Phrase> {
    let (kind, rest) = match text.split_once(':') {
        Some((kind, rest)) => (kind, Some(rest)),
        None => (text, None),
    };
    let needed =
        || rest.filter(|rest| !rest.is_empty()).ok_or_else(|| misspelt::nothing(kind, form(kind)));
    let text = || needed().map(str::to_owned);
    Ok(match kind {
        "contains" => Check::Contains(ContainedText { text: text()?, ignore_case: false }),
        "icontains" => Check::Contains(ContainedText { text: text()?, ignore_case: true }),
        "equals" => Check::Equals(WholeText { text: text()?, ignore_case: false }),
        "iequals" => Check::Equals(WholeText { text: text()?, ignore_case: true }),
        "regex" => Check::Regex(Pattern { pattern: text()? }),
        "number" => Check::Number(number(needed()?)?),
        "json" => match rest {
            None => Check::Json(JsonForm { fenced: false }),
            Some("fenced") => Check::Json(JsonForm { fenced: true }),
            Some(_) => return Err(misspelt::json()),
        },
        "json-schema" => {
            let (schema, fenced) = after("fenced:", needed()?);
            Check::JsonSchema(Schema { schema: from_user::<Value>(schema)?, fenced })
        }
        "tool-call-equals" => {
            let (calls, any_order) = after("any-order:", needed()?);
            Check::ToolCallEquals(ExpectedCalls { calls: from_user(calls)?, any_order })
        }
        "merged" => {
            let (file, kept) = after("kept:", needed()?);
            let (file, fenced) = after("fenced:", file);
            let trailing_space = if kept { TrailingSpace::Kept } else { TrailingSpace::Ignored };
            Check::Merged(MergedFile { file: file.to_owned(), trailing_space, fenced })
        }
        "characters" => Check::Length(length(LengthUnit::Characters, needed()?)?),
        "words" => Check::Length(length(LengthUnit::Words, needed()?)?),
        "sentences" => Check::Length(length(LengthUnit::Sentences, needed()?)?),
        "language" => Check::Language(SpokenLanguage { language: text()? }),
        "not" => match needed()? {
            // A text of nothing but these would be as deep as it is long.
            inner if inner.starts_with("not:") => {
                return Err(unusable::twice_opposite());
            }
            inner => Check::Not(Negation { check: Box::new(written(inner)?) }),
        },
        "command" => {
            let (line, json) = after("json:", needed()?);
            Check::Command(OwnCommand { command: line.to_owned(), json })
        }
        "tool-call-valid" if rest.is_none() => Check::ToolCallValid,
        "no-refusal" if rest.is_none() => Check::NoRefusal,
        "tool-call-valid" | "no-refusal" => return Err(misspelt::alone(kind)),
        _ => {
            // As promptfoo writes it.
            if let Some(inner) = kind.strip_prefix("not-").filter(|inner| !form(inner).is_empty()) {
                return Err(misspelt::opposite(inner));
            }
            let forms: Vec<String> =
                WRITTEN_FORMS.iter().map(|(form, _)| format!("`{form}`")).collect();
            return Err(misspelt::unknown(&forms.join(", ")));
        }
    })
}

/// The form of a kind.
fn form(kind: &str) -> &'static str {
    let of_kind = |form: &&str| form.split(':').next() == Some(kind);
    WRITTEN_FORMS.iter().map(|(form, _)| *form).find(of_kind).unwrap_or_default()
}

/// What stands after a word, and whether that word was there.
fn after<'a>(word: &str, text: &'a str) -> (&'a str, bool) {
    text.strip_prefix(word).map_or((text, false), |rest| (rest, true))
}

fn number(text: &str) -> Result<ExpectedNumber, Phrase> {
    let (text, taken) = [NumberTaken::First, NumberTaken::Last, NumberTaken::Only]
        .into_iter()
        .find_map(|taken| Some((text.strip_prefix(taken.word())?.strip_prefix(':')?, taken)))
        .unwrap_or((text, NumberTaken::Last));
    let (value, within) = match text.split_once('±').or_else(|| text.split_once("+-")) {
        Some((value, within)) => (value, Some(within.trim())),
        None => (text, None),
    };
    let read = |text: &str| text.trim().parse::<f64>().map_err(|_| misspelt::number());
    let tolerance = match within {
        None => None,
        Some(within) => Some(match within.strip_suffix('%') {
            Some(percent) => Tolerance::Relative(read(percent)? / 100.0),
            None => Tolerance::Absolute(read(within)?),
        }),
    };
    Ok(ExpectedNumber { value: read(value)?, tolerance, taken })
}

fn length(unit: LengthUnit, text: &str) -> Result<LengthRange, Phrase> {
    let read = |text: &str| match text.trim() {
        "" => Ok(None),
        text => text.parse::<u32>().map(Some).map_err(|_| misspelt::length()),
    };
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    Ok(LengthRange { unit, least: read(least)?, most: read(most)? })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_check_is_written_by_its_kind() {
        let of = |text: &str| serde_json::to_value(written(text).expect(text)).expect("JSON");
        for (text, document) in [
            ("contains:a:b", json!({"kind": "contains", "text": "a:b"})),
            ("icontains:x", json!({"kind": "contains", "text": "x", "ignore_case": true})),
            ("equals: x", json!({"kind": "equals", "text": " x"})),
            ("regex:^a:b$", json!({"kind": "regex", "pattern": "^a:b$"})),
            ("number:42", json!({"kind": "number", "value": 42.0, "taken": "last"})),
            (
                "number:first:-4 ± 0.5",
                json!({"kind": "number", "value": -4.0, "taken": "first", "tolerance": {"absolute": 0.5}}),
            ),
            (
                "number:42+-1%",
                json!({"kind": "number", "value": 42.0, "taken": "last", "tolerance": {"relative": 0.01}}),
            ),
            ("json", json!({"kind": "json"})),
            ("json:fenced", json!({"kind": "json", "fenced": true})),
            (
                "json-schema:{\"type\": \"null\"}",
                json!({"kind": "json_schema", "schema": {"type": "null"}}),
            ),
            ("tool-call-valid", json!({"kind": "tool_call_valid"})),
            (
                "tool-call-equals:any-order:[{\"name\": \"a\"}]",
                json!({"kind": "tool_call_equals", "calls": [{"name": "a", "arguments": null}], "any_order": true}),
            ),
            (
                "merged:kept:fenced:a\nb",
                json!({"kind": "merged", "file": "a\nb", "trailing_space": "kept", "fenced": true}),
            ),
            ("words:10..50", json!({"kind": "length", "unit": "words", "least": 10, "most": 50})),
            ("sentences:..3", json!({"kind": "length", "unit": "sentences", "most": 3})),
            (
                "characters:5",
                json!({"kind": "length", "unit": "characters", "least": 5, "most": 5}),
            ),
            ("language:de", json!({"kind": "language", "language": "de"})),
            ("no-refusal", json!({"kind": "no_refusal"})),
            (
                "not:icontains:a:b",
                json!({"kind": "not", "check": {"kind": "contains", "text": "a:b", "ignore_case": true}}),
            ),
            ("command:grep -q a:b", json!({"kind": "command", "command": "grep -q a:b"})),
            (
                "command:json:jq -e .text",
                json!({"kind": "command", "command": "jq -e .text", "json": true}),
            ),
        ] {
            assert_eq!(of(text), document, "{text}");
        }
    }

    #[test]
    fn what_is_written_wrong_says_how_to_write_it() {
        for (text, hint) in [
            ("contain:x", "`contains:TEXT`"),
            ("contains", "`contains:TEXT`"),
            ("contains:", "`contains:TEXT`"),
            ("number:x", "`42±0.5`"),
            ("words:a..b", "`10..50`"),
            ("json:x", "`json:fenced`"),
            ("json-schema:{", "no JSON"),
            ("tool-call-valid:x", "alone"),
            ("not", "`not:CHECK`"),
            ("not:contains", "`contains:TEXT`"),
            ("not:not:json", "the check itself"),
            ("not-contains:x", "`not:contains:…`"),
        ] {
            let why = written(text).expect_err(text).to_string();
            assert!(why.contains(hint), "{text}: {why}");
        }
    }
}
