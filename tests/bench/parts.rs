//! The cost of a stream, part by part: reading its events, computing its metrics, counting its tokens, checking its answer,
//! percentiles.

use std::hint::black_box;

use checks::{Answer, Checker, written};
use cost::tokens;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use measure::{BestComparison, Better, Counts, Interval, Recording, Speed, Spread, Stopping};
use providers::{Dialect, read_recorded};

const TOKENS: u32 = 1_000;
const WORDS: [&str; 8] = [" the", " river", " bends", ",", " slowly", " and", " far", "."];

/// One read for each token of a Chat Completions stream, a millisecond apart, as most providers send them.
fn reads() -> Vec<(u64, Vec<u8>)> {
    let event = |token: u32| {
        let word = WORDS.get(token as usize % WORDS.len()).copied().unwrap_or_default();
        format!(
            "data: {{\"id\":\"chatcmpl-8f2k\",\"object\":\"chat.completion.chunk\",\"created\":1763700000,\"model\":\"m\",\"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{word}\"}},\"logprobs\":null,\"finish_reason\":null}}]}}\n\n"
        )
    };
    let stamped = |token: u32| (u64::from(token) * 1_000_000, event(token).into_bytes());
    (0..TOKENS).map(stamped).collect()
}

fn recording() -> Recording {
    let reads = reads();
    let reads: Vec<_> = reads.iter().map(|(at, bytes)| (*at, bytes.as_slice())).collect();
    let (mut recording, _) = read_recorded(Dialect::OpenaiChat, &reads);
    recording.timeline.send_ns = Some(0);
    recording
}

/// Numbers that look random and are the same on every machine: Marsaglia's xorshift.
fn numbers(many: usize) -> Vec<f64> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        f64::from(u32::try_from(state >> 40).unwrap_or(0))
    };
    (0..many).map(|_| next()).collect()
}

fn parser(criterion: &mut Criterion) {
    let reads = reads();
    let reads: Vec<_> = reads.iter().map(|(at, bytes)| (*at, bytes.as_slice())).collect();
    let mut group = criterion.benchmark_group("parser");
    group.throughput(Throughput::Elements(u64::from(TOKENS)));
    group.bench_function("Chat Completions, an event a read", |bencher| {
        bencher.iter(|| read_recorded(Dialect::OpenaiChat, black_box(&reads)));
    });
    let whole: Vec<u8> = reads.iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect();
    group.bench_function("Chat Completions, all in one read", |bencher| {
        bencher.iter(|| read_recorded(Dialect::OpenaiChat, black_box(&[(0, &whole)])));
    });
    group.finish();
}

fn timeline(criterion: &mut Criterion) {
    let Recording { timeline, transcript, .. } = recording();
    let tokens = u64::from(TOKENS);
    let counts = Counts {
        total: Some(tokens),
        answer: Some(tokens),
        neutral_answer: tokens,
        ..Counts::default()
    };
    let counted = |text: &str| u64::from(cost::tokens::count(text));
    let mut group = criterion.benchmark_group("timeline");
    group.throughput(Throughput::Elements(tokens));
    group.bench_function("every number of one stream", |bencher| {
        bencher.iter(|| Speed::of(black_box(&timeline), &transcript, &counts, &counted));
    });
    group.finish();
}

fn tokenising(criterion: &mut Criterion) {
    let answer = recording().transcript.answer;
    tokens::warm();
    let mut group = criterion.benchmark_group("tokenising");
    group.throughput(Throughput::Elements(u64::from(tokens::count(&answer))));
    group.bench_function("o200k_base over a whole answer", |bencher| {
        bencher.iter(|| tokens::count(black_box(&answer)));
    });
    group.finish();
}

/// Answers that are checked at a time.
const ANSWERS: u64 = 10_000;

/// An answer of 2 kB: a list of places in JSON.
fn places() -> String {
    let place = |n: u32| format!("{{\"city\":\"Kiel\",\"day\":\"tomorrow\",\"hours\":[{n},9,17]}}");
    let places: Vec<String> = (100..140).map(place).collect();
    format!("[{}]", places.join(","))
}

fn checking(criterion: &mut Criterion) {
    let schema = concat!(
        "json-schema:{\"type\":\"array\",\"minItems\":1,\"items\":{\"type\":\"object\",\"additionalProperties\":false,",
        "\"required\":[\"city\",\"day\"],\"properties\":{\"city\":{\"type\":\"string\",\"pattern\":\"^[A-Z]\"},",
        "\"day\":{\"enum\":[\"today\",\"tomorrow\"]},\"hours\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}}}}",
    );
    let both = [schema, "regex:(?i)kiel.*tomorrow.*1[0-9]{2}"].map(written);
    let both: Vec<_> = both.into_iter().filter_map(Result::ok).collect();
    let checker = Checker::of(&both, &[]);
    let text = places();
    let answer = Answer { text: &text, calls: None, is_refused: false, is_cut: false };
    let mut group = criterion.benchmark_group("checking");
    group.sample_size(10);
    group.throughput(Throughput::Elements(ANSWERS));
    group.bench_function(
        "10,000 answers of 2 kB, by a schema and a regular expression",
        |bencher| {
            bencher.iter(|| {
                for _ in 0..ANSWERS {
                    black_box(checker.results(black_box(&answer)));
                }
            });
        },
    );
    group.finish();
}

fn percentiles(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("percentiles");
    group.sample_size(20);
    for (many, name) in [(50, "50 samples"), (10_000, "10,000 samples")] {
        let values = numbers(many);
        group.throughput(Throughput::Elements(many as u64));
        group.bench_function(format!("{name}, with the median's interval"), |bencher| {
            bencher.iter(|| Spread::of(black_box(&values).iter().copied()));
        });
    }
    let fifty = numbers(50);
    group.throughput(Throughput::Elements(50));
    group.bench_function("the interval of 50 samples' median", |bencher| {
        bencher.iter(|| Interval::of_median(black_box(&fifty).iter().copied()));
    });
    let lanes: Vec<Vec<Option<f64>>> =
        numbers(400).chunks(50).map(|rounds| rounds.iter().copied().map(Some).collect()).collect();
    for (lanes, name) in [(lanes.get(..2).unwrap_or_default(), "two"), (&lanes[..], "eight")] {
        group.bench_function(format!("{name} lanes over 50 rounds"), |bencher| {
            bencher.iter(|| BestComparison::of(black_box(lanes), Better::Lower, Stopping::Planned));
        });
    }
    group.finish();
}

criterion_group!(parts, parser, timeline, tokenising, checking, percentiles);
criterion_main!(parts);
