//! The prices in effect, and the providers' latest model lists.

use std::collections::BTreeMap;
use std::sync::Arc;

use cost::{Book, OwnPriceRow, Prices};
use providers::SafeText;

use crate::error::HistoryError;
use crate::history::History;

const OWN_PRICES: &str = "own_prices";
const OWN: &str = "The prices of your own";
const PRICE_BOOK: &str = "price_book";
const LISTED_MODELS: &str = "listed_models";
const LISTED: &str = "The list of models";

impl History {
    /// Every price in effect: the shipped or refreshed book, overridden by the user's own prices. A refreshed book that
    /// this version cannot read is ignored.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn prices(&self) -> Result<Prices, HistoryError> {
        let own = self.own_prices()?;
        let kept: Option<String> = self.setting(PRICE_BOOK, "The price book")?;
        let book = kept.and_then(|text| Book::parse(&text).ok()).map(Arc::new);
        Ok(Prices::new(book.unwrap_or_else(|| Arc::clone(Book::shipped())), &own))
    }

    /// The user's own prices in effect, by provider, address and model. An invalid one is left out with a notice, and kept.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn own_prices(&self) -> Result<Vec<OwnPriceRow>, HistoryError> {
        let mut rows = self.stored_prices()?;
        rows.retain(|row| {
            let id = row.name();
            let checked = row.price.price(&id, &row.dated);
            if let Err(error) = &checked {
                self.add_notice(format!("Your price of {id:?} is not used. {error} Set it again."));
            }
            checked.is_ok()
        });
        Ok(rows)
    }

    fn stored_prices(&self) -> Result<Vec<OwnPriceRow>, HistoryError> {
        Ok(self.setting(OWN_PRICES, OWN)?.unwrap_or_default())
    }

    /// Saves one of the user's own prices, replacing an earlier one for the same model at the same address.
    ///
    /// # Errors
    /// [`HistoryError::BadPrice`] for an invalid price; otherwise if it cannot be written.
    pub fn put_price(&self, row: &OwnPriceRow) -> Result<(), HistoryError> {
        row.price
            .price(&row.name(), &row.dated)
            .map_err(|source| HistoryError::BadPrice { source })?;
        self.forget_price(&row.provider, row.address.as_deref(), &row.model)?;
        let mut rows = self.stored_prices()?;
        rows.push(row.clone());
        rows.sort_by(|a, b| a.key().cmp(&b.key()));
        self.put_setting(OWN_PRICES, OWN, &rows)
    }

    /// Forgets a price of the user's own, so that the book's is in effect; `false` if it was already in effect.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget_price(
        &self,
        provider: &str,
        address: Option<&str>,
        model: &str,
    ) -> Result<bool, HistoryError> {
        let mut rows = self.stored_prices()?;
        let before = rows.len();
        rows.retain(|row| row.key() != (provider, address, model));
        if rows.len() == before {
            return Ok(false);
        }
        self.put_setting(OWN_PRICES, OWN, &rows)?;
        Ok(true)
    }

    /// Replaces the price book.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put_book(&self, book: &Book) -> Result<(), HistoryError> {
        let text = book.to_json().map_err(|source| HistoryError::BadBook { source })?;
        self.put_setting(PRICE_BOOK, "The price book", &text)
    }

    /// Restores the shipped book; `false` if it was already in effect.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn forget_book(&self) -> Result<bool, HistoryError> {
        self.write(|connection| {
            Ok(connection.execute("DELETE FROM settings WHERE name = ?1", [PRICE_BOOK])? > 0)
        })
    }

    /// Each provider's latest model list, by provider id.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) fn all_listed_models(
        &self,
    ) -> Result<BTreeMap<String, Vec<SafeText>>, HistoryError> {
        Ok(self.setting(LISTED_MODELS, LISTED)?.unwrap_or_default())
    }

    /// Saves a provider's model list, for pickers and suggestions.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put_listed_models(
        &self,
        provider: &str,
        models: &[SafeText],
    ) -> Result<(), HistoryError> {
        let mut all = self.all_listed_models()?;
        all.insert(provider.to_owned(), models.to_vec());
        self.put_setting(LISTED_MODELS, LISTED, &all)
    }
}

#[cfg(test)]
#[path = "prices_tests.rs"]
mod tests;
