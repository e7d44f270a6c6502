//! What `paceline network` can be told. The doc comments here are the help that `--help` prints.

use std::path::PathBuf;

use clap::{Args, Subcommand};

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
