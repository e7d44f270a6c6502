//! Lists a provider's models. The call is free, so it also serves to check a key.

use measure::Phrase;
use secrecy::SecretString;
use url::Url;

use crate::catalogue::listing::{self, Page};
use crate::catalogue::resource::Resource;
use crate::catalogue::{KeyNeed, Provider};
use crate::error::advice;
use crate::error::fault::{Fault, FaultClass};
use crate::error::happened;
use crate::error::raw_fault::RawFault;
use crate::limits::{
    LARGEST_LIST_MB, LARGEST_LISTS, LIST_TIME, LONGEST_MODEL, MOST_MODELS, MOST_PAGES,
};
use crate::wire::address::joined;
use crate::wire::redact::{Redaction, SafeText};

/// The models that `provider` lists for this key, sorted by name; its suggestions if it has no list. `proxy_login` is
/// `USER:PASSWORD`.
///
/// # Errors
/// A [`Fault`] that says what failed and what to do; the key is removed from its texts.
pub async fn models(
    provider: &Provider,
    key: Option<&SecretString>,
    proxy_login: Option<&SecretString>,
) -> Result<Vec<SafeText>, Fault> {
    let redaction = Redaction::of(key).and_login(proxy_login);
    let failed = |class, message: Phrase, advice: Phrase| {
        RawFault::new(class, message, advice).redacted(&redaction)
    };
    if !provider.lists_models {
        let own = provider.models.iter();
        return Ok(own.filter_map(|name| redaction.name(name, LONGEST_MODEL)).collect());
    }
    if provider.base_url.is_empty() {
        let example = provider.base_url_example.as_deref().unwrap_or("https://api.example.com/v1");
        return Err(failed(
            FaultClass::Dns,
            happened::no_address_yet(&provider.label),
            advice::set_address(example, &provider.id),
        ));
    }
    if provider.key == KeyNeed::Required && key.is_none() {
        return Err(failed(
            FaultClass::WrongKey,
            happened::no_key(&provider.label),
            advice::set_key(&provider.label, provider.key_id()),
        ));
    }
    let first = list_address(provider).map_err(|error| {
        failed(
            FaultClass::Dns,
            happened::no_address(&provider.base_url, &error.to_string()),
            advice::check_provider_address(),
        )
    })?;
    let listed = pages(provider, key, proxy_login, first);
    let listed = tokio::time::timeout(LIST_TIME, listed).await.unwrap_or_else(|_| {
        Err(failed(
            FaultClass::ConnectionLost,
            happened::slow_list(&LIST_TIME.as_secs().to_string()),
            advice::slow_list(),
        ))
    });
    listed.map_err(|fault| match fault.class {
        FaultClass::PathNotFound if provider.lists_deployments() => {
            unlisted(provider, fault, &redaction)
        }
        _ => fault,
    })
}

/// Where the list is: at the dialect's path, or where the row says that deployments are listed.
fn list_address(provider: &Provider) -> Result<Url, url::ParseError> {
    let Some(path) = &provider.deployments_path else {
        return Url::parse(&joined(provider.root(), provider.dialect.wire().models_path()));
    };
    let request = provider.path.as_deref().unwrap_or(provider.dialect.path());
    Url::parse(&joined(provider.root(), request))?.join(path)
}

/// A resource that does not list its deployments. As far as can be told, the key was accepted.
fn unlisted(provider: &Provider, fault: Fault, redaction: &Redaction) -> Fault {
    let advice = advice::name_deployment(provider.key_url.as_deref().map(advice::listed_at));
    let message = happened::no_deployments(&provider.label);
    fault.told(&message, redaction).advised(&advice, redaction)
}

/// All pages of a list.
async fn pages(
    provider: &Provider,
    key: Option<&SecretString>,
    proxy_login: Option<&SecretString>,
    first: Url,
) -> Result<Vec<SafeText>, Fault> {
    let (mut models, mut address) = (Vec::new(), first.clone());
    let mut size = 0;
    for _ in 0..MOST_PAGES {
        let (page, bytes) = page(provider, key, proxy_login, &address).await?;
        models.extend(page.models);
        size += bytes;
        if models.len() > MOST_MODELS || size > LARGEST_LISTS {
            break;
        }
        let Some((parameter, token)) = page.next else { break };
        address.clone_from(&first);
        address.query_pairs_mut().append_pair(parameter, &token);
    }
    models.truncate(MOST_MODELS);
    models.sort_unstable();
    models.dedup();
    Ok(models)
}

async fn page(
    provider: &Provider,
    key: Option<&SecretString>,
    proxy_login: Option<&SecretString>,
    address: &Url,
) -> Result<(Page, usize), Fault> {
    let list =
        Resource { provider, key, proxy_login, address, model: "", most_mb: LARGEST_LIST_MB };
    let body = list.body().await?;
    let redaction = Redaction::of(key).and_login(proxy_login);
    let page = listing::page(&body, &redaction).ok_or_else(|| {
        Fault::of(FaultClass::NotAStream, &happened::no_list()).advising(&advice::models_address())
    })?;
    Ok((page, body.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nothing_is_requested_without_a_needed_key() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
        listener.set_nonblocking(true).expect("it is asked whether anybody came");
        let address = format!("http://{}/v1", listener.local_addr().expect("it listens"));
        let row = crate::provider("groq").expect("in the catalogue").at(&address);
        let fault = models(&row.expect("an address"), None, None).await.expect_err("no key");
        assert_eq!(fault.class, FaultClass::WrongKey, "{fault:?}");
        assert!(fault.message.starts_with("There is no key for Groq"), "{fault:?}");
        assert!(listener.accept().is_err(), "and nobody was connected to");
    }

    #[test]
    fn deployments_are_listed_beside_the_requests_of_their_resource() {
        let azure =
            "https://res.openai.azure.com/openai/deployments?api-version=2023-03-15-preview";
        let databricks = "https://w.cloud.databricks.com/api/2.0/serving-endpoints";
        for (id, base_url, list) in [
            ("azure", "https://res.openai.azure.com/openai/v1", azure),
            ("azure", "https://res.openai.azure.com", azure),
            ("azure-responses", "https://res.openai.azure.com/openai/v1", azure),
            ("databricks", "https://w.cloud.databricks.com/serving-endpoints", databricks),
            ("groq", "https://api.groq.com/openai/v1", "https://api.groq.com/openai/v1/models"),
        ] {
            let row = crate::provider(id).expect("in the catalogue").at(base_url);
            let address = list_address(&row.expect("an address")).expect("an address");
            assert_eq!(address.as_str(), list, "{id} at {base_url}");
        }
    }
}
