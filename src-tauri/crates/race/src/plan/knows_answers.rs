//! Whether what decides over the steps of a chain knows the expected answer, which no application does.

use checks::Check;

use crate::plan::Plan;
use crate::plan::step_rule::StepRule;
use crate::workload::PromptSet;

impl Plan {
    /// Whether a lane, by its index, goes on to a later step by a check that says what the answer to its question is: then it climbs exactly
    /// where the step before is wrong, which nobody can do who does not know the answer.
    pub fn knows_answers(&self, lane: u32) -> bool {
        let Some(lane) = self.lanes.get(lane as usize) else { return false };
        let of_rows = || {
            let rows = self.set.as_ref().map(PromptSet::rows);
            rows.is_some_and(|rows| rows.iter().any(|row| row.checks.iter().any(is_of_its_answer)))
        };
        lane.later.iter().any(|next| match &next.rule {
            StepRule::CheckFails { checks } if checks.is_empty() => {
                self.checks.iter().any(is_of_the_answer) || of_rows()
            }
            StepRule::CheckFails { checks } => checks.iter().any(is_of_the_answer),
            StepRule::Always | StepRule::Says { .. } | StepRule::Otherwise => false,
        })
    }
}

/// Whether a check says what the answer is, and not of what form: a text or a pattern may be of either, and is not taken to be the answer
/// but in whole.
fn is_of_the_answer(check: &Check) -> bool {
    matches!(
        check,
        Check::Equals(_) | Check::Number(_) | Check::ToolCallEquals(_) | Check::Merged(_)
    )
}

/// The same of a check of one question, where a text is of the answer too.
fn is_of_its_answer(check: &Check) -> bool {
    is_of_the_answer(check) || matches!(check, Check::Contains(_) | Check::Regex(_))
}

#[cfg(test)]
mod tests {
    use checks::written;

    use super::*;
    use crate::plan::{LanePlan, NextStep};
    use crate::workload::Row;

    fn plan(own: &[&str], of_row: &str) -> Plan {
        let checks = own.iter().map(|text| written(text).expect("a check")).collect();
        let next = NextStep { lane: LanePlan::default(), rule: StepRule::CheckFails { checks } };
        let row = Row { checks: vec![written(of_row).expect("a check")], ..Row::default() };
        Plan {
            set: Some(PromptSet::Rows { rows: vec![row].into() }),
            lanes: vec![LanePlan { later: vec![next], ..LanePlan::default() }, LanePlan::default()],
            ..Plan::default()
        }
    }

    #[test]
    fn a_cascade_that_is_decided_by_the_expected_answer_knows_it() {
        assert!(plan(&[], "number:42").knows_answers(0), "the row says what is right");
        assert!(!plan(&[], "number:42").knows_answers(1), "a single request decides nothing");
        assert!(
            plan(&[], "contains:Paris").knows_answers(0),
            "a text of one question is its answer"
        );
        assert!(!plan(&[], "no-refusal").knows_answers(0), "an application can look for a refusal");
        assert!(!plan(&["json"], "number:42").knows_answers(0), "its own check is one of form");
        assert!(plan(&["equals:Paris"], "json").knows_answers(0), "its own check is the answer");
    }
}
