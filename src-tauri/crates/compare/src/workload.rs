//! Workloads that a comparison predicts: how large a request is, how often it is sent, and how many steps a loop has.

use serde::{Deserialize, Serialize};

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
#[derive(Debug, Clone, Copy, PartialEq, Serialize, specta::Type)]
pub struct WorkloadPreset {
    /// Id in a question.
    pub id: &'static str,
    /// Display name.
    pub name: &'static str,
    /// The workload.
    pub workload: Workload,
}

const fn preset(
    id: &'static str,
    name: &'static str,
    (in_tokens, out_tokens): (f64, f64),
    steps: u32,
) -> WorkloadPreset {
    let workload =
        Workload { in_tokens, out_tokens, requests_per_day: 1_000.0, steps, growing: true };
    WorkloadPreset { id, name, workload }
}

/// The built-in workloads.
pub(crate) const PRESETS: [WorkloadPreset; 5] = [
    preset("chat", "Chat", (500.0, 300.0), 20),
    preset("autocomplete", "Autocomplete", (1_500.0, 24.0), 20),
    preset("rag", "RAG answer", (8_000.0, 500.0), 20),
    preset("code", "Code file", (2_000.0, 4_000.0), 20),
    preset("agent", "Agent loop", (4_000.0, 500.0), 20),
];

impl Default for Workload {
    fn default() -> Self {
        PRESETS.first().map_or(
            Self {
                in_tokens: 0.0,
                out_tokens: 0.0,
                requests_per_day: 0.0,
                steps: 1,
                growing: false,
            },
            |preset| preset.workload,
        )
    }
}
