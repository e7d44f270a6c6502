//! What is checked: an answer, and what its request allowed.

use serde_json::Value;

/// An answer, as it was received.
#[derive(Debug, Clone, Copy, Default)]
pub struct Answer<'a> {
    /// Its text, without reasoning and tool calls.
    pub text: &'a str,
    /// Its tool calls in order; `None` if they cannot be told apart.
    pub calls: Option<&'a [Call<'a>]>,
    /// Whether the provider said that the model declined.
    pub is_refused: bool,
    /// Whether a limit of its length cut it.
    pub is_cut: bool,
}

/// A tool call of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call<'a> {
    /// The tool's name.
    pub name: &'a str,
    /// The arguments as they came; empty if none came.
    pub arguments: &'a str,
}

/// A tool that the request offered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tool<'a> {
    /// A function, with the JSON Schema of its arguments if it has one.
    Function {
        /// Its name.
        name: &'a str,
        /// The schema of its arguments.
        parameters: Option<&'a Value>,
    },
    /// A tool that only one provider has, whose calls follow that provider's rules.
    Own,
}
