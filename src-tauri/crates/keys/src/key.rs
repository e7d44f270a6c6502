//! One key: it must fit into a request header, shows at most its tail, and stays out of the swap.

use std::mem;

use secrecy::{ExposeSecret, SecretString};

use crate::KeyError;

/// Shorter keys show no tail: four characters would reveal too much.
const SHOWN_FROM: usize = 12;
const SHOWN: usize = 4;

/// The trimmed key, if a header can carry it, in memory that is kept from the swap where the system lets us.
#[expect(
    clippy::disallowed_methods,
    reason = "checking a key reads it; it goes back into a secret"
)]
pub(crate) fn checked(key: &SecretString) -> Result<SecretString, KeyError> {
    let key = key.expose_secret().trim();
    if key.is_empty() {
        return Err(KeyError::Empty);
    }
    if let Some(before) = key.chars().position(|character| !character.is_ascii_graphic()) {
        return Err(KeyError::Unsendable { position: before + 1 });
    }
    let key = SecretString::from(key);
    let _can_be_used_anyway = keep_from_swap(&key);
    Ok(key)
}

/// Asks the system never to write the memory of this key to its swap. Returns whether it will not.
///
/// The system locks whole pages, and forgets how often. So a page that held a key stays locked until the process ends: unlocking it
/// with one key would unlock every other key on it. A system that lets a process lock little memory refuses; the key can be used
/// nevertheless.
#[expect(clippy::disallowed_methods, reason = "the address of the key is needed, not the key")]
fn keep_from_swap(key: &SecretString) -> bool {
    let key = key.expose_secret();
    match region::lock(key.as_ptr(), key.len()) {
        Ok(lock) => {
            mem::forget(lock);
            true
        }
        Err(_) => false,
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

    use super::{checked, keep_from_swap, tail};
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

    #[cfg(target_os = "linux")]
    #[test]
    fn a_key_that_is_kept_from_the_swap_lies_in_locked_memory() {
        let key = SecretString::from("sk-of-a-test-that-is-no-key");
        if !keep_from_swap(&key) {
            // A machine that lets nobody lock memory has nothing to show.
            return;
        }
        let status = std::fs::read_to_string("/proc/self/status").expect("Linux tells it");
        let locked = status.lines().find_map(|line| line.strip_prefix("VmLck:")).expect("a line");
        let kilobytes = locked.trim().trim_end_matches(" kB").parse::<u32>().expect("a number");
        assert!(kilobytes >= 4, "a page at least is locked, not {kilobytes} kB");
    }

    #[test]
    fn a_key_of_no_letters_is_refused_and_not_a_panic() {
        assert!(!keep_from_swap(&SecretString::from("")), "there is nothing to lock");
    }
}
