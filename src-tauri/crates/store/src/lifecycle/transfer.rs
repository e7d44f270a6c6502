//! Transfers complete runs between histories.

use measure::DEF_VERSION;
use race::{Recording, Run, RunState};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::settings::looks;
use crate::tables::annotations::{self, Annotations};
use crate::tables::{attachments, lanes, recordings, runs, samples};
use crate::{address, lifecycle};

/// A run with all of its stored data.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct RunRecord {
    /// The run, including its samples.
    pub run: Run,
    /// The user's annotations.
    #[serde(default)]
    pub marks: Annotations,
    /// The raw log of each request: by lane, in the order of [`race::Lane::requests`].
    pub recordings: Vec<Vec<Recording>>,
}

/// Where runs were measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// Wherever their file came from.
    Elsewhere,
    /// By the Paceline of this history.
    Here,
}

/// The result of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct ImportSummary {
    /// Ids of added runs.
    pub added: Vec<String>,
    /// Ids of runs that already existed and are unchanged.
    pub known: Vec<String>,
    /// Ids of runs that already existed but are deleted; they can be restored.
    pub deleted: Vec<String>,
}

impl History {
    /// A run with all of its stored data.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] for an unknown or deleted run, [`HistoryError::NoSuchRecording`] if a raw log is
    /// missing; otherwise if it cannot be read.
    pub fn stored_run(&self, id: &str) -> Result<RunRecord, HistoryError> {
        self.read(|connection| {
            runs::must_be_kept(connection, id)?;
            let mut run = runs::read(connection, id)?.ok_or_else(|| runs::no_such_run(id))?;
            samples::put_back(connection, &mut run)?;
            attachments::put_back(connection, &mut run)?;
            let mut logs = Vec::with_capacity(run.lanes.len());
            for (lane, index) in run.lanes.iter().zip(0..) {
                let lane = (0..lane.requests().count())
                    .map(|round| recording(connection, id, index, round))
                    .collect::<Result<Vec<_>, StoreFailure>>()?;
                logs.push(lane);
            }
            Ok(RunRecord { marks: annotations::read(connection, id)?, recordings: logs, run })
        })
    }

    /// Adds runs from elsewhere, marked as imported: all or, if one is invalid, none. Existing runs are unchanged. Those of older
    /// definitions are computed anew at once: what their file says of them, nobody here could hold to their raw logs.
    ///
    /// # Errors
    /// [`HistoryError::BadAddress`] if an address could contain a key; otherwise if it cannot be written.
    pub fn add(&self, runs: &[RunRecord]) -> Result<ImportSummary, HistoryError> {
        let imported = self.add_from(Source::Elsewhere, runs)?;
        for stored in runs.iter().filter(|stored| stored.run.def_version < DEF_VERSION) {
            let id = &stored.run.id;
            if !imported.added.contains(id) {
                continue;
            }
            // It is added, and is computed with all others that wait for it.
            if let Err(error) = self.redefine_one(id) {
                tracing::warn!(%error, run = id, "keeps its older definitions for now");
            }
        }
        Ok(imported)
    }

    /// Adds runs that were measured here and could not be saved then, as [`add`](Self::add) does, but unmarked: they count
    /// towards the spending cap. An interrupted run gets the end that its record has.
    ///
    /// # Errors
    /// As for [`add`](Self::add); [`HistoryError::Unfit`] for a run whose process has not ended, which may yet save it.
    pub fn add_unsaved(&self, runs: &[RunRecord]) -> Result<ImportSummary, HistoryError> {
        self.add_from(Source::Here, runs)
    }

    fn add_from(&self, source: Source, runs: &[RunRecord]) -> Result<ImportSummary, HistoryError> {
        for RunRecord { run, .. } in runs {
            address::check_plan(&run.plan)?;
            address::check_lanes(&run.lanes)?;
        }
        self.write(|connection| {
            let mut imported = ImportSummary::default();
            for stored in runs {
                take(connection, source, stored, &mut imported)?;
            }
            Ok(imported)
        })
    }
}

fn recording(
    connection: &Connection,
    id: &str,
    lane: u32,
    round: usize,
) -> Result<Recording, StoreFailure> {
    let round = u32::try_from(round).unwrap_or(u32::MAX);
    recordings::read(connection, id, lane, round)?
        .ok_or_else(|| HistoryError::NoSuchRecording { id: id.to_owned(), lane, round }.into())
}

/// Whether this is the end of a run that was interrupted here: one that could not be saved, and was written to a file.
fn ends(connection: &Connection, run: &Run) -> Result<bool, StoreFailure> {
    if runs::state(connection, &run.id)? != Some(RunState::Interrupted)
        || run.state == RunState::Interrupted
        || runs::must_be_kept(connection, &run.id).is_err()
    {
        return Ok(false);
    }
    let Some(begun) = runs::read(connection, &run.id)? else { return Ok(false) };
    let places = |run: &Run| -> Vec<(String, String)> {
        run.lanes.iter().map(|lane| (lane.base_url.clone(), lane.model.clone())).collect()
    };
    Ok(begun.started_at == run.started_at
        && begun.plan == run.plan.clone().detached().0
        && places(&begun) == places(run))
}

fn take(
    connection: &Connection,
    source: Source,
    stored: &RunRecord,
    imported: &mut ImportSummary,
) -> Result<(), StoreFailure> {
    let RunRecord { run, recordings, marks } = stored;
    let id = run.id.clone();
    // Whoever has an export of an interrupted run could write an end for it.
    if source == Source::Here && ends(connection, run)? {
        lifecycle::close(connection, run, recordings)?;
        imported.added.push(id);
        return Ok(());
    }
    let state = runs::state(connection, &id)?;
    if source == Source::Here && state == Some(RunState::Running) {
        return Err(HistoryError::Unfit { id, what: "its process has not ended" }.into());
    }
    if state.is_some() {
        let is_kept = runs::must_be_kept(connection, &id).is_ok();
        if is_kept { &mut imported.known } else { &mut imported.deleted }.push(id);
        return Ok(());
    }
    looks::put(connection, run)?;
    runs::insert(connection, run)?;
    lanes::put(connection, run)?;
    annotations::put(connection, &id, marks)?;
    lifecycle::put_requests(connection, run, recordings)?;
    if source == Source::Elsewhere {
        connection.execute("UPDATE overview SET imported = 1 WHERE run_id = ?1", [&id])?;
    }
    imported.added.push(id);
    Ok(())
}
