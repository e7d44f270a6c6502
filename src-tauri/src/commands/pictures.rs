//! Saves pictures of charts.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use tauri::{AppHandle, Manager as _};

use super::{Answer, AppState, blocking};
use crate::failure::Failure;

mod svg;

/// The first bytes of a PNG file.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

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

    /// Whether these bytes are such a picture, as drawn by the charts: an SVG contains nothing
    /// executable and fetches nothing.
    fn is_of(self, bytes: &[u8]) -> bool {
        match self {
            Self::Png => bytes.starts_with(PNG),
            Self::Svg => std::str::from_utf8(bytes).is_ok_and(svg::is_drawing),
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
        if !format.is_of(&bytes) {
            let message = format!("The data is not a {} picture.", format.extension());
            return Err(Failure::File { message });
        }
        let name = format!("{}.{}", report::stem(&name), format.extension());
        let path = report::write_into(&folder, &name, &bytes)?;
        Ok(path.display().to_string())
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_picture_is_saved_as_one() {
        let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
        assert!(PictureFormat::Svg.is_of(svg), "as charts are drawn");
        assert!(PictureFormat::Png.is_of(b"\x89PNG\r\n\x1a\n..."), "by its first bytes");
        for other in [&b"#!/bin/sh"[..], b"MZ", b"", b"<script>alert(1)</script>"] {
            assert!(!PictureFormat::Svg.is_of(other), "{other:?}");
            assert!(!PictureFormat::Png.is_of(other), "{other:?}");
        }
    }
}
