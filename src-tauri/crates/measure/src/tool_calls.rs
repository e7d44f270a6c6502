//! The tool calls of a stream: what they say, and when they were complete. The engine never runs a tool, so a call ends
//! the answer.

use crate::{Kind, Recording, Timeline};

/// A call of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ToolCall<'a> {
    /// The tool's name.
    pub name: &'a str,
    /// The arguments as they came, normally a JSON object; empty if none came.
    pub arguments: &'a str,
    /// When its first text arrived, in nanoseconds since the anchor.
    pub first_ns: u64,
    /// When its last text arrived, in nanoseconds since the anchor.
    pub last_ns: u64,
}

impl Recording {
    /// The tool calls in order; empty if there are none. `None` if they cannot be told apart: the recording is older than
    /// definitions version 5, or pieces of several calls came mixed.
    pub fn tool_calls(&self) -> Option<Vec<ToolCall<'_>>> {
        let mut calls: Vec<ToolCall<'_>> = Vec::new();
        let (mut name_from, mut name_to, mut at) = (0, 0, 0);
        for mark in self.timeline.marks.iter().filter(|mark| mark.kind.is_tool()) {
            let end = at + mark.text_bytes as usize;
            if mark.kind == Kind::ToolName {
                (name_from, name_to) = (at, end);
                let (first_ns, last_ns) = (mark.at_ns, mark.at_ns);
                calls.push(ToolCall { name: "", arguments: "", first_ns, last_ns });
            }
            let call = calls.last_mut()?;
            call.name = self.transcript.tool.get(name_from..name_to)?;
            call.arguments = self.transcript.tool.get(name_to..end)?;
            call.last_ns = mark.at_ns;
            at = end;
        }
        Some(calls)
    }
}

/// The times of a stream's tool calls, in nanoseconds since the anchor.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ToolCallTimes {
    /// First text of any call.
    pub(crate) first_ns: Option<u64>,
    /// Last text of the first call, if it ended and calls can be told apart.
    pub(crate) first_ended_ns: Option<u64>,
    /// Last text of the last call, if it ended.
    pub(crate) ended_ns: Option<u64>,
    /// How many calls there are, if there are any and they can be told apart.
    pub(crate) count: Option<u32>,
}

impl ToolCallTimes {
    pub(crate) fn of(timeline: &Timeline) -> Self {
        let mut times = Self::default();
        let mut calls = 0_u32;
        let (mut first_call_ns, mut last_ns, mut is_mixed) = (None, None, false);
        for mark in &timeline.marks {
            match mark.kind {
                Kind::ToolName => {
                    calls = calls.saturating_add(1);
                    if calls == 2 {
                        times.first_ended_ns = last_ns;
                    }
                }
                Kind::Tool => is_mixed |= calls == 0,
                // A call has ended when other text follows, or the end of the answer.
                Kind::Reasoning | Kind::Answer | Kind::Rewrite | Kind::Finish | Kind::Done => {
                    times.ended_ns = last_ns;
                    if calls == 1 {
                        times.first_ended_ns = first_call_ns;
                    }
                    continue;
                }
                Kind::Empty | Kind::Alive | Kind::Usage | Kind::Fault | Kind::Created => continue,
            }
            times.first_ns.get_or_insert(mark.at_ns);
            last_ns = Some(mark.at_ns);
            times.ended_ns = None;
            if calls <= 1 {
                first_call_ns = last_ns;
            }
        }
        if is_mixed || calls == 0 {
            times.first_ended_ns = None;
        }
        times.count = (calls > 0 && !is_mixed).then_some(calls);
        times
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ArrivalEvent, TokensSoFar};

    fn stream(marks: &[(u64, Kind, &str)]) -> Recording {
        let mut recording = Recording::default();
        for (event, (at_ns, kind, text)) in (0..).zip(marks) {
            recording.timeline.push(ArrivalEvent {
                at_ns: *at_ns,
                event,
                kind: *kind,
                text_bytes: u32::try_from(text.len()).expect("short"),
                wire_bytes: 0,
                tokens_so_far: TokensSoFar::UNTOLD,
            });
            recording.transcript.push(*kind, text);
        }
        recording
    }

    fn times(marks: &[(u64, Kind, &str)]) -> [Option<u64>; 4] {
        let ToolCallTimes { first_ns, first_ended_ns, ended_ns, count } =
            ToolCallTimes::of(&stream(marks).timeline);
        [first_ns, first_ended_ns, ended_ns, count.map(u64::from)]
    }

    const TWO: [(u64, Kind, &str); 6] = [
        (10, Kind::Answer, "I look. "),
        (20, Kind::ToolName, "look"),
        (30, Kind::Tool, "{\"q\":"),
        (40, Kind::Tool, "1}"),
        (50, Kind::ToolName, "now"),
        (60, Kind::Finish, ""),
    ];

    #[test]
    fn each_call_has_its_name_its_arguments_and_its_times() {
        let recording = stream(&TWO);
        let calls = recording.tool_calls().expect("they can be told apart");
        let told: Vec<_> =
            calls.iter().map(|c| (c.name, c.arguments, c.first_ns, c.last_ns)).collect();
        assert_eq!(told, [("look", "{\"q\":1}", 20, 40), ("now", "", 50, 50)], "in order");
        assert_eq!(stream(&[(10, Kind::Answer, "Hi")]).tool_calls(), Some(Vec::new()), "none");
    }

    #[test]
    fn a_call_is_complete_with_its_last_text_once_something_follows() {
        assert_eq!(
            times(&TWO),
            [Some(20), Some(40), Some(50), Some(2)],
            "not when its end is told"
        );
        assert_eq!(times(&TWO[..5]), [Some(20), Some(40), None, Some(2)], "the last one was cut");
        assert_eq!(times(&TWO[..4]), [Some(20), None, None, Some(1)], "the only one was cut");
        let (name, more) = ((20, Kind::ToolName, "a"), (30, Kind::Tool, "{}"));
        let then = |kind| [name, more, (40, Kind::Usage, ""), (50, kind, "")];
        for kind in [Kind::Finish, Kind::Done, Kind::Answer, Kind::Reasoning] {
            assert_eq!(times(&then(kind)), [Some(20), Some(30), Some(30), Some(1)], "{kind:?}");
        }
        for kind in [Kind::Usage, Kind::Alive, Kind::Empty, Kind::Fault] {
            assert_eq!(times(&then(kind)), [Some(20), None, None, Some(1)], "{kind:?} ends none");
        }
        let again =
            [name, more, (40, Kind::Answer, "x"), (50, Kind::ToolName, "b"), (60, Kind::Done, "")];
        assert_eq!(times(&again), [Some(20), Some(30), Some(50), Some(2)], "the first stays first");
    }

    #[test]
    fn no_call_has_no_time_and_no_count() {
        assert_eq!(times(&[(10, Kind::Answer, "Hi"), (20, Kind::Done, "")]), [None; 4], "not zero");
    }

    #[test]
    fn calls_that_cannot_be_told_apart_have_only_the_times_that_all_share() {
        let mut recording = stream(&TWO);
        recording.tool_calls_are_mixed();
        assert_eq!(recording.tool_calls(), None, "nobody says whose arguments they are");
        let ToolCallTimes { first_ns, first_ended_ns, ended_ns, count } =
            ToolCallTimes::of(&recording.timeline);
        assert_eq!(
            (first_ns, ended_ns),
            (Some(20), Some(50)),
            "as in recordings of older versions"
        );
        assert_eq!((first_ended_ns, count), (None, None), "unknown is absent");
    }
}
