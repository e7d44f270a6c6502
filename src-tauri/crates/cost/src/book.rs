//! The price book: one dated snapshot of what our providers charge.
//!
//! `prices.json` beside this crate's manifest is made by `paceline prices reduce` from LiteLLM's catalogue
//! (MIT, `LICENSE-litellm.txt`). No catalogue is fully right, so every price carries its source and date.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use crate::row::{BookError, MOST_BYTES, Row, check_date};
use crate::{Price, litellm};

/// Prices by provider and model, all of one source and date.
#[derive(Debug, PartialEq, Eq)]
pub struct Book {
    source: String,
    dated: String,
    rows: BTreeMap<String, Row>,
}

#[derive(Deserialize)]
struct Snapshot {
    source: String,
    dated: String,
    prices: BTreeMap<String, Row>,
}

impl Book {
    /// The book this program was built with, parsed on first use, in about a millisecond.
    pub fn shipped() -> &'static Arc<Self> {
        static SHIPPED: LazyLock<Arc<Book>> = LazyLock::new(|| {
            Arc::new(Book::parse(include_str!("../prices.json")).expect(
                "a test parses the shipped book, so a broken one is never built into a release",
            ))
        });
        &SHIPPED
    }

    /// Reads a book in our own form: all of it, or an error that says what is wrong and where.
    pub fn parse(json: &str) -> Result<Self, BookError> {
        if json.len() > MOST_BYTES {
            return Err(BookError::TooLong);
        }
        let Snapshot { source, dated, prices } = serde_json::from_str(json)?;
        check_date("the whole book", &dated)?;
        for (id, row) in &prices {
            row.check(id)?;
        }
        if prices.is_empty() {
            return Err(BookError::Empty);
        }
        Ok(Self { source, dated, rows: prices })
    }

    /// Reads a book in our own form or LiteLLM's catalogue, which says neither its version nor its day: `source` and
    /// `dated` (`YYYY-MM-DD`) are taken for it. Beside the book comes a line for each row that was left out, with the
    /// reason.
    pub fn read(json: &str, source: &str, dated: &str) -> Result<(Self, Vec<String>), BookError> {
        if json.len() > MOST_BYTES {
            return Err(BookError::TooLong);
        }
        let value: serde_json::Value = serde_json::from_str(json)?;
        if value.get("prices").is_some() {
            return Ok((Self::parse(json)?, Vec::new()));
        }
        check_date("the whole book", dated)?;
        let (rows, dropped) = litellm::reduce(&value);
        if rows.is_empty() {
            return Err(BookError::Empty);
        }
        Ok((Self { source: source.to_owned(), dated: dated.to_owned(), rows }, dropped))
    }

    /// The book in our own form, a row on a line. The same book is always the same text.
    ///
    /// # Errors
    /// None that a book can have: every row was read from JSON or made of numbers.
    pub fn to_json(&self) -> Result<String, BookError> {
        let head = serde_json::json!({
            "source": self.source,
            "dated": self.dated,
            "unit": "micro-USD per million tokens",
            "licence": "MIT: see LICENSE-litellm.txt",
        });
        let head = serde_json::to_string_pretty(&head)?;
        let mut text = head.trim_end_matches(['}', '\n']).to_owned();
        text.push_str(",\n  \"prices\": {");
        for (place, (id, row)) in self.rows.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            let (id, row) = (serde_json::to_string(id)?, serde_json::to_string(row)?);
            let _infallible = write!(text, "{comma}\n    {id}: {row}");
        }
        text.push_str("\n  }\n}\n");
        Ok(text)
    }

    /// What a model costs, or nothing when the book does not say: then the cost is unknown, not zero.
    ///
    /// `provider_prefix` is the catalogue's name for the provider, such as `together_ai`, and `model` the
    /// provider's own id, such as `openai/gpt-oss-120b`; both exactly as written there.
    pub fn price(&self, provider_prefix: &str, model: &str) -> Option<Price> {
        let row = self.row(provider_prefix, model)?;
        Some(Price {
            id: format!("{provider_prefix}/{model}"),
            dated: self.dated.clone(),
            source: self.source.clone(),
            input: row.input,
            output: row.output,
            cache_read: row.cache_read,
            cache_write: row.cache_write,
            reasoning: row.reasoning,
            tiers: row.tiers.clone(),
            off_peak: row.off_peak.clone(),
            holds_up_to: row.holds_up_to,
            service_tier: None,
            service: row.service.clone(),
            per_hour: None,
        })
    }

    /// The models that the book prices for a provider, by name.
    pub fn models<'a>(&'a self, provider_prefix: &'a str) -> impl Iterator<Item = &'a str> {
        self.rows.keys().filter_map(move |id| id.strip_prefix(provider_prefix)?.strip_prefix('/'))
    }

    /// How many models it prices.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it prices none, which no book that was read does.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The day, as `YYYY-MM-DD`, on which the provider means to retire a model, where it has named one.
    /// The day may be past.
    pub fn deprecation(&self, provider_prefix: &str, model: &str) -> Option<&str> {
        self.row(provider_prefix, model)?.deprecated.as_deref()
    }

    /// The day the book's source was published, as `YYYY-MM-DD`.
    pub fn dated(&self) -> &str {
        &self.dated
    }

    /// Where the book comes from, such as `LiteLLM 1.109.1`.
    pub fn source(&self) -> &str {
        &self.source
    }

    fn row(&self, provider_prefix: &str, model: &str) -> Option<&Row> {
        self.rows.get(&format!("{provider_prefix}/{model}"))
    }
}

#[cfg(test)]
#[path = "book_tests.rs"]
mod tests;
