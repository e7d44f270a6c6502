//! `paceline history`: list, show, verify and the other subcommands.

mod annotate;
pub(crate) mod arguments;
mod delete;
mod export_import;
pub(crate) mod peers;
pub(crate) mod recompute;
mod repair;
mod row;
mod search;
mod spend;

use std::fmt::Write;

use race::{Lane, Plan, Run, RunKind, Sample};
use store::{AnswerMark, RunPage, Verification};

use crate::data_dir::{DataDir, find};
use crate::exit::{Exit, Trouble};
use crate::history::arguments::HistoryCommand;
use crate::history::row::entry;
use crate::race::comparisons;
use crate::race::print::results;
use crate::schema::Schema;
use crate::sweep;
use crate::terminal::definitions::explanation;
use crate::terminal::output::{print, print_json};
use crate::terminal::{Ink, Terminal, Tone, words};

pub(crate) fn run(command: HistoryCommand, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = match command {
        HistoryCommand::Tag { .. }
        | HistoryCommand::Star { .. }
        | HistoryCommand::Hide { .. }
        | HistoryCommand::Note { .. }
        | HistoryCommand::Vote { .. }
        | HistoryCommand::Delete { .. }
        | HistoryCommand::Restore { .. }
        | HistoryCommand::Recompute { .. } => data_dir.existing()?,
        // They open the history themselves: one creates it, the other may replace its file.
        HistoryCommand::Import { .. } | HistoryCommand::Repair => None,
        _ => data_dir.archive()?,
    };
    let there = history.as_ref();
    match command {
        HistoryCommand::Search { words, limit, json } => search::search(there, &words, limit, json),
        HistoryCommand::Export { ids, format, out, without_prompts } => {
            export_import::export(there, &ids, format, out.as_deref(), without_prompts)
        }
        HistoryCommand::Import { file, json } => export_import::import(data_dir, &file, json),
        HistoryCommand::Tag { tag, ids, remove } => {
            let (none, tags) = (Vec::new(), vec![tag]);
            let (add, remove) = if remove { (&none, &tags) } else { (&tags, &none) };
            annotate::to_each(there, &ids, |history, runs| history.tag(runs, add, remove))
        }
        HistoryCommand::Star { ids, remove } => {
            annotate::to_each(there, &ids, |history, runs| history.star(runs, !remove))
        }
        HistoryCommand::Hide { ids, remove } => {
            annotate::to_each(there, &ids, |history, runs| history.hide(runs, !remove))
        }
        HistoryCommand::Note { id, text } => annotate::to_each(there, &[id], |history, runs| {
            runs.iter().try_for_each(|run| history.note(run, &text))
        }),
        HistoryCommand::Vote { id, lane, vote, round, note } => {
            let answer = AnswerMark { lane: lane - 1, round: round - 1, vote: vote.into(), note };
            annotate::to_each(there, &[id], |history, runs| {
                runs.iter().try_for_each(|run| history.vote(run, &answer))
            })
        }
        HistoryCommand::Spend { days, json } => spend::spend(there, days, json),
        HistoryCommand::List { limit, json } => {
            let page = history.map_or_else(
                || Ok(RunPage { total: 0, runs: Vec::new() }),
                |history| history.newest_shown(limit),
            )?;
            if json {
                print_json(&Schema::List.document(&page))
            } else {
                print(&list(&page, limit, Terminal::of_stdout()))
            }?;
            Ok(Exit::Done)
        }
        HistoryCommand::Show { id, json, explain, definitions, as_peers } => {
            let mut run = find(history.as_ref(), &id)?;
            if let Some((history, version)) = history.as_ref().zip(definitions) {
                run = history.run_as_of(&run.id, version)?;
            }
            let run = comparisons::document(run);
            if let Some(history) = history.as_ref().filter(|_| as_peers && json) {
                print_json(&Schema::Peers.document(peers::document(history, &run)?))?;
                return Ok(Exit::Done);
            }
            if json {
                print_json(&run)
            } else {
                print(&run_text(&run, Terminal::of_stdout()))?;
                let known = history.as_ref().map(|history| history.definitions_of(&run.id));
                print(&recompute::definitions_text(&run, known.transpose()?.as_ref()))?;
                let marks = history.as_ref().map(|history| history.marks(&run.id)).transpose()?;
                print(&annotate::votes_text(&run, &marks.unwrap_or_default().answers))
            }?;
            if let Some(history) = history.as_ref().filter(|_| as_peers) {
                print(&peers::tables(history, &run, Terminal::of_stdout())?)?;
            }
            if explain {
                print(&explanation(&run, Terminal::of_stdout()))?;
            }
            Ok(Exit::Done)
        }
        HistoryCommand::Delete { ids, for_good } => delete::delete(there, data_dir, &ids, for_good),
        HistoryCommand::Restore { ids } => delete::restore(there, &ids),
        HistoryCommand::Recompute { json } => recompute::recompute(there, json),
        HistoryCommand::Repair => repair::repair(data_dir),
        HistoryCommand::Verify { json } => {
            let verification =
                history.map_or_else(|| Ok(Verification::default()), |history| history.verify())?;
            if json {
                print_json(&Schema::Verification.document(&verification))
            } else {
                print(&verification_text(&verification))
            }?;
            Ok(if verification.findings.is_empty() { Exit::Done } else { Exit::Failed })
        }
    }
}

/// Each run on its own line, with its lanes below; `limit` is how many were asked for.
fn list(page: &RunPage, limit: u32, terminal: Option<Terminal>) -> String {
    if page.total == 0 {
        return "No runs yet. `paceline race` makes one.\n".to_owned();
    }
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    let width = terminal.map(|_| Terminal::size().0);
    let mut out = String::new();
    for run in &page.runs {
        out.push_str(&entry(run, width, ink));
        out.push('\n');
    }
    let shown = u32::try_from(page.runs.len()).unwrap_or(u32::MAX);
    // A page that is not full has all there are but those that cannot be read, which are named apart.
    if shown >= limit && shown < page.total {
        let _infallible = writeln!(
            out,
            "The newest {shown} of {}; --limit shows more.",
            words::several(page.total, "run")
        );
    }
    out
}

/// What is known of a run that came from a file.
const IMPORTED: &str =
    "Imported: who answered, when, and on which machine is what its file says.\n";

/// A run with its plan and texts.
fn run_text(run: &Run, terminal: Option<Terminal>) -> String {
    let ink = terminal.map_or(Ink::Plain, |terminal| terminal.ink);
    let numbers = match run.kind {
        RunKind::Sweep => sweep::print::results,
        RunKind::Race => results,
    };
    let mut out = format!("{}\n", ink.paint(Tone::Strong, &run.id));
    if run.imported {
        out.push_str(IMPORTED);
    }
    out.push_str(&numbers(run, terminal));
    out.push_str(&prompt_text(&run.plan, ink));
    for lane in &run.lanes {
        for (sample, round) in lane.samples.iter().zip(1_u32..) {
            out.push_str(&answer_text(lane, sample, (run.plan.repeat > 1).then_some(round), ink));
        }
    }
    out
}

fn prompt_text(plan: &Plan, ink: Ink) -> String {
    let mut out = String::new();
    if let Some(system) = &plan.system {
        let _infallible = write!(
            out,
            "\n{}\n{}\n",
            ink.paint(Tone::Strong, "System prompt"),
            words::plain(system)
        );
    }
    let mut title = ink.paint(Tone::Strong, "Prompt");
    if let Some(most) = plan.max_tokens {
        let _infallible = write!(title, ", at most {}", words::several(most, "token"));
    }
    if let Some(temperature) = plan.temperature {
        let _infallible = write!(title, ", temperature {temperature}");
    }
    if let Some(effort) = plan.effort {
        let _infallible = write!(title, ", effort {}", effort.word());
    }
    for tier in plan.service_tiers() {
        let _infallible = write!(title, ", service tier {}", words::one_line(tier));
    }
    let prompt = if plan.prompt.is_empty() {
        "(none: the request below says what is asked)".to_owned()
    } else {
        words::plain(&plan.prompt)
    };
    let _infallible = write!(out, "\n{title}\n{prompt}\n");
    if !plan.checks.is_empty() {
        let titles: Vec<String> = plan.checks.iter().map(checks::Check::title).collect();
        let heading = ink.paint(Tone::Strong, "An answer is right if it");
        let _infallible = writeln!(out, "\n{heading}\n{}", titles.join("\n"));
    }
    for (heading, text) in plan.shown_requests() {
        let heading = ink.paint(Tone::Strong, &words::one_line(&heading));
        let _infallible = write!(out, "\n{heading}\n{}\n", words::plain(&text));
    }
    out
}

fn answer_text(lane: &Lane, sample: &Sample, round: Option<u32>, ink: Ink) -> String {
    let name = words::lane(&lane.label, &lane.model, lane.simulated);
    let title = round.map_or_else(|| name.clone(), |round| format!("{name}, round {round}"));
    let mut out = format!("\n{}\n", ink.paint(Tone::Strong, &title));
    if !sample.reasoning.is_empty() {
        let reasoning = format!("Reasoning: {}", words::plain(&sample.reasoning));
        let _infallible = writeln!(out, "{}", ink.paint(Tone::Faint, &reasoning));
    }
    if !sample.text.is_empty() || sample.tools.is_empty() {
        let text = if sample.text.is_empty() { "(no text)" } else { &sample.text };
        let _infallible = writeln!(out, "{}", words::plain(text));
    }
    if !sample.tools.is_empty() {
        let _infallible = writeln!(out, "Tool calls: {}", words::plain(&sample.tools));
    }
    for result in report::checked(sample) {
        let _infallible = writeln!(out, "{}", words::one_line(&result));
    }
    out
}

fn verification_text(verification: &Verification) -> String {
    let Verification { runs, requests, recomputed, findings } = verification;
    let mut out = format!(
        "{}, {}; the numbers of {} computed again from the raw logs.\n",
        words::several(*runs, "run"),
        words::several(*requests, "request"),
        words::count(*recomputed)
    );
    for finding in findings {
        let place = finding.run.as_ref().map(|run| format!("{run}: ")).unwrap_or_default();
        let _infallible = writeln!(out, "{place}{}", words::one_line(&finding.what));
    }
    if findings.is_empty() {
        out.push_str("Nothing is wrong.\n");
    }
    out
}
