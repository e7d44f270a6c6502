//! The table `earlier`: the numbers of runs under older definitions, as merge patches.

use race::{Lane, Level, Run, Sample};
use rusqlite::{Connection, params};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::{HistoryError, StoreFailure};
use crate::json::{from_json, to_json};

/// In place of a round, for the lane without its requests.
const LANE_ITSELF: i64 = -1;

/// Stores the patch from `now` back to `was`, under the version of `was`. An existing one is not
/// replaced.
pub(crate) fn keep(connection: &Connection, was: &Run, now: &Run) -> Result<(), StoreFailure> {
    for ((was_lane, now_lane), lane) in was.lanes.iter().zip(&now.lanes).zip(0_i64..) {
        let patch = patch_between(&value(was, &bare(was_lane))?, &value(now, &bare(now_lane))?);
        put(connection, was, (lane, LANE_ITSELF), &patch)?;
        for ((then, today), round) in was_lane.requests().zip(now_lane.requests()).zip(0_i64..) {
            let patch = patch_between(&value(was, then)?, &value(now, today)?);
            put(connection, was, (lane, round), &patch)?;
        }
    }
    Ok(())
}

/// The versions of the definitions under which earlier numbers of a run are kept, oldest first.
pub(crate) fn versions(connection: &Connection, run: &str) -> Result<Vec<u32>, StoreFailure> {
    let mut rows = connection.prepare_cached(
        "SELECT DISTINCT def_version FROM earlier WHERE run_id = ?1 ORDER BY def_version",
    )?;
    let versions = rows.query_map([run], |row| row.get(0))?;
    Ok(versions.collect::<Result<_, _>>()?)
}

/// Restores a run, with its samples, to its numbers under `version`, one version at a time.
pub(crate) fn put_back(
    connection: &Connection,
    run: &mut Run,
    version: u32,
) -> Result<(), StoreFailure> {
    let later = versions(connection, &run.id)?.into_iter().filter(|kept| *kept >= version);
    let mut rows = connection.prepare_cached(
        "SELECT lane, round, patch FROM earlier WHERE run_id = ?1 AND def_version = ?2 ORDER BY lane, round",
    )?;
    for kept in later.rev() {
        let mut rows = rows.query(params![run.id, kept])?;
        while let Some(row) = rows.next()? {
            let (lane, round): (u32, i64) = (row.get(0)?, row.get(1)?);
            let what = || format!("The earlier numbers of run {}", run.id);
            let patch: Value = from_json(what, &row.get::<_, String>(2)?)?;
            let Some(lane) = run.lanes.get_mut(lane as usize) else { continue };
            if round == LANE_ITSELF {
                let then: Lane = patched(&bare(lane), &patch, what)?;
                *lane = with_requests(then, lane);
            } else if let Some(sample) =
                usize::try_from(round).ok().and_then(|round| request_mut(lane, round))
            {
                *sample = patched(sample, &patch, what)?;
            }
        }
        run.def_version = kept;
    }
    Ok(())
}

/// Checks that the earlier numbers of a run can be read.
pub(crate) fn check(connection: &Connection, run: &Run) -> Result<(), StoreFailure> {
    // On the way to the oldest all others are passed.
    match versions(connection, &run.id)?.first() {
        Some(oldest) => put_back(connection, &mut run.clone(), *oldest),
        None => Ok(()),
    }
}

fn put(
    connection: &Connection,
    was: &Run,
    (lane, round): (i64, i64),
    patch: &Value,
) -> Result<(), StoreFailure> {
    let text = to_json(|| format!("The earlier numbers of run {}", was.id), patch)?;
    connection
        .prepare_cached("INSERT OR IGNORE INTO earlier VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![was.id, was.def_version, lane, round, text])?;
    Ok(())
}

/// A lane without its requests.
fn bare(lane: &Lane) -> Lane {
    let levels = lane.levels.iter().map(|level| Level {
        samples: Vec::new(),
        others: Vec::new(),
        ..level.clone()
    });
    Lane { samples: Vec::new(), levels: levels.collect(), ..lane.clone() }
}

/// A lane with the requests of another.
fn with_requests(mut lane: Lane, from: &mut Lane) -> Lane {
    lane.samples = std::mem::take(&mut from.samples);
    for (level, from) in lane.levels.iter_mut().zip(&mut from.levels) {
        level.samples = std::mem::take(&mut from.samples);
        level.others = std::mem::take(&mut from.others);
    }
    lane
}

/// A request of a lane, in the order of [`Lane::requests`].
fn request_mut(lane: &mut Lane, round: usize) -> Option<&mut Sample> {
    let levels = lane.levels.iter_mut();
    let of_levels = levels.flat_map(|level| level.samples.iter_mut().chain(&mut level.others));
    of_levels.chain(&mut lane.samples).nth(round)
}

fn value(run: &Run, part: &impl Serialize) -> Result<Value, HistoryError> {
    serde_json::to_value(part)
        .map_err(|source| HistoryError::Unwritable { what: format!("Run {}", run.id), source })
}

fn patched<T: Serialize + DeserializeOwned>(
    now: &T,
    patch: &Value,
    what: impl Fn() -> String,
) -> Result<T, HistoryError> {
    let mut value = serde_json::to_value(now)
        .map_err(|source| HistoryError::Unwritable { what: what(), source })?;
    apply(&mut value, patch);
    serde_json::from_value(value)
        .map_err(|error| HistoryError::Unreadable { what: what(), reason: error.to_string() })
}

/// The merge patch (RFC 7396) that makes `now` into `was`.
fn patch_between(was: &Value, now: &Value) -> Value {
    let (Value::Object(was), Value::Object(now)) = (was, now) else { return was.clone() };
    let mut patch = Map::new();
    for (name, then) in was {
        match now.get(name) {
            Some(today) if today == then => {}
            Some(today) => drop(patch.insert(name.clone(), patch_between(then, today))),
            None => drop(patch.insert(name.clone(), then.clone())),
        }
    }
    let gained = now.keys().filter(|name| !was.contains_key(*name));
    patch.extend(gained.map(|name| (name.clone(), Value::Null)));
    Value::Object(patch)
}

/// Applies a merge patch (RFC 7396).
fn apply(value: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *value = patch.clone();
        return;
    };
    if !value.is_object() {
        *value = Value::Object(Map::new());
    }
    let Value::Object(fields) = value else { return };
    for (name, part) in patch {
        if part.is_null() {
            fields.remove(name);
        } else {
            apply(fields.entry(name.clone()).or_insert(Value::Null), part);
        }
    }
}
