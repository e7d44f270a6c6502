//! The index `texts`: the full-text index of runs. The texts themselves are stored elsewhere.

use race::Run;
use rusqlite::{Connection, named_params};

use crate::error::StoreFailure;
use crate::tables::{annotations, run_index, runs};

/// The searchable texts of a run.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    pub(crate) prompt: String,
    pub(crate) system: String,
    pub(crate) answers: String,
    pub(crate) contenders: String,
    pub(crate) note: String,
    pub(crate) tags: String,
}

/// The columns of the index, in the order of [`Texts::columns`].
pub(crate) const COLUMNS: [&str; 6] = ["prompt", "system", "answers", "contenders", "note", "tags"];

impl Texts {
    /// The texts of a run, with at most `most_answers` characters of its answers.
    pub(crate) fn of(
        connection: &Connection,
        run: &Run,
        most_answers: u32,
    ) -> Result<Self, StoreFailure> {
        let marks = annotations::read(connection, &run.id)?;
        let of_answers = marks.answers.iter().map(|answer| answer.note.as_str());
        let notes: Vec<&str> = [&*marks.note].into_iter().chain(of_answers).collect();
        let mut prompts = run.plan.asked_texts();
        prompts.extend(run.plan.load.iter().flat_map(|load| load.prompts.iter().cloned()));
        let own = run.plan.lanes.iter().filter_map(|lane| lane.request.as_ref()?.system.as_deref());
        let systems: Vec<&str> = run.plan.system.as_deref().into_iter().chain(own).collect();
        let mut contenders: Vec<String> = run
            .lanes
            .iter()
            .map(|lane| format!("{} {} {}", lane.provider, lane.label, lane.model))
            .collect();
        contenders.dedup();
        Ok(Self {
            prompt: prompts.join("\n"),
            system: systems.join("\n"),
            answers: answers(connection, &run.id, most_answers)?,
            contenders: contenders.join("\n"),
            note: notes.join("\n"),
            tags: marks.tags.join(" "),
        })
    }

    pub(crate) fn columns(&self) -> [&str; 6] {
        [&self.prompt, &self.system, &self.answers, &self.contenders, &self.note, &self.tags]
    }
}

/// The answers of a run in order, up to a number of characters.
fn answers(connection: &Connection, run: &str, most: u32) -> Result<String, StoreFailure> {
    let mut rows = connection.prepare_cached(
        "SELECT answer, tool, reasoning FROM recordings WHERE run_id = ?1 ORDER BY lane, round",
    )?;
    let mut rows = rows.query([run])?;
    let mut all = String::new();
    while let Some(row) = rows.next()? {
        for column in 0..3 {
            let text: String = row.get(column)?;
            if !text.is_empty() {
                all.push_str(&text);
                all.push('\n');
            }
        }
        if all.len() > most as usize {
            break;
        }
    }
    Ok(all)
}

/// Indexes a run, replacing earlier entries.
pub(crate) fn put(connection: &Connection, run: &Run) -> Result<(), StoreFailure> {
    let Some(key) = run_index::key_of(connection, &run.id)? else { return Ok(()) };
    let texts = Texts::of(connection, run, u32::MAX)?;
    connection.prepare_cached("DELETE FROM texts WHERE rowid = ?1")?.execute([key])?;
    connection
        .prepare_cached(
            "INSERT INTO texts (rowid, prompt, system, answers, contenders, note, tags)
             VALUES (:key, :prompt, :system, :answers, :contenders, :note, :tags)",
        )?
        .execute(named_params! {
            ":key": key,
            ":prompt": texts.prompt,
            ":system": texts.system,
            ":answers": texts.answers,
            ":contenders": texts.contenders,
            ":note": texts.note,
            ":tags": texts.tags,
        })?;
    Ok(())
}

/// Indexes the run with this id.
pub(crate) fn renew(connection: &Connection, id: &str) -> Result<(), StoreFailure> {
    match runs::read(connection, id) {
        Ok(Some(run)) => put(connection, &run),
        Ok(None) => Ok(()),
        Err(failed) => failed.of_one_value().map(|_left_out| ()),
    }
}

/// Indexes runs stored before the index existed.
pub(crate) fn fill(connection: &Connection) -> Result<(), StoreFailure> {
    let mut rows = connection.prepare("SELECT run_id FROM overview ORDER BY key")?;
    let ids = rows.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    ids.iter().try_for_each(|id| renew(connection, id))
}
