//! The table `chain_steps`: what the requests to each step of a run's chains came to. It is part of the index, and computed from the
//! run.

use measure::Metric;
use race::{Lane, Run, Sample};
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use crate::error::StoreFailure;

/// Its columns beside the run's key.
pub(crate) const COLUMNS: [&str; 11] = [
    "lane",
    "step",
    "provider",
    "label",
    "model",
    "simulated",
    "requests",
    "cost_usd",
    "cost_unknown",
    "in_tokens",
    "out_tokens",
];

/// The values of [`COLUMNS`] for each step of each chain of a run, in order.
pub(crate) fn values(run: &Run) -> Vec<[Value; COLUMNS.len()]> {
    let lanes = (0_u32..).zip(&run.lanes);
    lanes.flat_map(|(index, lane)| of_lane(index, lane)).collect()
}

fn of_lane(index: u32, lane: &Lane) -> impl Iterator<Item = [Value; COLUMNS.len()]> {
    (0_u32..).zip(&lane.steps).map(move |(number, step)| {
        let own = || {
            let all = lane.samples.iter().flat_map(|sample| &sample.steps);
            all.filter(move |asked| asked.step == number).map(|asked| &asked.sample)
        };
        let unknown = own().filter(|sample| sample.cost_usd.is_none() && !sample.is_refused());
        let sum = |of: fn(&Sample) -> Option<u32>| {
            own().filter_map(of).map(i64::from).reduce(i64::saturating_add)
        };
        let count = |number: usize| Value::from(i64::try_from(number).unwrap_or(i64::MAX));
        [
            index.into(),
            number.into(),
            step.provider.clone().into(),
            step.label.clone().into(),
            step.model.clone().into(),
            step.simulated.into(),
            count(own().count()),
            own().filter_map(|sample| sample.value(Metric::CostUsd)).reduce(|a, b| a + b).into(),
            count(unknown.count()),
            sum(|sample| sample.in_tokens_server).into(),
            sum(|sample| sample.out_tokens_server.or(sample.out_tokens_neutral)).into(),
        ]
    })
}

/// Writes the rows of a run, in the place of earlier ones.
pub(crate) fn put(connection: &Connection, key: i64, run: &Run) -> Result<(), StoreFailure> {
    connection.prepare_cached("DELETE FROM chain_steps WHERE run = ?1")?.execute([key])?;
    let sql = format!(
        "INSERT INTO chain_steps (run, {}) VALUES (?, {})",
        COLUMNS.join(", "),
        ["?"; COLUMNS.len()].join(", ")
    );
    for values in values(run) {
        let row = [Value::from(key)].into_iter().chain(values);
        connection.prepare_cached(&sql)?.execute(params_from_iter(row))?;
    }
    Ok(())
}
