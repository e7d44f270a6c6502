//! Text that may be shown.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// Text that may be shown, stored and exported: our own text, or text from outside without its secrets.
///
/// **Invariant:** it is created only from a literal, by a redaction, or from a stored text of this kind.
#[derive(
    Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, specta::Type,
)]
#[serde(transparent)]
#[specta(transparent)]
pub struct SafeText(String);

impl SafeText {
    /// The result of a redaction.
    pub(super) fn of(redacted: String) -> Self {
        Self(redacted)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Our own text.
impl From<&'static str> for SafeText {
    fn from(words: &'static str) -> Self {
        Self(words.to_owned())
    }
}

impl From<SafeText> for String {
    fn from(text: SafeText) -> Self {
        text.0
    }
}

impl Deref for SafeText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for SafeText {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for SafeText {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SafeText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&self.0)
    }
}

impl fmt::Debug for SafeText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, formatter)
    }
}

impl PartialEq<str> for SafeText {
    fn eq(&self, other: &str) -> bool {
        self.0 == other
    }
}

impl PartialEq<&str> for SafeText {
    fn eq(&self, other: &&str) -> bool {
        self.0 == *other
    }
}
