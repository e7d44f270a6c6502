//! The text of a link into the window. `./dev fuzz` reads this file too.

use std::ffi::OsStr;

/// The scheme of Paceline's own addresses: `paceline://history/ID`.
const SCHEME: &str = "paceline:";
/// Maximum length of a link, in bytes.
const LONGEST_LINK: usize = 1_000;

/// The place in the window that an argument or a `paceline:` link names; `paceline://history/ID` and `history/ID` are
/// the same. The window checks whether it exists.
pub(crate) fn link(argument: &OsStr) -> Option<String> {
    let text = argument.to_str()?;
    let place = without_scheme(text).unwrap_or(text).trim_matches('/');
    let is_one = !text.starts_with('-')
        && !place.is_empty()
        && place.len() <= LONGEST_LINK
        && !place.chars().any(char::is_control);
    is_one.then(|| place.to_owned())
}

/// What follows our scheme, in whatever case it is written.
pub(crate) fn without_scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_at_checked(SCHEME.len())?;
    scheme.eq_ignore_ascii_case(SCHEME).then_some(rest)
}
