//! Fills the index of runs for runs that an older app stored.

use race::Run;
use rusqlite::{Connection, params};

use crate::error::StoreFailure;
use crate::tables::{run_index, runs};

/// Fills the index of runs for those from before it existed. An unreadable run is left out for `verify` to report; it must not
/// prevent the app from starting.
pub(super) fn fill_numbers(connection: &Connection) -> Result<(), StoreFailure> {
    for_each(connection, runs::read_with_samples, |run| run_index::renew(connection, run))
}

/// Fills machine, timestamp error and connections for runs from before the index had them.
pub(super) fn fill_conditions(connection: &Connection) -> Result<(), StoreFailure> {
    let mut fill = connection.prepare(
        "UPDATE overview SET machine = ?2, ttft_error_ms = ?3, cold = ?4 WHERE run_id = ?1",
    )?;
    for_each(connection, runs::read, |run| {
        let cold = run.plan.load.as_ref().map(|load| load.cold);
        fill.execute(params![run.id, run.machine, run.most_ttft_error_ms(), cold])?;
        Ok(())
    })
}

/// Reads every run in turn and leaves out those that cannot be read.
fn for_each(
    connection: &Connection,
    read: impl Fn(&Connection, &str) -> Result<Option<Run>, StoreFailure>,
    mut told: impl FnMut(&Run) -> Result<(), StoreFailure>,
) -> Result<(), StoreFailure> {
    let mut rows = connection.prepare("SELECT id FROM runs ORDER BY id")?;
    let ids = rows.query_map([], |row| row.get(0))?.collect::<Result<Vec<String>, _>>()?;
    for id in ids {
        match read(connection, &id) {
            Ok(Some(run)) => told(&run)?,
            Ok(None) => {}
            Err(failed) => {
                failed.of_one_value()?;
            }
        }
    }
    Ok(())
}
