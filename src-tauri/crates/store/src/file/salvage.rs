//! What can be read of a damaged history, copied row by row into a new one.
//!
//! **Invariant:** the damaged file is only read. Rows are copied as they are; what is computed from them is computed again,
//! so that the copy is consistent, and nothing in the damaged file can make it otherwise.

use std::collections::{BTreeMap, BTreeSet};

use rusqlite::{Connection, ErrorCode, params, params_from_iter};

use crate::error::StoreFailure;
use crate::file::damage::{SETTINGS, Salvage};
use crate::file::lost_requests::{Left, MOST_HELD, hold_places};
use crate::file::pages::Pages;
use crate::file::rows::{Field, FoundRow, PageKind, RowReader};
use crate::file::trees::{KEPT, NAMING, Trees, fits, table_of};
use crate::folder::run_locks::is_id;
use crate::migrations::{self, MIGRATIONS};
use crate::tables::{lanes, run_index, runs, texts};

/// Makes a history of what can be read, in an empty database. `None` if nothing of a history was found.
pub(crate) fn fill(
    connection: &mut Connection,
    pages: &Pages,
) -> Result<Option<Salvage>, StoreFailure> {
    migrations::migrate(connection, None, MIGRATIONS)?;
    // Rows come in the order of their pages, and one that breaks a rule is still the user's.
    connection.pragma_update(None, "foreign_keys", false)?;
    connection.pragma_update(None, "ignore_check_constraints", true)?;
    let transaction = connection.transaction()?;
    let salvage = copy(pages, &transaction)?;
    transaction.commit()?;
    connection.pragma_update(None, "ignore_check_constraints", false)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(salvage)
}

/// Copies what can be read.
fn copy(pages: &Pages, into: &Connection) -> Result<Option<Salvage>, StoreFailure> {
    let trees = Trees::of(pages);
    let mut copy = Copy::into(into, pages)?;
    // The runs first: they say what rows of lost pages are.
    for (table, _) in KEPT {
        for page in trees.pages.get(table).into_iter().flatten() {
            copy.page(table, *page)?;
        }
    }
    for name in NAMING {
        for page in trees.pages.get(name).into_iter().flatten() {
            copy.names_on(name, *page);
        }
    }
    for of_runs in [true, false] {
        // Both times the rows have their overflow pages.
        let before = copy.reader.clone();
        for page in &trees.lost {
            copy.lost_page(pages, *page, of_runs)?;
        }
        copy.reader = before;
    }
    if copy.states.is_empty() && copy.rows == 0 {
        return Ok(None);
    }
    let mut salvage = Salvage::default();
    complete(into, &mut copy)?;
    derive(into, &mut copy, &mut salvage)?;
    let is_there = |run: &&String| copy.states.contains_key(*run);
    salvage.lost.extend(copy.named.iter().filter(|run| !is_there(run)).cloned());
    salvage.lost.sort();
    salvage.lost.dedup();
    let lost = &salvage.lost;
    salvage.incomplete =
        copy.cut.iter().filter(|run| is_there(run) && !lost.contains(run)).cloned().collect();
    let broken = trees.broken.iter().map(String::as_str).chain(copy.broken.iter().copied());
    salvage.partial = broken.filter_map(said).collect();
    salvage.partial.sort();
    salvage.partial.dedup();
    Ok(Some(salvage))
}

/// What users call a part of a history.
fn said(table: &str) -> Option<String> {
    let said = match table {
        "settings" => SETTINGS,
        "endpoints" | "addresses" => "endpoints",
        "marks" | "tags" | "votes" => "stars, tags, notes and votes",
        "attachments" | "attached" => "images and documents",
        "earlier" => "numbers under earlier definitions",
        "overview" => "which runs were imported",
        "watches" | "watch_turns" | "watch_changes" | "alarms" | "alarm_messages" => "watches",
        _ => return None,
    };
    Some(said.to_owned())
}

/// A copy under way.
struct Copy<'a> {
    into: &'a Connection,
    reader: RowReader<'a>,
    columns: BTreeMap<&'static str, Vec<String>>,
    /// The states of the runs that were copied, by id.
    states: BTreeMap<String, String>,
    /// Ids of runs that anything names.
    named: BTreeSet<String>,
    imported: BTreeSet<String>,
    /// Runs with a request that could not be read.
    cut: BTreeSet<String>,
    /// Tables with a row that could not be read.
    broken: BTreeSet<&'static str>,
    /// Number of rows copied.
    rows: u64,
}

impl<'a> Copy<'a> {
    fn into(into: &'a Connection, pages: &'a Pages) -> Result<Self, StoreFailure> {
        let mut columns = BTreeMap::new();
        for table in KEPT.iter().map(|(table, _)| *table).chain(["overview"]) {
            let mut names = into.prepare("SELECT name FROM pragma_table_info(?1)")?;
            let names = names.query_map([table], |row| row.get(0))?.collect::<Result<_, _>>()?;
            columns.insert(table, names);
        }
        Ok(Self {
            into,
            reader: RowReader::of(pages),
            columns,
            states: BTreeMap::new(),
            named: BTreeSet::new(),
            imported: BTreeSet::new(),
            cut: BTreeSet::new(),
            broken: BTreeSet::new(),
            rows: 0,
        })
    }

    /// Copies the rows of a page of a table.
    fn page(&mut self, table: &'static str, page: u32) -> Result<(), StoreFailure> {
        for row in self.reader.rows(page) {
            let run = run_of(table, &row.fields);
            if let Some(run) = &run {
                self.named.insert(run.clone());
            }
            if !row.is_whole || !fits(table, &row.fields) || !self.insert(table, &row)? {
                self.broken.insert(table);
                if matches!(table, "samples" | "recordings" | "checkpoints") {
                    self.cut.extend(run);
                }
            }
        }
        Ok(())
    }

    /// Copies the rows of a page that belongs to no tree; those of runs alone, or all others.
    fn lost_page(&mut self, pages: &Pages, page: u32, of_runs: bool) -> Result<(), StoreFailure> {
        let kind = pages.page(page).and_then(|bytes| PageKind::of(&bytes, page));
        let Some(kind) = kind.filter(|_| !self.reader.is_overflow(page)) else { return Ok(()) };
        for row in self.reader.rows(page).into_iter().filter(|row| row.is_whole) {
            match table_of(&row.fields, kind.has_rowids(), &self.states) {
                Some(table) if (table == "runs") == of_runs => drop(self.insert(table, &row)?),
                None if !of_runs && kind.has_rowids() => self.overview(&row.fields),
                _ => {}
            }
        }
        Ok(())
    }

    /// Copies a row; `false` if it cannot be one of its table.
    fn insert(&mut self, table: &'static str, row: &FoundRow) -> Result<bool, StoreFailure> {
        let columns = self.columns.get(table).map(Vec::as_slice).unwrap_or_default();
        let Some(columns) = columns.get(..row.fields.len()) else { return Ok(false) };
        let mut columns: Vec<&str> = columns.iter().map(String::as_str).collect();
        let mut values = row.fields.clone();
        // Checkpoints follow one another in the order of their rowids.
        if let Some(rowid) = row.rowid.filter(|_| table == "checkpoints") {
            columns.push("rowid");
            values.push(Field::Integer(rowid));
        }
        let sql = format!(
            "INSERT OR IGNORE INTO {table} ({}) VALUES ({})",
            columns.join(", "),
            vec!["?"; columns.len()].join(", ")
        );
        match self.into.prepare_cached(&sql)?.execute(params_from_iter(&values)) {
            Ok(added) => self.rows += added as u64,
            Err(error) if is_of_the_row(&error) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        if table == "runs"
            && let [id, _, state, ..] = row.fields.as_slice()
            && let Some((id, state)) = id.text().zip(state.text())
        {
            self.named.insert(id.to_owned());
            self.states.entry(id.to_owned()).or_insert_with(|| state.to_owned());
        }
        Ok(true)
    }

    /// Reads which runs a page of a derived table or an index names.
    fn names_on(&mut self, name: &str, page: u32) {
        for row in self.reader.rows(page).into_iter().filter(|row| row.is_whole) {
            if name == "overview" {
                self.named.extend(row.fields.get(1).and_then(id_in));
                self.overview(&row.fields);
            } else {
                self.named.extend(row.fields.first().and_then(id_in));
            }
        }
    }

    /// Takes from a row of `overview` what no run says.
    fn overview(&mut self, fields: &[Field]) {
        let columns = self.columns.get("overview").map(Vec::as_slice).unwrap_or_default();
        let value = |name: &str| fields.get(columns.iter().position(|column| column == name)?);
        if value("imported") == Some(&Field::Integer(1)) {
            self.imported.extend(value("run_id").and_then(id_in));
        }
    }
}

/// Whether a row that was found cannot be one of its table.
fn is_of_the_row(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error_code();
    code.is_some_and(|code| {
        matches!(code, ErrorCode::ConstraintViolation | ErrorCode::TooBig | ErrorCode::TypeMismatch)
    })
}

/// The run that a row names.
fn run_of(table: &str, fields: &[Field]) -> Option<String> {
    let names_none = [
        "attachments",
        "endpoints",
        "addresses",
        "settings",
        "watches",
        "watch_turns",
        "watch_changes",
        "alarms",
        "alarm_messages",
    ]
    .contains(&table);
    fields.first().filter(|_| !names_none).and_then(id_in)
}

/// The id of a run; what is no id names none.
fn id_in(field: &Field) -> Option<String> {
    field.text().filter(|text| is_id(text)).map(str::to_owned)
}

/// The tables whose rows belong to a run and are copied.
const OF_RUNS: [&str; 8] =
    ["samples", "recordings", "checkpoints", "marks", "tags", "votes", "earlier", "attached"];

/// What stands for a word or a sign that cannot be: with it, the copy would be as damaged as the file. The state of a run is that
/// of its document.
const POSSIBLE: [&str; 7] = [
    "UPDATE runs SET state = CASE
         WHEN NOT json_valid(document) THEN 'interrupted'
         WHEN document ->> 'state' IN ('finished', 'stopped') THEN document ->> 'state'
         ELSE 'interrupted' END
     WHERE state NOT IN ('running', 'finished', 'stopped', 'interrupted')",
    "UPDATE runs SET simulated = simulated <> 0 WHERE simulated NOT IN (0, 1)",
    "UPDATE marks SET starred = starred <> 0, hidden = hidden <> 0
     WHERE starred NOT IN (0, 1) OR hidden NOT IN (0, 1)",
    "UPDATE votes SET vote = NULL WHERE vote NOT IN ('good', 'bad')",
    // One that nobody knows to be paused takes no turns.
    "UPDATE watches SET paused = 1 WHERE paused NOT IN (0, 1)",
    "DELETE FROM watch_turns WHERE asked NOT IN (0, 1)
     OR outcome NOT IN ('running', 'done', 'stopped', 'cut_off', 'missed', 'overrun', 'over_budget', 'refused')",
    "DELETE FROM alarm_messages WHERE state NOT IN ('waiting', 'told', 'given_up')",
];

/// Removes rows that refer to what is not there, and puts back what others hold as well.
fn complete(into: &Connection, copy: &mut Copy<'_>) -> Result<(), StoreFailure> {
    for sql in POSSIBLE {
        into.execute(sql, [])?;
    }
    for table in OF_RUNS {
        let sql = format!("DELETE FROM {table} WHERE run_id NOT IN (SELECT id FROM runs)");
        into.execute(&sql, [])?;
    }
    for table in ["watch_turns", "watch_changes", "alarms"] {
        let sql = format!("DELETE FROM {table} WHERE watch NOT IN (SELECT id FROM watches)");
        into.execute(&sql, [])?;
    }
    into.execute("DELETE FROM alarm_messages WHERE alarm NOT IN (SELECT id FROM alarms)", [])?;
    into.execute("DELETE FROM attached WHERE hash NOT IN (SELECT hash FROM attachments)", [])?;
    into.execute("DELETE FROM attachments WHERE hash NOT IN (SELECT hash FROM attached)", [])?;
    // The texts of a request are usually those of its raw log.
    into.execute(
        "INSERT OR IGNORE INTO samples (run_id, lane, round, document)
         SELECT run_id, lane, round, '' FROM recordings WHERE sample IS NOT NULL",
        [],
    )?;
    for (lost, rest) in [("samples", "recordings"), ("recordings", "samples")] {
        let sql = format!(
            "SELECT DISTINCT run_id FROM {rest} WHERE NOT EXISTS (
                 SELECT 1 FROM {lost} o WHERE o.run_id = {rest}.run_id AND o.lane = {rest}.lane AND o.round = {rest}.round)"
        );
        let mut cut = into.prepare(&sql)?;
        for run in cut.query_map([], |row| row.get::<_, String>(0))? {
            copy.cut.insert(run?);
        }
    }
    // Without its numbers a raw log makes its whole run unreadable.
    into.execute(
        "DELETE FROM recordings WHERE NOT EXISTS (
             SELECT 1 FROM samples s WHERE s.run_id = recordings.run_id AND s.lane = recordings.lane
             AND s.round = recordings.round)",
        [],
    )?;
    Ok(())
}

/// Computes from each run what lists, searches and charts have of it.
fn derive(
    into: &Connection,
    copy: &mut Copy<'_>,
    salvage: &mut Salvage,
) -> Result<(), StoreFailure> {
    let mut places = MOST_HELD;
    for id in copy.states.keys() {
        let is_read = match derive_run(into, id, &mut copy.cut, &mut places) {
            Ok(is_read) => is_read,
            Err(failed) => {
                failed.of_one_value()?;
                false
            }
        };
        if !is_read {
            // It is in the damaged file. Here, every check would tell it again.
            remove_run(into, id)?;
            salvage.lost.push(id.clone());
            continue;
        }
        salvage.runs += 1;
        // Requests of a lane that its run has not keep a lane to belong to.
        into.execute(
            "INSERT OR IGNORE INTO lanes (run_id, lane, place, label, model, simulated)
             SELECT DISTINCT run_id, lane, lane, '', '', 0 FROM samples WHERE run_id = ?1",
            [id],
        )?;
    }
    for id in &copy.imported {
        into.execute("UPDATE overview SET imported = 1 WHERE run_id = ?1", params![id])?;
    }
    Ok(())
}

/// Computes the entries of one run; `false` if there is no run.
fn derive_run(
    into: &Connection,
    id: &str,
    cut: &mut BTreeSet<String>,
    places: &mut usize,
) -> Result<bool, StoreFailure> {
    let Some(header) = runs::read(into, id)? else { return Ok(false) };
    match hold_places(into, &header, places)? {
        Left::All => {}
        Left::Some => drop(cut.insert(id.to_owned())),
        Left::TooFew => return Ok(false),
    }
    let Some(run) = runs::read_with_samples(into, id)? else { return Ok(false) };
    runs::relist(into, &run)?;
    lanes::update(into, &run)?;
    run_index::renew(into, &run)?;
    texts::put(into, &run)?;
    Ok(true)
}

/// Removes a run that cannot be read, with all that belongs to it.
fn remove_run(into: &Connection, id: &str) -> Result<(), StoreFailure> {
    for table in OF_RUNS.iter().chain(&["lanes", "overview"]) {
        into.execute(&format!("DELETE FROM {table} WHERE run_id = ?1"), [id])?;
    }
    into.execute("DELETE FROM runs WHERE id = ?1", [id])?;
    into.execute("DELETE FROM attachments WHERE hash NOT IN (SELECT hash FROM attached)", [])?;
    Ok(())
}

#[cfg(test)]
#[path = "hostile_pages_tests.rs"]
mod tests;
