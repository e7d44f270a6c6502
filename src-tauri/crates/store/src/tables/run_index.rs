//! The tables `overview` and `entrants`: the index of runs for lists, searches and charts, under a short key.
//!
//! **Invariant:** all of it is computed from the run in one place, for new and old runs alike.

use measure::{DEF_VERSION, Metric};
use race::{Lane, Run, RunState};
use rusqlite::{Connection, OptionalExtension, named_params, params};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::error::StoreFailure;
use crate::json::to_word;
use crate::tables::lanes::{self, RunRowLane};
use crate::tables::numbers;

/// The value of `computed` for a run with the current definitions and metrics.
pub(crate) fn today() -> u32 {
    DEF_VERSION * 1_000 + u32::try_from(Metric::ALL.len()).unwrap_or(999)
}

/// Adds or updates the conditions and lanes of a run, and returns its key. Its numbers are not changed.
pub(crate) fn put(connection: &Connection, run: &Run) -> Result<i64, StoreFailure> {
    let told = RunRowLane::of_run(run);
    let ttft = ends(told.iter().filter_map(|lane| lane.ttft_ms));
    let tps = ends(told.iter().filter_map(|lane| lane.decode_tps));
    let mut statuses = Vec::new();
    for lane in &told {
        statuses.extend(lanes::status_word(run, lane)?);
    }
    let key = connection
        .prepare_cached(
            "INSERT INTO overview (key, run_id, deleted, state, kind, started_at, started_s, simulated, def_version,
                 prompt_hash, prompt_tokens, providers, models, statuses, ttft_least_ms, ttft_most_ms, tps_least,
                 tps_most, machine, ttft_error_ms, cold, computed)
             SELECT :key, id, deleted_at IS NOT NULL, state, :kind, :at, :s, :simulated, :def_version, :hash, :tokens,
                 :providers, :models, :statuses, :ttft_least, :ttft_most, :tps_least, :tps_most, :machine, :ttft_error,
                 :cold, :computed
             FROM runs WHERE id = :run
             ON CONFLICT (run_id) DO UPDATE SET started_at = excluded.started_at, started_s = excluded.started_s,
                 simulated = excluded.simulated, prompt_tokens = excluded.prompt_tokens, statuses = excluded.statuses,
                 ttft_least_ms = excluded.ttft_least_ms, ttft_most_ms = excluded.ttft_most_ms,
                 tps_least = excluded.tps_least, tps_most = excluded.tps_most,
                 ttft_error_ms = excluded.ttft_error_ms, def_version = excluded.def_version,
                 computed = excluded.computed, kept_because = NULL
             RETURNING key",
        )?
        .query_row(
            named_params! {
                ":key": key(connection, run)?,
                ":run": run.id,
                ":kind": run.kind.word(),
                ":at": run.started_at,
                ":s": seconds(&run.started_at),
                ":simulated": run.simulated,
                ":def_version": run.def_version,
                ":hash": run.prompt_hash(),
                ":tokens": prompt_tokens(run),
                ":providers": lines(run.lanes.iter().flat_map(|lane| [&*lane.provider, &*lane.label])),
                ":models": lines(run.lanes.iter().map(|lane| &*lane.model)),
                ":statuses": lines(statuses.iter().map(String::as_str)),
                ":ttft_least": ttft.map(|(least, _)| least),
                ":ttft_most": ttft.map(|(_, most)| most),
                ":tps_least": tps.map(|(least, _)| least),
                ":tps_most": tps.map(|(_, most)| most),
                ":machine": run.machine,
                ":ttft_error": run.most_ttft_error_ms(),
                ":cold": run.plan.load.as_ref().map(|load| load.cold),
                ":computed": if run.def_version == DEF_VERSION { today() } else { 0 },
            },
            |row| row.get(0),
        )?;
    for (lane, index) in run.lanes.iter().zip(0_u32..) {
        put_entrant(connection, key, run, (index, lane))?;
    }
    Ok(key)
}

/// The key of a run; a new one for a new run.
fn key(connection: &Connection, run: &Run) -> Result<i64, StoreFailure> {
    if let Some(key) = key_of(connection, &run.id)? {
        return Ok(key);
    }
    #[expect(clippy::cast_possible_truncation, reason = "milliseconds since 1970 have room")]
    let mut key = (seconds(&run.started_at) * 1e3) as i64;
    let mut taken = connection.prepare_cached("SELECT 1 FROM overview WHERE key = ?1")?;
    if taken.exists([key])? {
        // Many runs of an import may have begun at once: a free key after theirs is found by doubling and halving
        // steps.
        let (mut last, mut free) = (key, key + 1);
        while taken.exists([free])? {
            (last, free) = (free, free + 2 * (free - key));
        }
        while free - last > 1 {
            let middle = i64::midpoint(last, free);
            *(if taken.exists([middle])? { &mut last } else { &mut free }) = middle;
        }
        key = free;
    }
    Ok(key)
}

/// The short key of a run, deleted or not; absent if there is none, or the run could not be read.
pub(crate) fn key_of(connection: &Connection, run: &str) -> Result<Option<i64>, StoreFailure> {
    let key = connection
        .prepare_cached("SELECT key FROM overview WHERE run_id = ?1")?
        .query_row([run], |row| row.get(0))
        .optional()?;
    Ok(key)
}

/// Whether the run's numbers in searches and charts are those of its samples: not until it has been recomputed.
pub(crate) fn is_told(connection: &Connection, run: &str) -> Result<bool, StoreFailure> {
    let mut row =
        connection.prepare_cached("SELECT 1 FROM overview WHERE run_id = ?1 AND computed >= ?2")?;
    Ok(row.exists(params![run, today()])?)
}

/// Whether a run was imported.
pub(crate) fn is_imported(connection: &Connection, run: &str) -> Result<bool, StoreFailure> {
    let mut row =
        connection.prepare_cached("SELECT 1 FROM overview WHERE run_id = ?1 AND imported = 1")?;
    Ok(row.exists([run])?)
}

fn put_entrant(
    connection: &Connection,
    key: i64,
    run: &Run,
    (index, lane): (u32, &Lane),
) -> Result<(), StoreFailure> {
    let own = run.plan.lanes.get(lane.place as usize);
    let effort = own.and_then(|own| own.effort).or(run.plan.effort);
    let what = || format!("A lane of run {}", run.id);
    connection
        .prepare_cached(
            "INSERT INTO entrants (run, lane, provider, label, model, simulated, max_tokens, temperature, address, dialect,
                 effort, service_tier, request)
             VALUES (:run, :lane, :provider, :label, :model, :simulated, :max_tokens, :temperature, :address, :dialect,
                 :effort, :service_tier, :request)
             ON CONFLICT (run, lane) DO UPDATE SET address = excluded.address, dialect = excluded.dialect,
                 effort = excluded.effort, service_tier = excluded.service_tier, request = excluded.request",
        )?
        .execute(named_params! {
            ":run": key,
            ":lane": index,
            ":provider": lane.provider,
            ":label": lane.label,
            ":model": lane.model,
            ":simulated": lane.simulated,
            ":max_tokens": own.and_then(|own| own.max_tokens).or(run.plan.max_tokens),
            ":temperature": own.and_then(|own| own.temperature).or(run.plan.temperature),
            ":address": lane.base_url,
            ":dialect": to_word(what, &lane.dialect)?,
            ":effort": effort.map(|effort| to_word(what, &effort)).transpose()?,
            ":service_tier": own.and_then(|own| own.service_tier.as_deref()),
            ":request": own.and_then(|own| run.plan.request_fingerprint(own)),
        })?;
    Ok(())
}

/// The smallest and the largest of some values.
fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |ends, value| {
        let (least, most) = ends.unwrap_or((value, value));
        Some((value.min(least), value.max(most)))
    })
}

/// Each word once, in lower case, one per line.
fn lines<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut words: Vec<String> = words.map(str::to_lowercase).collect();
    words.sort();
    words.dedup();
    words.join("\n")
}

/// Recomputes the total cost and tokens of a run.
pub(crate) fn add_up(connection: &Connection, key: i64) -> Result<(), StoreFailure> {
    connection
        .prepare_cached(
            "UPDATE overview SET (requests, cost_usd, cost_unknown, in_tokens, out_tokens) =
                 (SELECT count(*), sum(cost_usd), coalesce(sum(cost_usd IS NULL AND NOT unbilled), 0),
                      sum(in_tokens_server), sum(out_tokens)
                  FROM numbers WHERE run = ?1)
             WHERE key = ?1",
        )?
        .execute([key])?;
    Ok(())
}

/// Rebuilds the index of a complete run, including the numbers of its requests.
pub(crate) fn renew(connection: &Connection, run: &Run) -> Result<(), StoreFailure> {
    let key = put(connection, run)?;
    connection.execute("DELETE FROM numbers WHERE run = ?1", [key])?;
    for (lane, index) in run.lanes.iter().zip(0..) {
        numbers::insert_lane(connection, key, (index, lane))?;
    }
    add_up(connection, key)
}

/// Seconds since 1970; 0 for an invalid time.
pub(crate) fn seconds(at: &str) -> f64 {
    let Ok(at) = OffsetDateTime::parse(at, &Rfc3339) else { return 0.0 };
    #[expect(clippy::cast_precision_loss, reason = "today's seconds keep their microseconds")]
    let seconds = at.unix_timestamp_nanos() as f64 / 1e9;
    seconds
}

/// Length of the prompt in `o200k_base` tokens; absent for a sweep with different prompts. It is counted after the run,
/// because loading the vocabulary must not delay the start.
pub fn prompt_tokens(run: &Run) -> Option<u32> {
    if run.state == RunState::Running {
        return None;
    }
    if let Some(left_out) = &run.prompts_left_out {
        return left_out.prompt_tokens;
    }
    let differ = run.plan.load.as_ref().is_some_and(|load| {
        load.unique_prompts || load.preset.is_some() || !load.prompts.is_empty()
    });
    (!differ).then(|| race::prompt_tokens(&run.plan))
}
