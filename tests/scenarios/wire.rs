//! Streams as providers send them, through the whole engine: over a socket, into a run, into the history.
//! `tests/wire/read_as.json` gives the expected result of each; a field it does not name must be absent.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Arc;

use measure::Warning;
use providers::{Dialect, Roster};
use race::{LanePlan, Run, Sample, Status, Timeouts};
use serde_json::{Map, Value};
use store::History;

use crate::arena::{block_on, lane_at, plan, race_among, ran};
use crate::raw::serve;

/// So few bytes per write that characters, lines and events are cut everywhere.
const SMALL_WRITE: usize = 5;
/// The fields that are compared, by a sample's names.
const FIELDS: [&str; 13] = [
    "status",
    "text",
    "reasoning",
    "finish_reason",
    "in_tokens_server",
    "cached_read_tokens",
    "cached_write_tokens",
    "out_tokens_server",
    "reasoning_tokens_server",
    "accepted_prediction_tokens",
    "rejected_prediction_tokens",
    "tools",
    "tool_calls",
];

fn wire(file: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("wire").join(file)
}

/// A file of `tests/wire`.
pub(crate) fn read(file: &str) -> Vec<u8> {
    fs::read(wire(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// The expected results of all streams.
pub(crate) fn rows() -> Vec<Map<String, Value>> {
    serde_json::from_slice(&read("read_as.json")).expect("a list of objects")
}

/// Bodies of providers' refusals, by name.
fn refusals() -> Value {
    serde_json::from_slice(&read("error_bodies.json")).expect("an object")
}

fn word<'a>(row: &'a Map<String, Value>, field: &str) -> Option<&'a str> {
    row.get(field).and_then(Value::as_str)
}

/// How a stream is sent, by its word in the address.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Sent {
    Whole,
    /// In small writes.
    Cut,
    /// With so many letters in its text as hardly any tokenizer has for as many tokens as its server counted.
    FewTokens,
    /// With as many letters as English has for as many tokens.
    English,
}

impl Sent {
    const WORDS: [(&'static str, Self); 3] =
        [("cut", Self::Cut), ("few", Self::FewTokens), ("english", Self::English)];

    fn by(word: Option<&str>) -> Self {
        let known = Self::WORDS.into_iter().find(|(known, _)| Some(*known) == word);
        known.map_or(Self::Whole, |(_, sent)| sent)
    }

    fn word(self) -> Option<&'static str> {
        Self::WORDS.into_iter().find(|(_, sent)| *sent == self).map(|(word, _)| word)
    }

    /// The stream of a file as it is sent.
    fn stream(self, file: &str) -> Vec<u8> {
        let letters = |tokens: usize| match self {
            Self::Whole | Self::Cut => None,
            Self::FewTokens => Some((13 * tokens).max(120)),
            Self::English => Some(4 * tokens),
        };
        let rows = rows();
        let row = rows.iter().find(|row| word(row, "file") == Some(file)).expect("it has a row");
        let counted = row.get("out_tokens_server").and_then(Value::as_u64);
        let counted = usize::try_from(counted.unwrap_or(0)).expect("a few tokens");
        match letters(counted).zip(word(row, "text")) {
            Some((letters, text)) => with_letters(&read(file), text, letters),
            None => read(file),
        }
    }
}

/// A stream with words of so many letters in place of the piece that its `text` begins with.
fn with_letters(stream: &[u8], text: &str, letters: usize) -> Vec<u8> {
    let stream = std::str::from_utf8(stream).expect("a text");
    let quoted = |piece: &str| serde_json::to_string(piece).expect("a text");
    let words = "letters ".repeat(letters.div_ceil(7));
    let ends = || text.char_indices().map(|(at, one)| at + one.len_utf8()).rev();
    // The whole text may stand once more at the end, and a single character anywhere.
    let in_json = ends().map(|end| quoted(&text[..end]));
    let found: Vec<(usize, String)> =
        in_json.filter_map(|piece| Some((stream.find(&piece)?, piece))).collect();
    let longer = found.iter().filter(|(_, piece)| piece.len() > 3).min();
    if let Some((_, piece)) = longer.or_else(|| found.iter().min()) {
        return stream.replacen(piece, &quoted(&words), 1).into_bytes();
    }
    // Not in JSON.
    let piece = ends().map(|end| &text[..end]).find(|piece| stream.contains(piece));
    stream.replacen(piece.expect("it begins with a piece"), &words, 1).into_bytes()
}

/// Answers `/FILE/…` with that file, `/FILE/WORD/…` with it as [`Sent`] has it, and `/refusal/NAME/…` with that refusal.
fn replay(request: &str, socket: &mut TcpStream) {
    let path = request.split(' ').nth(1).unwrap_or_default();
    let mut parts = path.split('/').skip(1);
    let (file, how) = (parts.next().unwrap_or_default(), parts.next());
    let is_created = request.starts_with("POST ") && path.ends_with("/predictions");
    if is_created && file != "refusal" {
        return create(file, Sent::by(how), request, socket);
    }
    if file == "refusal" {
        let all = refusals();
        let field = |name| all.get(how?)?.get(name);
        let (status, body) = field("status").zip(field("body")).expect("a refusal by that name");
        let body = body.to_string();
        let head = format!("HTTP/1.1 {status} No\r\nconnection: close\r\n\r\n");
        return socket.write_all((head + &body).as_bytes()).expect("the client reads");
    }
    let kind = if file.ends_with(".ndjson") { "application/x-ndjson" } else { "text/event-stream" };
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\nconnection: close\r\n\r\n");
    socket.write_all(head.as_bytes()).expect("the client reads");
    let stream = Sent::by(how).stream(file);
    let step = if Sent::by(how) == Sent::Cut { SMALL_WRITE } else { stream.len() };
    for piece in stream.chunks(step) {
        socket.write_all(piece).expect("the client reads to the end");
    }
}

/// Creates a prediction whose stream is a file.
fn create(file: &str, sent: Sent, request: &str, socket: &mut TcpStream) {
    let host = request.lines().find_map(|line| line.strip_prefix("host: ")).expect("it has one");
    let stream = [Some(file), sent.word()].into_iter().flatten().collect::<Vec<_>>().join("/");
    let made = String::from_utf8(read("replicate_create.json")).expect("a text");
    let made = made.replace(
        "https://stream.replicate.com/v1/files/own/abc",
        &format!("http://{host}/{stream}"),
    );
    let head =
        "HTTP/1.1 201 Created\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n";
    socket.write_all((head.to_owned() + &made).as_bytes()).expect("the client reads");
}

/// The path of a row's stream, after the address of the server.
fn place(row: &Map<String, Value>, sent: Sent) -> String {
    let file = word(row, "file").expect("each row names a file");
    sent.word().map_or_else(|| file.to_owned(), |how| format!("{file}/{how}"))
}

/// Races every stream at once, one lane for each, and returns the run.
pub(crate) fn raced(rows: &[Map<String, Value>], sent: Sent) -> Run {
    let base_url = serve(replay);
    let server = base_url.trim_end_matches("v1");
    let mut moved = BTreeMap::new();
    let lanes = rows
        .iter()
        .map(|row| {
            let address = format!("{server}{}", place(row, sent));
            let model = word(row, "model").unwrap_or("m").to_owned();
            if let Some(provider) = word(row, "provider") {
                moved.insert(provider.to_owned(), address);
                return LanePlan { provider: provider.into(), model, ..LanePlan::default() };
            }
            let dialect = word(row, "dialect").expect("each row has a dialect");
            LanePlan {
                provider: "custom".into(),
                model,
                dialect: Some(dialect.parse().expect("a dialect")),
                base_url: Some(address),
                ..LanePlan::default()
            }
        })
        .collect();
    let roster = Roster::new(Vec::new(), &moved);
    let folder = tempfile::tempdir().expect("a folder");
    let history = Arc::new(History::open(folder.path()).expect("a new history"));
    let race = race_among(plan(lanes), Timeouts::default(), None, &roster);
    let recorded = block_on(app::record(Some(Arc::clone(&history)), race, None));
    let (run, not_saved) = recorded.expect("the race starts");
    assert!(not_saved.is_none(), "it is kept");
    assert_eq!(history.run(&run.id).expect("it is there"), run, "as it was raced");
    let verification = history.verify().expect("it can be checked");
    assert_eq!(verification.findings, [], "every number follows from its raw log");
    assert_eq!(verification.recomputed as usize, rows.len(), "of every one of them");
    run
}

/// Where a sample differs from its row.
fn differences(row: &Map<String, Value>, sample: &Sample) -> Vec<String> {
    let told = serde_json::to_value(sample).expect("it serialises");
    let (nothing, none) = (Value::String(String::new()), Value::String("none".to_owned()));
    let mut all = Vec::new();
    let mut check = |field: &str, expected: Option<&Value>| {
        if told.get(field) != expected {
            all.push(format!("{field} is {:?} and not {expected:?}", told.get(field)));
        }
    };
    for field in FIELDS {
        let expected = row.get(field);
        let is_text = field == "text" || field == "reasoning";
        check(field, expected.or(is_text.then_some(&nothing)));
    }
    check("reasoning_type", Some(row.get("reasoning_type").unwrap_or(&none)));
    let cut = row.get("cut_at_limit").is_some();
    if sample.doubts.contains(&Warning::StoppedAtLimit) != cut {
        all.push(format!("the limit is not told: {:?}", sample.doubts));
    }
    if sample.status.is_ok() && sample.doubts.contains(&Warning::NoTerminator) {
        all.push("it ends as its dialect ends, and is said not to".to_owned());
    }
    let message = sample.error.as_ref().map(|error| error.message.as_str());
    let says = word(row, "says");
    if message.is_some() != says.is_some()
        || !message.unwrap_or_default().contains(says.unwrap_or_default())
    {
        all.push(format!("it fails with {message:?} and not with {says:?}"));
    }
    let advice = sample.error.as_ref().map(|error| error.advice.as_str()).unwrap_or_default();
    if !advice.contains(word(row, "advises").unwrap_or_default()) {
        all.push(format!("its advice is {advice:?}"));
    }
    all
}

/// The cost of a row's stream at the sample's price, or the provider's own figure, in dollars.
fn bill(row: &Map<String, Value>, sample: &Sample) -> Option<f64> {
    if let Some(reported) = row.get("reported_usd") {
        return reported.as_f64();
    }
    let tokens = row.get("charged")?;
    let price = sample.price.as_ref()?;
    assert!(price.off_peak.is_none(), "{}: the hour would decide what this test says", price.id);
    let part = |name: &str, each: u32| {
        let tokens = tokens.get(name).and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok());
        f64::from(tokens.unwrap_or(0)) * f64::from(each)
    };
    Some((part("input", price.rates.input) + part("output", price.rates.output)) / 1e12)
}

#[test]
fn every_stream_is_read_as_what_it_is_whole_and_in_pieces() {
    let rows = rows();
    for sent in [Sent::Whole, Sent::Cut] {
        let run = raced(&rows, sent);
        let mut wrong = Vec::new();
        for (row, lane) in rows.iter().zip(&run.lanes) {
            let [sample] = &lane.samples[..] else { panic!("a lane is one request") };
            let file = place(row, sent);
            wrong
                .extend(differences(row, sample).into_iter().map(|what| format!("{file}: {what}")));
            let (cost, expected) = (sample.cost_usd, bill(row, sample));
            let same = cost.zip(expected).map_or(cost == expected, |(a, b)| (a - b).abs() < 1e-12);
            if !same {
                wrong.push(format!("{file}: it cost {cost:?} and not {expected:?}"));
            }
            if row.contains_key("charged") && sample.price.is_none() {
                wrong.push(format!("{file}: its model has no price, so this shows nothing"));
            }
        }
        assert!(wrong.is_empty(), "each is what its row says:\n{}", wrong.join("\n"));
    }
}

#[test]
fn every_stream_there_is_has_a_row() {
    let rows = rows();
    let listed: Vec<_> = rows.iter().filter_map(|row| word(row, "file")).collect();
    for entry in fs::read_dir(wire("")).expect("the folder can be read") {
        let name = entry.expect("the folder can be read").file_name();
        let name = name.to_string_lossy();
        let is_stream = name.ends_with(".sse") || name.ends_with(".ndjson");
        assert!(
            !is_stream || listed.contains(&&*name),
            "{name} has no row in tests/wire/read_as.json: add what a race must make of it"
        );
    }
}

/// The dialect of a refusal, by its name.
fn dialect_of(refusal: &str) -> Dialect {
    match refusal.split('_').next() {
        Some("anthropic") => Dialect::Anthropic,
        Some("gemini") => Dialect::Gemini,
        Some("cohere") => Dialect::Cohere,
        Some("ollama") => Dialect::Ollama,
        Some("replicate") => Dialect::Replicate,
        _ => Dialect::OpenaiChat,
    }
}

#[test]
fn every_refusal_is_classified_correctly() {
    let all = refusals();
    let all = all.as_object().expect("by name");
    let server = serve(replay).trim_end_matches("v1").to_owned();
    let lanes = all.keys().map(|name| LanePlan {
        dialect: Some(dialect_of(name)),
        ..lane_at(&format!("{server}refusal/{name}"), "m")
    });
    let run = ran(plan(lanes.collect()));
    let mut wrong = Vec::new();
    for (lane, (name, case)) in run.lanes.iter().zip(all) {
        let [sample] = &lane.samples[..] else { panic!("a lane is one request") };
        let is_throttled =
            case["class"] == "throttled" || (case["class"] == "capacity" && case["status"] == 429);
        let status = if is_throttled { Status::Throttled } else { Status::ErrorHttp };
        let error = sample.error.as_ref().expect("a refusal says what was refused");
        let class = serde_json::to_value(error.class).expect("a word");
        // A wait that the row does not give is in the message, as "again after 1 seconds", or absent.
        let wait = case
            .get("wait_ms")
            .map_or(error.retry_after_ms, |ms| ms.as_u64().and_then(|ms| u32::try_from(ms).ok()));
        let says = case.get("says").and_then(Value::as_str).unwrap_or_default();
        let told = (sample.status, class, error.retry_after_ms);
        if told != (status, case["class"].clone(), wait) || !error.message.contains(says) {
            wrong.push(format!("{name}: {told:?} {}", error.message));
        }
        assert!(!error.advice.is_empty(), "{name}: it says what to do");
        let unknown = (sample.speed.ttft_ms, sample.out_tokens_server, sample.cost_usd);
        assert_eq!(unknown, (None, None, None), "{name}: nothing came, and nothing is not zero");
    }
    assert!(wrong.is_empty(), "each is told as what it is:\n{}", wrong.join("\n"));
}
