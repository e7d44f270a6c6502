//! The table `recordings`: the raw log of one request.

use measure::Transcript;
use race::Recording;
use rusqlite::{Connection, OptionalExtension, named_params, params};

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::{from_json, to_json};
use crate::tables::samples::name;
use crate::tables::timeline_codec;

impl History {
    /// The raw log of one request. `lane` is the index among the lanes that ran, `round` that of the measured round;
    /// both from 0.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRecording`] when there is none; otherwise when it cannot be read.
    pub fn recording(&self, run: &str, lane: u32, round: u32) -> Result<Recording, HistoryError> {
        self.read(|connection| {
            read(connection, run, lane, round)?.ok_or_else(|| {
                HistoryError::NoSuchRecording { id: run.to_owned(), lane, round }.into()
            })
        })
    }
}

pub(crate) fn insert(
    connection: &Connection,
    run: &str,
    (lane, round): (u32, u32),
    recording: &Recording,
) -> Result<(), StoreFailure> {
    let what = || name(run, lane, round);
    connection
        .prepare_cached(
            "INSERT INTO recordings (run_id, lane, round, reasoning, answer, tool, usage, log)
             VALUES (:run, :lane, :round, :reasoning, :answer, :tool, :usage, :log)",
        )?
        .execute(named_params! {
            ":run": run,
            ":lane": lane,
            ":round": round,
            ":reasoning": recording.transcript.reasoning,
            ":answer": recording.transcript.answer,
            ":tool": recording.transcript.tool,
            ":usage": to_json(what, &recording.usage)?,
            ":log": to_log(what, recording)?,
        })?;
    Ok(())
}

pub(crate) fn read(
    connection: &Connection,
    run: &str,
    lane: u32,
    round: u32,
) -> Result<Option<Recording>, StoreFailure> {
    let mut row = connection.prepare_cached(
        "SELECT r.reasoning, answer, tool, usage, log FROM recordings r JOIN runs ON runs.id = run_id
         WHERE run_id = ?1 AND lane = ?2 AND round = ?3 AND deleted_at IS NULL",
    )?;
    let columns = row
        .query_row(params![run, lane, round], |row| {
            let reasoning = row.get(0)?;
            let transcript = Transcript { reasoning, answer: row.get(1)?, tool: row.get(2)? };
            Ok((transcript, row.get::<_, String>(3)?, row.get::<_, Vec<u8>>(4)?))
        })
        .optional()?;
    let what = || name(run, lane, round);
    let recording = columns
        .map(|(transcript, usage, log)| from_columns(what, transcript, &usage, &log))
        .transpose()?;
    Ok(recording)
}

pub(crate) fn to_log(
    what: impl FnOnce() -> String,
    recording: &Recording,
) -> Result<Vec<u8>, HistoryError> {
    timeline_codec::encode(&recording.timeline)
        .map_err(|source| HistoryError::Unwritable { what: what(), source })
}

pub(crate) fn from_columns(
    what: impl Fn() -> String,
    transcript: Transcript,
    usage: &str,
    log: &[u8],
) -> Result<Recording, HistoryError> {
    Ok(Recording {
        timeline: timeline_codec::decode(log).map_err(|error| HistoryError::Unreadable {
            what: what(),
            reason: error.to_string(),
        })?,
        transcript,
        usage: from_json(what, usage)?,
    })
}
