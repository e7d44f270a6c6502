//! An answer that is JSON.

use measure::Phrase;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::Value;

use crate::check::JsonForm;
use crate::quote::quoted_up_to;
use crate::verdict::Finding;
use crate::{misspelt, wording};

/// The longest JSON that is read into a value, in bytes.
pub(crate) const LONGEST_JSON: usize = 1 << 20;
/// Characters of the text that a reason shows where JSON ends to be JSON.
const SHOWN_OF_A_FAULT: usize = 30;
/// How `serde_json` says that a value is nested more than 128 deep.
const TOO_DEEP: &str = "recursion limit exceeded";

pub(crate) fn valid(form: JsonForm, answer: &str) -> Finding {
    let text = unwrapped(answer, form.fenced);
    let read = serde_json::from_str::<IgnoredAny>(text);
    Finding::without(read.err().map(|error| fault(text, &error)))
}

/// The JSON of a text that is expected to be JSON.
pub(crate) fn read(text: &str) -> Result<Value, Finding> {
    if text.len() > LONGEST_JSON {
        return Err(Finding::Unknown(wording::long_json(LONGEST_JSON.into())));
    }
    serde_json::from_str(text).map_err(|error| {
        if error.to_string().starts_with(TOO_DEEP) {
            Finding::Unknown(wording::deep_json())
        } else {
            Finding::Wrong(fault(text, &error))
        }
    })
}

/// The text without white space around it and, if `fenced`, without the Markdown code block that it is.
pub(crate) fn unwrapped(text: &str, fenced: bool) -> &str {
    let text = text.trim();
    if fenced { inside_fence(text).unwrap_or(text) } else { text }
}

/// What is inside the one code block that a trimmed text is.
fn inside_fence(text: &str) -> Option<&str> {
    let ticks = text.bytes().take_while(|byte| *byte == b'`').count();
    let fence = text.get(..ticks).filter(|_| ticks >= 3)?;
    let (language, rest) = text.get(ticks..)?.split_once('\n')?;
    if language.contains('`') {
        return None;
    }
    let inside = rest.strip_suffix(fence)?;
    // The closing fence stands on a line of its own, and no other before it.
    let is_closed = inside.is_empty() || inside.ends_with('\n');
    let closes = |line: &str| line.trim_end().strip_prefix(fence).is_some_and(str::is_empty);
    (is_closed && !inside.lines().any(closes)).then_some(inside)
}

/// What is wrong with JSON, and where.
fn fault(text: &str, error: &serde_json::Error) -> Phrase {
    if text.is_empty() {
        return wording::no_json_but_empty();
    }
    if text.starts_with("```") {
        return wording::no_json_but_fenced();
    }
    let at = text.lines().nth(error.line().saturating_sub(1)).unwrap_or_default();
    // The column counts bytes, from 1.
    let from = error.column().saturating_sub(1).min(at.len());
    let from = (0..=from).rev().find(|from| at.is_char_boundary(*from)).unwrap_or_default();
    let rest = at.get(from..).unwrap_or_default();
    let found = if rest.is_empty() || error.is_eof() {
        wording::the_end()
    } else {
        Phrase::verbatim(&quoted_up_to(rest, SHOWN_OF_A_FAULT))
    };
    wording::no_json(found, &error.to_string())
}

/// Whether two values are the same JSON: numbers by their value, objects in any order of their fields.
pub(crate) fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || (one.is_f64() || other.is_f64()) && one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(name, one)| other.get(name).is_some_and(|other| is_same(one, other)))
        }
        (one, other) => one == other,
    }
}

/// A value from JSON text written by the user.
pub(crate) fn from_user<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, Phrase> {
    serde_json::from_str(text).map_err(|error| misspelt::no_json(&error.to_string()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::testing::{plain, wrong};

    fn found(fenced: bool, answer: &str) -> Finding {
        plain(valid(JsonForm { fenced }, answer))
    }

    #[test]
    fn an_answer_is_json_or_says_where_it_is_not() {
        for answer in ["{\"a\": [1, 2]}", " 3 \n", "\"text\"", "null", "[]"] {
            assert_eq!(found(false, answer), Finding::Right, "{answer}");
        }
        let wrong = |answer| match found(false, answer) {
            Finding::Wrong(reason) => reason.to_string(),
            other => panic!("{answer}: {other:?}"),
        };
        assert_eq!(
            wrong("{\"a\": 1,\n \"b\" 2}"),
            "expected JSON, found \"2}\": expected `:` at line 2 column 6",
            "the line and the character"
        );
        assert!(wrong("{\"a\": 1").contains("found the end"), "{}", wrong("{\"a\": 1"));
        assert!(wrong("Sure: {}").contains("found \"Sure: {}\""), "{}", wrong("Sure: {}"));
        assert_eq!(wrong(""), "expected JSON, found an empty answer", "nothing");
        assert!(matches!(found(false, "{} {}"), Finding::Wrong(_)), "one value, not two");
        assert!(matches!(found(false, "{\"a\": NaN}"), Finding::Wrong(_)), "not of JSON");
    }

    #[test]
    fn a_code_block_counts_only_where_it_may() {
        let fenced = "```json\n{\"a\": 1}\n```";
        assert_eq!(found(true, fenced), Finding::Right, "it may");
        assert_eq!(found(false, fenced), wrong("expected JSON, found a code block"), "it may not");
        assert_eq!(found(true, "{\"a\": 1}"), Finding::Right, "it need not");
        for (text, inside) in [
            ("```\na\n```", "a\n"),
            ("````md\n```\na\n```\n````", "```\na\n```\n"),
            ("```\r\na\r\n```", "a\r\n"),
            ("```\n```", ""),
            ("```a```", "```a```"),
            ("```\na\n```\nb\n```\nc\n```", "```\na\n```\nb\n```\nc\n```"),
        ] {
            assert_eq!(unwrapped(text, true), inside, "{text}");
        }
    }

    #[test]
    fn deep_json_is_valid_and_is_not_read_into_a_value() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        assert_eq!(found(false, &deep), Finding::Right, "it is JSON");
        assert!(matches!(read(&deep), Err(Finding::Unknown(_))), "too deep to look into");
        let long = format!("\"{}\"", "x".repeat(LONGEST_JSON));
        assert!(matches!(read(&long), Err(Finding::Unknown(_))), "too long to look into");
    }

    #[test]
    fn numbers_are_the_same_by_value_and_objects_in_any_order() {
        assert!(is_same(&json!({"a": 1, "b": [2]}), &json!({"b": [2.0], "a": 1.0})), "the same");
        assert!(!is_same(&json!([1, 2]), &json!([2, 1])), "an array has an order");
        assert!(!is_same(&json!({"a": 1}), &json!({"a": 1, "b": null})), "a field more");
        assert!(!is_same(&json!(1), &json!("1")), "a text is no number");
        let large = 9_007_199_254_740_993_u64;
        assert!(!is_same(&json!(large), &json!(large - 1)), "integers are exact");
    }
}
