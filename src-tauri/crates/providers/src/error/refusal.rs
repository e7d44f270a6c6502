//! Classifies a response with an error status, and gives advice.

use hyper::header::{self, HeaderMap};
use measure::{Amount, Phrase};
use url::Url;

use crate::catalogue::Provider;
use crate::dialects::dialect::Dialect;
use crate::error::advice as connections;
use crate::error::fault::{Fault, FaultClass};
use crate::error::happened;
use crate::error::server_message::ServerMessage;
use crate::wire::rate_limits::{limits, retry_after_ms, told_ms};
use crate::wire::redact::{Redaction, SafeText};
use crate::wire::untrusted::UntrustedText;

pub(crate) mod advice;
mod phrases;
mod reasons;
pub(super) mod rules;

/// Maximum number of characters kept of an error body: at most 4 KB.
const LONGEST_EXCERPT: usize = 1_024;
/// A response with an error status.
pub(crate) struct Refusal<'a> {
    pub(crate) status: u16,
    pub(crate) headers: &'a HeaderMap,
    /// The whole body; truncated JSON could not be parsed.
    pub(crate) body: UntrustedText<'a>,
    pub(crate) request_id: Option<SafeText>,
    pub(crate) redaction: &'a Redaction,
    pub(crate) provider: &'a Provider,
    /// The requested model; empty if there was none.
    pub(crate) model: &'a str,
    pub(crate) had_key: bool,
}

impl Refusal<'_> {
    /// The fault.
    pub(crate) fn fault(self) -> Fault {
        let words = ServerMessage::of(self.body, self.redaction);
        let is_throttled = self.status == 429;
        let retry_after_ms = retry_after_ms(self.headers)
            .or(words.retry_after_ms)
            .or_else(|| is_throttled.then(|| self.used_up().1).flatten())
            .or_else(|| is_throttled.then(|| told_ms(&words.message)).flatten());
        let class = self.class(&words, retry_after_ms);
        // Waiting does not refill an empty account.
        let retry_after_ms = retry_after_ms.filter(|_| class != FaultClass::NoCredit);
        let advice = self.advice(class, &words, retry_after_ms);
        let dialect = (class == FaultClass::WrongApi)
            .then(|| meant_dialect(self.provider.dialect, &words.searched()))
            .flatten();
        let instead = dialect.and_then(|dialect| self.provider.speaking(dialect));
        let address =
            (class == FaultClass::PathNotFound).then(|| self.likelier_address()).flatten();
        let status = self.status.to_string();
        let message = if words.message.is_empty() {
            happened::refused_without_words(&status)
        } else {
            Phrase::verbatim(&format!("HTTP {status}: {}", words.message))
        };
        let safe = |text: &str| self.redaction.text(text);
        Fault {
            http_status: Some(self.status),
            code: words.code.as_deref().map(safe),
            parameter: words.parameter.as_deref().map(safe),
            request_id: self.request_id,
            retry_after_ms,
            instead: instead.map(|row| row.id.clone()),
            dialect,
            address: address.as_deref().map(safe),
            body: (!self.body.is_blank())
                .then(|| self.body.redacted(LONGEST_EXCERPT, self.redaction)),
            ..Fault::saying(class, &message, self.redaction).advised(&advice, self.redaction)
        }
    }

    /// The class of the refusal. `retry_after_ms` is the wait that the provider asks for, if any.
    fn class(&self, words: &ServerMessage, retry_after_ms: Option<u32>) -> FaultClass {
        let said = words.searched();
        let class = rules::by_words(self.status, &said);
        // An account that is asked to wait is not out of credit, whatever the message says about billing.
        let is_never_free = phrases::says_any(&said, &reasons::NEVER_FREE);
        let waits = self.status == 429 && retry_after_ms.is_some() && !is_never_free;
        let class = class.filter(|class| !(waits && *class == FaultClass::NoCredit));
        // Without a requested model none can be missing; and a path may contain the word "models".
        let is_missing = matches!(self.status, 404 | 410);
        let names_model = !self.model.is_empty() || is_missing;
        let class = class.filter(|class| *class != FaultClass::ModelNotFound || names_model);
        let about_model = is_missing && said.replace("/models", "").contains("model");
        class
            .or_else(|| about_model.then_some(FaultClass::ModelNotFound))
            .unwrap_or_else(|| rules::by_status(self.status))
    }

    /// Advice, in sentences that a newcomer can follow.
    fn advice(
        &self,
        class: FaultClass,
        words: &ServerMessage,
        retry_after_ms: Option<u32>,
    ) -> Phrase {
        let (label, model) = (self.provider.label.as_str(), self.named());
        let said = words.searched();
        match class {
            FaultClass::Redirected => self.where_to(),
            FaultClass::WrongKey if self.had_key => advice::key_refused(label),
            FaultClass::WrongKey => advice::key_missing(label),
            FaultClass::NoCredit => advice::no_credit(label),
            FaultClass::Region => advice::region(label),
            FaultClass::Unverified => self.to_be_verified(words),
            FaultClass::ModelGated => advice::gated(label, model),
            FaultClass::DataPolicy => advice::data_policy(label, model),
            FaultClass::NoSuchBackend => self.likelier_backend(words),
            FaultClass::WrongApi => self.likelier_dialect(&said),
            FaultClass::NoSuchDeployment => advice::no_deployment(label, model),
            FaultClass::OutOfMemory => advice::out_of_memory(model),
            FaultClass::Loading => match retry_after_ms {
                Some(ms) => advice::loading_for(model, wait(ms)),
                None => advice::loading(model),
            },
            FaultClass::Capacity => advice::capacity(label),
            FaultClass::TimeoutServer => advice::timeout(label),
            FaultClass::TooLong if said.contains("per min") => advice::too_long_for_account(label),
            FaultClass::TooLong => advice::too_long(model),
            FaultClass::Filtered => advice::filtered(label),
            FaultClass::Forbidden => reasons::why_forbidden(label, &said),
            FaultClass::Proxy => connections::proxy_asks_login(),
            FaultClass::ModelNotFound if said.contains("inference profile") => {
                advice::inference_profile(label, self.model)
            }
            FaultClass::ModelNotFound if self.had_key => {
                advice::no_model_for_key(label, self.model)
            }
            FaultClass::ModelNotFound => advice::no_model(label, self.model),
            FaultClass::PathNotFound => match self.likelier_address() {
                Some(address) => advice::likelier_address(&address),
                None => advice::nothing_there(),
            },
            FaultClass::BadParameter => match &words.parameter {
                None if phrases::says_any(
                    &said,
                    &["not support thinking", "not support reasoning"],
                ) =>
                {
                    advice::no_effort(model)
                }
                None => advice::something_refused(),
                Some(parameter) if is_of_lane(parameter) => advice::setting_refused(parameter),
                Some(parameter) => advice::field_refused(parameter, label),
            },
            FaultClass::Throttled => self.when_to_come_back(&said, retry_after_ms),
            FaultClass::ServerError if matches!(self.status, 503 | 529) => {
                advice::overloaded(label)
            }
            FaultClass::ServerError => advice::failed(label),
            _ => advice::own_words(),
        }
    }

    /// An unverified organization may be refused the model, its stream, or only a reasoning summary.
    fn to_be_verified(&self, words: &ServerMessage) -> Phrase {
        let is_summary = words.parameter.as_deref().is_some_and(|name| name.contains("summary"));
        advice::unverified(&self.provider.label, is_summary.then(advice::without_effort))
    }

    /// A gateway may list the backends that do serve the model.
    fn likelier_backend(&self, words: &ServerMessage) -> Phrase {
        let (label, model) = (&self.provider.label, self.named());
        let named: Vec<String> = words.backends.iter().map(|name| format!("`{name}`")).collect();
        if named.is_empty() {
            advice::no_backend(label, model)
        } else {
            advice::other_backends(label, model, named)
        }
    }

    fn likelier_dialect(&self, said: &str) -> Phrase {
        let own = self.provider.dialect;
        let model = self.named();
        let Some(dialect) = meant_dialect(own, said) else {
            return advice::no_chat_model(model, own.name());
        };
        match self.provider.speaking(dialect) {
            Some(row) => advice::other_row(model, own.name(), &row.id),
            None => advice::other_dialect(model, own.name(), dialect.name()),
        }
    }

    /// The meaning of a redirect: an address that has moved, or the login page of a network.
    fn where_to(&self) -> Phrase {
        let to = self.location();
        let host = |address: &str| Url::parse(address).ok()?.host_str().map(str::to_owned);
        let own = host(&self.provider.base_url);
        let is_elsewhere = to.as_deref().and_then(host).is_some_and(|other| Some(other) != own);
        let to = to.as_deref().map(advice::target);
        if is_elsewhere { advice::login_page(to) } else { advice::moved(to) }
    }

    /// The model's name for a sentence.
    fn named(&self) -> Phrase {
        if self.model.is_empty() { advice::unnamed() } else { advice::named(self.model) }
    }

    /// Target of the redirect, without its query.
    fn location(&self) -> Option<String> {
        let to = self.headers.get(header::LOCATION)?.to_str().ok()?;
        Some(self.redaction.fact(to.split('?').next().unwrap_or_default()).into())
    }

    /// A wrong address usually lacks its version, or has one that the dialect's path already includes. Nothing is
    /// guessed for an address from the catalogue itself, or for one whose row names the whole path.
    fn likelier_address(&self) -> Option<String> {
        let row = crate::catalogue::provider(&self.provider.id);
        let is_usual = row.is_some_and(|row| row.base_url == self.provider.base_url);
        if is_usual || self.provider.path.is_some() {
            return None;
        }
        let base_url = self.provider.base_url.trim_end_matches('/');
        let version = self.provider.dialect.version();
        let root = ["/v1beta", "/v1", "/v2", "/api"]
            .iter()
            .find_map(|known| base_url.strip_suffix(known))
            .unwrap_or(base_url);
        let likelier = format!("{root}{version}");
        (likelier != base_url).then_some(likelier)
    }

    /// The exhausted limits of the account as text, and the time until all of them reset.
    fn used_up(&self) -> (String, Option<u32>) {
        let used_up: Vec<_> =
            limits(self.headers).into_iter().filter(|(_, limit)| limit.is_used_up).collect();
        let named: Vec<String> = used_up
            .iter()
            .map(|(of, limit)| match &limit.most {
                Some(most) => {
                    format!("{} ({})", self.redaction.fact(of), self.redaction.fact(most))
                }
                None => self.redaction.fact(of).into(),
            })
            .collect();
        (named.join(", "), used_up.iter().filter_map(|(_, limit)| limit.back_ms).max())
    }

    fn when_to_come_back(&self, said: &str, retry_after_ms: Option<u32>) -> Phrase {
        let label = &self.provider.label;
        let (used_up, _) = self.used_up();
        let limits = if used_up.is_empty() && said.contains("concurren") {
            advice::limits_at_once(label)
        } else if used_up.is_empty() {
            advice::limits_much(label)
        } else {
            advice::used_up(label, &used_up)
        };
        let then = match retry_after_ms {
            Some(ms) => advice::again_in(wait(ms)),
            None => advice::fewer_lanes(),
        };
        Phrase::sentences([limits, then])
    }
}

/// Parts of the names of fields that hold a setting of the lane or of the plan.
const SETTINGS: [&str; 12] = [
    "model",
    "version",
    "token",
    "temperature",
    "effort",
    "reasoning",
    "thinking",
    "budget",
    "system",
    "messages",
    "input",
    "tier",
];

/// Whether a user can change what is sent in a field.
fn is_of_lane(parameter: &str) -> bool {
    let parameter = parameter.to_lowercase();
    SETTINGS.iter().any(|part| parameter.contains(part))
}

/// The dialect that a provider's message suggests: the first API that it names other than `own`. `said` is in lower case.
fn meant_dialect(own: Dialect, said: &str) -> Option<Dialect> {
    [
        ("v1/responses", Dialect::OpenaiResponses),
        ("responses api", Dialect::OpenaiResponses),
        ("interactions", Dialect::GeminiInteractions),
        ("chat/completions", Dialect::OpenaiChat),
        ("v1/messages", Dialect::Anthropic),
    ]
    .into_iter()
    .filter(|(_, dialect)| *dialect != own)
    .filter_map(|(word, dialect)| Some((said.find(word)?, dialect)))
    .min_by_key(|(at, _)| *at)
    .map(|(_, dialect)| dialect)
}

/// The wait that a provider asks for.
fn wait(ms: u32) -> Amount {
    Amount::span(f64::from(ms))
}

#[cfg(test)]
#[path = "refusal_tests.rs"]
mod tests;
