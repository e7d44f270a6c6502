//! The commands of checks, run once nothing is measured any more: after a race, and between two levels of a sweep.

use std::num::NonZero;
use std::pin::Pin;
use std::sync::Arc;

use checks::{CommandEnd, OwnCommand};
use measure::{Phrase, Recording};
use tokio::sync::mpsc::UnboundedSender;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::plan::Plan;
use crate::result::level_request::LevelRequest;
use crate::result::run::Run;
use crate::result::sample::Sample;
use crate::view::frame::RaceEvent;

/// At most this many commands run at once.
const MOST_AT_ONCE: usize = 8;

/// A command that is being run: how it ends by itself, or why it does not.
pub type CommandRun = Pin<Box<dyn Future<Output = Result<CommandEnd, Phrase>> + Send>>;

/// Runs commands of checks. The engine itself starts no process.
pub trait CommandRunner: Send + Sync {
    /// Runs a command with this on its standard input, until it ends, it takes too long, or `stop` is cancelled. Whatever it
    /// started has ended by then.
    fn run(&self, command: &str, input: Vec<u8>, stop: CancellationToken) -> CommandRun;
}

/// The commands of one run's checks.
pub struct CommandChecks {
    runner: Arc<dyn CommandRunner>,
    stop: CancellationToken,
}

/// One command for one answer: the indices of the lane and the request, and the place of the check.
type Place = (usize, usize, usize);

impl CommandChecks {
    pub(crate) fn new(runner: Arc<dyn CommandRunner>, stop: CancellationToken) -> Self {
        Self { runner, stop }
    }

    /// Runs the commands for every answer of a race that has ended, and puts in what they found. `recordings` are those that the race
    /// returned.
    pub async fn check(
        &self,
        run: &mut Run,
        recordings: &[Vec<Recording>],
        events: Option<&UnboundedSender<RaceEvent>>,
    ) {
        let plan = &run.plan;
        let mut places: Vec<Place> = Vec::new();
        for (lane, result) in run.lanes.iter().enumerate() {
            for (at, sample) in result.samples.iter().enumerate() {
                places.extend(sample.command_places(plan).map(|check| (lane, at, check)));
            }
        }
        let of = u32::try_from(places.len()).unwrap_or(u32::MAX);
        let tell = |ended| {
            if let Some(events) = events {
                // A missing listener is not an error.
                let _unheard = events.send(RaceEvent::Checking { ended, of });
            }
        };
        tell(0);
        let (plan, lanes) = (&run.plan, &mut run.lanes);
        let mut ended = 0;
        let mut running = Running::of(self);
        let mut places = places.into_iter();
        loop {
            while !running.is_full()
                && let Some(place @ (lane, at, check)) = places.next()
            {
                let sample = lanes.get(lane).and_then(|lane| lane.samples.get(at));
                let recording = recordings.get(lane).and_then(|logs| logs.get(at));
                let input = sample.zip(recording);
                let input = input.and_then(|(sample, log)| sample.command_input(plan, log, check));
                running.begin(place, input);
            }
            let Some(((lane, at, check), command, end)) = running.next().await else { break };
            if let Some(sample) = lanes.get_mut(lane).and_then(|lane| lane.samples.get_mut(at)) {
                sample.put_command_result(check, &command, end);
            }
            ended += 1;
            tell(ended);
        }
    }

    /// The same for the requests of a level that is over.
    pub(crate) async fn check_level(&self, plan: &Plan, requests: &mut [LevelRequest]) {
        let mut places: Vec<Place> = Vec::new();
        for (at, request) in requests.iter().enumerate() {
            places.extend(request.sample.command_places(plan).map(|check| (0, at, check)));
        }
        let mut running = Running::of(self);
        let mut places = places.into_iter();
        loop {
            while !running.is_full()
                && let Some(place @ (_, at, check)) = places.next()
            {
                let request = requests.get(at);
                let input = request.and_then(|LevelRequest { sample, recording, .. }| {
                    sample.command_input(plan, recording, check)
                });
                running.begin(place, input);
            }
            let Some(((_, at, check), command, end)) = running.next().await else { break };
            if let Some(request) = requests.get_mut(at) {
                request.sample.put_command_result(check, &command, end);
            }
        }
    }
}

measure::phrases! {
    fn not_reached() = "answer.command_not_reached", "the run was stopped before the command was run";
}

/// The commands that run at the moment. What each reads is made when it begins, so that answers are not held twice.
struct Running<'a> {
    checks: &'a CommandChecks,
    most: usize,
    tasks: JoinSet<(Place, OwnCommand, Result<CommandEnd, Phrase>)>,
}

impl<'a> Running<'a> {
    fn of(checks: &'a CommandChecks) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        Self { checks, most: cores.min(MOST_AT_ONCE), tasks: JoinSet::new() }
    }

    fn is_full(&self) -> bool {
        self.tasks.len() >= self.most
    }

    fn begin(&mut self, place: Place, input: Option<(OwnCommand, Vec<u8>)>) {
        let Some((command, input)) = input else { return };
        let (runner, stop) = (Arc::clone(&self.checks.runner), self.checks.stop.clone());
        self.tasks.spawn(async move {
            let end = if stop.is_cancelled() {
                Err(not_reached())
            } else {
                runner.run(&command.command, input, stop).await
            };
            (place, command, end)
        });
    }

    /// The next that ends; `None` if none runs. One that panicked is left out, and its check stays unknown.
    async fn next(&mut self) -> Option<(Place, OwnCommand, Result<CommandEnd, Phrase>)> {
        loop {
            if let Ok(ended) = self.tasks.join_next().await? {
                return Some(ended);
            }
        }
    }
}

impl Sample {
    /// The places of commands among the checks of its answer.
    fn command_places<'a>(&self, plan: &'a Plan) -> impl Iterator<Item = usize> + use<'a> {
        let is_checked = !self.checks.is_empty();
        let all = if is_checked { plan.commands_of(self.row) } else { Vec::new() };
        all.into_iter().map(|(at, _)| at)
    }
}

#[cfg(test)]
#[path = "command_checks_tests.rs"]
mod tests;
