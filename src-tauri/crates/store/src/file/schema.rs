//! Whether the tables, columns, indexes and triggers of a history are those that its migrations make.

use std::collections::{BTreeMap, BTreeSet};

use measure::Metric;
use rusqlite::Connection;

use crate::error::StoreFailure;
use crate::migrations;

/// Tables of SQLite's own, which no migration names.
const OWN: &str = "name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

/// The first place where the schema differs from what `steps` make, in a sentence; `None` if there is none.
pub(crate) fn difference(
    connection: &Connection,
    steps: &[&str],
) -> Result<Option<String>, StoreFailure> {
    let model = migrations::model(steps)?;
    let (expected, found) = (objects(&model)?, objects(connection)?);
    // An index goes with its table, so the tables are named first.
    let (tables, others): (Vec<_>, Vec<_>) =
        expected.iter().partition(|((kind, _), _)| kind == "table");
    for ((kind, name), definition) in tables.into_iter().chain(others) {
        let Some(own) = found.get(&(kind.clone(), name.clone())) else {
            return Ok(Some(format!("the {kind} `{name}` is missing")));
        };
        let is_same = if kind == "table" {
            let (expected, found) = (columns(&model, name)?, columns(connection, name)?);
            expected.symmetric_difference(&found).all(|column| is_metric(name, column))
        } else {
            own == definition
        };
        if !is_same {
            return Ok(Some(format!("the {kind} `{name}` is another than Paceline makes")));
        }
    }
    // They run whenever a table is used; a table or an index that somebody added does not.
    let is_strange = |object: &&(String, String)| {
        ["trigger", "view"].contains(&&*object.0) && !expected.contains_key(*object)
    };
    let strange = found.keys().find(is_strange);
    Ok(strange.map(|(_, name)| format!("it holds `{name}`, which no version of Paceline creates")))
}

/// What a schema holds, with its definition: by its kind and its name.
fn objects(
    connection: &Connection,
) -> Result<BTreeMap<(String, String), Option<String>>, StoreFailure> {
    let sql = format!("SELECT type, name, sql FROM sqlite_schema WHERE {OWN}");
    let mut objects = connection.prepare(&sql)?;
    let objects = objects.query_map([], |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)))?;
    Ok(objects.collect::<Result<_, _>>()?)
}

/// The columns of a table: name, type, whether they may be NULL, and their place in the primary key. Not their order, which
/// for metrics is that in which the versions of Paceline learnt them.
type Columns = BTreeSet<(String, String, bool, u32)>;

fn columns(connection: &Connection, table: &str) -> Result<Columns, StoreFailure> {
    let sql = "SELECT name, type, \"notnull\", pk FROM pragma_table_info(?1)";
    let mut columns = connection.prepare_cached(sql)?;
    let columns = columns
        .query_map([table], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))?;
    Ok(columns.collect::<Result<_, _>>()?)
}

/// Whether this is the column of a metric: those that are missing are added when the file is opened.
fn is_metric(table: &str, (name, ..): &(String, String, bool, u32)) -> bool {
    table == "numbers" && Metric::ALL.iter().any(|metric| metric.id() == name)
}
