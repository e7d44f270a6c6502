//! Views of providers and the app for the UI. They never contain a key, at most its last four characters.

use std::collections::BTreeMap;

use app::{KeyringView, RaceDefaults};
use cost::{OwnPriceRow, Price, Prices};
use keys::{KeyLocation, StoredKey};
use providers::{Dialect, KeyNeed, Kind, Network, Provider, Proxy, SafeText};
use race::Plan;
use serde::{Deserialize, Serialize};
use store::{Damage, Look};

/// What the window needs before it shows anything.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct Startup {
    /// The app's version.
    pub(crate) version: String,
    /// State of the keyring.
    pub(crate) keyring: KeyringView,
    /// The data folder.
    pub(crate) data_dir: String,
    /// The looks of all known contenders.
    pub(crate) looks: Vec<Look>,
    /// Whether nothing has been raced yet.
    pub(crate) first_run: bool,
    /// How the web view renders, and why.
    pub(crate) safe_rendering: String,
    /// What the user should know about the history, in whole sentences: what could not be read, and what is used
    /// instead.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) notices: Vec<String>,
    /// What is wrong with the history, if it is damaged: what can be read of it is shown, and nothing is saved.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) damage: Option<Damage>,
    /// The id of a race or a sweep that goes on although the page that started it is gone.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) left_running: Option<String>,
    /// Whether the history can only be read, because its folder or its disk takes nothing.
    #[specta(optional)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) read_only: bool,
}

/// A provider as the UI shows it.
#[derive(Debug, Serialize, specta::Type)]
#[expect(clippy::struct_excessive_bools, reason = "facts that the UI shows one by one")]
pub(crate) struct ProviderView {
    /// Id in plans and in the history.
    pub(crate) id: String,
    /// Display name.
    pub(crate) label: String,
    /// Its kind, by which the list is grouped.
    pub(crate) kind: Kind,
    /// Its rank in display order: by kind, the best-known first. Custom endpoints share the last rank.
    pub(crate) rank: u32,
    /// The wire protocol it speaks.
    pub(crate) dialect: Dialect,
    /// Address of requests.
    pub(crate) base_url: String,
    /// The catalogue's address, if the user has set another.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default_base_url: Option<String>,
    /// Whether it needs a key.
    pub(crate) key: KeyNeed,
    /// Where its key is stored; absent if there is none.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kept: Option<KeyLocation>,
    /// The last characters of its key, four at most.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tail: Option<String>,
    /// Where to get a key.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) key_url: Option<String>,
    /// Models to choose from: suggested ones, then those of its latest list.
    pub(crate) models: Vec<String>,
    /// Whether it can list its models, which also checks its key.
    pub(crate) lists_models: bool,
    /// The service tiers that a lane can ask for.
    pub(crate) service_tiers: Vec<String>,
    /// The last day (`YYYY-MM-DD`) of each model that retires.
    #[specta(optional)]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) retires: BTreeMap<String, String>,
    /// What is known about its models' prices and lengths. Models about which nothing is known are absent.
    #[specta(optional)]
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) known: BTreeMap<String, ModelFacts>,
    /// Its own proxy, if the user has set one.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) proxy: Option<Proxy>,
    /// Whether it is on this machine.
    pub(crate) local: bool,
    /// Whether it is simulated.
    pub(crate) simulated: bool,
    /// Whether it is a custom endpoint.
    pub(crate) custom: bool,
    /// A template address, if the user must set it.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) base_url_example: Option<String>,
    /// The provider whose key it uses, if two are one account.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) key_of: Option<String>,
    /// Environment variables that usually hold its key.
    pub(crate) key_variables: Vec<String>,
    /// The timings that the server reports, in words.
    pub(crate) reports: Vec<String>,
    /// Whether its row has more evidence than the most likely reading.
    pub(crate) proven: bool,
    /// A note for the user.
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
        let own = || {
            let listed = row.listed.iter().map(SafeText::as_str);
            row.models.iter().map(String::as_str).chain(listed)
        };
        let day = |model: &str| {
            let day = race::last_day(row, prices.book(), model)?;
            Some((model.to_owned(), day.to_owned()))
        };
        let facts = |model: &str| {
            let facts = ModelFacts::of(row, model, prices);
            facts.is_known().then(|| (model.to_owned(), facts))
        };
        Self {
            known: own().filter_map(facts).collect(),
            retires: own().filter_map(day).collect(),
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
                .cloned()
                .chain(
                    row.listed
                        .iter()
                        .filter(|listed| !row.models.iter().any(|own| **listed == **own))
                        .cloned()
                        .map(String::from),
                )
                .collect(),
            lists_models: row.lists_models,
            service_tiers: row.service_tiers().map(str::to_owned).collect(),
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

/// A model's price and context length, as far as they are known.
#[derive(Debug, Clone, Serialize, specta::Type)]
pub(crate) struct ModelFacts {
    /// Its price.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) price: Option<ModelPrice>,
    /// Its longest input, in tokens.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) context_tokens: Option<u32>,
}

impl ModelFacts {
    pub(crate) fn of(provider: &Provider, model: &str, prices: &Prices) -> Self {
        let prefix = provider.price_prefix.as_deref();
        let address = Some(provider.base_url.as_str());
        let price = prices.price(&provider.id, address, prefix, model).map(ModelPrice::of);
        let context_tokens = prefix.and_then(|prefix| prices.book().context(prefix, model));
        Self { price, context_tokens }
    }

    fn is_known(&self) -> bool {
        self.price.is_some() || self.context_tokens.is_some()
    }
}

/// A model at some provider, found by name.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct FoundModel {
    /// The provider that has it.
    pub(crate) provider: String,
    /// The model as the provider calls it.
    pub(crate) model: String,
    /// The announced day of its retirement.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deprecated: Option<String>,
    /// What is known about it.
    pub(crate) facts: ModelFacts,
}

/// A well-known environment variable that is set, without its value.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct KeyVariable {
    /// The provider of its key.
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
    /// The announced day of its retirement.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deprecated: Option<String>,
    /// Its price, if known.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) price: Option<ModelPrice>,
    /// Its longest input, in tokens.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) context_tokens: Option<u32>,
}

/// The price of a model, in dollars per million tokens.
#[derive(Debug, Clone, Serialize, specta::Type)]
pub(crate) struct ModelPrice {
    /// Per million input tokens that are not cached.
    pub(crate) input_usd_per_million: f64,
    /// Per million output tokens.
    pub(crate) output_usd_per_million: f64,
    /// Per request, besides its tokens.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) usd_per_request: Option<f64>,
    /// Per hour of the user's own machine, if time is charged instead of tokens.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) usd_per_hour: Option<f64>,
    /// Its source; `you` for the user's own price.
    pub(crate) source: String,
    /// The day it was published or set, as `YYYY-MM-DD`.
    pub(crate) dated: String,
}

impl Model {
    pub(crate) fn of(provider: &Provider, id: String, prices: &Prices) -> Self {
        let ModelFacts { price, context_tokens } = ModelFacts::of(provider, &id, prices);
        let deprecated = race::last_day(provider, prices.book(), &id).map(str::to_owned);
        Self { id, deprecated, price, context_tokens }
    }
}

impl ModelPrice {
    fn of(price: Price) -> Self {
        Self {
            input_usd_per_million: f64::from(price.rates.input) / 1e6,
            output_usd_per_million: f64::from(price.rates.output) / 1e6,
            usd_per_request: price.per_request.map(|micro_usd| f64::from(micro_usd) / 1e6),
            usd_per_hour: price.per_hour.map(|micro_usd| f64::from(micro_usd) / 1e6),
            source: price.source,
            dated: price.dated,
        }
    }
}

/// The prices in effect.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct PriceBookView {
    /// Where the book comes from.
    pub(crate) source: String,
    /// The day it was published, as `YYYY-MM-DD`.
    pub(crate) dated: String,
    /// Age in days.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) age_days: Option<u32>,
    /// Number of models with a price.
    pub(crate) models: u32,
    /// Whether it is the shipped book.
    pub(crate) shipped: bool,
    /// The user's own prices, which override the book's.
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

/// A custom endpoint, as the user enters it.
#[derive(Debug, Deserialize, specta::Type)]
pub(crate) struct EndpointInput {
    /// The endpoint to change; absent for a new one.
    pub(crate) id: Option<String>,
    /// Display name.
    pub(crate) label: String,
    /// The wire protocol it speaks.
    pub(crate) dialect: Dialect,
    /// Base address.
    pub(crate) base_url: String,
    /// Whether it needs a key.
    pub(crate) key_needed: bool,
    /// Whether the user allows plain HTTP to it on a public network.
    pub(crate) confirm_plain_http: bool,
}

/// The plan of the first run, ready to start with one keystroke.
pub(crate) fn first_plan(defaults: RaceDefaults) -> Plan {
    Plan {
        prompt: simulator::FIRST_PROMPT.to_owned(),
        max_tokens: defaults.max_tokens,
        temperature: defaults.temperature,
        repeat: defaults.repeat,
        warmup: defaults.warmup,
        lanes: app::first_race(),
        ..Plan::default()
    }
}
