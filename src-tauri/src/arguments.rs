//! The window's arguments.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// The scheme of Paceline's own addresses: `paceline://history/ID`.
const SCHEME: &str = "paceline:";
/// The variable that names the data folder.
pub(crate) const DATA_DIR: &str = "PACELINE_DATA_DIR";
/// Maximum length of a link.
const LONGEST_LINK: usize = 1_000;

/// The arguments that the window reads; [`crate::rendering`] has one of its own.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Arguments {
    /// The data folder, if the user names one.
    pub(crate) data_dir: Option<PathBuf>,
    /// What to show first, such as `history/ID`.
    pub(crate) link: Option<String>,
}

impl Arguments {
    /// Reads the arguments that follow the program's name, up to the first with our scheme: that one comes from a page, through
    /// the system, and on Windows a quotation mark in it makes more arguments of the rest.
    pub(crate) fn read(given: impl IntoIterator<Item = OsString>) -> Self {
        let mut arguments = Self::default();
        let mut given = given.into_iter();
        while let Some(argument) = given.next() {
            if argument == "--data-dir" {
                arguments.data_dir = given.next().map(PathBuf::from);
            } else if arguments.link.is_none() {
                arguments.link = link(&argument);
            }
            if argument.to_str().is_some_and(|text| without_scheme(text).is_some()) {
                break;
            }
        }
        arguments
    }
}

/// Whether the data folder was named when the app was started, by argument or environment.
pub(crate) fn names_folder() -> bool {
    let argument = Arguments::read(std::env::args_os().skip(1)).data_dir;
    let named = argument.map(PathBuf::into_os_string).or_else(|| std::env::var_os(DATA_DIR));
    named.is_some_and(|folder| !folder.is_empty())
}

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
fn without_scheme(text: &str) -> Option<&str> {
    let (scheme, rest) = text.split_at_checked(SCHEME.len())?;
    scheme.eq_ignore_ascii_case(SCHEME).then_some(rest)
}

#[cfg(test)]
#[path = "../../tests/fuzz/mutate.rs"]
mod mutate;

#[cfg(test)]
mod tests {
    use super::*;

    fn read(given: &[&str]) -> Arguments {
        Arguments::read(given.iter().map(OsString::from))
    }

    #[test]
    fn a_link_is_read_with_and_without_its_scheme() {
        for given in [
            "paceline://history/01-ab",
            "paceline:history/01-ab",
            "PaceLine://history/01-ab",
            "history/01-ab",
            "/history/01-ab/",
        ] {
            assert_eq!(read(&[given]).link.as_deref(), Some("history/01-ab"), "{given}");
        }
        let lane = read(&["paceline://race/123?lane=2"]).link;
        assert_eq!(
            lane.as_deref(),
            Some("race/123?lane=2"),
            "what follows the place belongs to it"
        );
    }

    #[test]
    fn switches_and_folders_are_not_links() {
        let both = read(&["--safe-rendering", "--data-dir", "history", "race/1"]);
        assert_eq!(both.data_dir, Some(PathBuf::from("history")), "the folder follows its switch");
        assert_eq!(both.link.as_deref(), Some("race/1"), "and the link may come last");
        assert_eq!(read(&["--data-dir", "elsewhere"]).link, None, "nothing was to be shown");
        assert_eq!(read(&["paceline://"]).link, None, "the bare scheme opens the window as it is");
        assert_eq!(read(&["a\nb"]).link, None, "nobody types that");
    }

    #[test]
    fn what_follows_a_link_of_a_page_is_no_argument() {
        for link in ["paceline:history/x", "PACELINE://history/x", "paceline:"] {
            let given = read(&[link, "--data-dir", r"\\evil.example\share", "race/1"]);
            assert_eq!(given.data_dir, None, "a page has put it there: {link}");
            assert_ne!(
                given.link.as_deref(),
                Some("race/1"),
                "nor does it name two places: {link}"
            );
        }
        let named = read(&["--data-dir", "mine", "paceline:history/x"]);
        assert_eq!(
            named.data_dir,
            Some(PathBuf::from("mine")),
            "what the user named stands before it"
        );
    }

    #[test]
    fn whatever_a_link_holds_it_is_one_place_without_control_characters_and_never_a_switch() {
        let seeds = [
            "paceline://history/01-ab?lane=2",
            "paceline:race/1",
            "--data-dir",
            "history/%2e%2e/x",
        ];
        let seeds = seeds.map(|seed| seed.as_bytes().to_vec());
        for seed in 0..2_000 {
            let bytes = mutate::input(&seeds, &mut mutate::Dice::of(seed));
            let text = String::from_utf8_lossy(&bytes).into_owned();
            let read = Arguments::read([OsString::from(&text)]);
            assert_eq!(read.data_dir, None, "{seed}: no link names a folder");
            if let Some(link) = read.link {
                assert!(link.len() <= LONGEST_LINK, "{seed}: it is short");
                assert!(!link.chars().any(char::is_control), "{seed}: it is text");
                assert!(!text.starts_with('-'), "{seed}: a switch is none");
            }
        }
    }
}
