//! Whether a number has gone to a new level, tested after every turn.
//!
//! 1. The level of the number and the pattern of the week are learned from the turns so far, but for the latest ones, which a
//!    change may already have moved.
//! 2. What they leave of a turn is compared with what they left of earlier turns: its rank among them gives a normal score, so
//!    that nothing is assumed of how the number scatters. What its neighbour explains is taken out first, since neighbours are alike.
//! 3. A shift that the uncertainty of the level, of the day's own luck and of the hour would explain is none. [`DEAD_ZONE`] standard
//!    deviations of the first two together are taken off every turn, and as many of the hour's where its turns have that error in
//!    common (otherwise one). An hour that was never seen on such a day is not compared at all.
//! 4. The scores are bet on ([`ShiftBets`]), upwards and downwards. Where the evidence passes the threshold, there is a change.
//! 5. The change is at the split of the latest turns that leaves the least absolute deviations (J. Bai 1995).

use std::collections::VecDeque;

use measure::{Interval, quantile_ranks};

use crate::float::float;
use crate::hours::Hours;
use crate::pattern::{HourEffect, WeekPattern};
use crate::reference::{Known, Reference};
use crate::shift_bets::ShiftBets;
use crate::slow_change::{SlowChange, slow_change};
use crate::step::{Direction, Step};
use crate::turn::Turn;

/// Standard deviations of what is not exactly known that are taken off every turn.
const DEAD_ZONE: f64 = 1.645;
/// The latest turns, from which nothing is learned yet; after as many, everything is learned anew.
const LAG: usize = 12;
/// The latest turns, among which a step is sought.
const MOST_RECENT: usize = 400;

/// A change of level, as it was noticed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LevelAlarm {
    /// The turn after which it was noticed.
    pub at_turn: u64,
    /// Up or down.
    pub direction: Direction,
    /// Where it is and how large, as far as is known at that turn.
    pub step: Step,
}

/// A turn of which nothing is learned yet, with the level at its time.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    turn: Turn,
    level: f64,
    residual: f64,
    follows: bool,
}

/// The test of one number of one contender.
#[derive(Debug, Clone)]
pub struct LevelTest {
    log_threshold: f64,
    hours: Hours,
    reference: Reference,
    pattern: WeekPattern,
    level: f64,
    level_deviation: f64,
    day_deviation: f64,
    waiting: VecDeque<Waiting>,
    /// The latest turns of this level: number, and value less pattern.
    recent: VecDeque<(u64, f64)>,
    /// The residual of the turn before.
    last: Option<(u64, f64)>,
    /// Turns since pattern, level and reference were learned.
    since_learning: usize,
    up: ShiftBets,
    down: ShiftBets,
    /// How many levels there were before this one.
    levels_before: usize,
    turns_in_an_hour: f64,
    /// The level before the last step, and the day of that step.
    before: Option<(f64, i64)>,
    /// The first day that slow changes are sought in, and how many days are known.
    slow_from: i64,
    known_days: usize,
}

impl LevelTest {
    /// A test with at most one false alarm in a month of so many turns: the mean time to one is at least that.
    pub fn new(turns_in_a_month: u32) -> Self {
        Self {
            // Two directions are bet on.
            log_threshold: (2.0 * f64::from(turns_in_a_month.max(10))).ln(),
            hours: Hours::default(),
            reference: Reference::default(),
            pattern: WeekPattern::default(),
            level: 0.0,
            level_deviation: f64::INFINITY,
            day_deviation: f64::INFINITY,
            waiting: VecDeque::new(),
            recent: VecDeque::new(),
            last: None,
            since_learning: 0,
            up: ShiftBets::default(),
            down: ShiftBets::default(),
            levels_before: 0,
            turns_in_an_hour: 1.0,
            before: None,
            slow_from: i64::MIN,
            known_days: 0,
        }
    }

    /// Takes the next turn. `Some` if with it a change is sure enough.
    pub fn add(&mut self, turn: Turn) -> Option<LevelAlarm> {
        if self.since_learning >= LAG {
            self.since_learning = 0;
            self.learn();
        }
        self.since_learning += 1;
        let effect = self.pattern.at(turn.hour_of_week);
        let without_pattern = turn.value - effect.value;
        if self.recent.is_empty() {
            self.level = without_pattern;
        }
        let residual = without_pattern - self.level;
        let before =
            self.last.filter(|(number, _)| number + 1 == turn.number).map(|(_, value)| value);
        self.last = Some((turn.number, residual));
        self.bet(residual, before, effect);
        if self.recent.len() == MOST_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back((turn.number, without_pattern));
        self.waiting.push_back(Waiting {
            turn,
            level: self.level,
            residual,
            follows: before.is_some(),
        });
        if self.waiting.len() > LAG {
            self.learn_from_next();
        }
        self.alarm(turn.number)
    }

    /// Looks for a slow change after a local day whose turns have all been added.
    pub fn end_day(&mut self) -> Option<SlowChange> {
        self.known_days += 1;
        let days = self.hours.days(self.levels_before, &self.pattern);
        let looked_at: Vec<(i64, f64)> =
            days.into_iter().filter(|(day, _)| *day >= self.slow_from).collect();
        let found = slow_change(&looked_at, self.known_days)?;
        // It is told once: what follows is compared with the days after it.
        self.slow_from = found.at_day;
        Some(found)
    }

    /// The pattern of the week, as far as it is known.
    pub fn pattern(&self) -> &WeekPattern {
        &self.pattern
    }

    /// The level now, the pattern taken out: a natural logarithm.
    pub fn level(&self) -> f64 {
        self.level
    }

    fn bet(&mut self, residual: f64, before: Option<f64>, effect: HourEffect) {
        if !effect.is_known || !self.reference.is_enough() {
            return;
        }
        let explained = if before.is_some() { self.reference.correlation() } else { 0.0 };
        let innovation = residual - explained * before.unwrap_or(0.0);
        let lasting = DEAD_ZONE * self.level_deviation.hypot(self.day_deviation);
        // The turns of an hour have its error in common.
        let of_hour = if self.turns_in_an_hour >= 2.0 { DEAD_ZONE } else { 1.0 };
        let off = (lasting + of_hour * effect.deviation) * (1.0 - explained);
        self.up.add(self.reference.score(innovation - off));
        self.down.add(-self.reference.score(innovation + off));
    }

    fn learn_from_next(&mut self) {
        let Some(Waiting { turn, level, residual, follows }) = self.waiting.pop_front() else {
            return;
        };
        // An outage's turn is no hour's pattern.
        let most = 4.0 * self.reference.variance().sqrt();
        let cut = if self.reference.is_enough() { residual.clamp(-most, most) } else { residual };
        let value = turn.value - residual + cut;
        self.hours.add(self.levels_before, turn.day, turn.hour_of_week, value);
        self.reference.add(Known {
            hour_of_week: turn.hour_of_week,
            value: turn.value - level,
            follows,
        });
    }

    fn learn(&mut self) {
        self.pattern = self.hours.pattern(&self.pattern, self.reference.variance_of_mean());
        self.reference.learn(&self.pattern);
        self.turns_in_an_hour = self.hours.turns_in_an_hour();
        let variance = self.reference.variance_of_mean();
        self.day_deviation = self.hours.day_deviation(&self.pattern, variance);
        match self.hours.level(self.levels_before, &self.pattern) {
            Some((level, turns, days)) => self.set_level(level, turns, days),
            None => self.set_level_by_turns(),
        }
    }

    /// The level of a beginning: the median of its turns.
    fn set_level_by_turns(&mut self) {
        let mut values: Vec<f64> = self.recent.iter().map(|(_, value)| *value).collect();
        if let Some(level) = median(&mut values) {
            self.set_level(level, float(values.len()), 1.0);
        }
    }

    fn set_level(&mut self, level: f64, turns: f64, days: f64) {
        self.level = level;
        // A median's variance is π ÷ 2 times a mean's.
        let variance =
            self.reference.variance_of_mean() / turns + self.day_deviation.powi(2) / days;
        self.level_deviation = (std::f64::consts::FRAC_PI_2 * variance).sqrt();
    }

    fn alarm(&mut self, at_turn: u64) -> Option<LevelAlarm> {
        let (up, down) = (self.up.log_evidence(), self.down.log_evidence());
        let (evidence, direction, bets) = if up >= down {
            (up, Direction::Up, self.up)
        } else {
            (down, Direction::Down, self.down)
        };
        if evidence < self.log_threshold {
            return None;
        }
        let step = self.locate(4 * bets.observations() + 2 * LAG)?;
        self.begin_level(step);
        Some(LevelAlarm { at_turn, direction, step })
    }

    /// The most likely step among so many of the latest turns.
    fn locate(&self, among: usize) -> Option<Step> {
        let first = self.recent.len().saturating_sub(among);
        let latest: Vec<(u64, f64)> = self.recent.iter().skip(first).copied().collect();
        let mut from_old = 0.0;
        let mut best: Option<(f64, usize)> = None;
        for (at, (_, value)) in latest.iter().enumerate() {
            let mut after: Vec<f64> = latest.iter().skip(at).map(|(_, value)| *value).collect();
            let middle = median(&mut after)?;
            let from_new: f64 = after.iter().map(|value| (value - middle).abs()).sum();
            if best.is_none_or(|(least, _)| from_old + from_new < least) {
                best = Some((from_old + from_new, at));
            }
            from_old += (value - self.level).abs();
        }
        let (_, at) = best?;
        let after = latest.get(at..)?;
        let values: Vec<f64> = after.iter().map(|(_, value)| *value).collect();
        self.step(after.first()?.0, values)
    }

    /// The step from the level to these values.
    fn step(&self, from_turn: u64, mut values: Vec<f64>) -> Option<Step> {
        let middle = median(&mut values)?;
        let correlation = self.reference.correlation();
        let wider = ((1.0 + correlation) / (1.0 - correlation)).sqrt();
        let (low, high) = quantile_ranks(values.len(), 0.5, 0.95);
        let at = |rank: Option<usize>| values.get(rank?.checked_sub(1)?).copied();
        let interval = at(low).zip(at(high)).map(|(low, high)| {
            let known = 1.96 * self.level_deviation.hypot(self.day_deviation);
            let below = ((middle - low) * wider).hypot(known);
            let above = ((high - middle) * wider).hypot(known);
            Interval {
                low: (middle - below - self.level).exp(),
                high: (middle + above - self.level).exp(),
            }
        });
        Some(Step { from_turn, ratio: (middle - self.level).exp(), interval })
    }

    /// Begins a level at a step.
    fn begin_level(&mut self, step: Step) {
        self.recent.retain(|(number, _)| *number >= step.from_turn);
        // Turns of the old level are learned from as such.
        while self.waiting.front().is_some_and(|waiting| waiting.turn.number < step.from_turn) {
            self.learn_from_next();
        }
        let (from, today) = (self.level, self.waiting.back().map_or(0, |waiting| waiting.turn.day));
        self.set_level_by_turns();
        let is_return = self.before.is_some_and(|(before, day)| {
            (self.level - before).abs() < (from - before).abs() / 2.0 && today - day <= 1
        });
        if let Some((before, _)) = self.before.filter(|_| is_return) {
            let (from, to) = (self.levels_before, self.levels_before - 1);
            self.hours.merge(from, to, before, &self.pattern);
            self.levels_before = to;
            self.before = None;
        } else {
            self.levels_before += 1;
            self.before = Some((from, today));
        }
        for waiting in &mut self.waiting {
            waiting.residual += waiting.level - self.level;
            waiting.level = self.level;
        }
        self.last = self.waiting.back().map(|waiting| (waiting.turn.number, waiting.residual));
        self.up = ShiftBets::default();
        self.down = ShiftBets::default();
    }
}

/// The median of these values, which are sorted.
fn median(values: &mut [f64]) -> Option<f64> {
    values.sort_unstable_by(f64::total_cmp);
    measure::percentile(values, 0.5)
}

#[cfg(test)]
#[path = "level_tests.rs"]
mod tests;
