//! Whether the index of a run for lists, searches and charts is what the run says.

use measure::Metric;
use race::{Run, Sample};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, Row, params};

use crate::error::StoreFailure;
use crate::tables::model_bill::BillTable;
use crate::tables::numbers::Position;
use crate::tables::{chain_steps, judges, lanes, numbers, run_index, runs};

/// The first place where the index of a run differs from the run, in a sentence; `None` if there is none. `run` has its
/// samples, and its row was computed under today's definitions.
pub(crate) fn difference(
    connection: &Connection,
    run: &Run,
) -> Result<Option<String>, StoreFailure> {
    if let Some(column) = in_list(connection, run)? {
        return Ok(Some(format!("The list has another {column} than the run.")));
    }
    if let Some((lane, column)) = lanes::difference(connection, run)? {
        return Ok(Some(format!("In lane {lane}, the list has another {column} than the run.")));
    }
    let Some(key) = run_index::key_of(connection, &run.id)? else {
        return Ok(Some("It has no entry in lists, searches and charts.".to_owned()));
    };
    let other = |place: &str, column: &str| {
        Some(format!("{place}, searches and charts have another {column} than the run."))
    };
    if let Some(column) = in_overview(connection, run, key)? {
        return Ok(other("In its entry", &column));
    }
    for (lane, index) in run.lanes.iter().zip(0_u32..) {
        let columns = run_index::LANE_COLUMNS;
        let sql =
            format!("SELECT {} FROM entrants WHERE run = ?1 AND lane = ?2", columns.join(", "));
        let mut row = connection.prepare_cached(&sql)?;
        let mut row = row.query(params![key, index])?;
        let differs = match row.next()? {
            Some(row) => first_other(row, &columns, &run_index::lane_values(run, lane)?)?,
            None => Some("entry"),
        };
        if let Some(column) = differs {
            return Ok(other(&format!("In lane {index}"), column));
        }
    }
    let bills =
        [("Of its judge", judges::TABLE), ("Of the steps of its chains", chain_steps::TABLE)];
    for (place, table) in &bills {
        if let Some(column) = in_bills(connection, table, run, key)? {
            return Ok(other(place, column));
        }
    }
    if let Some((lane, round, column)) = in_numbers(connection, run, key)? {
        return Ok(other(&format!("In lane {lane}, round {round}"), column));
    }
    for (column, sum) in run_index::SUMS {
        let sql = format!(
            "SELECT 1 FROM overview WHERE key = ?1 AND {column} IS (SELECT {sum} FROM numbers WHERE run = ?1)"
        );
        if !connection.prepare_cached(&sql)?.exists([key])? {
            return Ok(other("In its entry", &format!("sum of {column}")));
        }
    }
    Ok(None)
}

/// The column of the run's row that differs, or the table that has other rows than the run.
fn in_overview(
    connection: &Connection,
    run: &Run,
    key: i64,
) -> Result<Option<String>, StoreFailure> {
    let columns = run_index::COLUMNS;
    let sql = format!(
        "SELECT {}, o.deleted = (r.deleted_at IS NOT NULL), o.state = r.state,
             (SELECT count(*) FROM entrants WHERE run = o.key), (SELECT count(*) FROM numbers WHERE run = o.key)
         FROM overview o JOIN runs r ON r.id = o.run_id WHERE o.key = ?1",
        columns.map(|column| format!("o.{column}")).join(", ")
    );
    let mut row = connection.prepare_cached(&sql)?;
    let mut row = row.query([key])?;
    let Some(row) = row.next()? else { return Ok(Some("run".to_owned())) };
    let mut expected = run_index::values(run)?.to_vec();
    // What cannot be recomputed keeps its older numbers, and is marked all the same as told today.
    if let Some(computed) = expected.last_mut() {
        *computed = run_index::today().into();
    }
    let requests: usize = run.lanes.iter().map(|lane| lane.requests().count()).sum();
    let count = |count: usize| Value::from(i64::try_from(count).unwrap_or(i64::MAX));
    expected.extend([true.into(), true.into(), count(run.lanes.len()), count(requests)]);
    let names: Vec<&str> = columns
        .into_iter()
        .chain(["deletion", "state", "number of lanes", "number of requests"])
        .collect();
    Ok(first_other(row, &names, &expected)?.map(str::to_owned))
}

/// The column of a row of these bills that differs.
fn in_bills(
    connection: &Connection,
    table: &BillTable,
    run: &Run,
    key: i64,
) -> Result<Option<&'static str>, StoreFailure> {
    let columns = table.columns();
    let mut rows = connection.prepare_cached(&table.select())?;
    let mut rows = rows.query([key])?;
    for expected in table.rows(run) {
        let Some(row) = rows.next()? else { return Ok(Some("number of rows")) };
        let differs = first_other(row, &columns, &expected)?;
        if differs.is_some() {
            return Ok(differs);
        }
    }
    Ok(rows.next()?.map(|_| "number of rows"))
}

/// The first request whose numbers differ: its lane, its round and the column.
fn in_numbers(
    connection: &Connection,
    run: &Run,
    key: i64,
) -> Result<Option<(u32, u32, &'static str)>, StoreFailure> {
    let sql = format!(
        "SELECT {}, {} FROM numbers n WHERE run = ?1 AND lane = ?2 AND round = ?3",
        numbers::BESIDE.join(", "),
        numbers::columns(&Metric::ALL)
    );
    let mut row = connection.prepare_cached(&sql)?;
    for (lane, index) in run.lanes.iter().zip(0_u32..) {
        for (at, sample) in numbers::requests((index, lane)) {
            let mut row = row.query(params![key, at.lane, at.round])?;
            let differs = match row.next()? {
                Some(row) => other_number(row, at, sample)?,
                None => Some("entry"),
            };
            if let Some(column) = differs {
                return Ok(Some((at.lane, at.round, column)));
            }
        }
    }
    Ok(None)
}

/// The column of a request's row that differs.
fn other_number(
    row: &Row<'_>,
    at: Position<'_>,
    sample: &Sample,
) -> Result<Option<&'static str>, StoreFailure> {
    let beside = first_other(row, &numbers::BESIDE, &numbers::beside(at, sample)?)?;
    let charted = numbers::read(row, numbers::BESIDE.len(), &Metric::ALL)?;
    let own = sample.values();
    let differs = |metric: &Metric| charted.get(*metric) != own.get(*metric);
    Ok(beside.or_else(|| Metric::ALL.into_iter().find(differs).map(Metric::id)))
}

/// The column of a run's own row, as the list shows it, that differs.
fn in_list(connection: &Connection, run: &Run) -> Result<Option<&'static str>, StoreFailure> {
    let sql = format!("SELECT {} FROM runs WHERE id = ?1", runs::LISTED.join(", "));
    let mut row = connection.prepare_cached(&sql)?;
    let mut row = row.query([&run.id])?;
    let Some(row) = row.next()? else { return Ok(None) };
    Ok(first_other(row, &runs::LISTED, &runs::listed_values(run))?)
}

/// The first of these columns, which a row begins with, that has not the value it should have.
fn first_other<'a>(
    row: &Row<'_>,
    names: &[&'a str],
    expected: &[Value],
) -> Result<Option<&'a str>, rusqlite::Error> {
    for ((name, value), column) in names.iter().zip(expected).zip(0..) {
        if row.get_ref(column)? != ValueRef::from(value) {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// Removes the entries of runs that are not there: nothing but the index knew of them.
pub(crate) fn remove_orphans(connection: &Connection) -> Result<usize, StoreFailure> {
    let mut removed = 0;
    for sql in [
        "DELETE FROM overview WHERE run_id NOT IN (SELECT id FROM runs)",
        "DELETE FROM entrants WHERE run NOT IN (SELECT key FROM overview)",
        "DELETE FROM judges WHERE run NOT IN (SELECT key FROM overview)",
        "DELETE FROM chain_steps WHERE run NOT IN (SELECT key FROM overview)",
        "DELETE FROM numbers WHERE run NOT IN (SELECT key FROM overview)",
    ] {
        removed += connection.execute(sql, [])?;
    }
    Ok(removed)
}

#[cfg(test)]
#[path = "index_check_tests.rs"]
mod tests;
