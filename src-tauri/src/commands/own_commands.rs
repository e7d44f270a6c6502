//! Commands that list what may check answers on this machine, and take that back. Leave is given in the system's own dialog alone.

use super::{Answer, AppState, blocking};
use crate::failure::Failure;

/// The commands that may check answers on this machine, sorted.
#[tauri::command]
#[specta::specta]
pub(crate) async fn allowed_commands(app: AppState<'_>) -> Answer<Vec<String>> {
    blocking(&app, |_| Ok(app::allowed_commands())).await
}

/// No longer lets a command check answers on this machine.
#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_command(app: AppState<'_>, command: String) -> Answer<Vec<String>> {
    blocking(&app, move |_| {
        app::forget_command(&command)
            .map_err(|error| Failure::File { message: app::sentence(&error.to_string()) })?;
        Ok(app::allowed_commands())
    })
    .await
}
