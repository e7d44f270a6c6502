//! Checks of what the lanes of a plan are asked, before their dialects check what they can carry of it.

use providers::SharedPayload;

use crate::plan::wording;
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
        Problem { lane: None, message: wording::too_much(total.into(), most.into()) }
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
        problems.push(Problem { lane: None, message: wording::empty_prompt() });
    }
    let own = lanes().filter(|(_, lane)| lane.request.is_some());
    problems.extend(
        own.filter(|(_, lane)| plan.input_of(lane).is_empty())
            .map(|(place, _)| Problem { lane: Some(place), message: wording::empty_lane_prompt() }),
    );
    problems
}

/// What a sweep that brings its own prompts would replace.
pub(crate) fn generated_prompts(plan: &Plan) -> Vec<Problem> {
    let Some(load) = &plan.load else { return Vec::new() };
    let is_method = load.preset.is_some() || load.lengths.is_some();
    let mut problems = Vec::new();
    if is_method && !plan.payload.is_empty() {
        problems.push(Problem { lane: None, message: wording::replaces_request() });
    }
    for (place, lane) in (0_u32..).zip(&plan.lanes).filter(|(_, lane)| !lane.muted) {
        let Some(own) = &lane.request else { continue };
        if is_method || (!load.prompts.is_empty() && own.prompt.is_some()) {
            let message = wording::replaces_lane_request();
            problems.push(Problem { lane: Some(place), message });
        }
    }
    problems
}

#[cfg(test)]
#[path = "whole_request_tests.rs"]
mod tests;
