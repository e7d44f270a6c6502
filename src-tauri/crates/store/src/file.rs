//! The one SQLite file: opened, verified, backed up, readable by its owner only.

pub(crate) mod maintenance;
pub(crate) mod open;
pub(crate) mod private_files;
pub(crate) mod verify;
