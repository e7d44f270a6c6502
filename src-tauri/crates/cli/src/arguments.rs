//! What can be written on the command line. The doc comments here are the help that `--help` prints.

use std::ffi::OsString;

use clap::{Parser, Subcommand};

use crate::compare::arguments::CompareArguments;
use crate::history::arguments::HistoryCommand;
use crate::keys::arguments::KeysCommand;
use crate::network::arguments::NetworkCommand;
use crate::plan::arguments::{KeyArguments, NetworkArguments};
use crate::prices::arguments::PricesCommand;
use crate::providers::arguments::ProvidersCommand;
use crate::race::arguments::RaceArguments;
use crate::sweep::arguments::SweepArguments;

/// Races LLM providers side by side on one clock, and keeps every run in a local history.
#[derive(Parser)]
#[command(
    name = "paceline",
    version,
    arg_required_else_help = true,
    after_help = "Exit status: 0 when every lane answered; 1 when some lane failed, or its answer was refused, filtered, cut off \
                  or empty, and the output still tells all; \
                  2 for what cannot be started as asked."
)]
pub(crate) struct Arguments {
    /// Where the history lives [default: the same place as the window's]
    #[arg(long, global = true, env = "PACELINE_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<OsString>,

    /// Say on standard error what is done, as the log in the data folder keeps it, in more detail
    #[arg(long, global = true)]
    pub(crate) verbose: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Race lanes side by side: one prompt, one start gun, one clock
    Race(RaceArguments),
    /// Race lanes at rising load, level by level: how fast they are when many ask at once
    Sweep(Box<SweepArguments>),
    /// Compare contenders over any runs: cost against speed, break-evens, who is best for a use
    Compare(CompareArguments),
    /// Look at past runs: find them again, keep them, hand them on
    #[command(subcommand)]
    History(HistoryCommand),
    /// Keep API keys in the system's keyring
    #[command(subcommand)]
    Keys(KeysCommand),
    /// List the providers that a lane can name, or set where one of them is
    #[command(args_conflicts_with_subcommands = true)]
    Providers {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
        #[command(subcommand)]
        command: Option<ProvidersCommand>,
    },
    /// Look for servers on this machine: Ollama, LM Studio, llama.cpp, vLLM and others at their usual ports
    Discover {
        /// Remember the addresses that were found, so that lanes can name them by their provider
        #[arg(long)]
        keep: bool,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// List the models that a provider serves, which also checks its key
    Models {
        /// A provider's id, as `paceline providers` lists it
        provider: String,
        #[command(flatten)]
        keys: KeyArguments,
        #[command(flatten)]
        network: NetworkArguments,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Show or change how providers are reached: proxies, certificates, plain HTTP
    #[command(args_conflicts_with_subcommands = true)]
    Network {
        #[command(subcommand)]
        command: Option<NetworkCommand>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Show the price book and the prices of your own, or change them
    #[command(args_conflicts_with_subcommands = true)]
    Prices {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
        #[command(subcommand)]
        command: Option<PricesCommand>,
    },
    /// Measure how far this machine's own stamps are off, with streams whose timing is known
    Calibrate {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
        /// Keep nothing in the history
        #[arg(long)]
        no_save: bool,
    },
    /// Serve the simulated providers on this machine until stopped
    Simulate {
        /// The port to listen on [default: any free one]
        #[arg(long)]
        port: Option<u16>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_prompt_may_begin_with_a_hyphen() {
        let arguments =
            Arguments::try_parse_from(["paceline", "race", "--prompt", "- a list", "--json"])
                .expect("a list is a prompt");
        let Command::Race(race) = arguments.command else { panic!("it is a race") };
        assert_eq!(
            race.ask.prompt.as_deref(),
            Some("- a list"),
            "the next word is the prompt, whatever it is"
        );
        assert!(race.ask.json, "and what follows it is read as ever");
    }
}
