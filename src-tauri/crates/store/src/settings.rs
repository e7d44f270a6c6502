//! The table `settings`: what the app remembers from one start to the next.

pub(crate) mod library;
pub(crate) mod prices;
pub(crate) mod roster;

use providers::Network;
use race::{Calibration, Plan};
use rusqlite::OptionalExtension;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::address;
use crate::error::HistoryError;
use crate::history::History;
use crate::json::{from_json, to_json};

const LAST_PLAN: &str = "last_plan";
const PREFERENCES: &str = "preferences";
const NETWORK: &str = "network";
const CERTIFICATE: &str = "certificate";

impl History {
    /// The last saved plan; `None` before the first.
    ///
    /// # Errors
    /// If it cannot be read, for example because another version of Paceline wrote it.
    pub fn last_plan(&self) -> Result<Option<Plan>, HistoryError> {
        self.setting(LAST_PLAN, "The last plan")
    }

    /// Saves a plan, to be offered at the next start.
    ///
    /// # Errors
    /// [`HistoryError::BadAddress`] if a lane's address is invalid or could contain a key; otherwise if it cannot be
    /// written.
    pub fn put_last_plan(&self, plan: &Plan) -> Result<(), HistoryError> {
        address::check_plan(plan)?;
        self.put_setting(LAST_PLAN, "The plan", plan)
    }

    /// The preferences as they were saved; `None` if none were. What they contain is defined by the application.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn preferences(&self) -> Result<Option<Value>, HistoryError> {
        self.setting(PREFERENCES, "The settings")
    }

    /// Saves the preferences. They must contain no secret.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn put_preferences(&self, preferences: &Value) -> Result<(), HistoryError> {
        self.put_setting(PREFERENCES, "The settings", preferences)
    }

    /// The network settings; the defaults if none were saved.
    ///
    /// # Errors
    /// If it cannot be read, for example because another version of Paceline wrote it.
    pub fn network(&self) -> Result<Network, HistoryError> {
        Ok(self.setting(NETWORK, "The network setting")?.unwrap_or_default())
    }

    /// Saves the network settings and returns them in normalised form.
    ///
    /// # Errors
    /// [`HistoryError::BadNetwork`] if a setting cannot be used or a proxy address contains its login; otherwise if
    /// they cannot be written.
    pub fn put_network(&self, network: Network) -> Result<Network, HistoryError> {
        let network = network.checked()?;
        self.put_setting(NETWORK, "The network setting", &network)?;
        Ok(network)
    }

    /// The latest calibration of this machine; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read, for example because another version of Paceline wrote it.
    pub fn certificate(&self) -> Result<Option<Calibration>, HistoryError> {
        self.setting(CERTIFICATE, "The calibration")
    }

    /// Saves a calibration.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn put_certificate(&self, certificate: &Calibration) -> Result<(), HistoryError> {
        self.put_setting(CERTIFICATE, "The calibration", certificate)
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

#[cfg(test)]
mod tests {
    use super::*;
    use providers::Proxy;

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
    fn a_proxys_login_is_not_kept_in_the_file() {
        let history = History::in_memory().unwrap();
        let proxy = Proxy::Custom { url: "http://user:marker@box:3128".into() };
        let error = history.put_network(Network { proxy, ..Network::default() }).unwrap_err();
        assert!(matches!(error, HistoryError::BadNetwork { .. }), "{error}");
        assert!(!error.to_string().contains("marker"), "nor repeated: {error}");
        assert_eq!(history.network().unwrap(), Network::default(), "nothing changed");
    }
}
