//! `paceline completions` and `paceline man`: what shells and `man` know of the command, from its own definition.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::arguments::Arguments;
use crate::exit::{Exit, Trouble};
use crate::terminal::output::{print, say};

/// Prints the completions of a shell.
///
/// # Errors
/// If standard output cannot be written.
pub(crate) fn completions(shell: Shell) -> Result<Exit, Trouble> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "paceline", &mut text);
    print(&String::from_utf8_lossy(&text))?;
    Ok(Exit::Done)
}

/// Writes a manual page for the command and for each of its commands, over those of another version.
///
/// # Errors
/// If a page cannot be written.
pub(crate) fn pages(dir: &Path) -> Result<Exit, Trouble> {
    let failed = |file: &Path, why: &std::io::Error| {
        Trouble::failed(format!("{} could not be written: {why}.", file.display()))
    };
    std::fs::create_dir_all(dir).map_err(|why| failed(dir, &why))?;
    let command = Arguments::command().disable_help_subcommand(true);
    clap_mangen::generate_to(command, dir).map_err(|why| failed(dir, &why))?;
    say(&format!(
        "Written to {}. Read them with: man -l {}",
        dir.display(),
        dir.join("paceline.1").display()
    ));
    Ok(Exit::Done)
}
