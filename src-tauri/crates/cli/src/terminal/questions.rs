//! Which question each lane answered right, as a table.

use race::Run;

use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::{Tone, names, words};

/// Questions × lanes, and what is said of them; `None` if nothing was checked, or one question was asked.
pub(crate) fn question_table(run: &Run) -> Option<(Table, Vec<String>)> {
    let found = report::question_table(run, &names::of_lanes(run, 24))?;
    let lanes = found.headings.into_iter().skip(1).map(Column::numbers_of);
    let columns: Vec<Column> = std::iter::once(Column::text("Asked")).chain(lanes).collect();
    let mut table = Table::new(&columns);
    for row in &found.rows {
        table.push(row.iter().map(|cell| toned(cell)).collect());
    }
    Some((table, found.left_out.into_iter().chain(found.hint).collect()))
}

/// A cell, whose mark says as much as its colour.
fn toned(text: &str) -> Cell {
    // Names and prompts come from outside.
    let text = words::one_line(text);
    if text.starts_with('\u{2717}') { Cell::toned(text, Tone::Bad) } else { Cell::new(text) }
}
