//! `paceline history repair`: reconstructs what was left behind and repairs what can be recomputed.

use std::fmt::Write as _;

use store::{History, Repair};

use crate::exit::{Exit, Trouble};
use crate::terminal::output::print;
use crate::terminal::words;

/// Repairs the history and prints what was done.
///
/// # Errors
/// If the file cannot be read or written.
pub(crate) fn repair(history: Option<&History>) -> Result<Exit, Trouble> {
    let done = history.map_or_else(|| Ok(Repair::default()), History::repair)?;
    print(&repair_text(&done))?;
    Ok(if done.left.is_empty() { Exit::Done } else { Exit::Failed })
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
    if out.is_empty() {
        out.push_str("Nothing needs repair.\n");
    }
    out
}
