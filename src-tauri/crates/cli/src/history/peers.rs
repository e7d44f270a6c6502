//! What other tools would report for a run, beside our own numbers.

use std::fmt::Write;

use measure::{PeerReport, peer_reports};
use race::{Lane, Run, Sample};
use serde::Serialize;
use store::History;

use crate::exit::Trouble;
use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::words::{self, UNKNOWN};
use crate::terminal::{Ink, Terminal, Tone};

/// What other tools would report for one request.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct PeerReports {
    /// The lane's number, from 0.
    lane: u32,
    /// The request's number in the lane, from 0.
    round: u32,
    /// One of each tool.
    reports: Vec<PeerReport>,
}

/// The output of `history show --as-peers --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct PeersOutput {
    /// The run's id.
    id: String,
    /// Every request of a race, or of a sweep's first level.
    requests: Vec<PeerReports>,
}

/// The reports for every request of a race, or of a sweep's first level.
///
/// # Errors
/// If a raw log cannot be read.
pub(crate) fn document(history: &History, run: &Run) -> Result<PeersOutput, Trouble> {
    let requests = (0_u32..)
        .zip(&run.lanes)
        .flat_map(|(number, lane)| (0_u32..).zip(samples(lane)).map(move |one| (number, one)));
    let requests = requests
        .map(|(lane, (round, sample))| {
            Ok(PeerReports { lane, round, reports: reports(history, run, (lane, round), sample)? })
        })
        .collect::<Result<_, Trouble>>()?;
    Ok(PeersOutput { id: run.id.clone(), requests })
}

/// A table for each lane: of its last request, or of the last measured one of a sweep's first level.
///
/// # Errors
/// If a raw log cannot be read.
pub(crate) fn tables(
    history: &History,
    run: &Run,
    terminal: Option<Terminal>,
) -> Result<String, Trouble> {
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    let width = terminal.map(|_| Terminal::size().0);
    let mut out = String::new();
    for (number, lane) in (0_u32..).zip(&run.lanes) {
        let Some((round, sample)) = (0_u32..).zip(samples(lane)).last() else { continue };
        let mut table = Table::new(&[
            Column::text("As reported by"),
            Column::number("TTFT"),
            Column::number("Latency"),
            Column::number("Tokens"),
            Column::number("Per token"),
            Column::number("tok/s"),
        ]);
        table.push(ours(sample));
        for report in reports(history, run, (number, round), sample)? {
            table.push(vec![
                Cell::new(format!("{}, {}", report.tool, report.edition)),
                ms(report.ttft_ms),
                ms(report.latency_ms),
                Cell::new(words::whole(report.tokens)),
                ms(report.ms_per_token),
                rate(report.tps),
            ]);
        }
        let title = words::wrapped(&title(lane, round), width, "");
        let title = ink.paint(Tone::Strong, &title);
        let _infallible = write!(out, "\n{title}\n{}", table.drawn(width, ink));
    }
    Ok(out)
}

fn samples(lane: &Lane) -> &[Sample] {
    lane.levels.first().map_or(&lane.samples, |level| &level.samples)
}

fn reports(
    history: &History,
    run: &Run,
    (lane, round): (u32, u32),
    sample: &Sample,
) -> Result<Vec<PeerReport>, Trouble> {
    let recording = history.recording(&run.id, lane, round)?;
    let total = total(sample);
    let answer = sample.answer_tokens_server.unwrap_or(total);
    Ok(peer_reports(&recording.timeline, total.into(), answer.into()))
}

fn total(sample: &Sample) -> u32 {
    sample.out_tokens_server.or(sample.out_tokens_neutral).unwrap_or(0)
}

/// Whose request the table is of, and which.
fn title(lane: &Lane, round: u32) -> String {
    let whose = words::lane(&lane.label, &lane.model, lane.simulated);
    let all = u32::try_from(samples(lane).len()).unwrap_or(u32::MAX);
    let (nth, all) = (words::count(round.saturating_add(1)), words::count(all));
    let which = match lane.levels.first() {
        None => format!("round {nth} of {all}"),
        Some(level) => {
            format!("request {nth} of {all} of the first level, {}", words::load(level))
        }
    };
    format!("{whose}: {which}, by each tool's own formulas")
}

fn ours(sample: &Sample) -> Vec<Cell> {
    let speed = &sample.speed;
    vec![
        Cell::toned("Paceline", Tone::Strong),
        ms(speed.ttft_ms),
        ms(speed.latency_ms),
        Cell::new(words::count(total(sample))),
        ms(speed.tpot_ms),
        rate(speed.decode_tps),
    ]
}

fn ms(value: Option<f64>) -> Cell {
    Cell::new(value.map_or_else(|| UNKNOWN.to_owned(), words::duration))
}

fn rate(value: Option<f64>) -> Cell {
    Cell::new(value.map_or_else(|| UNKNOWN.to_owned(), words::rate))
}
