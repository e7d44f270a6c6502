use std::sync::Arc;

use super::*;
use crate::fixtures::{english, gathered, point, rounds};
use crate::group::groups;
use crate::request::RequestSettings;

fn asked(effort: Option<&str>) -> Arc<RequestSettings> {
    Arc::new(RequestSettings { effort: effort.map(str::to_owned), ..RequestSettings::default() })
}

/// Six requests at either effort, with the TTFT of each.
fn two_efforts() -> Vec<MeasuredRequest> {
    let mut low = rounds("a", &[100.0; 6], |one, ms| one.ttft_ms = Some(ms));
    let mut high = rounds("a", &[1_000.0; 6], |one, ms| one.ttft_ms = Some(ms));
    for (requests, effort) in [(&mut low, "low"), (&mut high, "high")] {
        for one in requests {
            one.run = effort.to_owned();
            one.asked_with = asked(Some(effort));
        }
    }
    [low, high].concat()
}

fn names(requests: &[MeasuredRequest]) -> Vec<String> {
    gathered(requests).iter().map(|group| group.contender.name.to_string()).collect()
}

#[test]
fn two_efforts_are_two_contenders_and_no_median_lies_between_them() {
    let requests = two_efforts();
    let contenders = gathered(&requests);
    let all: Vec<(String, f64)> = contenders
        .iter()
        .map(|group| &group.contender)
        .map(|one| (one.name.to_string(), one.ttft_ms.as_ref().expect("known").middle))
        .collect();
    assert_eq!(
        all,
        [("a (effort high)", 1_000.0), ("a (effort low)", 100.0)]
            .map(|(name, ms)| (name.to_owned(), ms)),
        "each by itself"
    );
    assert_eq!(contenders[0].contender.id, "a/a/model (effort high)", "and by an id of its own");
}

#[test]
fn differing_requests_are_pooled_on_request_and_named() {
    let requests = two_efforts();
    let all: Vec<&MeasuredRequest> = requests.iter().collect();
    let (apart, used) = groups(&all, &[], &[], None);
    assert_eq!((apart.len(), used.len()), (2, 1), "one thing differs");
    assert!(
        !used[0].pooled && english(&used[0].values) == ["effort high", "effort low"],
        "this: {used:?}"
    );
    let (pooled, used) = groups(&all, &[], &[Aspect::Effort], None);
    assert_eq!(pooled.len(), 1, "one contender");
    assert_eq!(pooled[0].contender.name.to_string(), "a", "by its plain name");
    assert!(used[0].pooled, "which is said");
}

#[test]
fn requests_that_differ_are_separated_and_named() {
    type Change = fn(&mut MeasuredRequest);
    let changes: [(&str, Change); 7] = [
        ("temperature 0.5", |one| one.temperature = Some(0.5)),
        ("cold connection", |one| one.cold = true),
        ("from elsewhere", |one| one.machine = Some("elsewhere".into())),
        ("answered by other", |one| one.answered_by = Some("other".into())),
        ("tier flex", |one| one.answered_tier = Some("flex".into())),
        ("cached prompt", |one| one.cached_tokens = Some(900.0)),
        ("at https://b.example", |one| {
            let address = Some("https://b.example".to_owned());
            one.asked_with = Arc::new(RequestSettings { address, ..RequestSettings::default() });
        }),
    ];
    for (named, change) in changes {
        let mut other = MeasuredRequest { run: "run-2".to_owned(), ..point("a") };
        change(&mut other);
        assert_eq!(names(&[point("a"), other]), ["a", &format!("a ({named})")], "{named}");
    }
    assert_eq!(names(&[point("a"), point("a")]), ["a"], "what is the same is not named");
}

#[test]
fn a_failure_belongs_to_the_contender_that_its_lane_mostly_is() {
    let mut requests = rounds("a", &[(); 3], |one, ()| {
        one.answered_by = Some("snapshot".into());
        one.cached_tokens = Some(10.0);
    });
    requests.push(MeasuredRequest { outcome: Outcome::Failed, round: 3, ..point("a") });
    requests.push(MeasuredRequest {
        outcome: Outcome::Failed,
        run: "run-2".to_owned(),
        ..point("a")
    });
    let groups = gathered(&requests);
    assert_eq!(groups.len(), 1, "a request that failed names no model and has no cache");
    assert_eq!(groups[0].contender.failed, 2, "it is one of its failures");
}

#[test]
fn cached_and_uncached_requests_of_one_lane_are_two_contenders() {
    let requests = rounds("a", &[801.0, 151.0, 150.0, 152.0], |one, ms| {
        one.ttft_ms = Some(ms);
        one.cached_tokens = (ms < 500.0).then_some(900.0);
    });
    assert_eq!(names(&requests), ["a", "a (cached prompt)"], "the first of a race is not cached");
}

#[test]
fn every_aspect_has_the_name_that_documents_have() {
    for aspect in Aspect::ALL {
        let written = serde_json::to_value(aspect).expect("an aspect is JSON");
        assert_eq!(written, aspect.id(), "{}", aspect.name());
    }
}
