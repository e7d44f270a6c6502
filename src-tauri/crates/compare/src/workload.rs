//! Workloads that a comparison predicts: how large a request is, how often it is sent, and how many steps a loop has.

use measure::Phrase;
use serde::{Deserialize, Serialize};

use crate::wording::job as say;

/// A workload: the size of a request and how often it is sent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Workload {
    /// Input tokens of a request.
    pub in_tokens: f64,
    /// Answer tokens, without reasoning.
    pub out_tokens: f64,
    /// Requests per day.
    pub requests_per_day: f64,
    /// Sequential requests in an agent loop.
    pub steps: u32,
    /// Whether each step of a loop also reads the answers of earlier steps.
    pub growing: bool,
}

/// Maximum number of steps of a loop that are predicted one by one.
const MOST_STEPS: u32 = 10_000;

impl Workload {
    /// Input tokens of each step of a loop. If it grows, step k also reads the k − 1 answers before it.
    pub(crate) fn step_in_tokens(&self) -> impl Iterator<Item = f64> + use<> {
        let (first, more) = (self.in_tokens, if self.growing { self.out_tokens } else { 0.0 });
        (0..self.steps).map(move |step| first + more * f64::from(step))
    }

    /// Input tokens of the last step of a loop; if it cannot be predicted, of a request.
    pub(crate) fn longest_prompt(&self) -> f64 {
        let more = if self.growing && self.has_steps() { self.out_tokens } else { 0.0 };
        self.in_tokens + more * f64::from(self.steps.saturating_sub(1))
    }

    /// Whether a loop can be predicted: it has steps, and not more than can be summed one by one.
    pub(crate) fn has_steps(&self) -> bool {
        (1..=MOST_STEPS).contains(&self.steps)
    }
}

/// A built-in workload.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct WorkloadPreset {
    /// Id in a question.
    pub id: &'static str,
    /// Display name.
    pub name: Phrase,
    /// The workload.
    pub workload: Workload,
}

/// Id, name, and input and output tokens.
type Preset = (&'static str, fn() -> Phrase, (f64, f64));

/// The built-in workloads.
const PRESETS: [Preset; 5] = [
    ("chat", say::chat, (500.0, 300.0)),
    ("autocomplete", say::autocomplete, (1_500.0, 24.0)),
    ("rag", say::rag, (8_000.0, 500.0)),
    ("code", say::code, (2_000.0, 4_000.0)),
    ("agent", say::agent, (4_000.0, 500.0)),
];

const fn built_in((in_tokens, out_tokens): (f64, f64)) -> Workload {
    Workload { in_tokens, out_tokens, requests_per_day: 1_000.0, steps: 20, growing: true }
}

/// The built-in workloads.
pub(crate) fn presets() -> Vec<WorkloadPreset> {
    let preset =
        |(id, name, size): Preset| WorkloadPreset { id, name: name(), workload: built_in(size) };
    PRESETS.into_iter().map(preset).collect()
}

impl Default for Workload {
    fn default() -> Self {
        let (_, _, chat) = PRESETS[0];
        built_in(chat)
    }
}
