//! Requests that damage took from a run that can be read.
//!
//! **Invariant:** every request that is left keeps its place. Rounds of a race are compared with one another by their places, and a
//! level of a sweep has the requests that stand at its own.

use std::collections::BTreeSet;

use race::{Lane, Level, Recording, Run, Sample};
use rusqlite::{Connection, params};

use crate::error::StoreFailure;
use crate::tables::lane_providers::providers_of;
use crate::tables::samples;

/// The most places that are held in one history, because what is damaged may claim any number.
pub(super) const MOST_HELD: usize = 20_000;

/// What is left of the requests of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// All of them.
    All,
    /// Some, each in its place.
    Some,
    /// So few that the others cannot be put in their places.
    TooFew,
}

/// Puts an interrupted request without numbers in the place of each that is not there as a whole, at most `places` of them.
pub(super) fn hold_places(
    into: &Connection,
    run: &Run,
    places: &mut usize,
) -> Result<Left, StoreFailure> {
    let mut left = Left::All;
    for (lane, index) in run.lanes.iter().zip(0_u32..) {
        let whole = rounds(
            into,
            "SELECT round FROM samples JOIN recordings USING (run_id, lane, round) WHERE run_id = ?1 AND lane = ?2",
            (&run.id, index),
        )?;
        let begun = rounds(
            into,
            "SELECT round FROM samples WHERE run_id = ?1 AND lane = ?2
             UNION SELECT round FROM recordings WHERE run_id = ?1 AND lane = ?2",
            (&run.id, index),
        )?;
        let rounds = begun.last().map_or(0, |last| last.saturating_add(1)).min(run.plan.repeat);
        let count = rounds.max(requests_of(lane));
        let lost = (0..count).filter(|round| !whole.contains(round));
        let lost: Vec<u32> = lost.take(*places + 1).collect();
        if lost.is_empty() {
            continue;
        }
        let Some(fewer) = places.checked_sub(lost.len()) else { return Ok(Left::TooFew) };
        let Ok(providers) = providers_of(lane) else { return Ok(Left::TooFew) };
        *places = fewer;
        left = Left::Some;
        let prompt = run.plan.input_at(lane.place).text();
        let nothing = &mut Recording::default();
        let mut sample = run.interrupted_request(lane, &providers, (&prompt, None), nothing);
        for round in lost {
            let row = run.plan.row_of_round(round.saturating_add(run.plan.warmup));
            sample.row = row.filter(|_| lane.levels.is_empty());
            hold_place(into, (&run.id, index, round), &sample)?;
        }
    }
    Ok(left)
}

fn rounds(
    into: &Connection,
    sql: &str,
    (run, lane): (&str, u32),
) -> Result<BTreeSet<u32>, StoreFailure> {
    let mut rounds = into.prepare_cached(sql)?;
    let rounds = rounds.query_map(params![run, lane], |row| row.get(0))?;
    Ok(rounds.collect::<Result<_, _>>()?)
}

/// The requests of its levels. How many a race sent, its document does not say.
fn requests_of(lane: &Lane) -> u32 {
    let of = |level: &Level| level.measured.saturating_add(level.unmeasured);
    lane.levels.iter().map(of).fold(0, u32::saturating_add)
}

fn hold_place(
    into: &Connection,
    (run, lane, round): (&str, u32, u32),
    sample: &Sample,
) -> Result<(), StoreFailure> {
    for table in ["samples", "recordings"] {
        let sql = format!("DELETE FROM {table} WHERE run_id = ?1 AND lane = ?2 AND round = ?3");
        into.prepare_cached(&sql)?.execute(params![run, lane, round])?;
    }
    samples::insert(into, run, (lane, round), sample, &Recording::default())
}

#[cfg(test)]
#[path = "lost_requests_tests.rs"]
mod tests;
