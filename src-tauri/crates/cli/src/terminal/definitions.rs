//! The output of `--explain`: every number of a run and its definition.

use std::collections::BTreeMap;
use std::fmt::Write;

use measure::{
    DEF_VERSION, Definition, LEVEL_DEFINITIONS, Metric, Spread, UncertaintyBudget,
    UncertaintySource, Unit, definitions as known_numbers,
};
use race::Run;

use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::{Ink, Terminal, Tone, names, words};

/// Every number of a run, with lanes or levels side by side, and every definition as a paragraph.
pub(crate) fn explanation(run: &Run, terminal: Option<Terminal>) -> String {
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    let width = terminal.map(|_| Terminal::size().0);
    format!("{}{}{}", numbers(run, width, ink), budgets(run, width, ink), definitions(width, ink))
}

fn numbers(run: &Run, width: Option<usize>, ink: Ink) -> String {
    let mut out = String::new();
    let mut add = |title: &str, each: &[(String, &BTreeMap<String, Spread>)]| {
        if each.is_empty() {
            return;
        }
        let who = each.iter().map(|(name, _)| Column::numbers_of(name.clone()));
        let columns: Vec<Column> = std::iter::once(Column::text("Number")).chain(who).collect();
        let mut table = Table::new(&columns);
        let summaries: Vec<_> = each.iter().map(|(_, summary)| *summary).collect();
        for (known, cells) in report::every_number(&summaries) {
            let cells = cells.into_iter().map(|cell| cell.map_or_else(Cell::default, Cell::new));
            table.push(std::iter::once(Cell::new(known.name)).chain(cells).collect());
        }
        let drawn = table.drawn(width, ink);
        if !drawn.is_empty() {
            let _infallible = write!(out, "\n{}\n{drawn}", ink.paint(Tone::Strong, title));
        }
    };
    let names = names::of_lanes(run, 32);
    let lanes: Vec<_> =
        names.iter().cloned().zip(run.lanes.iter().map(|lane| &lane.summary)).collect();
    add(
        "Every number: medians over the requests that are ok, or means (~) of fewer than 5",
        &lanes,
    );
    for (lane, name) in run.lanes.iter().zip(&names) {
        let levels: Vec<_> =
            lane.levels.iter().map(|level| (words::load(level), &level.summary)).collect();
        add(&format!("Every number of {name}"), &levels);
    }
    out
}

/// The uncertainty of every number of a run and its main source, with lanes or levels side by side.
fn budgets(run: &Run, width: Option<usize>, ink: Ink) -> String {
    let mut out = String::new();
    let mut add = |title: &str, each: &[(String, &BTreeMap<String, UncertaintyBudget>)]| {
        if each.iter().all(|(_, known)| known.is_empty()) {
            return;
        }
        let who = each.iter().map(|(name, _)| Column::numbers_of(name.clone()));
        let columns: Vec<Column> = std::iter::once(Column::text("Number")).chain(who).collect();
        let mut table = Table::new(&columns);
        for (id, name, unit) in budgeted() {
            let of = |known: &BTreeMap<String, UncertaintyBudget>| {
                known.get(id).map(|budget| budget.sentence(unit))
            };
            let cells: Vec<Option<String>> = each.iter().map(|(_, known)| of(known)).collect();
            if cells.iter().any(Option::is_some) {
                let cells =
                    cells.into_iter().map(|cell| cell.map_or_else(Cell::default, Cell::new));
                table.push(std::iter::once(Cell::new(name)).chain(cells).collect());
            }
        }
        let drawn = table.drawn(width, ink);
        if !drawn.is_empty() {
            let _infallible = write!(out, "\n{}\n{drawn}", ink.paint(Tone::Strong, title));
        }
    };
    let names = names::of_lanes(run, 32);
    let lanes: Vec<_> =
        names.iter().cloned().zip(run.lanes.iter().map(|lane| &lane.uncertainty)).collect();
    add("Uncertainty of each: ± is about 95 %, with its largest part", &lanes);
    for (lane, name) in run.lanes.iter().zip(&names) {
        let levels: Vec<_> =
            lane.levels.iter().map(|level| (words::load(level), &level.uncertainty)).collect();
        add(&format!("Uncertainty of each number of {name}"), &levels);
    }
    out
}

/// What has a budget, in reading order: id, name and unit.
fn budgeted() -> impl Iterator<Item = (&'static str, &'static str, Unit)> {
    let of = |known: &Definition| (known.id, known.name, known.unit);
    let requests = Metric::ALL.into_iter().flat_map(move |metric| {
        let tail = (metric == Metric::TtftMs).then_some((
            race::TTFT_P95,
            "p95 of time to first token",
            Unit::Duration,
        ));
        std::iter::once(of(metric.definition())).chain(tail)
    });
    requests.chain(LEVEL_DEFINITIONS.iter().map(of))
}

/// Every definition as a paragraph.
fn definitions(width: Option<usize>, ink: Ink) -> String {
    let title = format!("What the numbers mean (definitions, version {DEF_VERSION})");
    let mut out = format!("\n{}\n", ink.paint(Tone::Strong, &title));
    for known in known_numbers() {
        let absent = match known.absent {
            "" => String::new(),
            why => format!(" Absent where {why}."),
        };
        let text = format!("{} ({}): {}{absent}", known.name, known.id, known.formula);
        out.push_str(&words::wrapped(&text, width, "    "));
        out.push('\n');
    }
    let title = "Sources of uncertainty: ± is twice the root of the sum of their squares";
    let _infallible = write!(out, "\n{}\n", ink.paint(Tone::Strong, title));
    for source in UncertaintySource::ALL {
        let text = format!("{}: {}", source.name(), source.formula());
        out.push_str(&words::wrapped(&text, width, "    "));
        out.push('\n');
    }
    out
}
