//! Extracts the key from what was pasted or piped: a key copied from a shell, an `.env` file, a header or a dashboard
//! comes with the text around it.
//!
//! The window removes the same text in its field, where a key is checked before anything is sent; both are tested with
//! the cases in `pasted.json`.

use secrecy::{ExposeSecret, SecretString};

use crate::{KeyError, key};

/// Names of headers that carry a key.
const HEADERS: [&str; 4] = ["authorization", "x-api-key", "api-key", "x-goog-api-key"];
/// What shells write before a variable's name, each followed by white space.
const BEFORE_A_NAME: [&str; 4] = ["export", "set", "setx", "const"];
/// Words that distinguish a variable's name from the beginning of a key that contains `:` or `=`.
const IN_A_NAME: [&str; 8] = ["key", "token", "secret", "auth", "bearer", "export", "$env", "api"];
const QUOTES: [(char, char); 5] = [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('<', '>')];
/// A dashboard shows an existing key only with its middle left out: a character, and how many of it in a row indicate
/// that.
const MASKS: [(char, usize); 6] = [('.', 3), ('…', 1), ('*', 3), ('•', 2), ('●', 2), ('x', 8)];

/// The key alone, without quotes, `export NAME=`, `Bearer`, a header's name, or white space around it. Not for a
/// proxy's login, whose password may contain any of these.
///
/// # Errors
/// If there is none, if there are several, or if it cannot work because its middle is left out or it has a character
/// that no header can carry. No error contains any part of it.
#[expect(
    clippy::disallowed_methods,
    reason = "to take off what surrounds a key it has to be looked at; it goes back into a secret"
)]
pub fn pasted(text: &SecretString) -> Result<SecretString, KeyError> {
    let text = text.expose_secret();
    let mut keys = text.split(['\r', '\n']).map(bare).filter(|key| !key.is_empty());
    let found = keys.next().ok_or(KeyError::Empty)?;
    match keys.count() {
        0 if is_masked(found) => Err(KeyError::Masked),
        0 => key::checked(&SecretString::from(found)),
        more => Err(KeyError::Several { lines: more + 1 }),
    }
}

/// A line without the text around its key.
fn bare(line: &str) -> &str {
    let line = line.trim();
    let line = line.strip_suffix([';', ',']).unwrap_or(line).trim();
    let after_switch = ["-H", "--header"].iter().find_map(|switch| word(line, switch));
    let line = unquoted(after_switch.unwrap_or(line));
    let line = after_header(line).unwrap_or(line);
    let line = unquoted(after_name(line).unwrap_or(line).trim());
    let unopened = line.strip_prefix(['"', '\'']).unwrap_or(line);
    unquoted(word(unopened, "bearer").unwrap_or(line).trim())
}

/// The text after `word` and white space, whatever its case.
fn word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = beginning(text, word)?;
    rest.starts_with(char::is_whitespace).then(|| rest.trim_start())
}

/// The text after `beginning`, whatever its case.
fn beginning<'a>(text: &'a str, beginning: &str) -> Option<&'a str> {
    let (head, rest) = text.split_at_checked(beginning.len())?;
    head.eq_ignore_ascii_case(beginning).then_some(rest)
}

fn after_header(text: &str) -> Option<&str> {
    let rest = HEADERS.iter().find_map(|name| beginning(text, name))?;
    let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest).trim_start();
    Some(rest.strip_prefix([':', '='])?.trim_start())
}

/// The text after `NAME=` or `NAME: `, as shells, `.env` files, YAML and JSON write them; `None` if it looks more like
/// the beginning of a key.
fn after_name(text: &str) -> Option<&str> {
    let keyword = BEFORE_A_NAME.iter().find_map(|keyword| word(text, keyword));
    let powershell = beginning(text, "$env:");
    let name = keyword.or(powershell).unwrap_or(text);
    let name = name.strip_prefix(['"', '\'']).unwrap_or(name);
    if !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        return None;
    }
    let end = name.find(|each: char| !each.is_ascii_alphanumeric() && !"_.-".contains(each))?;
    let (name, rest) = name.split_at(end);
    let rest = rest.strip_prefix(['"', '\'']).unwrap_or(rest).trim_start();
    let value = rest
        .strip_prefix('=')
        .or_else(|| rest.strip_prefix(':').filter(|value| !value.starts_with("//")))?;
    let name = name.to_ascii_lowercase();
    let is_name =
        keyword.or(powershell).is_some() || IN_A_NAME.iter().any(|part| name.contains(part));
    Some(value.trim_start()).filter(|value| is_name && !value.is_empty())
}

/// The text between two matching quotes, or all of it.
fn unquoted(text: &str) -> &str {
    let between = QUOTES.iter().find_map(|&(open, close)| {
        let inner = text.strip_prefix(open)?.strip_suffix(close)?;
        // Two quoted parts, as in a line of JSON, are not one quoted text.
        (!inner.contains(close)).then_some(inner.trim())
    });
    between.unwrap_or(text)
}

fn is_masked(key: &str) -> bool {
    MASKS.iter().any(|&(mask, times)| {
        let mut run = 0;
        key.chars().any(|each| {
            run = if each == mask { run + 1 } else { 0 };
            run == times
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Deserialize)]
    struct Cases {
        key: String,
        surrounded: Vec<String>,
        odd: Vec<String>,
        masked: Vec<String>,
        several: Vec<String>,
        spaced: Vec<String>,
        foreign: Vec<String>,
    }

    /// The cases that the window's field is also tested with.
    fn cases() -> Cases {
        serde_json::from_str(include_str!("pasted.json")).expect("the cases are JSON")
    }

    #[expect(clippy::disallowed_methods, reason = "the test looks at what is left")]
    fn read(text: &str) -> Result<String, KeyError> {
        pasted(&SecretString::from(text)).map(|key| key.expose_secret().to_owned())
    }

    #[test]
    fn a_key_is_taken_out_of_what_surrounds_it() {
        let Cases { key, surrounded, odd, .. } = cases();
        for case in surrounded {
            assert_eq!(read(&case.replace("{key}", &key)).as_deref(), Ok(key.as_str()), "{case}");
        }
        for key in odd {
            assert_eq!(read(&key).as_deref(), Ok(key.as_str()), "an odd key is a key");
        }
    }

    #[test]
    fn what_cannot_be_a_key_is_refused_by_its_cause_and_never_repeated() {
        let Cases { masked, several, spaced, foreign, .. } = cases();
        let refused = |text: &str| {
            let error = read(text).expect_err(text);
            assert!(!format!("{error} {error:?}").contains("Ab3d"), "no part of it is said");
            assert!(!format!("{error} {error:?}").contains("gsk_"), "nor another: {error}");
            error
        };
        for text in masked {
            assert_eq!(refused(&text), KeyError::Masked, "{text}");
        }
        for text in several {
            assert_eq!(refused(&text), KeyError::Several { lines: 2 }, "{text}");
        }
        for text in spaced.iter().chain(&foreign) {
            assert!(matches!(refused(text), KeyError::Unsendable { .. }), "{text}");
        }
        for text in ["", " \n\t", "\"\""] {
            assert_eq!(read(text), Err(KeyError::Empty), "{text:?} is nothing");
        }
    }

    #[test]
    fn a_long_paste_is_read_once_through() {
        let long = "export A_KEY=\"".repeat(50_000);
        assert!(read(&long).is_err(), "it is no key, and that takes no time");
    }
}
