//! One lane's part of a round: it connects, then runs from the start gun to the end of its request.

use std::sync::Arc;

use providers::{
    Connection, Fault, FaultClass, LARGEST_LANE, Reply, Request, Timeouts, WrittenBody,
};
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;

use crate::engine::attempt::{Attempt, Entry};
use crate::engine::chain_end::ChainEnd;
use crate::engine::host_monitor::HostMonitor;
use crate::engine::later_steps::{Asking, EndedStep, LaterSteps};
use crate::plan::answer_checks::AnswerChecks;
use crate::plan::suggestions::suggest;
use crate::result::run::Run;
use crate::result::sample::Sample;
use crate::result::status::Status;
use crate::view::frame::{Phase, RaceEvent};
use crate::view::live_state::{LaneState, RaceState, lock};

/// One request of one lane.
pub(crate) struct LaneRun {
    pub(crate) lane: usize,
    pub(crate) round: u32,
    pub(crate) entry: Arc<Entry>,
    /// The row of the plan's set that this round asks, from 0.
    pub(crate) row: Option<u32>,
    /// The contender's request with this round's row and unique number, if it has either.
    pub(crate) marked: Option<Arc<Request>>,
    /// The body of its request, written before any lane connects.
    pub(crate) body: WrittenBody,
    /// The header of the run, as it was before the first byte.
    pub(crate) header: Arc<Run>,
    pub(crate) state: Arc<RaceState>,
    pub(crate) stop: CancellationToken,
    pub(crate) timeouts: Timeouts,
    pub(crate) watch: Arc<HostMonitor>,
    /// The checks of its answers, if the plan has any.
    pub(crate) checks: Option<Arc<AnswerChecks>>,
    pub(crate) events: Option<UnboundedSender<RaceEvent>>,
    /// Its later steps, if it is a chain.
    pub(crate) later: Option<Arc<LaterSteps>>,
}

/// A lane that already keeps so much that no more requests are sent.
fn too_large() -> Fault {
    let most = (LARGEST_LANE / 1_048_576).to_string();
    Fault::of(FaultClass::TooLarge, &lane_too_large(&most)).advising(&fewer_rounds())
}

measure::phrases! {
    fn lane_too_large(most: &str) = "fault.lane_too_large", "The answers of this lane take more than {most} MB over the rounds so far, so this round was not sent.";
    fn fewer_rounds() = "advice.fewer_rounds", "Race fewer rounds, or limit the answers with max tokens. A server that sends so much is broken or hostile.";
}

/// Why a lane has no connection at the start gun.
pub(crate) enum ConnectFailure {
    Stopped,
    Failed(Box<Fault>),
}

impl LaneRun {
    /// Gets a connection ready: that of the previous round if it is still open, otherwise a new one.
    pub(crate) async fn connect(
        self,
        mut connection: Option<Box<Connection>>,
    ) -> (Self, Result<Box<Connection>, ConnectFailure>) {
        if self.state.kept_bytes(self.lane) > LARGEST_LANE {
            let fault = Box::new(too_large());
            return (self, Err(ConnectFailure::Failed(fault)));
        }
        if let Some(later) = &self.later {
            Box::pin(later.connect(self.state.clock, &self.stop)).await;
        }
        if let Some(kept) = connection.as_mut()
            && kept.is_ready().await
            && let Some(kept) = connection.take()
        {
            self.set_phase(Phase::Ready);
            return (self, Ok(kept));
        }
        let opening = async {
            let Some(mut connection) = connection else {
                return self.entry.open(self.state.clock).await;
            };
            let (provider, key) = (&self.entry.contender.request.provider, self.entry.key.as_ref());
            connection.renew(provider, key).await.map(|()| connection)
        };
        let opened = tokio::select! {
            biased;
            () = self.stop.cancelled() => Err(ConnectFailure::Stopped),
            opened = opening => opened.map_err(|fault| ConnectFailure::Failed(Box::new(fault))),
        };
        let connected = opened.map(|mut connection| {
            connection.made_ahead(true);
            connection
        });
        if connected.is_ok() {
            self.set_phase(Phase::Ready);
        }
        (self, connected)
    }

    /// Runs the request and reports the result. Returns the connection if it can be reused.
    pub(crate) async fn run(
        self,
        connected: Result<Box<Connection>, ConnectFailure>,
    ) -> Option<Box<Connection>> {
        let state = Arc::clone(&self.state);
        let lane_state = state.lane(self.lane)?;
        self.set_phase(Phase::Waiting);
        let mut reply = Reply::default();
        let (connection, mut stopped) = match connected {
            Ok(connection) => self.race(connection, lane_state, &mut reply).await,
            Err(ConnectFailure::Stopped) => (None, true),
            Err(ConnectFailure::Failed(fault)) => {
                reply.fault = Some(*fault);
                (None, false)
            }
        };
        let steps = match &self.later {
            Some(later) => Box::pin(self.go_on(later, lane_state, &mut reply, &mut stopped)).await,
            None => Vec::new(),
        };
        if lock(&lane_state.recording).timeline.close_ns.is_none() {
            lock(&lane_state.recording).timeline.close_ns = Some(state.clock.now_ns());
        }
        self.set_phase(Phase::Ended);
        // After the last round no connection is needed, and hundreds of them take more memory than their recordings.
        let connection = connection.filter(|_| self.round + 1 < self.header.plan.rounds());
        if self.round >= self.state.warmup_rounds() {
            self.keep((reply, steps), stopped.then_some(Status::Cancelled)).await;
        }
        connection
    }

    /// Returns the connection if it can be reused, and whether the lane was stopped early.
    async fn race(
        &self,
        connection: Box<Connection>,
        lane_state: &LaneState,
        reply: &mut Reply,
    ) -> (Option<Box<Connection>>, bool) {
        let attempt = Attempt {
            entry: &self.entry,
            request: self.marked.as_deref().unwrap_or(&self.entry.contender.request),
            body: &self.body,
            clock: self.state.clock,
            stop: &self.stop,
            timeouts: self.timeouts,
            recording: &lane_state.recording,
            watch: &self.watch,
        };
        attempt.run(connection, reply).await
    }

    /// Asks its later steps, if any is asked.
    async fn go_on(
        &self,
        later: &LaterSteps,
        state: &LaneState,
        reply: &mut Reply,
        stopped: &mut bool,
    ) -> Vec<EndedStep> {
        let asking = Asking {
            header: &self.header,
            place: self.entry.contender.place,
            round: self.round,
            row: self.row,
            clock: self.state.clock,
            stop: &self.stop,
            timeouts: self.timeouts,
            watch: &self.watch,
            state,
        };
        later.go_on(&asking, reply, stopped).await
    }

    /// Computes the sample away from the racing tasks, stores it with its recording, and reports it.
    async fn keep(self, (mut reply, steps): (Reply, Vec<EndedStep>), status: Option<Status>) {
        let Self { lane, round, row, entry, marked, header, state, events, checks, later, .. } =
            self;
        if let Some(fault) = &mut reply.fault {
            let step = steps.last().map_or(0, |last| last.step);
            let nearest = later.as_ref().and_then(|later| later.nearest(step));
            suggest(fault, nearest.unwrap_or(&entry.contender.nearest));
        }
        // One lane at a time: lanes that end together would take CPU time from those that are still reading.
        let turns = Arc::clone(&state);
        let _turn = turns.counting.lock().await;
        let computed = tokio::task::spawn_blocking(move || {
            let Some((lane_state, asked)) = state.lane(lane).zip(header.lanes.get(lane)) else {
                return;
            };
            let request = marked.as_deref().unwrap_or(&entry.contender.request);
            let prompt = request.input_text();
            let place = asked.place as usize;
            let mut asked = header.sample_context(asked, &request.provider, &prompt);
            asked.is_first_schema_use =
                header.plan.is_first_schema_use(place, round, &request.payload);
            asked.row = row;
            let sample = lane_state.keep(|recording| {
                let chain = ChainEnd { header: &header, lane, first: (request, asked), row };
                let of_steps = chain.sample(recording, (&reply, status), &steps);
                let mut sample =
                    of_steps.unwrap_or_else(|| Sample::of(recording, &reply, &asked, status));
                sample.check(checks.as_deref(), recording);
                sample
            });
            if let Some(events) = events {
                let lane = u32::try_from(lane).unwrap_or(u32::MAX);
                let round = round - state.warmup_rounds();
                // A missing listener is not an error.
                let _unheard =
                    events.send(RaceEvent::LaneEnded { lane, round, sample: Box::new(sample) });
            }
        });
        let _panicked = computed.await;
    }

    fn set_phase(&self, phase: Phase) {
        if let Some(lane_state) = self.state.lane(self.lane) {
            lock(&lane_state.progress).phase = phase;
        }
    }
}
