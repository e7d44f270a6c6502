//! Facts about this machine for support. They contain no user data.

use keys::KeyringState;

use super::{Answer, AppState, blocking};

/// Facts about the window's environment.
#[derive(Debug, serde::Serialize, specta::Type)]
pub(crate) struct Doctor {
    /// The app's version.
    version: String,
    /// CPU, number of cores, and operating system.
    machine: String,
    /// The web view's engine.
    engine: String,
    /// Its version, if known.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    engine_version: Option<String>,
    /// How it draws, and why.
    rendering: String,
    /// The display server, if known: `x11`, `wayland`.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    display: Option<String>,
    /// State of the keyring.
    keyring: KeyringState,
}

/// The frame rate over about a second.
#[derive(Debug, PartialEq, serde::Serialize, specta::Type)]
pub(crate) struct FrameRate {
    /// Frames per second.
    fps: f64,
    /// The longest time between two of them, in milliseconds.
    slowest_ms: f64,
}

#[cfg(target_os = "macos")]
const ENGINE: &str = "WKWebView";
#[cfg(windows)]
const ENGINE: &str = "WebView2";
#[cfg(not(any(windows, target_os = "macos")))]
const ENGINE: &str = "WebKitGTK";

/// Facts about the window's environment.
#[tauri::command]
#[specta::specta]
pub(crate) async fn doctor(app: AppState<'_>) -> Answer<Doctor> {
    blocking(&app, |app| {
        Ok(Doctor {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: app::machine(),
            engine: ENGINE.to_owned(),
            engine_version: tauri::webview_version().ok(),
            rendering: app.rendering.clone(),
            display: std::env::var("XDG_SESSION_TYPE").ok().filter(|kind| !kind.is_empty()),
            keyring: app.application.keys().state(),
        })
    })
    .await
}

/// The frame rate from the times of frames, in milliseconds; `None` for fewer than two.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn frame_rate(drawn_ms: Vec<f64>) -> Option<FrameRate> {
    rate(&drawn_ms)
}

fn rate(drawn_ms: &[f64]) -> Option<FrameRate> {
    let gaps: Vec<f64> = drawn_ms.iter().zip(drawn_ms.iter().skip(1)).map(|(a, b)| b - a).collect();
    let all: f64 = gaps.iter().sum();
    let slowest_ms = gaps.iter().copied().max_by(f64::total_cmp)?;
    #[expect(clippy::cast_precision_loss, reason = "some hundred frames at most")]
    let fps = gaps.len() as f64 / all * 1e3;
    (all > 0.0).then_some(FrameRate { fps, slowest_ms })
}

#[cfg(test)]
mod tests {
    use super::{FrameRate, rate};

    #[test]
    fn frames_are_counted_over_the_time_they_took() {
        let drawn = [100.0, 110.0, 120.0, 150.0];
        let found = rate(&drawn);
        assert_eq!(found, Some(FrameRate { fps: 60.0, slowest_ms: 30.0 }), "three frames in 50 ms");
        assert_eq!(rate(&[100.0]), None, "one moment is no time");
        assert_eq!(rate(&[100.0, 100.0]), None, "nor is none");
    }
}
