//! The usual data folder.

use std::path::PathBuf;

use directories::ProjectDirs;

/// The system's data folder for the app, shared by the window and the command line. `None` without a home folder.
pub fn default_dir() -> Option<PathBuf> {
    ProjectDirs::from("dev", "Paceline", "Paceline").map(|places| places.data_dir().to_owned())
}
