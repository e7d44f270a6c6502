//! The command line's arguments. The doc comments here are the help that `--help` prints.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand};

use crate::compare::arguments::CompareArguments;
use crate::gate::arguments::GateArguments;
use crate::history::arguments::HistoryCommand;
use crate::judge::arguments::JudgeArguments;
use crate::keys::arguments::KeysCommand;
use crate::network::arguments::NetworkCommand;
use crate::own_commands::ChecksCommand;
use crate::plan::arguments::{KeyArguments, NetworkArguments};
use crate::prices::arguments::PricesCommand;
use crate::providers::arguments::ProvidersCommand;
use crate::race::arguments::RaceArguments;
use crate::schema::Schema;
use crate::suite::arguments::SuiteCommand;
use crate::sweep::arguments::SweepArguments;
use crate::watch::arguments::WatchCommand;

/// Races LLM providers side by side on one clock, and keeps every run in a local history.
#[derive(Parser)]
#[command(
    name = "paceline",
    version,
    arg_required_else_help = true,
    after_help = "Exit status: 0 when every lane answered; 1 when some lane failed, or its answer was refused, filtered, cut off \
                  or empty, and the output still tells all; \
                  2 for what cannot be started as asked; 3 when the run was made and printed, but could not be kept. \
                  Of `gate`: 0 when every limit is kept, 1 when one is violated, 4 when there are not enough data to know."
)]
pub(crate) struct Arguments {
    /// Folder of the history [default: that of the window]
    #[arg(long, global = true, env = "PACELINE_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<OsString>,

    /// Print the log to standard error, in more detail than in the data folder
    #[arg(long, global = true)]
    pub(crate) verbose: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Race lanes side by side: one prompt, one start gun, one clock
    Race(Box<RaceArguments>),
    /// Race lanes at rising load, level by level: speed under concurrent requests
    Sweep(Box<SweepArguments>),
    /// Hold a race against limits: pass, fail, or not enough data; for CI
    Gate(Box<GateArguments>),
    /// Race the same plan again and again, and learn since when a number has another level
    #[command(subcommand)]
    Watch(WatchCommand),
    /// List the built-in suites of prompts with checked answers, and run one
    #[command(subcommand)]
    Suite(SuiteCommand),
    /// Ask a judge about a race of the history: which of two answers is better, blind to names and in both orders
    Judge(JudgeArguments),
    /// Compare contenders over any runs: cost against speed, break-even lengths, rankings for a use
    Compare(CompareArguments),
    /// List, search, annotate, export and import past runs
    #[command(subcommand)]
    History(HistoryCommand),
    /// Manage API keys in the system's keyring
    #[command(subcommand)]
    Keys(KeysCommand),
    /// List the providers that a lane can name, or change the address of one
    #[command(args_conflicts_with_subcommands = true)]
    Providers {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
        #[command(subcommand)]
        command: Option<ProvidersCommand>,
    },
    /// Print the JSON Schema of a document that --json prints, or the name of each
    Schema {
        /// The document
        #[arg(value_enum)]
        name: Option<Schema>,
    },
    /// Find model servers on this machine: Ollama, LM Studio, llama.cpp, vLLM and others at their usual ports
    Discover {
        /// Save the addresses found, so that lanes can name them by provider
        #[arg(long)]
        keep: bool,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// List a provider's models, which also checks its key
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
    /// Show or change network settings: proxies, certificates, plain HTTP
    #[command(args_conflicts_with_subcommands = true)]
    Network {
        #[command(subcommand)]
        command: Option<NetworkCommand>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// List the commands that may check answers on this machine, allow one, or take that back
    #[command(args_conflicts_with_subcommands = true)]
    Checks {
        #[command(subcommand)]
        command: Option<ChecksCommand>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Show or change the price book and your own prices
    #[command(args_conflicts_with_subcommands = true)]
    Prices {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
        #[command(subcommand)]
        command: Option<PricesCommand>,
    },
    /// Measure the timestamp error of this machine, with streams of known timing
    Calibrate {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
        /// Do not save to the history
        #[arg(long)]
        no_save: bool,
    },
    /// Print the completions of a shell: paceline completions bash > ~/.local/share/bash-completion/completions/paceline
    Completions {
        /// The shell
        #[arg(value_enum)]
        shell: clap_complete::Shell,
    },
    /// Write the manual pages into a folder: paceline.1, and one for each command
    Man {
        /// The folder
        dir: PathBuf,
    },
    /// Serve the simulated providers on this machine until stopped
    Simulate {
        /// Port to listen on [default: any free port]
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
