//! The table `chain_steps`: what the requests to each step of a run's chains came to.

use measure::Metric;
use race::{Lane, LaneStep, Run, Sample};
use rusqlite::types::Value;

use crate::tables::model_bill::{BillTable, ModelBill};

pub(crate) const TABLE: BillTable = BillTable::new("chain_steps", &["lane", "step"], rows);

fn rows(run: &Run) -> Vec<Vec<Value>> {
    let steps = |lane: &Lane, index: u32| -> Vec<Vec<Value>> {
        let steps = (0_u32..).zip(&lane.steps);
        steps.map(|(at, step)| bill(lane, at, step).row([index.into(), at.into()])).collect()
    };
    (0_u32..).zip(&run.lanes).flat_map(|(index, lane)| steps(lane, index)).collect()
}

fn bill(lane: &Lane, at: u32, step: &LaneStep) -> ModelBill {
    let all = lane.samples.iter().flat_map(|sample| &sample.steps);
    let own: Vec<&Sample> =
        all.filter(|asked| asked.step == at).map(|asked| &asked.sample).collect();
    let sum = |of: fn(&Sample) -> Option<u32>| {
        own.iter().filter_map(|sample| of(sample)).map(i64::from).reduce(i64::saturating_add)
    };
    let is_unknown = |sample: &&&Sample| sample.cost_usd.is_none() && !sample.is_refused();
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    ModelBill {
        provider: step.provider.clone(),
        label: step.label.clone(),
        model: step.model.clone(),
        simulated: step.simulated,
        requests: count(own.len()),
        cost_usd: own
            .iter()
            .filter_map(|sample| sample.value(Metric::CostUsd))
            .reduce(|a, b| a + b),
        cost_unknown: count(own.iter().filter(is_unknown).count()),
        in_tokens: sum(|sample| sample.in_tokens_server),
        out_tokens: sum(|sample| sample.out_tokens_server.or(sample.out_tokens_neutral)),
    }
}
