//! The recording of one request: its raw log, its texts and, of a chain, the steps before it.

use serde::{Deserialize, Serialize};

use crate::timeline::{Kind, Timeline, Transcript};

/// The raw log and texts of one request, from which every number can be recomputed.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Recording {
    /// What arrived, and when.
    pub timeline: Timeline,
    /// The texts.
    pub transcript: Transcript,
    /// The usage objects that the server sent, verbatim and in order.
    pub usage: Vec<serde_json::Value>,
    /// The requests of its chain before it; absent for a request that is no step of a chain, and for the first step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chain: Option<Box<ChainLog>>,
}

/// What the raw log of a chain has beside that of the step that was asked last: the steps before it, each with a raw log of
/// its own.
///
/// The timeline of such a recording was sent when the first step was, and has every other stamp of its own request. So every
/// number since the send is one of the whole chain.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ChainLog {
    /// Which of the chain's steps its own request is, from 0.
    pub step: u32,
    /// When its own request was sent, in nanoseconds since the anchor; absent if it was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent_ns: Option<u64>,
    /// Whether its timeline is that of the chain already. It is not while the request is in flight.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub closed: bool,
    /// The steps that were asked before it, in order.
    pub earlier: Vec<StepLog>,
}

/// The raw log of one step of a chain.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StepLog {
    /// Which of the chain's steps it is, from 0.
    pub step: u32,
    /// The request as it was stamped.
    pub recording: Recording,
}

impl Recording {
    /// An empty recording of a request that is due at `plan_ns`.
    pub fn starting_at(plan_ns: u64) -> Self {
        Self { timeline: Timeline::starting_at(plan_ns), ..Self::default() }
    }

    /// Reclassifies everything recorded as answer as reasoning, after a later event has shown that it was reasoning.
    /// Timestamps stay, so only the first answer text moves.
    pub fn answer_was_reasoning(&mut self) {
        for mark in self.timeline.marks.iter_mut().filter(|mark| mark.kind == Kind::Answer) {
            mark.kind = Kind::Reasoning;
        }
        let answer = std::mem::take(&mut self.transcript.answer);
        self.transcript.reasoning.push_str(&answer);
    }

    /// Records that the tool calls of this stream cannot be told apart, because a piece of one came after another had
    /// begun, or belongs to none.
    pub fn tool_calls_are_mixed(&mut self) {
        for mark in self.timeline.marks.iter_mut().filter(|mark| mark.kind == Kind::ToolName) {
            mark.kind = Kind::Tool;
        }
    }

    /// Begins the next step of its chain: what was recorded becomes an earlier step, and nothing of the next has arrived.
    pub fn begin_step(&mut self, step: u32) {
        let plan_ns = self.timeline.plan_ns;
        let mut own = std::mem::replace(self, Self::starting_at(plan_ns));
        let mut chain = own.chain.take().unwrap_or_default();
        chain.earlier.push(StepLog { step: chain.step, recording: own });
        chain.step = step;
        self.chain = Some(chain);
    }

    /// Which of a chain's steps it is, from 0.
    pub fn step(&self) -> u32 {
        self.chain.as_ref().map_or(0, |chain| chain.step)
    }

    /// The steps of its chain before it.
    pub fn earlier(&self) -> &[StepLog] {
        self.chain.as_ref().map_or(&[], |chain| &chain.earlier)
    }

    /// Gives its timeline the send of the chain's first step, once nothing more is asked.
    pub fn close_chain(&mut self) {
        let Some(chain) = self.chain.as_mut().filter(|chain| !chain.closed) else { return };
        let first = chain.earlier.iter().find_map(|step| step.recording.timeline.send_ns);
        chain.sent_ns = self.timeline.send_ns;
        chain.closed = true;
        self.timeline.send_ns = first.or(chain.sent_ns);
    }

    /// Its own request alone, as it was stamped, without the steps before it.
    #[must_use]
    pub fn own_step(&self) -> Self {
        let mut own = Self {
            timeline: self.timeline.clone(),
            transcript: self.transcript.clone(),
            usage: self.usage.clone(),
            chain: None,
        };
        if let Some(chain) = self.chain.as_ref().filter(|chain| chain.closed) {
            own.timeline.send_ns = chain.sent_ns;
        }
        own
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArrivalEvent, TokensSoFar};

    fn answer(recording: &mut Recording, sent_ns: u64, at_ns: u64, text: &str) {
        recording.timeline.send_ns = Some(sent_ns);
        recording.timeline.push(ArrivalEvent {
            at_ns,
            event: 0,
            kind: Kind::Answer,
            text_bytes: u32::try_from(text.len()).expect("short"),
            wire_bytes: 0,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
        recording.transcript.push(Kind::Answer, text);
    }

    #[test]
    fn a_chain_was_sent_when_its_first_step_was_and_each_step_keeps_its_own_stamps() {
        let mut recording = Recording::starting_at(100);
        answer(&mut recording, 110, 150, "no");
        let first = recording.clone();
        recording.begin_step(2);
        assert_eq!((recording.step(), recording.timeline.plan_ns), (2, 100), "one start gun");
        assert!(recording.timeline.marks.is_empty(), "nothing of it has arrived");
        answer(&mut recording, 160, 190, "yes");
        let second = Recording { chain: None, ..recording.clone() };
        recording.close_chain();
        assert_eq!(recording.timeline.send_ns, Some(110), "the chain's send");
        assert_eq!(
            recording.timeline.first_any_ns(),
            Some(190),
            "its first text is the last step's"
        );
        recording.close_chain();
        assert_eq!(recording.timeline.send_ns, Some(110), "however often it is closed");
        assert_eq!(recording.own_step(), second, "as it was stamped");
        assert_eq!(recording.earlier(), [StepLog { step: 0, recording: first }]);
    }

    #[test]
    fn a_step_that_was_never_sent_leaves_the_chain_its_send() {
        let mut recording = Recording::starting_at(100);
        answer(&mut recording, 110, 150, "no");
        recording.begin_step(1);
        recording.close_chain();
        assert_eq!(recording.timeline.send_ns, Some(110), "of the first step");
        assert_eq!(recording.own_step().timeline.send_ns, None, "it was not sent");
        let alone = Recording::default();
        assert_eq!((alone.step(), alone.earlier().len()), (0, 0), "no chain");
        let document = serde_json::to_string(&alone).expect("JSON");
        assert!(!document.contains("chain"), "as before there were chains: {document}");
    }
}
