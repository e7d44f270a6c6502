//! The table `runs`: one row per run, and the list drawn from it.

use race::{Attachments, Run, RunKind, RunState};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, named_params, params};
use serde::{Deserialize, Serialize};

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::{from_json, from_word, to_json, to_word};
use crate::tables::lanes::{self, RunRowLane};
use crate::tables::run_rows::ODD_DELETION;
use crate::tables::{attachments, run_index, samples, votes};

/// Length of what was asked in the list, in characters.
const PROMPT_SHOWN: usize = 200;

/// A page of the list, newest run first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RunPage {
    /// Total number of runs, without deleted ones.
    pub total: u32,
    /// Those of this page.
    pub runs: Vec<RunRow>,
}

/// A run in the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RunRow {
    /// The run's id.
    pub id: String,
    /// Whether it is a race or a sweep.
    pub kind: RunKind,
    /// When it started; RFC 3339 in UTC.
    pub started_at: String,
    /// Its state.
    pub state: RunState,
    /// Whether any lane was simulated.
    pub simulated: bool,
    /// The first 200 characters of its prompt or, without one, of the last text of its turns.
    pub prompt: String,
    /// Whether it was measured elsewhere and imported.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imported: bool,
    /// Its lanes, in the order in which they ran.
    pub lanes: Vec<RunRowLane>,
}

impl History {
    /// A page of the list: at most `limit` runs, newest first, skipping the `offset` newest. An unreadable run is left
    /// out, with a [notice](Self::notices).
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn list(&self, offset: u32, limit: u32) -> Result<RunPage, HistoryError> {
        let (page, unreadable) = self.read(|connection| page(connection, "", offset, limit))?;
        self.add_notices(&unreadable);
        Ok(page)
    }

    /// The newest `limit` runs that are not [hidden](Self::hide), of as many as are not.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn newest_shown(&self, limit: u32) -> Result<RunPage, HistoryError> {
        let (page, unreadable) = self.read(|connection| page(connection, SHOWN, 0, limit))?;
        self.add_notices(&unreadable);
        Ok(page)
    }

    /// One complete run. While it is running, its lanes have no samples.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] for an unknown or deleted run; otherwise if it cannot be read.
    pub fn run(&self, id: &str) -> Result<Run, HistoryError> {
        self.read(|connection| {
            let kept = if is_kept(connection, id)? { read(connection, id)? } else { None };
            let mut run = kept.ok_or_else(|| no_such_run(id))?;
            samples::put_back(connection, &mut run)?;
            attachments::put_back(connection, &mut run)?;
            Ok(run)
        })
    }

    /// The newest `limit` runs whose ids have this prefix; none for an empty prefix.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn ids_beginning(&self, beginning: &str, limit: u32) -> Result<Vec<String>, HistoryError> {
        if beginning.is_empty() {
            return Ok(Vec::new());
        }
        self.read(|connection| {
            // Ids are ASCII, so all ids with the prefix sort below this upper bound.
            let mut rows = connection.prepare_cached(
                "SELECT id FROM runs WHERE id >= ?1 AND id < ?1 || char(127) AND deleted_at IS NULL
                 ORDER BY id DESC LIMIT ?2",
            )?;
            let ids = rows.query_map(params![beginning, limit], |row| row.get(0))?;
            Ok(ids.collect::<Result<_, _>>()?)
        })
    }

    /// Deletes a run. It can be [restored](Self::restore) during the retention period.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] for an unknown or deleted run; otherwise if it cannot be written.
    pub fn delete(&self, id: &str) -> Result<(), HistoryError> {
        self.mark(
            id,
            "UPDATE runs SET deleted_at = unixepoch() WHERE id = ?1 AND deleted_at IS NULL",
        )
    }

    /// Restores a deleted run.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] unless it was deleted and is still kept; otherwise if it cannot be written.
    pub fn restore(&self, id: &str) -> Result<(), HistoryError> {
        self.mark(id, "UPDATE runs SET deleted_at = NULL WHERE id = ?1 AND deleted_at IS NOT NULL")
    }

    fn mark(&self, id: &str, sql: &str) -> Result<(), HistoryError> {
        self.write(|connection| {
            if connection.execute(sql, [id])? == 0 {
                return Err(no_such_run(id));
            }
            Ok(())
        })
    }

    /// Whether a run was deleted more than `kept_days` days ago.
    pub(crate) fn has_expired(&self, kept_days: u16) -> Result<bool, HistoryError> {
        let expired =
            format!("SELECT EXISTS (SELECT 1 FROM runs WHERE {EXPIRED} AND NOT {ODD_DELETION})");
        self.read(|connection| Ok(connection.query_row(&expired, [kept_days], |row| row.get(0))?))
    }

    /// Removes runs deleted more than `kept_days` days ago, with all their data. If there are none it writes nothing,
    /// so that it waits for nobody.
    ///
    /// # Errors
    /// If the file cannot be written. Nothing is removed then.
    pub fn purge(&self, kept_days: u16) -> Result<(), HistoryError> {
        if !self.has_expired(kept_days)? {
            return Ok(());
        }
        let purge = format!("DELETE FROM runs WHERE {EXPIRED} AND NOT {ODD_DELETION}");
        self.write(|connection| {
            connection.execute(&purge, [kept_days])?;
            votes::forget_set_aside(connection)
        })
    }
}

pub(crate) fn no_such_run(id: &str) -> StoreFailure {
    HistoryError::NoSuchRun { id: id.to_owned() }.into()
}

/// Adds the row of a new run.
pub(crate) fn insert(connection: &Connection, run: &Run) -> Result<(), StoreFailure> {
    let (document, attachments) = document(run)?;
    let added = connection.execute(
        "INSERT INTO runs (id, started_at, state, simulated, prompt, document)
         VALUES (:id, :started_at, :state, :simulated, :prompt, :document)
         ON CONFLICT (id) DO NOTHING",
        named_params! {
            ":id": run.id,
            ":started_at": run.started_at,
            ":state": state_word(run)?,
            ":simulated": run.simulated,
            ":prompt": prompt_to_show(run),
            ":document": document,
        },
    )?;
    if added == 0 {
        return Err(HistoryError::AlreadyBegun { id: run.id.clone() }.into());
    }
    attachments::put(connection, &run.id, &attachments)
}

/// Updates the row of a run.
pub(crate) fn update(connection: &Connection, run: &Run) -> Result<(), StoreFailure> {
    let (document, attachments) = document(run)?;
    connection.execute(
        "UPDATE runs SET started_at = :started_at, state = :state, simulated = :simulated, document = :document
         WHERE id = :id",
        named_params! {
            ":id": run.id,
            ":started_at": run.started_at,
            ":state": state_word(run)?,
            ":simulated": run.simulated,
            ":document": document,
        },
    )?;
    attachments::put(connection, &run.id, &attachments)
}

/// What the list shows of a run's row: the columns that are computed from the run.
pub(crate) const LISTED: [&str; 3] = ["started_at", "simulated", "prompt"];

/// The value that each of [`LISTED`] should have.
pub(crate) fn listed_values(run: &Run) -> [Value; LISTED.len()] {
    [run.started_at.clone().into(), run.simulated.into(), prompt_to_show(run).into()]
}

/// Writes again what the list shows of a run.
pub(crate) fn relist(connection: &Connection, run: &Run) -> Result<(), StoreFailure> {
    let [started_at, simulated, prompt] = listed_values(run);
    connection.execute(
        "UPDATE runs SET started_at = ?2, simulated = ?3, prompt = ?4 WHERE id = ?1",
        params![run.id, started_at, simulated, prompt],
    )?;
    Ok(())
}

/// The beginning of what was asked.
fn prompt_to_show(run: &Run) -> String {
    run.plan.asked().chars().take(PROMPT_SHOWN).collect()
}

/// Marks a run as interrupted without further data.
pub(crate) fn give_up(connection: &Connection, id: &str) -> Result<(), StoreFailure> {
    connection.execute("UPDATE runs SET state = 'interrupted' WHERE id = ?1", [id])?;
    Ok(())
}

/// The state of a run, deleted or not; `None` if there is none.
pub(crate) fn state(connection: &Connection, id: &str) -> Result<Option<RunState>, StoreFailure> {
    let word = connection
        .prepare_cached("SELECT state FROM runs WHERE id = ?1")?
        .query_row([id], |row| row.get(0))
        .optional()?;
    Ok(word.map(|word| from_word(|| format!("The state of run {id}"), word)).transpose()?)
}

/// A run without its lanes' samples and its attachments, deleted or not; `None` if there is none. Its state is taken from the row,
/// and whether it was imported from the index.
pub(crate) fn read(connection: &Connection, id: &str) -> Result<Option<Run>, StoreFailure> {
    let columns: Option<(String, String, bool)> = connection
        .prepare_cached(
            "SELECT document, state, EXISTS (SELECT 1 FROM overview WHERE run_id = ?1 AND imported = 1)
             FROM runs WHERE id = ?1",
        )?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .optional()?;
    let what = || format!("Run {id}");
    let run = columns.map(|(document, state, imported)| {
        let state = from_word(what, state)?;
        Ok::<_, HistoryError>(Run { state, imported, ..from_json(what, &document)? })
    });
    Ok(run.transpose()?)
}

/// A run with its samples and without its attachments, deleted or not.
pub(crate) fn read_with_samples(
    connection: &Connection,
    id: &str,
) -> Result<Option<Run>, StoreFailure> {
    let Some(mut run) = read(connection, id)? else { return Ok(None) };
    samples::put_back(connection, &mut run)?;
    Ok(Some(run))
}

/// The beginning of a run's prompt, for a list.
pub(crate) fn prompt_shown(connection: &Connection, id: &str) -> Result<String, StoreFailure> {
    let prompt = connection
        .prepare_cached("SELECT prompt FROM runs WHERE id = ?1")?
        .query_row([id], |row| row.get(0))?;
    Ok(prompt)
}

/// Refuses an unknown or deleted run.
pub(crate) fn must_be_kept(connection: &Connection, id: &str) -> Result<(), StoreFailure> {
    if is_kept(connection, id)? { Ok(()) } else { Err(no_such_run(id)) }
}

/// Whether this run exists and was not deleted.
fn is_kept(connection: &Connection, id: &str) -> Result<bool, StoreFailure> {
    let mut row =
        connection.prepare_cached("SELECT 1 FROM runs WHERE id = ?1 AND deleted_at IS NULL")?;
    Ok(row.exists([id])?)
}

/// The runs whose row says `running`.
pub(crate) fn unfinished(connection: &Connection) -> Result<Vec<String>, StoreFailure> {
    let mut rows = connection.prepare("SELECT id FROM runs WHERE state = 'running'")?;
    let ids = rows.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(ids)
}

/// The first run after `id` in the order of ids, without deleted ones.
pub(crate) fn after(connection: &Connection, id: &str) -> Result<Option<String>, StoreFailure> {
    let next = connection
        .prepare_cached(
            "SELECT id FROM runs WHERE id > ?1 AND deleted_at IS NULL ORDER BY id LIMIT 1",
        )?
        .query_row([id], |row| row.get(0))
        .optional()?;
    Ok(next)
}

/// The document of a run's row, and the attachments that it only names.
fn document(run: &Run) -> Result<(String, Attachments), HistoryError> {
    let bare = |level: &race::Level| race::Level {
        samples: Vec::new(),
        others: Vec::new(),
        ..level.clone()
    };
    let lanes = run.lanes.iter().map(|lane| race::Lane {
        samples: Vec::new(),
        levels: lane.levels.iter().map(bare).collect(),
        uncertainty: std::collections::BTreeMap::new(),
        feels: std::collections::BTreeMap::new(),
        at_prompt_lengths: Vec::new(),
        knee: None,
        capacity: None,
        prompt_length_line: None,
        cache_savings: Vec::new(),
        ..lane.clone()
    });
    let (plan, attachments) = run.plan.clone().detached();
    let bare = Run { lanes: lanes.collect(), plan, imported: false, ..run.clone() };
    Ok((to_json(|| format!("Run {}", run.id), &bare)?, attachments))
}

fn state_word(run: &Run) -> Result<String, HistoryError> {
    to_word(|| format!("The state of run {}", run.id), &run.state)
}

/// Deleted more than `?1` days ago. A time that cannot be is no reason to remove anything.
const EXPIRED: &str = "deleted_at < unixepoch() - ?1 * 86400 AND state <> 'running'";

const COUNT: &str = "SELECT count(*) FROM runs WHERE deleted_at IS NULL";
const PAGE: &str = "SELECT id, started_at, state, simulated, prompt,
         CASE WHEN json_valid(document) THEN document ->> 'kind' ELSE '' END
     FROM runs WHERE deleted_at IS NULL";
const ORDER: &str = " ORDER BY id DESC LIMIT ?1 OFFSET ?2";
/// Which of them are not hidden.
const SHOWN: &str = " AND id NOT IN (SELECT run_id FROM marks WHERE hidden = 1)";

/// A page of the list, and for each unreadable run why it is not on it.
fn page(
    connection: &Connection,
    which: &str,
    offset: u32,
    limit: u32,
) -> Result<(RunPage, Vec<HistoryError>), StoreFailure> {
    let total = connection.query_row(&format!("{COUNT}{which}"), [], |row| row.get(0))?;
    let mut rows = connection.prepare_cached(&format!("{PAGE}{which}{ORDER}"))?;
    let mut rows = rows.query(params![limit, offset])?;
    let (mut runs, mut unreadable) = (Vec::new(), Vec::new());
    while let Some(row) = rows.next()? {
        match listed(connection, row) {
            Ok(run) => runs.push(run),
            Err(failed) => unreadable.push(failed.of_one_value()?),
        }
    }
    Ok((RunPage { total, runs }, unreadable))
}

fn listed(connection: &Connection, row: &Row<'_>) -> Result<RunRow, StoreFailure> {
    let id: String = row.get(0)?;
    let kind: RunKind = from_word(|| format!("The kind of run {id}"), row.get(5)?)?;
    Ok(RunRow {
        started_at: row.get(1)?,
        state: from_word(|| format!("The state of run {id}"), row.get(2)?)?,
        simulated: row.get(3)?,
        prompt: row.get(4)?,
        kind,
        imported: run_index::is_imported(connection, &id)?,
        lanes: lanes::of_run(connection, &id, kind)?,
        id,
    })
}

#[cfg(test)]
#[path = "runs_tests.rs"]
mod tests;
