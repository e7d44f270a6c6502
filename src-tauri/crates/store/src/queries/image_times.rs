//! What each image of a request took, beside another lane of its race that was asked the same with fewer.

use std::collections::HashMap;

use compare::{MeasuredRequest, Outcome};
use measure::Warning;
use race::{ImagePair, Plan, image_pairs};
use rusqlite::{Connection, OptionalExtension};

use crate::error::StoreFailure;

/// Tells the requests of lanes that send more images than another lane of their race, and otherwise the same, what each image took:
/// the difference in time to first token, round by round.
///
/// # Errors
/// If the file cannot be read. A plan that cannot be read tells nothing.
pub(super) fn tell_image_times(
    connection: &Connection,
    compared: &mut [MeasuredRequest],
) -> Result<(), StoreFailure> {
    let mut plans = connection.prepare_cached(
        "SELECT document ->> '$.plan',
             (SELECT json_group_array(lane.value ->> '$.place') FROM json_each(document, '$.lanes') AS lane)
             FROM runs WHERE id = ? AND json_valid(document)",
    )?;
    for run in compared.chunk_by_mut(|a, b| a.run == b.run) {
        let Some(first) = run.first().filter(|_| may_have_a_pair(run)) else { continue };
        let read =
            |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?));
        let read = plans.query_row([&first.run], read).optional();
        let read = read.or_else(|error| StoreFailure::from(error).of_one_value().map(|_| None))?;
        let read = read.and_then(|(plan, places)| {
            let plan: Plan = serde_json::from_str(&plan).ok()?;
            let places: Vec<u32> = serde_json::from_str(&places).ok()?;
            Some((plan, places))
        });
        let Some((plan, places)) = read else { continue };
        for ImagePair { lane, other, images } in image_pairs(&plan, &places) {
            tell_pair(run, lane, other, images);
        }
    }
    Ok(())
}

/// Whether these requests of one run are of a race whose lanes differ in what they are asked.
fn may_have_a_pair(run: &[MeasuredRequest]) -> bool {
    let Some(first) = run.first().filter(|first| first.raced) else { return false };
    run.iter().any(|one| one.asked_with.request != first.asked_with.request)
}

fn tell_pair(run: &mut [MeasuredRequest], lane: u32, other: u32, images: u32) {
    let of = |place: u32| run.iter().filter(move |one| one.lane == place);
    // A lane with a wrong answer is not compared by time.
    if of(lane).chain(of(other)).any(MeasuredRequest::is_wrong) {
        return;
    }
    let beside: HashMap<u32, f64> =
        of(other).filter_map(|one| Some((one.round, first_token(one)?))).collect();
    for one in run.iter_mut().filter(|one| one.lane == lane) {
        let Some((ms, fewer)) = first_token(one).zip(beside.get(&one.round)) else { continue };
        let mut numbers = one.carried.take().map(|known| *known).unwrap_or_default();
        numbers.per_image_ms = Some((ms - fewer) / f64::from(images));
        one.carried = numbers.boxed();
    }
}

/// The time to first token of a request that is compared by it: not of the first use of a schema.
fn first_token(one: &MeasuredRequest) -> Option<f64> {
    let is_apart = one.warnings.has(Warning::FirstSchemaUse);
    one.ttft_ms.filter(|_| one.outcome == Outcome::Good && !is_apart)
}
