//! A race that is over, again: what its raw log tells.

use race::{Medals, Playback, Versus};

use super::{Answer, Shared, aside};

/// One measured round of a race, from 0, as it can be shown again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn playback(app: Shared<'_>, run_id: String, round: u32) -> Answer<Playback> {
    aside(&app, move |app| Ok(app.history.playback(&run_id, round)?)).await
}

/// Who was first and who was cheapest. `distance` is that of the race to so many output tokens; absent, it is chosen.
#[tauri::command]
#[specta::specta]
pub(crate) async fn medals(
    app: Shared<'_>,
    run_id: String,
    distance: Option<u32>,
) -> Answer<Medals> {
    aside(&app, move |app| Ok(app.history.medals(&run_id, distance)?)).await
}

/// Who was better over the rounds, number by number; nothing of a race of one round.
#[tauri::command]
#[specta::specta]
pub(crate) async fn versus(app: Shared<'_>, run_id: String) -> Answer<Vec<Versus>> {
    aside(&app, move |app| Ok(race::versus(&app.history.run(&run_id)?))).await
}
