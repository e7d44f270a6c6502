//! The connections: reading and writing.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::io::Write as _;

use crate::http;
use crate::knobs::Knobs;
use crate::playback::Stream;
use crate::truth::{Record, now_ns};

#[derive(PartialEq)]
pub enum State {
    Reading,
    Streaming,
}

pub struct Conn {
    pub id: u64,
    /// Distinguishes a deadline of this stream from one of an earlier stream.
    pub generation: u64,
    pub unread: Vec<u8>,
    pub out: Vec<u8>,
    written: usize,
    wants_out: bool,
    pub state: State,
    pub stream: Option<Stream>,
}

pub struct Server {
    pub epoll: i32,
    pub conns: HashMap<i32, Conn>,
    /// Time, generation and descriptor.
    pub deadlines: BinaryHeap<Reverse<(u64, u64, i32)>>,
    pub generation: u64,
    pub seq: u64,
    last_id: u64,
    pub base: Knobs,
    pub records: Vec<Record>,
    pub quit: bool,
    pub total_conns: u64,
}

/// Tells epoll which events of a descriptor are wanted.
pub fn watch(epoll: i32, operation: i32, fd: i32, events: i32) {
    let mut event = libc::epoll_event { events: events as u32, u64: fd as u64 };
    // SAFETY: both descriptors are ours and `event` outlives the call.
    unsafe { libc::epoll_ctl(epoll, operation, fd, &mut event) };
}

impl Server {
    pub fn new(epoll: i32, base: Knobs) -> Self {
        Server {
            epoll,
            conns: HashMap::new(),
            deadlines: BinaryHeap::new(),
            generation: 0,
            seq: 0,
            last_id: 0,
            base,
            records: Vec::new(),
            quit: false,
            total_conns: 0,
        }
    }

    pub fn take_in(&mut self, fd: i32) {
        watch(self.epoll, libc::EPOLL_CTL_ADD, fd, libc::EPOLLIN | libc::EPOLLRDHUP);
        self.last_id += 1;
        self.total_conns += 1;
        let conn = Conn {
            id: self.last_id,
            generation: 0,
            unread: Vec::new(),
            out: Vec::new(),
            written: 0,
            wants_out: false,
            state: State::Reading,
            stream: None,
        };
        self.conns.insert(fd, conn);
    }

    pub fn streams(&self, fd: i32) -> bool {
        self.conns.get(&fd).is_some_and(|conn| conn.state == State::Streaming)
    }

    pub fn close(&mut self, fd: i32, why: &str, reset: bool) {
        let Some(mut conn) = self.conns.remove(&fd) else { return };
        if let Some(mut stream) = conn.stream.take() {
            stream.record.outcome = why.to_string();
            stream.record.done_us = stream.elapsed_us();
            self.records.push(stream.record);
        }
        watch(self.epoll, libc::EPOLL_CTL_DEL, fd, 0);
        // SAFETY: the descriptor is still ours here, and `linger` outlives the call.
        unsafe {
            if reset {
                let linger = libc::linger { l_onoff: 1, l_linger: 0 };
                libc::setsockopt(
                    fd,
                    libc::SOL_SOCKET,
                    libc::SO_LINGER,
                    std::ptr::addr_of!(linger).cast(),
                    std::mem::size_of_val(&linger) as u32,
                );
            }
            libc::close(fd);
        }
    }

    /// Writes what is waiting: `Some(true)` if all of it was written, `None` if the connection is
    /// gone.
    pub fn flush(&mut self, fd: i32) -> Option<bool> {
        loop {
            let conn = self.conns.get_mut(&fd)?;
            if conn.written >= conn.out.len() {
                conn.out.clear();
                conn.written = 0;
                self.want_out(fd, false);
                return Some(true);
            }
            let rest = &conn.out[conn.written..];
            // SAFETY: `rest` is valid for its length.
            let sent =
                unsafe { libc::send(fd, rest.as_ptr().cast(), rest.len(), libc::MSG_NOSIGNAL) };
            if sent >= 0 {
                conn.written += sent as usize;
                continue;
            }
            if std::io::Error::last_os_error().kind() == std::io::ErrorKind::WouldBlock {
                if let Some(stream) = conn.stream.as_mut() {
                    stream.record.blocked += 1;
                }
                self.want_out(fd, true);
                return Some(false);
            }
            self.close(fd, "client_gone", false);
            return None;
        }
    }

    fn want_out(&mut self, fd: i32, wanted: bool) {
        let Some(conn) = self.conns.get_mut(&fd).filter(|conn| conn.wants_out != wanted) else {
            return;
        };
        conn.wants_out = wanted;
        let out = if wanted { libc::EPOLLOUT } else { 0 };
        watch(self.epoll, libc::EPOLL_CTL_MOD, fd, libc::EPOLLIN | libc::EPOLLRDHUP | out);
    }

    pub fn reply(&mut self, fd: i32, status: &str, kind: &str, extra: &str, body: &str) {
        let Some(conn) = self.conns.get_mut(&fd) else { return };
        let length = body.len();
        let _ = write!(
            conn.out,
            "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n{extra}\r\n{body}"
        );
        self.flush(fd);
    }

    pub fn on_read(&mut self, fd: i32) {
        let Some(conn) = self.conns.get_mut(&fd) else { return };
        let mut buffer = [0u8; 65536];
        let ended = loop {
            // SAFETY: `buffer` is valid for its length.
            let got = unsafe { libc::recv(fd, buffer.as_mut_ptr().cast(), buffer.len(), 0) };
            if got > 0 {
                conn.unread.extend_from_slice(&buffer[..got as usize]);
                if (got as usize) < buffer.len() {
                    break false;
                }
            } else {
                let why = std::io::Error::last_os_error().kind();
                break got == 0 || why != std::io::ErrorKind::WouldBlock;
            }
        };
        if ended {
            return self.close(fd, "client_gone", false);
        }
        self.answer_what_is_whole(fd);
    }

    /// Answers the complete requests that have arrived, until one of them starts a stream.
    pub fn answer_what_is_whole(&mut self, fd: i32) {
        loop {
            let read_at = now_ns();
            let Some(conn) = self.conns.get_mut(&fd) else { return };
            if conn.state != State::Reading || conn.unread.is_empty() {
                return;
            }
            match http::parse(&conn.unread) {
                http::Parsed::Whole(request, used) => {
                    conn.unread.drain(..used);
                    self.route(fd, &request, read_at);
                }
                http::Parsed::WantsLeave => {
                    conn.out.extend_from_slice(b"HTTP/1.1 100 Continue\r\n\r\n");
                    self.flush(fd);
                    return;
                }
                http::Parsed::Partial => return,
                http::Parsed::NotHttp => return self.close(fd, "bad_http", false),
            }
        }
    }
}
