//! The roster of this machine: the catalogue with the user's addresses, custom endpoints, and the simulated providers
//! if they run.

use std::collections::BTreeMap;

use crate::catalogue::catalogue;
use crate::catalogue::{Provider, custom};
use crate::dialects::dialect::Dialect;
use crate::error::endpoint::EndpointError;
use crate::error::endpoint::checked_base_url;
use crate::net::network::Network;
use crate::wire::redact::SafeText;

/// The providers a lane can name.
#[derive(Debug, Clone, Default)]
pub struct Roster {
    rows: Vec<Provider>,
}

impl Roster {
    /// The catalogue, with its addresses overridden by `addresses` (by provider id), followed by the user's `own`
    /// endpoints. With an invalid address a row has none: who sends its requests elsewhere does not want them at the catalogue's.
    pub fn new(own: Vec<Provider>, addresses: &BTreeMap<String, String>) -> Self {
        let rows = catalogue()
            .iter()
            .map(|row| {
                let Some(address) = addresses.get(&row.id) else { return row.clone() };
                let nowhere = || Provider { base_url: String::new(), key_of: None, ..row.clone() };
                row.at(address).unwrap_or_else(|_| nowhere())
            })
            .chain(own)
            .collect();
        let mut roster = Self { rows };
        roster.share_keys();
        roster.sort();
        roster
    }

    /// Sorts providers alphabetically, with an account's other dialects after its first. The simulated and `custom`
    /// rows follow, the user's own endpoints last.
    fn sort(&mut self) {
        let known: BTreeMap<&str, &Provider> =
            catalogue().iter().map(|row| (row.id.as_str(), row)).collect();
        self.rows.sort_by_cached_key(|row| {
            let Some(entry) = known.get(row.id.as_str()) else { return (2, String::new(), false) };
            let account = known.get(entry.key_id()).unwrap_or(entry);
            let is_special = row.simulated || row.id == "custom";
            (u8::from(is_special), account.label.to_lowercase(), entry.key_of.is_some())
        });
    }

    /// Lets a row with a changed address share its account's key again if the account's row has the same host,
    /// because the key was given for that host.
    fn share_keys(&mut self) {
        let host = |row: &Provider| {
            let url = url::Url::parse(&row.base_url).ok()?;
            Some((url.scheme().to_owned(), url.host_str()?.to_owned(), url.port()))
        };
        let hosts: BTreeMap<String, _> =
            self.rows.iter().filter_map(|row| Some((row.id.clone(), host(row)?))).collect();
        for row in &mut self.rows {
            let account = catalogue().iter().find(|known| known.id == row.id);
            let account = account.and_then(|known| known.key_of.as_ref());
            let is_there = |account: &&String| {
                host(row).is_some_and(|here| hosts.get(*account) == Some(&here))
            };
            if let Some(account) = account.filter(is_there) {
                row.key_of = Some(account.clone());
            }
        }
    }

    /// Applies the user's network settings to each provider.
    #[must_use]
    pub fn with_network(mut self, network: &Network) -> Self {
        for row in &mut self.rows {
            row.route = network.route(&row.id);
        }
        self
    }

    /// Adds each provider's latest model list, by provider id.
    #[must_use]
    pub fn with_listed(mut self, listed: &BTreeMap<String, Vec<SafeText>>) -> Self {
        for row in &mut self.rows {
            row.listed = listed.get(&row.id).cloned().unwrap_or_default();
        }
        self
    }

    /// Adds the simulated providers at `base_url`, serving `models`.
    #[must_use]
    pub fn with_simulator(
        mut self,
        base_url: &str,
        models: impl IntoIterator<Item = String>,
    ) -> Self {
        if let Some(row) = self.rows.iter_mut().find(|row| row.simulated) {
            base_url.clone_into(&mut row.base_url);
            row.models = models.into_iter().collect();
        }
        self
    }

    /// All providers, in display order.
    pub fn rows(&self) -> &[Provider] {
        &self.rows
    }

    /// The provider of a lane: a row by its id, or `custom` with a dialect and an address.
    ///
    /// # Errors
    /// [`EndpointError`] if there is no such row, or the address is not usable.
    pub fn find(
        &self,
        id: &str,
        dialect: Option<Dialect>,
        base_url: Option<&str>,
    ) -> Result<Provider, EndpointError> {
        let row = self
            .rows
            .iter()
            .find(|row| row.id == id)
            .ok_or_else(|| EndpointError::UnknownProvider { id: id.to_owned() })?;
        if id != "custom" {
            return Ok(row.clone());
        }
        let base_url = checked_base_url(base_url.unwrap_or_default())?;
        let host = url::Url::parse(&base_url)
            .ok()
            .and_then(|url| {
                let host = url.host_str()?.to_owned();
                Some(url.port().map_or_else(|| host.clone(), |port| format!("{host}:{port}")))
            })
            .unwrap_or_else(|| row.label.clone());
        let custom = custom(id, &host, dialect.unwrap_or_default(), &base_url, row.key)?;
        Ok(Provider { route: row.route.clone(), ..custom })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::route::Proxy;

    #[test]
    fn the_users_own_address_replaces_that_of_the_catalogue() {
        let addresses = BTreeMap::from([
            ("groq".to_owned(), "https://proxy.example.com/groq".to_owned()),
            ("openai".to_owned(), "not an address".to_owned()),
        ]);
        let roster = Roster::new(Vec::new(), &addresses);
        let groq = roster.find("groq", None, None).expect("in the catalogue");
        assert_eq!(groq.base_url, "https://proxy.example.com/groq", "what the user set");
        let openai = roster.find("openai", None, None).expect("in the catalogue");
        assert_eq!(openai.base_url, "", "with an unusable address nothing is sent anywhere");
    }

    #[test]
    fn two_dialects_of_one_resource_share_its_key_and_those_of_two_do_not() {
        let key_of_responses = |address: &str| {
            let addresses = BTreeMap::from([
                ("azure".to_owned(), "https://mine.openai.azure.com/openai/v1".to_owned()),
                ("azure-responses".to_owned(), address.to_owned()),
            ]);
            let roster = Roster::new(Vec::new(), &addresses);
            let row = roster.find("azure-responses", None, None).expect("in the catalogue");
            row.key_id().to_owned()
        };
        assert_eq!(key_of_responses("https://mine.openai.azure.com/openai/v1"), "azure", "its own");
        for other in ["https://other.openai.azure.com", "https://mine.openai.azure.com:8443"] {
            assert_eq!(key_of_responses(other), "azure-responses", "{other} was given no key");
        }
    }

    #[test]
    fn providers_stand_in_the_order_of_the_alphabet_with_their_dialects_together() {
        let roster = Roster::new(Vec::new(), &BTreeMap::new());
        let ids: Vec<&str> = roster.rows().iter().map(|row| row.id.as_str()).collect();
        let is_account =
            |row: &&Provider| row.key_of.is_none() && row.id != "custom" && !row.simulated;
        let accounts = roster.rows().iter().filter(is_account);
        assert!(accounts.is_sorted_by_key(|row| row.label.to_lowercase()), "from A on");
        assert_eq!(&ids[ids.len() - 2..], ["custom", "simulated"], "what is no provider is last");
        let openai = ids.iter().position(|id| *id == "openai").expect("it is there");
        assert_eq!(ids.get(openai + 1), Some(&"openai-responses"), "one account, one place");
    }

    #[test]
    fn a_custom_lane_is_named_after_its_host() {
        let roster = Roster::new(Vec::new(), &BTreeMap::new());
        let custom =
            roster.find("custom", None, Some("http://127.0.0.1:8000/v1/")).expect("usable");
        assert_eq!(
            (custom.label.as_str(), custom.base_url.as_str()),
            ("127.0.0.1:8000", "http://127.0.0.1:8000/v1")
        );
        assert!(
            roster.find("custom", None, None).is_err(),
            "without an address there is nowhere to go"
        );
        assert!(
            roster.find("nobody", None, None).is_err(),
            "an unknown name is an error that says so"
        );
    }

    #[test]
    fn every_provider_is_reached_through_the_users_network_settings() {
        let network = Network {
            proxy: Proxy::custom("socks5h://127.0.0.1:1080").expect("a proxy"),
            own: BTreeMap::from([("groq".to_owned(), Proxy::Direct)]),
            ..Network::default()
        };
        let roster = Roster::new(Vec::new(), &BTreeMap::new()).with_network(&network);
        let openai = roster.find("openai", None, None).expect("in the catalogue");
        assert_eq!(openai.route.proxy, network.proxy, "what holds for everybody");
        let groq = roster.find("groq", None, None).expect("in the catalogue");
        assert_eq!(groq.route.proxy, Proxy::Direct, "what holds for it alone");
        let custom = roster.find("custom", None, Some("https://a.example/v1")).expect("usable");
        assert_eq!(custom.route.proxy, network.proxy, "an address of the moment is no exception");
    }
}
