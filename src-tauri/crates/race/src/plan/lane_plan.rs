//! A contender of a plan, alone or with the later steps of its chain.

use providers::{Dialect, Effort};
use serde::{Deserialize, Serialize};

use crate::plan::lane_request::LaneRequest;
use crate::plan::step_rule::StepRule;

/// One contender, with its overrides of the shared settings.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct LanePlan {
    /// A row of the catalogue, one of the user's own endpoints, or `custom` with a dialect and an address.
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
    /// The requested service tier, in the provider's own word; absent for the account's default.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service_tier: Option<String>,
    /// What this lane is asked in place of the shared request; absent if it is asked the same.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<LaneRequest>,
    /// Whether the other lanes claim to be the same service as this one: see [`Run::same_service`](crate::Run::same_service). Of several the first.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reference: bool,
    /// The steps after this one, which make the lane a chain; empty for a single request. The lane's answer is that of the step
    /// that is asked last.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub later: Vec<NextStep>,
    /// Kept in the line-up but left out of the race.
    pub muted: bool,
}

/// A later step of a chain.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct NextStep {
    /// Who is asked, with its settings. Of a request of its own only the prompt and the system prompt mean something here: templates with
    /// `{{prompt}}` for what the lane was asked, `{{answer}}` for the answer of the step before, and `{{answer1}}` and so on for that of
    /// any step before it. Without a prompt it is asked the answer if it is always asked, and otherwise the prompt; without a
    /// system prompt it has that of the lane.
    pub lane: LanePlan,
    /// When it is asked.
    pub rule: StepRule,
}
