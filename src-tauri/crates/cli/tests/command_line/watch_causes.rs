//! What a change of a watched number comes from, told by `watch show`: two servers on loopback, of which one becomes slower and names another
//! model. The turns of several days are taken one after the other.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use app::{WatchTurns, Zone};
use serde_json::Value;
use store::History;
use tempfile::tempdir;

use crate::{at, data, document, done, status, text};

/// Monday, 2026-06-01T00:00:00Z.
const AT_S: i64 = 1_780_272_000;
const HOUR_S: i64 = 3_600;
/// Hourly turns before the change, more than two days, and those within which it has to be noticed.
const BEFORE: i64 = 54;
const WITHIN: i64 = 12;

/// A server of one model. Once it has changed it names another, and thinks for longer.
#[derive(Clone)]
struct Server {
    address: String,
    has_changed: Arc<AtomicBool>,
}

impl Server {
    fn start(model: &'static str) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
        let address = format!("http://{}/v1", listener.local_addr().expect("it listens"));
        let server = Self { address, has_changed: Arc::default() };
        let own = server.clone();
        std::thread::spawn(move || {
            for socket in listener.incoming().flatten() {
                let own = own.clone();
                std::thread::spawn(move || own.answer(socket, model));
            }
        });
        server
    }

    fn answer(&self, mut socket: TcpStream, model: &str) {
        // A connection that was made but not used has nothing to answer.
        if read_request(&mut socket).is_none() {
            return;
        }
        let has_changed = self.has_changed.load(Ordering::Relaxed);
        let (version, thinks) = if has_changed { (2, 90) } else { (1, 15) };
        std::thread::sleep(Duration::from_millis(thinks));
        let event = |delta: &str, end: &str| {
            format!(
                "data: {{\"model\":\"{model}-0{version}\",\"choices\":[{{\"index\":0,\"delta\":{delta}{end}}}]}}\n\n"
            )
        };
        let answer = [
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n",
            &event("{\"content\":\"Because.\"}", ""),
            &event("{}", ",\"finish_reason\":\"stop\""),
            "data: [DONE]\n\n",
        ];
        // A client that is gone needs no answer.
        let _gone = socket.write_all(answer.concat().as_bytes());
    }
}

/// Reads the head of a request, and its body as long as the head says.
fn read_request(socket: &mut TcpStream) -> Option<()> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4_096];
    loop {
        let length = socket.read(&mut buffer).ok().filter(|length| *length > 0)?;
        bytes.extend(buffer.iter().take(length));
        let read = String::from_utf8_lossy(&bytes).to_ascii_lowercase();
        let Some((head, body)) = read.split_once("\r\n\r\n") else { continue };
        let length = head.split("content-length:").nth(1)?.lines().next()?.trim().parse().ok()?;
        if body.len() >= length {
            return Some(());
        }
    }
}

/// Takes a turn now, and enters it as that of an hour.
fn take(home: &Path, hour: i64) {
    let taken = done(home, &["watch", "now", "w", "--json"]);
    assert_eq!(status(&taken), 0, "{}", text(&taken.stderr));
    let at_s = AT_S + hour * HOUR_S;
    on_history(
        home,
        &format!(
            "UPDATE watch_turns SET asked = 0, number = {}, due_s = {at_s}, started_s = {at_s}, ended_s = {at_s} + 1 WHERE asked = 1",
            at_s / HOUR_S
        ),
    );
}

/// Looks for changes in turns that nobody has tested, as `watch run` does when it begins.
fn test_turns(home: &Path) {
    let history = Arc::new(History::open(&data(home)).expect("a history"));
    let watch = history.watches().expect("they can be read").pop().expect("one was added");
    let zone = Zone::named("UTC").expect("it is known");
    let held = WatchTurns::hold(history, watch, zone).expect("it can be read");
    assert!(held.is_some(), "nobody else takes its turns");
}

fn on_history(home: &Path, sql: &str) {
    let file = rusqlite::Connection::open(data(home).join("paceline.db")).expect("a history");
    file.execute_batch(sql).expect("it can be changed");
}

fn changes(home: &Path) -> Value {
    at(&document(&done(home, &["watch", "show", "w", "--json"])), "/changes").clone()
}

#[test]
fn a_change_names_the_model_that_answers_since_and_says_nothing_of_a_network_within_one_machine() {
    let home = tempdir().expect("a folder");
    let home = home.path();
    let [steady, other] = ["steady", "fast"].map(Server::start);
    let lanes = [&steady, &other].map(|server| format!("openai-chat@{}#m", server.address));
    let added = done(
        home,
        &[
            "watch", "add", "--name", "w", "--every", "1h", "--prompt", "Why?", "--lane",
            &lanes[0], "--lane", &lanes[1],
        ],
    );
    assert_eq!(status(&added), 0, "{}", text(&added.stderr));
    on_history(home, &format!("UPDATE watches SET since_s = {AT_S}"));
    for hour in 0..BEFORE {
        take(home, hour);
    }
    test_turns(home);
    other.has_changed.store(true, Ordering::Relaxed);
    for hour in BEFORE..BEFORE + WITHIN {
        take(home, hour);
    }
    test_turns(home);
    let noticed = changes(home);
    assert!(is_named(&noticed), "{noticed}");
    let shown = text(&done(home, &["watch", "show", "w"]).stdout);
    let one_line = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(one_line.contains("the server names fast-02, fast-01 before"), "{shown}");
    assert!(!one_line.contains("Probably your network"), "no request left this machine: {shown}");
    on_history(home, "DELETE FROM watch_changes; UPDATE watches SET tested = NULL");
    test_turns(home);
    assert_eq!(changes(home), noticed, "turns that are read again after a restart say the same");
}

/// Whether a change of the other lane names the new model.
fn is_named(changes: &Value) -> bool {
    let expected = serde_json::json!({"what": "named", "before": "fast-01", "after": "fast-02"});
    let all = changes.as_array().expect("a list");
    all.iter().any(|change| {
        change.pointer("/lane") == Some(&Value::from(1))
            && change.pointer("/causes/model/0") == Some(&expected)
    })
}
