//! Executes one level: its connections, its streams, and when each sends.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use measure::{Recording, ms};
use providers::{Clock, Connection, Fault, LARGEST_LEVEL, Reply, Timeouts};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::engine::attempt::{Attempt, Entry};
use crate::engine::budget::Budget;
use crate::engine::closed_loop::{ClosedLoop, RequestRole, Turn};
use crate::engine::host_monitor::HostMonitor;
use crate::engine::level_progress::LevelProgress;
use crate::engine::open_loop::{DueTimes, OpenLoop};
use crate::engine::race::start_apart;
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

/// Number of connections made at a time before a level begins, so that the server's accept backlog does not overflow.
const CONNECTING: usize = 64;
/// Delay between the streams being ready and the start of an open loop.
const BEFORE_FIRST: Duration = Duration::from_millis(20);
/// Longest sleep until a request is due, after which the sender looks whether the level is over.
const LONGEST_SLEEP: Duration = Duration::from_millis(50);
/// How long a stream of a closed loop waits after a 429 that names no time.
const AFTER_REFUSAL: Duration = Duration::from_secs(1);
/// The longest wait that a 429 may ask of it.
const LONGEST_AFTER_REFUSAL: Duration = Duration::from_secs(10);

/// How often it is looked at how much memory the answers take.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// One completed request.
pub(crate) struct CompletedRequest {
    pub(crate) is_measured: bool,
    /// The agent whose step it was; absent where a sample is one request.
    pub(crate) agent: Option<Agent>,
    pub(crate) entry: Arc<Entry>,
    /// Its recording.
    pub(crate) request: Arc<SweepRequest>,
    pub(crate) reply: Reply,
    pub(crate) status: Option<Status>,
}

/// What is asked in one request of a level.
#[derive(Clone, Copy)]
struct Question {
    turn: Turn,
    /// Number of the request or, of an agent's step, of the agent.
    number: u64,
    /// When it is due, on the run's clock.
    plan_ns: u64,
}

impl CompletedRequest {
    /// How it was throttled, if it was.
    fn refusal(&self) -> Option<&Fault> {
        self.reply.fault.as_ref().filter(|fault| fault.is_throttled())
    }

    /// When it was sent or, if it never was, when it was due.
    pub(crate) fn sent_ns(&self) -> u64 {
        let timeline = &lock(&self.request.recording).timeline;
        timeline.send_ns.unwrap_or(timeline.plan_ns)
    }

    /// When it ended.
    fn closed_ns(&self) -> Option<u64> {
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

    /// Keeps every stream sending until the level is over.
    pub(crate) async fn closed_loop(
        self: &Arc<Self>,
        connections: Vec<Option<Box<Connection>>>,
    ) -> Vec<CompletedRequest> {
        let (mut starts, mut streams) = (Vec::new(), JoinSet::new());
        for (stream, connection) in (0_u32..).zip(connections) {
            let (start, started) = oneshot::channel::<()>();
            starts.push(start);
            let shared = Arc::clone(self);
            streams.spawn(async move {
                let _starter_gone = started.await;
                shared.stream(stream, connection).await
            });
        }
        let _panicked = tokio::task::spawn_blocking(move || start_apart(starts)).await;
        streams.join_all().await.into_iter().flatten().collect()
    }

    /// One stream of a closed loop.
    async fn stream(
        self: Arc<Self>,
        stream: u32,
        mut connection: Option<Box<Connection>>,
    ) -> Vec<CompletedRequest> {
        let mut all = Vec::new();
        let mut number = 0;
        loop {
            let plan_ns = self.clock.now_ns();
            let Some(turn) = self.next(stream, plan_ns) else { return all };
            if turn.step == 0 {
                number = self.budget.number();
            }
            let (kept, done) =
                self.ask(connection.take(), Question { turn, number, plan_ns }).await;
            connection = if self.load.cold { None } else { kept };
            let at_ns = done.closed_ns().unwrap_or_else(|| self.clock.now_ns());
            let is_ok = done.reply.fault.is_none() && done.status.is_none();
            let is_over = {
                let mut closed_loop = lock(&self.closed_loop);
                closed_loop.ended(stream, turn, is_ok, at_ns);
                if self.is_told(&done) {
                    closed_loop.begin_no_more(at_ns);
                }
                closed_loop.is_over()
            };
            let wait = done.refusal().map(|refusal| wait_after(refusal.retry_after_ms));
            all.push(done);
            if is_over && lock(&self.end).is_none() {
                self.cut.cancel();
            }
            // Only a sweep that goes on through 429s gets here with one.
            if let Some(wait) = wait.filter(|_| !is_over) {
                tokio::select! {
                    () = self.cut.cancelled() => {}
                    () = self.pause.cancelled() => {}
                    () = tokio::time::sleep(wait) => {}
                }
            }
        }
    }

    /// Whether a request that has ended was the last that the level needs.
    fn is_told(&self, done: &CompletedRequest) -> bool {
        let is_timed = done.is_measured && done.status.is_none();
        let timeline = || lock(&done.request.recording).timeline.clone();
        is_timed
            && self.progress.is_sought()
            && self.progress.is_told(&timeline(), done.reply.fault.is_none())
    }

    /// A free stream's next request, if the budget allows one more.
    fn next(&self, stream: u32, now_ns: u64) -> Option<Turn> {
        if self.cut.is_cancelled() {
            return None;
        }
        let mut closed_loop = lock(&self.closed_loop);
        if closed_loop.is_over() {
            return None;
        }
        if self.pause.is_cancelled() {
            self.close(&mut closed_loop, LevelEnd::Stopped);
            return None;
        }
        if !self.budget.take() {
            self.close(&mut closed_loop, LevelEnd::Budget);
            return None;
        }
        let turn = closed_loop.next(stream, now_ns);
        if turn.is_none() {
            self.budget.put_back();
        }
        turn
    }

    /// Ends the level and cancels its requests once its answers take more memory than a level has. Many requests, each
    /// within its own limits, can take more than any machine.
    pub(crate) async fn end_if_too_large(self: Arc<Self>) {
        while self.state.bytes() <= LARGEST_LEVEL {
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        self.close(&mut lock(&self.closed_loop), LevelEnd::TooLarge);
        self.cut.cancel();
    }

    /// Ends the level early; requests in flight are completed.
    fn close(&self, closed_loop: &mut ClosedLoop, why: LevelEnd) {
        closed_loop.close(self.clock.now_ns());
        lock(&self.end).get_or_insert(why);
    }

    /// Sends every request when it is due.
    pub(crate) async fn open_loop(
        self: &Arc<Self>,
        rate: f64,
        connections: Vec<Option<Box<Connection>>>,
    ) -> Vec<CompletedRequest> {
        let idle = Arc::new(Mutex::new(connections));
        let open_loop = Arc::new(Mutex::new(OpenLoop::new(rate, self.load.samples)));
        let first_ns = self.clock.now_ns() + u64::try_from(BEFORE_FIRST.as_nanos()).unwrap_or(0);
        let shared = Arc::clone(self);
        let runtime = tokio::runtime::Handle::current();
        let sending = tokio::task::spawn_blocking(move || {
            let mut requests = Vec::new();
            for after_ns in DueTimes::new(rate, shared.load.arrivals, shared.load.seed) {
                let plan_ns = first_ns + after_ns;
                if !shared.is_still_open_at(plan_ns, &open_loop) {
                    break;
                }
                let Some(role) = shared.next_due(&open_loop) else { break };
                let question = Question {
                    turn: Turn { role, step: 0 },
                    number: shared.budget.number(),
                    plan_ns,
                };
                let (shared, idle) = (Arc::clone(&shared), Arc::clone(&idle));
                let open_loop = Arc::clone(&open_loop);
                let is_first = requests.is_empty();
                requests.push(runtime.spawn(async move {
                    let connection = lock(&idle).pop().flatten();
                    let (kept, done) = shared.ask(connection, question).await;
                    if !shared.load.cold {
                        lock(&idle).push(kept);
                    }
                    let is_over = {
                        let mut open_loop = lock(&open_loop);
                        open_loop.ended(role, is_first);
                        if shared.is_told(&done) {
                            open_loop.begin_no_more();
                        }
                        open_loop.is_over()
                    };
                    if is_over && lock(&shared.end).is_none() {
                        shared.cut.cancel();
                    }
                    done
                }));
            }
            requests
        });
        let mut all = Vec::new();
        for request in sending.await.unwrap_or_default() {
            all.extend(request.await.ok());
        }
        all
    }

    /// Waits until a request is due. Returns whether the level is still open then.
    fn is_still_open_at(&self, plan_ns: u64, open_loop: &Mutex<OpenLoop>) -> bool {
        loop {
            if self.cut.is_cancelled() || lock(&self.end).is_some() || lock(open_loop).is_over() {
                return false;
            }
            let wait = Duration::from_nanos(plan_ns.saturating_sub(self.clock.now_ns()));
            if wait.is_zero() {
                return true;
            }
            std::thread::sleep(wait.min(LONGEST_SLEEP));
        }
    }

    /// The role of the request that is due, if the budget allows one more.
    fn next_due(&self, open_loop: &Mutex<OpenLoop>) -> Option<RequestRole> {
        if self.pause.is_cancelled() {
            lock(&self.end).get_or_insert(LevelEnd::Stopped);
            return None;
        }
        if !self.budget.take() {
            lock(&self.end).get_or_insert(LevelEnd::Budget);
            return None;
        }
        let role = lock(open_loop).next();
        if role.is_none() {
            self.budget.put_back();
        }
        role
    }

    /// Sends one request and reports the result.
    async fn ask(
        &self,
        connection: Option<Box<Connection>>,
        Question { turn, number, plan_ns }: Question,
    ) -> (Option<Box<Connection>>, CompletedRequest) {
        let is_measured = turn.role == RequestRole::Measured;
        let steps = self.texts.steps();
        let agent = (steps > 1).then_some(Agent { number, steps });
        let note = LevelRequestNote { level: 0, step: self.step, is_measured, agent, end: None };
        let begun = self.state.begin(self.lane, Recording::starting_at(plan_ns), note);
        let mut reply = Reply::default();
        let request =
            self.texts.request(&self.entry.contender.request, self.step, number, turn.step);
        let connection = match connection {
            Some(connection) => Ok(connection),
            None => self.entry.open(self.clock).await,
        };
        let (kept, stopped) = match connection {
            Ok(connection) => {
                let attempt = Attempt {
                    entry: &self.entry,
                    request: &request,
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
        if let Some(fault) = reply.fault.as_ref().filter(|fault| fault.is_throttled())
            && self.load.on_throttle == OnThrottle::Stop
        {
            let retry_after_ms = fault.retry_after_ms;
            self.close(&mut lock(&self.closed_loop), LevelEnd::Throttled { retry_after_ms });
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
        (kept, CompletedRequest { is_measured, agent, entry, request: begun, reply, status })
    }
}

/// How long a stream waits after a 429 before it sends again.
fn wait_after(retry_after_ms: Option<u32>) -> Duration {
    let asked = retry_after_ms.map(|ms| Duration::from_millis(u64::from(ms)));
    asked.unwrap_or(AFTER_REFUSAL).min(LONGEST_AFTER_REFUSAL)
}
