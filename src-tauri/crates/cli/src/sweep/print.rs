//! Prints a finished sweep: a table with one row per level, and notes on its numbers below.

use std::collections::BTreeSet;

use measure::Spread;
use race::{Lane, Level, LevelEnd, Run, RunState};

use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::words::{self, UNKNOWN};
use crate::terminal::{Ink, Terminal, Tone};

const COLUMNS: [Column; 13] = [
    Column::text("Lane"),
    Column::number("In flight"),
    Column::number("Req/s due"),
    Column::text("Samples"),
    Column::number("TTFT p50"),
    Column::number("p95"),
    Column::number("tok/s p50"),
    Column::number("p5"),
    Column::number("Total p50"),
    Column::number("System tok/s"),
    Column::number("Req/s"),
    Column::number("Good"),
    Column::number("Cost"),
];

/// The printed results; for a terminal in its width and with colours.
pub(crate) fn results(run: &Run, terminal: Option<Terminal>) -> String {
    let (width, ink) = match terminal {
        Some(terminal) => (Some(Terminal::size().0), terminal.ink),
        None => (None, Ink::Plain),
    };
    let mut table = Table::new(&COLUMNS);
    for lane in &run.lanes {
        for level in &lane.levels {
            table.push(row(lane, level));
        }
    }
    let below: Vec<String> =
        legend(run).iter().map(|line| words::wrapped(line, width, "")).collect();
    let below = ink.paint(Tone::Faint, &below.join("\n"));
    format!("{}\n\n{}\n{below}\n", heading(run), table.drawn(width, ink))
}

/// One line per level, printed as soon as the level is over.
pub(crate) fn level_line(lane: &Lane, level: &Level) -> String {
    let name = words::lane(&lane.label, &lane.model, lane.simulated);
    let mut parts = vec![format!("{name}, {}: {}", words::load(level), samples(level))];
    parts.extend(typical(level, "ttft_ms").map(|ms| format!("TTFT {}", words::duration(ms))));
    parts.extend(typical(level, "decode_tps").map(|tps| format!("{} tok/s", words::rate(tps))));
    parts.extend(level.sys_output_tps.map(|tps| format!("{} tok/s in all", words::rate(tps))));
    parts.join(", ")
}

fn heading(run: &Run) -> String {
    let lanes = u32::try_from(run.lanes.len()).unwrap_or(u32::MAX);
    let mut parts =
        vec![words::moment(&run.started_at), "sweep".to_owned(), words::several(lanes, "lane")];
    if let Some(load) = &run.plan.load {
        parts.push(format!("{} in each level", words::several(load.samples, "sample")));
        if !load.unique_prompts {
            parts.push("the same prompt every time".to_owned());
        }
        if load.cold {
            parts.push("cold connections".to_owned());
        }
    }
    if run.state != RunState::Finished {
        parts.push(words::state(run.state).to_owned());
    }
    let label = if run.simulated { "SIMULATED " } else { "" };
    format!("{label}{}", parts.join(", "))
}

fn samples(level: &Level) -> String {
    let ok = level.samples.iter().filter(|sample| sample.status.is_ok()).count();
    let all = level.samples.len();
    let ok = if ok == all { format!("{all} ok") } else { format!("{ok} of {all} ok") };
    match &level.ended {
        LevelEnd::Done => ok,
        LevelEnd::Throttled { .. } => format!("{ok}, throttled"),
        LevelEnd::Budget => format!("{ok}, budget used"),
        LevelEnd::Stopped => format!("{ok}, stopped"),
    }
}

/// The median, or the mean with too few samples for a median.
fn typical(level: &Level, metric: &str) -> Option<f64> {
    let spread = level.summary.get(metric)?;
    spread.p50.or(Some(spread.mean))
}

fn row(lane: &Lane, level: &Level) -> Vec<Cell> {
    let tone = if lane.simulated { Tone::Simulated } else { Tone::Strong };
    let name = words::clipped(&words::lane(&lane.label, &lane.model, lane.simulated), 40);
    let of =
        |metric: &str, read: fn(&Spread) -> Option<f64>| level.summary.get(metric).and_then(read);
    let cell = |value: Option<f64>, say: fn(f64) -> String| {
        Cell::new(value.map_or_else(|| UNKNOWN.to_owned(), say))
    };
    let blank = |value: Option<String>| value.map_or_else(Cell::default, Cell::new);
    vec![
        Cell::toned(name, tone),
        blank(level.concurrency.map(words::count)),
        blank(level.rate.map(|rate| rate.to_string())),
        Cell::new(samples(level)),
        cell(typical(level, "ttft_ms"), words::duration),
        cell(of("ttft_ms", |spread| spread.p95), words::duration),
        cell(typical(level, "decode_tps"), words::rate),
        cell(of("decode_tps", |spread| spread.p5), words::rate),
        cell(typical(level, "latency_ms"), words::duration),
        cell(level.sys_output_tps, words::rate),
        cell(level.rps, words::rate),
        blank(level.good_fraction.map(words::percent)),
        match level.cost_usd {
            Some(usd) => Cell::new(words::dollars(usd)),
            None if lane.simulated => Cell::default(),
            None => Cell::new("no price"),
        },
    ]
}

fn legend(run: &Run) -> Vec<String> {
    let mut lines = vec![
        "TTFT: time to first token, from each request's own send. p5 of tok/s is the slow tail. A mean stands where too few samples carry a median (5), a dash where they do not carry a p95 (20).".to_owned(),
        "System tok/s: output tokens of all requests in the window in which the load stood, over its length.".to_owned(),
    ];
    let all = || run.lanes.iter().flat_map(|lane| &lane.levels);
    if all().any(|level| level.rate.is_some()) {
        lines.push("A rate's requests leave when they are due; the time that a late one waited is in ttft_perceived_ms of --json.".to_owned());
    }
    if all().any(|level| level.good_fraction.is_some()) {
        lines.push("Good: measured requests that kept every limit.".to_owned());
    }
    lines.extend(run.machine.as_ref().map(|machine| format!("Measured on {machine}.")));
    if all().any(|level| level.ttft_error_ms.is_some()) {
        let off: Vec<String> = all()
            .filter_map(|level| {
                Some(format!(
                    "{} at {}",
                    words::milliseconds(level.ttft_error_ms?),
                    words::load(level)
                ))
            })
            .collect();
        lines.push(format!(
            "TTFT is off by so much at most by the machine's own doing, as `paceline calibrate` found: ± {}.",
            off.join(", ")
        ));
    }
    let doubts: BTreeSet<_> = all().flat_map(|level| &level.doubts).collect();
    lines.extend(doubts.into_iter().map(|doubt| {
        let mut loads: Vec<String> =
            all().filter(|level| level.doubts.contains(doubt)).map(words::load).collect();
        // Several contenders share a load; each is named once.
        let mut seen = BTreeSet::new();
        loads.retain(|load| seen.insert(load.clone()));
        format!("{}: {}", loads.join("; "), doubt.advice())
    }));
    lines
}
