//! The table `judges`: what the requests to a run's judge came to. A run has one at most.

use race::{JudgeVote, Run};
use rusqlite::types::Value;

use crate::clock::seconds;
use crate::tables::model_bill::{BillTable, ModelBill};

pub(crate) const TABLE: BillTable = BillTable::new("judges", &["asked_s"], rows);

fn rows(run: &Run) -> Vec<Vec<Value>> {
    let Some(judgement) = &run.judgement else { return Vec::new() };
    let found = judgement.found(run.lanes.len());
    let sum = |of: fn(&JudgeVote) -> Option<u32>| {
        let counted = judgement.votes.iter().filter_map(of);
        counted.map(i64::from).reduce(i64::saturating_add)
    };
    let bill = ModelBill {
        provider: judgement.provider.clone(),
        label: judgement.label.clone(),
        model: judgement.model.clone(),
        simulated: judgement.simulated,
        requests: found.requests,
        cost_usd: found.cost_usd,
        cost_unknown: found.cost_unknown,
        in_tokens: sum(|vote| vote.in_tokens),
        out_tokens: sum(|vote| vote.out_tokens),
    };
    vec![bill.row([judgement.asked_at.as_deref().map(seconds).into()])]
}
