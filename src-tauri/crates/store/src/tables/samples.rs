//! The table `samples`: the numbers and texts of one request.

use race::{Recording, Run, Sample};
use rusqlite::{Connection, named_params, params};

use crate::error::StoreFailure;
use crate::json::{from_json, to_json};

/// Adds a request's sample. Its texts are usually those of its recording, and are then stored only there.
pub(crate) fn insert(
    connection: &Connection,
    run: &str,
    (lane, round): (u32, u32),
    sample: &Sample,
    recording: &Recording,
) -> Result<(), StoreFailure> {
    let said = &recording.transcript;
    let document = to_json(
        || name(run, lane, round),
        &Sample {
            text: String::new(),
            reasoning: String::new(),
            tools: if sample.tools == said.tool { String::new() } else { sample.tools.clone() },
            ..sample.clone()
        },
    )?;
    connection
        .prepare_cached(
            "INSERT INTO samples (run_id, lane, round, document, text, reasoning)
             VALUES (:run, :lane, :round, :document, :text, :reasoning)",
        )?
        .execute(named_params! {
            ":run": run,
            ":lane": lane,
            ":round": round,
            ":document": document,
            ":text": (sample.text != said.answer).then_some(&sample.text),
            ":reasoning": (sample.reasoning != said.reasoning).then_some(&sample.reasoning),
        })?;
    Ok(())
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
        "SELECT round, document, coalesce(text, r.answer), coalesce(s.reasoning, r.reasoning), r.tool
         FROM samples s JOIN recordings r USING (run_id, lane, round)
         WHERE run_id = ?1 AND lane = ?2 ORDER BY round",
    )?;
    let mut rows = rows.query(params![run, lane])?;
    let mut samples = Vec::new();
    while let Some(row) = rows.next()? {
        let round = row.get(0)?;
        let document: String = row.get(1)?;
        let mut sample: Sample = from_json(|| name(run, lane, round), &document)?;
        sample.text = row.get(2)?;
        sample.reasoning = row.get(3)?;
        if sample.tools.is_empty() {
            sample.tools = row.get(4)?;
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

/// Number of samples of a lane without their recording, and so without texts.
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

/// Name of a request in errors.
pub(crate) fn name(run: &str, lane: u32, round: u32) -> String {
    format!("Run {run}, lane {lane}, round {round}")
}
