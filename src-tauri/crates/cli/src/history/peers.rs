//! What other tools would report for a run, beside our own numbers.

use std::fmt::Write;

use measure::peer_reports;
use race::{Lane, Run, Sample};
use store::History;

use crate::exit::Trouble;
use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::words::{self, UNKNOWN};
use crate::terminal::{Ink, Terminal, Tone};

/// A table for each lane: of its last request, or of the last measured one of a sweep's first level.
///
/// # Errors
/// If a raw log cannot be read.
pub(crate) fn peers(
    history: &History,
    run: &Run,
    terminal: Option<Terminal>,
) -> Result<String, Trouble> {
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    let width = terminal.map(|_| Terminal::size().0);
    let mut out = String::new();
    for (number, lane) in (0_u32..).zip(&run.lanes) {
        let samples = lane.levels.first().map_or(&lane.samples, |level| &level.samples);
        let last = u32::try_from(samples.len()).unwrap_or(0).checked_sub(1);
        let Some((round, sample)) = last.zip(samples.last()) else { continue };
        let recording = history.recording(&run.id, number, round)?;
        let total = sample.out_tokens_server.or(sample.out_tokens_neutral).unwrap_or(0);
        let answer = sample.answer_tokens_server.unwrap_or(total);
        let reports = peer_reports(&recording.timeline, total.into(), answer.into());
        let mut table = Table::new(&[
            Column::text("As reported by"),
            Column::number("TTFT"),
            Column::number("Latency"),
            Column::number("Tokens"),
            Column::number("Per token"),
            Column::number("tok/s"),
        ]);
        table.push(ours(sample, total));
        for report in reports {
            table.push(vec![
                Cell::new(format!("{}, {}", report.tool, report.edition)),
                ms(report.ttft_ms),
                ms(report.latency_ms),
                Cell::new(words::whole(report.tokens)),
                ms(report.ms_per_token),
                rate(report.tps),
            ]);
        }
        let title = name(lane);
        let title = ink.paint(Tone::Strong, &title);
        let _infallible = write!(out, "\n{title}\n{}", table.drawn(width, ink));
    }
    Ok(out)
}

fn name(lane: &Lane) -> String {
    format!(
        "{}: one stream, by each tool's own formulas",
        words::lane(&lane.label, &lane.model, lane.simulated)
    )
}

fn ours(sample: &Sample, total: u32) -> Vec<Cell> {
    let speed = &sample.speed;
    vec![
        Cell::toned("Paceline", Tone::Strong),
        ms(speed.ttft_ms),
        ms(speed.latency_ms),
        Cell::new(words::count(total)),
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
