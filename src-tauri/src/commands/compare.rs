//! The comparison: one question, and one answer with everything that the Compare screen shows.

use compare::{CompareQuestion, CompareView};
use store::Selection;

use super::{Answer, AppState, blocking};

/// Compares a selection of runs, for all views at once.
#[tauri::command]
#[specta::specta]
pub(crate) async fn compare(
    app: AppState<'_>,
    selection: Selection,
    question: CompareQuestion,
) -> Answer<CompareView> {
    blocking(&app, move |app| Ok(app.comparisons.view(&selection, &question)?)).await
}
