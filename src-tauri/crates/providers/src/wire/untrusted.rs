//! Text from a server or a proxy, as it came.

use serde_json::Value;

use crate::wire::redact::{Redaction, SafeText, first_chars};

/// Text from outside, which may repeat a secret in any spelling.
///
/// **Invariant:** it prints nothing and becomes text only through a [`Redaction`], after it was decoded. What is shown,
/// stored, logged or exported of a fault or a reply is a [`SafeText`], which nothing else makes. Of an event in a stream, dialects hand the decoded text
/// to [`Pieces`](crate::wire::decoder::Pieces), which has no other way out either.
#[derive(Clone, Copy)]
pub(crate) struct UntrustedText<'a>(&'a str);

impl<'a> UntrustedText<'a> {
    /// Text that came from outside.
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

    /// What `read` makes of it, with the secrets removed from every text in that. An error may be JSON, and JSON within
    /// JSON: what is read must be decoded first, since an escape can stand in the middle of a key.
    pub(crate) fn read<T: Redact>(self, read: impl FnOnce(&str) -> T, redaction: &Redaction) -> T {
        let mut read = read(self.0);
        read.redact(redaction);
        read
    }
}

/// Something made of text from outside.
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
    /// A number is no text.
    fn redact(&mut self, _: &Redaction) {}
}
