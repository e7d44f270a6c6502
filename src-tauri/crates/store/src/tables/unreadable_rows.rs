//! Rows beside those of runs that cannot be read: `verify` counts them, and `repair` puts them aside. What reads them leaves out each
//! that cannot be read, and says so ([decision 137](../../../../../docs/decisions/137-unreadable-rows.md)).

use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};
use serde_json::{Map, Value, json};

use crate::error::{HistoryError, StoreFailure};
use crate::tables::row_check::RowCheck;
use crate::tables::{alarms, endpoints, watch_changes, watch_turns, watches};

/// The tables whose rows stand for themselves, those first to whose rows others belong.
const CHECKS: [&RowCheck; 7] = [
    &watches::CHECK,
    &watch_turns::CHECK,
    &watch_changes::CHECK,
    &alarms::CHECK,
    &alarms::MESSAGE_CHECK,
    &endpoints::CHECK,
    &endpoints::ADDRESS_CHECK,
];

/// What names a row that was put aside, among the settings, before its table and its number.
const ASIDE: &str = "unreadable row of ";

/// Finds the rows that cannot be read: a sentence for each table that has any.
pub(crate) fn found(connection: &Connection) -> Result<Vec<String>, StoreFailure> {
    let mut told = Vec::new();
    for check in CHECKS {
        let unreadable = of_table(connection, check)?;
        if let Some((_, first)) = unreadable.first() {
            let count = unreadable.len();
            told.push(format!("{} that cannot be read: {count}. The first: {first}", check.called));
        }
    }
    Ok(told)
}

/// Puts the rows that cannot be read aside, among the settings, and removes them from their tables with what belongs to them. A turn
/// of which only that is unreadable what it could cost stays, as one of which that is not known. Returns how many of each table.
pub(crate) fn put_aside(
    connection: &Connection,
) -> Result<Vec<(&'static str, usize)>, StoreFailure> {
    let mut counts = Vec::new();
    for check in CHECKS {
        let unreadable = of_table(connection, check)?;
        for (rowid, _) in &unreadable {
            keep(connection, check.table, *rowid)?;
            if check.table == watch_turns::CHECK.table {
                let sql = "UPDATE watch_turns SET most = NULL WHERE rowid = ?1";
                connection.execute(sql, [rowid])?;
            }
        }
        // What can be read by now stays.
        for (rowid, _) in of_table(connection, check)? {
            let sql = format!("DELETE FROM {} WHERE rowid = ?1", check.table);
            connection.execute(&sql, [rowid])?;
        }
        if !unreadable.is_empty() {
            counts.push((check.called, unreadable.len()));
        }
    }
    Ok(counts)
}

/// Removes what was put aside of watches, whose plans may hold any prompt. Returns whether there was any.
pub(crate) fn forget_watches(connection: &Connection) -> Result<bool, StoreFailure> {
    let sql = format!("DELETE FROM settings WHERE name GLOB '{ASIDE}{} *'", watches::CHECK.table);
    Ok(connection.execute(&sql, [])? > 0)
}

/// The names of the watches that cannot be read, as far as they can.
pub(crate) fn watches(connection: &Connection) -> Result<Vec<String>, StoreFailure> {
    let name = |(rowid, _): (i64, HistoryError)| {
        let sql = "SELECT CAST(name AS BLOB) FROM watches WHERE rowid = ?1";
        let name: Vec<u8> = connection.query_row(sql, [rowid], |row| row.get(0))?;
        Ok(String::from_utf8_lossy(&name).into_owned())
    };
    of_table(connection, &watches::CHECK)?.into_iter().map(name).collect()
}

/// The rows of a table that cannot be read, by their numbers, and why.
fn of_table(
    connection: &Connection,
    check: &RowCheck,
) -> Result<Vec<(i64, HistoryError)>, StoreFailure> {
    let sql = format!("SELECT {}, rowid AS own FROM {} ORDER BY own", check.columns, check.table);
    let mut rows = connection.prepare(&sql)?;
    let mut rows = rows.query([])?;
    let mut unreadable = Vec::new();
    while let Some(row) = rows.next()? {
        if let Err(failed) = (check.read)(row) {
            unreadable.push((row.get("own")?, failed.of_one_value()?));
        }
    }
    Ok(unreadable)
}

/// Keeps a row among the settings: each column under its name.
fn keep(connection: &Connection, table: &str, rowid: i64) -> Result<(), StoreFailure> {
    let mut row = connection.prepare(&format!("SELECT * FROM {table} WHERE rowid = ?1"))?;
    let names: Vec<String> = row.column_names().map(str::to_owned).collect();
    let kept = row.query_row([rowid], |row| {
        let value = |(place, name): (usize, &String)| {
            Ok::<_, rusqlite::Error>((name.clone(), written(row.get_ref(place)?)))
        };
        names.iter().enumerate().map(value).collect::<Result<Map<String, Value>, _>>()
    })?;
    connection.execute(
        "INSERT INTO settings (name, value) VALUES (?1 || lower(hex(randomblob(4))), ?2)",
        params![format!("{ASIDE}{table} {rowid} "), Value::Object(kept).to_string()],
    )?;
    Ok(())
}

fn written(value: ValueRef<'_>) -> Value {
    match value {
        ValueRef::Null => Value::Null,
        ValueRef::Integer(number) => json!(number),
        ValueRef::Real(number) => json!(number),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => json!(text),
            Err(_) => json!({ "bytes": bytes }),
        },
    }
}

#[cfg(test)]
#[path = "unreadable_rows_tests.rs"]
mod tests;
