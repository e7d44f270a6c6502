//! How far this machine's own stamps are off.

use race::{Calibration, Known, ReferenceServer};
use simulator::{Timing, Timings};

use super::{Answer, Shared, aside};
use crate::failure::Failure;

/// What was found last; nothing before the first time.
#[tauri::command]
#[specta::specta]
pub(crate) async fn certificate(app: Shared<'_>) -> Answer<Option<Calibration>> {
    aside(&app, |app| Ok(app.history.certificate()?)).await
}

/// Races streams of known timing, in some fifteen seconds, and keeps what is found. Refused while a race runs: each would
/// disturb the other.
#[tauri::command]
#[specta::specta]
pub(crate) async fn calibrate(app: Shared<'_>) -> Answer<Calibration> {
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
            let known = |Timing { ttft_ms, decode_tps }| Known { ttft_ms, decode_tps };
            timings.next(count).into_iter().map(known).collect()
        },
    };
    let found = app.engine.spawn(Calibration::of(metronome, app::today(), app::machine(), |_| {}));
    let found = found.await.map_err(|error| Failure::Busy { message: error.to_string() })?;
    let certificate = found?;
    aside(&app, move |app| {
        app.history.put_certificate(&certificate)?;
        Ok(certificate)
    })
    .await
}
