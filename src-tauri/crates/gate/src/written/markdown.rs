//! A comment for a pull request, or the summary of a job.

use std::fmt::Write;

use crate::decision::{Finding, Outcome};
use crate::document::GateDocument;
use crate::estimate::Estimate;
use crate::limit::{Bound, Limit};

/// Columns of a bar.
const WIDTH: u8 = 20;

/// The result in Markdown: its headline, a row for each limit with a small picture of its interval, and in
/// sentences what is not kept, or is of several models.
pub fn markdown(document: &GateDocument) -> String {
    let sign = sign(document.outcome);
    let mut out = format!("### {sign} Paceline gate\n\n{}\n\n", document.headline());
    out.push_str(
        "| | Contender | Limit | Measured | Interval and limit |\n|---|---|---|---|---|\n",
    );
    for finding in &document.findings {
        let measured = finding
            .estimate
            .and_then(|estimate| estimate.value)
            .map_or_else(|| "–".to_owned(), |value| finding.of.written(value));
        let picture = finding
            .estimate
            .and_then(|estimate| picture(&finding.of, &estimate))
            .unwrap_or_default();
        let _infallible = writeln!(
            out,
            "| {} | {} | {} | {} | {} |",
            self::sign(finding.outcome),
            in_cell(&finding.contender),
            in_cell(&finding.limit),
            in_cell(&measured),
            picture
        );
    }
    out.push('\n');
    let told = |finding: &&Finding| finding.needs_words();
    for finding in document.findings.iter().filter(told) {
        let _infallible =
            writeln!(out, "- **{}**: {}", in_cell(&finding.contender), in_cell(&finding.sentence));
    }
    for note in &document.notes {
        let _infallible = writeln!(out, "- {}", in_cell(note));
    }
    let rounds = measure::format::several(document.rounds as usize, "round");
    let cost = document
        .cost_usd
        .map_or_else(String::new, |usd| format!(", {}", measure::format::dollars(usd)));
    let _infallible = writeln!(out, "\n{rounds}{cost}. {}", document.certainty());
    out
}

fn sign(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Pass => "✅",
        Outcome::Fail => "❌",
        Outcome::NotEnoughData => "❔",
    }
}

/// The interval as a bar on a scale that holds it and the limit: `─` outside, `█` the interval, `┃` the limit.
fn picture(limit: &Limit, estimate: &Estimate) -> Option<String> {
    let (Bound::AtMost(bound) | Bound::AtLeast(bound) | Bound::WorseByAtMost(bound)) = limit.bound;
    let value = estimate.value?;
    let (low, high) = (estimate.low.unwrap_or(value), estimate.high.unwrap_or(value));
    let (from, to) = (low.min(bound), high.max(bound));
    let room = (to - from).abs().max(f64::MIN_POSITIVE) * 0.1;
    let (from, to) = (from - room, to + room);
    let column = |at: f64| ((at - from) / (to - from) * f64::from(WIDTH - 1)).round();
    let (low, high, bound) = (column(low), column(high), column(bound));
    let drawn: String = (0..WIDTH)
        .map(f64::from)
        .map(|at| match at {
            at if (at - bound).abs() < 0.5 => '┃',
            at if at >= low && at <= high => '█',
            _ => '─',
        })
        .collect();
    Some(format!("`{drawn}`"))
}

/// A text within a cell of a table, where nothing of it is Markdown or HTML.
fn in_cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\n' | '\r' | '\t' => out.push(' '),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            // GitHub looks for people and issues in what is left of the markup, so that only something between prevents it.
            '@' | '#' => out.extend(["\\", character.encode_utf8(&mut [0; 4]), "<!-- -->"]),
            '|' | '`' | '*' | '_' | '[' | ']' | '\\' | '~' => {
                out.push('\\');
                out.push(character);
            }
            other if other.is_control() => {}
            other => out.push(other),
        }
    }
    out
}
