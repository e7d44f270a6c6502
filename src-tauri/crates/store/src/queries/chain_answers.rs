//! Which models answered the steps of chains, so that a chain whose step two models answered is a contender for each, and which of their
//! requests went on to a later step.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use compare::{MeasuredRequest, Outcome, RequestSettings};
use race::CHAIN;
use rusqlite::{Connection, Row, params};

use crate::error::StoreFailure;

/// The step, from 0, and the model that answered it, as the server names it.
type StepAnswer = (u32, Option<String>);

/// A request: its run, lane and round.
type Place = (String, u32, u32);

/// Tells the requests of chains whether they climbed, and who answered the steps that every one of a chain's answers asked: the models' names in the order of
/// the steps. Whether a step was asked is what came of the round and no condition under which it was asked, so the model of a step that only
/// some rounds asked separates nothing: if several answered it, nothing is told, and the chain stays one contender under its warning.
///
/// # Errors
/// If the file cannot be read. A round whose steps cannot be read tells nothing.
pub(super) fn tell_chain_answers(
    connection: &Connection,
    compared: &mut [MeasuredRequest],
) -> Result<(), StoreFailure> {
    let is_chain = |one: &&mut MeasuredRequest| one.provider == CHAIN;
    let mut answers: HashMap<Place, Vec<StepAnswer>> = HashMap::new();
    for lane in compared.chunk_by(|a, b| (&a.run, a.lane) == (&b.run, b.lane)) {
        if let Some(first) = lane.first().filter(|first| first.provider == CHAIN) {
            read_lane(connection, first, &mut answers)?;
        }
    }
    for request in compared.iter_mut().filter(is_chain) {
        let steps = answers.get(&(request.run.clone(), request.lane, request.round));
        request.climbed = steps.map(|steps| steps.len() > 1);
    }
    let mut chains: BTreeMap<ChainKey, Vec<&mut MeasuredRequest>> = BTreeMap::new();
    for request in compared.iter_mut().filter(is_chain) {
        chains.entry(chain_key(request)).or_default().push(request);
    }
    for requests in chains.into_values() {
        tell_chain(requests, &answers);
    }
    Ok(())
}

/// What makes requests those of one chain: its name, its models, and how it was asked.
type ChainKey = (String, String, [Option<String>; 5]);

fn chain_key(one: &MeasuredRequest) -> ChainKey {
    let RequestSettings { address, dialect, effort, service_tier, request } =
        one.asked_with.as_ref().clone();
    (one.label.clone(), one.model.clone(), [address, dialect, effort, service_tier, request])
}

/// Adds who answered the steps of each round of a lane.
fn read_lane(
    connection: &Connection,
    of: &MeasuredRequest,
    answers: &mut HashMap<Place, Vec<StepAnswer>>,
) -> Result<(), StoreFailure> {
    let mut steps = connection.prepare_cached(
        "SELECT s.round, step.value ->> '$.step', step.value ->> '$.sample.server.model'
             FROM samples s JOIN recordings r USING (run_id, lane, round), json_each(
                 CASE WHEN json_valid(coalesce(r.sample, s.document)) THEN coalesce(r.sample, s.document) ELSE '{}' END,
                 '$.steps'
             ) AS step
             WHERE s.run_id = ?1 AND s.lane = ?2 ORDER BY s.round, step.key",
    )?;
    let read = |row: &Row<'_>| -> rusqlite::Result<(u32, StepAnswer)> {
        Ok((row.get(0)?, (row.get(1)?, row.get(2)?)))
    };
    let read: Result<Vec<(u32, StepAnswer)>, _> =
        steps.query_map(params![of.run, of.lane], read)?.collect();
    let read =
        read.or_else(|error| StoreFailure::from(error).of_one_value().map(|_left_out| Vec::new()))?;
    for (round, answer) in read {
        answers.entry((of.run.clone(), of.lane, round)).or_default().push(answer);
    }
    Ok(())
}

/// Tells the requests of one chain.
fn tell_chain(requests: Vec<&mut MeasuredRequest>, answers: &HashMap<Place, Vec<StepAnswer>>) {
    let of = |one: &MeasuredRequest| answers.get(&(one.run.clone(), one.lane, one.round));
    let good = || requests.iter().filter(|one| one.outcome == Outcome::Good);
    let asked: Vec<BTreeSet<u32>> = good()
        .filter_map(|one| of(one))
        .map(|steps| steps.iter().map(|(step, _)| *step).collect())
        .collect();
    let Some(always) = asked.iter().cloned().reduce(|all, own| &all & &own) else { return };
    let mut models: BTreeMap<u32, BTreeSet<&str>> = BTreeMap::new();
    for (step, model) in good().filter_map(|one| of(one)).flatten() {
        models.entry(*step).or_default().extend(model.as_deref());
    }
    if models.iter().any(|(step, models)| models.len() > 1 && !always.contains(step)) {
        return;
    }
    let mut told: BTreeMap<String, Arc<str>> = BTreeMap::new();
    for one in requests {
        let steps = of(one).into_iter().flatten().filter(|(step, _)| always.contains(step));
        let named: Option<Vec<&str>> = steps.map(|(_, model)| model.as_deref()).collect();
        // A round in which one of them did not answer is, as a failed request, of who mostly did.
        let Some(named) = named.filter(|named| named.len() == always.len()) else { continue };
        let name = named.join(" \u{2192} ");
        let name = told.entry(name).or_insert_with_key(|name| Arc::from(name.as_str()));
        one.answered_by = Some(Arc::clone(name));
    }
}
