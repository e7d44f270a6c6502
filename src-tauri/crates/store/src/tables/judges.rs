//! The table `judges`: what the requests to a run's judge came to. It is part of the index, and computed from the run.

use race::{JudgeVote, Run};
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::clock::seconds;
use crate::error::StoreFailure;

/// Its columns beside the run's key.
pub(crate) const COLUMNS: [&str; 10] = [
    "provider",
    "label",
    "model",
    "simulated",
    "requests",
    "cost_usd",
    "cost_unknown",
    "in_tokens",
    "out_tokens",
    "asked_s",
];

/// The values of [`COLUMNS`] for a run; `None` if no judge was asked.
pub(crate) fn values(run: &Run) -> Option<[Value; COLUMNS.len()]> {
    let judgement = run.judgement.as_ref()?;
    let found = judgement.found(run.lanes.len());
    let sum = |of: fn(&JudgeVote) -> Option<u32>| {
        let counted = judgement.votes.iter().filter_map(of);
        counted.map(i64::from).reduce(i64::saturating_add)
    };
    Some([
        judgement.provider.clone().into(),
        judgement.label.clone().into(),
        judgement.model.clone().into(),
        judgement.simulated.into(),
        found.requests.into(),
        found.cost_usd.into(),
        found.cost_unknown.into(),
        sum(|vote| vote.in_tokens).into(),
        sum(|vote| vote.out_tokens).into(),
        judgement.asked_at.as_deref().map(seconds).into(),
    ])
}

/// Writes the row of a run, in the place of an earlier one.
pub(crate) fn put(connection: &Connection, key: i64, run: &Run) -> Result<(), StoreFailure> {
    connection.prepare_cached("DELETE FROM judges WHERE run = ?1")?.execute([key])?;
    let Some(values) = values(run) else { return Ok(()) };
    let row = [Value::from(key)].into_iter().chain(values);
    let sql = format!(
        "INSERT INTO judges (run, {}) VALUES (?, {})",
        COLUMNS.join(", "),
        ["?"; COLUMNS.len()].join(", ")
    );
    connection.prepare_cached(&sql)?.execute(params_from_iter(row))?;
    Ok(())
}
