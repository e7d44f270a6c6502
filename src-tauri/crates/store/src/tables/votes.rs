//! The table `votes`: what the user says of single answers.

use rusqlite::types::Type;
use rusqlite::{Connection, Row, params};

use crate::answer_mark::{AnswerMark, Vote};
use crate::error::{HistoryError, StoreFailure};

/// Maximum length of a note, in characters.
const LONGEST_NOTE: usize = 20_000;

/// What was said of the answers of a run, by lane and round.
pub(crate) fn of(connection: &Connection, run: &str) -> Result<Vec<AnswerMark>, StoreFailure> {
    // The words of an older history are indexed before the migration that makes this table.
    if !connection.table_exists(None, "votes")? {
        return Ok(Vec::new());
    }
    let mut rows = connection.prepare_cached(
        "SELECT lane, round, vote, note FROM votes WHERE run_id = ?1 ORDER BY lane, round",
    )?;
    let mut rows = rows.query([run])?;
    let mut answers = Vec::new();
    while let Some(row) = rows.next()? {
        match answer(row) {
            Ok(answer) => answers.push(answer),
            // It costs only itself, and `verify` reports it.
            Err(error) => drop(StoreFailure::from(error).of_one_value()?),
        }
    }
    Ok(answers)
}

fn answer(row: &Row<'_>) -> Result<AnswerMark, rusqlite::Error> {
    let word: Option<String> = row.get(2)?;
    let vote = word.map(|word| {
        let unknown = || format!("{word:?} is no vote").into();
        let failed = || rusqlite::Error::FromSqlConversionFailure(2, Type::Text, unknown());
        Vote::of(&word).ok_or_else(failed)
    });
    Ok(AnswerMark {
        lane: row.get(0)?,
        round: row.get(1)?,
        vote: vote.transpose()?,
        note: row.get(3)?,
    })
}

/// Lane and round of the rows of a run that are of no answer, or that cannot be read.
fn unreadable_rows(connection: &Connection, run: &str) -> Result<Vec<(i64, i64)>, StoreFailure> {
    let mut rows = connection.prepare_cached(
        "SELECT lane, round, vote, note, EXISTS (
             SELECT 1 FROM recordings r WHERE r.run_id = v.run_id AND r.lane = v.lane AND r.round = v.round)
         FROM votes v WHERE run_id = ?1",
    )?;
    let mut rows = rows.query([run])?;
    let mut unreadable = Vec::new();
    while let Some(row) = rows.next()? {
        let is_of_an_answer: bool = row.get(4)?;
        if !is_of_an_answer || answer(row).is_err() {
            unreadable.push((row.get(0)?, row.get(1)?));
        }
    }
    Ok(unreadable)
}

/// Number of votes and notes of a run that are of no answer, or cannot be read.
pub(crate) fn unreadable(connection: &Connection, run: &str) -> Result<usize, StoreFailure> {
    Ok(unreadable_rows(connection, run)?.len())
}

/// Removes the unreadable votes and notes of a run, and keeps what they held aside, among the settings. Returns
/// how many.
pub(crate) fn set_aside(connection: &Connection, run: &str) -> Result<usize, StoreFailure> {
    let unreadable = unreadable_rows(connection, run)?;
    for (lane, round) in &unreadable {
        connection.execute(
            "INSERT INTO settings (name, value)
             SELECT 'unreadable vote of ' || run_id || ' ' || lane || ' ' || round,
                 json_array(quote(vote), quote(CAST(note AS BLOB)))
             FROM votes WHERE run_id = ?1 AND lane = ?2 AND round = ?3
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            params![run, lane, round],
        )?;
        connection.execute(
            "DELETE FROM votes WHERE run_id = ?1 AND lane = ?2 AND round = ?3",
            params![run, lane, round],
        )?;
    }
    Ok(unreadable.len())
}

/// Removes what was [set aside](set_aside) of runs that are not there any more.
pub(crate) fn forget_set_aside(connection: &Connection) -> Result<(), StoreFailure> {
    connection.execute(
        "DELETE FROM settings WHERE name GLOB 'unreadable vote of * *'
         AND substr(name, 20, instr(substr(name, 20), ' ') - 1) NOT IN (SELECT id FROM runs)",
        [],
    )?;
    Ok(())
}

/// Adds what is said of an answer of an imported run.
pub(crate) fn put(
    connection: &Connection,
    run: &str,
    answer: &AnswerMark,
) -> Result<(), StoreFailure> {
    let AnswerMark { lane, round, vote, note } = answer;
    let note = clean_note(note)?;
    connection
        .prepare_cached("INSERT OR REPLACE INTO votes (run_id, lane, round, vote, note) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![run, lane, round, vote.map(Vote::word), note])?;
    Ok(())
}

/// Replaces what is said of an answer; neither a vote nor a note removes it.
pub(crate) fn set(
    connection: &Connection,
    run: &str,
    answer: &AnswerMark,
) -> Result<(), StoreFailure> {
    let AnswerMark { lane, round, vote, note } = answer;
    let is_there = connection
        .prepare_cached("SELECT 1 FROM recordings WHERE run_id = ?1 AND lane = ?2 AND round = ?3")?
        .exists(params![run, lane, round])?;
    if !is_there {
        let (id, lane, round) = (run.to_owned(), *lane, *round);
        return Err(HistoryError::NoSuchRecording { id, lane, round }.into());
    }
    if vote.is_none() && note.is_empty() {
        connection
            .prepare_cached("DELETE FROM votes WHERE run_id = ?1 AND lane = ?2 AND round = ?3")?
            .execute(params![run, lane, round])?;
        return Ok(());
    }
    put(connection, run, answer)
}

/// A note on a run or an answer in stored form: without white space around it.
pub(crate) fn clean_note(note: &str) -> Result<&str, HistoryError> {
    let note = note.trim();
    if note.chars().count() > LONGEST_NOTE {
        let what = format!("a note has at most {LONGEST_NOTE} characters");
        return Err(HistoryError::BadMark { what });
    }
    Ok(note)
}

#[cfg(test)]
#[path = "votes_tests.rs"]
mod tests;
