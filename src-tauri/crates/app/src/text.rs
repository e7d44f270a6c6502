//! Formats foreign texts for our own sentences.

/// An error text of a library as a sentence.
pub fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    // A name in backquotes keeps its spelling, as does anything that is not a letter.
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), chars.as_str())
}

/// The text on one line, without control sequences.
pub(crate) fn one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// At most `width` characters, ending in `…` if truncated.
pub(crate) fn clipped(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width.saturating_sub(1)).chain(['…']).collect()
}
