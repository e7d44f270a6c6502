//! Everyone who can be raced on this machine: the catalogue with the person's own addresses in it, their own
//! endpoints, and the simulated providers where they run.

use std::collections::BTreeMap;

use crate::catalogue::catalogue;
use crate::endpoint::checked_base_url;
use crate::{Dialect, EndpointError, Network, Provider, custom};

/// The providers a lane can name.
#[derive(Debug, Clone, Default)]
pub struct Roster {
    rows: Vec<Provider>,
}

impl Roster {
    /// The catalogue with `addresses` (by provider id) in place of its own, followed by the person's `own` endpoints.
    /// An address that is not usable leaves the catalogue's in place.
    pub fn new(own: Vec<Provider>, addresses: &BTreeMap<String, String>) -> Self {
        let rows = catalogue()
            .iter()
            .map(|row| {
                let moved = addresses.get(&row.id).and_then(|address| row.at(address).ok());
                moved.unwrap_or_else(|| row.clone())
            })
            .chain(own)
            .collect();
        Self { rows }
    }

    /// The same with each reached as the person says.
    #[must_use]
    pub fn with_network(mut self, network: &Network) -> Self {
        for row in &mut self.rows {
            row.route = network.route(&row.id);
        }
        self
    }

    /// The same with the models that each listed when it was last asked, by provider id.
    #[must_use]
    pub fn with_listed(mut self, listed: &BTreeMap<String, Vec<String>>) -> Self {
        for row in &mut self.rows {
            row.listed = listed.get(&row.id).cloned().unwrap_or_default();
        }
        self
    }

    /// The same with the simulated providers at `base_url`, serving `models`.
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

    /// Everyone, in the order shown to people.
    pub fn rows(&self) -> &[Provider] {
        &self.rows
    }

    /// Who a lane means: a row by its id, or `custom` with a dialect and an address.
    ///
    /// # Errors
    /// [`EndpointError`] when there is no such row, or when the address is not usable.
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
    use crate::Proxy;

    #[test]
    fn a_persons_own_address_takes_the_place_of_the_catalogues() {
        let addresses = BTreeMap::from([
            ("groq".to_owned(), "https://proxy.example.com/groq".to_owned()),
            ("openai".to_owned(), "not an address".to_owned()),
        ]);
        let roster = Roster::new(Vec::new(), &addresses);
        let groq = roster.find("groq", None, None).expect("in the catalogue");
        assert_eq!(groq.base_url, "https://proxy.example.com/groq", "what the person set");
        let openai = roster.find("openai", None, None).expect("in the catalogue");
        assert_eq!(
            openai.base_url, "https://api.openai.com/v1",
            "an unusable address changes nothing"
        );
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
    fn everyone_is_reached_as_the_person_says() {
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
