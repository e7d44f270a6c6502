//! The parser of the search language: words and filters. Pure.

use serde::{Deserialize, Serialize};

use super::filters::{FILTERS, filter};
use super::query::{Filter, Phrase, Presence, Query, SearchFilter};

/// An invalid search: where, what is wrong, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type, thiserror::Error)]
#[error("{message}")]
pub struct SearchError {
    /// Start of the invalid part, in characters from 0.
    pub at: u32,
    /// Its length in characters.
    pub length: u32,
    /// What is wrong with it and what to do, in one or two sentences.
    pub message: String,
}

/// Maximum number of words and filters in a search. The index of words takes time with the square of their number.
const MOST_PARTS: usize = 200;
/// Maximum length of a search, in characters: the index looks for each piece of a long text.
const MOST_CHARACTERS: usize = 10_000;

/// Parses a search.
pub(crate) fn read(text: &str) -> Result<Query, SearchError> {
    let characters: Vec<char> = text.chars().take(MOST_CHARACTERS + 1).collect();
    if characters.len() > MOST_CHARACTERS {
        let message =
            format!("A search has at most {MOST_CHARACTERS} characters. Leave out the rest.");
        return Err(error((MOST_CHARACTERS, characters.len()), &message));
    }
    let mut query = Query::default();
    let mut at = 0;
    while let Some(&first) = characters.get(at) {
        if first.is_whitespace() {
            at += 1;
            continue;
        }
        if query.words.len() + query.filters.len() == MOST_PARTS {
            let message = format!(
                "A search has at most {MOST_PARTS} words and filters. Leave out the rest, or quote words that stand together."
            );
            return Err(error((at, characters.len()), &message));
        }
        let part = Part::at(&characters, at)?;
        at = part.end;
        part.add_to(&mut query)?;
    }
    Ok(query)
}

/// The text between two spaces; quoted text counts as one part.
struct Part {
    start: usize,
    end: usize,
    wanted: Presence,
    /// Without the minus and the quotes.
    text: String,
    /// Position of the first quote in `text`, if any.
    quoted_from: Option<usize>,
}

impl Part {
    fn at(characters: &[char], start: usize) -> Result<Self, SearchError> {
        let is_minus = characters.get(start) == Some(&'-');
        let mut part = Self {
            start,
            end: start + usize::from(is_minus),
            wanted: if is_minus { Presence::No } else { Presence::Yes },
            text: String::new(),
            quoted_from: None,
        };
        let mut opened_at = None;
        while let Some(&character) = characters.get(part.end) {
            if character == '"' {
                opened_at = if opened_at.is_some() { None } else { Some(part.end) };
                part.quoted_from.get_or_insert(part.text.len());
            } else if character.is_whitespace() && opened_at.is_none() {
                break;
            } else {
                part.text.push(character);
            }
            part.end += 1;
        }
        match opened_at {
            Some(quote) => Err(error(
                (quote, characters.len()),
                "This quote is not closed. Write a second \" where the words end.",
            )),
            None => Ok(part),
        }
    }

    fn add_to(self, query: &mut Query) -> Result<(), SearchError> {
        let span = (self.start, self.end);
        // A leading quote makes it plain words, whatever they look like.
        if self.quoted_from != Some(0)
            && let Some((filter, wanted)) = self.as_filter()?
        {
            let wanted = if wanted == self.wanted { Presence::Yes } else { Presence::No };
            query.filters.push((filter, wanted));
            return Ok(());
        }
        if !self.text.contains(char::is_alphanumeric) {
            let message = format!(
                "Nothing can be found by {:?} alone. Write a word with a letter or a digit.",
                self.text
            );
            return Err(error(span, &message));
        }
        let is_quoted = self.quoted_from.is_some();
        query.words.push(Phrase { text: self.text, is_quoted, wanted: self.wanted });
        Ok(())
    }

    /// The filter, if it looks like one.
    fn as_filter(&self) -> Result<Option<(Filter, Presence)>, SearchError> {
        let span = (self.start, self.end);
        let is_of_a_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let letters = self.text.bytes().take_while(is_of_a_name).count();
        let Some((name, rest)) = self.text.split_at_checked(letters) else { return Ok(None) };
        let sign = ["<=", ">=", "<", ">", ":", "="].into_iter().find(|sign| rest.starts_with(sign));
        let name = name.to_lowercase();
        let Some(sign) = sign else {
            let is_bare = rest.is_empty() && ["starred", "hidden", "simulated"].contains(&&*name);
            let found = if is_bare { filter(&name, ":", "") } else { Ok(None) };
            return found.map_err(|message| error(span, &message));
        };
        let value = rest.strip_prefix(sign).unwrap_or_default().trim();
        // An address is plain words.
        if name.is_empty() || value.starts_with("//") {
            return Ok(None);
        }
        filter(&name, sign, value).map_err(|message| error(span, &message))
    }
}

fn error((start, end): (usize, usize), message: &str) -> SearchError {
    let position = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    SearchError {
        at: position(start),
        length: position(end.saturating_sub(start).max(1)),
        message: message.to_owned(),
    }
}

/// The search language, for the help text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, specta::Type)]
pub struct SearchLanguage {
    /// Its filters, in reading order.
    pub filters: &'static [SearchFilter],
    /// How words are interpreted, one sentence for each rule.
    pub words: &'static [&'static str],
}

/// The search language of the search box.
pub const SEARCH_LANGUAGE: SearchLanguage = SearchLanguage {
    filters: &FILTERS,
    words: &[
        "Words are looked for in prompts, system prompts, answers, contenders, notes and tags; all of them must be there.",
        "A word of four letters or more also finds longer words that begin with it. Capitals and accents make no difference.",
        "\"Words in quotes\" must appear exactly like that.",
        "A minus in front finds runs without it: -draft, -model:mini, -\"not this\".",
    ],
};

#[cfg(test)]
#[path = "language_tests.rs"]
mod tests;
