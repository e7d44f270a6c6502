//! Discovers model servers on this machine at their usual ports. It runs only on request, sends no key and uses no
//! proxy.
//!
//! Every kind of server is sought at every usual port, because users change ports. A server is identified by its
//! answers, not by its port.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::catalogue::listing;
use crate::catalogue::probe::{Probe, Sign};
use crate::catalogue::{Provider, catalogue};
use crate::limits::{LARGEST_FOUND, LARGEST_FOUND_JSON, MOST_FOUND};
use crate::wire::address::joined;
use crate::wire::json_size::takes_more;
use crate::wire::redact::{Redaction, SafeText};

/// A local port is either open or closed, so this is enough.
const OPEN_LIMIT: Duration = Duration::from_millis(500);
/// A running server answers at once; one that is loading a model may take a moment.
const PATIENCE: Duration = Duration::from_secs(2);
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
    let Some(client) = Asker::new() else { return Vec::new() };
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
async fn server_at(client: &Asker, host: &str, port: u16) -> Option<LocalServer> {
    timeout(OPEN_LIMIT, TcpStream::connect(format!("{host}:{port}"))).await.ok()?.ok()?;
    let root = format!("http://{host}:{port}");
    let Told { kinds: told, models } = told(client, &root).await;
    let Some((_, (row, probe))) = (0..).zip(kinds()).find(|(kind, _)| told.contains(kind)) else {
        return Some(LocalServer {
            provider: "custom".to_owned(),
            label: format!("An OpenAI-compatible server at port {port}"),
            base_url: format!("{root}/v1"),
            models: sorted(models?),
            loaded: Vec::new(),
        });
    };
    let path = url::Url::parse(&row.base_url).ok()?.path().trim_end_matches('/').to_owned();
    let base_url = format!("{root}{path}");
    let list = client.get(&joined(&base_url, row.dialect.wire().models_path())).await;
    let models = list.and_then(|list| one_at_a_time(|| names(&list.bytes)));
    let loaded = match &probe.loaded {
        Some(path) => client.get(&format!("{root}{path}")).await,
        None => None,
    };
    let loaded = loaded.and_then(|list| one_at_a_time(|| listing::loaded(&list.bytes)));
    Some(LocalServer {
        provider: row.id.clone(),
        label: row.label.clone(),
        base_url,
        models: sorted(models.unwrap_or_default()),
        loaded: sorted(loaded.unwrap_or_default()),
    })
}

/// What the answers of a server tell of it. They themselves are not kept: one process may listen at every port.
#[derive(Default)]
struct Told {
    /// The kinds of servers, by their places among [`kinds`], of which it has a sign.
    kinds: BTreeSet<usize>,
    /// The models of its OpenAI-compatible list; absent if it has none.
    models: Option<Vec<SafeText>>,
}

impl Told {
    fn of(path: &str, body: &[u8]) -> Self {
        let answer: Option<Value> = serde_json::from_slice(body).ok();
        let is_told = |sign: &Sign| {
            let found = answer.as_ref().filter(|_| sign.path == path)?.pointer(&sign.at)?;
            Some(sign.is.as_ref().is_none_or(|wanted| wanted == found))
        };
        let told = (0..)
            .zip(kinds())
            .filter(|(_, (_, probe))| probe.signs.iter().any(|sign| is_told(sign) == Some(true)));
        let kinds = told.map(|(kind, _)| kind).collect();
        Self { kinds, models: if path == OPENAI_LIST { names(body) } else { None } }
    }
}

fn names(list: &[u8]) -> Option<Vec<SafeText>> {
    listing::page(list, &Redaction::default()).map(|page| page.models)
}

/// What the server at `root` answers to all requests that identify some kind of server.
async fn told(client: &Asker, root: &str) -> Told {
    let signs = kinds().flat_map(|(_, probe)| &probe.signs).map(|sign| sign.path.as_str());
    let paths: BTreeSet<&'static str> = signs.chain([OPENAI_LIST]).collect();
    let mut asked = JoinSet::new();
    for path in paths {
        let (client, address) = (client.clone(), format!("{root}{path}"));
        asked.spawn(async move {
            let body = client.get(&address).await?;
            Some(one_at_a_time(|| Told::of(path, &body.bytes)))
        });
    }
    let mut all = Told::default();
    for Told { kinds, models } in asked.join_all().await.into_iter().flatten() {
        all.kinds.extend(kinds);
        all.models = all.models.or(models);
    }
    all
}

fn sorted(mut models: Vec<SafeText>) -> Vec<SafeText> {
    models.sort_unstable();
    models.dedup();
    models
}

/// Parses no two answers at once: parsed, each takes many times its bytes.
fn one_at_a_time<T>(parse: impl FnOnce() -> T) -> T {
    static PARSING: Mutex<()> = Mutex::new(());
    let _alone = PARSING.lock().unwrap_or_else(PoisonError::into_inner);
    parse()
}

/// Asks servers, within the memory that all answers may take together.
#[derive(Clone)]
struct Asker {
    client: reqwest::Client,
    /// Bytes of the answers in memory.
    room: Arc<AtomicUsize>,
}

/// An answer, as long as it is in memory.
struct Body {
    bytes: Vec<u8>,
    room: Arc<AtomicUsize>,
}

impl Drop for Body {
    fn drop(&mut self) {
        self.room.fetch_sub(self.bytes.len(), Ordering::Relaxed);
    }
}

impl Asker {
    fn new() -> Option<Self> {
        // An error means that a crypto provider is already installed, which is fine.
        let _already = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(PATIENCE)
            .no_proxy();
        Some(Self { client: client.build().ok()?, room: Arc::default() })
    }

    /// The response, if it is a success.
    async fn get(&self, address: &str) -> Option<Body> {
        let mut response = self.client.get(address).send().await.ok()?.error_for_status().ok()?;
        let mut body = Body { bytes: Vec::new(), room: Arc::clone(&self.room) };
        while let Some(bytes) = response.chunk().await.ok()? {
            body.bytes.extend_from_slice(&bytes);
            let all = self.room.fetch_add(bytes.len(), Ordering::Relaxed) + bytes.len();
            if body.bytes.len() > LARGEST_FOUND || all > MOST_FOUND {
                return None;
            }
        }
        (!takes_more(&body.bytes, LARGEST_FOUND_JSON)).then_some(body)
    }
}

#[cfg(test)]
#[path = "discover_tests.rs"]
mod tests;
