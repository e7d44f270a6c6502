//! Asks a judge about the answers of a race that has ended. Nothing is measured any more, so that nothing it does can disturb a
//! lane.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use measure::Recording;
use providers::{Clock, Connection, Reply, Request, Timeouts};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::engine::attempt::{Attempt, Entry};
use crate::engine::controls::Controls;
use crate::engine::docket::Docket;
use crate::engine::host_monitor::HostMonitor;
use crate::engine::input_names;
use crate::engine::judgement_so_far::JudgementSoFar;
use crate::plan::Plan;
use crate::plan::judge_prompt::judge_prompt;
use crate::plan::suggestions::suggest;
use crate::result::judgement::{JudgeVote, Judgement};
use crate::result::lane::Lane;
use crate::result::run::{Run, minute_of_week};
use crate::result::sample::Sample;
use crate::result::sample_context::SampleContext;
use crate::result::status::Status;
use crate::view::frame::RaceEvent;
use crate::view::live_state::lock;

/// Requests to the judge at the same time.
const AT_ONCE: usize = 2;
/// After so many failures in a row the judge is not asked again: the next would fail too, and may cost.
const MOST_FAILURES: u32 = 5;

/// A judge that is ready to be asked.
pub struct Judging {
    entry: Entry,
    timeouts: Timeouts,
    controls: Controls,
    /// Boxed elsewhere, so that a future of a race does not grow.
    so_far: Arc<JudgementSoFar>,
    asked_at: Option<String>,
}

impl Judging {
    /// Asks after a race whose `controls` stop the judge too.
    pub(crate) fn new(entry: Entry, timeouts: Timeouts, controls: Controls) -> Self {
        Self { entry, timeouts, controls, so_far: Arc::default(), asked_at: None }
    }

    /// Asks about a run that is kept and whose plan this is. `asked_at` is the current time, RFC 3339 in UTC.
    pub fn of_kept(entry: Entry, plan: &Plan, timeouts: Timeouts, asked_at: String) -> Self {
        let asking = Self::new(entry, plan.timeouts(timeouts), Controls::of_lanes(0));
        Self { asked_at: Some(asked_at), ..asking }
    }

    /// The handle that stops it. What was said is kept.
    pub fn controls(&self) -> Controls {
        self.controls.clone()
    }

    /// What it has said, for whoever keeps that while it is asked.
    pub fn so_far(&self) -> Arc<JudgementSoFar> {
        Arc::clone(&self.so_far)
    }

    /// Asks the judge about every two answers of each round, in both orders, but for what it said of them before. `events` hears how
    /// far it is. If it is stopped, what was said is kept.
    pub async fn run(self, run: &Run, events: Option<UnboundedSender<RaceEvent>>) -> Judgement {
        let Self { entry, timeouts, controls, so_far, asked_at } = self;
        let stop = controls.all();
        let sent = minute_of_week(asked_at.as_deref().unwrap_or(&run.started_at));
        let provider = &entry.contender.request.provider;
        let mut lanes =
            [Lane::begun(entry.contender.place, provider, &entry.contender.request.model)];
        let judgement = Judgement {
            provider: provider.id.clone(),
            label: provider.label.clone(),
            model: entry.contender.request.model.clone(),
            simulated: provider.simulated,
            asked_at,
            votes: Vec::new(),
            identical: 0,
            not_asked: 0,
            findings: None,
        };
        let mut entries = [Arc::new(entry)];
        input_names::learn(&mut entries, &mut lanes, &stop).await;
        let [entry] = entries;
        let judged = run.clone();
        let docket = tokio::task::spawn_blocking(move || {
            let docket = Docket::of(&judged);
            let before = docket.said_before(judged.judgement.as_ref());
            (docket, before)
        });
        let Ok((docket, before)) = docket.await else { return judgement };
        let judgement = Judgement { identical: docket.identical, ..judgement };
        let ended = AtomicU32::new(u32::try_from(before.len()).unwrap_or(u32::MAX));
        so_far.begin(judgement, docket.pairs.len(), before);
        let clock = Clock::start();
        let asking = Arc::new(Asking {
            sent,
            entry,
            docket,
            timeouts,
            stop,
            clock,
            watch: HostMonitor::start(clock),
            next: AtomicUsize::new(0),
            ended,
            failures: AtomicU32::new(0),
            so_far: Arc::clone(&so_far),
            events,
        });
        asking.tell();
        let mut workers = JoinSet::new();
        for _ in 0..AT_ONCE {
            let asking = Arc::clone(&asking);
            workers.spawn(async move { asking.work().await });
        }
        // A worker that panicked leaves its pair without a verdict.
        while workers.join_next().await.is_some() {}
        so_far.whole()
    }
}

/// The judge while it is asked.
struct Asking {
    entry: Arc<Entry>,
    docket: Docket,
    timeouts: Timeouts,
    stop: CancellationToken,
    clock: Clock,
    watch: HostMonitor,
    sent: Option<cost::MinuteOfWeek>,
    /// The number of the next request: two of each pair, one after the other.
    next: AtomicUsize,
    ended: AtomicU32,
    /// Failures since the last success.
    failures: AtomicU32,
    so_far: Arc<JudgementSoFar>,
    events: Option<UnboundedSender<RaceEvent>>,
}

impl Asking {
    async fn work(self: Arc<Self>) {
        let mut connection = None;
        loop {
            let is_over =
                self.stop.is_cancelled() || self.failures.load(Ordering::Relaxed) >= MOST_FAILURES;
            if is_over {
                return;
            }
            let at = self.next.fetch_add(1, Ordering::Relaxed);
            if at / 2 >= self.docket.pairs.len() {
                return;
            }
            if self.so_far.has(at) {
                continue;
            }
            let (vote, kept) = Arc::clone(&self).ask(at, connection).await;
            connection = kept;
            if vote.status.is_ok() {
                self.failures.store(0, Ordering::Relaxed);
            } else {
                self.failures.fetch_add(1, Ordering::Relaxed);
            }
            self.so_far.add(at, vote);
            self.ended.fetch_add(1, Ordering::Relaxed);
            self.tell();
        }
    }

    fn tell(&self) {
        if let Some(events) = &self.events {
            let of = u32::try_from(self.docket.pairs.len() * 2).unwrap_or(u32::MAX);
            // A missing listener is not an error.
            let _unheard =
                events.send(RaceEvent::Judging { ended: self.ended.load(Ordering::Relaxed), of });
        }
    }

    /// The request with this number, and its vote. Returns the connection if it can be reused.
    async fn ask(
        self: Arc<Self>,
        at: usize,
        connection: Option<Box<Connection>>,
    ) -> (JudgeVote, Option<Box<Connection>>) {
        let writing = Arc::clone(&self);
        let written = tokio::task::spawn_blocking(move || {
            let request = writing.request(at);
            let body = request.write();
            (request, body)
        });
        let (request, body) = match written.await {
            Ok(written) => written,
            Err(panicked) => std::panic::resume_unwind(panicked.into_panic()),
        };
        let mut reply = Reply::default();
        let recording = Mutex::new(Recording::default());
        lock(&recording).timeline.plan_ns = self.clock.now_ns();
        let (kept, stopped) = match self.connected(connection, &mut reply).await {
            Some(connection) => {
                let attempt = Attempt {
                    entry: &self.entry,
                    request: &request,
                    body: &body,
                    clock: self.clock,
                    stop: &self.stop,
                    timeouts: self.timeouts,
                    recording: &recording,
                    watch: &self.watch,
                };
                attempt.run(connection, &mut reply).await
            }
            None => (None, reply.fault.is_none()),
        };
        lock(&recording).timeline.close_ns.get_or_insert(self.clock.now_ns());
        let reading = Arc::clone(&self);
        let status = stopped.then_some(Status::Cancelled);
        let read = tokio::task::spawn_blocking(move || {
            reading.vote(at, &request, &lock(&recording), reply, status)
        });
        match read.await {
            Ok(vote) => (vote, kept),
            Err(panicked) => std::panic::resume_unwind(panicked.into_panic()),
        }
    }

    /// A connection that is open; `None` if it failed, with the fault, or was stopped.
    async fn connected(
        &self,
        connection: Option<Box<Connection>>,
        reply: &mut Reply,
    ) -> Option<Box<Connection>> {
        if connection.is_some() {
            // Whether it still is open is seen before the request is sent.
            return connection;
        }
        let opened = tokio::select! {
            biased;
            () = self.stop.cancelled() => return None,
            opened = self.entry.open(self.clock) => opened,
        };
        opened.map_err(|fault| reply.fault = Some(fault)).ok()
    }

    fn request(&self, at: usize) -> Request {
        let mut request = self.entry.contender.request.clone();
        if let Some((pair, is_swapped)) = self.docket.asked(at) {
            let [low, high] = &pair.answers;
            let answers = if is_swapped { [&**high, &**low] } else { [&**low, &**high] };
            let Docket { criteria, mark, .. } = &self.docket;
            request.prompt = judge_prompt(criteria.as_deref(), mark, &pair.question, answers);
        }
        request
    }

    fn vote(
        &self,
        at: usize,
        request: &Request,
        recording: &Recording,
        mut reply: Reply,
        status: Option<Status>,
    ) -> JudgeVote {
        let contender = &self.entry.contender;
        if let Some(fault) = &mut reply.fault {
            suggest(fault, &contender.nearest);
        }
        let prompt = request.input_text();
        let asked = SampleContext {
            provider: &request.provider,
            model: &request.model,
            prompt: &prompt,
            price: contender.price.as_ref(),
            sent: self.sent,
            sharing: u32::try_from(AT_ONCE).unwrap_or(u32::MAX),
            machine_ms: None,
            length: None,
            is_adjusted: false,
            is_first_schema_use: false,
            row: None,
        };
        let sample = Sample::of(recording, &reply, &asked, status);
        let Some((pair, is_swapped)) = self.docket.asked(at) else {
            return JudgeVote::of(&sample, 0, [0, 0]);
        };
        let [low, high] = pair.lanes;
        let lanes = if is_swapped { [high, low] } else { [low, high] };
        let vote = JudgeVote::of(&sample, pair.round, lanes);
        JudgeVote { cut: pair.is_cut, named: pair.is_named, ..vote }
    }
}
