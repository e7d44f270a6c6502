//! What is at hand while a race is written: prompts, line-ups, variables.

use std::collections::BTreeMap;

use race::{FilledPlan, Plan};
use store::{Library, SavedLineUp, SavedPrompt};

use super::{Answer, AppState, blocking};

/// The prompts asked last, and what was saved by name.
#[tauri::command]
#[specta::specta]
pub(crate) async fn shelf(app: AppState<'_>) -> Answer<Library> {
    blocking(&app, |app| Ok(app.history.shelf()?)).await
}

/// Keeps a prompt under its name, in the place of one that had it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_prompt(app: AppState<'_>, prompt: SavedPrompt) -> Answer<Library> {
    blocking(&app, |app| Ok(app.history.save_prompt(prompt)?)).await
}

/// Forgets the prompt of this name.
#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_prompt(app: AppState<'_>, name: String) -> Answer<Library> {
    blocking(&app, move |app| Ok(app.history.forget_prompt(&name)?)).await
}

/// Keeps a line-up under its name, in the place of one that had it.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_line_up(app: AppState<'_>, line_up: SavedLineUp) -> Answer<Library> {
    blocking(&app, |app| Ok(app.history.save_line_up(line_up)?)).await
}

/// Forgets the line-up of this name.
#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_line_up(app: AppState<'_>, name: String) -> Answer<Library> {
    blocking(&app, move |app| Ok(app.history.forget_line_up(&name)?)).await
}

/// The plan with a value in the place of each of its variables.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn fill(plan: Plan, values: BTreeMap<String, String>) -> FilledPlan {
    race::filled(plan, &values)
}
