//! `paceline network`: the network settings.

pub(crate) mod arguments;

use keys::{KeyringState, Keys};
use providers::{Network, Proxy, system_proxy};
use serde::Serialize;

use crate::data_dir::DataDir;
use crate::exit::{Exit, Trouble, sentence};
use crate::network::arguments::NetworkSetting;
use crate::schema::Schema;
use crate::terminal::output::{print, print_json};
use app::unknown_provider;

/// The word for the shared proxy.
const SHARED: &str = "shared";
/// The word for no certificate file.
const NONE: &str = "none";

/// The output of `network --json`.
#[derive(Serialize)]
#[cfg_attr(test, derive(specta::Type))]
pub(crate) struct NetworkOutput {
    #[serde(flatten)]
    network: Network,
    /// The system's current proxy, without credentials.
    #[cfg_attr(test, specta(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    system_proxy: Option<String>,
    /// Absent if the keyring cannot be read.
    #[cfg_attr(test, specta(optional))]
    #[serde(skip_serializing_if = "Option::is_none")]
    proxy_login_kept: Option<bool>,
}

/// Shows the network settings.
pub(crate) fn show(json: bool, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let network =
        data_dir.look()?.map_or_else(|| Ok(Network::default()), |history| history.network())?;
    show_this(network, json)
}

fn show_this(network: Network, json: bool) -> Result<Exit, Trouble> {
    let keys = Keys::open();
    let is_open = matches!(keys.state(), KeyringState::Ready { .. });
    let kept = is_open.then(|| app::has_proxy_login(&keys, &network)).and_then(Result::ok);
    let shown = NetworkOutput { network, system_proxy: system_proxy(), proxy_login_kept: kept };
    if json {
        print_json(&Schema::Network.document(&shown))?;
    } else {
        print(&in_words(&shown))?;
    }
    Ok(Exit::Done)
}

fn in_words(shown: &NetworkOutput) -> String {
    let NetworkOutput { network, system_proxy, proxy_login_kept } = shown;
    let in_full = |proxy: &Proxy| match proxy {
        Proxy::System => {
            format!("system ({})", system_proxy.as_deref().unwrap_or("which names none now"))
        }
        other => other.to_string(),
    };
    let mut lines = vec![format!("Proxy: {}", in_full(&network.proxy))];
    lines
        .extend(network.own.iter().map(|(id, proxy)| format!("Proxy of {id}: {}", in_full(proxy))));
    lines.push(format!(
        "Login of the proxy: {}",
        match proxy_login_kept {
            Some(true) => "kept in the keyring",
            Some(false) => "none",
            None => "unknown, since the keyring cannot be read",
        }
    ));
    let file = network.ca_file.as_ref().map(|file| file.display().to_string());
    lines.push(format!(
        "Certificates: the system's{}",
        file.map(|file| format!(" and those in {file}")).unwrap_or_default()
    ));
    let plain: Vec<&str> = network.plain_http.iter().map(String::as_str).collect();
    lines.push(format!(
        "Plain HTTP: this machine and private networks{}",
        if plain.is_empty() { String::new() } else { format!(", {}", plain.join(", ")) }
    ));
    lines.push("Providers on this machine are always reached directly.".to_owned());
    lines.join("\n") + "\n"
}

/// Changes the given settings, and shows the result.
pub(crate) fn set(setting: NetworkSetting, data_dir: &DataDir) -> Result<Exit, Trouble> {
    let history = data_dir.open()?;
    let mut network = history.network()?;
    match (setting.proxy, setting.provider) {
        (Some(proxy), Some(id)) => {
            if history.roster()?.rows().iter().all(|row| row.id != id) {
                return Err(Trouble::cannot_start(unknown_provider("--provider", &id)));
            }
            if proxy == SHARED {
                network.own.remove(&id);
            } else {
                network.own.insert(id, read(&proxy)?);
            }
        }
        (Some(proxy), None) => network.proxy = read(&proxy)?,
        (None, _) => {}
    }
    network.plain_http.extend(setting.plain_http);
    let forgotten =
        Network { plain_http: setting.no_plain_http.into_iter().collect(), ..Network::default() };
    let (network, forgotten) = (checked(network)?, checked(forgotten)?);
    let mut network = network;
    network.plain_http.retain(|place| !forgotten.plain_http.contains(place));
    if let Some(file) = setting.ca_file {
        let file = (file.as_os_str() != NONE).then(|| std::path::absolute(file)).transpose();
        let file = file.map_err(|error| {
            Trouble::cannot_start(format!("The path of the CA file is not valid: {error}."))
        })?;
        app::choose_ca_file(&history, file)
            .map_err(|error| Trouble::cannot_start(sentence(&error.to_string())))?;
    }
    show_this(history.put_network(network)?, false)
}

fn read(proxy: &str) -> Result<Proxy, Trouble> {
    proxy.parse().map_err(|error: providers::NetworkError| unusable(&error))
}

fn checked(network: Network) -> Result<Network, Trouble> {
    network.checked().map_err(|error| unusable(&error))
}

fn unusable(error: &providers::NetworkError) -> Trouble {
    Trouble::cannot_start(sentence(&error.to_string()))
}
