//! What is told of answers that were checked.

use checks::{CheckResult, CheckVerdict};

use crate::fixtures::finished;
use crate::{right_answers, wrong_answers};

fn result(check: &str, verdict: CheckVerdict, reason: &str) -> CheckResult {
    CheckResult {
        check: check.to_owned(),
        verdict,
        reason: Some(reason.to_owned()),
        check_phrase: None,
        reason_phrase: None,
        tool_call_error: None,
    }
}

fn names() -> Vec<String> {
    ["A", "B", "C"].map(str::to_owned).to_vec()
}

#[test]
fn of_a_wrong_answer_what_is_wrong_is_told_and_not_what_is_unknown_before_it() {
    let unknown = || result("is in German", CheckVerdict::Unknown, "the answer is too short");
    let wrong = result("contains \"Paris\"", CheckVerdict::Wrong, "found nothing like it");
    let (mut run, _) = finished("a", 2);
    let samples = &mut run.lanes[0].samples;
    (samples[0].right, samples[0].checks) = (Some(false), vec![unknown(), wrong]);
    (samples[1].right, samples[1].checks) = (None, vec![unknown()]);
    let told = wrong_answers(&run, &names());
    assert_eq!(
        told,
        [
            "A, wrong: round 1: contains \"Paris\": found nothing like it",
            "A, unknown: round 2: is in German: the answer is too short"
        ]
    );
}

#[test]
fn two_lanes_that_cannot_be_told_apart_are_not_called_equal() {
    let (mut run, _) = finished("a", 4);
    for (lane, right) in [(0, [true, true, true, true]), (1, [true, true, true, false])] {
        for (sample, right) in run.lanes[lane].samples.iter_mut().zip(right) {
            let verdict = if right { CheckVerdict::Right } else { CheckVerdict::Wrong };
            (sample.right, sample.checks) = (Some(right), vec![result("is 42", verdict, "41")]);
        }
    }
    let told = right_answers(&run, &names()).join("\n");
    assert!(
        told.contains("B wins nothing and leads no comparison: 1 of its answers is wrong."),
        "{told}"
    );
    assert!(told.contains("Whether A or B is right more often, this does not show"), "{told}");
    assert!(
        told.contains("of 4 rounds that both answered") && told.contains("p = 0.500"),
        "{told}"
    );
}
