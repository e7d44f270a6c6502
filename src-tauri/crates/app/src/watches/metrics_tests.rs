use std::io::{Read, Write};
use std::net::TcpStream;

use store::TurnOutcome;

use super::*;
use crate::engine::engine;

fn turn(outcome: TurnOutcome, turns: u32) -> WatchTurn {
    WatchTurn {
        number: 7,
        asked: false,
        due_s: 1_774_656_000,
        started_s: None,
        ended_s: None,
        run_id: None,
        outcome,
        why: None,
        most: None,
        turns,
    }
}

/// What the endpoint answers to this request.
fn asked(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers in text");
    answer
}

#[test]
fn turns_are_counted_by_how_they_ended_and_nothing_is_said_of_what_was_not_measured() {
    let metrics = WatchMetrics::default();
    assert!(!metrics.text().contains("{watch="), "nothing is known yet");
    metrics.count_turn("w", &turn(TurnOutcome::Missed, 3));
    metrics.count_turn("w", &turn(TurnOutcome::Missed, 2));
    metrics.count_turn("w", &turn(TurnOutcome::OverBudget, 1));
    let text = metrics.text();
    for line in [
        "paceline_watch_turns_total{watch=\"w\",outcome=\"missed\"} 5",
        "paceline_watch_turns_total{watch=\"w\",outcome=\"over_budget\"} 1",
        "paceline_watch_latest_turn_timestamp_seconds{watch=\"w\"} 1774656000",
    ] {
        assert!(text.lines().any(|one| one == line), "{line} in {text}");
    }
    assert!(text.ends_with("# EOF\n"), "as OpenMetrics ends");
    assert!(!text.contains("_bucket{"), "no request was measured");
}

#[test]
fn names_in_metrics_cannot_add_a_line() {
    let metrics = WatchMetrics::default();
    metrics.count_turn("a\"} 1\npaceline_forged_total 9\\", &turn(TurnOutcome::Done, 1));
    let text = metrics.text();
    assert!(!text.lines().any(|line| line.starts_with("paceline_forged")), "{text}");
}

#[test]
fn metrics_are_read_on_this_machine_alone_and_by_its_own_names() {
    let engine = engine().expect("threads");
    for far in ["0.0.0.0:0", "192.0.2.1:80", "[::]:0"] {
        let refused = engine.block_on(MetricsEndpoint::listen(far.parse().expect("an address")));
        let why = refused.err().expect("it is of others too");
        assert!(why.contains("not a loopback address"), "{why}");
    }
    let here = "127.0.0.1:0".parse().expect("an address");
    let endpoint = engine.block_on(MetricsEndpoint::listen(here)).expect("a free port");
    let address = endpoint.address;
    let taken = engine.block_on(MetricsEndpoint::listen(address));
    assert!(taken.err().expect("it is taken").contains("Name another port"));
    let metrics = Arc::new(WatchMetrics::default());
    metrics.count_turn("w", &turn(TurnOutcome::Done, 1));
    let serving = engine.spawn(endpoint.serve(metrics));
    for (request, status, holds) in [
        (
            format!("GET /metrics HTTP/1.1\r\nhost: {address}\r\n\r\n"),
            "200",
            "paceline_watch_turns_total",
        ),
        ("GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n".to_owned(), "200", "openmetrics-text"),
        ("GET /metrics HTTP/1.1\r\nhost: [::1]:80\r\n\r\n".to_owned(), "200", "# EOF"),
        ("GET /metrics HTTP/1.1\r\nhost: evil.example\r\n\r\n".to_owned(), "403", "127.0.0.1"),
        ("GET /metrics HTTP/1.0\r\n\r\n".to_owned(), "403", "127.0.0.1"),
        ("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n".to_owned(), "404", "/metrics"),
        (
            "POST /metrics HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n".to_owned(),
            "405",
            "GET",
        ),
    ] {
        let answer = asked(address, &request);
        let first = answer.lines().next().unwrap_or_default();
        assert!(first.contains(status) && answer.contains(holds), "{request}: {answer}");
    }
    let idle: Vec<TcpStream> = (0..MOST_CONNECTIONS - 1)
        .map(|_| TcpStream::connect(address).expect("it listens"))
        .collect();
    let answer = asked(address, "GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n");
    assert!(answer.contains("200"), "who says nothing is in nobody's way");
    drop(idle);
    serving.abort();
}
