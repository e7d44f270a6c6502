//! The baseline of a gate: a file, or a run of the history.

use std::path::Path;

use ::gate::{Baseline, ContenderRequests, LARGEST_BASELINE};
use measure::DEF_VERSION;
use race::{Run, RunKind};
use store::History;

use crate::data_dir::find;
use crate::exit::Trouble;
use crate::plan::text_file::from_file;
use crate::terminal::{names, words};

/// Columns of a name: enough that none is cut.
const NAME: usize = 200;

/// The baseline that was named.
///
/// # Errors
/// Why it cannot be used.
pub(crate) fn read(named: &str, history: Option<&History>) -> Result<Baseline, Trouble> {
    if let Some(tag) = named.strip_prefix("last:") {
        let run = newest(tag, history)?;
        return of_runs(&[run]);
    }
    let file = Path::new(named);
    if file.is_file() {
        let text =
            from_file(file, "a baseline", LARGEST_BASELINE).map_err(Trouble::cannot_start)?;
        return Baseline::read(&text)
            .map_err(|error| Trouble::cannot_start(format!("{named} is not used: {error}")));
    }
    match find(history, named) {
        Ok(run) => of_runs(&[run]),
        Err(_) if named.contains(['/', '\\', '.']) => Err(Trouble::cannot_start(format!(
            "There is no file {named}. `paceline gate LIMITS --write-baseline {named}` writes one."
        ))),
        Err(error) => Err(error),
    }
}

/// The newest run with a tag.
fn newest(tag: &str, history: Option<&History>) -> Result<Run, Trouble> {
    let quoted = tag.replace('"', "");
    let search = format!("tag:\"{quoted}\" kind:race");
    let found = history.map(|history| history.find(&search, None, 1)).transpose()?;
    let id = found.and_then(|page| page.runs.into_iter().next()).map(|hit| hit.row.id);
    match id {
        Some(id) => find(history, &id),
        None => Err(Trouble::cannot_start(format!(
            "No race has the tag {}. `paceline history tag {} RUN` gives it one, and `paceline gate LIMITS --tag {}` to its own.",
            words::one_line(tag),
            words::one_line(tag),
            words::one_line(tag)
        ))),
    }
}

/// The baseline that these races are, pooled.
///
/// # Errors
/// If one of them cannot be used.
pub(crate) fn of_runs(runs: &[Run]) -> Result<Baseline, Trouble> {
    let contenders = pooled(runs)?;
    let ids = runs.iter().map(|run| run.id.clone()).collect();
    let first = runs.first().ok_or_else(|| Trouble::cannot_start("There is no run."))?;
    let (started_at, machine) = (first.started_at.clone(), first.machine.clone());
    Ok(Baseline::of(&contenders, ids, started_at, first.prompt_hash(), machine))
}

/// The contenders of several races of the same lanes.
///
/// # Errors
/// If one of them is no race, has other lanes or numbers of another definition.
pub(crate) fn pooled(runs: &[Run]) -> Result<Vec<ContenderRequests>, Trouble> {
    let mut all: Vec<ContenderRequests> = Vec::new();
    for run in runs {
        let unusable =
            |why: &str| Trouble::cannot_start(format!("{} cannot be judged: {why}", run.id));
        if run.kind != RunKind::Race {
            return Err(unusable(
                "it is a sweep, whose requests were sent under several loads. Race it.",
            ));
        }
        if run.def_version != DEF_VERSION {
            return Err(unusable(
                "its numbers follow other definitions. `paceline history recompute` computes them anew.",
            ));
        }
        let own = ContenderRequests::of_run(run, &names::of_lanes(run, NAME));
        if all.is_empty() {
            all = own;
        } else if all.len() == own.len()
            && all.iter().zip(&own).all(|(one, other)| one.name == other.name)
        {
            for (one, other) in all.iter_mut().zip(own) {
                one.join(other);
            }
        } else {
            return Err(unusable("its lanes are not those of the others."));
        }
    }
    Ok(all)
}

/// How a baseline differs from what it is held against, in sentences.
pub(crate) fn differences(baseline: &Baseline, run: &Run) -> Vec<String> {
    let mut notes = Vec::new();
    if baseline.prompt_hash != run.prompt_hash() {
        notes.push(
            "The baseline was asked something else, so a difference may be that of the requests."
                .to_owned(),
        );
    }
    if baseline.machine.is_some() && baseline.machine != run.machine {
        notes.push("The baseline was measured on another machine, so a difference may be that of the network.".to_owned());
    }
    notes
}
