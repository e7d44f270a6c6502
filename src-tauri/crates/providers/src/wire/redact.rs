//! Removes keys from everything that a provider sends. A 401 may repeat the refused key, and a server may echo whatever
//! it received.

use std::sync::LazyLock;

use measure::Kind;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use crate::catalogue::catalogue;

/// Minimum length of a part of the key that is redacted; shorter ones reveal nothing.
const SHORTEST_PART: usize = 8;
/// The same within a model's text. It is longer, because an answer may legitimately mention how its provider's keys
/// begin.
const SHORTEST_SAID: usize = 16;

/// Key prefixes of known providers. A provider may name another key than the one it received.
static PREFIXES: LazyLock<Vec<&str>> = LazyLock::new(|| {
    catalogue().iter().flat_map(|row| &row.key_prefixes).map(String::as_str).collect()
});

/// Redacts one key and anything that looks like another.
#[derive(Clone, Default)]
pub(crate) struct Redaction {
    key: Option<SecretString>,
    said: TextTail,
}

/// The last bytes of each growing text before redaction, because a part of the key may begin there.
#[derive(Clone, Default)]
struct TextTail {
    reasoning: Vec<u8>,
    answer: Vec<u8>,
    tool: Vec<u8>,
}

impl Redaction {
    pub(crate) fn of(key: Option<&SecretString>) -> Self {
        Self { key: key.cloned(), said: TextTail::default() }
    }

    /// Redacts the key in an error text, any part of it that is long enough to matter, and anything that begins like a
    /// key.
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

    /// Redacts every text in a JSON value. Field names in plain words are kept, because they belong to the format.
    pub(crate) fn json(&self, value: &mut Value) {
        let in_plain_words =
            |name: &String| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        match value {
            Value::String(text) => *text = self.text(text),
            Value::Array(values) => values.iter_mut().for_each(|value| self.json(value)),
            Value::Object(fields) => {
                if !fields.keys().all(in_plain_words) {
                    let named = std::mem::take(fields).into_iter();
                    *fields = named.map(|(name, value)| (self.text(&name), value)).collect();
                }
                fields.values_mut().for_each(|value| self.json(value));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Redacts parts of the key in a text that has grown by `added` bytes. Each byte is replaced by one byte, so
    /// lengths stay valid. It does not wait for the whole key, because the window shows each piece as it arrives.
    pub(crate) fn tail(&mut self, kind: Kind, text: &mut String, added: usize) {
        let mut raw = std::mem::take(match kind {
            Kind::Reasoning => &mut self.said.reasoning,
            Kind::Tool => &mut self.said.tool,
            _ => &mut self.said.answer,
        });
        if kind == Kind::Rewrite {
            raw.clear();
        }
        raw.extend_from_slice(text.as_bytes().get(text.len() - added..).unwrap_or_default());
        // A shorter word used as a key for one's own server is no secret, and may occur in an answer.
        if let Some(key) = self.exposed().filter(|key| key.len() >= SHORTEST_PART) {
            let key = key.as_bytes();
            let part = SHORTEST_SAID.min(key.len());
            let is_part = |window: &&[u8]| {
                window.first().is_some_and(|first| key.contains(first))
                    && key.windows(part).any(|part| part == *window)
            };
            let hits = raw.windows(part).enumerate().filter(|(_, window)| is_part(window));
            let hits: Vec<usize> = hits.map(|(at, _)| at).collect();
            if !hits.is_empty() {
                hide(text, text.len() - raw.len(), &hits, part);
            }
            raw.drain(..raw.len().saturating_sub(part - 1));
        } else {
            raw.clear();
        }
        match kind {
            Kind::Reasoning => self.said.reasoning = raw,
            Kind::Tool => self.said.tool = raw,
            _ => self.said.answer = raw,
        }
    }

    /// The text so far was reasoning, not answer.
    pub(crate) fn answer_was_reasoning(&mut self) {
        self.said.reasoning = std::mem::take(&mut self.said.answer);
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "to hide a key in a text it has to be looked for"
    )]
    fn exposed(&self) -> Option<&str> {
        self.key.as_ref().map(ExposeSecret::expose_secret).filter(|key| key.len() > 3)
    }
}

/// Replaces `part` bytes from each of `hits`, relative to `start`, by asterisks.
fn hide(text: &mut String, start: usize, hits: &[usize], part: usize) {
    let mut from = start;
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    let mut tail = text.split_off(from).into_bytes();
    for at in hits {
        if let Some(hit) = tail.get_mut(start - from + at..start - from + at + part) {
            hit.fill(b'*');
        }
    }
    text.push_str(&String::from_utf8_lossy(&tail));
}

fn hide_lookalikes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, prefix)) =
        PREFIXES.iter().filter_map(|prefix| Some((rest.find(prefix)?, *prefix))).min()
    {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let rest_of_word = from.get(prefix.len()..).unwrap_or_default();
        let end = rest_of_word
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '*')))
            .unwrap_or(rest_of_word.len());
        let (word, after) = from.split_at(prefix.len() + end);
        let starts_a_word = !before.ends_with(|c: char| c.is_ascii_alphanumeric());
        if starts_a_word && end >= 3 {
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
        for row in catalogue() {
            for prefix in &row.key_prefixes {
                let hidden = hide.text(&format!("Not {prefix}MARKER-0123, try again."));
                assert!(!hidden.contains("MARKER"), "a key of {} shows: {hidden}", row.id);
            }
        }
    }

    #[test]
    fn a_key_is_hidden_wherever_it_stands_in_a_report() {
        let hide = redaction("Marker-0123456789");
        let mut report = serde_json::json!({
            "completion_tokens": 7,
            "notes": [{ "Marker-0123456789": "for Marker-0123456789" }],
        });
        hide.json(&mut report);
        let hidden = "*".repeat(17);
        assert_eq!(
            report,
            serde_json::json!({
                "completion_tokens": 7,
                "notes": [{ hidden.as_str(): format!("for {hidden}") }],
            }),
            "in a value and in a name; counts stay as they are"
        );
    }

    /// What stands after each piece of an answer.
    fn redacted(key: &str, pieces: &[&str]) -> Vec<String> {
        let mut hide = redaction(key);
        let mut text = String::new();
        let mut seen = Vec::new();
        for piece in pieces {
            text.push_str(piece);
            hide.tail(Kind::Answer, &mut text, piece.len());
            seen.push(text.clone());
        }
        seen
    }

    #[test]
    fn a_key_that_a_stream_repeats_in_pieces_is_hidden_without_moving_a_byte() {
        let seen = redacted("marker-0123456789", &["é you sent mark", "er-01234", "56789 to me"]);
        assert_eq!(
            seen.last().map(String::as_str),
            Some("é you sent ***************** to me"),
            "the lengths in the raw log still fit"
        );
    }

    #[test]
    fn a_key_that_a_stream_spells_out_is_hidden_before_it_is_whole() {
        let key = "marker-0123456789-abcdefghijklmnopqrstuvwxyz";
        let letters: Vec<String> = key.chars().map(String::from).collect();
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        for text in redacted(key, &letters) {
            assert!(
                !key.as_bytes()
                    .windows(16)
                    .any(|part| text.as_bytes().windows(16).any(|at| at == part)),
                "a window that shows every letter as it comes never shows much of the key, not {text}"
            );
        }
        let most = redacted(key, &[&key[..key.len() - 1], "!"]);
        assert_eq!(
            most.last().map(String::as_str),
            Some(format!("{}!", "*".repeat(key.len() - 1)).as_str()),
            "all but a letter of the key is as good as the key"
        );
    }

    #[test]
    fn each_text_of_a_stream_is_watched_by_itself() {
        let key = "marker-0123456789";
        let mut hide = redaction(key);
        let mut thought = "marker-01".to_owned();
        let mut answer = "23456789".to_owned();
        hide.tail(Kind::Reasoning, &mut thought, 9);
        hide.tail(Kind::Answer, &mut answer, 8);
        thought.push_str("23456789");
        hide.tail(Kind::Reasoning, &mut thought, 8);
        assert_eq!(answer, "23456789", "half of it in another text is no key");
        assert_eq!(thought, "*".repeat(17), "and the text between does not hide the key from us");
    }

    #[test]
    fn an_answer_is_not_starred_out_for_a_key_that_is_no_secret() {
        let seen = redacted("test", &["This is a ", "test."]);
        assert_eq!(
            seen.last().map(String::as_str),
            Some("This is a test."),
            "a word that servers on one's own machine are given for a key"
        );
    }
}
