//! Takes keys out of everything a provider sends back. A 401 may repeat the key it refuses, and a server may repeat
//! whatever it was sent.

use secrecy::{ExposeSecret, SecretString};

/// Parts of the key this long are hidden too; shorter ones say nothing about it.
const SHORTEST_PART: usize = 8;

/// How keys of well-known providers begin. A provider may name another key than the one it was sent.
const PREFIXES: [&str; 9] = ["sk-", "gsk_", "xai-", "csk-", "fw_", "tgp_", "nvapi-", "AIza", "sk_"];

/// Hides one key, and whatever looks like another.
#[derive(Clone, Default)]
pub(crate) struct Redaction {
    key: Option<SecretString>,
}

impl Redaction {
    pub(crate) fn of(key: Option<&SecretString>) -> Self {
        Self { key: key.cloned() }
    }

    /// Hides the key in the text of an error, any part of it that is long enough to matter, and anything that starts
    /// like a key.
    pub(crate) fn text(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        if let Some(key) = self.exposed() {
            let part = SHORTEST_PART.min(key.len());
            let parts: std::collections::HashSet<&[u8]> =
                key.as_bytes().windows(part.max(1)).collect();
            let hits: Vec<usize> = text
                .as_bytes()
                .windows(part.max(1))
                .enumerate()
                .filter_map(|(at, window)| parts.contains(window).then_some(at))
                .collect();
            for at in hits {
                if let Some(hit) = bytes.get_mut(at..at + part) {
                    hit.fill(b'*');
                }
            }
        }
        hide_lookalikes(&String::from_utf8_lossy(&bytes))
    }

    /// Hides the key where it ends in the last `added` bytes of a growing text, byte for byte, so that lengths stand.
    pub(crate) fn tail(&self, text: &mut String, added: usize) {
        let Some(key) = self.exposed() else { return };
        let mut from = text.len().saturating_sub(added + key.len());
        while !text.is_char_boundary(from) {
            from += 1;
        }
        let Some(tail) = text.get(from..).filter(|tail| tail.contains(key)) else { return };
        let hidden = tail.replace(key, &"*".repeat(key.len()));
        text.truncate(from);
        text.push_str(&hidden);
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "to hide a key in a text it has to be looked for"
    )]
    fn exposed(&self) -> Option<&str> {
        self.key.as_ref().map(ExposeSecret::expose_secret).filter(|key| key.len() > 3)
    }
}

fn hide_lookalikes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, prefix)) =
        PREFIXES.iter().filter_map(|prefix| Some((rest.find(prefix)?, *prefix))).min()
    {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let end = from
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*')))
            .unwrap_or(from.len());
        let (word, after) = from.split_at(end.max(prefix.len()));
        let starts_a_word = !before.ends_with(|c: char| c.is_ascii_alphanumeric());
        if starts_a_word && word.len() >= prefix.len() + 3 {
            out.push_str(prefix);
            out.push_str("***");
        } else {
            out.push_str(word);
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redaction(key: &str) -> Redaction {
        Redaction::of(Some(&SecretString::from(key.to_owned())))
    }

    #[test]
    fn a_key_is_hidden_whole_and_in_part() {
        let hide = redaction("marker-0123456789");
        assert_eq!(
            hide.text("bad key marker-0123456789!"),
            "bad key *****************!",
            "the whole key"
        );
        assert!(
            !hide.text("bad key marker-012345…").contains("marker-0"),
            "most of a key is as good as the key"
        );
    }

    #[test]
    fn what_looks_like_a_key_is_hidden_whoever_it_belongs_to() {
        let hide = Redaction::default();
        assert_eq!(
            hide.text("Incorrect API key provided: sk-proj-ab**cd. See ask-me."),
            "Incorrect API key provided: sk-***. See ask-me.",
            "the prefix stays, so that a person sees which key was meant"
        );
    }

    #[test]
    fn a_key_that_a_stream_repeats_in_pieces_is_hidden_without_moving_a_byte() {
        let hide = redaction("marker-0123456789");
        let mut text = String::new();
        for piece in ["é you sent mark", "er-01234", "56789 to me"] {
            text.push_str(piece);
            hide.tail(&mut text, piece.len());
        }
        assert_eq!(
            text, "é you sent ***************** to me",
            "the lengths in the raw log still fit"
        );
    }
}
