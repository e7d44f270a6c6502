//! Checks of what the lanes of a plan are asked, before their dialects check what they can carry of it.

use providers::SharedPayload;

use crate::plan::{LanePlan, Plan, Problem};

/// Bytes of all lanes' payloads together: each lane's body lies written in memory before the start.
const MOST_BYTES: usize = 1024 * 1024 * 1024;

/// What is too much for one start.
pub(crate) fn too_much(plan: &Plan) -> Option<Problem> {
    let size = |payload: &SharedPayload| {
        if payload.is_empty() {
            0
        } else {
            serde_json::to_string(payload).map_or(0, |text| text.len())
        }
    };
    let shared = size(&plan.payload);
    let of_lane = |lane: &LanePlan| {
        let own = lane.request.as_ref().and_then(|own| own.payload.as_ref());
        own.map_or(shared, size)
    };
    let lanes = plan.lanes.iter().filter(|lane| !lane.muted);
    let total = lanes.map(of_lane).fold(0_usize, usize::saturating_add);
    (total > MOST_BYTES).then(|| {
        let (total, most) = (total.div_ceil(1024 * 1024), MOST_BYTES / (1024 * 1024));
        let message = format!(
            "The requests of all lanes come to {total} MB, and at most {most} MB are written before a start. Race fewer lanes, or smaller images."
        );
        Problem { lane: None, message }
    })
}

impl Plan {
    /// Why no lane would send what the plan or one of its lanes asks, as the end of a sentence: such a plan is not ours.
    pub fn unsendable(&self) -> Option<String> {
        let own = self.lanes.iter().filter_map(|lane| lane.request.as_ref()?.payload.as_ref());
        std::iter::once(&self.payload).chain(own).find_map(|payload| payload.unsendable())
    }
}

/// The lanes that are asked nothing. If several share an empty request, that is one problem.
pub(crate) fn empty_inputs(plan: &Plan) -> Vec<Problem> {
    let mut problems = Vec::new();
    let lanes = || (0_u32..).zip(&plan.lanes).filter(|(_, lane)| !lane.muted);
    let shares = lanes().next().is_none() || lanes().any(|(_, lane)| lane.request.is_none());
    if shares && plan.shared_input().is_empty() {
        let message = "The prompt is empty. Write the prompt for every contender.".to_owned();
        problems.push(Problem { lane: None, message });
    }
    let own = lanes().filter(|(_, lane)| lane.request.is_some());
    problems.extend(own.filter(|(_, lane)| plan.input_of(lane).is_empty()).map(|(place, _)| {
        let message =
            "The prompt of this lane is empty. Write one, or remove what the lane has of its own.";
        Problem { lane: Some(place), message: message.to_owned() }
    }));
    problems
}

/// What a sweep that brings its own prompts would replace.
pub(crate) fn generated_prompts(plan: &Plan) -> Vec<Problem> {
    let Some(load) = &plan.load else { return Vec::new() };
    let is_method = load.preset.is_some() || load.lengths.is_some();
    let mut problems = Vec::new();
    if is_method && !plan.payload.is_empty() {
        let message = "This sweep generates whole prompts, which a conversation, tools or a form of the answer would change. Remove them, or sweep with the prompt of your own.";
        problems.push(Problem { lane: None, message: message.to_owned() });
    }
    for (place, lane) in (0_u32..).zip(&plan.lanes).filter(|(_, lane)| !lane.muted) {
        let Some(own) = &lane.request else { continue };
        if is_method || (!load.prompts.is_empty() && own.prompt.is_some()) {
            let message = "This sweep brings its own prompts, in place of the request that this lane has of its own. Remove the lane's, or sweep with the prompt of your own.";
            problems.push(Problem { lane: Some(place), message: message.to_owned() });
        }
    }
    problems
}

#[cfg(test)]
#[path = "whole_request_tests.rs"]
mod tests;
