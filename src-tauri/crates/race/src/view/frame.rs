//! What the engine reports while it runs: the frames of a race, one every 33 ms for all lanes, and the events of a
//! sweep.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use measure::Recording;
use serde::{Deserialize, Serialize};

use crate::plan::step::Step;
use crate::result::level::Level;
use crate::result::run::Run;
use crate::result::sample::Sample;

/// The phase of a lane.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Making its connection, before the start gun.
    #[default]
    Connecting,
    /// Connected, waiting for the start gun.
    Ready,
    /// The request was sent and no token has arrived.
    Waiting,
    /// Reasoning arrives.
    Thinking,
    /// The answer arrives.
    Writing,
    /// Ended, in whatever way.
    Ended,
}

/// An event of a race.
#[derive(Debug, Clone, Serialize, Deserialize, specta::Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RaceEvent {
    /// Nothing was sent yet: the user is asked, outside the page, whether commands among its checks may run.
    AskingLeave,
    /// The run is in the history and will start.
    Started {
        /// The run's id.
        id: String,
    },
    /// The run could not be written into the history, so nothing was sent; the only event.
    NotStarted {
        /// Why, and what to do about it.
        message: String,
    },
    /// What arrived since the previous frame.
    Frame(Frame),
    /// One request of one lane ended; its numbers are final.
    LaneEnded {
        /// Index of the lane among those that run, from 0.
        lane: u32,
        /// Index of the measured round, from 0.
        round: u32,
        /// The request.
        sample: Box<Sample>,
    },
    /// The lanes have ended, and commands of the user's own check the answers.
    Checking {
        /// Commands that have ended.
        ended: u32,
        /// All of them.
        of: u32,
    },
    /// The lanes have ended and the run is saved; its judge is being asked.
    Judging {
        /// Requests to the judge that have ended.
        ended: u32,
        /// All of them.
        of: u32,
    },
    /// The run is over and saved; the last event.
    Ended {
        /// The complete run.
        run: Box<Run>,
        /// Why it could not be saved; absent if it was saved.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        not_saved: Option<String>,
    },
}

/// What arrived since the previous frame, for every lane that changed. Times are in microseconds since this round's
/// start gun.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Frame {
    /// Time on the shared clock; 0 until the start gun.
    pub at_us: u32,
    /// Index of the round, from 0, warm-up rounds included.
    pub round: u32,
    /// Whether this round is a warm-up and will not be measured.
    pub warmup: bool,
    /// The lanes that changed.
    pub lanes: Vec<LaneFrame>,
}

/// One lane's part of a frame.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct LaneFrame {
    /// Index of the lane among those that run, from 0.
    pub lane: u32,
    /// Its phase.
    pub phase: Phase,
    /// Which of its chain's steps is under way, from 0; everything below is of that step.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "is_first")]
    pub step: u32,
    /// The steps before it, in the frame in which a later step begins: what was shown of them is no longer the answer.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<StepFrame>,
    /// Reasoning to append.
    pub reasoning: String,
    /// Answer to append, or to replace the shown answer with.
    pub answer: String,
    /// Whether `answer` replaces the answer shown so far (diffusion models).
    pub replaces: bool,
    /// Output tokens so far; our own running estimate until the lane ends.
    pub tokens: u32,
    /// Tokens per second over the last second; absent if unknown.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub live_tps: Option<f64>,
    /// When the request was sent.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_us: Option<u32>,
    /// When the first visible text arrived.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_any_us: Option<u32>,
    /// When the first text of the answer arrived.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_answer_us: Option<u32>,
    /// When the last text so far arrived.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_us: Option<u32>,
    /// Arrival of further 100th tokens, to append to those shown.
    pub ticks_us: Vec<u32>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_first(step: &u32) -> bool {
    *step == 0
}

/// A step of a chain that is over.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct StepFrame {
    /// Which of the chain's steps it is, from 0.
    pub step: u32,
    /// When its request was sent.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_us: Option<u32>,
    /// When its first visible text arrived.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_any_us: Option<u32>,
    /// When the first text of its answer arrived.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_answer_us: Option<u32>,
    /// When it ended.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_us: Option<u32>,
}

/// Something that happened in a sweep.
#[derive(Debug, Clone)]
pub enum SweepEvent {
    /// Before a level begins, requests that were cancelled before it are given time to end at the server.
    LevelWaits {
        /// Index of the contender among those that run.
        lane: usize,
        /// The level's load.
        step: Step,
        /// How long; absent if stopping or pausing ended the wait, and with it the level.
        wait: Option<Duration>,
    },
    /// A level begins.
    LevelBegan {
        /// Index of the contender among those that run.
        lane: usize,
        /// The level's load.
        step: Step,
    },
    /// One of its requests ended.
    RequestEnded {
        /// Index of the contender among those that run.
        lane: usize,
        /// Whether it is measured.
        is_measured: bool,
        /// Whether it succeeded.
        is_ok: bool,
        /// Whether Paceline cancelled it: the user stopped it, or the level was over.
        is_cut: bool,
        /// Whether it was refused with 429.
        is_throttled: bool,
        /// Its time to first token, in milliseconds.
        ttft_ms: Option<f64>,
        /// t(end) − t(send), in milliseconds.
        took_ms: Option<f64>,
        /// Upper bound of dollars spent so far; absent if there is no price.
        spent_usd: Option<f64>,
        /// Upper bound of output tokens so far; absent if unknown.
        spent_tokens: Option<f64>,
    },
    /// A level is over. Its recordings are in the order of [`Level::requests`].
    LevelEnded {
        /// Index of the contender among those that run.
        lane: usize,
        /// The level's results.
        level: Box<Level>,
        /// The raw logs of its requests.
        recordings: Arc<Vec<Recording>>,
        /// Their numbers in the sweep's state, which no longer holds them.
        numbers: Range<u32>,
    },
}
