//! A row of a price book, and the errors of a book.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::price::{OffPeak, Rates, Tier};
use crate::{Price, ServicePrice};

/// Upper bound of a price book's size. LiteLLM's catalogue has three million bytes.
pub const LARGEST_BOOK: usize = 8 * 1024 * 1024;

/// One row as it is written in the book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) input: u32,
    pub(crate) output: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cache_read: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) cache_write: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reasoning: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) per_request: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) tiers: Vec<Tier>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) off_peak: Option<OffPeak>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) holds_up_to: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) service: Vec<ServicePrice>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) deprecated: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) context: Option<u32>,
}

/// Why a text is not a valid price book. It names the place; nothing of the book is used.
#[derive(Debug, Error)]
pub enum BookError {
    /// Not JSON, or JSON of another shape; the message gives the line and column.
    #[error("the price book cannot be read: {0}")]
    Shape(#[from] serde_json::Error),
    /// A date is not written as `YYYY-MM-DD`.
    #[error("the price book's date for {place} is {found:?}, not YYYY-MM-DD")]
    Date {
        /// The row, or `the whole book`.
        place: String,
        /// The invalid value.
        found: String,
    },
    /// JSON without a price for any provider that we know.
    #[error("the price book has no price for any provider that Paceline knows")]
    Empty,
    /// Larger than [`LARGEST_BOOK`].
    #[error("the file is over {} MiB, too large for a price book", LARGEST_BOOK >> 20)]
    TooLong,
    /// An implausible price: zero, which in a catalogue may mean unknown, or above [`Price::MOST`].
    #[error(
        "the price book's row {row} has {field} at {found} micro-dollars per million tokens; \
         a price is between 1 and {most}",
        most = Price::MOST
    )]
    OutOfRange {
        /// The row's key, `provider/model`.
        row: String,
        /// Which of the row's prices.
        field: &'static str,
        /// The value, in micro-dollars per million tokens.
        found: u32,
    },
}

impl Row {
    /// Its rates at the usual hours and for an input of usual length.
    pub(crate) fn rates(&self) -> Rates {
        let Self { input, output, cache_read, cache_write, reasoning, .. } = *self;
        Rates { input, output, cache_read, cache_write, reasoning }
    }

    /// Checks that every price is plausible.
    ///
    /// # Errors
    /// [`BookError`] for the first price that is not.
    pub(crate) fn check(&self, id: &str) -> Result<(), BookError> {
        let quiet = self.off_peak.as_ref().map(|quiet| quiet.rates);
        let service = self.service.iter().map(|own| own.rates);
        let long = self.tiers.iter().chain(self.service.iter().flat_map(|own| &own.tiers));
        let long = long.map(|tier| tier.rates);
        for rates in [self.rates()].into_iter().chain(quiet).chain(service).chain(long) {
            in_range(id, "input", Some(rates.input))?;
            in_range(id, "output", Some(rates.output))?;
            in_range(id, "cache_read", rates.cache_read)?;
            in_range(id, "cache_write", rates.cache_write)?;
            in_range(id, "reasoning", rates.reasoning)?;
        }
        in_range(id, "per_request", self.per_request)?;
        self.deprecated.as_ref().map_or(Ok(()), |date| check_date(id, date))
    }
}

fn in_range(row: &str, field: &'static str, price: Option<u32>) -> Result<(), BookError> {
    match price.filter(|price| !(1..=Price::MOST).contains(price)) {
        None => Ok(()),
        Some(found) => Err(BookError::OutOfRange { row: row.to_owned(), field, found }),
    }
}

/// Checks that a date is written as `YYYY-MM-DD`.
///
/// # Errors
/// [`BookError::Date`] with `place` if it is not.
pub(crate) fn check_date(place: &str, found: &str) -> Result<(), BookError> {
    let shape = |(position, byte): (usize, u8)| match position {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    };
    if found.len() == 10 && found.bytes().enumerate().all(shape) {
        Ok(())
    } else {
        Err(BookError::Date { place: place.to_owned(), found: found.to_owned() })
    }
}
