//! What `paceline providers` can be told. The doc comments here are the help that `--help` prints.

use clap::Subcommand;

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
