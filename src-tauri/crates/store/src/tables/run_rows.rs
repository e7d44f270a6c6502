//! Whether what only the row of a run says, its state and when it was deleted, can be.

use rusqlite::{Connection, OptionalExtension};

use crate::error::StoreFailure;

/// The state of a row against that of its document: the latter is of when it was last written, so that a run that was cut
/// off may still be running there.
const CONTRADICTED: &str = "json_valid(document) AND state <> document ->> 'state'
     AND NOT (state = 'interrupted' AND document ->> 'state' = 'running')";

/// A time of deletion that cannot be: before 2020, when there was no Paceline, or after tomorrow.
pub(crate) const ODD_DELETION: &str =
    "(deleted_at < 1577836800 OR deleted_at > unixepoch() + 86400)";

/// How the state of a run differs from that of its document, in a sentence.
pub(crate) fn contradiction(
    connection: &Connection,
    id: &str,
) -> Result<Option<String>, StoreFailure> {
    let sql =
        format!("SELECT state, document ->> 'state' FROM runs WHERE id = ?1 AND {CONTRADICTED}");
    let states: Option<(String, Option<String>)> = connection
        .prepare_cached(&sql)?
        .query_row([id], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    Ok(states.map(|(row, document)| {
        let document = document.unwrap_or_else(|| "absent".to_owned());
        format!("The list says that it is {row}, the run that it is {document}.")
    }))
}

/// The runs that are marked as deleted at a time that cannot be.
pub(crate) fn oddly_deleted(connection: &Connection) -> Result<Vec<String>, StoreFailure> {
    let sql = format!("SELECT id FROM runs WHERE {ODD_DELETION} ORDER BY id");
    let mut rows = connection.prepare_cached(&sql)?;
    let ids = rows.query_map([], |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Gives a run the state of its document or, if that knows of no end, calls it interrupted. Whether it was changed.
pub(crate) fn mend_state(connection: &Connection, id: &str) -> Result<bool, StoreFailure> {
    let sql = format!(
        "UPDATE runs SET state = CASE WHEN document ->> 'state' IN ('finished', 'stopped', 'interrupted')
             THEN document ->> 'state' ELSE 'interrupted' END
         WHERE id = ?1 AND {CONTRADICTED}"
    );
    Ok(connection.prepare_cached(&sql)?.execute([id])? > 0)
}

/// Counts the retention of oddly deleted runs from now, so that they can be restored.
pub(crate) fn mend_deletions(connection: &Connection) -> Result<Vec<String>, StoreFailure> {
    let ids = oddly_deleted(connection)?;
    let sql = format!("UPDATE runs SET deleted_at = unixepoch() WHERE {ODD_DELETION}");
    connection.execute(&sql, [])?;
    Ok(ids)
}
