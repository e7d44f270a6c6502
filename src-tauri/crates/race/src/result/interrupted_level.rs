//! The levels in progress when the app exited, reconstructed from the saved parts of their requests.

use measure::Recording;
use providers::{Provider, Reply};
use serde::{Deserialize, Serialize};

use crate::plan::answer_checks::AnswerChecks;
use crate::plan::input::Input;
use crate::plan::step::Step;
use crate::result::lane::Lane;
use crate::result::level::{Level, LevelEnd};
use crate::result::level_request::Agent;
use crate::result::level_request::{LevelRequest, Times};
use crate::result::run::Run;
use crate::result::sample::Sample;
use crate::result::status::Status;
use crate::result::steady_window::machine_ms;
use crate::workload::unique;

/// What is saved about a sweep's request besides its recording. Its numbers are computed later, so that saving it costs
/// the sweep next to nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LevelRequestNote {
    /// Which level of this part of the sweep, from 0.
    pub(crate) level: u32,
    /// The level's load.
    pub(crate) step: Step,
    /// Whether it is measured.
    pub(crate) is_measured: bool,
    /// The agent whose step it is; absent if a sample is one request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) agent: Option<Agent>,
    /// The row of the plan's set that it asks, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) row: Option<u32>,
    /// How it ended; absent while it is in flight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) end: Option<RequestEnd>,
}

/// How a request of a sweep ended.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct RequestEnd {
    pub(crate) reply: Reply,
    /// Whether Paceline cancelled it.
    pub(crate) is_cut: bool,
}

impl LevelRequestNote {
    /// Whether the request has ended.
    pub fn is_ended(&self) -> bool {
        self.end.is_some()
    }
}

/// Reconstructs the interrupted levels of a lane, in the order in which they were run, each with its recordings in the
/// order of [`Level::requests`]. A request that had ended has the sample it would have had; one in flight is
/// [`Status::Interrupted`]. The steady window of a closed loop is lost, and with it the throughput. `None` once
/// `is_late` returns true; it is called before each request. `checks` are those of the lane's answers.
pub fn interrupted_levels(
    run: &Run,
    lane: &Lane,
    provider: &Provider,
    requests: Vec<(LevelRequestNote, Recording)>,
    checks: Option<&AnswerChecks>,
    is_late: impl Fn() -> bool,
) -> Option<Vec<(Level, Vec<Recording>)>> {
    let input = run.plan.input_at(lane.place);
    let prompt = input.text();
    let rows = run.plan.rows();
    let limits = run.plan.load.as_ref().and_then(|load| load.limits);
    let mut levels = std::collections::BTreeMap::<u32, Vec<_>>::new();
    for (note, recording) in requests {
        levels.entry(note.level).or_default().push((note, recording));
    }
    let mut whole = Vec::with_capacity(levels.len());
    for mut requests in levels.into_values() {
        let Some(step) = requests.first().map(|(note, _)| note.step) else { continue };
        let streams = step.streams().unwrap_or(0);
        let of_length =
            step.prompt().map(|level| Input { prompt: &unique(&level.text(), 0), ..input }.text());
        let prompt = of_length.as_ref().unwrap_or(&prompt);
        let sent_ns = |recording: &Recording| {
            recording.timeline.send_ns.unwrap_or(recording.timeline.plan_ns)
        };
        requests.sort_by_key(|(note, recording)| (!note.is_measured, sent_ns(recording)));
        let machine = machine_ms(requests.iter().map(|(_, recording)| recording));
        let mut asked = Vec::with_capacity(requests.len());
        for ((note, recording), machine_ms) in requests.into_iter().zip(machine) {
            if is_late() {
                return None;
            }
            let of_row = note.row.and_then(|row| rows.get(row as usize));
            let of_row = of_row.map(|row| row.over(input).text());
            let prompt = of_row.as_ref().unwrap_or(prompt);
            let mut context = run.sample_context(lane, provider, prompt);
            context.row = note.row;
            context.sharing = streams.max(1);
            context.machine_ms = machine_ms;
            let mut sample = match note.end {
                Some(RequestEnd { reply, is_cut }) => {
                    let status = is_cut.then_some(Status::Cancelled);
                    Sample::of(&recording, &reply, &context, status)
                }
                None => Sample::interrupted(&recording, &context),
            };
            sample.check(checks, &recording);
            let LevelRequestNote { is_measured, agent, .. } = note;
            asked.push(LevelRequest { is_measured, agent, sample, recording });
        }
        let began_ns = asked.iter().map(|each| each.recording.timeline.plan_ns).min().unwrap_or(0);
        let ended = asked.iter().filter_map(|each| {
            each.recording.timeline.close_ns.or(each.recording.timeline.last_any_ns())
        });
        let times = Times {
            began_ns,
            over_ns: ended.max().unwrap_or(began_ns),
            window: None,
            strain: None,
        };
        let level = Level::of(step, LevelEnd::Interrupted, &times, &asked, limits.as_ref());
        whole.push((level, asked.into_iter().map(|each| each.recording).collect()));
    }
    Some(whole)
}
