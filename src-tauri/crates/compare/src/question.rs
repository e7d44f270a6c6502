//! The question behind the Compare screen and `paceline compare`.

use measure::{Metric, Warning};
use serde::{Deserialize, Serialize};

use crate::aspect::Aspect;
use crate::cost_speed_axes::{CostOf, SpeedBy};
use crate::days::UtcOffsetChange;
use crate::ranking::UseCase;
use crate::request::LoadLevel;
use crate::workload::Workload;

/// A question about a set of requests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(default)]
pub struct CompareQuestion {
    /// Whether to compare simulated requests instead of real ones. The two never mix.
    pub simulated: bool,
    /// Ids of contenders to hide.
    pub hidden: Vec<String>,
    /// Only requests under this load; by default the lightest. Contenders under different loads are not alternatives.
    pub load: Option<LoadLevel>,
    /// Requests under every load, each load a separate contender.
    pub every_load: bool,
    /// Only requests with prompts of this many `o200k_base` tokens from sweeps over the length of prompts. By default only requests
    /// of no such sweep or, if there are none, those with the shortest prompts.
    pub swept_length: Option<u32>,
    /// Only requests whose prompt and token limit are common to all shown contenders.
    pub common_only: bool,
    /// Aspects in which requests of one contender may differ. A difference in any other [`Aspect`] makes a separate
    /// contender.
    pub pool_over: Vec<Aspect>,
    /// Requests with any of these warnings are left out.
    pub leave_out: Vec<Warning>,
    /// What costs refer to.
    pub cost_of: CostOf,
    /// What speed means; by default output speed or, if no contender has one because answers are too short, latency.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub speed_by: Option<SpeedBy>,
    /// Input tokens per output token in a blended price.
    pub blend: f64,
    /// The workload for predictions.
    pub workload: Workload,
    /// Value of one second, in dollars.
    pub second_usd: f64,
    /// Only contenders of which at least this share of answers is right, 0 to 1, are called best, fastest or cheapest: by cost and speed,
    /// by a number, on the map of who is best, by length, for a job and in rankings.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least_right: Option<f64>,
    /// The number whose distribution and trend are shown.
    pub metric: Metric,
    /// The earlier of two runs to compare; see `changes` for the default.
    pub before: Option<String>,
    /// The later run; by default the newest.
    pub after: Option<String>,
    /// Use cases to rank for; empty for the built-in ones.
    pub use_cases: Vec<UseCase>,
    /// Offset of the user's time zone from UTC, in minutes; before the first of `utc_offset_changes`, if there are any.
    pub utc_offset_minutes: i32,
    /// When that offset changes, in order of time: where there is summer time, twice a year.
    pub utc_offset_changes: Vec<UtcOffsetChange>,
}

impl Default for CompareQuestion {
    fn default() -> Self {
        Self {
            simulated: false,
            hidden: Vec::new(),
            load: None,
            every_load: false,
            swept_length: None,
            common_only: false,
            pool_over: Vec::new(),
            leave_out: Vec::new(),
            cost_of: CostOf::default(),
            speed_by: None,
            blend: 3.0,
            workload: Workload::default(),
            // $36 an hour.
            second_usd: 0.01,
            least_right: None,
            metric: Metric::TtftMs,
            before: None,
            after: None,
            use_cases: Vec::new(),
            utc_offset_minutes: 0,
            utc_offset_changes: Vec::new(),
        }
    }
}
