//! `paceline checks`: the commands that may check answers on this machine; and the question of whether one may, where somebody
//! sits at a terminal.

use app::{allow_command, allowed_commands, forget_command};
use clap::Subcommand;
use serde::Serialize;

use crate::exit::{Exit, Trouble, sentence};
use crate::schema::Schema;
use crate::terminal::output::{print, print_json, say};
use crate::terminal::question::is_agreed;
use crate::terminal::words;

#[derive(Subcommand)]
pub(crate) enum ChecksCommand {
    /// Let a command check answers on this machine, as it is written after `command:`, without being asked
    Allow {
        /// The command, word for word
        #[arg(allow_hyphen_values = true)]
        command: String,
    },
    /// Take that back
    Forget {
        /// The command, word for word
        #[arg(allow_hyphen_values = true)]
        command: String,
    },
}

/// The output of `checks --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct ChecksOutput {
    /// Word for word, sorted.
    commands: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// Why it cannot be done.
pub(crate) fn run(command: Option<ChecksCommand>, json: bool) -> Result<Exit, Trouble> {
    let trouble = |error: app::LeaveError| Trouble::cannot_start(sentence(&error.to_string()));
    match command {
        None if json => {
            print_json(&Schema::Checks.document(ChecksOutput { commands: allowed_commands() }))?;
        }
        None => print(&listed(&allowed_commands()))?,
        Some(ChecksCommand::Allow { command }) => allow_command(&command).map_err(trouble)?,
        Some(ChecksCommand::Forget { command }) => {
            if !forget_command(&command).map_err(trouble)? {
                return Err(Trouble::cannot_start(
                    "It is not allowed, word for word. `paceline checks` lists what is.",
                ));
            }
        }
    }
    Ok(Exit::Done)
}

fn listed(commands: &[String]) -> String {
    if commands.is_empty() {
        return "No command may check answers on this machine. The first race that has one asks.\n"
            .to_owned();
    }
    let line = |command: &String| format!("{}\n", words::plain(command));
    commands.iter().map(line).collect()
}

/// Asks whoever sits at the terminal whether these commands may run, and keeps what is allowed. Returns whether all are; without a
/// terminal nobody is asked.
pub(crate) fn may_run(commands: &[String]) -> bool {
    for command in commands {
        let question = format!(
            "A check of this run is a command. It would run on this machine with your rights, once for each answer:\n\n    {}\n\nIf \
             you wrote it, or know what it does: allow it, now and later? [y/N]",
            words::plain(command)
        );
        if is_agreed(&question) != Some(true) {
            return false;
        }
        if let Err(error) = allow_command(command) {
            say(&sentence(&error.to_string()));
            return false;
        }
    }
    true
}
