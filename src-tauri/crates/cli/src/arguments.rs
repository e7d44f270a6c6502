//! What can be written on the command line. The doc comments here are the help that `--help` prints.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::ask_arguments::{AskArguments, KeyArguments, NetworkArguments};
use crate::compare_arguments::CompareArguments;
use crate::history_arguments::HistoryCommand;
use crate::sweep_arguments::SweepArguments;

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

#[derive(Args)]
pub(crate) struct RaceArguments {
    #[command(flatten)]
    pub(crate) ask: AskArguments,
    /// How many measured rounds to run
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) repeat: u32,
    /// How many rounds to run first, not measured
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) warmup: u32,
}

#[derive(Subcommand)]
pub(crate) enum NetworkCommand {
    /// Change what is named, and leave the rest as it is
    Set(NetworkSetting),
}

#[derive(Args)]
#[group(required = true, multiple = true)]
pub(crate) struct NetworkSetting {
    /// The proxy: `system`, `direct`, or an address such as `http://127.0.0.1:3128` or
    /// `socks5h://127.0.0.1:1080`; with --provider also `shared`, the one that all others use
    #[arg(long, value_name = "PROXY")]
    pub(crate) proxy: Option<String>,
    /// Set the proxy of this provider only
    #[arg(long, value_name = "ID", requires = "proxy")]
    pub(crate) provider: Option<String>,
    /// A PEM file of certificates to trust besides those that the system trusts, or `none`
    #[arg(long, value_name = "FILE")]
    pub(crate) ca_file: Option<PathBuf>,
    /// Allow http:// to this public host; everyone on the way can read prompts and keys
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) plain_http: Vec<String>,
    /// Allow it no longer
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) no_plain_http: Vec<String>,
}

#[derive(Subcommand)]
pub(crate) enum ProvidersCommand {
    /// Send a provider's requests to another address
    At {
        /// A provider's id, as `paceline providers` lists it
        provider: String,
        /// The address; `default` is the catalogue's own again
        address: String,
    },
}

#[derive(Subcommand)]
pub(crate) enum PricesCommand {
    /// Read a newer price book from a file or an https address; the old one stays where that fails
    Refresh {
        /// A file or an address: LiteLLM's `model_prices_and_context_window.json`, or a book as `reduce` writes it
        from: String,
    },
    /// Go back to the price book that came with this version
    Reset,
    /// Set a price of your own, in dollars
    Set {
        /// PROVIDER/MODEL, as a lane names it
        model: String,
        #[command(flatten)]
        price: PriceArguments,
    },
    /// Forget a price of your own
    Forget {
        /// PROVIDER/MODEL, as a lane names it
        model: String,
    },
    /// Write LiteLLM's catalogue as the price book that Paceline ships
    Reduce {
        /// LiteLLM's `model_prices_and_context_window.json`
        file: PathBuf,
        /// Which release it is, such as `LiteLLM 1.109.1`
        #[arg(long)]
        source: String,
        /// The day it was published, as YYYY-MM-DD
        #[arg(long)]
        dated: String,
    },
}

#[derive(Args)]
#[group(required = true, multiple = true)]
pub(crate) struct PriceArguments {
    /// Input tokens, per million
    #[arg(long, value_name = "USD", requires = "output")]
    pub(crate) input: Option<f64>,
    /// Output tokens, per million
    #[arg(long, value_name = "USD", requires = "input")]
    pub(crate) output: Option<f64>,
    /// Input tokens read from the cache, per million [default: as input]
    #[arg(long, value_name = "USD", requires = "input")]
    pub(crate) cache_read: Option<f64>,
    /// Input tokens written to the cache, per million [default: as input]
    #[arg(long, value_name = "USD", requires = "input")]
    pub(crate) cache_write: Option<f64>,
    /// Reasoning tokens, per million [default: as output]
    #[arg(long, value_name = "USD", requires = "input")]
    pub(crate) reasoning: Option<f64>,
    /// An hour of the machine that serves the model
    #[arg(long, value_name = "USD", conflicts_with_all = ["input", "watts"])]
    pub(crate) gpu_hour: Option<f64>,
    /// What that machine draws while it serves, in watts
    #[arg(long, value_name = "W", requires = "kwh", conflicts_with = "input")]
    pub(crate) watts: Option<f64>,
    /// A kilowatt-hour
    #[arg(long, value_name = "USD", requires = "watts")]
    pub(crate) kwh: Option<f64>,
}

#[derive(Subcommand)]
pub(crate) enum KeysCommand {
    /// Keep a provider's key, read from standard input and never from an argument
    Set {
        /// A provider's id, as `paceline providers` lists it, or `proxy` for the proxy's login, USER:PASSWORD
        /// [default: whose key it is by how it begins]
        provider: Option<String>,
    },
    /// List the well-known variables of the environment that hold keys, by name, or copy some into the keyring
    Import {
        /// The providers whose keys are to be copied [default: none, only list]
        providers: Vec<String>,
    },
    /// List which providers have a key, by its last four characters at most
    List {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Forget a provider's key
    Remove {
        /// A provider's id, as `paceline providers` lists it, or `proxy` for the proxy's login
        provider: String,
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
