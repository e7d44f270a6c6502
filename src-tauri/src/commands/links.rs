//! Links into the window.

use tauri::State;
use tauri::ipc::Channel;

use crate::links::DeepLinks;

/// Sends every link that the window should follow to `links`, such as `history/ID`.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn follow_links(to: State<'_, DeepLinks>, links: Channel<String>) {
    to.send_to(links);
}
