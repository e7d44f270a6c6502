//! The check of what is too large to be checked at every start.

use std::fs;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

use crate::error::{HistoryError, StoreFailure};
use crate::file::interrupt::interrupted;
use crate::file::open::{CHECKED_WHOLE, distrust, is_sound};
use crate::history::History;

/// How often a check looks whether it is to end.
const LOOK: Duration = Duration::from_millis(50);

impl History {
    /// Checks the whole file, if it was too large for that when it was opened, in a connection of its own, which nobody waits
    /// for. What it finds is the history's [`found_damage`](Self::found_damage). `false` if `is_to_end` became true before it
    /// was done; it is then begun anew.
    ///
    /// # Errors
    /// If the file cannot be read; damage is no error.
    pub fn check_rest(&self, is_to_end: impl FnMut() -> bool + Send) -> Result<bool, HistoryError> {
        let file = self.file();
        let is_large = fs::metadata(file).is_ok_and(|found| found.len() > CHECKED_WHOLE);
        if !is_large || self.damage().is_some() {
            return Ok(true);
        }
        let check = || -> Result<bool, StoreFailure> {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(file, flags)?;
            distrust(&connection)?;
            let whole = || is_sound(&connection, "PRAGMA quick_check(1)", file);
            Ok(interrupted(&connection, LOOK, is_to_end, whole)?.is_some())
        };
        match check().map_err(|failed| failed.within(file)) {
            Err(HistoryError::Damaged { finding, .. }) => {
                self.suspect(finding);
                Ok(true)
            }
            checked => checked,
        }
    }
}

#[cfg(test)]
#[path = "later_check_tests.rs"]
mod tests;
