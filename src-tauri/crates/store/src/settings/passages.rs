//! Which remembered texts share a passage with texts that are removed, in linear time and without holding what is removed.

use std::collections::HashMap;

use serde_json::Value;

/// Length of a passage in bytes of its plain form: about four words, or eight characters of Chinese.
const PASSAGE: usize = 24;
/// Base of the rolling hash: an odd number with mixed bits.
const BASE: u64 = 0x9E37_79B9_7F4A_7C15;

/// Remembered texts by what they belong to, and which of them have shared a passage so far.
#[derive(Debug, Default)]
pub(crate) struct Passages {
    /// The owners of each passage, by its hash. Two passages of one hash only remove more.
    owners: HashMap<u64, Vec<usize>>,
    /// The plain form of each text with its owner.
    texts: Vec<(usize, String)>,
    shares: Vec<bool>,
}

impl Passages {
    /// Adds what belongs together, and returns the number by which [`shares`](Self::shares) knows it.
    pub(crate) fn add(&mut self, texts: &[String]) -> usize {
        let owner = self.shares.len();
        self.shares.push(false);
        for text in texts {
            let text = plain(text);
            for hash in passages(&text) {
                let owners = self.owners.entry(hash).or_default();
                if owners.last() != Some(&owner) {
                    owners.push(owner);
                }
            }
            self.texts.push((owner, text));
        }
        owner
    }

    /// Compares with what a removed run asked: with its passages, and with short texts as a whole.
    pub(crate) fn meet_question(&mut self, text: &str) {
        let text = plain(text);
        if text.trim().is_empty() {
            return;
        }
        for (owner, known) in &self.texts {
            let is_short = text.len().min(known.len()) < PASSAGE && !known.trim().is_empty();
            let is_part = is_short && (known.contains(&text) || text.contains(known.as_str()));
            if let Some(shares) = self.shares.get_mut(*owner).filter(|_| is_part) {
                *shares = true;
            }
        }
        self.meet_passages(&text);
    }

    /// Compares with the passages of anything else of a removed run.
    pub(crate) fn meet(&mut self, text: &str) {
        self.meet_passages(&plain(text));
    }

    /// Whether what was added under this number shares a passage with anything that was met.
    pub(crate) fn shares(&self, owner: usize) -> bool {
        self.shares.get(owner).copied().unwrap_or_default()
    }

    fn meet_passages(&mut self, text: &str) {
        if self.owners.is_empty() {
            return;
        }
        for hash in passages(text) {
            for owner in self.owners.get(&hash).into_iter().flatten() {
                if let Some(shares) = self.shares.get_mut(*owner) {
                    *shares = true;
                }
            }
        }
    }
}

/// The texts of a plan's document that a model is asked: first those that users write, then every other one, such as the
/// hashes of attachments. What names a provider, a model or an address is not among them.
pub(crate) fn asked(plan: &Value) -> (Vec<String>, Vec<String>) {
    let (mut questions, mut others) = (Vec::new(), Vec::new());
    let fields = ["prompt", "system", "payload", "set"].iter().map(|name| (*name, plan.get(name)));
    let prompts = plan.get("load").and_then(|load| load.get("prompts"));
    let lanes = plan.get("lanes").and_then(Value::as_array).into_iter().flatten();
    let requests = lanes.map(|lane| ("request", lane.get("request")));
    for (name, value) in fields.chain([("prompts", prompts)]).chain(requests) {
        if let Some(value) = value {
            walk(name, value, &mut questions, &mut others);
        }
    }
    (questions, others)
}

fn walk(name: &str, value: &Value, questions: &mut Vec<String>, others: &mut Vec<String>) {
    match value {
        Value::String(text) if matches!(name, "prompt" | "prompts" | "system" | "text") => {
            questions.push(text.clone());
        }
        Value::String(text) => others.push(text.clone()),
        Value::Array(values) => {
            for value in values {
                walk(name, value, questions, others);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                walk(name, value, questions, others);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A text as its words alone, in lower case, with a space before, between and after them. One without words, such as of
/// emoji, is its signs, divided by white space alone.
fn plain(text: &str) -> String {
    let has_words = text.contains(char::is_alphanumeric);
    let mut plain = String::with_capacity(text.len() + 2);
    plain.push(' ');
    for c in text.chars().chain([' ']) {
        if c.is_alphanumeric() || !has_words && !c.is_whitespace() {
            plain.extend(c.to_lowercase());
        } else if !plain.ends_with(' ') {
            plain.push(' ');
        }
    }
    plain
}

/// The hashes of all passages of a text in its plain form.
fn passages(text: &str) -> impl Iterator<Item = u64> {
    let bytes = text.as_bytes();
    let oldest = (1..PASSAGE).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let mut hash = 0_u64;
    bytes.iter().enumerate().filter_map(move |(at, byte)| {
        if let Some(gone) = at.checked_sub(PASSAGE) {
            let gone = u64::from(bytes.get(gone).copied().unwrap_or_default()) + 1;
            hash = hash.wrapping_sub(gone.wrapping_mul(oldest));
        }
        hash = hash.wrapping_mul(BASE).wrapping_add(u64::from(*byte) + 1);
        (at + 1 >= PASSAGE).then_some(hash)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(remembered: &str, removed: &str) -> bool {
        let mut passages = Passages::default();
        let owner = passages.add(&[remembered.to_owned()]);
        passages.meet_question(removed);
        passages.shares(owner)
    }

    #[test]
    fn a_text_that_was_changed_a_little_is_known_again() {
        let removed = "Write a letter to Ms. Marker about the merger with Example plc.";
        for near in [
            "Write a letter to Ms. Marker about the merger with Example plc, in French.",
            "write  a LETTER,\nto Ms Marker about another thing",
            "The merger with Example plc: what does it cost?",
        ] {
            assert!(shares(near, removed), "{near}");
        }
        for other in ["", "Write a haiku", "Explain the tides to a child of seven years, please."] {
            assert!(!shares(other, removed), "{other}");
        }
        for signs in ["🦄🦄🦜", "%%§§%%", "🦄🦄🦜🦄🦄🦜🦄🦄🦜"] {
            assert!(shares(signs, &format!(" {signs}\n")), "{signs}: without a word");
            assert!(!shares("Write a haiku?!", signs) && !shares("", signs), "{signs} alone");
        }
        assert!(!shares("🦄", "%%") && !shares("?", "What is it?"), "and no sign in a text");
        assert!(shares("Tell me a joke, please", "Tell me a joke"), "a short one is a part");
        assert!(
            shares("Joke", "A joke for the board meeting of the third quarter"),
            "or the whole"
        );
        assert!(!shares("This is a long and harmless question", "Hi"), "and no part of a word");
        assert!(
            shares("这是一个关于合并的秘密问题吗", "请注意:这是一个关于合并的秘密问题"),
            "any script"
        );
    }
}
