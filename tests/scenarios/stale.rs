//! Connections that a server promised to keep and did not: a request that meets one is sent again on a new one, once
//! and visibly, and none fails because of it.

use std::io::Write as _;
use std::net::TcpStream;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use measure::Warning;
use providers::FaultClass;
use race::{Load, Plan, Run, Sample, Status};

use crate::arena::{lane_at, plan, ran};
use crate::raw::{END, delta, serve, whole_request};
use crate::sweeps::swept_samples;

/// How a server breaks its promise to keep the connection.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Breach {
    /// It closes as soon as the stream has ended.
    AtOnce,
    /// The same, a moment later.
    Later(Duration),
    /// It accepts the next request, and closes instead of answering.
    Unanswered,
    /// It closes with the next request unread, which causes a reset.
    Reset,
    /// It begins to answer the next request, and closes.
    HalfAnswered,
    /// It keeps its promise.
    Kept,
}

/// A server that answers the first request of each connection completely, with these headers, and then breaks its
/// promise.
struct Server {
    base_url: String,
    /// Number of requests read completely.
    asked: Arc<AtomicU32>,
    connections: Arc<Mutex<u32>>,
}

impl Server {
    fn open(breach: Breach, headers: &'static str) -> Self {
        let asked = Arc::new(AtomicU32::new(0));
        let connections = Arc::new(Mutex::new(0));
        let (count, opened) = (Arc::clone(&asked), Arc::clone(&connections));
        let base_url = serve(move |_, socket| {
            *opened.lock().unwrap_or_else(PoisonError::into_inner) += 1;
            count.fetch_add(1, Ordering::SeqCst);
            answer(socket, headers);
            match breach {
                Breach::AtOnce => {}
                Breach::Later(moment) => thread::sleep(moment),
                Breach::Reset => {
                    let _came = socket.peek(&mut [0]);
                }
                Breach::Unanswered | Breach::HalfAnswered => {
                    if whole_request(socket).is_some() {
                        count.fetch_add(1, Ordering::SeqCst);
                        if breach == Breach::HalfAnswered {
                            let _gone = socket.write_all(b"HTTP/1.1 2");
                        }
                    }
                }
                Breach::Kept => {
                    while whole_request(socket).is_some() {
                        count.fetch_add(1, Ordering::SeqCst);
                        answer(socket, headers);
                    }
                }
            }
        });
        Self { base_url, asked, connections }
    }

    fn connections(&self) -> u32 {
        *self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const PROMISE: &str = "keep-alive: timeout=5, max=100\r\n";

fn answer(socket: &mut TcpStream, headers: &str) {
    let body = format!("{}{END}", delta(r#"{"content":"Because."}"#));
    let length = body.len();
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n{headers}content-length: {length}\r\n\r\n"
    );
    let _gone = socket.write_all((head + &body).as_bytes());
}

fn rounds(base_url: &str, repeat: u32) -> Run {
    ran(Plan { repeat, ..plan(vec![lane_at(base_url, "m")]) })
}

fn is_fresh(sample: &Sample) -> bool {
    sample.connection.as_ref().is_some_and(|connection| !connection.reused)
}

const BREACHES: [Breach; 5] = [
    Breach::AtOnce,
    Breach::Later(Duration::from_micros(200)),
    Breach::Later(Duration::from_millis(3)),
    Breach::Unanswered,
    Breach::Reset,
];

#[test]
fn no_round_fails_because_a_kept_connection_was_not_kept() {
    for breach in BREACHES {
        let server = Server::open(breach, PROMISE);
        let run = rounds(&server.base_url, 4);
        for (round, sample) in run.lanes[0].samples.iter().enumerate() {
            assert_eq!(sample.status, Status::Ok, "{breach:?}, {round}: {:?}", sample.error);
            assert!(is_fresh(sample), "{breach:?}, {round}: none is answered on an old one");
            let again = sample.attempts > 1;
            assert_eq!(
                sample.doubts.contains(&Warning::StaleConnection),
                again,
                "{breach:?}, {round}: what was sent twice says so, and nothing else"
            );
        }
    }
}

#[test]
fn a_request_that_met_a_closed_connection_is_timed_from_its_second_send() {
    for breach in [Breach::Unanswered, Breach::Reset] {
        let server = Server::open(breach, PROMISE);
        let run = rounds(&server.base_url, 2);
        let [first, second] = &run.lanes[0].samples[..] else { panic!("two rounds") };
        assert_eq!((first.attempts, second.attempts), (1, 2), "{breach:?}: once more, and once");
        assert!(second.doubts.contains(&Warning::StaleConnection), "{breach:?}: with its reason");
        assert!(
            !second.doubts.contains(&Warning::SecondAttempt),
            "{breach:?}: nothing was refused"
        );
        assert!(second.doubts.contains(&Warning::ConnectedLate), "{breach:?}: made after the gun");
        let connection = second.connection.as_ref().expect("there was one");
        assert!(!connection.ahead && !connection.reused, "{breach:?}: {connection:?}");
        assert!(second.speed.connect_time_ms.is_some(), "{breach:?}: what connecting took is told");
        let (sent, first_token) = (second.sent_at_ms, second.speed.ttft_perceived_ms);
        let ttft = second.speed.ttft_ms.expect("a token came");
        let waited = first_token.zip(sent).map(|(first, sent)| first - sent);
        assert!(
            waited.is_some_and(|waited| (waited - ttft).abs() < 0.01),
            "{breach:?}: TTFT {ttft} counts from the second send: {waited:?}"
        );
    }
}

#[test]
fn what_was_sent_twice_teaches_the_lane_not_to_wait_for_it_again() {
    let server = Server::open(Breach::Unanswered, PROMISE);
    let run = rounds(&server.base_url, 4);
    let attempts: Vec<u32> = run.lanes[0].samples.iter().map(|sample| sample.attempts).collect();
    assert_eq!(attempts, [1, 2, 1, 1], "the server is asked twice at most once");
    let last = run.lanes[0].samples[3].connection.as_ref().expect("there was one");
    assert!(last.ahead && !last.reused, "later rounds connect before the gun");
    assert_eq!(server.asked.load(Ordering::SeqCst), 5, "and the server saw no more than that");
}

#[test]
fn no_request_of_a_sweep_fails_because_a_kept_connection_was_not_kept() {
    for breach in BREACHES {
        let server = Server::open(breach, PROMISE);
        let load = Load {
            concurrency: vec![4],
            samples: 16,
            waves: None,
            unique_prompts: false,
            ..Load::default()
        };
        let asked = Plan { load: Some(load), ..plan(vec![lane_at(&server.base_url, "m")]) };
        let samples = swept_samples(asked);
        let answered = samples.iter().filter(|sample| sample.status == Status::Ok).count();
        assert!(answered >= 16, "{breach:?}: {answered}");
        for sample in &samples {
            // A request cut off by the end of the level was ended by the sweep itself.
            let is_well = matches!(sample.status, Status::Ok | Status::Cancelled);
            assert!(is_well, "{breach:?}: {:?}", sample.error);
            assert!(sample.attempts <= 2, "{breach:?}: never more than once again");
        }
    }
}

#[test]
fn a_request_is_not_sent_again_once_a_byte_of_its_answer_has_come() {
    let server = Server::open(Breach::HalfAnswered, PROMISE);
    let run = rounds(&server.base_url, 2);
    let second = &run.lanes[0].samples[1];
    let error = second.error.as_ref().expect("it was cut off");
    assert_eq!(error.class, FaultClass::ConnectionLost, "{error:?}");
    assert_eq!(second.attempts, 1, "the server had begun to answer, and would do it all again");
    assert_eq!(server.asked.load(Ordering::SeqCst), 2, "it was asked once a round");
}

#[test]
fn a_request_is_not_sent_again_from_a_fresh_connection_nor_a_third_time() {
    let connections = Arc::new(AtomicU32::new(0));
    let asked = Arc::new(AtomicU32::new(0));
    let (opened, count) = (Arc::clone(&connections), Arc::clone(&asked));
    let base_url = serve(move |_, socket| {
        let is_first = opened.fetch_add(1, Ordering::SeqCst) == 0;
        count.fetch_add(1, Ordering::SeqCst);
        if is_first {
            answer(socket, PROMISE);
            if whole_request(socket).is_some() {
                count.fetch_add(1, Ordering::SeqCst);
            }
        }
    });
    let run = rounds(&base_url, 3);
    let [first, second, third] = &run.lanes[0].samples[..] else { panic!("three rounds") };
    assert_eq!(first.status, Status::Ok, "{:?}", first.error);
    for (sample, attempts, why) in [
        (second, 2, "an old connection is made anew once"),
        (third, 1, "a fresh one that breaks is a failure"),
    ] {
        let error = sample.error.as_ref().expect("nobody answered");
        assert_eq!(error.class, FaultClass::ConnectionLost, "{why}: {error:?}");
        assert_eq!(sample.attempts, attempts, "{why}");
    }
    assert_eq!(asked.load(Ordering::SeqCst), 4, "one, two and one");
}

#[test]
fn a_connection_is_not_used_beyond_what_the_server_says_it_keeps() {
    // The other lane makes every round longer than the keep-alive that a quick server announces.
    let slow = serve(|_, socket| {
        thread::sleep(Duration::from_millis(700));
        answer(socket, "");
    });
    let slow = slow.as_str();
    thread::scope(|scope| {
        for (headers, connections, why) in [
            ("keep-alive: timeout=1\r\n", 2, "half a second is left of a second for the way"),
            ("keep-alive: timeout=60\r\n", 1, "there is time enough"),
            ("connection: close\r\n", 2, "it says that it closes"),
            ("", 1, "it says nothing"),
            ("keep-alive: timeout=soon\r\n", 1, "it says nothing that is understood"),
        ] {
            scope.spawn(move || {
                let server = Server::open(Breach::Kept, headers);
                let lanes = vec![lane_at(&server.base_url, "m"), lane_at(slow, "m")];
                let run = ran(Plan { repeat: 2, ..plan(lanes) });
                for sample in &run.lanes[0].samples {
                    assert_eq!((sample.status, sample.attempts), (Status::Ok, 1), "{why}");
                    let connection = sample.connection.as_ref().expect("there was one");
                    assert!(connection.ahead, "{headers}: a new one is made before the gun");
                }
                assert_eq!(server.connections(), connections, "{headers}: {why}");
            });
        }
    });
}
