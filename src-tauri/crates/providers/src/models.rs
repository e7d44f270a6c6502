//! Which models a provider serves. Asking is free, and so it is also how a key is checked.

use std::sync::LazyLock;
use std::time::Duration;

use secrecy::SecretString;
use serde_json::Value;

use crate::fault::{self, Refusal};
use crate::headers::key_header;
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

/// The models that `provider` lists for this key, sorted by name.
///
/// # Errors
/// A [`Fault`] that says which part failed and what to do; its texts have had the key removed.
pub async fn models(provider: &Provider, key: Option<&SecretString>) -> Result<Vec<String>, Fault> {
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
    let mut request = client.get(joined(&provider.base_url, wire.models_path()));
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
    read(&body).ok_or_else(|| {
        Fault::new(
            FaultClass::NotAStream,
            "What came back is not a list of models.",
            "Check the address: it should end where `/models` would follow, often in `/v1`.",
        )
    })
}

/// Reads `{"data":[{"id":…}]}`, or the bare list that some servers send.
fn read(body: &[u8]) -> Option<Vec<String>> {
    let value: Value = serde_json::from_slice(body).ok()?;
    let list = value.get("data").or_else(|| value.get("models")).unwrap_or(&value).as_array()?;
    let mut models: Vec<String> = list
        .iter()
        .filter_map(|model| ["id", "name"].iter().find_map(|field| model.get(field)?.as_str()))
        .map(str::to_owned)
        .collect();
    models.sort_unstable();
    models.dedup();
    Some(models)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read_in_each_shape_that_servers_send() {
        let expected = Some(vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(
            read(br#"{"object":"list","data":[{"id":"b"},{"id":"a"}]}"#),
            expected,
            "OpenAI's shape"
        );
        assert_eq!(
            read(br#"[{"id":"a"},{"id":"b"},{"id":"b"}]"#),
            expected,
            "a bare list, with one model twice"
        );
        assert_eq!(read(b"<html>"), None, "a page is no list");
        assert_eq!(read(br#"{"data":[]}"#), Some(vec![]), "no models is an answer");
    }
}
