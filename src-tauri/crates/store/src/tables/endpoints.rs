//! The tables `endpoints` and `addresses`: addresses of the user's own servers. Never a key.

use std::collections::BTreeMap;

use providers::{Dialect, KeyNeed, PROXY_LOGIN};
use rusqlite::{Row, named_params};
use serde::{Deserialize, Serialize};

use crate::address;
use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::{from_word, to_word};
use crate::tables::row_check::RowCheck;

/// Maximum length of an endpoint's id.
const LONGEST_ID: usize = 100;

/// A custom endpoint of the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Endpoint {
    /// Id on the command line and in runs; unique among endpoints and the catalogue's rows.
    pub id: String,
    /// Display name.
    pub label: String,
    /// The wire protocol it speaks.
    pub dialect: Dialect,
    /// Everything before the dialect's own path, without credentials, query or fragment.
    pub base_url: String,
    /// Whether it needs a key. The key itself is in the keyring.
    pub key: KeyNeed,
}

/// How the rows of `endpoints` are read.
pub(crate) const CHECK: RowCheck = RowCheck {
    table: "endpoints",
    called: "Endpoints",
    columns: COLUMNS,
    read: |row| endpoint(row).map(drop),
};

/// How the rows of `addresses` are read.
pub(crate) const ADDRESS_CHECK: RowCheck = RowCheck {
    table: "addresses",
    called: "Addresses in place of the catalogue's",
    columns: "provider, base_url",
    read: |row| {
        let (provider, base_url): (String, String) = (row.get(0)?, row.get(1)?);
        address::checked(|| provider, &base_url).map(drop).map_err(StoreFailure::from)
    },
};

const COLUMNS: &str = "id, label, dialect, base_url, key";

fn endpoint(row: &Row<'_>) -> Result<Endpoint, StoreFailure> {
    let (id, label, base_url): (String, String, String) = (row.get(0)?, row.get(1)?, row.get(3)?);
    let (dialect, key): (String, String) = (row.get(2)?, row.get(4)?);
    let what = || format!("The endpoint {id}");
    let (dialect, key) = (from_word(what, dialect)?, from_word(what, key)?);
    address::checked(|| format!("the endpoint {id}"), &base_url)?;
    Ok(Endpoint { id, label, dialect, base_url, key })
}

impl History {
    /// The user's own endpoints, by id, without those that cannot be read.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn endpoints(&self) -> Result<Vec<Endpoint>, HistoryError> {
        Ok(self.each_endpoint()?.into_iter().filter_map(Result::ok).collect())
    }

    /// Why each unreadable endpoint is unreadable, in a sentence that names it.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn unreadable_endpoints(&self) -> Result<Vec<String>, HistoryError> {
        let errors = self.each_endpoint()?.into_iter().filter_map(Result::err);
        Ok(errors.map(|error| error.to_string()).collect())
    }

    fn each_endpoint(&self) -> Result<Vec<Result<Endpoint, HistoryError>>, HistoryError> {
        self.read(|connection| {
            let sql = format!("SELECT {COLUMNS} FROM endpoints ORDER BY id");
            let mut rows = connection.prepare_cached(&sql)?;
            let mut rows = rows.query([])?;
            let mut endpoints = Vec::new();
            while let Some(row) = rows.next()? {
                endpoints.push(match endpoint(row) {
                    Ok(endpoint) => Ok(endpoint),
                    Err(failed) => Err(failed.of_one_value()?),
                });
            }
            Ok(endpoints)
        })
    }

    /// Saves an endpoint, replacing one with the same id.
    ///
    /// # Errors
    /// [`HistoryError::BadEndpoint`] for an id that is taken or not a valid name, [`HistoryError::BadAddress`] for an
    /// address that is invalid or could contain a key; otherwise if it cannot be written.
    pub fn put_endpoint(&self, endpoint: &Endpoint) -> Result<(), HistoryError> {
        check_id(&endpoint.id)?;
        let what = || format!("the endpoint {}", endpoint.id);
        let base_url = address::checked(what, &endpoint.base_url)?;
        let (dialect, key) = (to_word(what, &endpoint.dialect)?, to_word(what, &endpoint.key)?);
        self.write(|connection| {
            connection.execute(
                "INSERT INTO endpoints (id, label, dialect, base_url, key)
                 VALUES (:id, :label, :dialect, :base_url, :key)
                 ON CONFLICT (id) DO UPDATE SET label = excluded.label, dialect = excluded.dialect,
                     base_url = excluded.base_url, key = excluded.key",
                named_params! {
                    ":id": endpoint.id,
                    ":label": endpoint.label,
                    ":dialect": dialect,
                    ":base_url": base_url,
                    ":key": key,
                },
            )?;
            Ok(())
        })
    }

    /// Removes an endpoint; `false` if there was none. Its runs are unchanged.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget_endpoint(&self, id: &str) -> Result<bool, HistoryError> {
        self.write(|connection| {
            Ok(connection.execute("DELETE FROM endpoints WHERE id = ?1", [id])? > 0)
        })
    }

    /// The user's addresses that override the catalogue's, by provider id. One that cannot be used is empty, which adds a
    /// [notice](Self::notices): who sent requests elsewhere does not want them at the catalogue's.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn addresses(&self) -> Result<BTreeMap<String, String>, HistoryError> {
        let (addresses, unusable) = self.read(|connection| {
            let mut rows = connection.prepare_cached("SELECT provider, base_url FROM addresses")?;
            let mut rows = rows.query([])?;
            let (mut addresses, mut unusable) = (BTreeMap::new(), Vec::new());
            while let Some(row) = rows.next()? {
                // Whose address it is nobody can say, if that cannot be read.
                let Ok(provider) = row.get::<_, String>(0) else { continue };
                let base_url = match (ADDRESS_CHECK.read)(row) {
                    Ok(()) => row.get(1)?,
                    Err(failed) => {
                        unusable.push((provider.clone(), failed.of_one_value()?));
                        String::new()
                    }
                };
                addresses.insert(provider, base_url);
            }
            Ok((addresses, unusable))
        })?;
        for (provider, error) in unusable {
            self.add_notice(format!(
                "{provider} has no address until it is given again: `paceline providers at {provider} ADDRESS`. {error}"
            ));
        }
        Ok(addresses)
    }

    /// Overrides the catalogue's address of a provider.
    ///
    /// # Errors
    /// [`HistoryError::BadAddress`] for an address that is invalid or could contain a key; otherwise if it cannot be
    /// written.
    pub fn put_address(&self, provider: &str, base_url: &str) -> Result<(), HistoryError> {
        let base_url = address::checked(|| provider.to_owned(), base_url)?;
        self.write(|connection| {
            connection.execute(
                "INSERT INTO addresses (provider, base_url) VALUES (?1, ?2)
                 ON CONFLICT (provider) DO UPDATE SET base_url = excluded.base_url",
                [provider, &base_url],
            )?;
            Ok(())
        })
    }

    /// Restores the catalogue's address; `false` if it was already in use.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget_address(&self, provider: &str) -> Result<bool, HistoryError> {
        self.write(|connection| {
            Ok(connection.execute("DELETE FROM addresses WHERE provider = ?1", [provider])? > 0)
        })
    }
}

/// Refuses the ids of the catalogue and of other secrets, so that an endpoint never gets their keys.
fn check_id(id: &str) -> Result<(), HistoryError> {
    let is_taken = [PROXY_LOGIN, "custom"].contains(&id) || providers::provider(id).is_some();
    let is_name = (1..=LONGEST_ID).contains(&id.len())
        && id
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'));
    if is_taken || !is_name {
        return Err(HistoryError::BadEndpoint { id: id.chars().take(LONGEST_ID).collect() });
    }
    Ok(())
}

#[cfg(test)]
#[path = "endpoints_tests.rs"]
mod tests;
