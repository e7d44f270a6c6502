//! A nearly empty window, the baseline for our own startup: the same binary and web view, no engine, and a page of one
//! word. It uses Tauri's default rendering, which the environment can change. `tests/desktop/weight.mjs` measures it.

use tauri::{WebviewUrl, WebviewWindowBuilder};

/// The environment variable that opens it.
const ASKED: &str = "PACELINE_BARE_WINDOW";

/// The page marks the same moment as our own: the frame after the first complete one.
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
