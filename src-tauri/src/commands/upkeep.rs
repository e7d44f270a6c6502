//! Commands of the data folder: location, size, verification, backups.

use std::path::PathBuf;

use store::{DiskUsage, Redefinition, Salvage, Verification};
use tauri::AppHandle;

use super::{Answer, AppState, blocking};
use crate::failure::Failure;
use crate::state::App;
use crate::{arguments, leave};

/// The data folder.
#[derive(Debug, serde::Serialize, specta::Type)]
pub(crate) struct DataFolder {
    /// Where it is.
    path: String,
    /// Its disk usage.
    taken: DiskUsage,
    /// Whether it can be moved; false if it was named when Paceline was started.
    movable: bool,
}

fn view(app: &App) -> Answer<DataFolder> {
    Ok(DataFolder {
        path: app.data_dir.display().to_string(),
        taken: app.history.disk_usage()?,
        movable: !arguments::names_folder(),
    })
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

/// A repaired history.
#[derive(Debug, serde::Serialize, specta::Type)]
pub(crate) struct Repaired {
    /// What was kept, and what is known to be lost; absent if the file was sound.
    salvage: Option<Salvage>,
    /// Where the damaged file lies.
    aside: Option<String>,
}

/// Rebuilds a damaged history: what can be read goes into a new file, and the damaged one is put aside. The window shows it
/// after a restart.
#[tauri::command]
#[specta::specta]
pub(crate) async fn repair_history(app: AppState<'_>) -> Answer<Repaired> {
    blocking(&app, |app| {
        // A sound history is open here, and its file cannot be replaced meanwhile.
        if app.history.damage().is_none() {
            return Ok(Repaired { salvage: None, aside: None });
        }
        let (rebuilt, _) = app::repair_history(&app.data_dir)?;
        let (salvage, aside) =
            rebuilt.map(|rebuilt| (rebuilt.salvage, rebuilt.aside.display().to_string())).unzip();
        Ok(Repaired { salvage, aside })
    })
    .await
}

/// Starts Paceline again.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn restart(handle: AppHandle) {
    handle.request_restart();
}

/// Progress of recomputing older runs under the current definitions; absent if none is running.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "a command is given its state by value")]
pub(crate) fn redefinition(app: AppState<'_>) -> Option<Redefinition> {
    app.redefinition()
}

/// What is wrong with the history, if that was found after it was opened: by the check of a large one, or by what was asked of
/// it. The next start shows what can be read.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "a command is given its state by value")]
pub(crate) fn found_damage(app: AppState<'_>) -> Option<String> {
    app.history.found_damage().map(str::to_owned)
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

/// Moves the history to another folder, given as an absolute path, and restarts Paceline there, if the user says so in a dialog of
/// the system: a folder of the page's choice may lead to another machine. The old folder is left as it is.
#[tauri::command]
#[specta::specta]
pub(crate) async fn move_data_folder(
    app: AppState<'_>,
    handle: AppHandle,
    to: String,
) -> Answer<()> {
    if app.is_racing() {
        return Err(app::MoveError::Measuring.into());
    }
    if arguments::names_folder() {
        return Err(app::MoveError::Named.into());
    }
    let to = PathBuf::from(to.trim());
    let asking = handle.clone();
    let moved = blocking(&app, move |app| {
        app::may_move_data_dir(&app.data_dir, &to)?;
        let language = app::Preferences::load(&app.history)?.language;
        if !leave::may_move(&asking, language, &to)? {
            return Ok(false);
        }
        app::move_data_dir(&app.history, &app.data_dir, &to)?;
        Ok(true)
    });
    if moved.await? {
        handle.request_restart();
    }
    Ok(())
}
