//! What is told of how a comparison came about.

use measure::{Metric, Warning};

use super::super::*;
use crate::aspect::Aspect;
use crate::fixtures::{english, five, is, point, rounds, sixteen};

#[test]
fn partial_prompts_are_reported_and_can_be_left_out() {
    let mut points =
        [five("a", 200.0, 100.0, (1.0, 1.0)), five("b", 200.0, 100.0, (1.0, 1.0))].concat();
    let even = view(&points, &CompareQuestion::default());
    assert_eq!((even.uneven, even.common), (false, 1), "all were asked one thing");
    points.extend(five("a", 900.0, 100.0, (1.0, 1.0)).into_iter().map(|mut point| {
        point.prompt = "another".to_owned();
        point
    }));
    let answer = view(&points, &CompareQuestion::default());
    assert_eq!((answer.uneven, answer.common, answer.requests), (true, 1, 15), "a was asked more");
    let question = CompareQuestion { common_only: true, ..CompareQuestion::default() };
    let narrowed = view(&points, &question);
    assert_eq!((narrowed.uneven, narrowed.requests), (true, 10), "what both were asked");
    let ttft = narrowed.contenders[0].middle(Metric::TtftMs);
    assert!(ttft.is_some_and(|ms| is(ms, 200.0)), "a's other prompt is not in it");
}

#[test]
fn warnings_are_counted_and_their_requests_left_out_when_asked() {
    let requests = rounds("a", &[100.0, 100.0, 100.0, 900.0], |one, ms| {
        one.ttft_ms = Some(ms);
        let late = [Warning::ClientLimited, Warning::StoppedAtLimit];
        one.warnings = late.into_iter().filter(|_| ms > 500.0).collect();
    });
    let answer = view(&requests, &CompareQuestion::default());
    let one = WarningCount { warning: Warning::ClientLimited, requests: 1 };
    assert_eq!(answer.warnings.first(), Some(&one), "what doubts a time stands first");
    assert_eq!(answer.contenders[0].warnings, answer.warnings, "beside whose they are");
    let leave_out = vec![Warning::ClientLimited];
    let without = view(&requests, &CompareQuestion { leave_out, ..CompareQuestion::default() });
    assert_eq!((without.left_out, without.requests), (1, 3), "that request is not there");
    assert_eq!(without.warnings, [one], "though it can be put back; of the other nobody asked");
    assert!(
        english(&without.conditions).contains(&"1 request left out: client-limited".to_owned()),
        "and the conditions say so: {:?}",
        without.conditions
    );
}

#[test]
fn no_warning_is_listed_that_only_requests_left_out_for_another_carry() {
    let mut points = sixteen("a", 100.0, 100.0, (1.0, 1.0));
    for (at, own) in [
        (0, vec![Warning::Short, Warning::TpotApprox]),
        (1, vec![Warning::Short, Warning::StoppedAtLimit]),
        (2, vec![Warning::StoppedAtLimit]),
    ] {
        points[at].warnings = own.into_iter().collect();
    }
    let leave_out = vec![Warning::Short];
    let left = view(&points, &CompareQuestion { leave_out, ..CompareQuestion::default() });
    let told: Vec<_> = left.warnings.iter().map(|one| (one.warning, one.requests)).collect();
    let expected = [(Warning::Short, 2), (Warning::StoppedAtLimit, 1)];
    assert_eq!(told, expected, "what was asked can be put back; nobody asked for tpot_approx");
}

#[test]
fn a_stop_of_this_machine_takes_nobodys_speed() {
    let mut points =
        [sixteen("a", 100.0, 100.0, (1.0, 1.0)), sixteen("frozen", 100.0, 100.0, (1.0, 1.0))]
            .concat();
    let of = |points: &[MeasuredRequest], leave_out: &[Warning]| {
        let leave_out = leave_out.to_vec();
        view(points, &CompareQuestion { leave_out, ..CompareQuestion::default() })
    };
    let at_once = |one: &mut MeasuredRequest, warnings: &[Warning]| {
        (one.ttft_ms, one.ttfat_ms) = (Some(2_500.0), Some(2_500.0));
        (one.latency_ms, one.decode_tps, one.neutral_tps) = (Some(2_501.0), None, None);
        one.warnings = warnings.iter().copied().collect();
    };
    for one in points.iter_mut().skip(20).take(2) {
        at_once(one, &[Warning::ClientLimited]);
    }
    let answer = of(&points, &[]);
    assert_eq!(answer.cost_speed.marks.len(), 2, "both have a speed: {:?}", answer.cost_speed);
    let said = answer.distribution.sentence.to_string();
    assert!(
        said.contains("Requests of frozen have warnings: client-limited in 2 of 16."),
        "{said}"
    );
    for one in points.iter_mut().skip(20).take(2) {
        at_once(one, &[Warning::Buffered]);
    }
    assert_eq!(of(&points, &[]).cost_speed.marks.len(), 1, "a server that was too quick has none");
    let left = of(&points, &[Warning::Buffered]);
    assert_eq!(left.cost_speed.marks.len(), 2, "of what is left, none was: {:?}", left.cost_speed);
}

#[test]
fn what_is_pooled_is_a_condition() {
    let mut requests = rounds("a", &[0.0, 1.0], |one, temperature| {
        one.temperature = Some(temperature);
    });
    requests.push(point("b"));
    let question =
        CompareQuestion { pool_over: vec![Aspect::Temperature], ..CompareQuestion::default() };
    let answer = view(&requests, &question);
    assert_eq!(answer.contenders.len(), 2, "a and b");
    assert!(
        english(&answer.conditions)
            .contains(&"pooled over temperature (temperature 0, temperature 1)".to_owned()),
        "{:?}",
        answer.conditions
    );
    assert_eq!(view(&requests, &CompareQuestion::default()).contenders.len(), 3, "unless asked");
}

#[test]
fn different_prompts_are_a_condition() {
    let mut other = five("b", 200.0, 100.0, (1.0, 1.0));
    for one in &mut other {
        one.prompt = "another".to_owned();
    }
    let points = [five("a", 200.0, 100.0, (1.0, 1.0)), other].concat();
    let told = |common_only| {
        let question = CompareQuestion { common_only, ..CompareQuestion::default() };
        english(&view(&points, &question).conditions)
            .join("; ")
            .contains("different prompts, none in common")
    };
    assert!(told(false), "said wherever they are compared");
    assert!(!told(true), "and not where only common ones are");
}

#[test]
fn models_that_are_told_apart_are_not_warned_of_as_mixed() {
    let mut points = sixteen("two", 80.0, 100.0, (1.0, 1.0));
    for (one, model) in points.iter_mut().zip(["alpha", "beta"].into_iter().cycle()) {
        one.answered_by = Some(model.into());
        one.warnings = [Warning::ModelsMixed].into_iter().collect();
    }
    let told = view(&points, &CompareQuestion::default());
    assert_eq!((told.contenders.len(), told.warnings.len()), (2, 0), "each by itself");
    let leave_out = vec![Warning::ModelsMixed];
    let left = view(&points, &CompareQuestion { leave_out, ..CompareQuestion::default() });
    assert_eq!(left.left_out, 0, "nothing is mixed");
    let pool_over = vec![Aspect::AnsweredModel];
    let pooled = view(&points, &CompareQuestion { pool_over, ..CompareQuestion::default() });
    assert_eq!((pooled.contenders.len(), pooled.warnings.len()), (1, 1), "pooled on request");
}

#[test]
fn one_prompt_with_other_limits_is_one_prompt() {
    let mut limited = sixteen("b", 80.0, 100.0, (1.0, 1.0));
    for one in &mut limited {
        one.max_tokens = Some(15);
    }
    let points = [sixteen("a", 80.0, 100.0, (1.0, 1.0)), limited].concat();
    let told = view(&points, &CompareQuestion::default());
    let facts = english(&told.conditions);
    assert!(facts.contains(&"different limits".to_owned()), "{facts:?}");
    assert!(facts.iter().all(|fact| !fact.contains("different prompts")), "{facts:?}");
    assert_eq!((told.uneven, told.common), (false, 1), "asked the same");
}
