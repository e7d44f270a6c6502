//! How kinds of local servers are identified, as written in the catalogue.

use serde::Deserialize;

/// How to find a kind of server on this machine.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Probe {
    /// Its default ports, one for each generation.
    pub(crate) ports: Vec<u16>,
    /// Signs that identify it; one is enough.
    pub(crate) signs: Vec<Sign>,
    /// Path of its list of loaded models.
    pub(crate) loaded: Option<String>,
}

/// An answer that identifies a kind of server.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sign {
    /// Path to request.
    pub(crate) path: String,
    /// JSON pointer that the answer must have.
    pub(crate) at: String,
    /// Expected value, if it matters.
    pub(crate) is: Option<serde_json::Value>,
}
