//! Use cases of a ranking: a workload, weighted figures and limits.

use serde::{Deserialize, Serialize};

use super::figure::Figure;
use crate::wording::use_cases::name_and_why;
use crate::workload::Workload;

/// The weight of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RankTerm {
    /// Which figure.
    pub figure: Figure,
    /// Its weight, 0 or more, relative to the sum of all weights.
    pub weight: f64,
}

/// The limit of a figure: a maximum, or a minimum for a rate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RankLimit {
    /// Which figure.
    pub figure: Figure,
    /// The limit, in the figure's own unit.
    pub value: f64,
}

/// A use case and its formula.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct UseCase {
    /// Id in a question.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Why the formula is as it is.
    pub why: String,
    /// Its workload.
    pub workload: Workload,
    /// Weighted figures.
    pub terms: Vec<RankTerm>,
    /// Limits.
    pub limits: Vec<RankLimit>,
}

pub(super) fn use_case(
    id: &str,
    (in_tokens, out_tokens, steps): (f64, f64, u32),
    terms: &[(Figure, f64)],
    limits: &[(Figure, f64)],
) -> UseCase {
    let (name, why) = name_and_why(id);
    let workload =
        Workload { in_tokens, out_tokens, steps, requests_per_day: 1_000.0, growing: true };
    UseCase {
        id: id.to_owned(),
        name,
        why,
        workload,
        terms: terms
            .iter()
            .map(|(figure, weight)| RankTerm { figure: *figure, weight: *weight })
            .collect(),
        limits: limits
            .iter()
            .map(|(figure, value)| RankLimit { figure: *figure, value: *value })
            .collect(),
    }
}

/// The built-in use case of contenders whose answers were checked.
pub(crate) fn use_case_of_checked() -> UseCase {
    use_case(
        "right",
        (1_000.0, 300.0, 1),
        &[(Figure::CostPerRight, 70.0), (Figure::TimePerRight, 30.0)],
        &[(Figure::Right, 0.95), (Figure::ErrorRate, 0.02)],
    )
}

/// The built-in use cases, after published comparisons.
pub fn use_cases() -> Vec<UseCase> {
    vec![
        use_case(
            "voice",
            (500.0, 60.0, 1),
            &[(Figure::TtfatTail, 60.0), (Figure::Ttfat, 30.0), (Figure::Cost, 10.0)],
            &[(Figure::TtfatTail, 1_500.0), (Figure::Speed, 15.0), (Figure::ErrorRate, 0.02)],
        ),
        use_case(
            "chat",
            (500.0, 300.0, 1),
            &[(Figure::Ttfat, 40.0), (Figure::Latency, 30.0), (Figure::Cost, 30.0)],
            &[(Figure::Speed, 10.0), (Figure::ErrorRate, 0.02)],
        ),
        use_case(
            "agent",
            (4_000.0, 500.0, 20),
            &[(Figure::LoopTime, 70.0), (Figure::LoopCost, 30.0)],
            &[(Figure::ErrorRate, 0.02)],
        ),
        use_case(
            "batch",
            (2_000.0, 500.0, 1),
            &[(Figure::Cost, 85.0), (Figure::Speed, 15.0)],
            &[(Figure::ErrorRate, 0.05)],
        ),
    ]
}
