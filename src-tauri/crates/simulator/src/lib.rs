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
//! A request names a profile as its model, and may turn knobs behind a `?`, joined by `&`:
//! `gpu-cloud?ttft=50ms&tps=200&fault=reset@50%`. The profile `scripted` has no jitter, no slowing
//! and no limit; it is what tests should name. A knob that is wrong is answered with 400 and what
//! it would have understood. TIME is `95us`, `200ms`, `1.5s` or `0`; N is a whole number. What
//! `scripted` does unless told stands in brackets.
//!
//! | knob | meaning |
//! |---|---|
//! | `headers=TIME` | response headers after the request was read (0) |
//! | `ttft=TIME` | first token after the request was read, thought or spoken (200ms) |
//! | `input=TIME` | what each token of the prompt adds to `ttft` that is not in the cache (0); words and marks count as tokens |
//! | `cache=yes` | a prompt that came before is in the cache, but for its last token (no) |
//! | `tps=N` or `gap=TIME` | speed, or time per token (10ms); a chunk of n tokens takes n gaps |
//! | `jitter=N%` | how far a gap strays from the mean, either way (0%) |
//! | `tail=TIME` | from the last token to the finish reason (0) |
//! | `done=TIME` or `done=missing` | `[DONE]` after the finish reason (0), or never |
//! | `keepalive=TIME` | a comment this often, from the headers on (none) |
//! | `tokens=N` | tokens of the answer, 0 allowed (100); the request's own limit cuts them |
//! | `reasoning=N` | tokens of thought before them (0) |
//! | `per_chunk=N`, `first_chunk=N` | tokens per chunk (1), and in the first (the same) |
//! | `role=early` `late` `absent` | the role's chunk with the headers (early), just before the first token, or never |
//! | `role_content=empty` `null` `absent` | what that chunk has as content (empty) |
//! | `think_as=reasoning` `reasoning_content` `both` `inline` `list` `hidden` | where thoughts go (`reasoning_content`); `both` leaves one field empty, `inline` puts them in `<think>` tags in pieces (seven tokens at least, six of them tags), `hidden` only counts them |
//! | `mixed=yes` | the last thoughts and the first words share a chunk (no) |
//! | `answer_as=text` `tool_calls` `refusal` | what the answer is made of (text) |
//! | `calls=N` | so many tool calls, sharing the tokens (1) |
//! | `usage=last` `finish` `every` `split` `absent` | usage in a chunk of its own with `choices: []` (last), on the finish chunk, so far in every chunk, over both, or nowhere |
//! | `usage_when=asked` `always` | only to who sent `stream_options.include_usage` (asked), or to all |
//! | `stream_options=accepted` `400` `422` | or refused with this status (accepted) |
//! | `finish=fitting` `stop` `length` `content_filter` `eos` `twice` `never` | the finish reason (fitting) |
//! | `line=lf` `crlf` `cr` | what ends a line (lf) |
//! | `data=plain` `tight` `multi` | `data: {…}`, `data:{…}`, or over two data lines (plain) |
//! | `per_write=N` or `per_write=all` | so many events in one write (1), or the whole answer in one burst |
//! | `split=TIME` | the second token holds a character of two bytes and comes in two writes, so far apart, the first ending inside that character (no) |
//! | `pad=N` | so many bytes of padding in the first chunk of the answer (0) |
//! | `fault=KIND` or `fault=KIND@PLACE` | what goes wrong (none); PLACE is `first`, a number of tokens, or a share such as `50%` (50%) |
//! | `every=N` | the fault strikes the first request for this model, then every N-th (1) |
//! | `stall=TIME` | how long the fault `stall` lasts before the stream goes on (1 h) |
//! | `retry_after=TIME` | what the fault `429` says, in whole seconds (1s) |
//! | `number=N` | nothing: it tells requests of one model apart (0) |
//!
//! Faults inside a stream, which take a PLACE: `drop` (FIN), `reset` (RST), `stall`, `error` (an
//! error object, then the body ends), `error-event` (named `event: error`), `error-done` (then
//! `[DONE]`). After it: `error-late` (between the finish reason and `[DONE]`). In its place: `401`
//! (echoing part of the key), `404`, `429`, `500`, `503`, `json` (a completion that is no stream)
//! and `html` (a web page with status 200).
//!
//! Load: each profile defines how its TTFT and its gaps grow with each other request in flight, and how many it serves
//! at a time; further ones wait in a queue. A single request is not slowed.
//!
//! **Invariants:** no key is stored or logged, and none is echoed but in part by the fault `401`; nothing is written
//! that was not scheduled; an instant in a [`Truth`] was taken before the write it describes. This crate does not
//! depend on the rest of the workspace.

mod answer;
mod ask;
mod clock;
mod connection;
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

/// Simulated providers, served by a thread of their own for as long as this value lives. Dropping
/// it closes every connection and waits for the thread to end.
pub struct Simulator {
    base_url: String,
    shared: Arc<SharedState>,
    waker: Waker,
    thread: Option<JoinHandle<()>>,
}

/// Why the simulator could not start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The port is taken or not ours to take.
    #[error("cannot listen on 127.0.0.1 port {port}: {source}")]
    Listen {
        /// The port that was asked for; 0 when any free one would have done.
        port: u16,
        /// What the system said.
        source: io::Error,
    },
    /// The system gave no poll, timer or thread.
    #[error("cannot start the simulator's thread: {0}")]
    Thread(#[from] io::Error),
}

impl Simulator {
    /// Listens on 127.0.0.1, on `port` or on any free one, and serves from then on.
    ///
    /// # Errors
    ///
    /// When the port cannot be listened on, or the system refuses a thread and what it needs.
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

    /// Where the providers are: `http://127.0.0.1:PORT/v1`.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// What happened to each completion that has ended, in the order the requests were read; of
    /// very many, the latest. Requests that were not understood are left out.
    pub fn truth(&self) -> Vec<Truth> {
        self.shared.truths()
    }
}

impl Drop for Simulator {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Release);
        // If the poll cannot be woken, waiting for its thread could take for ever.
        if self.waker.wake().is_ok()
            && let Some(thread) = self.thread.take()
        {
            let _ = thread.join();
        }
    }
}
