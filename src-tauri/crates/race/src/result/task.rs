//! A sample of several requests: an agent's steps, one after the other on one stream.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::result::level_request::{Agent, LevelRequest};

/// One measured agent loop.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct Task {
    /// Number of steps that were sent.
    pub steps: u32,
    /// Whether every step succeeded.
    pub is_ok: bool,
    /// The sum of the steps' latencies in milliseconds, without the time between them; absent if a step failed.
    #[specta(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<f64>,
}

/// The tasks of a level from its measured requests, in order of their first step. A task cut short by the end of
/// the level is left out.
pub(crate) fn tasks(measured: &[&LevelRequest]) -> Vec<Task> {
    let mut agents: BTreeMap<u64, (u32, Vec<&LevelRequest>)> = BTreeMap::new();
    for request in measured {
        let Some(Agent { number, steps }) = request.agent else { continue };
        agents.entry(number).or_insert_with(|| (steps, Vec::new())).1.push(request);
    }
    agents
        .into_values()
        .filter_map(|(of, steps)| {
            let is_ok = steps.iter().all(|step| step.sample.status.is_ok());
            let is_cut = steps.iter().any(|step| step.sample.status.is_ours());
            let sent = u32::try_from(steps.len()).unwrap_or(u32::MAX);
            let time_ms =
                steps.iter().map(|step| step.sample.speed.latency_ms).sum::<Option<f64>>();
            let is_over = !is_cut && (sent == of || !is_ok);
            is_over.then_some(Task { steps: sent, is_ok, time_ms: time_ms.filter(|_| is_ok) })
        })
        .collect()
}
