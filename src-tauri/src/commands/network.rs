//! Commands of the network settings: proxies, certificates, plain HTTP.

use providers::{EndpointError, Network, system_proxy};
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
    let network = app.history.network()?;
    Ok(NetworkView {
        proxy_login_kept: app::has_proxy_login(app.application.keys(), &network).unwrap_or(false),
        network,
        system_proxy: system_proxy(),
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
        let trusted = app.history.network()?.ca_file;
        // Whoever chooses the certificates can read the keys that are sent, and a script in the page is not the user.
        if network.ca_file.is_some() && network.ca_file != trusted {
            let message =
                "Certificates are chosen outside this window, with `paceline network set --ca-file FILE`.";
            return Err(Failure::Network { message: message.to_owned() });
        }
        let takes_back = network.ca_file.is_none() && trusted.is_some();
        app.history.put_network(network)?;
        if takes_back {
            app::choose_ca_file(&app.history, None)
                .map_err(|error| Failure::Network { message: error.to_string() })?;
        }
        view(app)
    })
    .await
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
        let network = app.history.network()?;
        if !app::keep_proxy_login(app.application.keys(), &network, &login)? {
            let message =
                "A login belongs to a proxy of your own. Set its address first.".to_owned();
            return Err(Failure::Network { message });
        }
        view(app)
    })
    .await
}

/// Forgets the proxy login.
#[tauri::command]
#[specta::specta]
pub(crate) async fn forget_proxy_login(app: AppState<'_>) -> Answer<NetworkView> {
    blocking(&app, move |app| {
        app::forget_proxy_login(app.application.keys(), &app.history.network()?)?;
        view(app)
    })
    .await
}
