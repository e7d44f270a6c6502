//! Recomputes runs of older definitions from their raw logs.
//!
//! **Invariant:** opening computes nothing. Runs are recomputed afterwards, newest first, over a separate connection
//! and outside any transaction. Each is then written in one transaction, so that the work can be stopped, or killed, at
//! any time. The run's earlier numbers are kept beside it. Until then it keeps its version of the definitions, and is
//! not compared with runs of another version.

use measure::DEF_VERSION;
use race::{LaneProviders, Recording, Run, RunState};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::error::{HistoryError, StoreFailure};
use crate::file::plausible::as_logged;
use crate::history::History;
use crate::tables::lane_providers::providers_of;
use crate::tables::{earlier, lanes, recordings, run_index, runs, samples};

/// Number of runs looked up at once.
const AT_ONCE: u32 = 256;
/// Why a run without all of its raw logs keeps its numbers.
const NO_LOG: &str = "Its raw log is not complete, so its numbers cannot be computed again.";

/// How far the recomputation under the current definitions has got.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Redefinition {
    /// The current version of the definitions.
    pub version: u32,
    /// Runs recomputed since it began.
    pub done: u32,
    /// Runs still to be recomputed.
    pub waiting: u32,
    /// Runs that keep an older version, because they cannot be recomputed.
    pub kept: u32,
}

/// A run that keeps older definitions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptRun {
    /// The run.
    pub id: String,
    /// The version of the definitions of its numbers.
    pub version: u32,
    /// Why it cannot be recomputed, in a sentence.
    pub reason: String,
}

/// The definitions under which a run can be shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunDefinitions {
    /// The version of its numbers.
    pub version: u32,
    /// Why it keeps an older version, in a sentence; absent if it is current or still to be recomputed.
    pub reason: Option<String>,
    /// Older versions whose numbers are kept beside it, oldest first.
    pub earlier: Vec<u32>,
}

impl History {
    /// How many runs do not have the current definitions.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn redefinition(&self) -> Result<Redefinition, HistoryError> {
        self.read(|connection| {
            let (waiting, kept) = (count(connection, WAITING)?, count(connection, KEPT)?);
            Ok(Redefinition { version: DEF_VERSION, done: 0, waiting, kept })
        })
    }

    /// Adds a [notice](Self::notices) if runs are still to be recomputed under the current definitions.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tell_older_definitions(&self) -> Result<(), HistoryError> {
        let Redefinition { version, waiting, .. } = self.redefinition()?;
        if waiting > 0 {
            let (runs, have, them) =
                if waiting == 1 { ("run", "has", "it") } else { ("runs", "have", "them") };
            self.add_notice(format!(
                "{waiting} {runs} {have} older definitions and are not compared with runs of version {version}. \
                 `paceline history recompute` recomputes {them}, as the open window does in the background."
            ));
        }
        Ok(())
    }

    /// Whether any process is measuring, that is, a run of this history is in progress.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn is_measuring(&self) -> Result<bool, HistoryError> {
        let Some(running) = &self.store.running else { return Ok(false) };
        let unfinished = self.read(runs::unfinished)?;
        Ok(unfinished.iter().any(|id| {
            // The process that runs it holds its lock.
            let is_left = running.take_over(id);
            if is_left {
                running.let_go(id);
            }
            !is_left
        }))
    }

    /// Recomputes runs of older definitions, newest first, while `go_on` returns true; it is called before each run. A
    /// run whose raw log is incomplete or unreadable keeps its numbers and their version.
    ///
    /// It takes as long as there are runs, but blocks nobody, because it has its own connection.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn redefine(
        &self,
        mut go_on: impl FnMut(Redefinition) -> bool,
    ) -> Result<Redefinition, HistoryError> {
        let own = self.beside()?;
        let history = own.as_ref().unwrap_or(self);
        let mut so_far = history.redefinition()?;
        loop {
            let ids = history.read(|connection| waiting(connection, AT_ONCE))?;
            if ids.is_empty() {
                // Other runs may have been deleted, or recomputed by another process.
                return Ok(Redefinition { done: so_far.done, ..history.redefinition()? });
            }
            for id in &ids {
                if !go_on(so_far) {
                    return Ok(Redefinition { done: so_far.done, ..history.redefinition()? });
                }
                let is_done = history.redefine_one(id)?;
                so_far.waiting = so_far.waiting.saturating_sub(1);
                *(if is_done { &mut so_far.done } else { &mut so_far.kept }) += 1;
            }
        }
    }

    /// Runs that keep older definitions, newest first, at most `limit`.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn kept_definitions(&self, limit: u32) -> Result<Vec<KeptRun>, HistoryError> {
        self.read(|connection| {
            let mut rows = connection.prepare_cached(&format!(
                "SELECT run_id, def_version, kept_because FROM overview {KEPT} ORDER BY started_s DESC LIMIT ?3"
            ))?;
            let kept = rows.query_map(params![DEF_VERSION, run_index::today(), limit], |row| {
                Ok(KeptRun { id: row.get(0)?, version: row.get(1)?, reason: row.get(2)? })
            })?;
            Ok(kept.collect::<Result<_, _>>()?)
        })
    }

    /// The definitions under which a run can be shown.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] for an unknown or deleted run; otherwise if it cannot be read.
    pub fn definitions_of(&self, id: &str) -> Result<RunDefinitions, HistoryError> {
        self.read(|connection| {
            runs::must_be_kept(connection, id)?;
            let stored = connection
                .prepare_cached("SELECT def_version, kept_because FROM overview WHERE run_id = ?1")?
                .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()?;
            let (version, reason) = stored.unwrap_or((DEF_VERSION, None));
            Ok(RunDefinitions { version, reason, earlier: earlier::versions(connection, id)? })
        })
    }

    /// A run as it was under `version` of the definitions.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchDefinitions`] if it has no numbers of that version, [`HistoryError::NoSuchRun`] for an
    /// unknown or deleted run; otherwise if it cannot be read.
    pub fn run_as_of(&self, id: &str, version: u32) -> Result<Run, HistoryError> {
        let mut run = self.run(id)?;
        if run.def_version == version {
            return Ok(run);
        }
        self.read(|connection| {
            let mut known = earlier::versions(connection, id)?;
            if !known.contains(&version) {
                known.push(run.def_version);
                return Err(
                    HistoryError::NoSuchDefinitions { id: id.to_owned(), version, known }.into()
                );
            }
            earlier::put_back(connection, &mut run, version)
        })?;
        Ok(run)
    }

    /// Recomputes one run; `false` if that is impossible, in which case it keeps its numbers.
    pub(crate) fn redefine_one(&self, id: &str) -> Result<bool, HistoryError> {
        if !self.read(|connection| is_waiting(connection, id))? {
            return Ok(false);
        }
        let found = match self.read(|connection| with_logs(connection, id)) {
            Err(error) if error.costs_only_itself() => {
                tracing::warn!(%error, run = id, "keeps its older definitions");
                return self.keep_definitions(id, &error.to_string());
            }
            found => found?,
        };
        let Some((was, logs, asked)) = found else { return self.keep_definitions(id, NO_LOG) };
        let Some(mut now) = was.redefined(&logs, &asked) else {
            return self.keep_definitions(id, NO_LOG);
        };
        if was.imported {
            // What it cost, and how fast its levels were, is what its file says as well.
            now = as_logged(now, &logs, |_| ())?;
        }
        drop(logs);
        self.write(|connection| {
            // It may have been deleted, resumed or recomputed by another process in the meantime.
            if !is_waiting(connection, id)? {
                return Ok(());
            }
            if was.def_version < DEF_VERSION {
                earlier::keep(connection, &was, &now)?;
            }
            replace(connection, &now)
        })?;
        Ok(true)
    }

    /// Recomputes a run whose numbers claim definitions that nobody has made yet; `false` if it does not, or cannot be
    /// recomputed. Such numbers are under no definition, so they are not kept.
    pub(crate) fn redefine_unknown(&self, id: &str) -> Result<bool, HistoryError> {
        let Some((was, logs, asked)) = self.read(|connection| with_logs(connection, id))? else {
            return Ok(false);
        };
        if was.def_version <= DEF_VERSION {
            return Ok(false);
        }
        let Some(now) = was.redefined(&logs, &asked) else { return Ok(false) };
        self.write(|connection| replace(connection, &now))?;
        Ok(true)
    }

    /// Keeps a run's numbers, records why, and refreshes everything derived from them.
    fn keep_definitions(&self, id: &str, reason: &str) -> Result<bool, HistoryError> {
        self.write(|connection| {
            if !is_waiting(connection, id)? {
                return Ok(());
            }
            samples::relocate(connection, id)?;
            match runs::read_with_samples(connection, id) {
                Ok(Some(run)) => {
                    lanes::update(connection, &run)?;
                    run_index::renew(connection, &run)?;
                }
                Ok(None) => {}
                Err(failed) => drop(failed.of_one_value()?),
            }
            connection.execute(
                "UPDATE overview SET computed = ?2, kept_because = CASE WHEN def_version < ?3 THEN ?4 END
                 WHERE run_id = ?1",
                params![id, run_index::today(), DEF_VERSION, reason],
            )?;
            Ok(())
        })?;
        Ok(false)
    }
}

/// Runs still to be recomputed; `?2` is the current value of `computed`.
const WAITING: &str = "WHERE computed < ?2 AND deleted = 0 AND state <> 'running' AND ?1 > 0";
/// Runs that cannot be recomputed.
const KEPT: &str =
    "WHERE kept_because IS NOT NULL AND +computed >= ?2 AND def_version < ?1 AND deleted = 0";

fn count(connection: &Connection, which: &str) -> Result<u32, StoreFailure> {
    let count = format!("SELECT count(*) FROM overview {which}");
    let mut count = connection.prepare_cached(&count)?;
    Ok(count.query_row(params![DEF_VERSION, run_index::today()], |row| row.get(0))?)
}

/// The newest runs still to be recomputed.
fn waiting(connection: &Connection, limit: u32) -> Result<Vec<String>, StoreFailure> {
    let mut rows = connection.prepare_cached(&format!(
        "SELECT run_id FROM overview {WAITING} ORDER BY started_s DESC LIMIT ?3"
    ))?;
    let ids = rows.query_map(params![DEF_VERSION, run_index::today(), limit], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

fn is_waiting(connection: &Connection, id: &str) -> Result<bool, StoreFailure> {
    let mut row =
        connection.prepare_cached(&format!("SELECT 1 FROM overview {WAITING} AND run_id = ?3"))?;
    Ok(row.exists(params![DEF_VERSION, run_index::today(), id])?)
}

/// A run, its raw logs by lane, and each lane's providers.
type LoggedRun = (Run, Vec<Vec<Recording>>, Vec<LaneProviders>);

/// A run with its samples, its raw logs by lane, and each lane's providers; `None` if a raw log is missing.
fn with_logs(connection: &Connection, id: &str) -> Result<Option<LoggedRun>, StoreFailure> {
    let Some(run) = runs::read_with_samples(connection, id)? else { return Ok(None) };
    if run.state == RunState::Running {
        return Ok(None);
    }
    let (mut logs, mut asked) = (Vec::new(), Vec::new());
    for (lane, index) in run.lanes.iter().zip(0_u32..) {
        if samples::without_recording(connection, id, index)? > 0 {
            return Ok(None);
        }
        let mut of_lane = Vec::new();
        for (_, round) in lane.requests().zip(0_u32..) {
            let Some(log) = recordings::read(connection, id, index, round)? else {
                return Ok(None);
            };
            of_lane.push(log);
        }
        logs.push(of_lane);
        asked.push(providers_of(lane)?);
    }
    Ok(Some((run, logs, asked)))
}

/// Replaces a run's numbers and everything derived from them. Its texts and raw logs stay.
fn replace(connection: &Connection, run: &Run) -> Result<(), StoreFailure> {
    for (lane, index) in run.lanes.iter().zip(0_u32..) {
        for (sample, round) in lane.requests().zip(0_u32..) {
            samples::renew(connection, &run.id, (index, round), sample)?;
        }
    }
    runs::update(connection, run)?;
    lanes::update(connection, run)?;
    run_index::renew(connection, run)
}

#[cfg(test)]
#[path = "redefinition_tests.rs"]
mod tests;
