//! How we name ourselves to servers.

pub(crate) const USER_AGENT: &str = concat!("paceline/", env!("CARGO_PKG_VERSION"));
