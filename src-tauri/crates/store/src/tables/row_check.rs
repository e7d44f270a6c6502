//! Rows that stand for themselves: one that cannot be read costs only itself.

use rusqlite::{Row, Rows};

use crate::error::{HistoryError, StoreFailure};

/// How many unreadable rows of one look are told: whoever reads of so many has `verify` count them.
const MOST_TOLD: usize = 100;

/// How the rows of a table are read, for who reads them all.
pub(crate) struct RowCheck {
    /// The table.
    pub(crate) table: &'static str,
    /// What users call its rows, in a sentence: `Turns of watches`.
    pub(crate) called: &'static str,
    /// The columns that are read.
    pub(crate) columns: &'static str,
    /// Reads a row with these columns.
    pub(crate) read: fn(&Row<'_>) -> Result<(), StoreFailure>,
}

/// How many rows are looked at for that many that can be read: a few hundred that cannot be hide none of the others.
pub(crate) fn looked_at(most: u32) -> i64 {
    i64::from(most) + 1_000
}

/// The rows that can be read, as many as asked for at most, and why others before the last of them cannot.
pub(crate) fn readable<T>(
    rows: &mut Rows<'_>,
    most: u32,
    read: impl Fn(&Row<'_>) -> Result<T, StoreFailure>,
) -> Result<(Vec<T>, Vec<HistoryError>), StoreFailure> {
    let (mut found, mut unreadable) = (Vec::new(), Vec::new());
    while found.len() < most as usize
        && let Some(row) = rows.next()?
    {
        match read(row) {
            Ok(one) => found.push(one),
            Err(failed) => {
                let error = failed.of_one_value()?;
                if unreadable.len() < MOST_TOLD {
                    unreadable.push(error);
                }
            }
        }
    }
    Ok((found, unreadable))
}
