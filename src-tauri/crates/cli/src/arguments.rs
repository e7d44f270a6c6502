//! What can be written on the command line. The doc comments here are the help that `--help` prints.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use providers::Effort;

use crate::compare_arguments::CompareArguments;
use crate::history_arguments::HistoryCommand;
use crate::sweep_arguments::SweepArguments;

/// Races LLM providers side by side on one clock, and keeps every run in a local history.
#[derive(Parser)]
#[command(
    name = "paceline",
    version,
    arg_required_else_help = true,
    after_help = "Exit status: 0 when every lane finished; 1 when some lane failed, and the output still tells all; \
                  2 for what cannot be started as asked."
)]
pub(crate) struct Arguments {
    /// Where the history lives [default: the same place as the window's]
    #[arg(long, global = true, env = "PACELINE_DATA_DIR", value_name = "DIR")]
    pub(crate) data_dir: Option<OsString>,

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

/// Who is asked what, and over which network.
#[derive(Args)]
pub(crate) struct AskArguments {
    /// What every contender is asked
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with = "prompt_file")]
    pub(crate) prompt: Option<String>,
    /// Read the prompt from a file; `-` reads it from standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) prompt_file: Option<PathBuf>,
    /// What every contender is told about itself first
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) system: Option<String>,
    /// A contender: PROVIDER/MODEL, or `DIALECT@BASE_URL#MODEL` for any other address; once for each
    /// [default: four simulated ones]
    #[arg(long = "lane", value_name = "LANE")]
    pub(crate) lanes: Vec<String>,
    /// Most output tokens of each request [default: the provider's own limit]
    #[arg(long, value_name = "N")]
    pub(crate) max_tokens: Option<u32>,
    /// Sampling temperature, 0 to 2 [default: the provider's own]
    #[arg(long, value_name = "T", allow_negative_numbers = true)]
    pub(crate) temperature: Option<f64>,
    /// How much reasoning models are asked to think [default: the provider's own]
    #[arg(long, value_parser = effort())]
    pub(crate) effort: Option<Effort>,
    #[command(flatten)]
    pub(crate) keys: KeyArguments,
    #[command(flatten)]
    pub(crate) network: NetworkArguments,
    /// How long to wait for the first token, in seconds [default: 300]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) first_token_timeout: Option<Duration>,
    /// How long to bear silence after it, in seconds [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) idle_timeout: Option<Duration>,
    /// Print one JSON document, and nothing else, on standard output
    #[arg(long)]
    pub(crate) json: bool,
    /// Keep nothing in the history
    #[arg(long)]
    pub(crate) no_save: bool,
    /// Say below the table what each number means and when there is none
    #[arg(long, conflicts_with = "json")]
    pub(crate) explain: bool,
}

fn effort() -> impl TypedValueParser<Value = Effort> {
    let of_word = |word: String| Effort::ALL.into_iter().find(|effort| effort.word() == word);
    PossibleValuesParser::new(Effort::ALL.map(Effort::word))
        .try_map(move |word| of_word(word).ok_or("no such effort"))
}

#[derive(Args)]
pub(crate) struct KeyArguments {
    /// Take a provider's key from the environment variable NAME instead of the keyring; `custom=NAME` is for lanes at
    /// addresses of your own
    #[arg(long = "key-env", value_name = "PROVIDER=NAME")]
    pub(crate) key_env: Vec<String>,
}

/// The network for this command alone, in place of what `paceline network` shows.
#[derive(Args, Clone, Default)]
pub(crate) struct NetworkArguments {
    /// Reach every provider through this proxy: `system`, `direct`, or an address such as
    /// `http://127.0.0.1:3128` or `socks5h://127.0.0.1:1080`. Its login is kept with `paceline keys set proxy`
    // A text until it is checked by us: an error of the parser's would repeat a password that was written into it.
    #[arg(long, value_name = "PROXY")]
    pub(crate) proxy: Option<String>,
    /// Trust the certificates in this PEM file besides those that the system trusts
    #[arg(long, value_name = "FILE")]
    pub(crate) ca_file: Option<PathBuf>,
    /// Allow http:// to this public host; everyone on the way can read the prompt and the key
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) plain_http: Vec<String>,
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

/// A length of time that somebody would wait: more than nothing, at most a day.
fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 =
        text.parse().map_err(|_| "write a number of seconds, such as 30".to_owned())?;
    if seconds > 0.0 && seconds <= 86_400.0 {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err("it must be more than 0 and at most 86400 seconds".to_owned())
    }
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
    fn a_length_of_time_is_a_number_that_somebody_would_wait() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)), "half a second is one");
        for text in ["0", "-1", "NaN", "inf", "1e9", "soon"] {
            assert!(seconds(text).is_err(), "{text} is none");
        }
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
