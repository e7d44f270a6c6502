//! What a race shows while it runs: one frame every 33 ms for all lanes.

use serde::{Deserialize, Serialize};

use crate::result::run::{Run, Sample};

/// What a lane is doing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Making its connection, before the start gun.
    #[default]
    Connecting,
    /// Connected, waiting for the start gun.
    Ready,
    /// The request is out and no token has come.
    Waiting,
    /// Reasoning arrives.
    Thinking,
    /// The answer arrives.
    Writing,
    /// Over, one way or another.
    Ended,
}

/// Something that happened in a race.
#[derive(Debug, Clone, Serialize, Deserialize, specta::Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum RaceEvent {
    /// The run exists in history and will start; the first event of all.
    Started {
        /// The run's id.
        id: String,
    },
    /// The run could not be written into the history, so nothing was sent; the only event of all.
    NotStarted {
        /// Why, and what to do about it.
        message: String,
    },
    /// What came since the frame before.
    Frame(Frame),
    /// One request of one lane ended; its numbers are final.
    LaneEnded {
        /// The lane's place among those that run, from 0.
        lane: u32,
        /// Which measured round, from 0.
        round: u32,
        /// The request.
        sample: Box<Sample>,
    },
    /// The run is over and saved; the last event of all.
    Ended {
        /// The run, whole.
        run: Box<Run>,
        /// Why it could not be saved, when it could not.
        #[specta(optional)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        not_saved: Option<String>,
    },
}

/// What came since the frame before, for every lane in which something did. Times are microseconds since this round's
/// start gun.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Frame {
    /// Time on the shared clock; 0 until the gun.
    pub at_us: u32,
    /// Which round, from 0, warm-up rounds included.
    pub round: u32,
    /// Whether this round is a warm-up and will not be measured.
    pub warmup: bool,
    /// The lanes that changed.
    pub lanes: Vec<LaneFrame>,
}

/// One lane's part of a frame.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct LaneFrame {
    /// The lane's place among those that run, from 0.
    pub lane: u32,
    /// What it is doing now.
    pub phase: Phase,
    /// Reasoning to append to what is shown.
    pub reasoning: String,
    /// Answer to append to what is shown, or to put in its place.
    pub answer: String,
    /// Whether `answer` replaces the answer shown so far (diffusion models).
    pub replaces: bool,
    /// Output tokens so far; our own running estimate until the lane ends.
    pub tokens: u32,
    /// Tokens per second over the last second; absent while there is nothing to say.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub live_tps: Option<f64>,
    /// When the request left.
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
    /// When further hundredth tokens arrived, to append to those shown.
    pub ticks_us: Vec<u32>,
}
