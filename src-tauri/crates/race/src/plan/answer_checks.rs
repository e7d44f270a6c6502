//! The checks of a plan's answers, ready for each lane.

use std::sync::Arc;

use checks::{Checker, CompiledChecks, MOST_CHECKS, Tool};
use measure::Phrase;
use providers::{Payload, Tool as OfferedTool};

use crate::plan::{LanePlan, Plan, Problem};

/// The most bytes of all checks of a plan, as a document has them.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// The checks of one lane's answers, compiled with the tools of its request.
#[derive(Debug)]
pub struct AnswerChecks(Checker);

impl AnswerChecks {
    /// Those of the lane at an index of the plan, from 0; `None` if the plan has no checks.
    pub fn of(plan: &Plan, place: u32) -> Option<Arc<Self>> {
        Self::of_lanes(plan, [place]).pop().flatten()
    }

    /// Those of the lanes at these indexes of the plan, from 0, in the same order; compiled once for all that send the plan's own
    /// request.
    pub fn of_lanes(plan: &Plan, places: impl IntoIterator<Item = u32>) -> Vec<Option<Arc<Self>>> {
        let places = places.into_iter();
        if plan.checks.is_empty() {
            return places.map(|_| None).collect();
        }
        let mut compiled = CompiledChecks::of(&plan.checks);
        let mut shared = None;
        let mut of = |place: u32| {
            let mut with = |payload| Arc::new(Self::with(&mut compiled, payload));
            match plan.lanes.get(place as usize).filter(|lane| has_own_payload(lane)) {
                Some(lane) => with(plan.input_of(lane).payload),
                None => Arc::clone(shared.get_or_insert_with(|| with(&plan.payload))),
            }
        };
        places.map(|place| Some(of(place))).collect()
    }

    fn with(compiled: &mut CompiledChecks, payload: &Payload) -> Self {
        let tools: Vec<Tool<'_>> = payload.tools.iter().map(offered).collect();
        Self(compiled.with_tools(&tools))
    }

    pub(crate) fn checker(&self) -> &Checker {
        &self.0
    }
}

fn offered(tool: &OfferedTool) -> Tool<'_> {
    match tool {
        OfferedTool::Function(function) => {
            Tool::Function { name: &function.name, parameters: function.parameters.as_ref() }
        }
        OfferedTool::Own(_) => Tool::Own,
    }
}

/// Whether a lane sends something else than the plan's own request.
fn has_own_payload(lane: &LanePlan) -> bool {
    lane.request.as_ref().is_some_and(|own| own.payload.is_some())
}

/// Checks that cannot be used: those of the whole plan, and those of lanes that are asked something else.
pub(crate) fn unusable_checks(plan: &Plan) -> Vec<Problem> {
    if plan.checks.is_empty() {
        return Vec::new();
    }
    let whole = |message: String| vec![Problem { lane: None, message: Phrase::verbatim(&message) }];
    if plan.checks.len() > MOST_CHECKS {
        return whole(format!(
            "There are {} checks; at most {MOST_CHECKS} are applied to an answer.",
            plan.checks.len()
        ));
    }
    let bytes = serde_json::to_string(&plan.checks).map_or(usize::MAX, |text| text.len());
    if bytes > MOST_BYTES {
        return whole(format!("The checks come to more than {} MB.", MOST_BYTES / (1024 * 1024)));
    }
    let lanes = || (0_u32..).zip(&plan.lanes).filter(|(_, lane)| !lane.muted);
    let mut compiled = CompiledChecks::of(&plan.checks);
    let mut with = |payload| AnswerChecks::with(&mut compiled, payload);
    let shares = lanes().next().is_none() || lanes().any(|(_, lane)| !has_own_payload(lane));
    let shared = shares.then(|| (None, with(&plan.payload)));
    let own = lanes()
        .filter(|(_, lane)| has_own_payload(lane))
        .map(|(place, lane)| (Some(place), with(plan.input_of(lane).payload)));
    let problems = shared.into_iter().chain(own).flat_map(|(lane, checks)| {
        let problems: Vec<_> = checks.0.problems().collect();
        problems
            .into_iter()
            .map(move |message| Problem { lane, message: Phrase::verbatim(&message) })
    });
    problems.collect()
}

#[cfg(test)]
mod tests {
    use checks::written;
    use providers::{Function, Payload};

    use super::*;
    use crate::plan::lane_request::LaneRequest;

    fn plan(check: &str) -> Plan {
        let lane =
            LanePlan { provider: "simulated".into(), model: "lpu".into(), ..LanePlan::default() };
        let checks = vec![written(check).expect("a check")];
        Plan { prompt: "Why?".into(), lanes: vec![lane], checks, ..Plan::default() }
    }

    #[test]
    fn a_check_that_cannot_be_used_prevents_the_start() {
        assert_eq!(unusable_checks(&plan("contains:Paris")), Vec::new(), "it can be used");
        let [problem] = &unusable_checks(&plan("regex:("))[..] else { panic!("one problem") };
        assert!(problem.message.to_string().contains("not understood"), "{problem:?}");
        let many = Plan { checks: vec![written("json").expect("a check"); 51], ..plan("json") };
        assert!(
            unusable_checks(&many)[0].message.to_string().contains("at most 50"),
            "{:?}",
            unusable_checks(&many)
        );
        assert_eq!(unusable_checks(&Plan::default()), Vec::new(), "nothing is checked");
    }

    #[test]
    fn calls_are_checked_against_the_tools_of_each_lane() {
        let mut plan = plan("tool-call-valid");
        assert_eq!(unusable_checks(&plan).len(), 1, "no tool is offered");
        let function = Function { name: "now".into(), ..Function::default() };
        let payload =
            Payload { tools: vec![OfferedTool::Function(function)], ..Payload::default() };
        plan.lanes[0].request =
            Some(LaneRequest { payload: Some(payload.clone().into()), ..LaneRequest::default() });
        assert_eq!(unusable_checks(&plan), Vec::new(), "its own request offers one");
        plan.payload = payload.into();
        plan.lanes[0].request = Some(LaneRequest {
            payload: Some(Payload::default().into()),
            ..LaneRequest::default()
        });
        assert_eq!(unusable_checks(&plan)[0].lane, Some(0), "its own request offers none");
    }
}
