//! Finds the watch that an argument names.

use store::{History, Watch};

use crate::exit::Trouble;
use crate::terminal::words;

/// The watch with this name or id, or whose id begins so.
///
/// # Errors
/// If there is none, or more than one.
pub(crate) fn find(history: &History, named: &str) -> Result<Watch, Trouble> {
    let watches = history.watches()?;
    if let Some(watch) = watches.iter().find(|watch| watch.name == named || watch.id == named) {
        return Ok(watch.clone());
    }
    let mut found = watches.into_iter().filter(|watch| watch.id.starts_with(named));
    match (found.next(), found.next()) {
        (Some(watch), None) => Ok(watch),
        (Some(_), Some(_)) => Err(Trouble::cannot_start(format!(
            "Several watches have an id that begins with {}. `paceline watch list --json` names them.",
            words::one_line(named)
        ))),
        (None, _) => Err(Trouble::cannot_start(format!(
            "There is no watch called {}. `paceline watch list` names those that there are.",
            words::one_line(named)
        ))),
    }
}

/// The error where there is nothing to run.
pub(crate) fn no_watches() -> Trouble {
    Trouble::cannot_start(
        "There is no watch. Add one with the options of a race: paceline watch add --every 1h --lane PROVIDER/MODEL --prompt TEXT",
    )
}
