//! The steps of a chain that are over, in frames.

use measure::StepLog;

use crate::view::frame::StepFrame;

/// When the parts of a step that is over arrived, in nanoseconds since the anchor.
pub(crate) struct StepMarks {
    step: u32,
    sent_ns: Option<u64>,
    first_any_ns: Option<u64>,
    first_answer_ns: Option<u64>,
    ended_ns: Option<u64>,
}

impl StepMarks {
    /// Those of a step by its log.
    pub(crate) fn of(log: &StepLog) -> Self {
        let timeline = &log.recording.timeline;
        Self {
            step: log.step,
            sent_ns: timeline.send_ns,
            first_any_ns: timeline.first_any_ns(),
            first_answer_ns: timeline.first_answer_ns(),
            ended_ns: timeline.close_ns.or(timeline.last_any_ns()),
        }
    }

    /// The step in a frame; `us_since_gun` makes microseconds since the start gun of nanoseconds since the anchor.
    pub(crate) fn frame(&self, us_since_gun: impl Fn(u64) -> u32) -> StepFrame {
        let at = |ns: Option<u64>| ns.map(&us_since_gun);
        StepFrame {
            step: self.step,
            sent_us: at(self.sent_ns),
            first_any_us: at(self.first_any_ns),
            first_answer_us: at(self.first_answer_ns),
            ended_us: at(self.ended_ns),
        }
    }
}
