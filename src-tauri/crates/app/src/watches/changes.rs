//! Looks for changes of what a watch measures, after every turn: since when a number of a contender has a new level.
//!
//! The tests are those of `watch`. They are held in memory and made anew from the turns of the last weeks when a process begins; a
//! change is kept with the turn up to which was tested, so each is noticed once.

use std::collections::{BTreeMap, VecDeque};

use measure::StepOrDrift;
use store::{
    ChangeKind, History, HistoryError, Watch, WatchedChange, WatchedContender, WatchedNumber,
    WatchedTurn,
};
use watch::{
    ChangeCauses, LevelAlarm, LevelTest, RateAlarm, RateTest, SlowChange, Turn, day_s, local_day,
    local_hour_of_week,
};

use crate::watches::change_causes::explain;
use crate::watches::zone::Zone;

/// Weeks of turns from which the tests are made anew: as many as the pattern of the week is learned from.
const WEEKS: u32 = 8;
/// Turns of which is known when they began: more than any step is sought in.
const MOST_STARTS: usize = 2_000;

const LEVELS: [WatchedNumber; 3] = [WatchedNumber::Ttft, WatchedNumber::Speed, WatchedNumber::Cost];
const SHARES: [WatchedNumber; 2] = [WatchedNumber::Failures, WatchedNumber::Right];

/// The tests of all numbers of a watch.
#[derive(Debug)]
pub(crate) struct ChangeTests {
    /// Turns of a month, times the numbers of a contender: together they have at most one false alarm a month.
    tests_a_month: u32,
    lanes: BTreeMap<u32, LaneTests>,
    names: Vec<String>,
    /// The first turn that was not tested yet.
    next: u32,
}

#[derive(Debug)]
struct LaneTests {
    levels: [LevelTest; LEVELS.len()],
    shares: [RateTest; SHARES.len()],
    /// The local day of the latest turn.
    day: Option<i64>,
    /// When the latest turns began, by their numbers.
    starts: VecDeque<(u32, i64)>,
}

impl ChangeTests {
    /// The tests of a watch after all its turns so far. Changes in turns that nobody had tested yet are kept.
    pub(crate) fn of(history: &History, watch: &Watch, zone: &Zone) -> Result<Self, HistoryError> {
        let rhythm = &watch.task.rhythm;
        let numbers = u32::try_from(LEVELS.len() + SHARES.len()).unwrap_or(u32::MAX);
        let a_month = rhythm.turns_in_30_days().max(1);
        let slots = WEEKS.saturating_mul(7).saturating_mul(1_440 / rhythm.every_minutes.max(1));
        let mut tests = Self {
            tests_a_month: a_month.saturating_mul(numbers),
            lanes: BTreeMap::new(),
            names: Vec::new(),
            next: history.latest_turn(&watch.id, u32::MAX)?.unwrap_or(0).saturating_sub(slots),
        };
        tests.go_on(history, watch, zone)?;
        Ok(tests)
    }

    /// Tests with a turn that has ended, and returns the changes that were noticed with it.
    pub(crate) fn after(
        &mut self,
        history: &History,
        watch: &Watch,
        zone: &Zone,
        turn: u32,
    ) -> Result<Vec<WatchedChange>, HistoryError> {
        // After the clock was set back, what was there before stays the later one.
        if turn < self.next {
            return Ok(Vec::new());
        }
        self.go_on(history, watch, zone)
    }

    fn go_on(
        &mut self,
        history: &History,
        watch: &Watch,
        zone: &Zone,
    ) -> Result<Vec<WatchedChange>, HistoryError> {
        let turns = history.watched(&watch.id, self.next)?;
        let Some(last) = turns.last().map(|turn| turn.number) else { return Ok(Vec::new()) };
        if self.names.is_empty() {
            let contenders = history.watched_contenders(&watch.id)?;
            self.names = contenders.iter().map(WatchedContender::name).collect();
        }
        let mut changes: Vec<WatchedChange> =
            turns.iter().flat_map(|turn| self.add(turn, zone)).collect();
        self.next = last.saturating_add(1);
        changes.retain(|change| watch.tested.is_none_or(|tested| change.at_turn > tested));
        explain(history, watch, &mut changes)?;
        history.keep_changes(&watch.id, last, &changes)?;
        Ok(changes)
    }

    /// Tests with a turn of a contender.
    pub(crate) fn add(&mut self, turn: &WatchedTurn, zone: &Zone) -> Vec<WatchedChange> {
        let of_month = self.tests_a_month;
        let own = self.lanes.entry(turn.lane).or_insert_with(|| LaneTests::new(of_month));
        let contender = self.names.get(turn.lane as usize).cloned().unwrap_or_default();
        let changes = own.add(turn, zone);
        changes
            .into_iter()
            .map(|change| WatchedChange { contender: contender.clone(), ..change })
            .collect()
    }
}

impl LaneTests {
    fn new(tests_a_month: u32) -> Self {
        Self {
            levels: LEVELS.map(|_| LevelTest::new(tests_a_month)),
            shares: SHARES.map(|_| RateTest::new(tests_a_month)),
            day: None,
            starts: VecDeque::new(),
        }
    }

    fn add(&mut self, turn: &WatchedTurn, zone: &Zone) -> Vec<WatchedChange> {
        let offset = |at| zone.offset_s(at);
        let day = local_day(turn.started_s, &offset);
        let mut changes = Vec::new();
        if self.day.is_some_and(|before| before < day) {
            for (number, test) in LEVELS.into_iter().zip(&mut self.levels) {
                let slow = test.end_day();
                changes.extend(slow.map(|slow| slow_change(turn, number, slow, zone)));
            }
        }
        self.day = self.day.max(Some(day));
        if self.starts.len() == MOST_STARTS {
            self.starts.pop_front();
        }
        self.starts.push_back((turn.number, turn.started_s));
        let values = [turn.ttft_ms, turn.decode_tps, turn.cost_usd];
        for ((number, test), value) in LEVELS.into_iter().zip(&mut self.levels).zip(values) {
            let Some(value) = value.filter(|value| *value > 0.0 && value.is_finite()) else {
                continue;
            };
            let observed = Turn {
                number: u64::from(turn.number),
                day,
                hour_of_week: local_hour_of_week(turn.started_s, &offset),
                value: value.ln(),
            };
            let alarm = test.add(observed);
            changes.extend(alarm.map(|alarm| step(turn, number, alarm, &self.starts)));
        }
        let counts = [(turn.failed, turn.requests), (turn.right, turn.checked)];
        for ((number, test), (events, of)) in SHARES.into_iter().zip(&mut self.shares).zip(counts) {
            if of == 0 {
                continue;
            }
            let alarm = test.add(u64::from(turn.number), events as usize, of as usize);
            changes.extend(alarm.map(|alarm| share(turn, number, alarm, &self.starts)));
        }
        changes
    }
}

/// When a turn began; of one that is not remembered the oldest that is.
fn start_of(number: u64, starts: &VecDeque<(u32, i64)>) -> i64 {
    let from = starts.partition_point(|(known, _)| u64::from(*known) < number);
    starts.get(from).or(starts.back()).map_or(0, |(_, at)| *at)
}

#[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are exact")]
fn found(
    turn: &WatchedTurn,
    number: WatchedNumber,
    kind: ChangeKind,
    since_s: i64,
) -> WatchedChange {
    WatchedChange {
        lane: turn.lane,
        contender: String::new(),
        number,
        kind,
        at_turn: turn.number,
        at_s: turn.started_s as f64,
        since_s: since_s as f64,
        before: None,
        after: None,
        ratio: None,
        ratio_low: None,
        ratio_high: None,
        causes: ChangeCauses::default(),
    }
}

fn step(
    turn: &WatchedTurn,
    number: WatchedNumber,
    LevelAlarm { step, .. }: LevelAlarm,
    starts: &VecDeque<(u32, i64)>,
) -> WatchedChange {
    WatchedChange {
        ratio: Some(step.ratio),
        ratio_low: step.interval.map(|interval| interval.low),
        ratio_high: step.interval.map(|interval| interval.high),
        ..found(turn, number, ChangeKind::Step, start_of(step.from_turn, starts))
    }
}

fn share(
    turn: &WatchedTurn,
    number: WatchedNumber,
    alarm: RateAlarm,
    starts: &VecDeque<(u32, i64)>,
) -> WatchedChange {
    WatchedChange {
        before: Some(alarm.before),
        after: Some(alarm.after),
        ..found(turn, number, ChangeKind::Step, start_of(alarm.from_turn, starts))
    }
}

fn slow_change(
    turn: &WatchedTurn,
    number: WatchedNumber,
    slow: SlowChange,
    zone: &Zone,
) -> WatchedChange {
    let kind = match slow.kind {
        StepOrDrift::Step => ChangeKind::Step,
        StepOrDrift::Drift => ChangeKind::Drift,
        StepOrDrift::Unsettled => ChangeKind::Slow,
    };
    let (since_s, _) = day_s(slow.from_day, &|at| zone.offset_s(at));
    WatchedChange { ratio: Some(slow.ratio), ..found(turn, number, kind, since_s) }
}

#[cfg(test)]
#[path = "changes_tests.rs"]
mod tests;
