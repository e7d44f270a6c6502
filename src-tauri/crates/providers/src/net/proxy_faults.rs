//! Failures of a proxy, and what to do about them: none of them is the provider's.

use crate::error::fault::FaultClass;
use crate::error::raw_fault::RawFault;
use crate::net::proxy::ProxyRoute;
use crate::wire::redact::Redaction;
use crate::wire::untrusted::UntrustedText;

impl ProxyRoute {
    /// The fault of an error status from the proxy, for `CONNECT` or instead of the provider's response.
    pub(crate) fn refused(
        &self,
        status: u16,
        place: &str,
        said: UntrustedText<'_>,
        redaction: &Redaction,
    ) -> RawFault {
        let proxy = self.place();
        let has_login = self.login_header().is_some();
        let advice = match status {
            407 if has_login => {
                "The proxy does not accept its login. Set it again under Network, as user:password."
                    .to_owned()
            }
            407 => "The proxy wants a login. Set it under Network, as user:password, or with `paceline keys set proxy`.".to_owned(),
            403 | 405 => format!("The proxy does not allow connections to {place}. Ask the proxy's administrator, or reach this provider directly (Network)."),
            502..=504 => format!("The proxy does not reach {place}. Check the address and that the proxy is online."),
            _ => format!("Check under Network that {proxy} is the right proxy."),
        };
        let words = crate::error::server_message::words(said, redaction);
        let said = if words.is_empty() { String::new() } else { format!(": {words}") };
        RawFault::new(
            FaultClass::Proxy,
            format!("The proxy {proxy} refused to connect to {place} with status {status}{said}"),
            advice,
        )
    }

    /// The fault of a failed SOCKS handshake; `why` is the library's text.
    pub(super) fn socks_refused(&self, place: &str, why: &str) -> RawFault {
        let why = why.trim_start_matches("SOCKS error: ");
        let has_login = self.intercept.raw_auth().is_some();
        let about_login =
            ["authentication", "credentials", "ident"].iter().any(|word| why.contains(word));
        let (why, advice) = match (about_login, has_login) {
            (true, true) => (
                why,
                "The proxy does not accept its login. Set it again under Network, as user:password.",
            ),
            (true, false) => (
                "it wants a login",
                "Set the proxy's login under Network, as user:password, or with `paceline keys set proxy`.",
            ),
            _ if why.contains("not allowed") => (
                why,
                "The proxy's rules forbid this connection. Ask the proxy's administrator, or reach this provider directly (Network).",
            ),
            _ if why.contains("unreachable") || why.contains("refused") || why.contains("ttl") => (
                why,
                "The proxy runs, and does not reach the provider. Check the address and that the proxy is online.",
            ),
            _ if why.contains("address type") || why.contains("IPV6") => (
                why,
                "The proxy does not know this kind of address. With socks5h:// it looks the name up itself.",
            ),
            _ => (why, "Check under Network that it is a SOCKS proxy of this version."),
        };
        RawFault::new(
            FaultClass::Proxy,
            format!("The proxy {} opened no connection to {place}: {why}.", self.place()),
            advice,
        )
    }

    /// The fault of a failed connection to the proxy, which is not the provider's failure.
    pub(crate) fn unreachable(&self, fault: RawFault) -> RawFault {
        self.no_secure_way(fault)
            .advising("Start the proxy, set another under Network, or connect directly.")
    }

    /// The fault of a failed TLS handshake with the proxy.
    pub(crate) fn no_secure_way(&self, fault: RawFault) -> RawFault {
        fault.of_proxy(&format!("The proxy {} is not reached.", self.place()))
    }

    /// The fault of a tunnel that failed over `error`.
    pub(super) fn not_http(&self, error: &hyper::Error) -> RawFault {
        if error.is_parse() {
            RawFault::new(
                FaultClass::Proxy,
                format!("What {} answers is not HTTP.", self.place()),
                "Check under Network whether it is a SOCKS proxy (socks5h://) or speaks TLS (https://).",
            )
        } else {
            self.broke(&error.to_string())
        }
    }

    /// The fault of a connection that the proxy ended.
    pub(super) fn broke(&self, why: &str) -> RawFault {
        RawFault::new(
            FaultClass::Proxy,
            format!("The connection through the proxy {} broke: {why}.", self.place()),
            "Check under Network that it is a proxy of this kind, and that it runs.",
        )
    }
}
