//! Files that the user shares.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::ReportError;

/// Writes a new file into a folder, which is made where there is none: under its name or, where that is taken, under the
/// next that is free. It is the person's to share, so it gets the permissions that the system gives.
pub(crate) fn write_new(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, ReportError> {
    let failed = |doing, file: &Path| {
        let file = file.to_owned();
        move |source| ReportError::Io { doing, file, source }
    };
    fs::create_dir_all(folder).map_err(failed("make", folder))?;
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    for number in 1_u32.. {
        let name =
            if number == 1 { name.to_owned() } else { format!("{stem} ({number}).{extension}") };
        let path = folder.join(name);
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(mut file) => {
                file.write_all(bytes).map_err(failed("write", &path))?;
                return Ok(path);
            }
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed("make", &path)(error)),
        }
    }
    Err(failed("name a file in", folder)(ErrorKind::AlreadyExists.into()))
}
