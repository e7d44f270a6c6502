use crate::fixtures::{five, point};
use crate::question::CompareQuestion;
use crate::request::{MeasuredRequest, Outcome};
use crate::view::view;

/// Why there is nothing, then what is said of days and of runs.
fn told(points: &[MeasuredRequest], question: &CompareQuestion) -> [String; 3] {
    let view = view(points, question);
    let nothing = view.nothing.map(|why| why.to_string()).unwrap_or_default();
    [nothing, view.trend.sentence.to_string(), view.changes.sentence.to_string()]
}

#[test]
fn a_history_without_requests_says_that_nothing_is_there_and_what_makes_some() {
    let [why, days, runs] = told(&[], &CompareQuestion::default());
    assert_eq!(
        why,
        "There is nothing to compare: no request was measured. A race of two lanes measures some.",
        "why, and what to do"
    );
    assert_eq!(days, "No request is here that could tell of a change over the days.", "of no day");
    assert_eq!(runs, "There is no run; a difference needs two.", "and of no run");
}

#[test]
fn requests_that_are_not_asked_for_are_told_where_nothing_else_is_there() {
    let simulated = five("a", 200.0, 100.0, (1.0, 1.0)).into_iter();
    let simulated: Vec<_> =
        simulated.map(|one| MeasuredRequest { simulated: true, ..one }).collect();
    let real = five("a", 200.0, 100.0, (1.0, 1.0));
    let of_simulated = CompareQuestion { simulated: true, ..CompareQuestion::default() };
    let [why, ..] = told(&simulated, &CompareQuestion::default());
    assert!(why.ends_with("all 5 requests are simulated, which are compared apart."), "{why}");
    let [why, ..] = told(&real, &of_simulated);
    assert!(why.ends_with("none of the 5 requests is simulated."), "{why}");
    let mut warned = real.clone();
    for one in &mut warned {
        one.warnings = [measure::Warning::ClientLimited].into_iter().collect();
    }
    let without = CompareQuestion {
        leave_out: vec![measure::Warning::ClientLimited],
        ..CompareQuestion::default()
    };
    let [why, ..] = told(&warned, &without);
    assert!(
        why.ends_with("all 5 requests are left out for their warnings: client-limited."),
        "{why}"
    );
    let other = MeasuredRequest { prompt: "another".to_owned(), ..point("b") };
    let common = CompareQuestion { common_only: true, ..CompareQuestion::default() };
    let [why, ..] = told(&[real, vec![other]].concat(), &common);
    assert!(why.ends_with("no prompt was asked of every contender."), "{why}");
}

#[test]
fn where_contenders_are_there_nothing_is_missing_although_all_of_them_failed() {
    let day = 86_400;
    let failed = (0..2).map(|n| MeasuredRequest {
        run: format!("run-{n}"),
        at_s: point("a").at_s + n * day,
        outcome: Outcome::Failed,
        ttft_ms: None,
        latency_ms: None,
        decode_tps: None,
        cost_usd: None,
        ..point("a")
    });
    let failed: Vec<_> = failed.collect();
    let [why, days, runs] = told(&failed, &CompareQuestion::default());
    assert_eq!(why, "", "requests were made");
    assert_eq!(
        days,
        "Of 2 requests none was answered, so there is no number that could change over the days.",
        "and not of one day"
    );
    assert_eq!(
        runs, "No contender was answered in both runs.",
        "it is in both, where every request failed"
    );
}

#[test]
fn contenders_measured_on_a_day_each_are_not_of_one_day() {
    let mut points = five("a", 200.0, 100.0, (1.0, 1.0));
    points.extend(five("b", 200.0, 100.0, (1.0, 1.0)).into_iter().map(|one| MeasuredRequest {
        run: "run-2".to_owned(),
        at_s: one.at_s + 86_400,
        ..one
    }));
    let [_, days, _] = told(&points, &CompareQuestion::default());
    assert!(
        days.starts_with("Whether a number changed can be told from")
            && days.ends_with("at most 1."),
        "two days, of each contender one: {days}"
    );
    let [_, days, _] = told(&points[..5], &CompareQuestion::default());
    assert!(days.starts_with("All requests are from one day"), "one is one: {days}");
}
