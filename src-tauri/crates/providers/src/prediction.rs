//! What a first request makes and a second one streams: where the stream is, whether the key may go there, and how to
//! have the making of it stopped.

use std::future::Future;
use std::mem;
use std::pin::pin;
use std::time::Duration;

use secrecy::SecretString;
use serde_json::{Value, json};
use tokio::time::timeout;
use url::Url;

use crate::dialects::json::text;
use crate::fault::{in_stream, said_in_stream};
use crate::link::Link;
use crate::message::Addressee;
use crate::network::{may_follow, place_of};
use crate::redact::Redaction;
use crate::silence::{Silence, driven};
use crate::{Fault, FaultClass, Provider};

/// A vendor whose hosts a key may follow an address of its own to.
const VENDOR: &str = "replicate.com";
/// Longest that telling a provider to stop may hold anybody up.
const ABANDON_LIMIT: Duration = Duration::from_secs(2);

/// What the first request is answered with.
pub(crate) struct Prediction {
    pub(crate) id: Option<String>,
    /// Where it is streamed.
    pub(crate) stream: Url,
    /// Where to have it stopped.
    pub(crate) cancel: Option<Url>,
}

impl Prediction {
    /// Reads the answer to the first request.
    ///
    /// # Errors
    /// A [`Fault`] when it says that it failed, names no stream, or names one at somebody else's.
    pub(crate) fn of(
        body: &[u8],
        provider: &Provider,
        redaction: &Redaction,
    ) -> Result<Self, Fault> {
        let said: Value = serde_json::from_slice(body).unwrap_or_default();
        if let Some(error) = text(&said, "/error") {
            return Err(said_in_stream(&redaction.text(error)));
        }
        let Some(stream) = text(&said, "/urls/stream") else {
            return Err(Fault {
                body: Some(redaction.text(&String::from_utf8_lossy(body))),
                ..in_stream(
                    FaultClass::NotAStream,
                    "The provider took the request and named no stream for its answer.".to_owned(),
                )
            });
        };
        let ours = |address: &str| {
            let url = Url::parse(address).ok()?;
            may_follow(&url, &provider.base_url, VENDOR).then_some(url)
        };
        let Some(stream) = ours(stream) else {
            let host = Url::parse(stream).ok().and_then(|url| Some(url.host_str()?.to_owned()));
            return Err(Fault::new(
                FaultClass::Forbidden,
                format!(
                    "The answer is to be read at `{}`, which is not the provider's own address: the key was not sent there.",
                    redaction.text(host.as_deref().unwrap_or(stream))
                ),
                "Set the provider's address to the place that also serves its streams, if you trust it with the key.",
            ));
        };
        Ok(Self {
            id: text(&said, "/id").map(|id| redaction.text(id)),
            stream,
            cancel: text(&said, "/urls/cancel").and_then(ours),
        })
    }
}

impl Link {
    /// Becomes a connection to where a stream is, with the one that the first request went out on beside it.
    ///
    /// # Errors
    /// As for [`Link::open`].
    pub(crate) async fn turn_to(&mut self, stream: &Url, provider: &Provider) -> Result<(), Fault> {
        let place = place_of(stream);
        let mut there = self.beside.take().filter(|link| link.place == place);
        if let Some(link) = there.as_mut()
            && !link.is_ready().await
        {
            link.renew_to(stream, provider).await?;
        }
        if self.place == place && self.is_ready().await {
            return Ok(());
        }
        let mut there = match there {
            Some(link) => *link,
            None => self.beside(stream, provider).await?,
        };
        mem::swap(self, &mut there);
        self.beside = Some(Box::new(there));
        Ok(())
    }

    /// Becomes the first connection again, for the next request, with the other one beside it for the next stream.
    pub(crate) fn turn_back(&mut self) {
        let Some(mut home) = self.beside.take() else { return };
        mem::swap(self, &mut home);
        home.connection.reused = true;
        self.unfinished = home.unfinished.take();
        self.beside = Some(home);
    }

    /// Has the provider stop what it goes on making, and billing, for nobody. Does nothing where nothing is left
    /// unfinished; waits two seconds at most, and that it failed changes nothing.
    pub async fn abandon(&mut self, provider: &Provider, key: Option<&SecretString>) {
        let Some(cancel) = self.unfinished.take() else { return };
        let telling = async {
            let mut link = self.beside(&cancel, provider).await?;
            let to = Addressee { provider, key, via: link.via.as_ref() };
            let message = to.post(&cancel, &json!({}))?;
            let mut silence = Silence::new(ABANDON_LIMIT, link.clock.now_ns());
            let mut answer = pin!(link.sender.send_request(message));
            let _heard =
                driven(&mut link, &mut silence, |context| answer.as_mut().poll(context)).await;
            Ok::<(), Fault>(())
        };
        let _untold = timeout(ABANDON_LIMIT, Box::pin(telling)).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dialects::testing::fixture;

    fn read(body: &[u8]) -> Result<Prediction, Fault> {
        let replicate = crate::provider("replicate").expect("in the catalogue");
        Prediction::of(body, replicate, &Redaction::default())
    }

    #[test]
    fn a_prediction_says_where_it_is_streamed_and_stopped() {
        let made = read(&fixture("replicate_create.json")).expect("it was made");
        assert_eq!(
            made.stream.as_str(),
            "https://stream.replicate.com/v1/files/own/abc",
            "the stream"
        );
        assert_eq!(
            made.cancel.as_ref().map(Url::path),
            Some("/v1/predictions/own6gwqtg1rme0cp/cancel"),
            "where to have it stopped"
        );
        assert_eq!(
            made.id.as_deref(),
            Some("own6gwqtg1rme0cp"),
            "what to call it when asking for help"
        );
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
        ] {
            let Err(fault) = read(body.as_bytes()) else {
                panic!("{body}: it names no stream of ours")
            };
            assert_eq!(fault.class, class, "{body}");
            assert!(fault.message.contains(says), "{body}: {}", fault.message);
        }
    }

    #[test]
    fn what_would_be_told_to_stop_elsewhere_is_told_nothing() {
        let body = br#"{"urls":{"stream":"https://stream.replicate.com/x","cancel":"https://evil.example/c"}}"#;
        assert_eq!(read(body).expect("it was made").cancel, None, "the key would go along");
    }
}
