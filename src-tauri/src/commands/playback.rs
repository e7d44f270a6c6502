//! Commands on the raw log of a finished race: playback, medals, rounds.

use race::{
    CacheUse, MeasurementConditions, Medals, Pairwise, Playback, RequestPart, RoundStep, SchemaUse,
    ServiceComparison,
};

use super::{Answer, AppState, blocking};

/// The playback of one measured round, from 0: complete, or with each lane's progress in at most about `most` entries.
/// A fast round has a million entries, which a picture of it cannot show.
#[tauri::command]
#[specta::specta]
pub(crate) async fn playback(
    app: AppState<'_>,
    run_id: String,
    round: u32,
    most: Option<u32>,
) -> Answer<Playback> {
    blocking(&app, move |app| {
        let whole = app.history.playback(&run_id, round)?;
        Ok(match most {
            Some(most) => whole.thinned(most),
            None => whole,
        })
    })
    .await
}

/// The medals of a race. `distance` is in output tokens; by default it is chosen automatically.
#[tauri::command]
#[specta::specta]
pub(crate) async fn medals(
    app: AppState<'_>,
    run_id: String,
    distance: Option<u32>,
) -> Answer<Medals> {
    blocking(&app, move |app| Ok(app.history.medals(&run_id, distance)?)).await
}

/// The rounds of a race taken together.
#[derive(Debug, serde::Serialize, specta::Type)]
pub(crate) struct RoundComparison {
    /// Measurement conditions.
    conditions: MeasurementConditions,
    /// Paired comparisons by metric; empty for a race of one round.
    versus: Vec<Pairwise>,
    /// The first uses of a schema beside the other rounds, lane by lane.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    schema_uses: Vec<SchemaUse>,
    /// What the prompt cache saved in time, lane by lane.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cache_uses: Vec<CacheUse>,
    /// Steps of time to first token between rounds, lane by lane.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    round_steps: Vec<RoundStep>,
    /// Each lane beside the reference of the race, if it has one.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    same_service: Vec<ServiceComparison>,
    /// Lanes with images or a schema that another lane of the same contender lacks, beside it.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    request_parts: Vec<RequestPart>,
}

/// The rounds of a race taken together.
#[tauri::command]
#[specta::specta]
pub(crate) async fn rounds(app: AppState<'_>, run_id: String) -> Answer<RoundComparison> {
    blocking(&app, move |app| {
        let run = app.history.run(&run_id)?;
        Ok(RoundComparison {
            conditions: MeasurementConditions::of(&run),
            versus: race::pairwise(&run),
            schema_uses: run.schema_uses(),
            cache_uses: run.cache_uses(),
            round_steps: run.round_steps(),
            same_service: run.same_service(),
            request_parts: run.request_parts(),
        })
    })
    .await
}
