//! Watches as documents: what `--json` prints, tables are made from, and the window shows.

use measure::{Metric, percentile, typical};
use race::lane_name;
use report::plain;
use serde::Serialize;
use store::{
    History, HistoryError, TurnOutcome, Watch, WatchTask, WatchTurn, WatchedChange, WatchedTurn,
};
use watch::ROLLING_S;

use crate::watches::due::next_due_s;
use crate::watches::zone::Zone;

/// How many changes are shown at most.
const MOST_CHANGES: u32 = 100;

/// The output of `watch list --json`.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct WatchList {
    /// The watches, oldest first.
    pub watches: Vec<WatchSummary>,
}

/// A watch in a list.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct WatchSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether it takes no turns until it is resumed.
    pub paused: bool,
    /// Minutes from one turn to the next.
    pub every_minutes: u32,
    /// Its contenders, as the plan names them.
    pub contenders: Vec<String>,
    /// How many turns ended each way.
    pub turns: Vec<TurnCount>,
    /// When its latest turn began or was due, in seconds since 1970; absent before the first.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub latest_s: Option<f64>,
    /// When its next turn is due, in seconds since 1970; absent if it is paused or over.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_s: Option<f64>,
}

/// How many turns ended in one way.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct TurnCount {
    /// How they ended.
    pub outcome: TurnOutcome,
    /// How many.
    pub turns: u32,
}

/// The output of `watch show --json` and `watch add --json`.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct WatchDocument {
    /// What a list says of it.
    #[serde(flatten)]
    pub summary: WatchSummary,
    /// What it races, when, and within which limits.
    #[serde(flatten)]
    pub task: WatchTask,
    /// What its turns of the last 72 hours measured, by contender; empty before the first.
    pub numbers: Vec<ContenderNumbers>,
    /// The changes that were noticed, the latest first.
    pub changes: Vec<WatchedChange>,
    /// Its latest turns, the latest first.
    pub latest: Vec<TurnDocument>,
}

/// What was measured of a contender.
#[derive(Debug, Clone, Default, PartialEq, Serialize, specta::Type)]
pub struct ContenderNumbers {
    /// Its name.
    pub contender: String,
    /// Number of turns.
    pub turns: u32,
    /// Number of requests that the provider ended.
    pub requests: u32,
    /// How many of those failed.
    pub failed: u32,
    /// Number of answers that could be checked.
    pub checked: u32,
    /// How many of those are right.
    pub right: u32,
    /// The median over the turns of the median TTFT of a turn, in milliseconds.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttft_ms: Option<f64>,
    /// The same of the output speed, in tokens per second.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decode_tps: Option<f64>,
    /// The mean over the turns of the mean cost of a request of a turn, in dollars.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
}

/// A turn, or several that were missed in a row.
#[derive(Debug, Clone, PartialEq, Serialize, specta::Type)]
pub struct TurnDocument {
    /// The number of its slot: local seconds since 1970 ÷ the length of a slot; of several the last.
    pub number: u32,
    /// Whether somebody asked for it.
    pub asked: bool,
    /// When it was due, in seconds since 1970.
    pub due_s: f64,
    /// When it began, in seconds since 1970; absent if it did not.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub started_s: Option<f64>,
    /// When it ended, in seconds since 1970; absent if that is not known.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_s: Option<f64>,
    /// The id of its race; absent if none began.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run: Option<String>,
    /// How it ended.
    pub outcome: TurnOutcome,
    /// Why it ended so.
    #[specta(optional)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// How many turns these are.
    pub turns: u32,
}

#[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are exact")]
fn float(seconds: i64) -> f64 {
    seconds as f64
}

impl From<WatchTurn> for TurnDocument {
    fn from(turn: WatchTurn) -> Self {
        Self {
            number: turn.number,
            asked: turn.asked,
            due_s: float(turn.due_s),
            started_s: turn.started_s.map(float),
            ended_s: turn.ended_s.map(float),
            run: turn.run_id,
            outcome: turn.outcome,
            why: turn.why,
            turns: turn.turns,
        }
    }
}

impl WatchSummary {
    /// A watch as a list has it at this time, in seconds since 1970.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(
        history: &History,
        watch: &Watch,
        zone: &Zone,
        now_s: i64,
    ) -> Result<Self, HistoryError> {
        let latest = history.watch_turns(&watch.id, 1)?.pop();
        let turns = history.count_turns(&watch.id)?.into_iter();
        Ok(Self {
            id: watch.id.clone(),
            name: watch.name.clone(),
            paused: watch.paused,
            every_minutes: watch.task.rhythm.every_minutes,
            contenders: contenders(watch),
            turns: turns.map(|(outcome, turns)| TurnCount { outcome, turns }).collect(),
            latest_s: latest.map(|turn| float(turn.started_s.unwrap_or(turn.due_s))),
            next_s: next_due_s(history, watch, zone, now_s)?.map(float),
        })
    }
}

/// The names of a plan's lanes that run.
fn contenders(watch: &Watch) -> Vec<String> {
    let lanes = watch.task.plan.lanes.iter().filter(|lane| !lane.muted);
    let name = |lane: &race::LanePlan| {
        let steps = lane.steps().map(|step| format!("{}/{}", step.provider, step.model));
        plain(&steps.collect::<Vec<_>>().join(" -> ")).into_owned()
    };
    lanes.map(name).collect()
}

impl WatchDocument {
    /// A watch with its numbers, its changes and so many of its latest turns.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(
        history: &History,
        watch: &Watch,
        (zone, now_s): (&Zone, i64),
        turns: u32,
    ) -> Result<Self, HistoryError> {
        let offset = |at| zone.offset_s(at);
        let from = watch.task.rhythm.slot_at(now_s.saturating_sub(ROLLING_S), &offset);
        let names = history.watched_contenders(&watch.id)?;
        let names = names
            .iter()
            .map(|one| plain(&lane_name(&one.label, &one.model, one.simulated)).into_owned());
        let latest = history.watch_turns(&watch.id, turns)?;
        Ok(Self {
            summary: WatchSummary::of(history, watch, zone, now_s)?,
            task: watch.task.clone(),
            numbers: numbers(&names.collect::<Vec<_>>(), &history.watched(&watch.id, from)?),
            changes: history.watch_changes(&watch.id, MOST_CHANGES)?,
            latest: latest.into_iter().map(TurnDocument::from).collect(),
        })
    }
}

/// What turns measured, contender by contender.
fn numbers(names: &[String], turns: &[WatchedTurn]) -> Vec<ContenderNumbers> {
    let lane = |(lane, name): (u32, &String)| {
        let own: Vec<&WatchedTurn> = turns.iter().filter(|turn| turn.lane == lane).collect();
        let median = |value: fn(&WatchedTurn) -> Option<f64>| {
            let mut values: Vec<f64> = own.iter().filter_map(|turn| value(turn)).collect();
            values.sort_unstable_by(f64::total_cmp);
            percentile(&values, 0.5)
        };
        let sum = |value: fn(&WatchedTurn) -> u32| own.iter().map(|turn| value(turn)).sum();
        ContenderNumbers {
            contender: name.clone(),
            turns: u32::try_from(own.len()).unwrap_or(u32::MAX),
            requests: sum(|turn| turn.requests),
            failed: sum(|turn| turn.failed),
            checked: sum(|turn| turn.checked),
            right: sum(|turn| turn.right),
            ttft_ms: median(|turn| turn.ttft_ms),
            decode_tps: median(|turn| turn.decode_tps),
            cost_usd: typical(Metric::CostUsd, own.iter().filter_map(|turn| turn.cost_usd)),
        }
    };
    (0..).zip(names).map(lane).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_a_contender_are_of_its_own_turns_and_unknown_where_none_says_them() {
        let turn = |lane, ttft_ms, failed| WatchedTurn {
            lane,
            requests: 2,
            failed,
            ttft_ms,
            ..WatchedTurn::default()
        };
        let turns = [
            turn(0, Some(100.0), 0),
            turn(1, None, 2),
            turn(0, Some(300.0), 1),
            turn(0, Some(120.0), 0),
        ];
        let names = ["a".to_owned(), "b".to_owned()];
        let [one, other] = &numbers(&names, &turns)[..] else { panic!("two") };
        assert_eq!((one.turns, one.requests, one.failed, one.ttft_ms), (3, 6, 1, Some(120.0)));
        assert_eq!((other.turns, other.failed, other.ttft_ms), (1, 2, None), "never zero");
    }
}
