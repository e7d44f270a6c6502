//! Ground-truth mock of an OpenAI-compatible streaming chat endpoint.
//!
//! One thread, raw epoll + a heap of deadlines + epoll_pwait2 with a 1 ns timer slack: every SSE event is one write(2)
//! of its own on a TCP_NODELAY socket at (or a few microseconds after) its scheduled instant; nothing spins.
//! (tokio's timer has a 1 ms grain, and hyper writes a body frame only when its connection task is next polled; with
//! raw writes the instant we record is the instant of the write itself.)
//!
//! It listens on 127.0.0.1, on the port MOCK_PORT or any free one, and prints the port to standard output.
//!
//! Knobs (microseconds unless said), from lowest to highest precedence: env MOCK="ttft=200000,gap=10000,n=100",
//! POST /config (same text as body), path prefix /k/<knobs>/v1/..., query string, model name "mock_ttft200000_n50".
//!   hdr    response headers are written at this offset from "request headers read"     (0)
//!   ttft   first content chunk at this offset                                          (200000)
//!   gap    gap between tokens; a chunk of tpc tokens takes tpc gaps                    (10000)
//!   n      content tokens                                                             (100)
//!   tpc    tokens per chunk                                                           (1)
//!   role   1: an empty role-first chunk {"role":"assistant","content":""} is sent      (1)
//!   roleat offset of that chunk; 0 = at ttft, just before the first content chunk      (0)
//!   tail   wait between last content chunk and finish/usage/[DONE]                     (0)
//!   usage  1 always, 0 never, 2 only if stream_options.include_usage                   (1)
//!   honor  1: n = max_tokens / max_completion_tokens of the request when given         (0)
//!   rsn    this many reasoning tokens (delta.reasoning_content) first, at ttft, ttft+gap, ...; content follows (0)
//!   fail   none|err|stall|stall0|drop|rst|429|500|nodone                               (none)
//!          err/stall/drop/rst happen after half of the chunks
//!   every  fail only each every-th request (1 = all)                                   (1)
//! Control: GET /truth (JSON), POST /reset, POST /config, GET /config, GET /health, GET /v1/models, /quit.

mod http;
mod knobs;
mod playback;
mod routes;
mod server;
mod truth;

use std::cmp::Reverse;
use std::net::TcpListener;
use std::os::fd::{AsRawFd, IntoRawFd};

use knobs::Knobs;
use server::{Server, State, watch};
use truth::now_ns;

/// Number of due steps taken before the sockets are checked again.
const STEPS_AT_ONCE: usize = 64;

fn main() {
    // SAFETY: both calls set limits of this process, and of our memory they use only `limit`.
    unsafe {
        libc::prctl(libc::PR_SET_TIMERSLACK, 1usize, 0usize, 0usize, 0usize);
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit);
        limit.rlim_cur = limit.rlim_max;
        libc::setrlimit(libc::RLIMIT_NOFILE, &limit);
    }
    let port: u16 = std::env::var("MOCK_PORT").ok().and_then(|x| x.parse().ok()).unwrap_or(0);
    let mut base = Knobs::default();
    base.apply(&std::env::var("MOCK").unwrap_or_default());

    let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port is free");
    listener.set_nonblocking(true).expect("a socket can be made not to block");
    let listening = listener.as_raw_fd();
    // SAFETY: plain calls on descriptors that are ours.
    let epoll = unsafe {
        libc::listen(listening, 4096);
        libc::epoll_create1(libc::EPOLL_CLOEXEC)
    };
    watch(epoll, libc::EPOLL_CTL_ADD, listening, libc::EPOLLIN);
    println!("{}", listener.local_addr().expect("it listens").port());

    let mut server = Server::new(epoll, base);
    let mut events = vec![libc::epoll_event { events: 0, u64: 0 }; 1024];
    while !server.quit {
        for event in wait(&server, &mut events) {
            let (fd, what) = (event.u64 as i32, event.events as i32);
            if fd == listening {
                while let Ok((socket, _)) = listener.accept() {
                    socket.set_nonblocking(true).expect("a socket can be made not to block");
                    socket.set_nodelay(true).expect("a socket can be made not to delay");
                    server.take_in(socket.into_raw_fd());
                }
                continue;
            }
            if what & libc::EPOLLOUT != 0 && server.flush(fd) == Some(true) && server.streams(fd) {
                server.step(fd);
            }
            if what & (libc::EPOLLIN | libc::EPOLLRDHUP | libc::EPOLLHUP | libc::EPOLLERR) != 0 {
                server.on_read(fd);
            }
        }
        take_due_steps(&mut server);
    }
}

/// Sleeps until something happens on a socket or the next step is due.
fn wait<'e>(server: &Server, events: &'e mut [libc::epoll_event]) -> &'e [libc::epoll_event] {
    // SAFETY: `limit` and `events` outlive the call, which is given the length of `events`.
    let count = unsafe {
        let mut limit: libc::timespec = std::mem::zeroed();
        let limit: *const libc::timespec = match server.deadlines.peek() {
            None => std::ptr::null(),
            Some(Reverse((due, _, _))) => {
                let left = due.saturating_sub(now_ns());
                limit.tv_sec = (left / 1_000_000_000) as i64;
                limit.tv_nsec = (left % 1_000_000_000) as i64;
                &limit
            }
        };
        libc::syscall(
            libc::SYS_epoll_pwait2,
            server.epoll,
            events.as_mut_ptr(),
            events.len() as i32,
            limit,
            std::ptr::null::<libc::sigset_t>(),
            8usize,
        )
    };
    &events[..count.max(0) as usize]
}

fn take_due_steps(server: &mut Server) {
    let now = now_ns();
    for _ in 0..STEPS_AT_ONCE {
        match server.deadlines.peek() {
            Some(Reverse((due, _, _))) if *due <= now => {}
            _ => break,
        }
        let Some(Reverse((_, generation, fd))) = server.deadlines.pop() else { break };
        let current = server
            .conns
            .get(&fd)
            .is_some_and(|c| c.generation == generation && c.state == State::Streaming);
        if current {
            server.step(fd);
        }
    }
}
