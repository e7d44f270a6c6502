//! How a command ends, as scripts read it.

use std::io;
use std::process::ExitCode;

use keys::KeyError;
use report::ReportError;
use store::HistoryError;

/// The exit status, which scripts and build machines depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All was done, and every lane finished.
    Done,
    /// It was done, and some of it failed.
    Failed,
    /// It could not be started as asked; nothing was sent.
    CannotStart,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::CannotStart => 2,
        })
    }
}

/// Why a command did not come to its end: what is said on standard error, and the exit status.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub(crate) exit: Exit,
    pub(crate) message: String,
}

impl Trouble {
    pub(crate) fn cannot_start(message: impl Into<String>) -> Self {
        Self { exit: Exit::CannotStart, message: message.into() }
    }

    pub(crate) fn failed(message: impl Into<String>) -> Self {
        Self { exit: Exit::Failed, message: message.into() }
    }
}

impl From<HistoryError> for Trouble {
    fn from(error: HistoryError) -> Self {
        Self::cannot_start(error.to_string())
    }
}

impl From<ReportError> for Trouble {
    fn from(error: ReportError) -> Self {
        Self::cannot_start(error.to_string())
    }
}

impl From<KeyError> for Trouble {
    fn from(error: KeyError) -> Self {
        Self::failed(sentence(&error.to_string()))
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::failed(format!("Standard output could not be written: {error}."))
    }
}

/// A library's error text as a sentence.
pub(crate) fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let Some(first) = chars.next() else { return String::new() };
    // A name in backquotes keeps its own spelling, and so does everything that is no letter.
    let end = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{}{}{end}", first.to_uppercase(), chars.as_str())
}
