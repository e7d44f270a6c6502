//! The plan of a race or a sweep, as the user writes it.

pub(crate) mod answer_checks;
pub(crate) mod asked_rows;
pub(crate) mod attachments;
pub(crate) mod budget_obstacle;
pub(crate) mod capacity_target;
pub(crate) mod chain;
pub(crate) mod chain_check;
pub(crate) mod check;
pub(crate) mod contender;
pub(crate) mod first_sent;
pub(crate) mod forecast;
pub(crate) mod input;
pub(crate) mod input_length;
pub(crate) mod judge;
pub(crate) mod judge_prompt;
mod knows_answers;
mod lane_plan;
pub(crate) mod lane_request;
pub(crate) mod load;
pub(crate) mod most_cost;
pub(crate) mod own_commands;
pub(crate) mod prompt_cycle;
pub(crate) mod prompt_lengths;
pub(crate) mod prompt_source;
pub(crate) mod retirement;
pub(crate) mod rows;
pub(crate) mod shown;
pub(crate) mod shown_request;
pub(crate) mod step;
pub(crate) mod step_checks;
pub(crate) mod step_rule;
pub(crate) mod suggestions;
pub(crate) mod unique_prompts;
pub(crate) mod variables;
pub(crate) mod whole_request;
pub(crate) mod wording;

pub use lane_plan::{LanePlan, NextStep};

use std::time::Duration;

use checks::Check;
use measure::{Metric, Phrase, Stopping};
use providers::{Effort, SharedPayload, Timeouts};
use serde::{Deserialize, Serialize};

use crate::plan::input::Input;
use crate::plan::load::Load;
use crate::workload::PromptSet;

/// Maximum number of lanes; more than that on one clock disturb each other.
pub const MOST_LANES: usize = 512;

/// A race before it starts: one request, the same for every lane but for what a lane has of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Plan {
    /// The prompt.
    /// Empty if the payload's turns end the conversation.
    pub prompt: String,
    /// The system prompt.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub system: Option<String>,
    /// What the request carries beside its prompts and its settings: turns, tools, the form of the answer and the like;
    /// empty for a plain prompt.
    #[specta(optional, type = providers::Payload)]
    #[serde(default, skip_serializing_if = "is_empty")]
    pub payload: SharedPayload,
    /// Output token limit per request; absent for the provider's default.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// Sampling temperature, 0 to 2; absent for the provider's default.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Reasoning effort; absent for the provider's default.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<Effort>,
    /// Number of measured rounds, each with one start gun for all lanes; at least 1. With `until_settled`, the maximum;
    /// in the run, the rounds it took.
    pub repeat: u32,
    /// Number of warm-up rounds, which run first and are not measured.
    pub warmup: u32,
    /// Maximum duration of one request in seconds, above 0 and up to 86,400; absent for an hour. It also ends a request
    /// from a server that drips.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadline_s: Option<f64>,
    /// The metric by which the race ends as soon as it is settled; absent for a fixed number of rounds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until_settled: Option<Metric>,
    /// Whether every request of a race begins with a number of its own, so that prompt caches do not help. A sweep says so
    /// in its load.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unique_prompts: bool,
    /// The id of the run whose unique prompts a race repeats; absent for new ones. A sweep says so in its load.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// Prompts that are asked in turn in place of this plan's own, which then shows the first: each measured round of a race
    /// asks the next, and so does each request of a sweep.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<PromptSet>,
    /// What makes an answer right: every one of these; empty if answers are not checked.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<Check>,
    /// The model that is asked after a race which of two answers is better; absent for none.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<JudgePlan>,
    /// The lanes.
    pub lanes: Vec<LanePlan>,
    /// The load, which makes the plan a sweep. Rounds are then ignored.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<Load>,
}

/// The workload of a plan: either rounds or a sweep.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Workload<'a> {
    /// A race, in rounds.
    Rounds {
        /// Measured rounds, at least 1.
        repeat: u32,
        /// Warm-up rounds before them.
        warmup: u32,
    },
    /// A sweep, level by level.
    Sweep(&'a Load),
}

impl Default for Plan {
    /// One round without a prompt or a lane, with every setting left to the provider.
    fn default() -> Self {
        Self {
            prompt: String::new(),
            system: None,
            payload: SharedPayload::default(),
            max_tokens: None,
            temperature: None,
            effort: None,
            repeat: 1,
            warmup: 0,
            until_settled: None,
            unique_prompts: false,
            nonce: None,
            set: None,
            checks: Vec::new(),
            judge: None,
            lanes: Vec::new(),
            deadline_s: None,
            load: None,
        }
    }
}

impl Plan {
    /// The workload. The document can hold rounds and a load; then the load counts.
    pub fn workload(&self) -> Workload<'_> {
        match &self.load {
            Some(load) => Workload::Sweep(load),
            None => Workload::Rounds { repeat: self.repeat, warmup: self.warmup },
        }
    }

    /// Whether it is a sweep.
    pub fn is_sweep(&self) -> bool {
        matches!(self.workload(), Workload::Sweep(_))
    }

    /// Whether every request has a prompt of its own, of a race or of a sweep.
    pub fn has_unique_prompts(&self) -> bool {
        self.load.as_ref().map_or(self.unique_prompts, |load| load.unique_prompts)
    }

    /// The id of the run whose unique prompts are repeated, of a race or of a sweep.
    pub fn repeated_nonce(&self) -> Option<&str> {
        self.load.as_ref().map_or(self.nonce.as_deref(), |load| load.nonce.as_deref())
    }

    /// The timeouts of its requests: these, with its own deadline.
    pub(crate) fn timeouts(&self, timeouts: Timeouts) -> Timeouts {
        let own = self.deadline_s.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Timeouts { total: own.unwrap_or(timeouts.total), ..timeouts }
    }

    /// The service tiers that its lanes ask for, each once.
    pub fn service_tiers(&self) -> Vec<&str> {
        let lanes = self.lanes.iter().filter(|lane| !lane.muted);
        let steps = lanes.flat_map(LanePlan::steps);
        let mut tiers: Vec<&str> = steps.filter_map(|lane| lane.service_tier.as_deref()).collect();
        tiers.sort_unstable();
        tiers.dedup();
        tiers
    }

    /// The input of every lane that has no request of its own.
    pub fn shared_input(&self) -> Input<'_> {
        Input { system: self.system.as_deref(), prompt: &self.prompt, payload: &self.payload }
    }

    /// The input of a lane: what it has of its own, and the shared input otherwise.
    pub fn input_of<'a>(&'a self, lane: &'a LanePlan) -> Input<'a> {
        match &lane.request {
            Some(own) => own.over(self.shared_input()),
            None => self.shared_input(),
        }
    }

    /// The input of the lane at an index of the plan, from 0.
    pub fn input_at(&self, place: u32) -> Input<'_> {
        self.lanes
            .get(place as usize)
            .map_or_else(|| self.shared_input(), |lane| self.input_of(lane))
    }

    /// What decides the number of rounds.
    pub(crate) fn stopping(&self) -> Stopping {
        match self.until_settled {
            Some(_) => Stopping::WhenSettled,
            None => Stopping::Planned,
        }
    }

    /// Total number of rounds, warm-up included.
    pub(crate) fn rounds(&self) -> u32 {
        self.warmup.saturating_add(self.repeat)
    }
}

/// The model that is asked after a race which of two answers is better, for each two lanes in each round, in both orders.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct JudgePlan {
    /// Who is asked, with its settings. A request of its own, or that it is muted, means nothing here.
    pub lane: LanePlan,
    /// What it judges by; absent for correct, complete and clear.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub criteria: Option<String>,
}

/// The judge's part of a preflight summary.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct JudgePreflight {
    /// How often it is asked at most; part of all requests.
    pub requests: u32,
    /// Whether its requests are in no sum of dollars, because it has no price.
    pub unpriced: bool,
}

/// What asking a judge about a race that is kept would take, before anything is sent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct JudgeForecast {
    /// How often it is asked at most.
    pub requests: u32,
    /// What that costs at most, in dollars; absent if it costs nothing or that is unknown.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_usd: Option<f64>,
    /// Whether nobody knows what it costs, because it has no price.
    pub unpriced: bool,
    /// Why it cannot be asked.
    pub problems: Vec<Problem>,
}

/// The preflight summary beside the Race button, before anything is sent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Preflight {
    /// Lanes that will run.
    pub lanes: u32,
    /// Requests that will be sent at most, warm-up, those to later steps of chains and those to the judge included.
    pub requests: u32,
    /// The later steps' part of them, if every step is asked each time.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "is_none_of_them")]
    pub steps: u32,
    /// The judge's part; absent without one.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<JudgePreflight>,
    /// The length of the shared input in `o200k_base` tokens: prompt, system prompt, turns, tools and schemas, and the number
    /// that makes it unique. Images and documents are not counted.
    pub prompt_tokens: u32,
    /// The lanes whose own input has another length.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_inputs: Vec<InputLength>,
    /// Maximum output tokens of all requests together; absent if a lane has no limit.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_tokens: Option<u32>,
    /// Maximum dollars of all priced lanes together; absent if no lane has both a price and a limit.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_usd: Option<f64>,
    /// Indices in the plan of lanes without a price.
    pub unpriced: Vec<u32>,
    /// Indices in the plan of lanes whose provider needs a key that is missing.
    pub missing_keys: Vec<u32>,
    /// Problems that prevent the start, lane by lane; empty if the race can start.
    pub problems: Vec<Problem>,
    /// Requests that differ from the plan, lane by lane.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// The length of a lane's own input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct InputLength {
    /// Index of the lane in the plan.
    pub lane: u32,
    /// In `o200k_base` tokens.
    pub prompt_tokens: u32,
}

/// Information before the start that does not prevent it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Note {
    /// Index of the lane in the plan.
    pub lane: u32,
    /// The note, in one sentence.
    pub message: Phrase,
}

/// A problem that prevents the start: what, where, and what to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Problem {
    /// Index of the lane in the plan; absent if it concerns the whole plan.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lane: Option<u32>,
    /// What is wrong and what to do about it, in one or two sentences.
    pub message: Phrase,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_none_of_them(steps: &u32) -> bool {
    *steps == 0
}

fn is_empty(payload: &SharedPayload) -> bool {
    payload.is_empty()
}
