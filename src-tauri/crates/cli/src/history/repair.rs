//! `paceline history repair`: rebuilds a damaged file, reconstructs what was left behind and repairs what can be recomputed.

use std::fmt::Write as _;

use store::{Rebuilding, Repair};

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble};
use crate::terminal::output::print;
use crate::terminal::words;

/// Repairs the history and prints what was done.
///
/// # Errors
/// If the file cannot be read or written.
pub(crate) fn repair(data_dir: &DataDir) -> Result<Exit, Trouble> {
    let (rebuilt, repair) = app::repair_history(data_dir.path())?;
    let done = repair.unwrap_or_default();
    let is_complete = rebuilt.as_ref().is_none_or(|rebuilt| rebuilt.salvage.is_complete());
    if let Some(rebuilt) = &rebuilt {
        print(&rebuilding_text(rebuilt))?;
    }
    let text = repair_text(&done);
    print(match (text.is_empty(), rebuilt.is_some()) {
        (true, false) => "Nothing needs repair.\n",
        _ => &text,
    })?;
    Ok(if done.left.is_empty() && is_complete { Exit::Done } else { Exit::Failed })
}

fn rebuilding_text(rebuilt: &Rebuilding) -> String {
    let mut out = format!(
        "The history was damaged ({}). It is rebuilt.\n",
        words::one_line(&rebuilt.finding)
    );
    for told in rebuilt.salvage.told() {
        let _infallible = writeln!(out, "{}", words::one_line(&told));
    }
    let _infallible = writeln!(
        out,
        "The damaged file is now {}. Delete it when you miss nothing.",
        words::one_line(&rebuilt.aside.display().to_string())
    );
    out
}

fn repair_text(done: &Repair) -> String {
    let mut out = String::new();
    if done.removed > 0 {
        let rows = words::several(u32::try_from(done.removed).unwrap_or(u32::MAX), "row");
        let _infallible =
            writeln!(out, "{rows} of lists and charts that belonged to no run: removed.");
    }
    for run in &done.restored {
        let _infallible = writeln!(out, "{run}: put together from what had arrived.");
    }
    for run in &done.mended {
        let _infallible = writeln!(
            out,
            "{run}: its state, its deletion or the version of its definitions could not be, and was set right."
        );
    }
    for run in &done.indexed {
        let _infallible =
            writeln!(out, "{run}: its entries in lists, searches and charts were rebuilt.");
    }
    if done.votes > 0 {
        let _infallible = writeln!(
            out,
            "Votes and notes of no answer, or that could not be read, kept aside: {}.",
            done.votes
        );
    }
    for (called, rows) in &done.rows {
        let _infallible =
            writeln!(out, "{called} that could not be read: {rows}. What they held is kept aside.");
    }
    for setting in &done.settings {
        let _infallible = writeln!(
            out,
            "The setting {}: back to its default; what could not be read is kept aside.",
            words::one_line(setting)
        );
    }
    for why in &done.left {
        let _infallible = writeln!(out, "{}", words::one_line(why));
    }
    out
}
