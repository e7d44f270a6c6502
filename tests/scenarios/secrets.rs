//! A key that a server repeats is not passed on.

mod spellings;

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::path::Path;
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use providers::Dialect;
use race::{LanePlan, MOST_LANES, RaceEvent, Run, Status, Timeouts};
use report::{Export, ExportFormat};
use store::History;
use tokio::sync::mpsc::unbounded_channel;

use self::spellings::{PLACES, STAND_APART, spellings};
use crate::arena::{Arena, block_on, lane_at, plan, race_with_key};
use crate::raw::{APART, END, delta, serve};

/// Stands for a real key.
const MARKER: &str = "sk-marker-7Qh2Vx9LmT4cWz8RbN6yKd3F";
/// This much of a key in one piece counts as part of the key.
const TELLING: usize = 16;
/// The same in letters, for spellings that need many characters for each.
const TELLING_LETTERS: usize = 8;

/// The same where its letters stand apart, which are no part of a key if they are fewer than 16; the signs among them do not
/// count.
const TELLING_APART: usize = 18;

/// Everything that came out of a race: its document, its events, its raw logs, and its history's files.
struct Traces {
    run: Run,
    written: Vec<(String, Vec<u8>)>,
}

impl Traces {
    /// Where the key appears, in whole or in part.
    fn leaks(&self) -> Vec<&str> {
        let parts: Vec<&[u8]> = MARKER.as_bytes().windows(TELLING).collect();
        let shows = |bytes: &[u8]| bytes.windows(TELLING).any(|window| parts.contains(&window));
        self.written.iter().filter(|(_, bytes)| shows(bytes)).map(|(place, _)| &**place).collect()
    }
}

fn raced(lanes: Vec<LanePlan>) -> Traces {
    let folder = tempfile::tempdir().expect("a folder");
    let history = Arc::new(History::open(folder.path()).expect("a new history"));
    let race = race_with_key(plan(lanes), Timeouts::default(), Some(MARKER));
    let state = race.state();
    let (events, mut heard) = unbounded_channel::<RaceEvent>();
    let (run, not_saved) =
        block_on(app::record(Some(Arc::clone(&history)), race, Some(events))).expect("it starts");
    assert!(not_saved.is_none(), "the run is in the history");

    let mut written = Vec::new();
    while let Ok(event) = heard.try_recv() {
        written.push(("an event".to_owned(), serde_json::to_vec(&event).expect("it serialises")));
    }
    assert!(written.len() >= 3, "started, at least one frame, ended");
    written.push(("the run".to_owned(), serde_json::to_vec(&run).expect("it serialises")));
    for lane in 0..state.lanes() {
        let log = state.with_recording(lane, serde_json::to_vec);
        written.push((
            format!("the log of lane {lane}"),
            log.expect("a lane").expect("it serialises"),
        ));
    }
    for format in [ExportFormat::Json, ExportFormat::Csv, ExportFormat::Md, ExportFormat::Html] {
        let export = Export { runs: vec![run.id.clone()], format, without_prompts: false };
        let exported = app::export(&history, &export).expect("it is exported");
        written.push((format!("the export as {format:?}"), exported.text.into_bytes()));
    }
    drop(history);
    read_all(folder.path(), &mut written);
    assert!(written.iter().any(|(place, _)| place.ends_with("paceline.db")), "the file was read");
    Traces { run, written }
}

fn read_all(folder: &Path, into: &mut Vec<(String, Vec<u8>)>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            read_all(&path, into);
        } else {
            into.push((path.display().to_string(), fs::read(&path).expect("a file can be read")));
        }
    }
}

/// The key that the server received.
fn key_in(request: &str) -> String {
    let line = request.lines().find(|line| line.to_ascii_lowercase().starts_with("authorization:"));
    line.and_then(|line| line.split_once("Bearer "))
        .map(|(_, key)| key.to_owned())
        .unwrap_or_default()
}

#[test]
fn a_key_of_one_lane_is_hidden_in_what_another_lane_is_told() {
    // One server behind both lanes, as a gateway is: it has heard the key of the first, and tells it to the second, which has none.
    let base_url = serve(move |request, socket| {
        let said = if request.contains("\"tells\"") { MARKER } else { "Hello." };
        let head =
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
        let events = delta(&format!("{{\"content\":\"{said}\"}}")) + END;
        socket.write_all((head.to_owned() + &events).as_bytes()).expect("the client reads");
    });
    let plan = plan(vec![lane_at(&base_url, "keeps"), lane_at(&base_url, "tells")]);
    let roster = providers::Roster::new(Vec::new(), &std::collections::BTreeMap::new());
    let contenders = race::check(&plan, &roster, &cost::Prices::default()).expect("it can start");
    let key = |place: u32| (place == 0).then(|| secrecy::SecretString::from(MARKER));
    let entry = |contender: race::Contender| {
        let key = key(contender.place);
        race::Entry::new(contender, key, None)
    };
    let mut entries: Vec<race::Entry> = contenders.into_iter().map(entry).collect();
    let told = |entries: Vec<race::Entry>| {
        let race = app::race_now(plan.clone(), entries, Timeouts::default());
        block_on(race.run(None)).0.lanes[1].samples[0].text.clone()
    };
    assert_eq!(told(entries.clone()), MARKER, "the server does tell it");
    race::Entry::hide_of_all(&mut entries.iter_mut().collect::<Vec<_>>());
    assert_eq!(told(entries), "*".repeat(MARKER.len()), "and nobody sees it");
}

/// A server that repeats the key in the way named by the model.
fn hostile(received: Arc<Mutex<Vec<String>>>) -> String {
    serve(move |request, socket| {
        let key = key_in(request);
        received.lock().expect("nobody panicked").push(key.clone());
        repeat(&key, request, socket);
    })
}

fn repeat(key: &str, request: &str, socket: &mut TcpStream) {
    let said = |text: &str| format!("{{\"content\":\"{text}\"}}");
    let mut head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n".to_owned();
    let mut pieces = vec![delta(&said("Hello. "))];
    let half = key.len() / 2;
    if request.contains("in-headers") {
        write!(head, "x-request-id: {key}\r\nx-ratelimit-remaining: {key}\r\n").expect("it grows");
    } else if request.contains("in-an-error") {
        pieces.push(format!(
            "data: {{\"error\":{{\"message\":\"bad key {key}\",\"code\":\"{key}\"}}}}\n\n"
        ));
    } else if request.contains("in-a-refusal") {
        let body = format!("{{\"error\":{{\"message\":\"Incorrect API key provided: {key}.\"}}}}");
        head = format!("HTTP/1.1 401 Unauthorized\r\ncontent-length: {}\r\n", body.len());
        pieces = vec![body];
    } else if request.contains("in-the-answer") {
        pieces.push(delta(&said(&format!("Your key is {}", &key[..half]))));
        pieces.push(delta(&said(&format!("{} and no other.", &key[half..]))));
    } else if request.contains("in-the-thoughts") {
        pieces.push(delta(&format!("{{\"reasoning_content\":\"They sent {}\"}}", &key[..half])));
        pieces.push(delta(&format!("{{\"reasoning_content\":\"{}.\"}}", &key[half..])));
    } else if request.contains("in-a-field") {
        pieces.push(format!(
            "data: {{\"model\":\"{key}\",\"system_fingerprint\":\"{key}\",\"choices\":[{{\"index\":0,\"delta\":{{}},\
             \"finish_reason\":\"{key}\"}}],\"usage\":{{\"completion_tokens\":3,\"note\":\"{key}\"}}}}\n\n"
        ));
    }
    if !head.contains(" 401 ") {
        pieces.push(END.to_owned());
    }
    socket.write_all(format!("{head}\r\n").as_bytes()).expect("the client reads");
    for piece in pieces {
        thread::sleep(APART);
        // A client that has read enough may be gone.
        let _gone = socket.write_all(piece.as_bytes());
    }
}

#[test]
fn a_key_that_a_server_repeats_anywhere_goes_no_further() {
    let received = Arc::new(Mutex::new(Vec::new()));
    let base_url = hostile(Arc::clone(&received));
    let ways = [
        "in-headers",
        "in-an-error",
        "in-a-refusal",
        "in-the-answer",
        "in-the-thoughts",
        "in-a-field",
    ];
    let traces = raced(ways.iter().map(|way| lane_at(&base_url, way)).collect());
    let received = received.lock().expect("nobody panicked");
    assert_eq!(received.len(), ways.len(), "every lane asked");
    assert!(
        received.iter().all(|key| key == MARKER),
        "and sent its key, or this would show nothing"
    );
    assert_eq!(traces.leaks(), Vec::<&str>::new(), "nothing that Paceline wrote has the key in it");
    let statuses: Vec<_> = traces.run.lanes.iter().map(|lane| lane.samples[0].status).collect();
    assert_eq!(
        statuses[..3],
        [Status::Ok, Status::ErrorStream, Status::ErrorHttp],
        "the lanes ran"
    );
    let answer = &traces.run.lanes[3].samples[0].text;
    assert!(
        answer.starts_with("Hello. ") && answer.ends_with(" and no other."),
        "the rest is said: {answer}"
    );
}

#[test]
fn a_key_that_the_simulator_refuses_goes_no_further() {
    let arena = Arena::open();
    let lanes = vec![arena.lane("fault=401"), arena.lane("ttft=10ms&gap=1ms&tokens=5")];
    let traces = raced(lanes);
    assert_eq!(traces.leaks(), Vec::<&str>::new(), "its 401 repeats a part of the key");
    let error = traces.run.lanes[0].samples[0].error.as_ref().expect("it was refused");
    assert!(!error.message.contains("sk-mar"), "not even the beginning shows: {}", error.message);
}

#[test]
fn a_key_follows_no_redirect() {
    let elsewhere = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&elsewhere);
    let other =
        serve(move |request, _| seen.lock().expect("nobody panicked").push(key_in(request)));
    for status in ["301 Moved Permanently", "302 Found", "307 Temporary Redirect"] {
        let head =
            format!("HTTP/1.1 {status}\r\nlocation: {other}/chat\r\ncontent-length: 0\r\n\r\n");
        let base_url = serve(move |_, socket| {
            socket.write_all(head.as_bytes()).expect("the client reads");
        });
        let traces = raced(vec![lane_at(&base_url, "m")]);
        let sample = &traces.run.lanes[0].samples[0];
        assert_eq!(sample.status, Status::ErrorHttp, "{status}: a detour is no answer");
        let error = sample.error.as_ref().expect("a failure says what failed");
        assert!(
            [&error.message, &error.advice].iter().any(|said| said.contains(&other)),
            "{status}: and says where it was sent, so that the address can be set: {}",
            error.message
        );
        assert_eq!(traces.leaks(), Vec::<&str>::new(), "{status}: nothing written has the key");
    }
    assert_eq!(
        *elsewhere.lock().expect("nobody panicked"),
        Vec::<String>::new(),
        "nobody was asked"
    );
}

#[test]
fn a_key_goes_no_further_however_it_is_spelled_and_wherever_it_stands() {
    let base_url = serve(|request, socket| {
        let key = key_in(request);
        let asked = |name: &str| request.contains(&format!("/{name}/"));
        let (_, head, body) = PLACES.iter().find(|(place, ..)| asked(place)).expect("a place");
        let spelled = spellings(&key);
        let (_, secret, _) = spelled
            .iter()
            .find(|(spelling, ..)| asked(&format!("in-{spelling}")))
            .expect("a spelling");
        let answer = format!("{head}\r\nconnection: close\r\n\r\n{body}").replace("SECRET", secret);
        // A client that has read enough may be gone.
        let _gone = socket.write_all(answer.as_bytes());
        if head.contains("200") {
            let _gone = socket.write_all(END.as_bytes());
        }
    });
    let server = base_url.trim_end_matches("v1");
    let lanes = PLACES.iter().flat_map(|(place, ..)| {
        spellings(MARKER)
            .into_iter()
            .map(move |(spelling, ..)| lane_at(&format!("{server}in-{spelling}/{place}/v1"), "m"))
    });
    let lanes: Vec<LanePlan> = lanes.collect();
    let plain = |bytes: &[u8]| -> Vec<u8> {
        bytes.iter().filter(|byte| **byte != b'\\').map(u8::to_ascii_lowercase).collect()
    };
    let spelled = spellings(MARKER);
    // Where one letter is written with many characters, a few characters more than a fact may have tell a letter or two.
    let parts: HashMap<Vec<u8>, (&str, usize)> = spelled
        .iter()
        .flat_map(|(spelling, _, own)| {
            let own = plain(own.as_bytes());
            let stand_apart = STAND_APART.contains(spelling);
            let letters = if stand_apart { TELLING_APART } else { TELLING_LETTERS };
            let telling = TELLING.max(letters * own.len() / MARKER.len());
            let part = |part: &[u8]| (part.to_vec(), (*spelling, telling));
            own.windows(TELLING).map(part).collect::<Vec<_>>()
        })
        .collect();
    let (mut leaks, mut ran, mut starred) = (Vec::new(), 0, 0);
    for lanes in lanes.chunks(MOST_LANES) {
        let traces = raced(lanes.to_vec());
        for (place, bytes) in &traces.written {
            let bytes = plain(bytes);
            let at = |at: usize| {
                String::from_utf8_lossy(&bytes[at.saturating_sub(200)..at]).into_owned()
            };
            let mut in_one_piece = 0;
            for (from, window) in bytes.windows(TELLING).enumerate() {
                let Some((spelling, telling)) = parts.get(window) else {
                    in_one_piece = 0;
                    continue;
                };
                in_one_piece += 1;
                if in_one_piece + TELLING > *telling {
                    leaks.push(format!("{spelling} in {place} after {}", at(from)));
                    break;
                }
            }
        }
        let samples: Vec<_> = traces.run.lanes.iter().flat_map(|lane| &lane.samples).collect();
        ran += samples.len();
        starred += samples
            .iter()
            .filter(|sample| {
                serde_json::to_string(sample).expect("it serialises").contains("********")
            })
            .count();
    }
    assert_eq!(leaks, Vec::<String>::new(), "nothing that Paceline wrote has the key in it");
    assert_eq!(ran, PLACES.len() * spelled.len(), "every lane ran");
    assert!(starred > 150, "and the key was there to be hidden: {starred}");
}

/// Each of these, in some dialect, precedes the beginning of a string that a server chooses.
const STRINGS: [&str; 24] = [
    "\"model\":\"",
    "\"modelVersion\": \"",
    "\"id\":\"",
    "\"responseId\": \"",
    "\"request_id\":\"",
    "\"system_fingerprint\":\"",
    "\"service_tier\":\"",
    "\"serviceTier\": \"",
    "\"provider\":\"",
    "\"text\":\"",
    "\"text\": \"",
    "\"content\":\"",
    "\"response\":\"",
    "\"delta\":\"",
    "\"thinking\":\"",
    "\"reasoning\":\"",
    "\"reasoning_content\":\"",
    "\"message\":\"",
    "\"message\": \"",
    "\"error\":\"",
    "\"code\":\"",
    "\"finish_reason\":\"",
    "\"stop_reason\":\"",
    "\"done_reason\":\"",
];

#[test]
fn a_key_that_a_server_writes_into_any_string_of_any_dialect_goes_no_further() {
    let rows = crate::wire::rows();
    let base_url = serve(|request, socket| {
        let file = request.split('/').nth(1).unwrap_or_default();
        let recorded = String::from_utf8_lossy(&crate::wire::read(file)).into_owned();
        let spoilt = STRINGS
            .iter()
            .fold(recorded, |text, string| text.replace(string, &format!("{string}{MARKER}")));
        assert!(spoilt.contains(MARKER), "{file} has no such string, or this would show nothing");
        let kind =
            if file.ends_with("json") { "application/x-ndjson" } else { "text/event-stream" };
        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n\r\n");
        socket.write_all((head + &spoilt).as_bytes()).expect("the client reads");
    });
    let server = base_url.trim_end_matches("v1");
    let lanes = rows.iter().map(|row| {
        let (file, dialect) = (&row["file"], &row["dialect"]);
        let file = file.as_str().expect("each row names a file");
        let dialect = dialect.as_str().and_then(|dialect| dialect.parse().ok());
        LanePlan { dialect, ..lane_at(&format!("{server}{file}"), "m") }
    });
    let traces = raced(lanes.collect());
    assert_eq!(traces.leaks(), Vec::<&str>::new(), "nothing that Paceline wrote has the key in it");
    let samples = || traces.run.lanes.iter().flat_map(|lane| &lane.samples);
    let said = |sample: &race::Sample| sample.text.contains("********");
    assert!(samples().filter(|sample| said(sample)).count() > 20, "it was in many an answer");
    let blamed = |sample: &race::Sample| {
        sample.error.as_ref().is_some_and(|error| error.message.contains("********"))
    };
    assert!(samples().filter(|sample| blamed(sample)).count() > 5, "and in many an error");
}

#[test]
fn every_dialect_sends_its_key_in_its_own_header_and_nowhere_else() {
    for (dialect, header) in [
        (Dialect::OpenaiChat, "authorization: Bearer "),
        (Dialect::OpenaiResponses, "authorization: Bearer "),
        (Dialect::Anthropic, "x-api-key: "),
        (Dialect::Gemini, "x-goog-api-key: "),
        (Dialect::GeminiInteractions, "x-goog-api-key: "),
        (Dialect::Cohere, "authorization: Bearer "),
        (Dialect::Ollama, "authorization: Bearer "),
        (Dialect::Replicate, "authorization: Bearer "),
    ] {
        let (sent, received) = mpsc::channel();
        let base_url = serve(move |request, socket| {
            // The first request is all the listener needs.
            let _enough = sent.send(request.to_owned());
            let refusal = "HTTP/1.1 401 No\r\ncontent-length: 0\r\n\r\n";
            socket.write_all(refusal.as_bytes()).expect("the client reads");
        });
        let lane = LanePlan { dialect: Some(dialect), ..lane_at(&base_url, "m") };
        let traces = raced(vec![lane]);
        let request = received.recv().expect("it was asked");
        let times = request.matches(MARKER).count();
        assert_eq!(times, 1, "{dialect:?}: once, not in the address and not in the body");
        let expected = format!("{header}{MARKER}\r\n");
        assert!(request.contains(&expected), "{dialect:?}: in its header, which is {header}");
        assert_eq!(traces.leaks(), Vec::<&str>::new(), "{dialect:?}: nothing written has it");
    }
}
