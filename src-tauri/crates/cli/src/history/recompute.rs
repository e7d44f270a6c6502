//! `paceline history recompute`: recomputes runs of older definitions, and states the definitions of a run's numbers.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _, stderr};

use measure::DEF_VERSION;
use race::Run;
use serde::Serialize;
use store::{History, Redefinition, RunDefinitions};

use crate::exit::{Exit, Trouble};
use crate::schema::Schema;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::words;

/// Maximum number of runs with older definitions that are named.
const MOST_NAMED: u32 = 20;

/// The output of `--json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct RecomputeOutput {
    #[serde(flatten)]
    done: Redefinition,
    /// Runs that keep the numbers of an earlier version.
    kept_runs: Vec<KeptRun>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
struct KeptRun {
    /// The run's id.
    id: String,
    /// The version of its definitions.
    def_version: u32,
    /// Why it keeps it.
    reason: String,
}

/// Recomputes older runs and prints what was done. It may be stopped at any time; the rest is done next time.
///
/// # Errors
/// If the file cannot be read or written.
pub(crate) fn recompute(history: Option<&History>, json: bool) -> Result<Exit, Trouble> {
    let (done, kept) = match history {
        Some(history) => (history.redefine(progress())?, history.kept_definitions(MOST_NAMED)?),
        None => (Redefinition { version: DEF_VERSION, ..Redefinition::default() }, Vec::new()),
    };
    end_progress();
    let kept_runs: Vec<KeptRun> = kept
        .into_iter()
        .map(|run| KeptRun { id: run.id, def_version: run.version, reason: run.reason })
        .collect();
    let is_whole = done.kept == 0;
    let recomputed = RecomputeOutput { done, kept_runs };
    if json {
        print_json(&Schema::Recomputed.document(&recomputed))
    } else {
        print(&text(&recomputed))
    }?;
    Ok(if is_whole { Exit::Done } else { Exit::Failed })
}

/// Shows the progress: on a terminal in one line, otherwise one line every thousand runs.
fn progress() -> impl FnMut(Redefinition) -> bool {
    let is_terminal = stderr().is_terminal();
    move |Redefinition { done, waiting, version, .. }| {
        let told = format!("{} done, {} left", words::count(done), words::several(waiting, "run"));
        if is_terminal {
            // Progress that cannot be written is no reason to stop.
            let _shown = write!(stderr(), "\rDefinitions, version {version}: {told} \x1b[K");
        } else if done > 0 && done % 1_000 == 0 {
            say(&told);
        }
        true
    }
}

fn end_progress() {
    if stderr().is_terminal() {
        let _shown = write!(stderr(), "\r\x1b[K");
    }
}

fn text(RecomputeOutput { done, kept_runs }: &RecomputeOutput) -> String {
    let version = done.version;
    let mut out = match done.done {
        0 if done.kept == 0 => format!("Every run has definitions, version {version}.\n"),
        0 => String::new(),
        _ => format!(
            "Recomputed {} under definitions, version {version}. `history show ID --definitions N` shows the earlier \
             numbers.\n",
            words::several(done.done, "run")
        ),
    };
    for run in kept_runs {
        let reason = words::one_line(&run.reason);
        let _infallible = writeln!(out, "{}: keeps version {}. {reason}", run.id, run.def_version);
    }
    let named = u32::try_from(kept_runs.len()).unwrap_or(u32::MAX);
    if done.kept > named {
        let _infallible = writeln!(out, "And {} more.", words::count(done.kept - named));
    }
    out
}

/// A line about the definitions of a run's numbers; empty if there is nothing to say.
pub(crate) fn definitions_text(run: &Run, known: Option<&RunDefinitions>) -> String {
    let Some(known) = known else { return String::new() };
    let version = run.def_version;
    if version != known.version {
        return format!(
            "\nThese are its numbers of definitions, version {version}; since then they were computed under version {}.\n",
            known.version
        );
    }
    if version < DEF_VERSION {
        let why = known.reason.as_deref().map_or_else(
            || "`paceline history recompute` recomputes it.".to_owned(),
            words::one_line,
        );
        return format!(
            "\nIts numbers are of definitions, version {version}, and are not compared with those of version {DEF_VERSION}. {why}\n"
        );
    }
    match known.earlier.last() {
        Some(earlier) => format!(
            "\nRecomputed under definitions, version {version}; --definitions {earlier} shows the earlier numbers.\n"
        ),
        None => String::new(),
    }
}
