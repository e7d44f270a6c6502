//! A race that is over, again: what its raw log tells.

use race::{MeasurementConditions, Medals, Pairwise, Playback};

use super::{Answer, AppState, blocking};

/// One measured round of a race, from 0, as it can be shown again.
#[tauri::command]
#[specta::specta]
pub(crate) async fn playback(app: AppState<'_>, run_id: String, round: u32) -> Answer<Playback> {
    blocking(&app, move |app| Ok(app.history.playback(&run_id, round)?)).await
}

/// Who was first and who was cheapest. `distance` is that of the race to so many output tokens; absent, it is chosen.
#[tauri::command]
#[specta::specta]
pub(crate) async fn medals(
    app: AppState<'_>,
    run_id: String,
    distance: Option<u32>,
) -> Answer<Medals> {
    blocking(&app, move |app| Ok(app.history.medals(&run_id, distance)?)).await
}

/// What the rounds of a race come to, taken together.
#[derive(Debug, serde::Serialize, specta::Type)]
pub(crate) struct RoundComparison {
    /// Under which conditions they were run.
    conditions: MeasurementConditions,
    /// Who was better, number by number; nothing of a race of one round.
    versus: Vec<Pairwise>,
}

/// What the rounds of a race come to, taken together.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rounds(app: AppState<'_>, run_id: String) -> Answer<RoundComparison> {
    blocking(&app, move |app| {
        let run = app.history.run(&run_id)?;
        Ok(RoundComparison {
            conditions: MeasurementConditions::of(&run),
            versus: race::pairwise(&run),
        })
    })
    .await
}
