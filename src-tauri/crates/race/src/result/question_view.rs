//! The questions that a table shows of a run whose answers are not beside it, with why answers are not right.

use std::collections::HashMap;

use checks::{CheckResult, CheckVerdict};
use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::result::lane::Lane;
use crate::result::questions::{Questions, asked, questions};

/// Which question each lane answered right, as far as a table shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, specta::Type)]
pub struct QuestionView {
    /// The questions that it shows, and no others.
    pub questions: Questions,
    /// Question by question and lane by lane, what the checks found in the first answer that is not right; nothing where each is, and
    /// of a request that failed.
    pub reasons: Vec<Vec<Vec<CheckResult>>>,
}

/// See [`Run::question_view`](crate::Run::question_view).
pub(crate) fn question_view(
    plan: &Plan,
    lanes: &[Lane],
    has_prompts: bool,
) -> Option<QuestionView> {
    let questions = questions(plan, lanes, has_prompts)?.shown_alone();
    let places: HashMap<u32, usize> =
        questions.all.iter().map(|question| question.at).zip(0_usize..).collect();
    let mut reasons = vec![vec![Vec::new(); lanes.len()]; questions.all.len()];
    for (lane, place) in lanes.iter().zip(0_usize..) {
        for (at, sample) in asked(lane, plan.set.is_some()) {
            let of_question = places.get(&at).and_then(|index| reasons.get_mut(*index));
            let Some(found) = of_question.and_then(|lanes| lanes.get_mut(place)) else { continue };
            if found.is_empty() {
                let is_open = |result: &&CheckResult| result.verdict != CheckVerdict::Right;
                found.extend(sample.checks.iter().filter(is_open).cloned());
            }
        }
    }
    Some(QuestionView { questions, reasons })
}

#[cfg(test)]
mod tests {
    use checks::{Answer, Checker, written};

    use crate::result::sample::Sample;
    use crate::result::status::Status;
    use crate::testing::{lane, run, sample};
    use crate::workload::{PromptSet, Row};

    /// A request that asked a row and was answered so, where "6" is right.
    fn answered(row: u32, text: &str) -> Sample {
        let checker = Checker::of(&[written("number:6").expect("a check")], &[]);
        let checks = checker.results(&Answer { text, ..Answer::default() });
        let right = checks::all_right(&checks);
        Sample { row: Some(row), right, checks, ..sample(Status::Ok) }
    }

    #[test]
    fn each_question_says_why_the_first_answer_that_is_not_right_is_not() {
        let right = [answered(0, "6"), answered(1, "It is 6.")];
        let wrong = [
            answered(0, "6"),
            answered(0, "7"),
            answered(0, "8"),
            Sample { row: Some(1), ..sample(Status::ErrorNet) },
        ];
        let mut run = run(vec![lane(right), lane(wrong)]);
        let row = |name: &str| Row { name: name.into(), prompt: "3 + 3?".into(), ..Row::default() };
        run.plan.set = Some(PromptSet::Rows { rows: vec![row("a"), row("b")].into() });
        let view = run.question_view().expect("they were checked");
        let told = |at: usize, lane: usize| -> Vec<&str> {
            let found = &view.reasons[at][lane];
            found.iter().filter_map(|result| result.reason.as_deref()).collect()
        };
        let first = "expected 6, found 7 as the last of 1 number";
        assert_eq!(told(0, 1), [first], "and not of every one");
        assert!(told(0, 0).is_empty() && told(1, 0).is_empty(), "each is right");
        assert!(told(1, 1).is_empty(), "a request that failed has no answer");
    }

    #[test]
    fn only_the_questions_that_are_shown_cross() {
        let many: Vec<Sample> =
            (0..500).map(|row| answered(row, if row % 5 == 0 { "7" } else { "6" })).collect();
        let mut run = run(vec![lane(many)]);
        let row = |at: u32| Row { name: format!("q{at}"), ..Row::default() };
        run.plan.set = Some(PromptSet::Rows { rows: (0..500).map(row).collect::<Vec<_>>().into() });
        let view = run.question_view().expect("they were checked");
        assert_eq!((view.questions.all.len(), view.reasons.len()), (60, 60), "and no more");
        assert_eq!(view.questions.shown, (0..60).collect::<Vec<u32>>(), "each of them is shown");
        assert_eq!((view.questions.right_left_out, view.questions.others_left_out), (400, 40));
        assert!(view.reasons.iter().all(|lanes| lanes[0].len() == 1), "each with its reason");
    }
}
