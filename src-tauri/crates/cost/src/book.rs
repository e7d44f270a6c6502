//! The price book: a dated snapshot of the providers' prices.
//!
//! `prices.json` beside this crate's manifest is made by `paceline prices reduce` from LiteLLM's catalogue (MIT,
//! `LICENSE-litellm.txt`). No catalogue is free of errors, so every price carries its source and date.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use crate::row::{BookError, LARGEST_BOOK, Row, check_date};
use crate::{Price, litellm};

/// Prices by provider and model, all from one source and date.
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
    /// The book compiled into this program, parsed on first use in about a millisecond.
    pub fn shipped() -> &'static Arc<Self> {
        static SHIPPED: LazyLock<Arc<Book>> = LazyLock::new(|| {
            Arc::new(Book::parse(include_str!("../prices.json")).expect(
                "a test parses the shipped book, so a broken one is never built into a release",
            ))
        });
        &SHIPPED
    }

    /// Parses a book in our own format. A single bad row is an error that names it.
    pub fn parse(json: &str) -> Result<Self, BookError> {
        if json.len() > LARGEST_BOOK {
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

    /// Parses a book in our own format, or LiteLLM's catalogue. The catalogue states neither version nor date, so
    /// `source` and `dated` (`YYYY-MM-DD`) are used for it. Also returns a line for each skipped row, with the reason.
    pub fn read(json: &str, source: &str, dated: &str) -> Result<(Self, Vec<String>), BookError> {
        if json.len() > LARGEST_BOOK {
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

    /// Writes the book in our own format, one row per line. The output is deterministic.
    ///
    /// # Errors
    /// None in practice: every row was read from JSON or consists of numbers.
    pub fn to_json(&self) -> Result<String, BookError> {
        let head = serde_json::json!({
            "dated": self.dated,
            "licence": "MIT: see LICENSE-litellm.txt",
            "source": self.source,
            "unit": "micro-USD per million tokens",
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

    /// The price of a model. `None` means that the cost is unknown, not zero.
    ///
    /// `provider_prefix` is the catalogue's name for the provider, such as `together_ai`, and `model` the provider's
    /// own id, such as `openai/gpt-oss-120b`; both exactly as written in the book.
    pub fn price(&self, provider_prefix: &str, model: &str) -> Option<Price> {
        let row = self.row(provider_prefix, model)?;
        let id = format!("{provider_prefix}/{model}");
        Some(Price {
            tiers: row.tiers.clone(),
            off_peak: row.off_peak.clone(),
            holds_up_to: row.holds_up_to,
            service: row.service.clone(),
            per_request: row.per_request,
            ..Price::new(id, self.dated.as_str(), self.source.as_str(), row.rates())
        })
    }

    /// The names of a provider's models that the book has a price for.
    pub fn models<'a>(&'a self, provider_prefix: &'a str) -> impl Iterator<Item = &'a str> {
        self.rows.keys().filter_map(move |id| id.strip_prefix(provider_prefix)?.strip_prefix('/'))
    }

    /// Number of models with a price.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it has no prices; never true for a parsed book.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The longest input of a model in tokens, if the book has it; never zero.
    pub fn context(&self, provider_prefix: &str, model: &str) -> Option<u32> {
        self.row(provider_prefix, model)?.context.filter(|tokens| *tokens > 0)
    }

    /// The day (`YYYY-MM-DD`) on which the provider retires a model, if it has announced one. It may be in the past.
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
