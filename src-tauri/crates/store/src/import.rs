//! Taking runs in that were exported elsewhere: whole, never twice, and not before all of the file was understood.

use race::{RunState, SCHEMA as RUN_SCHEMA};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use crate::error::Failed;
use crate::export::{Document, ExportedRun, SCHEMA};
use crate::{History, HistoryError, address, lanes, live, marks, runs, verify};

/// What came of an import.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Imported {
    /// Runs that are now in the history, by id.
    pub added: Vec<String>,
    /// Runs that were there already, by id; they stay as they were.
    pub known: Vec<String>,
    /// Runs that were there already and are deleted, by id; they can be restored.
    pub deleted: Vec<String>,
}

/// Whatever else is in a document, this says what it is.
#[derive(Deserialize)]
struct Kind {
    schema: Option<String>,
}

impl History {
    /// Takes in the runs of a document that was [exported](Self::export) as JSON: all of them or, when anything is wrong
    /// with it, none.
    ///
    /// # Errors
    /// [`HistoryError::NotImported`] for what is no such document, a newer one or a damaged one, which says where;
    /// otherwise when it cannot be written.
    pub fn import(&self, document: &str) -> Result<Imported, HistoryError> {
        let runs = read(document)?;
        self.write(|connection| {
            let mut imported = Imported::default();
            for exported in &runs {
                take(connection, exported, &mut imported)?;
            }
            Ok(imported)
        })
    }
}

fn refused<T>(what: impl Into<String>) -> Result<T, HistoryError> {
    Err(HistoryError::NotImported { what: what.into() })
}

fn read(document: &str) -> Result<Vec<ExportedRun>, HistoryError> {
    let kind: Kind = serde_json::from_str(document).or_else(|error| {
        let at = format!("line {}, column {}", error.line(), error.column());
        refused(format!(
            "the file is no JSON document, or a damaged one ({error}, at {at}). Export it again with --format json."
        ))
    })?;
    match kind.schema.as_deref() {
        Some(SCHEMA) => {}
        Some(RUN_SCHEMA) => {
            return refused(
                "this is a run as --json prints it, without its raw logs. Export it with `paceline history export ID \
                 --format json`.",
            );
        }
        Some(other) if other.starts_with("paceline.") => {
            return refused(format!(
                "the file is {other}, and this Paceline reads {SCHEMA}. Update Paceline."
            ));
        }
        _ => return refused("the file was not exported by Paceline."),
    }
    let document: Document = serde_json::from_str(document).or_else(|error| {
        refused(format!("the file is damaged: {error}. Export it again where it came from."))
    })?;
    document.runs.iter().try_for_each(check)?;
    Ok(document.runs)
}

/// Refuses a run that does not hang together. What it says is where.
fn check(exported: &ExportedRun) -> Result<(), HistoryError> {
    let ExportedRun { run, recordings, .. } = exported;
    let id = &run.id;
    if run.schema != RUN_SCHEMA {
        return refused(format!(
            "run {id} is {}, and this Paceline reads {RUN_SCHEMA}. Update Paceline.",
            run.schema
        ));
    }
    if id.is_empty() || id.len() > 64 || !id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
    {
        return refused(format!("{id:?} is not the id of a run."));
    }
    if run.state == RunState::Running {
        return refused(format!("run {id} had not ended when it was exported."));
    }
    if run.lanes.len() != recordings.len() {
        return refused(format!(
            "run {id} has {} lanes, and raw logs of {}.",
            run.lanes.len(),
            recordings.len()
        ));
    }
    for ((lane, logs), index) in run.lanes.iter().zip(recordings).zip(0_u32..) {
        let requests = lane.requests().count();
        if requests != logs.len() {
            return refused(format!(
                "in run {id}, lane {index} has {requests} requests and {} raw logs.",
                logs.len()
            ));
        }
        for (log, round) in logs.iter().zip(0_u32..) {
            if !verify::tells_all(log) {
                return refused(format!(
                    "in run {id}, lane {index}, round {round}, the raw log does not add up to the text."
                ));
            }
        }
    }
    address::check_plan(&run.plan)?;
    address::check_lanes(&run.lanes)
}

fn take(
    connection: &Connection,
    exported: &ExportedRun,
    imported: &mut Imported,
) -> Result<(), Failed> {
    let ExportedRun { run, recordings, marks } = exported;
    let id = run.id.clone();
    if runs::state(connection, &id)?.is_some() {
        let is_kept = runs::must_be_kept(connection, &id).is_ok();
        if is_kept { &mut imported.known } else { &mut imported.deleted }.push(id);
        return Ok(());
    }
    runs::insert(connection, run)?;
    lanes::put(connection, run)?;
    marks::put(connection, &id, marks)?;
    live::put_requests(connection, run, recordings)?;
    imported.added.push(id);
    Ok(())
}
