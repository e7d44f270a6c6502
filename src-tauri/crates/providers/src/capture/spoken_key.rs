//! Warns of keys in what is said: in a message, in what a tool is for. Nothing there is taken out, because it may be what is asked about.

use measure::Phrase;
use serde_json::{Map, Value};

use crate::capture::notes;
use crate::catalogue::recognise::is_key;
use crate::dialects::ledger::shown;

/// Characters of the shortest word that is looked at.
const SHORTEST: usize = 20;

/// The texts of a body with a word that looks like a key: the first by its place, and how many more.
pub(super) fn spoken_key(body: &Map<String, Value>) -> Vec<Phrase> {
    let mut found = Found::default();
    for (name, value) in body {
        found.look(&|| shown(name), value);
    }
    let more = (found.more > 0).then(|| notes::more_keys_in_text(found.more.into()));
    found.first.map(|place| notes::key_in_text(&place)).into_iter().chain(more).collect()
}

#[derive(Default)]
struct Found {
    first: Option<String>,
    more: usize,
}

impl Found {
    /// Looks at a value. Its `place` is written out only where a key is found: there may be a million.
    fn look(&mut self, place: &dyn Fn() -> String, value: &Value) {
        match value {
            Value::String(text) if has_key(text) => {
                if self.first.is_none() {
                    self.first = Some(place());
                } else {
                    self.more += 1;
                }
            }
            Value::Array(values) => {
                for (number, value) in values.iter().enumerate() {
                    self.look(&|| format!("{}[{number}]", place()), value);
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.look(&|| format!("{}.{}", place(), shown(name)), value);
                }
            }
            _ => {}
        }
    }
}

/// Whether a word of the text, or all of it, looks like a key that nobody made up: each has a digit.
fn has_key(text: &str) -> bool {
    let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || "_-.".contains(letter);
    let is_long = |word: &&str| word.len() >= SHORTEST;
    let has_digit = |word: &str| word.contains(|letter: char| letter.is_ascii_digit());
    text.contains("PRIVATE KEY-----")
        || text
            .split(|letter| !is_of_word(letter))
            .map(|word| word.trim_matches('.'))
            .filter(is_long)
            .any(|word| has_digit(word) && is_key(word))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const KEY: &str = "sk-proj-marker0123456789abcdefghij";

    #[test]
    fn a_key_in_what_is_said_is_warned_of_by_its_place_and_never_repeated() {
        let body = json!({
            "messages": [{ "role": "user", "content": "Why?" },
                { "role": "user", "content": [{ "type": "text", "text": format!("My key is `{KEY}`.") }] }],
            "tools": [{ "function": { "name": "f", "description": format!("use {KEY}") } }],
        });
        let said: Vec<String> = spoken_key(body.as_object().expect("an object"))
            .iter()
            .map(ToString::to_string)
            .collect();
        assert!(said[0].starts_with("`messages[1].content[0].text` has"), "{said:?}");
        assert!(said[1].contains("1 other"), "{said:?}");
        assert!(!said.concat().contains("marker"), "{said:?}");
    }

    #[test]
    fn what_only_begins_like_a_key_is_none() {
        for text in [
            "Use sk-your-key-goes-right-here-please.",
            "Keys begin with sk-.",
            "https://example.com/sk_and_more/aaaaaaaaaaaaaaaaaaaaaaaa",
            "",
        ] {
            let body = Map::from_iter([("prompt".to_owned(), Value::from(text))]);
            assert_eq!(spoken_key(&body), [], "{text}");
        }
    }
}
