//! The simulator's thread: one poll over all sockets, one heap of all deadlines.
//!
//! **Invariant:** each write is a separate system call at its scheduled instant, its bytes are
//! prepared beforehand and its timestamp is taken just before; nothing spins, and nothing runs
//! while nothing is due.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use mio::net::TcpListener;
use mio::{Events, Interest, Poll, Token};

use crate::clock::{Alarm, Clock, Nanos};
use crate::connection::{Activity, Connection, ReadResult};
use crate::load::Load;
use crate::request::{self, ParseState};
use crate::response::Response;
use crate::truth::{Outcome, Truth};

const LISTENER: Token = Token(0);
pub(crate) const WAKER: Token = Token(1);
const ALARM: Token = Token(2);
const FIRST_CONNECTION: usize = 3;

/// How long a client may continue to send after it was told that the connection ends.
const CLOSING_NS: Nanos = 1_000_000_000;

/// Number of truths kept: those of the latest requests.
const MOST_TRUTHS: usize = 20_000;

/// State shared by the simulator's thread and its owner.
#[derive(Default)]
pub(crate) struct SharedState {
    pub(crate) stop: AtomicBool,
    truths: Mutex<VecDeque<Truth>>,
}

impl SharedState {
    /// The truths of all requests that have ended, in the order in which the requests were read.
    pub(crate) fn truths(&self) -> Vec<Truth> {
        let kept = self.truths.lock().unwrap_or_else(PoisonError::into_inner);
        let mut truths: Vec<_> = kept.iter().cloned().collect();
        truths.sort_by_key(|truth| truth.sequence);
        truths
    }

    pub(crate) fn keep(&self, truth: Truth) {
        let mut kept = self.truths.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() == MOST_TRUTHS {
            kept.pop_front();
        }
        kept.push_back(truth);
    }
}

/// Everything the simulator's thread owns.
pub(crate) struct Server {
    poll: Poll,
    alarm: Alarm,
    pub(crate) clock: Clock,
    listener: TcpListener,
    pub(crate) connections: HashMap<usize, Connection>,
    next_connection: usize,
    /// When a connection next has something to do.
    pub(crate) due: BinaryHeap<Reverse<(Nanos, usize)>>,
    /// Connections that can continue: with the next request, in a slot that became free, or after
    /// others had their turn. A list rather than a call, so that a client cannot make the thread
    /// recurse.
    pub(crate) freed: Vec<usize>,
    pub(crate) load: Load,
    /// Number of requests for each model.
    pub(crate) numbers: HashMap<String, u64>,
    /// The prompts seen before, for models that cache them.
    pub(crate) cached: HashSet<u64>,
    /// Schemas of answers that have been used.
    pub(crate) schemas: HashSet<u64>,
    pub(crate) sequence: u64,
    pub(crate) shared: Arc<SharedState>,
}

impl Server {
    pub(crate) fn new(
        poll: Poll,
        mut listener: TcpListener,
        shared: Arc<SharedState>,
    ) -> io::Result<Self> {
        poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
        let alarm = Alarm::new(poll.registry(), ALARM)?;
        Ok(Self {
            poll,
            alarm,
            clock: Clock::start(),
            listener,
            connections: HashMap::new(),
            next_connection: FIRST_CONNECTION,
            due: BinaryHeap::new(),
            freed: Vec::new(),
            load: Load::default(),
            numbers: HashMap::new(),
            cached: HashSet::new(),
            schemas: HashSet::new(),
            sequence: 0,
            shared,
        })
    }

    /// Serves until told to stop.
    pub(crate) fn run(mut self) {
        let mut events = Events::with_capacity(1_024);
        let mut buffer = vec![0; 64 * 1_024];
        let mut heard = Vec::new();
        while !self.shared.stop.load(Ordering::Acquire) {
            let deadline = match self.due.peek() {
                _ if !self.freed.is_empty() => Some(0),
                next => next.map(|Reverse((deadline, _))| *deadline),
            };
            match self.alarm.wait(&mut self.poll, &mut events, self.clock, deadline) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => break,
            }
            // All sockets are read before any request is parsed, so that requests that arrived
            // together have the same timestamp.
            for event in &events {
                match event.token() {
                    LISTENER => self.accept(),
                    WAKER | ALARM => {}
                    Token(id) => heard.extend(self.hear(id, &mut buffer)),
                }
            }
            for (id, read_at, state) in heard.drain(..) {
                self.go_on(id, read_at, state);
            }
            self.play_due();
            for id in std::mem::take(&mut self.freed) {
                self.go_on_freed(id);
            }
        }
        let ids: Vec<_> = self.connections.keys().copied().collect();
        for id in ids {
            self.close(id, Outcome::Stopped);
        }
    }

    fn accept(&mut self) {
        loop {
            let mut socket = match self.listener.accept() {
                Ok((socket, _)) => socket,
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => continue,
                Err(_) => return,
            };
            let id = self.next_connection;
            let interest = Interest::READABLE | Interest::WRITABLE;
            // Either of these fails if the client has already gone, and it is then not served.
            let ready = socket.set_nodelay(true).is_ok()
                && self.poll.registry().register(&mut socket, Token(id), interest).is_ok();
            if ready {
                self.connections.insert(id, Connection::new(socket));
                self.next_connection += 1;
            }
        }
    }

    fn hear(&mut self, id: usize, buffer: &mut [u8]) -> Option<(usize, Nanos, ReadResult)> {
        let connection = self.connections.get_mut(&id)?;
        let read_at = self.clock.now();
        Some((id, read_at, connection.hear(buffer)))
    }

    fn go_on(&mut self, id: usize, read_at: Nanos, heard: ReadResult) {
        if heard == ReadResult::Gone {
            return self.close(id, Outcome::ClientGone);
        }
        let Some(connection) = self.connections.get_mut(&id) else { return };
        if connection.is_blocked() {
            if connection.flush().is_err() {
                return self.close(id, Outcome::ClientGone);
            }
            match connection.activity {
                _ if connection.is_blocked() => {}
                Activity::Playing(_) => self.play(id),
                Activity::Closing { .. } => connection.end_writing(),
                Activity::Idle | Activity::Queued(_) => {}
            }
        }
        self.read_requests(id, read_at);
    }

    /// Continues with a connection that can.
    fn go_on_freed(&mut self, id: usize) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        match std::mem::replace(&mut connection.activity, Activity::Idle) {
            Activity::Queued(queued) if queued.has_slot => self.serve(id, *queued),
            Activity::Playing(playing) => {
                connection.activity = Activity::Playing(playing);
                self.play(id);
            }
            activity => {
                connection.activity = activity;
                let now = self.clock.now();
                self.read_requests(id, now);
            }
        }
    }

    /// Looks for requests in the received bytes; one that arrives during an answer waits for its
    /// end.
    fn read_requests(&mut self, id: usize, read_at: Nanos) {
        while let Some(connection) = self.connections.get_mut(&id) {
            if !matches!(connection.activity, Activity::Idle) || connection.incoming.is_empty() {
                return;
            }
            match request::read(&connection.incoming) {
                ParseState::Partial { expects_continue } => {
                    if expects_continue && !connection.continued {
                        connection.continued = true;
                        if connection.send(b"HTTP/1.1 100 Continue\r\n\r\n").is_err() {
                            self.close(id, Outcome::ClientGone);
                        }
                    }
                    return;
                }
                ParseState::Whole { request, used } => {
                    connection.incoming.drain(..used);
                    connection.continued = false;
                    self.answer(id, &request, read_at);
                }
                ParseState::Bad { status, message } => {
                    connection.incoming.clear();
                    let response = Response::not_served(status, message);
                    return self.respond(id, &response, false, true);
                }
            }
        }
    }

    /// Sends an answer that needs no schedule and leaves no truth.
    pub(crate) fn respond(&mut self, id: usize, response: &Response, head_only: bool, close: bool) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        if connection.send(&response.bytes(head_only, close)).is_err() {
            self.close(id, Outcome::ClientGone);
        } else if close {
            self.end_connection(id);
        }
    }

    /// Ends the connection after everything sent; closing with unread bytes would reset it.
    pub(crate) fn end_connection(&mut self, id: usize) {
        let Some(connection) = self.connections.get_mut(&id) else { return };
        let until = self.clock.now() + CLOSING_NS;
        connection.activity = Activity::Closing { until };
        if !connection.is_blocked() {
            connection.end_writing();
        }
        self.due.push(Reverse((until, id)));
    }

    pub(crate) fn created_unix_s(&self, at: Nanos) -> u64 {
        self.clock.unix_s(at)
    }

    /// Removes a connection and keeps the truth of its unfinished answer.
    pub(crate) fn close(&mut self, id: usize, outcome: Outcome) {
        let Some(mut connection) = self.connections.remove(&id) else { return };
        // The poll forgets a socket when it is closed; this only does so sooner.
        let _ = self.poll.registry().deregister(connection.socket_mut());
        let (mut truth, read_at, slot) = match connection.activity {
            Activity::Playing(playing) => (playing.truth, playing.read_at, playing.slot),
            Activity::Queued(queued) => {
                let profile = queued.ask.profile;
                self.load.give_up(profile, id);
                (queued.truth, queued.read_at, queued.has_slot.then_some(profile))
            }
            Activity::Idle | Activity::Closing { .. } => return,
        };
        truth.outcome = outcome;
        truth.close_us = Some((self.clock.now() - read_at) / 1_000);
        self.shared.keep(truth);
        self.leave(slot);
    }
}
