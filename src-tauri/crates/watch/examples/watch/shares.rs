//! Shares of requests: of those that fail, and of answers that are right.

use measure::SplitMix64;
use watch::{Direction, RateAlarm, RateTest};

use crate::SERIES;

/// Turns of a month, and those before what happens.
const MONTH: u64 = 8_640;

/// Shares that change, and that do not.
#[expect(clippy::print_stdout, reason = "the table is its result")]
pub(crate) fn rates(seed: u64) {
    println!("\nShares of five requests a turn, 288 turns a day:\n");
    println!("| share | false alarms a month | then | told in turns: median | 95 % |");
    println!("|--:|--:|--:|--:|--:|");
    for (before, after) in [(0.0, 0.2), (0.01, 0.1), (0.1, 0.3), (0.9, 0.6)] {
        let mut random = SplitMix64::new(seed);
        let mut alarms = 0;
        let mut delays: Vec<u64> = Vec::new();
        for _ in 0..SERIES {
            let mut test = RateTest::new(8_640);
            let mut draw = |share: f64| (0..5).filter(|_| random.unit() < share).count();
            for turn in 0..MONTH {
                alarms += u32::from(test.add(turn, draw(before), 5).is_some());
            }
            let told =
                (MONTH..MONTH + 1_000).find(|turn| test.add(*turn, draw(after), 5).is_some());
            delays.push(told.map_or(u64::MAX, |turn| turn - MONTH + 1));
        }
        delays.sort_unstable();
        let at = |rank: usize| delays.get(rank).copied().unwrap_or(u64::MAX);
        println!(
            "| {before} | {:.2} | {after} | {} | {} |",
            f64::from(alarms) / f64::from(SERIES),
            at(delays.len() / 2),
            at(delays.len() * 95 / 100)
        );
    }
}

/// What is told of turns in which requests fail that did not before.
struct Told {
    /// Whether it is told that they do.
    begun: bool,
    /// The turns after which it is told that they do no more; absent if nobody says so.
    over: Option<u64>,
    /// How often it is told that they do no more while they do.
    too_early: u32,
}

/// So many turns of so many requests, each of which fails with this chance, after a month in which one of a thousand does.
fn outage(random: &mut SplitMix64, requests: usize, share: f64, turns: u64) -> Told {
    let mut test = RateTest::new(8_640);
    let mut told = Told { begun: false, over: None, too_early: 0 };
    let end = MONTH + turns;
    for turn in 0..end + 500 {
        let share = if (MONTH..end).contains(&turn) { share } else { 0.001 };
        let failed = (0..requests).filter(|_| random.unit() < share).count();
        let Some(RateAlarm { direction, .. }) = test.add(turn, failed, requests) else { continue };
        match direction {
            Direction::Up => told.begun |= turn >= MONTH,
            Direction::Down if turn >= end => told.over = told.over.or(Some(turn - end + 1)),
            Direction::Down => told.too_early += u32::from(turn >= MONTH),
        }
    }
    told
}

/// Requests that fail for some turns.
#[expect(clippy::print_stdout, reason = "the table is its result")]
pub(crate) fn outages(seed: u64) {
    println!(
        "\nTurns in which requests fail, after a month of 288 turns a day in which one of a thousand does; *too early* while they still fail:\n"
    );
    println!(
        "| requests a turn | that fail | turns | told | that it is over | within turns: median | 95 % | too early |"
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|");
    for requests in [1, 5] {
        for (share, turns) in [(1.0, 6), (1.0, 24), (0.5, 24), (0.5, 8_640)] {
            let mut random = SplitMix64::new(seed);
            let told: Vec<Told> =
                (0..SERIES).map(|_| outage(&mut random, requests, share, turns)).collect();
            let mut over: Vec<u64> = told.iter().filter_map(|one| one.over).collect();
            over.sort_unstable();
            let at = |rank: usize| over.get(rank).map_or("–".to_owned(), u64::to_string);
            let percent = |count: usize| count * 100 / told.len().max(1);
            println!(
                "| {requests} | {share} | {turns} | {} % | {} % | {} | {} | {} of {} |",
                percent(told.iter().filter(|one| one.begun).count()),
                percent(over.len()),
                at(over.len() / 2),
                at(over.len() * 95 / 100),
                told.iter().map(|one| one.too_early).sum::<u32>(),
                told.len()
            );
        }
    }
}
