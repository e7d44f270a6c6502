//! One run in a list.

use race::RunState;
use store::{RunRow, RunRowLane};

use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::words::{self, UNKNOWN};
use crate::terminal::{Ink, Tone};

/// Maximum length of a prompt in a list.
const PROMPT_SHOWN: usize = 72;

/// A heading, the prompt, and one line per lane.
pub(crate) fn entry(run: &RunRow, width: Option<usize>, ink: Ink) -> String {
    let mut heading =
        format!("{}  {}", ink.paint(Tone::Strong, &run.id), words::moment(&run.started_at));
    if run.simulated {
        heading.push_str("  ");
        heading.push_str(&ink.paint(Tone::Simulated, "SIMULATED"));
    }
    if run.imported {
        heading.push_str("  imported");
    }
    if run.state != RunState::Finished {
        heading.push_str("  ");
        heading.push_str(&ink.paint(Tone::Bad, words::state(run.state)));
    }
    let prompt = words::clipped(&words::one_line(&run.prompt), PROMPT_SHOWN);
    let mut table = Table::new(&[
        Column::text("Lane"),
        Column::text("Status"),
        Column::number("TTFT"),
        Column::number("tok/s"),
        Column::number("Cost"),
    ]);
    for lane in &run.lanes {
        table.push(row(lane));
    }
    format!("{heading}\n{}\n{}", ink.paint(Tone::Faint, &prompt), table.drawn(width, ink))
}

fn row(lane: &RunRowLane) -> Vec<Cell> {
    let number = |text: Option<String>| Cell::new(text.unwrap_or_else(|| UNKNOWN.to_owned()));
    let tone = match lane.status {
        Some(status) if status.is_ok() => Tone::Good,
        Some(_) => Tone::Bad,
        None => Tone::Normal,
    };
    vec![
        Cell::new(words::clipped(&words::lane(&lane.label, &lane.model, lane.simulated), 48)),
        Cell::toned(lane.status.map_or(UNKNOWN, words::status), tone),
        number(lane.ttft_ms.map(words::duration)),
        number(lane.decode_tps.map(words::rate)),
        Cell::new(lane.cost_usd.map(words::dollars).unwrap_or_default()),
    ]
}
