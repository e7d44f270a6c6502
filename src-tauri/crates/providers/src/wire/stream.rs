//! One request on an open connection, from its first byte to the end of its body, including a second attempt if needed.

use std::sync::Mutex;

use measure::Recording;
use secrecy::SecretString;

use crate::error::fault::Fault;
use crate::error::mid_stream::advise;
use crate::error::raw_fault::RawFault;
use crate::net::connection::Connection;
use crate::net::idle_timer::ns;
use crate::net::proxy::ProxyRoute;
use crate::net::timeouts::Timeouts;
use crate::request::Request;
use crate::wire::exchange::{Exchange, Failure};
use crate::wire::http_request::unusable;
use crate::wire::redact::Secrets;
use crate::wire::response::Reply;
use crate::wire::written_body::WrittenBody;

/// Sends `request` on `connection`, with the `body` that was written of it, and records everything that comes back. The outcome is in `recording` and `reply`;
/// dropping the future stops the request and leaves both with what had arrived.
///
/// Of `secrets`, which are to hold `key`, nothing is kept in what came back.
///
/// There are two reasons to send a second time, each at most once. A server that refuses an option which the request
/// can do without, such as `stream_options`, is asked again without it. A reused connection that ends before the first
/// byte of the response was closed by the server, which may or may not have received the request: it is sent again on a
/// new connection, and may be billed twice. `reply.attempts`, `reply.left_out` and `reply.stale` say so, and the
/// recording is only that of the last attempt.
pub async fn stream(
    connection: &mut Connection,
    (request, body): (&Request, &WrittenBody),
    (key, secrets): (Option<&SecretString>, &Secrets),
    timeouts: Timeouts,
    recording: &Mutex<Recording>,
    reply: &mut Reply,
) {
    let login = connection.via.as_ref().and_then(ProxyRoute::login);
    let redaction = secrets.redaction(login.as_ref());
    let until_ns = connection.clock.now_ns().saturating_add(ns(timeouts.total));
    let mut exchange = Exchange {
        connection,
        request,
        key,
        timeouts,
        recording,
        redaction: &redaction,
        without: None,
        success: None,
        until_ns,
        first_until_ns: until_ns,
    };
    reply.attempts = 1;
    let outcome = loop {
        let attempted = match exchange.without {
            None => exchange.attempt(body, reply).await,
            extra => exchange.attempt(&request.write_without(extra), reply).await,
        };
        match attempted {
            Err(Failure::AskAgain(extra)) => {
                exchange.without = Some(extra);
                reply.left_out = Some(extra.field().into());
            }
            Err(Failure::Stale(_)) if !reply.stale => {
                reply.stale = true;
                exchange.connection.went_stale();
            }
            Err(Failure::Stale(fault) | Failure::Fault(fault)) => break Err(fault),
            Ok(()) => break Ok(()),
        }
        if let Err(fault) = exchange.stand_ready().await {
            break Err(Box::new(fault));
        }
        exchange.log(|recording| *recording = Recording::starting_at(recording.timeline.plan_ns));
        reply.attempts += 1;
    };
    let closed_ns = exchange.connection.clock.now_ns();
    // After the stream, because asking the kernel takes some ten microseconds.
    let (remote, kernel_rtt_us) =
        (exchange.connection.timing.remote.clone(), exchange.connection.kernel_rtt_us());
    exchange.log(|recording| {
        recording.timeline.close_ns = Some(closed_ns);
        // A stream that a second connection brought says nothing about the first.
        if let Some(first) = recording.timeline.connection.as_mut().filter(|it| it.remote == remote)
        {
            first.kernel_rtt_us = kernel_rtt_us;
        }
    });
    exchange.connection.timing.reused = true;
    if reply.done {
        exchange.connection.unfinished = None;
    }
    exchange.connection.abandon(&request.provider, key).await;
    if let Err(fault) = outcome {
        reply.fault.get_or_insert(*fault);
    }
    if let Some(fault) = reply.fault.as_mut() {
        let came = exchange.log(|recording| recording.timeline.text().next().is_some());
        let empty_success = exchange.success.filter(|_| !came);
        let (provider, model) = (&request.provider, &request.model);
        advise(fault, provider, model, key.is_some(), &redaction, empty_success);
    }
}

impl Exchange<'_> {
    async fn attempt(&mut self, body: &WrittenBody, reply: &mut Reply) -> Result<(), Failure> {
        let provider = &self.request.provider;
        let redacted = |fault: RawFault| fault.redacted(self.redaction);
        let url = self.request.url().map_err(|error| redacted(unusable(&error.to_string())))?;
        let mut message = self.addressee().post(&url, body.bytes()).map_err(redacted)?;
        self.request.add_headers(message.headers_mut());
        let timing = self.connection.timing.clone();
        let sent_ns = self.connection.clock.now_ns();
        self.first_until_ns = sent_ns.saturating_add(ns(self.timeouts.first)).min(self.until_ns);
        let mut idle_timer = self.first_token_timer();
        self.log(|recording| {
            recording.timeline.connection = Some(timing);
            recording.timeline.send_ns = Some(sent_ns);
        });
        let body = self.answer(message, &mut idle_timer, reply).await?;
        if provider.dialect.wire().is_made_first() {
            // Boxed, because otherwise every stream would reserve the memory that this needs.
            Box::pin(self.follow(body, idle_timer, reply)).await
        } else {
            self.read(body, idle_timer, reply).await
        }
    }

    /// A connection for the next attempt: the current one, if it is still open.
    async fn stand_ready(&mut self) -> Result<(), Fault> {
        if self.connection.is_ready().await {
            return Ok(());
        }
        // Boxed, because otherwise every stream would reserve the memory that connecting needs.
        Box::pin(self.connection.renew(&self.request.provider, self.key)).await
    }
}
