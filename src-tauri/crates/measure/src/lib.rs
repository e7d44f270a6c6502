//! Computes metrics from the arrival times of a stream: time to first token, output speed, chunk gaps and stalls, their
//! spread over many streams, and which of two contenders is better.
//!
//! **Invariant:** pure. It reads no clock, does no I/O and starts no task. Every number is a function of the recorded
//! [`Timeline`], so when a definition changes, old runs can be recomputed.

mod aligned_ranks;
mod band;
mod barcode;
mod batch_correlation;
mod better;
mod binomial;
mod cache_time;
mod capacity;
mod change_point;
mod clear_step;
mod comparison;
mod confidence_sequence;
mod correlation_time;
mod counts;
mod finish_share;
mod first_sentence;
mod first_use;
pub mod format;
mod gaps;
mod interval;
mod json;
mod judge;
mod knee;
mod length;
mod level_definition;
mod level_event;
mod mean_paid;
mod metric;
mod metric_kind;
mod overtake;
mod pace;
mod pace_of_phase;
mod pace_selection;
mod pair_of_rounds;
mod peers;
mod percentile;
mod permutation;
mod phases;
mod phrase;
mod places;
mod prompt_ends;
mod queue_memory;
mod random;
mod range_test;
mod rank_sum;
mod recording;
mod right_answers;
mod runs;
mod shown;
mod signed_rank;
mod speed;
mod spread;
mod step_or_drift;
mod stopping;
mod stream_history;
pub mod student;
mod surface;
mod tails;
mod text_of_speeds;
mod theil_sen;
mod timeline;
mod tool_calls;
mod ttft_by_length;
mod typical;
mod uncertainty;
mod units;
mod warning;
mod warning_count;
mod waves;

pub use aligned_ranks::{level_of_pair, pairs_apart};
pub use band::Band;
pub use barcode::Barcode;
pub use batch_correlation::BatchCorrelation;
pub use better::Better;
pub use binomial::quantile_ranks;
pub use cache_time::CacheTime;
pub use capacity::{CapacityRange, LimitTest, LoadTest, next_load};
pub use change_point::{
    CHANGE_FROM, ChangePoint, change_point, days_for_a_change, side_for_a_change,
};
pub use clear_step::{ClearStep, LEAST_STEP_MS};
pub use comparison::{BestComparison, Comparison, Verdict};
pub use confidence_sequence::{anytime_p, interval as anytime_interval};
pub use counts::{Counts, ReasoningType};
pub use finish_share::finish_shares;
pub use first_use::{FIRST_USE_PHRASES, FirstUse, FirstUseCost, OneUse};
pub use interval::Interval;
pub use json::Json;
pub use judge::{
    ALIKE_LENGTH, ALPHA, CONFIDENCE, MEDIAN_FROM, TIE, VERDICT_FROM, carries_median, is_tie,
    leader, middle,
};
pub use knee::{
    Failing, KneeEvidence, KneePoint, KneeReason, LoadElasticity, LoadLevel, mean_and_error,
};
pub use length::{Length, Line, by_length};
pub use level_definition::{LEVEL_DEFINITIONS, definitions};
pub use level_event::{LEVEL_EVENT_PHRASES, LevelEvent, LevelEventRequest};
pub use mean_paid::{MeanDifference, MeanPaid, Paid};
pub use metric::{Counter, Definition, METRICS, Metric, Unit, Values};
pub use overtake::{Overtake, overtakes};
pub use pace::{Pace, PaceChunk};
pub use pace_of_phase::SHORTEST_WRITING_NS;
pub use pace_selection::PaceSelection;
pub use pair_of_rounds::PairOfRounds;
pub use peers::{PeerReport, peer_reports};
pub use percentile::percentile;
pub use permutation::{SourcedAnswer, comparable, holm, same_categories, same_sizes};
pub use phrase::{
    Amount, Count, Form, Hole, LaneAt, LanguageName, MetricTitle, PHRASES, Phrase, PhraseValue,
    Piece, Range, Template, in_english, pieces,
};
pub use places::{ShownTokens, ticks_ms, tokens_between};
pub use prompt_ends::{
    ALIKE_PROMPTS, AtPromptLength, LEAST_PROMPT_TOKENS, prompt_ends, waits_for_the_prompt,
};
pub use queue_memory::{QueueMemory, QueuedRequest};
pub use random::SplitMix64;
pub use rank_sum::p_value as rank_sum_p;
pub use recording::{ChainLog, Recording, StepLog};
pub use right_answers::{PairedAnswers, RightAnswers, mcnemar_p, wilson_interval};
pub use runs::Runs;
pub use shown::shown_level_numbers;
pub use signed_rank::{estimate as signed_rank_estimate, normal_above, p_value as signed_rank_p};
pub use speed::Speed;
pub use spread::Spread;
pub use step_or_drift::{StepOrDrift, step_or_drift};
pub use stopping::Stopping;
pub use stream_history::{RATE_EVERY_US, RATE_WINDOW_NS, StreamHistory, live_rate};
pub use surface::{SlowTail, Surface};
pub use tails::{
    CertifiedPercentile, Tail, percentile_name, requests_to_certify, share_at_most, share_interval,
};
pub use text_of_speeds::TextOfSpeeds;
pub use theil_sen::TheilSen;
pub use timeline::{
    ArrivalEvent, ClientLoad, ConnectionTiming, Kind, Timeline, TokensSoFar, Transcript,
};
pub use tool_calls::ToolCall;
pub use ttft_by_length::{PromptLength, TtftByLength};
pub use typical::typical;
pub use uncertainty::{HowMeasured, UncertaintyBudget, UncertaintyPart, UncertaintySource};
pub use units::ms;
pub use warning::{Advice, Warning};
pub use warning_count::WarningCount;
pub use waves::{WAVES_FROM, Waves};

/// Version of the metric definitions. It is stored with every number, so that numbers are only compared under the same
/// definition.
pub const DEF_VERSION: u32 = 8;
