//! The later steps of a lane that is a chain: each is asked once the one before it has ended, on a connection of its own, if its rule
//! says so. What decides is worked out away from the threads that read.

use std::sync::Arc;
use std::time::Duration;

use checks::{Answer, Call, CheckResult};
use measure::Recording;
use providers::{
    Clock, Connection, Ending, Fault, FaultClass, LARGEST_STEP, Reply, Request, SafeText, Timeouts,
    WrittenBody,
};
use tokio::sync::Mutex;
use tokio::task::{JoinSet, spawn_blocking};
use tokio_util::sync::CancellationToken;

use crate::engine::attempt::{Attempt, Entry};
use crate::engine::host_monitor::HostMonitor;
use crate::plan::Plan;
use crate::plan::answer_checks::AnswerChecks;
use crate::plan::chain::{StepInput, answer_of};
use crate::plan::step_checks::StepChecks;
use crate::plan::unique_prompts::UniqueNumbers;
use crate::result::evaluation::status_of;
use crate::result::lane::Lane;
use crate::result::run::Run;
use crate::result::status::Status;
use crate::view::live_state::{LaneState, lock};

/// The later steps of one lane, over all rounds.
pub(crate) struct LaterSteps {
    steps: Vec<Arc<LaterStep>>,
    /// What decides whether each is asked.
    checks: Arc<StepChecks>,
}

struct LaterStep {
    entry: Entry,
    input: StepInput,
    /// Kept open between rounds.
    connection: Mutex<Option<Box<Connection>>>,
}

/// What the steps of one request of a lane share.
pub(crate) struct Asking<'a> {
    pub(crate) header: &'a Arc<Run>,
    /// Index of the lane in the plan.
    pub(crate) place: u32,
    pub(crate) round: u32,
    pub(crate) row: Option<u32>,
    pub(crate) clock: Clock,
    pub(crate) stop: &'a CancellationToken,
    pub(crate) timeouts: Timeouts,
    pub(crate) watch: &'a HostMonitor,
    pub(crate) state: &'a LaneState,
}

/// A step that has ended.
pub(crate) struct EndedStep {
    pub(crate) step: u32,
    pub(crate) reply: Reply,
    /// Its request; absent for the first step, whose request the lane has.
    pub(crate) request: Option<Arc<Request>>,
    /// What the checks found that decided over the next step.
    pub(crate) checks: Vec<CheckResult>,
}

/// The next step, ready to be sent.
struct NextRequest {
    step: u32,
    request: Arc<Request>,
    /// Absent if its texts are too long to be sent; then the request names the answers in their places.
    body: Option<WrittenBody>,
}

impl LaterSteps {
    /// Those of the lane at an index of the plan, from 0, asked by these entries; `None` for a lane that is no chain. The plan was
    /// checked.
    fn of(plan: &Plan, place: u32, entries: Vec<Entry>, checks: StepChecks) -> Option<Self> {
        let then = &plan.lanes.get(place as usize)?.later;
        let steps = then.iter().zip(entries).map(|(next, entry)| {
            let input = StepInput::of(next).ok()?;
            Some(Arc::new(LaterStep { entry, input, connection: Mutex::default() }))
        });
        let steps = steps.collect::<Option<Vec<_>>>().filter(|steps| !steps.is_empty())?;
        Some(Self { steps, checks: Arc::new(checks) })
    }

    /// Those of each lane of a run, asked by these entries, with their checks compiled before the first request. `answers` are the checks of
    /// the lanes' answers.
    pub(crate) async fn of_lanes(
        header: Arc<Run>,
        later: Vec<Vec<Entry>>,
        answers: Vec<Option<Arc<AnswerChecks>>>,
    ) -> Vec<Option<Arc<Self>>> {
        if later.iter().all(Vec::is_empty) {
            return Vec::new();
        }
        let made = spawn_blocking(move || {
            let places = header.lanes.iter().map(|lane| lane.place);
            let gates = StepChecks::of_lanes(&header.plan, places.zip(answers));
            let lanes = header.lanes.iter().zip(later).zip(gates);
            let of_lane = |((lane, entries), gates): ((&Lane, _), _)| {
                Self::of(&header.plan, lane.place, entries, gates).map(Arc::new)
            };
            lanes.map(of_lane).collect()
        });
        match made.await {
            Ok(later) => later,
            Err(panicked) => std::panic::resume_unwind(panicked.into_panic()),
        }
    }

    /// Models with the most similar names to that of a later step.
    pub(crate) fn nearest(&self, step: u32) -> Option<&[SafeText]> {
        let later = self.steps.get((step as usize).checked_sub(1)?)?;
        Some(&later.entry.contender.nearest)
    }

    /// Gets a connection ready for each, all at once. One that cannot be made is tried again when its step is asked.
    pub(crate) async fn connect(&self, clock: Clock, stop: &CancellationToken) {
        let mut connecting = JoinSet::new();
        for step in &self.steps {
            let (step, stop) = (Arc::clone(step), stop.clone());
            connecting.spawn(async move {
                tokio::select! {
                    biased;
                    () = stop.cancelled() => {}
                    () = step.connect(clock) => {}
                }
            });
        }
        while connecting.join_next().await.is_some() {}
    }

    /// Asks the steps after the first, one after the other, until none is asked. `reply` and `stopped` are those of the first step,
    /// and then those of the last. Returns what there is of each step, the last one's reply left out.
    pub(crate) async fn go_on(
        &self,
        asking: &Asking<'_>,
        reply: &mut Reply,
        stopped: &mut bool,
    ) -> Vec<EndedStep> {
        let mut ended: Vec<EndedStep> = Vec::new();
        let mut now =
            EndedStep { step: 0, reply: Reply::default(), request: None, checks: Vec::new() };
        loop {
            let recording = {
                let mut recording = lock(&asking.state.recording);
                recording.timeline.close_ns.get_or_insert(asking.clock.now_ns());
                recording.clone()
            };
            if *stopped {
                break;
            }
            let (found, checks) = self.next(asking, now.step, recording, reply).await;
            now.checks = checks;
            let Some(NextRequest { step, request, body }) = found else { break };
            now.reply = std::mem::take(reply);
            ended.push(now);
            lock(&asking.state.recording).begin_step(step);
            now = EndedStep {
                step,
                reply: Reply::default(),
                request: Some(Arc::clone(&request)),
                checks: Vec::new(),
            };
            let Some(later) = (step as usize).checked_sub(1).and_then(|at| self.steps.get(at))
            else {
                break;
            };
            match &body {
                // Boxed, because the future of every lane would grow by it.
                Some(body) => {
                    *stopped = Box::pin(later.ask(asking, (&request, body), reply)).await;
                }
                None => reply.fault = Some(too_long()),
            }
        }
        lock(&asking.state.recording).close_chain();
        ended.push(now);
        ended
    }

    /// Which step is asked next and with what, by the answer of the step `asked`; and what checks found in that.
    async fn next(
        &self,
        asking: &Asking<'_>,
        asked: u32,
        recording: Recording,
        reply: &mut Reply,
    ) -> (Option<NextRequest>, Vec<CheckResult>) {
        let header = Arc::clone(asking.header);
        let (place, round, row) = (asking.place, asking.round, asking.row);
        let (steps, gates) = (self.steps.clone(), Arc::clone(&self.checks));
        let given = std::mem::take(reply);
        let working = spawn_blocking(move || {
            let status = status_of(&recording, &given);
            let answer = status.is_ok().then(|| answer_of(&recording));
            let found =
                gates.decide(asked, answer, |gate| checked(gate, row, status, &recording, &given));
            let next = found.0.and_then(|step| {
                let later = steps.get((step as usize).checked_sub(1)?)?;
                Some(later.request(&header, (place, round, row), step, &recording))
            });
            (next, found.1, given)
        });
        match working.await {
            Ok((next, checks, given)) => {
                *reply = given;
                (next, checks)
            }
            Err(panicked) => std::panic::resume_unwind(panicked.into_panic()),
        }
    }
}

fn checked(
    gate: &AnswerChecks,
    row: Option<u32>,
    status: Status,
    recording: &Recording,
    reply: &Reply,
) -> Vec<CheckResult> {
    let calls = recording.tool_calls();
    let calls: Option<Vec<Call<'_>>> = calls.map(|calls| {
        calls.iter().map(|call| Call { name: call.name, arguments: call.arguments }).collect()
    });
    let ending = reply.finish_reason.as_deref().map_or(Ending::Unknown, Ending::of);
    gate.results(
        row,
        &Answer {
            text: &recording.transcript.answer,
            calls: calls.as_deref(),
            is_refused: status == Status::Refused,
            is_cut: matches!(ending, Ending::Limit | Ending::ContextFull),
        },
    )
}

impl LaterStep {
    async fn connect(&self, clock: Clock) {
        let mut slot = self.connection.lock().await;
        if let Some(kept) = slot.as_mut()
            && kept.is_ready().await
        {
            return;
        }
        let opened = self.entry.open(clock).await.ok();
        *slot = opened.map(|mut connection| {
            connection.made_ahead(true);
            connection
        });
    }

    /// What it is asked in a round: what the lane was, its number left out, and what was said before.
    fn request(
        &self,
        header: &Run,
        (place, round, row): (u32, u32, Option<u32>),
        step: u32,
        recording: &Recording,
    ) -> NextRequest {
        let own = &self.entry.contender.request;
        let row = header.plan.row_at(row);
        let asked = row.map_or_else(|| own.clone(), |row| row.asked_by(own));
        let earlier = recording.earlier().iter().map(|step| (step.step, &step.recording));
        let said: Vec<(u32, &Recording)> = earlier.chain([(recording.step(), recording)]).collect();
        let Some(filled) = self.input.fill(&asked, &said, step) else {
            let request = Arc::new(self.input.unanswered(&asked, step));
            return NextRequest { step, request, body: None };
        };
        let request = match UniqueNumbers::of(&header.plan, &header.id) {
            Some(numbers) => numbers.in_step(&filled, round, place, step),
            None => filled,
        };
        let body = Some(request.write());
        NextRequest { step, request: Arc::new(request), body }
    }

    /// Asks it on its connection. Returns whether it was stopped.
    async fn ask(
        &self,
        asking: &Asking<'_>,
        (request, body): (&Request, &WrittenBody),
        reply: &mut Reply,
    ) -> bool {
        let Asking { clock, stop, watch, .. } = *asking;
        let total = asking.timeouts.total;
        let left = total.saturating_sub(asking.since_first());
        if left.is_zero() {
            reply.fault = Some(past_deadline(total));
            return false;
        }
        let kept = self.connection.lock().await.take();
        let opened = if let Some(connection) = kept {
            Ok(connection)
        } else {
            tokio::select! {
                biased;
                () = stop.cancelled() => return true,
                () = tokio::time::sleep(left) => Err(past_deadline(total)),
                opened = self.entry.open(clock) => opened,
            }
        };
        let connection = match opened {
            Ok(connection) => connection,
            Err(fault) => {
                reply.fault = Some(fault);
                return false;
            }
        };
        let attempt = Attempt {
            entry: &self.entry,
            request,
            body,
            clock,
            stop,
            timeouts: Timeouts {
                total: total.saturating_sub(asking.since_first()),
                ..asking.timeouts
            },
            recording: &asking.state.recording,
            watch,
        };
        let (connection, stopped) = attempt.run(connection, reply).await;
        *self.connection.lock().await = connection;
        if let Some(fault) =
            reply.fault.as_mut().filter(|fault| fault.class == FaultClass::Deadline)
        {
            *fault = past_deadline(total);
        }
        stopped
    }
}

impl Asking<'_> {
    /// Time since the first step was sent or, if it never was, since the start gun.
    fn since_first(&self) -> Duration {
        let recording = lock(&self.state.recording);
        let first = recording.earlier().iter().find_map(|step| step.recording.timeline.send_ns);
        let from = first.unwrap_or(recording.timeline.plan_ns);
        Duration::from_nanos(self.clock.now_ns().saturating_sub(from))
    }
}

/// A chain that took too long.
fn past_deadline(total: Duration) -> Fault {
    let message = chain_past_deadline(&total.as_secs_f64().to_string());
    Fault::of(FaultClass::Deadline, &message).advising(&later_deadline())
}

fn too_long() -> Fault {
    let most = (LARGEST_STEP / 1_048_576).to_string();
    Fault::of(FaultClass::TooLarge, &long_step(&most)).advising(&shorter_step())
}

measure::phrases! {
    fn long_step(most: &str) = "fault.long_step", "This step was not sent: with the earlier answers in it, its prompt is longer than {most} MB.";
    fn shorter_step() = "advice.shorter_step", "Name the answers less often in its prompt, or limit the earlier steps with max tokens.";
    fn chain_past_deadline(seconds: &str) = "fault.chain_past_deadline", "The chain had not ended {seconds} s after its first step was sent.";
    fn later_deadline() = "advice.later_deadline", "The deadline is that of all its steps together. Raise it, or limit the answers of the steps with max tokens.";
}
