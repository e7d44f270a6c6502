//! Which certificates this machine trusts in addition to the system's. Whoever chooses them can read what is sent, keys
//! included, so the choice is not kept in the data folder, which may come from elsewhere, but among the preferences of the
//! user of this machine.

use std::path::{Path, PathBuf};
use std::{fs, io};

use directories::ProjectDirs;
use providers::{Network, NetworkError};
use store::History;

/// The file that holds the path of the chosen certificates.
const NOTE: &str = "certificates";

/// Why certificates could not be chosen.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// The file cannot be used.
    #[error(transparent)]
    Unusable(#[from] NetworkError),
    /// The choice could not be kept.
    #[error("The choice could not be kept in {}: {source}", note.display())]
    NotKept {
        /// Where it is kept.
        note: PathBuf,
        /// What the system reported.
        source: io::Error,
    },
    /// The system has no place for preferences.
    #[error(
        "There is no home folder to keep the choice in. Name the file at each start, with --ca-file"
    )]
    NoHome,
}

fn note() -> Option<PathBuf> {
    ProjectDirs::from("dev", "Paceline", "Paceline")
        .map(|places| places.preference_dir().join(NOTE))
}

/// The PEM file whose certificates the user of this machine trusts; `None` if none was chosen.
pub fn chosen_ca_file() -> Option<PathBuf> {
    read(&note()?)
}

fn read(note: &Path) -> Option<PathBuf> {
    let path = fs::read_to_string(note).ok()?;
    let path = PathBuf::from(path.trim_end_matches(['\r', '\n']));
    path.is_absolute().then_some(path)
}

/// Trusts the certificates of a PEM file from now on, or with `None` the system's alone.
///
/// # Errors
/// If the file is no PEM file of certificates, or the choice cannot be kept.
pub fn choose_ca_file(history: &History, file: Option<PathBuf>) -> Result<(), CertificateError> {
    Network { ca_file: file.clone(), ..Network::default() }.checked()?;
    let note = note().ok_or(CertificateError::NoHome)?;
    keep(&note, file.as_deref()).map_err(|source| CertificateError::NotKept { note, source })?;
    history.trust(file);
    Ok(())
}

fn keep(note: &Path, file: Option<&Path>) -> io::Result<()> {
    let Some(file) = file else {
        return match fs::remove_file(note) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        };
    };
    let path = file.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
    if let Some(folder) = note.parent() {
        fs::create_dir_all(folder)?;
    }
    let part = note.with_extension("part");
    fs::write(&part, format!("{path}\n"))?;
    fs::rename(&part, note)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_kept_and_taken_back() {
        let folder = tempfile::tempdir().unwrap();
        let note = folder.path().join("preferences").join(NOTE);
        assert_eq!(read(&note), None, "none was made");
        let file = folder.path().join("company ca.pem");
        keep(&note, Some(&file)).unwrap();
        assert_eq!(read(&note).as_deref(), Some(&*file));
        keep(&note, None).unwrap();
        keep(&note, None).expect("there is nothing to take back, and no harm in it");
        assert_eq!(read(&note), None);
        fs::write(&note, "relative.pem\n").unwrap();
        assert_eq!(read(&note), None, "a path that depends on where a program starts is none");
    }
}
