//! A dialect whose first request creates a prediction and whose second one streams it: Replicate's, under its own
//! host names and over TLS, on loopback.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use measure::Kind;
use providers::{FaultClass, Network, Roster};
use race::{Entry, LanePlan, Plan, Race, Status, Timeouts};
use secrecy::SecretString;

use crate::arena::{block_on, plan};
use crate::proxies::{Manners, Proxy};
use crate::raw::{serve, whole_request};
use crate::tls::{Authority, Flaw};
use crate::wire::read;

/// Stands for a real key.
const KEY: &str = "r8_marker5Gd8Qw2ZxV7nBt4Lp9RkAa1Bb2Cc3Dd4";

/// Replicate, as far as this machine goes: every name leads to one server, which records its requests.
struct Replicate {
    authority: Authority,
    proxy: Proxy,
    asked: Arc<Mutex<Vec<String>>>,
}

/// The behaviour when a stream is requested.
#[derive(Clone, Copy)]
enum Streams {
    Whole,
    /// A first piece, and then nothing while the client is connected.
    Silent,
    /// From a host that is not its own.
    Elsewhere,
    /// From the host that recordings of language models show.
    AtTheModels,
    /// From an unreachable host of its own.
    Unreachable,
    /// Not at all: it closes instead of answering.
    Closed,
    /// An error of its own, and no end.
    Refused,
    /// The prediction does not say how to stop or stream it.
    Untold,
}

impl Replicate {
    fn open(streams: Streams) -> Self {
        let asked = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&asked);
        let plain = serve(move |first, socket| {
            let mut request = Some(first.to_owned());
            while let Some(asked) = request {
                // Before the answer: a client that has read it may already have sent the next request on another
                // connection.
                log.lock().unwrap_or_else(PoisonError::into_inner).push(asked.clone());
                answer(&asked, socket, streams);
                request = whole_request(socket);
            }
        });
        let plain: SocketAddr = plain
            .trim_start_matches("http://")
            .trim_end_matches("/v1")
            .parse()
            .expect("an address");
        let authority = Authority::new();
        let server = authority.server(
            "*.replicate.com stream-b.svc.ric1.c.replicate.net",
            Flaw::None,
            plain,
        );
        Self { authority, proxy: Proxy::http(server, Manners::default()), asked }
    }

    fn race(&self, plan: Plan, timeouts: Timeouts) -> Race {
        let network = Network {
            proxy: self.proxy.address.to_string().parse().expect("a proxy"),
            ca_file: Some(self.authority.file()),
            ..Network::default()
        };
        let roster = Roster::new(Vec::new(), &BTreeMap::new()).with_network(&network);
        let contenders =
            race::check(&plan, &roster, &cost::Prices::default()).expect("it can start");
        let entries: Vec<_> = contenders
            .into_iter()
            .map(|contender| Entry::new(contender, Some(SecretString::from(KEY)), None))
            .collect();
        app::race_now(plan, entries, timeouts)
    }

    /// The first lines of the requests received.
    fn lines(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.iter().filter_map(|request| Some(request.lines().next()?.to_owned())).collect()
    }
}

fn answer(request: &str, socket: &mut TcpStream, streams: Streams) {
    let write = |socket: &mut TcpStream, head: &str, body: &[u8]| {
        let length = body.len();
        let head = format!("HTTP/1.1 {head}\r\ncontent-length: {length}\r\n\r\n");
        // The client may have stopped reading.
        let _gone = socket.write_all(head.as_bytes()).and_then(|()| socket.write_all(body));
    };
    if request.starts_with("GET /v1/models/") {
        let schema = r#"{"latest_version":{"openapi_schema":{"components":{"schemas":{"Input":{"properties":{
            "prompt":{},"max_new_tokens":{"minimum":1},"system_prompt":{}}}}}}}}"#;
        write(socket, "200 OK\r\ncontent-type: application/json", schema.as_bytes());
    } else if request.starts_with("GET ") {
        let head = "200 OK\r\ncontent-type: text/event-stream";
        if matches!(streams, Streams::Refused) {
            write(socket, "503 Service Unavailable\r\ncontent-type: text/plain", b"overloaded");
        } else if matches!(streams, Streams::Closed) {
            let _gone = socket.shutdown(std::net::Shutdown::Both);
        } else if matches!(streams, Streams::Silent) {
            let started = format!("HTTP/1.1 {head}\r\n\r\nevent: output\ndata: Once\n\n");
            let _gone = socket.write_all(started.as_bytes());
        } else {
            write(socket, head, &read("replicate_stream.sse"));
        }
    } else if request.contains("/cancel HTTP/1.1") {
        write(socket, "200 OK\r\ncontent-type: application/json", b"{}");
    } else {
        let mut made = String::from_utf8(read("replicate_create.json")).expect("a text");
        let stream = match streams {
            Streams::Elsewhere => "https://stream.replicate.com.evil.test",
            Streams::AtTheModels => "https://stream-b.svc.ric1.c.replicate.net",
            // The certificate is not for this name.
            Streams::Unreachable => "https://a.b.replicate.net",
            _ => "https://stream.replicate.com",
        };
        made = made.replace("https://stream.replicate.com", stream);
        if matches!(streams, Streams::Untold) {
            made = String::from(r#"{"id":"own6gwqtg1rme0cp","status":"starting"}"#);
        }
        // Users wait for a machine to start before the prediction is even created.
        std::thread::sleep(Duration::from_millis(30));
        write(socket, "201 Created\r\ncontent-type: application/json", made.as_bytes());
    }
}

fn asking() -> Plan {
    plan(vec![LanePlan {
        provider: "replicate".into(),
        model: "meta/meta-llama-3-70b-instruct".into(),
        ..LanePlan::default()
    }])
}

const MODEL: &str = "GET /v1/models/meta/meta-llama-3-70b-instruct HTTP/1.1";
const CREATE: &str = "POST /v1/predictions HTTP/1.1";
const STREAM: &str = "GET /v1/files/own/abc HTTP/1.1";
const CANCEL: &str = "POST /v1/predictions/own6gwqtg1rme0cp/cancel HTTP/1.1";

#[test]
fn a_model_is_queried_once_before_the_start_for_its_input_names() {
    let replicate = Replicate::open(Streams::Whole);
    let one = asking();
    let plan = Plan {
        max_tokens: Some(64),
        temperature: Some(0.5),
        lanes: [one.lanes.clone(), one.lanes.clone()].concat(),
        repeat: 2,
        ..one
    };
    let race = replicate.race(plan, Timeouts::default());
    let (run, _) = block_on(async { race.with_input_names().await.run(None).await });
    let lines = replicate.lines();
    assert_eq!(lines.iter().filter(|line| *line == MODEL).count(), 1, "once: {lines:?}");
    assert_eq!(lines.first().map(String::as_str), Some(MODEL), "before anything is timed");
    let asked = replicate.asked.lock().unwrap_or_else(PoisonError::into_inner);
    let made: Vec<&String> = asked.iter().filter(|request| request.starts_with(CREATE)).collect();
    assert_eq!(made.len(), 4, "two lanes, twice each");
    for request in made {
        assert!(request.contains("\"max_new_tokens\":64"), "under the model's name: {request}");
        assert!(!request.contains("temperature"), "and nothing it has no input for: {request}");
    }
    for lane in &run.lanes {
        let said: Vec<String> = lane.adjustments.iter().map(ToString::to_string).collect();
        assert_eq!(said, ["temperature 0.5 is left out: this model accepts none."], "kept with it");
        assert!(lane.samples.iter().all(|sample| sample.status == Status::Ok), "{lane:?}");
    }
}

#[test]
fn a_prediction_is_made_and_then_streamed_with_both_parts_timed() {
    let replicate = Replicate::open(Streams::Whole);
    let race = replicate.race(Plan { repeat: 2, ..asking() }, Timeouts::default());
    let (run, recordings) = block_on(race.run(None));
    assert_eq!(
        replicate.lines(),
        [CREATE, STREAM, CREATE, STREAM],
        "two round trips in each round"
    );
    for (sample, recording) in run.lanes[0].samples.iter().zip(&recordings[0]) {
        assert_eq!(sample.status, Status::Ok, "{:?}", sample.error);
        assert_eq!(sample.text, "Once upon a time,\n\nthe fox", "the words of the second answer");
        let (made, first) = (sample.speed.create_time_ms, sample.speed.ttft_ms);
        assert!(made.is_some_and(|ms| ms >= 30.0), "the first round trip is told apart: {made:?}");
        assert!(first > made, "TTFT counts from the first send: {first:?} is after {made:?}");
        assert!(sample.speed.ttfb_headers_ms > made, "headers are those of the stream");
        let kinds: Vec<Kind> = recording.timeline.marks.iter().map(|mark| mark.kind).collect();
        assert_eq!(kinds.first(), Some(&Kind::Created), "the log says when it was made");
        assert_eq!(sample.speed.chunks, 3, "which is no chunk");
        let id = sample.server.as_ref().and_then(|server| server.request_id.as_deref());
        assert_eq!(id, Some("own6gwqtg1rme0cp"), "the name to ask the provider about");
    }
    let asked = replicate.asked.lock().unwrap_or_else(PoisonError::into_inner);
    for request in &*asked {
        let host = if request.starts_with(STREAM) { "stream" } else { "api" };
        assert!(
            request.contains(&format!("host: {host}.replicate.com\r\n")),
            "to its own host: {request}"
        );
        assert!(request.contains(&format!("authorization: Bearer {KEY}\r\n")), "with the key");
        assert_eq!(
            request.contains("cache-control: no-store\r\n"),
            request.starts_with(STREAM),
            "a stream is for one reader: {request}"
        );
    }
    let tunnels = replicate.proxy.heard().matches("CONNECT ").count();
    assert_eq!(tunnels, 2, "each round uses the connections of the one before");
}

#[test]
fn a_stream_at_a_foreign_host_is_not_requested() {
    let replicate = Replicate::open(Streams::Elsewhere);
    let (run, _) = block_on(replicate.race(asking(), Timeouts::default()).run(None));
    let sample = &run.lanes[0].samples[0];
    let error = sample.error.as_ref().expect("it cannot go on");
    assert_eq!(error.class, FaultClass::Forbidden, "the key is not for them: {error:?}");
    assert!(error.message.contains("stream.replicate.com.evil.test"), "{}", error.message);
    assert_eq!(replicate.lines(), [CREATE, CANCEL], "nothing else was sent");
}

#[test]
fn a_language_model_is_streamed_from_the_host_that_recordings_show() {
    let replicate = Replicate::open(Streams::AtTheModels);
    let (run, _) = block_on(replicate.race(asking(), Timeouts::default()).run(None));
    let sample = &run.lanes[0].samples[0];
    assert_eq!(sample.status, Status::Ok, "{:?}", sample.error);
    assert_eq!(sample.out_tokens_server, Some(9), "as its log counts");
    assert_eq!(replicate.lines(), [CREATE, STREAM], "and nothing is stopped that has ended");
    let asked = replicate.asked.lock().unwrap_or_else(PoisonError::into_inner);
    let [create, stream] = &asked[..] else { panic!("two requests") };
    assert!(create.contains("accept: application/json\r\n"), "a description: {create}");
    assert!(stream.contains("accept: text/event-stream\r\n"), "and a stream: {stream}");
    assert!(stream.contains("host: stream-b.svc.ric1.c.replicate.net\r\n"), "there: {stream}");
}

#[test]
fn what_was_made_is_stopped_whatever_fails_afterwards() {
    for (streams, asked, class) in [
        (Streams::Elsewhere, vec![CREATE, CANCEL], FaultClass::Forbidden),
        (Streams::Unreachable, vec![CREATE, CANCEL], FaultClass::Tls),
        (Streams::Closed, vec![CREATE, STREAM, CANCEL], FaultClass::ConnectionLost),
        (Streams::Refused, vec![CREATE, STREAM, CANCEL], FaultClass::ServerError),
        (Streams::Untold, vec![CREATE, CANCEL], FaultClass::NotAStream),
    ] {
        let replicate = Replicate::open(streams);
        let (run, _) = block_on(replicate.race(asking(), Timeouts::default()).run(None));
        let error = run.lanes[0].samples[0].error.as_ref().expect("it failed");
        assert_eq!(error.class, class, "{error:?}");
        assert_eq!(replicate.lines(), asked, "{class:?}: or it would be billed to its end");
        let id = run.lanes[0].samples[0].server.as_ref().and_then(|s| s.request_id.as_deref());
        assert_eq!(id, Some("own6gwqtg1rme0cp"), "{class:?}: the name to ask about");
    }
}

#[test]
fn an_abandoned_prediction_is_stopped_at_the_provider() {
    let quick = Timeouts { idle: Duration::from_millis(100), ..Timeouts::default() };
    let replicate = Replicate::open(Streams::Silent);
    let (run, _) = block_on(replicate.race(asking(), quick).run(None));
    let sample = &run.lanes[0].samples[0];
    assert_eq!(sample.status, Status::TimeoutIdle, "{:?}", sample.error);
    assert_eq!(sample.text, "Once", "what had arrived is kept");
    assert_eq!(replicate.lines(), [CREATE, STREAM, CANCEL], "or it would be billed to its end");

    let replicate = Replicate::open(Streams::Silent);
    let race = replicate.race(asking(), Timeouts::default());
    let (state, controls) = (race.state(), race.controls());
    let run = block_on(async {
        let racing = tokio::spawn(race.run(None));
        crate::stopping::until(&state, 0, 1).await;
        controls.stop_lane(0);
        racing.await.expect("the race ends").0
    });
    assert_eq!(run.lanes[0].samples[0].status, Status::Cancelled, "the user stopped it");
    assert_eq!(replicate.lines(), [CREATE, STREAM, CANCEL], "and the provider is told");
}
