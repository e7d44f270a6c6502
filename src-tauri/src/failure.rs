//! The error type of commands, as the UI receives it.

use app::{
    CalibrationError, KeyRefusal, MoveError, OverCap, PreferenceProblem, PreferencesError, Refusal,
    WatchRefusal, WatchRemovalError,
};
use keys::KeyError;
use measure::Phrase;
use providers::{EndpointError, Fault};
use race::Problem;
use report::ReportError;
use store::HistoryError;

/// Why a command failed. The UI switches on `kind` and shows the texts unchanged. None of them can contain a key.
#[derive(Debug, Clone, serde::Serialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Failure {
    /// The plan cannot start.
    Plan {
        /// All problems.
        problems: Vec<Problem>,
    },
    /// The keyring failed.
    Key {
        /// What happened.
        message: Phrase,
        /// What to do about it.
        #[specta(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        fix: Option<Box<Phrase>>,
    },
    /// The provider failed.
    Provider {
        /// Its message, and advice.
        fault: Box<Fault>,
    },
    /// Requests would cross a public network unencrypted, which the user has not allowed.
    PlainHttp {
        /// The host and its port.
        host: String,
        /// What that means.
        message: String,
    },
    /// The network setting cannot be used.
    Network {
        /// What is wrong with it, and what to do.
        message: String,
    },
    /// The history failed.
    History {
        /// What happened and what to do about it.
        message: String,
    },
    /// The prices were not changed.
    Prices {
        /// What is wrong with the new ones, and what to do.
        message: String,
    },
    /// The named object does not exist.
    NotFound {
        /// What was not found.
        message: String,
    },
    /// A request from elsewhere cannot be read.
    Request {
        /// What is wrong with it, and what to do.
        message: Phrase,
    },
    /// A file could not be read or written.
    File {
        /// What happened.
        message: String,
    },
    /// The settings were not saved.
    Preferences {
        /// All problems.
        problems: Vec<PreferenceProblem>,
    },
    /// The user did not allow what its checks would run.
    Commands {
        /// These, each once.
        commands: Vec<String>,
    },
    /// The run could exceed today's spending cap. It starts with the user's consent.
    OverCap {
        /// Its maximum cost in dollars; absent if it is unbounded.
        #[specta(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        most_usd: Option<f64>,
        /// What was spent today, in dollars.
        spent_usd: f64,
        /// Today's requests of unknown cost, which are not included.
        unknown: u32,
        /// The cap, in dollars a day.
        cap_usd: f64,
    },
    /// The watch was not added.
    Watch {
        /// Why, and what to do.
        message: Phrase,
    },
    /// Something else must end first.
    Busy {
        /// What that is.
        message: String,
    },
}

impl From<HistoryError> for Failure {
    fn from(error: HistoryError) -> Self {
        let message = error.to_string();
        match error {
            HistoryError::NoSuchRun { .. } | HistoryError::NoSuchDefinitions { .. } => {
                Self::NotFound { message }
            }
            HistoryError::BadPrice { .. } | HistoryError::BadBook { .. } => {
                Self::Prices { message }
            }
            HistoryError::BadNetwork { .. } => Self::Network { message },
            _ => Self::History { message },
        }
    }
}

impl From<PreferencesError> for Failure {
    fn from(error: PreferencesError) -> Self {
        match error {
            PreferencesError::Invalid { problems } => Self::Preferences { problems },
            PreferencesError::History(error) => error.into(),
        }
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        Self::File { message: error.to_string() }
    }
}

impl From<WatchRefusal> for Failure {
    fn from(refusal: WatchRefusal) -> Self {
        match refusal {
            WatchRefusal::Budget(problem) => Self::Watch { message: problem.said() },
            WatchRefusal::Rhythm(_) => {
                Self::Watch { message: Phrase::verbatim(&refusal.to_string()) }
            }
            WatchRefusal::Plan(refusal) => refusal.into(),
            WatchRefusal::History(error) => error.into(),
        }
    }
}

impl From<WatchRemovalError> for Failure {
    fn from(error: WatchRemovalError) -> Self {
        match error {
            WatchRemovalError::Key(error) => error.into(),
            WatchRemovalError::History(error) => error.into(),
        }
    }
}

impl From<CalibrationError> for Failure {
    fn from(error: CalibrationError) -> Self {
        Self::Busy { message: error.to_string() }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Plan { problems } => Self::Plan { problems },
            Refusal::OverCap(OverCap { most_usd, spent_usd, unknown, cap_usd }) => {
                Self::OverCap { most_usd, spent_usd, unknown, cap_usd }
            }
            Refusal::Commands { commands } => Self::Commands { commands },
            Refusal::History(error) => error.into(),
        }
    }
}

impl From<ReportError> for Failure {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::History(error) => error.into(),
            other => Self::History { message: other.to_string() },
        }
    }
}

impl From<KeyRefusal> for Failure {
    fn from(refusal: KeyRefusal) -> Self {
        let fix = refusal.remedy().map(Box::new);
        match refusal {
            KeyRefusal::Key(error) => error.into(),
            other => Self::Key { message: other.phrase(), fix },
        }
    }
}

impl From<KeyError> for Failure {
    fn from(error: KeyError) -> Self {
        let (message, fix) = app::keyring_failure(&error);
        Self::Key { message, fix: fix.map(Box::new) }
    }
}

/// A problem of a whole plan, in words that are no phrase.
pub(crate) fn of_plan(message: &str) -> Problem {
    Problem { lane: None, message: Phrase::verbatim(message) }
}

impl From<EndpointError> for Failure {
    fn from(error: EndpointError) -> Self {
        let message = format!("{error}.");
        match error {
            EndpointError::PlainHttp { place } => Self::PlainHttp { host: place, message },
            _ => Self::Plan { problems: vec![of_plan(&message)] },
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Provider { fault: Box::new(fault) }
    }
}
