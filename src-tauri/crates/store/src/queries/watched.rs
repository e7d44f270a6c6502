//! What the turns of a watch measured: the numbers of each contender, turn by turn, from the index of requests.

use std::sync::Arc;

use measure::{Metric, Warning, percentile, typical};
use providers::remote_host;
use race::{CHAIN, Status};
use rusqlite::{Row, params};

use crate::error::{HistoryError, StoreFailure};
use crate::history::History;
use crate::json::from_word;

/// What one turn measured of one contender. A median or a mean is that of its successful requests, and absent if none says it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WatchedTurn {
    /// The turn's number.
    pub number: u32,
    /// When its race began, in seconds since 1970.
    pub started_s: i64,
    /// Index of the contender among the lanes that ran, from 0.
    pub lane: u32,
    /// Requests that the provider ended, well or badly.
    pub requests: u32,
    /// How many of those failed.
    pub failed: u32,
    /// Checked answers, without those of which nothing can be said.
    pub checked: u32,
    /// How many of those are right.
    pub right: u32,
    /// Median time to first token, in milliseconds.
    pub ttft_ms: Option<f64>,
    /// Median output speed, in tokens per second.
    pub decode_tps: Option<f64>,
    /// Mean cost, in dollars.
    pub cost_usd: Option<f64>,
    /// Median number of input tokens as the server counts.
    pub in_tokens: Option<f64>,
    /// Median number of output tokens.
    pub out_tokens: Option<f64>,
    /// The model that answered first, as the server names it.
    pub answered_by: Option<Arc<str>>,
    /// How many requests this machine was late to send or to read.
    pub strained: u32,
}

/// The requests of one contender in one turn.
#[derive(Default)]
struct Gathered {
    turn: WatchedTurn,
    values: [Vec<f64>; 5],
}

impl Gathered {
    fn add(&mut self, row: &Row<'_>, models: &mut Option<Arc<str>>) -> Result<(), StoreFailure> {
        let status = row.get_ref(3)?.as_str().map_err(rusqlite::Error::from)?;
        let status = match status {
            "ok" => Status::Ok,
            other => from_word(|| "A request".to_owned(), other.to_owned())?,
        };
        let text = |column: usize| -> Result<Option<&str>, StoreFailure> {
            Ok(row.get_ref(column)?.as_str_or_null().map_err(rusqlite::Error::from)?)
        };
        let warns = |ids: &str, warning: Warning| ids.split(' ').any(|id| id == warning.id());
        let (verdict, warnings, answered_by) = (text(9)?, text(10)?.unwrap_or_default(), text(11)?);
        let turn = &mut self.turn;
        if status.is_ours() {
            return Ok(());
        }
        turn.requests += 1;
        turn.failed += u32::from(!status.is_ok());
        turn.strained += u32::from(warns(warnings, Warning::ClientLimited));
        match verdict {
            Some("right") => {
                turn.checked += 1;
                turn.right += 1;
            }
            Some("wrong") => turn.checked += 1,
            _ => {}
        }
        if !status.is_ok() {
            return Ok(());
        }
        if turn.answered_by.is_none()
            && let Some(name) = answered_by
        {
            // Nearly every turn has that of the one before it.
            let same = models.as_ref().filter(|model| model.as_ref() == name);
            let name = same.map_or_else(|| Arc::from(name), Arc::clone);
            *models = Some(Arc::clone(&name));
            turn.answered_by = Some(name);
        }
        // A machine that slept says nothing of times.
        let first = if warns(warnings, Warning::ClockGap) { 2 } else { 0 };
        for (values, column) in self.values.iter_mut().zip(4..).skip(first) {
            values.extend(row.get::<_, Option<f64>>(column)?);
        }
        Ok(())
    }

    fn ended(mut self) -> WatchedTurn {
        let [_, _, costs, ..] = &self.values;
        let cost_usd = typical(Metric::CostUsd, costs.iter().copied());
        let [ttft, speed, _, input, output] = self.values.each_mut().map(|values| {
            values.sort_unstable_by(f64::total_cmp);
            percentile(values, 0.5)
        });
        WatchedTurn {
            ttft_ms: ttft,
            decode_tps: speed,
            cost_usd,
            in_tokens: input,
            out_tokens: output,
            ..self.turn
        }
    }
}

/// Of which turn and lane a request is, and when the turn began.
fn place(row: &Row<'_>) -> Result<(u32, i64, u32), StoreFailure> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

impl History {
    /// What the rhythm's turns of a watch measured, from turn `from` on: by turn, then by contender. Turns that somebody asked
    /// for are not among them, because they were taken when somebody had a reason.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn watched(&self, watch: &str, from: u32) -> Result<Vec<WatchedTurn>, HistoryError> {
        self.read(|connection| {
            let mut rows = connection.prepare_cached(
                "SELECT t.number, t.started_s, n.lane, n.status, n.ttft_ms, n.decode_tps, n.cost_usd,
                     CAST(n.in_tokens_server AS REAL), CAST(n.out_tokens AS REAL), n.verdict, n.warnings, n.answered_by
                 FROM watch_turns t CROSS JOIN overview o ON o.run_id = t.run_id CROSS JOIN numbers n ON n.run = o.key
                 WHERE t.watch = ?1 AND t.asked = 0 AND t.number >= ?2 AND NOT o.deleted AND n.measured
                 ORDER BY t.number",
            )?;
            let mut rows = rows.query(params![watch, from])?;
            let mut turns = Vec::new();
            let mut own: Option<Gathered> = None;
            let mut model = None;
            while let Some(row) = rows.next()? {
                let (number, started_s, lane) = match place(row) {
                    Ok(place) => place,
                    Err(failed) => {
                        failed.of_one_value()?;
                        continue;
                    }
                };
                let is_same =
                    own.as_ref().is_some_and(|own| (own.turn.number, own.turn.lane) == (number, lane));
                if !is_same {
                    turns.extend(own.take().map(Gathered::ended));
                    let turn = WatchedTurn { number, started_s, lane, ..WatchedTurn::default() };
                    own = Some(Gathered { turn, ..Gathered::default() });
                }
                if let Some(own) = &mut own {
                    // What cannot be read is no request, and `verify` finds it.
                    own.add(row, &mut model).or_else(|failed| failed.of_one_value().map(drop))?;
                }
            }
            turns.extend(own.map(Gathered::ended));
            Ok(turns)
        })
    }

    /// The names of a watch's contenders, as its latest race says them: provider, model, and whether it is simulated. Empty before
    /// the first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn watched_contenders(&self, watch: &str) -> Result<Vec<WatchedContender>, HistoryError> {
        self.read(|connection| {
            let mut rows = connection.prepare_cached(
                "SELECT e.provider, e.label, e.model, e.simulated, e.address FROM entrants e WHERE e.run = (
                     SELECT o.key FROM watch_turns t JOIN overview o ON o.run_id = t.run_id
                     WHERE t.watch = ?1 ORDER BY t.started_s DESC LIMIT 1)
                 ORDER BY e.lane",
            )?;
            let rows = rows.query_map([watch], |row| {
                // Lanes are told apart by their place, so that a name that cannot be read keeps its own.
                let text = |column: usize| -> Result<Option<String>, rusqlite::Error> {
                    let bytes = row.get_ref(column)?.as_bytes_or_null()?;
                    Ok(bytes.map(|bytes| String::from_utf8_lossy(bytes).into_owned()))
                };
                let provider = text(0)?.unwrap_or_default();
                let (simulated, address): (bool, _) = (row.get(3)?, text(4)?);
                // The steps of a chain go to several.
                let is_one = !simulated && provider != CHAIN;
                let host = address.filter(|_| is_one).and_then(|address| remote_host(&address));
                let label = text(1)?.unwrap_or_default();
                let model = text(2)?.unwrap_or_default();
                Ok(WatchedContender { provider, label, model, simulated, host })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }
}

/// Who is watched in a lane.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WatchedContender {
    /// The provider's id.
    pub provider: String,
    /// The provider's name.
    pub label: String,
    /// The model as the provider calls it.
    pub model: String,
    /// Whether it is simulated.
    pub simulated: bool,
    /// The host that its requests go to; absent if they stay on this machine, go to several, or it is not known.
    pub host: Option<String>,
}

impl WatchedContender {
    /// Its name in sentences: that of its provider, or that it is simulated, and its model.
    pub fn name(&self) -> String {
        let label = if self.simulated { "SIMULATED" } else { self.label.as_str() };
        format!("{label} {}", self.model)
    }
}

#[cfg(test)]
#[path = "watched_tests.rs"]
pub(crate) mod tests;
