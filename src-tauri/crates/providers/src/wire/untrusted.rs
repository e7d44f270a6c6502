//! Text from a server or a proxy, as received.

use serde_json::Value;

use crate::wire::redact::{Redaction, SafeText, first_chars};

/// Text from outside, which may repeat a secret in any spelling.
///
/// **Invariant:** it cannot be printed, and becomes text only through a [`Redaction`], after decoding. Whatever is
/// shown, stored, logged or exported of a fault or a reply is a [`SafeText`], which nothing else creates. For an event
/// in a stream, dialects pass the decoded text to [`Pieces`](crate::wire::decoder::Pieces), which has no other way out
/// either.
#[derive(Clone, Copy)]
pub(crate) struct UntrustedText<'a>(&'a str);

impl<'a> UntrustedText<'a> {
    /// Marks text that came from outside.
    pub(crate) fn of(text: &'a str) -> Self {
        Self(text)
    }

    /// Without secrets, and at most this many characters long.
    pub(crate) fn redacted(self, most: usize, redaction: &Redaction) -> SafeText {
        redaction.text(first_chars(self.0, most))
    }

    /// Whether it has nothing but white space.
    pub(crate) fn is_blank(self) -> bool {
        self.0.trim().is_empty()
    }

    /// The result of `read`, with the secrets removed from every text in it. An error may be JSON, or JSON within JSON,
    /// so it must be decoded before redaction: an escape can be in the middle of a key.
    pub(crate) fn read<T: Redact>(self, read: impl FnOnce(&str) -> T, redaction: &Redaction) -> T {
        let mut read = read(self.0);
        read.redact(redaction);
        read
    }
}

/// A value made from text from outside.
pub(crate) trait Redact {
    /// Removes secrets from every text in it.
    fn redact(&mut self, redaction: &Redaction);
}

impl Redact for String {
    fn redact(&mut self, redaction: &Redaction) {
        *self = redaction.text(self).into();
    }
}

impl Redact for Value {
    fn redact(&mut self, redaction: &Redaction) {
        redaction.json(self);
    }
}

impl<T: Redact> Redact for Option<T> {
    fn redact(&mut self, redaction: &Redaction) {
        if let Some(some) = self {
            some.redact(redaction);
        }
    }
}

impl<T: Redact> Redact for Vec<T> {
    fn redact(&mut self, redaction: &Redaction) {
        for one in self.iter_mut() {
            one.redact(redaction);
        }
    }
}

impl Redact for u16 {
    /// A number contains no secret.
    fn redact(&mut self, _: &Redaction) {}
}
