//! The tables `marks` and `tags`: the user's annotations of runs, separate from the append-only row of the run. Those of
//! single answers are beside it, in `votes`.

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use crate::answer_mark::AnswerMark;
use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::tables::runs;
use crate::tables::votes;

/// Maximum length of a tag, in characters.
const LONGEST_TAG: usize = 40;

/// The user's annotations of a run.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct Annotations {
    /// Whether it is starred.
    pub starred: bool,
    /// Whether it is hidden from the list, unless `hidden:` asks for it.
    pub hidden: bool,
    /// Its note; empty for none.
    pub note: String,
    /// Its tags, sorted: lower case, without white space.
    pub tags: Vec<String>,
    /// What was said of single answers, by lane and round.
    #[serde(default)]
    pub answers: Vec<AnswerMark>,
}

/// A tag and its number of runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct TagCount {
    /// The tag.
    pub tag: String,
    /// Runs with it; deleted ones do not count.
    pub runs: u32,
}

impl History {
    /// The annotations of a run.
    ///
    /// # Errors
    /// [`HistoryError::NoSuchRun`] for an unknown or deleted run; otherwise if it cannot be read.
    pub fn marks(&self, run: &str) -> Result<Annotations, HistoryError> {
        self.read(|connection| {
            runs::must_be_kept(connection, run)?;
            read(connection, run)
        })
    }

    /// Every tag, most used first.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn tags(&self) -> Result<Vec<TagCount>, HistoryError> {
        self.read(|connection| {
            let mut rows = connection.prepare_cached(
                "SELECT tag, count(*) FROM tags JOIN overview USING (run_id) WHERE deleted = 0
                 GROUP BY tag ORDER BY count(*) DESC, tag",
            )?;
            let tags =
                rows.query_map([], |row| Ok(TagCount { tag: row.get(0)?, runs: row.get(1)? }))?;
            Ok(tags.collect::<Result<_, _>>()?)
        })
    }
}

/// A tag in stored form.
pub(crate) fn clean_tag(tag: &str) -> Result<String, HistoryError> {
    let clean = tag.trim().trim_start_matches('#').to_lowercase();
    let told: String = tag.chars().take(2 * LONGEST_TAG).collect();
    let bad =
        |what: &str| Err(HistoryError::BadMark { what: format!("{told:?} is not a tag: {what}") });
    if clean.is_empty() {
        return bad("it is empty");
    }
    let turns = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if clean.contains(|c: char| c.is_whitespace() || c.is_control() || turns(c) || c == '"') {
        return bad("a tag is one word; join words with a hyphen");
    }
    if clean.chars().count() > LONGEST_TAG {
        return bad("it has more than 40 characters");
    }
    Ok(clean)
}

/// The annotations of a run; empty if there are none.
pub(crate) fn read(connection: &Connection, run: &str) -> Result<Annotations, StoreFailure> {
    let marks = connection
        .prepare_cached("SELECT starred, hidden, note FROM marks WHERE run_id = ?1")?
        .query_row([run], |row| {
            Ok(Annotations {
                starred: row.get(0)?,
                hidden: row.get(1)?,
                note: row.get(2)?,
                ..Annotations::default()
            })
        })
        .optional()?
        .unwrap_or_default();
    let mut tags =
        connection.prepare_cached("SELECT tag FROM tags WHERE run_id = ?1 ORDER BY tag")?;
    let tags = tags.query_map([run], |row| row.get(0))?.collect::<Result<_, _>>()?;
    Ok(Annotations { tags, answers: votes::of(connection, run)?, ..marks })
}

/// Adds the annotations of an imported run.
pub(crate) fn put(
    connection: &Connection,
    run: &str,
    marks: &Annotations,
) -> Result<(), StoreFailure> {
    connection.execute(
        "INSERT INTO marks (run_id, starred, hidden, note) VALUES (?1, ?2, ?3, ?4)",
        params![run, marks.starred, marks.hidden, votes::clean_note(&marks.note)?],
    )?;
    for tag in &marks.tags {
        connection
            .execute("INSERT OR IGNORE INTO tags VALUES (?1, ?2)", params![run, clean_tag(tag)?])?;
    }
    marks.answers.iter().try_for_each(|answer| votes::put(connection, run, answer))
}
