//! Validates and normalises the addresses that users enter.

use url::Url;

use crate::dialects::dialect::Dialect;

/// Why an address or a lane is not usable, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// No such row.
    #[error(
        "there is no provider `{id}`; `paceline providers` lists them, and any other address can be written as DIALECT@BASE_URL#MODEL"
    )]
    UnknownProvider {
        /// The given name.
        id: String,
    },
    /// No such dialect.
    #[error("there is no dialect `{name}`; known: {}", Dialect::ALL.map(Dialect::name).join(", "))]
    UnknownDialect {
        /// The given name.
        name: String,
    },
    /// Not an address.
    #[error("`{given}` is not an address: {why}; write it like https://api.example.com/v1")]
    NotAnAddress {
        /// The input, without any credentials.
        given: String,
        /// What is wrong with it.
        why: String,
    },
    /// Requests would cross a public network unencrypted.
    #[error(
        "`{place}` is on a public network, and over http:// everyone on the way could read the prompt and the key"
    )]
    PlainHttp {
        /// `HOST:PORT`, as the user would have to allow it.
        place: String,
    },
    /// The address contains a secret, or could.
    #[error(
        "an address must not carry {what}, since addresses are stored and shown; keys belong in the keyring"
    )]
    CarriesSecret {
        /// `a user name or password`, or `a query`.
        what: &'static str,
    },
}

impl std::str::FromStr for Dialect {
    type Err = EndpointError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|dialect| dialect.name() == name)
            .ok_or_else(|| EndpointError::UnknownDialect { name: name.to_owned() })
    }
}

/// A base address in stored form: http or https, without credentials, query, fragment or trailing slash, and without
/// the dialect's own path if the user pasted that as well.
pub fn checked_base_url(given: &str) -> Result<String, EndpointError> {
    let given = given.trim();
    let bad = |why: &str| EndpointError::NotAnAddress { given: shown(given), why: why.to_owned() };
    let url = Url::parse(given).map_err(|error| match error {
        url::ParseError::RelativeUrlWithoutBase => {
            bad("it does not start with https:// or http://")
        }
        other => bad(&other.to_string()),
    })?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(bad("it is neither http nor https"));
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err(bad("it names no host"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(EndpointError::CarriesSecret { what: "a user name or password" });
    }
    if url.query().is_some() {
        return Err(EndpointError::CarriesSecret { what: "a query" });
    }
    if url.fragment().is_some() {
        return Err(bad("it has a `#` part"));
    }
    let text = url.as_str().trim_end_matches('/');
    let own = Dialect::ALL.into_iter().find(|dialect| text.ends_with(dialect.path()));
    let base = own.and_then(|dialect| text.strip_suffix(dialect.path()));
    let base = if own == Some(Dialect::Replicate) { base.map(without_model) } else { base };
    Ok(base.unwrap_or(text).to_owned())
}

/// Strips `/models/OWNER/NAME` from the address of a model at Replicate.
fn without_model(text: &str) -> &str {
    let mut parts = text.rsplitn(4, '/');
    match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(_), Some(_), Some("models"), Some(before)) => before,
        _ => text,
    }
}

/// The input without anything that could be a password or a key.
fn shown(given: &str) -> String {
    let cut = given.split(['?', '#']).next().unwrap_or_default();
    match (cut.find("://"), cut.rfind('@')) {
        (Some(scheme), Some(at)) if at > scheme => format!("{}…{}", &cut[..scheme + 3], &cut[at..]),
        _ => cut.chars().take(200).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_address_is_stored_in_one_form() {
        for (given, stored) in [
            (" https://api.example.com/v1/ ", "https://api.example.com/v1"),
            ("http://127.0.0.1:8000/v1/chat/completions", "http://127.0.0.1:8000/v1"),
            ("HTTPS://API.Example.com", "https://api.example.com"),
            ("https://api.replicate.com/v1/predictions", "https://api.replicate.com/v1"),
            (
                "https://api.replicate.com/v1/models/meta/llama-3/predictions",
                "https://api.replicate.com/v1",
            ),
            ("https://example.com/models/a/b", "https://example.com/models/a/b"),
        ] {
            assert_eq!(checked_base_url(given).as_deref(), Ok(stored), "one address, one form");
        }
    }

    #[test]
    fn an_address_that_could_carry_a_secret_is_refused_without_repeating_it() {
        for given in [
            "https://user:marker@example.com/v1",
            "https://example.com/v1?key=marker",
            "ftp://u:marker@x/",
        ] {
            let error = checked_base_url(given).expect_err("refused").to_string();
            assert!(!error.contains("marker"), "the message repeats the secret: {error}");
        }
    }
}
