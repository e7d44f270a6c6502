//! The Markdown export, for reading and pasting: conditions, summaries, prompt and answers.

use std::fmt::Write;

use race::{JudgeChoice, Lane, Run, RunKind, Sample};
use store::AnswerMark;

use crate::Origin;
use crate::conditions::conditions;
use crate::exported_run::ExportedRun;
use crate::names::names;
use crate::plain::plain;
use crate::right_answers::checked;
use crate::summaries::{SummaryTable, summaries};

pub(crate) fn write(all: &[ExportedRun], origin: &Origin) -> String {
    let runs: Vec<String> = all.iter().map(|whole| one(whole, origin)).collect();
    runs.join("\n---\n\n")
}

fn one(whole: &ExportedRun, origin: &Origin) -> String {
    let run = &whole.run;
    let mut out = format!("# {}\n\n", line(&title(run)));
    if run.simulated {
        out.push_str("**SIMULATED: no network, no real provider.**\n\n");
    }
    for (name, value) in conditions(whole, origin) {
        let _infallible = writeln!(out, "- **{name}:** {}", line(&value));
    }
    if !whole.marks.tags.is_empty() {
        let _infallible = writeln!(out, "- **Tags:** {}", line(&whole.marks.tags.join(", ")));
    }
    out.push('\n');
    for summary in summaries(run) {
        table(&mut out, &summary);
    }
    if !whole.marks.note.is_empty() {
        let _infallible = writeln!(out, "## Note\n\n{}\n", fenced(&whole.marks.note));
    }
    if let Some(system) = &run.plan.system {
        let _infallible = writeln!(out, "## System prompt\n\n{}\n", fenced(system));
    }
    if !run.plan.prompt.is_empty() {
        let _infallible = writeln!(out, "## Prompt\n\n{}\n", fenced(&run.plan.prompt));
    }
    for (heading, text) in run.plan.shown_requests() {
        let _infallible = writeln!(out, "## {}\n\n{}\n", line(&heading), fenced(&text));
    }
    let marks = whole.answer_marks();
    for ((lane, name), index) in run.lanes.iter().zip(&names(run)).zip(0..) {
        if lane.levels.is_empty() {
            answers(&mut out, (run, lane, name), |round| marks.get(&(index, round)).copied());
        }
    }
    judge(&mut out, run);
    out
}

/// What a judge said, request by request.
fn judge(out: &mut String, run: &Run) {
    let Some(judgement) = &run.judgement else { return };
    let all = names(run);
    let name = |lane: u32| all.get(lane as usize).map_or("", String::as_str);
    let _infallible = writeln!(out, "## What the judge said\n");
    for vote in &judgement.votes {
        let verdict = match vote.choice {
            Some(JudgeChoice::First) => "the first",
            Some(JudgeChoice::Second) => "the second",
            Some(JudgeChoice::Tie) => "a tie",
            None => "no verdict",
        };
        let (first, second) = (line(name(vote.first)), line(name(vote.second)));
        let round = vote.round + 1;
        let _infallible = writeln!(out, "Round {round}, {first} before {second}: {verdict}.\n");
        if !vote.text.is_empty() {
            let _infallible = writeln!(out, "{}\n", fenced(&vote.text));
        }
        if let Some(fault) = &vote.error {
            let _infallible = writeln!(out, "Failed: {}\n", line(&fault.message));
        }
    }
}

pub(crate) fn title(run: &Run) -> String {
    let kind = match run.kind {
        RunKind::Sweep => "Sweep",
        RunKind::Race => "Race",
    };
    match (run.started_at.get(..10), run.started_at.get(11..19)) {
        (Some(day), Some(time)) => format!("{kind} of {day} {time} UTC"),
        _ => format!("{kind} of {}", run.started_at),
    }
}

fn table(out: &mut String, summary: &SummaryTable) {
    let _infallible = writeln!(out, "## {}\n", line(&summary.title));
    for finding in &summary.findings {
        let _infallible = writeln!(out, "{}\n", line(finding));
    }
    let row = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| line(cell)).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    out.push_str(&row(&summary.headings));
    out.push_str("|---");
    out.push_str(&"|--:".repeat(summary.headings.len().saturating_sub(1)));
    out.push_str("|\n");
    for cells in &summary.rows {
        out.push_str(&row(cells));
    }
    let below =
        if summary.below.is_empty() { String::new() } else { format!("{}\n", summary.below) };
    let _infallible = writeln!(out, "\n{below}");
    for (tag, meaning) in &summary.warnings {
        let _infallible = writeln!(out, "- **{}:** {}", line(tag), line(meaning));
    }
    if !summary.warnings.is_empty() {
        out.push('\n');
    }
}

fn answers<'a>(
    out: &mut String,
    (run, lane, name): (&Run, &Lane, &str),
    mark_of: impl Fn(u32) -> Option<&'a AnswerMark>,
) {
    for (sample, round) in lane.samples.iter().zip(1_u32..) {
        let rounds =
            if lane.samples.len() > 1 { format!(", round {round}") } else { String::new() };
        let asked = run.plan.row_name(sample.row).filter(|_| lane.samples.len() > 1);
        let asked = asked.map(|asked| format!(" ({})", line(&asked))).unwrap_or_default();
        let mark = if sample.is_wrong() { " \u{2717}" } else { "" };
        let _infallible = writeln!(out, "## {}{rounds}{asked}{mark}\n", line(name));
        earlier_steps(out, lane, sample);
        write_answer(out, sample);
        if let Some(mark) = mark_of(round - 1) {
            if let Some(vote) = mark.vote {
                let _infallible = writeln!(out, "Voted {}.\n", vote.word());
            }
            if !mark.note.is_empty() {
                let _infallible = writeln!(out, "Note:\n\n{}\n", fenced(&mark.note));
            }
        }
    }
}

/// The answers of a chain's steps before the one whose answer it is, each with why the next was asked.
fn earlier_steps(out: &mut String, lane: &Lane, sample: &Sample) {
    let Some((last, earlier)) = sample.steps.split_last() else { return };
    let named = |number: u32| {
        let model = lane.steps.get(number as usize).map_or("", |step| step.model.as_str());
        format!("Step {}, {}", number + 1, line(model))
    };
    for step in earlier {
        let _infallible = writeln!(out, "### {}\n", named(step.step));
        write_answer(out, &step.sample);
    }
    let _infallible = writeln!(out, "### {}\n", named(last.step));
    // What decided that no other step was asked.
    for result in checked(&last.sample) {
        let _infallible = writeln!(out, "- {}\n", line(&result));
    }
}

fn write_answer(out: &mut String, sample: &Sample) {
    for (name, text) in
        [("Reasoning", &sample.reasoning), ("Tool calls", &sample.tools), ("Answer", &sample.text)]
    {
        if !text.is_empty() {
            let _infallible = writeln!(out, "{name}:\n\n{}\n", fenced(text));
        }
    }
    for result in checked(sample) {
        let _infallible = writeln!(out, "- {}", line(&result));
    }
    if !sample.checks.is_empty() {
        out.push('\n');
    }
    if let Some(fault) = &sample.error {
        let _infallible = writeln!(out, "Failed: {}\n", line(&fault.message));
    }
}

/// Foreign text in one line of Markdown, with all markup escaped.
fn line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in plain(text).chars() {
        match character {
            '\n' | '\t' => out.push(' '),
            '<' => out.push_str("&lt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' => out.extend(['\\', character]),
            other => out.push(other),
        }
    }
    out
}

/// Foreign text without what could steer a terminal, within a fence that is longer than any in it.
fn fenced(text: &str) -> String {
    let text = plain(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    format!("{fence}text\n{}\n{fence}", text.trim_end_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untrusted_text_is_never_markup() {
        assert_eq!(
            line("a|b\n<b>*x*"),
            "a\\|b &lt;b>\\*x\\*",
            "neither a cell, a tag nor emphasis"
        );
        let steering = "a\u{1b}[2J\r";
        assert_eq!(
            fenced(steering),
            "```text\na\u{fffd}[2J\u{fffd}\n```",
            "and steers no terminal"
        );
        assert_eq!(line(steering), "a\u{fffd}\\[2J\u{fffd}", "in one line neither");
        let fence = fenced("so:\n````\nend");
        assert!(fence.starts_with("`````text\n"), "the fence is longer than any inside: {fence}");
    }
}
