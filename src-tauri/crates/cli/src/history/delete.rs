//! `paceline history delete` and `restore`.

use store::{History, HistoryError};

use crate::data_dir::find_id;
use crate::exit::{Exit, Trouble};
use crate::terminal::output::{print, say};
use crate::terminal::words;

/// Deletes runs, so that they can be restored, or for good.
///
/// # Errors
/// If one is unknown or in progress, or the file cannot be written. Nothing is deleted then.
pub(crate) fn delete(
    history: Option<&History>,
    ids: &[String],
    for_good: bool,
) -> Result<Exit, Trouble> {
    let history = there(history, ids)?;
    if !for_good {
        let ids = ids.iter().map(|id| find_id(history, id)).collect::<Result<Vec<_>, _>>()?;
        ids.iter().try_for_each(|id| history.delete(id))?;
        print(&format!(
            "Deleted {}. `paceline history restore ID` brings one back.\n",
            counted(&ids)
        ))?;
        return Ok(Exit::Done);
    }
    // A deleted run is found only by its complete id.
    let ids: Vec<String> =
        ids.iter().map(|id| find_id(history, id).unwrap_or_else(|_| id.clone())).collect();
    history.delete_for_good(&ids)?;
    print(&format!("Removed {} for good.\n", counted(&ids)))?;
    for backup in history.backups()? {
        say(&format!("This backup may still hold what was removed: {}", backup.display()));
    }
    Ok(Exit::Done)
}

/// Restores deleted runs.
///
/// # Errors
/// If one was not deleted, or is gone for good.
pub(crate) fn restore(history: Option<&History>, ids: &[String]) -> Result<Exit, Trouble> {
    let history = there(history, ids)?;
    ids.iter().try_for_each(|id| history.restore(id))?;
    print(&format!("Restored {}.\n", counted(ids)))?;
    Ok(Exit::Done)
}

fn there<'a>(history: Option<&'a History>, ids: &[String]) -> Result<&'a History, Trouble> {
    let first = ids.first().map(|id| words::one_line(id)).unwrap_or_default();
    Ok(history.ok_or(HistoryError::NoSuchRun { id: first })?)
}

fn counted(ids: &[String]) -> String {
    words::several(u32::try_from(ids.len()).unwrap_or(u32::MAX), "run")
}
