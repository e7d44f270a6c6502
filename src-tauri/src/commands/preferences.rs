//! Commands of preferences and of today's spending.

use app::Preferences;
use store::SpendToday;
use tauri::{AppHandle, Manager};

use super::{Answer, AppState, blocking};
use crate::failure::Failure;

/// The user's preferences.
#[tauri::command]
#[specta::specta]
pub(crate) async fn preferences(app: AppState<'_>) -> Answer<Preferences> {
    blocking(&app, |app| Ok(Preferences::load(&app.history)?)).await
}

/// Saves the preferences, all or nothing, and applies the zoom.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_preferences(
    handle: AppHandle,
    app: AppState<'_>,
    preferences: Preferences,
) -> Answer<Preferences> {
    let kept = blocking(&app, move |app| {
        preferences.save(&app.history)?;
        app.watching.set_takes(preferences.watches);
        Ok(preferences)
    })
    .await?;
    draw_in_size(&handle, &kept);
    Ok(kept)
}

/// Applies the user's zoom to the window.
pub(crate) fn draw_in_size(handle: &AppHandle, preferences: &Preferences) {
    if let Some(window) = handle.get_webview_window("main") {
        // A web view without zoom support stays as it is.
        let _as_it_was = window.set_zoom(f64::from(preferences.text_percent) / 100.0);
    }
}

/// Spending since midnight.
#[tauri::command]
#[specta::specta]
pub(crate) async fn spent_today(app: AppState<'_>) -> Answer<SpendToday> {
    blocking(&app, |app| Ok(app.history.spent_today()?)).await
}

/// Allows the next start to exceed the cap.
#[tauri::command]
#[specta::specta]
pub(crate) async fn allow_over_cap(app: AppState<'_>) -> Result<(), Failure> {
    app.give_leave_to_overspend();
    Ok(())
}
