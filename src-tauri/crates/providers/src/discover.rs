//! Finds servers on this machine: asks the usual ports what is there. Nothing is asked before a person asks for it, no
//! key is sent, and no proxy is used.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::catalogue::{Probe, Provider, catalogue, provider};
use crate::listing;
use crate::request::joined;

/// A server that runs answers at once; one that is busy loading a model may take a moment.
const PATIENCE: Duration = Duration::from_secs(2);
/// An answer longer than this tells nothing of what a server is.
const LARGEST: usize = 4 * 1024 * 1024;

/// A server that was found on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
pub struct LocalServer {
    /// The row of the catalogue that it is, or `custom` where it did not tell.
    pub provider: String,
    /// What it is, in words.
    pub label: String,
    /// Where it is.
    pub base_url: String,
    /// The models it lists, sorted by name.
    pub models: Vec<String>,
}

/// Asks the usual ports of every kind of server that the catalogue knows. Servers come in the catalogue's order.
pub async fn discover() -> Vec<LocalServer> {
    let probes: Vec<(&'static Provider, &'static Probe, u16)> = catalogue()
        .iter()
        .filter_map(|row| row.probe.as_ref().map(|probe| (row, probe, probe.port)))
        .collect();
    discover_at(&probes).await
}

async fn discover_at(probes: &[(&'static Provider, &'static Probe, u16)]) -> Vec<LocalServer> {
    // An error means that a provider is installed already, which is all that is wanted.
    let _already = rustls::crypto::ring::default_provider().install_default();
    let Ok(client) = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(PATIENCE)
        .no_proxy()
        .build()
    else {
        return Vec::new();
    };
    let mut asked = tokio::task::JoinSet::new();
    for (place, (row, probe, port)) in probes.iter().enumerate() {
        let (client, port) = (client.clone(), *port);
        let (row, probe): (&'static Provider, &'static Probe) = (row, probe);
        asked.spawn(async move { (place, port, known(&client, row, probe, port).await) });
    }
    let mut found: Vec<(usize, u16, Option<LocalServer>)> = asked.join_all().await;
    found.sort_by_key(|(place, ..)| *place);
    let taken: BTreeSet<u16> =
        found.iter().filter(|(.., server)| server.is_some()).map(|(_, port, _)| *port).collect();
    let mut servers: Vec<LocalServer> =
        found.into_iter().filter_map(|(.., server)| server).collect();
    let open: BTreeSet<u16> =
        probes.iter().map(|(.., port)| *port).filter(|port| !taken.contains(port)).collect();
    for port in open {
        servers.extend(unknown(&client, port).await);
    }
    servers
}

/// The server of this kind at this port, where there is one.
async fn known(
    client: &reqwest::Client,
    row: &Provider,
    probe: &Probe,
    port: u16,
) -> Option<LocalServer> {
    for host in ["127.0.0.1", "[::1]"] {
        let root = format!("http://{host}:{port}");
        let told = get(client, &format!("{root}{}", probe.path)).await;
        let told = told.and_then(|body| serde_json::from_slice::<Value>(&body).ok());
        if told.is_some_and(|told| told.get(&probe.field).is_some()) {
            let path = url::Url::parse(&row.base_url).ok()?.path().trim_end_matches('/').to_owned();
            let base_url = format!("{root}{path}");
            let list = joined(&base_url, row.dialect.wire().models_path());
            let models = models(get(client, &list).await).unwrap_or_default();
            return Some(LocalServer {
                provider: row.id.clone(),
                label: row.label.clone(),
                base_url,
                models,
            });
        }
    }
    None
}

/// A server at this port that lists models as OpenAI does and does not say what it is.
async fn unknown(client: &reqwest::Client, port: u16) -> Option<LocalServer> {
    let row = provider("custom")?;
    for host in ["127.0.0.1", "[::1]"] {
        let base_url = format!("http://{host}:{port}/v1");
        if let Some(models) = models(get(client, &format!("{base_url}/models")).await) {
            return Some(LocalServer {
                provider: row.id.clone(),
                label: format!("An OpenAI-compatible server at port {port}"),
                base_url,
                models,
            });
        }
    }
    None
}

fn models(list: Option<Vec<u8>>) -> Option<Vec<String>> {
    let mut models = listing::page(&list?)?.models;
    models.sort_unstable();
    models.dedup();
    Some(models)
}

/// What is served there, where it is served with success.
async fn get(client: &reqwest::Client, address: &str) -> Option<Vec<u8>> {
    let mut response = client.get(address).send().await.ok()?.error_for_status().ok()?;
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await.ok()? {
        body.extend_from_slice(&bytes);
        if body.len() > LARGEST {
            return None;
        }
    }
    Some(body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    /// Serves `answers` by path until the test ends, and 404 for everything else.
    async fn serve(answers: &'static [(&'static str, &'static str)]) -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("loopback");
        let port = listener.local_addr().expect("bound").port();
        tokio::spawn(async move {
            while let Ok((mut socket, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let mut request = vec![0; 4_096];
                    let read = socket.read(&mut request).await.unwrap_or(0);
                    let line = String::from_utf8_lossy(request.get(..read).unwrap_or_default());
                    assert!(!line.to_lowercase().contains("authorization"), "no key is sent");
                    let path = line.split(' ').nth(1).unwrap_or_default().to_owned();
                    let answer = answers.iter().find(|(served, _)| *served == path);
                    let (status, body) =
                        answer.map_or(("404 Not Found", "{}"), |(_, body)| ("200 OK", *body));
                    let head = format!(
                        "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                        body.len()
                    );
                    let _gone = socket.write_all((head + body).as_bytes()).await;
                });
            }
        });
        port
    }

    fn probe(id: &str, port: u16) -> (&'static Provider, &'static Probe, u16) {
        let row = provider(id).expect("in the catalogue");
        (row, row.probe.as_ref().expect("it can be probed"), port)
    }

    #[tokio::test]
    async fn a_server_is_what_it_says_it_is() {
        let ollama = serve(&[
            ("/api/version", r#"{"version":"0.13.1"}"#),
            ("/api/tags", r#"{"models":[{"name":"b"},{"name":"a"}]}"#),
        ])
        .await;
        let vllm = serve(&[
            ("/version", r#"{"version":"0.12.0"}"#),
            ("/v1/models", r#"{"data":[{"id":"m"}]}"#),
        ])
        .await;
        let found = discover_at(&[probe("ollama", ollama), probe("vllm", vllm)]).await;
        let expected = |id: &str, base_url: String, models: &[&str]| LocalServer {
            provider: id.to_owned(),
            label: provider(id).expect("in the catalogue").label.clone(),
            base_url,
            models: models.iter().map(|model| (*model).to_owned()).collect(),
        };
        assert_eq!(
            found,
            [
                expected("ollama", format!("http://127.0.0.1:{ollama}"), &["a", "b"]),
                expected("vllm", format!("http://127.0.0.1:{vllm}/v1"), &["m"]),
            ],
            "each by its own answer, with the address a lane needs"
        );
    }

    #[tokio::test]
    async fn a_server_that_does_not_say_what_it_is_is_not_guessed_at() {
        let other = serve(&[("/v1/models", r#"{"data":[{"id":"m"}]}"#)]).await;
        let found = discover_at(&[probe("vllm", other)]).await;
        let found: Vec<_> =
            found.iter().map(|server| (server.provider.as_str(), server.models.len())).collect();
        assert_eq!(
            found,
            [("custom", 1)],
            "it lists models, and is offered as what it is known to be"
        );
    }

    #[tokio::test]
    async fn a_port_where_something_else_listens_is_passed_over() {
        let page = serve(&[("/", "<html>")]).await;
        assert_eq!(
            discover_at(&[probe("llamacpp", page)]).await,
            [],
            "a page is no server of ours"
        );
    }
}
