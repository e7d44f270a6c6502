//! Request and response headers.

use std::time::Duration;

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};
use url::Url;

use crate::catalogue::Provider;
use crate::dialects::dialect::Auth;
use crate::error::advice;
use crate::error::fault::FaultClass;
use crate::error::happened;
use crate::error::raw_fault::RawFault;
use crate::net::proxy::ProxyRoute;
use crate::net::route::Route;
use crate::wire::redact::SafeText;
use crate::wire::response::is_possible;

/// Whether anything may be sent to an address: nothing crosses a public network unencrypted without the user's consent.
///
/// # Errors
/// A [`RawFault`] of class `forbidden` that names the host.
pub(crate) fn may_send(address: &str, route: &Route) -> Result<(), RawFault> {
    let Some(place) = route.needs_leave(address) else { return Ok(()) };
    Err(RawFault::new(
        FaultClass::Forbidden,
        happened::in_the_clear(&place),
        advice::https_or_allow(),
    ))
}

/// The header that carries a key, and the only place where a key is sent.
///
/// # Errors
/// A [`RawFault`] if the key must not go to this address or through this proxy, or does not fit into a header. It never
/// contains the key.
#[expect(clippy::disallowed_methods, reason = "this is where a key leaves")]
pub(crate) fn key_header(
    key: &SecretString,
    provider: &Provider,
    address: &Url,
    via: Option<&ProxyRoute>,
) -> Result<(HeaderName, HeaderValue), RawFault> {
    may_send(address.as_str(), &provider.route)?;
    // That the host may be reached unencrypted is no consent that a proxy reads the key, wherever it is: the page, or a data
    // folder from elsewhere, can name one.
    if let Some(via) = via.filter(|_| address.scheme() == "http") {
        return Err(RawFault::new(
            FaultClass::Forbidden,
            happened::key_before_proxy(&via.place()),
            advice::https_or_direct(),
        ));
    }
    let (name, before) = match provider.auth.unwrap_or_else(|| provider.dialect.wire().auth()) {
        Auth::Bearer => (header::AUTHORIZATION, "Bearer "),
        Auth::XApiKey => (HeaderName::from_static("x-api-key"), ""),
        Auth::XGoogApiKey => (HeaderName::from_static("x-goog-api-key"), ""),
        Auth::ApiKey => (HeaderName::from_static("api-key"), ""),
    };
    let text = secrecy::zeroize::Zeroizing::new(format!("{before}{}", key.expose_secret()));
    let mut value = HeaderValue::from_str(&text).map_err(|_| {
        RawFault::new(FaultClass::WrongKey, happened::unsendable_key(), advice::set_key_again())
    })?;
    value.set_sensitive(true);
    Ok((name, value))
}

/// The compression of the body, if any.
pub(crate) fn compressed(headers: &HeaderMap) -> Option<&str> {
    let encoding = headers.get(header::CONTENT_ENCODING)?.to_str().ok()?.trim();
    (!encoding.is_empty() && !encoding.eq_ignore_ascii_case("identity")).then_some(encoding)
}

/// The keep-alive time that the server announces.
pub(crate) fn keep_alive(headers: &HeaderMap) -> Option<Duration> {
    let mut said = headers.get("keep-alive")?.to_str().ok()?.split(',').map(str::trim);
    let seconds = said.find_map(|one| {
        let (name, value) = one.split_once('=')?;
        name.trim().eq_ignore_ascii_case("timeout").then(|| value.trim().parse().ok())?
    })?;
    Some(Duration::from_secs(seconds))
}

/// The processing time that the server reports, in milliseconds. Of the times in `server-timing`, only that of Google's
/// front end is the server's own; the others come from intermediaries.
///
/// `text` gives a header without the key, which may be a number.
pub(crate) fn processing_ms(text: impl Fn(&str) -> Option<SafeText>) -> Option<f64> {
    let ms = |said: &str| said.trim().parse().ok().filter(|ms| is_possible(*ms));
    if let Some(said) = text("openai-processing-ms") {
        return ms(&said);
    }
    let all = text("server-timing")?;
    let mut timings = all.split(',').map(str::trim);
    ms(timings.find_map(|timing| timing.strip_prefix("gfet4t7;")?.trim().strip_prefix("dur="))?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::redact::Redaction;

    #[test]
    fn how_long_a_connection_is_kept_is_read_or_left_open() {
        for (value, seconds) in [
            ("timeout=5, max=100", Some(5)),
            ("max=100, Timeout = 75", Some(75)),
            ("timeout=0", Some(0)),
            ("timeout=-1", None),
            ("timeout=soon", None),
            ("timeout=99999999999999999999", None),
            ("timeout", None),
            ("max=5", None),
        ] {
            let name = HeaderName::from_static("keep-alive");
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_static(value))]);
            let wanted = seconds.map(Duration::from_secs);
            assert_eq!(keep_alive(&headers), wanted, "{value}: unknown is no limit");
        }
    }

    #[test]
    fn only_a_servers_own_time_is_taken_for_its_own() {
        let said = |name: &'static str, value: &'static str| {
            let headers = HeaderMap::from_iter([(
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )]);
            let key = SecretString::from("471100815004247110");
            let redaction = Redaction::of(Some(&key));
            processing_ms(|name| Some(redaction.fact(headers.get(name)?.to_str().ok()?)))
        };
        assert_eq!(said("openai-processing-ms", "312"), Some(312.0), "OpenAI's");
        assert_eq!(said("server-timing", "gfet4t7; dur=859"), Some(859.0), "Google's");
        assert_eq!(said("server-timing", "a;dur=1, gfet4t7;dur=2.5"), Some(2.5), "among others");
        for (name, value) in [
            ("server-timing", "cfEdge;dur=3,cfOrigin;dur=100"),
            ("server-timing", "gfet4t7"),
            ("openai-processing-ms", "soon"),
            ("openai-processing-ms", "-1"),
            ("openai-processing-ms", "1e300"),
            ("openai-processing-ms", "471100815004247110"),
            ("server-timing", "gfet4t7;dur=4711008.15004247110"),
        ] {
            assert_eq!(said(name, value), None, "{name}: {value} says nothing of the server");
        }
    }
}
