//! Searches runs, newest first.

mod conditions;
mod filters;
pub(crate) mod language;
mod query;
mod snippets;

use race::RunKind;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

pub use language::{SEARCH_LANGUAGE, SearchError, SearchLanguage};
pub use query::SearchFilter;
pub use snippets::{Piece, Snippet};

use crate::clock;
use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::from_word;
use crate::tables::runs::{self, RunRow};
use crate::tables::texts::Texts;
use crate::tables::{annotations, lanes, run_index};
use conditions::{SearchPredicate, any_of, matching};
use query::Query;
use snippets::SnippetIndex;

/// Maximum number of counted results.
const MOST_COUNTED: u32 = 1_000;
/// Characters of a run's answers in which hits are highlighted; later hits are found but not shown.
const ANSWERS_SHOWN: u32 = 64 * 1024;

/// A page of results, newest run first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct SearchPage {
    /// Total number of results.
    pub total: u32,
    /// Whether there are more results than that: a search counts up to 1,000.
    pub more: bool,
    /// The runs of this page.
    pub runs: Vec<SearchHit>,
    /// Cursor of the next page; absent on the last.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// A run in search results.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct SearchHit {
    /// What any list shows of it.
    pub row: RunRow,
    /// Whether it is starred.
    pub starred: bool,
    /// Whether it is hidden.
    pub hidden: bool,
    /// Whether it has a note.
    pub has_note: bool,
    /// Its tags, sorted.
    pub tags: Vec<String>,
    /// Its requests, including unmeasured ones.
    pub requests: u32,
    /// Known total cost of its requests, in dollars.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// Requests of unknown cost.
    pub cost_unknown: u32,
    /// Snippets of the texts that match.
    pub hits: Vec<Snippet>,
}

impl History {
    /// The runs that a search finds, newest first, at most `limit`. `after` is the [`next`](FoundPage::next) of the
    /// previous page. An empty search finds all runs that are not hidden.
    ///
    /// # Errors
    /// [`HistoryError::BadSearch`] for an invalid search, with the position; otherwise if the file cannot be read.
    pub fn find(
        &self,
        search: &str,
        after: Option<&str>,
        limit: u32,
    ) -> Result<SearchPage, HistoryError> {
        let query = language::read(search)?;
        let (page, unreadable) = self.read(|connection| page(connection, &query, after, limit))?;
        self.add_notices(&unreadable);
        Ok(page)
    }
}

/// The conditions of a search on `overview` (alias `o`), for other queries.
pub(crate) fn selecting(search: &str) -> Result<(String, Vec<Value>), HistoryError> {
    let query = language::read(search)?;
    let mut conditions = SearchPredicate::of(&query, clock::now());
    if let Some(words) = matching(&query) {
        conditions.add("o.key IN (SELECT rowid FROM texts WHERE texts MATCH ?)", [words.into()]);
    }
    Ok((conditions.joined(), conditions.values))
}

/// A page of results, and for each unreadable run why it is not among them.
fn page(
    connection: &Connection,
    query: &Query,
    after: Option<&str>,
    limit: u32,
) -> Result<(SearchPage, Vec<HistoryError>), StoreFailure> {
    let now = clock::now();
    let (total, more) = count(connection, query, now)?;
    let source = Source::of(query);
    let mut conditions = SearchPredicate::of(query, now);
    if let Some(after) = after {
        let key = run_index::key_of(connection, after)?.ok_or_else(|| runs::no_such_run(after))?;
        conditions.add(&format!("{} < ?", source.key), [key.into()]);
    }
    source.ask(&mut conditions);
    let sql = format!(
        "SELECT o.run_id, o.kind, o.started_at, o.state, o.simulated, o.requests, o.cost_usd, o.cost_unknown
         FROM {} WHERE {} ORDER BY {} DESC LIMIT ?",
        source.tables,
        conditions.joined(),
        source.key
    );
    conditions.values.push(i64::from(limit.saturating_add(1)).into());
    let mut rows = connection.prepare_cached(&sql)?;
    let mut rows = rows.query(params_from_iter(conditions.values))?;
    let (mut runs, mut unreadable) = (Vec::new(), Vec::new());
    let (mut seen, mut last) = (0, None);
    while let Some(row) = rows.next()? {
        seen += 1;
        if seen > limit {
            break;
        }
        let run = row.get::<_, String>(0).map_err(StoreFailure::from);
        match run.and_then(|run| {
            last = Some(run);
            found(connection, row)
        }) {
            Ok(run) => runs.push(run),
            Err(failed) => unreadable.push(failed.of_one_value()?),
        }
    }
    mark_hits(connection, query, &mut runs)?;
    let next = last.filter(|_| seen > limit);
    Ok((SearchPage { total, more, runs, next }, unreadable))
}

/// The tables a search reads. If words are searched for, their index is the outer loop, newest first, and stops as soon
/// as a page is full; `CROSS JOIN` makes SQLite keep to it.
struct Source {
    tables: &'static str,
    /// The key column of the outer loop.
    key: &'static str,
    words: Option<String>,
}

impl Source {
    fn of(query: &Query) -> Self {
        let words = matching(query);
        let tables = match words {
            Some(_) => "texts CROSS JOIN overview o ON o.key = texts.rowid",
            None => "overview o",
        };
        let key = if words.is_some() { "texts.rowid" } else { "o.key" };
        Self { tables, key, words }
    }

    /// Adds the query of the full-text index.
    fn ask(&self, conditions: &mut SearchPredicate) {
        if let Some(words) = &self.words {
            conditions.add("texts MATCH ?", [words.clone().into()]);
        }
    }
}

/// The number of results, and whether there are more than were counted.
fn count(
    connection: &Connection,
    query: &Query,
    now: OffsetDateTime,
) -> Result<(u32, bool), StoreFailure> {
    if *query == Query::default() {
        let kept = connection.query_row(
            "SELECT (SELECT count(*) FROM overview WHERE deleted = 0) -
                 (SELECT count(*) FROM marks JOIN overview USING (run_id) WHERE hidden = 1 AND deleted = 0)",
            [],
            |row| row.get(0),
        )?;
        return Ok((kept, false));
    }
    let mut conditions = SearchPredicate::of(query, now);
    let source = Source::of(query);
    source.ask(&mut conditions);
    let sql = format!(
        "SELECT count(*) FROM (SELECT 1 FROM {} WHERE {} LIMIT {})",
        source.tables,
        conditions.joined(),
        MOST_COUNTED + 1
    );
    let counted: u32 = connection
        .prepare_cached(&sql)?
        .query_row(params_from_iter(conditions.values), |row| row.get(0))?;
    Ok((counted.min(MOST_COUNTED), counted > MOST_COUNTED))
}

fn found(connection: &Connection, row: &Row<'_>) -> Result<SearchHit, StoreFailure> {
    let id: String = row.get(0)?;
    let marks = annotations::read(connection, &id)?;
    let kind: RunKind = from_word(|| format!("The kind of run {id}"), row.get(1)?)?;
    let lanes = lanes::of_run(connection, &id, kind)?;
    Ok(SearchHit {
        starred: marks.starred,
        hidden: marks.hidden,
        has_note: !marks.note.is_empty(),
        tags: marks.tags,
        requests: row.get(5)?,
        cost_usd: row.get(6)?,
        cost_unknown: row.get(7)?,
        hits: Vec::new(),
        row: RunRow {
            kind,
            started_at: row.get(2)?,
            state: from_word(|| format!("The state of run {id}"), row.get(3)?)?,
            simulated: row.get(4)?,
            prompt: runs::prompt_shown(connection, &id)?,
            imported: run_index::is_imported(connection, &id)?,
            lanes,
            id,
        },
    })
}

/// Adds the matching snippets to each run.
fn mark_hits(
    connection: &Connection,
    query: &Query,
    runs: &mut [SearchHit],
) -> Result<(), StoreFailure> {
    let Some(words) = any_of(query) else { return Ok(()) };
    let mut shown = SnippetIndex::new()?;
    for (place, found) in (0..).zip(runs.iter()) {
        // An unreadable run is still found by its words, only without a snippet.
        let run = runs::read(connection, &found.row.id)
            .or_else(|failed| failed.of_one_value().map(|_| None));
        if let Some(run) = run? {
            shown.add(place, &Texts::of(connection, &run, ANSWERS_SHOWN)?)?;
        }
    }
    let mut hits = shown.hits(&words)?;
    for (place, found) in (0..).zip(runs.iter_mut()) {
        found.hits = hits.remove(&place).unwrap_or_default();
    }
    Ok(())
}

#[cfg(test)]
#[path = "search_tests.rs"]
mod tests;
