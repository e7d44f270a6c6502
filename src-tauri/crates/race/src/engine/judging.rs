//! Asks a judge about the answers of a race that has ended. Nothing is measured any more, so that nothing it does can disturb a
//! lane.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use measure::Recording;
use providers::{Clock, Connection, Reply, Request, Timeouts};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::engine::attempt::{Attempt, Entry};
use crate::engine::host_monitor::HostMonitor;
use crate::engine::input_names;
use crate::plan::Plan;
use crate::plan::judge_prompt::{LONGEST_ANSWER, LONGEST_QUESTION, cut_to, judge_prompt, mark_of};
use crate::plan::suggestions::suggest;
use crate::result::judgement::{JudgeVote, Judgement};
use crate::result::lane::Lane;
use crate::result::run::Run;
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
    stop: CancellationToken,
}

/// Two answers of one round.
struct AnswerPair {
    round: u32,
    lanes: [u32; 2],
    question: Arc<str>,
    answers: [Arc<str>; 2],
    is_cut: bool,
    is_named: bool,
}

/// What is asked: each pair in both orders.
struct Docket {
    pairs: Vec<AnswerPair>,
    identical: u32,
    mark: String,
    criteria: Option<String>,
}

impl Judging {
    pub(crate) fn new(entry: Entry, timeouts: Timeouts, stop: CancellationToken) -> Self {
        Self { entry, timeouts, stop }
    }

    /// Asks the judge about every two answers of each round, in both orders. `events` hears how far it is. If it is stopped, what was
    /// said is kept.
    pub async fn run(self, run: &Run, events: Option<UnboundedSender<RaceEvent>>) -> Judgement {
        let Self { entry, timeouts, stop } = self;
        let provider = &entry.contender.request.provider;
        let mut lanes =
            [Lane::begun(entry.contender.place, provider, &entry.contender.request.model)];
        let mut judgement = Judgement {
            provider: provider.id.clone(),
            label: provider.label.clone(),
            model: entry.contender.request.model.clone(),
            simulated: provider.simulated,
            votes: Vec::new(),
            identical: 0,
            not_asked: 0,
            findings: None,
        };
        let mut entries = [Arc::new(entry)];
        input_names::learn(&mut entries, &mut lanes, &stop).await;
        let [entry] = entries;
        let judged = run.clone();
        let docket = tokio::task::spawn_blocking(move || Docket::of(&judged)).await;
        let Ok(docket) = docket else { return judgement };
        let clock = Clock::start();
        let asking = Arc::new(Asking {
            sent: run.minute_of_week(),
            entry,
            docket,
            timeouts,
            stop,
            clock,
            watch: HostMonitor::start(clock),
            next: AtomicUsize::new(0),
            ended: AtomicU32::new(0),
            failures: AtomicU32::new(0),
            votes: Mutex::new(BTreeMap::new()),
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
        let votes: BTreeMap<usize, JudgeVote> = std::mem::take(&mut *lock(&asking.votes));
        let begun: BTreeSet<usize> = votes.keys().map(|at| at / 2).collect();
        let left = asking.docket.pairs.len().saturating_sub(begun.len());
        judgement.votes = votes.into_values().collect();
        judgement.identical = asking.docket.identical;
        judgement.not_asked = u32::try_from(left).unwrap_or(u32::MAX);
        judgement
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
    /// By the numbers of their requests.
    votes: Mutex<BTreeMap<usize, JudgeVote>>,
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
            let (vote, kept) = Arc::clone(&self).ask(at, connection).await;
            connection = kept;
            if vote.status.is_ok() {
                self.failures.store(0, Ordering::Relaxed);
            } else {
                self.failures.fetch_add(1, Ordering::Relaxed);
            }
            lock(&self.votes).insert(at, vote);
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

impl Docket {
    /// Every two answers of each measured round that both have one.
    fn of(run: &Run) -> Self {
        let criteria = run.plan.judge.as_ref().and_then(|judge| judge.criteria.clone());
        let mut docket = Self { pairs: Vec::new(), identical: 0, mark: mark_of(&run.id), criteria };
        let names = names(run);
        let rounds = run.lanes.iter().map(|lane| lane.samples.len()).max().unwrap_or_default();
        for round in 0..u32::try_from(rounds).unwrap_or(u32::MAX) {
            let question = question(&run.plan, round);
            let is_question_cut = question.len() != cut_to(&question, LONGEST_QUESTION).len();
            let question: Arc<str> = cut_to(&question, LONGEST_QUESTION).into();
            let answers: Vec<(u32, Answer)> = (0_u32..)
                .zip(&run.lanes)
                .filter_map(|(at, lane)| Some((at, Answer::of(lane, round, &names)?)))
                .collect();
            for (place, (low, one)) in answers.iter().enumerate() {
                for (high, other) in answers.iter().skip(place + 1) {
                    if one.text == other.text {
                        docket.identical += 1;
                        continue;
                    }
                    docket.pairs.push(AnswerPair {
                        round,
                        lanes: [*low, *high],
                        question: Arc::clone(&question),
                        answers: [Arc::clone(&one.text), Arc::clone(&other.text)],
                        is_cut: is_question_cut || one.is_cut || other.is_cut,
                        is_named: one.is_named || other.is_named,
                    });
                }
            }
        }
        docket
    }

    /// The pair that a request is about, and whether the answer of the later lane stands first.
    fn asked(&self, at: usize) -> Option<(&AnswerPair, bool)> {
        Some((self.pairs.get(at / 2)?, at % 2 == 1))
    }
}

/// An answer as a judge is shown it.
struct Answer {
    text: Arc<str>,
    is_cut: bool,
    is_named: bool,
}

impl Answer {
    fn of(lane: &Lane, round: u32, names: &[String]) -> Option<Self> {
        let sample = lane.samples.get(round as usize).filter(|sample| sample.status.is_ok())?;
        let (text, tools) = (sample.text.as_str().trim(), sample.tools.as_str().trim());
        let whole = match (text, tools) {
            ("", "") => return None,
            (text, "") => text.to_owned(),
            ("", tools) => format!("[calls of tools]\n{tools}"),
            (text, tools) => format!("{text}\n[calls of tools]\n{tools}"),
        };
        let shown = cut_to(&whole, LONGEST_ANSWER);
        let lower = shown.to_lowercase();
        Some(Self {
            is_cut: shown.len() != whole.len(),
            is_named: names.iter().any(|name| has_word(&lower, name)),
            text: shown.into(),
        })
    }
}

/// Whether a text has these words, and not as a part of longer ones.
fn has_word(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, found)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + found.len()..).and_then(|after| after.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// The names by which a judge could know whose an answer is, in lower case.
fn names(run: &Run) -> Vec<String> {
    let of_lane = |lane: &Lane| [lane.label.to_lowercase(), lane.model.to_lowercase()];
    let names = run.lanes.iter().flat_map(of_lane);
    names.filter(|name| name.chars().count() > 3).collect()
}

/// What a measured round asked, as text. Where lanes have system prompts of their own, without any.
fn question(plan: &Plan, round: u32) -> String {
    let mut shared = plan.shared_input();
    if plan.lanes.iter().any(|lane| lane.request.is_some()) {
        shared.system = None;
    }
    let rows = plan.rows();
    let row = plan.row_of_round(plan.warmup.saturating_add(round));
    match row.and_then(|row| rows.get(row as usize)) {
        Some(row) => row.over(shared).text(),
        None => shared.text(),
    }
}
