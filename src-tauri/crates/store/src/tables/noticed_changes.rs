//! Keeps what was noticed after a turn: the changes, up to where was tested, and what alarms tell of them, all or nothing.

use rusqlite::params;

use crate::error::HistoryError;
use crate::history::History;
use crate::json::to_json;
use crate::tables::alarms::{self, AlarmNews};
use crate::tables::watch_changes::WatchedChange;

impl History {
    /// Keeps changes that were noticed, with what its alarms tell of them, and that turns were tested up to this one.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn keep_changes(
        &self,
        watch: &str,
        tested: u32,
        changes: &[WatchedChange],
    ) -> Result<(), HistoryError> {
        self.write(|connection| {
            let is_there = connection
                .prepare_cached(
                    "UPDATE watches SET tested = max(coalesce(tested, 0), ?2) WHERE id = ?1",
                )?
                .execute(params![watch, tested])?
                > 0;
            // It may have been removed while its last turn was running.
            for change in changes.iter().filter(|_| is_there) {
                let document = to_json(|| "A change".to_owned(), change)?;
                connection
                    .prepare_cached(
                        "INSERT INTO watch_changes (watch, at_turn, document) VALUES (?1, ?2, ?3)",
                    )?
                    .execute(params![watch, change.at_turn, document])?;
                let news = AlarmNews::Change { change: Box::new(change.clone()) };
                #[expect(clippy::cast_possible_truncation, reason = "seconds since 1970 have room")]
                let at_s = change.at_s as i64;
                alarms::enter(connection, watch, &news, at_s)?;
            }
            Ok(())
        })
    }
}
