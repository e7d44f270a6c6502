use measure::SplitMix64;

use super::*;

/// Turns in a day.
const DAY: u64 = 24;

/// A server with busy hours: turn by turn, hourly.
struct Server {
    random: SplitMix64,
    sigma: f64,
}

impl Server {
    fn new(seed: u64) -> Self {
        Self { random: SplitMix64::new(seed), sigma: 0.05 }
    }

    fn turn(&mut self, number: u64, moved: f64) -> Turn {
        let hour = u32::try_from(number % DAY).unwrap_or(0);
        let weekday = u32::try_from(number / DAY % 7).unwrap_or(0);
        let busy = if (8..20).contains(&hour) && weekday < 5 { 0.3 } else { 0.0 };
        Turn {
            number,
            day: i64::try_from(number / DAY).unwrap_or(0),
            hour_of_week: crate::hour_of_week(weekday, hour),
            value: busy + self.sigma * self.random.normal() + moved,
        }
    }
}

fn test() -> LevelTest {
    LevelTest::new(720)
}

#[test]
fn a_step_is_told_within_turns_at_its_turn_and_with_its_size() {
    let mut right = 0;
    for seed in 0..10 {
        let (mut server, mut test) = (Server::new(seed), test());
        let at = 28 * DAY + seed * 5;
        let found = (0..at + 12).find_map(|number| {
            let moved = if number >= at { f64::ln(1.25) } else { 0.0 };
            test.add(server.turn(number, moved))
        });
        let Some(alarm) = found else { continue };
        let is_in_time = alarm.at_turn >= at && alarm.at_turn < at + 6;
        let is_at_its_turn = alarm.step.from_turn.abs_diff(at) <= 1;
        let is_its_size = (1.15..1.35).contains(&alarm.step.ratio);
        right += u32::from(
            is_in_time && is_at_its_turn && is_its_size && alarm.direction == Direction::Up,
        );
    }
    assert!(right >= 9, "{right} of 10");
}

#[test]
fn busy_hours_are_no_change() {
    for seed in 0..3 {
        let (mut server, mut test) = (Server::new(seed), test());
        let alarm = (0..60 * DAY).find_map(|number| test.add(server.turn(number, 0.0)));
        assert_eq!(alarm, None, "two months of seed {seed}");
    }
}

#[test]
fn one_bad_turn_is_no_change() {
    let (mut server, mut test) = (Server::new(1), test());
    for number in 0..30 * DAY {
        let moved = if number == 28 * DAY { 3.0 } else { 0.0 };
        assert_eq!(test.add(server.turn(number, moved)), None, "however bad: turn {number}");
    }
}

#[test]
fn what_is_told_once_is_the_level_from_then_on() {
    let (mut server, mut test) = (Server::new(2), test());
    let mut told = Vec::new();
    for number in 0..60 * DAY {
        let moved = if (30..45).contains(&(number / DAY)) { 0.5 } else { 0.0 };
        told.extend(test.add(server.turn(number, moved)).map(|alarm| alarm.direction));
    }
    assert_eq!(told, [Direction::Up, Direction::Down], "up once, and down once");
}

#[test]
fn missed_turns_are_gaps_and_no_change() {
    let (mut server, mut test) = (Server::new(3), test());
    for number in (0..60 * DAY).filter(|number| !(40 * DAY..43 * DAY).contains(number)) {
        assert_eq!(test.add(server.turn(number, 0.0)), None, "turn {number}");
    }
}

#[test]
fn a_slow_drift_is_told_by_its_days() {
    let (mut server, mut test) = (Server::new(4), test());
    let mut days = None;
    for number in 0..40 * DAY {
        let since = number.saturating_sub(28 * DAY);
        #[expect(clippy::cast_precision_loss, reason = "a few hundred hours")]
        let moved = since as f64 / DAY as f64 * 0.02;
        let mut is_told = test.add(server.turn(number, moved)).is_some();
        if (number + 1).is_multiple_of(DAY) {
            is_told |= test.end_day().is_some();
        }
        if is_told {
            days = Some(number / DAY - 27);
            break;
        }
    }
    assert!(days.is_some_and(|days| (2..=9).contains(&days)), "of 2 % a day: {days:?}");
}

#[test]
fn what_lasted_a_few_turns_is_told_to_be_over() {
    let mut over = 0;
    let mut seen = Vec::new();
    for seed in 0..20 {
        let (mut server, mut test) = (Server::new(seed), test());
        let at = 28 * DAY + seed * 5;
        let found: Vec<LevelAlarm> = (0..at + 60)
            .filter_map(|number| {
                let moved = if (at..at + 8).contains(&number) { f64::ln(1.5) } else { 0.0 };
                test.add(server.turn(number, moved))
            })
            .collect();
        let back = found.iter().find(|one| one.direction == Direction::Down);
        over += u32::from(back.is_some_and(|back| back.step.from_turn.abs_diff(at + 8) <= 1));
        seen.push(back.map(|back| (back.at_turn - at, back.step.from_turn - at, back.step.ratio)));
    }
    assert!(over >= 18, "{over} of 20 incidents of eight turns: {seen:?}");
}
