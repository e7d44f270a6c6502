use race::workload::{PromptSet, Row};
use race::{Sample, Status};

use super::*;
use crate::fixtures::finished;

fn names() -> Vec<String> {
    ["A", "B"].map(str::to_owned).to_vec()
}

/// A race over so many questions, of which the second lane answers every `nth` wrong and fails at the last.
fn asked(questions: usize, nth: usize) -> Run {
    let (mut run, _) = finished("a", 2);
    run.lanes.truncate(2);
    let rows: Vec<Row> = (0..questions)
        .map(|at| Row {
            name: format!("q{at}"),
            prompt: format!("What is {at} times seven, and why is it\nnot another number at all?"),
            ..Row::default()
        })
        .collect();
    run.plan.set = Some(PromptSet::Rows { rows: rows.into() });
    for (lane, at) in run.lanes.iter_mut().zip(0..) {
        let one = lane.samples[0].clone();
        lane.samples = (0..questions)
            .map(|row| {
                let is_last = at == 1 && row + 1 == questions;
                let right = (!is_last).then_some(at == 0 || row % nth != 0);
                let status = if is_last { Status::ErrorNet } else { Status::Ok };
                Sample {
                    row: u32::try_from(row).ok(),
                    right,
                    status,
                    checks: Vec::new(),
                    ..one.clone()
                }
            })
            .collect();
    }
    run
}

#[test]
fn each_question_says_who_answered_it_right() {
    let table = question_table(&asked(4, 3), &names()).expect("they were checked");
    assert_eq!(table.headings, ["Question", "A", "B"], "lane by lane");
    let name = "q0: What is 0 times seven, and why is it not another…";
    assert_eq!(table.rows[0], [name, "right", "✗ wrong"], "by its name and how it begins");
    assert_eq!(table.rows[1][1..], ["right", "right"], "both");
    assert_eq!(table.rows[3][1..], ["right", "✗ failed"], "no answer is not right");
    assert_eq!(table.left_out, None, "four fit");
}

#[test]
fn of_many_questions_a_table_says_which_are_left_out() {
    let table = question_table(&asked(500, 5), &names()).expect("they were checked");
    assert_eq!(table.rows.len(), 60, "bounded");
    let left_out = table.left_out.expect("most");
    assert_eq!(
        left_out,
        "Left out: 399 questions that every lane answered right and 41 questions more."
    );
}

#[test]
fn a_question_that_was_asked_more_than_once_says_how_often_it_was_right() {
    let mut run = asked(2, 2);
    for lane in &mut run.lanes {
        let again = lane.samples.clone();
        lane.samples.extend(again);
    }
    let table = question_table(&run, &names()).expect("they were checked");
    assert_eq!(table.rows[0][1..], ["2/2", "✗ 0/2"], "of two each");
    for (sample, right) in run.lanes[0].samples.iter_mut().zip([Some(true), None]) {
        (sample.right, sample.row) = (right, Some(0));
        sample.checks = vec![checks::CheckResult {
            check: "JSON".into(),
            verdict: checks::CheckVerdict::Unknown,
            reason: None,
            check_phrase: None,
            reason_phrase: None,
            tool_call_error: None,
        }];
    }
    let table = question_table(&run, &names()).expect("they were checked");
    assert_eq!(table.rows[0][1], "? 2/3", "one is not known to be right");
}

#[test]
fn a_lane_that_was_not_asked_a_question_has_an_empty_cell() {
    let mut run = asked(3, 2);
    run.lanes[1].samples.truncate(1);
    let table = question_table(&run, &names()).expect("they were checked");
    assert_eq!(table.rows[2][1..], ["right", ""], "nothing came of it");
}
