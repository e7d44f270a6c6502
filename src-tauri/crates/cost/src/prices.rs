//! The prices in effect: a price book, overridden by the user's own prices.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use specta::Type;
use thiserror::Error;

use crate::{Book, MicroUsdPerMillion, Price, Rates};

/// Source of the user's own prices.
const YOU: &str = "you";

/// A price set by the user, in dollars.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OwnPrice {
    /// Prices per million tokens.
    PerMillion {
        /// Input tokens, 0 to 1,000 dollars.
        input_usd: f64,
        /// Output tokens, 0 to 1,000 dollars.
        output_usd: f64,
        /// Input tokens read from the cache; absent if the input price applies.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cache_read_usd: Option<f64>,
        /// Input tokens written to the cache; absent if the input price applies.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        cache_write_usd: Option<f64>,
        /// Reasoning tokens; absent if the output price applies.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reasoning_usd: Option<f64>,
        /// Fee of each request, 0 to 1,000 dollars; absent if there is none.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        request_usd: Option<f64>,
    },
    /// Price per hour of the machine that serves the model.
    GpuHour {
        /// More than 0 and at most 4,000 dollars.
        usd_per_hour: f64,
    },
    /// Power draw of the machine while it serves, and the price of electricity.
    Electricity {
        /// More than 0 watts.
        watts: f64,
        /// Dollars per kilowatt-hour.
        usd_per_kwh: f64,
    },
}

/// Why one of the user's own prices is invalid.
#[derive(Clone, Debug, PartialEq, Error)]
#[error(
    "{what} is {found}, which is not a valid price: it must be between {least} and {most} dollars"
)]
pub struct OwnPriceError {
    what: &'static str,
    found: f64,
    least: f64,
    most: f64,
}

impl Price {
    /// Whether the user set it; always true for a price per hour.
    pub(crate) fn is_own(&self) -> bool {
        self.source == YOU
    }
}

impl OwnPrice {
    /// Converts it to a [`Price`]. `id` is `provider/model`; `dated` is the day it was set, as `YYYY-MM-DD`.
    ///
    /// # Errors
    /// If a number is not a valid amount, or is out of range.
    pub fn price(&self, id: &str, dated: &str) -> Result<Price, OwnPriceError> {
        let mut price = Price::new(id, dated, YOU, Rates::default());
        match *self {
            Self::PerMillion {
                input_usd,
                output_usd,
                cache_read_usd,
                cache_write_usd,
                reasoning_usd,
                request_usd,
            } => {
                let optional =
                    |what, usd: Option<f64>| usd.map(|usd| up_to_thousand(what, usd)).transpose();
                price.rates = Rates {
                    input: up_to_thousand("the input price", input_usd)?,
                    output: up_to_thousand("the output price", output_usd)?,
                    cache_read: optional("the price of a cache read", cache_read_usd)?,
                    cache_write: optional("the price of a cache write", cache_write_usd)?,
                    reasoning: optional("the price of reasoning", reasoning_usd)?,
                };
                price.per_request = optional("the fee of a request", request_usd)?;
            }
            Self::GpuHour { usd_per_hour } => {
                price.per_hour = Some(per_hour("the price of an hour", usd_per_hour)?);
            }
            Self::Electricity { watts, usd_per_kwh } => {
                let usd = watts / 1_000.0 * usd_per_kwh;
                price.per_hour = Some(per_hour("what an hour draws", usd)?);
            }
        }
        Ok(price)
    }
}

/// Dollars per million tokens or per request, of at most 1,000, in micro-dollars.
fn up_to_thousand(what: &'static str, usd: f64) -> Result<MicroUsdPerMillion, OwnPriceError> {
    micro(what, usd, 0.0, 1_000.0)
}

fn per_hour(what: &'static str, usd: f64) -> Result<u32, OwnPriceError> {
    micro(what, usd, 1e-6, 4_000.0)
}

fn micro(what: &'static str, usd: f64, least: f64, most: f64) -> Result<u32, OwnPriceError> {
    if !(least..=most).contains(&usd) {
        return Err(OwnPriceError { what, found: usd, least, most });
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "its range was just checked"
    )]
    Ok((usd * 1e6).round() as u32)
}

/// One of the user's own prices with the model it applies to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Type)]
pub struct OwnPriceRow {
    /// The provider's id.
    pub provider: String,
    /// The only address the price holds at, without a slash at its end, for a model at an address that was typed in.
    /// Absent if it holds at every address of the provider.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// The model as the provider calls it.
    pub model: String,
    /// The day it was set, as `YYYY-MM-DD`.
    pub dated: String,
    /// The price.
    pub price: OwnPrice,
}

impl OwnPriceRow {
    /// What the price holds for; of one model at one address there is at most one price.
    pub fn key(&self) -> (&str, Option<&str>, &str) {
        (&self.provider, self.address.as_deref(), &self.model)
    }

    /// The name of what it holds for: `provider/model`, or `address#model`.
    pub fn name(&self) -> String {
        let Self { provider, address, model, .. } = self;
        address
            .as_ref()
            .map_or_else(|| format!("{provider}/{model}"), |address| format!("{address}#{model}"))
    }
}

/// All prices in effect. The user's own take precedence.
#[derive(Clone, Debug)]
pub struct Prices {
    book: Arc<Book>,
    own: BTreeMap<(String, Option<String>, String), Price>,
}

impl Default for Prices {
    /// The shipped book without any prices of the user's own.
    fn default() -> Self {
        Self { book: Arc::clone(Book::shipped()), own: BTreeMap::new() }
    }
}

impl Prices {
    /// A book overridden by the user's own prices. Invalid ones are ignored.
    pub fn new(book: Arc<Book>, own: &[OwnPriceRow]) -> Self {
        let own = own.iter().filter_map(|row| {
            let price = row.price.price(&row.name(), &row.dated).ok()?;
            Some(((row.provider.clone(), row.address.clone(), row.model.clone()), price))
        });
        Self { book, own: own.collect() }
    }

    /// The price of a model: the user's own at this address, or at every address of the provider, if set; otherwise the
    /// book's under `prefix`, the book's name for the provider. `address` is as in [`OwnPriceRow`].
    pub fn price(
        &self,
        provider: &str,
        address: Option<&str>,
        prefix: Option<&str>,
        model: &str,
    ) -> Option<Price> {
        let own = |address: Option<&str>| {
            self.own.get(&(provider.to_owned(), address.map(str::to_owned), model.to_owned()))
        };
        let own = own(address).or_else(|| own(None));
        own.cloned().or_else(|| self.book.price(prefix?, model))
    }

    /// The book in effect.
    pub fn book(&self) -> &Book {
        &self.book
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(price: OwnPrice) -> OwnPriceRow {
        OwnPriceRow {
            provider: "groq".into(),
            address: None,
            model: "openai/gpt-oss-120b".into(),
            dated: "2026-11-21".into(),
            price,
        }
    }

    fn per_million(input_usd: f64, output_usd: f64) -> OwnPrice {
        OwnPrice::PerMillion {
            input_usd,
            output_usd,
            cache_read_usd: None,
            cache_write_usd: None,
            reasoning_usd: None,
            request_usd: None,
        }
    }

    #[test]
    fn a_price_of_the_persons_own_takes_the_place_of_the_books() {
        let book = Prices::default();
        let listed =
            book.price("groq", None, Some("groq"), "openai/gpt-oss-120b").expect("it is listed");
        assert_eq!(listed.source, "LiteLLM 1.109.1", "the book says so");
        let prices = Prices::new(Arc::clone(Book::shipped()), &[row(per_million(0.1, 0.4))]);
        let own =
            prices.price("groq", None, Some("groq"), "openai/gpt-oss-120b").expect("it is set");
        assert_eq!(
            (own.rates.input, own.rates.output),
            (100_000, 400_000),
            "as the user entered it"
        );
        assert_eq!((own.source.as_str(), own.dated.as_str()), ("you", "2026-11-21"), "and when");
        let elsewhere = prices.price("together", None, None, "openai/gpt-oss-120b");
        assert_eq!(elsewhere, None, "it holds for that provider and no other");
    }

    #[test]
    fn a_price_at_an_address_holds_there_and_one_without_everywhere_else() {
        let at = |address: Option<&str>, usd| OwnPriceRow {
            provider: "custom".into(),
            address: address.map(str::to_owned),
            model: "m".into(),
            ..row(per_million(usd, usd))
        };
        let (here, there) = ("http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1");
        let prices = Prices::new(
            Arc::clone(Book::shipped()),
            &[at(None, 1.0), at(Some(here), 2.0), at(Some(there), 3.0)],
        );
        let input = |address| {
            prices.price("custom", Some(address), None, "m").map(|price| price.rates.input)
        };
        assert_eq!(input(here), Some(2_000_000), "its own");
        assert_eq!(input(there), Some(3_000_000), "and the other its own");
        assert_eq!(input("http://127.0.0.1:3/v1"), Some(1_000_000), "what holds everywhere");
        assert_eq!(at(Some(here), 1.0).name(), format!("{here}#m"), "named as it is typed in");
    }

    #[test]
    fn watts_are_money_by_the_hour() {
        let drawn = OwnPrice::Electricity { watts: 350.0, usd_per_kwh: 0.3 };
        let price = drawn.price("llamacpp/m", "2026-11-21").expect("a price");
        assert_eq!(price.per_hour, Some(105_000), "0.35 kW at $0.30 are 10.5 cents an hour");
    }

    #[test]
    fn an_invalid_amount_of_money_is_refused_with_its_reason() {
        for (price, what) in [
            (per_million(-1.0, 1.0), "input"),
            (per_million(1.0, f64::NAN), "output"),
            (OwnPrice::GpuHour { usd_per_hour: 0.0 }, "hour"),
            (OwnPrice::Electricity { watts: 1e9, usd_per_kwh: 1.0 }, "draws"),
        ] {
            let error = price.price("a/b", "2026-11-21").expect_err("no price").to_string();
            assert!(error.contains(what), "{error}");
            let prices = Prices::new(Arc::clone(Book::shipped()), &[row(price)]);
            let listed = prices.price("groq", None, Some("groq"), "openai/gpt-oss-120b");
            assert!(listed.is_some_and(|price| price.source != "you"), "the book stays in effect");
        }
        assert!(
            per_million(0.0, 0.0).price("a/b", "2026-11-21").is_ok(),
            "free is a price one can say"
        );
    }
}
