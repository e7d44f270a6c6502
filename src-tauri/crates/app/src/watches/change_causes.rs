//! Says of changes that were noticed what they come from, from the turns that are kept. A change that is noticed after a restart is explained from the
//! same turns, so alike.

use std::collections::BTreeSet;

use store::{ChangeKind, History, HistoryError, Watch, WatchedChange, WatchedContender};
use watch::{Direction, LaneFacts, TurnFacts, UnexplainedChange, causes_of, turns_of_causes};

/// Days before a change whose turns are looked at; one more than any is compared over.
const DAYS_BEFORE: u32 = 29;
/// The latest days of a slow change, whose turns are compared with those before it.
const LATEST_DAYS: u32 = 3;

/// Adds its causes to each change of a watch.
pub(crate) fn explain(
    history: &History,
    watch: &Watch,
    changes: &mut [WatchedChange],
) -> Result<(), HistoryError> {
    if changes.is_empty() {
        return Ok(());
    }
    let slots_a_day = (1_440 / watch.task.rhythm.every_minutes.max(1)).max(1);
    let contenders = history.watched_contenders(&watch.id)?;
    for change in changes {
        let Some((from_turn, taken)) = turns(history, watch, change, slots_a_day)? else {
            continue;
        };
        let needed = turns_of_causes(&taken, from_turn, change.at_turn, slots_a_day);
        let mut facts = history.cause_facts(&watch.id, &needed)?;
        let lanes: Vec<LaneFacts> = (0_u32..)
            .zip(&contenders)
            .map(|(lane, one)| lane_facts(one, facts.remove(&lane).unwrap_or_default()))
            .collect();
        let unexplained = UnexplainedChange {
            lane: change.lane as usize,
            number: change.number,
            direction: direction(change),
            from_turn,
            at_turn: change.at_turn,
            is_step: change.kind == ChangeKind::Step,
        };
        change.causes = causes_of(unexplained, &lanes, slots_a_day);
    }
    Ok(())
}

/// The first turn of those that show a change, and the turns that can be compared. Of a slow change the latest days are compared with those before it began,
/// and what lies between is neither.
fn turns(
    history: &History,
    watch: &Watch,
    change: &WatchedChange,
    slots_a_day: u32,
) -> Result<Option<(u32, BTreeSet<u32>)>, HistoryError> {
    let lasted = days((change.at_s - change.since_s).max(0.0)).saturating_add(1);
    let back = lasted.saturating_add(DAYS_BEFORE).saturating_mul(slots_a_day);
    let until = change.at_turn;
    let mut taken = history.taken_turns(&watch.id, until.saturating_sub(back), until)?;
    #[expect(clippy::cast_precision_loss, reason = "seconds since 1970 are exact")]
    let is_since = |at: i64| at as f64 >= change.since_s;
    let Some(first) = taken.iter().find(|(_, at)| is_since(**at)).map(|(turn, _)| *turn) else {
        return Ok(None);
    };
    let from = match change.kind {
        ChangeKind::Step => first,
        ChangeKind::Drift | ChangeKind::Slow => {
            first.max(until.saturating_sub(LATEST_DAYS.saturating_mul(slots_a_day)))
        }
    };
    taken.retain(|turn, _| *turn < first || *turn >= from);
    Ok(Some((from, taken.into_keys().collect())))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is no less than 0, and a cast keeps to the limits"
)]
fn days(seconds: f64) -> u32 {
    (seconds / 86_400.0).ceil() as u32
}

fn lane_facts(contender: &WatchedContender, turns: Vec<TurnFacts>) -> LaneFacts {
    LaneFacts {
        name: contender.name(),
        provider: contender.provider.clone(),
        model: contender.model.clone(),
        host: contender.host.clone(),
        turns,
    }
}

fn direction(change: &WatchedChange) -> Direction {
    let is_up = match change.ratio {
        Some(ratio) => ratio >= 1.0,
        None => change.after >= change.before,
    };
    if is_up { Direction::Up } else { Direction::Down }
}
