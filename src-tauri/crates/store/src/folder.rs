//! The data folder: private to its owner, with a lock per running run and per watch.

pub(crate) mod private_files;
pub(crate) mod run_locks;
pub(crate) mod watch_lock;
