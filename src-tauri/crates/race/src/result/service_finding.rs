//! What is found of a lane beside the reference of its race: whether both answer like one service.

use serde::{Deserialize, Serialize};

/// What is compared of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ServiceTrait {
    /// Whether a tool is called.
    ToolTrigger,
    /// Whether the calls that are made fit their tools, as the check `tool-call-valid` finds.
    ToolValidity,
    /// The first tokens of repeated answers to the same prompt.
    Opening,
    /// The length of the answer.
    Length,
    /// How the answer ends.
    Ending,
}

/// One of the things that are compared.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ServiceFeature {
    /// Which.
    pub feature: ServiceTrait,
    /// Answers of the lane to prompts that both answered.
    pub answers: u32,
    /// Answers of the reference to these.
    pub of_reference: u32,
    /// The p value of that both are the same, by permutation within prompts.
    pub p: f64,
    /// The same among all features of all lanes (S. Holm).
    pub p_of_all: f64,
}

/// How sure it is that two lanes differ.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, specta::Type,
)]
#[serde(rename_all = "snake_case")]
pub enum ServiceVerdict {
    /// There are too few answers to say, or nothing differs and most of them are shorter than the beginnings that are compared.
    Unknown,
    /// Nothing that is compared differs at 5 %.
    Alike,
    /// Something differs at 5 %, all features of all lanes together.
    Probably,
    /// Something differs at 1 %.
    VeryProbably,
    /// Something differs at 0.1 %.
    AlmostCertainly,
}

/// A lane beside the reference.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct ServiceFinding {
    /// Index of the lane among those that ran.
    pub lane: u32,
    /// Index of the reference.
    pub reference: u32,
    /// How sure it is that they differ.
    pub verdict: ServiceVerdict,
    /// What was compared; that for which there are too few answers is left out.
    pub features: Vec<ServiceFeature>,
    /// How well the lane calls tools where the reference does: 2 · both ÷ (lane + reference); absent if neither does.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trigger_f1: Option<f64>,
}
