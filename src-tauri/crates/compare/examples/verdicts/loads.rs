//! Comparisons of equal levels whose batches resemble each other: open loops near capacity, and waves of a closed loop.

use compare::{CompareQuestion, LoadLevel, MeasuredRequest, Standing, view};
use measure::{Metric, Warning};

use crate::bench::{Bench, Target, columns, row};
use crate::history::request;
use crate::open_loops::{OpenQueue, OwnMedian};
use crate::scatter::{Random, quantile};

const COMPARISONS: usize = 1_000;
/// Servers of an open loop have this many seats, and answer one request a second on each.
const SEATS: usize = 8;
/// Requests of a level that has lasted for long.
const LONG: usize = 1_000_000;
/// The scatter of the logarithms of a request and of a wave.
const REQUEST: f64 = 0.2;

/// How the requests of a level are sent.
#[derive(Clone, Copy)]
enum Load {
    /// Poisson arrivals at this percentage of what the seats can serve.
    Open(u32),
    /// So many in flight; a wave resembles the one before with a correlation of this percentage.
    Closed(usize, u32),
}

/// The result of one comparison of two equal levels.
struct LoadResult {
    is_false: bool,
    is_known: bool,
    /// Whether the interval of the ratio holds 1; absent without one.
    holds: Option<bool>,
    /// Whether the interval of each level's own median holds the truth; absent without one.
    own: Vec<Option<bool>>,
}

pub(crate) fn equal_levels(bench: &mut Bench) {
    bench.title(
        "Two equal levels of one run each: comparisons with a verdict on TTFT, in percent (at most 5.5)",
        COMPARISONS,
    );
    println!(
        "An open loop is a queue of {SEATS} seats with exponential service, closed waves share half of their variance. A verdict needs \
         the medians of both; then, among the comparisons that have both, how many are false and how many intervals hold. The last \
         columns are of the median of a level alone: how often its interval is told, and of these how often it holds the median of a \
         level without end.\n"
    );
    columns(&[
        "Load",
        "Requests",
        "Verdicts",
        "Both known",
        "False of these",
        "Intervals hold",
        "A level's own told",
        "These hold",
    ]);
    let open = [(80, 1_000), (80, 3_000), (90, 3_000), (95, 3_000)]
        .map(|(share, n)| (Load::Open(share), n));
    let closed = [0, 30, 60].into_iter().flat_map(|r| {
        [(8, 80), (32, 320), (8, 160), (1, 50)].map(|(size, n)| (Load::Closed(size, r), n))
    });
    for (load, n) in open.into_iter().chain(closed) {
        cell(bench, load, n);
    }
}

fn cell(bench: &mut Bench, load: Load, n: usize) {
    let (kind, at, told) = match load {
        Load::Open(share) => (0, share, format!("open, ρ {:.2}", f64::from(share) / 100.0)),
        Load::Closed(size, r) => {
            (size, r, format!("{size} in flight, correlated by {:.1}", f64::from(r) / 100.0))
        }
    };
    let truth = truth_of(load, bench);
    let results = bench.simulated(&[19, kind, at as usize, n], COMPARISONS, |random| {
        result_of((load, truth), n, random)
    });
    let own: Vec<Option<bool>> = results.iter().flat_map(|one| one.own.iter().copied()).collect();
    let of_own: Vec<bool> = own.iter().copied().flatten().collect();
    let known: Vec<&LoadResult> = results.iter().filter(|one| one.is_known).collect();
    let intervals: Vec<bool> = results.iter().filter_map(|one| one.holds).collect();
    let mut cells = vec![told, n.to_string()];
    cells.push(bench.share_of(&results, Target::AtMost(5.5), |one| one.is_false));
    cells.push(bench.share(known.len(), results.len(), Target::Nothing));
    cells.push(bench.share_of(&known, Target::Nothing, |one| one.is_false));
    cells.push(bench.share_of(&intervals, Target::Nothing, |holds| *holds));
    cells.push(bench.share(of_own.len(), own.len(), Target::Nothing));
    cells.push(bench.share_of(&of_own, Target::Nothing, |holds| *holds));
    row(&cells);
}

/// The median of a level that has lasted for long.
fn truth_of(load: Load, bench: &Bench) -> f64 {
    let mut times = match load {
        Load::Open(share) => return queue(share).median_ms(bench),
        // A wave of one has the same distribution.
        Load::Closed(_, r) => waves(1, f64::from(r) / 100.0, LONG, &mut bench.random(23)),
    };
    times.sort_by(f64::total_cmp);
    quantile(&times, 0.5)
}

fn result_of((load, truth): (Load, f64), n: usize, random: &mut Random) -> LoadResult {
    let requests: Vec<MeasuredRequest> =
        (0..2).flat_map(|contender| level(contender, load, n, random)).collect();
    let question = CompareQuestion { every_load: true, ..CompareQuestion::default() };
    let answer = view(&requests, &question);
    let pair = answer.pairs.iter().find(|pair| pair.metric == Metric::TtftMs);
    let knows = answer.contenders.iter().map(|one| one.summary(Metric::TtftMs));
    let own = knows.clone().map(|own| Some(own?.spread.ci?.contains(truth))).collect();
    LoadResult {
        is_false: pair
            .is_some_and(|pair| matches!(pair.standing, Standing::Better | Standing::Worse)),
        is_known: knows.into_iter().all(|own| own.is_some_and(|own| own.spread.ci.is_some())),
        holds: pair.and_then(|pair| pair.ci).map(|ci| ci.contains(1.0)),
        own,
    }
}

/// A server at this percentage of its capacity.
fn queue(percent: u32) -> OpenQueue {
    OpenQueue { seats: SEATS, utilisation: f64::from(percent) / 100.0 }
}

fn level(contender: usize, load: Load, n: usize, random: &mut Random) -> Vec<MeasuredRequest> {
    let (ttfts, load, doubts) = match load {
        Load::Open(percent) => {
            let queue = queue(percent);
            let level = queue.level(n, random);
            let is_short = OwnMedian::of(queue.rate(), &level).interval.is_none();
            let ttfts = level.iter().map(|one| one.first_ms - one.due_ms).collect();
            // What a level does not know of its median its requests carry as a warning.
            let doubts = is_short.then_some(Warning::FewWaves);
            (ttfts, LoadLevel::Per1000Seconds(percent * 80), doubts)
        }
        Load::Closed(size, r) => {
            let in_flight = LoadLevel::InFlight(u32::try_from(size).unwrap_or(1));
            (waves(size, f64::from(r) / 100.0, n, random), in_flight, None)
        }
    };
    let warnings = doubts.into_iter().collect();
    let requests = ttfts.into_iter().enumerate().map(|(round, ttft_ms): (usize, f64)| {
        let numbers = [ttft_ms, 80.0 * (REQUEST * random.scatter()).exp(), 200.0];
        let request = request(contender, (contender, round), numbers);
        MeasuredRequest { load, warnings, raced: false, ..request }
    });
    requests.collect()
}

/// TTFTs of a closed loop in waves of this size, each like the one before by `r`.
fn waves(size: usize, r: f64, n: usize, random: &mut Random) -> Vec<f64> {
    let mut wave = random.scatter();
    let mut all = Vec::with_capacity(n);
    for place in 0..n {
        if place > 0 && place % size == 0 {
            wave = r * wave + (1.0 - r * r).sqrt() * random.scatter();
        }
        all.push(300.0 * (REQUEST * (wave + random.scatter())).exp());
    }
    all
}
