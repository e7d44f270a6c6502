//! How kinds of servers are told apart, as the catalogue says it.

use serde::Deserialize;

/// How a kind of server is found on this machine.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Probe {
    /// The ports it listens on unless told otherwise, one for each generation of it.
    pub(crate) ports: Vec<u16>,
    /// What tells it from others; one of them is enough.
    pub(crate) signs: Vec<Sign>,
    /// Where it says which models are in memory, from the root of its address.
    pub(crate) loaded: Option<String>,
}

/// An answer that only one kind of server gives.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sign {
    /// What to ask for, from the root of the address.
    pub(crate) path: String,
    /// The JSON pointer at which the answer has something.
    pub(crate) at: String,
    /// What it has there, where that matters.
    pub(crate) is: Option<serde_json::Value>,
}
