//! Commands of the calibration.

use race::Calibration;

use super::{Answer, AppState, blocking};
use crate::failure::Failure;

/// The latest calibration; `None` before the first.
#[tauri::command]
#[specta::specta]
pub(crate) async fn calibration(app: AppState<'_>) -> Answer<Option<Calibration>> {
    blocking(&app, |app| Ok(app.history.calibration()?)).await
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
    let calibration = app.engine.spawn(app::calibrate());
    let calibration =
        calibration.await.map_err(|error| Failure::Busy { message: error.to_string() })??;
    blocking(&app, move |app| {
        app.history.put_calibration(&calibration)?;
        Ok(calibration)
    })
    .await
}
