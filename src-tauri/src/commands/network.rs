//! Commands of the network settings: proxies, certificates, plain HTTP.

use keys::KeyOwner;
use providers::{EndpointError, Network, PROXY_LOGIN, Proxy, system_proxy};
use secrecy::SecretString;

use super::{Answer, AppState, blocking};
use crate::failure::Failure;
use crate::state::App;

/// The network settings as the window shows them.
#[derive(Debug, serde::Serialize, specta::Type)]
pub(crate) struct NetworkView {
    /// The user's settings.
    network: Network,
    /// The system's current proxy, without credentials.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    system_proxy: Option<String>,
    /// Whether a proxy login is in the keyring. Also `false` if the keyring cannot be read, which its state shows.
    proxy_login_kept: bool,
}

fn view(app: &App) -> Answer<NetworkView> {
    Ok(NetworkView {
        network: app.history.network()?,
        system_proxy: system_proxy(),
        proxy_login_kept: matches!(
            app.application.keys().has(&KeyOwner::anywhere(PROXY_LOGIN)),
            Ok(Some(_))
        ),
    })
}

/// Saves the user's consent to plain HTTP for a public host, if an address needs it.
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

/// The network settings.
#[tauri::command]
#[specta::specta]
pub(crate) async fn network(app: AppState<'_>) -> Answer<NetworkView> {
    blocking(&app, view).await
}

/// Saves the network settings.
#[tauri::command]
#[specta::specta]
pub(crate) async fn set_network(app: AppState<'_>, network: Network) -> Answer<NetworkView> {
    blocking(&app, move |app| {
        let before = proxies(&app.history.network()?);
        let now = proxies(&app.history.put_network(network)?);
        // The login was given for the earlier proxies: a new one does not get it.
        if now.iter().any(|proxy| !before.contains(proxy)) {
            app.application.keys().forget(&KeyOwner::anywhere(PROXY_LOGIN)).ok();
        }
        view(app)
    })
    .await
}

/// The addresses of the user's own proxies.
fn proxies(network: &Network) -> Vec<String> {
    let all = std::iter::once(&network.proxy).chain(network.own.values());
    all.filter(|proxy| matches!(proxy, Proxy::Custom { .. })).map(ToString::to_string).collect()
}

/// Stores the proxy login, `USER:PASSWORD`, in the keyring.
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
        app.application.keys().set(&KeyOwner::anywhere(PROXY_LOGIN), &login)?;
        view(app)
    })
    .await
}

/// Forgets the proxy login.
#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_proxy_login(app: AppState<'_>) -> Answer<NetworkView> {
    blocking(&app, move |app| {
        app.application.keys().forget(&KeyOwner::anywhere(PROXY_LOGIN))?;
        view(app)
    })
    .await
}
