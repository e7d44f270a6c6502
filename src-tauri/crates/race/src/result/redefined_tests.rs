//! Recomputed numbers are those that would be measured today; whatever cannot be recomputed stays.

use measure::{ArrivalEvent, Kind, TokensSoFar};
use providers::Reply;
use serde_json::json;

use super::*;
use crate::result::level::LevelEnd;
use crate::testing::context;
use crate::{Status, Step};

const MS: u64 = 1_000_000;

fn provider() -> &'static Provider {
    providers::provider("custom").expect("in the catalogue")
}

/// A request sent at `sent_ms` that writes 20 words, two in each read, with this usage.
fn request(sent_ms: u64, usage: Option<serde_json::Value>) -> (Sample, Recording) {
    let mut recording = Recording::starting_at(sent_ms * MS);
    recording.timeline.send_ns = Some(sent_ms * MS);
    for event in 0..20_u32 {
        let at_ns = (sent_ms + 50 + u64::from(event / 2) * 20) * MS;
        recording.timeline.push(ArrivalEvent {
            at_ns,
            event,
            kind: Kind::Answer,
            text_bytes: 4,
            wire_bytes: 40,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
        recording.transcript.push(Kind::Answer, " the");
    }
    recording.timeline.close_ns = Some((sent_ms + 250) * MS);
    recording.usage.extend(usage);
    let asked = context(provider(), "Hi");
    let reply = Reply { done: true, finish_reason: Some("stop".into()), ..Reply::default() };
    (Sample::of(&recording, &reply, &asked, None), recording)
}

#[test]
fn recomputing_a_current_request_changes_nothing() {
    for usage in [None, Some(json!({"prompt_tokens": 7, "completion_tokens": 20}))] {
        let (sample, recording) = request(0, usage);
        assert_eq!(sample.redefined(&recording, provider()), sample, "nothing is lost or gained");
    }
}

#[test]
fn a_request_of_older_definitions_gets_todays_numbers_and_keeps_what_was_observed() {
    let (today, recording) = request(0, Some(json!({"completion_tokens": 20})));
    let mut old = today.clone();
    old.speed.decode_tps = Some(999.0);
    old.speed.neutral_tps = None;
    old.doubts = vec![Warning::Buffered, Warning::StaleConnection];
    old.cost_usd = Some(0.5);
    let now = old.redefined(&recording, provider());
    assert_eq!(now.speed, today.speed, "every speed is of today's definitions");
    assert!(
        !now.doubts.contains(&Warning::Buffered),
        "a warning of then is raised anew or not at all"
    );
    assert!(now.doubts.contains(&Warning::StaleConnection), "what happened has happened");
    assert_eq!((now.status, now.cost_usd), (Status::Ok, Some(0.5)), "and cost what it cost");
}

#[test]
fn reasoning_that_an_older_version_took_for_whole_becomes_a_summary_again_and_again() {
    let mut recording = Recording::starting_at(0);
    recording.timeline.send_ns = Some(0);
    for event in 0..80_u32 {
        let kind = if event < 40 { Kind::Reasoning } else { Kind::Answer };
        recording.timeline.push(ArrivalEvent {
            at_ns: u64::from(10 + event) * 10 * MS,
            event,
            kind,
            text_bytes: 4,
            wire_bytes: 40,
            tokens_so_far: TokensSoFar::UNTOLD,
        });
        recording.transcript.push(kind, " the");
    }
    recording.usage.push(json!({"completion_tokens": 280,
        "completion_tokens_details": {"reasoning_tokens": 240}}));
    let asked = context(provider(), "Hi");
    let reasoning_type = measure::ReasoningType::Verbatim;
    let reply = Reply {
        done: true,
        finish_reason: Some("stop".into()),
        reasoning_type,
        ..Reply::default()
    };
    let today = Sample::of(&recording, &reply, &asked, None);
    assert!(today.doubts.contains(&Warning::ReasoningSummary), "{:?}", today.doubts);
    assert_eq!(today.redefined(&recording, provider()), today, "nothing is lost or gained");
    let mut old = today.clone();
    old.speed.reasoning_tps = Some(600.0);
    (old.reasoning_type, old.doubts) = (reasoning_type, vec![Warning::TokensBundled]);
    assert_eq!(old.redefined(&recording, provider()), today, "by its raw log");
}

#[test]
fn what_a_count_that_cannot_be_true_had_cost_is_unknown() {
    let (_, recording) = request(0, Some(json!({"completion_tokens": 4_000_000_000_u64})));
    let (mut old, _) = request(0, None);
    (old.out_tokens_server, old.cost_usd) = (Some(4_000_000_000), Some(60_000.0));
    let now = old.redefined(&recording, provider());
    assert_eq!((now.out_tokens_server, now.cost_usd), (None, None), "unknown, and never wrong");
    assert!(now.doubts.contains(&Warning::CountImpossible), "it is said");
}

type Requests = Vec<(Sample, Recording)>;

/// A level of consecutive requests, and one that was cut off.
fn level(step: Step) -> (Level, Requests, Requests) {
    let measured: Vec<_> = (1..6).map(|n| request(n * 250, None)).collect();
    let mut cut = request(6 * 250, None);
    cut.0.status = Status::Cancelled;
    let others = vec![request(0, None), cut];
    let asked = |is_measured: bool, all: &[(Sample, Recording)]| -> Vec<LevelRequest> {
        let all = all.iter().cloned();
        all.map(|(sample, recording)| LevelRequest { is_measured, agent: None, sample, recording })
            .collect()
    };
    let mut all = asked(true, &measured);
    all.extend(asked(false, &others));
    let times = Times {
        began_ns: 0,
        over_ns: 1_750 * MS,
        window: matches!(step, Step::Streams(_)).then_some((250 * MS, 1_500 * MS)),
        strain: Some(ClientLoad { lag_us: 250, cpu_pct: Some(7), clock_gap_ms: 0 }),
    };
    let mut level = Level::of(step, LevelEnd::Done, &times, &all, None);
    level.ttft_error_ms = Some(0.2);
    (level, measured, others)
}

#[test]
fn recomputing_a_current_level_changes_nothing() {
    for step in [Step::Streams(1), Step::Rate(4.0)] {
        let (level, measured, others) = level(step);
        assert!(level.window_ms.is_some(), "the load stood");
        assert_eq!(level.redefined(measured, others, None), level, "{step:?}: its window is known");
    }
}

#[test]
fn a_level_began_when_its_connections_were_made() {
    let (_, measured, others) = level(Step::Streams(1));
    let mut all: Vec<LevelRequest> = Vec::new();
    for (is_measured, (sample, recording)) in
        measured.iter().map(|one| (true, one)).chain(others.iter().map(|one| (false, one)))
    {
        let (sample, mut recording) = (sample.clone(), recording.clone());
        recording.timeline.plan_ns += 40 * MS;
        all.push(LevelRequest { is_measured, agent: None, sample, recording });
    }
    let window = Some((250 * MS, 1_500 * MS));
    let times = Times { began_ns: 0, over_ns: 1_750 * MS, window, strain: None };
    let level = Level::of(Step::Streams(1), LevelEnd::Done, &times, &all, None);
    assert_eq!(level.starts_ms.first(), Some(&290.0), "40 ms after it began the first was due");
    let both = |is_measured: bool| -> Requests {
        let own = all.iter().filter(|one| one.is_measured == is_measured);
        own.map(|one| (one.sample.clone(), one.recording.clone())).collect()
    };
    let again = level.redefined(both(true), both(false), None);
    assert_eq!(again.starts_ms, level.starts_ms, "which no request's log says");
    assert_eq!(again.steady_share, level.steady_share, "so it lasted as long");
}

#[test]
fn a_level_that_ended_when_it_was_settled_still_allows_for_every_look() {
    let (mut level, measured, others) = level(Step::Streams(1));
    level.looks = Some(5);
    level.summarise();
    assert_eq!(
        level.redefined(measured, others, None),
        level,
        "its intervals are as wide as before"
    );
}

#[test]
fn a_window_that_a_stream_without_a_turn_ended_is_found_again() {
    // Two streams, of which one is without a turn while the last answer of the other takes ten times as long.
    let times = [(0, 100), (5, 105), (100, 200), (105, 205), (200, 300), (205, 1_205)];
    let asked: Vec<(Sample, Recording)> = times
        .iter()
        .map(|(sent, ended)| {
            let (sample, mut recording) = request(*sent, None);
            recording.timeline.close_ns = Some(ended * MS);
            (sample, recording)
        })
        .collect();
    let of = |is_measured: bool, (sample, recording): &(Sample, Recording)| LevelRequest {
        is_measured,
        agent: None,
        sample: sample.clone(),
        recording: recording.clone(),
    };
    let (others, measured) = asked.split_at(2);
    let all: Vec<LevelRequest> = measured
        .iter()
        .map(|one| of(true, one))
        .chain(others.iter().map(|one| of(false, one)))
        .collect();
    let window = Some((105 * MS, 300 * MS));
    let times = Times { began_ns: 0, over_ns: 1_205 * MS, window, strain: None };
    let level = Level::of(Step::Streams(2), LevelEnd::Done, &times, &all, None);
    let again = level.redefined(measured.to_vec(), others.to_vec(), None);
    assert_eq!(again, level, "not the time in which only one stream was busy");
}

#[test]
fn a_level_of_older_definitions_is_recounted() {
    let (today, measured, others) = level(Step::Rate(4.0));
    let old =
        Level { from_due: false, rps: Some(99.0), sys_output_tps: Some(1.0), ..today.clone() };
    assert_eq!(old.redefined(measured, others, None), today, "over the steady part, from when due");
}

#[test]
fn a_run_missing_raw_logs_is_not_recomputed() {
    let (sample, _) = request(0, None);
    let run = crate::testing::run(vec![crate::testing::lane([sample])]);
    assert_eq!(run.redefined(&[], &[]), None, "half a run would be of two definitions");
}
