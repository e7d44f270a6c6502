//! Prints a finished sweep: a table with one row per level, and notes on its numbers below.

use std::collections::BTreeSet;

use measure::{MEDIAN_FROM, Metric, Surface, Unit, shown_level_numbers};
use race::{Lane, Level, LevelEnd, Load, Run, RunState, range_of_shares};

use crate::sweep::warnings;
use crate::terminal::failures::failures;
use crate::terminal::questions::question_table;
use crate::terminal::right_table::right_table;
use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::words::{self, UNKNOWN};
use crate::terminal::{Ink, Terminal, Tone, names};

/// The load, the metrics and numbers of the short table, and the cost. Columns without a value are omitted.
fn columns() -> Vec<Column> {
    let mut columns = vec![
        Column::text("Lane"),
        Column::number("Prompt"),
        Column::text("Cache"),
        Column::number("In flight"),
        Column::number("Req/s due"),
        Column::text("Samples"),
    ];
    for metric in Metric::shown_on(Surface::Levels) {
        let definition = metric.definition();
        columns.push(Column::numbers_of(format!("{} p50", definition.short)));
        columns.push(Column::number(definition.slow_tail().name()));
    }
    columns.extend(shown_level_numbers().iter().map(|number| Column::number(number.short)));
    columns.push(Column::number("Cost"));
    columns
}

/// The printed results; for a terminal in its width and with colours.
pub(crate) fn results(run: &Run, terminal: Option<Terminal>) -> String {
    let (width, ink) = match terminal {
        Some(terminal) => (Some(Terminal::size().0), terminal.ink),
        None => (None, Ink::Plain),
    };
    let mut table = Table::new(&columns());
    for (lane, name) in run.lanes.iter().zip(names::of_lanes(run, 40)) {
        for level in by_load(run.plan.load.as_ref(), &lane.levels) {
            table.push(row(&name, lane, level));
        }
    }
    let names = names::of_lanes(run, 40);
    let right = report::right_answers(run, &names);
    let wrong = report::wrong_answers(run, &names);
    // Names and answers come from outside.
    let wrong = wrong.iter().map(|line| words::one_line(line));
    let (asked, of_questions) = question_table(run).unzip();
    let below: Vec<String> = legend(run)
        .into_iter()
        .chain(of_questions.unwrap_or_default())
        .chain(right)
        .chain(wrong)
        .map(|line| words::wrapped(&line, width, ""))
        .collect();
    let right = right_table(run, &names).into_iter().chain(asked);
    let right: String = right.map(|table| table.drawn(width, ink) + "\n").collect();
    let below = ink.paint(Tone::Faint, &below.join("\n"));
    let failed = run.lanes.iter().map(|lane| {
        // Requests that Paceline itself ended, such as those at the end of a level, did not fail.
        let ended =
            lane.requests().filter(|sample| sample.status.is_ok() || sample.error.is_some());
        failures(lane, ended, "request", width, ink)
    });
    let failed: String = failed.collect();
    format!("{}\n\n{}\n{right}{below}\n{failed}", heading(run), table.drawn(width, ink))
}

/// One line per level, printed as soon as the level is over.
pub(crate) fn level_line(lane: &Lane, level: &Level) -> String {
    let name = words::lane(&lane.label, &lane.model, lane.simulated);
    let mut parts = vec![format!("{name}, {}: {}", words::load(level), samples(level))];
    let metrics = Metric::shown_on(Surface::Levels)
        .into_iter()
        .filter_map(|metric| Some(words::labelled(metric.definition(), typical(level, metric)?)));
    let numbers = shown_level_numbers()
        .into_iter()
        .filter_map(|number| Some(words::labelled(number, level.number(number.id)?)));
    parts.extend(metrics.chain(numbers));
    parts.join(", ")
}

fn heading(run: &Run) -> String {
    let lanes = u32::try_from(run.lanes.len()).unwrap_or(u32::MAX);
    let mut parts =
        vec![words::moment(&run.started_at), "sweep".to_owned(), words::several(lanes, "lane")];
    if let Some(load) = &run.plan.load {
        let samples = words::several(load.samples, "sample");
        let samples =
            if load.ends_by_its_requests() { format!("at most {samples}") } else { samples };
        parts.push(match (load.waves, load.most_at_a_rate()) {
            (Some(waves), _) => {
                let waves = words::several(waves, "wave");
                format!("{samples}, or {waves} if that is more, in each level")
            }
            (None, Some(most)) => format!(
                "{samples}, or as many as the interval of its median takes, at most {}, in each level",
                measure::format::whole(most.into())
            ),
            (None, None) => format!("{samples} in each level"),
        });
        if load.lengths.is_some() {
            parts.push("over prompt lengths".to_owned());
        }
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
    let failed = level.error_rate_ci.filter(|_| level.error_rate.is_some_and(|rate| rate > 0.0));
    let ok = match failed {
        Some(ci) => format!("{ok}, errors {}", range_of_shares(ci)),
        None => ok,
    };
    match &level.ended {
        LevelEnd::Done => ok,
        LevelEnd::Throttled { retry_after_ms: Some(ms) } => {
            format!("{ok}, throttled, retry after {}", words::duration(f64::from(*ms)))
        }
        LevelEnd::Throttled { retry_after_ms: None } => format!("{ok}, throttled"),
        LevelEnd::Occupied { .. } => "refused beside cancelled requests, so begun again".to_owned(),
        LevelEnd::Budget => format!("{ok}, budget reached"),
        LevelEnd::TooLarge => format!("{ok}, ended: its answers took over 512 MB"),
        LevelEnd::Stopped => format!("{ok}, stopped"),
        LevelEnd::Interrupted => format!("{ok}, interrupted"),
    }
}

/// The median, or the mean with too few samples for a median.
fn typical(level: &Level, metric: Metric) -> Option<f64> {
    let spread = level.spread(metric)?;
    spread.p50.or(Some(spread.mean))
}

fn row(name: &str, lane: &Lane, level: &Level) -> Vec<Cell> {
    let tone = if lane.simulated { Tone::Simulated } else { Tone::Strong };
    let known = |unit: Unit, value: Option<f64>| {
        Cell::new(value.map_or_else(|| UNKNOWN.to_owned(), |value| unit.written_in_column(value)))
    };
    let blank = |value: Option<String>| value.map_or_else(Cell::default, Cell::new);
    let mut cells = vec![
        Cell::toned(name, tone),
        blank(level.prompt_tokens.map(words::count)),
        Cell::new(if level.cached { "cached" } else { "" }),
        blank(level.concurrency.map(words::count)),
        blank(level.rate.map(|rate| rate.to_string())),
        Cell::new(samples(level)),
    ];
    for metric in Metric::shown_on(Surface::Levels) {
        let definition = metric.definition();
        let tail = level.spread(metric);
        let tail = tail.and_then(|spread| definition.slow_tail().of(spread));
        cells.push(known(definition.unit, typical(level, metric)));
        cells.push(known(definition.unit, tail));
    }
    cells.extend(shown_level_numbers().into_iter().map(|number| {
        let value = level.number(number.id);
        blank(value.map(|value| number.unit.written_in_column(value)))
    }));
    cells.push(match level.cost_usd {
        Some(usd) => Cell::new(words::dollars(usd)),
        None if lane.simulated || level.requests().next().is_none() => Cell::default(),
        None => Cell::new("no price"),
    });
    cells
}

/// The levels of a lane as a table has them: those that a search visited up and down by load, others as they were asked for.
fn by_load<'a>(load: Option<&Load>, levels: &'a [Level]) -> Vec<&'a Level> {
    let mut levels: Vec<&Level> = levels.iter().collect();
    if load.is_some_and(Load::is_adaptive) {
        levels.sort_by(|a, b| a.step().load().total_cmp(&b.step().load()));
    }
    levels
}

/// Each level in order, with the words that name it: its load, after the contender if there are several.
fn named_levels(run: &Run) -> impl Iterator<Item = (String, &Level)> {
    run.lanes.iter().flat_map(|lane| {
        let name = match run.lanes.len() {
            1 => String::new(),
            _ => words::lane(&lane.label, &lane.model, lane.simulated) + ", ",
        };
        lane.levels.iter().map(move |level| (format!("{name}{}", words::load(level)), level))
    })
}

/// The times of whole agent loops, level by level; `None` if there are none.
fn task_lines(run: &Run) -> Option<String> {
    let told: Vec<String> = named_levels(run)
        .filter_map(|(name, level)| {
            let time = words::duration(level.task_ms.as_ref()?.middle());
            let whole = level.tasks.iter().filter(|task| task.is_ok).count();
            Some(format!("{time} at {name} ({whole} of {})", level.tasks.len()))
        })
        .collect();
    (!told.is_empty()).then(|| {
        format!("A whole agent loop, the sum of its steps' latencies, takes {}.", told.join("; "))
    })
}

/// How sure the numbers of each contender's levels are.
fn interval_lines(run: &Run) -> impl Iterator<Item = String> {
    run.lanes.iter().filter_map(|lane| {
        let name = words::lane(&lane.label, &lane.model, lane.simulated);
        let said = lane.level_intervals();
        (!said.is_empty()).then(|| format!("{name}: {}", said.join(" ")))
    })
}

/// The precision of each level's median TTFT, if that decided when the level ended.
fn settled_line(run: &Run) -> Option<String> {
    let within = run.plan.load.as_ref()?.settled_within?;
    let told: Vec<String> = named_levels(run)
        .map(|(name, level)| {
            let known = match level.ttft_known_within() {
                Some(half) => format!("±{}", Unit::Share.written(half)),
                None => "not known".to_owned(),
            };
            format!("{name} {known} after {}", words::several(level.measured, "request"))
        })
        .collect();
    (!told.is_empty()).then(|| {
        format!(
            "Each level went on until the 95 % interval of its median TTFT was within ±{}, or its samples were used \
             up; the interval is valid although it decided when to stop, if no wave of requests resembles the one before: {}.",
            Unit::Share.written(within),
            told.join("; ")
        )
    })
}

/// What each contender's levels say: its knee, its capacity, or how its TTFT grows with its prompts.
fn finding_lines(run: &Run, load: &Load) -> Vec<String> {
    let of = |lane: &Lane| {
        let name = words::lane(&lane.label, &lane.model, lane.simulated);
        let findings = lane.level_findings(load).into_iter();
        findings.map(move |finding| format!("{name}: {finding}")).collect::<Vec<_>>()
    };
    run.lanes.iter().flat_map(of).collect()
}

/// What happened within levels: stalls, outages, steps of TTFT.
fn event_lines(run: &Run) -> impl Iterator<Item = String> {
    run.lanes.iter().flat_map(|lane| {
        let name = words::lane(&lane.label, &lane.model, lane.simulated);
        let at = move |level: &Level| format!("{name} at {}", words::load(level));
        lane.level_events().map(move |(level, said)| format!("{}: {said}", at(level)))
    })
}

fn legend(run: &Run) -> Vec<String> {
    let all = || run.lanes.iter().flat_map(|lane| &lane.levels);
    let load = run.plan.load.clone().unwrap_or_default();
    let mut lines = finding_lines(run, &load);
    lines.extend(report::feelings(run).map(|line| words::one_line(&line)));
    lines.extend(settled_line(run));
    lines.extend([
        words::names(&Metric::shown_on(Surface::Levels)),
        format!(
            "Below {MEDIAN_FROM} samples the mean replaces the median. A dash: too few samples for that percentile, or unknown."
        ),
    ]);
    lines.extend(shown_level_numbers().into_iter().filter_map(|number| {
        let is_known = all().any(|level| level.number(number.id).is_some());
        is_known.then(|| format!("{}: {}", number.short, number.formula))
    }));
    if all().any(|level| level.rate.is_some()) {
        lines.push("At a rate, times count from when a request was due; those from its own send are in ttft_ms of --json.".to_owned());
    }
    lines.extend(interval_lines(run));
    lines.extend(task_lines(run));
    lines.extend(
        run.machine.as_ref().map(|machine| format!("Measured on {}.", words::one_line(machine))),
    );
    if all().any(|level| level.ttft_error_ms.is_some()) {
        let off: Vec<String> = named_levels(run)
            .filter_map(|(name, level)| {
                Some(format!("{} at {name}", words::milliseconds(level.ttft_error_ms?)))
            })
            .collect();
        lines.push(format!(
            "This machine stamps TTFT late, never early, by `paceline calibrate`: up to {}.",
            off.join("; ")
        ));
    }
    lines.extend(event_lines(run));
    let left_out: BTreeSet<String> = run.lanes.iter().flat_map(Lane::left_out).collect();
    let levels: Vec<(String, &Level)> = named_levels(run).collect();
    lines.extend(warnings::lines(&levels, &left_out));
    lines
}

#[cfg(test)]
mod tests {
    use race::Ladder;

    use super::*;

    #[test]
    fn levels_that_a_search_visited_stand_by_load_and_others_as_they_were_asked_for() {
        let at = |streams| Level { concurrency: Some(streams), ..Level::default() };
        let levels = [1, 8, 4, 6].map(at);
        let shown = |load: Load| {
            let levels = by_load(Some(&load), &levels).into_iter();
            levels.filter_map(|level| level.concurrency).collect::<Vec<_>>()
        };
        let ladder = Some(Ladder { most: 8, ttft_p95_ms: None });
        assert_eq!(shown(Load { ladder, ..Load::default() }), [1, 4, 6, 8], "whatever the way");
        assert_eq!(shown(Load::default()), [1, 8, 4, 6], "the user's order");
    }
}
