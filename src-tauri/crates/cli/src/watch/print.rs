//! Watches, their turns and their changes as lines and tables.

use ::watch::every;
use app::{
    ContenderNumbers, TakenTurn, TurnCount, TurnDocument, WatchDocument, WatchList, Zone,
    change_sentence,
};
use measure::{Metric, format};
use store::{TurnOutcome, WatchTurn};

use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::{Ink, Terminal, Tone, words};

/// Seconds since 1970 of a document as a whole number.
#[expect(clippy::cast_possible_truncation, reason = "seconds since 1970 have room")]
fn whole(seconds: f64) -> i64 {
    seconds as i64
}

/// The list of watches.
pub(crate) fn list(list: &WatchList, zone: &Zone, terminal: Option<Terminal>) -> String {
    if list.watches.is_empty() {
        return "There is no watch. Add one with the options of a race: paceline watch add --every 1h --lane PROVIDER/MODEL --prompt \
                TEXT\n"
            .to_owned();
    }
    let mut table = Table::new(&[
        Column::text("Watch"),
        Column::text("Every"),
        Column::text("Contenders"),
        Column::number("Turns"),
        Column::text("Latest"),
        Column::text("Next"),
    ]);
    for watch in &list.watches {
        let done = watch.turns.iter().filter(|count| count.outcome == TurnOutcome::Done);
        let at = |seconds: Option<f64>| seconds.map(|seconds| zone.written(whole(seconds)));
        let next = match at(watch.next_s) {
            Some(next) => Cell::new(next),
            None if watch.paused => Cell::toned("paused", Tone::Strong),
            None => Cell::toned("over", Tone::Faint),
        };
        table.push(vec![
            Cell::new(words::plain(&watch.name)),
            Cell::new(every(watch.every_minutes)),
            Cell::new(watch.contenders.join(", ")),
            Cell::new(format::count(done.map(|count| count.turns).sum())),
            Cell::new(at(watch.latest_s).unwrap_or_else(|| words::UNKNOWN.to_owned())),
            next,
        ]);
    }
    let width = terminal.map(|_| Terminal::size().0);
    format!("{}\n", table.drawn(width, ink(terminal)))
}

fn ink(terminal: Option<Terminal>) -> Ink {
    terminal.map_or(Ink::Plain, |terminal| terminal.ink)
}

/// A watch with its numbers, its changes and its latest turns.
pub(crate) fn shown(document: &WatchDocument, zone: &Zone, terminal: Option<Terminal>) -> String {
    let width = terminal.map(|_| Terminal::size().0);
    let ink = ink(terminal);
    let mut lines = vec![ink.paint(Tone::Strong, &headline(document))];
    lines.extend(about(document, zone));
    lines.push(counted(&document.summary.turns));
    if !document.numbers.is_empty() {
        lines.push(String::new());
        lines.push("In the last 72 hours:".to_owned());
        lines.push(numbers(&document.numbers).drawn(width, ink));
        lines.push(words::names(&[Metric::TtftMs]));
    }
    lines.push(String::new());
    if document.changes.is_empty() {
        lines.push("No change was noticed.".to_owned());
    } else {
        lines.push("Changes, the latest first:".to_owned());
        lines.extend(document.changes.iter().map(|one| change_sentence(one, zone).to_string()));
    }
    if !document.latest.is_empty() {
        lines.push(String::new());
        lines.push("Turns, the latest first:".to_owned());
        let told = |turn: &TurnDocument| {
            let at = whole(turn.started_s.unwrap_or(turn.due_s));
            let asked = if turn.asked { "when asked" } else { "" };
            line(&zone.written(at), (turn.outcome, turn.turns), asked, turn.why.as_deref())
        };
        lines.extend(document.latest.iter().map(told));
    }
    let wrapped = lines.iter().map(|line| {
        // A table has its own width.
        if line.contains('\n') { line.clone() } else { words::wrapped(line, width, "  ") }
    });
    let mut text = wrapped.collect::<Vec<_>>().join("\n");
    text.push('\n');
    text
}

fn headline(document: &WatchDocument) -> String {
    let summary = &document.summary;
    let paused = if summary.paused { ", paused" } else { "" };
    format!(
        "{}: {} every {}{paused}",
        words::plain(&summary.name),
        summary.contenders.join(", "),
        every(summary.every_minutes)
    )
}

/// When it is active, what it may cost, and what the user says of it.
fn about(document: &WatchDocument, zone: &Zone) -> Vec<String> {
    let task = &document.task;
    let mut parts = Vec::new();
    if !task.rhythm.days.is_empty() {
        let days: Vec<&str> = task.rhythm.days.iter().map(|day| day.name()).collect();
        parts.push(format!("on {}", days.join(", ")));
    }
    if let Some(hours) = task.rhythm.hours {
        let at = |minute: u32| format!("{}:{:02}", minute / 60, minute % 60);
        parts.push(format!("from {} to {}", at(hours.from_minute), at(hours.until_minute)));
    }
    if let Some(until) = task.rhythm.until_s {
        parts.push(format!("until {}", zone.written(whole(until))));
    }
    if let Some(usd) = task.budget.usd_per_day {
        parts.push(format!("at most {} a day", format::dollars(usd)));
    }
    if let Some(tokens) = task.budget.tokens_per_day {
        parts.push(format!("at most {} output tokens a day", format::count(tokens)));
    }
    let mut lines = Vec::new();
    if !parts.is_empty() {
        let all = parts.join(", ");
        let mut letters = all.chars();
        let first = letters.next().map(|one| one.to_uppercase().to_string()).unwrap_or_default();
        lines.push(format!("{first}{}.", letters.as_str()));
    }
    for (name, said) in [("Site", &task.site), ("Conditions", &task.conditions)] {
        lines.extend(said.as_ref().map(|said| format!("{name}: {}", words::one_line(said))));
    }
    if let Some(next) = document.summary.next_s {
        lines.push(format!("Next turn: {}.", zone.written(whole(next))));
    }
    lines
}

/// `12 turns done, 1 missed.`
fn counted(turns: &[TurnCount]) -> String {
    if turns.is_empty() {
        return "No turn yet. `paceline watch run` takes them.".to_owned();
    }
    let of = |count: &TurnCount| format!("{} {}", format::count(count.turns), count.outcome.said());
    format!("Turns: {}.", turns.iter().map(of).collect::<Vec<_>>().join(", "))
}

fn numbers(numbers: &[ContenderNumbers]) -> Table {
    let has_checks = numbers.iter().any(|one| one.checked > 0);
    let mut columns = vec![
        Column::text("Contender"),
        Column::number("Turns"),
        Column::number("TTFT"),
        Column::number("tok/s"),
        Column::number("$/request"),
        Column::number("Failed"),
    ];
    columns.extend(has_checks.then(|| Column::number("Right")));
    let mut table = Table::new(&columns);
    let unknown = || words::UNKNOWN.to_owned();
    for one in numbers {
        let written = |metric: Metric, value: Option<f64>| {
            value.map_or_else(unknown, |value| metric.definition().unit.written_in_column(value))
        };
        let share = |events: u32, of: u32| {
            if of == 0 { unknown() } else { format!("{events} of {}", format::count(of)) }
        };
        let ttft = one.ttft_ms.map_or_else(unknown, words::milliseconds);
        let mut row = vec![
            Cell::new(&one.contender),
            Cell::new(format::count(one.turns)),
            Cell::new(ttft),
            Cell::new(written(Metric::DecodeTps, one.decode_tps)),
            Cell::new(one.cost_usd.map_or_else(unknown, format::dollars)),
            Cell::new(share(one.failed, one.requests)),
        ];
        row.extend(has_checks.then(|| Cell::new(share(one.right, one.checked))));
        table.push(row);
    }
    table
}

/// What a turn came to, in a line.
pub(crate) fn taken(name: &str, taken: &TakenTurn, zone: &Zone) -> String {
    let lanes = taken.run.iter().flat_map(|run| {
        run.lanes.iter().map(|lane| {
            let name = words::lane(&lane.label, &lane.model, lane.simulated);
            let ok: Vec<&race::Sample> =
                lane.samples.iter().filter(|sample| sample.status.is_ok()).collect();
            let failed = lane.samples.iter().filter(|sample| !sample.status.is_ok());
            let of = |metric: Metric| {
                let mut values: Vec<f64> =
                    ok.iter().filter_map(|sample| sample.values().get(metric)).collect();
                values.sort_unstable_by(f64::total_cmp);
                let median = measure::percentile(&values, 0.5)?;
                Some(words::labelled(metric.definition(), median))
            };
            let mut said: Vec<String> = [Metric::TtftMs, Metric::DecodeTps, Metric::CostUsd]
                .into_iter()
                .filter_map(of)
                .collect();
            said.extend(failed.map(|sample| words::status(sample.status).to_owned()).next());
            format!("{name} {}", said.join(", "))
        })
    });
    of_watch(name, &taken.turn, zone, &lanes.collect::<Vec<_>>().join("; "))
}

/// A turn of a watch, or several that were missed, in a line.
pub(crate) fn of_watch(name: &str, turn: &WatchTurn, zone: &Zone, more: &str) -> String {
    let at = zone.written(turn.started_s.unwrap_or(turn.due_s));
    let begin = format!("{at} {}", words::plain(name));
    line(&begin, (turn.outcome, turn.turns), more, turn.why.as_deref())
}

fn line(begin: &str, (ended, turns): (TurnOutcome, u32), more: &str, why: Option<&str>) -> String {
    let ended = ended.said();
    let ended = if turns > 1 {
        format!("{} turns {ended}", format::count(turns))
    } else {
        ended.to_owned()
    };
    let why = why.map(words::one_line).unwrap_or_default();
    let said: Vec<&str> = [more, &why].into_iter().filter(|text| !text.is_empty()).collect();
    let said = if said.is_empty() { String::new() } else { format!(": {}", said.join(". ")) };
    format!("{begin} {ended}{said}")
}
