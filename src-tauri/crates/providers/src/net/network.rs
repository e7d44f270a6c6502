//! Network settings: proxies, additional certificates, and hosts reached without encryption.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use url::{Host, Url};

use crate::error::advice;
use crate::error::fault::FaultClass;
use crate::error::happened;
use crate::error::raw_fault::RawFault;
use crate::net::address::{host_of, is_loopback, is_loopback_ip, is_private_ip, place_of};
use crate::net::route::{Proxy, Route};
use crate::net::trust::{self, CaFileError};

/// The key id under which the proxy login `USER:PASSWORD` is stored. No provider may have this id.
pub const PROXY_LOGIN: &str = "proxy";

impl Proxy {
    /// A proxy set by the user, with its address normalised.
    ///
    /// # Errors
    /// [`NetworkError`] for an invalid address, or one with credentials.
    pub fn custom(given: &str) -> Result<Self, NetworkError> {
        checked_proxy(given).map(|url| Self::Custom { url })
    }

    fn checked(self) -> Result<Self, NetworkError> {
        match self {
            Self::Custom { url } => Self::custom(&url),
            other => Ok(other),
        }
    }
}

/// Parses `system`, `direct` or an address, as on the command line.
impl std::str::FromStr for Proxy {
    type Err = NetworkError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word.trim() {
            "system" => Ok(Self::System),
            "direct" => Ok(Self::Direct),
            address => Self::custom(address),
        }
    }
}

/// `system`, `direct` or the address.
impl std::fmt::Display for Proxy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::System => "system",
            Self::Direct => "direct",
            Self::Custom { url } => url,
        })
    }
}

/// The user's network settings.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Network {
    /// The proxy of every provider without its own.
    #[serde(default)]
    pub proxy: Proxy,
    /// Proxies of single providers, by provider id.
    #[serde(default)]
    pub own: BTreeMap<String, Proxy>,
    /// A PEM file of certificates that are trusted in addition to the system's.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<PathBuf>,
    /// Public hosts, as `HOST:PORT`, to which the user allows unencrypted requests, keys and prompts included.
    #[serde(default)]
    pub plain_http: BTreeSet<String>,
}

impl Network {
    /// Validates and normalises the settings.
    ///
    /// # Errors
    /// [`NetworkError`] for the first invalid setting.
    pub fn checked(self) -> Result<Self, NetworkError> {
        if let Some(file) = &self.ca_file {
            trust::check(file)?;
        }
        Ok(Self {
            proxy: self.proxy.checked()?,
            own: self
                .own
                .into_iter()
                .map(|(provider, proxy)| Ok((provider, proxy.checked()?)))
                .collect::<Result<_, NetworkError>>()?,
            ca_file: self.ca_file,
            plain_http: self
                .plain_http
                .iter()
                .map(|given| checked_place(given))
                .collect::<Result<_, _>>()?,
        })
    }

    /// The settings of one provider.
    pub fn route(&self, provider: &str) -> Route {
        Route {
            proxy: self.own.get(provider).unwrap_or(&self.proxy).clone(),
            ca_file: self.ca_file.clone(),
            plain_http: self.plain_http.clone(),
        }
    }

    /// Allows unencrypted requests to the host of `base_url`, if they need permission.
    pub fn allow_plain_http(&mut self, base_url: &str) {
        if let Some(place) = self.route("").needs_leave(base_url) {
            self.plain_http.insert(place);
        }
    }
}

/// Why a network setting is not usable, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// Not the address of a proxy.
    #[error(
        "`{given}` is not a proxy: {why}; write it like http://127.0.0.1:3128 or socks5h://127.0.0.1:1080"
    )]
    NotAProxy {
        /// The input, without any credentials.
        given: String,
        /// What is wrong with it.
        why: String,
    },
    /// The address of a proxy carries its login.
    #[error(
        "the address of a proxy must not carry a user name or password, since addresses are stored and shown; keep the login in the keyring, under Network or with `paceline keys set proxy`"
    )]
    ProxyCarriesLogin,
    /// Not a host with a port.
    #[error("`{given}` is not a host to speak plain HTTP with; write it like api.example.com:8080")]
    NotAHost {
        /// The input.
        given: String,
    },
    /// A file of certificates that cannot be used.
    #[error(transparent)]
    CaFile(#[from] CaFileError),
}

/// The default port of a proxy.
fn usual_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" => Some(80),
        "https" => Some(443),
        "socks4" | "socks4a" | "socks5" | "socks5h" => Some(1080),
        _ => None,
    }
}

fn checked_proxy(given: &str) -> Result<String, NetworkError> {
    let given = given.trim();
    // The part before an `@` may be a password, so it is never repeated.
    if given.contains('@') {
        return Err(NetworkError::ProxyCarriesLogin);
    }
    let bad = |why: &str| NetworkError::NotAProxy {
        given: given.chars().take(200).collect(),
        why: why.to_owned(),
    };
    // `HOST:PORT` alone means an HTTP proxy, as in other programs.
    let whole = if given.contains("://") { given.to_owned() } else { format!("http://{given}") };
    let url = Url::parse(&whole).map_err(|error| bad(&error.to_string()))?;
    let scheme = url.scheme();
    let usual = usual_port(scheme)
        .ok_or_else(|| bad("it is neither http, https, socks5, socks5h, socks4 nor socks4a"))?;
    let host = url.host_str().filter(|host| !host.is_empty());
    let host = host.ok_or_else(|| bad("it names no host"))?;
    if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
        return Err(bad("something follows its port"));
    }
    Ok(format!("{scheme}://{host}:{}", url.port().unwrap_or(usual)))
}

fn checked_place(given: &str) -> Result<String, NetworkError> {
    let bad = || NetworkError::NotAHost { given: given.chars().take(200).collect() };
    if given.contains(['/', '@', '?', '#']) {
        return Err(bad());
    }
    let url = Url::parse(&format!("http://{}", given.trim())).map_err(|_| bad())?;
    place_of(&url).ok_or_else(bad)
}

/// Where an address may lead if its name suggests this machine or a private network: a name belongs to whoever
/// answers for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reach {
    Anywhere,
    /// To this machine or a private network.
    Private,
    /// To this machine.
    Loopback,
}

impl Reach {
    /// Over TLS the certificate proves who answers; a host that the user allowed may be anywhere.
    pub(crate) fn of(url: &Url, route: &Route) -> Self {
        let is_allowed = place_of(url).is_some_and(|place| route.plain_http.contains(&place));
        if !matches!(host_of(url), Some(Host::Domain(_))) {
            Self::Anywhere
        } else if is_loopback(url) {
            Self::Loopback
        } else if url.scheme() == "http" && !is_allowed {
            Self::Private
        } else {
            Self::Anywhere
        }
    }

    /// The addresses of `host` that are within reach.
    ///
    /// # Errors
    /// A [`RawFault`] of class `forbidden` if there is none.
    pub(crate) fn within(
        self,
        host: &str,
        mut addresses: Vec<SocketAddr>,
    ) -> Result<Vec<SocketAddr>, RawFault> {
        let found = addresses.first().map(|address| address.ip().to_string());
        addresses.retain(|address| match self {
            Self::Anywhere => true,
            Self::Private => is_private_ip(address.ip()),
            Self::Loopback => is_loopback_ip(address.ip()),
        });
        if !addresses.is_empty() {
            return Ok(addresses);
        }
        let found = found.unwrap_or_default();
        let message = if self == Self::Loopback {
            happened::not_this_machine(host, &found)
        } else {
            happened::not_private(host, &found)
        };
        Err(RawFault::new(FaultClass::Forbidden, message, advice::https_or_allow()))
    }
}

/// Whether a key for `base_url` may also go to `address`, which came from a response: over TLS to a host of `vendor`,
/// or to exactly the same origin as before.
pub(crate) fn may_follow(address: &Url, base_url: &str, vendor: &str) -> bool {
    let is_vendors = address.scheme() == "https"
        && address
            .domain()
            .and_then(|host| host.strip_suffix(vendor))
            .is_some_and(|before| before.is_empty() || before.ends_with('.'));
    let is_same = Url::parse(base_url).is_ok_and(|base| base.origin() == address.origin());
    let carries_login = !address.username().is_empty() || address.password().is_some();
    (is_vendors || is_same) && !carries_login
}

#[cfg(test)]
#[path = "network_tests.rs"]
mod tests;
