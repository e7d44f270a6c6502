//! Files and folders that only their owner may read.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::ErrorKind;
use std::path::Path;

use crate::error::HistoryError;

/// Creates a folder that only its owner can enter. An existing one keeps its permissions, which may be intended.
pub(crate) fn make_folder(folder: &Path) -> Result<(), HistoryError> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(|source| HistoryError::Io {
        doing: "make",
        file: folder.to_owned(),
        source,
    })
}

/// Creates a file that only its owner can read, or restricts an existing one. The target of a link is not ours and
/// stays as it is.
///
/// An existing file is not even opened: SQLite's locks on Unix are lost when the process closes any handle on the file.
pub(crate) fn make_file(path: &Path) -> Result<(), HistoryError> {
    let is_link = || fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    if make_new(path)? || is_link() { Ok(()) } else { protect(path) }
}

/// Creates a file that only its owner can read; `false` if it already exists, which leaves it unchanged.
pub(crate) fn make_new(path: &Path) -> Result<bool, HistoryError> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(source) => Err(HistoryError::Io { doing: "make", file: path.to_owned(), source }),
    }
}

/// Restricts a file to its owner. It is called only for files that are known to be ours.
#[cfg(unix)]
pub(crate) fn protect(path: &Path) -> Result<(), HistoryError> {
    use std::os::unix::fs::PermissionsExt;
    let failed = |doing| move |source| HistoryError::Io { doing, file: path.to_owned(), source };
    let mut permissions = fs::metadata(path).map_err(failed("look at"))?.permissions();
    if permissions.mode() & 0o077 != 0 {
        permissions.set_mode(0o600);
        fs::set_permissions(path, permissions).map_err(failed("protect"))?;
    }
    Ok(())
}

/// Other systems give a file its folder's permissions.
#[cfg(not(unix))]
pub(crate) fn protect(_path: &Path) -> Result<(), HistoryError> {
    Ok(())
}

/// Opens a lock file, creating it if necessary.
pub(crate) fn lock_file(path: &Path) -> Result<File, HistoryError> {
    make_file(path)?;
    OpenOptions::new().read(true).write(true).open(path).map_err(|source| HistoryError::Io {
        doing: "open",
        file: path.to_owned(),
        source,
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn what_a_link_leads_to_keeps_its_permissions() {
        let dir = tempfile::tempdir().unwrap();
        let (letter, lock) = (dir.path().join("letter"), dir.path().join("paceline.lock"));
        fs::write(&letter, "Dear diary").unwrap();
        fs::set_permissions(&letter, fs::Permissions::from_mode(0o644)).unwrap();
        symlink(&letter, &lock).unwrap();
        drop(lock_file(&lock).unwrap());
        let mode = |path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&letter), 0o644, "it is not ours to change");
        fs::remove_file(&lock).unwrap();
        fs::write(&lock, "").unwrap();
        fs::set_permissions(&lock, fs::Permissions::from_mode(0o644)).unwrap();
        drop(lock_file(&lock).unwrap());
        assert_eq!(mode(&lock), 0o600, "our own is made private");
    }
}
