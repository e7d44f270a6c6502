//! The simulator from outside, over loopback sockets.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use simulator::{Outcome, Simulator, StartError, Truth};

/// A client that speaks just enough HTTP to read whole answers.
struct Client {
    socket: TcpStream,
    unread: Vec<u8>,
}

/// One whole answer.
struct Answer {
    head: String,
    body: String,
}

impl Client {
    fn of(simulator: &Simulator) -> Self {
        let address = simulator.base_url().trim_start_matches("http://").trim_end_matches("/v1");
        let socket = TcpStream::connect(address).expect("the simulator listens");
        socket.set_read_timeout(Some(Duration::from_secs(10))).expect("a timeout");
        Self { socket, unread: Vec::new() }
    }

    fn send(&mut self, text: &str) {
        self.socket.write_all(text.as_bytes()).expect("the simulator reads");
    }

    /// Asks for a stream of `model`.
    fn ask(&mut self, model: &str) {
        self.send(&asking(model));
    }

    /// Reads until `unread` holds a whole answer; fails like the socket does.
    fn answer(&mut self) -> std::io::Result<Answer> {
        let mut buffer = [0; 8_192];
        loop {
            if let Some(answer) = self.take_answer() {
                return Ok(answer);
            }
            match self.socket.read(&mut buffer)? {
                0 => return Err(ErrorKind::UnexpectedEof.into()),
                length => self.unread.extend(buffer.iter().take(length)),
            }
        }
    }

    fn take_answer(&mut self) -> Option<Answer> {
        let text = String::from_utf8_lossy(&self.unread).into_owned();
        let (head, rest) = text.split_once("\r\n\r\n")?;
        let (raw, length) = if head.contains("transfer-encoding: chunked") {
            let end = rest.find("0\r\n\r\n").map(|start| start + 5)?;
            (rest.get(..end)?, end)
        } else {
            let (_, length) = head.split_once("content-length: ")?;
            let length = length.lines().next()?.parse().ok()?;
            (rest.get(..length)?, length)
        };
        let answer = Answer { head: head.to_owned(), body: raw.to_owned() };
        self.unread.drain(..head.len() + 4 + length);
        Some(answer)
    }

    /// Asks for a stream of `model` and reads it to its end.
    fn complete(&mut self, model: &str) -> Answer {
        self.ask(model);
        self.answer().expect("a whole answer")
    }
}

impl Answer {
    fn status(&self) -> u16 {
        let status = self.head.split(' ').nth(1).expect("a status line");
        status.parse().expect("a number")
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("a JSON body")
    }
}

fn asking(model: &str) -> String {
    let body = json!({
        "model": model,
        "stream": true,
        "messages": [{ "role": "user", "content": "Why do rivers bend?" }],
    });
    posting(&body.to_string())
}

fn posting(body: &str) -> String {
    let length = body.len();
    format!(
        "POST /v1/chat/completions HTTP/1.1\r\nHost: localhost\r\n\
         Authorization: Bearer sk-marker-0123456789-abcdef\r\nContent-Length: {length}\r\n\r\n{body}"
    )
}

fn started() -> Simulator {
    Simulator::start(None).expect("a free port")
}

/// The truths, once there are as many.
fn truths(simulator: &Simulator, count: usize) -> Vec<Truth> {
    for _ in 0..500 {
        let truths = simulator.truth();
        if truths.len() >= count {
            return truths;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{count} requests have ended, but there are {} truths", simulator.truth().len());
}

#[test]
fn a_stream_is_never_early_and_its_truth_says_what_came() {
    let simulator = started();
    let model = "scripted?ttft=40ms&gap=2ms&tokens=20&reasoning=5&headers=10ms&done=30ms";
    let answer = Client::of(&simulator).complete(model);
    assert_eq!(answer.body.matches("\"content\":\"").count(), 21, "the role and twenty tokens");

    let truth = simulator.truth().pop().expect("whoever saw the end finds the truth");
    assert_eq!((truth.model.as_str(), truth.sequence), (model, 1), "it is about this request");
    assert_eq!((truth.reasoning_tokens, truth.answer_tokens, truth.chunks), (5, 20, 25), "counts");
    assert_eq!((truth.status, truth.in_flight, truth.queued_us), (Some(200), Some(1), 0), "alone");
    assert_eq!(truth.outcome, Outcome::Complete, "nothing went wrong");
    let schedule = [
        (truth.headers_us, 10_000),
        (truth.role_us, 10_000),
        (truth.first_reasoning_us, 40_000),
        (truth.first_content_us, 50_000),
        (truth.last_content_us, 88_000),
        (truth.finish_us, 88_000),
        (truth.done_us, 118_000),
        (truth.close_us, 118_000),
    ];
    for (instant, due) in schedule {
        let instant = instant.expect("each of these came");
        let latest = due + truth.late_us + 1;
        assert!((due..=latest).contains(&instant), "due at {due} µs, made at {instant} µs");
    }
}

/// Whether the first token of each of two requests for a model came when `due_us` says, and how many tokens of its prompt were
/// in the cache.
fn reads(model: &str, due_us: [u64; 2]) -> Vec<Option<u64>> {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let told = |answer: &Answer| {
        let events = answer.body.lines().rev().filter_map(|line| line.strip_prefix("data: "));
        let mut events = events.filter_map(|data| serde_json::from_str::<Value>(data).ok());
        events.find_map(|data| data.pointer("/usage/prompt_tokens_details/cached_tokens")?.as_u64())
    };
    let cached = due_us.map(|_| told(&client.complete(model))).to_vec();
    for (truth, due) in truths(&simulator, 2).into_iter().zip(due_us) {
        let first = truth.first_content_us.expect("an answer");
        let latest = due + truth.late_us + 1;
        assert!((due..=latest).contains(&first), "{model}: due at {due} µs, made at {first} µs");
    }
    cached
}

#[test]
fn a_prompt_takes_its_time_unless_it_is_in_the_cache() {
    // The prompt has five words and marks.
    let model = "scripted?ttft=10ms&input=8ms&tokens=1&usage_when=always";
    let none = reads(model, [50_000, 50_000]);
    assert_eq!(none, [Some(0), Some(0)], "10 ms and five times 8, as without a cache");
    let caching = format!("{model}&cache=yes");
    let second = reads(&caching, [50_000, 18_000]);
    assert_eq!(second, [Some(0), Some(4)], "the second reads its last token alone");
}

#[test]
fn a_connection_serves_one_request_after_another() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    for _ in 0..50 {
        let answer = client.complete("scripted?ttft=0&gap=0&tokens=3");
        assert!(answer.body.contains("[DONE]"), "each answer is whole");
    }
    let sequences: Vec<_> = simulator.truth().iter().map(|truth| truth.sequence).collect();
    assert_eq!(sequences, (1..=50).collect::<Vec<_>>(), "each has its truth, in order");
}

#[test]
fn requests_sent_ahead_are_answered_in_order() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let models = ["scripted?ttft=20ms&tokens=1", "scripted?ttft=0&tokens=2", "nobody"];
    client.send(&models.map(asking).concat());
    let answers = models.map(|_| client.answer().expect("three answers"));
    let statuses = answers.each_ref().map(Answer::status);
    assert_eq!(statuses, [200, 200, 404], "the slow one first, for it was asked first");
}

#[test]
fn a_request_may_come_in_pieces() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    client.socket.set_nodelay(true).expect("pieces of their own");
    for byte in asking("scripted?ttft=0&tokens=1").bytes() {
        client.socket.write_all(&[byte]).expect("the simulator reads");
    }
    assert!(client.answer().expect("an answer").body.contains("[DONE]"), "byte by byte");

    let body = json!({ "model": "scripted?ttft=0&tokens=1", "messages": [{ "role": "user" }] });
    let body = body.to_string();
    client.send("POST /v1/chat/completions HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    client.send(&format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len()));
    assert_eq!(client.answer().expect("an answer").status(), 200, "or in chunks");
}

#[test]
fn a_client_that_expects_to_be_told_is_told() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let request = asking("scripted?ttft=0&tokens=1");
    let (head, body) = request.split_once("\r\n\r\n").expect("a body");
    client.send(&format!("{head}\r\nExpect: 100-continue\r\n\r\n"));
    let mut told = [0; 25];
    client.socket.read_exact(&mut told).expect("leave to go on");
    assert_eq!(&told, b"HTTP/1.1 100 Continue\r\n\r\n", "before the body");
    client.send(body);
    assert_eq!(client.answer().expect("an answer").status(), 200, "after it");
}

#[test]
fn a_wrong_request_is_told_what_is_wrong() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let mut refused = |body: &str| {
        client.send(&posting(body));
        let answer = client.answer().expect("an answer");
        (answer.status(), answer.json()["error"].clone())
    };
    assert_eq!(refused("{").0, 400, "not JSON");
    let (status, error) = refused(r#"{"model":"scripted"}"#);
    assert_eq!((status, &error["param"]), (400, &json!("messages")), "the parameter is named");
    let messages = r#""messages":[{"role":"user","content":"hi"}]"#;
    let (status, error) = refused(&format!(r#"{{"model":"gpt-9",{messages}}}"#));
    assert_eq!((status, &error["code"]), (404, &json!("model_not_found")), "as OpenAI");
    let (status, error) = refused(&format!(r#"{{"model":"scripted?ttft=soon",{messages}}}"#));
    let message = error["message"].as_str().expect("a message");
    assert_eq!(status, 400, "a wrong knob is a wrong request");
    assert!(message.contains("`ttft`") && message.contains("200ms"), "knob and remedy: {message}");
}

#[test]
fn each_path_has_its_methods() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let mut ask = |line: &str| {
        client.send(&format!("{line} HTTP/1.1\r\n\r\n"));
        client.answer().expect("an answer")
    };
    let models = ask("GET /v1/models").json();
    let ids: Vec<_> = models["data"].as_array().into_iter().flatten().map(|m| &m["id"]).collect();
    let profiles: Vec<_> = simulator::profiles().iter().map(|profile| profile.model).collect();
    assert_eq!(ids, profiles, "the models are the profiles");
    assert_eq!(ask("GET /v1/models/lpu").json()["id"], json!("lpu"), "one of them");
    assert_eq!(ask("GET /v1/models/gpt-9").status(), 404, "none of them");
    assert_eq!(ask("GET /truth").json(), json!([]), "nothing was asked yet");
    assert_eq!(ask("GET /").status(), 404, "no such path");
    let wrong = ask("DELETE /v1/models");
    assert_eq!(wrong.status(), 405, "no such method");
    assert!(wrong.head.contains("allow: GET, HEAD, OPTIONS"), "and which there are");

    client.send("OPTIONS /v1/chat/completions HTTP/1.1\r\n\r\nHEAD /v1/models HTTP/1.1\r\nConnection: close\r\n\r\n");
    let mut rest = String::new();
    client.socket.read_to_string(&mut rest).expect("the connection ends as asked");
    let (options, head) = rest.split_once("\r\n\r\n").expect("two answers");
    assert!(options.contains("204") && options.contains("allow: POST, OPTIONS"), "{options}");
    assert!(head.contains("content-length") && head.ends_with("\r\n\r\n"), "no body: {head}");
}

#[test]
fn an_old_client_gets_a_stream_that_ends_with_the_connection() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    client.send(&asking("scripted?ttft=0&tokens=2").replace("HTTP/1.1", "HTTP/1.0"));
    let mut text = String::new();
    client.socket.read_to_string(&mut text).expect("the connection ends");
    assert!(!text.contains("transfer-encoding"), "it knows no chunks");
    assert!(text.ends_with("data: [DONE]\n\n"), "the stream is whole");
}

#[test]
fn a_broken_stream_ends_as_the_fault_says() {
    let simulator = started();
    let broken = |fault: &str| {
        let mut client = Client::of(&simulator);
        client.ask(&format!("scripted?ttft=10ms&gap=1ms&tokens=8&fault={fault}@50%"));
        let Err(error) = client.answer() else { panic!("the answer breaks off") };
        error.kind()
    };
    assert_eq!(broken("drop"), ErrorKind::UnexpectedEof, "closed with the body unfinished");
    assert_eq!(broken("reset"), ErrorKind::ConnectionReset, "reset");
    let ended: Vec<_> =
        truths(&simulator, 2).iter().map(|truth| (truth.outcome, truth.answer_tokens)).collect();
    assert_eq!(ended, [(Outcome::Dropped, 4), (Outcome::Reset, 4)], "the truth says both");
}

#[test]
fn a_fault_may_strike_now_and_then() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let model = "scripted?ttft=0&gap=0&tokens=1&fault=429&retry_after=3s&every=2";
    let answers = [(); 4].map(|()| client.complete(model));
    assert_eq!(answers.each_ref().map(Answer::status), [429, 200, 429, 200], "every second");
    assert!(answers.iter().any(|answer| answer.head.contains("retry-after: 3")), "when to return");
    let outcomes: Vec<_> = simulator.truth().iter().map(|truth| truth.outcome).collect();
    let expected = [Outcome::Refused, Outcome::Complete, Outcome::Refused, Outcome::Complete];
    assert_eq!(outcomes, expected, "two attempts are two truths");
}

#[test]
fn a_client_that_goes_away_is_noticed() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    client.ask("scripted?ttft=0&tokens=2&fault=stall@1");
    let mut byte = [0];
    client.socket.read_exact(&mut byte).expect("the stream has begun");
    drop(client);
    let truth = truths(&simulator, 1).remove(0);
    assert_eq!(truth.outcome, Outcome::ClientGone, "it was not the provider's doing");
    assert_eq!(truth.finish_us, None, "and nothing finished");
}

#[test]
fn a_profile_serves_so_many_and_the_rest_wait() {
    let simulator = started();
    let slots = 16;
    let mut clients: Vec<_> = (0..=slots).map(|_| Client::of(&simulator)).collect();
    for client in &mut clients {
        client.ask("lpu?ttft=400ms&tokens=2&gap=1ms");
    }
    for client in &mut clients {
        assert_eq!(client.answer().expect("an answer").status(), 200, "all are served");
    }
    let truths = truths(&simulator, clients.len());
    let waited: Vec<_> = truths.iter().filter(|truth| truth.queued_us > 0).collect();
    assert_eq!(waited.len(), 1, "one more than there are slots");
    assert!(waited.iter().all(|truth| truth.queued_us >= 100_000), "until a slot was free");
    let most = truths.iter().filter_map(|truth| truth.in_flight).max();
    assert_eq!(most, Some(slots), "never more at a time");
}

#[test]
fn no_key_is_kept_or_sent_back() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let mut seen = String::new();
    for model in ["scripted?ttft=0&tokens=1", "scripted?fault=401", "scripted?fault=500", "nobody"]
    {
        let answer = client.complete(model);
        seen += &(answer.head + &answer.body);
    }
    client.send("GET /truth HTTP/1.1\r\n\r\n");
    seen += &client.answer().expect("the truths").body;
    assert!(seen.contains("provided: sk-mar*"), "the fault 401 echoes its head, to be redacted");
    assert!(!seen.contains("0123456789"), "but never the whole");
}

#[test]
fn a_reader_that_lags_loses_nothing() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    let request = asking("scripted?ttft=0&gap=0&tokens=40000");
    client.send(&request.replace("Host: localhost", "Connection: close"));
    std::thread::sleep(Duration::from_millis(300));
    let mut body = String::new();
    client.socket.read_to_string(&mut body).expect("the connection ends as asked");
    assert!(body.ends_with("\r\n0\r\n\r\n"), "the last chunk came");
    assert_eq!(body.matches("\"content\":\"").count(), 40_001, "the role and every token");
}

#[test]
fn a_stream_without_gaps_gives_way_to_others() {
    let simulator = started();
    let mut greedy = Client::of(&simulator);
    greedy.ask("scripted?ttft=0&gap=0&tokens=300000");
    greedy.socket.read_exact(&mut [0]).expect("it has begun");
    let reader = std::thread::spawn(move || {
        let mut buffer = vec![0; 1_000_000];
        while greedy.socket.read(&mut buffer).is_ok_and(|length| length > 0) {}
    });
    let modest = "scripted?ttft=0&tokens=1";
    Client::of(&simulator).complete(modest);
    let ended: Vec<_> = simulator.truth().into_iter().map(|truth| truth.model).collect();
    assert_eq!(ended, [modest], "it did not wait for the other's 300,000 writes");
    drop(simulator);
    reader.join().expect("the greedy stream ends with the simulator");
}

#[test]
fn dropping_the_simulator_ends_streams_and_frees_the_port() {
    let simulator = started();
    let mut client = Client::of(&simulator);
    client.ask("scripted?ttft=0&gap=0&tokens=2&fault=stall");
    client.socket.read_exact(&mut [0]).expect("the stream has begun");
    let url = simulator.base_url().to_owned();
    let port = url.trim_end_matches("/v1").rsplit(':').next().and_then(|port| port.parse().ok());

    let Err(error) = Simulator::start(port) else { panic!("the port is taken") };
    assert!(
        matches!(&error, StartError::Listen { port: taken, .. } if Some(*taken) == port),
        "{error}"
    );

    drop(simulator);
    let Err(error) = client.answer() else { panic!("the stream has ended") };
    assert_ne!(error.kind(), ErrorKind::WouldBlock, "at once, not when the stall would have");
    let again = Simulator::start(port).expect("the port is free again");
    assert_eq!(again.base_url(), url, "and can be asked for");
}
