//! Validation of keys: a key must fit into a request header.

use secrecy::{ExposeSecret, SecretString};

use crate::KeyError;

/// Shorter keys show no tail: four characters would reveal too much.
const SHOWN_FROM: usize = 12;
const SHOWN: usize = 4;

/// The trimmed key, if a header can carry it.
#[expect(
    clippy::disallowed_methods,
    reason = "checking a key reads it; it goes back into a secret"
)]
pub(crate) fn checked(key: &SecretString) -> Result<SecretString, KeyError> {
    let key = key.expose_secret().trim();
    if key.is_empty() {
        return Err(KeyError::Empty);
    }
    match key.chars().position(|character| !character.is_ascii_graphic()) {
        Some(before) => Err(KeyError::Unsendable { position: before + 1 }),
        None => Ok(SecretString::from(key)),
    }
}

/// The last four characters; `None` if that would reveal too much.
#[expect(clippy::disallowed_methods, reason = "the tail is the one part of a key that is shown")]
pub(crate) fn tail(key: &SecretString) -> Option<String> {
    let key = key.expose_secret();
    let from = key.len().checked_sub(SHOWN)?;
    if key.len() < SHOWN_FROM { None } else { key.get(from..).map(str::to_owned) }
}

#[cfg(test)]
mod tests {
    use secrecy::{ExposeSecret, SecretString};

    use super::{checked, tail};
    use crate::KeyError;

    #[expect(clippy::disallowed_methods, reason = "the test looks at what the check lets through")]
    fn check(text: &str) -> Result<String, KeyError> {
        checked(&SecretString::from(text)).map(|key| key.expose_secret().to_owned())
    }

    #[test]
    fn white_space_around_a_key_is_dropped() {
        assert_eq!(check(" \tsk-abc\r\n"), Ok("sk-abc".to_owned()), "copying adds white space");
        assert_eq!(check("!~"), Ok("!~".to_owned()), "the first and last visible characters");
    }

    #[test]
    fn a_key_that_no_header_can_carry_is_refused() {
        assert_eq!(check(""), Err(KeyError::Empty), "nothing is no key");
        assert_eq!(check(" \n "), Err(KeyError::Empty), "white space is no key");
        for text in ["sk\nabc", "sk abc", "sk\0abc", "sk\u{7f}abc", "skéabc", "sk\u{2028}abc"] {
            let refused = Err(KeyError::Unsendable { position: 3 });
            assert_eq!(check(text), refused, "{text:?} would break or change the header");
        }
    }

    #[test]
    fn a_refusal_never_holds_the_key() {
        let error = check("MARKER-secret\nMARKER").expect_err("a line break inside");
        assert!(!format!("{error} {error:?}").contains("MARKER"), "the position is enough");
    }

    #[test]
    fn at_most_four_characters_of_a_long_key_are_shown() {
        let of = |text: &str| tail(&SecretString::from(text));
        assert_eq!(of("sk-12345wxyz"), Some("wxyz".to_owned()), "twelve characters show four");
        assert_eq!(of("sk-1234wxyz"), None, "eleven show none");
        assert_eq!(of("abc"), None, "a very short one shows none");
    }
}
