//! Text from outside in a reason: short, and without characters that steer a terminal or turn the direction of writing.

use measure::Phrase;

/// The most characters of a reason.
pub const LONGEST_REASON: usize = 300;
/// The most characters of a quotation.
const LONGEST_QUOTATION: usize = 60;
/// Marks that something was left out.
const CUT: char = '…';

/// The beginning of `text` in quotation marks.
pub(crate) fn quoted(text: &str) -> String {
    quoted_up_to(text, LONGEST_QUOTATION)
}

/// The same as a value of a phrase.
pub(crate) fn quotation(text: &str) -> Phrase {
    Phrase::verbatim(&quoted(text))
}

/// The same with at most this many characters of `text`.
pub(crate) fn quoted_up_to(text: &str, most: usize) -> String {
    let mut quotation = String::from("\"");
    let mut characters = text.chars();
    for character in characters.by_ref().take(most) {
        push_visible(&mut quotation, character);
    }
    if characters.next().is_some() {
        quotation.push(CUT);
    }
    quotation.push('"');
    quotation
}

/// A reason of at most [`LONGEST_REASON`] characters.
pub(crate) fn bounded(reason: &str) -> String {
    let mut shown = String::new();
    let mut characters = reason.chars();
    for character in characters.by_ref().take(LONGEST_REASON - 1) {
        push_visible(&mut shown, character);
    }
    match (characters.next(), characters.next()) {
        (None, _) => {}
        (Some(last), None) => push_visible(&mut shown, last),
        (Some(_), Some(_)) => shown.push(CUT),
    }
    // Escapes are longer than what they stand for.
    if shown.chars().count() > LONGEST_REASON {
        shown = shown.chars().take(LONGEST_REASON - 1).chain([CUT]).collect();
    }
    shown
}

/// Whether a character cannot be seen, or changes how others are.
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{00ad}' | '\u{061c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Appends a character, or its escape if it cannot be seen.
fn push_visible(to: &mut String, character: char) {
    if is_hidden(character) {
        to.extend(character.escape_default());
    } else {
        to.push(character);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_is_short_and_steers_nothing() {
        assert_eq!(quoted("Paris"), "\"Paris\"", "as it is");
        assert_eq!(quoted("a\n\u{1b}[31m\u{202e}b"), r#""a\n\u{1b}[31m\u{202e}b""#, "escaped");
        let long = quoted(&"x".repeat(10_000));
        assert_eq!(long.chars().count(), LONGEST_QUOTATION + 3, "cut, with its marks");
        assert!(long.ends_with("x…\""), "and says so");
    }

    #[test]
    fn a_reason_is_bounded_whatever_it_holds() {
        for text in ["x", "\u{202e}", "\u{0}", "😀"] {
            for times in [LONGEST_REASON - 1, LONGEST_REASON, LONGEST_REASON + 1, 100_000] {
                let reason = bounded(&text.repeat(times));
                let length = reason.chars().count();
                assert!(length <= LONGEST_REASON, "{length} of {times} × {text:?}");
            }
        }
        assert_eq!(bounded(&"x".repeat(LONGEST_REASON)).len(), LONGEST_REASON, "whole if it fits");
    }
}
