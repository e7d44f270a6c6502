//! Commands of the calibration.

use race::{Calibration, KnownTiming, ReferenceServer};
use simulator::{Timing, Timings};

use super::{Answer, AppState, blocking};
use crate::failure::Failure;

/// The latest calibration; `None` before the first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn certificate(app: AppState<'_>) -> Answer<Option<Calibration>> {
    blocking(&app, |app| Ok(app.history.certificate()?)).await
}

/// Calibrates in about fifteen seconds and saves the result. Refused during a race, because each would disturb the
/// other.
#[tauri::command]
#[specta::specta]
pub(crate) async fn calibrate(app: AppState<'_>) -> Answer<Calibration> {
    if app.is_racing() {
        let message = "A race is under way. Calibrate when it is over.".to_owned();
        return Err(Failure::Busy { message });
    }
    let mut timings = Timings::start()
        .map_err(|error| Failure::Busy { message: format!("No stream can be raced: {error}.") })?;
    let metronome = ReferenceServer {
        base_url: timings.base_url().to_owned(),
        model: Timings::model,
        known: move |count| {
            let known = |Timing { ttft_ms, decode_tps }| KnownTiming { ttft_ms, decode_tps };
            timings.next(count).into_iter().map(known).collect()
        },
    };
    let found = app.engine.spawn(Calibration::of(metronome, app::today(), app::machine(), |_| {}));
    let found = found.await.map_err(|error| Failure::Busy { message: error.to_string() })?;
    let certificate = found?;
    blocking(&app, move |app| {
        app.history.put_certificate(&certificate)?;
        Ok(certificate)
    })
    .await
}
