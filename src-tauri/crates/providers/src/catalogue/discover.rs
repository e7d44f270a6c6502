//! Discovers model servers on this machine at their usual ports. It runs only on request, sends no key and uses no
//! proxy.
//!
//! Every kind of server is sought at every usual port, because users change ports. A server is identified by its
//! answers, not by its port.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::catalogue::listing;
use crate::catalogue::probe::Probe;
use crate::catalogue::{Provider, catalogue};
use crate::wire::address::joined;
use crate::wire::json_size;
use crate::wire::redact::{Redaction, SafeText};

/// A local port is either open or closed, so this is enough.
const OPEN_LIMIT: Duration = Duration::from_millis(500);
/// A running server answers at once; one that is loading a model may take a moment.
const PATIENCE: Duration = Duration::from_secs(2);
/// Maximum size of an answer that identifies a server.
const LARGEST: usize = 4 * 1024 * 1024;
/// The OpenAI-compatible model list, which every kind of server has.
const OPENAI_LIST: &str = "/v1/models";

/// A server found on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct LocalServer {
    /// Its row of the catalogue, or `custom` if it is unknown.
    pub provider: String,
    /// Display name.
    pub label: String,
    /// Base address.
    pub base_url: String,
    /// The models it lists, sorted by name.
    pub models: Vec<SafeText>,
    /// Models that are in memory and therefore answer without loading; empty if unknown.
    pub loaded: Vec<SafeText>,
}

/// Looks for every kind of server in the catalogue at all usual ports. Servers are in order of their ports.
pub async fn discover() -> Vec<LocalServer> {
    discover_at(usual_ports()).await
}

fn usual_ports() -> BTreeSet<u16> {
    kinds().flat_map(|(_, probe)| probe.ports.iter().copied()).collect()
}

fn kinds() -> impl Iterator<Item = (&'static Provider, &'static Probe)> {
    catalogue().iter().filter_map(|row| row.probe.as_ref().map(|probe| (row, probe)))
}

async fn discover_at(ports: impl IntoIterator<Item = u16>) -> Vec<LocalServer> {
    // An error means that a crypto provider is already installed, which is fine.
    let _already = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(PATIENCE)
        .no_proxy()
        .build();
    let Ok(client) = client else { return Vec::new() };
    let mut asked = JoinSet::new();
    for port in ports {
        for host in ["127.0.0.1", "[::1]"] {
            let client = client.clone();
            asked.spawn(async move { ((port, host), server_at(&client, host, port).await) });
        }
    }
    let answers: BTreeMap<_, _> = asked.join_all().await.into_iter().collect();
    let mut found: Vec<(u16, LocalServer)> = Vec::new();
    for ((port, _), server) in answers {
        let Some(server) = server else { continue };
        // A server that listens on both addresses is one server.
        let is_known = found.iter().any(|(other, known)| {
            *other == port && known.provider == server.provider && known.models == server.models
        });
        if !is_known {
            found.push((port, server));
        }
    }
    found.into_iter().map(|(_, server)| server).collect()
}

/// The server that listens there, if we can race it.
async fn server_at(client: &reqwest::Client, host: &str, port: u16) -> Option<LocalServer> {
    timeout(OPEN_LIMIT, TcpStream::connect(format!("{host}:{port}"))).await.ok()?.ok()?;
    let root = format!("http://{host}:{port}");
    let answers = answers(client, &root).await;
    let told = |path: &str| answers.get(path);
    let kind = kinds().find(|(_, probe)| {
        probe.signs.iter().any(|sign| {
            let found = told(&sign.path).and_then(|answer| answer.pointer(&sign.at));
            found.is_some_and(|found| sign.is.as_ref().is_none_or(|wanted| wanted == found))
        })
    });
    let Some((row, probe)) = kind else {
        let models = sorted(
            listing::page(told(OPENAI_LIST)?.to_string().as_bytes(), &Redaction::default())?.models,
        );
        return Some(LocalServer {
            provider: "custom".to_owned(),
            label: format!("An OpenAI-compatible server at port {port}"),
            base_url: format!("{root}/v1"),
            models,
            loaded: Vec::new(),
        });
    };
    let path = url::Url::parse(&row.base_url).ok()?.path().trim_end_matches('/').to_owned();
    let base_url = format!("{root}{path}");
    let list = get(client, &joined(&base_url, row.dialect.wire().models_path())).await;
    let models =
        list.and_then(|list| listing::page(&list, &Redaction::default())).map(|page| page.models);
    let loaded = match &probe.loaded {
        Some(path) => get(client, &format!("{root}{path}")).await,
        None => None,
    };
    Some(LocalServer {
        provider: row.id.clone(),
        label: row.label.clone(),
        base_url,
        models: sorted(models.unwrap_or_default()),
        loaded: sorted(loaded.and_then(|list| listing::loaded(&list)).unwrap_or_default()),
    })
}

/// The answers of the server at `root` to all requests that identify some kind of server.
async fn answers(client: &reqwest::Client, root: &str) -> BTreeMap<&'static str, Value> {
    let signs = kinds().flat_map(|(_, probe)| &probe.signs).map(|sign| sign.path.as_str());
    let paths: BTreeSet<&'static str> = signs.chain([OPENAI_LIST]).collect();
    let mut asked = JoinSet::new();
    for path in paths {
        let (client, address) = (client.clone(), format!("{root}{path}"));
        asked.spawn(async move { Some((path, get(&client, &address).await?)) });
    }
    let json =
        |(path, body): (&'static str, Vec<u8>)| Some((path, serde_json::from_slice(&body).ok()?));
    asked.join_all().await.into_iter().flatten().filter_map(json).collect()
}

fn sorted(mut models: Vec<SafeText>) -> Vec<SafeText> {
    models.sort_unstable();
    models.dedup();
    models
}

/// The response, if it is a success.
async fn get(client: &reqwest::Client, address: &str) -> Option<Vec<u8>> {
    let mut response = client.get(address).send().await.ok()?.error_for_status().ok()?;
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await.ok()? {
        body.extend_from_slice(&bytes);
        if body.len() > LARGEST {
            return None;
        }
    }
    (!json_size::is_too_large(&body)).then_some(body)
}

#[cfg(test)]
#[path = "discover_tests.rs"]
mod tests;
