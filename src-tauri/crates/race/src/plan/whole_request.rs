//! Checks of what the lanes of a plan are asked, before their dialects check what they can carry of it.

use measure::Phrase;
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
        let rows = self.set.iter().flat_map(|set| set.rows().iter());
        let of_rows = rows.filter_map(|row| row.payload.as_ref());
        let mut all = std::iter::once(&self.payload).chain(own).chain(of_rows);
        all.find_map(|payload| payload.unsendable())
    }
}

/// The lanes that are asked nothing. If several share an empty request, that is one problem.
pub(crate) fn empty_inputs(plan: &Plan) -> Vec<Problem> {
    if plan.set.is_some() {
        // What is asked are its rows.
        return Vec::new();
    }
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
    let is_method =
        plan.load.as_ref().is_some_and(|load| load.preset.is_some() || load.lengths.is_some());
    let has_prompts = plan.load.as_ref().is_some_and(|load| !load.prompts.is_empty());
    let mut problems = Vec::new();
    if is_method && !plan.payload.is_empty() {
        problems.push(Problem { lane: None, message: wording::replaces_request() });
    }
    for (place, lane) in (0_u32..).zip(&plan.lanes).filter(|(_, lane)| !lane.muted) {
        let Some(own) = &lane.request else { continue };
        if is_method || (has_prompts && own.prompt.is_some()) {
            let message = wording::replaces_lane_request();
            problems.push(Problem { lane: Some(place), message });
        } else if plan.set.is_some() && own.prompt.is_some() {
            let why = "The set of prompts replaces the prompt that this lane has of its own. Remove the lane's; its system prompt and tools may differ.";
            problems.push(Problem { lane: Some(place), message: Phrase::verbatim(why) });
        }
    }
    problems
}

#[cfg(test)]
#[path = "whole_request_tests.rs"]
mod tests;
