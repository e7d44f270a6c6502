//! Servers on this machine.

use providers::{Dialect, KeyNeed, LocalServer, checked_base_url, discover};
use store::Endpoint;

use super::{Answer, AppState, blocking, free_id, row, view};
use crate::failure::Failure;
use crate::views::ProviderView;

/// Finds servers at the usual ports of this machine. Only called on the user's request.
#[tauri::command]
#[specta::specta]
pub(crate) async fn discover_local(app: AppState<'_>) -> Answer<Vec<LocalServer>> {
    let asked = app.engine.spawn(discover());
    asked.await.map_err(|error| Failure::Busy { message: error.to_string() })
}

/// Saves the address of a server with the models it lists: as the address of its kind, or as a custom endpoint if its
/// kind is unknown or the user already has another server of that kind.
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
            let kept = app.history.addresses()?;
            if kept.get(&server.provider).is_none_or(|kept| *kept == base_url) {
                app.history.put_address(&server.provider, &base_url)?;
                app.history.put_listed_models(&server.provider, &server.models)?;
                return view(app, &server.provider);
            }
        }
        let kind = row(app, &server.provider).ok();
        let label = match &kind {
            Some(_) => format!("{} at {}", server.label, authority(&base_url)),
            None => server.label,
        };
        let endpoint = Endpoint {
            id: free_id(app, &label)?,
            label,
            dialect: kind.map_or(Dialect::OpenaiChat, |kind| kind.dialect),
            base_url,
            key: KeyNeed::Optional,
        };
        app.history.put_endpoint(&endpoint)?;
        app.history.put_listed_models(&endpoint.id, &server.models)?;
        view(app, &endpoint.id)
    })
    .await
}

/// The host and port of an address, which distinguish two servers of one kind.
fn authority(base_url: &str) -> &str {
    let rest = base_url.split_once("://").map_or(base_url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::authority;

    #[test]
    fn two_servers_of_a_kind_are_distinguished_by_host_and_port() {
        for (base_url, expected) in [
            ("http://127.0.0.1:11435/v1", "127.0.0.1:11435"),
            ("http://localhost:8000", "localhost:8000"),
            ("http://[::1]:8000/v1", "[::1]:8000"),
        ] {
            assert_eq!(authority(base_url), expected, "{base_url}");
        }
    }
}
