//! The table `recordings`: the raw log of one request.

use measure::Transcript;
use race::Recording;
use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, Row, params};

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::{from_json, to_json};
use crate::tables::recording_codec;

impl History {
    /// The raw log of one request. `lane` is the index among the lanes that ran, `round` that of the measured round;
    /// both from 0.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRecording`] if there is none; otherwise if it cannot be read.
    pub fn recording(&self, run: &str, lane: u32, round: u32) -> Result<Recording, HistoryError> {
        self.read(|connection| {
            read(connection, run, lane, round)?.ok_or_else(|| {
                HistoryError::NoSuchRecording { id: run.to_owned(), lane, round }.into()
            })
        })
    }
}

/// Adds a raw log, and the `sample` that was computed from it.
pub(crate) fn insert(
    connection: &Connection,
    run: &str,
    (lane, round): (u32, u32),
    recording: &Recording,
    sample: &str,
) -> Result<(), StoreFailure> {
    let [reasoning, answer, tool, usage, log] = to_columns(|| name(run, lane, round), recording)?;
    connection
        .prepare_cached(
            "INSERT INTO recordings (run_id, lane, round, reasoning, answer, tool, usage, log, sample)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        )?
        .execute(params![run, lane, round, reasoning, answer, tool, usage, log, sample])?;
    Ok(())
}

pub(crate) fn read(
    connection: &Connection,
    run: &str,
    lane: u32,
    round: u32,
) -> Result<Option<Recording>, StoreFailure> {
    let mut rows = connection.prepare_cached(
        "SELECT r.reasoning, answer, tool, usage, log FROM recordings r JOIN runs ON runs.id = run_id
         WHERE run_id = ?1 AND lane = ?2 AND round = ?3 AND deleted_at IS NULL",
    )?;
    let mut rows = rows.query(params![run, lane, round])?;
    let row = rows.next()?;
    row.map(|row| from_columns(|| name(run, lane, round), row, 0)).transpose()
}

/// The columns of a recording, here and in `checkpoints`: reasoning, answer, tool, usage, log.
pub(crate) fn to_columns(
    what: impl Fn() -> String,
    recording: &Recording,
) -> Result<[ToSqlOutput<'_>; 5], HistoryError> {
    let log = recording_codec::encode(recording)
        .map_err(|source| HistoryError::Unwritable { what: what(), source })?;
    let transcript = &recording.transcript;
    Ok([
        transcript.reasoning.as_str().into(),
        transcript.answer.as_str().into(),
        transcript.tool.as_str().into(),
        to_json(what, &recording.usage)?.into(),
        log.into(),
    ])
}

/// The recording in the five columns of `row` that begin at `first`, in the order of [`to_columns`].
pub(crate) fn from_columns(
    what: impl Fn() -> String,
    row: &Row<'_>,
    first: usize,
) -> Result<Recording, StoreFailure> {
    let (usage, log): (String, Vec<u8>) = (row.get(first + 3)?, row.get(first + 4)?);
    let (timeline, chain) = recording_codec::decode(&log)
        .map_err(|error| HistoryError::Unreadable { what: what(), reason: error.to_string() })?;
    Ok(Recording {
        timeline,
        transcript: Transcript {
            reasoning: row.get(first)?,
            answer: row.get(first + 1)?,
            tool: row.get(first + 2)?,
        },
        usage: from_json(what, &usage)?,
        chain,
    })
}

/// Name of a request in errors.
pub(crate) fn name(run: &str, lane: u32, round: u32) -> String {
    format!("Run {run}, lane {lane}, round {round}")
}
