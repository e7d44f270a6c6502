use std::sync::Arc;

use super::*;
use crate::fixtures::{gathered, point};
use crate::request::RequestSettings;

fn said(points: &[MeasuredRequest], simulated: bool) -> Vec<String> {
    let groups = gathered(points);
    let all: Vec<&Group<'_>> = groups.iter().collect();
    let facts = conditions(&all, simulated, UTC, [const { None }; 7]);
    facts.iter().map(Phrase::to_string).collect()
}

const UTC: Zone<'static> = Zone { minutes: 0, changes: &[] };
#[test]
fn conditions_say_what_when_how_long_and_who_counted() {
    let mut other = MeasuredRequest { run: "2".to_owned(), ..point("b") };
    other.counted = Some(TokenSource::Neutral);
    other.out_tokens = Some(40.0);
    let failed = MeasuredRequest { outcome: Outcome::Failed, ..point("a") };
    let points = [point("a"), failed, other];
    assert_eq!(
        said(&points, false),
        [
            "real requests",
            "3 requests in 2 runs",
            "2025-11-21 (UTC)",
            "prompt 0123456789abcdef",
            "1,000 tokens in",
            "40–100 tokens out",
            "tokens as counted by the servers, for b by o200k_base",
            "warm connections",
            "not calibrated",
            "1 failed, in no speed",
            "hollow: fewer than 5 samples",
        ],
        "nothing that is known is kept back"
    );
    assert!(
        conditions(&[], false, UTC, [const { None }; 7]).is_empty(),
        "nothing has no conditions"
    );
}

#[test]
fn warnings_of_the_shown_requests_are_among_the_conditions() {
    let with = |warnings: &[Warning]| MeasuredRequest {
        warnings: warnings.iter().copied().collect(),
        ..point("a")
    };
    let failed = MeasuredRequest { outcome: Outcome::Failed, ..with(&[Warning::Buffered]) };
    let limited = with(&[Warning::StoppedAtLimit, Warning::ClientLimited]);
    let facts = said(&[limited, with(&[Warning::StoppedAtLimit]), failed, point("b")], false);
    assert_eq!(
        facts[3], "warnings: client-limited (1 request) and hit the token limit (2 requests)",
        "of those that succeeded, and among the first facts"
    );
    let none = said(&[point("a"), point("b")], false);
    assert!(none.iter().all(|fact| !fact.contains("warning")), "{none:?}");
}

#[test]
fn speeds_of_reasoning_and_speeds_of_answers_alone_are_told_apart() {
    let with = |name: &str, own: f64| MeasuredRequest {
        reasoning_tokens: Some(40.0),
        ttfat_ms: Some(900.0),
        answer_tps: Some(own),
        ..point(name)
    };
    let told = "speeds of open are of shown reasoning as well, those of others of answers alone, and are not compared";
    let mixed = said(&[with("open", 150.0), with("hidden", 100.0)], false);
    assert!(mixed.contains(&told.to_owned()), "{mixed:?}");
    let open = said(&[with("open", 150.0), with("other", 140.0), point("plain")], false);
    assert!(open.iter().all(|fact| !fact.contains("reasoning")), "all of one kind: {open:?}");
}

#[test]
fn no_length_is_named_that_no_prompt_had() {
    let lengths = |tokens: &[f64]| {
        let points: Vec<MeasuredRequest> = tokens
            .iter()
            .map(|tokens| MeasuredRequest { in_tokens: Some(*tokens), ..point("a") })
            .collect();
        said(&points, false)
    };
    let apart = lengths(&[200.0, 4_000.0]);
    assert!(apart.contains(&"200–4,000 tokens in".to_owned()), "not 2,100: {apart:?}");
    let pooled = "a contender’s medians of waits, latencies and costs pool prompts of 200 to 4,000 tokens, so that no request need have had them";
    assert!(apart.contains(&pooled.to_owned()), "and what that means is told: {apart:?}");
    let tells = |tokens: &[f64]| lengths(tokens).iter().any(|fact| fact.contains("pool prompts"));
    assert!(!tells(&[198.0, 203.0]) && !tells(&[3.0, 15.0]), "a few tokens are no wait");
    let alike = lengths(&[198.0, 200.0, 203.0]);
    assert!(alike.contains(&"200 tokens in".to_owned()), "they differ by a nonce: {alike:?}");
}

#[test]
fn requests_that_differ_are_reported() {
    let mut points = [point("a"), point("b")];
    for point in &mut points {
        (point.max_tokens, point.temperature) = (Some(512), Some(0.0));
    }
    let fact = |points: &[MeasuredRequest]| {
        said(points, true).into_iter().skip(3).take(3).collect::<Vec<_>>()
    };
    assert_eq!(fact(&points), ["prompt 0123456789abcdef", "max 512", "temperature 0"], "alike");
    points[1].prompt = "fedcba9876543210".to_owned();
    points[1].max_tokens = None;
    points[1].temperature = None;
    assert_eq!(
        fact(&points),
        ["2 different prompts", "different limits", "different temperatures"],
        "no one workload"
    );
}

#[test]
fn efforts_and_tiers_that_differ_are_named() {
    let asked = |effort: Option<&str>, tier: Option<&str>| {
        let [effort, service_tier] = [effort, tier].map(|own| own.map(str::to_owned));
        let own = RequestSettings { effort, service_tier, ..RequestSettings::default() };
        MeasuredRequest { asked_with: Arc::new(own), ..point("a") }
    };
    let mut other = asked(Some("high"), Some("priority"));
    (other.provider, other.label) = ("b".to_owned(), "b".to_owned());
    let facts = said(&[asked(Some("low"), None), other.clone()], false);
    assert!(facts.contains(&"different efforts: effort high and effort low".to_owned()));
    let tiers = "different service tiers: default tier and tier priority".to_owned();
    assert!(facts.contains(&tiers), "{facts:?}");
    let alike = said(&[other.clone(), other], false);
    assert!(alike.contains(&"effort high".to_owned()), "one is a condition: {alike:?}");
    assert!(said(&[point("a")], false).iter().all(|fact| !fact.contains("effort")), "default");
}

#[test]
fn a_load_at_a_rate_says_from_when_its_times_are() {
    let at_a_rate =
        MeasuredRequest { load: LoadLevel::Per1000Seconds(5_000), raced: false, ..point("a") };
    let tells = |one| said(&[one], false).iter().any(|fact| fact.contains("when each was due"));
    assert!(tells(at_a_rate) && !tells(point("a")), "others are from their own send");
}

/// The facts about runs alone, each given as machine, timestamp error and cold connections.
fn of_runs(runs: &[(Option<&str>, Option<f64>, bool)]) -> Vec<String> {
    let points: Vec<MeasuredRequest> = runs
        .iter()
        .enumerate()
        .map(|(index, (machine, ttft_error_ms, cold))| MeasuredRequest {
            run: index.to_string(),
            machine: machine.map(Into::into),
            ttft_error_ms: *ttft_error_ms,
            cold: *cold,
            ..point("a")
        })
        .collect();
    let fact = said(&points, false);
    let counted = fact.iter().position(|fact| fact.starts_with("tokens as")).unwrap();
    fact.into_iter().skip(counted + 1).filter(|fact| !fact.starts_with("hollow")).collect()
}

#[test]
fn conditions_say_the_machine_its_own_error_and_the_connections() {
    let here = Some("Abacus, 2 cores, linux");
    assert_eq!(
        of_runs(&[(here, Some(0.3), false), (here, Some(0.04), false)]),
        ["warm connections", "Abacus, 2 cores, linux", "up to 0.3 ms late"],
        "one machine by its name, and the most that any number may be off"
    );
    assert_eq!(
        of_runs(&[(here, Some(0.04), true)]),
        ["cold connections", "Abacus, 2 cores, linux", "up to 0.04 ms late"],
        "an error that is small is not none"
    );
}

#[test]
fn what_runs_do_not_share_is_told_with_how_many_they_are() {
    let (here, there) = (Some("Abacus, 2 cores, linux"), Some("Babbage, 8 cores, macos"));
    assert_eq!(
        of_runs(&[(here, Some(0.3), false), (there, None, true), (None, None, false)]),
        [
            "cold connections in 1 of 3 runs, otherwise warm",
            "2 machines",
            "machine unknown in 1 of 3 runs",
            "up to 0.3 ms late, 2 of 3 runs not calibrated",
        ],
        "nothing passes for something that it is not"
    );
    assert_eq!(
        of_runs(&[(None, None, false)]),
        ["warm connections", "not calibrated"],
        "a machine that nobody knows is not named"
    );
}

#[test]
fn answers_of_several_lengths_are_told_as_what_is_usual() {
    let of = |tokens: &[f64]| {
        let all = tokens.iter().map(|own| MeasuredRequest { out_tokens: Some(*own), ..point("a") });
        let facts = said(&all.collect::<Vec<_>>(), false);
        facts.into_iter().find(|fact| fact.contains("out")).unwrap_or_default()
    };
    assert_eq!(of(&[60.0, 60.0, 60.0]), "60 tokens out", "each had as many");
    assert_eq!(
        of(&[12.0, 60.0, 60.0, 60.0, 300.0]),
        "usually 60 tokens out",
        "which is not what all of them had"
    );
}

#[test]
fn a_load_that_nobody_was_under_is_told_with_the_one_that_is_shown() {
    let (one, eight) = (LoadLevel::InFlight(1), LoadLevel::InFlight(8));
    let told = |asked| other_loads(asked, Some(one), &[one]).map(|own| own.to_string());
    assert_eq!(
        told(Some(eight)).as_deref(),
        Some("no request was made at 8 at once: these are at 1 at once"),
        "nobody asked for these"
    );
    assert_eq!(told(Some(one)), None, "as asked");
    assert_eq!(told(None), None, "and nothing was asked");
}
