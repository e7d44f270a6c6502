//! Whether the tables, columns, indexes and triggers of a history are those that its migrations make.

use std::collections::{BTreeMap, BTreeSet};

use measure::Metric;
use rusqlite::Connection;
use sha2::{Digest, Sha256};

use crate::error::StoreFailure;
use crate::migrations::{self, MIGRATIONS};

/// Tables of SQLite's own, which no migration names.
const OWN: &str = "name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

/// The digest of the schema that [`MIGRATIONS`] make. A file with it needs no comparison, which would begin with making that
/// schema again. After a migration the test below says what it is.
const DIGEST: &str = "aa80b7619ad75759f2cfec8e6bc597b793539ba595cb735cb88061d8d5dbc56d";

/// The first place where the schema differs from what `steps` make, in a sentence; `None` if there is none.
pub(crate) fn difference(
    connection: &Connection,
    steps: &[&str],
) -> Result<Option<String>, StoreFailure> {
    let found = objects(connection)?;
    if steps == MIGRATIONS && digest(connection, &found)? == DIGEST {
        // Whether the tables below a virtual one are its own is known to its module, once it is asked.
        let is_virtual = |definition: &Option<String>| {
            definition.as_ref().is_some_and(|sql| sql.starts_with("CREATE VIRTUAL TABLE"))
        };
        for ((_, name), _) in found.iter().filter(|(_, definition)| is_virtual(definition)) {
            columns(connection, name)?;
        }
        return Ok(None);
    }
    let model = migrations::model(steps)?;
    let expected = objects(&model)?;
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
type Objects = BTreeMap<(String, String), Option<String>>;

fn objects(connection: &Connection) -> Result<Objects, StoreFailure> {
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

/// The SHA-256 of a schema, in hexadecimal: of every definition, and of the table whose columns are metrics what the others are.
fn digest(connection: &Connection, objects: &Objects) -> Result<String, StoreFailure> {
    let mut columns = columns(connection, NUMBERS)?;
    columns.retain(|column| !is_metric(NUMBERS, column));
    let rest = objects.iter().filter(|(object, _)| !is_numbers(object));
    // As Rust writes them, no two are alike: every text is in quotes.
    let text = format!("{:?} {columns:?}", rest.collect::<Vec<_>>());
    Ok(Sha256::digest(text).iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}")))
}

/// The table with a column for each metric.
const NUMBERS: &str = "numbers";

fn is_numbers((kind, name): &(String, String)) -> bool {
    kind == "table" && name == NUMBERS
}

/// Whether this is the column of a metric: those that are missing are added when the file is opened.
fn is_metric(table: &str, (name, ..): &(String, String, bool, u32)) -> bool {
    table == NUMBERS && Metric::ALL.iter().any(|metric| metric.id() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_that_of_what_the_migrations_make() {
        let model = migrations::model(MIGRATIONS).unwrap();
        assert_eq!(digest(&model, &objects(&model).unwrap()).unwrap(), DIGEST, "write it above");
        let history = crate::History::in_memory().unwrap();
        let own = history.read(|connection| digest(connection, &objects(connection)?)).unwrap();
        assert_eq!(own, DIGEST, "the columns of metrics do not change it");
    }

    #[test]
    fn a_schema_that_differs_anywhere_has_another_digest() {
        let model = migrations::model(MIGRATIONS).unwrap();
        let own = objects(&model).unwrap();
        for object in own.keys() {
            let is_numbers = is_numbers(object);
            let mut other = own.clone();
            other.remove(object);
            // Of a table that is missing the columns are, too.
            assert_eq!(digest(&model, &other).unwrap() == DIGEST, is_numbers, "without {object:?}");
            let mut other = own.clone();
            other.insert(object.clone(), Some("CREATE TABLE t (x)".to_owned()));
            assert_eq!(digest(&model, &other).unwrap() == DIGEST, is_numbers, "{object:?}");
        }
        model.execute_batch("ALTER TABLE numbers ADD COLUMN strange REAL").unwrap();
        assert_ne!(digest(&model, &own).unwrap(), DIGEST, "a column that is no metric");
    }
}
