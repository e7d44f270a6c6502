//! The roster of this history: the catalogue with the user's addresses, and the user's endpoints.

use providers::{Roster, custom};

use crate::error::HistoryError;
use crate::history::History;

impl History {
    /// The catalogue and the user's endpoints, with the user's addresses and network settings. An endpoint with an
    /// unusable address is omitted.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn roster(&self) -> Result<Roster, HistoryError> {
        let own = self
            .endpoints()?
            .into_iter()
            .filter_map(|own| custom(&own.id, &own.label, own.dialect, &own.base_url, own.key).ok())
            .collect();
        let listed = self.all_listed_models()?;
        Ok(Roster::new(own, &self.addresses()?).with_listed(&listed).with_network(&self.network()?))
    }
}
