//! Warns of keys in what is said: in a message, in what a tool is for. Nothing there is taken out, because it may be what is asked about.

use measure::Phrase;
use serde_json::{Map, Value};

use crate::capture::notes;
use crate::dialects::ledger::shown;
use crate::wire::key_in_text::has_word;

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
            Value::String(text) if has_word(text) => {
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
