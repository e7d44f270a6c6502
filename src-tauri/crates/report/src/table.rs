//! The CSV export: one row per request. Headings are the metrics' ids, with their units.

use checks::CheckVerdict;
use measure::Metric;
use race::{Lane, Level, Run, Sample};
use store::{AnswerMark, Vote};

use crate::ReportError;
use crate::exported_run::ExportedRun;
use crate::json::{to_word, unwritable};
use crate::plain::plain;

/// Columns of contender and conditions.
const WHOSE: [&str; 20] = [
    "run_id",
    "started_at",
    "kind",
    "def_version",
    "lane",
    "round",
    "provider",
    "label",
    "model",
    "simulated",
    "concurrency",
    "rate_rps",
    "measured",
    "max_tokens",
    "temperature",
    "prompt_sha256_16",
    "prompt_tokens_o200k",
    "machine",
    "ttft_error_ms",
    "connected_before",
];

/// Columns of the outcome.
const ENDED: [&str; 11] = [
    "status",
    "token_source",
    "reasoning_type",
    "finish_reason",
    "cost_source",
    "attempts",
    "sent_at_ms",
    "ended_at_ms",
    "doubts",
    "error",
    "repeated_prompt",
];

/// Columns of what the user says of an answer.
const SAID: [&str; 2] = ["vote", "vote_note"];

/// Whether the run was imported where it was exported.
const IMPORTED: &str = "imported";

/// Columns of the service tier: the one that was asked for, and the one that the server says answered.
const TIERS: [&str; 2] = ["service_tier_asked", "service_tier"];

/// Columns of what checks found of an answer: whether it is right, and the checks that are not.
const CHECKED: [&str; 3] = ["right", "checks_wrong", "checks_unknown"];

/// Which steps of a chain were asked, from 1; empty for a single request.
const STEPS: &str = "steps_asked";

/// Every column: contender and conditions, metrics by id, outcome, vote, checks, tiers, origin.
pub(crate) fn headings() -> impl Iterator<Item = &'static str> {
    let metrics = Metric::ALL.map(Metric::id);
    WHOSE
        .into_iter()
        .chain(metrics)
        .chain(ENDED)
        .chain(SAID)
        .chain(CHECKED)
        .chain(TIERS)
        .chain([STEPS, IMPORTED])
}

pub(crate) fn write(all: &[ExportedRun]) -> Result<String, ReportError> {
    // Only numbers stand without quotes: a program that separates by semicolons would split other cells.
    let mut table =
        csv::WriterBuilder::new().quote_style(csv::QuoteStyle::NonNumeric).from_writer(Vec::new());
    table.write_record(headings()).map_err(not_written)?;
    for whole in all {
        let marks = whole.answer_marks();
        for (lane, index) in whole.run.lanes.iter().zip(0_u32..) {
            let levels = lane.levels.iter().flat_map(|level| {
                let measured = level.samples.iter().map(move |sample| (Some(level), true, sample));
                measured.chain(level.others.iter().map(move |sample| (Some(level), false, sample)))
            });
            let rounds = lane.samples.iter().map(|sample| (None, true, sample));
            for ((level, measured, sample), round) in levels.chain(rounds).zip(0_u32..) {
                let mut row = whose(whole, (index, lane), level, (round, measured));
                row.extend(how(&whole.run, level, sample));
                row.extend(Metric::ALL.map(|metric| known(sample.value(metric))));
                row.extend(ended(level, sample)?);
                row.extend(said(marks.get(&(index, round)).copied()));
                row.extend(checked(sample));
                row.extend(tiers(&whole.run, lane, sample));
                let steps = sample.steps.iter().map(|own| (own.step + 1).to_string());
                row.push(steps.collect::<Vec<_>>().join(" "));
                row.push(whole.run.imported.to_string());
                let row: Vec<String> = row.iter().map(|cell| unformulated(&plain(cell))).collect();
                table.write_record(&row).map_err(not_written)?;
            }
        }
    }
    let bytes = table.into_inner().map_err(|error| not_written(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn whose(
    whole: &ExportedRun,
    (index, lane): (u32, &Lane),
    level: Option<&Level>,
    (round, measured): (u32, bool),
) -> Vec<String> {
    let run = &whole.run;
    let own = run.plan.lanes.get(lane.place as usize);
    let max_tokens = own.and_then(|own| own.max_tokens).or(run.plan.max_tokens);
    let temperature = own.and_then(|own| own.temperature).or(run.plan.temperature);
    vec![
        run.id.clone(),
        run.started_at.clone(),
        run.kind.word().to_owned(),
        run.def_version.to_string(),
        index.to_string(),
        round.to_string(),
        lane.provider.clone(),
        lane.label.clone(),
        lane.model.clone(),
        lane.simulated.to_string(),
        known(level.and_then(|level| level.concurrency)),
        known(level.and_then(|level| level.rate)),
        measured.to_string(),
        known(max_tokens),
        known(temperature),
        whole.prompt_hash.clone(),
        known(level.and_then(|level| level.prompt_tokens).or(whole.prompt_tokens)),
    ]
}

/// Machine, timestamp error, and whether the connection was warm.
fn how(run: &Run, level: Option<&Level>, sample: &Sample) -> [String; 3] {
    let error_ms = level.map_or(run.ttft_error_ms, |level| level.ttft_error_ms);
    let connection = sample.connection.as_ref();
    [
        run.machine.clone().unwrap_or_default(),
        known(error_ms),
        known(connection.map(|connection| connection.ahead || connection.reused)),
    ]
}

/// The service tier that was asked for, and the one that answered.
fn tiers(run: &Run, lane: &Lane, sample: &Sample) -> [String; 2] {
    let asked = run.plan.lanes.get(lane.place as usize).and_then(|own| own.service_tier.clone());
    let answered = sample.server.as_ref().and_then(|server| server.service_tier.as_ref());
    [known(asked), known(answered.map(ToString::to_string))]
}

/// What the user says of an answer: the vote and the note.
fn said(mark: Option<&AnswerMark>) -> [String; 2] {
    let vote = mark.and_then(|mark| mark.vote).map(Vote::word).unwrap_or_default();
    [vote.to_owned(), mark.map(|mark| mark.note.clone()).unwrap_or_default()]
}

/// Whether an answer is right, and each check that is wrong or unknown, with its reason.
fn checked(sample: &Sample) -> [String; 3] {
    let of = |verdict: CheckVerdict| {
        let those = sample.checks.iter().filter(|result| result.verdict == verdict);
        let told = those.map(|result| match &result.reason {
            Some(reason) => format!("{}: {reason}", result.check),
            None => result.check.clone(),
        });
        told.collect::<Vec<_>>().join("\n")
    };
    [known(sample.right), of(CheckVerdict::Wrong), of(CheckVerdict::Unknown)]
}

fn known<T: ToString>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

fn ended(level: Option<&Level>, sample: &Sample) -> Result<[String; ENDED.len()], ReportError> {
    let doubts: Vec<&str> = sample.doubts.iter().map(|doubt| doubt.id()).collect();
    Ok([
        to_word(&sample.status)?,
        sample.token_source.as_ref().map(to_word).transpose()?.unwrap_or_default(),
        to_word(&sample.reasoning_type)?,
        sample.finish_reason.clone().unwrap_or_default(),
        sample.cost_source.as_ref().map(to_word).transpose()?.unwrap_or_default(),
        sample.attempts.to_string(),
        known(sample.sent_at_ms),
        known(sample.ended_at_ms),
        doubts.join(";"),
        sample.error.as_ref().map(|fault| fault.message.to_string()).unwrap_or_default(),
        // Whether its level sent one prompt every time, for the cache; of a sweep over lengths alone.
        known(level.filter(|level| level.prompt_tokens.is_some()).map(|level| level.cached)),
    ])
}

/// What separates cells or rows for some program, whatever the quotes around it.
const SEPARATORS: [char; 4] = [';', '\t', '\r', '\n'];

/// Marks a cell as text if a spreadsheet would take it, or what follows a separator within it, for a formula. Numbers are
/// left unchanged.
fn unformulated(cell: &str) -> String {
    let mut marked = String::with_capacity(cell.len());
    for part in cell.split_inclusive(SEPARATORS) {
        if is_formula(part) || (marked.is_empty() && part.starts_with(['\t', '\r', '\n'])) {
            marked.push('\'');
        }
        marked.push_str(part);
    }
    marked
}

/// Whether a spreadsheet would compute a cell, judging by how it begins after white space and invisible characters, in
/// every width.
fn is_formula(cell: &str) -> bool {
    let is_unseen = |c: char| {
        c.is_whitespace()
            || c.is_control()
            || c == '"'
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    let begins = cell.trim_start_matches(is_unseen).starts_with([
        '=', '+', '-', '@', '|', '%', '＝', '＋', '－', '＠', '−', '﹢', '﹣', '﹦', '﹫',
    ]);
    begins && !cell.trim_end_matches(SEPARATORS).parse::<f64>().is_ok_and(f64::is_finite)
}

fn not_written(error: impl std::fmt::Display) -> ReportError {
    unwritable("The table", &error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula_in_any_spelling_and_a_number_stays_one() {
        for cell in [
            "=1+1",
            "+SUM(A1)",
            "-1-1",
            "@SUM(1)",
            " =1",
            "\u{a0}=1",
            "\u{3000}=1",
            "\u{feff}=1",
            "\u{200b}@x",
            "＝cmd",
            "＋1+1",
            "－1-1",
            "＠x",
            "-inf",
            "=cmd|' /C calc'!A0",
        ] {
            assert_eq!(unformulated(cell), format!("'{cell}"), "{cell:?} would be computed");
        }
        for (cell, marked) in [
            ("\n=1", "'\n'=1"),
            ("\t=1", "'\t'=1"),
            ("x =1;=2", "x =1;'=2"),
            ("x;y; +1+1;z", "x;y;' +1+1;z"),
            ("a\t@SUM(1)", "a\t'@SUM(1)"),
            ("a\n-1-1\r=2", "a\n'-1-1\r'=2"),
            ("a;\"=1", "a;'\"=1"),
            ("\"=1", "'\"=1"),
        ] {
            assert_eq!(
                unformulated(cell),
                marked,
                "{cell:?} would be computed where that separates"
            );
        }
        for cell in [
            "a;b",
            "-1;-2.5",
            "a;;",
            "",
            "-1.5",
            "0.25",
            "1e-7",
            "gpt-6",
            "a=b",
            "2026-03-01T12:00:00Z",
        ] {
            assert_eq!(unformulated(cell), cell, "it is what it is");
        }
    }
}
