//! Searches for a known capacity: the largest number in flight with p95 TTFT under a limit.

use measure::{CapacityRange, LimitTest, LoadTest, Waves, next_load};

use crate::bench::{Bench, Target, columns, median, row};
use crate::scatter::{Random, quantile};
use crate::waves::WaveModel;

const SERVERS: usize = 1_000;
/// Maximum number of levels, as in the engine.
const MOST_LEVELS: usize = 12;
/// Maximum number of requests of a level, or ten waves, as on the command line.
const SAMPLES: u32 = 300;
/// Share of the variance that a wave has in common, and the correlation of each wave with the one
/// before.
const CORRELATIONS: [(f64, f64); 3] = [(0.0, 0.0), (0.5, 0.0), (0.5, 0.6)];
/// The true capacity, and the highest load tried, as a power of two.
const CAPACITY: f64 = 37.0;
const MOST_DOUBLED: u32 = 7;

/// A server: its name, and the share of its requests past the limit at a load.
type Server = (&'static str, fn(f64) -> f64);

const SERVERS_OF: [Server; 3] = [
    ("1 % up to 37, then 40 %", |load| if load <= CAPACITY { 0.01 } else { 0.4 }),
    ("5 % × (N ÷ 37)⁹", |load| (0.05 * (load / 37.001).powi(9)).min(1.0)),
    ("5 % × (N ÷ 37)³", |load| (0.05 * (load / 37.001).powi(3)).min(1.0)),
];

/// The outcome of a search.
struct Search {
    range: CapacityRange,
    requests: usize,
    levels: usize,
}

fn searched(
    share: fn(f64) -> f64,
    (shared, lasting): (f64, f64),
    distribution: &[f64],
    random: &mut Random,
) -> Search {
    let climb: Vec<f64> = (0..=MOST_DOUBLED).map(|power| f64::from(1_u32 << power)).collect();
    let mut levels: Vec<(f64, LoadTest)> = Vec::new();
    let mut requests = 0;
    while let Some(load) = next_load(&levels, &climb, true).filter(|_| levels.len() < MOST_LEVELS) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 128")]
        let in_flight = load as u32;
        let samples = SAMPLES.max(10 * in_flight);
        let model = WaveModel { in_flight, samples, shared, lasting };
        // The value that a request exceeds with the probability that the server has at this load.
        let limit = quantile(distribution, 1.0 - share(load).clamp(0.0, 1.0));
        let drawn = model.drawn(random);
        let mut test = LoadTest::default();
        let mut asked = 0;
        while asked < drawn.len() && !test.is_settled {
            asked = (asked + in_flight.max(8) as usize).min(drawn.len());
            let times = drawn.get(..asked).unwrap_or_default();
            let over: Vec<bool> = times.iter().map(|time| *time > limit).collect();
            test = LoadTest::of(&[LimitTest::of(&over, times, 0.05, Waves::of(load))]);
        }
        requests += asked;
        levels.push((load, test));
    }
    Search { range: CapacityRange::of(&levels), requests, levels: levels.len() }
}

pub(crate) fn capacity(bench: &mut Bench) {
    bench.title(
        "The most in flight with p95 TTFT under a limit, in truth 37, up to 128: in percent (at least 95 hold it)",
        SERVERS,
    );
    columns(&[
        "Past the limit at N in flight",
        "Variance that a wave shares",
        "A wave like the last",
        "Range holds 37",
        "Median range",
        "Median requests",
        "Most levels",
    ]);
    for (server, (name, share)) in SERVERS_OF.into_iter().enumerate() {
        for (kind, correlation) in CORRELATIONS.into_iter().enumerate() {
            let (shared, lasting) = correlation;
            let distribution =
                WaveModel { in_flight: 1, samples: 0, shared, lasting }.sorted(bench);
            let found = bench.simulated(&[12, server, kind], SERVERS, |random| {
                searched(share, correlation, &distribution, random)
            });
            let held = bench.share_of(&found, Target::AtLeast(95.0), |search| {
                search.range.within.is_none_or(|within| within <= CAPACITY)
                    && search.range.past.is_none_or(|past| past > CAPACITY)
            });
            let end = |end: Option<f64>| end.map_or("–".to_owned(), |load| load.to_string());
            let within = median(found.iter().filter_map(|search| search.range.within).collect());
            let past = median(found.iter().filter_map(|search| search.range.past).collect());
            let requests = median(found.iter().map(|search| search.requests).collect());
            let levels = found.iter().map(|search| search.levels).max();
            row(&[
                name.to_owned(),
                correlation.0.to_string(),
                correlation.1.to_string(),
                held,
                format!("{} to below {}", end(within), end(past)),
                requests.unwrap_or_default().to_string(),
                levels.unwrap_or_default().to_string(),
            ]);
        }
    }
}
