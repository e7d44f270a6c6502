//! The arguments of `paceline prices`. The doc comments here are the help that `--help` prints.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Subcommand)]
pub(crate) enum PricesCommand {
    /// Load a newer price book from a file or an https address; if that fails, the old one stays
    Refresh {
        /// A file or an address: LiteLLM's `model_prices_and_context_window.json`, or a book written by `reduce`
        from: String,
    },
    /// Restore the price book that came with this version
    Reset,
    /// Set your own price, in dollars
    Set {
        /// The model as `--lane` names it: PROVIDER/MODEL, or `DIALECT@BASE_URL#MODEL`; custom/MODEL is the model at
        /// every address without a price of its own
        model: String,
        #[command(flatten)]
        price: PriceArguments,
    },
    /// Remove your own price
    Forget {
        /// The model as `--lane` names it: PROVIDER/MODEL, or `DIALECT@BASE_URL#MODEL`
        model: String,
    },
    /// Convert LiteLLM's catalogue to the price book that Paceline ships
    Reduce {
        /// LiteLLM's `model_prices_and_context_window.json`
        file: PathBuf,
        /// Its release, such as `LiteLLM 1.109.1`
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
    /// Fee of each request, besides its tokens [default: none]
    #[arg(long, value_name = "USD", requires = "input")]
    pub(crate) request: Option<f64>,
    /// Price per hour of the machine that serves the model
    #[arg(long, value_name = "USD", conflicts_with_all = ["input", "watts"])]
    pub(crate) gpu_hour: Option<f64>,
    /// Power draw of that machine while it serves, in watts
    #[arg(long, value_name = "W", requires = "kwh", conflicts_with = "input")]
    pub(crate) watts: Option<f64>,
    /// Price of a kilowatt-hour
    #[arg(long, value_name = "USD", requires = "watts")]
    pub(crate) kwh: Option<f64>,
}
