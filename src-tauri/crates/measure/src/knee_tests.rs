use super::*;
use crate::SplitMix64;

#[path = "simulated_server.rs"]
mod server;

use server::Server;

/// A server whose levels measure as many requests as by default.
const USUAL: Server = Server {
    seats: 64,
    sigma: 0.1,
    before_first: 0.1,
    samples: 50,
    waves: 10,
    shared: 0.0,
    alike: 0.0,
};

impl Server {
    /// Climbs a ladder that doubles up to `most` until it finds a knee, then narrows it down. Returns the knee and how
    /// many levels it took.
    fn climbed(self, most: u32, seed: u64) -> (Option<KneePoint>, usize) {
        let mut random = SplitMix64::new(seed);
        let mut levels: Vec<LoadLevel> = Vec::new();
        let mut streams = 1;
        while streams <= most && KneePoint::of(&levels).is_none() {
            levels.push(self.at(streams, &mut random));
            streams *= 2;
        }
        while let Some(next) = KneePoint::of(&levels).and_then(|knee| knee.next(&levels)) {
            if levels.len() == 12 {
                break;
            }
            levels.push(self.at(next, &mut random));
            levels.sort_by(|a, b| a.load.total_cmp(&b.load));
        }
        (KneePoint::of(&levels), levels.len())
    }
}

#[test]
fn a_server_that_never_queues_has_no_knee() {
    for (sigma, before_first) in [(0.1, 0.1), (0.7, 0.9)] {
        for (waves, shared, alike) in
            [(10, 0.0, 0.0), (10, 0.5, 0.3), (10, 0.97, 0.6), (0, 0.5, 0.3)]
        {
            let flat = Server { sigma, before_first, waves, shared, alike, ..USUAL };
            let found = (0..100).filter(|seed| flat.climbed(64, *seed).0.is_some()).count();
            assert!(found <= 5, "σ {sigma}, of a time {shared}, {waves} waves: {found} of 100");
        }
    }
}

#[test]
fn a_knee_at_37_is_found() {
    for sigma in [0.1, 0.3] {
        let server = Server { seats: 37, sigma, ..USUAL };
        let found: Vec<_> = (0..100).map(|seed| server.climbed(128, seed)).collect();
        let near = found.iter().filter(|(knee, levels)| {
            *levels <= 12
                && knee.is_some_and(|knee| {
                    (knee.evidence.full_at.unwrap_or(0.0).round() - 37.0).abs() <= 1.0
                })
        });
        let near = near.count();
        assert!(near >= 95, "σ {sigma}: {near} of 100, such as {:?}", &found[..4]);
        let good = found
            .iter()
            .filter(|(knee, _)| knee.is_some_and(|k| (k.last_good - 37.0).abs() <= 1.0));
        let good = good.count();
        assert!(good >= 95, "σ {sigma}: the last good load of {good}, such as {:?}", &found[..4]);
    }
}

#[test]
fn levels_far_apart_show_a_queue_by_who_waits_in_it() {
    let server = Server { seats: 16, ..USUAL };
    let mut random = SplitMix64::new(1);
    let levels = [1, 32].map(|streams| server.at(streams, &mut random));
    let knee = KneePoint::of(&levels).expect("half of 32 wait");
    assert_eq!(
        (knee.last_good, knee.evidence.reason),
        (1.0, KneeReason::Waiting),
        "throughput still grew"
    );
    let full = knee.evidence.full_at.expect("it is known");
    assert!((full - 16.0).abs() < 1.5, "who does not wait is served: {full}");
}

#[test]
fn a_small_step_makes_no_knee() {
    let level = |load: f64| LoadLevel {
        load,
        throughput: Some(load * 2.0),
        throughput_error: 0.03,
        ttft_ms: Some((200.0, 5.0)),
        latency_ms: Some((2_000.0, 30.0)),
        ..LoadLevel::default()
    };
    assert_eq!(
        KneePoint::of(&[1.0, 8.0, 16.0, 17.0].map(level)),
        None,
        "16 to 17 is a step of 6 %"
    );
}

#[test]
fn failures_and_limits_are_a_knee_too() {
    let level = |load: f64| LoadLevel {
        load,
        throughput: Some(load * 2.0),
        throughput_error: 0.03,
        ..LoadLevel::default()
    };
    let of = |failed: usize| {
        let requests: Vec<bool> = (0..50).map(|number| number * 7 % 50 < failed).collect();
        Failing::of(&requests, Waves::of(1.0))
    };
    let failing = [level(1.0), level(2.0), LoadLevel { failing: of(40), ..level(4.0) }];
    let knee = KneePoint::of(&failing).expect("it fails");
    assert_eq!(
        (knee.last_good, knee.first_bad),
        (2.0, 4.0),
        "the last good load, and the first bad"
    );
    assert_eq!(knee.evidence.reason, KneeReason::Failures, "though throughput still rises");
    let over = [level(1.0), LoadLevel { is_over_limit: Some(true), ..level(2.0) }];
    let reason = KneePoint::of(&over).map(|knee| knee.evidence.reason);
    assert_eq!(reason, Some(KneeReason::Limit), "a limit is the user's own");
    let nothing = [level(1.0), LoadLevel { throughput: None, ..level(2.0) }];
    assert_eq!(KneePoint::of(&nothing), None, "a level that sent nothing has none");
}

#[test]
fn refusals_at_every_load_are_no_knee() {
    let failing = |share: f64| Failing {
        share,
        within: Interval { low: (share - 0.2).max(0.0), high: (share + 0.2).min(1.0) },
    };
    let level = |load: f64, share: f64, is_refused: bool| LoadLevel {
        load,
        in_flight: None,
        throughput: (share < 1.0).then_some(load),
        throughput_error: 0.05,
        throughput_ci: None,
        ttft_ms: None,
        latency_ms: None,
        failing: Some(failing(share)),
        is_growing: false,
        is_refused,
        is_over_limit: None,
    };
    let dead = [level(1.0, 1.0, true), level(2.0, 1.0, true)];
    assert_eq!(KneePoint::of(&dead), None, "no load is good where all are refused");
    let random = [level(1.0, 0.3, false), level(2.0, 0.3, false), level(4.0, 0.35, true)];
    assert_eq!(KneePoint::of(&random), None, "as many at every load");
    let limited = [level(1.0, 0.0, false), level(2.0, 0.0, false), level(4.0, 0.1, true)];
    let knee = KneePoint::of(&limited).expect("the first load that is refused");
    assert_eq!((knee.last_good, knee.evidence.reason), (2.0, KneeReason::Refused));
    let more = [level(1.0, 0.1, false), level(2.0, 0.1, false), level(4.0, 0.9, true)];
    let knee = KneePoint::of(&more).expect("surely more than at the lowest");
    assert_eq!(knee.evidence.reason, KneeReason::Refused);
}
