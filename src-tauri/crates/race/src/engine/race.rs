//! A race: in each round every lane connects, one start gun is fired, and every lane runs.

use std::sync::Arc;
use std::time::Duration;

use measure::Recording;
use providers::{Clock, Connection, Request, Timeouts, WrittenBody};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

use crate::engine::attempt::Entry;
use crate::engine::command_checks::{CommandChecks, CommandRunner};
use crate::engine::controls::Controls;
use crate::engine::host_monitor::HostMonitor;
use crate::engine::input_names;
use crate::engine::judging::Judging;
use crate::engine::lane::LaneRun;
use crate::engine::later_steps::LaterSteps;
use crate::engine::pictures::Pictures;
use crate::engine::threads::read_vocabulary;
use crate::plan::Plan;
use crate::plan::answer_checks::AnswerChecks;
use crate::plan::asked_rows::adjustments;
use crate::plan::contender::Contender;
use crate::plan::unique_prompts::UniqueNumbers;
use crate::result::calibration::Calibration;
use crate::result::comparable::{comparables, shared_metric, text_of_speeds};
use crate::result::lane::Lane;
use crate::result::lane_step::LaneStep;
use crate::result::mixed_answers;
use crate::result::run::{Run, RunKind, RunState};
use crate::result::summary::summary;
use crate::view::frame::RaceEvent;
use crate::view::live_state::{RaceState, lock};
use crate::view::pairwise;
use crate::workload::Row;

/// Minimum time between the starts of two lanes. Requests sent in one burst are answered in one burst, and each lane
/// then waits while the others are read: our own delay, reported as the provider's.
const BETWEEN_STARTS: Duration = Duration::from_micros(20);
/// Up to this many lanes start one by one; more lanes start in groups.
const EACH_BY_ITSELF: usize = 32;
/// Maximum size of a group; in a larger one the last lanes would be read late.
const LARGEST_GROUP: usize = 4;

/// A race that is ready to start.
pub struct Race {
    run: Run,
    entries: Vec<Arc<Entry>>,
    state: Arc<RaceState>,
    controls: Controls,
    timeouts: Timeouts,
    /// Boxed, because every future that holds a race would grow by it.
    judge: Option<Box<Entry>>,
    commands: Option<Arc<dyn CommandRunner>>,
    /// The later steps of each lane that is a chain.
    later: Vec<Vec<Entry>>,
}

impl Race {
    /// A race of `entries` under `plan`. `id` must be unique; `started_at` is the current time, RFC 3339 in UTC.
    pub fn new(
        id: String,
        started_at: String,
        plan: Plan,
        entries: Vec<Entry>,
        timeouts: Timeouts,
    ) -> Self {
        let timeouts = plan.timeouts(timeouts);
        let controls = Controls::of_lanes(entries.len());
        let state = Arc::new(RaceState::new(Clock::start(), entries.len(), plan.warmup));
        let lanes: Vec<Lane> = entries.iter().map(|entry| lane_of(entry, &plan)).collect();
        let run = Run::begun(RunKind::Race, id, started_at, plan, lanes);
        Self {
            run,
            entries: entries.into_iter().map(Arc::new).collect(),
            state,
            controls,
            timeouts,
            judge: None,
            commands: None,
            later: Vec::new(),
        }
    }

    /// Sets who is asked in the later steps of each lane, in the order of its entries; none for a lane that is no chain.
    #[must_use]
    pub fn chained(mut self, later: Vec<Vec<Entry>>) -> Self {
        for ((lane, entry), later) in self.run.lanes.iter_mut().zip(&self.entries).zip(&later) {
            if later.is_empty() {
                continue;
            }
            let steps =
                std::iter::once(&**entry).chain(later).map(|entry| step_of(entry, &self.run.plan));
            *lane = lane.clone().chained(steps.collect());
        }
        self.run.simulated = self.run.lanes.iter().any(|lane| lane.simulated);
        Self { later, ..self }
    }

    /// Sets who runs the commands among its checks: see [`command_checks`](Self::command_checks).
    #[must_use]
    pub fn running_commands(self, runner: Arc<dyn CommandRunner>) -> Self {
        Self { commands: Some(runner), ..self }
    }

    /// The commands among its checks, to be run once it has ended; whatever stops the race stops them too. `None` if it has none,
    /// or nobody runs them.
    pub fn command_checks(&self) -> Option<CommandChecks> {
        let runner = self.commands.clone().filter(|_| !self.run.plan.commands().is_empty())?;
        Some(CommandChecks::new(runner, self.controls.all()))
    }

    /// Sets who is asked about the answers after it: see [`judging`](Self::judging).
    #[must_use]
    pub fn judged_by(self, judge: Option<Entry>) -> Self {
        Self { judge: judge.map(Box::new), ..self }
    }

    /// Who is asked about the answers, once they are there; whatever stops the race stops it too.
    pub fn judging(&self) -> Option<Judging> {
        self.judge.clone().map(|judge| Judging::new(*judge, self.timeouts, self.controls()))
    }

    /// Sets the description of the machine that measures.
    #[must_use]
    pub fn measured_on(mut self, machine: String) -> Self {
        self.run.machine = Some(machine);
        self
    }

    /// Sets the timestamp error of this machine.
    #[must_use]
    pub fn calibrated(mut self, calibration: &Calibration) -> Self {
        let streams = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        self.run.ttft_error_ms = calibration.ttft_error_ms(streams);
        self
    }

    /// Fetches the names of the inputs of the contenders' models, if the dialect leaves them to the model: once,
    /// before the start, for at most five seconds. Settings for which a model has no input are listed in its lane's
    /// adjustments.
    #[must_use]
    pub async fn with_input_names(mut self) -> Self {
        input_names::learn(&mut self.entries, &mut self.run.lanes, &self.controls.all()).await;
        let chains = self.run.lanes.iter_mut().zip(&self.entries).zip(&mut self.later);
        for ((lane, first), later) in chains.filter(|(_, later)| !later.is_empty()) {
            let mut entries: Vec<Arc<Entry>> = later.drain(..).map(Arc::new).collect();
            let lane_of = |entry: &Arc<Entry>| lane_of(entry, &self.run.plan);
            let mut asked: Vec<Lane> = entries.iter().map(lane_of).collect();
            input_names::learn(&mut entries, &mut asked, &self.controls.all()).await;
            later.extend(entries.into_iter().map(Arc::unwrap_or_clone));
            // What is told of a single lane's request is told of a step's.
            let all = std::iter::once(&**first).chain(later.iter());
            for (step, entry) in lane.steps.iter_mut().zip(all) {
                step.adjustments = step_of(entry, &self.run.plan).adjustments;
            }
            lane.adjustments.clear();
        }
        self
    }

    /// The header of the run, as it is before the first byte.
    pub fn header(&self) -> &Run {
        &self.run
    }

    /// The live state for watchers.
    pub fn state(&self) -> Arc<RaceState> {
        Arc::clone(&self.state)
    }

    /// The handle that stops it.
    pub fn controls(&self) -> Controls {
        self.controls.clone()
    }

    /// Runs the race. Returns the run with every lane's samples, and each lane's recordings in the order of its
    /// samples. Every completed request is sent to `events` at once, if there is a listener.
    pub async fn run(
        self,
        events: Option<UnboundedSender<RaceEvent>>,
    ) -> (Run, Vec<Vec<Recording>>) {
        read_vocabulary().await;
        let Self { mut run, entries, state, controls, timeouts, judge: _, commands: _, later } =
            self;
        let pictures = events.clone().map(|events| Pictures::start(Arc::clone(&state), events));
        let watch = Arc::new(HostMonitor::start(state.clock));
        let header = Arc::new(run.clone());
        let rounds = run.plan.rounds();
        let mut connections: Vec<Option<Box<Connection>>> = entries.iter().map(|_| None).collect();
        let numbers = UniqueNumbers::of(&run.plan, &run.id);
        let checks = checks_of(Arc::clone(&header)).await;
        let later = LaterSteps::of_lanes(Arc::clone(&header), later, checks.clone()).await;
        let rows = run.plan.rows();
        let mut requests = Vec::new();
        for round in 0..rounds {
            if controls.is_stopped() || controls.lanes().all(CancellationToken::is_cancelled) {
                break;
            }
            let row = run.plan.row_of_round(round);
            if round == 0 || numbers.is_some() || row.is_some() {
                let asked = row.and_then(|row| rows.get(row as usize)).cloned();
                requests = written(entries.clone(), numbers, asked, round).await;
            }
            state.begin_round(round);
            let mut lanes: Vec<LaneRun> = entries
                .iter()
                .zip(controls.lanes())
                .zip(&requests)
                .enumerate()
                .filter(|(_, ((_, stop), _))| !stop.is_cancelled())
                .map(|(lane, ((entry, stop), (marked, body)))| LaneRun {
                    checks: checks.get(lane).cloned().flatten(),
                    later: later.get(lane).cloned().flatten(),
                    lane,
                    round,
                    row,
                    entry: Arc::clone(entry),
                    marked: marked.clone(),
                    body: body.clone(),
                    header: Arc::clone(&header),
                    state: Arc::clone(&state),
                    stop: stop.clone(),
                    timeouts,
                    watch: Arc::clone(&watch),
                    events: events.clone(),
                })
                .collect();
            // Order A B, then B A, so that each starts first equally often.
            if round % 2 == 1 {
                lanes.reverse();
            }
            connections = one_round(lanes, connections, &state).await;
            if is_settled(&run, &state) {
                run.plan.repeat = state.measured_round().map_or(0, |round| round + 1);
                break;
            }
        }
        if let Some(pictures) = pictures {
            let _panicked = tokio::task::spawn_blocking(|| pictures.stop()).await;
        }
        run.state = if controls.is_stopped() { RunState::Stopped } else { RunState::Finished };
        let mut recordings = Vec::with_capacity(entries.len());
        for (lane, result) in run.lanes.iter_mut().enumerate() {
            let Some(lane_state) = state.lane(lane) else { continue };
            let mut progress = lock(&lane_state.progress);
            result.samples = std::mem::take(&mut progress.samples);
            mixed_answers::note_mixed(&mut result.samples);
            result.summary = summary(&result.samples);
            recordings.push(std::mem::take(&mut progress.recordings));
        }
        (run, recordings)
    }
}

/// Each lane's request in a round, if prompts are unique or the round asks a row of a set, and the body of its request. They are written before any lane
/// connects: a long one takes longer than the starts of two lanes may lie apart.
async fn written(
    entries: Vec<Arc<Entry>>,
    numbers: Option<UniqueNumbers>,
    row: Option<Row>,
    round: u32,
) -> Vec<(Option<Arc<Request>>, WrittenBody)> {
    let write = move || {
        let of = |entry: &Arc<Entry>| {
            let Contender { place, request, .. } = &entry.contender;
            let asked = row.as_ref().map(|row| row.asked_by(request));
            let own = asked.as_ref().unwrap_or(request);
            let marked = numbers.map(|numbers| numbers.in_round(own, round, *place));
            let marked = marked.or(asked).map(Arc::new);
            let body = marked.as_deref().unwrap_or(request).write();
            (marked, body)
        };
        entries.iter().map(of).collect()
    };
    tokio::task::spawn_blocking(write).await.unwrap_or_default()
}

/// The checks of each lane's answers, compiled before the first request.
pub(crate) async fn checks_of(header: Arc<Run>) -> Vec<Option<Arc<AnswerChecks>>> {
    let compile =
        move || AnswerChecks::of_lanes(&header.plan, header.lanes.iter().map(|lane| lane.place));
    tokio::task::spawn_blocking(compile).await.unwrap_or_default()
}

/// Whether the race was to run until a metric is settled, and that metric is settled.
fn is_settled(run: &Run, state: &RaceState) -> bool {
    let Some(metric) = run.plan.until_settled.filter(|_| state.measured_round().is_some()) else {
        return false;
    };
    let any_real = run.lanes.iter().any(|lane| !lane.simulated);
    let compared = || {
        let lanes = run.lanes.iter().enumerate();
        lanes.filter(|(_, lane)| !(any_real && lane.simulated)).map(|(lane, _)| lane)
    };
    let texts = |lane| state.with_ended(lane, |samples, _| text_of_speeds(samples));
    let shared = shared_metric(compared().filter_map(texts).collect(), metric);
    let values = |lane| state.with_ended(lane, |samples, _| comparables(samples, shared));
    let values: Vec<_> = compared().filter_map(values).collect();
    pairwise::is_settled(&values, metric)
}

pub(crate) fn lane_of(entry: &Entry, plan: &Plan) -> Lane {
    let Contender { place, request, price, .. } = &entry.contender;
    Lane {
        price: price.clone(),
        adjustments: adjustments(plan, request),
        ..Lane::begun(*place, &request.provider, &request.model)
    }
}

fn step_of(entry: &Entry, plan: &Plan) -> LaneStep {
    let Contender { request, price, .. } = &entry.contender;
    LaneStep {
        price: price.clone(),
        adjustments: adjustments(plan, request),
        ..LaneStep::begun(&request.provider, &request.model)
    }
}

/// Starts every lane; many lanes start in groups, because otherwise every token would wake a task of its own.
pub(crate) fn start_apart(starts: Vec<oneshot::Sender<()>>) {
    let group = starts.len().div_ceil(EACH_BY_ITSELF).min(LARGEST_GROUP);
    for (number, start) in (1_usize..).zip(starts) {
        let _lane_gone = start.send(());
        if number.is_multiple_of(group) {
            std::thread::sleep(BETWEEN_STARTS);
        }
    }
}

/// Connects every lane, fires the start gun, and waits for all lanes. Returns the connections for the next round.
async fn one_round(
    lanes: Vec<LaneRun>,
    mut connections: Vec<Option<Box<Connection>>>,
    state: &Arc<RaceState>,
) -> Vec<Option<Box<Connection>>> {
    let mut connecting = Vec::with_capacity(lanes.len());
    for lane in lanes {
        let connection = connections.get_mut(lane.lane).and_then(Option::take);
        connecting.push(tokio::spawn(lane.connect(connection)));
    }
    let mut ready = Vec::with_capacity(connecting.len());
    for lane in connecting {
        // A lane that panicked is lost; the others race on.
        ready.extend(lane.await.ok());
    }
    let (starts, running): (Vec<_>, Vec<_>) = ready
        .into_iter()
        .map(|(lane, connection)| {
            let (start, started) = oneshot::channel::<()>();
            let number = lane.lane;
            let running = tokio::spawn(async move {
                let _starter_gone = started.await;
                lane.run(connection).await
            });
            (start, (number, running))
        })
        .unzip();
    let gun = Arc::clone(state);
    let _panicked = tokio::task::spawn_blocking(move || {
        gun.fire();
        start_apart(starts);
    })
    .await;
    for (lane, task) in running {
        if let (Ok(connection), Some(slot)) = (task.await, connections.get_mut(lane)) {
            *slot = connection;
        }
    }
    connections
}
