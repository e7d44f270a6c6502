//! The table `samples`: the numbers and texts of one request.

use race::{Recording, Run, Sample, SharedText, StepSample};
use rusqlite::{Connection, OptionalExtension, named_params, params};

use crate::error::{HistoryError, StoreFailure};
use crate::json::{from_json, to_json};
use crate::tables::recordings::{self, name};

/// Adds a request: its sample and its raw log. The sample's texts are usually those of the raw log, and are then stored
/// only there. Its numbers are stored beside the raw log, too: see `migrations/010_samples.sql`.
pub(crate) fn insert(
    connection: &Connection,
    run: &str,
    (lane, round): (u32, u32),
    sample: &Sample,
    recording: &Recording,
) -> Result<(), StoreFailure> {
    let said = &recording.transcript;
    let document = document(run, (lane, round), sample, sample.tools == said.tool)?;
    connection
        .prepare_cached(
            "INSERT INTO samples (run_id, lane, round, document, text, reasoning)
             VALUES (:run, :lane, :round, '', :text, :reasoning)",
        )?
        .execute(named_params! {
            ":run": run,
            ":lane": lane,
            ":round": round,
            ":text": (sample.text != said.answer).then_some(sample.text.as_str()),
            ":reasoning": (sample.reasoning != said.reasoning).then_some(sample.reasoning.as_str()),
        })?;
    recordings::insert(connection, run, (lane, round), recording, &document)
}

/// Replaces the numbers of a request that has its raw log; its texts stay.
pub(crate) fn renew(
    connection: &Connection,
    run: &str,
    (lane, round): (u32, u32),
    sample: &Sample,
) -> Result<(), StoreFailure> {
    let recorded: Option<String> = connection
        .prepare_cached(
            "SELECT tool FROM recordings WHERE run_id = ?1 AND lane = ?2 AND round = ?3",
        )?
        .query_row(params![run, lane, round], |row| row.get(0))
        .optional()?;
    let is_recorded = recorded.is_some_and(|tool| sample.tools == tool);
    let document = document(run, (lane, round), sample, is_recorded)?;
    connection
        .prepare_cached(
            "UPDATE recordings SET sample = ?4 WHERE run_id = ?1 AND lane = ?2 AND round = ?3",
        )?
        .execute(params![run, lane, round, document])?;
    connection
        .prepare_cached(
            "UPDATE samples SET document = '' WHERE run_id = ?1 AND lane = ?2 AND round = ?3 AND document <> ''",
        )?
        .execute(params![run, lane, round])?;
    Ok(())
}

/// Moves the numbers of a run's requests to where new ones are stored. Those without a raw log stay.
pub(crate) fn relocate(connection: &Connection, run: &str) -> Result<(), StoreFailure> {
    connection.execute(
        "UPDATE recordings SET sample = s.document FROM samples s
         WHERE recordings.run_id = ?1 AND s.run_id = ?1 AND s.lane = recordings.lane AND s.round = recordings.round
         AND recordings.sample IS NULL",
        [run],
    )?;
    connection.execute(
        "UPDATE samples SET document = '' WHERE run_id = ?1 AND document <> '' AND EXISTS (
             SELECT 1 FROM recordings r
             WHERE r.run_id = ?1 AND r.lane = samples.lane AND r.round = samples.round AND r.sample IS NOT NULL)",
        [run],
    )?;
    Ok(())
}

/// A sample without its texts, and without its tool calls if those are in its recording.
fn document(
    run: &str,
    (lane, round): (u32, u32),
    sample: &Sample,
    is_tool_recorded: bool,
) -> Result<String, HistoryError> {
    let bare = Sample {
        text: SharedText::default(),
        reasoning: SharedText::default(),
        tools: if is_tool_recorded { SharedText::default() } else { sample.tools.clone() },
        steps: without_last_texts(sample.steps.clone()),
        ..sample.clone()
    };
    to_json(|| name(run, lane, round), &bare)
}

/// The steps of a chain without the texts of the last, which are those of the chain.
fn without_last_texts(mut steps: Vec<StepSample>) -> Vec<StepSample> {
    if let Some(StepSample { sample, .. }) = steps.last_mut() {
        sample.text = SharedText::default();
        sample.reasoning = SharedText::default();
        sample.tools = SharedText::default();
    }
    steps
}

/// Restores the samples of a run: those of a race in its lanes, those of a sweep in its levels.
pub(crate) fn put_back(connection: &Connection, run: &mut Run) -> Result<(), StoreFailure> {
    for (lane, index) in run.lanes.iter_mut().zip(0..) {
        let mut kept = of_lane(connection, &run.id, index)?.into_iter();
        for level in &mut lane.levels {
            level.samples = kept.by_ref().take(level.measured as usize).collect();
            level.others = kept.by_ref().take(level.unmeasured as usize).collect();
        }
        lane.samples = kept.collect();
    }
    Ok(())
}

/// A lane's samples, one per measured round.
pub(crate) fn of_lane(
    connection: &Connection,
    run: &str,
    lane: u32,
) -> Result<Vec<Sample>, StoreFailure> {
    let mut rows = connection.prepare_cached(
        "SELECT round, coalesce(r.sample, document), coalesce(text, r.answer), coalesce(s.reasoning, r.reasoning), r.tool
         FROM samples s JOIN recordings r USING (run_id, lane, round)
         WHERE run_id = ?1 AND lane = ?2 ORDER BY round",
    )?;
    let mut rows = rows.query(params![run, lane])?;
    let mut samples = Vec::new();
    while let Some(row) = rows.next()? {
        let round = row.get(0)?;
        let document: String = row.get(1)?;
        let mut sample: Sample = from_json(|| name(run, lane, round), &document)?;
        sample.text = row.get::<_, String>(2)?.into();
        sample.reasoning = row.get::<_, String>(3)?.into();
        if sample.tools.is_empty() {
            sample.tools = row.get::<_, String>(4)?.into();
        }
        if let Some(last) = sample.steps.last_mut() {
            last.sample.text = sample.text.clone();
            last.sample.reasoning = sample.reasoning.clone();
            last.sample.tools = sample.tools.clone();
        }
        samples.push(sample);
    }
    Ok(samples)
}

/// Number of stored samples of a lane.
pub(crate) fn count(connection: &Connection, run: &str, lane: u32) -> Result<u32, StoreFailure> {
    let count = connection
        .prepare_cached("SELECT count(*) FROM samples WHERE run_id = ?1 AND lane = ?2")?
        .query_row(params![run, lane], |row| row.get(0))?;
    Ok(count)
}

/// Number of samples of a lane without a recording, and therefore without texts.
pub(crate) fn without_recording(
    connection: &Connection,
    run: &str,
    lane: u32,
) -> Result<u32, StoreFailure> {
    let count = connection
        .prepare_cached(
            "SELECT count(*) FROM samples s LEFT JOIN recordings r USING (run_id, lane, round)
             WHERE s.run_id = ?1 AND s.lane = ?2 AND r.run_id IS NULL",
        )?
        .query_row(params![run, lane], |row| row.get(0))?;
    Ok(count)
}

#[cfg(test)]
#[path = "samples_tests.rs"]
mod tests;
