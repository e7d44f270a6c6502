//! `paceline history delete` and `restore`.

use store::{Forgotten, History, HistoryError};

use crate::data_dir::{DataDir, find_id};
use crate::exit::{Exit, Trouble};
use crate::terminal::output::{print, say};
use crate::terminal::words;

/// Deletes runs, so that they can be restored, or for good.
///
/// # Errors
/// If one is unknown or in progress, or the file cannot be written. Nothing is deleted then.
pub(crate) fn delete(
    history: Option<&History>,
    data_dir: &DataDir,
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
    let (erasure, copies) = app::delete_for_good(history, data_dir.path(), &ids)?;
    print(&format!("Removed {} for good.\n", counted(&ids)))?;
    print(&forgotten_text(&erasure.forgotten))?;
    for name in &erasure.forgotten.saved_prompts {
        say(&format!(
            "The saved prompt {} has passages in common with what was removed. It stays, because it was saved by name.",
            words::one_line(name)
        ));
    }
    for name in &erasure.forgotten.watches {
        let name = words::one_line(name);
        say(&format!(
            "The watch {name} has passages in common with what was removed, and goes on asking them. `paceline watch remove {name}` \
             removes it with its prompt."
        ));
    }
    for copy in copies {
        say(&format!("This file may still hold what was removed: {}", copy.display()));
    }
    if erasure.log_held {
        say(
            "Another process was reading the history, so its write-ahead log, the file whose name ends in -wal, still holds \
             what was removed until Paceline is closed everywhere.",
        );
        return Ok(Exit::Failed);
    }
    Ok(Exit::Done)
}

/// What was forgotten with the runs, in sentences; empty if nothing was.
fn forgotten_text(forgotten: &Forgotten) -> String {
    let Forgotten { recent, last_plan, line_ups, unreadable, saved_prompts: _, watches: _ } =
        forgotten;
    let mut out = String::new();
    let mut line = |text: String| out.push_str(&(text + "\n"));
    if *recent > 0 {
        let prompts = words::several(*recent, "recent prompt");
        line(format!("Forgot {prompts} with passages in common."));
    }
    if *last_plan {
        line(
            "Emptied the prompt in the composer, which had passages in common; its contenders and settings stay. A window \
             that is open writes its own again."
                .to_owned(),
        );
    }
    for name in line_ups {
        let name = words::one_line(name);
        line(format!("The saved line-up {name} keeps its contenders without their own requests."));
    }
    for name in unreadable {
        line(format!(
            "Removed the setting {name}, which could not be read and may have held them."
        ));
    }
    out
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
