//! Points: the numbers of every request of a selection of runs.

use std::sync::Arc;

use checks::CheckVerdict;
use compare::{RequestSettings, Warnings};
use cost::TokenSource;
use measure::{Metric, Values, Warning};
use race::{RunKind, Status};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};
use serde::{Deserialize, Serialize};

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::{from_word, to_json};
use crate::search;
use crate::tables::numbers;

/// A selection of runs that meet all conditions. Deleted runs are never selected.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(default)]
pub struct Selection {
    /// These runs, by id; empty for all.
    pub runs: Vec<String>,
    /// Runs that a search finds, in the language of the search box; hidden runs only if it asks for them.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// Simulated lanes instead of real ones; the two never mix.
    pub simulated: bool,
    /// Runs that started then or later, in seconds since 1970.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since_s: Option<f64>,
    /// Runs that started before then, in seconds since 1970.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_s: Option<f64>,
}

/// One request: contender, conditions, outcome and numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The run it is part of.
    pub run_id: String,
    /// When that run started; RFC 3339 in UTC.
    pub started_at: String,
    /// Whether that run is a race or a sweep.
    pub kind: RunKind,
    /// Version of the definitions its numbers were computed under.
    pub def_version: u32,
    /// Index of its lane among those that ran, from 0.
    pub lane: u32,
    /// Index of the request in the lane, from 0: in a race its round; in a sweep level by level, measured requests
    /// first.
    pub round: u32,
    /// The provider's id.
    pub provider: String,
    /// The provider's name.
    pub label: String,
    /// The model as the provider calls it.
    pub model: String,
    /// Whether it is a simulated provider.
    pub simulated: bool,
    /// Requests in flight in its level; absent for a race and an open loop.
    pub concurrency: Option<u32>,
    /// Requests due per second in its level; absent for a race and a closed loop.
    pub rate: Option<f64>,
    /// Its status. Speed statistics cover only those that are `ok`.
    pub status: Status,
    /// Whether it is measured, rather than a warm-up or surplus request.
    pub measured: bool,
    /// Who counted the tokens that its speeds use.
    pub token_source: Option<TokenSource>,
    /// Output token limit; absent for the provider's default.
    pub max_tokens: Option<u32>,
    /// Sampling temperature; absent for the provider's default.
    pub temperature: Option<f64>,
    /// Fingerprint of the prompt: the first 16 hexadecimal digits of SHA-256.
    pub prompt_hash: String,
    /// Length of the prompt with system prompt, in `o200k_base` tokens; absent for a sweep with different prompts.
    pub prompt_tokens: Option<u32>,
    /// One-line description of the machine of its run.
    pub machine: Option<Arc<str>>,
    /// Timestamp error of that machine in milliseconds; the maximum over levels.
    pub ttft_error_ms: Option<f64>,
    /// The lane's other settings.
    pub asked_with: Arc<RequestSettings>,
    /// The model that answered, as the server names it.
    pub answered_by: Option<Arc<str>>,
    /// The service tier that answered, as the server names it.
    pub answered_tier: Option<Arc<str>>,
    /// Its warnings and those of its level.
    pub warnings: Warnings,
    /// What the checks of its answer came to; absent if nothing was checked.
    pub verdict: Option<CheckVerdict>,
    /// The row of a set that it answered, from 0; absent without a set.
    pub set_row: Option<u32>,
    /// Time from sending to its end, however it ended, in milliseconds; known of runs with checks.
    pub took_ms: Option<f64>,
    /// Whether it was refused, and so costs nothing.
    pub unbilled: bool,
    /// Whether each request of its run made a new connection; absent for a race, whose lanes reuse theirs.
    pub cold: Option<bool>,
    /// Its numbers, or the requested ones among them.
    pub numbers: Values,
}

impl History {
    /// Every request of a selection, including unmeasured ones: oldest run first, by lane, then by round.
    ///
    /// # Errors
    /// [`HistoryError::BadSearch`] for an invalid search; otherwise if the file cannot be read.
    pub fn points(&self, selection: &Selection) -> Result<Vec<Point>, HistoryError> {
        let mut points = Vec::new();
        self.each_point(selection, &Metric::ALL, |point| points.push(point))?;
        Ok(points)
    }

    /// As [`points`](Self::points), one by one, and with only these of its numbers.
    pub(crate) fn each_point(
        &self,
        selection: &Selection,
        metrics: &[Metric],
        mut take: impl FnMut(Point),
    ) -> Result<(), HistoryError> {
        let unreadable = self.read(|connection| {
            let (from, values) = from_where(selection)?;
            let columns = columns(metrics);
            let sql = format!("SELECT {columns} {from} ORDER BY o.run_id, e.lane, n.round");
            let mut rows = connection.prepare_cached(&sql)?;
            let mut rows = rows.query(params_from_iter(values))?;
            let mut before = CommonFields::default();
            let mut unreadable = Unreadable::default();
            while let Some(row) = rows.next()? {
                match CommonFields::of(row, &before).and_then(|common| {
                    before = common;
                    point(row, &before, metrics)
                }) {
                    Ok(point) => take(point),
                    Err(failed) => unreadable.add(row, failed.of_one_value()?)?,
                }
            }
            Ok(unreadable)
        })?;
        unreadable.notice().into_iter().for_each(|notice| self.add_notice(notice));
        Ok(())
    }
}

/// Checks that every request of a run can be charted.
pub(crate) fn must_be_readable(connection: &Connection, run: &str) -> Result<(), StoreFailure> {
    let sql = format!("SELECT {} {TABLES} WHERE o.run_id = ?1", columns(&Metric::ALL));
    let mut rows = connection.prepare_cached(&sql)?;
    let mut rows = rows.query([run])?;
    while let Some(row) = rows.next()? {
        let common = CommonFields::of(row, &CommonFields::default())?;
        point(row, &common, &Metric::ALL)?;
    }
    Ok(())
}

/// The requests of a selection that cannot be read.
#[derive(Default)]
struct Unreadable {
    requests: u32,
    /// The run of the first, if that can be read, and what is wrong with it.
    first: Option<(String, HistoryError)>,
}

impl Unreadable {
    fn add(&mut self, row: &Row<'_>, error: HistoryError) -> Result<(), StoreFailure> {
        self.requests += 1;
        if self.first.is_none() {
            let run = row.get_ref(0)?.as_bytes().map_err(rusqlite::Error::from)?;
            self.first = Some((String::from_utf8_lossy(run).into_owned(), error));
        }
        Ok(())
    }

    /// What the user should know of them; `None` if there are none.
    fn notice(self) -> Option<String> {
        let (run, error) = self.first?;
        let requests = match self.requests {
            1 => "1 request is".to_owned(),
            requests => format!("{requests} requests are"),
        };
        Some(format!(
            "{requests} left out of comparisons and charts, the first of run {run}. {error} `paceline history repair` recomputes what they need."
        ))
    }
}

/// The columns that [`point`] reads.
fn columns(metrics: &[Metric]) -> String {
    format!(
        "o.run_id, o.started_at, o.kind, o.def_version, e.lane, n.round, e.provider, e.label, e.model,
             e.simulated, n.concurrency, n.rate, n.status, n.measured, n.token_source, e.max_tokens,
             e.temperature, o.prompt_hash, o.prompt_tokens, o.machine, o.ttft_error_ms, o.cold, e.address, e.dialect,
             e.effort, e.service_tier, n.answered_by, n.answered_tier, n.warnings, e.request,
             n.verdict, n.set_row, n.took_ms, n.unbilled, {}",
        numbers::columns(metrics)
    )
}

/// Runs are the outer loop, so that each run's requests are read in one go; `CROSS JOIN` makes SQLite keep to it.
const TABLES: &str = "FROM overview o CROSS JOIN entrants e ON e.run = o.key
             CROSS JOIN numbers n ON n.run = e.run AND n.lane = e.lane";

/// The tables and conditions of a selection, and the values in them.
fn from_where(selection: &Selection) -> Result<(String, Vec<Value>), HistoryError> {
    let mut conditions = vec!["o.deleted = 0".to_owned(), "e.simulated = ?".to_owned()];
    let mut values = vec![Value::from(selection.simulated)];
    if let Some(search) = &selection.search {
        let (condition, asked) = search::selecting(search)?;
        conditions.push(condition);
        values.extend(asked);
    }
    if !selection.runs.is_empty() {
        conditions.push("o.run_id IN (SELECT value FROM json_each(?))".to_owned());
        values.push(to_json(|| "A selection".to_owned(), &selection.runs)?.into());
    }
    for (condition, bound) in
        [("o.started_s >= ?", selection.since_s), ("o.started_s < ?", selection.until_s)]
    {
        if let Some(bound) = bound {
            conditions.push(condition.to_owned());
            values.push(bound.into());
        }
    }
    let from = format!("{TABLES} WHERE {}", conditions.join(" AND "));
    Ok((from, values))
}

/// The fields that consecutive requests mostly have in common, so that they share one text.
#[derive(Default)]
struct CommonFields {
    machine: Option<Arc<str>>,
    asked_with: Arc<RequestSettings>,
    answered_by: Option<Arc<str>>,
    answered_tier: Option<Arc<str>>,
}

impl CommonFields {
    /// The fields of a row, sharing the texts of the row `before` it where they are equal.
    fn of(row: &Row<'_>, before: &Self) -> Result<Self, StoreFailure> {
        let text = |column: usize| -> Result<Option<&str>, StoreFailure> {
            let text = row.get_ref(column)?.as_str_or_null().map_err(rusqlite::Error::from)?;
            Ok(text)
        };
        let shared = |column: usize, before: &Option<Arc<str>>| -> Result<_, StoreFailure> {
            let Some(text) = text(column)? else { return Ok(None) };
            let before = before.as_ref().filter(|before| before.as_ref() == text);
            Ok(Some(before.map_or_else(|| Arc::from(text), Arc::clone)))
        };
        let asked = [text(22)?, text(23)?, text(24)?, text(25)?, text(29)?];
        let old = &before.asked_with;
        let known = [&old.address, &old.dialect, &old.effort, &old.service_tier, &old.request];
        let asked_with = if known.map(|text| text.as_deref()) == asked {
            Arc::clone(&before.asked_with)
        } else {
            let [address, dialect, effort, service_tier, request] =
                asked.map(|text| text.map(str::to_owned));
            Arc::new(RequestSettings { address, dialect, effort, service_tier, request })
        };
        Ok(Self {
            machine: shared(19, &before.machine)?,
            asked_with,
            answered_by: shared(26, &before.answered_by)?,
            answered_tier: shared(27, &before.answered_tier)?,
        })
    }
}

/// Warnings by their ids. Ids written by a newer app are unknown here and skipped.
fn warnings(row: &Row<'_>) -> Result<Warnings, StoreFailure> {
    let ids = row.get_ref(28)?.as_str_or_null().map_err(rusqlite::Error::from)?;
    let known = ids
        .unwrap_or_default()
        .split(' ')
        .filter_map(|id| Warning::ALL.into_iter().find(|warning| warning.id() == id));
    Ok(known.collect())
}

fn point(row: &Row<'_>, shared: &CommonFields, metrics: &[Metric]) -> Result<Point, StoreFailure> {
    let run_id: String = row.get(0)?;
    let what = || format!("A request of run {run_id}");
    let source: Option<String> = row.get(14)?;
    let verdict: Option<String> = row.get(30)?;
    Ok(Point {
        started_at: row.get(1)?,
        kind: from_word(what, row.get(2)?)?,
        def_version: row.get(3)?,
        lane: row.get(4)?,
        round: row.get(5)?,
        provider: row.get(6)?,
        label: row.get(7)?,
        model: row.get(8)?,
        simulated: row.get(9)?,
        concurrency: row.get(10)?,
        rate: row.get(11)?,
        status: from_word(what, row.get(12)?)?,
        measured: row.get(13)?,
        token_source: source.map(|source| from_word(what, source)).transpose()?,
        max_tokens: row.get(15)?,
        temperature: row.get(16)?,
        prompt_hash: row.get(17)?,
        prompt_tokens: row.get(18)?,
        machine: shared.machine.clone(),
        asked_with: Arc::clone(&shared.asked_with),
        answered_by: shared.answered_by.clone(),
        answered_tier: shared.answered_tier.clone(),
        warnings: warnings(row)?,
        verdict: verdict.map(|verdict| from_word(what, verdict)).transpose()?,
        set_row: row.get(31)?,
        took_ms: row.get(32)?,
        unbilled: row.get(33)?,
        ttft_error_ms: row.get(20)?,
        cold: row.get(21)?,
        numbers: numbers::read(row, 34, metrics)?,
        run_id,
    })
}

#[cfg(test)]
#[path = "points_tests.rs"]
mod tests;
