//! Open loops against servers of known capacity, simulated.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use measure::{Recording, SplitMix64};

use super::*;
use crate::result::status::Status;
use crate::testing::sample;

/// What a server does with a request.
type Service = fn(&mut SplitMix64) -> f64;

/// `n` requests at random times, 100 a second on average, to a server of `seats` that are each busy for the service's
/// time with one. Those in flight when the last was due are cut.
fn open_loop(n: usize, seats: usize, service: Service, seed: u64) -> Vec<LevelRequest> {
    let mut random = SplitMix64::new(seed);
    let mut free: BinaryHeap<Reverse<u64>> = (0..seats).map(|_| Reverse(0)).collect();
    let mut at_ms = 0.0;
    let times: Vec<(u64, u64)> = (0..n)
        .map(|_| {
            at_ms -= random.unit().ln() * 10.0;
            let due = whole(at_ms * 1e6);
            let Reverse(seat) = free.pop().expect("there are seats");
            let ends = due.max(seat) + whole(service(&mut random) * 1e6);
            free.push(Reverse(ends));
            (due, ends)
        })
        .collect();
    let last = times.last().expect("there are requests").0;
    times.into_iter().map(|(due, ends)| request(due, ends, last)).collect()
}

fn whole(ns: f64) -> u64 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a positive time")]
    let whole = ns as u64;
    whole
}

fn request(due: u64, ends: u64, last: u64) -> LevelRequest {
    let mut recording = Recording::starting_at(due);
    recording.timeline.send_ns = Some(due);
    recording.timeline.close_ns = Some(ends.min(last));
    let status = if ends > last { Status::Cancelled } else { Status::Ok };
    LevelRequest { is_measured: true, agent: None, sample: sample(status), recording }
}

/// How many of 200 levels are said to grow.
fn growing(n: usize, seats: usize, service: Service) -> usize {
    growing_of(200, n, seats, service)
}

/// The same of another number of levels.
fn growing_of(levels: u64, n: usize, seats: usize, service: Service) -> usize {
    (0..levels)
        .filter(|seed| {
            let level = open_loop(n, seats, service, *seed);
            Backlog::of(&level).is_some_and(|backlog| backlog.grows())
        })
        .count()
}

/// 80 ms on average, as random as telephone calls.
fn exponential(random: &mut SplitMix64) -> f64 {
    -random.unit().ln() * 80.0
}

#[test]
fn a_load_that_a_server_carries_is_not_said_to_grow() {
    // 100 a second of 80 ms each keep 8 seats busy: 16 seats are half full, 9 nearly.
    for (seats, n) in [(16, 100), (16, 400), (10, 100), (10, 400), (9, 400)] {
        let said = growing(n, seats, exponential);
        assert!(said <= 10, "{n} requests for {seats} seats: {said} of 200");
    }
}

#[test]
fn requests_that_come_faster_than_they_are_answered_are_said_to_whatever_their_number() {
    // Six seats serve 75 a second, four 50, two 25. Of few requests hardly any is answered in time, and nothing is said.
    for (seats, n, least) in
        [(6, 1_600, 195), (6, 320, 130), (4, 320, 195), (4, 110, 170), (2, 400, 195)]
    {
        let said = growing(n, seats, exponential);
        assert!(said >= least, "{n} requests for {seats} seats: {said} of 200");
    }
    let full = Backlog::of(&open_loop(4_000, 4, |_| 80.0, 1)).expect("there are requests");
    assert!((full.growth - 0.5).abs() < 0.05, "half of them are not answered: {full:?}");
    assert!((full.answered_per_s - 50.0).abs() < 2.0, "50 a second are: {full:?}");
}

#[test]
fn so_many_of_400_levels_are_said_to_grow_as_its_decision_says() {
    let constant: Service = |_| 80.0;
    let cells: [(usize, usize, Service); 11] = [
        (6, 110, exponential),
        (6, 320, exponential),
        (6, 110, constant),
        (6, 320, constant),
        (9, 110, exponential),
        (9, 320, exponential),
        (9, 320, constant),
        (10, 110, exponential),
        (10, 320, exponential),
        (16, 110, exponential),
        (16, 320, exponential),
    ];
    let said = cells.map(|(seats, n, service)| growing_of(400, n, seats, service));
    let expected = [170, 359, 353, 399, 5, 1, 0, 0, 0, 0, 0];
    assert_eq!(said, expected, "decision 110 names these shares");
}

#[test]
fn answers_that_take_longer_than_the_level_say_nothing_of_its_backlog() {
    let slow: Service = |random| 500.0 + random.unit() * 20_000.0;
    for seed in 0..50 {
        let level = open_loop(400, 1_000, slow, seed);
        let found = Backlog::of(&level);
        assert!(found.is_none_or(|backlog| !backlog.grows()), "{seed}: {found:?}");
    }
    assert_eq!(Backlog::of(&open_loop(20, 2, exponential, 1)), None, "nor do few requests");
    assert_eq!(Backlog::of(&[]), None, "nor none");
}

#[test]
fn the_growth_of_a_backlog_lies_in_what_is_possible() {
    // One seat that answers in bursts: hundreds of milliseconds nothing, then many at once.
    let bursts: Service = |random| if random.unit() < 0.05 { 400.0 } else { 0.1 };
    let mut seen = 0;
    for seed in 0..200 {
        let level = open_loop(120, 1, bursts, seed);
        let Some(found) = Backlog::of(&level) else { continue };
        let Interval { low, high } = found.growth_ci;
        assert!(high <= 1.0, "more than all that came cannot be left: {found:?}");
        assert!(low >= -1.4, "nor more end than the 70 before the 50 that came: {found:?}");
        assert!(found.growth_ci.contains(found.growth), "{found:?}");
        seen += 1;
    }
    assert!(seen > 100, "of {seen} levels");
}
