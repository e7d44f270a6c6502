use std::collections::BTreeMap;

use measure::{KneeReason, Speed};

use super::*;
use crate::Spread;
use crate::plan::step::Ladder;
use crate::result::sample::Sample;
use crate::result::status::Status;
use crate::testing::sample;

pub(crate) fn answered(ttft_ms: f64, latency_ms: f64) -> Sample {
    let speed = Speed { ttft_ms: Some(ttft_ms), latency_ms: Some(latency_ms), ..Speed::default() };
    Sample { speed, ..sample(Status::Ok) }
}

/// Ten waves of a closed loop with identical requests and a throughput of `rps`.
pub(crate) fn level(streams: u32, ttft_ms: f64, rps: f64) -> Level {
    let spread = Spread::of([ttft_ms; 20]).expect("there are values");
    let latency_ms = f64::from(streams) / rps * 1e3;
    let measured = 20.max(10 * streams);
    Level {
        concurrency: Some(streams),
        measured,
        samples: vec![answered(ttft_ms, latency_ms); measured as usize],
        summary: BTreeMap::from([("ttft_ms".to_owned(), spread)]),
        rps: Some(rps),
        ..Level::default()
    }
}

fn ladder(ttft_p95_ms: Option<f64>) -> Load {
    let ladder = Some(Ladder { most: 64, ttft_p95_ms });
    Load { concurrency: Vec::new(), ladder, ..Load::default() }
}

fn next(load: &Load, levels: &[Level]) -> Option<u32> {
    let Step::Streams(streams) = next_step(load, &levels.iter().collect::<Vec<_>>())? else {
        panic!("a ladder is of streams")
    };
    Some(streams)
}

#[test]
fn a_ladder_climbs_until_throughput_stops_following_and_then_closes_in() {
    let load = ladder(None);
    // Ten seats, one second per answer, half of it before the first token.
    let at = |streams: u32| {
        let rps = f64::from(streams.min(10));
        level(streams, 500.0 + 1e3 * (f64::from(streams) / rps - 1.0), rps)
    };
    let mut tried = Vec::new();
    while let Some(streams) = next(&load, &tried.iter().map(|n| at(*n)).collect::<Vec<_>>()) {
        tried.push(streams);
    }
    assert_eq!(tried, [1, 2, 4, 8, 16, 12, 10], "16 is past it, 12 is just above, 10 is it");
    let levels: Vec<Level> = tried.iter().map(|n| at(*n)).collect();
    let knee = Knee::of(&load, &levels.iter().collect::<Vec<_>>()).expect("there is one");
    assert_eq!(knee.last_good, Step::Streams(10), "the last load that is good");
    assert_eq!(knee.first_bad, Step::Streams(12), "and the first that is not");
    assert!((knee.evidence.full_at.expect("known") - 10.0).abs() < 0.1, "{knee:?}");
}

#[test]
fn a_level_of_few_waves_shows_no_knee_by_its_times() {
    let (low, mut full) = (level(1, 500.0, 1.0), level(32, 5_000.0, 4.0));
    let knee =
        |full: &Level| Knee::of(&Load::default(), &[&low, full]).map(|knee| knee.evidence.reason);
    assert_eq!(knee(&full), Some(KneeReason::Throughput), "ten waves of it");
    full.samples.truncate(50);
    assert_eq!(knee(&full), None, "a wave and a half may be a moment of the server");
}

#[test]
fn a_ladder_ends_where_no_request_succeeds() {
    let refused = Level { samples: vec![sample(Status::ErrorHttp); 20], ..level(1, 500.0, 1.0) };
    assert_eq!(next(&ladder(None), &[refused]), None, "more load brings nothing");
}

#[test]
fn one_wait_of_twenty_past_a_limit_may_be_luck() {
    let mut few = level(2, 200.0, 2.0);
    few.samples[3] = answered(600.0, 1_000.0);
    few.samples[11] = answered(600.0, 1_000.0);
    let levels = [level(1, 100.0, 1.0), few];
    let knee = Knee::of(&ladder(Some(500.0)), &levels.iter().collect::<Vec<_>>());
    assert_eq!(
        knee, None,
        "two of twenty are past it, which is not surely more than one in twenty"
    );
}

#[test]
fn a_limit_decides_which_wait_is_too_long() {
    let levels = [level(1, 100.0, 1.0), level(2, 450.0, 2.0)];
    assert_eq!(next(&ladder(Some(500.0)), &levels), Some(4), "within it");
    let levels = [level(1, 100.0, 1.0), level(2, 200.0, 2.0), level(4, 600.0, 4.0)];
    assert_eq!(next(&ladder(Some(500.0)), &levels), Some(3), "past it, so what lies between");
    let knee = Knee::of(&ladder(Some(500.0)), &levels.iter().collect::<Vec<_>>());
    let knee = knee.expect("4 is past it");
    assert_eq!(
        (knee.evidence.reason, knee.last_good),
        (KneeReason::Limit, Step::Streams(2)),
        "2 is not"
    );
}

/// A level of which each request of this number fails.
fn failing(streams: u32, each: usize) -> Level {
    let mut failing = level(streams, 100.0, f64::from(streams));
    for one in failing.samples.iter_mut().step_by(each) {
        *one = sample(Status::ErrorHttp);
    }
    failing
}

#[test]
fn a_constant_error_rate_makes_no_knee_however_many_requests_show_it() {
    let constant = [1, 8, 32].map(|streams| failing(streams, 10));
    let knee = Knee::of(&Load::default(), &constant.iter().collect::<Vec<_>>());
    assert_eq!(knee, None, "a tenth fails at every load, of 20, 80 and 320 requests");
    let [first, second, _] = constant;
    let worse = [first, second, failing(32, 1)];
    let knee = Knee::of(&Load::default(), &worse.iter().collect::<Vec<_>>());
    let reason = knee.map(|knee| knee.evidence.reason);
    assert_eq!(reason, Some(KneeReason::Failures), "but where all fail there is one");
}

#[test]
fn failures_make_a_knee_and_a_level_without_requests_makes_none() {
    let load = Load::default();
    let knee = |last: Level| Knee::of(&load, &[&level(1, 100.0, 1.0), &last]);
    let nothing = Level { concurrency: Some(8), ended: LevelEnd::Budget, ..Level::default() };
    assert_eq!(knee(nothing), None, "nothing was asked, so nothing is known");
    let failing = failing(8, 2);
    let reason = knee(failing).map(|knee| knee.evidence.reason);
    assert_eq!(reason, Some(KneeReason::Failures), "though those that succeed are fast");
    let refused = LevelEnd::Throttled { retry_after_ms: None };
    let refused = Level { ended: refused, rps: None, ..level(8, 100.0, 8.0) };
    let reason = knee(refused).map(|knee| knee.evidence.reason);
    assert_eq!(reason, Some(KneeReason::Refused), "a load that is refused is past it");
    assert_eq!(knee(level(8, 100.0, 8.0)), None, "in proportion");
}

#[test]
fn a_rate_that_is_not_kept_up_with_is_past_the_knee() {
    let at = |rate: f64, served: f64, in_flight: f64, ttft_ms: f64| Level {
        concurrency: None,
        rate: Some(rate),
        from_due: false,
        avg_inflight: Some(in_flight),
        samples: vec![answered(ttft_ms, in_flight / served * 1e3); 400],
        ..level(1, ttft_ms, served)
    };
    let levels = [at(1.0, 1.0, 1.0, 200.0), at(4.0, 4.0, 4.0, 200.0), at(16.0, 4.9, 40.0, 8_000.0)];
    let knee = Knee::of(&Load::default(), &levels.iter().collect::<Vec<_>>()).expect("16 is");
    assert_eq!((knee.last_good, knee.first_bad), (Step::Rate(4.0), Step::Rate(16.0)), "by rate");
    assert!((knee.evidence.full_at.expect("known") - 4.9).abs() < 0.1, "what it serves per second");
}
