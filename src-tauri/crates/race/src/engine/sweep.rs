//! A sweep: the same contender at rising load, level by level. In a closed loop each stream sends the next request when
//! one is answered; in an open loop requests are sent when they are due.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use measure::Recording;
use providers::{Clock, Timeouts};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::engine::attempt::Entry;
use crate::engine::budget::Budget;
use crate::engine::closed_loop::ClosedLoop;
use crate::engine::command_checks::{CommandChecks, CommandRunner};
use crate::engine::host_monitor::HostMonitor;
use crate::engine::input_names;
use crate::engine::leftover::{Leftover, LevelStart};
use crate::engine::level_executor::LevelContext;
use crate::engine::level_progress::LevelProgress;
use crate::engine::level_samples::samples;
use crate::engine::race::{checks_of, lane_of};
use crate::engine::sweep_state::SweepState;
use crate::engine::threads::read_vocabulary;
use crate::plan::Plan;
use crate::plan::answer_checks::AnswerChecks;
use crate::plan::load::Load;
use crate::plan::prompt_cycle::PromptCycle;
use crate::plan::step::Step;
use crate::result::calibration::Calibration;
use crate::result::knee::next_step;
use crate::result::lane::Lane;
use crate::result::level::{Level, LevelEnd};
use crate::result::level_request::Times;
use crate::result::run::{Run, RunKind, RunState};
use crate::view::frame::SweepEvent;
use crate::view::live_state::lock;

/// A sweep that is ready to start.
pub struct Sweep {
    run: Run,
    entries: Vec<Arc<Entry>>,
    load: Load,
    clock: Clock,
    stop: CancellationToken,
    pause: CancellationToken,
    timeouts: Timeouts,
    is_new: bool,
    calibration: Option<Calibration>,
    state: Arc<SweepState>,
    commands: Option<Arc<dyn CommandRunner>>,
}

/// State shared by all levels of a sweep.
struct SweepContext {
    budget: Arc<Budget>,
    texts: Arc<PromptCycle>,
    watch: Arc<HostMonitor>,
    /// Those of each lane.
    checks: Vec<Option<Arc<AnswerChecks>>>,
    /// Absent if no check is a command.
    commands: Option<CommandChecks>,
}

/// Stops a sweep so that it can be resumed later. Copies control the same sweep.
#[derive(Clone)]
pub struct SweepControls {
    stop: CancellationToken,
    pause: CancellationToken,
}

impl SweepControls {
    /// Cancels requests in flight; measurements are kept.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Sends nothing more and waits for requests in flight.
    pub fn pause(&self) {
        self.pause.cancel();
    }
}

impl Sweep {
    /// A sweep of `entries` under `plan`, at its load. `id` must be unique; `started_at` is the current time, RFC 3339
    /// in UTC.
    pub fn new(
        id: String,
        started_at: String,
        plan: Plan,
        entries: Vec<Entry>,
        timeouts: Timeouts,
    ) -> Self {
        let lanes: Vec<_> = entries.iter().map(|entry| lane_of(entry, &plan)).collect();
        let run = Run::begun(RunKind::Sweep, id, started_at, plan, lanes);
        Self { is_new: true, ..Self::again(run, entries, timeouts) }
    }

    /// Resumes a sweep after the complete levels of `run`. A level that was stopped midway is measured again from its
    /// start, and its old results are kept beside the new ones.
    pub fn again(run: Run, entries: Vec<Entry>, timeouts: Timeouts) -> Self {
        // A plan without a load uses the default.
        let load = run.plan.load.clone().unwrap_or_default();
        let timeouts = run.plan.timeouts(timeouts);
        Self {
            run: Run { state: RunState::Running, ..run },
            entries: entries.into_iter().map(Arc::new).collect(),
            load,
            clock: Clock::start(),
            stop: CancellationToken::new(),
            pause: CancellationToken::new(),
            timeouts,
            is_new: false,
            calibration: None,
            state: Arc::default(),
            commands: None,
        }
    }

    /// Sets who runs the commands among its checks, after each level and before the next.
    #[must_use]
    pub fn running_commands(self, runner: Arc<dyn CommandRunner>) -> Self {
        Self { commands: Some(runner), ..self }
    }

    /// Sets the description of the machine that measures.
    #[must_use]
    pub fn measured_on(mut self, machine: String) -> Self {
        self.run.machine = Some(machine);
        self
    }

    /// Sets the calibration, from which levels get their timestamp error.
    #[must_use]
    pub fn calibrated(self, calibration: Calibration) -> Self {
        Self { calibration: Some(calibration), ..self }
    }

    /// Fetches the names of the inputs of the contenders' models: see [`crate::Race::with_input_names`].
    #[must_use]
    pub async fn with_input_names(mut self) -> Self {
        input_names::learn(&mut self.entries, &mut self.run.lanes, &self.stop).await;
        self
    }

    /// Whether it is new, not resumed.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// The header of the run, as it is before the first byte.
    pub fn header(&self) -> &Run {
        &self.run
    }

    /// Its requests in flight, for a watcher that saves them and takes them as they end.
    pub fn state(&self) -> Arc<SweepState> {
        self.state.watch();
        Arc::clone(&self.state)
    }

    /// The token that stops it: nothing more is sent, requests in flight are cancelled, measurements are kept.
    pub fn stop(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// The handle that stops or pauses it.
    pub fn controls(&self) -> SweepControls {
        SweepControls { stop: self.stop.clone(), pause: self.pause.clone() }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_cancelled() || self.pause.is_cancelled()
    }

    /// Runs the sweep: every level of every contender, with contenders taking turns at each level. Each level is sent
    /// to `events` with its raw logs as soon as it is over, and stays in the run without them.
    pub async fn run(mut self, events: &UnboundedSender<SweepEvent>) -> Run {
        read_vocabulary().await;
        let texts = Arc::new(PromptCycle::of(&self.run.plan, &self.load, &self.run.id));
        let budget = Budget::new(&self.load, &self.run.lanes, &self.entries, &texts);
        let common = SweepContext {
            budget: Arc::new(budget),
            texts,
            watch: Arc::new(HostMonitor::start(self.clock)),
            checks: checks_of(Arc::new(self.run.clone())).await,
            commands: self.command_checks(),
        };
        let mut leftover: Option<Leftover> = None;
        for index in 0.. {
            if self.is_stopped() || self.run.lanes.iter().all(|lane| self.next(lane).is_none()) {
                break;
            }
            // Order A B, then B A, so that changes over time affect each equally.
            let turns: Vec<usize> = (0..self.entries.len()).collect();
            let turns = if index % 2 == 0 { turns } else { turns.into_iter().rev().collect() };
            for lane in turns {
                let Some(so_far) = self.run.lanes.get(lane) else { continue };
                if so_far.whole_levels().count() > index {
                    continue;
                }
                let before = leftover;
                let start = LevelStart::after(before);
                let Some(level) = self.take(lane, start, &common, events).await else { continue };
                leftover = Leftover::of(level);
                let Some(start) = before.and_then(|before| LevelStart::again(before, level)) else {
                    continue;
                };
                if let Some(level) = self.take(lane, start, &common, events).await {
                    leftover = Leftover::of(level);
                }
            }
        }
        self.run.state = if self.is_stopped() { RunState::Stopped } else { RunState::Finished };
        self.run
    }

    fn command_checks(&self) -> Option<CommandChecks> {
        let runner = self.commands.clone().filter(|_| !self.run.plan.commands().is_empty())?;
        Some(CommandChecks::new(runner, self.stop.clone()))
    }

    /// Takes a contender's next level, which then is the last of its levels. `None` if it has none, or the sweep was stopped
    /// before it.
    async fn take(
        &mut self,
        lane: usize,
        start: LevelStart,
        common: &SweepContext,
        events: &UnboundedSender<SweepEvent>,
    ) -> Option<&Level> {
        let step = self.next(self.run.lanes.get(lane)?).filter(|_| !self.is_stopped())?;
        let waits = |wait: Option<Duration>| SweepEvent::LevelWaits { lane, step, wait };
        if start.wait.is_some() {
            let _unheard = events.send(waits(start.wait));
        }
        if !self.has_waited(start.wait).await {
            let _unheard = events.send(waits(None));
            return None;
        }
        let _unheard = events.send(SweepEvent::LevelBegan { lane, step });
        let (mut level, recordings) = self.level(lane, step, start, common, events).await;
        let numbers = self.state.end_level();
        level.settled_ms = start.wait.map(|wait| wait.as_secs_f64() * 1e3);
        let result = self.run.lanes.get_mut(lane)?;
        result.levels.push(level.clone());
        let level = Box::new(level);
        let recordings = Arc::new(recordings);
        let _unheard = events.send(SweepEvent::LevelEnded { lane, level, recordings, numbers });
        result.levels.last()
    }

    /// Waits before a level. Returns false if the sweep was stopped in the meantime.
    async fn has_waited(&self, wait: Option<Duration>) -> bool {
        let Some(wait) = wait else { return true };
        tokio::select! {
            () = self.stop.cancelled() => false,
            () = self.pause.cancelled() => false,
            () = tokio::time::sleep(wait) => true,
        }
    }

    /// A contender's next level; `None` after its last, for example if it was refused or is past its knee.
    fn next(&self, lane: &Lane) -> Option<Step> {
        next_step(&self.load, &lane.whole_levels().collect::<Vec<_>>())
    }

    async fn level(
        &self,
        lane: usize,
        step: Step,
        start: LevelStart,
        common: &SweepContext,
        events: &UnboundedSender<SweepEvent>,
    ) -> (Level, Vec<Recording>) {
        let Some(entry) = self.entries.get(lane).cloned() else { return Default::default() };
        let streams = step.streams().unwrap_or(0);
        let longest = common.texts.longest(&entry.contender.request, step);
        common.budget.open_for(&entry, &longest);
        let shared = Arc::new(LevelContext {
            lane,
            step,
            state: Arc::clone(&self.state),
            entry,
            load: self.load.clone(),
            clock: self.clock,
            timeouts: self.timeouts,
            cut: self.stop.child_token(),
            pause: self.pause.clone(),
            texts: Arc::clone(&common.texts),
            closed_loop: Mutex::new(
                ClosedLoop::new(streams, self.load.samples_at(step), common.texts.steps())
                    .having_sent(start.sent_before),
            ),
            occupied_until_ns: start.occupied_until_ns(self.clock),
            sent_before: start.sent_before,
            is_measuring: AtomicBool::default(),
            progress: LevelProgress::new(&self.load, step),
            end: Mutex::new(None),
            budget: Arc::clone(&common.budget),
            events: events.clone(),
            watch: Arc::clone(&common.watch),
        });
        // The task ends when this is dropped, with the level.
        let mut memory = JoinSet::new();
        memory.spawn(Arc::clone(&shared).end_if_too_large());
        let began_ns;
        let mut done = match step {
            Step::Streams(_) | Step::Prompt(_) => {
                let connections = shared.connect(streams as usize).await;
                began_ns = self.clock.now_ns();
                shared.closed_loop(connections).await
            }
            Step::Rate(rate) => {
                let standing = expected_inflight(rate).min(self.load.samples_at(step) as usize);
                let connections = shared.connect(standing).await;
                began_ns = self.clock.now_ns();
                shared.open_loop(rate, connections).await
            }
        };
        drop(memory);
        let over_ns = self.clock.now_ns();
        let window = match step {
            Step::Streams(_) | Step::Prompt(_) => {
                let mut closed_loop = lock(&shared.closed_loop);
                closed_loop.close(over_ns);
                closed_loop.window()
            }
            Step::Rate(_) => None,
        };
        done.sort_by_cached_key(|done| (!done.is_measured, done.sent_ns()));
        let end = lock(&shared.end).clone();
        let end = end.unwrap_or(if self.stop.is_cancelled() {
            LevelEnd::Stopped
        } else {
            LevelEnd::Done
        });
        let strain = common.watch.between(began_ns, over_ns);
        let times = Times { began_ns, over_ns, window, strain };
        let (limits, header) = (self.load.limits, self.run.clone());
        let looks = u32::try_from(self.load.looks(step).len()).unwrap_or(u32::MAX);
        // A prompt of one length has the same count whatever its number.
        let prompt = step.prompt().map(|_| longest.input_text());
        let texts = Arc::clone(&common.texts);
        let checks = common.checks.get(lane).cloned().flatten();
        let error_ms =
            self.calibration.as_ref().and_then(|found| found.ttft_error_ms(streams.max(1)));
        let asked = tokio::task::spawn_blocking(move || {
            let checks = checks.as_deref();
            samples(done, &header, lane, streams, prompt.as_deref(), &texts, checks)
        });
        let mut asked = asked.await.unwrap_or_default();
        if let Some(commands) = &common.commands {
            commands.check_level(&self.run.plan, &mut asked).await;
        }
        let summed = tokio::task::spawn_blocking(move || {
            let mut level = Level::of(step, end, &times, &asked, limits.as_ref());
            level.ttft_error_ms = error_ms;
            if looks > 0 {
                level.looked_at(looks, &times, &asked, limits.as_ref());
            }
            (level, asked.into_iter().map(|asked| asked.recording).collect())
        });
        summed.await.unwrap_or_default()
    }
}

/// Number of connections made before an open loop: those in flight if an answer takes two seconds. Further ones are
/// made on demand and flagged as late.
fn expected_inflight(rate: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rates are positive and small"
    )]
    let two_seconds = (rate * 2.0).ceil() as usize;
    two_seconds.clamp(1, crate::plan::load::MOST_STREAMS as usize)
}
