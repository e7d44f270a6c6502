//! Foreign text as it may reach a terminal or a page: nothing in it moves a cursor, colours what follows or turns it round.

use std::borrow::Cow;

/// Whether a character moves the cursor of a terminal, or changes the direction of the following text.
pub(crate) fn is_steering(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\t'))
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with each control character, other than line breaks and tabs, and each change of direction shown as `�`.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(is_steering) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", "\n").replace(is_steering, "\u{fffd}"))
}

/// Longest text of a file that a refusal repeats, in characters.
const LONGEST_TOLD: usize = 120;

/// The beginning of a text from a file, as it may be printed.
pub(crate) fn clipped(text: &str) -> String {
    let begin: String = text.chars().take(LONGEST_TOLD).collect();
    let end = if begin.len() < text.len() { "…" } else { "" };
    format!("{}{end}", plain(&begin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_provider_sends_steers_nothing() {
        let hostile = "a\u{1b}[2Jb\u{9b}31mc\rd\r\ne\tf\u{7f}";
        assert_eq!(
            plain(hostile),
            "a\u{fffd}[2Jb\u{fffd}31mc\u{fffd}d\ne\tf\u{fffd}",
            "an escape, its one-character form and a bare return are made visible; lines and tabs stay"
        );
        assert_eq!(
            plain("gpt\u{202e}txt.exe\u{2066}"),
            "gpt\u{fffd}txt.exe\u{fffd}",
            "nor does it turn what follows round"
        );
        assert!(matches!(plain("as it is\n"), Cow::Borrowed(_)), "other text is not copied");
    }
}
