//! What the UI is told of providers and of the app itself: never a key, at most the last four characters of one.

use std::collections::BTreeMap;

use cost::{OwnPriceRow, Prices};
use keys::{KeyLocation, KeyringState, StoredKey};
use providers::{Dialect, KeyNeed, Kind, Network, Provider, Proxy};
use race::Plan;
use serde::{Deserialize, Serialize};
use store::RaceDefaults;

/// What the window needs to know before it shows anything.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct Startup {
    /// The app's version.
    pub(crate) version: String,
    /// Whether keys can be kept.
    pub(crate) keyring: KeyringState,
    /// Where the history is.
    pub(crate) data_dir: String,
    /// The plan that was on screen last, or the first run's.
    pub(crate) plan: Plan,
    /// Whether nothing has been raced here yet.
    pub(crate) first_run: bool,
    /// How the web view draws, and why.
    pub(crate) safe_rendering: String,
}

/// A provider as the UI shows it.
#[derive(Debug, Serialize, specta::Type)]
#[expect(clippy::struct_excessive_bools, reason = "facts that the UI shows one by one")]
pub(crate) struct ProviderView {
    /// The name used in plans and in history.
    pub(crate) id: String,
    /// The name people read.
    pub(crate) label: String,
    /// Its kind, by which the list is grouped.
    pub(crate) kind: Kind,
    /// Its rank in display order: by kind, the best-known first. Custom endpoints share the last rank.
    pub(crate) rank: u32,
    /// The wire protocol it speaks.
    pub(crate) dialect: Dialect,
    /// Where requests go.
    pub(crate) base_url: String,
    /// The catalogue's address, where the person has set another.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default_base_url: Option<String>,
    /// Whether it wants a key.
    pub(crate) key: KeyNeed,
    /// Where its key is kept; absent when there is none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kept: Option<KeyLocation>,
    /// The last characters of its key, four at most.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tail: Option<String>,
    /// Where a person gets a key.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) key_url: Option<String>,
    /// Models to pick from: those that are suggested, then those that it listed when it was last asked.
    pub(crate) models: Vec<String>,
    /// Whether it has a list of models to ask for, which is also how its key is checked.
    pub(crate) lists_models: bool,
    /// The last day, as `YYYY-MM-DD`, of each of them that is to be shut down.
    #[specta(optional)]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) retires: BTreeMap<String, String>,
    /// Its own proxy, where the person has set one for it alone.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proxy: Option<Proxy>,
    /// Whether it is on this machine.
    pub(crate) local: bool,
    /// Whether it is one of ours.
    pub(crate) simulated: bool,
    /// Whether it is an endpoint of the person's own.
    pub(crate) custom: bool,
    /// An address to change, where the person must say.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) base_url_example: Option<String>,
    /// The provider whose key it uses, where two are one account.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) key_of: Option<String>,
    /// The environment variables people usually keep its key in.
    pub(crate) key_variables: Vec<String>,
    /// What the server says of its own timing, in words.
    pub(crate) reports: Vec<String>,
    /// Whether its row rests on more than the likeliest reading.
    pub(crate) proven: bool,
    /// What a person should know.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
}

impl ProviderView {
    pub(crate) fn of(
        row: &Provider,
        stored: &[StoredKey],
        network: &Network,
        prices: &Prices,
    ) -> Self {
        let catalogued = providers::provider(&row.id);
        let kept = stored.iter().find(|stored| stored.provider == row.key_id());
        let day = |model: &String| {
            let day = race::last_day(row, prices.book(), model)?;
            Some((model.clone(), day.to_owned()))
        };
        Self {
            retires: row.models.iter().chain(&row.listed).filter_map(day).collect(),
            id: row.id.clone(),
            label: row.label.clone(),
            kind: row.kind,
            rank: providers::catalogue()
                .iter()
                .position(|known| known.id == row.id)
                .and_then(|place| u32::try_from(place).ok())
                .unwrap_or(u32::MAX),
            dialect: row.dialect,
            base_url: row.base_url.clone(),
            default_base_url: catalogued
                .filter(|known| !known.simulated && known.base_url != row.base_url)
                .map(|known| known.base_url.clone()),
            key: row.key,
            kept: kept.map(|stored| stored.kept),
            tail: kept.and_then(|stored| stored.tail.clone()),
            key_url: row.key_url.clone(),
            models: row
                .models
                .iter()
                .chain(row.listed.iter().filter(|listed| !row.models.contains(listed)))
                .cloned()
                .collect(),
            lists_models: row.lists_models,
            proxy: network.own.get(&row.id).cloned(),
            local: row.is_local(),
            simulated: row.simulated,
            custom: catalogued.is_none(),
            base_url_example: row.base_url_example.clone(),
            key_of: row.key_of.clone(),
            key_variables: row.key_variables.clone(),
            reports: row.reports.clone(),
            proven: row.proven != providers::Evidence::Unverified,
            note: row.note.clone(),
        }
    }
}

/// A well-known variable of the environment that is set. Its value is not part of it.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct KeyVariable {
    /// Whose key it holds.
    pub(crate) provider: String,
    /// The provider's name.
    pub(crate) label: String,
    /// The variable's name.
    pub(crate) variable: String,
}

impl KeyVariable {
    pub(crate) fn of(row: &Provider, variable: &str) -> Self {
        Self { provider: row.id.clone(), label: row.label.clone(), variable: variable.to_owned() }
    }
}

/// A model that a provider lists.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct Model {
    /// The model as the provider calls it.
    pub(crate) id: String,
    /// The day it is to be switched off, where one is announced.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deprecated: Option<String>,
    /// What it costs, where the price book knows.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) price: Option<ModelPrice>,
}

/// What a model costs, in dollars per million tokens.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct ModelPrice {
    /// Of input that is not cached.
    pub(crate) input_usd_per_million: f64,
    /// Of output.
    pub(crate) output_usd_per_million: f64,
    /// Of an hour of the person's own machine, where time is paid for in place of tokens.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) usd_per_hour: Option<f64>,
    /// Who says so; `you` for a price of the person's own.
    pub(crate) source: String,
    /// The day it was published or set, as `YYYY-MM-DD`.
    pub(crate) dated: String,
}

impl Model {
    pub(crate) fn of(provider: &Provider, id: String, prices: &Prices) -> Self {
        let prefix = provider.price_prefix.as_deref();
        let price = prices.price(&provider.id, prefix, &id).map(|price| ModelPrice {
            input_usd_per_million: f64::from(price.input) / 1e6,
            output_usd_per_million: f64::from(price.output) / 1e6,
            usd_per_hour: price.per_hour.map(|micro_usd| f64::from(micro_usd) / 1e6),
            source: price.source,
            dated: price.dated,
        });
        let deprecated = race::last_day(provider, prices.book(), &id).map(str::to_owned);
        Self { id, deprecated, price }
    }
}

/// The prices in effect.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct PriceBookView {
    /// Where the book comes from.
    pub(crate) source: String,
    /// The day it was published, as `YYYY-MM-DD`.
    pub(crate) dated: String,
    /// How many days ago that was.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) age_days: Option<u32>,
    /// How many models it prices.
    pub(crate) models: u32,
    /// Whether it is the one that this version was built with.
    pub(crate) shipped: bool,
    /// The prices that the person set, which come before the book's.
    pub(crate) own: Vec<OwnPriceRow>,
}

impl PriceBookView {
    pub(crate) fn of(prices: &Prices, own: Vec<OwnPriceRow>) -> Self {
        let (book, shipped) = (prices.book(), cost::Book::shipped());
        Self {
            source: book.source().to_owned(),
            dated: book.dated().to_owned(),
            age_days: app::days_since(book.dated()),
            models: u32::try_from(book.len()).unwrap_or(u32::MAX),
            shipped: book == shipped.as_ref(),
            own,
        }
    }
}

/// An endpoint of the person's own, as they write it down.
#[derive(Debug, Deserialize, specta::Type)]
pub(crate) struct EndpointInput {
    /// The endpoint to change; absent for a new one.
    pub(crate) id: Option<String>,
    /// The name people read.
    pub(crate) label: String,
    /// The wire protocol it speaks.
    pub(crate) dialect: Dialect,
    /// Where it is.
    pub(crate) base_url: String,
    /// Whether it wants a key.
    pub(crate) key_needed: bool,
    /// Whether the person allows plain HTTP to it, where it is on a public network.
    pub(crate) confirm_plain_http: bool,
}

/// The plan of the first run, ready so that one keystroke starts it.
pub(crate) fn first_plan(defaults: RaceDefaults) -> Plan {
    Plan {
        prompt: simulator::FIRST_PROMPT.to_owned(),
        system: None,
        max_tokens: defaults.max_tokens,
        temperature: defaults.temperature,
        effort: None,
        repeat: defaults.repeat,
        warmup: defaults.warmup,
        lanes: app::first_race(),
        load: None,
    }
}
