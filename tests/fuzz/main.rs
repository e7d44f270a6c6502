//! Feeds malformed input to everything that reads data from strangers: a panic, a hang, or time or memory out of
//! proportion to the bytes is a failure. `./dev test` tries a few hundred inputs per target; `./dev fuzz` continues for
//! a given time, from other seeds, with the memory of the process capped.
//!
//! A failure prints the target and the seed; `FUZZ_SEED` tries that input again.

#![cfg(target_os = "linux")]

mod captures;
mod growth;
mod growth_checks;
mod growth_files;
mod growth_kept;
mod kept;
mod mutate;
mod places;
mod secrets;

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use measure::Recording;
use mutate::{Dice, input};
use providers::{Dialect, Usage, checked_base_url, custom, read_recorded, recognise};
use rustix::time::{ClockId, clock_gettime};
use secrecy::SecretString;
use store::History;

/// Inputs for each target, unless `FUZZ_SECONDS` gives a duration.
const INPUTS: u64 = 600;
/// A long run reports its progress after this many inputs.
const SAY_AFTER: u64 = 1_000_000;
/// Processor time that any input may take, plus that for each of its bytes. Both are generous: the tests may be built
/// without optimisation.
const BASE_NS: i64 = 300_000_000;
const NS_PER_BYTE: i64 = 60_000;
/// Memory that inputs may add between two checks, in KB: far more than 64 KB of input account for.
const MOST_KB: u64 = 200_000;
/// The memory is checked after each input longer than this, and otherwise after this many inputs: a check takes as long
/// as a short input.
const LONG: usize = 16 * 1024;
const LOOK_AFTER: u64 = 64;

fn tests() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn worked_ns() -> i64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// The peak memory of this process so far.
fn peak_kb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok()).unwrap_or_default()
}

/// Gives inputs derived from `seeds` to `target`.
fn fuzz(name: &str, seeds: &[Vec<u8>], mut target: impl FnMut(&[u8], &mut Dice)) {
    fuzz_together(name, seeds, 1, |inputs, dice| {
        for bytes in inputs {
            target(bytes, dice);
        }
    });
}

/// Gives inputs derived from `seeds` to `target`, so many at a time, for a target in which what surrounds an input takes longer
/// than the input. One seed makes all that are given at a time.
fn fuzz_together(
    name: &str,
    seeds: &[Vec<u8>],
    together: usize,
    mut target: impl FnMut(&[Vec<u8>], &mut Dice),
) {
    assert!(seeds.iter().any(|seed| !seed.is_empty()), "{name} has something to begin with");
    let seconds = number("FUZZ_SECONDS");
    let first = number("FUZZ_SEED");
    // Another long run tries other inputs.
    let start =
        first.unwrap_or(if seconds.is_some() { u64::from(std::process::id()) << 32 } else { 0 });
    let begun = worked_ns();
    let inputs = number("FUZZ_INPUTS").unwrap_or(if seconds.is_some() { u64::MAX } else { INPUTS });
    let limit = seconds
        .map(|seconds| i64::try_from(seconds).unwrap_or(i64::MAX).saturating_mul(1_000_000_000));
    let (mut read, mut before_kb) = (0_u64, peak_kb());
    let (mut said, mut looked) = (0_u64, 0_u64);
    for seed in start.. {
        let is_over = match first {
            Some(_) => read > 0,
            None => read >= inputs || limit.is_some_and(|limit| worked_ns() - begun > limit),
        };
        if is_over {
            break;
        }
        if seconds.is_some() && read / SAY_AFTER > said {
            said = read / SAY_AFTER;
            say(&format!("{name}: {read} inputs so far"));
        }
        let mut dice = Dice::of(seed);
        let given: Vec<Vec<u8>> = (0..together).map(|_| input(seeds, &mut dice)).collect();
        let length = given.iter().map(Vec::len).sum();
        let input_name = InputName { name, seed, length };
        let before_ns = worked_ns();
        target(&given, &mut dice);
        let took_ns = worked_ns() - before_ns;
        let most_ns = BASE_NS + NS_PER_BYTE * i64::try_from(length).unwrap_or(i64::MAX);
        assert!(took_ns <= most_ns, "{input_name:?}: took {} ms", took_ns / 1_000_000);
        read += given.len() as u64;
        if length > LONG || read / LOOK_AFTER > looked || first.is_some() {
            looked = read / LOOK_AFTER;
            let now_kb = peak_kb();
            // The system counts in steps, and may step back.
            let grew_kb = now_kb.saturating_sub(before_kb);
            assert!(
                grew_kb <= MOST_KB,
                "{input_name:?}, or up to {LOOK_AFTER} before: took {grew_kb} KB"
            );
            before_kb = now_kb;
        }
        drop(input_name);
    }
    if seconds.is_some() {
        let seconds = u64::try_from((worked_ns() - begun) / 1_000_000_000).unwrap_or_default();
        say(&format!("{name}: {read} inputs, {} a second", read / seconds.max(1)));
    }
}

fn say(what: &str) {
    let _unheard = writeln!(std::io::stderr(), "{what}");
}

/// Prints the input's seed if reading it panics.
#[derive(Debug)]
struct InputName<'a> {
    name: &'a str,
    seed: u64,
    #[expect(dead_code, reason = "it is printed")]
    length: usize,
}

impl Drop for InputName<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            say(&format!("{}: read it again with FUZZ_SEED={}", self.name, self.seed));
        }
    }
}

/// The recorded streams of `tests/wire`.
fn streams() -> Vec<Vec<u8>> {
    let files = fs::read_dir(tests().join("wire")).expect("the folder is there");
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    files.sort();
    files.into_iter().map(|file| fs::read(file).expect("a file can be read")).collect()
}

/// A stream in parts of this many bytes at most.
fn parts<'a>(mut rest: &'a [u8], most: usize, dice: &mut Dice) -> Vec<(u64, &'a [u8])> {
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let (part, after) = rest.split_at(dice.below(most.min(rest.len())) + 1);
        parts.push((parts.len() as u64, part));
        rest = after;
    }
    parts
}

/// Frames of events, cut anywhere.
#[test]
fn frames() {
    let mut seeds = streams();
    let strange = "\u{feff}: c\r\nid\r\ndata\rdata:a\ndata: b\r\n\revent:x\r\r\ndata:{}\n\n[\n{\"a\":1}\n,\r\n{}]\n";
    seeds.push(strange.as_bytes().to_vec());
    fuzz("frames", &seeds, |bytes, dice| {
        let (whole, _) = read_recorded(Dialect::OpenaiChat, &[(0, bytes)]);
        let most = [1, 7, 64][dice.below(3)];
        let (cut, _) = read_recorded(Dialect::OpenaiChat, &parts(bytes, most, dice));
        assert_eq!(
            cut.transcript, whole.transcript,
            "where a network cuts is nothing of the text's"
        );
        assert_eq!(cut.usage, whole.usage, "nor of the usage report's");
    });
}

fn reads(dialect: Dialect) {
    let own = custom("own", "Own", dialect, "http://127.0.0.1:9/v1", providers::KeyNeed::None);
    let own = own.expect("an address");
    fuzz(dialect.name(), &streams(), |bytes, dice| {
        let (recording, reply) = read_recorded(dialect, &parts(bytes, 4_096, dice));
        let Recording { timeline, transcript, usage, .. } = &recording;
        let text: u64 = timeline.text().map(|mark| u64::from(mark.text_bytes)).sum();
        let kept = transcript.reasoning.len() + transcript.answer.len() + transcript.tool.len();
        assert!(kept as u64 <= text, "no text is without its arrival");
        assert!(text <= 4 * bytes.len() as u64, "and none that was not sent");
        let _counts = Usage::of(usage, &own);
        if let Some(fault) = reply.fault {
            assert!(fault.message.chars().count() < 1_000, "a sentence: {}", fault.message);
            assert!(fault.body.is_none_or(|body| body.len() <= 64 * 1024), "and an excerpt");
        }
    });
}

macro_rules! dialects {
    ($($name:ident: $dialect:ident;)*) => {
        $(#[test]
        fn $name() {
            reads(Dialect::$dialect);
        })*
    };
}

dialects! {
    streams_of_openai_chat: OpenaiChat;
    streams_of_openai_responses: OpenaiResponses;
    streams_of_anthropic: Anthropic;
    streams_of_gemini: Gemini;
    streams_of_gemini_interactions: GeminiInteractions;
    streams_of_cohere: Cohere;
    streams_of_ollama: Ollama;
    streams_of_replicate: Replicate;
}

#[test]
fn imports() {
    let history = History::in_memory().expect("a new history");
    let folder = tests().join("compatibility/0.1");
    let whole = fs::read(folder.join("without-prompts.json")).expect("it is there");
    let mut one: serde_json::Value = serde_json::from_slice(&whole).expect("it is JSON");
    let runs = one.get_mut("runs").and_then(serde_json::Value::as_array_mut).expect("it has runs");
    runs.sort_by_key(|run| run.to_string().len());
    runs.truncate(1);
    // A long comment is read faster than it is copied.
    one.as_object_mut().expect("it is an object").remove("about");
    let (_folder, of_chain, id) = kept::history();
    let wanted = report::Export {
        runs: vec![id],
        format: report::ExportFormat::Json,
        without_prompts: false,
    };
    let origin = report::Origin {
        version: "0.1.0",
        at: "2026-01-01T00:00:00Z".to_owned(),
        machine: "a machine".to_owned(),
        calibration: None,
    };
    let chain = report::export(&of_chain, &wanted, &origin).expect("it is exported").text;
    let mut chain: serde_json::Value = serde_json::from_str(&chain).expect("it is JSON");
    chain.as_object_mut().expect("it is an object").remove("about");
    let chain = chain.to_string().into_bytes();
    let seeds = [one.to_string().into_bytes(), chain, whole];
    fuzz("imports", &seeds, |bytes, _| {
        let document = String::from_utf8_lossy(bytes);
        if report::import(&history, &document)
            .is_ok_and(|summary| summary != store::ImportSummary::default())
        {
            // A document may say that its run is hidden.
            let listed = ["", "hidden:yes"].iter().any(|search| {
                let found = history.find(search, None, 10).expect("what was imported is found");
                !found.runs.is_empty()
            });
            assert!(listed, "what was imported is there");
        }
    });
}

#[test]
fn searches() {
    let history = History::in_memory().expect("a new history");
    let seeds = [
        "model:gpt ttft<500ms since:30d",
        "\"two words\" OR -three tag:x",
        "status:failed hidden:yes",
    ];
    let seeds: Vec<Vec<u8>> = seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    fuzz("searches", &seeds, |bytes, _| {
        // An invalid search says why.
        if let Err(error) = history.find(&String::from_utf8_lossy(bytes), None, 10) {
            assert!(!error.to_string().is_empty(), "in words");
        }
    });
}

#[test]
fn addresses_and_keys() {
    let seeds = [
        "https://api.example.com/v1",
        "http://user:pass@[::1]:80/v1?key=a#b",
        "openai-chat@http://127.0.0.1:8000/v1#m",
        "sk-ant-api03-abc",
    ];
    let seeds: Vec<Vec<u8>> = seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    fuzz("addresses", &seeds, |bytes, _| {
        let text = String::from_utf8_lossy(bytes);
        let _dialect = text.parse::<Dialect>();
        let _rows = recognise(&SecretString::from(text.to_string()));
        if let Ok(address) = checked_base_url(&text) {
            assert_eq!(
                checked_base_url(&address),
                Ok(address.clone()),
                "a checked address stays as it is"
            );
        }
    });
}
