//! Responses to GET requests: a list of models, or the description of one. Nothing here is measured.

use secrecy::SecretString;
use url::Url;

use crate::catalogue::Provider;
use crate::error::advice;
use crate::error::fault::{Fault, FaultClass};
use crate::error::happened;
use crate::error::raw_fault::RawFault;
use crate::error::refusal::Refusal;
use crate::limits::LARGEST_REFUSAL;
use crate::net::client::Client;
use crate::net::proxy::ProxyRoute;
use crate::wire::headers::key_header;
use crate::wire::json_size;
use crate::wire::redact::Redaction;
use crate::wire::untrusted::UntrustedText;

const MB: usize = 1024 * 1024;

/// Something to request from a provider.
pub(crate) struct Resource<'a> {
    pub(crate) provider: &'a Provider,
    pub(crate) key: Option<&'a SecretString>,
    /// The proxy's login, as `USER:PASSWORD`.
    pub(crate) proxy_login: Option<&'a SecretString>,
    pub(crate) address: &'a Url,
    /// The model it is about; empty if it concerns none.
    pub(crate) model: &'a str,
    /// Maximum size that is read, in MB.
    pub(crate) most_mb: usize,
}

impl Resource<'_> {
    /// Its body.
    ///
    /// # Errors
    /// A [`Fault`] that says which part failed and what to do; the key is removed from its texts.
    pub(crate) async fn body(&self) -> Result<Vec<u8>, Fault> {
        let Self { provider, key, address, .. } = *self;
        let hide = || Redaction::of(key).and_login(self.proxy_login);
        let client = Client::to(address, &provider.route, self.proxy_login).await;
        let client = client.map_err(|fault| fault.redacted(&hide()))?;
        let login = client.via().and_then(ProxyRoute::login);
        let redaction = hide().and_login(login.as_ref());
        let redacted = |fault: RawFault| fault.redacted(&redaction);
        let failed = |error: reqwest::Error| redacted(client.fault(&error));
        let mut request = client.get();
        for (name, value) in provider.dialect.wire().headers() {
            request = request.header(*name, *value);
        }
        for (name, value) in provider.own_headers() {
            request = request.header(name, value);
        }
        if let Some(key) = key {
            let (name, value) =
                key_header(key, provider, address, client.via()).map_err(redacted)?;
            request = request.header(name, value);
        }
        let mut response = request.send().await.map_err(failed)?;
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let mut body = Vec::new();
        let is_success = (200..300).contains(&status);
        while let Some(bytes) = response.chunk().await.map_err(failed)? {
            body.extend_from_slice(&bytes);
            if !is_success && body.len() > LARGEST_REFUSAL {
                break;
            }
            if body.len() > self.most_mb * MB {
                return Err(redacted(RawFault::new(
                    FaultClass::TooLarge,
                    happened::too_large_list(&self.most_mb.to_string()),
                    advice::no_api(),
                )));
            }
        }
        if is_success && json_size::is_too_large(&body) {
            return Err(redacted(RawFault::new(
                FaultClass::TooLarge,
                happened::too_full_list(),
                advice::no_api(),
            )));
        }
        if is_success {
            return Ok(body);
        }
        let said = String::from_utf8_lossy(&body);
        let refusal = Refusal {
            status,
            headers: &headers,
            body: UntrustedText::of(&said),
            request_id: None,
            redaction: &redaction,
            provider,
            model: self.model,
            had_key: key.is_some(),
        };
        Err(refusal.fault())
    }
}
