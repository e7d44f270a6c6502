//! Which models a provider serves. Asking is free, and so it is also how a key is checked.

use std::sync::LazyLock;
use std::time::Duration;

use secrecy::SecretString;
use url::Url;

use crate::fault::{self, Refusal};
use crate::headers::key_header;
use crate::listing::{self, Page};
use crate::redact::Redaction;
use crate::request::joined;
use crate::{Fault, FaultClass, Provider};

/// A list longer than this is no list of models.
const LARGEST_LIST: usize = 32 * 1024 * 1024;

/// Nothing here is measured, so this goes through a client that does everything by itself. It follows no redirect: a
/// key must not travel to an address that came out of a response.
static CLIENT: LazyLock<Result<reqwest::Client, reqwest::Error>> = LazyLock::new(|| {
    // An error means that a provider is installed already, which is all that is wanted.
    let _already = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
        .user_agent(concat!("paceline/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(Duration::from_secs(10))
        .timeout(Duration::from_secs(30))
        .no_proxy()
        .build()
});

/// No provider's list has more pages than this; beyond it a server repeats itself.
const MOST_PAGES: usize = 20;

/// The models that `provider` lists for this key, sorted by name. Where there is no list to ask for, its suggestions.
///
/// # Errors
/// A [`Fault`] that says which part failed and what to do; its texts have had the key removed.
pub async fn models(provider: &Provider, key: Option<&SecretString>) -> Result<Vec<String>, Fault> {
    if !provider.lists_models {
        return Ok(provider.models.clone());
    }
    let first = joined(&provider.base_url, provider.dialect.wire().models_path());
    let (mut models, mut address) = (Vec::new(), first.clone());
    for _ in 0..MOST_PAGES {
        let page = page(provider, key, &address).await?;
        models.extend(page.models);
        let Some((parameter, token)) = page.next else { break };
        let unreadable = |error: url::ParseError| {
            Fault::new(FaultClass::Dns, error.to_string(), "Check the address under Providers.")
        };
        let mut next = Url::parse(&first).map_err(unreadable)?;
        next.query_pairs_mut().append_pair(parameter, &token);
        address = next.into();
    }
    models.sort_unstable();
    models.dedup();
    Ok(models)
}

async fn page(
    provider: &Provider,
    key: Option<&SecretString>,
    address: &str,
) -> Result<Page, Fault> {
    let redaction = Redaction::of(key);
    let failed = |error: &dyn std::error::Error| {
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(now) = cause {
            text = format!("{text}: {now}");
            cause = now.source();
        }
        Fault::new(
            if text.contains("dns") { FaultClass::Dns } else { FaultClass::Tcp },
            format!("The list of models could not be fetched: {}", redaction.text(&text)),
            "Check the address and that this machine is online.",
        )
    };
    let client = CLIENT.as_ref().map_err(|error| failed(error))?;
    let wire = provider.dialect.wire();
    let mut request = client.get(address);
    for (name, value) in wire.headers() {
        request = request.header(*name, *value);
    }
    if let Some(key) = key {
        let (name, value) = key_header(key, provider)?;
        request = request.header(name, value);
    }
    let mut response = request.send().await.map_err(|error| failed(&error))?;
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await.map_err(|error| failed(&error))? {
        body.extend_from_slice(&bytes);
        if body.len() > LARGEST_LIST {
            return Err(Fault::new(
                FaultClass::TooLarge,
                "The list of models is over 32 MB.",
                "Check the address: it may not be that of an API.",
            ));
        }
    }
    if !(200..300).contains(&status) {
        let shown: String =
            redaction.text(&String::from_utf8_lossy(&body)).chars().take(1_000).collect();
        let refusal = Refusal {
            status,
            body: &shown,
            retry_after_ms: None,
            request_id: None,
            location: None,
        };
        return Err(fault::refused(
            refusal,
            &provider.label,
            &provider.base_url,
            "",
            key.is_some(),
        ));
    }
    listing::page(&body).ok_or_else(|| {
        Fault::new(
            FaultClass::NotAStream,
            "What came back is not a list of models.",
            "Check the address: it should end where `/models` would follow, often in `/v1`.",
        )
    })
}
