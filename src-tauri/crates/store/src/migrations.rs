//! The tables, and the migrations of older files.
//!
//! **Invariant:** migrations are one transaction, preceded by a backup; an older app refuses a newer file; a released
//! migration is never edited. The file stores the text of each migration it went through, and an app whose text differs
//! refuses the file. A metric added to the catalogue is a migration too, but needs no text of its own.

mod index;

use std::fs;
use std::path::{Path, PathBuf};

use measure::Metric;
use rusqlite::{Connection, OpenFlags, OptionalExtension, TransactionBehavior, params};

use crate::error::{HistoryError, StoreFailure};
use crate::folder::private_files::make_file;
use crate::tables::{numbers, texts};

/// Every migration, in order. Append only.
pub(crate) const MIGRATIONS: &[&str] = &[
    include_str!("migrations/001_first.sql"),
    NUMBERS,
    SEARCH,
    CONDITIONS,
    LEADERS,
    CATALOGUE,
    IMPORTED,
    DEFINITIONS,
    CONTENDERS,
    SAMPLES,
    LANE_NUMBERS,
    ATTACHMENTS,
    VOTES,
    RIGHT_ANSWERS,
    JUDGES,
    JUDGED_LATER,
    CHAIN_STEPS,
    WATCHES,
    ALARMS,
];

/// The new columns are filled from existing runs.
const NUMBERS: &str = include_str!("migrations/002_numbers.sql");
const SEARCH: &str = include_str!("migrations/003_search.sql");
const CONDITIONS: &str = include_str!("migrations/004_conditions.sql");
const LEADERS: &str = include_str!("migrations/005_leaders.sql");
const CATALOGUE: &str = include_str!("migrations/006_catalogue.sql");
const IMPORTED: &str = include_str!("migrations/007_imported.sql");
const DEFINITIONS: &str = include_str!("migrations/008_definitions.sql");
const CONTENDERS: &str = include_str!("migrations/009_contenders.sql");
const SAMPLES: &str = include_str!("migrations/010_samples.sql");
const LANE_NUMBERS: &str = include_str!("migrations/011_lane_numbers.sql");
const ATTACHMENTS: &str = include_str!("migrations/012_attachments.sql");
const VOTES: &str = include_str!("migrations/013_votes.sql");
const RIGHT_ANSWERS: &str = include_str!("migrations/014_right_answers.sql");
const JUDGES: &str = include_str!("migrations/015_judges.sql");
const JUDGED_LATER: &str = include_str!("migrations/016_judged_later.sql");
const CHAIN_STEPS: &str = include_str!("migrations/017_chain_steps.sql");
const WATCHES: &str = include_str!("migrations/018_watches.sql");
const ALARMS: &str = include_str!("migrations/019_alarms.sql");

/// A file's version is the number of its migrations plus this value times its number of metrics, so an app that knows
/// fewer metrics counts as older, like one that knows fewer migrations.
const EACH_METRIC: u32 = 1_000;

/// The table with the text of each migration that a file went through.
const OWN_TABLE: &str = "CREATE TABLE IF NOT EXISTS migrations (version INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT";

/// `Pace`: distinguishes a Paceline history from other databases.
const APPLICATION_ID: u32 = 0x5061_6365;

/// Refuses a file that is not ours, or newer than this app. Reads only.
pub(crate) fn check(
    connection: &Connection,
    file: &Path,
    steps: &[&str],
) -> Result<(), StoreFailure> {
    let found = version(connection)?;
    let application: u32 =
        connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let is_empty = connection
        .query_row("SELECT 1 FROM sqlite_schema LIMIT 1", [], |_| Ok(()))
        .optional()?
        .is_none();
    if application != APPLICATION_ID && !is_empty {
        return Err(HistoryError::Foreign { file: file.to_owned() }.into());
    }
    let (taken, metrics) = (found % EACH_METRIC, found / EACH_METRIC);
    if taken > small(steps.len()) || metrics > small(Metric::ALL.len()) {
        let known = newest(steps, metrics > 0);
        return Err(HistoryError::Newer { file: file.to_owned(), found, known }.into());
    }
    Ok(())
}

/// Which of these migrations a file says that it went through.
pub(crate) fn taken<'a>(
    connection: &Connection,
    steps: &'a [&'a str],
) -> Result<&'a [&'a str], StoreFailure> {
    let taken = version(connection)? % EACH_METRIC;
    Ok(steps.get(..taken as usize).unwrap_or(steps))
}

/// The first of the migrations that a file went through whose text in it differs.
pub(crate) fn changed(
    connection: &Connection,
    taken: &[&str],
) -> Result<Option<u32>, StoreFailure> {
    // It is compared there, because a damaged one may be no text.
    let mut same =
        connection.prepare("SELECT 1 FROM migrations WHERE version = ?1 AND text = ?2")?;
    for (version, step) in (1_u32..).zip(taken) {
        if !same.exists(params![version, step])? {
            return Ok(Some(version));
        }
    }
    Ok(None)
}

/// An empty history with the tables that these migrations make, without the columns of metrics.
pub(crate) fn model(steps: &[&str]) -> Result<Connection, StoreFailure> {
    let model = Connection::open_in_memory()?;
    if !steps.is_empty() {
        model.execute_batch(OWN_TABLE)?;
    }
    steps.iter().try_for_each(|step| model.execute_batch(step))?;
    Ok(model)
}

/// Whether the tables of a valid file are older than this app's.
pub(crate) fn is_older(connection: &Connection, steps: &[&str]) -> Result<bool, StoreFailure> {
    let taken = version(connection)? % EACH_METRIC;
    Ok(taken < small(steps.len()) || !numbers::missing(connection)?.is_empty())
}

/// Runs all pending migrations or none. `on_disk` is the file to back up first; absent in memory.
pub(crate) fn migrate(
    connection: &mut Connection,
    on_disk: Option<&Path>,
    steps: &[&str],
) -> Result<(), StoreFailure> {
    let found = version(connection)?;
    let taken = found % EACH_METRIC;
    if !is_older(connection, steps)? {
        return Ok(());
    }
    let to = newest(steps, steps.contains(&CATALOGUE));
    tracing::info!(from = found, to, "the history's tables are brought up to date");
    let settled = if on_disk.is_some() { settled(connection)? } else { None };
    // The transaction blocks other writers while the previous state is copied.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if let Some(file) = on_disk.filter(|_| found > 0) {
        let suffix = format!("before-v{to}");
        if settled.is_some_and(|settled| foreign_changes(&transaction) == Ok(settled)) {
            clone(file, &suffix)?;
        } else {
            copy(file, &suffix)?;
        }
    }
    transaction.execute_batch(OWN_TABLE)?;
    for (version, step) in (1_u32..).zip(steps).skip(taken as usize) {
        transaction.execute_batch(step)?;
        transaction.execute("INSERT INTO migrations VALUES (?1, ?2)", params![version, step])?;
    }
    numbers::add(&transaction, &numbers::missing(&transaction)?)?;
    // The code that fills tables is current and needs all later columns.
    for step in steps.iter().skip(taken as usize) {
        match *step {
            NUMBERS => index::fill_numbers(&transaction)?,
            SEARCH => texts::fill(&transaction)?,
            CONDITIONS => index::fill_conditions(&transaction)?,
            _ => {}
        }
    }
    // The columns of later steps and metrics are filled afterwards, when numbers are recomputed.
    transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
    transaction.pragma_update(None, "user_version", to)?;
    transaction.commit()?;
    Ok(())
}

/// The version of a file after an app with these migrations has upgraded it.
pub(crate) fn newest(steps: &[&str], has_metrics: bool) -> u32 {
    let metrics = if has_metrics { small(Metric::ALL.len()) } else { 0 };
    small(steps.len()) + metrics * EACH_METRIC
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn version(connection: &Connection) -> Result<u32, rusqlite::Error> {
    connection.pragma_query_value(None, "user_version", |row| row.get(0))
}

/// Moves the write-ahead log into the file. Returns the count of other connections' changes if everything was moved:
/// while that count stays the same and nobody may write, the file alone is the complete state.
fn settled(connection: &Connection) -> Result<Option<i64>, rusqlite::Error> {
    let count = foreign_changes(connection)?;
    let (is_busy, all, moved) =
        connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |row| {
            Ok((row.get::<_, bool>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
        })?;
    Ok((!is_busy && all == moved).then_some(count))
}

/// A number that changes with every change by another connection.
fn foreign_changes(connection: &Connection) -> Result<i64, rusqlite::Error> {
    connection.pragma_query_value(None, "data_version", |row| row.get(0))
}

/// Copies a file that nobody may write to, and whose log is empty, to one beside it with this suffix, completely or not
/// at all. File systems that can share blocks do so in no time, however large the file; elsewhere it takes about half
/// as long as having SQLite rewrite all rows. The data may reach the disk slightly later, but a kill loses none of it.
fn clone(file: &Path, suffix: &str) -> Result<(), StoreFailure> {
    let (whole, half) = (beside(file, suffix), beside(file, &format!("{suffix}.half")));
    if half.exists() {
        fs::remove_file(&half).map_err(io("remove", &half))?;
    }
    fs::copy(file, &half).map_err(io("copy to", &half))?;
    fs::rename(&half, &whole).map_err(io("rename", &half))?;
    std::thread::spawn(move || {
        let _in_its_own_time = fs::File::open(whole).and_then(|backup| backup.sync_all());
    });
    Ok(())
}

fn io(doing: &'static str, file: &Path) -> impl FnOnce(std::io::Error) -> HistoryError {
    let file = file.to_owned();
    move |source| HistoryError::Io { doing, file, source }
}

/// Copies the file to one beside it with this suffix, completely or not at all.
pub(crate) fn copy(file: &Path, suffix: &str) -> Result<(), StoreFailure> {
    let whole = beside(file, suffix);
    let half = beside(file, &format!("{suffix}.half"));
    if half.exists() {
        fs::remove_file(&half).map_err(io("remove", &half))?;
    }
    // SQLite writes into an empty file whose permissions are already set.
    make_file(&half)?;
    let source = Connection::open_with_flags(
        file,
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX,
    )?;
    let path = half.to_str().ok_or_else(|| {
        io("name a backup of", file)(std::io::Error::other("the path is not valid Unicode"))
    })?;
    source.execute("VACUUM INTO ?1", [path])?;
    fs::rename(&half, &whole).map_err(io("rename", &half))?;
    Ok(())
}

/// `paceline.db` → `paceline.db.<suffix>`.
pub(crate) fn beside(file: &Path, suffix: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(suffix);
    PathBuf::from(name)
}

#[cfg(test)]
#[path = "migrations_tests.rs"]
mod tests;
