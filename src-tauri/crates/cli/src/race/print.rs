//! Prints a finished race: a table with one row per lane, and notes on its numbers below.

use std::collections::BTreeSet;
use std::fmt::Write;

use measure::{Metric, Spread, Surface, Warning};
use race::{Lane, Run, RunState, Sample, Status};

use crate::race::comparisons::comparisons;
use crate::terminal::failures::failures;
use crate::terminal::questions::question_table;
use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::words::{self, UNKNOWN};
use crate::terminal::{Ink, Terminal, Tone, names};

/// Name, outcome, the metrics of the short table, and notes.
fn columns(is_checked: bool) -> Vec<Column> {
    let metrics = Metric::shown_on(Surface::Lanes);
    let mut columns = vec![Column::text("Lane"), Column::text("Status")];
    if is_checked {
        columns.push(Column::number("Right"));
        columns.extend(report::PER_RIGHT.map(Column::number));
    }
    columns.extend(metrics.iter().map(|metric| Column::number(metric.definition().short)));
    columns.push(Column::text("Notes"));
    columns
}

/// The printed results; for a terminal, at its width and with colours.
pub(crate) fn results(run: &Run, terminal: Option<Terminal>) -> String {
    let (width, ink) = match terminal {
        Some(terminal) => (Some(Terminal::size().0), terminal.ink),
        None => (None, Ink::Plain),
    };
    drawn(run, width, ink)
}

fn drawn(run: &Run, width: Option<usize>, ink: Ink) -> String {
    let mut notes = Notes::default();
    let average = Average::of(run);
    let is_checked = run.lanes.iter().any(|lane| lane.right_answers().is_some());
    let mut table = Table::new(&columns(is_checked));
    for (lane, name) in run.lanes.iter().zip(names::of_lanes(run, 48)) {
        table.push(row(name, lane, (average, is_checked), &mut notes));
    }
    let mut out = format!("{}\n\n{}", heading(run, width, ink), table.drawn(width, ink));
    let asked = question_table(run);
    if let Some((table, _)) = &asked {
        let _infallible = write!(out, "\n{}", table.drawn(width, ink));
    }
    let right = report::right_answers(run, &names::of_lanes(run, 48));
    let wrong = report::wrong_answers(run, &names::of_lanes(run, 48));
    // Names and answers come from outside.
    let judged = report::judged(run, &names::of_lanes(run, 48));
    let judged = judged.iter().map(|line| words::one_line(line));
    let chains = report::chains(run, &names::of_lanes(run, 48));
    let right = chains.iter().map(|line| words::one_line(line)).chain(right);
    let right =
        right.into_iter().chain(wrong.iter().map(|line| words::one_line(line))).chain(judged);
    let of_questions = asked.map(|(_, notes)| notes).unwrap_or_default();
    let below =
        of_questions.into_iter().chain(legend(run, average)).chain(right).chain(comparisons(run));
    let below = below.map(|line| words::wrapped(&line, width, ""));
    let below: Vec<String> =
        below.chain(notes.lines().map(|line| words::wrapped(&line, width, "   "))).collect();
    let _infallible = write!(out, "\n{}\n", ink.paint(Tone::Faint, &below.join("\n")));
    for lane in &run.lanes {
        out.push_str(&failures(lane, &lane.samples, "round", width, ink));
    }
    out
}

/// The plan of the run, and its state.
fn heading(run: &Run, width: Option<usize>, ink: Ink) -> String {
    let lanes = u32::try_from(run.lanes.len()).unwrap_or(u32::MAX);
    let mut rounds = words::several(run.plan.repeat, "round");
    if run.plan.warmup > 0 {
        let _infallible = write!(rounds, " after {} to warm up", words::count(run.plan.warmup));
    }
    let mut parts = vec![words::moment(&run.started_at), words::several(lanes, "lane"), rounds];
    if run.plan.has_unique_prompts() {
        parts.push("unique prompts".to_owned());
    }
    if run.state != RunState::Finished {
        parts.push(words::state(run.state).to_owned());
    }
    let label = if run.simulated { "SIMULATED" } else { "" };
    let line = words::wrapped(format!("{label} {}", parts.join(", ")).trim_start(), width, "");
    line.replacen(label, &ink.paint(Tone::Simulated, label), usize::from(run.simulated))
}

/// How several rounds are averaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Average {
    /// No average: no lane has more than one round.
    Itself,
    Median,
    /// Some lane has too few good samples for a median.
    Mean,
}

impl Average {
    /// The same for all lanes of a run, so that their numbers are comparable.
    fn of(run: &Run) -> Self {
        if run.lanes.iter().all(|lane| lane.samples.len() <= 1) {
            return Self::Itself;
        }
        let mut spreads = run.lanes.iter().filter_map(|lane| lane.summary.get("ttft_ms"));
        let any = spreads.clone().next().is_some();
        if any && spreads.all(|spread| spread.p50.is_some()) { Self::Median } else { Self::Mean }
    }

    fn read(self, metric: Metric, spread: &Spread) -> Option<f64> {
        if self == Self::Median && !metric.adds_up() { spread.p50 } else { Some(spread.mean) }
    }
}

/// The legend of the columns.
fn legend(run: &Run, average: Average) -> Vec<String> {
    let mut lines = vec![words::names(&Metric::shown_on(Surface::Lanes))];
    lines.extend(match average {
        Average::Itself => None,
        Average::Median => {
            Some("Each number is the median over the rounds that are ok.".to_owned())
        }
        Average::Mean => Some(
            "Each number is the mean over the rounds that are ok; a median takes 5.".to_owned(),
        ),
    });
    if average != Average::Itself && run.lanes.iter().any(leaves_out_first_use) {
        let line = "A lane's first use of a schema counts as ok and is in no number: it may have been compiled for it.";
        lines.push(line.to_owned());
    }
    lines.push(match average {
        Average::Itself => {
            "Tokens are shown as the server's count / counted here with o200k_base.".to_owned()
        }
        _ => "Tokens are the server's count, otherwise counted here with o200k_base.".to_owned(),
    });
    // Names come from outside.
    lines.extend(report::service_tiers(run).map(|line| words::one_line(&line)));
    lines.extend(report::tool_calls(run).map(|line| words::one_line(&line)));
    lines.extend(report::prompt_lengths(run).map(|line| words::one_line(&line)));
    lines.extend(report::feelings(run).map(|line| words::one_line(&line)));
    lines.extend(
        run.machine.as_ref().map(|machine| format!("Measured on {}.", words::one_line(machine))),
    );
    if let Some(ms) = run.ttft_error_ms {
        lines.push(format!(
            "This machine stamps TTFT late by up to {}, never early, by `paceline calibrate`.",
            words::milliseconds(ms)
        ));
    }
    if run.lanes.iter().any(|lane| !lane.simulated) && average != Average::Itself {
        lines.push("Cost: of one request, the mean.".to_owned());
    }
    lines
}

fn row(
    name: String,
    lane: &Lane,
    (average, is_checked): (Average, bool),
    notes: &mut Notes,
) -> Vec<Cell> {
    let tone = if lane.simulated { Tone::Simulated } else { Tone::Strong };
    let unknown = |metric: Metric| match metric {
        // Nothing on this machine is billed.
        Metric::CostUsd if lane.simulated => Cell::default(),
        Metric::CostUsd if lane.samples.iter().all(|sample| sample.price.is_none()) => {
            Cell::new("no price")
        }
        _ => Cell::new(UNKNOWN),
    };
    let mut cells = vec![Cell::toned(name, tone), status(lane)];
    if is_checked {
        cells.push(right(lane));
        cells.extend(per_right(lane));
    }
    cells.extend(Metric::shown_on(Surface::Lanes).into_iter().map(|metric| {
        let told = match (average, lane.samples.as_slice()) {
            (Average::Itself, [sample]) => of_sample(sample, metric),
            _ => of_summary(lane, metric, average),
        };
        told.map_or_else(|| unknown(metric), Cell::new)
    }));
    cells.push(Cell::new(notes.letters(lane)));
    cells
}

fn of_sample(sample: &Sample, metric: Metric) -> Option<String> {
    match (metric, sample.out_tokens_server, sample.out_tokens_neutral) {
        (Metric::OutTokens, None, None) => None,
        // For a single request there is room for both counts.
        (Metric::OutTokens, server, neutral) => {
            let [server, neutral] = [server, neutral]
                .map(|count| count.map_or_else(|| UNKNOWN.to_owned(), words::count));
            Some(format!("{server}/{neutral}"))
        }
        _ => sample.value(metric).map(|value| metric.definition().unit.written_in_column(value)),
    }
}

fn of_summary(lane: &Lane, metric: Metric, average: Average) -> Option<String> {
    let written = |value| metric.definition().unit.written_in_column(value);
    if let Some(ends) = report::between_prompt_ends(lane, metric, written) {
        return Some(ends);
    }
    let value = average.read(metric, lane.summary.get(metric.id())?)?;
    Some(written(value))
}

/// Whether the lane's numbers are those of fewer rounds than are ok, because one was the first use of a schema.
fn leaves_out_first_use(lane: &Lane) -> bool {
    let (first, others): (Vec<_>, Vec<_>) = lane
        .samples
        .iter()
        .filter(|sample| sample.status.is_ok())
        .partition(|sample| sample.doubts.contains(&Warning::FirstSchemaUse));
    !first.is_empty() && !others.is_empty()
}

/// What a right answer of it takes, in time and in money.
fn per_right(lane: &Lane) -> [Cell; 2] {
    let found = lane.right_answers().map(|found| report::per_right(&found)).unwrap_or_default();
    // Nothing on this machine is billed.
    let [time, cost] = found;
    let cost = cost.filter(|_| !lane.simulated);
    [time, cost].map(|cell| cell.map_or_else(Cell::default, Cell::new))
}

/// How many of its answers are right.
fn right(lane: &Lane) -> Cell {
    let Some(found) = lane.right_answers() else { return Cell::new(UNKNOWN) };
    let tone = match (found.right, found.wrong + found.failed) {
        (_, 1..) => Tone::Bad,
        (1.., 0) => Tone::Good,
        (0, 0) => return Cell::new(report::right_cell(&found)),
    };
    Cell::toned(report::right_cell(&found), tone)
}

/// How the lane ended: the finish reason of its only round, or the number of successful rounds.
fn status(lane: &Lane) -> Cell {
    let ok = lane.samples.iter().filter(|sample| sample.status.is_ok()).count();
    let tone = if ok == lane.samples.len() && ok > 0 { Tone::Good } else { Tone::Bad };
    let text = match lane.samples.as_slice() {
        [] => "did not run".to_owned(),
        [Sample { status: Status::Ok, finish_reason: Some(reason), .. }] => {
            format!(
                "{} ({})",
                words::status(Status::Ok),
                words::clipped(&words::one_line(reason), 20)
            )
        }
        [sample] => words::status(sample.status).to_owned(),
        samples => format!("{ok}/{} ok", samples.len()),
    };
    Cell::toned(text, tone)
}

/// The warnings of a run, each with a letter, in order of appearance.
#[derive(Default)]
struct Notes {
    doubts: Vec<Warning>,
    /// The options that servers refused, each once.
    left_out: BTreeSet<String>,
}

impl Notes {
    fn letters(&mut self, lane: &Lane) -> String {
        self.left_out.extend(lane.left_out());
        let mut letters: Vec<char> = lane
            .samples
            .iter()
            .flat_map(|sample| &sample.doubts)
            .map(|doubt| self.letter(*doubt))
            .collect();
        letters.sort_unstable();
        letters.dedup();
        letters.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
    }

    fn letter(&mut self, doubt: Warning) -> char {
        let index = self.doubts.iter().position(|known| *known == doubt).unwrap_or_else(|| {
            self.doubts.push(doubt);
            self.doubts.len() - 1
        });
        ('a'..='z').nth(index).unwrap_or('z')
    }

    fn lines(&self) -> impl Iterator<Item = String> {
        ('a'..='z')
            .zip(&self.doubts)
            .map(|(letter, doubt)| format!("{letter}  {}", words::advice(*doubt, &self.left_out)))
    }
}

#[cfg(test)]
#[path = "print_tests.rs"]
mod tests;
