//! The table `settings`: what the app remembers from one start to the next.

use race::Plan;
use rusqlite::OptionalExtension;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::json::{from_json, to_json};
use crate::{History, HistoryError, address};

const LAST_PLAN: &str = "last_plan";

impl History {
    /// The plan that was kept last; `None` before the first.
    ///
    /// # Errors
    /// When it cannot be read, also because another version of Paceline wrote it in a way of its own.
    pub fn last_plan(&self) -> Result<Option<Plan>, HistoryError> {
        self.setting(LAST_PLAN, "The last plan")
    }

    /// Keeps a plan, to be offered at the next start.
    ///
    /// # Errors
    /// [`HistoryError::BadAddress`] when the address of a lane is none or could carry a key; otherwise when it cannot
    /// be written.
    pub fn put_last_plan(&self, plan: &Plan) -> Result<(), HistoryError> {
        address::check_plan(plan)?;
        self.put_setting(LAST_PLAN, "The plan", plan)
    }

    pub(crate) fn setting<T: DeserializeOwned>(
        &self,
        name: &str,
        what: &str,
    ) -> Result<Option<T>, HistoryError> {
        self.read(|connection| {
            let value: Option<String> = connection
                .query_row("SELECT value FROM settings WHERE name = ?1", [name], |row| row.get(0))
                .optional()?;
            Ok(value.map(|value| from_json(|| what.to_owned(), &value)).transpose()?)
        })
    }

    pub(crate) fn put_setting(
        &self,
        name: &str,
        what: &str,
        value: &impl Serialize,
    ) -> Result<(), HistoryError> {
        let value = to_json(|| what.to_owned(), value)?;
        self.write(|connection| {
            connection.execute(
                "INSERT INTO settings (name, value) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                [name, &value],
            )?;
            Ok(())
        })
    }
}
