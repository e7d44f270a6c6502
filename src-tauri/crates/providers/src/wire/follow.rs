//! From the response to a first request to the stream that it created.

use hyper::body::Incoming;
use measure::{ArrivalEvent, Kind, TokensSoFar};
use url::Url;

use crate::limits::LARGEST_DESCRIPTION;
use crate::net::idle_timer::IdleTimer;
use crate::wire::exchange::{Exchange, Failure};
use crate::wire::prediction::Prediction;
use crate::wire::response::Reply;

impl Exchange<'_> {
    /// Reads the address of the stream from the first response, and then the stream.
    pub(crate) async fn follow(
        &mut self,
        body: Incoming,
        mut idle_timer: IdleTimer,
        reply: &mut Reply,
    ) -> Result<(), Failure> {
        let said = self.collect(body, &mut idle_timer, LARGEST_DESCRIPTION).await;
        let made = ArrivalEvent {
            at_ns: self.connection.stamps.read_ns(),
            event: 0,
            kind: Kind::Created,
            text_bytes: 0,
            wire_bytes: u32::try_from(said.len()).unwrap_or(u32::MAX),
            tokens_so_far: TokensSoFar::UNTOLD,
        };
        self.log(|recording| recording.timeline.push(made));
        let provider = &self.request.provider;
        let mut prediction = Prediction::of(&said, provider, self.redaction);
        // From here on a prediction runs and is billed, so it is cancelled at the provider whenever the request fails
        // or is stopped.
        self.connection.unfinished = prediction.cancel.take();
        // The provider uses this id for both requests.
        let id = prediction.id.take();
        reply.server.request_id = id.or(reply.server.request_id.take());
        let stream = prediction.stream(provider, self.redaction)?;
        let turned = self.connection.turn_to(&stream, provider).await;
        turned.map_err(|fault| fault.redacted(self.redaction))?;
        let by_id = reply.server.request_id.take();
        let outcome = self.read_stream(&stream, reply).await;
        self.connection.turn_back();
        reply.server.request_id = by_id.or(reply.server.request_id.take());
        outcome
    }

    /// Requests the stream and reads it. A second request does not create a second prediction.
    async fn read_stream(&mut self, stream: &Url, reply: &mut Reply) -> Result<(), Failure> {
        let (body, idle_timer) = match self.ask_for(stream, reply).await {
            Err(Failure::Stale(_)) => {
                self.connection.went_stale();
                let renewed = self.connection.renew_to(stream, &self.request.provider).await;
                renewed.map_err(|fault| fault.redacted(self.redaction))?;
                reply.stale = true;
                reply.attempts += 1;
                self.ask_for(stream, reply).await?
            }
            asked => asked?,
        };
        self.read(body, idle_timer, reply).await
    }

    async fn ask_for(
        &mut self,
        stream: &Url,
        reply: &mut Reply,
    ) -> Result<(Incoming, IdleTimer), Failure> {
        let message =
            self.addressee().get(stream).map_err(|fault| fault.redacted(self.redaction))?;
        let mut idle_timer = self.first_token_timer();
        Ok((self.answer(message, &mut idle_timer, reply).await?, idle_timer))
    }
}
