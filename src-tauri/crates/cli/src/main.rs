//! `paceline`: the same engine with no window, for servers, build machines and other regions.
//!
//! **Invariant:** names no window library, neither directly nor through another crate.
//! **Invariant:** with `--json`, standard output carries one JSON document and nothing else; everything said to people
//! goes to standard error.
//! **Invariant:** the exit status is a contract: 0 when every lane answered, 1 when some lane failed or answered nothing of
//! use, 2 for a plan that cannot start.

mod arguments;
mod ask_arguments;
mod commands;
mod compare_arguments;
mod comparisons;
mod definitions;
mod exit;
mod history_arguments;
mod home;
mod lane;
mod live;
mod output;
mod peers;
mod plan;
#[cfg(test)]
mod reference;
mod results;
mod stop;
mod sweep_arguments;
mod sweep_results;
mod table;
mod terminal;
mod words;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let data_dir = app::data_dir(arguments.data_dir.clone()).ok();
    app::start_log(data_dir.as_deref(), arguments.verbose);
    tracing::debug!(version = env!("CARGO_PKG_VERSION"), machine = app::machine(), "starts");
    match commands::run(arguments) {
        Ok(exit) => {
            tracing::debug!(?exit, "ends");
            exit.into()
        }
        Err(trouble) => {
            // What is said to the user may repeat what the user wrote, and the log does not.
            tracing::info!(exit = ?trouble.exit, "could not be done");
            output::say(&trouble.message);
            trouble.exit.into()
        }
    }
}
