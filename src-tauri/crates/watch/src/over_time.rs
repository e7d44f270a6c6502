//! What the turns of a watch measured of one contender, over time: in equal stretches of time, over the last 72 hours, by hour of
//! the week, and when nothing was answered. It describes what was measured, and infers nothing.

use measure::percentile;

use crate::local_time::{ZoneOffset, local_hour_of_week};

/// The window of a rolling median, in seconds: 72 hours, as those who publish such numbers have it.
pub const ROLLING_S: i64 = 72 * 3_600;
/// The hours of a week.
const HOURS: usize = 168;
/// Turns in a row without an answer from which on they are an outage: one alone may be a single request.
const OUTAGE_FROM: u32 = 2;

/// What one turn measured of one contender. A number is the median of its successful requests, a cost their mean, and absent if none
/// says it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TurnNumbers {
    /// When it began, in seconds since 1970.
    pub started_s: i64,
    /// Requests that the provider ended, well or badly.
    pub requests: u32,
    /// How many of those failed.
    pub failed: u32,
    /// Answers whose rightness is known.
    pub checked: u32,
    /// How many of those are right.
    pub right: u32,
    /// Time to first token, in milliseconds.
    pub ttft_ms: Option<f64>,
    /// Output speed, in tokens per second.
    pub decode_tps: Option<f64>,
    /// Cost of a request, in dollars.
    pub cost_usd: Option<f64>,
}

/// One of the numbers of a turn.
pub type TurnNumber = fn(&TurnNumbers) -> Option<f64>;

/// The turns that began in one stretch of time.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Stretch {
    /// The beginning of the stretch, in seconds since 1970.
    pub from_s: i64,
    /// Turns in it.
    pub turns: u32,
    /// The median of their numbers; absent if none says it.
    pub median: Option<f64>,
    /// The lowest and the highest of them; absent if none says it.
    pub range: Option<(f64, f64)>,
    /// Requests in it.
    pub requests: u32,
    /// How many of those failed.
    pub failed: u32,
}

/// Turns in a row in which every request failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outage {
    /// When the first of them began, in seconds since 1970.
    pub from_s: i64,
    /// When the last of them began.
    pub until_s: i64,
    /// How many they are.
    pub turns: u32,
}

/// The requests of several turns, added up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RequestCounts {
    /// Requests that the provider ended, well or badly.
    pub requests: u64,
    /// How many of those failed.
    pub failed: u64,
    /// Answers whose rightness is known.
    pub checked: u64,
    /// How many of those are right.
    pub right: u64,
}

impl RequestCounts {
    /// The requests of these turns.
    pub fn of(turns: &[TurnNumbers]) -> Self {
        turns.iter().fold(Self::default(), Self::and)
    }

    /// These, and those of one more turn.
    fn and(self, turn: &TurnNumbers) -> Self {
        Self {
            requests: self.requests + u64::from(turn.requests),
            failed: self.failed + u64::from(turn.failed),
            checked: self.checked + u64::from(turn.checked),
            right: self.right + u64::from(turn.right),
        }
    }

    /// The share of requests that did not fail, from 0 to 1; `None` without requests.
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
    pub fn availability(self) -> Option<f64> {
        (self.requests > 0).then(|| 1.0 - self.failed as f64 / self.requests as f64)
    }

    /// The part of an error budget that failed requests have used, failed ÷ ((1 − `objective`) · requests): 1 is all of it. `None`
    /// without requests, and for an objective that leaves no budget.
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
    pub fn budget_used(self, objective: f64) -> Option<f64> {
        let may_fail = (1.0 - objective) * self.requests as f64;
        (may_fail > 0.0).then(|| self.failed as f64 / may_fail)
    }
}

/// The median of a number over turns; `None` if none says it.
pub fn median_of(turns: &[TurnNumbers], number: TurnNumber) -> Option<f64> {
    let mut values: Vec<f64> = turns.iter().filter_map(number).collect();
    values.sort_unstable_by(f64::total_cmp);
    percentile(&values, 0.5)
}

/// The turns that began from `from_s` on and before `until_s`. `turns` are in order of time.
pub fn between(turns: &[TurnNumbers], (from_s, until_s): (i64, i64)) -> &[TurnNumbers] {
    let from = turns.partition_point(|turn| turn.started_s < from_s);
    let until = turns.partition_point(|turn| turn.started_s < until_s);
    turns.get(from..until).unwrap_or_default()
}

/// The turns of a period in so many stretches of equal length, in order; without turns in a period none.
pub fn stretches(
    turns: &[TurnNumbers],
    number: TurnNumber,
    period: (i64, i64),
    count: u32,
) -> Vec<Stretch> {
    let ends = (0..count).map(|index| (edge(period, index, count), edge(period, index + 1, count)));
    ends.map(|(from_s, until_s)| {
        let own = between(turns, (from_s, until_s));
        let values = || own.iter().filter_map(number);
        let (low, high) = (values().reduce(f64::min), values().reduce(f64::max));
        let counts = RequestCounts::of(own);
        let count = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        Stretch {
            from_s,
            turns: u32::try_from(own.len()).unwrap_or(u32::MAX),
            median: median_of(own, number),
            range: low.zip(high),
            requests: count(counts.requests),
            failed: count(counts.failed),
        }
    })
    .collect()
}

/// The median of the turns of the `window_s` seconds before each of `count` + 1 times, which begin and end with a period and are
/// equally far from each other. `turns` are in order of time, and begin a window before the period.
pub fn rolling_median(
    turns: &[TurnNumbers],
    number: TurnNumber,
    window_s: i64,
    period: (i64, i64),
    count: u32,
) -> Vec<(i64, Option<f64>)> {
    let times = (0..=count).map(|index| edge(period, index, count));
    times
        .map(|at| (at, median_of(between(turns, (at.saturating_sub(window_s), at + 1)), number)))
        .collect()
}

/// The `index`-th of the times that divide a period into `count` equal parts.
fn edge((from_s, until_s): (i64, i64), index: u32, count: u32) -> i64 {
    let long = i128::from(until_s.saturating_sub(from_s).max(0));
    let since = long * i128::from(index) / i128::from(count.max(1));
    from_s.saturating_add(i64::try_from(since).unwrap_or(i64::MAX))
}

/// How many turns began in each hour of the week by the local clock, Monday from 0:00 first, and the median of a number over them.
pub fn hours_of_week(
    turns: &[TurnNumbers],
    number: TurnNumber,
    zone: ZoneOffset,
) -> Vec<(u32, Option<f64>)> {
    let mut hours = vec![Vec::new(); HOURS];
    for turn in turns {
        let hour = hours.get_mut(usize::from(local_hour_of_week(turn.started_s, zone)));
        if let Some((hour, value)) = hour.zip(number(turn)) {
            hour.push(value);
        }
    }
    let each = hours.into_iter().map(|mut values| {
        values.sort_unstable_by(f64::total_cmp);
        (u32::try_from(values.len()).unwrap_or(u32::MAX), percentile(&values, 0.5))
    });
    each.collect()
}

/// The requests of the turns that began in each hour of the week by the local clock, Monday from 0:00 first.
pub fn counts_by_hour(turns: &[TurnNumbers], zone: ZoneOffset) -> Vec<RequestCounts> {
    let mut hours = vec![RequestCounts::default(); HOURS];
    for turn in turns {
        let hour = hours.get_mut(usize::from(local_hour_of_week(turn.started_s, zone)));
        if let Some(hour) = hour {
            *hour = hour.and(turn);
        }
    }
    hours
}

/// The outages: turns in a row, at least two, in which every request failed. A turn without requests neither begins nor ends one.
pub fn outages(turns: &[TurnNumbers]) -> Vec<Outage> {
    let asked = turns.iter().filter(|turn| turn.requests > 0);
    let mut found: Vec<Outage> = Vec::new();
    let mut was_out = false;
    for turn in asked {
        let is_out = turn.failed == turn.requests;
        match found.last_mut().filter(|_| is_out && was_out) {
            Some(outage) => {
                outage.until_s = turn.started_s;
                outage.turns = outage.turns.saturating_add(1);
            }
            None if is_out => {
                found.push(Outage { from_s: turn.started_s, until_s: turn.started_s, turns: 1 });
            }
            None => {}
        }
        was_out = is_out;
    }
    found.retain(|outage| outage.turns >= OUTAGE_FROM);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600;

    fn turn(started_s: i64, ttft_ms: Option<f64>) -> TurnNumbers {
        let failed = u32::from(ttft_ms.is_none());
        TurnNumbers { started_s, requests: 1, failed, ttft_ms, ..TurnNumbers::default() }
    }

    fn ttft(turn: &TurnNumbers) -> Option<f64> {
        turn.ttft_ms
    }

    #[test]
    fn each_turn_is_in_one_stretch_and_a_stretch_without_turns_says_nothing() {
        let turns = [turn(0, Some(1.0)), turn(9, Some(3.0)), turn(10, None), turn(29, Some(7.0))];
        let cut = stretches(&turns, ttft, (0, 40), 4);
        let shown: Vec<_> =
            cut.iter().map(|one| (one.from_s, one.turns, one.median, one.failed)).collect();
        assert_eq!(
            shown,
            [(0, 2, Some(2.0), 0), (10, 1, None, 1), (20, 1, Some(7.0), 0), (30, 0, None, 0)],
            "never zero for unknown"
        );
        assert_eq!(cut[0].range, Some((1.0, 3.0)));
        assert_eq!(cut.iter().map(|one| one.turns).sum::<u32>(), 4, "all of them, once");
        let odd = stretches(&turns, ttft, (0, 31), 7);
        assert_eq!(
            odd.iter().map(|one| one.turns).sum::<u32>(),
            4,
            "also where it does not divide"
        );
        assert!(stretches(&turns, ttft, (0, 40), 0).is_empty());
    }

    #[test]
    fn a_rolling_median_is_that_of_the_window_before_each_time() {
        let turns: Vec<_> =
            (0_i32..10).map(|at| turn(i64::from(at) * HOUR, Some(f64::from(at)))).collect();
        let rolled = rolling_median(&turns, ttft, 2 * HOUR, (4 * HOUR, 8 * HOUR), 2);
        assert_eq!(
            rolled,
            [(4 * HOUR, Some(3.0)), (6 * HOUR, Some(5.0)), (8 * HOUR, Some(7.0))],
            "of the turns at 2, 3 and 4 hours; at 4, 5 and 6; at 6, 7 and 8"
        );
        let late = rolling_median(&turns, ttft, HOUR, (20 * HOUR, 22 * HOUR), 1);
        assert!(late.iter().all(|(_, median)| median.is_none()), "nothing was measured there");
    }

    #[test]
    fn an_hour_of_the_week_is_one_of_the_local_clock() {
        // 1970-01-01 was a Thursday.
        let turns = [turn(0, Some(5.0)), turn(7 * 24 * HOUR, Some(7.0))];
        let utc = hours_of_week(&turns, ttft, &|_| 0);
        assert_eq!(utc[3 * 24], (2, Some(6.0)), "Thursday from 0:00 to 1:00");
        let east = hours_of_week(&turns, ttft, &|_| -HOUR);
        assert_eq!(
            (east[3 * 24], east[3 * 24 - 1]),
            ((0, None), (2, Some(6.0))),
            "Wednesday at 23"
        );
        assert_eq!(utc.len(), 168);
        let counts = counts_by_hour(&turns, &|_| 0);
        assert_eq!((counts.len(), counts[3 * 24].requests), (168, 2), "likewise of requests");
    }

    #[test]
    fn an_outage_is_more_than_one_turn_in_a_row_without_an_answer() {
        let failed = |at| turn(at, None);
        let turns = [
            failed(1),
            turn(2, Some(1.0)),
            failed(3),
            TurnNumbers { started_s: 4, ..TurnNumbers::default() },
            failed(5),
            failed(6),
            turn(7, Some(1.0)),
        ];
        assert_eq!(outages(&turns), [Outage { from_s: 3, until_s: 6, turns: 3 }]);
        let half = TurnNumbers { requests: 2, failed: 1, ..TurnNumbers::default() };
        assert!(outages(&[half, half]).is_empty(), "something was answered");
    }

    #[test]
    fn an_error_budget_is_used_by_what_failed() {
        let turns = vec![TurnNumbers { requests: 100, failed: 1, ..TurnNumbers::default() }; 10];
        let counts = RequestCounts::of(&turns);
        assert_eq!((counts.requests, counts.failed), (1_000, 10));
        assert_eq!(counts.availability(), Some(0.99));
        let used = counts.budget_used(0.999).expect("there were requests");
        assert!((used - 10.0).abs() < 1e-6, "one may fail, ten did: {used}");
        assert_eq!(counts.budget_used(1.0), None, "nothing may fail: there is no budget");
        assert_eq!(RequestCounts::default().availability(), None, "unknown is absent");
        assert_eq!(RequestCounts::default().budget_used(0.999), None);
    }
}
