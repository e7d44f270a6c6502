//! Commands for whole requests: one that was sent elsewhere is read into a plan, files are attached, and what a lane would
//! send is shown.

use app::{CapturedKey, CapturedRequest, CapturedSet};
use providers::{Dialect, Part, ShownRequest};
use race::Plan;
use serde::Serialize;
use tauri::ipc::Channel;

use super::network::allow_plain_http;
use super::{Answer, AppState, blocking, free_id, view};
use crate::App;
use crate::exact::Exact;
use crate::failure::Failure;
use crate::held::HeldText;
use crate::views::ProviderView;

/// Reads a JSON body or a `curl` line. A key in it stays here until it is kept or the next request is read, and so does the text if
/// there are several requests in it.
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
        app.hold_captured_batch(Some(text).filter(|_| request.requests > 1));
        Ok(Exact(request))
    })
    .await
}

/// Keeps the key of the request that was read last, in the keyring or in memory for this session. An address of nobody becomes an
/// endpoint first, whose it is.
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
        let kept = with_endpoint(app, &key)
            .and_then(|()| Ok(app.application.keep_captured_key(&key, session_only)?));
        match kept {
            Ok(id) => view(app, &id),
            Err(failure) => {
                // The keyring may be unlocked and asked again.
                app.hold_captured_key(Some(key));
                Err(failure)
            }
        }
    })
    .await
}

/// Saves the endpoint that a key needs, unless it is there.
fn with_endpoint(app: &App, key: &CapturedKey) -> Answer<()> {
    if key.provider(&app.roster()?).is_some() {
        return Ok(());
    }
    if let Some(endpoint) = key.endpoint(free_id(app, key.label())?) {
        allow_plain_http(app, &endpoint.base_url, false)?;
        app.history.put_endpoint(&endpoint)?;
    }
    Ok(())
}

/// A set of prompts: that of a text, or of all requests of the one that was read last.
#[tauri::command]
#[specta::specta]
pub(crate) async fn read_prompt_set(
    app: AppState<'_>,
    text: Option<String>,
) -> Answer<Exact<CapturedSet>> {
    blocking(&app, move |app| {
        let text = text.or_else(|| app.take_captured_batch()).ok_or_else(|| Failure::NotFound {
            message: "There is no such text any more. Paste the requests again.".to_owned(),
        })?;
        let read = app::read_captured_set(&text);
        read.map(Exact).map_err(|message| Failure::Request { message })
    })
    .await
}

/// Drops the key of the request that was read last, and the text if there were several.
#[tauri::command]
#[specta::specta]
#[expect(clippy::needless_pass_by_value, reason = "Tauri hands arguments over by value")]
pub(crate) fn drop_read_request(app: AppState<'_>) {
    app.hold_captured_key(None);
    app.hold_captured_batch(None);
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

/// Bytes of a body that cross at once: what a page reads in a small part of a frame.
const PIECE_BYTES: usize = 200_000;

/// What the lane at an index of a plan would send, byte for byte but for its key, or one of its steps, from 0, if it is a chain; its body follows
/// on `body`, in order.
#[tauri::command]
#[specta::specta]
pub(crate) async fn shown_request(
    app: AppState<'_>,
    plan: Exact<Plan>,
    lane: u32,
    step: u32,
    body: Channel<String>,
) -> Answer<ShownHead> {
    blocking(&app, move |app| {
        let shown = app.application.shown_request(&plan.0, (lane, step))?;
        let mut pieces = 0;
        for piece in pieces_of(&shown.body) {
            pieces += 1;
            // A window that is closing receives nothing more.
            let _gone = body.send(piece.to_owned());
        }
        let ShownRequest { head, number, curl, curl_end, .. } = shown;
        Ok(ShownHead { head, number, curl, curl_end, pieces })
    })
    .await
}

/// A request as it is sent, without its body.
#[derive(Debug, Serialize, specta::Type)]
pub(crate) struct ShownHead {
    /// The request line and the headers, each on a line of its own, with asterisks in the place of the key.
    head: String,
    /// What stands in the place of a number that every request has another one of, because its prompt is unique; absent if the
    /// body is sent as it stands.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<String>,
    /// The same as a `curl` line for a POSIX shell, with a variable in the place of the key, up to the body, which follows it in
    /// single quotes.
    curl: String,
    /// What follows the body in that line.
    curl_end: String,
    /// How many pieces the body crosses in.
    pieces: u32,
}

/// A text in pieces that are no longer than crosses at once.
fn pieces_of(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut end = rest.len().min(PIECE_BYTES);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (piece, after) = rest.split_at(end);
        rest = after;
        Some(piece).filter(|piece| !piece.is_empty())
    })
}

/// Holds long texts of the plans to come, which name them by their slots.
#[tauri::command]
#[specta::specta]
pub(crate) fn hold_texts(texts: Vec<HeldText>) -> Answer<()> {
    texts.into_iter().try_for_each(HeldText::hold)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_of_any_length_crosses_in_pieces_of_which_none_is_long() {
        for text in ["", "{}", &"ab\u{e4}\u{1f600}".repeat(60_000)] {
            let pieces: Vec<&str> = pieces_of(text).collect();
            assert_eq!(pieces.concat(), text, "to the byte");
            assert!(pieces.iter().all(|piece| piece.len() <= PIECE_BYTES), "none is long");
        }
    }
}
