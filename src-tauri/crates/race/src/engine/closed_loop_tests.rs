use measure::{SplitMix64, ms};

use super::*;
use crate::result::steady_window::{Flight, FlightEnd, completed};

const WARMUP: Turn = Turn { role: RequestRole::Warmup, step: 0 };
const MEASURED: Turn = Turn { role: RequestRole::Measured, step: 0 };
const SURPLUS: Turn = Turn { role: RequestRole::Surplus, step: 0 };

#[test]
fn nothing_is_measured_before_every_stream_is_warm() {
    let mut closed_loop = ClosedLoop::new(3, 2, 1);
    let burst = [0, 1, 2].map(|stream| closed_loop.next(stream, 0));
    assert_eq!(burst, [Some(WARMUP); 3], "the start burst");
    closed_loop.ended(0, WARMUP, true, 10);
    assert_eq!(closed_loop.next(0, 10), Some(WARMUP), "a stream that is early keeps the load up");
    closed_loop.ended(1, WARMUP, true, 20);
    closed_loop.ended(0, WARMUP, true, 25);
    assert_eq!(closed_loop.next(0, 25), Some(WARMUP), "the third has not been answered yet");
    closed_loop.ended(2, WARMUP, true, 30);
    assert_eq!(closed_loop.next(2, 30), Some(MEASURED), "now the load stands");
}

#[test]
fn the_load_lasts_until_the_last_measured_request_has_ended() {
    let mut closed_loop = ClosedLoop::new(2, 2, 1);
    closed_loop.ended(0, WARMUP, true, 10);
    closed_loop.ended(1, WARMUP, true, 10);
    let both = [closed_loop.next(0, 10), closed_loop.next(1, 10)];
    assert_eq!(both, [Some(MEASURED); 2], "as many as were asked for");
    closed_loop.ended(0, MEASURED, true, 50);
    assert_eq!(closed_loop.next(0, 50), Some(SURPLUS), "or the second would run alone at its end");
    closed_loop.ended(0, SURPLUS, true, 60);
    assert_eq!(closed_loop.next(0, 60), Some(SURPLUS), "for as long as it takes");
    closed_loop.ended(1, MEASURED, true, 70);
    assert_eq!(closed_loop.next(1, 70), None, "then the level is over");
    assert_eq!(closed_loop.window(), Some((10, 70)), "and its window is where the load stood");
}

#[test]
fn a_late_warm_up_moves_no_window() {
    let mut closed_loop = ClosedLoop::new(1, 1, 1);
    closed_loop.ended(0, WARMUP, true, 10);
    closed_loop.ended(0, WARMUP, true, 40);
    closed_loop.next(0, 40);
    closed_loop.ended(0, MEASURED, true, 60);
    assert_eq!(closed_loop.window(), Some((10, 60)), "the first moment at which all were warm");
}

#[test]
fn a_level_that_is_closed_early_keeps_what_it_has() {
    let mut closed_loop = ClosedLoop::new(1, 5, 1);
    closed_loop.ended(0, WARMUP, true, 10);
    assert_eq!(closed_loop.next(0, 10), Some(MEASURED), "one was asked");
    closed_loop.close(30);
    closed_loop.ended(0, MEASURED, true, 90);
    assert_eq!(
        (closed_loop.next(0, 90), closed_loop.window()),
        (None, Some((10, 30))),
        "and no more are"
    );
    let mut cold = ClosedLoop::new(1, 5, 1);
    cold.close(30);
    assert_eq!(cold.window(), None, "what never stood has no window");
}

/// Plays a level whose requests take as long as `took` says. Returns how many were sent, and the loop.
fn played(
    mut closed_loop: ClosedLoop,
    streams: u32,
    took: impl Fn(u32, Turn) -> u64,
) -> (u32, ClosedLoop) {
    let mut in_flight: Vec<(u64, u32, Turn)> = Vec::new();
    let mut sent = 0;
    for stream in 0..streams {
        let turn = closed_loop.next(stream, 0).expect("it begins");
        in_flight.push((took(stream, turn), stream, turn));
        sent += 1;
    }
    while let Some(at) = (0..in_flight.len()).min_by_key(|at| in_flight[*at].0) {
        let (now, stream, turn) = in_flight.swap_remove(at);
        closed_loop.ended(stream, turn, true, now);
        if closed_loop.is_over() {
            break;
        }
        if let Some(turn) = closed_loop.next(stream, now) {
            in_flight.push((now + took(stream, turn), stream, turn));
            sent += 1;
        }
    }
    (sent, closed_loop)
}

#[test]
fn never_more_is_sent_than_was_said_before_the_start() {
    for (streams, samples) in [(1, 1), (4, 3), (8, 40), (32, 5)] {
        // One stream is a hundred times slower than the others, which would go on for as long as it takes.
        let slow =
            |stream: u32, _: Turn| if stream == 0 { 100_000 } else { 1_000 + u64::from(stream) };
        let (sent, closed_loop) = played(ClosedLoop::new(streams, samples, 1), streams, slow);
        assert!(sent <= samples + 4 * streams, "{samples} at {streams}: {sent} were sent");
        assert!(closed_loop.is_over(), "and every sample has ended");
        let again = ClosedLoop::new(streams, samples, 1).having_sent(streams);
        let (sent, closed_loop) = played(again, streams, slow);
        assert!(sent + streams <= samples + 4 * streams, "nor if it is begun again: {sent}");
        assert!(closed_loop.is_over(), "with every sample");
    }
}

#[test]
fn a_slow_stream_holds_up_neither_the_start_nor_the_window() {
    let slow = |stream: u32, turn: Turn| match (stream, turn.role) {
        (0, _) => 100_000,
        _ => 1_000,
    };
    let (_, closed_loop) = played(ClosedLoop::new(4, 20, 1), 4, slow);
    let (from, until) = closed_loop.window().expect("the load stood");
    assert!(from < 10_000, "measuring began when the others had been busy long enough: {from}");
    assert!(until < 100_000, "the window ends where the first stream stays idle: {until}");
}

#[test]
fn a_sample_of_many_steps_stays_on_its_stream_in_order() {
    let mut closed_loop = ClosedLoop::new(1, 1, 3);
    closed_loop.next(0, 0);
    closed_loop.ended(0, WARMUP, true, 10);
    let mut steps = Vec::new();
    while let Some(turn) = closed_loop.next(0, 20) {
        steps.push((turn.role, turn.step));
        closed_loop.ended(0, turn, true, 30);
    }
    let measured = [0, 1, 2].map(|step| (RequestRole::Measured, step));
    assert_eq!(steps, measured, "from its first step, whatever warmed up, to its last");
    assert!(closed_loop.is_over(), "three steps are one sample");
}

#[test]
fn a_sample_whose_step_failed_is_over() {
    let mut closed_loop = ClosedLoop::new(1, 2, 3);
    closed_loop.ended(0, WARMUP, true, 10);
    assert_eq!(closed_loop.next(0, 10), Some(MEASURED), "the first begins");
    closed_loop.ended(0, MEASURED, false, 20);
    assert_eq!(closed_loop.next(0, 20), Some(MEASURED), "the second begins at its own first step");
    assert!(!closed_loop.is_over(), "and is waited for");
}

/// The time a simulated server takes for a request, in nanoseconds.
type ServiceTime = fn(&mut SplitMix64) -> f64;

const SERVERS: [(&str, ServiceTime); 4] = [
    ("always as long", |_| 650e6),
    ("log-normal, σ 0.5", |random| 650e6 * (0.5 * random.normal()).exp()),
    ("exponential", |random| -650e6 * random.unit().ln()),
    ("one in five four times as long", |random| if random.unit() < 0.2 { 1_600e6 } else { 400e6 }),
];

/// A simulated level of a server that never queues: its requests and its window.
fn simulated(
    streams: u32,
    samples: u32,
    took: ServiceTime,
    seed: u64,
) -> (Vec<Flight>, (u64, u64)) {
    let mut random = SplitMix64::new(seed);
    let mut closed_loop = ClosedLoop::new(streams, samples, 1);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a duration")]
    let mut draw = move || took(&mut random).max(1.0) as u64;
    let mut open = Vec::new();
    let mut all = Vec::new();
    for stream in 0..streams {
        let turn = closed_loop.next(stream, 0).expect("it begins");
        open.push((draw(), 0, stream, turn));
    }
    while let Some(at) = (0..open.len()).min_by_key(|at| open[*at].0) {
        let (now, sent_ns, stream, turn) = open.swap_remove(at);
        closed_loop.ended(stream, turn, true, now);
        all.push(Flight { sent_ns, ended_ns: now, end: FlightEnd::Ok });
        if closed_loop.is_over() {
            all.extend(open.drain(..).map(|(_, sent_ns, _, _)| Flight {
                sent_ns,
                ended_ns: now,
                end: FlightEnd::Cut,
            }));
        } else if let Some(turn) = closed_loop.next(stream, now) {
            open.push((now + draw(), now, stream, turn));
        }
    }
    (all, closed_loop.window().expect("the load stood"))
}

#[test]
fn requests_per_second_agree_with_littles_law() {
    for (name, took) in SERVERS {
        let mut random = SplitMix64::new(99);
        let mean_s = (0..200_000).map(|_| took(&mut random)).sum::<f64>() / 200_000.0 / 1e9;
        for (streams, samples) in [(1, 10), (8, 24), (16, 40), (24, 20), (32, 50)] {
            let truth = f64::from(streams) / mean_s;
            // Over all levels together, because the mean of many ratios of few requests is not their ratio.
            let (mut requests, mut seconds) = (0.0, 0.0);
            for seed in 0..400 {
                let (all, window) = simulated(streams, samples, took, seed);
                requests += completed(&all, window);
                seconds += ms(window.1 - window.0) / 1e3;
            }
            let mean = requests / seconds;
            assert!(
                (mean / truth - 1.0).abs() < 0.02,
                "{name}, {samples} at {streams}: {mean} of {truth} per second"
            );
        }
    }
}
