//! Measures a large history: makes 100,000 runs with 1,000,000 requests as races and sweeps do, runs the window's
//! queries, and prints how long each took. `./dev bench history` runs it; its arguments are a folder to keep and a
//! smaller number of runs.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "it measures, reports to people, and has nobody to hand an error to"
)]

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use app::{machine, today};
use compare::{CompareQuestion, Workload};
use measure::{ArrivalEvent, ConnectionTiming, Kind, TokensSoFar};
use providers::{Dialect, KeyNeed, Provider};
use race::{Lane, LanePlan, Level, Load, Plan, Recording, Run, RunKind, RunState, Sample, Status};
use store::{Comparisons, History, Selection};
use time::format_description::well_known::Rfc3339;
use time::{OffsetDateTime, macros::datetime};

const RUNS: u32 = 100_000;
/// One run in this many is a sweep of eight levels.
const EACH_SWEEP: u32 = 1_000;
const LEVELS: [u32; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
/// Measured requests in each level; with two in each race, a million in all.
const SAMPLES: u32 = 1_001;
/// The last run begins here; there is one every ten minutes.
const LAST: OffsetDateTime = datetime!(2026-11-01 12:00 UTC);
/// How often each query is run.
const ASKED: usize = 9;

/// The words that prompts and answers are made of; each text picks them by its own number.
const WORDS: [&str; 48] = [
    "river", "stone", "winter", "machine", "letter", "garden", "bridge", "signal", "engine",
    "harbour", "copper", "meadow", "circuit", "lantern", "thunder", "village", "compass",
    "orchard", "granite", "voyage", "market", "pattern", "shadow", "candle", "forest", "mirror",
    "planet", "ribbon", "saddle", "temple", "valley", "window", "anchor", "basket", "cellar",
    "desert", "fabric", "glacier", "hammer", "island", "jacket", "kettle", "ladder", "magnet",
    "needle", "oxygen", "pepper", "quartz",
];

fn main() {
    let forgotten = tempfile::tempdir().unwrap();
    // A named folder keeps its history, so that it can be measured again.
    let dir = std::env::args_os().nth(1).map_or(forgotten.path().to_owned(), PathBuf::from);
    let runs = std::env::args().nth(2).map_or(RUNS, |runs| runs.parse().unwrap());
    let filling = Instant::now();
    if !dir.join("paceline.db").exists() {
        fill(&dir, runs);
    }
    let filled = filling.elapsed();
    println!("# Measured by `./dev bench history`\n");
    println!(
        "{}, {}; release profile. Each question was asked {ASKED} times.\n",
        today(),
        machine()
    );
    let bytes = std::fs::metadata(dir.join("paceline.db")).unwrap().len();
    println!(
        "{runs} runs ({} of them sweeps of {} levels), {} requests, {} MB or {} bytes a request, made in {} s.\n",
        sweeps(runs),
        LEVELS.len(),
        requests(runs),
        bytes / 1_000_000,
        bytes / u64::from(requests(runs)),
        filled.as_secs()
    );
    println!("| What is asked | Limit | Median | Longest | Answer |");
    println!("|---|--:|--:|--:|---|");
    let opened = Instant::now();
    let history = History::open(&dir).unwrap();
    row("Open the file", None, &[opened.elapsed()], "");
    lists(&history, runs);
    searches(&history);
    points(&history);
    comparisons(&history);
    ask("What was spent in 90 days", Some(Duration::from_secs(1)), || {
        let since = LAST - time::Duration::days(90);
        #[expect(clippy::cast_precision_loss, reason = "today's seconds are far below 2^52")]
        let spend = history.spend(since.unix_timestamp() as f64).unwrap();
        format!("{} requests, {} models", spend.total.requests, spend.models.len())
    });
}

fn sweeps(runs: u32) -> u32 {
    runs.div_ceil(EACH_SWEEP)
}

fn requests(runs: u32) -> u32 {
    (runs - sweeps(runs)) * 2 + sweeps(runs) * u32::try_from(LEVELS.len()).unwrap() * SAMPLES
}

fn lists(history: &History, runs: u32) {
    let half = Some(Duration::from_millis(500));
    ask("The list's first page, of 50", half, || {
        let page = history.find("", None, 50).unwrap();
        format!("{} runs in all", page.total)
    });
    let middle = id(runs / 2);
    ask("A page from the middle of the list", half, || {
        format!("{} runs", history.find("", Some(&middle), 50).unwrap().runs.len())
    });
}

fn searches(history: &History) {
    let limit = Some(Duration::from_millis(100));
    for (what, search) in [
        ("A word that one run has", "needle77777"),
        ("A word that nobody has", "zeppelin"),
        ("A word that every second run has", "river"),
        ("The beginning of a word", "thun"),
        ("Two words and one that must not be there", "harbour copper -granite"),
        ("A phrase", "\"copper meadow\""),
        ("A filter that most runs pass", "ttft<1s"),
        ("A filter that no run passes", "ttft<1ms"),
        ("A model, a time and a kind", "model:large since:2026-10-01 kind:race"),
        ("A word and filters", "lantern ttft>200ms cost<0.01 simulated:no"),
        ("What has a star", "starred"),
    ] {
        ask(&format!("{what}: `{search}`"), limit, || {
            let page = history.find(search, None, 50).unwrap();
            format!("{}{} found", page.total, if page.more { "+" } else { "" })
        });
    }
}

fn points(history: &History) {
    let sweep = Selection { runs: vec![id(0)], ..Selection::default() };
    ask("Every point of one sweep", Some(Duration::from_secs(1)), || {
        format!("{} points", history.points(&sweep).unwrap().len())
    });
}

/// The queries of the Compare screen over every request: once as it opens, then at each move of a slider, serialised as
/// for the window.
fn comparisons(history: &History) {
    let comparisons = Comparisons::over(history.clone());
    let all = Selection::default();
    let told = |question: &CompareQuestion| {
        let view = comparisons.view(&all, question).unwrap();
        let size = serde_json::to_string(&view).unwrap().len() / 1_000;
        format!("{} requests of {} runs, {size} kB", view.requests, view.runs)
    };
    let opened = Instant::now();
    let answer = told(&CompareQuestion::default());
    row("Compare: every request, for the first time", None, &[opened.elapsed()], &answer);
    let slider = Some(Duration::from_millis(50));
    let base = CompareQuestion::default;
    let mixed = Workload { in_tokens: 9_000.0, out_tokens: 40.0, ..base().workload };
    for (what, question) in [
        ("the blend of input and output", CompareQuestion { blend: 9.0, ..base() }),
        ("what a second is worth", CompareQuestion { second_usd: 0.2, ..base() }),
        ("the workload", CompareQuestion { workload: mixed, ..base() }),
    ] {
        ask(&format!("Compare: a slider, {what}"), slider, || told(&question));
    }
}

fn ask(what: &str, limit: Option<Duration>, question: impl Fn() -> String) {
    let mut answer = String::new();
    let mut took: Vec<Duration> = (0..ASKED)
        .map(|_| {
            let asked = Instant::now();
            answer = question();
            asked.elapsed()
        })
        .collect();
    took.sort();
    row(what, limit, &took, &answer);
}

fn row(what: &str, limit: Option<Duration>, sorted: &[Duration], answer: &str) {
    let shown = |took: Duration| format!("{:.1} ms", took.as_secs_f64() * 1e3);
    let median = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    let longest = sorted.last().copied().unwrap_or_default();
    let limit = limit.map(|limit| format!("{} ms", limit.as_millis())).unwrap_or_default();
    println!("| {what} | {limit} | {} | {} | {answer} |", shown(median), shown(longest));
}

fn fill(dir: &Path, runs: u32) {
    let history = History::open(dir).unwrap();
    let provider =
        providers::custom("custom", "Custom", Dialect::OpenaiChat, ADDRESS, KeyNeed::Optional)
            .unwrap();
    for number in 0..runs {
        if number % EACH_SWEEP == 0 {
            keep_sweep(&history, &provider, number);
        } else {
            keep_race(&history, &provider, number);
        }
        if number % 10_000 == 0 {
            eprintln!("{number} runs made");
        }
    }
    for number in (0..runs).step_by(1_000) {
        history.star(&[id(number)], true).unwrap();
    }
}

const ADDRESS: &str = "http://127.0.0.1:8000/v1";

fn id(number: u32) -> String {
    format!("{number:08}")
}

fn run(provider: &Provider, number: u32, load: Option<Load>) -> Run {
    let started = LAST - time::Duration::minutes(10) * i32::try_from(RUNS - number).unwrap();
    let lane = |place: u32, model: &str| Lane::begun(place, provider, model);
    let lanes = if load.is_some() { 1 } else { 2 };
    let all = [lane(0, ["small-4b", "large-70b"][number as usize % 2]), lane(1, "huge-400b")];
    let kind = if load.is_some() { RunKind::Sweep } else { RunKind::Race };
    let plan = Plan {
        prompt: format!("needle{number} {}", words(number, 24)),
        max_tokens: Some(256),
        temperature: Some(0.0),
        lanes: vec![LanePlan::default(); lanes],
        load,
        ..Plan::default()
    };
    let lanes = all.into_iter().take(lanes).collect();
    Run {
        machine: Some("Abacus, 2 cores, linux".to_owned()),
        ..Run::begun(kind, id(number), started.format(&Rfc3339).unwrap(), plan, lanes)
    }
}

/// This many words, different ones for each number.
fn words(number: u32, count: u32) -> String {
    let word = |place: u32| {
        let mixed = (number.wrapping_mul(2_654_435_761) ^ place.wrapping_mul(40_503)) >> 7;
        WORDS[mixed as usize % WORDS.len()]
    };
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

/// A request and its raw log, answered in eight pieces at its own pace.
fn request(run: &Run, provider: &Provider, number: u32) -> (Sample, Recording) {
    let spread = u64::from(number.wrapping_mul(2_246_822_519) >> 12);
    let mut recording = Recording::starting_at(1_000_000);
    recording.timeline.send_ns = Some(1_200_000);
    recording.timeline.connection = Some(ConnectionTiming {
        tcp_us: Some(310),
        ahead: true,
        remote: "127.0.0.1:8000".to_owned(),
        http_version: "HTTP/1.1".to_owned(),
        ..ConnectionTiming::default()
    });
    let mut at_ns = 80_000_000 + spread * 400;
    for event in 0..8 {
        let piece = words(number.wrapping_add(event * 7_919), 5) + " ";
        push(&mut recording, at_ns, event, Kind::Answer, &piece);
        at_ns += 9_000_000 + spread % 4_000_000;
    }
    recording.usage.push(serde_json::json!({"prompt_tokens": 60, "completion_tokens": 48}));
    push(&mut recording, at_ns, 8, Kind::Usage, "");
    push(&mut recording, at_ns, 9, Kind::Done, "");
    recording.timeline.close_ns = Some(at_ns + 50_000);
    let asked = run.sample_context(&run.lanes[0], provider, &run.plan.prompt);
    let sample = Sample {
        status: Status::Ok,
        finish_reason: Some("stop".to_owned()),
        cost_usd: Some(0.000_1 + f64::from(number % 997) * 1e-7),
        ..Sample::interrupted(&recording, &asked)
    };
    (sample, recording)
}

fn push(recording: &mut Recording, at_ns: u64, event: u32, kind: Kind, text: &str) {
    let text_bytes = u32::try_from(text.len()).unwrap();
    let wire_bytes = text_bytes + 160;
    recording.timeline.push(ArrivalEvent {
        at_ns,
        event,
        kind,
        text_bytes,
        wire_bytes,
        tokens_so_far: TokensSoFar::UNTOLD,
    });
    recording.transcript.push(kind, text);
}

fn keep_race(history: &History, provider: &Provider, number: u32) {
    let mut run = run(provider, number, None);
    history.begin(&run).unwrap();
    let mut logs = Vec::new();
    for place in 0..2 {
        let (sample, recording) = request(&run, provider, number * 2 + place);
        run.lanes[place as usize].samples = vec![sample];
        logs.push(vec![recording]);
    }
    run.state = RunState::Finished;
    history.finish(&run, &logs).unwrap();
}

fn keep_sweep(history: &History, provider: &Provider, number: u32) {
    let load =
        Load { concurrency: LEVELS.to_vec(), samples: SAMPLES, waves: None, ..Load::default() };
    let mut run = run(provider, number, Some(load));
    history.begin(&run).unwrap();
    for streams in LEVELS {
        let asked =
            (0..SAMPLES).map(|each| request(&run, provider, number + streams * 9_973 + each));
        let (samples, recordings): (Vec<_>, Vec<_>) = asked.unzip();
        let level = Level {
            concurrency: Some(streams),
            measured: SAMPLES,
            summary: race::summary(&samples),
            samples,
            ..Level::default()
        };
        run.lanes[0].levels.push(level.clone());
        history.keep_level(&run, 0, &level, &recordings, &(0..3)).unwrap();
    }
    run.state = RunState::Finished;
    history.finish_sweep(&run).unwrap();
}
