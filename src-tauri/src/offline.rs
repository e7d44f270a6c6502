//! Keeps the window's page from the network: its files and commands come from the app itself.

use tauri::{Manager, WebviewWindowBuilder, Wry};

/// A proxy that nobody runs. Whatever a script in the page asks the web view to load, to look up or to connect to ends
/// there. A content security policy forbids loading, but not `<link rel="preconnect">`, which tells a name and an
/// address to whoever listens there.
const NOBODY: &str = "http://127.0.0.1:1";

/// The window without a network. On macOS the web view takes no proxy, so there the policy alone holds; a development
/// server is reached as usual.
pub(crate) fn offline<M: Manager<Wry>>(
    window: WebviewWindowBuilder<'_, Wry, M>,
) -> WebviewWindowBuilder<'_, Wry, M> {
    match NOBODY.parse() {
        Ok(nobody) if !tauri::is_dev() => window.proxy_url(nobody),
        _ => window,
    }
}
