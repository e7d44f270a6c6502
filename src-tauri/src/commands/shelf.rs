//! Commands of the library: prompts, line-ups, variables.

use std::collections::BTreeMap;

use race::{FilledPlan, Plan};
use store::{Library, SavedLineUp, SavedPrompt};

use super::{Answer, AppState, blocking};
use crate::exact::Exact;

/// Recent prompts, and saved prompts and line-ups.
#[tauri::command]
#[specta::specta]
pub(crate) async fn shelf(app: AppState<'_>) -> Answer<Exact<Library>> {
    blocking(&app, |app| Ok(Exact(app.history.shelf()?))).await
}

/// Saves a prompt under its name, replacing an earlier one.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_prompt(app: AppState<'_>, prompt: SavedPrompt) -> Answer<Exact<Library>> {
    blocking(&app, |app| Ok(Exact(app.history.save_prompt(prompt)?))).await
}

/// Removes the prompt with this name.
#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_prompt(app: AppState<'_>, name: String) -> Answer<Exact<Library>> {
    blocking(&app, move |app| Ok(Exact(app.history.forget_prompt(&name)?))).await
}

/// Saves a line-up under its name, replacing an earlier one.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_line_up(
    app: AppState<'_>,
    line_up: Exact<SavedLineUp>,
) -> Answer<Exact<Library>> {
    blocking(&app, |app| Ok(Exact(app.history.save_line_up(line_up.0)?))).await
}

/// Removes the line-up with this name.
#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_line_up(app: AppState<'_>, name: String) -> Answer<Exact<Library>> {
    blocking(&app, move |app| Ok(Exact(app.history.forget_line_up(&name)?))).await
}

/// The plan with its variables filled in.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn fill(plan: Exact<Plan>, values: BTreeMap<String, String>) -> Exact<FilledPlan> {
    Exact(race::filled(plan.0, &values))
}
