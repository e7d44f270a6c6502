//! Runs compared: one question, and everything the Compare screen shows in one answer.

use compare::{CompareQuestion, CompareView};
use store::Selection;

use super::{Answer, AppState, blocking};

/// What a selection of runs says, all views at once.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare(
    app: AppState<'_>,
    selection: Selection,
    question: CompareQuestion,
) -> Answer<CompareView> {
    blocking(&app, move |app| Ok(app.history.compare(&selection, &question)?)).await
}
