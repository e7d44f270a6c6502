//! Removes keys from everything that a provider sends. A 401 may repeat the refused key, and a server may echo whatever
//! it received.
//!
//! A key is searched for as it is, and in the encodings that text commonly undergoes: escapes of JSON, percent, HTML and
//! programming languages, also nested; base64 of the key and of any header that contains it; hexadecimal; lists of
//! character codes; reversed; in any case; in styled letters; with invisible characters in between. A malicious server
//! can always find another encoding.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use measure::{Kind, Transcript};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use crate::limits::LONGEST_FACT;

mod across;
mod apart;
mod codes;
mod compared_byte;
mod entities;
mod fold;
mod letters;
mod literal;
mod lookalikes;
mod marks;
mod needles;
mod safe_text;
mod search;
mod sequence;
mod undecided;
mod unescape;
mod window;
use across::Across;
use needles::Needles;
pub use safe_text::SafeText;
use search::Search;

/// Minimum length of a part of the key that is redacted; shorter ones reveal nothing.
const SHORTEST_PART: usize = 8;
/// The same within a model's text; longer, because an answer may legitimately mention how its provider's keys begin.
const SHORTEST_SAID: usize = 16;
/// Whole numbers below this, 2^53, are written without their decimals, which a code of a character may have.
const LARGEST_WHOLE: f64 = 9_007_199_254_740_992.0;
/// A shorter secret is not treated as one.
const SHORTEST_SECRET: usize = 4;

/// Redacts secrets and anything that looks like another key.
#[derive(Clone, Default)]
pub(crate) struct Redaction {
    /// What is searched for in errors and facts. Shared, because each request of a key has its own redaction.
    told: Arc<[Needles]>,
    /// What is searched for in a model's text.
    said: Arc<[Needles]>,
    reasoning: Search,
    answer: Search,
    tool: Search,
    across: Across,
}

/// The secrets of a run: its keys and its proxies' logins, each of which is hidden whoever repeats it. A clone shares them.
#[derive(Clone, Default)]
pub struct Secrets {
    all: Redaction,
    /// The logins among them.
    logins: Arc<[SecretString]>,
}

impl Secrets {
    /// These keys and logins, `USER:PASSWORD`, each once.
    #[expect(clippy::disallowed_methods, reason = "equal secrets are searched for once")]
    pub fn of<'a>(
        keys: impl IntoIterator<Item = &'a SecretString>,
        logins: impl IntoIterator<Item = &'a SecretString>,
    ) -> Self {
        let logins: Vec<&SecretString> = logins.into_iter().collect();
        let spelled = logins.iter().flat_map(|login| of_login(login.expose_secret()));
        let all: BTreeSet<&str> =
            keys.into_iter().map(ExposeSecret::expose_secret).chain(spelled).collect();
        let logins = logins.iter().copied().cloned().collect();
        Self { all: Redaction::default().with(all), logins }
    }

    /// A redaction of them for one request through a proxy with this login. It shares what is searched for: to make that anew for each
    /// request takes as long as there are keys, on the thread that stamps.
    #[expect(clippy::disallowed_methods, reason = "a login that is known is not added again")]
    pub(crate) fn redaction(&self, login: Option<&SecretString>) -> Redaction {
        let is_known = login.is_none_or(|login| {
            self.logins.iter().any(|known| known.expose_secret() == login.expose_secret())
        });
        if is_known { self.all.clone() } else { self.all.clone().and_login(login) }
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secrets(REDACTED)")
    }
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
        self.with(login.into_iter().flat_map(|login| of_login(login.expose_secret())))
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "to hide a key in a text it has to be looked for"
    )]
    pub(crate) fn and(self, secret: Option<&SecretString>) -> Self {
        self.with(secret.map(ExposeSecret::expose_secret))
    }

    fn with<'a>(mut self, secrets: impl IntoIterator<Item = &'a str>) -> Self {
        let (mut told, mut said) = (self.told.to_vec(), self.said.to_vec());
        for secret in secrets {
            if secret.len() >= SHORTEST_SECRET {
                told.push(Needles::of(secret, SHORTEST_PART));
            }
            // A shorter word used as a key for the user's own server is not a secret, and may occur in an answer.
            if secret.len() >= SHORTEST_PART {
                said.push(Needles::of(secret, SHORTEST_SAID));
            }
        }
        (self.told, self.said) = (Needles::joined(told).into(), Needles::joined(said).into());
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

    /// Whether the numbers, texts or names of a whole report spell a part of a secret, each perhaps one letter or its
    /// code, as in `[115, 107, 45]` or `[115.0, 107.0, 45.0]`.
    pub(crate) fn is_told(&self, report: &Value) -> bool {
        if self.said.is_empty() {
            return false;
        }
        let mut spelled = Spelled::default();
        spelled.add(report);
        let Spelled { numbers, texts, names } = &spelled;
        [numbers, texts, names].into_iter().any(|text| {
            let (mut search, mut is_hit) = (Search::default(), false);
            search.read(text.as_bytes(), &self.said, &mut |_, _| is_hit = true);
            search.finish(&self.said, &mut |_, _| is_hit = true);
            is_hit
        })
    }

    /// A text without the parts of secrets that matter; the same if there are none.
    fn starred<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if self.told.is_empty() {
            return text.into();
        }
        let mut hits: Vec<(u64, u64)> = Vec::new();
        let mut search = Search::default();
        search.read(text.as_bytes(), &self.told, &mut |from, upto| hits.push((from, upto)));
        search.finish(&self.told, &mut |from, upto| hits.push((from, upto)));
        if hits.is_empty() {
            return text.into();
        }
        let mut bytes = text.as_bytes().to_vec();
        for (from, upto) in hits {
            star(&mut bytes, from, upto);
        }
        String::from_utf8_lossy(&bytes).into_owned().into()
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
                let starred: Vec<Cow<'_, str>> =
                    fields.keys().map(|name| self.starred(name)).collect();
                let is_kept = |(name, told): (&String, &Cow<'_, str>)| {
                    in_plain_words(name) && name.as_str() == told.as_ref()
                };
                if !fields.keys().zip(&starred).all(is_kept) {
                    let told: Vec<String> =
                        starred.iter().map(|name| undirected(lookalikes::hidden(name))).collect();
                    let named = told.into_iter().zip(std::mem::take(fields));
                    *fields = named.map(|(told, (_, value))| (told, value)).collect();
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
            Kind::ToolName | Kind::Tool => &mut self.tool,
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

    /// Redacts parts of the key that the texts have together, of which the last has grown by `added` bytes.
    pub(crate) fn across(&mut self, kind: Kind, transcript: &mut Transcript, added: usize) {
        if !self.said.is_empty() {
            self.across.grown(kind, transcript, added, &self.said);
        }
    }

    /// No more text comes: redacts parts of the key that the texts have together as they are shown one below the other.
    pub(crate) fn finish(&self, transcript: &mut Transcript) {
        if !self.said.is_empty() {
            across::redact_as_shown(transcript, &self.said);
        }
    }

    /// The text so far was reasoning, not answer, and stands behind so many bytes of it.
    pub(crate) fn answer_was_reasoning(&mut self, behind: usize) {
        self.reasoning = std::mem::take(&mut self.answer);
        self.across.answer_was_reasoning(behind);
    }
}

/// What is hidden of a login: the whole, and its password.
fn of_login(login: &str) -> impl Iterator<Item = &str> {
    [Some(login), login.split_once(':').map(|(_, password)| password)].into_iter().flatten()
}

/// What a report says, part by part in its order.
#[derive(Default)]
struct Spelled {
    /// Whole numbers without their decimals.
    numbers: String,
    texts: String,
    names: String,
}

impl Spelled {
    fn add(&mut self, value: &Value) {
        match value {
            Value::Number(number) => {
                // Any other is written with its exponent: in full it may have three hundred digits.
                let whole = number.as_f64().filter(|whole| {
                    number.is_f64() && whole.fract() == 0.0 && whole.abs() < LARGEST_WHOLE
                });
                let _always = match whole {
                    Some(whole) => write!(self.numbers, "{whole} "),
                    None => write!(self.numbers, "{number} "),
                };
            }
            Value::String(text) => self.texts.extend([text.as_str(), " "]),
            Value::Array(values) => values.iter().for_each(|value| self.add(value)),
            Value::Object(fields) => {
                for (name, value) in fields {
                    self.names.extend([name.as_str(), " "]);
                    self.add(value);
                }
            }
            Value::Null | Value::Bool(_) => {}
        }
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
mod secrets_tests;
#[cfg(test)]
mod tests;
