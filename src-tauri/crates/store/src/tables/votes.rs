//! The table `votes`: what the user says of single answers.

use rusqlite::types::Type;
use rusqlite::{Connection, params};

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
    let rows = rows.query_map([run], |row| {
        let word: Option<String> = row.get(2)?;
        let vote = word.map(|word| {
            let unknown = || format!("{word:?} is no vote").into();
            let failed = || rusqlite::Error::FromSqlConversionFailure(2, Type::Text, unknown());
            Vote::of(&word).ok_or_else(failed)
        });
        let vote = vote.transpose()?;
        Ok(AnswerMark { lane: row.get(0)?, round: row.get(1)?, vote, note: row.get(3)? })
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
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
