//! Hides text that begins like a key of a known provider, for any account.

use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, Input, MatchKind};

use crate::catalogue::catalogue;

/// Minimum number of characters after the prefix for a key.
const SHORTEST_REST: usize = 3;

/// The prefixes of keys, searched for in one pass.
static PREFIXES: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let mut prefixes: Vec<&str> =
        catalogue().iter().flat_map(|row| &row.key_prefixes).map(String::as_str).collect();
    // Of two matches at one position the shorter decides, so that no less is hidden.
    prefixes.sort_unstable();
    AhoCorasick::builder().match_kind(MatchKind::LeftmostFirst).build(prefixes).ok()
});

/// The text in which each word that begins like a key is reduced to its prefix.
pub(super) fn hidden(text: &str) -> String {
    let Some(prefixes) = PREFIXES.as_ref() else { return text.to_owned() };
    let mut out = String::with_capacity(text.len());
    let mut kept = 0;
    while let Some(found) = prefixes.find(Input::new(text).range(kept..)) {
        let (before, rest) = (text.get(kept..found.start()), text.get(found.end()..));
        let (before, rest) = (before.unwrap_or_default(), rest.unwrap_or_default());
        let is_over = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*'));
        let length = rest.find(is_over).unwrap_or(rest.len());
        out.push_str(before);
        let starts_a_word = !before.ends_with(|c: char| c.is_ascii_alphanumeric());
        let upto = found.end() + length;
        if starts_a_word && length >= SHORTEST_REST {
            out.push_str(text.get(found.range()).unwrap_or_default());
            out.push_str("***");
        } else {
            out.push_str(text.get(found.start()..upto).unwrap_or_default());
        }
        kept = upto;
    }
    out.push_str(text.get(kept..).unwrap_or_default());
    out
}
