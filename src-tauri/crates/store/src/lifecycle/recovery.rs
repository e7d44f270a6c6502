//! Runs that a process left behind: marked as interrupted when the history is opened, reconstructed afterwards.
//!
//! **Invariant:** opening computes nothing. A run is reconstructed outside any transaction, within limits; one that is larger
//! or takes longer stays in its raw checkpoints, and is reported. No start tries a third time what took two of them too long.

use std::collections::BTreeMap;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use providers::Clock;
use race::{
    AnswerChecks, Level, LevelRequestNote, Recording, Run, RunState, Sample, interrupted_levels,
    summary,
};
use rusqlite::Connection;

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::from_json;
use crate::lifecycle::checkpoints::{self, Remains};
use crate::lifecycle::{RunWithRecordings, close, sweeps};
use crate::tables::lane_providers::providers_of;
use crate::tables::recordings::name;
use crate::tables::{lanes, run_index, runs, samples, texts};

/// The limits of a recovery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecoveryLimits {
    /// Bytes of raw checkpoints of one request: its texts and its log.
    pub request_bytes: u64,
    /// Bytes of raw checkpoints of one run.
    pub run_bytes: u64,
    /// Time for all runs together.
    pub time: Duration,
}

impl RecoveryLimits {
    /// The limits of a start: a request that streamed for an hour fits, a flood does not.
    pub const AT_START: Self = Self {
        request_bytes: 4 * 1024 * 1024,
        run_bytes: 32 * 1024 * 1024,
        time: Duration::from_secs(2),
    };
    /// No limits, for a repair requested by the user.
    pub const NONE: Self =
        Self { request_bytes: u64::MAX, run_bytes: u64::MAX, time: Duration::MAX };
}

/// The result of a recovery.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recovery {
    /// Ids of the reconstructed runs.
    pub restored: Vec<String>,
    /// Why each of the other runs was not reconstructed, in a sentence that names it.
    pub left: Vec<String>,
}

/// Why a run is not reconstructed.
enum Obstacle {
    /// It is larger than the limits allow.
    Large { bytes: u64 },
    /// The time limit is reached.
    Late,
    /// Two starts reached theirs with it.
    Slow,
    /// It cannot be read or written.
    Failed(HistoryError),
}

impl From<HistoryError> for Obstacle {
    fn from(error: HistoryError) -> Self {
        Self::Failed(error)
    }
}

/// The remaining time of a recovery.
#[derive(Clone)]
struct Deadline {
    clock: Clock,
    time: Duration,
}

impl Deadline {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.clock.now_ns())
    }

    fn is_over(&self) -> bool {
        self.elapsed() >= self.time
    }

    /// What `compute` comes to, or [`Obstacle::Late`] once the time is over, also in the middle of a request, whose counting nothing
    /// can stop: it ends on a thread of its own, and is heard by nobody.
    fn within<T: Send + 'static>(
        &self,
        compute: impl FnOnce(&Self) -> Result<T, Obstacle> + Send + 'static,
    ) -> Result<T, Obstacle> {
        if self.time == Duration::MAX {
            return compute(self);
        }
        let own = self.clone();
        let (tell, told) = channel();
        let thread = thread::Builder::new().name("recovery".to_owned());
        let spawned = thread.spawn(move || {
            let _nobody_waits = tell.send(compute(&own));
        });
        let left = self.time.saturating_sub(self.elapsed());
        spawned.map_err(|_| Obstacle::Late)?;
        told.recv_timeout(left).unwrap_or(Err(Obstacle::Late))
    }
}

impl History {
    /// Marks abandoned runs as interrupted. Nothing is computed: [`recover`](Self::recover) does the rest.
    pub(crate) fn mark_what_was_left(&self) -> Result<(), HistoryError> {
        let Some(running) = &self.store.running else { return Ok(()) };
        for id in self.read(runs::unfinished)? {
            if !running.take_over(&id) {
                continue;
            }
            let run = id.as_str();
            tracing::warn!(run, "was left behind by a process that is gone; it is interrupted");
            // Its process may have finished it since the rows were listed.
            let marked = self.write(|connection| match runs::state(connection, &id)? {
                Some(RunState::Running) => runs::give_up(connection, &id),
                _ => Ok(()),
            });
            // Its lock file stays: it says that the run has yet to be reconstructed.
            running.let_go(&id);
            marked?;
        }
        Ok(())
    }

    /// Whether a run has yet to be marked, reconstructed or, `kept_days` after it was deleted, removed: only a history
    /// opened for writing can do that.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn needs_upkeep(&self, kept_days: u16) -> Result<bool, HistoryError> {
        let is_unfinished = self.read(|connection| {
            Ok(!runs::unfinished(connection)?.is_empty()
                || !checkpoints::left(connection)?.is_empty())
        })?;
        Ok(is_unfinished || self.has_expired(kept_days)?)
    }

    /// Reconstructs interrupted runs from what had arrived, oldest first, within `limits`. An unreadable run affects no
    /// other.
    ///
    /// # Errors
    /// If the file cannot be read at all.
    pub fn recover(&self, limits: RecoveryLimits) -> Result<Recovery, HistoryError> {
        let mut recovery = Recovery::default();
        let Some(running) = &self.store.running else { return Ok(recovery) };
        let mut left = running.left_behind();
        left.extend(self.read(checkpoints::left)?);
        left.sort();
        left.dedup();
        let deadline = Deadline { clock: Clock::start(), time: limits.time };
        for id in left {
            if !running.take_over(&id) {
                continue;
            }
            let began = deadline.elapsed();
            match self.restore_one(&id, limits, &deadline) {
                Ok(is_restored) => {
                    running.release(&id);
                    recovery.restored.extend(is_restored.then_some(id));
                }
                Err(obstacle) => {
                    // Others may have taken the time, and the next start has its own.
                    let took = deadline.elapsed().saturating_sub(began);
                    if matches!(obstacle, Obstacle::Late) && took >= limits.time / 2 {
                        running.mark_late(&id);
                    }
                    running.let_go(&id);
                    recovery.left.push(obstacle.told(&id));
                }
            }
        }
        for why in &recovery.left {
            self.add_notice(why.clone());
        }
        Ok(recovery)
    }

    /// A run to be resumed, with everything measured and spent so far. If it was interrupted and not yet reconstructed,
    /// that is done now, whatever its size.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] for an unknown or deleted run, [`HistoryError::Unfit`] for an imported one; otherwise if it
    /// cannot be read or reconstructed.
    pub fn resumable(&self, id: &str) -> Result<Run, HistoryError> {
        self.put_together(id, RecoveryLimits::NONE)?;
        let run = self.run(id)?;
        sweeps::must_be_of_here(&run)?;
        Ok(run)
    }

    /// Reconstructs one run, as [`recover`](Self::recover) does for all.
    ///
    /// # Errors
    /// If it cannot be reconstructed.
    pub(crate) fn put_together(
        &self,
        id: &str,
        limits: RecoveryLimits,
    ) -> Result<(), HistoryError> {
        let Some(running) = self.store.running.as_ref().filter(|running| running.take_over(id))
        else {
            return Ok(());
        };
        let deadline = Deadline { clock: Clock::start(), time: limits.time };
        match self.restore_one(id, limits, &deadline) {
            Ok(_) => {
                running.release(id);
                Ok(())
            }
            Err(obstacle) => {
                running.let_go(id);
                match obstacle {
                    Obstacle::Failed(error) => Err(error),
                    Obstacle::Large { .. } | Obstacle::Late | Obstacle::Slow => {
                        Err(HistoryError::Unfit {
                            id: id.to_owned(),
                            what: "`paceline history repair` puts it together first",
                        })
                    }
                }
            }
        }
    }

    /// Reconstructs one run; `false` if there is nothing to reconstruct.
    fn restore_one(
        &self,
        id: &str,
        limits: RecoveryLimits,
        deadline: &Deadline,
    ) -> Result<bool, Obstacle> {
        if self.read(|connection| runs::state(connection, id))? != Some(RunState::Interrupted) {
            return Ok(false);
        }
        let is_slow = || self.store.running.as_ref().is_some_and(|running| running.is_slow(id));
        if deadline.time < Duration::MAX && is_slow() {
            return Err(Obstacle::Slow);
        }
        let (run_bytes, request_bytes) =
            self.read(|connection| checkpoints::size(connection, id))?;
        if run_bytes > limits.run_bytes || request_bytes > limits.request_bytes {
            return Err(Obstacle::Large { bytes: run_bytes });
        }
        let found = self.read(|connection| {
            let run = runs::read(connection, id)?;
            Ok(run.zip(Some(checkpoints::of_run(connection, id)?)))
        })?;
        let Some((run, requests)) = found else { return Ok(false) };
        let is_sweep = run.plan.is_sweep();
        if requests.is_empty() {
            self.write(|connection| {
                let mut run = run.clone();
                samples::put_back(connection, &mut run)?;
                lanes::update(connection, &run)?;
                run_index::renew(connection, &run)?;
                texts::put(connection, &run)
            })?;
            return Ok(!is_sweep || run.lanes.iter().any(|lane| !lane.levels.is_empty()));
        }
        if is_sweep {
            let (run, levels) = deadline.within(move |deadline| {
                let levels = levels_of(&run, requests, deadline)?;
                Ok((run, levels))
            })?;
            self.write(|connection| keep_interrupted(connection, run, levels))?;
            return Ok(true);
        }
        let (run, recordings) =
            deadline.within(move |deadline| put_together(run, requests, deadline))?;
        self.write(|connection| close_interrupted(connection, &run, &recordings))?;
        Ok(true)
    }
}

impl Obstacle {
    fn told(&self, id: &str) -> String {
        let how = "`paceline history repair` puts it together";
        match self {
            #[expect(clippy::cast_precision_loss, reason = "a number of megabytes to read")]
            Self::Large { bytes } => format!(
                "Run {id} was cut off with {:.1} MB of raw data, more than is put together at a start. It is kept raw; \
                 {how}.",
                *bytes as f64 / 1e6
            ),
            Self::Late => format!(
                "Run {id} was cut off, and this start had no time to put it together. It is kept raw; a later start tries again, and \
                 {how} now."
            ),
            Self::Slow => format!(
                "Run {id} was cut off and takes longer to put together than a start may. It is kept raw; {how}."
            ),
            Self::Failed(error) => format!(
                "Run {id} was cut off, and what had arrived could not be put together: {error}"
            ),
        }
    }
}

/// Builds a run from its checkpoints. A lane gets a sample for each round with any checkpoint.
fn put_together(
    mut run: Run,
    mut requests: BTreeMap<(u32, u32), Remains>,
    deadline: &Deadline,
) -> Result<RunWithRecordings, Obstacle> {
    run.state = RunState::Interrupted;
    let mut recordings = Vec::with_capacity(run.lanes.len());
    let header = run.clone();
    for ((lane, was), index) in run.lanes.iter_mut().zip(&header.lanes).zip(0..) {
        let providers = providers_of(lane)?;
        let input = header.plan.input_at(lane.place);
        let rows = header.plan.rows();
        let mut logs: Vec<Recording> = Vec::new();
        let others = requests.split_off(&(index + 1, 0));
        let own = std::mem::replace(&mut requests, others);
        for ((_, round), Remains { mut recording, document }) in own {
            if deadline.is_over() {
                return Err(Obstacle::Late);
            }
            let what = || name(&header.id, index, round);
            let sample: Option<Sample> =
                document.map(|sample| from_json(what, &sample)).transpose()?;
            lane.samples.push(sample.unwrap_or_else(|| {
                let row = header.plan.row_of_round(round.saturating_add(header.plan.warmup));
                let asked = row.and_then(|row| rows.get(row as usize));
                let prompt = asked.map_or(input, |row| row.over(input)).text();
                header.interrupted_request(was, &providers, (&prompt, row), &mut recording)
            }));
            logs.push(recording);
        }
        lane.summary = summary(&lane.samples);
        recordings.push(logs);
    }
    Ok((run, recordings))
}

/// The levels a sweep was in, with the index of their lane.
type InterruptedLevels = Vec<(usize, Level, Vec<Recording>)>;

/// Reconstructs the levels a sweep was in.
fn levels_of(
    run: &Run,
    requests: BTreeMap<(u32, u32), Remains>,
    deadline: &Deadline,
) -> Result<InterruptedLevels, Obstacle> {
    let mut lanes_requests: Vec<Vec<(LevelRequestNote, Recording)>> =
        run.lanes.iter().map(|_| Vec::new()).collect();
    for ((lane, number), Remains { recording, document }) in requests {
        let Some(own) = lanes_requests.get_mut(lane as usize) else { continue };
        // Its first checkpoint says which level it belongs to.
        let Some(document) = document else { continue };
        own.push((from_json(|| name(&run.id, lane, number), &document)?, recording));
    }
    let cut = (0_usize..).zip(run.lanes.iter().zip(lanes_requests));
    let cut: Vec<_> = cut.filter(|(_, (_, requests))| !requests.is_empty()).collect();
    let checks = AnswerChecks::of_lanes(&run.plan, cut.iter().map(|(_, (lane, _))| lane.place));
    let mut interrupted = Vec::new();
    for ((index, (lane, requests)), checks) in cut.into_iter().zip(checks) {
        let provider = providers_of(lane)?.own;
        let is_late = || deadline.is_over();
        let levels = interrupted_levels(run, lane, &provider, requests, checks.as_deref(), is_late)
            .ok_or(Obstacle::Late)?;
        interrupted.extend(levels.into_iter().map(|(level, logs)| (index, level, logs)));
    }
    Ok(interrupted)
}

/// Stores the reconstructed levels, unless the run's own process has reported its end in the meantime.
fn keep_interrupted(
    connection: &Connection,
    mut run: Run,
    levels: InterruptedLevels,
) -> Result<(), StoreFailure> {
    if runs::state(connection, &run.id)? != Some(RunState::Interrupted) {
        return Ok(());
    }
    run.state = RunState::Interrupted;
    // Lists and searches have the numbers of the first level.
    samples::put_back(connection, &mut run)?;
    for (index, level, recordings) in levels {
        if let Some(lane) = run.lanes.get_mut(index) {
            lane.levels.push(level.clone());
        }
        sweeps::insert_level(connection, &run, index, &level, &recordings)?;
    }
    texts::put(connection, &run)?;
    checkpoints::remove(connection, &run.id)
}

/// Stores a reconstructed run, unless its own process has reported its end in the meantime.
fn close_interrupted(
    connection: &Connection,
    run: &Run,
    recordings: &[Vec<Recording>],
) -> Result<(), StoreFailure> {
    if runs::state(connection, &run.id)? != Some(RunState::Interrupted) {
        return Ok(());
    }
    close(connection, run, recordings)
}

#[cfg(test)]
#[path = "recovery_tests.rs"]
mod tests;
