//! Faults whose texts are not redacted yet.

use crate::error::fault::{Fault, FaultClass};
use crate::wire::redact::Redaction;

/// A fault as it arises, where no key is known: it contains a library's text, or names from a certificate or a proxy,
/// unchanged.
///
/// **Invariant:** it cannot be printed, its texts cannot be read, and only a [`Redaction`] turns it into a [`Fault`].
pub(crate) struct RawFault {
    class: FaultClass,
    message: String,
    advice: String,
}

impl RawFault {
    /// A fault without details.
    pub(crate) fn new(
        class: FaultClass,
        message: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self { class, message: message.into(), advice: advice.into() }
    }

    /// The same as a fault of the proxy, which `before` names in a sentence.
    pub(crate) fn of_proxy(self, before: &str) -> Self {
        let message = format!("{before} {}", self.message);
        Self { class: FaultClass::Proxy, message, ..self }
    }

    /// The same with other advice.
    pub(crate) fn advising(self, advice: &str) -> Self {
        Self { advice: advice.to_owned(), ..self }
    }

    /// The same with one more sentence of advice.
    pub(crate) fn also_advising(self, more: &str) -> Self {
        Self { advice: format!("{} {more}", self.advice), ..self }
    }

    /// The fault, with the secrets removed from its texts.
    pub(crate) fn redacted(self, redaction: &Redaction) -> Fault {
        let Self { class, message, advice } = self;
        Fault::new(class, redaction.text(&message), redaction.text(&advice))
    }
}
