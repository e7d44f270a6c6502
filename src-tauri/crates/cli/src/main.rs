//! `paceline`: the same engine without a window, for servers, CI and other regions.
//!
//! **Invariant:** it depends on no window library, directly or indirectly. **Invariant:** with `--json`, standard
//! output carries one JSON document and nothing else; messages go to standard error. **Invariant:** the exit status
//! is a contract: 0 if every lane answered, 1 if some lane failed or gave no usable answer, 2 for a plan that cannot
//! start; `gate` has its own, 4, where nobody can know yet.

mod arguments;
mod calibrate;
mod compare;
mod data_dir;
mod discover;
mod exit;
mod gate;
mod history;
mod judge;
mod keys;
mod manual;
mod network;
mod own_commands;
mod plan;
mod prices;
mod providers;
mod race;
#[cfg(test)]
mod reference;
mod schema;
mod simulate;
mod suite;
mod sweep;
mod terminal;
mod watch;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Command};
use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble};
use crate::network::arguments::NetworkCommand;
use crate::providers::arguments::ProvidersCommand;

fn main() -> ExitCode {
    app::harden(true);
    terminal::stop::outlive_file_limits();
    let arguments = Arguments::parse();
    let data_dir = app::data_dir(arguments.data_dir.clone()).ok();
    app::start_log(data_dir.as_deref(), arguments.verbose);
    tracing::debug!(version = env!("CARGO_PKG_VERSION"), machine = app::machine(), "starts");
    match run(arguments) {
        Ok(exit) => {
            tracing::debug!(?exit, "ends");
            exit.into()
        }
        Err(trouble) => {
            // Messages may repeat the user's input; the log does not.
            tracing::info!(exit = ?trouble.exit, "could not be done");
            terminal::output::say(&trouble.message);
            trouble.exit.into()
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Why it failed.
fn run(arguments: Arguments) -> Result<Exit, Trouble> {
    match arguments.command {
        Command::Simulate { port } => return simulate::run(port),
        Command::Completions { shell } => return manual::completions(shell),
        Command::Man { dir } => return manual::pages(&dir),
        _ => {}
    }
    let data_dir = DataDir::at(arguments.data_dir)?;
    let done = run_in(arguments.command, &data_dir);
    data_dir.say_notices();
    done
}

fn run_in(command: Command, data_dir: &DataDir) -> Result<Exit, Trouble> {
    match command {
        Command::Race(arguments) => race::run(&arguments, data_dir),
        Command::Sweep(arguments) => sweep::run(&arguments, data_dir),
        Command::Gate(arguments) => gate::run(&arguments, data_dir),
        Command::Watch(command) => watch::run(command, data_dir),
        Command::Suite(command) => suite::run(command, data_dir),
        Command::Judge(arguments) => judge::run(&arguments, data_dir),
        Command::Compare(arguments) => compare::run(&arguments, data_dir),
        Command::History(command) => history::run(command, data_dir),
        Command::Keys(command) => keys::run(command, data_dir),
        Command::Providers {
            command: Some(ProvidersCommand::At { provider, address, with_key }),
            ..
        } => providers::at(&provider, &address, with_key, data_dir),
        Command::Providers { json, command: None } => providers::list(json, data_dir),
        Command::Discover { keep, json } => discover::run(keep, json, data_dir),
        Command::Models { provider, keys, network, json } => {
            providers::models(&provider, &keys.key_env, network, json, data_dir)
        }
        Command::Network { command: None, json } => network::show(json, data_dir),
        Command::Network { command: Some(NetworkCommand::Set(setting)), .. } => {
            network::set(setting, data_dir)
        }
        Command::Checks { json, command } => own_commands::run(command, json),
        Command::Prices { json, command } => prices::run(command, json, data_dir),
        Command::Schema { name } => schema::run(name),
        Command::Calibrate { json, no_save } => calibrate::run(json, no_save, data_dir),
        Command::Simulate { port } => simulate::run(port),
        Command::Completions { shell } => manual::completions(shell),
        Command::Man { dir } => manual::pages(&dir),
    }
}
