//! Takes the turns of a watch: one at a time, each once, within the budget of the day.
//!
//! **Invariant:** the row of a turn is written before anything is sent, by who has the lock of its watch. Whatever ends this
//! process, no turn is taken twice, and one that was missed is told and not made up for.

use std::sync::Arc;
use std::time::Duration;

use providers::Clock;
use race::{Controls, Run, RunState, Timeouts};
use store::{
    History, HistoryError, TurnLimit, TurnOutcome, Watch, WatchLock, WatchTurn, WatchedChange,
};
use tokio::runtime::Runtime;
use watch::{DueTurn, day_s, local_day};

use crate::application::Application;
use crate::record::{race_now, record};
use crate::watches::changes::ChangeTests;
use crate::watches::due::{ahead, seed};
use crate::watches::zone::Zone;

/// The farthest that is looked back on for missed turns, in days.
const MOST_DAYS_BACK: u32 = 366;
/// How much more time than a monotonic clock the clock on the wall may show before the machine slept, in seconds.
const ASLEEP_S: i64 = 10;

/// The time by the clock on the wall, in seconds since 1970, and by one that stops while the machine sleeps, in seconds since any
/// moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// On the wall.
    pub wall_s: i64,
    /// While the machine was awake.
    pub awake_s: i64,
}

impl Moment {
    /// The time now.
    pub fn now(clock: Clock) -> Self {
        let awake_s = i64::try_from(clock.now_ns() / 1_000_000_000).unwrap_or(i64::MAX);
        Self { wall_s: store::now().unix_timestamp(), awake_s }
    }
}

/// What is to be done next for a watch.
#[derive(Debug, Clone, PartialEq)]
pub enum NextTurn {
    /// The turn that is due.
    Due(DueTurn),
    /// To wait for this one.
    Wait(DueTurn),
    /// Nothing until the watch is resumed.
    Paused,
    /// Nothing any more: its rhythm is over.
    Over,
    /// Nothing any more: it was removed.
    Removed,
}

/// What a look at a watch found.
#[derive(Debug, Clone, PartialEq)]
pub struct Look {
    /// The turns that were missed since the last look, as they were entered.
    pub missed: Option<WatchTurn>,
    /// What is to be done next.
    pub next: NextTurn,
}

/// A turn that was taken, or could not be.
#[derive(Debug)]
pub struct TakenTurn {
    /// Its row.
    pub turn: WatchTurn,
    /// Its race; absent if none began.
    pub run: Option<Run>,
    /// Why the race could not be kept.
    pub not_saved: Option<String>,
    /// The changes that were noticed with it.
    pub changes: Vec<WatchedChange>,
}

/// The turns of one watch, which no other process takes meanwhile.
pub struct WatchTurns {
    history: Arc<History>,
    watch: Watch,
    zone: Zone,
    /// Tells the shifts of watches apart.
    seed: u64,
    _lock: WatchLock,
    tests: ChangeTests,
    looked: Option<Moment>,
    /// Whether a turn was running since the last look, of this watch or another.
    was_busy: bool,
}

impl WatchTurns {
    /// Takes the turns of a watch from now on; `None` if another process does. Turns that a killed process left behind are closed,
    /// and changes that it did not come to look for are noticed.
    ///
    /// # Errors
    /// If the history cannot be read or written.
    pub fn hold(
        history: Arc<History>,
        watch: Watch,
        zone: Zone,
    ) -> Result<Option<Self>, HistoryError> {
        let Some(lock) = history.lock_watch(&watch.id)? else { return Ok(None) };
        let left = history.close_left_turns(&watch.id)?;
        if left > 0 {
            tracing::warn!(watch = watch.id, left, "turns were left behind and are closed");
        }
        let tests = ChangeTests::of(&history, &watch, &zone)?;
        let seed = seed(&watch.id);
        let (looked, was_busy) = (None, false);
        Ok(Some(Self { history, watch, zone, seed, _lock: lock, tests, looked, was_busy }))
    }

    /// The watch as it was looked at last.
    pub fn watch(&self) -> &Watch {
        &self.watch
    }

    /// The history in which its turns are kept.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Says that another turn was running, so that what was due meanwhile was overrun.
    pub fn was_busy(&mut self) {
        self.was_busy = true;
    }

    /// Looks which turn is due, and enters those that were missed since the last look.
    ///
    /// # Errors
    /// If the history cannot be read or written.
    pub fn look(&mut self, now: Moment) -> Result<Look, HistoryError> {
        let before = self.looked.replace(now);
        let was_busy = std::mem::take(&mut self.was_busy);
        let Some(watch) = self.history.watch(&self.watch.id)? else {
            return Ok(Look { missed: None, next: NextTurn::Removed });
        };
        self.watch = watch;
        if self.watch.paused {
            return Ok(Look { missed: None, next: NextTurn::Paused });
        }
        let zone = |at| self.zone.offset_s(at);
        let (id, rhythm, since_s) = (&self.watch.id, &self.watch.task.rhythm, self.watch.since_s);
        let current = rhythm.slot_at(now.wall_s, &zone);
        let slots_a_day = 1_440 / rhythm.every_minutes.max(1);
        let from = (self.history.latest_turn(id, current)?)
            .map_or(0, |latest| latest.saturating_add(1))
            .max(rhythm.slot_at(since_s, &zone))
            .max(current.saturating_sub(MOST_DAYS_BACK.saturating_mul(slots_a_day)));
        let due = |number| {
            let due_s = rhythm.due_s(number, self.seed, &zone)?;
            (since_s..=now.wall_s).contains(&due_s).then_some(DueTurn { number, due_s })
        };
        let mut missed: Vec<DueTurn> = (from..=current).filter_map(due).collect();
        let own = missed.pop_if(|last| last.number == current);
        let missed = match missed.last() {
            None => None,
            Some(last) => {
                let (outcome, why) = absence(before, now, was_busy);
                let turn = WatchTurn {
                    number: last.number,
                    asked: false,
                    due_s: last.due_s,
                    started_s: None,
                    ended_s: None,
                    run_id: None,
                    outcome,
                    why: Some(why.to_owned()),
                    turns: u32::try_from(missed.len()).unwrap_or(u32::MAX),
                    most: None,
                };
                self.history.put_turn(id, &turn)?.then_some(turn)
            }
        };
        if let Some(own) = own {
            return Ok(Look { missed, next: NextTurn::Due(own) });
        }
        let next = ahead(&self.history, &self.watch, &self.zone, now.wall_s)?;
        Ok(Look { missed, next: next.map_or(NextTurn::Over, NextTurn::Wait) })
    }

    /// Takes a turn: races its plan, keeps it, and looks for changes. `started` is called with what stops the race.
    ///
    /// # Errors
    /// If the history cannot be read or written.
    pub fn take(
        &mut self,
        due: DueTurn,
        now: Moment,
        (application, engine): (&Application, &Runtime),
        started: impl FnOnce(Controls),
    ) -> Result<Option<TakenTurn>, HistoryError> {
        self.begin(due, false, now, (application, engine), started)
    }

    /// Takes a turn beside the rhythm because somebody asked. It counts in the day's budget, and not for changes.
    ///
    /// # Errors
    /// If the history cannot be read or written.
    pub fn take_asked(
        &mut self,
        now: Moment,
        host: (&Application, &Runtime),
        started: impl FnOnce(Controls),
    ) -> Result<Option<TakenTurn>, HistoryError> {
        let zone = |at| self.zone.offset_s(at);
        let number = self.watch.task.rhythm.slot_at(now.wall_s, &zone);
        self.begin(DueTurn { number, due_s: now.wall_s }, true, now, host, started)
    }

    fn begin(
        &mut self,
        due: DueTurn,
        asked: bool,
        now: Moment,
        (application, engine): (&Application, &Runtime),
        started: impl FnOnce(Controls),
    ) -> Result<Option<TakenTurn>, HistoryError> {
        let since = Clock::start();
        let plan = self.watch.task.plan.clone();
        let most = application.turn_limit(&plan)?;
        let mut turn = WatchTurn {
            number: due.number,
            asked,
            due_s: due.due_s,
            started_s: None,
            ended_s: None,
            run_id: None,
            outcome: TurnOutcome::OverBudget,
            why: self.over_budget(most, now)?,
            turns: 1,
            most: None,
        };
        let mut refused = "";
        let admitted = match &turn.why {
            Some(_) => None,
            None => match application.admit(&plan, || false) {
                Ok(admitted) => Some(admitted),
                Err(refusal) => {
                    (turn.outcome, turn.why) = (TurnOutcome::Refused, Some(refusal.to_string()));
                    refused = refusal.kind();
                    None
                }
            },
        };
        let Some(admitted) = admitted else {
            let is_entered = self.history.put_turn_telling(&self.watch.id, &turn, refused)?;
            let taken = TakenTurn { turn, run: None, not_saved: None, changes: Vec::new() };
            return Ok(is_entered.then_some(taken));
        };
        let race = race_now(plan, admitted, self.timeouts());
        let run_id = race.header().id.clone();
        turn.outcome = TurnOutcome::Running;
        (turn.started_s, turn.most) = (Some(now.wall_s), Some(most));
        turn.run_id = Some(run_id.clone());
        if !self.history.put_turn(&self.watch.id, &turn)? {
            return Ok(None);
        }
        started(race.controls());
        let recorded = engine.block_on(record(Some(Arc::clone(&self.history)), race, None));
        let ended_s = now.wall_s.saturating_add(seconds(since));
        let (run, not_saved) = match recorded {
            Ok((run, not_saved)) => (Some(run), not_saved.map(|why| why.to_string())),
            Err(error) => {
                (turn.outcome, turn.why) = (TurnOutcome::Refused, Some(error.to_string()));
                (None, None)
            }
        };
        if let Some(run) = &run {
            let is_stopped = run.state == RunState::Stopped;
            turn.outcome = if is_stopped { TurnOutcome::Stopped } else { TurnOutcome::Done };
            turn.why = not_saved.as_ref().map(|why| format!("It could not be kept: {why}"));
        }
        let ended = (turn.outcome, turn.why.as_deref());
        self.history.end_turn(&self.watch.id, &run_id, ended, ended_s)?;
        turn.ended_s = Some(ended_s);
        let tags = &self.watch.task.tags;
        if run.is_some() && not_saved.is_none() && !tags.is_empty() {
            self.history.tag(std::slice::from_ref(&run_id), tags, &[])?;
        }
        let changes = if asked || run.is_none() {
            Vec::new()
        } else {
            self.tests.after(&self.history, &self.watch, &self.zone, due.number)?
        };
        self.was_busy = true;
        Ok(Some(TakenTurn { turn, run, not_saved, changes }))
    }

    /// Why a turn is not begun: it could pass the budget of the local day.
    fn over_budget(&self, most: TurnLimit, now: Moment) -> Result<Option<String>, HistoryError> {
        let budget = self.watch.task.budget;
        if budget.usd_per_day.is_none() && budget.tokens_per_day.is_none() {
            return Ok(None);
        }
        let zone = |at| self.zone.offset_s(at);
        let (from_s, until_s) = day_s(local_day(now.wall_s, &zone), &zone);
        let spent = self.history.turns_spent(&self.watch.id, from_s, until_s)?;
        if let Some(usd) = budget.usd_per_day {
            match spent.usd.zip(most.usd) {
                // A sum of dollars is off in its last digits.
                Some((spent, most)) if spent + most <= usd * (1.0 + 1e-9) => {}
                Some((spent, most)) => {
                    let [spent, most, usd] = [spent, most, usd].map(measure::format::dollars);
                    return Ok(Some(format!(
                        "It could cost {most}; {spent} of the day's {usd} may be spent."
                    )));
                }
                None => return Ok(Some(UNKNOWN_COST.to_owned())),
            }
        }
        if let Some(tokens) = budget.tokens_per_day {
            match spent.tokens.zip(most.tokens) {
                Some((spent, most)) if spent + u64::from(most) <= u64::from(tokens) => {}
                Some((spent, most)) => {
                    return Ok(Some(format!(
                        "It could answer with {most} tokens; {spent} of the day's {tokens} may be used."
                    )));
                }
                None => return Ok(Some(UNKNOWN_LENGTH.to_owned())),
            }
        }
        Ok(None)
    }

    fn timeouts(&self) -> Timeouts {
        let usual = Timeouts::default();
        let own = self.watch.task.timeouts;
        let seconds = |own: Option<f64>, usual| {
            own.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).unwrap_or(usual)
        };
        Timeouts {
            first: seconds(own.first_s, usual.first),
            idle: seconds(own.idle_s, usual.idle),
            total: usual.total,
        }
    }
}

const UNKNOWN_COST: &str =
    "Nobody knows what it could cost, so the day's budget in dollars cannot be kept.";
const UNKNOWN_LENGTH: &str =
    "An answer has no limit, so the day's budget in tokens cannot be kept.";

/// How the turns were missed that were due between two looks, and why.
fn absence(before: Option<Moment>, now: Moment, was_busy: bool) -> (TurnOutcome, &'static str) {
    let Some(before) = before else {
        return (TurnOutcome::Missed, "Paceline was not running.");
    };
    let slept_s = (now.wall_s - before.wall_s) - (now.awake_s - before.awake_s);
    if slept_s > ASLEEP_S {
        return (TurnOutcome::Missed, "The machine slept, or its clock was set forward.");
    }
    if was_busy {
        return (TurnOutcome::Overrun, "Another turn or race was still running.");
    }
    (TurnOutcome::Missed, "This process was held up.")
}

fn seconds(since: Clock) -> i64 {
    i64::try_from(since.now_ns() / 1_000_000_000).unwrap_or(i64::MAX)
}

#[cfg(test)]
#[path = "turns_tests.rs"]
mod tests;
