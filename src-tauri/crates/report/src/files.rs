//! Files for the user: complete or absent, under names that every system accepts.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::ReportError;

/// Names that Windows reserves for devices, with any extension.
const RESERVED: [&str; 22] = [
    "CON", "PRN", "AUX", "NUL", "COM1", "COM2", "COM3", "COM4", "COM5", "COM6", "COM7", "COM8",
    "COM9", "LPT1", "LPT2", "LPT3", "LPT4", "LPT5", "LPT6", "LPT7", "LPT8", "LPT9",
];
/// Maximum length of a name.
const LONGEST: usize = 100;

/// A file name for every system: letters, digits, `-` and `_` from `wanted`, never empty and never a device.
pub fn stem(wanted: &str) -> String {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let plain: String = wanted.chars().filter(is_plain).take(LONGEST).collect();
    let is_device = RESERVED.iter().any(|name| name.eq_ignore_ascii_case(&plain));
    if plain.is_empty() || is_device { format!("paceline{plain}") } else { plain }
}

/// Writes a new file, completely or not at all: into a temporary file beside it, which is synced to disk before it
/// takes the name. The user may want to share it, so it has default permissions.
///
/// # Errors
/// [`ErrorKind::AlreadyExists`] if there is such a file, which stays unchanged; otherwise the system's error.
pub fn write_new(file: &Path, bytes: &[u8]) -> io::Result<()> {
    if file.symlink_metadata().is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let part = part_of(file)?;
    let written = write_part(&part, bytes).and_then(|()| take_name(&part, file));
    // Whatever happened, no partial file is left; after a rename there is nothing to remove.
    let _gone = fs::remove_file(&part);
    written
}

/// Writes a file that may exist, completely or not at all. What is no file, such as a pipe or a device, is written to.
///
/// # Errors
/// The system's error.
pub fn write_over(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let there = fs::metadata(file);
    if there.is_ok_and(|there| !there.is_file()) {
        return OpenOptions::new().write(true).open(file)?.write_all(bytes);
    }
    let part = part_of(file)?;
    let written = write_part(&part, bytes).and_then(|()| fs::rename(&part, file));
    let _gone = fs::remove_file(&part);
    written
}

/// The temporary file beside `file`.
fn part_of(file: &Path) -> io::Result<PathBuf> {
    let name = file.file_name().ok_or(ErrorKind::InvalidFilename)?.to_string_lossy();
    Ok(file.with_file_name(format!(".{name}.{}.part", std::process::id())))
}

fn write_part(part: &Path, bytes: &[u8]) -> io::Result<()> {
    let _left_by_a_killed_process_of_this_id = fs::remove_file(part);
    let mut file = OpenOptions::new().write(true).create_new(true).open(part)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Gives the complete file its name, without replacing another.
fn take_name(part: &Path, file: &Path) -> io::Result<()> {
    match fs::hard_link(part, file) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Err(error),
        // A disk without links: the name is free, or was a moment ago.
        Err(_) if file.symlink_metadata().is_ok() => return Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(part, file)?,
    }
    // The name itself is synced to disk too, where folders can be.
    if let Some(Ok(folder)) = file.parent().map(File::open) {
        let _as_far_as_possible = folder.sync_all();
    }
    Ok(())
}

/// Writes a new file into a folder, creating the folder if necessary, under its name or, if that exists, the next free
/// one.
///
/// # Errors
/// If the folder cannot be created or written to.
pub fn write_into(folder: &Path, name: &str, bytes: &[u8]) -> Result<PathBuf, ReportError> {
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
        match write_new(&path, bytes) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(failed("write", &path)(error)),
        }
    }
    Err(failed("name a file in", folder)(ErrorKind::AlreadyExists.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_that_is_written_over_is_the_old_one_or_the_new_one() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("badge.svg");
        for text in ["one", "another"] {
            write_over(&file, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), text);
        }
        assert_eq!(names(folder.path()), ["badge.svg"], "and nothing beside it");
        assert!(write_over(folder.path(), b"x").is_err(), "a folder is no file");
        #[cfg(unix)]
        {
            write_over(Path::new("/dev/null"), b"x").unwrap();
            assert!(!fs::metadata("/dev/null").unwrap().is_file(), "a device stays one");
        }
    }

    #[test]
    fn a_file_is_whole_takes_nobodys_place_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let first = write_into(folder.path(), "run.json", b"one").unwrap();
        let second = write_into(folder.path(), "run.json", b"two").unwrap();
        assert_eq!(fs::read(&first).unwrap(), b"one", "the first stays");
        assert_eq!(fs::read(&second).unwrap(), b"two", "the second has a name of its own");
        assert_eq!(
            names(folder.path()),
            ["run (2).json", "run.json"],
            "and nothing is left beside"
        );
        let refusal = write_new(&first, b"three").expect_err("it is there");
        assert_eq!(refusal.kind(), ErrorKind::AlreadyExists, "and says so");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_does_not_fit_is_not_there_at_all() {
        // A folder on a full device: the write fails after the temporary file was made.
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("gone").join("run.json");
        write_new(&file, b"one").expect_err("its folder is not there");
        assert_eq!(names(folder.path()), Vec::<String>::new(), "no half of it is left");
    }

    #[test]
    fn a_name_is_one_on_every_system_and_leads_nowhere() {
        assert_eq!(stem("../../.bashrc"), "bashrc", "no dots and no separators");
        assert_eq!(stem("x/..\\y:z"), "xyz", "of any system");
        assert_eq!(stem("/"), "paceline", "something is left");
        for device in ["con", "NUL", "Com1", "lpt9"] {
            assert_eq!(stem(device), format!("paceline{device}"), "no device of Windows");
        }
    }
}
