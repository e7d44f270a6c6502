//! Predictions, which one request creates and a second one streams: the address of the stream, whether the key may go
//! there, and how to cancel.

use std::future::Future;
use std::mem;
use std::pin::pin;
use std::time::Duration;

use hyper::body::Bytes;
use secrecy::SecretString;
use serde_json::Value;
use tokio::time::timeout;
use url::Url;

use crate::catalogue::Provider;
use crate::dialects::json::text;
use crate::error::advice;
use crate::error::fault::{Fault, FaultClass};
use crate::error::fault::{in_stream, said_in_stream};
use crate::error::happened;
use crate::error::raw_fault::RawFault;
use crate::limits::LONGEST_FACT;
use crate::net::address::place_of;
use crate::net::connection::Connection;
use crate::net::idle_timer::{IdleTimer, driven};
use crate::net::network::may_follow;
use crate::wire::address::joined;
use crate::wire::http_request::Addressee;
use crate::wire::json_size;
use crate::wire::redact::{Redaction, SafeText, first_chars};
use crate::wire::untrusted::UntrustedText;

/// The vendor's domains, to which a key may follow an address from a response: that of the API, and that of the
/// streams.
const VENDOR: [&str; 2] = ["replicate.com", "replicate.net"];
/// Maximum excerpt of a response that explains a failure, in characters.
const LONGEST_EXCERPT: usize = 4_096;
/// Maximum length of a prediction's id.
const LONGEST_ID: usize = 128;
/// Timeout of a cancel request.
const ABANDON_LIMIT: Duration = Duration::from_millis(900);

/// The response to the first request.
pub(crate) struct Prediction {
    said: Value,
    pub(crate) id: Option<SafeText>,
    /// The cancel address; absent if nothing is running any more or the address is unknown.
    pub(crate) cancel: Option<Url>,
}

impl Prediction {
    /// Parses the first response. A running prediction can be cancelled whatever else the response says.
    pub(crate) fn of(body: &[u8], provider: &Provider, redaction: &Redaction) -> Self {
        let is_read = !json_size::is_too_large(body);
        let said = is_read.then(|| serde_json::from_slice(body).ok()).flatten();
        let said: Value = said.unwrap_or_default();
        let is_over = matches!(text(&said, "/status"), Some("failed" | "canceled" | "succeeded"));
        let cancel = cancel_of(&said, provider).filter(|_| !is_over);
        let id = text(&said, "/id").map(|id| redaction.text(id));
        Self { said, id, cancel }
    }

    /// The address of the stream.
    ///
    /// # Errors
    /// A [`Fault`] if it reports a failure, names no stream, or names one at another host.
    pub(crate) fn stream(&self, provider: &Provider, redaction: &Redaction) -> Result<Url, Fault> {
        if let Some(error) = text(&self.said, "/error") {
            return Err(said_in_stream(UntrustedText::of(error), redaction));
        }
        if let Some(status @ ("failed" | "canceled")) = text(&self.said, "/status") {
            return Err(in_stream(
                FaultClass::InStream,
                &happened::prediction_ended(status),
                redaction,
            ));
        }
        let Some(stream) = text(&self.said, "/urls/stream") else {
            let body: String = self.said.to_string().chars().take(LONGEST_EXCERPT).collect();
            return Err(Fault {
                body: Some(redaction.text(&body)),
                ..in_stream(FaultClass::NotAStream, &happened::unnamed_stream(), redaction)
            });
        };
        followed(stream, provider).ok_or_else(|| {
            let host = Url::parse(stream).ok().and_then(|url| Some(url.host_str()?.to_owned()));
            let message = happened::foreign_stream(first_chars(
                host.as_deref().unwrap_or(stream),
                LONGEST_FACT,
            ));
            Fault::saying(FaultClass::Forbidden, &message, redaction)
                .advising(&advice::foreign_host())
        })
    }
}

/// An address from a response, if the key may follow it.
fn followed(address: &str, provider: &Provider) -> Option<Url> {
    let url = Url::parse(address).ok()?;
    let may = VENDOR.iter().any(|vendor| may_follow(&url, &provider.base_url, vendor));
    may.then_some(url)
}

/// The cancel address of a prediction: the one in the response, or else derived from its own address or its id.
fn cancel_of(said: &Value, provider: &Provider) -> Option<Url> {
    let named = || followed(text(said, "/urls/cancel")?, provider);
    let beside = || followed(&format!("{}/cancel", text(said, "/urls/get")?), provider);
    let usual = || {
        let is_plain = |id: &&str| {
            let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
            (1..=LONGEST_ID).contains(&id.len()) && id.bytes().all(fits)
        };
        let id = text(said, "/id").filter(is_plain)?;
        Url::parse(&joined(&provider.base_url, &format!("/predictions/{id}/cancel"))).ok()
    };
    named().or_else(beside).or_else(usual)
}

impl Connection {
    /// Switches to a connection to the stream's host and keeps the first connection beside it.
    ///
    /// # Errors
    /// As for [`Connection::open`].
    pub(crate) async fn turn_to(
        &mut self,
        stream: &Url,
        provider: &Provider,
    ) -> Result<(), RawFault> {
        let place = place_of(stream);
        let mut there = self.beside.take().filter(|connection| connection.place == place);
        if let Some(connection) = there.as_mut()
            && !connection.is_ready().await
        {
            connection.renew_to(stream, provider).await?;
        }
        if self.place == place && self.is_ready().await {
            return Ok(());
        }
        let mut there = match there {
            Some(connection) => *connection,
            None => self.beside(stream, provider).await?,
        };
        mem::swap(self, &mut there);
        // Cancelling this request needs its own connection.
        self.unfinished = there.unfinished.take();
        self.beside = Some(Box::new(there));
        Ok(())
    }

    /// Switches back to the first connection for the next request and keeps the other one for the next stream.
    pub(crate) fn turn_back(&mut self) {
        let Some(mut home) = self.beside.take() else { return };
        mem::swap(self, &mut home);
        home.timing.reused = true;
        self.unfinished = home.unfinished.take();
        self.beside = Some(home);
    }

    /// Makes the provider cancel a prediction that nobody reads but that is billed. Does nothing if none is unfinished;
    /// waits less than a second and ignores failures.
    pub async fn abandon(&mut self, provider: &Provider, key: Option<&SecretString>) {
        let Some(cancel) = self.unfinished.take() else { return };
        let telling = async {
            let mut connection = self.beside(&cancel, provider).await?;
            let to = Addressee { provider, key, via: connection.via.as_ref() };
            let message = to.post(&cancel, Bytes::from_static(b"{}"))?;
            let mut idle_timer = IdleTimer::new(ABANDON_LIMIT, connection.clock, u64::MAX);
            let mut answer = pin!(connection.sender.send_request(message));
            let _heard =
                driven(&mut connection, &mut idle_timer, |context| answer.as_mut().poll(context))
                    .await;
            Ok::<(), RawFault>(())
        };
        let _untold = timeout(ABANDON_LIMIT, Box::pin(telling)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::testing::fixture;

    fn replicate() -> &'static Provider {
        crate::provider("replicate").expect("in the catalogue")
    }

    fn made(body: &[u8]) -> Prediction {
        Prediction::of(body, replicate(), &Redaction::default())
    }

    fn stream(body: &str) -> Result<Url, Fault> {
        made(body.as_bytes()).stream(replicate(), &Redaction::default())
    }

    fn cancel(body: &str) -> Option<String> {
        made(body.as_bytes()).cancel.map(String::from)
    }

    #[test]
    fn a_prediction_says_where_it_is_streamed_and_stopped() {
        let body = fixture("replicate_create.json");
        let prediction = made(&body);
        let stream = prediction.stream(replicate(), &Redaction::default()).expect("it is named");
        assert_eq!(stream.as_str(), "https://stream.replicate.com/v1/files/own/abc", "the stream");
        assert_eq!(
            prediction.cancel.as_ref().map(Url::path),
            Some("/v1/predictions/own6gwqtg1rme0cp/cancel"),
            "where to have it stopped"
        );
        assert_eq!(
            prediction.id.as_deref(),
            Some("own6gwqtg1rme0cp"),
            "what to call it when asking for help"
        );
    }

    #[test]
    fn a_stream_is_followed_to_the_vendors_hosts_and_to_no_other() {
        for host in [
            "stream.replicate.com",
            "stream-b.svc.ric1.c.replicate.net",
            "streaming-api.svc.rno2.c.replicate.net",
            "streaming-api.svc.us.c.replicate.net",
        ] {
            let body = format!(r#"{{"urls":{{"stream":"https://{host}/v1/streams/x"}}}}"#);
            let found = stream(&body).map(|url| url.host_str().map(str::to_owned));
            assert_eq!(found, Ok(Some(host.to_owned())), "as recorded or documented");
        }
        for address in [
            "http://stream-b.svc.ric1.c.replicate.net/x",
            "https://evilreplicate.net/x",
            "https://replicate.net.evil.example/x",
            "https://user@stream.replicate.net/x",
            "not an address",
        ] {
            let body = format!(r#"{{"urls":{{"stream":"{address}"}}}}"#);
            let class = stream(&body).map_err(|fault| fault.class);
            assert_eq!(class, Err(FaultClass::Forbidden), "{address}: the key stays here");
        }
    }

    #[test]
    fn a_prediction_that_cannot_be_read_says_why() {
        for (body, class, says) in [
            (
                r#"{"urls":{"stream":"https://evil.example/x"}}"#,
                FaultClass::Forbidden,
                "`evil.example`",
            ),
            (
                r#"{"urls":{"get":"https://api.replicate.com/v1/p"}}"#,
                FaultClass::NotAStream,
                "no stream",
            ),
            ("<html>", FaultClass::NotAStream, "no stream"),
            (r#"{"error":"out of memory","urls":{}}"#, FaultClass::InStream, "out of memory"),
            (
                r#"{"status":"canceled","error":null,"urls":{"stream":"https://stream.replicate.com/x"}}"#,
                FaultClass::InStream,
                "canceled",
            ),
            (r#"{"status":"failed","error":null}"#, FaultClass::InStream, "failed"),
        ] {
            let Err(fault) = stream(body) else { panic!("{body}: it names no stream of ours") };
            assert_eq!(fault.class, class, "{body}");
            assert!(fault.message.contains(says), "{body}: {}", fault.message);
        }
    }

    #[test]
    fn of_an_address_that_is_none_no_more_than_a_fact_is_told() {
        let body = format!(r#"{{"urls":{{"stream":"{}"}}}}"#, "x".repeat(100_000));
        let Err(fault) = stream(&body) else { panic!("it names no stream") };
        assert!(fault.message.len() < 1_000, "and not {} bytes", fault.message.len());
    }

    #[test]
    fn what_runs_can_be_stopped_whatever_else_the_answer_says() {
        let usual = "https://api.replicate.com/v1/predictions/p1/cancel";
        for (body, why) in [
            (
                r#"{"urls":{"cancel":"https://api.replicate.com/v1/predictions/p1/cancel","stream":"https://evil.example/x"}}"#,
                "its stream is somebody else's",
            ),
            (r#"{"urls":{"get":"https://api.replicate.com/v1/predictions/p1"}}"#, "by its address"),
            (r#"{"id":"p1","status":"starting"}"#, "by its id"),
            (r#"{"id":"p1","urls":{"cancel":"https://evil.example/c"}}"#, "not where others say"),
        ] {
            assert_eq!(cancel(body).as_deref(), Some(usual), "{why}");
        }
        for (body, why) in [
            (r#"{"id":"p1","status":"failed"}"#, "nothing runs"),
            (r#"{"id":"p1","status":"canceled"}"#, "nothing runs"),
            (r#"{"id":"../models","status":"starting"}"#, "an id adds no path of its own"),
            (r#"{"urls":{"cancel":"https://evil.example/c"}}"#, "the key would go along"),
            ("<html>", "nothing is known"),
        ] {
            assert_eq!(cancel(body), None, "{why}");
        }
    }
}
