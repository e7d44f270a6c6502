//! How providers are reached: proxies, certificates, plain HTTP.

use providers::{EndpointError, Network, PROXY_LOGIN, system_proxy};
use secrecy::SecretString;

use super::{Answer, AppState, blocking};
use crate::failure::Failure;
use crate::state::App;

/// Everything about the network that the window shows.
#[derive(Debug, serde::Serialize, specta::Type)]
pub(crate) struct NetworkView {
    /// What the person has said.
    network: Network,
    /// The proxy that the system names now, without credentials.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    system_proxy: Option<String>,
    /// Whether a login for the proxy is in the keyring. Also `false` where the keyring cannot be read; its state says so.
    proxy_login_kept: bool,
}

fn view(app: &App) -> Answer<NetworkView> {
    Ok(NetworkView {
        network: app.history.network()?,
        system_proxy: system_proxy(),
        proxy_login_kept: matches!(app.application.keys().has(PROXY_LOGIN), Ok(Some(_))),
    })
}

/// Keeps the person's leave to speak plain HTTP with a public host, where an address needs one.
pub(super) fn allow_plain_http(app: &App, base_url: &str, confirmed: bool) -> Answer<()> {
    let mut network = app.history.network()?;
    match network.route("").needs_leave(base_url) {
        None => Ok(()),
        Some(place) if !confirmed => Err(EndpointError::PlainHttp { place }.into()),
        Some(_) => {
            network.allow_plain_http(base_url);
            app.history.put_network(network)?;
            Ok(())
        }
    }
}

/// How providers are reached.
#[tauri::command]
#[specta::specta]
pub(crate) async fn network(app: AppState<'_>) -> Answer<NetworkView> {
    blocking(&app, view).await
}

/// Keeps how providers are reached, from now on.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_network(app: AppState<'_>, network: Network) -> Answer<NetworkView> {
    blocking(&app, move |app| {
        app.history.put_network(network)?;
        view(app)
    })
    .await
}

/// Keeps the proxy's login, `USER:PASSWORD`, in the keyring.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_proxy_login(app: AppState<'_>, login: String) -> Answer<NetworkView> {
    let has_both = login.trim().split_once(':').is_some_and(|(user, _)| !user.is_empty());
    let login = SecretString::from(login);
    blocking(&app, move |app| {
        if !has_both {
            let message = "Write the login as user:password.".to_owned();
            return Err(Failure::Network { message });
        }
        app.application.keys().set(PROXY_LOGIN, &login)?;
        view(app)
    })
    .await
}

/// Forgets the proxy's login.
#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_proxy_login(app: AppState<'_>) -> Answer<NetworkView> {
    blocking(&app, move |app| {
        app.application.keys().forget(PROXY_LOGIN)?;
        view(app)
    })
    .await
}
