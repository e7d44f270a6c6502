//! The lifecycle of a sweep: begun like a race, saved level by level, and resumed where it stopped.

use std::ops::Range;

use race::{Level, Recording, Run, RunState};
use rusqlite::Connection;

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::lifecycle::checkpoints;
use crate::tables::{lanes, numbers, run_index, runs, samples, texts};

impl History {
    /// Saves a completed level, all of it or nothing. `run` already has it, as the last of the lane's levels;
    /// `recordings` holds one for each of its requests, in the order of [`Level::requests`]. The level replaces the
    /// checkpoints of its requests, given by their `numbers`.
    ///
    /// # Errors
    /// [`HistoryError::Unfit`] if requests and recordings do not match, [`HistoryError::Over`] if the run has ended;
    /// otherwise if it cannot be written.
    pub fn keep_level(
        &self,
        run: &Run,
        lane: usize,
        level: &Level,
        recordings: &[Recording],
        numbers: &Range<u32>,
    ) -> Result<(), HistoryError> {
        if level.requests().count() != recordings.len() {
            return Err(HistoryError::Unfit {
                id: run.id.clone(),
                what: "each request needs its recording",
            });
        }
        self.write(|connection| {
            match runs::state(connection, &run.id)? {
                Some(RunState::Running) => {}
                Some(_) => return Err(HistoryError::Over { id: run.id.clone() }.into()),
                None => return Err(runs::no_such_run(&run.id)),
            }
            insert_level(connection, run, lane, level, recordings)?;
            checkpoints::remove_level(connection, &run.id, numbers)
        })
    }

    /// Ends a sweep, whose levels are already saved.
    ///
    /// # Errors
    /// [`HistoryError::Gone`] if the file was removed or replaced; otherwise if it cannot be written.
    pub fn finish_sweep(&self, run: &Run) -> Result<(), HistoryError> {
        self.write(|connection| {
            runs::update(connection, run)?;
            run_index::put(connection, run)?;
            texts::put(connection, run)?;
            checkpoints::remove(connection, &run.id)
        })?;
        self.must_be_in_place()?;
        if let Some(running) = &self.store.running {
            running.release(&run.id);
        }
        Ok(())
    }

    /// Reopens a stopped or interrupted sweep, to resume after its last level.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] for an unknown or deleted run, [`HistoryError::Unfit`] for one that is not a sweep
    /// or has finished; otherwise if it cannot be read or written.
    pub fn reopen(&self, id: &str) -> Result<Run, HistoryError> {
        self.open_again(id, Ok)
    }

    /// Reopens a sweep that its budget ended, with a larger one: see [`Run::with_larger_budget`].
    ///
    /// # Errors
    /// As of [`Self::reopen`]; and [`HistoryError::Unfit`] if no budget ended it, or this one is not larger.
    pub fn reopen_with_budget(
        &self,
        id: &str,
        usd: Option<f64>,
        tokens: Option<u32>,
    ) -> Result<Run, HistoryError> {
        self.open_again(id, |run| run.with_larger_budget(usd, tokens))
    }

    fn open_again(
        &self,
        id: &str,
        change: impl FnOnce(Run) -> Result<Run, &'static str>,
    ) -> Result<Run, HistoryError> {
        // Its next levels will have the current definitions, so its earlier ones must as well.
        self.redefine_one(id)?;
        let run = change(self.run(id)?)
            .map_err(|what| HistoryError::Unfit { id: id.to_owned(), what })?;
        if !run.plan.is_sweep() || run.state == RunState::Finished {
            let what = "only a sweep that was stopped or cut off goes on";
            return Err(HistoryError::Unfit { id: id.to_owned(), what });
        }
        must_be_of_here(&run)?;
        if let Some(running) = &self.store.running {
            running.hold(id)?;
        }
        let run = Run { state: RunState::Running, ..run };
        self.write(|connection| runs::update(connection, &run))?;
        Ok(run)
    }
}

/// Refuses to go on with a sweep from elsewhere: what was measured here would be mixed with what its file says, and would
/// count for no spending cap, as imported runs do not.
pub(crate) fn must_be_of_here(run: &Run) -> Result<(), HistoryError> {
    if !run.imported {
        return Ok(());
    }
    let what =
        "it was imported, and only a sweep that was measured here goes on. Sweep its plan anew";
    Err(HistoryError::Unfit { id: run.id.clone(), what })
}

/// Adds a level with its requests to what is stored of a sweep. `run` already has it.
pub(crate) fn insert_level(
    connection: &Connection,
    run: &Run,
    lane: usize,
    level: &Level,
    recordings: &[Recording],
) -> Result<(), StoreFailure> {
    let lane = u32::try_from(lane).unwrap_or(u32::MAX);
    let first = samples::count(connection, &run.id, lane)?;
    for ((sample, recording), round) in level.requests().zip(recordings).zip(first..) {
        samples::insert(connection, &run.id, (lane, round), sample, recording)?;
    }
    runs::update(connection, run)?;
    lanes::update(connection, run)?;
    let key = run_index::put(connection, run)?;
    numbers::insert_level(connection, key, (lane, first), level)?;
    run_index::add_up(connection, key)
}

#[cfg(test)]
#[path = "sweeps_tests.rs"]
mod tests;
