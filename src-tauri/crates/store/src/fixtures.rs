//! Runs for tests: small, complete, and all different.

use std::collections::BTreeMap;

use measure::{ArrivalEvent, ConnectionTiming, Kind, TokensSoFar};
use providers::{Dialect, Effort, KeyNeed, custom};
use race::{Lane, LanePlan, Plan, Recording, Run, RunKind, RunState, Sample, Status};

pub(crate) const GUN_NS: u64 = 5_000_000_000;
pub(crate) const SENT_NS: u64 = GUN_NS + 150_000;
pub(crate) const FIRST_NS: u64 = SENT_NS + 200_000_000;
/// The time to first token of `stream`.
pub(crate) const TTFT_MS: f64 = 200.0;

/// A run that is about to start, with two lanes.
pub(crate) fn run(id: &str) -> Run {
    let (dialect, key) = (Dialect::OpenaiChat, KeyNeed::Optional);
    let provider = custom("custom", "Custom", dialect, "http://127.0.0.1:8000/v1", key);
    let provider = provider.expect("an address");
    // The first lane of the plan is muted, so places and lane indices differ.
    let lanes = vec![Lane::begun(1, &provider, "small"), Lane::begun(2, &provider, "large")];
    let plan = Plan {
        prompt: format!("Why is the sky blue? ({id})"),
        max_tokens: Some(256),
        temperature: Some(0.1 + 0.2),
        effort: Some(Effort::Low),
        lanes: vec![
            LanePlan { model: "tiny".to_owned(), muted: true, ..LanePlan::default() },
            LanePlan { model: "small".to_owned(), ..LanePlan::default() },
            LanePlan { model: "large".to_owned(), ..LanePlan::default() },
        ],
        ..Plan::default()
    };
    let started_at = "2026-03-01T12:00:00.25Z".to_owned();
    Run {
        machine: Some("Abacus, 2 cores, linux".to_owned()),
        ..Run::begun(RunKind::Race, id.to_owned(), started_at, plan, lanes)
    }
}

/// The recording of a request whose answer comes in these pieces, 10 ms apart, after a word of
/// reasoning.
pub(crate) fn stream(pieces: &[&str]) -> Recording {
    let mut recording = Recording::starting_at(GUN_NS);
    recording.timeline.send_ns = Some(SENT_NS);
    recording.timeline.headers_ns = Some(SENT_NS + 90_000_000);
    recording.timeline.connection = Some(ConnectionTiming {
        tcp_us: Some(310),
        ahead: true,
        remote: "127.0.0.1:8000".to_owned(),
        http_version: "HTTP/1.1".to_owned(),
        ..ConnectionTiming::default()
    });
    push(&mut recording, Kind::Reasoning, "Rayleigh.");
    for piece in pieces {
        push(&mut recording, Kind::Answer, piece);
    }
    recording
}

/// Adds an event, 10 ms after the previous one.
pub(crate) fn push(recording: &mut Recording, kind: Kind, text: &str) {
    let event = u32::try_from(recording.timeline.marks.len()).unwrap();
    recording.timeline.push(ArrivalEvent {
        at_ns: FIRST_NS + u64::from(event) * 10_000_000,
        event,
        kind,
        text_bytes: u32::try_from(text.len()).unwrap(),
        wire_bytes: 170,
        tokens_so_far: TokensSoFar::UNTOLD,
    });
    recording.transcript.push(kind, text);
}

/// Adds the end of a stream.
pub(crate) fn end(recording: &mut Recording) {
    push(recording, Kind::Usage, "");
    recording
        .usage
        .push(serde_json::json!({"prompt_tokens": 7, "completion_tokens": 4, "cost": 0.1}));
    push(recording, Kind::Done, "");
    recording.timeline.close_ns = recording.timeline.marks.last().map(|mark| mark.at_ns + 1_000);
}

/// The same so many nanoseconds later.
pub(crate) fn later(recording: &Recording, by_ns: u64) -> Recording {
    let mut recording = recording.clone();
    let timeline = &mut recording.timeline;
    timeline.plan_ns += by_ns;
    for stamp in [
        &mut timeline.send_ns,
        &mut timeline.written_ns,
        &mut timeline.first_byte_ns,
        &mut timeline.headers_ns,
        &mut timeline.close_ns,
    ] {
        *stamp = stamp.map(|at| at + by_ns);
    }
    timeline.marks.iter_mut().for_each(|mark| mark.at_ns += by_ns);
    recording
}

/// The sample of a recording that ended well.
pub(crate) fn sample(run: &Run, lane: usize, recording: &Recording) -> Sample {
    let Lane { provider, label, dialect, base_url, .. } = &run.lanes[lane];
    let provider =
        providers::custom(provider, label, *dialect, base_url, KeyNeed::Optional).unwrap();
    let asked = run.sample_context(&run.lanes[lane], &provider, &run.plan.prompt);
    let ended = Sample {
        status: Status::Ok,
        finish_reason: Some("stop".to_owned()),
        ..Sample::interrupted(recording, &asked)
    };
    run.as_logged(&run.lanes[lane], &provider.clone().into(), &ended, recording)
}

/// A finished run with this many rounds, and its recordings.
pub(crate) fn finished(id: &str, rounds: usize) -> (Run, Vec<Vec<Recording>>) {
    let mut run = run(id);
    run.plan.repeat = u32::try_from(rounds).unwrap().max(1);
    let mut recordings = Vec::new();
    for (lane, after_ns) in (0..run.lanes.len()).zip(0_u64..) {
        let mut logs = Vec::new();
        for (round, at_s) in (0..rounds).zip(0_u64..) {
            let said = format!("lane {lane}, round {round}: ");
            let mut recording = stream(&[&said, "short waves ", "scatter \u{1f30a}", " most."]);
            end(&mut recording);
            // No two requests have the same stamps.
            logs.push(later(&recording, at_s * 10_000_000_000 + after_ns));
        }
        let samples: Vec<_> = logs.iter().map(|log| sample(&run, lane, log)).collect();
        run.lanes[lane].summary = race::summary(&samples);
        run.lanes[lane].samples = samples;
        recordings.push(logs);
    }
    run.state = RunState::Finished;
    (run, recordings)
}

/// The run as it was when it began.
pub(crate) fn begun(run: &Run) -> Run {
    let lanes = run.lanes.iter().map(|lane| Lane {
        samples: Vec::new(),
        summary: BTreeMap::new(),
        ..lane.clone()
    });
    Run { state: RunState::Running, lanes: lanes.collect(), ..run.clone() }
}
