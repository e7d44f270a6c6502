//! Sweeps of servers with a known number of seats.

// The server is that of the knee's own tests.
#[path = "../../../measure/src/simulated_server.rs"]
mod simulated_server;

use measure::{Failing, KneePoint, KneeReason, LoadLevel, SplitMix64, Waves, mean_and_error};
use simulated_server::Server;

use crate::bench::{Bench, Target, columns, median, row};

const SERVERS: usize = 1_000;
/// Maximum number of levels of a ladder, as in the engine.
const MOST_LEVELS: usize = 12;
/// The share of its scatter that concurrent requests have in common, and how much of it lasts.
const LUCK: [(f64, f64); 4] = [(0.0, 0.0), (0.5, 0.0), (0.5, 0.6), (0.97, 0.6)];

/// A level of a server at which each request fails by chance, at the same rate under any load.
fn failing(server: Server, streams: u32, rate: f64, random: &mut SplitMix64) -> LoadLevel {
    let level = server.at(streams, random);
    let requests = server.samples.max(server.waves * streams as usize);
    let failed: Vec<bool> = (0..requests).map(|_| random.unit() < rate).collect();
    LoadLevel { failing: Failing::of(&failed, Waves::of(f64::from(streams))), ..level }
}

/// Climbs a ladder that doubles up to `most` until there is a knee, then narrows it down. Returns the knee and how many
/// levels it took.
fn climbed(server: Server, most: u32, random: &mut SplitMix64) -> (Option<KneePoint>, usize) {
    let mut levels: Vec<LoadLevel> = Vec::new();
    while levels.len() < MOST_LEVELS {
        let highest = levels.iter().map(|level| level.load).fold(0.0, f64::max);
        let next = match KneePoint::of(&levels) {
            Some(knee) => knee.next(&levels),
            None if levels.is_empty() => Some(1),
            None => (0..32).map(|power| 1 << power).find(|load| f64::from(*load) > highest),
        };
        let Some(next) = next.filter(|next| *next <= most) else { break };
        levels.push(server.at(next, random));
    }
    (KneePoint::of(&levels), levels.len())
}

pub(crate) fn sweeps(bench: &mut Bench) {
    flat_servers(bench);
    constant_errors(bench);
    true_knee(bench);
}

fn flat_servers(bench: &mut Bench) {
    bench.title(
        "A server that never queues, up to 64 in flight: ladders with a knee, in percent (at most 5)",
        SERVERS,
    );
    columns(&[
        "Waves, at least",
        "Share of an answer before its first token",
        "Scatter that requests of one time share",
        "A time like the last",
        "σ 0.1",
        "σ 0.3",
        "σ 0.7",
    ]);
    for waves in [0, 10] {
        for tenths in [1, 9] {
            for (kind, (shared, alike)) in LUCK.into_iter().enumerate() {
                let before_first = tenths as f64 / 10.0;
                let mut cells = [waves as f64, before_first, shared, alike]
                    .map(|cell| cell.to_string())
                    .to_vec();
                for (at, sigma) in [0.1, 0.3, 0.7].into_iter().enumerate() {
                    let flat = Server {
                        seats: 64,
                        sigma,
                        before_first,
                        waves,
                        shared,
                        alike,
                        samples: 50,
                    };
                    let found = bench.simulated(&[6, waves, tenths, kind, at], SERVERS, |random| {
                        climbed(flat, 64, random).0.is_some()
                    });
                    cells.push(bench.share_of(&found, Target::AtMost(5.0), |is_false| *is_false));
                }
                row(&cells);
            }
        }
    }
}

fn constant_errors(bench: &mut Bench) {
    bench.title(
        "A server that never queues and fails as often at 1, 8 and 32 in flight: sweeps with a knee by failures, in percent (at most 5)",
        SERVERS,
    );
    columns(&["Requests that fail, in percent", "50 requests or 10 waves a level"]);
    for (at, rate) in [0.01, 0.05, 0.1, 0.3].into_iter().enumerate() {
        let server = Server {
            seats: 64,
            sigma: 0.1,
            before_first: 0.1,
            samples: 50,
            waves: 10,
            shared: 0.0,
            alike: 0.0,
        };
        let found = bench.simulated(&[17, at], SERVERS, |random| {
            let levels = [1, 8, 32].map(|streams| failing(server, streams, rate, random));
            let knee = KneePoint::of(&levels);
            knee.is_some_and(|knee| knee.evidence.reason == KneeReason::Failures)
        });
        let share = bench.share_of(&found, Target::AtMost(5.0), |is_false| *is_false);
        row(&[(rate * 100.0).to_string(), share]);
    }
}

fn true_knee(bench: &mut Bench) {
    bench.title(
        "37 seats, up to 128 in flight, 50 requests or 10 waves a level: in percent (at least 95, within 12 levels)",
        SERVERS,
    );
    columns(&[
        "σ",
        "Full at 37 ± 1",
        "Last good load 37 ± 1",
        "Interval holds 37",
        "Median levels",
    ]);
    for (at, sigma) in [0.1, 0.2, 0.3].into_iter().enumerate() {
        let server = Server {
            seats: 37,
            sigma,
            before_first: 0.1,
            samples: 50,
            waves: 10,
            shared: 0.0,
            alike: 0.0,
        };
        let found = bench.simulated(&[7, at], SERVERS, |random| climbed(server, 128, random));
        let full = |knee: &KneePoint| {
            knee.evidence.full_at.is_some_and(|n| (n.round() - 37.0).abs() <= 1.0)
        };
        let good = |knee: &KneePoint| (knee.last_good - 37.0).abs() <= 1.0;
        let held = |knee: &KneePoint| knee.evidence.full_at_ci.is_some_and(|ci| ci.contains(37.0));
        let levels = median(found.iter().map(|(_, levels)| *levels).collect());
        let mut of = |least: f64, is: &dyn Fn(&KneePoint) -> bool| {
            bench
                .share_of(&found, Target::AtLeast(least), |(knee, _)| knee.as_ref().is_some_and(is))
        };
        row(&[
            sigma.to_string(),
            of(95.0, &full),
            of(95.0, &good),
            of(94.0, &held),
            levels.map_or("–".to_owned(), |levels| levels.to_string()),
        ]);
    }
}
