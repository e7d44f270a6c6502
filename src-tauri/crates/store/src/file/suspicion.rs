//! What is remembered of damage that was found while a history was open: an empty file beside it. As long as that is there, each
//! start checks the whole file; one that finds it sound removes the sign.
//!
//! The checks of a start end in time, so that without it damage deep in a large file would be forgotten between two sessions.

use std::fs;
use std::path::{Path, PathBuf};

use crate::folder::private_files::make_new;

/// Whether damage of a history was found while it was open.
pub(crate) fn is_suspected(file: &Path) -> bool {
    sign(file).symlink_metadata().is_ok()
}

/// Remembers that damage was found. Where nothing can be written, the next start checks as much as any.
pub(crate) fn remember(file: &Path) {
    let _best_effort = make_new(&sign(file));
}

/// Forgets it: the file is sound.
pub(crate) fn allay(file: &Path) {
    let _none = fs::remove_file(sign(file));
}

/// The file that says so.
fn sign(file: &Path) -> PathBuf {
    file.with_file_name("damage-found")
}
