//! Where the history lives when nobody says otherwise.

use std::path::PathBuf;

use directories::ProjectDirs;

/// The system's place for an app's data, the same for the window and the command line. `None` where there is no home.
pub fn default_dir() -> Option<PathBuf> {
    ProjectDirs::from("dev", "Paceline", "Paceline").map(|places| places.data_dir().to_owned())
}
