//! The SQLite file: opened, verified, backed up.

pub(crate) mod maintenance;
pub(crate) mod open;
pub(crate) mod plausible;
pub(crate) mod verify;
