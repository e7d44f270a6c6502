//! The tables `overview`, `entrants` and, beside it, `judges` and `chain_steps`: the index of runs for lists, searches and charts, under a short key.
//!
//! **Invariant:** all of it is computed from the run in one place, for new and old runs alike.

use std::sync::LazyLock;

use measure::{DEF_VERSION, Metric};
use race::{Lane, Run, RunState};
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};

use crate::clock::seconds;
use crate::error::StoreFailure;
use crate::json::to_word;
use crate::tables::lanes::{self, RunRowLane};
use crate::tables::numbers;
use crate::tables::{chain_steps, judges};

/// The value of `computed` for a run with the current definitions and metrics.
pub(crate) fn today() -> u32 {
    DEF_VERSION * 1_000 + u32::try_from(Metric::ALL.len()).unwrap_or(999)
}

/// The columns of `overview` that are computed from a run alone.
pub(crate) const COLUMNS: [&str; 18] = [
    "kind",
    "started_at",
    "started_s",
    "simulated",
    "def_version",
    "prompt_hash",
    "prompt_tokens",
    "providers",
    "models",
    "statuses",
    "ttft_least_ms",
    "ttft_most_ms",
    "tps_least",
    "tps_most",
    "machine",
    "ttft_error_ms",
    "cold",
    "computed",
];

/// The values of [`COLUMNS`] for a run.
pub(crate) fn values(run: &Run) -> Result<[Value; COLUMNS.len()], StoreFailure> {
    let told = RunRowLane::of_run(run);
    let ttft = ends(told.iter().filter_map(|lane| lane.ttft_ms));
    let tps = ends(told.iter().filter_map(|lane| lane.decode_tps));
    let mut statuses = Vec::new();
    for lane in &told {
        statuses.extend(lanes::status_word(run, lane)?);
    }
    Ok([
        run.kind.word().to_owned().into(),
        run.started_at.clone().into(),
        seconds(&run.started_at).into(),
        run.simulated.into(),
        run.def_version.into(),
        run.prompt_hash().into(),
        prompt_tokens(run).into(),
        lines(run.lanes.iter().flat_map(|lane| [&*lane.provider, &*lane.label])).into(),
        lines(run.lanes.iter().map(|lane| &*lane.model)).into(),
        lines(statuses.iter().map(String::as_str)).into(),
        ttft.map(|(least, _)| least).into(),
        ttft.map(|(_, most)| most).into(),
        tps.map(|(least, _)| least).into(),
        tps.map(|(_, most)| most).into(),
        run.machine.clone().into(),
        run.most_ttft_error_ms().into(),
        run.plan.load.as_ref().map(|load| load.cold).into(),
        (if run.def_version == DEF_VERSION { today() } else { 0 }).into(),
    ])
}

/// The columns of `entrants` beside its key.
pub(crate) const LANE_COLUMNS: [&str; 11] = [
    "provider",
    "label",
    "model",
    "simulated",
    "max_tokens",
    "temperature",
    "address",
    "dialect",
    "effort",
    "service_tier",
    "request",
];

/// The values of [`LANE_COLUMNS`] for a lane of a run.
pub(crate) fn lane_values(
    run: &Run,
    lane: &Lane,
) -> Result<[Value; LANE_COLUMNS.len()], StoreFailure> {
    let own = run.plan.lanes.get(lane.place as usize);
    let effort = own.and_then(|own| own.effort).or(run.plan.effort);
    let what = || format!("A lane of run {}", run.id);
    Ok([
        lane.provider.clone().into(),
        lane.label.clone().into(),
        lane.model.clone().into(),
        lane.simulated.into(),
        own.and_then(|own| own.max_tokens).or(run.plan.max_tokens).into(),
        own.and_then(|own| own.temperature).or(run.plan.temperature).into(),
        lane.base_url.clone().into(),
        to_word(what, &lane.dialect)?.into(),
        effort.map(|effort| to_word(what, &effort)).transpose()?.into(),
        own.and_then(|own| own.service_tier.clone()).into(),
        own.and_then(|own| run.plan.request_fingerprint(own)).into(),
    ])
}

/// `names`, each with its value of the row that could not be added.
fn updated(names: &[&str]) -> String {
    let updated: Vec<String> =
        names.iter().map(|name| format!("{name} = excluded.{name}")).collect();
    updated.join(", ")
}

static PUT: LazyLock<String> = LazyLock::new(|| {
    format!(
        "INSERT INTO overview (key, run_id, deleted, state, {})
         SELECT ?, id, deleted_at IS NOT NULL, state, {} FROM runs WHERE id = ?
         ON CONFLICT (run_id) DO UPDATE SET deleted = excluded.deleted, state = excluded.state, {}, kept_because = NULL
         RETURNING key",
        COLUMNS.join(", "),
        ["?"; COLUMNS.len()].join(", "),
        updated(&COLUMNS)
    )
});

static PUT_LANE: LazyLock<String> = LazyLock::new(|| {
    format!(
        "INSERT INTO entrants (run, lane, {}) VALUES (?, ?, {}) ON CONFLICT (run, lane) DO UPDATE SET {}",
        LANE_COLUMNS.join(", "),
        ["?"; LANE_COLUMNS.len()].join(", "),
        updated(&LANE_COLUMNS)
    )
});

/// Adds or updates the conditions and lanes of a run, and returns its key. Its numbers are not changed.
pub(crate) fn put(connection: &Connection, run: &Run) -> Result<i64, StoreFailure> {
    let key = key(connection, run)?;
    let row = [Value::from(key)].into_iter().chain(values(run)?).chain([run.id.clone().into()]);
    let key =
        connection.prepare_cached(&PUT)?.query_row(params_from_iter(row), |row| row.get(0))?;
    let mut put = connection.prepare_cached(&PUT_LANE)?;
    for (lane, index) in run.lanes.iter().zip(0_u32..) {
        let row = [Value::from(key), index.into()].into_iter().chain(lane_values(run, lane)?);
        put.execute(params_from_iter(row))?;
    }
    judges::TABLE.put(connection, key, run)?;
    chain_steps::TABLE.put(connection, key, run)?;
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

/// The columns of `overview` that are sums over a run's rows of `numbers`, each with its sum.
pub(crate) const SUMS: [(&str, &str); 5] = [
    ("requests", "count(*)"),
    ("cost_usd", "sum(cost_usd)"),
    ("cost_unknown", "coalesce(sum(cost_usd IS NULL AND NOT unbilled), 0)"),
    ("in_tokens", "sum(in_tokens_server)"),
    ("out_tokens", "sum(out_tokens)"),
];

static ADD_UP: LazyLock<String> = LazyLock::new(|| {
    format!(
        "UPDATE overview SET ({}) = (SELECT {} FROM numbers WHERE run = ?1) WHERE key = ?1",
        SUMS.map(|(column, _)| column).join(", "),
        SUMS.map(|(_, sum)| sum).join(", ")
    )
});

/// Recomputes the total cost and tokens of a run.
pub(crate) fn add_up(connection: &Connection, key: i64) -> Result<(), StoreFailure> {
    connection.prepare_cached(&ADD_UP)?.execute([key])?;
    Ok(())
}

/// Rebuilds the index of a complete run, including the numbers of its requests.
pub(crate) fn renew(connection: &Connection, run: &Run) -> Result<(), StoreFailure> {
    if let Some(key) = key_of(connection, &run.id)? {
        connection.execute("DELETE FROM numbers WHERE run = ?1", [key])?;
        connection.execute("DELETE FROM entrants WHERE run = ?1", [key])?;
    }
    let key = put(connection, run)?;
    for (lane, index) in run.lanes.iter().zip(0..) {
        numbers::insert_lane(connection, key, (index, lane))?;
    }
    add_up(connection, key)
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
    let differ = run.plan.set.is_some()
        || run.plan.load.as_ref().is_some_and(|load| {
            load.unique_prompts || load.preset.is_some() || !load.prompts.is_empty()
        });
    (!differ).then(|| race::prompt_tokens(&run.plan))
}
