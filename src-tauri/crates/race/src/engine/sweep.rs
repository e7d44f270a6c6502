//! A sweep: the same contender at rising load, level by level. In a closed loop each stream asks again when it has been
//! answered; in an open loop requests leave when they are due.

use std::sync::{Arc, Mutex};

use measure::{DEF_VERSION, Recording};
use providers::{Clock, Timeouts};
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;

use crate::engine::attempt::Entry;
use crate::engine::budget::Budget;
use crate::engine::calibrate::Calibration;
use crate::engine::closed_loop::ClosedLoop;
use crate::engine::host_monitor::HostMonitor;
use crate::engine::input_names;
use crate::engine::level_executor::{Done, Shared};
use crate::engine::live_state::lock;
use crate::engine::race::lane_of;
use crate::engine::threads::read_vocabulary;
use crate::plan::Plan;
use crate::plan::load::{Load, Step};
use crate::plan::prompt_cycle::Texts;
use crate::result::knee::past_the_knee;
use crate::result::level::{Asked, Level, LevelEnd, Times};
use crate::result::run::{Lane, Run, RunKind, RunState, SCHEMA, Sample};

/// A sweep that can start.
pub struct Sweep {
    run: Run,
    entries: Vec<Arc<Entry>>,
    load: Load,
    clock: Clock,
    stop: CancellationToken,
    pause: CancellationToken,
    timeouts: Timeouts,
    is_new: bool,
    certificate: Option<Calibration>,
}

/// What all levels of a sweep share.
struct Common {
    budget: Arc<Budget>,
    texts: Arc<Texts>,
    watch: Arc<HostMonitor>,
}

/// Ends a sweep that can go on later. Copies control the same sweep.
#[derive(Clone)]
pub struct SweepControls {
    stop: CancellationToken,
    pause: CancellationToken,
}

impl SweepControls {
    /// Cuts what is under way; what was measured is kept.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Sends nothing more, and lets what is under way be answered.
    pub fn pause(&self) {
        self.pause.cancel();
    }
}

/// Something that happened in a sweep.
#[derive(Debug, Clone)]
pub enum SweepEvent {
    /// A level begins.
    LevelBegan {
        /// The contender, by its place among those that run.
        lane: usize,
        /// The level's load.
        step: Step,
    },
    /// One of its requests ended.
    RequestEnded {
        /// The contender, by its place among those that run.
        lane: usize,
        /// Whether it is measured.
        is_measured: bool,
        /// Whether it ended well.
        is_ok: bool,
        /// Whether it was cut by us: by the person, or because the level was over.
        is_cut: bool,
        /// Whether it was refused with 429.
        is_throttled: bool,
        /// Its time to first token, in milliseconds.
        ttft_ms: Option<f64>,
        /// From when it left until it ended, in milliseconds.
        took_ms: Option<f64>,
        /// Most dollars that the sweep can have cost so far; absent where no price is known.
        spent_usd: Option<f64>,
        /// Most output tokens that were counted so far; absent where nobody knows.
        spent_tokens: Option<f64>,
    },
    /// A level is over. Its recordings are in the order of [`Level::requests`].
    LevelEnded {
        /// The contender, by its place among those that run.
        lane: usize,
        /// What it came to.
        level: Box<Level>,
        /// The raw logs of its requests.
        recordings: Vec<Recording>,
    },
}

impl Sweep {
    /// A sweep of `entries` under `plan`, at its load. `id` is unique; `started_at` is the time now, RFC 3339 in
    /// UTC.
    pub fn new(
        id: String,
        started_at: String,
        plan: Plan,
        entries: Vec<Entry>,
        timeouts: Timeouts,
    ) -> Self {
        let lanes: Vec<_> = entries.iter().map(lane_of).collect();
        let run = Run {
            schema: SCHEMA.to_owned(),
            id,
            kind: RunKind::Sweep,
            started_at,
            state: RunState::Running,
            simulated: lanes.iter().any(|lane| lane.simulated),
            def_version: DEF_VERSION,
            machine: None,
            ttft_error_ms: None,
            plan,
            lanes,
        };
        Self { is_new: true, ..Self::again(run, entries, timeouts) }
    }

    /// A sweep that goes on where it was stopped: after the whole levels that `run` already has. A level that was stopped
    /// in its middle is measured again from its beginning, and what it had is kept beside the new one.
    pub fn again(run: Run, entries: Vec<Entry>, timeouts: Timeouts) -> Self {
        // A plan that names no load asks for the usual one.
        let load = run.plan.load.clone().unwrap_or_default();
        Self {
            run: Run { state: RunState::Running, ..run },
            entries: entries.into_iter().map(Arc::new).collect(),
            load,
            clock: Clock::start(),
            stop: CancellationToken::new(),
            pause: CancellationToken::new(),
            timeouts,
            is_new: false,
            certificate: None,
        }
    }

    /// The same, which says on which machine it is measured.
    #[must_use]
    pub fn measured_on(mut self, machine: String) -> Self {
        self.run.machine = Some(machine);
        self
    }

    /// The same, whose levels say how far their times may be off by this machine's own doing.
    #[must_use]
    pub fn calibrated(self, certificate: Calibration) -> Self {
        Self { certificate: Some(certificate), ..self }
    }

    /// The same, which has asked its contenders' models what they call what they are asked: see
    /// [`crate::Race::with_input_names`].
    #[must_use]
    pub async fn with_input_names(mut self) -> Self {
        input_names::learn(&mut self.entries, &mut self.run.lanes, &self.stop).await;
        self
    }

    /// Whether it begins, and does not go on.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// The run as it stands before its first byte.
    pub fn header(&self) -> &Run {
        &self.run
    }

    /// What stops it: nothing more is sent, and what was measured is kept. Requests under way are cut.
    pub fn stop(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// What stops it, at once or between requests.
    pub fn controls(&self) -> SweepControls {
        SweepControls { stop: self.stop.clone(), pause: self.pause.clone() }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_cancelled() || self.pause.is_cancelled()
    }

    /// Runs it to its end: every level of every contender, contenders taking turns at each level. Each level is told to
    /// `events` with its raw logs as soon as it is over, and stays in the run without them.
    pub async fn run(mut self, events: &UnboundedSender<SweepEvent>) -> Run {
        read_vocabulary().await;
        let common = Common {
            budget: Arc::new(Budget::new(&self.load, &self.run.lanes)),
            texts: Arc::new(Texts::of(&self.load)),
            watch: Arc::new(HostMonitor::start(self.clock)),
        };
        let steps = self.load.steps();
        // A contender that was refused, or past its knee, before the sweep was stopped stays where it was.
        let mut is_over: Vec<bool> =
            self.run.lanes.iter().map(|lane| self.has_had_its_last(lane)).collect();
        for (index, step) in steps.iter().enumerate() {
            // A B, B A: whatever the hour brings it brings to each as often.
            let turns: Vec<usize> = (0..self.entries.len()).collect();
            let turns = if index % 2 == 0 { turns } else { turns.into_iter().rev().collect() };
            for lane in turns {
                let done = self.run.lanes.get(lane).map_or(0, |lane| lane.whole_levels().count());
                let is_closed = is_over.get(lane).copied().unwrap_or(true);
                if index < done || is_closed || self.is_stopped() {
                    continue;
                }
                let _unheard = events.send(SweepEvent::LevelBegan { lane, step: *step });
                let (level, recordings) = self.level(lane, *step, &common, events).await;
                let Some((result, over)) = self.run.lanes.get_mut(lane).zip(is_over.get_mut(lane))
                else {
                    continue;
                };
                let before: Vec<&Level> = result.whole_levels().collect();
                let is_past =
                    self.load.ladder.is_some() && past_the_knee(&self.load, &before, &level);
                *over = is_past || level.ended != LevelEnd::Done;
                result.levels.push(level.clone());
                let level = Box::new(level);
                let _unheard = events.send(SweepEvent::LevelEnded { lane, level, recordings });
            }
        }
        self.run.state = if self.is_stopped() { RunState::Stopped } else { RunState::Finished };
        self.run
    }

    /// Whether a contender's last level is among those it has.
    fn has_had_its_last(&self, lane: &Lane) -> bool {
        let whole: Vec<&Level> = lane.whole_levels().collect();
        whole.iter().enumerate().any(|(at, level)| {
            let before = whole.get(..at).unwrap_or_default();
            level.ended != LevelEnd::Done
                || (self.load.ladder.is_some() && past_the_knee(&self.load, before, level))
        })
    }

    async fn level(
        &self,
        lane: usize,
        step: Step,
        common: &Common,
        events: &UnboundedSender<SweepEvent>,
    ) -> (Level, Vec<Recording>) {
        let Some(entry) = self.entries.get(lane).cloned() else { return Default::default() };
        let streams = match step {
            Step::Streams(streams) => streams,
            Step::Rate(_) => 0,
        };
        common.budget.open_for(&entry);
        let shared = Arc::new(Shared {
            lane,
            entry,
            load: self.load.clone(),
            clock: self.clock,
            timeouts: self.timeouts,
            cut: self.stop.child_token(),
            pause: self.pause.clone(),
            texts: Arc::clone(&common.texts),
            closed_loop: Mutex::new(ClosedLoop::new(streams, self.load.samples)),
            end: Mutex::new(None),
            budget: Arc::clone(&common.budget),
            events: events.clone(),
            watch: Arc::clone(&common.watch),
        });
        let began_ns;
        let mut done = match step {
            Step::Streams(streams) => {
                let links = shared.connect(streams as usize).await;
                began_ns = self.clock.now_ns();
                shared.closed_loop(links).await
            }
            Step::Rate(rate) => {
                let standing = expected_inflight(rate).min(self.load.samples as usize);
                let links = shared.connect(standing).await;
                began_ns = self.clock.now_ns();
                shared.open_loop(rate, links).await
            }
        };
        let over_ns = self.clock.now_ns();
        let window = match step {
            Step::Streams(_) => {
                let mut closed_loop = lock(&shared.closed_loop);
                closed_loop.close(over_ns);
                closed_loop.window()
            }
            // Nobody waits for a load to stand: all of an open loop is as it is meant to be.
            Step::Rate(_) => Some((began_ns, over_ns)).filter(|(from, until)| from < until),
        };
        done.sort_by_key(|done| (!done.is_measured, done.sent_ns()));
        let end = lock(&shared.end).clone();
        let end = end.unwrap_or(if self.stop.is_cancelled() {
            LevelEnd::Stopped
        } else {
            LevelEnd::Done
        });
        let strain = common.watch.between(began_ns, over_ns);
        let times = Times { began_ns, over_ns, window, strain };
        let (limits, header) = (self.load.limits, self.run.clone());
        let error_ms =
            self.certificate.as_ref().and_then(|found| found.ttft_error_ms(streams.max(1)));
        let summed = tokio::task::spawn_blocking(move || {
            let asked = samples(done, &header, lane, streams);
            let mut level = Level::of(step, end, &times, &asked, limits.as_ref());
            level.ttft_error_ms = error_ms;
            (level, asked.into_iter().map(|asked| asked.recording).collect())
        });
        summed.await.unwrap_or_default()
    }
}

/// Connections that stand before an open loop: as many as are in flight at once where an answer takes two seconds. More
/// are made when they are needed, and said to be late.
fn expected_inflight(rate: f64) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rates are positive and small"
    )]
    let two_seconds = (rate * 2.0).ceil() as usize;
    two_seconds.clamp(1, crate::plan::load::MOST_STREAMS as usize)
}

/// Counts tokens and dollars, away from the tasks that ask.
fn samples(done: Vec<Done>, header: &Run, lane: usize, streams: u32) -> Vec<Asked> {
    let Some(lane) = header.lanes.get(lane) else { return Vec::new() };
    done.into_iter()
        .map(|Done { is_measured, entry, recording, reply, status }| {
            let request = &entry.contender.request;
            let prompt =
                crate::plan::check::whole_prompt(request.system.as_deref(), &request.prompt);
            let mut asked = header.asked(lane, &request.provider, &prompt);
            asked.sharing = streams.max(1);
            let sample = Sample::of(&recording, &reply, &asked, status);
            Asked { is_measured, sample, recording }
        })
        .collect()
}
