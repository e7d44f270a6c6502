//! What an open loop says that a server of known capacity serves, below, at and past that capacity, simulated.

use std::iter;

use measure::{Recording, SplitMix64};

use crate::plan::load::Limits;
use crate::plan::step::Step;
use crate::result::level::{Level, LevelEnd};
use crate::result::level_request::{LevelRequest, Times};
use crate::result::served::Served;
use crate::result::status::Status;
use crate::testing::sample;

/// What the server serves per second, each request 10 ms after the one before.
const CAPACITY: f64 = 100.0;
/// Rates ÷ capacity.
const LOADS: [f64; 7] = [0.9, 0.98, 1.0, 1.02, 1.05, 1.1, 1.3];

/// How requests come.
#[derive(Debug, Clone, Copy)]
enum Arrivals {
    Even,
    Random,
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a positive time")]
fn ns(seconds: f64) -> u64 {
    (seconds * 1e9) as u64
}

/// A level of so many measured requests at a rate, after some that warm up, and with others until the last measured one is answered.
/// Each begins 0.1 s after the server took it.
fn level(load: f64, arrivals: Arrivals, measured: usize, seed: u64) -> (Level, f64) {
    let mut random = SplitMix64::new(seed);
    let rate = load * CAPACITY * (1.0 + 0.002 * (random.unit() - 0.5));
    let (mut at, mut free) = (0.0, random.unit() / CAPACITY);
    let warm_up = measured / 20;
    let mut over = f64::INFINITY;
    let mut asked: Vec<(f64, f64)> = Vec::new();
    let gaps = iter::repeat_with(|| match arrivals {
        Arrivals::Even => 1.0 / rate,
        Arrivals::Random => -random.unit().ln() / rate,
    });
    for gap in gaps {
        at += gap;
        if at > over {
            break;
        }
        free = f64::max(free, at) + 1.0 / CAPACITY;
        asked.push((at, free + 0.1));
        if asked.len() == warm_up + measured {
            over = free + 0.1;
        }
    }
    let requests: Vec<LevelRequest> = (0..)
        .zip(asked)
        .map(|(at, (due, ends))| {
            let mut recording = Recording::starting_at(ns(due));
            recording.timeline.send_ns = Some(ns(due));
            recording.timeline.close_ns = Some(ns(ends.min(over)));
            let mut sample = sample(if ends > over { Status::Cancelled } else { Status::Ok });
            let waited_ms = (ends - due) * 1e3;
            (sample.speed.ttft_ms, sample.speed.ttft_perceived_ms) =
                (Some(waited_ms), Some(waited_ms));
            let is_measured = (warm_up..warm_up + measured).contains(&at);
            LevelRequest { is_measured, agent: None, sample, recording }
        })
        .collect();
    let times = Times { began_ns: 0, over_ns: ns(over), window: None, strain: None };
    let limits = Limits { ttft_ms: Some(1e6), ..Limits::default() };
    let of = Level::of(Step::Rate(rate), LevelEnd::Done, &times, &requests, Some(&limits));
    (of, Served::due_per_second(&requests).expect("there are many"))
}

#[test]
fn requests_per_second_are_those_that_a_server_serves_below_at_and_past_its_capacity() {
    // Five of a hundred that are left over may be where a count begins and ends.
    for (arrivals, measured, near) in [
        (Arrivals::Even, 100, 0.055),
        (Arrivals::Even, 320, 0.01),
        (Arrivals::Random, 100, 0.025),
        (Arrivals::Random, 320, 0.015),
    ] {
        let seeds = 100_u32;
        let mut before = None;
        for load in LOADS {
            let (mut held, mut off) = (0, 0.0);
            for seed in 0..u64::from(seeds) {
                let (level, due) = level(load, arrivals, measured, seed);
                let truth = due.min(CAPACITY);
                let (rps, ci) = level.rps.zip(level.rps_ci).expect("it serves some");
                let is_in = ci.low <= rps && rps <= ci.high + 1e-9;
                assert!(is_in, "{rps} in {ci:?} at {load}");
                let goodput = level.goodput.expect("there is a limit");
                assert!((goodput - rps).abs() < 1e-9, "the same requests: {goodput} of {rps}");
                held += u32::from(ci.low <= truth && truth <= ci.high + 1e-9);
                off += (rps / truth - 1.0) / f64::from(seeds);
            }
            let of = format!("{measured} {arrivals:?} requests at {load}");
            assert!(held * 100 >= 94 * seeds, "{of}: {held} of {seeds} hold the truth");
            assert!(off.abs() <= near, "{of}: off by {off} on average");
            let jump = before.map_or(0.0, |before: f64| off - before);
            assert!(jump.abs() <= near, "{of}: {jump} from the load before");
            before = Some(off);
        }
    }
}
