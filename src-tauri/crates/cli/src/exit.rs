//! Exit statuses of commands.

use std::io;
use std::process::ExitCode;

pub(crate) use app::sentence;
use app::{KeyRefusal, NoDataDir, Refusal, WatchRemovalError};
use keys::KeyError;
use report::ReportError;
use store::HistoryError;

/// The exit status, on which scripts and CI depend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Everything was done, and every lane answered.
    Done,
    /// It finished, but something failed or was refused, filtered, truncated or empty.
    Failed,
    /// It could not be started; nothing was sent.
    CannotStart,
    /// It finished and was printed, but could not be saved in the history.
    SaveFailure,
    /// A gate that cannot know yet whether its limits are kept.
    NotEnoughData,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::CannotStart => 2,
            Exit::SaveFailure => 3,
            Exit::NotEnoughData => 4,
        })
    }
}

/// Why a command failed: the message for standard error, and the exit status.
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

impl From<NoDataDir> for Trouble {
    fn from(error: NoDataDir) -> Self {
        Self::cannot_start(error.to_string())
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::cannot_start(match refusal {
            Refusal::OverCap(over) => format!(
                "{over} Nothing was sent. Bound it with --max-tokens, or a sweep with --budget; start it all the same with \
                 --over-cap; or change the cap under Settings in the window."
            ),
            other => other.to_string(),
        })
    }
}

impl From<KeyRefusal> for Trouble {
    fn from(refusal: KeyRefusal) -> Self {
        let fix = match &refusal {
            KeyRefusal::NoOwner => " Name a variable for it: --key-env custom=NAME.".to_owned(),
            KeyRefusal::OfCloud { id, label, .. } => {
                format!(" Keep it for {label}: `paceline keys set {id}`.")
            }
            KeyRefusal::NotAtHome { id, origin, .. } => {
                format!(" Give the key that is meant for {origin}: `paceline keys set {id}`.")
            }
            _ => String::new(),
        };
        match refusal {
            KeyRefusal::Key(error) => error.into(),
            other => Self::cannot_start(format!("{other}{fix}")),
        }
    }
}

impl From<KeyError> for Trouble {
    fn from(error: KeyError) -> Self {
        Self::failed(app::of_keyring(&error).to_string())
    }
}

impl From<WatchRemovalError> for Trouble {
    fn from(error: WatchRemovalError) -> Self {
        match error {
            WatchRemovalError::Key(error) => error.into(),
            WatchRemovalError::History(error) => error.into(),
        }
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::failed(format!("Standard output could not be written: {error}."))
    }
}
