//! Values to JSON, with errors that name the value. What steers a terminal is escaped, so that a document may be printed to
//! one and is still the same document.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::ReportError;
use crate::plain::is_steering;

/// Writes a value as one line of JSON, without a character that a terminal obeys.
///
/// # Errors
/// If the value cannot be written as JSON, or nothing can be written to `out`.
pub fn write_json(out: impl Write, value: &impl Serialize) -> serde_json::Result<()> {
    value.serialize(&mut Serializer::with_formatter(out, Inert))
}

pub(crate) fn to_json(what: &str, value: &impl Serialize) -> Result<String, ReportError> {
    let mut out = Vec::new();
    write_json(&mut out, value).map_err(|error| unwritable(what, &error))?;
    String::from_utf8(out).map_err(|error| unwritable(what, &error))
}

/// The word an enum of words is written as.
pub(crate) fn to_word(value: &impl Serialize) -> Result<String, ReportError> {
    Ok(to_json("A word", value)?.trim_matches('"').to_owned())
}

pub(crate) fn unwritable(what: &str, error: &impl std::fmt::Display) -> ReportError {
    ReportError::Unwritable { what: what.to_owned(), reason: error.to_string() }
}

/// JSON in which DEL, C1 and direction characters are escaped like the other control characters.
struct Inert;

impl Formatter for Inert {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        for piece in fragment.split_inclusive(is_steering) {
            match piece.chars().next_back().filter(|last| is_steering(*last)) {
                // None of them is beyond the characters that one escape can write.
                Some(last) => {
                    out.write_all(piece.trim_end_matches(last).as_bytes())?;
                    write!(out, "\\u{:04x}", u32::from(last))?;
                }
                None => out.write_all(piece.as_bytes())?,
            }
        }
        Ok(())
    }

    fn write_raw_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        // Between values it is white space, and within a text none stands unescaped.
        self.write_string_fragment(out, &fragment.replace('\r', " "))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::value::RawValue;

    use super::*;

    #[test]
    fn a_document_is_the_same_and_steers_no_terminal() {
        let text = "a\u{1b}[2J\u{9b}\u{9b}31m\u{7f}\u{202e}b\r\n\u{2066}é\"\\";
        let raw = RawValue::from_string(format!("{{\r\n\"a\": \"{}\"}}", "\u{9b}\u{202e}é"));
        let whole = serde_json::json!({ text: [text, 1.5, null] });
        for written in [
            to_json("A text", &whole).unwrap(),
            to_json("A text", &raw.expect("it is JSON")).unwrap(),
        ] {
            assert!(!written.contains(is_steering), "nothing in it steers: {written}");
            let again: serde_json::Value = serde_json::from_str(&written).unwrap();
            assert!(
                again == whole || again == serde_json::json!({ "a": "\u{9b}\u{202e}é" }),
                "and nothing is changed: {again}"
            );
        }
    }
}
