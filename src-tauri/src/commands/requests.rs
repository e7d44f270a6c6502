//! Commands for whole requests: one that was sent elsewhere is read into a plan, files are attached, and what a lane would
//! send is shown.

use app::CapturedRequest;
use providers::{Dialect, Part, ShownRequest};
use race::Plan;

use super::{Answer, AppState, blocking, view};
use crate::exact::Exact;
use crate::failure::Failure;
use crate::views::ProviderView;

/// Reads a JSON body or a `curl` line. A key in it stays here until it is kept or the next request is read.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_request(
    app: AppState<'_>,
    text: String,
    dialect: Option<Dialect>,
) -> Answer<Exact<CapturedRequest>> {
    blocking(&app, move |app| {
        let read = app.application.read_request(&text, dialect);
        let (request, key) = read.map_err(|message| Failure::Request { message })?;
        app.hold_captured_key(key);
        Ok(Exact(request))
    })
    .await
}

/// Keeps the key of the request that was read last, in the keyring or in memory for this session.
#[tauri::command]
#[specta::specta]
pub(crate) async fn keep_request_key(
    app: AppState<'_>,
    session_only: bool,
) -> Answer<ProviderView> {
    blocking(&app, move |app| {
        let key = app.take_captured_key().ok_or_else(|| Failure::NotFound {
            message: "There is no such key any more. Paste the request again.".to_owned(),
        })?;
        if let Err(refusal) = app.application.keep_captured_key(&key, session_only) {
            // The keyring may be unlocked and asked again.
            app.hold_captured_key(Some(key));
            return Err(refusal.into());
        }
        view(app, key.provider())
    })
    .await
}

/// Drops the key of the request that was read last.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn drop_request_key(app: AppState<'_>) {
    app.hold_captured_key(None);
}

/// A file as a part of a turn: an image or a document, by its bytes.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_attachment(
    app: AppState<'_>,
    name: Option<String>,
    base64: String,
) -> Answer<Part> {
    blocking(&app, move |_| {
        let part = app::attachment_of_base64(&base64, name.as_deref());
        part.map_err(|error| Failure::File { message: error.to_string() })
    })
    .await
}

/// What the lane at an index of a plan would send, byte for byte but for its key.
#[tauri::command]
#[specta::specta]
pub(crate) async fn shown_request(
    app: AppState<'_>,
    plan: Exact<Plan>,
    lane: u32,
) -> Answer<ShownRequest> {
    blocking(&app, move |app| Ok(app.application.shown_request(&plan.0, lane)?)).await
}

/// The same as a `curl` line for a POSIX shell, with a variable in the place of the key.
#[tauri::command]
#[specta::specta]
pub(crate) async fn request_as_curl(
    app: AppState<'_>,
    plan: Exact<Plan>,
    lane: u32,
) -> Answer<String> {
    blocking(&app, move |app| Ok(app.application.shown_request(&plan.0, lane)?.curl)).await
}
