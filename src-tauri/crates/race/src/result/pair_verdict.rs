//! The verdict on two lanes of a race, as documents contain it.

use measure::Comparison;
use serde::{Deserialize, Serialize};

/// What the rounds of a race say of two lanes in one metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum PairStanding {
    /// The leader was better while the race ran: significantly among all its lanes, so that the chance of any false verdict on
    /// this metric is at most 5 %.
    Better,
    /// The leader has the better median of its own rounds, and is significantly worse over the rounds that both have. Neither is
    /// said to be better.
    Contrary,
    /// They differ by less than 2 %, surely.
    Alike,
    /// The planned rounds settle neither.
    Tie,
    /// A race "until settled" ended before it was settled.
    Open,
    /// Too few rounds for a verdict.
    FewRounds,
}

/// Two lanes of a race, compared over its rounds by one metric, with what is said of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct PairVerdict {
    /// Id of the metric. A speed is compared in o200k tokens, the same unit for every tokenizer: `neutral_tps`, or
    /// `answer_tps` where some lanes show reasoning that others do not.
    pub metric: String,
    /// Index among the lanes of the one with the best median.
    pub leader: u32,
    /// Index of the other lane.
    pub other: u32,
    /// Number of lanes compared by this metric, including the leader.
    pub lanes: u32,
    /// What the rounds say.
    pub standing: PairStanding,
    /// By how much and how surely, with the leader as A and the other lane as B.
    #[serde(flatten)]
    pub comparison: Comparison,
    /// The same in words, as the results of the race say it.
    pub sentence: String,
}
