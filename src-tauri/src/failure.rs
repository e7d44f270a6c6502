//! The one error that crosses to the UI.

use app::{OverCap, Refusal};
use keys::KeyError;
use providers::{EndpointError, Fault};
use race::Problem;
use report::ReportError;
use store::{HistoryError, PreferenceProblem};

/// Why a command did not do what was asked. The UI switches on `kind`; the texts are for people and are shown as they
/// are. None of them can hold a key.
#[derive(Debug, Clone, serde::Serialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Failure {
    /// The plan cannot start.
    Plan {
        /// Everything that stands in the way.
        problems: Vec<Problem>,
    },
    /// The keyring did not do it.
    Key {
        /// What happened.
        message: String,
        /// What to do about it.
        fix: String,
    },
    /// The provider did not do it.
    Provider {
        /// What it said, and what to do.
        fault: Box<Fault>,
    },
    /// Requests would cross a public network in the clear, and the person has not allowed it.
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
    /// The history did not do it.
    History {
        /// What happened and what to do about it.
        message: String,
    },
    /// The prices stay as they were.
    Prices {
        /// What is wrong with what was to take their place, and what to do.
        message: String,
    },
    /// What was named is not there.
    NotFound {
        /// What was looked for.
        message: String,
    },
    /// A file could not be written.
    File {
        /// What happened.
        message: String,
    },
    /// Settings were not kept.
    Preferences {
        /// Everything that is wrong with them.
        problems: Vec<PreferenceProblem>,
    },
    /// The work could bring what was spent today over the person's cap. It starts with their leave.
    OverCap {
        /// The most that it can cost, in dollars; absent where something in it has no limit.
        #[specta(optional)]
        #[serde(skip_serializing_if = "Option::is_none")]
        most_usd: Option<f64>,
        /// What was spent today, in dollars.
        spent_usd: f64,
        /// Requests of today whose cost nobody knows, which are not in it.
        unknown: u32,
        /// The cap, in dollars a day.
        cap_usd: f64,
    },
    /// Something else has to end first.
    Busy {
        /// What that is.
        message: String,
    },
}

impl From<HistoryError> for Failure {
    fn from(error: HistoryError) -> Self {
        let message = error.to_string();
        match error {
            HistoryError::BadPreferences { problems } => Self::Preferences { problems },
            HistoryError::NoSuchRun { .. } => Self::NotFound { message },
            HistoryError::BadPrice { .. } | HistoryError::BadBook { .. } => {
                Self::Prices { message }
            }
            HistoryError::BadNetwork { .. } => Self::Network { message },
            _ => Self::History { message },
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Plan { problems } => Self::Plan { problems },
            Refusal::OverCap(OverCap { most_usd, spent_usd, unknown, cap_usd }) => {
                Self::OverCap { most_usd, spent_usd, unknown, cap_usd }
            }
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

impl From<KeyError> for Failure {
    fn from(error: KeyError) -> Self {
        let message = error.to_string();
        match error {
            KeyError::NoKeyring { why, fix } | KeyError::Locked { why, fix } => {
                Self::Key { message: why, fix }
            }
            _ => Self::Key { message, fix: String::new() },
        }
    }
}

impl From<EndpointError> for Failure {
    fn from(error: EndpointError) -> Self {
        let message = format!("{error}.");
        match error {
            EndpointError::PlainHttp { place } => Self::PlainHttp { host: place, message },
            _ => Self::Plan { problems: vec![Problem { lane: None, message }] },
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Provider { fault: Box::new(fault) }
    }
}
