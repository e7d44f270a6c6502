//! A window with next to nothing in it, which our own start is measured against: the same binary, the same web view, no
//! engine, and a page of one word. It is drawn as Tauri draws a window of which nobody has said how; the environment can
//! say it. `tests/desktop/weight.mjs` asks for it.

use tauri::{WebviewUrl, WebviewWindowBuilder};

/// Names what asks for it.
const ASKED: &str = "PACELINE_BARE_WINDOW";

/// Marks the same moment as our own page does: the frame after the first that has everything.
const PAGE: &str = "<!doctype html><title>Bare</title><p>Bare<script>\
    requestAnimationFrame(() => requestAnimationFrame(() => performance.mark('paceline interactive')))\
    </script>";

pub(crate) fn is_asked() -> bool {
    std::env::var_os(ASKED).is_some()
}

/// Opens the window and stays until it is closed.
pub(crate) fn open(mut context: tauri::Context) -> tauri::Result<()> {
    context.config_mut().app.windows.clear();
    tauri::Builder::default()
        .register_uri_scheme_protocol("bare", |_, _| {
            tauri::http::Response::builder()
                .header("content-type", "text/html")
                .body(PAGE.as_bytes())
                .unwrap_or_default()
        })
        .setup(|app| {
            let page = "bare://localhost/".parse()?;
            WebviewWindowBuilder::new(app, "bare", WebviewUrl::CustomProtocol(page))
                .inner_size(1280.0, 800.0)
                .build()?;
            Ok(())
        })
        .run(context)
}
