//! A sweep: the same contender at rising load, level by level. In a closed loop each stream asks again when it has been
//! answered; in an open loop requests leave when they are due.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use measure::{DEF_VERSION, Recording};
use providers::{Clock, Link, Patience, Reply};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::arrivals::due_ns;
use crate::attempt::{Attempt, Entry};
use crate::board::lock;
use crate::desk::{Desk, Ticket};
use crate::knee::past_the_knee;
use crate::level::{Asked, Level, LevelEnd, Times};
use crate::load::{Load, Step};
use crate::purse::Purse;
use crate::race::{lane_of, start_apart};
use crate::texts::Texts;
use crate::{Certificate, Plan, Run, RunState, SCHEMA, Sample, Status};

/// Connections are made so many at a time before a level begins, so that a server's backlog is not what is measured.
const CONNECTING: usize = 64;
/// An open loop begins this long after its streams stand ready.
const BEFORE_FIRST: Duration = Duration::from_millis(20);

/// A sweep that can start.
pub struct Sweep {
    run: Run,
    entries: Vec<Arc<Entry>>,
    load: Load,
    clock: Clock,
    stop: CancellationToken,
    patience: Patience,
    is_new: bool,
    certificate: Option<Certificate>,
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
        /// Most dollars that the sweep can have cost so far; absent where no price is known.
        spent_usd: Option<f64>,
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
    /// A sweep of `entries` under `plan`, whose load is `load`. `id` is unique; `started_at` is the time now, RFC 3339 in
    /// UTC.
    pub fn new(
        id: String,
        started_at: String,
        plan: Plan,
        load: Load,
        entries: Vec<Entry>,
        patience: Patience,
    ) -> Self {
        let lanes: Vec<_> = entries.iter().map(lane_of).collect();
        let run = Run {
            schema: SCHEMA.to_owned(),
            id,
            kind: "sweep".to_owned(),
            started_at,
            state: RunState::Running,
            simulated: lanes.iter().any(|lane| lane.simulated),
            def_version: DEF_VERSION,
            ttft_error_ms: None,
            plan,
            lanes,
        };
        Self { is_new: true, ..Self::again(run, load, entries, patience) }
    }

    /// A sweep that goes on where it was stopped: after the levels that `run` already has.
    pub fn again(run: Run, load: Load, entries: Vec<Entry>, patience: Patience) -> Self {
        Self {
            run: Run { state: RunState::Running, ..run },
            entries: entries.into_iter().map(Arc::new).collect(),
            load,
            clock: Clock::start(),
            stop: CancellationToken::new(),
            patience,
            is_new: false,
            certificate: None,
        }
    }

    /// The same, whose levels say how far their times may be off by this machine's own doing.
    #[must_use]
    pub fn calibrated(self, certificate: Certificate) -> Self {
        Self { certificate: Some(certificate), ..self }
    }

    /// Whether it begins, and does not go on.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// The run as it stands before its first byte.
    pub fn header(&self) -> &Run {
        &self.run
    }

    /// What stops it: nothing more is sent, and what was measured is kept.
    pub fn stop(&self) -> CancellationToken {
        self.stop.clone()
    }

    /// Runs it to its end: every level of every contender, contenders taking turns at each level. Each level is told to
    /// `events` with its raw logs as soon as it is over, and stays in the run without them.
    pub async fn run(mut self, events: &UnboundedSender<SweepEvent>) -> Run {
        let _warm = tokio::task::spawn_blocking(cost::tokens::warm).await;
        let purse = Arc::new(Purse::new(&self.load, &self.run.lanes));
        let texts = Arc::new(Texts::of(&self.load));
        let steps = self.load.steps();
        let mut is_over = vec![false; self.entries.len()];
        for (index, step) in steps.iter().enumerate() {
            // A B, B A: whatever the hour brings it brings to each as often.
            let turns: Vec<usize> = (0..self.entries.len()).collect();
            let turns = if index % 2 == 0 { turns } else { turns.into_iter().rev().collect() };
            for lane in turns {
                let done = self.run.lanes.get(lane).map_or(0, |lane| lane.levels.len());
                let is_closed = is_over.get(lane).copied().unwrap_or(true);
                if index < done || is_closed || self.stop.is_cancelled() {
                    continue;
                }
                let _unheard = events.send(SweepEvent::LevelBegan { lane, step: *step });
                let (level, recordings) = self.level(lane, *step, &purse, &texts, events).await;
                let Some((result, over)) = self.run.lanes.get_mut(lane).zip(is_over.get_mut(lane))
                else {
                    continue;
                };
                let is_past =
                    self.load.ladder.is_some() && past_the_knee(&self.load, &result.levels, &level);
                *over = is_past || level.ended != LevelEnd::Done;
                result.levels.push(level.clone());
                let level = Box::new(level);
                let _unheard = events.send(SweepEvent::LevelEnded { lane, level, recordings });
            }
        }
        self.run.state =
            if self.stop.is_cancelled() { RunState::Stopped } else { RunState::Finished };
        self.run
    }

    async fn level(
        &self,
        lane: usize,
        step: Step,
        purse: &Arc<Purse>,
        texts: &Arc<Texts>,
        events: &UnboundedSender<SweepEvent>,
    ) -> (Level, Vec<Recording>) {
        let Some(entry) = self.entries.get(lane).cloned() else { return Default::default() };
        let streams = match step {
            Step::Streams(streams) => streams,
            Step::Rate(_) => 0,
        };
        purse.open_for(&entry);
        let shared = Arc::new(Shared {
            lane,
            entry,
            load: self.load.clone(),
            clock: self.clock,
            patience: self.patience,
            cut: self.stop.child_token(),
            texts: Arc::clone(texts),
            desk: Mutex::new(Desk::new(streams, self.load.samples)),
            end: Mutex::new(None),
            purse: Arc::clone(purse),
            events: events.clone(),
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
                let mut desk = lock(&shared.desk);
                desk.close(over_ns);
                desk.window()
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
        let times = Times { began_ns, over_ns, window };
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
    two_seconds.clamp(1, crate::load::MOST_STREAMS as usize)
}

/// Counts tokens and dollars, away from the tasks that ask.
fn samples(done: Vec<Done>, header: &Run, lane: usize, streams: u32) -> Vec<Asked> {
    let Some(lane) = header.lanes.get(lane) else { return Vec::new() };
    done.into_iter()
        .map(|Done { is_measured, entry, recording, reply, status }| {
            let request = &entry.contender.request;
            let prompt = crate::check::whole_prompt(request.system.as_deref(), &request.prompt);
            let mut asked = header.asked(lane, &request.provider, &prompt);
            asked.sharing = streams.max(1);
            let sample = Sample::of(&recording, &reply, &asked, status);
            Asked { is_measured, sample, recording }
        })
        .collect()
}

/// One request that is over.
struct Done {
    is_measured: bool,
    entry: Arc<Entry>,
    recording: Recording,
    reply: Reply,
    status: Option<Status>,
}

impl Done {
    fn sent_ns(&self) -> u64 {
        self.recording.timeline.send_ns.unwrap_or(self.recording.timeline.plan_ns)
    }
}

/// What the streams of one level share.
struct Shared {
    lane: usize,
    entry: Arc<Entry>,
    load: Load,
    clock: Clock,
    patience: Patience,
    /// Stops what is under way: at the end of the level, and when the person stops the sweep.
    cut: CancellationToken,
    texts: Arc<Texts>,
    desk: Mutex<Desk>,
    /// Why it ended early.
    end: Mutex<Option<LevelEnd>>,
    purse: Arc<Purse>,
    events: UnboundedSender<SweepEvent>,
}

impl Shared {
    /// Connects so many streams before the level begins. Those that fail are tried again by their first request, which
    /// then says why.
    async fn connect(self: &Arc<Self>, streams: usize) -> Vec<Option<Link>> {
        if self.load.cold {
            return (0..streams).map(|_| None).collect();
        }
        let mut links = Vec::with_capacity(streams);
        while links.len() < streams && !self.cut.is_cancelled() {
            let mut batch = JoinSet::new();
            for _ in 0..CONNECTING.min(streams - links.len()) {
                let shared = Arc::clone(self);
                batch.spawn(async move {
                    let mut link = shared.entry.open(shared.clock).await.ok()?;
                    link.made_ahead(true);
                    Some(link)
                });
            }
            links.extend(batch.join_all().await);
        }
        links
    }

    /// Keeps every stream asking until the level is over.
    async fn closed_loop(self: &Arc<Self>, links: Vec<Option<Link>>) -> Vec<Done> {
        let (mut starts, mut streams) = (Vec::new(), JoinSet::new());
        for (stream, link) in (0_u32..).zip(links) {
            let (start, started) = oneshot::channel::<()>();
            starts.push(start);
            let shared = Arc::clone(self);
            streams.spawn(async move {
                let _starter_gone = started.await;
                shared.stream(stream, link).await
            });
        }
        let _panicked = tokio::task::spawn_blocking(move || start_apart(starts)).await;
        streams.join_all().await.into_iter().flatten().collect()
    }

    /// One stream of a closed loop.
    async fn stream(self: Arc<Self>, stream: u32, mut link: Option<Link>) -> Vec<Done> {
        let mut all = Vec::new();
        loop {
            let plan_ns = self.clock.now_ns();
            let Some(ticket) = self.next() else { return all };
            let is_measured = ticket == Ticket::Measured;
            let (kept, done) = self.ask(link.take(), plan_ns, is_measured).await;
            link = if self.load.cold { None } else { kept };
            let at_ns = done.recording.timeline.close_ns.unwrap_or_else(|| self.clock.now_ns());
            let is_over = {
                let mut desk = lock(&self.desk);
                desk.ended(stream, ticket, at_ns);
                desk.is_over()
            };
            all.push(done);
            if is_over && lock(&self.end).is_none() {
                self.cut.cancel();
            }
        }
    }

    /// What a free stream asks for, where the budget allows one more.
    fn next(&self) -> Option<Ticket> {
        if self.cut.is_cancelled() {
            return None;
        }
        let mut desk = lock(&self.desk);
        if desk.is_over() {
            return None;
        }
        if !self.purse.take() {
            self.close(&mut desk, LevelEnd::Budget);
            return None;
        }
        let ticket = desk.next();
        if ticket.is_none() {
            self.purse.put_back();
        }
        ticket
    }

    /// Ends the level early; requests under way are answered.
    fn close(&self, desk: &mut Desk, why: LevelEnd) {
        desk.close(self.clock.now_ns());
        lock(&self.end).get_or_insert(why);
    }

    /// Sends every request when it is due.
    async fn open_loop(self: &Arc<Self>, rate: f64, links: Vec<Option<Link>>) -> Vec<Done> {
        let idle = Arc::new(Mutex::new(links));
        let first_ns = self.clock.now_ns() + u64::try_from(BEFORE_FIRST.as_nanos()).unwrap_or(0);
        let due = due_ns(rate, self.load.arrivals, self.load.samples, self.load.seed);
        let (mut starts, mut requests) = (Vec::new(), JoinSet::new());
        for after_ns in due {
            let plan_ns = first_ns + after_ns;
            let (start, started) = oneshot::channel::<()>();
            starts.push((plan_ns, start));
            let (shared, idle) = (Arc::clone(self), Arc::clone(&idle));
            requests.spawn(async move {
                // The level ended before it was due.
                started.await.ok()?;
                let link = lock(&idle).pop().flatten();
                let (kept, done) = shared.ask(link, plan_ns, true).await;
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
                if !shared.purse.take() {
                    lock(&shared.end).get_or_insert(LevelEnd::Budget);
                    return;
                }
                let _request_gone = start.send(());
            }
        })
        .await;
        requests.join_all().await.into_iter().flatten().collect()
    }

    /// Asks once, and tells what came of it.
    async fn ask(
        &self,
        link: Option<Link>,
        plan_ns: u64,
        is_measured: bool,
    ) -> (Option<Link>, Done) {
        let recording = Mutex::new(Recording::starting_at(plan_ns));
        let mut reply = Reply::default();
        let request = self.texts.request(&self.entry.contender.request, self.purse.number());
        let link = match link {
            Some(link) => Ok(link),
            None => self.entry.open(self.clock).await,
        };
        let (kept, stopped) = match link {
            Ok(link) => {
                let attempt = Attempt {
                    entry: &self.entry,
                    request: &request,
                    clock: self.clock,
                    stop: &self.cut,
                    patience: self.patience,
                    recording: &recording,
                };
                attempt.run(link, &mut reply).await
            }
            Err(fault) => {
                reply.fault = Some(fault);
                (None, false)
            }
        };
        let mut recording =
            recording.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        recording.timeline.close_ns.get_or_insert(self.clock.now_ns());
        let status = stopped.then_some(Status::Cancelled);
        if let Some(fault) = reply.fault.as_ref().filter(|fault| fault.http_status == Some(429)) {
            let retry_after_ms = fault.retry_after_ms;
            self.close(&mut lock(&self.desk), LevelEnd::Throttled { retry_after_ms });
        }
        self.purse.settle(&self.entry, &recording);
        let _unheard = self.events.send(SweepEvent::RequestEnded {
            lane: self.lane,
            is_measured,
            is_ok: reply.fault.is_none() && !stopped,
            spent_usd: self.purse.spent_usd(),
        });
        let entry = Arc::clone(&self.entry);
        (kept, Done { is_measured, entry, recording, reply, status })
    }
}
