//! One message on a connection and its response: refused, read to its end, or broken.

use std::future::Future;
use std::io::ErrorKind;
use std::pin::{Pin, pin};
use std::sync::{Mutex, PoisonError};

use http_body_util::Full;
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderMap};
use measure::{Phrase, Recording};
use secrecy::SecretString;

use crate::error::advice;
use crate::error::fault::{self, Fault, FaultClass};
use crate::error::happened;
use crate::error::raw_fault::RawFault;
use crate::error::refusal::Refusal;
use crate::extra::Extra;
use crate::limits::{
    BYTES_IN_A_ROW, END_TIME, LARGEST_BODY, LARGEST_END, LARGEST_REFUSAL, LONG_EVENT,
    MOST_RATE_LIMITS, REFUSAL_TIME,
};
use crate::net::client::chain;
use crate::net::connection::Connection;
use crate::net::framing::is_badly_framed;
use crate::net::idle_timer::{IdleTimer, driven, ns};
use crate::net::timeouts::Timeouts;
use crate::request::Request;
use crate::wire::decoder::{Excess, Reader};
use crate::wire::foreign;
use crate::wire::headers::{compressed, keep_alive, processing_ms};
use crate::wire::http_request::Addressee;
use crate::wire::redact::{Redaction, first_chars};
use crate::wire::response::{LONGEST_TIER, Reply};
use crate::wire::sse::{Sse, TooLong};
use crate::wire::think_tags::Tags;
use crate::wire::untrusted::UntrustedText;

/// Maximum excerpt of a body that explains a failure.
const LARGEST_EXCERPT: usize = 4 * 1024;

/// Why a message had no result.
pub(crate) enum Failure {
    /// It was refused for an option, which a second attempt leaves out.
    AskAgain(Extra),
    /// It was sent on a reused connection that closed before the first byte of a response.
    Stale(Box<Fault>),
    Fault(Box<Fault>),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(Box::new(fault))
    }
}

/// One request in flight.
pub(crate) struct Exchange<'a> {
    pub(crate) connection: &'a mut Connection,
    pub(crate) request: &'a Request,
    pub(crate) key: Option<&'a SecretString>,
    pub(crate) timeouts: Timeouts,
    pub(crate) recording: &'a Mutex<Recording>,
    pub(crate) redaction: &'a Redaction,
    /// The option that the next attempt leaves out, because it was refused.
    pub(crate) without: Option<Extra>,
    /// The status of the last response, if it was a success.
    pub(crate) success: Option<u16>,
    /// Deadline of the request.
    pub(crate) until_ns: u64,
    /// Deadline of its first visible text.
    pub(crate) first_until_ns: u64,
}

impl Exchange<'_> {
    pub(crate) fn addressee(&self) -> Addressee<'_> {
        let Self { connection, request, key, .. } = self;
        Addressee { provider: &request.provider, key: *key, via: connection.via.as_ref() }
    }

    /// The timer up to the first visible text, whatever else arrives before it.
    pub(crate) fn first_token_timer(&self) -> IdleTimer {
        IdleTimer::new(self.timeouts.first, self.connection.clock, self.first_until_ns)
    }

    /// Sends one message and returns the body of its response, if that is a success.
    pub(crate) async fn answer(
        &mut self,
        message: hyper::Request<Full<Bytes>>,
        idle_timer: &mut IdleTimer,
        reply: &mut Reply,
    ) -> Result<Incoming, Failure> {
        let asked_ns = self.connection.clock.now_ns();
        let was_used = self.connection.begin_use();
        let mut answer = pin!(self.connection.sender.send_request(message));
        let answered =
            driven(self.connection, idle_timer, |context| answer.as_mut().poll(context)).await;
        let stamps = &self.connection.stamps;
        let (written_ns, first_byte_ns) = (stamps.written_ns(), stamps.first_byte_ns());
        let headers_ns = stamps.read_ns();
        stamps.is_answered();
        // If this message had no response, the connection's timestamps are those of the previous one.
        let of_this = |at: Option<u64>| at.filter(|at| *at >= asked_ns);
        let (written_ns, first_byte_ns) = (of_this(written_ns), of_this(first_byte_ns));
        self.log(|recording| {
            let timeline = &mut recording.timeline;
            // If one request creates the stream that another reads, the send is that of the first.
            timeline.written_ns = timeline.written_ns.or(written_ns);
            timeline.first_byte_ns = first_byte_ns;
            if matches!(answered, Some(Ok(_))) {
                timeline.headers_ns = Some(headers_ns);
            }
        });
        let response =
            answered.ok_or_else(|| self.timed_out(idle_timer, false))?.map_err(|error| {
                let fault = self.broken(&error);
                if was_used && first_byte_ns.is_none() {
                    Failure::Stale(Box::new(fault))
                } else {
                    fault.into()
                }
            })?;
        let (head, body) = response.into_parts();
        self.connection.keep_at_most(keep_alive(&head.headers));
        self.read_headers(&head.headers, reply);
        self.success = head.status.is_success().then(|| head.status.as_u16());
        if self.success.is_none() {
            return Err(self
                .refused(head.status.as_u16(), &head.headers, body, idle_timer, reply)
                .await);
        }
        if let Some(encoding) = compressed(&head.headers) {
            let message = happened::compressed(&self.redaction.fact(encoding));
            return Err(fault::in_stream(FaultClass::NotAStream, &message, self.redaction).into());
        }
        Ok(body)
    }

    /// A body that is not a stream: all of it, its first `most` bytes, or what had arrived when it broke.
    pub(crate) async fn collect(
        &mut self,
        mut body: Incoming,
        idle_timer: &mut IdleTimer,
        most: usize,
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        while let Some(Some(Ok(frame))) =
            driven(self.connection, idle_timer, |context| Pin::new(&mut body).poll_frame(context))
                .await
        {
            bytes.extend_from_slice(&frame.into_data().unwrap_or_default());
            if bytes.len() > most {
                break;
            }
        }
        bytes
    }

    /// Reads a stream to its end: first the timestamp, then parsing.
    pub(crate) async fn read(
        &mut self,
        mut body: Incoming,
        mut idle_timer: IdleTimer,
        reply: &mut Reply,
    ) -> Result<(), Failure> {
        let mut sse = Sse::default();
        let first_event = self
            .log(|recording| recording.timeline.marks.last().map(|mark| mark.event))
            .map_or(0, |event| event + 1);
        let dialect = self.request.provider.dialect.wire().events();
        let tags = Tags::with(&self.request.provider.thinking_tags);
        let mut reader = Reader::new(dialect, first_event, tags, self.redaction.clone());
        let mut excerpt: Vec<u8> = Vec::new();
        let (mut size, mut in_a_row, mut spoke, mut done_size) = (0_usize, 0_usize, false, None);
        let end = loop {
            let Some(frame) = driven(self.connection, &mut idle_timer, |context| {
                Pin::new(&mut body).poll_frame(context)
            })
            .await
            else {
                // After the terminal marker nothing more is expected; the connection is merely not reused.
                break if reply.done { Ok(()) } else { Err(self.timed_out(&idle_timer, spoke)) };
            };
            let at_ns = self.connection.stamps.read_ns();
            let bytes = match frame {
                None => break Ok(()),
                Some(Err(error)) => break self.cut_off(&error, reply),
                Some(Ok(frame)) => frame.into_data().unwrap_or_default(),
            };
            size += bytes.len();
            in_a_row += bytes.len();
            let fed = aside(sse.waiting() > LONG_EVENT, || {
                let mut recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner);
                sse.feed(&bytes, |event, wire_bytes| {
                    reader.event(&event, at_ns, wire_bytes, &mut recording, reply);
                })
            });
            spoke = reader.spoke();
            if !spoke {
                excerpt.extend(bytes.iter().take(LARGEST_EXCERPT - excerpt.len()));
            }
            let excess = match fed {
                Err(TooLong) => Some(Excess::Event),
                Ok(()) if size > LARGEST_BODY => Some(Excess::Body),
                Ok(()) => reader.excess(),
            };
            if let Some(excess) = excess {
                break Err(excess.fault());
            }
            if reply.done {
                // The body may end, so that the connection can be reused; anything else that follows is not read.
                let (end, until_ns) = *done_size
                    .get_or_insert((size + LARGEST_END, at_ns.saturating_add(ns(END_TIME))));
                if size > end {
                    break Ok(());
                }
                idle_timer.bear(END_TIME, until_ns.min(self.until_ns));
            } else if spoke {
                idle_timer.bear(self.timeouts.idle, self.until_ns);
            }
            if in_a_row > BYTES_IN_A_ROW {
                in_a_row = 0;
                tokio::task::yield_now().await;
            }
        };
        let at_ns = self.connection.stamps.read_ns();
        // The last event may be as long as any other.
        aside(sse.waiting() > LONG_EVENT, || {
            let mut recording = self.recording.lock().unwrap_or_else(PoisonError::into_inner);
            sse.finish(|event, wire_bytes| {
                reader.event(&event, at_ns, wire_bytes, &mut recording, reply);
            });
            if end.is_ok() {
                let own = self.request.provider.dialect;
                let other = |excerpt: &str| foreign::dialect_of(excerpt, own);
                reader.finish(&String::from_utf8_lossy(&excerpt), other, &mut recording, reply);
            } else {
                reader.release(&mut recording, reply);
            }
        });
        end.map_err(Failure::from)
    }

    /// The body broke. An end within the framing is a truncated stream, judged by what had arrived; anything else is a
    /// network failure.
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
        idle_timer: &mut IdleTimer,
        reply: &mut Reply,
    ) -> Failure {
        let until_ns = self.connection.clock.now_ns().saturating_add(ns(REFUSAL_TIME));
        idle_timer.bear(REFUSAL_TIME, until_ns.min(self.until_ns));
        let bytes = self.collect(body, idle_timer, LARGEST_REFUSAL).await;
        let whole = String::from_utf8_lossy(&bytes);
        if let Some(via) = self.connection.via.as_ref().filter(|_| status == 407) {
            let place = &self.request.provider.base_url;
            let fault = via.refused(status, place, UntrustedText::of(&whole), self.redaction);
            return fault.redacted(self.redaction).into();
        }
        let extra = self.request.spares(status, &whole).filter(|_| self.without.is_none());
        if let Some(extra) = extra {
            return Failure::AskAgain(extra);
        }
        let refusal = Refusal {
            status,
            headers,
            body: UntrustedText::of(&whole),
            request_id: reply.server.request_id.clone(),
            redaction: self.redaction,
            provider: &self.request.provider,
            model: &self.request.model,
            had_key: self.key.is_some(),
        };
        refusal.fault().into()
    }

    fn read_headers(&self, headers: &HeaderMap, reply: &mut Reply) {
        let text = |name: &str| Some(self.redaction.fact(headers.get(name)?.to_str().ok()?));
        reply.server.request_id =
            ["x-request-id", "request-id", "x-generation-id", "apim-request-id", "cf-ray"]
                .into_iter()
                .find_map(text);
        reply.server.processing_ms = processing_ms(text);
        // Gemini's; one in the stream takes precedence.
        reply.server.service_tier = headers
            .get("x-gemini-service-tier")
            .and_then(|tier| tier.to_str().ok())
            .filter(|tier| !tier.is_empty())
            .map(|tier| self.redaction.text(first_chars(tier, LONGEST_TIER)));
        reply.server.rate_limits = headers
            .keys()
            .map(header::HeaderName::as_str)
            .filter(|name| name.contains("ratelimit") || name.contains("tokenlimit"))
            .take(MOST_RATE_LIMITS)
            .filter_map(|name| Some((self.redaction.fact(name), text(name)?)))
            .collect();
    }

    pub(crate) fn log<T>(&self, write: impl FnOnce(&mut Recording) -> T) -> T {
        write(&mut self.recording.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The fault of a request that took too long, in total or without a byte.
    fn timed_out(&self, timer: &IdleTimer, spoke: bool) -> Fault {
        let now_ns = self.connection.clock.now_ns();
        let Timeouts { first, idle, total } = self.timeouts;
        if now_ns >= self.until_ns {
            return self.fault(
                FaultClass::Deadline,
                happened::past_deadline(&total.as_secs_f64().to_string()),
                advice::past_deadline(),
            );
        }
        if spoke {
            return self.fault(
                FaultClass::TimeoutIdle,
                happened::idle(&idle.as_secs_f64().to_string()),
                advice::idle(),
            );
        }
        let seconds = first.as_secs_f64().to_string();
        self.fault(
            FaultClass::TimeoutFirst,
            if timer.has_heard() {
                happened::no_text_before_first(&seconds)
            } else {
                happened::nothing_before_first(&seconds)
            },
            advice::no_first_token(),
        )
    }

    fn fault(&self, class: FaultClass, message: Phrase, advice: Phrase) -> Fault {
        RawFault::new(class, message, advice).redacted(self.redaction)
    }

    fn broken(&self, error: &hyper::Error) -> Fault {
        let broke = self.connection.broke.as_ref();
        let why = chain(broke.unwrap_or(error));
        let either = |is: fn(&hyper::Error) -> bool| is(error) || broke.is_some_and(is);
        if either(is_too_large) {
            return self.fault(
                FaultClass::TooLarge,
                happened::too_much_before(&why),
                advice::run_again(),
            );
        }
        if either(hyper::Error::is_parse) {
            return self.fault(FaultClass::NotHttp, happened::not_http(&why), advice::not_http());
        }
        if either(|error| io_error(error).is_some_and(is_badly_framed)) {
            return self.fault(
                FaultClass::ConnectionLost,
                happened::broke_rules(&why),
                advice::broken_chunks(),
            );
        }
        self.fault(FaultClass::ConnectionLost, happened::broke(&why), advice::closed_mid_answer())
    }
}

/// Runs long work. The runtime meanwhile gives this thread's other lanes to another thread.
fn aside<T>(is_long: bool, work: impl FnOnce() -> T) -> T {
    use tokio::runtime::{Handle, RuntimeFlavor};
    let is_shared = || Handle::current().runtime_flavor() == RuntimeFlavor::MultiThread;
    if is_long && is_shared() { tokio::task::block_in_place(work) } else { work() }
}

/// Whether the peer closed the connection within a body, without a reset.
fn is_plain_end(error: &hyper::Error) -> bool {
    io_kind(error).map_or(error.is_incomplete_message(), |kind| kind == ErrorKind::UnexpectedEof)
}

/// Whether the head of the response, or the interim responses before it, are longer than what is read.
fn is_too_large(error: &hyper::Error) -> bool {
    // hyper tells its clients this in words alone.
    error.is_parse() && chain(error).contains("head is too large")
        || io_kind(error) == Some(ErrorKind::FileTooLarge)
}

/// The kind of the input or output that failed, if that is the cause.
fn io_kind(error: &hyper::Error) -> Option<ErrorKind> {
    io_error(error).map(std::io::Error::kind)
}

fn io_error(error: &hyper::Error) -> Option<&std::io::Error> {
    let first: &(dyn std::error::Error + 'static) = error;
    let mut causes = std::iter::successors(Some(first), |cause| cause.source());
    causes.find_map(|cause| cause.downcast_ref::<std::io::Error>())
}
