//! One request on a standing connection, from its first byte to the end of its body.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use http_body_util::Full;
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderMap};
use measure::{Kind, Mark, Recording, TokensSoFar};
use secrecy::SecretString;

use crate::Request;
use crate::client::chain;
use crate::fault::{self, Fault, FaultClass};
use crate::headers::{compressed, processing_ms};
use crate::link::Link;
use crate::message::{Addressee, unusable};
use crate::prediction::Prediction;
use crate::reader::Reader;
use crate::redact::Redaction;
use crate::refusal::Refusal;
use crate::reply::Reply;
use crate::silence::{Silence, driven};
use crate::sse::Sse;

/// A body larger than this is no answer to a prompt.
const LARGEST_BODY: usize = 256 * 1024 * 1024;
/// What is kept of a body that explains a failure.
const LARGEST_EXCERPT: usize = 4 * 1024;
/// What is read of a body that describes where a stream is. It repeats the prompt.
const LARGEST_DESCRIPTION: usize = 16 * 1024 * 1024;

/// How long silence is borne. Any byte breaks it, a comment too: a server that says it is alive is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// Before the first visible text.
    pub first: Duration,
    /// Between two reads after it.
    pub idle: Duration,
}

impl Default for Patience {
    /// Five minutes for a model that thinks before it speaks, one minute between chunks.
    fn default() -> Self {
        Self { first: Duration::from_secs(300), idle: Duration::from_secs(60) }
    }
}

/// Sends `request` on `link` and records everything that comes back. Whatever happens is in `recording` and `reply`;
/// dropping the future stops the request and leaves both with what had arrived.
///
/// A server whose manners are unknown and that refuses `stream_options` is asked a second time without them:
/// `reply.attempts` says so, and the recording is that of the second attempt alone.
pub async fn stream(
    link: &mut Link,
    request: &Request,
    key: Option<&SecretString>,
    patience: Patience,
    recording: &Mutex<Recording>,
    reply: &mut Reply,
) {
    let redaction = Redaction::of(key);
    let mut exchange = Exchange { link, request, key, patience, recording, redaction: &redaction };
    reply.attempts = 1;
    let mut outcome = exchange.attempt(true, reply).await;
    if let Err(Failure::AskAgain) = outcome {
        reply.attempts = 2;
        outcome = if exchange.link.is_ready().await {
            exchange.attempt(false, reply).await
        } else {
            match Box::pin(exchange.link.again(&request.provider)).await {
                Ok(fresh) => {
                    *exchange.link = fresh;
                    exchange.attempt(false, reply).await
                }
                Err(fault) => Err(Failure::Fault(Box::new(fault))),
            }
        };
    }
    let closed_ns = exchange.link.clock.now_ns();
    exchange.log(|recording| recording.timeline.close_ns = Some(closed_ns));
    exchange.link.connection.reused = true;
    if reply.done {
        exchange.link.unfinished = None;
    }
    exchange.link.abandon(&request.provider, key).await;
    if let Err(Failure::Fault(fault)) = outcome {
        reply.fault.get_or_insert(*fault);
    }
}

enum Failure {
    /// The first attempt was refused for an option that the second leaves out.
    AskAgain,
    Fault(Box<Fault>),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

struct Exchange<'a> {
    link: &'a mut Link,
    request: &'a Request,
    key: Option<&'a SecretString>,
    patience: Patience,
    recording: &'a Mutex<Recording>,
    redaction: &'a Redaction,
}

impl Exchange<'_> {
    async fn attempt(&mut self, ask_for_usage: bool, reply: &mut Reply) -> Result<(), Failure> {
        let provider = &self.request.provider;
        let url = self.request.url().map_err(|error| unusable(error.to_string()))?;
        let message = self.addressee().post(&url, &self.request.body(ask_for_usage))?;
        let connection = self.link.connection.clone();
        let mut silence = Silence::new(self.patience.first, self.link.clock.now_ns());
        let sent_ns = self.link.clock.now_ns();
        self.log(|recording| {
            recording.timeline.connection = Some(connection);
            recording.timeline.send_ns = Some(sent_ns);
        });
        let body = self.answer(message, &mut silence, reply).await?;
        if provider.dialect.wire().is_made_first() {
            // Boxed, or every stream of every provider would hold the room that this takes.
            Box::pin(self.follow(body, silence, reply)).await
        } else {
            self.read(body, silence, reply).await
        }
    }

    fn addressee(&self) -> Addressee<'_> {
        let Self { link, request, key, .. } = self;
        Addressee { provider: &request.provider, key: *key, via: link.via.as_ref() }
    }

    /// Sends one message and hands back the body of its answer, where that is a success.
    async fn answer(
        &mut self,
        message: hyper::Request<Full<Bytes>>,
        silence: &mut Silence,
        reply: &mut Reply,
    ) -> Result<Incoming, Failure> {
        let mut answer = pin!(self.link.sender.send_request(message));
        let answered = driven(self.link, silence, |context| answer.as_mut().poll(context)).await;
        let stamps = &self.link.stamps;
        let (written_ns, first_byte_ns) = (stamps.written_ns(), stamps.first_byte_ns());
        let headers_ns = stamps.read_ns();
        self.log(|recording| {
            let timeline = &mut recording.timeline;
            // Where nothing came of this request, the connection remembers the one before.
            let of_this = |at: Option<u64>| at.filter(|at| Some(*at) >= timeline.send_ns);
            let (written_ns, first_byte_ns) = (of_this(written_ns), of_this(first_byte_ns));
            // Where one request makes what another reads, the first is the one that was sent.
            timeline.written_ns = timeline.written_ns.or(written_ns);
            timeline.first_byte_ns = first_byte_ns;
            if matches!(answered, Some(Ok(_))) {
                timeline.headers_ns = Some(headers_ns);
            }
        });
        let response =
            answered.ok_or_else(|| self.silent(true))?.map_err(|error| self.broken(&error))?;
        let (head, body) = response.into_parts();
        self.read_headers(&head.headers, reply);
        if !head.status.is_success() {
            return Err(self
                .refused(head.status.as_u16(), &head.headers, body, silence, reply)
                .await);
        }
        if let Some(encoding) = compressed(&head.headers) {
            return Err(fault::in_stream(
                FaultClass::NotAStream,
                format!("The server compressed the stream ({encoding}) although it was asked not to, which would blur every stamp."),
            )
            .into());
        }
        Ok(body)
    }

    /// Reads where the stream is from the answer to the first request, and then the stream.
    async fn follow(
        &mut self,
        body: Incoming,
        mut silence: Silence,
        reply: &mut Reply,
    ) -> Result<(), Failure> {
        let said = self.collect(body, &mut silence, LARGEST_DESCRIPTION).await;
        let made = Mark {
            at_ns: self.link.stamps.read_ns(),
            event: 0,
            kind: Kind::Created,
            text_bytes: 0,
            wire_bytes: u32::try_from(said.len()).unwrap_or(u32::MAX),
            tokens_so_far: TokensSoFar::UNTOLD,
        };
        self.log(|recording| recording.timeline.push(made));
        let prediction = Prediction::of(&said, &self.request.provider, self.redaction)?;
        self.link.turn_to(&prediction.stream, &self.request.provider).await?;
        self.link.unfinished = prediction.cancel;
        let message = self.addressee().get(&prediction.stream);
        let mut silence = Silence::new(self.patience.first, self.link.clock.now_ns());
        let outcome = match message {
            Ok(message) => match self.answer(message, &mut silence, reply).await {
                Ok(body) => self.read(body, silence, reply).await,
                Err(failure) => Err(failure),
            },
            Err(fault) => Err(fault.into()),
        };
        self.link.turn_back();
        // By this name the provider knows both requests.
        reply.server.request_id = prediction.id.or(reply.server.request_id.take());
        outcome
    }

    /// A body that is no stream, or its beginning where it is longer than `most`; what had come where it breaks.
    async fn collect(&mut self, mut body: Incoming, silence: &mut Silence, most: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        while let Some(Some(Ok(frame))) =
            driven(self.link, silence, |context| Pin::new(&mut body).poll_frame(context)).await
        {
            bytes.extend_from_slice(&frame.into_data().unwrap_or_default());
            if bytes.len() > most {
                break;
            }
        }
        bytes
    }

    /// Reads a stream to its end, stamping first and parsing second.
    async fn read(
        &mut self,
        mut body: Incoming,
        mut silence: Silence,
        reply: &mut Reply,
    ) -> Result<(), Failure> {
        let mut sse = Sse::default();
        let first_event = self
            .log(|recording| recording.timeline.marks.last().map(|mark| mark.event))
            .map_or(0, |event| event + 1);
        let dialect = self.request.provider.dialect.wire().events();
        let mut reader = Reader::new(dialect, first_event, self.redaction.clone());
        let mut excerpt: Vec<u8> = Vec::new();
        let (mut size, mut spoke) = (0_usize, false);
        let end = loop {
            let Some(frame) =
                driven(self.link, &mut silence, |context| Pin::new(&mut body).poll_frame(context))
                    .await
            else {
                // After the terminal marker nothing more is owed; the connection is simply not used again.
                break if reply.done { Ok(()) } else { Err(self.silent(!spoke)) };
            };
            let at_ns = self.link.stamps.read_ns();
            let bytes = match frame {
                None => break Ok(()),
                Some(Err(error)) => break self.cut_off(&error, reply),
                Some(Ok(frame)) => frame.into_data().unwrap_or_default(),
            };
            size += bytes.len();
            let fed = {
                let mut recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner);
                let fed = sse.feed(&bytes, |event, wire_bytes| {
                    reader.event(&event, at_ns, wire_bytes, &mut recording, reply);
                });
                spoke = spoke || recording.timeline.first_any_ns().is_some();
                fed
            };
            if !reader.has_understood() {
                excerpt.extend(bytes.iter().take(LARGEST_EXCERPT - excerpt.len()));
            }
            if fed.is_err() || size > LARGEST_BODY {
                break Err(fault::in_stream(
                    FaultClass::TooLarge,
                    "The stream holds an event over 8 MB or is over 256 MB in all.".to_owned(),
                ));
            }
            silence.bear(match (reply.done, spoke) {
                (true, _) => AFTER_DONE,
                (false, true) => self.patience.idle,
                (false, false) => self.patience.first,
            });
        };
        let at_ns = self.link.stamps.read_ns();
        let mut recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner);
        sse.finish(|event, wire_bytes| {
            reader.event(&event, at_ns, wire_bytes, &mut recording, reply);
        });
        if end.is_ok() {
            reader.finish(&String::from_utf8_lossy(&excerpt), &mut recording, reply);
        } else {
            reader.release(&mut recording);
        }
        end.map_err(Failure::from)
    }

    /// The body broke. An end in the middle of the framing is what a cut-off stream looks like and is judged by what
    /// had arrived; anything else is the network's failure.
    fn cut_off(&self, error: &hyper::Error, reply: &Reply) -> Result<(), Fault> {
        if reply.done || reply.finish_reason.is_some() || is_plain_end(error) {
            return Ok(());
        }
        Err(self.broken(error))
    }

    async fn refused(
        &mut self,
        status: u16,
        headers: &HeaderMap,
        body: Incoming,
        silence: &mut Silence,
        reply: &mut Reply,
    ) -> Failure {
        silence.bear(Duration::from_secs(10));
        let bytes = self.collect(body, silence, 16 * LARGEST_EXCERPT).await;
        let whole = String::from_utf8_lossy(&bytes);
        if let Some(via) = self.link.via.as_ref().filter(|_| status == 407) {
            let place = &self.request.provider.base_url;
            return via.refused(status, place, &self.redaction.text(&whole)).into();
        }
        if reply.attempts == 1 && self.request.may_ask_again(status, &whole) {
            self.log(|recording| *recording = Recording::starting_at(recording.timeline.plan_ns));
            return Failure::AskAgain;
        }
        let refusal = Refusal {
            status,
            headers,
            body: &self.redaction.text(&whole),
            request_id: reply.server.request_id.clone(),
            redaction: self.redaction,
            provider: &self.request.provider,
            model: &self.request.model,
            had_key: self.key.is_some(),
        };
        refusal.fault().into()
    }

    fn read_headers(&self, headers: &HeaderMap, reply: &mut Reply) {
        let text = |name: &str| Some(self.redaction.text(headers.get(name)?.to_str().ok()?));
        reply.server.request_id =
            ["x-request-id", "request-id", "x-generation-id", "apim-request-id", "cf-ray"]
                .into_iter()
                .find_map(text);
        reply.server.processing_ms = processing_ms(headers);
        reply.server.rate_limits = headers
            .keys()
            .map(header::HeaderName::as_str)
            .filter(|name| name.contains("ratelimit") || name.contains("tokenlimit"))
            .filter_map(|name| Some((name.to_owned(), text(name)?)))
            .collect();
    }

    fn log<T>(&self, write: impl FnOnce(&mut Recording) -> T) -> T {
        write(&mut self.recording.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn silent(&self, before_text: bool) -> Fault {
        let (class, limit, what) = if before_text {
            (FaultClass::TimeoutFirst, self.patience.first, "before the first token")
        } else {
            (FaultClass::TimeoutIdle, self.patience.idle, "in the middle of the answer")
        };
        Fault::new(
            class,
            format!("The server sent nothing for {} s {what}.", limit.as_secs_f64()),
            "The server hangs or is overloaded. What had arrived is kept; a longer patience can be set.",
        )
    }

    fn broken(&self, error: &hyper::Error) -> Fault {
        let why = self.link.broke.as_ref().map_or_else(|| chain(error), |broke| chain(broke));
        if error.is_parse() || self.link.broke.as_ref().is_some_and(hyper::Error::is_parse) {
            return Fault::new(
                FaultClass::NotHttp,
                format!("What came back is not HTTP: {why}"),
                "Check the port, and whether the address should start with https:// or http://.",
            );
        }
        Fault::new(
            FaultClass::ConnectionLost,
            format!("The connection broke: {why}"),
            "The server or something on the way closed it. What had arrived is kept; run the lane again.",
        )
    }
}

/// Once the terminal marker has come, the body is given this long to end, so that the connection can be used again.
const AFTER_DONE: Duration = Duration::from_secs(5);

/// Whether the peer closed the connection in the middle of a body, without a reset.
fn is_plain_end(error: &hyper::Error) -> bool {
    let first: &(dyn std::error::Error + 'static) = error;
    let mut causes = std::iter::successors(Some(first), |cause| cause.source());
    causes
        .find_map(|cause| cause.downcast_ref::<std::io::Error>())
        .map_or(error.is_incomplete_message(), |io| io.kind() == std::io::ErrorKind::UnexpectedEof)
}
