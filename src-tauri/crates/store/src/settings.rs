//! The table `settings`: what the app remembers between starts.

pub(crate) mod forgetting;
pub(crate) mod last_plan;
pub(crate) mod library;
pub(crate) mod looks;
pub(crate) mod passages;
pub(crate) mod prices;
pub(crate) mod roster;

use std::collections::BTreeSet;
use std::sync::{MutexGuard, PoisonError};

use providers::Network;
use race::Calibration;
use rusqlite::{Connection, OptionalExtension};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::HistoryError;
use crate::history::History;
use crate::json::{from_json, to_json};

const PREFERENCES: &str = "preferences";
const NETWORK: &str = "network";
/// The name under which every version has stored it.
const CALIBRATION: &str = "certificate";

impl History {
    /// The preferences as they were saved; `None` if none were. What they contain is defined by the application.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn preferences(&self) -> Result<Option<Value>, HistoryError> {
        if let Some(unsaved) = self.unsaved_preferences().clone() {
            return Ok(Some(unsaved));
        }
        self.setting(PREFERENCES, "The settings")
    }

    /// Saves the preferences. They must contain no secret. Where nothing can be written to the file they hold as long
    /// as it is open: what a window looks like does not depend on a file.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn put_preferences(&self, preferences: &Value) -> Result<(), HistoryError> {
        if self.is_read_only() {
            *self.unsaved_preferences() = Some(preferences.clone());
            return Ok(());
        }
        self.put_setting(PREFERENCES, "The settings", preferences)
    }

    /// The network settings; the defaults if none were saved. The file of certificates is the one that is
    /// [trusted](Self::trust).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn network(&self) -> Result<Network, HistoryError> {
        let kept: Network = self.setting(NETWORK, "The network setting")?.unwrap_or_default();
        let ca_file = self.ca_file();
        if let Some(named) = kept.ca_file.filter(|named| ca_file.as_ref() != Some(named)) {
            self.add_notice(format!(
                "The data folder names certificates to trust, in {}. They are not used, since a folder may come from elsewhere. \
                 `paceline network set --ca-file FILE` chooses them on this machine.",
                named.display()
            ));
        }
        Ok(Network { ca_file, ..kept })
    }

    /// Saves the network settings, without the file of certificates, and returns them in normalised form.
    ///
    /// # Errors
    /// [`HistoryError::BadNetwork`] if a setting cannot be used or a proxy address contains its login; otherwise if
    /// they cannot be written.
    pub fn put_network(&self, network: Network) -> Result<Network, HistoryError> {
        let network = Network { ca_file: None, ..network }.checked()?;
        self.put_setting(NETWORK, "The network setting", &network)?;
        Ok(Network { ca_file: self.ca_file(), ..network })
    }

    /// The latest calibration of this machine; `None` if there is none.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn calibration(&self) -> Result<Option<Calibration>, HistoryError> {
        self.setting(CALIBRATION, "The calibration")
    }

    /// Saves a calibration.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put_calibration(&self, calibration: &Calibration) -> Result<(), HistoryError> {
        self.put_setting(CALIBRATION, "The calibration", calibration)
    }

    /// A setting; `None` if it was never saved or is unreadable, which adds a [notice](Self::notices).
    pub(crate) fn setting<T: DeserializeOwned>(
        &self,
        name: &str,
        what: &str,
    ) -> Result<Option<T>, HistoryError> {
        let value: Option<String> = self.read(|connection| {
            Ok(connection
                .query_row("SELECT value FROM settings WHERE name = ?1", [name], |row| row.get(0))
                .optional()?)
        })?;
        match value.map(|value| from_json(|| what.to_owned(), &value)).transpose() {
            Ok(value) => Ok(value),
            Err(error) => {
                self.unreadable_settings().insert(name.to_owned());
                self.add_notice(format!("{error} The default is used instead; what was saved is kept aside when it changes."));
                Ok(None)
            }
        }
    }

    /// The names of settings that cannot be read.
    pub(crate) fn unreadable_setting_names(&self) -> Result<Vec<String>, HistoryError> {
        // Each is read once, to find those that are unreadable.
        self.last_plan()?;
        self.calibration()?;
        self.preferences()?;
        self.shelf()?;
        self.prices()?;
        self.roster()?;
        Ok(self.unreadable_settings().iter().cloned().collect())
    }

    /// Sets unreadable settings aside, so that their defaults apply. Returns their names.
    pub(crate) fn reset_unreadable_settings(&self) -> Result<Vec<String>, HistoryError> {
        let names = self.unreadable_setting_names()?;
        self.unreadable_settings().clear();
        self.write(|connection| {
            for name in &names {
                set_aside(connection, name)?;
                connection.execute("DELETE FROM settings WHERE name = ?1", [name])?;
            }
            Ok(())
        })?;
        Ok(names)
    }

    pub(crate) fn unreadable_settings(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.store.unreadable.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unsaved_preferences(&self) -> MutexGuard<'_, Option<Value>> {
        self.store.unsaved_preferences.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn put_setting(
        &self,
        name: &str,
        what: &str,
        value: &impl Serialize,
    ) -> Result<(), HistoryError> {
        let value = to_json(|| what.to_owned(), value)?;
        let was_unreadable = self.unreadable_settings().remove(name);
        self.write(|connection| {
            if was_unreadable {
                set_aside(connection, name)?;
            }
            connection.execute(
                "INSERT INTO settings (name, value) VALUES (?1, ?2)
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                [name, &value],
            )?;
            Ok(())
        })
    }
}

/// Stores an unreadable value under another name.
fn set_aside(connection: &Connection, name: &str) -> Result<(), rusqlite::Error> {
    connection.execute(
        "INSERT INTO settings (name, value) SELECT 'unreadable ' || name, value FROM settings WHERE name = ?1
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        [name],
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use providers::Proxy;
    use std::path::PathBuf;

    #[test]
    fn what_is_said_about_the_network_is_kept_in_its_checked_form_and_holds_for_everyone() {
        let history = History::in_memory().unwrap();
        assert_eq!(history.network().unwrap(), Network::default(), "nothing said is the usual");
        let proxy = Proxy::Custom { url: "Box:3128".into() };
        let kept = history.put_network(Network { proxy, ..Network::default() }).unwrap();
        assert_eq!(kept.proxy.to_string(), "http://box:3128", "one proxy, one form");
        assert_eq!(history.network().unwrap(), kept, "what was kept");
        let roster = history.roster().unwrap();
        assert!(roster.rows().iter().all(|row| row.route.proxy == kept.proxy), "and holds for all");
    }

    #[test]
    fn a_data_folder_does_not_choose_whom_this_machine_trusts() {
        let history = History::in_memory().unwrap();
        history
            .write(|connection| {
                let sql = "INSERT INTO settings (name, value) VALUES ('network', ?1)";
                Ok(connection.execute(sql, [r#"{"ca_file":"/synced/thief.pem"}"#])?)
            })
            .unwrap();
        assert_eq!(history.network().unwrap().ca_file, None, "it is not used");
        let roster = history.roster().unwrap();
        assert!(roster.rows().iter().all(|row| row.route.ca_file.is_none()), "by no provider");
        let notices = history.notices().join("\n");
        assert!(notices.contains("/synced/thief.pem"), "and that is told: {notices}");
        let mine = PathBuf::from("/etc/company.pem");
        history.trust(Some(mine.clone()));
        assert_eq!(history.network().unwrap().ca_file, Some(mine), "what the user chose is");
        let saved = history.put_network(Network { ca_file: None, ..Network::default() }).unwrap();
        assert!(saved.ca_file.is_some(), "and stays when other settings are saved");
        let row: String = history
            .read(|connection| {
                let sql = "SELECT value FROM settings WHERE name = 'network'";
                Ok(connection.query_row(sql, [], |row| row.get(0))?)
            })
            .unwrap();
        assert!(!row.contains("company"), "it is not in the folder: {row}");
    }

    #[test]
    fn an_unreadable_setting_affects_nothing_else() {
        let history = History::in_memory().unwrap();
        for name in ["network", "preferences", "last_plan", "certificate", "shelf", "own_prices"] {
            history
                .write(|connection| {
                    let sql = "INSERT INTO settings (name, value) VALUES (?1, '{bad')";
                    Ok(connection.execute(sql, [name])?)
                })
                .unwrap();
        }
        assert_eq!(history.network().unwrap(), Network::default(), "the default stands for it");
        assert_eq!(history.last_plan().unwrap(), None, "as before the first one");
        assert!(history.preferences().is_ok() && history.shelf().is_ok(), "each by itself");
        assert!(history.prices().is_ok() && history.roster().is_ok(), "and a race can start");
        let notices = history.notices().join("\n");
        assert!(notices.contains("The network setting"), "the user is told: {notices}");

        history.put_network(Network::default()).unwrap();
        let aside: String = history
            .read(|connection| {
                let sql = "SELECT value FROM settings WHERE name = 'unreadable network'";
                Ok(connection.query_row(sql, [], |row| row.get(0))?)
            })
            .unwrap();
        assert_eq!(aside, "{bad", "what could not be read is not thrown away");
    }

    #[test]
    fn a_proxys_login_is_not_kept_in_the_file() {
        let history = History::in_memory().unwrap();
        let proxy = Proxy::Custom { url: "http://user:marker@box:3128".into() };
        let error = history.put_network(Network { proxy, ..Network::default() }).unwrap_err();
        assert!(matches!(error, HistoryError::BadNetwork { .. }), "{error}");
        assert!(!error.to_string().contains("marker"), "nor repeated: {error}");
        assert_eq!(history.network().unwrap(), Network::default(), "nothing changed");
    }
}
