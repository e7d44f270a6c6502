use super::*;
use crate::local_time::{day_s, local_day, local_hour_of_week};

/// 2026-03-29T01:00:00Z and 2026-10-25T01:00:00Z: summer time in Europe begins and ends.
const SPRING_S: i64 = 1_774_746_000;
const AUTUMN_S: i64 = 1_792_890_000;
const HOUR_S: i64 = 3_600;

fn berlin(at_s: i64) -> i64 {
    if (SPRING_S..AUTUMN_S).contains(&at_s) { 2 * HOUR_S } else { HOUR_S }
}

/// Half an hour beside the full hours, as in India.
fn kolkata(_at_s: i64) -> i64 {
    5 * HOUR_S + HOUR_S / 2
}

/// Half an hour of summer time, as on Lord Howe Island.
fn lord_howe(at_s: i64) -> i64 {
    if at_s < SPRING_S { 11 * HOUR_S } else { 10 * HOUR_S + HOUR_S / 2 }
}

fn every(minutes: u32) -> Rhythm {
    Rhythm { every_minutes: minutes, hours: None, days: Vec::new(), until_s: None }
}

/// The turns that are due from one time to another, as a process finds them that looks every `look_s` seconds.
fn taken(
    rhythm: &Rhythm,
    from_s: i64,
    until_s: i64,
    look_s: usize,
    zone: ZoneOffset,
) -> Vec<DueTurn> {
    let mut taken: Vec<DueTurn> = Vec::new();
    for now in (from_s..until_s).step_by(look_s) {
        let number = rhythm.slot_at(now, zone);
        let due = rhythm.due_s(number, 7, zone).filter(|due| *due <= now && *due >= from_s);
        if let Some(due_s) = due
            && taken.iter().all(|turn| turn.number != number)
        {
            taken.push(DueTurn { number, due_s });
        }
    }
    taken
}

#[test]
fn a_turn_is_due_within_its_slot_and_the_same_whoever_asks() {
    for minutes in [5, 15, 60, 1_440] {
        let rhythm = every(minutes);
        for number in 1_000..1_300 {
            let due = rhythm.due_s(number, 42, &berlin).expect("it is active all day");
            assert_eq!(rhythm.slot_at(due, &berlin), number, "it is in its own slot");
            assert_eq!(rhythm.due_s(number, 42, &berlin), Some(due), "whenever it is asked");
        }
        let shifts = (1_000..1_050).map(|number| {
            rhythm.due_s(number, 42, &berlin).expect("active") - i64::from(number) * rhythm.slot_s()
        });
        let apart: std::collections::BTreeSet<i64> = shifts.collect();
        assert!(apart.len() > 20, "turns are shifted: {apart:?}");
    }
    let (one, other) = (every(60).due_s(500_000, 1, &berlin), every(60).due_s(500_000, 2, &berlin));
    assert_ne!(one, other, "two watches are not due at once");
}

#[test]
fn a_day_has_as_many_turns_as_its_rhythm_and_loses_those_of_an_hour_left_out() {
    let rhythm = every(30);
    for (day_at, zone, expected) in [
        (SPRING_S - 7 * 86_400, &berlin as ZoneOffset, 48),
        (SPRING_S, &berlin, 46),
        (SPRING_S, &kolkata, 48),
        (AUTUMN_S, &berlin, 48),
        (SPRING_S, &lord_howe, 48),
    ] {
        let (from, until) = day_s(local_day(day_at, zone), zone);
        let turns = taken(&rhythm, from, until, 20, zone);
        assert_eq!(turns.len(), expected, "the day of {day_at}");
        assert!(turns.windows(2).all(|two| two[0].number < two[1].number), "in their order");
    }
}

#[test]
fn in_the_hour_that_is_repeated_no_turn_is_taken_again() {
    let rhythm = every(15);
    let turns = taken(&rhythm, AUTUMN_S - 2 * HOUR_S, AUTUMN_S + 2 * HOUR_S, 10, &berlin);
    let gap = turns.windows(2).map(|two| two[1].due_s - two[0].due_s).max().expect("turns");
    assert!(gap > HOUR_S, "the second time nothing is due: {gap}");
    assert_eq!(turns.len(), 12, "four hours of the clock on the wall are three");
}

#[test]
fn a_clock_that_is_set_back_makes_no_turn_due_twice() {
    let rhythm = every(5);
    let at = SPRING_S + 40 * 86_400;
    let first = rhythm.slot_at(at, &berlin);
    let again = rhythm.slot_at(at - 2 * HOUR_S, &berlin);
    assert_eq!(first - again, 24, "two hours earlier are the numbers of then");
    assert_eq!(rhythm.due_s(again, 9, &berlin), rhythm.due_s(again, 9, &berlin));
    let zones: [ZoneOffset; 2] = [&berlin, &kolkata];
    let [here, there] = zones.map(|zone| rhythm.slot_at(at, zone));
    assert!(there > here, "who flies east skips turns, and who flies back repeats none");
}

#[test]
fn active_hours_and_days_are_those_of_the_local_clock() {
    let hours = |from: u32, until: u32| {
        Some(ActiveHours { from_minute: from * 60, until_minute: until * 60 })
    };
    let office = Rhythm {
        hours: hours(8, 18),
        days: vec![Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri],
        ..every(60)
    };
    assert_eq!(office.turns_in_30_days(), 10 * 30 * 5 / 7 + 1);
    // Sunday, 2026-03-29.
    let next = office.first_from(office.slot_at(SPRING_S, &berlin), 1, &berlin).expect("on Monday");
    assert_eq!(local_hour_of_week(next.due_s, &berlin), 8, "Monday from 8:00 to 9:00");
    let night = Rhythm { hours: hours(22, 6), ..every(60) };
    let turns = taken(&night, SPRING_S, SPRING_S + 2 * 86_400, 60, &kolkata);
    let of_day = turns.iter().map(|turn| local_hour_of_week(turn.due_s, &kolkata) % 24);
    assert!(of_day.clone().all(|hour| !(6..22).contains(&hour)) && of_day.count() == 16);
}

#[test]
fn a_rhythm_ends_and_says_so() {
    #[expect(clippy::cast_precision_loss, reason = "seconds are exact")]
    let rhythm = Rhythm { until_s: Some((SPRING_S + 10 * HOUR_S) as f64), ..every(60) };
    let at = |hours: i64| rhythm.slot_at(SPRING_S + hours * HOUR_S, &berlin);
    assert!(rhythm.first_from(at(8), 1, &berlin).is_some());
    assert_eq!(rhythm.first_from(at(11), 1, &berlin), None);
}

#[test]
fn what_is_no_rhythm_is_refused_with_the_nearest_that_is_one() {
    assert_eq!(every(60).check(), Ok(()));
    for (minutes, nearest) in [(1, 5), (0, 5), (7, 6), (50, 48), (1_441, 1_440), (900, 720)] {
        assert_eq!(every(minutes).check(), Err(RhythmError::NotOfADay { nearest }), "{minutes}");
    }
    let hours = |from_minute, until_minute| Rhythm {
        hours: Some(ActiveHours { from_minute, until_minute }),
        ..every(60)
    };
    assert_eq!(hours(22 * 60, 6 * 60).check(), Ok(()), "past midnight");
    assert_eq!(hours(0, 1_440).check(), Ok(()), "the whole day");
    for (from, until) in [(10, 20), (1_440, 60), (0, 0), (0, 1_441)] {
        assert_eq!(hours(from, until).check(), Err(RhythmError::NoHours), "{from} to {until}");
    }
}

#[test]
fn a_local_day_has_its_beginning_and_its_end_also_where_it_is_shorter_or_longer() {
    for (at, hours) in [(SPRING_S, 23), (AUTUMN_S, 25), (AUTUMN_S + 86_400, 24)] {
        let (from, until) = day_s(local_day(at, &berlin), &berlin);
        assert_eq!(until - from, hours * HOUR_S);
        assert!((from..until).contains(&at));
    }
    // Summer time that begins at midnight leaves it out.
    let beirut = |at: i64| if at < SPRING_S - 3 * HOUR_S { 2 * HOUR_S } else { 3 * HOUR_S };
    let (from, until) = day_s(local_day(SPRING_S, &beirut), &beirut);
    assert_eq!((from, until - from), (SPRING_S - 3 * HOUR_S, 23 * HOUR_S));
}
