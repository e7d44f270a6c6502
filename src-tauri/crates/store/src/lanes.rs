//! The table `lanes`: what the list says of each lane of a run.

use providers::{KeyNeed, Provider};
use race::{Lane, Run, Sample, Status};
use rusqlite::{Connection, named_params};
use serde::{Deserialize, Serialize};

use crate::HistoryError;
use crate::error::Failed;
use crate::json::{from_word, to_word};

/// A lane as the list shows it. Its numbers are medians over the samples that are `ok` or, where none is, over all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct RunRowLane {
    /// Its place in the plan, from 0.
    pub place: u32,
    /// The provider's name.
    pub label: String,
    /// The model as the provider calls it.
    pub model: String,
    /// Whether it was one of ours on loopback.
    pub simulated: bool,
    /// How it ended: that of the first sample that is not `ok`, else that of the first; absent while it is under way.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<Status>,
    /// Time to first token, in milliseconds.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ttft_ms: Option<f64>,
    /// Output speed, in tokens per second.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decode_tps: Option<f64>,
    /// What one request cost, in dollars.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
}

impl RunRowLane {
    pub(crate) fn of(lane: &Lane) -> Self {
        // A sweep is told by its lowest level, where nothing queues.
        let samples = lane.levels.first().map_or(&lane.samples, |level| &level.samples);
        let some_ok = samples.iter().any(|sample| sample.status.is_ok());
        let median = |value: fn(&Sample) -> Option<f64>| {
            let counted = samples.iter().filter(|sample| sample.status.is_ok() || !some_ok);
            median(counted.filter_map(value).collect())
        };
        Self {
            place: lane.place,
            label: lane.label.clone(),
            model: lane.model.clone(),
            simulated: lane.simulated,
            status: samples
                .iter()
                .find(|sample| !sample.status.is_ok())
                .or(samples.first())
                .map(|sample| sample.status),
            ttft_ms: median(|sample| sample.speed.ttft_ms),
            decode_tps: median(|sample| sample.speed.decode_tps),
            cost_usd: median(|sample| sample.cost_usd),
        }
    }
}

/// The provider that a lane ran against, as the catalogue knows it today where it still speaks as it did. The raw log
/// holds usage in the words of the lane's own dialect.
pub(crate) fn provider(lane: &Lane) -> Result<Provider, HistoryError> {
    let row = providers::provider(&lane.provider).filter(|row| row.dialect == lane.dialect);
    if let Some(row) = row {
        return Ok(row.clone());
    }
    providers::custom(&lane.provider, &lane.label, lane.dialect, &lane.base_url, KeyNeed::Optional)
        .map_err(|source| HistoryError::BadAddress { what: lane.label.clone(), source })
}

/// The middle value, or the mean of the middle two.
fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    if values.len() % 2 == 1 {
        return Some(upper);
    }
    let lower = *values.get(values.len() / 2 - 1)?;
    Some(f64::midpoint(lower, upper))
}

/// Writes what the list says of a run's lanes. What there was before goes, with the samples that hang on it.
pub(crate) fn put(connection: &Connection, run: &Run) -> Result<(), Failed> {
    connection.execute("DELETE FROM lanes WHERE run_id = ?1", [&run.id])?;
    let mut insert = connection.prepare_cached(
        "INSERT INTO lanes (run_id, lane, place, label, model, simulated, status, ttft_ms, decode_tps, cost_usd)
         VALUES (:run, :lane, :place, :label, :model, :simulated, :status, :ttft_ms, :decode_tps, :cost_usd)",
    )?;
    for (lane, index) in run.lanes.iter().zip(0_u32..) {
        let row = RunRowLane::of(lane);
        let status = status_word(run, &row)?;
        insert.execute(named_params! {
            ":run": run.id,
            ":lane": index,
            ":place": row.place,
            ":label": row.label,
            ":model": row.model,
            ":simulated": row.simulated,
            ":status": status,
            ":ttft_ms": row.ttft_ms,
            ":decode_tps": row.decode_tps,
            ":cost_usd": row.cost_usd,
        })?;
    }
    Ok(())
}

/// Says anew what the list says of a run's lanes, which stay with all that hangs on them.
pub(crate) fn update(connection: &Connection, run: &Run) -> Result<(), Failed> {
    let mut update = connection.prepare_cached(
        "UPDATE lanes SET status = :status, ttft_ms = :ttft_ms, decode_tps = :decode_tps, cost_usd = :cost_usd
         WHERE run_id = :run AND lane = :lane",
    )?;
    for (lane, index) in run.lanes.iter().zip(0_u32..) {
        let row = RunRowLane::of(lane);
        update.execute(named_params! {
            ":run": run.id,
            ":lane": index,
            ":status": status_word(run, &row)?,
            ":ttft_ms": row.ttft_ms,
            ":decode_tps": row.decode_tps,
            ":cost_usd": row.cost_usd,
        })?;
    }
    Ok(())
}

pub(crate) fn status_word(run: &Run, row: &RunRowLane) -> Result<Option<String>, HistoryError> {
    row.status.map(|status| to_word(|| format!("A status of run {}", run.id), &status)).transpose()
}

/// What the list says of a run's lanes.
pub(crate) fn of_run(connection: &Connection, run: &str) -> Result<Vec<RunRowLane>, Failed> {
    let mut rows = connection.prepare_cached(
        "SELECT place, label, model, simulated, status, ttft_ms, decode_tps, cost_usd
         FROM lanes WHERE run_id = ?1 ORDER BY lane",
    )?;
    let mut rows = rows.query([run])?;
    let mut lanes = Vec::new();
    while let Some(row) = rows.next()? {
        let status: Option<String> = row.get(4)?;
        lanes.push(RunRowLane {
            place: row.get(0)?,
            label: row.get(1)?,
            model: row.get(2)?,
            simulated: row.get(3)?,
            status: status
                .map(|word| from_word(|| format!("A status of run {run}"), word))
                .transpose()?,
            ttft_ms: row.get(5)?,
            decode_tps: row.get(6)?,
            cost_usd: row.get(7)?,
        });
    }
    Ok(lanes)
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn a_median_is_the_middle_or_between_the_middle_two() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), Some(2.0), "the middle of three");
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), Some(2.5), "between the middle two of four");
        assert_eq!(median(Vec::new()), None, "nothing has no median");
    }
}
