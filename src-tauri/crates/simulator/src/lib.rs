//! Simulated LLM providers on loopback, whose timing is known.
//!
//! They speak real HTTP/1.1 in the dialect `openai-chat`, write each event of a stream at its scheduled instant, and
//! report what they did and when. They serve the first race, the calibration, and the tests.
//!
//! | request | answer |
//! |---|---|
//! | `POST /v1/chat/completions` | a completion, streamed if the request says `"stream": true` |
//! | `GET /v1/models` | the models, each a [`Profile`] |
//! | `GET /truth` | a JSON array of [`Truth`], one per completion that has ended |
//!
//! A request names a profile as its model, and may set knobs after a `?`, joined by `&`:
//! `gpu-cloud?ttft=50ms&tps=200&fault=reset@50%`. The profile `scripted` has no jitter, no slowdown and no limit; tests
//! should use it. An invalid knob is answered with 400 and the values it accepts. TIME is `95us`, `200ms`, `1.5s` or
//! `0`; N is a whole number. The defaults of `scripted` are in brackets.
//!
//! | knob | meaning |
//! |---|---|
//! | `headers=TIME` | response headers after the request was read (0) |
//! | `ttft=TIME` | first token after the request was read, of the reasoning or the answer (200ms) |
//! | `input=TIME` | time that each uncached token of the prompt adds to `ttft` (0); words and punctuation marks count as tokens |
//! | `cache=yes` | a prompt seen before is in the cache, except for its last token (no) |
//! | `tps=N` or `gap=TIME` | speed, or time per token (10ms); a chunk of n tokens takes n gaps |
//! | `jitter=N%` | how far a gap deviates from the mean in either direction (0%) |
//! | `tail=TIME` | from the last token to the finish reason (0) |
//! | `done=TIME` or `done=missing` | time from the finish reason to `[DONE]` (0), or no `[DONE]` |
//! | `keepalive=TIME` | interval of comments, from the headers on (none) |
//! | `tokens=N` | tokens of the answer, 0 allowed (100); the request's own limit cuts them |
//! | `reasoning=N` | tokens of reasoning before them (0) |
//! | `per_chunk=N`, `first_chunk=N` | tokens per chunk (1), and in the first (the same) |
//! | `role=early` `late` `absent` | role chunk with the headers (early), just before the first token, or never |
//! | `role_content=empty` `null` `absent` | content of that chunk (empty) |
//! | `think_as=reasoning` `reasoning_content` `both` `inline` `list` `hidden` | where reasoning goes (`reasoning_content`); `both` leaves one field empty, `inline` puts them in `<think>` tags in pieces (seven tokens at least, six of them tags), `hidden` only counts them |
//! | `mixed=yes` | the end of the reasoning and the start of the answer share a chunk (no) |
//! | `answer_as=fitting` `text` `tool_calls` `refusal` | content of the answer (fitting: calls of the request's tools if it has any, unless its last message is a tool's or it forbids calls) |
//! | `calls=N` | number of tool calls, which share the tokens (1) |
//! | `broken=N%` | the share of requests whose tool calls are wrong in each of three ways, at most 33: the arguments are no JSON, the name was not offered, or the arguments do not fit the schema; of any 100 requests for this model in a row exactly so many (0%) |
//! | `applies=N%` | the answer is what stands between `<update>` and `</update>` in the prompt, and in this share of requests it is whole; in the others its last line is missing; exact in the same way (off) |
//! | `judge=absent` `longer` `shorter` `first` `second` `tie` `unclear` | the verdict on two answers that the prompt sets between marked lines as Paceline does for a judge: by their lengths, by their places, or none; without such answers as any prompt (absent) |
//! | `schema=TIME` | time that the first request with a schema for its answer adds to `ttft` (0) |
//! | `image=TIME` | time that each image of the request adds to `ttft` (0) |
//! | `accepts=N%` | the share of a predicted output that is accepted; the rest is rejected, and counted as output (100%) |
//! | `tier=absent` `asked` `default` `flex` `priority` | the service tier that it says answered: none (absent), the one asked for or else `default` (asked), or this one |
//! | `usage=last` `finish` `every` `split` `absent` | usage in its own chunk with `choices: []` (last), on the finish chunk, as a running count in every chunk, split over both, or nowhere |
//! | `usage_when=asked` `always` | only if the request has `stream_options.include_usage` (asked), or always |
//! | `stream_options=accepted` `400` `422` | accepted, or refused with this status (accepted) |
//! | `finish=fitting` `stop` `length` `content_filter` `eos` `twice` `never` | the finish reason (fitting) |
//! | `line=lf` `crlf` `cr` | line ending (lf) |
//! | `data=plain` `tight` `multi` | `data: {…}`, `data:{…}`, or over two data lines (plain) |
//! | `per_write=N` or `per_write=all` | number of events per write (1), or the whole answer in one burst |
//! | `split=TIME` | the second token has a two-byte character and comes in two writes, this far apart, the first ending inside that character (no) |
//! | `pad=N` | bytes of padding in the first chunk of the answer (0) |
//! | `fault=KIND` or `fault=KIND@PLACE` | the fault (none); PLACE is `first`, a number of tokens, or a share such as `50%` (50%) |
//! | `every=N` | the fault affects the first request for this model, then every N-th (1) |
//! | `stall=TIME` | how long the fault `stall` lasts before the stream goes on (1 h) |
//! | `retry_after=TIME` | the `Retry-After` of the fault `429`, in whole seconds (1s) |
//! | `number=N` | no effect, except to distinguish requests for one model (0) |
//!
//! Arguments of a tool fit its schema, and so does an answer for which the request has one: its words stand in the first text
//! that may be any.
//!
//! Faults inside a stream, which take a PLACE: `drop` (FIN), `reset` (RST), `stall`, `error` (an error object, then the
//! body ends), `error-event` (named `event: error`), `error-done` (then `[DONE]`). After it: `error-late` (between the
//! finish reason and `[DONE]`). In its place: `401` (echoing part of the key), `404`, `429`, `500`, `503`, `json` (a
//! completion that is not streamed) and `html` (a web page with status 200).
//!
//! Load: each profile defines how much its TTFT and its gaps grow with each other request in flight, and how many
//! requests it serves at a time; further ones wait in a queue. A single request is not slowed down.
//!
//! **Invariants:** no key is stored or logged, and none is echoed except in part by the fault `401`; nothing is written
//! that was not scheduled; an instant in a [`Truth`] is taken before the write it describes. This crate does not depend
//! on the rest of the workspace.

mod answer;
mod ask;
mod clock;
mod connection;
mod form;
mod judge;
mod knobs;
mod load;
mod playback;
mod profile;
mod refusal;
mod request;
mod response;
mod routes;
mod script;
mod server;
mod text;
mod timings;
mod truth;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread::{self, JoinHandle};

use mio::net::TcpListener;
use mio::{Poll, Waker};
use thiserror::Error;

pub use knobs::{KnobError, Knobs};
pub use profile::{FIRST_PROMPT, Profile, first_race, profiles};
pub use timings::{Timing, Timings};
pub use truth::{Outcome, Truth};

use server::{Server, SharedState};

/// Simulated providers, served by their own thread for as long as this value lives. Dropping it closes every connection
/// and waits for the thread to end.
pub struct Simulator {
    base_url: String,
    shared: Arc<SharedState>,
    waker: Waker,
    thread: Option<JoinHandle<()>>,
}

/// Why the simulator could not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The port is taken, or not available to us.
    #[error("cannot listen on 127.0.0.1 port {port}: {source}")]
    Listen {
        /// The requested port; 0 if any free one would have done.
        port: u16,
        /// What the system reported.
        source: io::Error,
    },
    /// The system provided no poll, timer or thread.
    #[error("cannot start the simulator's thread: {0}")]
    Thread(#[from] io::Error),
}

impl Simulator {
    /// Listens on 127.0.0.1, on `port` or on any free one, and serves from then on.
    ///
    /// # Errors
    ///
    /// If the port cannot be listened on, or the system refuses a thread or its resources.
    pub fn start(port: Option<u16>) -> Result<Self, StartError> {
        let port = port.unwrap_or(0);
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let listen = |source| StartError::Listen { port, source };
        let listener = TcpListener::bind(address).map_err(listen)?;
        let base_url = format!("http://{}/v1", listener.local_addr().map_err(listen)?);

        let poll = Poll::new()?;
        let waker = Waker::new(poll.registry(), server::WAKER)?;
        let shared = Arc::new(SharedState::default());
        let server = Server::new(poll, listener, Arc::clone(&shared))?;
        let thread = thread::Builder::new().name("simulator".into()).spawn(|| server.run())?;
        Ok(Self { base_url, shared, waker, thread: Some(thread) })
    }

    /// The base address of the providers: `http://127.0.0.1:PORT/v1`.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// What happened to each completion that has ended, in the order in which the requests were read; at most the
    /// latest 20,000. Invalid requests are left out.
    pub fn truth(&self) -> Vec<Truth> {
        self.shared.truths()
    }
}

impl Drop for Simulator {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Release);
        // If the poll cannot be woken, waiting for its thread could take forever.
        if self.waker.wake().is_ok()
            && let Some(thread) = self.thread.take()
        {
            let _ = thread.join();
        }
    }
}
