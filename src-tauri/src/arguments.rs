//! The window's arguments.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::link_text::{link, without_scheme};

/// The variable that names the data folder.
pub(crate) const DATA_DIR: &str = "PACELINE_DATA_DIR";

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
}
