//! Removes keys from everything that a provider sends. A 401 may repeat the refused key, and a server may echo whatever
//! it received.
//!
//! A key is searched for as it is, and in the encodings that text commonly undergoes: JSON, percent and HTML escapes,
//! also nested; base64 of the key and of any header that contains it; hexadecimal; reversed; in any case; with
//! invisible characters in between. A malicious server can always find another encoding.

use measure::Kind;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use crate::limits::LONGEST_FACT;

mod fold;
mod lookalikes;
mod needles;
mod safe_text;
use needles::{Needles, Search};
pub use safe_text::SafeText;

/// Minimum length of a part of the key that is redacted; shorter ones reveal nothing.
const SHORTEST_PART: usize = 8;
/// The same within a model's text; longer, because an answer may legitimately mention how its provider's keys begin.
const SHORTEST_SAID: usize = 16;
/// A shorter secret is not treated as one.
const SHORTEST_SECRET: usize = 4;

/// Redacts secrets and anything that looks like another key.
#[derive(Clone, Default)]
pub(crate) struct Redaction {
    /// What is searched for in errors and facts.
    told: Vec<Needles>,
    /// What is searched for in a model's text.
    said: Vec<Needles>,
    reasoning: Search,
    answer: Search,
    tool: Search,
}

impl Redaction {
    /// A redaction of a provider's key.
    pub(crate) fn of(key: Option<&SecretString>) -> Self {
        Self::default().and(key)
    }

    /// Also redacts a proxy's login, `USER:PASSWORD`.
    #[expect(
        clippy::disallowed_methods,
        reason = "to hide a login in a text it has to be looked for"
    )]
    pub(crate) fn and_login(self, login: Option<&SecretString>) -> Self {
        let password = login.and_then(|login| {
            let (_, password) = login.expose_secret().split_once(':')?;
            Some(SecretString::from(password.to_owned()))
        });
        self.and(login).and(password.as_ref())
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "to hide a key in a text it has to be looked for"
    )]
    fn and(mut self, secret: Option<&SecretString>) -> Self {
        let Some(secret) = secret.map(ExposeSecret::expose_secret) else { return self };
        if secret.len() >= SHORTEST_SECRET {
            self.told.push(Needles::of(secret, SHORTEST_PART));
        }
        // A shorter word used as a key for the user's own server is not a secret, and may occur in an answer.
        if secret.len() >= SHORTEST_PART {
            self.said.push(Needles::of(secret, SHORTEST_SAID));
        }
        self
    }

    /// Redacts the key in an error text, any part of it that is long enough to matter, and anything that begins like a
    /// key.
    pub(crate) fn text(&self, text: &str) -> SafeText {
        SafeText::of(undirected(lookalikes::hidden(&self.starred(text))))
    }

    /// A fact that a server states, redacted like [`Redaction::text`] and cut to the length of a fact.
    pub(crate) fn fact(&self, text: &str) -> SafeText {
        self.text(first_chars(text, LONGEST_FACT))
    }

    /// A name that will be used again verbatim; absent if no request could use it: if it contains a part of a secret or
    /// control characters, or is longer than `most` characters.
    pub(crate) fn name(&self, name: &str, most: usize) -> Option<SafeText> {
        let is_name = first_chars(name, most) == name
            && !name.chars().any(char::is_control)
            && !self.is_hit(name);
        is_name.then(|| SafeText::of(name.to_owned()))
    }

    /// Whether a text contains a part of a secret that matters.
    fn is_hit(&self, text: &str) -> bool {
        self.starred(text) != text
    }

    fn starred(&self, text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        if !self.told.is_empty() {
            let mut search = Search::default();
            let mut hide = |from, upto| star(&mut bytes, from, upto);
            search.read(text.as_bytes(), &self.told, &mut hide);
            search.finish(&self.told, &mut hide);
        }
        String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    /// Redacts every text in a JSON value. Field names in plain words are kept unless they hold the key, because they
    /// belong to the format.
    pub(crate) fn json(&self, value: &mut Value) {
        let in_plain_words =
            |name: &String| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        match value {
            Value::String(text) => *text = self.text(text).into(),
            Value::Array(values) => values.iter_mut().for_each(|value| self.json(value)),
            Value::Object(fields) => {
                if !fields.keys().all(|name| in_plain_words(name) && !self.is_hit(name)) {
                    let named = std::mem::take(fields).into_iter();
                    *fields = named.map(|(name, value)| (self.text(&name).into(), value)).collect();
                }
                fields.values_mut().for_each(|value| self.json(value));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Redacts parts of the key in a text that has grown by `added` bytes. Each byte is replaced by one byte, so
    /// lengths stay valid. It does not wait for the whole key, because the window shows each piece as it arrives.
    pub(crate) fn tail(&mut self, kind: Kind, text: &mut String, added: usize) {
        if self.said.is_empty() {
            return;
        }
        let search = match kind {
            Kind::Reasoning => &mut self.reasoning,
            Kind::Tool => &mut self.tool,
            _ => &mut self.answer,
        };
        if kind == Kind::Rewrite {
            *search = Search::default();
        }
        let new = text.as_bytes().get(text.len() - added..).unwrap_or_default();
        // Nothing is allocated unless there is a hit.
        let mut hits: Vec<(u64, u64)> = Vec::new();
        let upto = search.read_bytes() + added as u64;
        search.read(new, &self.said, &mut |from, upto| hits.push((from, upto)));
        let Some(first) = hits.iter().map(|(from, _)| *from).min() else { return };
        let back = |at: u64| usize::try_from(upto - at).unwrap_or(usize::MAX).min(text.len());
        let mut from = text.len() - back(first);
        while !text.is_char_boundary(from) {
            from -= 1;
        }
        let begin = upto - (text.len() - from) as u64;
        let mut tail = text.split_off(from).into_bytes();
        for (from, upto) in hits {
            star(&mut tail, from.saturating_sub(begin), upto - begin);
        }
        text.push_str(&String::from_utf8_lossy(&tail));
    }

    /// The text so far was reasoning, not answer.
    pub(crate) fn answer_was_reasoning(&mut self) {
        self.reasoning = std::mem::take(&mut self.answer);
    }
}

impl SafeText {
    /// A text without this key or anything that looks like one, in any of the spellings in which keys are searched for.
    pub fn without(text: &str, key: Option<&SecretString>) -> Self {
        Redaction::of(key).text(text)
    }
}

/// Removes the characters that change text direction: in a name or an error they can make one text look like another.
/// An answer keeps them, because its language may need them.
fn undirected(text: String) -> String {
    let turns = |c: char| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if text.contains(turns) { text.replace(turns, "") } else { text }
}

/// The first `most` characters.
pub(crate) fn first_chars(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).and_then(|(end, _)| text.get(..end)).unwrap_or(text)
}

/// Replaces a stretch by asterisks, byte by byte.
fn star(bytes: &mut [u8], from: u64, upto: u64) {
    let index = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
    let (from, upto) = (index(from), index(upto));
    if let Some(hit) = bytes.get_mut(from..upto) {
        hit.fill(b'*');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::catalogue;

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

    /// The spellings of the key that a server's text may contain.
    fn spellings(key: &str) -> Vec<String> {
        use base64::Engine;
        use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
        let escaped = |every: usize| -> String {
            let letters = key.chars().enumerate();
            letters
                .map(|(at, letter)| match at % every {
                    0 => format!("\\u{:04x}", u32::from(letter)),
                    _ => letter.to_string(),
                })
                .collect()
        };
        let by_byte = |form: &dyn Fn(u8) -> String| key.bytes().map(form).collect::<String>();
        vec![
            key.to_owned(),
            key.to_uppercase(),
            key.to_lowercase(),
            escaped(1),
            escaped(5),
            escaped(1).replace('\\', "\\\\"),
            by_byte(&|byte| format!("%{byte:02X}")),
            by_byte(&|byte| format!("%25{byte:02x}")),
            by_byte(&|byte| format!("&#{byte};")),
            by_byte(&|byte| format!("&#x{byte:x};")),
            by_byte(&|byte| format!("{byte:02x}")),
            by_byte(&|byte| format!("{byte:02X}")),
            by_byte(&|byte| format!("{}\u{200b}", char::from(byte))),
            key.chars().rev().collect(),
            STANDARD.encode(key),
            STANDARD.encode(format!("Bearer {key}")),
            STANDARD.encode(format!("user:{key}")),
            STANDARD.encode(format!("a: {key}\r\n")),
            URL_SAFE_NO_PAD.encode(format!("{key}?>")),
            STANDARD.encode(key).to_lowercase(),
        ]
    }

    #[test]
    fn a_key_is_hidden_however_it_is_spelled() {
        let key = "marker-Q7h2Vx9LmT4cWz8RbN6yKd3F";
        let hide = redaction(key);
        for spelled in spellings(key) {
            let told = hide.text(&format!("é bad key `{spelled}`, try again"));
            assert!(told.starts_with("é bad key `"), "what stands before is kept: {told}");
            assert!(told.ends_with("try again"), "and what stands after: {told}");
            let rest = told.replace('*', "");
            let longest = "é bad key `, try again".len() + 2 * SHORTEST_PART;
            assert!(rest.len() <= longest, "no part of {spelled} shows: {told}");
            let (whole, said) =
                (format!("é it is `{spelled}`, "), redacted(key, &["é it is `", &spelled, "`, "]));
            let said = said.last().expect("three pieces");
            assert_eq!(said.len(), whole.len(), "the lengths in the raw log still fit: {said}");
            let rest = said.replace('*', "");
            let longest = "é it is `, ".len() + 2 * SHORTEST_SAID;
            assert!(rest.len() <= longest, "nor in an answer, {spelled}: {said}");
        }
    }

    #[test]
    fn a_proxys_login_is_hidden_like_a_key() {
        let login = SecretString::from("puser:PROXYPASS-1".to_owned());
        let hide = Redaction::of(None).and_login(Some(&login));
        for said in ["puser:PROXYPASS-1", "PROXYPASS-1", "Basic cHVzZXI6UFJPWFlQQVNTLTE="] {
            let told = hide.text(&format!("login rejected: {said}"));
            assert!(!told.contains("PASS") && !told.contains("cHVzZX"), "{said}: {told}");
        }
    }

    #[test]
    fn a_key_is_hidden_anywhere_in_a_report() {
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

    /// What is left after each piece of an answer.
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
    fn each_text_of_a_stream_is_watched_separately() {
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
