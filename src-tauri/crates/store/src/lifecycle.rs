//! The lifecycle of a run: begun before its first byte is sent, saved in checkpoints while it runs, finished in one
//! transaction, or found interrupted at the next start.

pub(crate) mod checkpoints;
pub(crate) mod erase;
pub(crate) mod recovery;
pub(crate) mod redefinition;
pub(crate) mod repair;
pub(crate) mod sweeps;
pub(crate) mod transfer;

use race::{Recording, Run, RunState};
use rusqlite::Connection;

use crate::address;
use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::lifecycle::checkpoints::CheckpointDelta;
use crate::settings::looks;
use crate::tables::{lanes, run_index, runs, samples, texts};

/// A finished run with its recordings: by lane, then by round.
type RunWithRecordings = (Run, Vec<Vec<Recording>>);

impl History {
    /// Writes the row of a run that is about to start, before its first byte is sent. Until [`finish`](Self::finish),
    /// or until this process ends, other processes see that the run is in use.
    ///
    /// `run` names all its lanes, which have no samples yet, and its state is [`RunState::Running`].
    ///
    /// # Errors
    /// [`HistoryError::AlreadyBegun`] if the id is taken, [`HistoryError::BadAddress`] if a lane's address could
    /// contain a key, [`HistoryError::Gone`] if the file was removed or replaced; otherwise if it cannot be written.
    /// Nothing is stored then.
    pub fn begin(&self, run: &Run) -> Result<(), HistoryError> {
        address::check_plan(&run.plan)?;
        address::check_lanes(&run.lanes)?;
        if run.state != RunState::Running {
            return Err(unfit(run, "a run that begins is under way"));
        }
        self.must_be_in_place()?;
        // The lock comes first: a row without a lock would look like an abandoned run.
        if let Some(running) = &self.store.running {
            running.hold(&run.id)?;
        }
        let begun = self.write(|connection| {
            looks::put(connection, run)?;
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

    /// Saves what has arrived since the previous checkpoint. Called every quarter of a second during a run.
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

    /// Saves a finished run, all of it or nothing: its numbers, its texts and its raw logs. `recordings` holds one
    /// recording for each sample: by lane, then by round.
    ///
    /// If it fails, the checkpoints stay, and [`recover`](Self::recover) restores the run from them as interrupted.
    ///
    /// # Errors
    /// [`HistoryError::Unfit`] if samples and recordings do not match, [`HistoryError::Over`] if the run was already
    /// finished, [`HistoryError::Gone`] if the file was removed or replaced; otherwise if it cannot be written.
    pub fn finish(&self, run: &Run, recordings: &[Vec<Recording>]) -> Result<(), HistoryError> {
        if run.state == RunState::Running {
            return Err(unfit(run, "a run that is finished is not under way"));
        }
        self.write(|connection| {
            match runs::state(connection, &run.id)? {
                // If its lock file was removed, another process may have marked the run as interrupted. Its real end
                // then replaces what was restored from checkpoints.
                Some(RunState::Running | RunState::Interrupted) => {
                    close(connection, run, recordings)
                }
                Some(_) => Err(HistoryError::Over { id: run.id.clone() }.into()),
                None => Err(runs::no_such_run(&run.id)),
            }
        })?;
        self.must_be_in_place()?;
        if let Some(running) = &self.store.running {
            running.release(&run.id);
        }
        Ok(())
    }

    /// Keeps other processes from judging a run that is kept, until [`judged`](Self::judged) or the end of this process.
    ///
    /// # Errors
    /// [`HistoryError::AlreadyBegun`] if one judges it, [`HistoryError::BadAddress`] if the judge's address could contain a key;
    /// otherwise if the lock cannot be taken.
    pub fn begin_judging(&self, run: &Run) -> Result<(), HistoryError> {
        address::check_plan(&run.plan)?;
        self.must_be_in_place()?;
        self.store.running.as_ref().map_or(Ok(()), |running| running.hold(&run.id))
    }

    /// Lets others judge a run again.
    pub fn judged(&self, run: &str) {
        if let Some(running) = &self.store.running {
            running.release(run);
        }
    }

    /// Saves what a judge said of a run that is finished.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] if it was removed meanwhile, [`HistoryError::Unfit`] if it is not finished or there is no
    /// judgement; otherwise if it cannot be written.
    pub fn keep_judgement(&self, run: &Run) -> Result<(), HistoryError> {
        if run.judgement.is_none() {
            return Err(unfit(run, "a judgement that is saved is one"));
        }
        self.write(|connection| {
            match runs::state(connection, &run.id)? {
                Some(state) if state == run.state && state != RunState::Running => {}
                Some(_) => return Err(unfit(run, "only a run that has ended is judged").into()),
                None => return Err(runs::no_such_run(&run.id)),
            }
            runs::update(connection, run)?;
            run_index::put(connection, run)?;
            Ok(())
        })
    }
}

/// Replaces what was stored of a run by its final state.
pub(crate) fn close(
    connection: &Connection,
    run: &Run,
    logs: &[Vec<Recording>],
) -> Result<(), StoreFailure> {
    let fits = run.lanes.len() == logs.len()
        && run.lanes.iter().zip(logs).all(|(lane, logs)| lane.requests().count() == logs.len());
    if !fits {
        return Err(unfit(run, "each sample needs its recording").into());
    }
    runs::update(connection, run)?;
    lanes::put(connection, run)?;
    put_requests(connection, run, logs)?;
    checkpoints::remove(connection, &run.id)
}

/// Stores every request of a run with its raw log, and updates the indexes for lists, searches and charts. `logs` holds
/// one recording for each request: by lane, then in the order of [`race::Lane::requests`].
pub(crate) fn put_requests(
    connection: &Connection,
    run: &Run,
    logs: &[Vec<Recording>],
) -> Result<(), StoreFailure> {
    for ((lane, logs), index) in run.lanes.iter().zip(logs).zip(0..) {
        for ((sample, recording), round) in lane.requests().zip(logs).zip(0..) {
            samples::insert(connection, &run.id, (index, round), sample, recording)?;
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
