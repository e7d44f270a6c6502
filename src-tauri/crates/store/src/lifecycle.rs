//! The life of a run: begun before its first byte is sent, kept up to date while it runs, finished all at once, or
//! found interrupted at the next start.

pub(crate) mod checkpoints;
pub(crate) mod run_locks;
pub(crate) mod sweeps;
pub(crate) mod transfer;

use race::{Recording, Run, RunState, Sample, summary, whole_prompt};
use rusqlite::Connection;

use crate::address;
use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::lifecycle::checkpoints::{CheckpointDelta, Remains};
use crate::tables::{lanes, recordings, run_index, runs, samples, texts};

/// A run that is over, with its recordings: by lane, then by round.
type Over = (Run, Vec<Vec<Recording>>);

impl History {
    /// Writes the row of a run that is about to start: before its first byte is sent. From now on until
    /// [`finish`](Self::finish), or until this process ends, other processes see that the run is somebody's.
    ///
    /// `run` names all its lanes, which have no samples yet, and its state is [`RunState::Running`].
    ///
    /// # Errors
    /// [`HistoryError::AlreadyBegun`] for an id that is taken, [`HistoryError::BadAddress`] when a lane's address could
    /// carry a key; otherwise when it cannot be written. Nothing is kept then.
    pub fn begin(&self, run: &Run) -> Result<(), HistoryError> {
        address::check_plan(&run.plan)?;
        address::check_lanes(&run.lanes)?;
        if run.state != RunState::Running {
            return Err(unfit(run, "a run that begins is under way"));
        }
        // The lock comes first: a row without one would pass for a run that was left behind.
        if let Some(running) = &self.store.running {
            running.hold(&run.id)?;
        }
        let begun = self.write(|connection| {
            runs::insert(connection, run)?;
            lanes::put(connection, run)?;
            run_index::put(connection, run)?;
            texts::put(connection, run)
        });
        if begun.is_err()
            && let Some(running) = &self.store.running
        {
            running.release(&run.id);
        }
        begun
    }

    /// Keeps what has arrived since the checkpoint before. Called every quarter of a second while a run is under way.
    ///
    /// # Errors
    /// [`HistoryError::Over`] when the run has ended; otherwise when it cannot be written.
    pub fn checkpoint(&self, run: &str, arrived: &[CheckpointDelta]) -> Result<(), HistoryError> {
        self.write(|connection| {
            match runs::state(connection, run)? {
                Some(RunState::Running) => {}
                Some(_) => return Err(HistoryError::Over { id: run.to_owned() }.into()),
                None => return Err(runs::no_such_run(run)),
            }
            for request in arrived {
                checkpoints::insert(connection, run, request)?;
            }
            Ok(())
        })
    }

    /// Keeps a run that is over, all of it or nothing: its numbers, its texts and its raw logs. `recordings` holds one
    /// recording for each sample: by lane, then by round.
    ///
    /// When it fails, the checkpoints stay, and the next start finds the run interrupted with what they hold.
    ///
    /// # Errors
    /// [`HistoryError::Unfit`] when samples and recordings do not belong together, [`HistoryError::Over`] when the run
    /// was finished before; otherwise when it cannot be written.
    pub fn finish(&self, run: &Run, recordings: &[Vec<Recording>]) -> Result<(), HistoryError> {
        if run.state == RunState::Running {
            return Err(unfit(run, "a run that is finished is not under way"));
        }
        self.write(|connection| {
            match runs::state(connection, &run.id)? {
                // Without its lock file, should somebody have removed it, another process gives a run up that still
                // runs. Its own end then says more than what was put together from its checkpoints.
                Some(RunState::Running | RunState::Interrupted) => {
                    close(connection, run, recordings)
                }
                Some(_) => Err(HistoryError::Over { id: run.id.clone() }.into()),
                None => Err(runs::no_such_run(&run.id)),
            }
        })?;
        if let Some(running) = &self.store.running {
            running.release(&run.id);
        }
        Ok(())
    }

    /// Ends the runs that were left behind by a process that is gone, with everything that had arrived.
    pub(crate) fn interrupt_what_was_left(&self) -> Result<(), HistoryError> {
        let Some(running) = &self.store.running else { return Ok(()) };
        for id in self.read(runs::unfinished)? {
            if running.take_over(&id) {
                tracing::warn!(
                    run = id,
                    "was left behind by a process that is gone; it is kept as interrupted"
                );
                let ended = self.write(|connection| interrupt(connection, &id));
                running.release(&id);
                ended?;
            }
        }
        Ok(())
    }
}

/// Ends one run that was left behind.
fn interrupt(connection: &Connection, id: &str) -> Result<(), StoreFailure> {
    // Its process may have finished it, or another one interrupted it, since the rows were listed.
    if runs::state(connection, id)? != Some(RunState::Running) {
        return Ok(());
    }
    // A sweep is kept level by level; of the one that was under way nothing is told.
    if runs::is_sweep(connection, id)? {
        runs::give_up(connection, id)?;
        return texts::renew(connection, id);
    }
    match what_had_arrived(connection, id) {
        Ok(Some((run, recordings))) => close(connection, &run, &recordings),
        Ok(None) => Ok(()),
        // What cannot be read stays as it is, for `verify` to tell; it must not keep the app from starting.
        Err(StoreFailure::Said(_)) => runs::give_up(connection, id),
        Err(failed) => Err(failed),
    }
}

/// A run that was left behind, put together from its checkpoints. A lane has a sample of each round of which anything
/// was kept.
fn what_had_arrived(connection: &Connection, id: &str) -> Result<Option<Over>, StoreFailure> {
    let Some(mut run) = runs::read(connection, id)? else { return Ok(None) };
    run.state = RunState::Interrupted;
    let prompt = whole_prompt(run.plan.system.as_deref(), &run.plan.prompt);
    let mut requests = checkpoints::of_run(connection, id)?;
    let mut recordings = Vec::with_capacity(run.lanes.len());
    let header = run.clone();
    for ((lane, was), index) in run.lanes.iter_mut().zip(&header.lanes).zip(0..) {
        let provider = lanes::provider(lane)?;
        let mut logs = Vec::new();
        let others = requests.split_off(&(index + 1, 0));
        for Remains { recording, sample } in std::mem::replace(&mut requests, others).into_values()
        {
            lane.samples.push(sample.unwrap_or_else(|| {
                Sample::interrupted(&recording, &header.sample_context(was, &provider, &prompt))
            }));
            logs.push(recording);
        }
        lane.summary = summary(&lane.samples);
        recordings.push(logs);
    }
    Ok(Some((run, recordings)))
}

/// Writes a run that is over in place of what there was of it.
fn close(connection: &Connection, run: &Run, logs: &[Vec<Recording>]) -> Result<(), StoreFailure> {
    let fits = run.lanes.len() == logs.len()
        && run.lanes.iter().zip(logs).all(|(lane, logs)| lane.samples.len() == logs.len());
    if !fits {
        return Err(unfit(run, "each sample needs its recording").into());
    }
    runs::update(connection, run)?;
    lanes::put(connection, run)?;
    put_requests(connection, run, logs)?;
    checkpoints::remove(connection, &run.id)
}

/// Adds every request of a run with its raw log, and tells lists, searches and charts of them. `logs` holds one recording
/// for each request: by lane, then in the order of [`race::Lane::requests`].
pub(crate) fn put_requests(
    connection: &Connection,
    run: &Run,
    logs: &[Vec<Recording>],
) -> Result<(), StoreFailure> {
    for ((lane, logs), index) in run.lanes.iter().zip(logs).zip(0..) {
        for ((sample, recording), round) in lane.requests().zip(logs).zip(0..) {
            samples::insert(connection, &run.id, (index, round), sample, recording)?;
            recordings::insert(connection, &run.id, (index, round), recording)?;
        }
    }
    run_index::renew(connection, run)?;
    texts::put(connection, run)
}

fn unfit(run: &Run, what: &'static str) -> HistoryError {
    HistoryError::Unfit { id: run.id.clone(), what }
}

#[cfg(test)]
#[path = "lifecycle_tests.rs"]
mod tests;
