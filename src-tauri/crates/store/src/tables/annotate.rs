//! Writes the tables `marks`, `tags` and `votes`, and updates the search index.

use rusqlite::params;

use crate::answer_mark::AnswerMark;
use crate::error::HistoryError;
use crate::history::History;
use crate::tables::annotations::clean_tag;
use crate::tables::votes::{self, clean_note};
use crate::tables::{runs, texts};

impl History {
    /// Stars or unstars runs.
    ///
    /// # Errors
    /// As [`marks`](Self::marks); all runs or none.
    pub fn star(&self, runs: &[String], starred: bool) -> Result<(), HistoryError> {
        self.set_mark(runs, "starred", starred)
    }

    /// Hides runs from the list, or shows them again. A search for `hidden:` finds them.
    ///
    /// # Errors
    /// As [`marks`](Self::marks); all runs or none.
    pub fn hide(&self, runs: &[String], hidden: bool) -> Result<(), HistoryError> {
        self.set_mark(runs, "hidden", hidden)
    }

    fn set_mark(&self, runs: &[String], column: &str, on: bool) -> Result<(), HistoryError> {
        let sql = format!(
            "INSERT INTO marks (run_id, {column}) VALUES (?1, ?2)
             ON CONFLICT (run_id) DO UPDATE SET {column} = excluded.{column}"
        );
        self.write(|connection| {
            for run in runs {
                runs::must_be_kept(connection, run)?;
                connection.prepare_cached(&sql)?.execute(params![run, on])?;
            }
            Ok(())
        })
    }

    /// Adds tags to runs and removes others. A tag is stored in lower case and without a leading `#`.
    ///
    /// # Errors
    /// [`HistoryError::BadMark`] for a tag that is empty, has white space or is longer than 40 characters; otherwise as
    /// [`marks`](Self::marks). All runs or none.
    pub fn tag(
        &self,
        runs: &[String],
        add: &[String],
        remove: &[String],
    ) -> Result<(), HistoryError> {
        let clean = |tags: &[String]| -> Result<Vec<String>, HistoryError> {
            tags.iter().map(|tag| clean_tag(tag)).collect()
        };
        let (add, remove) = (clean(add)?, clean(remove)?);
        self.write(|connection| {
            for run in runs {
                runs::must_be_kept(connection, run)?;
                for tag in &add {
                    connection
                        .prepare_cached("INSERT INTO tags VALUES (?1, ?2) ON CONFLICT DO NOTHING")?
                        .execute(params![run, tag])?;
                }
                for tag in &remove {
                    connection
                        .prepare_cached("DELETE FROM tags WHERE run_id = ?1 AND tag = ?2")?
                        .execute(params![run, tag])?;
                }
                texts::renew(connection, run)?;
            }
            Ok(())
        })
    }

    /// Sets the note of a run; an empty one removes it.
    ///
    /// # Errors
    /// [`HistoryError::BadMark`] for one longer than 20,000 characters; otherwise as [`marks`](Self::marks).
    pub fn note(&self, run: &str, note: &str) -> Result<(), HistoryError> {
        let note = clean_note(note)?;
        self.write(|connection| {
            runs::must_be_kept(connection, run)?;
            connection.execute(
                "INSERT INTO marks (run_id, note) VALUES (?1, ?2)
                 ON CONFLICT (run_id) DO UPDATE SET note = excluded.note",
                params![run, note],
            )?;
            texts::renew(connection, run)
        })
    }

    /// Sets the vote on an answer and the note of it, in place of what was said of it before; neither removes it.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRecording`] if the run has no such request, [`HistoryError::BadMark`] for a note longer than
    /// 20,000 characters; otherwise as [`marks`](Self::marks).
    pub fn vote(&self, run: &str, answer: &AnswerMark) -> Result<(), HistoryError> {
        let answer = AnswerMark { note: clean_note(&answer.note)?.to_owned(), ..answer.clone() };
        self.write(|connection| {
            runs::must_be_kept(connection, run)?;
            votes::set(connection, run, &answer)?;
            texts::renew(connection, run)
        })
    }
}
