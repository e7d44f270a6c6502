//! Servers that send malicious streams, beside an honest one; and too few open files for the lanes.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::Command;
use std::time::Duration;

use providers::Clock;
use race::{LanePlan, Status, Timeouts};

use crate::children::{Server, block_on, entries, plan, start};
use crate::{is_long, peak_mb, rounds, row};

/// The next request on a connection, as text; `None` once no more come.
pub(crate) fn whole_request(socket: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4_096];
    loop {
        let length = socket.read(&mut buffer).ok().filter(|length| *length > 0)?;
        bytes.extend(buffer.iter().take(length));
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| {
                line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok()
            });
            if body.len() >= length.unwrap_or(0) {
                return Some(text);
            }
        }
    }
}

const HEAD: &str =
    "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
const TEXT: &str = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\n";

/// What is sent over and over after a head, by name.
const BODIES: [(&str, &str, &str); 12] = [
    ("brackets that never close", HEAD, "[[]\n,[]\n"),
    (
        "words like keys",
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\nevent: error\ndata: ",
        "sk- sk-ant- ",
    ),
    ("white space", HEAD, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\" \"}}]}\n\n"),
    ("comments", HEAD, ":\n"),
    ("empty lines", HEAD, "\n"),
    ("events without text", HEAD, "data:{}\n"),
    ("letters without a sentence", HEAD, TEXT),
    (
        "a number that cannot be",
        HEAD,
        "data: {\"choices\":[],\"usage\":{\"completion_tokens\":1e308}}\n\n",
    ),
    (
        "tool calls",
        HEAD,
        "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\"}}]}}]}\n\n",
    ),
    ("interim responses", "", "HTTP/1.1 100 Continue\r\n\r\n"),
    ("a head that never ends", "HTTP/1.1 200 OK\r\n", "x-a: b\r\n"),
    ("a refusal that never ends", "HTTP/1.1 500 No\r\n\r\n", "no no no "),
];

/// Serves one of the bodies up to this many bytes, by the name of the model.
fn serve_bodies(bytes: usize) -> String {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let base_url = format!("http://{}/v1", listener.local_addr().expect("it listens"));
    std::thread::spawn(move || {
        for mut socket in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let request = whole_request(&mut socket).unwrap_or_default();
                let named = |number: usize| request.contains(&format!("\"body-{number}\""));
                let body = BODIES.iter().enumerate().find(|(number, _)| named(*number));
                let Some((_, (_, head, piece))) = body else { return };
                let pieces = piece.repeat(64 * 1_024 / piece.len());
                let mut sent = socket.write_all(head.as_bytes());
                for _ in 0..bytes.div_ceil(pieces.len()) {
                    sent = sent.and_then(|()| socket.write_all(pieces.as_bytes()));
                }
            });
        }
    });
    base_url
}

/// The honest lane's TTFT without the server's own time, beside a lane with this body if there is one; how long the race
/// took, and how the other lane ended.
fn raced(server: &Server, hostile: Option<(&str, usize)>) -> (f64, Duration, Option<Status>) {
    let mut plan = plan(&server.base_url, &["late"]);
    if let Some((base_url, number)) = hostile {
        plan.lanes.push(LanePlan {
            model: format!("body-{number}"),
            base_url: Some(base_url.into()),
            ..plan.lanes.first().cloned().unwrap_or_default()
        });
    }
    let race = app::race_now(plan.clone(), entries(&plan), Timeouts::default());
    let clock = Clock::start();
    let (run, _) = block_on(race.run(None));
    let took = Duration::from_nanos(clock.now_ns());
    let sample = |lane: usize| run.lanes.get(lane).and_then(|lane| lane.samples.first());
    let honest = sample(0).expect("the honest lane has a result");
    assert_eq!(honest.status, Status::Ok, "it is not harmed: {:?}", honest.error);
    let ttft = honest.speed.ttft_ms.expect("it has a first token");
    (ttft - server.late_ms(), took, sample(1).map(|sample| sample.status))
}

/// Races beside each body.
const MOST_RACES: usize = 20;

fn p95(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len().saturating_sub(1) * 95 / 100).copied().unwrap_or_default()
}

#[test]
fn no_body_holds_the_engine_or_harms_an_honest_lane() {
    let server = Server::start();
    let rounds = usize::try_from(rounds()).unwrap_or(MOST_RACES).clamp(1, MOST_RACES);
    let (bytes, times) = if is_long() { (8_000_000, rounds) } else { (500_000, 1) };
    let base_url = serve_bodies(bytes);
    let mut worst = f64::NEG_INFINITY;
    for (number, (name, ..)) in BODIES.iter().enumerate() {
        let (mut alone, mut beside) = (Vec::new(), Vec::new());
        let (mut longest, mut ended) = (Duration::ZERO, None);
        // In turns, so that whatever else the machine does is in both.
        for _ in 0..times {
            alone.push(raced(&server, None).0);
            let (ttft, took, status) = raced(&server, Some((&base_url, number)));
            beside.push(ttft);
            longest = longest.max(took);
            ended = status;
        }
        assert!(ended.is_some(), "{name}: the lane ends, as a result");
        assert!(longest < Duration::from_secs(30), "{name}: in bounded time: {longest:?}");
        if is_long() {
            let (alone, beside) = (p95(alone), p95(beside));
            worst = worst.max(beside - alone);
            row(
                &format!("{name}, {} MB", bytes / 1_000_000),
                times,
                &format!(
                    "{ended:?}; {} ms at most; an honest lane's TTFT without the server's own time at p95: {alone:.1} ms alone, \
                     {beside:.1} ms beside it, {:+.1} ms",
                    longest.as_millis(),
                    beside - alone
                ),
            );
        }
    }
    if is_long() {
        row(
            "an honest lane's TTFT at p95",
            BODIES.len(),
            &format!("{worst:+.1} ms beside the worst of them"),
        );
    }
    let peak = peak_mb();
    assert!(peak < 1_024, "memory is bounded: {peak} MB");
    row("hostile bodies", BODIES.len() * times, &format!("each ended; {peak} MB at most"));
}

#[test]
fn lanes_beyond_the_limit_of_open_files_say_so() {
    let server = Server::start();
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = start("many", folder.path(), &server.base_url, "ulimit -n 64;");
    let mut said = String::new();
    let piped = child.stdout.as_mut().expect("it is piped");
    piped.read_to_string(&mut said).expect("it is text");
    assert!(child.wait().expect("it ends").success(), "it does not fail: {said}");
    let line = said.lines().find(|line| line.starts_with("lanes ")).expect("it says how it went");
    let numbers: Vec<usize> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
    let [lanes, good, failed, told] = numbers.as_slice() else { panic!("four numbers: {line}") };
    assert_eq!(good + failed, *lanes, "every lane has a result: {line}");
    assert!(*failed > 0 && failed == told, "and each that failed says what to do: {line}");
    row(
        "512 lanes with 64 files",
        1,
        &format!("{good} answered, {failed} told to raise the limit"),
    );
}

#[test]
fn a_process_that_the_system_holds_up_does_not_blame_the_server() {
    let server = Server::start();
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = start("held", folder.path(), &server.base_url, "");
    let signal = |name: &str| {
        let sent = Command::new("kill").args(["-s", name, &child.id().to_string()]).status();
        assert!(sent.is_ok_and(|sent| sent.success()), "the process is there to be told");
    };
    std::thread::sleep(Duration::from_millis(900));
    signal("STOP");
    std::thread::sleep(Duration::from_millis(2_500));
    signal("CONT");
    let mut said = String::new();
    let piped = child.stdout.as_mut().expect("it is piped");
    piped.read_to_string(&mut said).expect("it is text");
    assert!(child.wait().expect("it ends").success(), "it does not fail: {said}");
    assert!(said.contains("ended Some((Ok,"), "the server was never silent: {said}");
    row("held up for 2.5 s, patience of 1 s", 1, "the answer is whole, and the server not blamed");
}
