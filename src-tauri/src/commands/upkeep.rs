//! The data folder: where it is, what it takes, whether it is sound, and copies of it.

use store::{DiskUsage, Verification};

use super::{Answer, AppState, blocking};
use crate::failure::Failure;
use crate::state::App;

/// The folder that everything is kept in.
#[derive(Debug, serde::Serialize, specta::Type)]
pub(crate) struct DataFolder {
    /// Where it is.
    path: String,
    /// What it takes on the disk.
    taken: DiskUsage,
}

fn view(app: &App) -> Answer<DataFolder> {
    Ok(DataFolder { path: app.data_dir.display().to_string(), taken: app.history.disk_usage()? })
}

/// Where everything is kept, and how much it is.
#[tauri::command]
#[specta::specta]
pub(crate) async fn data_folder(app: AppState<'_>) -> Answer<DataFolder> {
    blocking(&app, view).await
}

/// Shows the folder in the system's file manager.
#[tauri::command]
#[specta::specta]
pub(crate) async fn reveal_data_folder(app: AppState<'_>) -> Answer<()> {
    blocking(&app, |app| {
        opener::open(&app.data_dir).map_err(|error| Failure::NotFound {
            message: format!(
                "No file manager opened {}: {error}. Its path can be copied from here.",
                app.data_dir.display()
            ),
        })
    })
    .await
}

/// Reads the whole history and computes every number again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn verify_history(app: AppState<'_>) -> Answer<Verification> {
    blocking(&app, |app| Ok(app.history.verify()?)).await
}

/// Copies the history as it is now into a file beside it, and answers with the folder as it is then.
#[tauri::command]
#[specta::specta]
pub(crate) async fn back_up_history(app: AppState<'_>) -> Answer<DataFolder> {
    blocking(&app, |app| {
        app.history.back_up()?;
        view(app)
    })
    .await
}
