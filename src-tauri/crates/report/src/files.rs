//! Files for the user.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::ReportError;

/// Writes a new file into a folder, creating the folder if necessary, under its name or, if that exists, the next free
/// one. The user may want to share it, so it has default permissions.
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
