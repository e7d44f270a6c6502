//! Faults whose texts are not redacted yet.

use measure::Phrase;

use crate::error::fault::{Fault, FaultClass};
use crate::wire::redact::Redaction;

/// A fault as it arises, where no key is known: it contains a library's text, or names from a certificate or a proxy,
/// unchanged.
///
/// **Invariant:** it cannot be printed, its texts cannot be read, and only a [`Redaction`] turns it into a [`Fault`].
pub(crate) struct RawFault {
    class: FaultClass,
    message: Phrase,
    advice: Option<Phrase>,
}

impl RawFault {
    /// A fault without details.
    pub(crate) fn new(
        class: FaultClass,
        message: Phrase,
        advice: impl Into<Option<Phrase>>,
    ) -> Self {
        Self { class, message, advice: advice.into() }
    }

    /// The same as a fault of the proxy, which `before` names in a sentence.
    pub(crate) fn of_proxy(self, before: Phrase) -> Self {
        let message = Phrase::sentences([before, self.message]);
        Self { class: FaultClass::Proxy, message, ..self }
    }

    /// The same with other advice.
    pub(crate) fn advising(self, advice: Phrase) -> Self {
        Self { advice: Some(advice), ..self }
    }

    /// The same with one more sentence of advice.
    pub(crate) fn also_advising(self, more: Phrase) -> Self {
        Self { advice: Some(Phrase::sentences(self.advice.into_iter().chain([more]))), ..self }
    }

    /// The fault, with the secrets removed from its texts.
    pub(crate) fn redacted(self, redaction: &Redaction) -> Fault {
        let Self { class, message, advice } = self;
        let fault = Fault::saying(class, &message, redaction);
        match advice {
            Some(advice) => fault.advised(&advice, redaction),
            None => fault,
        }
    }
}
