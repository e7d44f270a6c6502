//! Lists a provider's models. The call is free, so it also serves to check a key.

use secrecy::SecretString;
use url::Url;

use crate::catalogue::Provider;
use crate::catalogue::listing::{self, Page};
use crate::catalogue::resource::Resource;
use crate::error::fault::{Fault, FaultClass};
use crate::wire::address::joined;

/// Maximum size of a list.
const LARGEST_LIST_MB: usize = 32;

/// Maximum number of pages; a server with more repeats itself.
const MOST_PAGES: usize = 20;

/// The models that `provider` lists for this key, sorted by name; its suggestions if it has no list. `proxy_login` is
/// `USER:PASSWORD`.
///
/// # Errors
/// A [`Fault`] that says what failed and what to do; the key is removed from its texts.
pub async fn models(
    provider: &Provider,
    key: Option<&SecretString>,
    proxy_login: Option<&SecretString>,
) -> Result<Vec<String>, Fault> {
    if !provider.lists_models {
        return Ok(provider.models.clone());
    }
    if provider.base_url.is_empty() {
        let example = provider.base_url_example.as_deref().unwrap_or("https://api.example.com/v1");
        return Err(Fault::new(
            FaultClass::Dns,
            format!("{} has no address yet.", provider.label),
            format!(
                "Set one such as {example} under Providers, or with `paceline providers at {} ADDRESS`.",
                provider.id
            ),
        ));
    }
    let first = joined(&provider.base_url, provider.dialect.wire().models_path());
    let first = Url::parse(&first).map_err(|error| {
        Fault::new(
            FaultClass::Dns,
            format!("`{}` is not an address: {error}.", provider.base_url),
            "Check it under Providers.",
        )
    })?;
    let (mut models, mut address) = (Vec::new(), first.clone());
    for _ in 0..MOST_PAGES {
        let page = page(provider, key, proxy_login, &address).await?;
        models.extend(page.models);
        let Some((parameter, token)) = page.next else { break };
        address.clone_from(&first);
        address.query_pairs_mut().append_pair(parameter, &token);
    }
    models.sort_unstable();
    models.dedup();
    Ok(models)
}

async fn page(
    provider: &Provider,
    key: Option<&SecretString>,
    proxy_login: Option<&SecretString>,
    address: &Url,
) -> Result<Page, Fault> {
    let list =
        Resource { provider, key, proxy_login, address, model: "", most_mb: LARGEST_LIST_MB };
    listing::page(&list.body().await?).ok_or_else(|| {
        Fault::new(
            FaultClass::NotAStream,
            "What came back is not a list of models.",
            "Check the address: it should end where `/models` would follow, often in `/v1`.",
        )
    })
}
