//! `paceline history tag`, `star`, `hide`, `note`, `vote`: the user's annotations of runs and their answers.

use std::fmt::Write;

use race::Run;
use store::{AnswerMark, History, HistoryError, Vote};

use crate::data_dir::find_id;
use crate::exit::{Exit, Trouble};
use crate::terminal::output::say;
use crate::terminal::words;

/// Applies an operation to runs named by id or unique prefix.
pub(crate) fn to_each(
    history: Option<&History>,
    ids: &[String],
    mark: impl FnOnce(&History, &[String]) -> Result<(), HistoryError>,
) -> Result<Exit, Trouble> {
    let first = ids.first().map(|id| words::one_line(id)).unwrap_or_default();
    let history = history.ok_or(HistoryError::NoSuchRun { id: first })?;
    let runs = ids.iter().map(|id| find_id(history, id)).collect::<Result<Vec<_>, _>>()?;
    mark(history, &runs)?;
    let number = u32::try_from(runs.len()).unwrap_or(u32::MAX);
    say(&format!("Kept, on {}.", words::several(number, "run")));
    Ok(Exit::Done)
}

/// What was said of the answers of a run, one on each line.
pub(crate) fn votes_text(run: &Run, answers: &[AnswerMark]) -> String {
    let mut out = String::new();
    for AnswerMark { lane, round, vote, note } in answers {
        let Some(label) = run.lanes.get(*lane as usize).map(|lane| &lane.label) else { continue };
        let said = vote.map_or("no vote", Vote::word);
        let note = if note.is_empty() { String::new() } else { format!(": {note}") };
        let line = format!("Lane {}, {label}, round {}: {said}{note}", lane + 1, round + 1);
        let _infallible = writeln!(out, "{}", words::one_line(&line));
    }
    out
}
