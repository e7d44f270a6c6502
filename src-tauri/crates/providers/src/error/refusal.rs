//! Classifies a response with an error status, and gives advice.

use hyper::header::{self, HeaderMap};
use url::Url;

use crate::catalogue::Provider;
use crate::dialects::dialect::Dialect;
use crate::error::fault::{Fault, FaultClass};
use crate::error::server_message::ServerMessage;
use crate::wire::rate_limits::{limits, retry_after_ms, told_ms};
use crate::wire::redact::{Redaction, SafeText};
use crate::wire::untrusted::UntrustedText;

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
        let said = if words.message.is_empty() { "no further words" } else { &words.message };
        let message = format!("HTTP {}: {said}", self.status);
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
            ..Fault::new(class, safe(&message), safe(&advice))
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
    ) -> String {
        let (label, model) = (&self.provider.label, self.named());
        match class {
            FaultClass::Redirected => self.where_to(),
            FaultClass::WrongKey if self.had_key => {
                format!("{label} does not accept this key. Check that it is whole and still valid, or set another.")
            }
            FaultClass::WrongKey => format!("{label} wants a key, and none was sent."),
            FaultClass::NoCredit => format!(
                "The key is fine; the account needs credit or a higher spending limit. Set that in {label}'s console, then run the lane again."
            ),
            FaultClass::Region => format!(
                "{label} does not serve your country or region. Check where your VPN or proxy leaves from; a gateway may serve the model there."
            ),
            FaultClass::Unverified => self.to_be_verified(words),
            FaultClass::ModelGated => format!(
                "The key works, but {model} is not open to this account. Accept its terms or ask for access in {label}'s console, or choose another model."
            ),
            FaultClass::DataPolicy => format!(
                "Every backend of {model} is excluded by the account's own privacy settings. Allow one in the settings of {label}, or choose another model."
            ),
            FaultClass::NoSuchBackend => self.likelier_backend(words),
            FaultClass::WrongApi => self.likelier_dialect(&words.searched()),
            FaultClass::NoSuchDeployment => format!(
                "There is no deployment called {model}. The lane's model is the name of your deployment at {label}, not that of its model, and a new one can take five minutes to answer."
            ),
            FaultClass::OutOfMemory => format!(
                "Choose a smaller model than {model}, a stronger quantization or a shorter context, or free memory on the machine that runs it."
            ),
            FaultClass::Loading => format!(
                "{model} is being loaded and cannot answer yet. Run the lane again{}; a warm-up round keeps the loading out of the numbers.",
                retry_after_ms.map_or_else(
                    || " in a while".to_owned(),
                    |ms| format!(" in about {}", length(ms))
                )
            ),
            FaultClass::Capacity => format!(
                "{label} has no free capacity for it now; your limits are not the cause. Try again in a while, or \
                 with another service tier."
            ),
            FaultClass::TimeoutServer => format!(
                "{label}, or a gateway before it, gave up waiting. Try again; a shorter prompt, less reasoning or a smaller limit answers sooner."
            ),
            FaultClass::TooLong if words.searched().contains("per min") => format!(
                "Prompt and max tokens together are more than this account may send in a minute at {label}. Shorten the prompt, lower max tokens, or raise the account's limits."
            ),
            FaultClass::TooLong => format!(
                "Prompt and max tokens together are more than {model} takes. Shorten the prompt, lower max tokens, or choose a longer context."
            ),
            FaultClass::Filtered => format!(
                "A filter of {label} stopped the prompt before the model saw it. Change the prompt or the system prompt."
            ),
            FaultClass::Forbidden => reasons::why_forbidden(label, &words.searched()),
            FaultClass::Proxy => {
                "A proxy between this machine and the provider wants a login. Set the proxy and its login in the network settings.".to_owned()
            }
            FaultClass::ModelNotFound if words.searched().contains("inference profile") => format!(
                "{label} serves {model} through an inference profile only. Put a region before its name, such as `us.{}`.",
                self.model
            ),
            FaultClass::ModelNotFound => format!(
                "{label} has no model `{}`{}. Take a name from the list of its models.",
                self.model,
                if self.had_key { ", or not for this key" } else { "" }
            ),
            FaultClass::PathNotFound => match self.likelier_address() {
                Some(address) => {
                    format!("Nothing is served at this address. Did you mean {address}?")
                }
                None => {
                    "Nothing is served at this address. Check it, and the dialect spoken there."
                        .to_owned()
                }
            },
            FaultClass::BadParameter => match &words.parameter {
                None if phrases::says_any(&words.searched(), &["not support thinking", "not support reasoning"]) => format!(
                    "{model} takes no reasoning effort. Leave it out for this lane."
                ),
                None => "The server refuses something in the request; its message says what."
                    .to_owned(),
                Some(parameter) if is_of_lane(parameter) => format!(
                    "The server refuses `{parameter}`. Leave it out or change it for this lane."
                ),
                Some(parameter) => format!(
                    "The server refuses `{parameter}`, which no setting of the lane changes. Check the lane's dialect and its address, or try another dialect of {label}."
                ),
            },
            FaultClass::Throttled => self.when_to_come_back(&words.searched(), retry_after_ms),
            FaultClass::ServerError if matches!(self.status, 503 | 529) => format!(
                "{label} is overloaded or unavailable for now; the cause is not on your side. Try again in a while."
            ),
            FaultClass::ServerError => {
                format!("{label} failed; the cause is not on your side. Try again later; its status page may say more.")
            }
            _ => "The provider's message says what it wants.".to_owned(),
        }
    }

    /// An unverified organization may be refused the model, its stream, or only a reasoning summary.
    fn to_be_verified(&self, words: &ServerMessage) -> String {
        let label = &self.provider.label;
        let is_summary = words.parameter.as_deref().is_some_and(|name| name.contains("summary"));
        let without =
            if is_summary { " Without reasoning effort the lane may run as it is." } else { "" };
        format!(
            "Verify your organization in {label}'s console, under its settings; it can take 15 minutes to count.{without}"
        )
    }

    /// A gateway may list the backends that do serve the model.
    fn likelier_backend(&self, words: &ServerMessage) -> String {
        let (label, model) = (&self.provider.label, self.named());
        let named: Vec<String> = words.backends.iter().map(|name| format!("`{name}`")).collect();
        let offered = if named.is_empty() {
            "Check the name after `@`, and which providers your account there allows and ignores"
                .to_owned()
        } else {
            format!(
                "It is served by {}: name one of them after `@`, and check which providers your account there allows",
                named.join(", ")
            )
        };
        format!(
            "No backend of {label} serves {model} as this lane or your account requires. {offered}; leave `@` out to \
             let {label} choose."
        )
    }

    fn likelier_dialect(&self, said: &str) -> String {
        let own = self.provider.dialect;
        let model = self.named();
        match meant_dialect(own, said) {
            Some(dialect) => {
                let how = self.provider.speaking(dialect).map_or_else(
                    || format!("Use the dialect `{}`.", dialect.name()),
                    |row| {
                        format!("Race it with the provider `{}`, which has the same key.", row.id)
                    },
                );
                format!("{model} does not speak the lane's dialect, `{}`. {how}", own.name())
            }
            None => format!(
                "{model} cannot be used in the lane's dialect, `{}`. Choose a chat model, or the dialect that the \
                 provider's words name.",
                own.name()
            ),
        }
    }

    /// The meaning of a redirect: an address that has moved, or the login page of a network.
    fn where_to(&self) -> String {
        let to = self.location();
        let host = |address: &str| Url::parse(address).ok()?.host_str().map(str::to_owned);
        let own = host(&self.provider.base_url);
        let is_elsewhere = to.as_deref().and_then(host).is_some_and(|other| Some(other) != own);
        let to = to.map(|to| format!(" ({to})")).unwrap_or_default();
        if is_elsewhere {
            return format!(
                "The server sends requests to another host{to}, as the login page of a network does. Redirects are not followed with a key in hand: open that address in a browser, and set the provider's own only if it has moved there."
            );
        }
        format!(
            "The server sends requests elsewhere{to}. Redirects are not followed with a key in hand; set the address to where it points."
        )
    }

    /// The model's name for a sentence.
    fn named(&self) -> String {
        if self.model.is_empty() { "the model".to_owned() } else { format!("`{}`", self.model) }
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

    fn when_to_come_back(&self, said: &str, retry_after_ms: Option<u32>) -> String {
        let label = &self.provider.label;
        let (used_up, _) = self.used_up();
        let limits = if used_up.is_empty() && said.contains("concurren") {
            format!("{label} limits how many requests may run at once.")
        } else if used_up.is_empty() {
            format!("{label} limits how much may be requested.")
        } else {
            format!("{label} limits how much may be requested. Used up: {used_up}.")
        };
        match retry_after_ms {
            Some(ms) => format!("{limits} Try again in {}.", length(ms)),
            None => format!("{limits} Wait, or race fewer lanes at once."),
        }
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

/// A duration as text, in minutes from two minutes on.
fn length(ms: u32) -> String {
    let seconds = f64::from(ms) / 1e3;
    if seconds >= 120.0 {
        format!("{:.0} min", (seconds / 60.0).ceil())
    } else {
        format!("{seconds:.1} s")
    }
}

#[cfg(test)]
#[path = "refusal_tests.rs"]
mod tests;
