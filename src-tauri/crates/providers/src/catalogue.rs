//! The catalogue: known providers as rows of data, and custom endpoints at any other address.

pub(crate) mod console;
pub(crate) mod discover;
pub(crate) mod family;
pub(crate) mod inputs;
pub(crate) mod inquiry;
pub(crate) mod listing;
pub(crate) mod models;
pub(crate) mod probe;
pub(crate) mod recognise;
pub(crate) mod resource;
pub(crate) mod roster;
pub(crate) mod service_tier;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use url::Url;

use crate::catalogue::family::{Family, ModelFacts, ModelParameters};
use crate::catalogue::probe::Probe;
use crate::dialects::dialect::{Auth, Dialect};
use crate::error::endpoint::{EndpointError, checked_base_url};
use crate::net::address::is_loopback;
use crate::net::route::Route;
use crate::wire::redact::SafeText;

/// Whether a provider needs a key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum KeyNeed {
    /// A key is never sent.
    None,
    /// A key is sent if there is one.
    #[default]
    Optional,
    /// A key is required.
    Required,
}

/// The evidence behind a row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// Recorded exchanges.
    Recorded,
    /// The official SDK's source.
    Sdk,
    /// The vendor's documentation.
    Docs,
    /// The most likely reading; not verified.
    #[default]
    Unverified,
}

/// The kind of a provider, by which lists are grouped.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Serves its own models.
    Vendor,
    /// Serves models of other vendors.
    Host,
    /// Forwards requests to vendors and hosts.
    Gateway,
    /// A cloud platform, where the user's own resource serves models.
    Cloud,
    /// A server that users run themselves.
    Local,
    /// A custom endpoint, or Paceline's simulated provider.
    #[default]
    Special,
}

/// A provider: its address, its needs, and how it differs from others of its dialect.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about a row of data")]
pub struct Provider {
    /// Id on the command line and in the history.
    pub id: String,
    /// Display name.
    pub label: String,
    /// Its kind, from the file that holds its row.
    #[serde(skip)]
    pub kind: Kind,
    /// The wire protocol spoken.
    #[serde(default)]
    pub dialect: Dialect,
    /// Everything before the dialect's own path. Empty if the user must set it.
    pub base_url: String,
    /// A template address, if the user must set it.
    pub base_url_example: Option<String>,
    /// Whether it needs a key.
    #[serde(default)]
    pub key: KeyNeed,
    /// Where to get a key.
    pub key_url: Option<String>,
    /// The row whose key it uses, if two rows are one account.
    pub key_of: Option<String>,
    /// Environment variables that usually hold the key, most common first.
    #[serde(default)]
    pub key_variables: Vec<String>,
    /// Prefixes of its keys, if they are distinctive.
    #[serde(default)]
    pub key_prefixes: Vec<String>,
    /// Where the prefixes come from; `None` if there are only public examples.
    pub key_prefixes_source: Option<String>,
    /// Whether it is simulated, on loopback.
    #[serde(default)]
    pub simulated: bool,
    /// Suggested models.
    #[serde(default)]
    pub models: Vec<String>,
    /// Models of its latest list.
    #[serde(skip)]
    pub listed: Vec<SafeText>,
    /// Whether it can list its models.
    #[serde(default = "yes")]
    pub lists_models: bool,
    /// Where it lists the user's own deployments, relative to the address of a request.
    pub(crate) deployments_path: Option<String>,
    /// How to find it on this machine.
    pub(crate) probe: Option<Probe>,
    /// The timings that the server reports, in words.
    #[serde(default)]
    pub reports: Vec<String>,
    /// Its name in the price book, if it is there.
    pub price_prefix: Option<String>,
    /// The evidence behind the row.
    pub proven: Evidence,
    /// A note for the user.
    pub note: Option<String>,
    /// Request path, if it differs from the dialect's; `{model}` is replaced by the model's name.
    pub(crate) path: Option<String>,
    /// Header of its key, if it differs from the dialect's.
    pub(crate) auth: Option<Auth>,
    /// Network route of its requests, from the user's settings.
    #[serde(skip)]
    pub route: Route,
    #[serde(default)]
    pub(crate) reasoning_exclusive: bool,
    #[serde(default)]
    pub(crate) pins_backend: bool,
    /// Whether the body names the model; some addresses name it only in the path.
    #[serde(default = "yes")]
    pub(crate) model_in_body: bool,
    #[serde(default)]
    pub(crate) extra_body: Map<String, Value>,
    #[serde(default)]
    pub(crate) extra_stream_options: Map<String, Value>,
    /// Fields of the body that force an answer's length; [`LENGTH`] is replaced by the number of tokens.
    #[serde(default)]
    pub(crate) length_fields: Map<String, Value>,
    /// The field of a seed, if it is not the dialect's.
    pub(crate) seed_param: Option<String>,
    /// The service tiers that a request can ask for, each in the provider's own word, with the fields and headers that
    /// request it.
    #[serde(default)]
    pub(crate) service_tiers: BTreeMap<String, TierRequest>,
    /// The service tier its requests ask for, from the plan.
    #[serde(skip)]
    pub(crate) service_tier: Option<String>,
    /// Additional headers of every request; never one that carries a key.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// The header that carries the last segment of the base URL's path, which is then not part of the path.
    pub(crate) address_header: Option<String>,
    /// Additional tags that open and close reasoning within the answer's text.
    #[serde(default)]
    pub thinking_tags: Vec<(String, String)>,
    /// Models that will be shut down, each with its last day, as `YYYY-MM-DD`.
    #[serde(default)]
    pub retires: BTreeMap<String, String>,
    /// The day on which the row was last checked against its source, as `YYYY-MM-DD`.
    pub checked: Option<String>,
    /// Where the row's facts come from.
    pub source: Option<String>,
    /// What all its models accept, unless `families` overrides it.
    #[serde(flatten)]
    pub(crate) facts: ModelFacts,
    /// Models that differ from the rest of the row; the first match counts.
    #[serde(default)]
    pub(crate) families: Vec<Family>,
    /// The row whose families also apply, after its own, because it serves the same models.
    pub(crate) families_of: Option<String>,
}

/// The way to request a service tier: `service_tier` with the tier's word, or other fields of the body, and headers.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
pub(crate) struct TierRequest {
    #[serde(default)]
    pub(crate) body: Map<String, Value>,
    #[serde(default)]
    pub(crate) headers: BTreeMap<String, String>,
}

/// Placeholder for the number of tokens in `length_fields`.
const LENGTH: &str = "{length}";

fn yes() -> bool {
    true
}

impl Provider {
    /// Its base URL without the segment that a header carries.
    pub(crate) fn root(&self) -> &str {
        self.parts().0
    }

    /// Its own headers: those of its row, and the one that carries a segment of its address.
    pub(crate) fn own_headers(&self) -> impl Iterator<Item = (&str, &str)> {
        let of_row = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        of_row.chain(self.address_header.as_deref().zip(self.parts().1))
    }

    fn parts(&self) -> (&str, Option<&str>) {
        let split = self.base_url.rsplit_once('/').filter(|(root, _)| !root.ends_with('/'));
        match split.filter(|_| self.address_header.is_some()) {
            Some((root, segment)) => (root, Some(segment)),
            None => (&self.base_url, None),
        }
    }

    /// Whether requests go to this machine.
    pub fn is_local(&self) -> bool {
        Url::parse(&self.base_url).is_ok_and(|url| is_loopback(&url))
    }

    /// Where its requests go: scheme, host and port of its address, such as `https://api.openai.com`; empty without an
    /// address.
    pub fn origin(&self) -> String {
        Url::parse(&self.base_url)
            .map_or_else(|_| String::new(), |url| url.origin().ascii_serialization())
    }

    /// The id under which its key is stored: its own, or that of the row with which it shares an account.
    pub fn key_id(&self) -> &str {
        self.key_of.as_deref().unwrap_or(&self.id)
    }

    /// The row with the answer length forced to `tokens`; `None` if the server cannot do that. A custom endpoint is
    /// asked for it and may refuse.
    pub fn at_length(&self, tokens: u32) -> Option<Self> {
        // The fields are those of chat completions, and a custom endpoint may speak another dialect.
        if self.length_fields.is_empty() || self.dialect != Dialect::OpenaiChat {
            return None;
        }
        let fields = self.length_fields.iter().map(|(name, value)| {
            (name.clone(), if value == LENGTH { tokens.into() } else { value.clone() })
        });
        let mut row = self.clone();
        row.extra_body.extend(fields);
        Some(row)
    }

    /// The row of the same account at the same host that speaks `dialect`, if this one is at its usual address.
    pub(crate) fn speaking(&self, dialect: Dialect) -> Option<&'static Self> {
        let host = |row: &Self| Url::parse(&row.base_url).ok()?.host_str().map(str::to_owned);
        let own = host(self)?;
        let is_usual = provider(&self.id).is_some_and(|row| row.base_url == self.base_url);
        catalogue().iter().find(|row| {
            let is_other = row.id != self.id && row.dialect == dialect;
            is_usual
                && is_other
                && row.key_id() == self.key_id()
                && host(row).as_ref() == Some(&own)
        })
    }

    /// Whether its list of models is that of the user's own deployments.
    pub fn lists_deployments(&self) -> bool {
        self.deployments_path.is_some()
    }

    /// Whether its requests currently go through a proxy.
    pub fn is_proxied(&self) -> bool {
        let url = Url::parse(&self.base_url);
        url.is_ok_and(|url| self.route.via(&url, None).is_ok_and(|via| via.is_some()))
    }

    /// Whether its output token count excludes reasoning, if no total shows it.
    pub fn reasoning_is_exclusive(&self) -> bool {
        self.reasoning_exclusive
    }

    /// What `model` accepts.
    pub(crate) fn takes(&self, model: &str) -> ModelParameters<'_> {
        macro_rules! fact {
            ($family:ident, $name:ident) => {
                $family.and_then(|family| family.facts.$name.as_ref()).or(self.facts.$name.as_ref())
            };
        }
        let family = self.family(model);
        ModelParameters {
            efforts: fact!(family, efforts).map(Vec::as_slice),
            effort_form: fact!(family, effort_form).copied(),
            effort_off: fact!(family, effort_off),
            effort_on: fact!(family, effort_on),
            effort_unset: fact!(family, effort_unset),
            thinks: fact!(family, thinks).copied().unwrap_or_default(),
            effort_words: fact!(family, effort_words).map_or(&[], Vec::as_slice),
            thinking_types: fact!(family, thinking_types).map(Vec::as_slice),
            forced_tools: fact!(family, forced_tools).copied().unwrap_or(true),
            least_budget: fact!(family, least_budget).copied().unwrap_or_default(),
            temperature: fact!(family, temperature).copied().unwrap_or_default(),
            limit_param: fact!(family, limit_param).copied(),
            limit_default: fact!(family, limit_default).copied(),
            limit_least: fact!(family, limit_least).copied().unwrap_or_default(),
            usage_opt_in: fact!(family, usage_opt_in).copied().unwrap_or_default(),
            system_param: fact!(family, system_param).map(String::as_str),
        }
    }

    /// The announced last day of a model, as `YYYY-MM-DD`.
    pub fn retires(&self, model: &str) -> Option<&str> {
        let of_family = || self.family(model)?.retires.as_deref();
        self.retires.get(model).map(String::as_str).or_else(of_family)
    }

    /// The family of `model`: of this row, or of the row whose families also apply.
    pub(crate) fn family(&self, model: &str) -> Option<&Family> {
        let others = self.families_of.as_deref().and_then(provider);
        let others = others.map_or(&[][..], |row| row.families.as_slice());
        self.families.iter().chain(others).find(|family| family.has(model))
    }

    /// The row with another, validated address. It then no longer uses another row's key, which was given for the
    /// shared address.
    pub fn at(&self, base_url: &str) -> Result<Self, EndpointError> {
        Ok(Self { base_url: checked_base_url(base_url)?, key_of: None, ..self.clone() })
    }
}

#[derive(Deserialize)]
struct Rows {
    provider: Vec<Provider>,
}

/// The rows by kind, in display order: within a kind, the best-known first.
const FILES: [(Kind, &str); 6] = [
    (Kind::Vendor, include_str!("catalogue/vendors.toml")),
    (Kind::Host, include_str!("catalogue/hosts.toml")),
    (Kind::Gateway, include_str!("catalogue/gateways.toml")),
    (Kind::Cloud, include_str!("catalogue/clouds.toml")),
    (Kind::Local, include_str!("catalogue/local.toml")),
    (Kind::Special, include_str!("catalogue/special.toml")),
];

static CATALOGUE: LazyLock<Vec<Provider>> = LazyLock::new(|| {
    let rows = |(kind, text): &(Kind, &str)| {
        let rows = toml::from_str::<Rows>(text).expect("a test reads the catalogue").provider;
        let kind = *kind;
        rows.into_iter().map(move |row| Provider { kind, ..row })
    };
    FILES.iter().flat_map(rows).collect()
});

/// Every known provider, in display order: by kind, the best-known first.
pub fn catalogue() -> &'static [Provider] {
    &CATALOGUE
}

/// The row with this id.
pub fn provider(id: &str) -> Option<&'static Provider> {
    catalogue().iter().find(|provider| provider.id == id)
}

/// A custom endpoint: the `custom` row with the user's name and address.
pub fn custom(
    id: &str,
    label: &str,
    dialect: Dialect,
    base_url: &str,
    key: KeyNeed,
) -> Result<Provider, EndpointError> {
    let row = provider("custom")
        .ok_or_else(|| EndpointError::UnknownProvider { id: "custom".to_owned() })?;
    Ok(Provider {
        id: id.to_owned(),
        label: label.to_owned(),
        dialect,
        base_url: checked_base_url(base_url)?,
        key,
        // A model with a vendor's name at a custom address most likely is that model, behind a gateway or a compatible
        // service. For chat completions a name proves nothing, because every server speaks them.
        families_of: catalogue()
            .iter()
            .find(|row| row.dialect == dialect && dialect != Dialect::OpenaiChat)
            .map(|row| row.families_of.as_ref().unwrap_or(&row.id).clone()),
        service_tiers: catalogue()
            .iter()
            .find(|row| row.dialect == dialect)
            .map(|row| row.service_tiers.clone())
            .unwrap_or_default(),
        ..row.clone()
    })
}

#[cfg(test)]
mod tests;
