//! What the person prefers, and what was spent today.

use store::{Preferences, SpendToday};
use tauri::{AppHandle, Manager};

use super::{Answer, AppState, blocking};
use crate::failure::Failure;

/// What the person prefers.
#[tauri::command]
#[specta::specta]
pub(crate) async fn preferences(app: AppState<'_>) -> Answer<Preferences> {
    blocking(&app, |app| Ok(app.history.preferences()?)).await
}

/// Keeps what the person prefers, all of it or nothing, and draws the window in its size.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_preferences(
    handle: AppHandle,
    app: AppState<'_>,
    preferences: Preferences,
) -> Answer<Preferences> {
    let kept = blocking(&app, move |app| {
        app.history.put_preferences(&preferences)?;
        Ok(preferences)
    })
    .await?;
    draw_in_size(&handle, &kept);
    Ok(kept)
}

/// Draws everything in the window as large as the person wants it.
pub(crate) fn draw_in_size(handle: &AppHandle, preferences: &Preferences) {
    if let Some(window) = handle.get_webview_window("main") {
        // A web view that cannot do it draws as before.
        let _as_it_was = window.set_zoom(f64::from(preferences.text_percent) / 100.0);
    }
}

/// What was spent since midnight.
#[tauri::command]
#[specta::specta]
pub(crate) async fn spent_today(app: AppState<'_>) -> Answer<SpendToday> {
    blocking(&app, |app| Ok(app.history.spent_today()?)).await
}

/// Gives the next start leave to go over the cap.
#[tauri::command]
#[specta::specta]
pub(crate) async fn allow_over_cap(app: AppState<'_>) -> Result<(), Failure> {
    app.give_leave_to_overspend();
    Ok(())
}
