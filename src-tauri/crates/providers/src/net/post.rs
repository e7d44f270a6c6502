//! Posts a message to an address that is a secret itself, such as a webhook's. No key of a provider is sent.

use measure::Phrase;
use secrecy::{ExposeSecret as _, SecretString};
use url::Url;

use crate::error::advice;
use crate::error::fault::{Fault, FaultClass};
use crate::error::raw_fault::RawFault;
use crate::net::client::Client;
use crate::net::route::Route;
use crate::wire::redact::Redaction;

/// The longest address that is taken, in characters.
const LONGEST_ADDRESS: usize = 2_048;
/// What is read of an answer that is no success, in bytes.
const MOST_ANSWER: usize = 2_048;

/// Posts a JSON text to `address` over `route`. `proxy_login` is the proxy's, as `USER:PASSWORD`. Redirects are not followed.
///
/// # Errors
/// A [`Fault`] that names the problem with the address, the connection or the response, and never the address.
pub async fn post_json(
    address: &SecretString,
    body: String,
    route: &Route,
    proxy_login: Option<&SecretString>,
) -> Result<(), Fault> {
    #[expect(clippy::disallowed_methods, reason = "a message is sent to its address")]
    let url = Url::parse(address.expose_secret().trim());
    // Where it leads is shown with it. What cannot be read may have its secret anywhere.
    let hidden = url.as_ref().map(|url| SecretString::from(path_of(url))).ok();
    let redaction = Redaction::of(hidden.as_ref().or(Some(address))).and_login(proxy_login);
    let posted = match url {
        Ok(url) => post(&url, body, route, proxy_login).await,
        Err(error) => Err(unusable(&error.to_string())),
    };
    posted.map_err(|fault| fault.redacted(&redaction))
}

/// The origin of an address that a webhook can have, such as `https://hooks.slack.com`.
///
/// # Errors
/// Why it can be none, in a sentence that does not contain it.
pub fn webhook_origin(address: &SecretString) -> Result<String, String> {
    #[expect(clippy::disallowed_methods, reason = "the origin is what may be shown of it")]
    let text = address.expose_secret().trim();
    if text.chars().count() > LONGEST_ADDRESS {
        return Err(format!("The address of a webhook has at most {LONGEST_ADDRESS} characters."));
    }
    let url = Url::parse(text).map_err(|error| format!("That is no address: {error}."))?;
    if !is_web(&url) || url.host_str().is_none() {
        return Err("The address of a webhook begins with https:// or http://.".to_owned());
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(
            "The address of a webhook has no user name and no password in front of its host."
                .to_owned(),
        );
    }
    Ok(url.origin().ascii_serialization())
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "https" | "http")
}

/// What of an address only its owner knows: the path and the query, as they are sent.
fn path_of(url: &Url) -> String {
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    format!("{}{query}", url.path())
}

fn unusable(why: &str) -> RawFault {
    let message = format!("The address of the webhook cannot be used: {why}.");
    RawFault::new(FaultClass::Dns, Phrase::verbatim(&message), advice::check_address())
}

async fn post(
    url: &Url,
    body: String,
    route: &Route,
    proxy_login: Option<&SecretString>,
) -> Result<(), RawFault> {
    if !is_web(url) {
        return Err(unusable("it begins with neither https:// nor http://"));
    }
    let client = Client::to(url, route, proxy_login).await?;
    let failed = |error: reqwest::Error| client.fault(&error.without_url());
    let request = client.post().header("content-type", "application/json").body(body);
    let mut response = request.send().await.map_err(failed)?;
    let status = response.status();
    if status.is_success() {
        return Ok(());
    }
    let mut said = Vec::new();
    while let Some(bytes) = response.chunk().await.map_err(failed)? {
        said.extend_from_slice(&bytes);
        if said.len() >= MOST_ANSWER {
            break;
        }
    }
    said.truncate(MOST_ANSWER);
    let said = String::from_utf8_lossy(&said);
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    let said: String = said.chars().take(200).collect();
    let said = if said.is_empty() { said } else { format!(" It said: {said}") };
    let message = format!("The webhook answered HTTP {status}.{said}");
    Err(RawFault::new(FaultClass::OtherStatus, Phrase::verbatim(&message), advice::check_address()))
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};
    use std::net::TcpListener;
    use std::thread;

    use super::*;

    fn secret(text: &str) -> SecretString {
        SecretString::from(text.to_owned())
    }

    /// A server that takes one request and gives `answer`; its address, and what it got.
    fn server(answer: &'static str) -> (String, thread::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = format!("http://{}", listener.local_addr().expect("it has one"));
        let got = thread::spawn(move || {
            let (mut stream, _) = listener.accept().expect("somebody comes");
            let (mut got, mut part) = (String::new(), [0; 4_096]);
            while !got.ends_with('}') {
                let read = stream.read(&mut part).expect("it is sent");
                assert!(read > 0, "it ends early: {got}");
                got.push_str(&String::from_utf8_lossy(&part[..read]));
            }
            stream.write_all(answer.as_bytes()).expect("it is heard");
            got
        });
        (address, got)
    }

    async fn posted(address: &str) -> Result<(), String> {
        let body = "{\"text\":\"x\"}".to_owned();
        let sent = post_json(&secret(address), body, &Route::default(), None).await;
        sent.map_err(|fault| format!("{} {}", fault.message, fault.advice))
    }

    #[tokio::test]
    async fn a_message_is_posted_as_json_and_a_success_has_no_answer() {
        let (address, got) = server("HTTP/1.1 204 No Content\r\n\r\n");
        posted(&format!("{address}/services/T0/marker?token=other")).await.expect("it is taken");
        let got = got.join().expect("it is got");
        assert!(got.starts_with("POST /services/T0/marker?token=other HTTP/1.1\r\n"), "{got}");
        assert!(
            got.contains("content-type: application/json") && got.ends_with("{\"text\":\"x\"}")
        );
    }

    #[tokio::test]
    async fn what_a_refusal_says_is_told_without_the_address() {
        let answer = "HTTP/1.1 404 Not Found\r\ncontent-length: 59\r\n\r\nthe channel is gone: /services/T0/marker?token=other (gone)";
        let (address, got) = server(answer);
        let said = posted(&format!("{address}/services/T0/marker?token=other")).await.unwrap_err();
        got.join().expect("it is got");
        assert!(said.contains("HTTP 404") && said.contains("channel is gone"), "{said}");
        assert!(!said.contains("T0/marker"), "{said}");
    }

    #[tokio::test]
    async fn an_address_that_nobody_answers_is_told_without_its_path() {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = free.local_addr().expect("it has one");
        drop(free);
        let said = posted(&format!("http://{address}/services/marker")).await.unwrap_err();
        assert!(!said.contains("marker"), "{said}");
        assert!(said.contains(&address.to_string()) && !said.contains("**"), "but where: {said}");
        let (address, got) = server("HTTP/1.1 204");
        let said = posted(&format!("{address}/services/T0/marker")).await.unwrap_err();
        got.join().expect("it is got");
        assert!(!said.contains("marker") && !said.contains("**"), "a plain sentence: {said}");
        let said = posted("http://public.example/marker").await.unwrap_err();
        assert!(!said.contains("marker"), "nothing goes unencrypted: {said}");
        let said = posted("file:///marker").await.unwrap_err();
        assert!(said.contains("https://") && !said.contains("marker"), "{said}");
    }

    #[test]
    fn an_address_is_taken_only_if_nothing_of_it_but_its_path_is_secret() {
        let of = |text: &str| webhook_origin(&secret(text));
        assert_eq!(of(" https://hooks.slack.com/x\n"), Ok("https://hooks.slack.com".into()));
        assert_eq!(of("http://127.0.0.1:9/x"), Ok("http://127.0.0.1:9".into()));
        for bad in
            ["marker", "ftp://marker.example/x", "https://me:marker@example.com/x", "data:marker"]
        {
            let said = of(bad).unwrap_err();
            assert!(!said.contains("marker"), "{said}");
        }
        assert!(of(&format!("https://example.com/{}", "x".repeat(3_000))).is_err());
    }
}
