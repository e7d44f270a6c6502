//! The user agent.

pub(crate) const USER_AGENT: &str = concat!("paceline/", env!("CARGO_PKG_VERSION"));
