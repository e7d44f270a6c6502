//! The fence of Markdown around a text that was copied with it.

/// Letters of the word after a fence that names its language.
const LONGEST_LANGUAGE: usize = 24;

/// The text between the fences, if nothing else is there; otherwise the text itself.
pub(super) fn within(text: &str) -> &str {
    let inner = ["```", "~~~"].into_iter().find_map(|fence| {
        let (language, rest) = text.strip_prefix(fence)?.split_once('\n')?;
        let is_name = |letter: char| letter.is_ascii_alphanumeric() || "+-_.".contains(letter);
        let language = language.trim();
        let is_language = language.len() <= LONGEST_LANGUAGE && language.chars().all(is_name);
        let inner = rest.strip_suffix(fence).filter(|_| is_language)?;
        (!inner.contains(&format!("\n{fence}"))).then(|| inner.trim())
    });
    inner.unwrap_or(text)
}
