//! Fetches the names of a model's inputs, in the dialect that leaves them to the model.

use std::sync::Arc;
use std::time::Duration;

use measure::Phrase;
use secrecy::SecretString;
use tokio::time::timeout;
use url::Url;

use crate::catalogue::Provider;
use crate::catalogue::inputs::{Description, Inputs};
use crate::catalogue::resource::Resource;
use crate::dialects::dialect::Dialect;
use crate::error::fault::{Fault, FaultClass};
use crate::error::happened;
use crate::error::raw_fault::RawFault;
use crate::request::Request;
use crate::wire::address::{in_path, joined};
use crate::wire::redact::Redaction;

/// Maximum time for which fetching them may delay a start.
const DEADLINE: Duration = Duration::from_secs(5);
/// A description repeats an example with its answer, but is not larger than this.
const LARGEST_MB: usize = 4;
impl Request {
    /// Whether its dialect leaves the names of inputs to the model, and they have not been fetched yet.
    pub fn awaits_inputs(&self) -> bool {
        self.provider.dialect == Dialect::Replicate && self.inputs == Inputs::Usual
    }

    /// The same request with the model's own input names, if the dialect leaves them to the model. Asks the provider
    /// once, for at most five seconds; a missing answer is not an error.
    pub async fn with_inputs(
        mut self,
        key: Option<&SecretString>,
        proxy_login: Option<&SecretString>,
    ) -> Self {
        if self.awaits_inputs() {
            self.inputs = self.described(key, proxy_login, DEADLINE).await;
        }
        self
    }

    async fn described(
        &self,
        key: Option<&SecretString>,
        proxy_login: Option<&SecretString>,
        deadline: Duration,
    ) -> Inputs {
        let redaction = Redaction::of(key).and_login(proxy_login);
        let asking = async {
            let address =
                address(&self.provider, &self.model).map_err(|fault| fault.redacted(&redaction))?;
            let resource = Resource {
                provider: &self.provider,
                key,
                proxy_login,
                address: &address,
                model: &self.model,
                most_mb: LARGEST_MB,
            };
            Description::read(&resource.body().await?)
                .ok_or_else(|| Fault::of(FaultClass::NotAStream, &happened::no_inputs()))
        };
        match timeout(deadline, asking).await {
            Ok(Ok(description)) => Inputs::Described(Arc::new(description)),
            Ok(Err(fault)) => Inputs::Untold(fault.message.into()),
            Err(_) => Inputs::Untold(format!("no answer in {} s", deadline.as_secs_f64())),
        }
    }
}

/// The address of a model's description: of `OWNER/NAME` or `OWNER/NAME:VERSION`. A bare version names no model.
fn address(provider: &Provider, model: &str) -> Result<Url, RawFault> {
    let (named, version) = model.split_once(':').map_or((model, None), |(n, v)| (n, Some(v)));
    let is_plain =
        |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains(['/', '\\']);
    let (owner, name) = named
        .split_once('/')
        .filter(|(owner, name)| is_plain(owner) && is_plain(name) && version.is_none_or(is_plain))
        .ok_or_else(|| untold(happened::nameless()))?;
    let version = version.map(|version| format!("/versions/{}", in_path(version)));
    let path =
        format!("/models/{}/{}{}", in_path(owner), in_path(name), version.unwrap_or_default());
    Url::parse(&joined(&provider.base_url, &path))
        .map_err(|error| untold(Phrase::verbatim(&error.to_string())))
}

fn untold(why: Phrase) -> RawFault {
    RawFault::new(FaultClass::NotAStream, why, None)
}

#[cfg(test)]
#[path = "inquiry_tests.rs"]
mod tests;
