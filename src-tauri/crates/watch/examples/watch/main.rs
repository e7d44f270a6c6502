//! How often a watch is right, by seeded simulation: `./dev bench watch [SEED]`.
//!
//! The logarithm of a turn is the sum of its level, the effect of its hour of the week, the luck of its day, and its own noise. Prints a
//! table; nothing is asserted.

mod causes;
mod series;
mod shares;

use watch::{LevelTest, Turn};

use crate::series::{NOISES, Noise, Series};

/// Series of each kind.
pub(crate) const SERIES: u32 = 40;
/// Days without a change.
const QUIET_DAYS: u32 = 60;
/// Days before a change.
const DAYS_BEFORE: u32 = 28;
/// A step up to this multiple.
const STEP: f64 = 1.25;
/// A drift of so much a day.
const DRIFT: f64 = 0.02;
/// Turns and days in which a change is to be told.
const STEP_WITHIN: u32 = 6;
const DRIFT_WITHIN: u32 = 8;

struct Server(Series);

impl Server {
    fn new(seed: u64, noise: Noise, per_day: u32) -> Self {
        Self(Series::new(seed, noise, per_day))
    }

    fn test(&self) -> LevelTest {
        LevelTest::new(self.0.per_day * 30)
    }

    fn turn(&mut self, number: u32, moved: f64) -> Turn {
        let day = number / self.0.per_day;
        let (hour_of_week, value) = self.0.next(number);
        Turn { number: number.into(), day: day.into(), hour_of_week, value: value + moved }
    }
}

/// False alarms of a series without a change: steps, slow changes.
fn false_alarms(mut server: Server) -> (u32, u32) {
    let (mut test, per_day) = (server.test(), server.0.per_day);
    let (mut steps, mut slow) = (0, 0);
    for number in 0..per_day * QUIET_DAYS {
        steps += u32::from(test.add(server.turn(number, 0.0)).is_some());
        if (number + 1).is_multiple_of(per_day) {
            slow += u32::from(test.end_day().is_some());
        }
    }
    (steps, slow)
}

/// What is told of a step: after how many turns, whether its turn is right within two, and whether its interval holds.
struct StepTold {
    turns: u32,
    is_at_its_turn: bool,
    holds: bool,
}

fn step_told(mut server: Server, at: u32) -> Option<StepTold> {
    let (mut test, per_day) = (server.test(), server.0.per_day);
    for number in 0..at + 10 * per_day {
        let moved = if number >= at { STEP.ln() } else { 0.0 };
        let alarm = test.add(server.turn(number, moved)).filter(|_| number >= at);
        if let Some(alarm) = alarm {
            let holds = alarm.step.interval.is_none_or(|ci| ci.low <= STEP && STEP <= ci.high);
            let is_at_its_turn = alarm.step.from_turn.abs_diff(at.into()) <= 2;
            return Some(StepTold { turns: number - at + 1, is_at_its_turn, holds });
        }
        if (number + 1).is_multiple_of(per_day) {
            test.end_day();
        }
    }
    None
}

/// Days until a drift is told, by either test.
fn days_to_drift(mut server: Server) -> Option<u32> {
    let (mut test, per_day) = (server.test(), server.0.per_day);
    let from = DAYS_BEFORE * per_day;
    for number in 0..from + 20 * per_day {
        let days = f64::from(number.saturating_sub(from)) / f64::from(per_day);
        let mut is_told = test.add(server.turn(number, days * DRIFT.ln_1p())).is_some();
        if (number + 1).is_multiple_of(per_day) {
            is_told |= test.end_day().is_some();
        }
        if is_told && number >= from {
            return Some((number - from) / per_day + 1);
        }
    }
    None
}

fn share(of: impl Iterator<Item = bool>) -> f64 {
    let (all, are) = of.fold((0, 0), |(all, are), is| (all + 1, are + u32::from(is)));
    f64::from(are) / f64::from(all.max(1)) * 100.0
}

#[expect(clippy::print_stdout, reason = "the table is its result")]
fn main() {
    let seed: u64 = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(1);
    println!("# Measured by `./dev bench watch`\n");
    println!(
        "Seed {seed}, {SERIES} series in a cell: {QUIET_DAYS} days without a change; a step of 25 % at a random turn of the week after \
         {DAYS_BEFORE} days; a drift of 2 % a day.\n"
    );
    println!(
        "| noise | σ of a turn | turns a day | false alarms a month: step | slow | step: told in {STEP_WITHIN} turns | turn right within 2 | interval holds | drift: told in {DRIFT_WITHIN} days |"
    );
    println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for noise in NOISES {
        for per_day in [288, 24] {
            let server = |kind: u64, one: u32| {
                Server::new(seed * 1_000_003 + kind * 10_007 + u64::from(one), noise, per_day)
            };
            let (steps, slow) = (0..SERIES)
                .map(|one| false_alarms(server(0, one)))
                .fold((0, 0), |(steps, slow), (more, and)| (steps + more, slow + and));
            let months = f64::from(SERIES * QUIET_DAYS) / 30.0;
            let told: Vec<Option<StepTold>> = (0..SERIES)
                .map(|one| {
                    let at = DAYS_BEFORE * per_day + one * 7 * per_day / SERIES;
                    step_told(server(1, one), at)
                })
                .collect();
            let known = || told.iter().flatten();
            let drifts: Vec<Option<u32>> =
                (0..SERIES / 2).map(|one| days_to_drift(server(2, one))).collect();
            println!(
                "| {} | {} | {per_day} | {:.2} | {:.2} | {:.0} % | {:.0} % | {:.0} % | {:.0} % |",
                noise.name,
                noise.turn,
                f64::from(steps) / months,
                f64::from(slow) / months,
                share(
                    told.iter().map(|one| one.as_ref().is_some_and(|one| one.turns <= STEP_WITHIN))
                ),
                share(known().map(|one| one.is_at_its_turn)),
                share(known().map(|one| one.holds)),
                share(drifts.iter().map(|days| days.is_some_and(|days| days <= DRIFT_WITHIN))),
            );
        }
    }
    shares::rates(seed);
    shares::outages(seed);
    causes::table(seed);
}
