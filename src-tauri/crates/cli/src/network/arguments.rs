//! The arguments of `paceline network`. The doc comments here are the help that `--help` prints.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Subcommand)]
pub(crate) enum NetworkCommand {
    /// Change the given settings and keep the others
    Set(NetworkSetting),
}

#[derive(Args)]
#[group(required = true, multiple = true)]
pub(crate) struct NetworkSetting {
    /// The proxy: `system`, `direct`, or an address such as `http://127.0.0.1:3128` or `socks5h://127.0.0.1:1080`; with
    /// --provider also `shared`, the common proxy
    #[arg(long, value_name = "PROXY")]
    pub(crate) proxy: Option<String>,
    /// Set the proxy of this provider only
    #[arg(long, value_name = "ID", requires = "proxy")]
    pub(crate) provider: Option<String>,
    /// A PEM file of certificates to trust in addition to the system's, or `none`; kept for you on this machine, whatever the data folder
    #[arg(long, value_name = "FILE")]
    pub(crate) ca_file: Option<PathBuf>,
    /// Allow http:// to this public host; everyone on the network path can read prompts and keys
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) plain_http: Vec<String>,
    /// No longer allow http:// to this host
    #[arg(long, value_name = "HOST:PORT")]
    pub(crate) no_plain_http: Vec<String>,
}
