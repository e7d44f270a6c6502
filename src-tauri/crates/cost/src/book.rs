//! The price book: one dated snapshot of what our providers charge.
//!
//! `prices.json` beside this crate's manifest is made by `reduce-prices.mjs` from LiteLLM's catalogue
//! (MIT, `LICENSE-litellm.txt`). No catalogue is fully right, so every price carries its source and date.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;
use thiserror::Error;

use crate::{MicroUsdPerMillion, Price};

/// Prices by provider and model, all of one source and date.
#[derive(Debug)]
pub struct Book {
    source: String,
    dated: String,
    rows: HashMap<String, Row>,
}

#[derive(Debug)]
struct Row {
    price: Price,
    deprecated: Option<String>,
}

/// Why a text is not a price book. Names the place; nothing of the book is kept.
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
        /// What stands there instead.
        found: String,
    },
    /// A price that nobody charges: zero, which in a catalogue may mean unknown, or above [`Price::MOST`].
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
        /// What stands there, in micro-dollars per million tokens.
        found: u64,
    },
}

#[derive(Deserialize)]
struct Snapshot {
    source: String,
    dated: String,
    prices: HashMap<String, SnapshotRow>,
}

#[derive(Deserialize)]
struct SnapshotRow {
    input: u64,
    output: u64,
    cache_read: Option<u64>,
    cache_write: Option<u64>,
    reasoning: Option<u64>,
    holds_up_to: Option<u32>,
    #[serde(default)]
    varies_by_hour: bool,
    deprecated: Option<String>,
}

impl Book {
    /// The book this program was built with, parsed on first use, in well under a millisecond.
    pub fn shipped() -> &'static Self {
        static SHIPPED: LazyLock<Book> = LazyLock::new(|| {
            Book::parse(include_str!("../prices.json")).expect(
                "a test parses the shipped book, so a broken one is never built into a release",
            )
        });
        &SHIPPED
    }

    /// Reads a book: all of it, or an error that says what is wrong and where.
    pub fn parse(json: &str) -> Result<Self, BookError> {
        let Snapshot { source, dated, prices } = serde_json::from_str(json)?;
        check_date("the whole book", &dated)?;
        let mut rows = HashMap::with_capacity(prices.len());
        for (id, row) in prices {
            let row = row.checked(&id, &source, &dated)?;
            rows.insert(id, row);
        }
        Ok(Self { source, dated, rows })
    }

    /// What a model costs, or nothing when the book does not say: then the cost is unknown, not zero.
    ///
    /// `provider_prefix` is the catalogue's name for the provider, such as `together_ai`, and `model` the
    /// provider's own id, such as `openai/gpt-oss-120b`; both exactly as written there.
    pub fn price(&self, provider_prefix: &str, model: &str) -> Option<&Price> {
        self.row(provider_prefix, model).map(|row| &row.price)
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

impl SnapshotRow {
    fn checked(self, id: &str, source: &str, dated: &str) -> Result<Row, BookError> {
        let within = |field, found| in_range(id, field, found);
        let optional =
            |field, found: Option<u64>| found.map(|found| within(field, found)).transpose();
        if let Some(date) = &self.deprecated {
            check_date(id, date)?;
        }
        let price = Price {
            id: id.to_owned(),
            dated: dated.to_owned(),
            source: source.to_owned(),
            input: within("input", self.input)?,
            output: within("output", self.output)?,
            cache_read: optional("cache_read", self.cache_read)?,
            cache_write: optional("cache_write", self.cache_write)?,
            reasoning: optional("reasoning", self.reasoning)?,
            holds_up_to: self.holds_up_to,
            varies_by_hour: self.varies_by_hour,
        };
        Ok(Row { price, deprecated: self.deprecated })
    }
}

fn in_range(row: &str, field: &'static str, found: u64) -> Result<MicroUsdPerMillion, BookError> {
    MicroUsdPerMillion::try_from(found)
        .ok()
        .filter(|price| (1..=Price::MOST).contains(price))
        .ok_or_else(|| BookError::OutOfRange { row: row.to_owned(), field, found })
}

fn check_date(place: &str, found: &str) -> Result<(), BookError> {
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

#[cfg(test)]
mod tests {
    use super::{Book, BookError};
    use crate::Price;

    fn book_of(row: &str) -> Result<Book, BookError> {
        Book::parse(&format!(
            r#"{{"source": "a list", "dated": "2026-11-12", "prices": {{"groq/m": {row}}}}}"#
        ))
    }

    #[test]
    fn the_shipped_book_parses_whole() {
        let book = Book::parse(include_str!("../prices.json"))
            .unwrap_or_else(|error| panic!("the shipped book must be readable: {error}"));
        assert_eq!(book.source(), "LiteLLM 1.109.1", "a price says from where");
        assert_eq!(book.dated(), "2026-11-12", "a price says when");
        let known =
            ["anthropic", "cerebras", "cohere_chat", "deepinfra", "deepseek", "fireworks_ai"]
                .into_iter()
                .chain(["gemini", "groq", "inception", "mistral", "morph", "openai", "sambanova"])
                .chain(["together_ai", "xai"]);
        for provider in known {
            let prefix = format!("{provider}/");
            let count = book.rows.keys().filter(|id| id.starts_with(&prefix)).count();
            assert!(count > 0, "{provider} is in our catalogue and must have prices");
        }
    }

    #[test]
    fn published_prices_are_found_by_provider_and_model() {
        // Micro-dollars per million tokens in, out and from the cache, as the providers publish them.
        let published = [
            ("groq", "openai/gpt-oss-120b", 150_000, 600_000, Some(75_000)),
            ("openai", "gpt-4o-mini", 150_000, 600_000, Some(75_000)),
            ("openai", "gpt-5-mini", 250_000, 2_000_000, Some(25_000)),
            ("cerebras", "gpt-oss-120b", 350_000, 750_000, None),
            ("sambanova", "Meta-Llama-3.3-70B-Instruct", 600_000, 1_200_000, None),
            ("deepinfra", "meta-llama/Llama-3.3-70B-Instruct", 230_000, 400_000, None),
            ("deepseek", "deepseek-chat", 280_000, 420_000, Some(28_000)),
            ("mistral", "mistral-small-latest", 150_000, 600_000, Some(15_000)),
            ("morph", "morph-v3-fast", 800_000, 1_200_000, None),
            ("inception", "mercury-2", 250_000, 750_000, Some(25_000)),
            ("anthropic", "claude-sonnet-4-5", 3_000_000, 15_000_000, Some(300_000)),
            ("gemini", "gemini-2.5-flash", 300_000, 2_500_000, Some(30_000)),
            ("cohere_chat", "command-a-03-2025", 2_500_000, 10_000_000, None),
            ("together_ai", "meta-llama/Llama-3.3-70B-Instruct-Turbo", 1_040_000, 1_040_000, None),
            (
                "fireworks_ai",
                "accounts/fireworks/models/gpt-oss-120b",
                150_000,
                600_000,
                Some(15_000),
            ),
        ];
        for (provider, model, input, output, cache_read) in published {
            let price = Book::shipped()
                .price(provider, model)
                .unwrap_or_else(|| panic!("{provider}/{model} has a published price"));
            assert_eq!(
                (price.input, price.output, price.cache_read),
                (input, output, cache_read),
                "{provider}/{model} costs what is published"
            );
            assert_eq!(price.id, format!("{provider}/{model}"), "a price names its row");
        }
        let sonnet = Book::shipped().price("anthropic", "claude-sonnet-4-5");
        assert_eq!(
            sonnet.and_then(|price| price.cache_write),
            Some(3_750_000),
            "a cache write too"
        );
        let gemini = Book::shipped().price("gemini", "gemini-2.5-flash");
        assert_eq!(gemini.and_then(|price| price.reasoning), Some(2_500_000), "and reasoning");
    }

    #[test]
    fn a_model_without_a_price_has_none() {
        assert!(Book::shipped().price("groq", "llama-3.3-70b-versatile").is_none(), "not listed");
        assert!(Book::shipped().price("openrouter", "openai/gpt-4o-mini").is_none(), "no provider");
        assert!(Book::shipped().price("", "gpt-4o-mini").is_none(), "a provider is needed");
    }

    #[test]
    fn a_model_says_when_it_retires() {
        let day = Book::shipped().deprecation("openai", "gpt-5-mini");
        assert_eq!(day, Some("2026-12-11"), "the provider named a day");
        let none = Book::shipped().deprecation("groq", "openai/gpt-oss-120b");
        assert_eq!(none, None, "no day was named");
    }

    #[test]
    fn a_long_context_price_says_where_it_stops() {
        let pro = Book::shipped().price("gemini", "gemini-2.5-pro");
        assert_eq!(pro.and_then(|price| price.holds_up_to), Some(200_000), "dearer above 200k");
        let mini = Book::shipped().price("openai", "gpt-4o-mini");
        assert_eq!(mini.and_then(|price| price.holds_up_to), None, "one price at any length");
    }

    #[test]
    fn an_absurd_price_is_refused_by_name() {
        // Two rows of the catalogue say $9,710 and $2,000 per million output tokens.
        for (row, field, found) in [
            (r#"{"input": 1000000000, "output": 9710000000}"#, "output", 9_710_000_000),
            (r#"{"input": 500000000, "output": 2000000000}"#, "output", 2_000_000_000),
            (r#"{"input": 0, "output": 1}"#, "input", 0),
            (r#"{"input": 1, "output": 1, "cache_read": 0}"#, "cache_read", 0),
        ] {
            let error = book_of(row).expect_err("nobody charges this");
            let BookError::OutOfRange { row, field: named, found: said } = &error else {
                panic!("{error} is not about a price")
            };
            assert_eq!((row.as_str(), *named, *said), ("groq/m", field, found), "it says where");
        }
        let dearest = format!(r#"{{"input": 1, "output": {}}}"#, Price::MOST);
        assert!(book_of(&dearest).is_ok(), "the limit itself is inside");
    }

    #[test]
    fn an_unreadable_book_says_what_and_where() {
        let error = book_of(r#"{"input": 1}"#).expect_err("a row needs both prices").to_string();
        assert!(error.contains("output") && error.contains("line 1 column"), "{error}");
        let error = book_of(r#"{"input": -1, "output": 1}"#).expect_err("negative").to_string();
        assert!(error.contains("-1"), "a negative price is no price: {error}");
        let error = book_of(r#"{"input": 1, "output": 1, "deprecated": "soon"}"#)
            .expect_err("soon is no day")
            .to_string();
        assert!(error.contains("groq/m") && error.contains("soon"), "{error}");
    }
}
