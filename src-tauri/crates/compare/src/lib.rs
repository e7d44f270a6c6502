//! Compares contenders over any set of requests: cost against speed, latency by answer length, best contender per job,
//! distributions, trends, changes between runs, rankings for a use, and hedging. Each answer includes its result in one
//! sentence.
//!
//! **Invariant:** pure. It reads no clock, does no I/O and starts no task. Every answer is a function of the requests.
//!
//! **Invariant:** simulated requests never mix with real ones; failures count in error rates and never in speeds;
//! tokens from different counters are never pooled; unknown is absent, never zero.

mod answer_lengths;
mod asked_prompts;
mod aspect;
mod cache_time;
mod carried;
mod carried_numbers;
mod champion;
mod change;
mod climbs;
mod conditions;
mod contender;
mod context_length;
mod cost_speed;
mod cost_speed_axes;
mod crossover;
mod day_changes;
mod day_drift;
mod day_failures;
mod day_step;
mod days;
mod dependence;
mod difference;
mod difference_of_rounds;
mod difference_of_runs;
mod distribution;
mod doubts;
mod estimation;
mod evidence;
mod exclusion;
mod failures;
mod first_schema_use;
mod forest;
mod group;
mod hedge;
mod image_time;
mod latency_model;
mod least_right;
mod length_ranges;
mod like_for_like;
mod line_fit;
mod mean_cost;
mod measured_days;
mod measured_latency;
mod measured_lengths;
mod median_of_parts;
mod metric_summary;
mod middle;
mod nothing;
mod number_budgets;
mod one_race;
mod paid;
mod predict;
mod predicted_cost;
mod predicted_standing;
mod prompt_curve;
mod prompt_ends;
mod prompt_slope;
mod prompt_strata;
mod prompt_tokens;
mod quality;
mod question;
mod quick_requests;
mod ranking;
mod request;
mod right_answers;
mod short_answers;
mod significance;
mod slope_end;
mod standing;
mod swept_lengths;
mod trend;
mod undecided;
mod under_load;
mod unsettled_change;
mod verdicts;
mod view;
mod what_if;
mod win_map;
mod wording;
mod workload;
mod writing;

pub use aspect::{Aspect, AspectInUse};
pub use carried::{AnsweredTier, CARRIED, CarriedSummary};
pub use carried_numbers::CarriedNumbers;
pub use champion::Champion;
pub use change::{Change, ChangeVerdict, Changes, RunName};
pub use contender::ContenderSummary;
pub use cost_speed::{CostSpeed, CostSpeedMark};
pub use cost_speed_axes::{AxisPlace, CostOf, SpeedBy};
pub use crossover::BreakEven;
pub use day_drift::DayDrift;
pub use day_failures::DayFailures;
pub use day_step::DayChange;
pub use days::UtcOffsetChange;
pub use difference::Basis;
pub use distribution::{Distribution, Strip};
pub use estimation::Estimate;
pub use exclusion::Exclusion;
pub use first_schema_use::FirstSchemaUse;
pub use forest::{Forest, ForestRow};
pub use hedge::{DelayedHedge, Hedge, HedgeOutcome};
pub use image_time::ImageTime;
pub use metric_summary::MetricSummary;
pub use number_budgets::TTFAT_P95;
pub use predict::{LatencyLine, Leader, Lengths};
pub use quality::{Quality, QualityPair};
pub use question::CompareQuestion;
pub use ranking::{
    ContenderRank, Figure, RankLimit, RankPart, RankTerm, Ranking, UseCase, use_cases,
};
pub use request::{LoadLevel, MeasuredRequest, Outcome, RequestSettings, Warnings};
pub use standing::Standing;
pub use trend::{Trend, TrendCourse, TrendDay, TrendHour};
pub use unsettled_change::UnsettledChange;
pub use verdicts::PairComparison;
pub use view::{CompareView, PreparedSelection, view};
pub use what_if::WhatIf;
pub use win_map::{WinMap, WinShare};
pub use workload::{Workload, WorkloadPreset};

/// Everything that a comparison says.
pub const PHRASES: &[&[measure::Template]] = &[
    wording::cards::PHRASES,
    wording::change::PHRASES,
    wording::conditions::PHRASES,
    wording::contenders::PHRASES,
    wording::cost_speed::PHRASES,
    wording::days::PHRASES,
    wording::hedging::PHRASES,
    wording::job::PHRASES,
    wording::lengths::PHRASES,
    wording::open::PHRASES,
    wording::quality::PHRASES,
    wording::ranking::PHRASES,
    wording::samples::PHRASES,
    wording::use_cases::PHRASES,
];

#[cfg(test)]
mod coherence_tests;
#[cfg(test)]
mod fixtures;
