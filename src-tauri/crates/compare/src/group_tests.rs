use cost::TokenSource;

use super::*;
use crate::fixtures::{gathered, is, point, rounds};
use crate::request::LoadLevel;

#[test]
fn requests_of_one_provider_model_and_load_are_one_contender() {
    let mut points =
        rounds("a", &[100.0, 200.0, 300.0, 400.0, 500.0], |p, ms| p.ttft_ms = Some(ms));
    points.push(MeasuredRequest { load: LoadLevel::InFlight(8), ..point("a") });
    points.push(MeasuredRequest { model: "other".to_owned(), ..point("a") });
    let groups = gathered(&points);
    let names: Vec<String> = groups.iter().map(|group| group.contender.name.to_string()).collect();
    assert_eq!(names, ["model", "model (8 at once)", "other"], "a shared label tells nothing");
    let first = &groups.first().expect("there are three").contender;
    assert_eq!((first.good, first.place), (5, 0), "five requests, listed first");
    assert!(first.middle(Metric::TtftMs).is_some_and(|ms| is(ms, 300.0)), "their median");
}

#[test]
fn a_provider_alone_goes_by_its_name() {
    let mut points = vec![point("b"), point("a")];
    let named = |points: &[MeasuredRequest]| {
        gathered(points).iter().map(|group| group.contender.name.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(named(&points), ["a", "b"], "by name, in order");
    points.push(MeasuredRequest { model: "other".to_owned(), ..point("b") });
    assert_eq!(named(&points), ["a", "b model", "other"], "a has the model too");
    for point in &mut points {
        point.simulated = true;
    }
    assert_eq!(named(&points), ["a model", "b model", "other"], "simulated ones share a provider");
}

#[test]
fn one_at_an_address_of_the_users_own_goes_by_its_model_too() {
    let own = MeasuredRequest { provider: "custom".to_owned(), ..point("127.0.0.1:8000") };
    let groups = gathered(std::slice::from_ref(&own));
    let name = groups.first().map(|group| group.contender.name.to_string());
    assert_eq!(name.as_deref(), Some("127.0.0.1:8000 model"), "an address alone is no name");
}

#[test]
fn a_failure_is_in_the_error_rate_and_in_no_speed() {
    let mut points = rounds("a", &[100.0; 3], |p, ms| p.ttft_ms = Some(ms));
    points.push(MeasuredRequest { outcome: Outcome::Failed, ttft_ms: Some(9_000.0), ..point("a") });
    points.push(MeasuredRequest { outcome: Outcome::Stopped, ttft_ms: Some(1.0), ..point("a") });
    let groups = gathered(&points);
    let group = groups.first().expect("one contender");
    let answer = &group.contender;
    assert_eq!((answer.good, answer.failed, answer.stopped), (3, 1, 1), "each apart");
    assert!(answer.error_rate.is_some_and(|rate| is(rate, 0.25)), "one of four that ended");
    let ttft = answer.ttft_ms.as_ref().expect("three have one");
    assert!(is(ttft.spread.max, 100.0) && is(ttft.spread.min, 100.0), "neither is a speed");
    assert_eq!(group.points.len(), 4, "what was stopped is not looked at again");
    let only_stopped = [MeasuredRequest { outcome: Outcome::Stopped, ..point("a") }];
    let rate = gathered(&only_stopped).first().and_then(|group| group.contender.error_rate);
    assert_eq!(rate, None, "nobody knows how often it fails");
}

#[test]
fn two_counts_of_tokens_are_never_one_speed() {
    let mut points = rounds("a", &[100.0; 3], |p, tps| p.decode_tps = Some(tps));
    points.push(MeasuredRequest {
        counted: Some(TokenSource::Neutral),
        decode_tps: Some(500.0),
        out_tokens: Some(9.0),
        ..point("a")
    });
    let groups = gathered(&points);
    let answer = &groups.first().expect("one contender").contender;
    assert_eq!(answer.counted, Some(TokenSource::Server), "the server counted most");
    assert_eq!(answer.counted_otherwise, 1, "and not this one");
    assert_eq!(answer.decode_tps.as_ref().map(|speed| speed.spread.n), Some(3), "three speeds");
    assert_eq!(answer.out_tokens.as_ref().map(|tokens| tokens.spread.n), Some(3), "three lengths");
    assert_eq!(answer.ttft_ms.as_ref().map(|ttft| ttft.spread.n), Some(4), "a time needs no count");
}

#[test]
fn thinking_is_reported_request_by_request() {
    let points =
        rounds("a", &[(100.0, 1_100.0), (300.0, 800.0), (200.0, 950.0)], |p, (any, answer)| {
            p.ttft_ms = Some(any);
            p.ttfat_ms = Some(answer);
        });
    let groups = gathered(&points);
    let thinking = groups.first().and_then(|group| group.contender.thinking_ms.as_ref());
    let spread = &thinking.expect("it thinks").spread;
    assert!(is(spread.min, 500.0) && is(spread.max, 1_000.0), "1,000, 500 and 750");
    assert!(is(spread.mean, 750.0), "their mean");
}

#[test]
fn what_is_hidden_keeps_its_place() {
    let points = [point("a"), point("b")];
    let (groups, _) =
        groups(&points.iter().collect::<Vec<_>>(), &["a/a/model".to_owned()], &[], None);
    let shown: Vec<_> =
        groups.iter().map(|group| (group.contender.place, group.contender.shown)).collect();
    assert_eq!(shown, [(0, false), (1, true)], "so the other one keeps its colour");
}
