//! Commands of the data folder: location, size, verification, backups.

use store::{DiskUsage, Redefinition, Verification};

use super::{Answer, AppState, blocking};
use crate::failure::Failure;
use crate::state::App;

/// The data folder.
#[derive(Debug, serde::Serialize, specta::Type)]
pub(crate) struct DataFolder {
    /// Where it is.
    path: String,
    /// Its disk usage.
    taken: DiskUsage,
}

fn view(app: &App) -> Answer<DataFolder> {
    Ok(DataFolder { path: app.data_dir.display().to_string(), taken: app.history.disk_usage()? })
}

/// The data folder and its disk usage.
#[tauri::command]
#[specta::specta]
pub(crate) async fn data_folder(app: AppState<'_>) -> Answer<DataFolder> {
    blocking(&app, view).await
}

/// Opens the folder in the system's file manager.
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

/// Verifies the history: reads it completely and recomputes every number.
#[tauri::command]
#[specta::specta]
pub(crate) async fn verify_history(app: AppState<'_>) -> Answer<Verification> {
    blocking(&app, |app| Ok(app.history.verify()?)).await
}

/// How far older runs are computed anew under today's definitions; absent while none are.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "a command is given its state by value")]
pub(crate) fn redefinition(app: AppState<'_>) -> Option<Redefinition> {
    app.redefinition()
}

/// Backs up the history into a file beside it, and returns the new disk usage.
#[tauri::command]
#[specta::specta]
pub(crate) async fn back_up_history(app: AppState<'_>) -> Answer<DataFolder> {
    blocking(&app, |app| {
        app.history.back_up()?;
        view(app)
    })
    .await
}
