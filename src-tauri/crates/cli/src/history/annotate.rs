//! `paceline history tag`, `star`, `hide`, `note`: the user's annotations of runs.

use store::{History, HistoryError};

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
