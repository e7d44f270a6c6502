//! One row for each request, for a spreadsheet or a script. Headings are the ids of the numbers, with their units.

use race::{Lane, Level, Run, Sample};
use serde_json::Value;

use crate::ReportError;
use crate::export::Whole;
use crate::json::unwritable;

/// Whose request it was, and under what conditions.
const WHOSE: [&str; 20] = [
    "run_id",
    "started_at",
    "kind",
    "def_version",
    "lane",
    "round",
    "provider",
    "label",
    "model",
    "simulated",
    "concurrency",
    "rate_rps",
    "measured",
    "max_tokens",
    "temperature",
    "prompt_sha256_16",
    "prompt_tokens_o200k",
    "machine",
    "ttft_error_ms",
    "connected_before",
];

/// What it came to, as its sample calls it.
pub(crate) const NUMBERS: [&str; 46] = [
    "status",
    "ttft_ms",
    "ttfat_ms",
    "ttft_perceived_ms",
    "ttfs_ms",
    "request_written_ms",
    "create_time_ms",
    "ttfb_ms",
    "ttfb_headers_ms",
    "first_event_ms",
    "connect_time_ms",
    "thinking_time_ms",
    "latency_ms",
    "latency_perceived_ms",
    "stream_tail_ms",
    "decode_time_ms",
    "tpot_ms",
    "decode_tps",
    "answer_tps",
    "reasoning_tps",
    "e2e_tps",
    "prefill_tps",
    "stalls",
    "icl_p50_ms",
    "icl_p99_ms",
    "max_gap_ms",
    "burst_ratio",
    "tokens_per_chunk",
    "chunks",
    "token_source",
    "out_tokens_server",
    "reasoning_tokens_server",
    "answer_tokens_server",
    "out_tokens_neutral",
    "count_diff_pct",
    "osl_diff_pct",
    "in_tokens_server",
    "cached_read_tokens",
    "cached_write_tokens",
    "reasoning_type",
    "finish_reason",
    "cost_usd",
    "cost_source",
    "attempts",
    "sent_at_ms",
    "ended_at_ms",
];

pub(crate) fn write(all: &[Whole]) -> Result<String, ReportError> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let headings = WHOSE.iter().chain(&NUMBERS).chain(&["doubts", "error"]);
    table.write_record(headings).map_err(not_written)?;
    for whole in all {
        for (lane, index) in whole.run.lanes.iter().zip(0_u32..) {
            let levels = lane.levels.iter().flat_map(|level| {
                let measured = level.samples.iter().map(move |sample| (Some(level), true, sample));
                measured.chain(level.others.iter().map(move |sample| (Some(level), false, sample)))
            });
            let rounds = lane.samples.iter().map(|sample| (None, true, sample));
            for ((level, measured, sample), round) in levels.chain(rounds).zip(0_u32..) {
                let mut row = whose(whole, (index, lane), level, (round, measured));
                row.extend(how(&whole.run, level, sample));
                row.extend(numbers(sample)?);
                table.write_record(&row).map_err(not_written)?;
            }
        }
    }
    let bytes = table.into_inner().map_err(|error| not_written(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn whose(
    whole: &Whole,
    (index, lane): (u32, &Lane),
    level: Option<&Level>,
    (round, measured): (u32, bool),
) -> Vec<String> {
    let run = &whole.run;
    let own = run.plan.lanes.get(lane.place as usize);
    let max_tokens = own.and_then(|own| own.max_tokens).or(run.plan.max_tokens);
    let temperature = own.and_then(|own| own.temperature).or(run.plan.temperature);
    vec![
        run.id.clone(),
        run.started_at.clone(),
        run.kind.clone(),
        run.def_version.to_string(),
        index.to_string(),
        round.to_string(),
        plain(&lane.provider),
        plain(&lane.label),
        plain(&lane.model),
        lane.simulated.to_string(),
        known(level.and_then(|level| level.concurrency)),
        known(level.and_then(|level| level.rate)),
        measured.to_string(),
        known(max_tokens),
        known(temperature),
        whole.prompt_hash.clone(),
        known(whole.prompt_tokens),
    ]
}

/// On which machine, how far that may be off, and whether the connection stood before the request.
fn how(run: &Run, level: Option<&Level>, sample: &Sample) -> [String; 3] {
    let error_ms = level.map_or(run.ttft_error_ms, |level| level.ttft_error_ms);
    let connection = sample.connection.as_ref();
    [
        plain(run.machine.as_deref().unwrap_or_default()),
        known(error_ms),
        known(connection.map(|connection| connection.ahead || connection.reused)),
    ]
}

fn known<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn numbers(sample: &Sample) -> Result<Vec<String>, ReportError> {
    // Its texts are in no column.
    let bare = Sample {
        text: String::new(),
        tools: String::new(),
        reasoning: String::new(),
        ..sample.clone()
    };
    let value = serde_json::to_value(&bare).map_err(|error| unwritable("A request", &error))?;
    let cell = |name: &&str| match value.get(*name) {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => plain(text),
        Some(other) => other.to_string(),
    };
    let mut cells: Vec<String> = NUMBERS.iter().map(cell).collect();
    let doubts = value.get("doubts").and_then(Value::as_array).into_iter().flatten();
    let doubts: Vec<&str> = doubts.filter_map(Value::as_str).collect();
    cells.push(doubts.join(";"));
    cells.push(sample.error.as_ref().map(|fault| plain(&fault.message)).unwrap_or_default());
    Ok(cells)
}

/// A stranger's text that a spreadsheet would take for a formula is marked as text.
fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        return format!("'{text}");
    }
    text.to_owned()
}

fn not_written(error: impl std::fmt::Display) -> ReportError {
    unwritable("The table", &error)
}
