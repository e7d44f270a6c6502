//! Facts about this machine for support. They contain no user data.

use app::KeyringView;
use tauri::AppHandle;

use super::archive::downloads;
use super::{Answer, AppState, blocking};
use crate::failure::Failure;
use crate::state::App;

/// Maximum size of a problem report, in bytes; the user's own text is about a page.
const LONGEST_REPORT: usize = 1024 * 1024;

/// Facts about the window's environment.
#[derive(Debug, serde::Serialize, specta::Type)]
pub(crate) struct Doctor {
    /// The app's version.
    version: String,
    /// What it was built for, and how.
    build: String,
    /// Version of the definitions of its numbers.
    definitions: u32,
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
    keyring: KeyringView,
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
    blocking(&app, |app| Ok(look(app))).await
}

fn look(app: &App) -> Doctor {
    let kind = if cfg!(debug_assertions) { "debug" } else { "release" };
    Doctor {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        build: format!("{kind}, {} {}", std::env::consts::OS, std::env::consts::ARCH),
        definitions: measure::DEF_VERSION,
        machine: app::machine(),
        engine: ENGINE.to_owned(),
        engine_version: tauri::webview_version().ok(),
        rendering: app.rendering.clone(),
        display: std::env::var("XDG_SESSION_TYPE").ok().filter(|kind| !kind.is_empty()),
        keyring: app.application.keys().state().into(),
    }
}

/// The problem report, for the user to read: versions, settings, which providers have a key, and the end of the log. It
/// contains no prompt, answer, key, address or folder.
#[tauri::command]
#[specta::specta]
pub(crate) async fn problem_report(app: AppState<'_>) -> Answer<String> {
    blocking(&app, |app| {
        let doctor = look(app);
        let engine_version = doctor.engine_version.unwrap_or_default();
        let keyring = match doctor.keyring {
            KeyringView::Ready { backend } => backend,
            KeyringView::Locked { .. } => "locked".to_owned(),
            KeyringView::Missing { .. } => "missing".to_owned(),
        };
        let providers = app.providers()?;
        let with_key = providers.iter().filter(|row| row.kept.is_some() && !row.custom);
        let with_key: Vec<&str> = with_key.map(|row| row.id.as_str()).collect();
        let endpoints = providers.iter().filter(|row| row.custom).count();
        let facts = [
            ("Paceline", format!("{} ({})", doctor.version, doctor.build)),
            ("Machine", doctor.machine),
            ("Web view", format!("{} {engine_version}", doctor.engine)),
            ("Rendering", doctor.rendering),
            ("Display", doctor.display.unwrap_or_default()),
            ("Keyring", keyring),
            ("Providers with a key", with_key.join(" ")),
            ("Endpoints of the user's own", endpoints.to_string()),
        ];
        Ok(app::problem_report(&app.history, &app.data_dir, &facts)?)
    })
    .await
}

/// Saves the problem report, as read and edited by the user, in the downloads folder under a free name, and returns its
/// path.
#[tauri::command]
#[specta::specta]
pub(crate) async fn save_problem_report(
    app: AppState<'_>,
    handle: AppHandle,
    text: String,
) -> Answer<String> {
    let folder = downloads(&handle);
    blocking(&app, move |_| {
        if text.len() > LONGEST_REPORT {
            let message = "The report is longer than a megabyte. Shorten it, and save it again.";
            return Err(Failure::File { message: message.to_owned() });
        }
        let path = report::write_into(&folder, "paceline-problem-report.md", text.as_bytes())?;
        Ok(path.display().to_string())
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
