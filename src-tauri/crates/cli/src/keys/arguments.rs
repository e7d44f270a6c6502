//! What `paceline keys` can be told. The doc comments here are the help that `--help` prints.

use clap::Subcommand;

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
