//! Why a preference cannot be saved.

use serde::{Deserialize, Serialize};

/// An invalid setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct PreferenceProblem {
    /// The field in [`Preferences`] or, for a shortcut, its action.
    pub field: String,
    /// What is wrong and what to do about it.
    pub message: String,
}
