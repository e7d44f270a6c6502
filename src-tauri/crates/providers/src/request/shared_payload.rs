//! A payload that many hold at once: it can be megabytes long, and a plan is copied often.

use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::request::payload::Payload;

/// A payload that is shared by its copies. In a document it is the payload itself.
#[derive(Debug, Clone, Default, PartialEq, specta::Type)]
#[specta(transparent)]
pub struct SharedPayload(Arc<Payload>);

impl SharedPayload {
    /// The payload itself, as a request holds it.
    pub fn arc(&self) -> Arc<Payload> {
        Arc::clone(&self.0)
    }

    /// Itself to be changed; it is copied first if others hold it too.
    pub fn make_mut(&mut self) -> &mut Payload {
        Arc::make_mut(&mut self.0)
    }
}

impl From<Payload> for SharedPayload {
    fn from(payload: Payload) -> Self {
        Self(Arc::new(payload))
    }
}

impl Deref for SharedPayload {
    type Target = Payload;

    fn deref(&self) -> &Payload {
        &self.0
    }
}

impl Serialize for SharedPayload {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.as_ref().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for SharedPayload {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Payload::deserialize(deserializer).map(Self::from)
    }
}
