//! Races contenders side by side on one clock.
//!
//! **Invariant:** a lane that fails is a result; only a race that could not start is an error. **Invariant:** every
//! wait can be cancelled, and a cancelled lane keeps its measurements. **Invariant:** a lane's task only reads, takes
//! timestamps and records; counting tokens, drawing and saving happen elsewhere, from its recording.

mod engine;
mod plan;
mod result;
mod view;

pub mod workload;

/// The templates of everything that races say in phrases.
pub const PHRASES: &[&[measure::Template]] = &[
    engine::command_checks::PHRASES,
    engine::lane::PHRASES,
    engine::later_steps::PHRASES,
    plan::suggestions::PHRASES,
    plan::wording::PHRASES,
    result::among_words::PHRASES,
    result::cache_use::PHRASES,
    result::cache_words::PHRASES,
    result::level_wording::PHRASES,
    result::request_part::PHRASES,
    result::same_service::PHRASES,
    result::schema_use::PHRASES,
    result::unfinished::PHRASES,
    result::round_step::PHRASES,
    view::pairwise::PHRASES,
    workload::preset_source::PHRASES,
    workload::rows::leaderboard::PHRASES,
    workload::rows::promptfoo::refused::PHRASES,
    workload::rows::promptfoo::unlike::PHRASES,
    workload::rows::why::PHRASES,
    workload::rows::wording::PHRASES,
    workload::values_wording::PHRASES,
];

#[cfg(test)]
mod testing;

pub use engine::attempt::Entry;
pub use engine::calibrate::{KnownTiming, ReferenceServer};
pub use engine::command_checks::{CommandChecks, CommandRun, CommandRunner};
pub use engine::controls::Controls;
pub use engine::judgement_so_far::JudgementSoFar;
pub use engine::judging::Judging;
pub use engine::race::Race;
pub use engine::sweep::{Sweep, SweepControls};
pub use engine::sweep_state::{SweepRequest, SweepState};
pub use engine::threads::{read_vocabulary, reading_threads};
pub use measure::{Pace, Recording, Spread};
pub use plan::answer_checks::AnswerChecks;
pub use plan::attachments::{Attachments, attachment_hash};
pub use plan::capacity_target::CapacityTarget;
pub use plan::chain::MOST_STEPS;
pub use plan::chain_check::{has_unbounded_steps, later_steps};
pub use plan::check::{MOST_ROUNDS, SETTLED_BY, check, judge_forecast, judge_of, preflight};
pub use plan::contender::Contender;
pub use plan::forecast::{Forecast, ForecastContext, LastPace, forecast, forecast_draft};
pub use plan::input::Input;
pub use plan::input_length::prompt_tokens;
pub use plan::judge::{LONGEST_CRITERIA, MOST_JUDGE_REQUESTS};
pub use plan::judge_prompt::USUAL_CRITERIA;
pub use plan::lane_request::LaneRequest;
pub use plan::load::{Arrivals, Limits, Load, MOST_STREAMS, OnThrottle, USUAL_MOST_AT_A_RATE};
pub use plan::most_cost::most_cost;
pub use plan::prompt_lengths::{PromptLengths, PromptLevel};
pub use plan::prompt_source::PromptSource;
pub use plan::retirement::{endings, last_day, written_day};
pub use plan::shown_request::shown_request;
pub use plan::step::{Ladder, Step};
pub use plan::step_checks::StepChecks;
pub use plan::step_rule::StepRule;
pub use plan::variables::{FilledPlan, filled};
pub use plan::{
    InputLength, JudgeForecast, JudgePlan, JudgePreflight, LanePlan, MOST_LANES, NextStep, Note,
    Plan, Preflight, Problem, Workload,
};
pub use providers::Timeouts;
pub use result::cache_saving::CacheSaving;
pub use result::cache_use::{CacheUse, CacheUseFinding};
pub use result::calibration::{Calibration, StampErrors};
pub use result::capacity::Capacity;
pub use result::interrupted_level::{LevelRequestNote, interrupted_levels};
pub use result::judgement::{
    JudgeChoice, JudgeFindings, JudgeVote, JudgeWord, JudgedLanes, Judgement, LONGEST_JUDGED,
};
pub use result::knee::Knee;
pub use result::lane::{Lane, lane_name};
pub use result::lane_providers::LaneProviders;
pub use result::lane_step::{CHAIN, LaneStep, StepShare};
pub use result::level::{Level, LevelEnd};
pub use result::level_intervals::range_of_shares;
pub use result::measurement_conditions::{MeasurementConditions, prompt_fingerprint};
pub use result::metric_step::MetricStep;
pub use result::mixed_answers::answering_model;
pub use result::output_length::RequestedLength;
pub use result::pair_verdict::{PairStanding, PairVerdict};
pub use result::prompt_length_line::{PromptLengthLine, PromptLengthPoint};
pub use result::question_view::QuestionView;
pub use result::questions::{Question, QuestionAnswers, Questions};
pub use result::request_part::{ImagePair, RequestPart, RequestPartFinding, image_pairs};
pub use result::right_pairs::RightPair;
pub use result::round_step::{RoundStep, RoundStepFinding};
pub use result::run::{PromptsLeftOut, Run, RunKind, RunState, SCHEMA};
pub use result::same_service::ServiceComparison;
pub use result::sample::{Sample, StepSample};
pub use result::sample_context::SampleContext;
pub use result::schema_use::{SchemaUse, SchemaUseFinding};
pub use result::service_finding::{ServiceFeature, ServiceFinding, ServiceTrait, ServiceVerdict};
pub use result::shared_text::SharedText;
pub use result::status::Status;
pub use result::summary::{lane_middle, summary};
pub use result::task::Task;
pub use result::uncertainty::TTFT_P95;
pub use view::curve::{CoursePoint, Curve, Curves, LevelPoint};
pub use view::frame::{Frame, LaneFrame, Phase, RaceEvent, StepFrame, SweepEvent};
pub use view::live::Live;
pub use view::live_state::RaceState;
pub use view::medals::{Honour, Medal, MedalObstacle, Medals, leaders, medals};
pub use view::pairwise::{Pairwise, nothing_to_settle, pairwise, with_verdicts};
pub use view::photo::{Photo, PhotoLane, PhotoStep, PhotoStory};
pub use view::photo_of_rounds::{LaneOfRounds, PhotoOfRounds, SharedFirst};
pub use view::playback::{LanePlayback, Playback, StepPlayback, pace_of, playback};
pub use view::sweep_board::{Cell, CellState, SweepBoard, SweepFrame};
