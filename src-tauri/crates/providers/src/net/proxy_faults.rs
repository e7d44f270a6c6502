//! Failures of a proxy, and what to do about them: none of them is the provider's.

use measure::Phrase;

use crate::error::advice;
use crate::error::fault::FaultClass;
use crate::error::happened;
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
            407 if has_login => advice::proxy_login_refused(),
            407 => advice::proxy_wants_login(),
            403 | 405 => advice::proxy_allows_not(place),
            502..=504 => advice::proxy_reaches_not(place),
            _ => advice::proxy_may_be_wrong(&proxy),
        };
        let said = crate::error::server_message::words(said, redaction);
        let status = status.to_string();
        let message = if said.is_empty() {
            happened::proxy_refused(&proxy, place, &status)
        } else {
            happened::proxy_refused_saying(&proxy, place, &status, &said)
        };
        RawFault::new(FaultClass::Proxy, message, advice)
    }

    /// The fault of a failed SOCKS handshake; `why` is the library's text.
    pub(super) fn socks_refused(&self, place: &str, why: &str) -> RawFault {
        let why = why.trim_start_matches("SOCKS error: ");
        let has_login = self.intercept.raw_auth().is_some();
        let about_login =
            ["authentication", "credentials", "ident"].iter().any(|word| why.contains(word));
        let own = || Phrase::verbatim(why);
        let (why, advice) = match (about_login, has_login) {
            (true, true) => (own(), advice::proxy_login_refused()),
            (true, false) => (happened::proxy_wants_login(), advice::proxy_wants_login()),
            _ if why.contains("not allowed") => (own(), advice::proxy_rules()),
            _ if why.contains("unreachable") || why.contains("refused") || why.contains("ttl") => {
                (own(), advice::proxy_runs())
            }
            _ if why.contains("address type") || why.contains("IPV6") => {
                (own(), advice::proxy_address_type())
            }
            _ => (own(), advice::proxy_socks_version()),
        };
        let message = happened::proxy_opened_none(&self.place(), place, why);
        RawFault::new(FaultClass::Proxy, message, advice)
    }

    /// The fault of a failed connection to the proxy, which is not the provider's failure.
    pub(crate) fn unreachable(&self, fault: RawFault) -> RawFault {
        self.no_secure_way(fault).advising(advice::proxy_down())
    }

    /// The fault of a failed TLS handshake with the proxy.
    pub(crate) fn no_secure_way(&self, fault: RawFault) -> RawFault {
        fault.of_proxy(happened::proxy_unreached(&self.place()))
    }

    /// The fault of a tunnel that failed over `error`.
    pub(super) fn not_http(&self, error: &hyper::Error) -> RawFault {
        if error.is_parse() {
            RawFault::new(
                FaultClass::Proxy,
                happened::proxy_not_http(&self.place()),
                advice::proxy_protocol(),
            )
        } else {
            self.broke(&error.to_string())
        }
    }

    /// The fault of a connection that the proxy ended.
    pub(super) fn broke(&self, why: &str) -> RawFault {
        RawFault::new(
            FaultClass::Proxy,
            happened::proxy_broke(&self.place(), why),
            advice::proxy_broke(),
        )
    }
}
