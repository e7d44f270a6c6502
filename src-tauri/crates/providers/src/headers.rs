//! What goes into a request's headers and what is read from a response's.

use hyper::header::{self, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};

use crate::dialects::Auth;
use crate::{Fault, FaultClass, Provider};

/// The header a key leaves in, and the only place where it does.
///
/// # Errors
/// A [`Fault`] when the key must not go to this address or cannot stand in a header. The key is in neither.
#[expect(clippy::disallowed_methods, reason = "this is where a key leaves")]
pub(crate) fn key_header(
    key: &SecretString,
    provider: &Provider,
) -> Result<(HeaderName, HeaderValue), Fault> {
    if !crate::catalogue::may_carry_key(&provider.base_url) {
        return Err(Fault::new(
            FaultClass::Forbidden,
            "The key was not sent: the address is public and not encrypted.",
            "Use https:// for this address.",
        ));
    }
    let (name, before) = match provider.auth() {
        Auth::Bearer => (header::AUTHORIZATION, "Bearer "),
        Auth::XApiKey => (HeaderName::from_static("x-api-key"), ""),
        Auth::XGoogApiKey => (HeaderName::from_static("x-goog-api-key"), ""),
        Auth::ApiKey => (HeaderName::from_static("api-key"), ""),
    };
    let text = secrecy::zeroize::Zeroizing::new(format!("{before}{}", key.expose_secret()));
    let mut value = HeaderValue::from_str(&text).map_err(|_| {
        Fault::new(
            FaultClass::WrongKey,
            "The key has characters that cannot stand in a header.",
            "Set it again under Providers; it may have been pasted with a line break.",
        )
    })?;
    value.set_sensitive(true);
    Ok((name, value))
}

/// How the body was compressed, where it was.
pub(crate) fn compressed(headers: &HeaderMap) -> Option<&str> {
    let encoding = headers.get(header::CONTENT_ENCODING)?.to_str().ok()?.trim();
    (!encoding.is_empty() && !encoding.eq_ignore_ascii_case("identity")).then_some(encoding)
}

/// How long the server asks to wait. A date is not read: it would have to be compared with a clock that may be wrong.
pub(crate) fn retry_after_ms(headers: &HeaderMap) -> Option<u32> {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<f64>().ok();
    let ms =
        number("retry-after-ms").or_else(|| number("retry-after").map(|seconds| seconds * 1e3))?;
    whole_ms(ms)
}

/// A length of time in milliseconds, where the number is one.
pub(crate) fn whole_ms(ms: f64) -> Option<u32> {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to the range"
    )]
    (ms.is_finite() && ms >= 0.0).then(|| ms.min(f64::from(u32::MAX)) as u32)
}
