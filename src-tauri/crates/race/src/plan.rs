//! What is to be raced, as a person writes it down.

pub(crate) mod check;
pub(crate) mod forecast;
pub(crate) mod load;
pub(crate) mod prompt;
pub(crate) mod prompt_cycle;
pub(crate) mod prompt_source;
pub(crate) mod retirement;
pub(crate) mod suggestions;
pub(crate) mod variables;

use providers::{Dialect, Effort};
use serde::{Deserialize, Serialize};

use crate::plan::load::Load;

/// A race before it starts: one prompt, the same for every lane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Plan {
    /// What every contender is asked.
    pub prompt: String,
    /// What every contender is told about itself first.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// Most output tokens per request; absent leaves it to the provider.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// Sampling temperature, 0 to 2; absent leaves it to the provider.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// How much reasoning models are asked to think; absent leaves it to the provider.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// How many measured rounds are run, each with one start gun for all lanes; at least 1.
    pub repeat: u32,
    /// How many rounds are run first and not measured.
    pub warmup: u32,
    /// Who races.
    pub lanes: Vec<LanePlan>,
    /// How much is asked at once: what makes a race a sweep. Rounds are then not used.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Load>,
}

/// What a plan has done: the one or the other, and never both.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Workload<'a> {
    /// A race, in rounds.
    Rounds {
        /// Measured rounds, at least 1.
        repeat: u32,
        /// Rounds before them that are not measured.
        warmup: u32,
    },
    /// A sweep, at this load, level by level.
    Sweep(&'a Load),
}

impl Plan {
    /// What is to be done. The document has room for rounds beside a load; then the load counts.
    pub fn workload(&self) -> Workload<'_> {
        match &self.load {
            Some(load) => Workload::Sweep(load),
            None => Workload::Rounds { repeat: self.repeat, warmup: self.warmup },
        }
    }

    /// How many rounds are run in all, those that are not measured first.
    pub(crate) fn rounds(&self) -> u32 {
        self.warmup.saturating_add(self.repeat)
    }
}

/// One contender, and where it differs from what the lanes share.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct LanePlan {
    /// A row of the catalogue, an endpoint of the person's own, or `custom` with a dialect and an address.
    pub provider: String,
    /// The model as the provider calls it.
    pub model: String,
    /// The dialect of a `custom` lane.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<Dialect>,
    /// The address of a `custom` lane.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// Overrides the shared limit for this lane.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// Overrides the shared temperature for this lane.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Overrides the shared effort for this lane.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// Kept in the line-up, left out of the race.
    pub muted: bool,
}

/// What the line beside the Race button says before anything is sent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Preflight {
    /// Lanes that will run.
    pub lanes: u32,
    /// Requests that will be sent, warm-up included.
    pub requests: u32,
    /// The prompt's length in `o200k_base` tokens, system prompt included.
    pub prompt_tokens: u32,
    /// Most output tokens of all requests together; absent when a lane has no limit.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_tokens: Option<u32>,
    /// Most dollars of all priced lanes together; absent when no lane has both a price and a limit.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_usd: Option<f64>,
    /// Lanes without a price, by their place in the plan.
    pub unpriced: Vec<u32>,
    /// Lanes whose provider needs a key that is not there, by their place in the plan.
    pub missing_keys: Vec<u32>,
    /// What stands in the way, lane by lane; empty when the race can start.
    pub problems: Vec<Problem>,
    /// What is sent otherwise than the plan asks, lane by lane.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// Something to know before the start that does not keep a race from starting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Note {
    /// The lane it concerns, by its place in the plan.
    pub lane: u32,
    /// What it is, in a sentence.
    pub message: String,
}

/// Something that keeps a race from starting: what, where, and what to do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Problem {
    /// The lane it concerns, by its place in the plan; absent when it concerns the whole plan.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lane: Option<u32>,
    /// What is wrong and what to do about it, in one or two sentences.
    pub message: String,
}
