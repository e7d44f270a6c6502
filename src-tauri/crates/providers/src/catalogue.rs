//! The providers we know, as rows of data, and any other address a person names.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::dialect::{Auth, Dialect};
use crate::endpoint::{EndpointError, checked_base_url};
use crate::network::{Route, is_loopback};
use crate::probe::Probe;

/// Whether a provider wants a key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum KeyNeed {
    /// None is ever sent.
    None,
    /// One is sent when there is one.
    #[default]
    Optional,
    /// Nothing works without one.
    Required,
}

/// Which field limits the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum LimitParam {
    MaxTokens,
    MaxCompletionTokens,
}

/// How a provider is brought to send usage.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UsageOptIn {
    #[default]
    Send,
    Omit,
    NotNeeded,
}

/// What happens when `stream_options` is refused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UsageTrouble {
    #[default]
    Fail,
    AskAgain,
}

/// What a row rests on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Proven {
    /// Recorded exchanges.
    Recorded,
    /// The official SDK's source.
    Sdk,
    /// The vendor's documentation.
    Docs,
    /// The likeliest reading; not verified.
    #[default]
    Unverified,
}

/// A provider: where it is, what it wants, and how it differs from the others of its dialect.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own about a row of data")]
pub struct Provider {
    /// The name used on the command line and in history.
    pub id: String,
    /// The name people read.
    pub label: String,
    /// The wire protocol spoken.
    #[serde(default)]
    pub dialect: Dialect,
    /// Everything before the dialect's own path. Empty where the person must say.
    pub base_url: String,
    /// An address to change, where the person must say.
    pub base_url_example: Option<String>,
    /// Whether it wants a key.
    #[serde(default)]
    pub key: KeyNeed,
    /// Where a person gets one.
    pub key_url: Option<String>,
    /// The row whose key it uses, where two rows are one account.
    pub key_of: Option<String>,
    /// The environment variables people usually keep it in, the usual one first.
    #[serde(default)]
    pub key_variables: Vec<String>,
    /// How its keys begin, where they begin in a way of their own.
    #[serde(default)]
    pub key_prefixes: Vec<String>,
    /// Whether it is one of ours on loopback.
    #[serde(default)]
    pub simulated: bool,
    /// Models to suggest.
    #[serde(default)]
    pub models: Vec<String>,
    /// Models that it listed when it was last asked.
    #[serde(skip)]
    pub listed: Vec<String>,
    /// Whether it has a list of models to ask for.
    #[serde(default = "yes")]
    pub lists_models: bool,
    /// How it is found on this machine.
    pub(crate) probe: Option<Probe>,
    /// What the server says of its own timing, in words.
    #[serde(default)]
    pub reports: Vec<String>,
    /// Its name in the price book, where it is there.
    pub price_prefix: Option<String>,
    /// What the row rests on.
    #[serde(default)]
    pub proven: Proven,
    /// What a person should know.
    pub note: Option<String>,
    /// Where its requests go, in place of the dialect's own path; `{model}` stands for the model's name.
    pub(crate) path: Option<String>,
    /// The header its key stands in, in place of the dialect's own.
    pub(crate) auth: Option<Auth>,
    /// How its requests reach it; the person's to say.
    #[serde(skip)]
    pub route: Route,
    /// Absent where no limit is understood.
    pub(crate) limit_param: Option<LimitParam>,
    #[serde(default)]
    pub(crate) usage_opt_in: UsageOptIn,
    #[serde(default)]
    pub(crate) usage_trouble: UsageTrouble,
    #[serde(default = "yes")]
    pub(crate) temperature: bool,
    #[serde(default)]
    pub(crate) reasoning_exclusive: bool,
    #[serde(default)]
    pub(crate) pins_backend: bool,
    #[serde(default)]
    pub(crate) forces_length: bool,
    #[serde(default)]
    pub(crate) extra_body: serde_json::Map<String, serde_json::Value>,
    #[serde(default)]
    pub(crate) extra_stream_options: serde_json::Map<String, serde_json::Value>,
}

fn yes() -> bool {
    true
}

impl Provider {
    /// Where requests go, when it is on this machine.
    pub fn is_local(&self) -> bool {
        Url::parse(&self.base_url).is_ok_and(|url| is_loopback(&url))
    }

    /// The name its key is kept under: its own, or that of the row it shares an account with.
    pub fn key_id(&self) -> &str {
        self.key_of.as_deref().unwrap_or(&self.id)
    }

    /// The row with every answer so many tokens long, whatever the model wants to say; `None` where the server knows no
    /// way to. An address of the person's own is asked and may refuse.
    pub fn at_length(&self, tokens: u32) -> Option<Self> {
        if !self.forces_length || self.dialect != Dialect::OpenaiChat {
            return None;
        }
        let mut row = self.clone();
        row.extra_body.insert("ignore_eos".to_owned(), true.into());
        row.extra_body.insert("min_tokens".to_owned(), tokens.into());
        Some(row)
    }

    /// Whether its requests go through a proxy, as things are now.
    pub fn is_proxied(&self) -> bool {
        let url = Url::parse(&self.base_url);
        url.is_ok_and(|url| self.route.via(&url, None).is_ok_and(|via| via.is_some()))
    }

    /// Whether its count of output tokens leaves the reasoning out, where no total tells.
    pub fn reasoning_is_exclusive(&self) -> bool {
        self.reasoning_exclusive
    }

    /// The row with another address, checked. There it no longer uses another row's key, which was given for the
    /// address that the two share.
    pub fn at(&self, base_url: &str) -> Result<Self, EndpointError> {
        Ok(Self { base_url: checked_base_url(base_url)?, key_of: None, ..self.clone() })
    }
}

#[derive(Deserialize)]
struct Rows {
    provider: Vec<Provider>,
}

static CATALOGUE: LazyLock<Vec<Provider>> = LazyLock::new(|| {
    let rows: Rows =
        toml::from_str(include_str!("catalogue.toml")).expect("a test reads the catalogue");
    rows.provider
});

/// Every provider we know, in the order shown to people.
pub fn catalogue() -> &'static [Provider] {
    &CATALOGUE
}

/// The row of that id.
pub fn provider(id: &str) -> Option<&'static Provider> {
    catalogue().iter().find(|provider| provider.id == id)
}

/// An endpoint of the person's own: the `custom` row under their name and address.
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
        ..row.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_catalogue_reads_and_is_usable() {
        let rows: Rows =
            toml::from_str(include_str!("catalogue.toml")).expect("the catalogue is valid TOML");
        let mut ids = std::collections::HashSet::new();
        for row in &rows.provider {
            assert!(ids.insert(&row.id), "`{}` stands twice", row.id);
            assert_ne!(row.id, crate::PROXY_LOGIN, "the name is taken among the keys");
            if let Some(example) = &row.base_url_example {
                assert_eq!(row.base_url, "", "`{}` has an address or an example of one", row.id);
                assert!(checked_base_url(example).is_ok(), "`{}` shows how one looks", row.id);
            } else if row.id != "custom" {
                let checked = checked_base_url(&row.base_url).expect("every row has an address");
                assert_eq!(checked, row.base_url, "`{}` is stored in its checked form", row.id);
                assert_eq!(
                    row.route.needs_leave(&row.base_url),
                    None,
                    "`{}` is asked over TLS, or is on the person's own network",
                    row.id
                );
            }
            if row.key == KeyNeed::Required {
                assert!(
                    row.key_url.is_some() && !row.key_variables.is_empty(),
                    "`{}` says where keys come from",
                    row.id
                );
                assert!(!row.models.is_empty(), "`{}` suggests a model", row.id);
            }
            if let Some(other) = &row.key_of {
                let known = rows.provider.iter().any(|row| row.id == *other);
                assert!(known, "`{}` shares the key of a row that is there", row.id);
            }
        }
    }

    #[test]
    fn a_row_that_was_moved_does_not_take_the_key_of_another_along() {
        let responses = provider("openai-responses").expect("in the catalogue");
        assert_eq!(responses.key_id(), "openai", "one account, one key");
        let moved = responses.at("https://gateway.example.com/v1").expect("an address");
        assert_eq!(moved.key_id(), "openai-responses", "OpenAI's key stays with OpenAI");
    }
}
