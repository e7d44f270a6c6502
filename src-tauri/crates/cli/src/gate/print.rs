//! The result of a gate as a table and sentences.

use ::gate::{GateDocument, Outcome};

use crate::terminal::table::{Cell, Column, Table};
use crate::terminal::{Ink, Terminal, Tone, words};

/// The result for a terminal, or for a file without one.
pub(crate) fn results(document: &GateDocument, terminal: Option<Terminal>) -> String {
    let mut table = Table::new(&[
        Column::text("Contender"),
        Column::text("Limit"),
        Column::number("Measured"),
        Column::number("Requests"),
        Column::text("Outcome"),
    ]);
    for finding in &document.findings {
        let estimate = finding.estimate;
        let measured = estimate.and_then(|estimate| estimate.value);
        // Without a baseline nothing is held against it, and what was measured is in the sentences of other limits.
        let n = estimate.map_or_else(|| "–".to_owned(), |known| measure::format::count(known.n));
        table.push(vec![
            Cell::new(&finding.contender),
            Cell::new(&finding.limit),
            Cell::new(measured.map_or_else(|| "–".to_owned(), |value| finding.written(value))),
            Cell::new(n),
            Cell::toned(finding.outcome.words(), tone(finding.outcome)),
        ]);
    }
    let width = terminal.map(|_| Terminal::size().0);
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    let mut lines = vec![ink.paint(tone(document.outcome), &document.headline())];
    let told = document.findings.iter().filter(|finding| finding.needs_words());
    let told = told.map(|finding| format!("{}: {}", finding.contender, finding.sentence));
    lines.extend(told.chain(document.notes.iter().cloned()).chain([document.certainty()]));
    let wrapped = |line: &String| words::wrapped(line, width, "");
    let below: Vec<String> = lines.iter().map(wrapped).collect();
    format!("{}\n{}\n", table.drawn(width, ink), below.join("\n"))
}

fn tone(outcome: Outcome) -> Tone {
    match outcome {
        Outcome::Pass => Tone::Good,
        Outcome::Fail => Tone::Bad,
        Outcome::NotEnoughData => Tone::Strong,
    }
}
