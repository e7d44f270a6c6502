//! The checks of a plan's answers, ready for each lane.

use checks::{Check, Checker, MOST_CHECKS, Tool};
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
    pub fn of(plan: &Plan, place: u32) -> Option<Self> {
        let input = plan.input_at(place);
        (!plan.checks.is_empty()).then(|| Self::with(&plan.checks, input.payload))
    }

    fn with(checks: &[Check], payload: &Payload) -> Self {
        let tools: Vec<Tool<'_>> = payload.tools.iter().map(offered).collect();
        Self(Checker::of(checks, &tools))
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
    let has_own = |lane: &LanePlan| lane.request.as_ref().is_some_and(|own| own.payload.is_some());
    let shares = lanes().next().is_none() || lanes().any(|(_, lane)| !has_own(lane));
    let shared = shares.then(|| (None, AnswerChecks::with(&plan.checks, &plan.payload)));
    let own = lanes().filter(|(_, lane)| has_own(lane)).map(|(place, lane)| {
        (Some(place), AnswerChecks::with(&plan.checks, plan.input_of(lane).payload))
    });
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
