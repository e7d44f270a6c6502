//! Rankings of contenders whose answers are right or wrong.

use checks::CheckVerdict;

use super::tests::{half, of};
use super::*;
use crate::fixtures::{english, equal, is, sixteen};
use crate::request::MeasuredRequest;

/// 40 rounds at $0.001 a request, of which so many are answered right.
fn answered(provider: &str, right: usize, usd: f64) -> Vec<MeasuredRequest> {
    let mut points = equal(40, provider, (100.0, 50.0), (0.0, usd));
    for (nth, point) in points.iter_mut().enumerate() {
        point.verdict = Some(if nth < right { CheckVerdict::Right } else { CheckVerdict::Wrong });
        (point.took_ms, point.spent_usd) = (point.latency_ms, point.cost_usd);
    }
    points
}

#[test]
fn contenders_of_short_answers_are_ranked_by_what_a_right_one_took_and_cost() {
    // An answer of a few tokens has no speed, so nothing of another length can be predicted from it.
    let short = |provider: &str, right: usize, usd: f64| {
        let mut points = answered(provider, right, usd);
        for point in &mut points {
            (point.decode_tps, point.neutral_tps, point.answer_tps) = (None, None, None);
        }
        points
    };
    let points = [short("cheap", 30, 1.0), short("fair", 40, 2.0), short("dear", 40, 9.0)].concat();
    let answer = of(&points, &use_case_of_checked());
    let places: Vec<u32> = answer.ranked.iter().map(|one| one.place).collect();
    let named = |place: u32| ["cheap", "dear", "fair"][place as usize];
    assert_eq!(places.into_iter().map(named).collect::<Vec<_>>(), ["fair", "dear", "cheap"]);
    assert!(
        answer.ranked[2].against[0].to_string().contains("is below 95"),
        "the cheapest is wrong too often: {:?}",
        answer.ranked[2].against
    );
    let fair = &answer.ranked[0].parts;
    let of_figure = |figure: Figure| fair.iter().find(|part| part.figure == figure)?.value;
    assert_eq!(of_figure(Figure::TimePerRight), Some(2_100.0), "as measured, in milliseconds");
    assert!(is(of_figure(Figure::CostPerRight).expect("a cost"), 0.0002), "and in dollars");
    let told = answer.sentence.to_string();
    assert!(told.contains("fair, 100 of 100"), "significantly: {told}");
    assert!(!told.contains("predicted"), "nothing is: {told}");
}

#[test]
fn a_cheap_contender_that_is_often_wrong_is_not_cheap() {
    let cost = half(&[(Figure::Cost, 1.0)], &[]);
    let per_right = half(&[(Figure::CostPerRight, 1.0)], &[]);
    let points = [answered("cheap", 10, 1.0), answered("right", 40, 2.0)].concat();
    let first = |use_case: &UseCase| of(&points, use_case).ranked[0].place;
    assert_eq!((first(&cost), first(&per_right)), (0, 1), "a quarter right costs four times more");
    let sentence = of(&points, &per_right).sentence.to_string();
    assert!(sentence.starts_with("For test: right, 100 of 100"), "significantly: {sentence}");
    let near = [answered("cheap", 30, 1.0), answered("right", 40, 1.2)].concat();
    let sentence = of(&near, &per_right).sentence.to_string();
    assert!(sentence.contains("no one is significantly best"), "within the intervals: {sentence}");
}

#[test]
fn a_share_of_right_answers_is_a_least_limit_that_may_be_open() {
    let limit = |right| {
        let points = answered("a", right, 1.0);
        of(&points, &half(&[(Figure::Cost, 1.0)], &[(Figure::Right, 0.95)])).ranked[0].clone()
    };
    let all = limit(40);
    assert!(all.against.is_empty(), "all are right");
    assert!(
        all.open[0].to_string().contains("of 40 requests may be 91"),
        "of too few: {:?}",
        all.open
    );
    let most = limit(37);
    assert!(most.against[0].to_string().contains("is below 95"), "{:?}", most.against);
    assert!(
        most.against[0].to_string().contains("but may be"),
        "which is not sure: {:?}",
        most.against
    );
    assert!(
        !limit(20).against[0].to_string().contains("may be"),
        "which is: {:?}",
        limit(20).against
    );
}

#[test]
fn without_checks_a_right_answer_has_no_cost() {
    let points = sixteen("a", 100.0, 50.0, (1.0, 1.0));
    let answer = of(&points, &half(&[(Figure::CostPerRight, 1.0)], &[]));
    assert_eq!(english(&answer.ranked[0].against), ["no answer was checked"], "said so");
    let none = of(&answered("a", 0, 1.0), &half(&[(Figure::CostPerRight, 1.0)], &[]));
    assert_eq!(english(&none.ranked[0].against), ["no answer is right"], "and of no right one");
}
