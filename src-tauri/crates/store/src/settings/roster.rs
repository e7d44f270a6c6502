//! Everyone who can be raced from this history: the catalogue under the person's own addresses, and their endpoints.

use providers::{Roster, custom};

use crate::error::HistoryError;
use crate::history::History;

impl History {
    /// The catalogue and the person's own endpoints, at the person's own addresses, each reached over the network as the
    /// person says. An endpoint whose stored address
    /// has become unusable is left out.
    ///
    /// # Errors
    /// When they cannot be read.
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
