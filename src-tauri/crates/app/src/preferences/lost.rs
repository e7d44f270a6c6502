//! What stands for preferences that are lost with a page of the history.

use store::{History, HistoryError};

use super::{Preferences, PreferencesError, UNREADABLE_CAP_USD};

impl Preferences {
    /// What stands for preferences that are lost. There may have been a cap; without one nothing would ask before it is
    /// exceeded.
    pub(super) fn standing_for_lost() -> Self {
        Self { cap_usd_per_day: Some(UNREADABLE_CAP_USD), ..Self::default() }
    }

    /// Saves what stands for lost preferences in a rebuilt history, unless they are there.
    ///
    /// # Errors
    /// If they cannot be read or written.
    pub(crate) fn keep_what_stands_for_lost(history: &History) -> Result<(), HistoryError> {
        if history.preferences()?.is_some() {
            return Ok(());
        }
        match Self::standing_for_lost().save(history) {
            Err(PreferencesError::History(error)) => Err(error),
            // They are valid.
            Err(PreferencesError::Invalid { .. }) | Ok(()) => Ok(()),
        }
    }
}
