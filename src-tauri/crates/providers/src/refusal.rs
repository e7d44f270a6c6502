//! A response that is not success: which of the well-known mistakes it is, and what to do about it.

use hyper::header::{self, HeaderMap};

use crate::fault::Words;
use crate::limits::{limits, retry_after_ms, told_ms};
use crate::redact::Redaction;
use crate::{Fault, FaultClass, Provider};

/// Characters that are kept of a body that explains a failure: at most 4 KB.
const LONGEST_EXCERPT: usize = 1_024;
/// Ways to say that there is no such model, where the status says something else.
const NO_SUCH_MODEL: [&str; 8] = [
    "model_not_found",
    "invalid_model",
    "model not found",
    "model not exist",
    "invalid model",
    "not a valid model",
    "unknown model",
    "model identifier is invalid",
];
/// Ways to say that the account is empty.
const NO_CREDIT: [&str; 5] = ["insufficient_quota", "billing", "credit", "balance", "payment"];

/// What is known of such a response.
pub(crate) struct Refusal<'a> {
    pub(crate) status: u16,
    pub(crate) headers: &'a HeaderMap,
    /// The whole of it, already redacted: half a JSON has no words.
    pub(crate) body: &'a str,
    pub(crate) request_id: Option<String>,
    pub(crate) redaction: &'a Redaction,
    pub(crate) provider: &'a Provider,
    /// The model that was asked for; empty where none was.
    pub(crate) model: &'a str,
    pub(crate) had_key: bool,
}

impl Refusal<'_> {
    /// The failure in words.
    pub(crate) fn fault(self) -> Fault {
        let words = Words::of(self.body);
        let is_throttled = self.status == 429;
        let retry_after_ms = retry_after_ms(self.headers)
            .or(words.retry_after_ms)
            .or_else(|| is_throttled.then(|| self.used_up().1).flatten())
            .or_else(|| is_throttled.then(|| told_ms(&words.message)).flatten());
        let (class, advice) = self.class(&words, retry_after_ms);
        let said = if words.message.is_empty() { "no further words" } else { &words.message };
        let message = format!("HTTP {}: {said}", self.status);
        Fault {
            http_status: Some(self.status),
            code: words.code,
            parameter: words.parameter,
            request_id: self.request_id,
            retry_after_ms,
            body: (!self.body.trim().is_empty())
                .then(|| self.body.chars().take(LONGEST_EXCERPT).collect()),
            ..Fault::new(class, message, advice)
        }
    }

    fn class(&self, words: &Words, retry_after_ms: Option<u32>) -> (FaultClass, String) {
        let label = &self.provider.label;
        let said = format!("{} {}", words.message, words.code.as_deref().unwrap_or_default());
        let said = said.to_lowercase();
        let is_empty = NO_CREDIT.iter().any(|word| said.contains(word));
        let no_such_model = NO_SUCH_MODEL.iter().any(|word| said.contains(word))
            || (said.contains("the model") && said.contains("not exist"));
        // A path may be called after models.
        let about_model = no_such_model || said.replace("/models", "").contains("model");
        match self.status {
            300..=399 => (
                FaultClass::Redirected,
                format!(
                    "The server sends requests elsewhere{}. Redirects are not followed with a key in hand; set the address to where it points.",
                    self.location().map(|to| format!(" ({to})")).unwrap_or_default()
                ),
            ),
            401 if self.had_key => (
                FaultClass::WrongKey,
                format!("{label} does not accept this key. Set it again under Providers."),
            ),
            401 => (FaultClass::WrongKey, format!("{label} wants a key. Set one under Providers.")),
            402 => (FaultClass::NoCredit, format!("The account at {label} has no credit left.")),
            403 => (
                FaultClass::Forbidden,
                format!(
                    "{label} refuses this key, region or address. Check what the key may do and whether a proxy stands between."
                ),
            ),
            404 if about_model => self.unknown_model(),
            400 | 422 if no_such_model && !self.model.is_empty() => self.unknown_model(),
            404 | 405 => (FaultClass::PathNotFound, self.likelier_address()),
            400 | 413 | 422 => (
                FaultClass::BadParameter,
                words.parameter.as_ref().map_or_else(
                    || {
                        "The server refuses something in the request; its own words say what."
                            .to_owned()
                    },
                    |parameter| {
                        format!(
                            "The server refuses `{parameter}`. Leave it out or change it for this lane."
                        )
                    },
                ),
            ),
            429 if is_empty && retry_after_ms.is_none() => (
                FaultClass::NoCredit,
                format!("The account at {label} has no credit or quota left."),
            ),
            429 => (FaultClass::Throttled, self.when_to_come_back(retry_after_ms)),
            503 | 529 => (
                FaultClass::ServerError,
                format!(
                    "{label} is overloaded or away for now, and not because of you. Try again in a while."
                ),
            ),
            500..=599 => (
                FaultClass::ServerError,
                format!("{label} failed, not you. Try again later; its status page may say more."),
            ),
            _ => (FaultClass::OtherStatus, "The provider's own words say what it wants.".to_owned()),
        }
    }

    fn unknown_model(&self) -> (FaultClass, String) {
        let (label, model) = (&self.provider.label, self.model);
        (
            FaultClass::ModelNotFound,
            format!(
                "{label} has no model `{model}`, or not for this key. List its models under Providers."
            ),
        )
    }

    /// Where it redirects to, without what a query may hold.
    fn location(&self) -> Option<String> {
        let to = self.headers.get(header::LOCATION)?.to_str().ok()?;
        Some(self.redaction.text(to.split('?').next().unwrap_or_default()))
    }

    /// Addresses mostly lack their version, or have one that the dialect's own paths bring along.
    fn likelier_address(&self) -> String {
        let base_url = self.provider.base_url.trim_end_matches('/');
        let version = self.provider.dialect.version();
        let root = ["/v1beta", "/v1", "/v2", "/api"]
            .iter()
            .find_map(|known| base_url.strip_suffix(known))
            .unwrap_or(base_url);
        let likelier = format!("{root}{version}");
        if likelier == base_url {
            return "Nothing is served at this address. Check it and its dialect under Providers."
                .to_owned();
        }
        format!("Nothing is served at this address. Did you mean {likelier}?")
    }

    /// What is used up of the account's limits, in words, and how long until all of it is there again.
    fn used_up(&self) -> (String, Option<u32>) {
        let used_up: Vec<_> =
            limits(self.headers).into_iter().filter(|(_, limit)| limit.is_used_up).collect();
        let named: Vec<String> = used_up
            .iter()
            .map(|(of, limit)| match &limit.most {
                Some(most) => format!("{of} ({})", self.redaction.text(most)),
                None => of.clone(),
            })
            .collect();
        (named.join(", "), used_up.iter().filter_map(|(_, limit)| limit.back_ms).max())
    }

    fn when_to_come_back(&self, retry_after_ms: Option<u32>) -> String {
        let label = &self.provider.label;
        let (used_up, _) = self.used_up();
        let limits = if used_up.is_empty() {
            format!("{label} limits how much may be asked.")
        } else {
            format!("{label} limits how much may be asked. Used up: {used_up}.")
        };
        match retry_after_ms.map(|ms| f64::from(ms) / 1e3) {
            Some(seconds) if seconds >= 120.0 => {
                format!("{limits} It can be asked again in {:.0} min.", (seconds / 60.0).ceil())
            }
            Some(seconds) => format!("{limits} It can be asked again in {seconds:.1} s."),
            None => format!("{limits} Wait, or race fewer lanes at once."),
        }
    }
}

#[cfg(test)]
#[path = "refusal_tests.rs"]
mod tests;
