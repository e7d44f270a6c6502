use super::*;

const HOUR_S: i64 = 3_600;
/// 2026-11-02T00:00:00Z, a Monday.
const MONDAY_S: i64 = 1_793_577_600;

fn turn(hour: i64, ttft_ms: Option<f64>) -> TurnNumbers {
    TurnNumbers {
        started_s: MONDAY_S + hour * HOUR_S,
        requests: 2,
        failed: if ttft_ms.is_some() { 0 } else { 2 },
        checked: u32::from(ttft_ms.is_some()),
        right: 0,
        ttft_ms,
        ..TurnNumbers::default()
    }
}

fn utc() -> Zone {
    Zone::named("UTC").expect("it is in the database")
}

/// Turns of every hour of two days: the first at 100 ms, the second at 200 ms with nothing from six to eight.
fn two_days() -> Vec<TurnNumbers> {
    let of = |hour| match hour {
        0..24 => Some(100.0),
        30..32 => None,
        _ => Some(200.0),
    };
    (0..48).map(|hour| turn(hour, of(hour))).collect()
}

const SECOND_DAY: (i64, i64) = (MONDAY_S + 24 * HOUR_S, MONDAY_S + 48 * HOUR_S);

#[test]
fn a_period_is_shown_beside_the_time_before_it_and_the_last_72_hours() {
    let shown = drawn(&two_days(), WatchedNumber::Ttft, SECOND_DAY, &utc());
    assert_eq!(shown.turns, 24, "its own turns alone");
    assert_eq!((shown.whole, shown.before), (Some(200.0), Some(100.0)), "then and now");
    assert_eq!(shown.lately, Some(100.0), "the median of both days, 22 to 24");
    assert_eq!(shown.course.iter().map(|one| one.turns).sum::<u32>(), 24, "each turn once");
    assert_eq!(shown.course.iter().map(|one| one.failed).sum::<u32>(), 4);
    let [outage] = &shown.outages[..] else { panic!("one: {:?}", shown.outages) };
    assert_eq!(outage.turns, 2);
    let rolled = shown.rolling.last().expect("there are times");
    assert_eq!(rolled.value, Some(100.0), "of the 72 hours before it");
}

#[test]
fn a_share_is_that_of_all_requests_and_unknown_without_any() {
    let shown = drawn(&two_days(), WatchedNumber::Failures, SECOND_DAY, &utc());
    let whole = shown.whole.expect("there were requests");
    assert!((whole - 4.0 / 48.0).abs() < 1e-12, "{whole}");
    assert_eq!(shown.before, Some(0.0), "nothing failed, which is known");
    assert!(shown.rolling.is_empty() && shown.course.iter().all(|one| one.low.is_none()));
    let at = |hour| shown.hours.iter().find(|one| (one.weekday, one.hour) == (1, hour));
    assert_eq!(at(6).and_then(|hour| hour.value), Some(1.0), "Tuesday from six");
    assert_eq!(at(9).map(|hour| (hour.n, hour.value)), Some((2, Some(0.0))));
    let right = drawn(&two_days(), WatchedNumber::Right, SECOND_DAY, &utc());
    assert_eq!(right.whole, Some(0.0), "all that were checked are wrong");
    let nothing = drawn(&[], WatchedNumber::Right, SECOND_DAY, &utc());
    assert_eq!((nothing.whole, nothing.before, nothing.available), (None, None, None));
    assert!(nothing.course.is_empty() && nothing.hours.is_empty());
}

#[test]
fn a_cost_is_a_mean_and_what_no_turn_says_is_absent() {
    let costs = [Some(0.001), Some(0.004), None];
    let turns: Vec<TurnNumbers> = (24..)
        .zip(costs)
        .map(|(hour, cost_usd)| TurnNumbers { cost_usd, ..turn(hour, Some(1.0)) })
        .collect();
    let shown = drawn(&turns, WatchedNumber::Cost, SECOND_DAY, &utc());
    let whole = shown.whole.expect("two say it");
    assert!((whole - 0.0025).abs() < 1e-12, "{whole}");
    let speed = drawn(&turns, WatchedNumber::Speed, SECOND_DAY, &utc());
    assert_eq!(speed.whole, None, "never zero");
    assert_eq!(speed.course.len(), 3, "that turns were taken is shown");
}
