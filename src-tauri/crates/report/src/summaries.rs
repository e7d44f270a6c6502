//! The tables of a run: each lane of a race, or each level of a sweep, with what it came to.

use std::collections::BTreeMap;

use measure::Spread;
use race::{Lane, Level, Run, Workload};

/// A table, ready to be drawn. The first column is who or what, the others are numbers.
pub(crate) struct Summary {
    pub(crate) title: String,
    pub(crate) headings: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
    /// What is to be said below it.
    pub(crate) below: &'static str,
}

const BELOW: &str = "Medians over requests that are ok. An empty cell is not known, or too few samples carry it (p50 from \
    5, p95 from 20); of fewer than five samples the mean stands, marked ~.";

type Column = (&'static str, fn(&BTreeMap<String, Spread>) -> String);

const COLUMNS: [Column; 7] = [
    ("TTFT ms", |all| middle(all, "ttft_ms", 1)),
    ("TTFT p95 ms", |all| p95(all, "ttft_ms")),
    ("TTFAT ms", |all| middle(all, "ttfat_ms", 1)),
    ("Output tok/s", |all| middle(all, "decode_tps", 1)),
    ("Total ms", |all| middle(all, "latency_ms", 1)),
    ("Output tokens", |all| middle(all, "out_tokens", 0)),
    ("Cost $", |all| middle(all, "cost_usd", 6)),
];

pub(crate) fn summaries(run: &Run) -> Vec<Summary> {
    match run.plan.workload() {
        Workload::Sweep(_) => run.lanes.iter().map(sweep).collect(),
        Workload::Rounds { .. } => vec![race(run)],
    }
}

fn race(run: &Run) -> Summary {
    let rows = run.lanes.iter().map(|lane| {
        let good = lane.samples.iter().filter(|sample| sample.status.is_ok()).count();
        let mut row = vec![name(lane), format!("{good}/{}", lane.samples.len())];
        row.extend(COLUMNS.iter().map(|(_, read)| read(&lane.summary)));
        row
    });
    let mut headings = vec!["Lane".to_owned(), "ok".to_owned()];
    headings.extend(COLUMNS.iter().map(|(name, _)| (*name).to_owned()));
    Summary { title: "Lanes".to_owned(), headings, rows: rows.collect(), below: BELOW }
}

fn sweep(lane: &Lane) -> Summary {
    let mut headings: Vec<String> =
        ["Level", "ok", "System tok/s", "Requests/s", "Errors"].map(str::to_owned).to_vec();
    headings.extend(COLUMNS.iter().map(|(name, _)| (*name).to_owned()));
    let rows = lane.levels.iter().map(|level| {
        let good = level.samples.iter().filter(|sample| sample.status.is_ok()).count();
        let mut row = vec![
            step(level),
            format!("{good}/{}", level.measured),
            rounded(level.sys_output_tps, 1),
            rounded(level.rps, 2),
            level.error_rate.map(|rate| format!("{:.1} %", rate * 100.0)).unwrap_or_default(),
        ];
        row.extend(COLUMNS.iter().map(|(_, read)| read(&level.summary)));
        row
    });
    Summary { title: name(lane), rows: rows.collect(), headings, below: BELOW }
}

pub(crate) fn name(lane: &Lane) -> String {
    let simulated = if lane.simulated { " (SIMULATED)" } else { "" };
    format!("{} · {}{simulated}", lane.label, lane.model)
}

fn step(level: &Level) -> String {
    match (level.concurrency, level.rate) {
        (Some(streams), _) => format!("{streams} in flight"),
        (None, Some(rate)) => format!("{rate} per second"),
        (None, None) => String::new(),
    }
}

fn middle(all: &BTreeMap<String, Spread>, metric: &str, digits: usize) -> String {
    let Some(spread) = all.get(metric) else { return String::new() };
    match spread.p50 {
        Some(p50) => format!("{p50:.digits$}"),
        None if spread.n == 1 => format!("{:.digits$}", spread.mean),
        None => format!("~{:.digits$}", spread.mean),
    }
}

fn p95(all: &BTreeMap<String, Spread>, metric: &str) -> String {
    rounded(all.get(metric).and_then(|spread| spread.p95), 1)
}

fn rounded(value: Option<f64>, digits: usize) -> String {
    value.map(|value| format!("{value:.digits$}")).unwrap_or_default()
}
