//! The checks that decide whether the steps of a chain are asked.

use std::sync::Arc;

use checks::{Check, CheckResult, Compiler, all_right};

use crate::plan::answer_checks::AnswerChecks;
use crate::plan::chain::next_step;
use crate::plan::step_rule::StepRule;
use crate::plan::{NextStep, Plan};
use crate::workload::{PromptSet, Row};

/// The checks before each later step of one lane.
#[derive(Debug, Clone, Default)]
pub struct StepChecks {
    then: Vec<NextStep>,
    /// One for each of these; absent where no check decides.
    gates: Vec<Option<Arc<AnswerChecks>>>,
}

impl StepChecks {
    /// Those of the lanes at these indexes of the plan, from 0, each with the checks of its answers; compiled together, so that all of them
    /// are bounded as the checks of one plan are.
    pub fn of_lanes(
        plan: &Plan,
        lanes: impl IntoIterator<Item = (u32, Option<Arc<AnswerChecks>>)>,
    ) -> Vec<Self> {
        let mut compiler = Compiler::default();
        let of_lane = |(place, answers): (u32, Option<Arc<AnswerChecks>>)| {
            let then = plan.lanes.get(place as usize).map(|lane| lane.later.clone());
            let then = then.unwrap_or_default();
            let gate = |next: &NextStep| match &next.rule {
                StepRule::CheckFails { checks } if checks.is_empty() => answers.clone(),
                StepRule::CheckFails { checks } => {
                    AnswerChecks::with(&mut compiler, &gate_plan(plan, checks), place)
                }
                StepRule::Always | StepRule::Says { .. } | StepRule::Otherwise => None,
            };
            let gates = then.iter().map(gate).collect();
            Self { then, gates }
        };
        lanes.into_iter().map(of_lane).collect()
    }

    /// Which step is asked after the step `asked`, both from 0, and what the last checks found that were asked for that. `answer` is absent
    /// if there is none; `results` gives what checks find in it.
    pub(crate) fn decide(
        &self,
        asked: u32,
        answer: Option<&str>,
        results: impl Fn(&AnswerChecks) -> Vec<CheckResult>,
    ) -> (Option<u32>, Vec<CheckResult>) {
        let mut found = Vec::new();
        let passes = |step: u32| {
            let gate = (step as usize).checked_sub(1).and_then(|at| self.gates.get(at)?.as_ref());
            let Some(gate) = gate else { return false };
            found = results(gate);
            all_right(&found) == Some(true)
        };
        let next = next_step(&self.then, asked, answer, passes);
        (next, found)
    }
}

/// The plan with these checks alone in the place of its own and of its rows; itself if there are none.
pub(crate) fn gate_plan(plan: &Plan, checks: &[Check]) -> Plan {
    if checks.is_empty() {
        return plan.clone();
    }
    let bare = |row: &Row| Row { checks: Vec::new(), ..row.clone() };
    let set = plan.set.as_ref().map(|set| PromptSet::Rows {
        rows: set.rows().iter().map(bare).collect::<Vec<_>>().into(),
    });
    Plan { checks: checks.to_vec(), set, ..plan.clone() }
}
