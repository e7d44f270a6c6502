//! The result type of commands, and how they work off the window's thread.

use std::sync::Arc;

use tauri::State;

use crate::failure::Failure;
use crate::state::App;

/// The result of a command.
pub(crate) type Answer<T> = Result<T, Failure>;
/// The app, as Tauri hands it to a command.
pub(crate) type AppState<'a> = State<'a, Arc<App>>;

/// Runs `work` on a thread that may block.
pub(crate) async fn blocking<T: Send + 'static>(
    app: &AppState<'_>,
    work: impl FnOnce(&App) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let app = Arc::clone(app);
    tauri::async_runtime::spawn_blocking(move || work(&app)).await.unwrap_or_else(|error| {
        Err(Failure::Busy { message: format!("The app could not do it: {error}") })
    })
}
