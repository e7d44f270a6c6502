//! Executes one level: its connections, and each of its requests. When they are sent is up to its closed or open loop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use measure::{Recording, ms};
use providers::{Clock, Connection, Fault, LARGEST_LEVEL, Reply, Request, Timeouts, WrittenBody};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::engine::attempt::{Attempt, Entry};
use crate::engine::budget::Budget;
use crate::engine::closed_loop::{ClosedLoop, RequestRole, Turn};
use crate::engine::host_monitor::HostMonitor;
use crate::engine::level_progress::{Enough, LevelProgress};
use crate::engine::sweep_state::{SweepRequest, SweepState};
use crate::plan::load::{Load, OnThrottle};
use crate::plan::prompt_cycle::PromptCycle;
use crate::plan::step::Step;
use crate::result::interrupted_level::{LevelRequestNote, RequestEnd};
use crate::result::level::LevelEnd;
use crate::result::level_request::Agent;
use crate::result::status::Status;
use crate::view::frame::SweepEvent;
use crate::view::live_state::lock;

/// Number of connections made at once before a level begins, so that the server's accept backlog does not overflow.
const CONNECTING: usize = 64;

/// Interval at which the memory of the answers is checked.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// One completed request.
pub(crate) struct CompletedRequest {
    pub(crate) is_measured: bool,
    /// The agent whose step it was; absent if a sample is one request.
    pub(crate) agent: Option<Agent>,
    /// The row of the plan's set that it asked.
    pub(crate) row: Option<u32>,
    pub(crate) entry: Arc<Entry>,
    /// Its recording.
    pub(crate) request: Arc<SweepRequest>,
    pub(crate) reply: Reply,
    pub(crate) status: Option<Status>,
}

/// One request of a level, written before it is due.
pub(crate) struct Question {
    pub(crate) turn: Turn,
    /// Number of the request or, for an agent's step, of the agent.
    pub(crate) number: u64,
    /// The row of the plan's set that it asks.
    pub(crate) row: Option<u32>,
    pub(crate) request: Request,
    pub(crate) body: WrittenBody,
    /// When it is due, on the run's clock.
    pub(crate) plan_ns: u64,
}

impl CompletedRequest {
    /// How it was throttled, if at all.
    pub(crate) fn refusal(&self) -> Option<&Fault> {
        self.reply.fault.as_ref().filter(|fault| fault.is_throttled())
    }

    /// When it was sent or, if it never was, when it was due.
    pub(crate) fn sent_ns(&self) -> u64 {
        let timeline = &lock(&self.request.recording).timeline;
        timeline.send_ns.unwrap_or(timeline.plan_ns)
    }

    /// When it ended.
    pub(crate) fn closed_ns(&self) -> Option<u64> {
        lock(&self.request.recording).timeline.close_ns
    }
}

/// What the streams of one level share.
pub(crate) struct LevelContext {
    pub(crate) lane: usize,
    pub(crate) step: Step,
    pub(crate) state: Arc<SweepState>,
    pub(crate) entry: Arc<Entry>,
    pub(crate) load: Load,
    pub(crate) clock: Clock,
    pub(crate) timeouts: Timeouts,
    /// Cancels requests in flight: at the end of the level, and when the user stops the sweep.
    pub(crate) cut: CancellationToken,
    /// Sends no more and waits for requests in flight: the user paused the sweep.
    pub(crate) pause: CancellationToken,
    pub(crate) texts: Arc<PromptCycle>,
    pub(crate) closed_loop: Mutex<ClosedLoop>,
    pub(crate) progress: LevelProgress,
    /// Until when the server may be busy with requests that were cancelled at the end of the previous level, on the run's
    /// clock; 0 if it is known not to be.
    pub(crate) occupied_until_ns: u64,
    /// Requests of this level that were sent before it was begun again.
    pub(crate) sent_before: u32,
    /// Whether a measured request may have been sent. Written and read with `closed_loop` locked.
    pub(crate) is_measuring: AtomicBool,
    /// Why it ended early.
    pub(crate) end: Mutex<Option<LevelEnd>>,
    pub(crate) budget: Arc<Budget>,
    pub(crate) events: UnboundedSender<SweepEvent>,
    pub(crate) watch: Arc<HostMonitor>,
}

impl LevelContext {
    /// Connects the streams before the level begins. A failed connection is retried by the first request, which then
    /// reports the error.
    pub(crate) async fn connect(self: &Arc<Self>, streams: usize) -> Vec<Option<Box<Connection>>> {
        if self.load.cold {
            return (0..streams).map(|_| None).collect();
        }
        let mut connections = Vec::with_capacity(streams);
        while connections.len() < streams && !self.cut.is_cancelled() {
            let mut batch = JoinSet::new();
            for _ in 0..CONNECTING.min(streams - connections.len()) {
                let shared = Arc::clone(self);
                batch.spawn(async move {
                    let mut connection = shared.entry.open(shared.clock).await.ok()?;
                    connection.made_ahead(true);
                    Some(connection)
                });
            }
            connections.extend(batch.join_all().await);
        }
        connections
    }

    /// Which requests are enough, if the one that ended was the last one the level needs.
    pub(crate) fn enough(&self, done: &CompletedRequest) -> Option<Enough> {
        let is_timed = done.is_measured && done.status.is_none();
        let timeline = || lock(&done.request.recording).timeline.clone();
        (is_timed && self.progress.is_sought())
            .then(|| self.progress.enough(&timeline(), done.reply.fault.is_none()))
            .flatten()
    }

    /// Ends the level and cancels its requests once its answers exceed the memory limit of a level. Many requests,
    /// each within its own limits, can take more memory than any machine has.
    pub(crate) async fn end_if_too_large(self: Arc<Self>) {
        while self.state.bytes() <= LARGEST_LEVEL {
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        self.close(&mut lock(&self.closed_loop), LevelEnd::TooLarge);
        self.cut.cancel();
    }

    /// Ends the level early; requests in flight are completed.
    pub(crate) fn close(&self, closed_loop: &mut ClosedLoop, why: LevelEnd) {
        closed_loop.close(self.clock.now_ns());
        lock(&self.end).get_or_insert(why);
    }

    /// A request with this role is about to be sent. The caller holds `closed_loop`.
    pub(crate) fn note(&self, role: RequestRole) {
        self.is_measuring.fetch_or(role == RequestRole::Measured, Ordering::Relaxed);
    }

    /// The provider refused a request with 429.
    fn refused(&self, retry_after_ms: Option<u32>) {
        let mut closed_loop = lock(&self.closed_loop);
        let is_occupied = self.clock.now_ns() < self.occupied_until_ns
            && !self.is_measuring.load(Ordering::Relaxed);
        if is_occupied {
            self.close(&mut closed_loop, LevelEnd::Occupied { retry_after_ms });
        } else if self.load.on_throttle == OnThrottle::Stop {
            self.close(&mut closed_loop, LevelEnd::Throttled { retry_after_ms });
        }
    }

    /// Writes the request with this number. `turn.step` is its place in an agent's loop.
    pub(crate) fn question(&self, turn: Turn, number: u64, plan_ns: u64) -> Question {
        let contender = &self.entry.contender.request;
        let request = self.texts.request(contender, self.step, number, turn.step);
        let (row, body) = (self.texts.row(number), request.write());
        Question { turn, number, row, request, body, plan_ns }
    }

    /// Sends one request and reports the result.
    pub(crate) async fn ask(
        &self,
        connection: Option<Box<Connection>>,
        Question { turn, number, row, request, body, plan_ns }: Question,
    ) -> (Option<Box<Connection>>, CompletedRequest) {
        let is_measured = turn.role == RequestRole::Measured;
        let steps = self.texts.steps();
        let agent = (steps > 1).then_some(Agent { number, steps });
        let note =
            LevelRequestNote { level: 0, step: self.step, is_measured, agent, row, end: None };
        let begun = self.state.begin(self.lane, Recording::starting_at(plan_ns), note);
        let mut reply = Reply::default();
        let connection = match connection {
            Some(connection) => Ok(connection),
            None => self.entry.open(self.clock).await,
        };
        let (kept, stopped) = match connection {
            Ok(connection) => {
                let attempt = Attempt {
                    entry: &self.entry,
                    request: &request,
                    body: &body,
                    clock: self.clock,
                    stop: &self.cut,
                    timeouts: self.timeouts,
                    recording: &begun.recording,
                    watch: &self.watch,
                };
                attempt.run(connection, &mut reply).await
            }
            Err(fault) => {
                reply.fault = Some(fault);
                (None, false)
            }
        };
        lock(&begun.recording).timeline.close_ns.get_or_insert(self.clock.now_ns());
        self.state.end(&begun, RequestEnd { reply: reply.clone(), is_cut: stopped });
        let status = stopped.then_some(Status::Cancelled);
        if let Some(fault) = reply.fault.as_ref().filter(|fault| fault.is_throttled()) {
            self.refused(fault.retry_after_ms);
        }
        let (ttft_ms, took_ms) = {
            let recording = lock(&begun.recording);
            self.budget.settle(&self.entry, &recording, &reply, stopped);
            let timeline = &recording.timeline;
            let since_sent = |at: Option<u64>| Some(ms(at?.saturating_sub(timeline.send_ns?)));
            (since_sent(timeline.first_any_ns()), since_sent(timeline.close_ns))
        };
        let _unheard = self.events.send(SweepEvent::RequestEnded {
            lane: self.lane,
            is_measured,
            is_ok: reply.fault.is_none() && !stopped,
            is_cut: stopped,
            is_throttled: reply.fault.as_ref().is_some_and(Fault::is_throttled),
            ttft_ms,
            took_ms,
            spent_usd: self.budget.spent_usd(),
            spent_tokens: self.budget.spent_tokens(),
        });
        let entry = Arc::clone(&self.entry);
        (kept, CompletedRequest { is_measured, agent, row, entry, request: begun, reply, status })
    }
}
