//! The data folder: private to its owner, with a lock per running run.

pub(crate) mod private_files;
pub(crate) mod run_locks;
