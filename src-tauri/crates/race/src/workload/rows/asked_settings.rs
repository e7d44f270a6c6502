//! Settings of a plan that the whole requests of a set ask for, such as a token limit.

use providers::{Captured, Effort};

use crate::workload::rows::fault::Fault;
use crate::workload::rows::why;

/// Settings of a plan that a set asks for, the same in every row.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct AskedSettings {
    /// Output token limit.
    pub max_tokens: Option<u32>,
    /// Sampling temperature.
    pub temperature: Option<f64>,
    /// Reasoning effort.
    pub effort: Option<Effort>,
}

impl AskedSettings {
    /// Those of a whole request.
    pub(super) fn of(captured: &Captured) -> Self {
        let Captured { max_tokens, temperature, effort, .. } = captured;
        Self { max_tokens: *max_tokens, temperature: *temperature, effort: *effort }
    }

    /// The first setting in which another row asks for something else, with what each asks for.
    fn unlike(self, other: Self) -> Option<(&'static str, String, String)> {
        let word = |effort: Option<Effort>| told(effort.map(Effort::word));
        [
            ("max_tokens", told(self.max_tokens), told(other.max_tokens)),
            ("temperature", told(self.temperature), told(other.temperature)),
            ("effort", word(self.effort), word(other.effort)),
        ]
        .into_iter()
        .find(|(_, one, other)| one != other)
    }
}

fn told(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

/// The settings of the rows read so far.
#[derive(Default)]
pub(super) struct Common(Option<AskedSettings>);

impl Common {
    /// Adds those of the next row.
    ///
    /// # Errors
    /// The first setting in which it differs from the rows before it.
    pub(super) fn add(&mut self, next: AskedSettings) -> Result<(), Fault> {
        let first = *self.0.get_or_insert(next);
        match next.unlike(first) {
            None => Ok(()),
            Some((name, asked, before)) => Err(Fault::whole(why::unlike(name, &asked, &before))),
        }
    }

    pub(super) fn settings(self) -> AskedSettings {
        self.0.unwrap_or_default()
    }
}
