//! Servers on this machine.

use providers::{Dialect, KeyNeed, LocalServer, checked_base_url, discover};
use store::Endpoint;

use super::{Answer, AppState, blocking, free_id, view};
use crate::failure::Failure;
use crate::views::ProviderView;

/// Finds servers at the usual ports of this machine. Only called on the user's request.
#[tauri::command]
#[specta::specta]
pub(crate) async fn discover_local(app: AppState<'_>) -> Answer<Vec<LocalServer>> {
    let asked = app.engine.spawn(discover());
    asked.await.map_err(|error| Failure::Busy { message: error.to_string() })
}

/// Saves the address of a server: as that of its kind, or as a custom endpoint if its kind is unknown.
#[tauri::command]
#[specta::specta]
pub(crate) async fn keep_local_server(
    app: AppState<'_>,
    server: LocalServer,
) -> Answer<ProviderView> {
    blocking(&app, move |app| {
        let base_url = checked_base_url(&server.base_url)?;
        if server.provider != "custom" {
            let (keys, roster) = (app.application.keys(), app.roster()?);
            app::may_keep_local(keys, &roster, &server.provider, &base_url)
                .map_err(|message| Failure::NotFound { message })?;
            app.history.put_address(&server.provider, &base_url)?;
            return view(app, &server.provider);
        }
        let endpoint = Endpoint {
            id: free_id(app, &server.label)?,
            label: server.label,
            dialect: Dialect::OpenaiChat,
            base_url,
            key: KeyNeed::Optional,
        };
        app.history.put_endpoint(&endpoint)?;
        view(app, &endpoint.id)
    })
    .await
}
