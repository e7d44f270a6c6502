//! One module per noun of the command line.

mod calibrate;
mod compare;
mod discover;
mod entry;
mod found;
mod handing_on;
mod history;
mod keys;
mod marking;
mod network;
mod prices;
mod providers;
mod race;
mod simulate;
mod spend;
mod start;
mod sweep;

use crate::arguments::{Arguments, Command, NetworkCommand, ProvidersCommand};
use crate::exit::{Exit, Trouble};
use crate::home::Home;

/// Does what was asked for.
///
/// # Errors
/// What kept it from being done.
pub(crate) fn run(arguments: Arguments) -> Result<Exit, Trouble> {
    let home = || Home::at(arguments.data_dir);
    match arguments.command {
        Command::Race(arguments) => race::run(&arguments, &home()?),
        Command::Sweep(arguments) => sweep::run(&arguments, &home()?),
        Command::Compare(arguments) => compare::run(&arguments, &home()?),
        Command::History(command) => history::run(command, &home()?),
        Command::Keys(command) => keys::run(command, &home()?),
        Command::Providers {
            command: Some(ProvidersCommand::At { provider, address }), ..
        } => providers::at(&provider, &address, &home()?),
        Command::Providers { json, command: None } => providers::list(json, &home()?),
        Command::Discover { keep, json } => discover::run(keep, json, &home()?),
        Command::Models { provider, keys, network, json } => {
            providers::models(&provider, &keys.key_env, network, json, &home()?)
        }
        Command::Network { command: None, json } => network::show(json, &home()?),
        Command::Network { command: Some(NetworkCommand::Set(setting)), .. } => {
            network::set(setting, &home()?)
        }
        Command::Prices { json, command } => prices::run(command, json, &home()?),
        Command::Calibrate { json, no_save } => calibrate::run(json, no_save, &home()?),
        Command::Simulate { port } => simulate::run(port),
    }
}
