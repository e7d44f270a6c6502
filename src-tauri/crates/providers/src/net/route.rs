//! The network route of one provider.

use std::collections::BTreeSet;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use url::Url;

use crate::net::address::{is_private, place_of};

/// The proxy between this machine and a provider. A provider on this machine is always reached directly.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Proxy {
    /// The system's proxy: the environment (`HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY`, `NO_PROXY`) and, on macOS and
    /// Windows, the system settings.
    #[default]
    System,
    /// Nothing.
    Direct,
    /// A proxy set by the user.
    Custom {
        /// Its address, `SCHEME://HOST:PORT` without credentials. The scheme is `http`, `https`, `socks5` (names are
        /// resolved on this machine), `socks5h` (names are resolved by the proxy), `socks4` or `socks4a`.
        url: String,
    },
}

/// The network route of one provider.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Route {
    /// The proxy.
    pub proxy: Proxy,
    /// A PEM file of certificates that are trusted in addition to the system's.
    pub ca_file: Option<PathBuf>,
    /// Public hosts, as `HOST:PORT`, to which unencrypted requests are allowed.
    pub plain_http: BTreeSet<String>,
}

impl Route {
    /// The `HOST:PORT` that the user must first allow, if requests to `base_url` would cross a public network
    /// unencrypted: `http://` to anything but this machine or a private network.
    pub fn needs_leave(&self, base_url: &str) -> Option<String> {
        let url = Url::parse(base_url).ok()?;
        let place = place_of(&url)?;
        (url.scheme() == "http" && !is_private(&url) && !self.plain_http.contains(&place))
            .then_some(place)
    }
}
