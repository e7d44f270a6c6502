//! The arguments of `paceline providers`. The doc comments here are the help that `--help` prints.

use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum ProvidersCommand {
    /// Send a provider's requests to another address
    At {
        /// A provider's id, as `paceline providers` lists it
        provider: String,
        /// The address, or `default` for that of the catalogue
        address: String,
        /// Send the provider's key there too; otherwise a key is sent only to the origin it was given for
        #[arg(long)]
        with_key: bool,
    },
}
