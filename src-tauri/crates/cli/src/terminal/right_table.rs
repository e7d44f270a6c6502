//! How many answers of each lane are right and what a right one takes, as a table.

use measure::{Metric, RightAnswers, Unit, format};
use race::{Lane, Level, Run};

use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::words;

/// A row for each lane of a race and for each level of a sweep; `None` without checked answers. `names` are those of the lanes.
pub(crate) fn right_table(run: &Run, names: &[String]) -> Option<Table> {
    let mut table = Table::new(&[
        Column::text("Lane"),
        Column::text("Level"),
        Column::number("Right"),
        Column::number("Wrong"),
        Column::number("Unknown"),
        Column::number("Failed"),
        Column::number("Share right"),
        Column::text("95 %"),
        Column::number("Time/right"),
        Column::number("Cost/right"),
        Column::number("Right/s"),
        Column::number("tok/s"),
    ]);
    let mut is_empty = true;
    for (lane, name) in run.lanes.iter().zip(names) {
        let levels = lane.levels.iter().map(|level| (Some(level), level.right_answers()));
        let rounds = (!lane.samples.is_empty()).then(|| (None, lane.right_answers()));
        for (level, found) in levels.chain(rounds) {
            let Some(found) = found else { continue };
            table.push(row(name, lane, level, &found));
            is_empty = false;
        }
    }
    (!is_empty).then_some(table)
}

fn row(name: &str, lane: &Lane, level: Option<&Level>, found: &RightAnswers) -> Vec<Cell> {
    let summary = level.map_or(&lane.summary, |level| &level.summary);
    let speed = summary.get(Metric::DecodeTps.id());
    let speed = speed.map(|speed| speed.p50.unwrap_or(speed.mean));
    let interval = found.interval.map(|within| {
        format!("{} to {}", format::percent(within.low), format::percent(within.high))
    });
    let some = |text: Option<String>| Cell::new(text.unwrap_or_default());
    vec![
        Cell::new(name),
        some(level.map(words::load)),
        Cell::new(format::count(found.right)),
        Cell::new(format::count(found.wrong)),
        Cell::new(format::count(found.unknown)),
        Cell::new(format::count(found.failed)),
        some(found.share.map(format::percent)),
        some(interval),
        some(found.seconds_per_right.map(|seconds| Unit::Duration.written(seconds * 1e3))),
        some(found.usd_per_right.map(|usd| Unit::Dollars.written(usd))),
        some(found.right_per_s.map(|rate| Unit::RequestsPerSecond.written(rate))),
        some(speed.map(|speed| Metric::DecodeTps.definition().unit.written(speed))),
    ]
}
