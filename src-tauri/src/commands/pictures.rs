//! Saves pictures of charts.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use tauri::{AppHandle, Manager as _};

use super::{Answer, AppState, blocking};
use crate::failure::Failure;

/// The format of a picture.
#[derive(Debug, Clone, Copy, serde::Deserialize, specta::Type)]
#[serde(rename_all = "lowercase")]
pub(crate) enum PictureFormat {
    /// Vector graphics.
    Svg,
    /// Pixels.
    Png,
}

impl PictureFormat {
    fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
        }
    }
}

/// Saves a picture in the user's downloads folder under a free name, and returns its path.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_picture(
    handle: AppHandle,
    app: AppState<'_>,
    name: String,
    format: PictureFormat,
    base64: String,
) -> Answer<String> {
    blocking(&app, move |_| {
        let no_folder = || Failure::File {
            message: "This system has no folder for downloads, and no home folder.".to_owned(),
        };
        let paths = handle.path();
        let folder = paths
            .download_dir()
            .or_else(|_| paths.home_dir().map(|home| home.join("Downloads")))
            .map_err(|_| no_folder())?;
        let bytes = BASE64_STANDARD.decode(base64).map_err(|error| Failure::File {
            message: format!("The picture arrived damaged: {error}."),
        })?;
        let kept = keep(&folder, &plain(&name), format.extension(), &bytes);
        let path = kept.map_err(|error| Failure::File {
            message: format!("Nothing can be written to {}: {error}.", folder.display()),
        })?;
        Ok(path.display().to_string())
    })
    .await
}

/// The name without path components.
fn plain(name: &str) -> String {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let plain: String = name.chars().filter(is_plain).take(100).collect();
    if plain.is_empty() { "paceline".to_owned() } else { plain }
}

/// Writes under the first free name; existing files are never overwritten.
fn keep(folder: &Path, stem: &str, extension: &str, bytes: &[u8]) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let numbered = (2..).map(|number: u32| format!("{stem}-{number}"));
    for name in std::iter::once(stem.to_owned()).chain(numbered) {
        let path = folder.join(format!("{name}.{extension}"));
        match File::create_new(&path) {
            Ok(mut file) => {
                file.write_all(bytes)?;
                return Ok(path);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_never_takes_the_place_of_another() {
        let folder = std::env::temp_dir().join(format!("pictures-{}", std::process::id()));
        let first = keep(&folder, "sweep", "svg", b"one").expect("the folder is writable");
        let second = keep(&folder, "sweep", "svg", b"two").expect("the folder is writable");
        let texts = [fs::read(&first), fs::read(&second)].map(|text| text.expect("just written"));
        fs::remove_dir_all(&folder).expect("just made");
        assert_ne!(first, second, "the second has a name of its own");
        assert_eq!(texts, [b"one".to_vec(), b"two".to_vec()], "both are whole");
    }

    #[test]
    fn a_name_cannot_lead_out_of_the_folder() {
        assert_eq!(plain("../../.bashrc"), "bashrc", "no dots and no slashes are left");
        assert_eq!(plain("/"), "paceline", "and something is always left to call it");
    }
}
