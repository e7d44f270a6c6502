//! Commands of the history beyond its list: search, annotations, export, import, spending.

use std::path::{Path, PathBuf};

use report::Export;
use store::{
    Annotations, AnswerMark, HistoryError, ImportSummary, SEARCH_LANGUAGE, SearchError,
    SearchLanguage, SearchPage, Spend, TagCount,
};
use tauri::{AppHandle, Manager};

use super::{Answer, AppState, blocking};
use crate::failure::Failure;

/// The answer to a search. An invalid search is also an answer: the window shows the error in place.
#[derive(Debug, Clone, serde::Serialize, specta::Type)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum SearchAnswer {
    /// A valid search.
    Found {
        /// A page of results.
        page: SearchPage,
    },
    /// An invalid search.
    Unreadable {
        /// Where, and what to write instead.
        error: SearchError,
    },
}

/// The runs that a search finds, newest first. `after` is the `next` of the previous page.
#[tauri::command]
#[specta::specta]
pub(crate) async fn find_runs(
    app: AppState<'_>,
    search: String,
    after: Option<String>,
    limit: u32,
) -> Answer<SearchAnswer> {
    blocking(&app, move |app| match app.history.find(&search, after.as_deref(), limit.min(500)) {
        Ok(page) => Ok(SearchAnswer::Found { page }),
        Err(HistoryError::BadSearch { source }) => Ok(SearchAnswer::Unreadable { error: source }),
        Err(error) => Err(error.into()),
    })
    .await
}

/// The search language.
#[tauri::command]
#[specta::specta]
pub(crate) fn search_language() -> SearchLanguage {
    SEARCH_LANGUAGE
}

/// The annotations of a run.
#[tauri::command]
#[specta::specta]
pub(crate) async fn run_marks(app: AppState<'_>, id: String) -> Answer<Annotations> {
    blocking(&app, move |app| Ok(app.history.marks(&id)?)).await
}

/// Every tag, most used first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn tags(app: AppState<'_>) -> Answer<Vec<TagCount>> {
    blocking(&app, move |app| Ok(app.history.tags()?)).await
}

/// Stars or unstars runs.
#[tauri::command]
#[specta::specta]
pub(crate) async fn star_runs(app: AppState<'_>, ids: Vec<String>, starred: bool) -> Answer<()> {
    blocking(&app, move |app| Ok(app.history.star(&ids, starred)?)).await
}

/// Hides runs from the list, or shows them again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn hide_runs(app: AppState<'_>, ids: Vec<String>, hidden: bool) -> Answer<()> {
    blocking(&app, move |app| Ok(app.history.hide(&ids, hidden)?)).await
}

/// Adds tags to runs and removes others.
#[tauri::command]
#[specta::specta]
pub(crate) async fn tag_runs(
    app: AppState<'_>,
    ids: Vec<String>,
    add: Vec<String>,
    remove: Vec<String>,
) -> Answer<()> {
    blocking(&app, move |app| Ok(app.history.tag(&ids, &add, &remove)?)).await
}

/// Sets the note of a run.
#[tauri::command]
#[specta::specta]
pub(crate) async fn note_run(app: AppState<'_>, id: String, note: String) -> Answer<()> {
    blocking(&app, move |app| Ok(app.history.note(&id, &note)?)).await
}

/// Sets the vote on an answer and its note.
#[tauri::command]
#[specta::specta]
pub(crate) async fn vote_answer(app: AppState<'_>, id: String, answer: AnswerMark) -> Answer<()> {
    blocking(&app, move |app| Ok(app.history.vote(&id, &answer)?)).await
}

/// Deletes several runs; each can be restored during the retention period.
#[tauri::command]
#[specta::specta]
pub(crate) async fn delete_runs(app: AppState<'_>, ids: Vec<String>) -> Answer<()> {
    blocking(&app, move |app| Ok(ids.iter().try_for_each(|id| app.history.delete(id))?)).await
}

/// Restores several deleted runs.
#[tauri::command]
#[specta::specta]
pub(crate) async fn restore_runs(app: AppState<'_>, ids: Vec<String>) -> Answer<()> {
    blocking(&app, move |app| Ok(ids.iter().try_for_each(|id| app.history.restore(id))?)).await
}

/// Exports runs into the user's downloads folder under a free name, and returns the path.
#[tauri::command]
#[specta::specta]
pub(crate) async fn export_runs(
    app: AppState<'_>,
    handle: AppHandle,
    wanted: Export,
) -> Answer<String> {
    let folder = downloads(&handle);
    blocking(&app, move |app| {
        let path = app::export(&app.history, &wanted)?.save_into(&folder)?;
        Ok(path.display().to_string())
    })
    .await
}

/// Opens the downloads folder with one of its files selected.
#[tauri::command]
#[specta::specta]
pub(crate) async fn show_in_folder(
    app: AppState<'_>,
    handle: AppHandle,
    path: String,
) -> Answer<()> {
    let folder = downloads(&handle);
    blocking(&app, move |_| {
        let path = Path::new(&path);
        // The window shows only files that it has saved.
        if path.parent() != Some(&folder) || !path.exists() {
            let message = format!("{} is no longer there.", path.display());
            return Err(Failure::NotFound { message });
        }
        opener::reveal(path).map_err(|error| Failure::NotFound {
            message: format!(
                "No program here shows folders ({error}). The file is {}.",
                path.display()
            ),
        })
    })
    .await
}

/// The user's downloads folder.
pub(super) fn downloads(handle: &AppHandle) -> PathBuf {
    let paths = handle.path();
    paths
        .download_dir()
        .or_else(|_| Ok(paths.home_dir()?.join("Downloads")))
        .unwrap_or_else(|_: tauri::Error| std::env::temp_dir())
}

/// Imports runs that were exported as JSON.
#[tauri::command]
#[specta::specta]
pub(crate) async fn import_runs(app: AppState<'_>, document: String) -> Answer<ImportSummary> {
    let imported = blocking(&app, move |app| Ok(app::import(&app.history, &document)?)).await;
    app.redefine();
    imported
}

/// Spending of runs since `since_s`, in seconds since 1970.
#[tauri::command]
#[specta::specta]
pub(crate) async fn spend(app: AppState<'_>, since_s: f64) -> Answer<Spend> {
    blocking(&app, move |app| Ok(app.history.spend(since_s)?)).await
}
