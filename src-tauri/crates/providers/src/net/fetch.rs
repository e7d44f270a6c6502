//! Fetches a text from an address that the user gave, such as a newer price book. No key is sent.

use measure::Phrase;
use secrecy::SecretString;
use url::Url;

use crate::error::advice;
use crate::error::fault::{Fault, FaultClass};
use crate::error::happened;
use crate::error::raw_fault::RawFault;
use crate::net::address::is_loopback;
use crate::net::client::Client;
use crate::net::route::Route;
use crate::wire::redact::Redaction;

/// Maximum size of a text.
const LONGEST: usize = 32 * 1024 * 1024;

/// The text at `address`, which must be https, or http on this machine, fetched over `route`. `proxy_login` is the
/// proxy's, as `USER:PASSWORD`.
///
/// # Errors
/// A [`Fault`] that names the problem with the address, the connection or the response.
pub async fn fetch_text(
    address: &str,
    route: &Route,
    proxy_login: Option<&SecretString>,
) -> Result<String, Fault> {
    let redaction = Redaction::default().and_login(proxy_login);
    text_at(address, route, proxy_login).await.map_err(|fault| fault.redacted(&redaction))
}

async fn text_at(
    address: &str,
    route: &Route,
    proxy_login: Option<&SecretString>,
) -> Result<String, RawFault> {
    let unusable = |why: Phrase| {
        RawFault::new(FaultClass::Dns, happened::unfetchable(address, why), advice::fetchable())
    };
    let url =
        Url::parse(address).map_err(|error| unusable(Phrase::verbatim(&error.to_string())))?;
    if url.scheme() != "https" && !(url.scheme() == "http" && is_loopback(&url)) {
        return Err(unusable(happened::not_https()));
    }
    let client = Client::to(&url, route, proxy_login).await?;
    let failed = |error: reqwest::Error| client.fault(&error);
    let mut response = client.get().send().await.map_err(failed)?;
    let status = response.status();
    if !status.is_success() {
        let message = happened::answered(address, &status.to_string());
        return Err(RawFault::new(FaultClass::OtherStatus, message, advice::check_address()));
    }
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await.map_err(failed)? {
        body.extend_from_slice(&bytes);
        if body.len() > LONGEST {
            let message = happened::sends_too_much(address, &(LONGEST / (1024 * 1024)).to_string());
            return Err(RawFault::new(FaultClass::TooLarge, message, advice::check_address()));
        }
    }
    String::from_utf8(body).map_err(|_| {
        let message = happened::sends_no_text(address);
        RawFault::new(FaultClass::NotAStream, message, advice::check_address())
    })
}
