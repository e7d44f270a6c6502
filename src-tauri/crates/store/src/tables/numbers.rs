//! The table `numbers`: the metrics of one request as columns, so that queries over many requests read no JSON.

use measure::{Speed, Warning};
use race::{Lane, Level, Sample};
use rusqlite::{Connection, OptionalExtension, Row, named_params, params};
use serde::{Deserialize, Serialize};

use crate::error::StoreFailure;
use crate::json::to_word;

/// The metrics of one request, from its sample. Times are in milliseconds, rates in tokens per second; absent means
/// undefined or unknown. [`measure::METRICS`] defines each.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, specta::Type)]
#[serde(default)]
pub struct Numbers {
    /// Time to first token.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_ms: Option<f64>,
    /// Time to first token, from when the request was due.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_perceived_ms: Option<f64>,
    /// Time to first answer token.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttfat_ms: Option<f64>,
    /// Time to first sentence.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttfs_ms: Option<f64>,
    /// First answer text − first visible text, if reasoning was streamed.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thinking_time_ms: Option<f64>,
    /// End-to-end latency.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_ms: Option<f64>,
    /// End-to-end latency, from when the request was due.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latency_perceived_ms: Option<f64>,
    /// DNS + TCP + proxy + TLS.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub connect_time_ms: Option<f64>,
    /// Output speed.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decode_tps: Option<f64>,
    /// Output speed of the answer.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_tps: Option<f64>,
    /// Output speed of the reasoning.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_tps: Option<f64>,
    /// All output tokens ÷ latency.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub e2e_tps: Option<f64>,
    /// Time per output token.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tpot_ms: Option<f64>,
    /// The longest gap between two events with visible text.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_gap_ms: Option<f64>,
    /// Cost in dollars.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// Input tokens, cached ones included, as the server counts.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_tokens: Option<u32>,
    /// Input tokens from the provider's cache, as the server counts.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached_read_tokens: Option<u32>,
    /// Output tokens by the server's count, otherwise by `o200k_base`.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_tokens: Option<u32>,
    /// Output tokens of the answer, as the server counts.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_tokens: Option<u32>,
    /// Output tokens of the reasoning, as the server counts.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_tokens: Option<u32>,
}

/// The columns of [`Numbers`], in the order in which [`Numbers::from_row`] reads them.
pub(crate) const COLUMNS: &str = "n.ttft_ms, n.ttft_perceived_ms, n.ttfat_ms, n.ttfs_ms, n.thinking_time_ms, \
     n.latency_ms, n.latency_perceived_ms, n.connect_time_ms, n.decode_tps, n.answer_tps, n.reasoning_tps, n.e2e_tps, \
     n.tpot_ms, n.max_gap_ms, n.cost_usd, n.in_tokens, n.cached_read_tokens, n.out_tokens, n.answer_tokens, \
     n.reasoning_tokens";

impl Numbers {
    /// The metrics of a sample. If the machine slept during the request, times are absent, because they are invalid.
    pub fn of(sample: &Sample) -> Self {
        let untimed = Speed::default();
        let slept = sample.doubts.contains(&Warning::ClockGap);
        let speed = if slept { &untimed } else { &sample.speed };
        Self {
            ttft_ms: speed.ttft_ms,
            ttft_perceived_ms: speed.ttft_perceived_ms,
            ttfat_ms: speed.ttfat_ms,
            ttfs_ms: speed.ttfs_ms,
            thinking_time_ms: speed.thinking_time_ms,
            latency_ms: speed.latency_ms,
            latency_perceived_ms: speed.latency_perceived_ms,
            connect_time_ms: speed.connect_time_ms,
            decode_tps: speed.decode_tps,
            answer_tps: speed.answer_tps,
            reasoning_tps: speed.reasoning_tps,
            e2e_tps: speed.e2e_tps,
            tpot_ms: speed.tpot_ms,
            max_gap_ms: speed.max_gap_ms,
            cost_usd: sample.cost_usd,
            in_tokens: sample.in_tokens_server,
            cached_read_tokens: sample.cached_read_tokens,
            out_tokens: sample.out_tokens_server.or(sample.out_tokens_neutral),
            answer_tokens: sample.answer_tokens_server,
            reasoning_tokens: sample.reasoning_tokens_server,
        }
    }

    /// Reads [`COLUMNS`], of which the first is column `from`.
    pub(crate) fn from_row(row: &Row<'_>, from: usize) -> Result<Self, rusqlite::Error> {
        Ok(Self {
            ttft_ms: row.get(from)?,
            ttft_perceived_ms: row.get(from + 1)?,
            ttfat_ms: row.get(from + 2)?,
            ttfs_ms: row.get(from + 3)?,
            thinking_time_ms: row.get(from + 4)?,
            latency_ms: row.get(from + 5)?,
            latency_perceived_ms: row.get(from + 6)?,
            connect_time_ms: row.get(from + 7)?,
            decode_tps: row.get(from + 8)?,
            answer_tps: row.get(from + 9)?,
            reasoning_tps: row.get(from + 10)?,
            e2e_tps: row.get(from + 11)?,
            tpot_ms: row.get(from + 12)?,
            max_gap_ms: row.get(from + 13)?,
            cost_usd: row.get(from + 14)?,
            in_tokens: row.get(from + 15)?,
            cached_read_tokens: row.get(from + 16)?,
            out_tokens: row.get(from + 17)?,
            answer_tokens: row.get(from + 18)?,
            reasoning_tokens: row.get(from + 19)?,
        })
    }
}

/// The stored metrics of one request.
pub(crate) fn of_request(
    connection: &Connection,
    run: &str,
    lane: u32,
    round: u32,
) -> Result<Option<Numbers>, StoreFailure> {
    let sql = format!(
        "SELECT {COLUMNS} FROM overview o JOIN numbers n ON n.run = o.key
         WHERE o.run_id = ?1 AND n.lane = ?2 AND n.round = ?3"
    );
    let mut row = connection.prepare_cached(&sql)?;
    let numbers = row.query_row(params![run, lane, round], |row| Numbers::from_row(row, 0));
    Ok(numbers.optional()?)
}

/// Position of a request in its run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Position<'a> {
    pub(crate) lane: u32,
    pub(crate) round: u32,
    /// Whether it is measured, not a warm-up or surplus request.
    pub(crate) is_measured: bool,
    pub(crate) level: Option<&'a Level>,
}

/// Adds the numbers of all requests of a lane.
pub(crate) fn insert_lane(
    connection: &Connection,
    key: i64,
    (index, lane): (u32, &Lane),
) -> Result<(), StoreFailure> {
    let mut round = 0;
    for level in &lane.levels {
        insert_level(connection, key, (index, round), level)?;
        round += level.measured + level.unmeasured;
    }
    for (sample, round) in lane.samples.iter().zip(round..) {
        let position = Position { lane: index, round, is_measured: true, level: None };
        insert(connection, key, position, sample)?;
    }
    Ok(())
}

/// Adds the numbers of all requests of a level, the first of which is the lane's `round`th.
pub(crate) fn insert_level(
    connection: &Connection,
    key: i64,
    (lane, round): (u32, u32),
    level: &Level,
) -> Result<(), StoreFailure> {
    let measured = level.samples.len();
    for ((sample, place), round) in level.requests().zip(0..).zip(round..) {
        let position = Position { lane, round, is_measured: place < measured, level: Some(level) };
        insert(connection, key, position, sample)?;
    }
    Ok(())
}

fn insert(
    connection: &Connection,
    key: i64,
    at: Position<'_>,
    sample: &Sample,
) -> Result<(), StoreFailure> {
    let numbers = Numbers::of(sample);
    let what = || "A word of a request".to_owned();
    let source = sample.token_source.map(|source| to_word(what, &source)).transpose()?;
    connection
        .prepare_cached(
            "INSERT INTO numbers (run, lane, round, measured, unbilled, status, concurrency, rate, token_source,
                 ttft_ms, ttft_perceived_ms, ttfat_ms, ttfs_ms, thinking_time_ms, latency_ms, latency_perceived_ms,
                 connect_time_ms, decode_tps, answer_tps, reasoning_tps, e2e_tps, tpot_ms, max_gap_ms, cost_usd,
                 in_tokens, cached_read_tokens, out_tokens, answer_tokens, reasoning_tokens)
             VALUES (:run, :lane, :round, :measured, :unbilled, :status, :concurrency, :rate, :token_source,
                 :ttft_ms, :ttft_perceived_ms, :ttfat_ms, :ttfs_ms, :thinking_time_ms, :latency_ms,
                 :latency_perceived_ms, :connect_time_ms, :decode_tps, :answer_tps, :reasoning_tps, :e2e_tps, :tpot_ms,
                 :max_gap_ms, :cost_usd, :in_tokens, :cached_read_tokens, :out_tokens, :answer_tokens,
                 :reasoning_tokens)",
        )?
        .execute(named_params! {
            ":run": key,
            ":lane": at.lane,
            ":round": at.round,
            ":measured": at.is_measured,
            ":unbilled": sample.is_refused(),
            ":status": to_word(what, &sample.status)?,
            ":concurrency": at.level.and_then(|level| level.concurrency),
            ":rate": at.level.and_then(|level| level.rate),
            ":token_source": source,
            ":ttft_ms": numbers.ttft_ms,
            ":ttft_perceived_ms": numbers.ttft_perceived_ms,
            ":ttfat_ms": numbers.ttfat_ms,
            ":ttfs_ms": numbers.ttfs_ms,
            ":thinking_time_ms": numbers.thinking_time_ms,
            ":latency_ms": numbers.latency_ms,
            ":latency_perceived_ms": numbers.latency_perceived_ms,
            ":connect_time_ms": numbers.connect_time_ms,
            ":decode_tps": numbers.decode_tps,
            ":answer_tps": numbers.answer_tps,
            ":reasoning_tps": numbers.reasoning_tps,
            ":e2e_tps": numbers.e2e_tps,
            ":tpot_ms": numbers.tpot_ms,
            ":max_gap_ms": numbers.max_gap_ms,
            ":cost_usd": numbers.cost_usd,
            ":in_tokens": numbers.in_tokens,
            ":cached_read_tokens": numbers.cached_read_tokens,
            ":out_tokens": numbers.out_tokens,
            ":answer_tokens": numbers.answer_tokens,
            ":reasoning_tokens": numbers.reasoning_tokens,
        })?;
    Ok(())
}
