//! Executes one level: its connections, its streams, and when each sends.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use measure::{Recording, ms};
use providers::{Clock, Connection, Reply, Timeouts};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::engine::attempt::{Attempt, Entry};
use crate::engine::budget::Budget;
use crate::engine::closed_loop::{ClosedLoop, RequestRole};
use crate::engine::host_monitor::HostMonitor;
use crate::engine::live_state::lock;
use crate::engine::open_loop::due_ns;
use crate::engine::race::start_apart;
use crate::engine::sweep::SweepEvent;
use crate::plan::load::Load;
use crate::plan::prompt_cycle::PromptCycle;
use crate::result::level::LevelEnd;
use crate::result::run::Status;

/// Number of connections made at a time before a level begins, so that the server's accept backlog does not overflow.
const CONNECTING: usize = 64;
/// Delay between the streams being ready and the start of an open loop.
const BEFORE_FIRST: Duration = Duration::from_millis(20);

/// One completed request.
pub(crate) struct CompletedRequest {
    pub(crate) is_measured: bool,
    pub(crate) entry: Arc<Entry>,
    pub(crate) recording: Recording,
    pub(crate) reply: Reply,
    pub(crate) status: Option<Status>,
}

impl CompletedRequest {
    /// When it was sent or, if it never was, when it was due.
    pub(crate) fn sent_ns(&self) -> u64 {
        self.recording.timeline.send_ns.unwrap_or(self.recording.timeline.plan_ns)
    }
}

/// What the streams of one level share.
pub(crate) struct LevelContext {
    pub(crate) lane: usize,
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
        loop {
            let plan_ns = self.clock.now_ns();
            let Some(role) = self.next() else { return all };
            let is_measured = role == RequestRole::Measured;
            let (kept, done) = self.ask(connection.take(), plan_ns, is_measured).await;
            connection = if self.load.cold { None } else { kept };
            let at_ns = done.recording.timeline.close_ns.unwrap_or_else(|| self.clock.now_ns());
            let is_over = {
                let mut closed_loop = lock(&self.closed_loop);
                closed_loop.ended(stream, role, at_ns);
                closed_loop.is_over()
            };
            all.push(done);
            if is_over && lock(&self.end).is_none() {
                self.cut.cancel();
            }
        }
    }

    /// The role of a free stream's next request, if the budget allows one more.
    fn next(&self) -> Option<RequestRole> {
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
        let role = closed_loop.next();
        if role.is_none() {
            self.budget.put_back();
        }
        role
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
        let first_ns = self.clock.now_ns() + u64::try_from(BEFORE_FIRST.as_nanos()).unwrap_or(0);
        let due = due_ns(rate, self.load.arrivals, self.load.samples, self.load.seed);
        let (mut starts, mut requests) = (Vec::new(), JoinSet::new());
        for after_ns in due {
            let plan_ns = first_ns + after_ns;
            let (start, started) = oneshot::channel::<()>();
            starts.push((plan_ns, start));
            let (shared, idle) = (Arc::clone(self), Arc::clone(&idle));
            requests.spawn(async move {
                // The level ended before the request was due.
                started.await.ok()?;
                let connection = lock(&idle).pop().flatten();
                let (kept, done) = shared.ask(connection, plan_ns, true).await;
                if !shared.load.cold {
                    lock(&idle).push(kept);
                }
                Some(done)
            });
        }
        let shared = Arc::clone(self);
        let _panicked = tokio::task::spawn_blocking(move || {
            for (plan_ns, start) in starts {
                let wait = Duration::from_nanos(plan_ns.saturating_sub(shared.clock.now_ns()));
                std::thread::sleep(wait);
                if shared.cut.is_cancelled() || lock(&shared.end).is_some() {
                    return;
                }
                if shared.pause.is_cancelled() {
                    lock(&shared.end).get_or_insert(LevelEnd::Stopped);
                    return;
                }
                if !shared.budget.take() {
                    lock(&shared.end).get_or_insert(LevelEnd::Budget);
                    return;
                }
                let _request_gone = start.send(());
            }
        })
        .await;
        requests.join_all().await.into_iter().flatten().collect()
    }

    /// Sends one request and reports the result.
    async fn ask(
        &self,
        connection: Option<Box<Connection>>,
        plan_ns: u64,
        is_measured: bool,
    ) -> (Option<Box<Connection>>, CompletedRequest) {
        let recording = Mutex::new(Recording::starting_at(plan_ns));
        let mut reply = Reply::default();
        let request = self.texts.request(&self.entry.contender.request, self.budget.number());
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
                    recording: &recording,
                    watch: &self.watch,
                };
                attempt.run(connection, &mut reply).await
            }
            Err(fault) => {
                reply.fault = Some(fault);
                (None, false)
            }
        };
        let mut recording = recording.into_inner().unwrap_or_else(PoisonError::into_inner);
        recording.timeline.close_ns.get_or_insert(self.clock.now_ns());
        let status = stopped.then_some(Status::Cancelled);
        if let Some(fault) = reply.fault.as_ref().filter(|fault| fault.http_status == Some(429)) {
            let retry_after_ms = fault.retry_after_ms;
            self.close(&mut lock(&self.closed_loop), LevelEnd::Throttled { retry_after_ms });
        }
        self.budget.settle(&self.entry, &recording, &reply);
        let sent_ns = recording.timeline.send_ns;
        let since_sent =
            |at: Option<u64>| at.zip(sent_ns).map(|(at, sent)| ms(at.saturating_sub(sent)));
        let _unheard = self.events.send(SweepEvent::RequestEnded {
            lane: self.lane,
            is_measured,
            is_ok: reply.fault.is_none() && !stopped,
            is_cut: stopped,
            is_throttled: reply.fault.as_ref().is_some_and(|fault| fault.http_status == Some(429)),
            ttft_ms: since_sent(recording.timeline.first_any_ns()),
            took_ms: since_sent(recording.timeline.close_ns),
            spent_usd: self.budget.spent_usd(),
            spent_tokens: self.budget.spent_tokens(),
        });
        let entry = Arc::clone(&self.entry);
        (kept, CompletedRequest { is_measured, entry, recording, reply, status })
    }
}
