//! The arguments of `paceline keys`. The doc comments here are the help that `--help` prints.

use clap::Subcommand;

#[derive(Subcommand)]
pub(crate) enum KeysCommand {
    /// Store a provider's key, read from standard input and never from an argument
    Set {
        /// A provider's id, as `paceline providers` lists it, or `proxy` for the proxy's login, USER:PASSWORD [default:
        /// recognised by the key's prefix]
        provider: Option<String>,
    },
    /// List the well-known environment variables that hold keys, by name, or copy some into the keyring
    Import {
        /// Providers whose keys to copy [default: none, only list]
        providers: Vec<String>,
    },
    /// List the providers that have a key, with at most its last four characters, and keys at addresses that were left
    List {
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Forget a provider's keys, at whatever address
    Remove {
        /// A provider's id, as `paceline providers` lists it, or `proxy` for the proxy's login
        provider: String,
    },
}
