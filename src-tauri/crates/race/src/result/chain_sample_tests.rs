use measure::{ArrivalEvent, Kind, TokensSoFar};

use super::*;
use crate::result::status::Status;
use crate::testing::{context, lane, run, sample};

fn provider() -> &'static Provider {
    providers::provider("custom").expect("in the catalogue")
}

/// Sent at, first text at, ended at: milliseconds after the start gun at one second.
fn answer(recording: &mut Recording, [sent, first, ended]: [u64; 3], text: &str) {
    let at = |ms: u64| 1_000_000_000 + ms * 1_000_000;
    let timeline = &mut recording.timeline;
    timeline.plan_ns = at(0);
    timeline.send_ns = Some(at(sent));
    timeline.push(ArrivalEvent {
        at_ns: at(first),
        event: 0,
        kind: Kind::Answer,
        text_bytes: u32::try_from(text.len()).expect("short"),
        wire_bytes: 0,
        tokens_so_far: TokensSoFar::UNTOLD,
    });
    timeline.close_ns = Some(at(ended));
    recording.transcript.push(Kind::Answer, text);
}

fn chain() -> Recording {
    let mut recording = Recording::default();
    answer(&mut recording, [10, 60, 100], "wrong");
    recording.begin_step(1);
    answer(&mut recording, [110, 310, 400], "right");
    recording.close_chain();
    recording
}

fn steps(recording: &Recording, costs: [Option<f64>; 2]) -> Vec<StepSample> {
    let of = |((step, log), cost_usd): ((u32, Recording), Option<f64>)| {
        let own = Sample::interrupted(&log, &context(provider(), "Why?"));
        let cost_source = cost_usd.map(|_| CostSource::Computed);
        StepSample { step, sample: Sample { status: Status::Ok, cost_usd, cost_source, ..own } }
    };
    step_logs(recording).into_iter().zip(costs).map(of).collect()
}

#[test]
fn a_chain_takes_from_the_first_send_to_the_last_answer_and_costs_the_sum() {
    let recording = chain();
    let steps = steps(&recording, [Some(0.25), Some(1.0)]);
    let own: Vec<Option<f64>> = steps.iter().map(|step| step.sample.speed.ttft_ms).collect();
    assert_eq!(own, [Some(50.0), Some(200.0)], "each step since its own send");
    let whole = Sample::of_steps(steps, &recording, provider()).expect("two steps");
    assert_eq!(whole.speed.ttft_ms, Some(300.0), "310 − 10");
    assert_eq!(whole.speed.ttft_perceived_ms, Some(310.0), "since the start gun");
    assert_eq!((whole.sent_at_ms, whole.ended_at_ms), (Some(10.0), Some(400.0)));
    assert_eq!(whole.took_ms(), Some(390.0), "all of it");
    assert_eq!(whole.text.as_str(), "right", "the last answer");
    assert_eq!((whole.cost_usd, whole.cost_source), (Some(1.25), Some(CostSource::Computed)));
    assert_eq!(whole.steps.len(), 2, "and both are kept");
    assert_eq!(whole.steps[1].sample.text.as_str(), "right");
}

#[test]
fn an_unknown_cost_of_a_step_makes_that_of_the_chain_unknown_and_a_refused_one_costs_nothing() {
    let recording = chain();
    let cost = |steps| Sample::of_steps(steps, &recording, provider()).expect("two").cost_usd;
    assert_eq!(cost(steps(&recording, [None, Some(1.0)])), None, "unknown is not nothing");
    let mut refused = steps(&recording, [None, Some(1.0)]);
    refused[0].sample.status = Status::ErrorHttp;
    assert_eq!(cost(refused), Some(1.0), "the first was turned away");
    let whole = Sample::of_steps(steps(&recording, [None, None]), &recording, provider());
    assert!(!whole.expect("two").is_refused(), "one that answered is charged");
}

#[test]
fn what_is_wrong_with_the_times_or_the_cost_of_any_step_is_told_of_the_chain() {
    let recording = chain();
    let mut steps = steps(&recording, [Some(1.0), Some(1.0)]);
    steps[0].sample.doubts = vec![Warning::ClientLimited, Warning::StoppedAtLimit];
    let doubts = Sample::of_steps(steps, &recording, provider()).expect("two").doubts;
    assert!(doubts.contains(&Warning::ClientLimited), "its time is in the chain's");
    assert!(!doubts.contains(&Warning::StoppedAtLimit), "its length is not");
}

#[test]
fn a_chain_that_was_cut_off_is_put_together_from_what_had_arrived() {
    let step = |model: &str| crate::result::lane_step::LaneStep::begun(provider(), model);
    let cut = lane([]).chained(vec![step("small"), step("large")]);
    assert_eq!(cut.model, "small \u{2192} large", "its name");
    assert_eq!(
        (cut.provider.as_str(), cut.label.as_str()),
        (crate::CHAIN, provider().label.as_str())
    );
    let run = run(vec![cut]);
    let mut recording = Recording::default();
    answer(&mut recording, [10, 60, 100], "wrong");
    recording.begin_step(1);
    answer(&mut recording, [110, 310, 400], "ri");
    let providers = LaneProviders {
        own: provider().clone(),
        steps: vec![provider().clone(), provider().clone()],
    };
    let sample =
        run.interrupted_request(&run.lanes[0], &providers, ("Why?", Some(3)), &mut recording);
    assert_eq!((sample.status, sample.row), (Status::Interrupted, Some(3)));
    assert_eq!(sample.steps.len(), 2, "both were asked");
    assert_eq!(sample.speed.ttft_ms, Some(300.0), "as if it had ended");
    let again = run.as_logged(&run.lanes[0], &providers, &sample, &recording);
    assert_eq!(again, sample, "and its logs say the same");
}

#[test]
fn climbs_are_the_rounds_in_which_a_later_step_was_asked() {
    let step = |model: &str| crate::result::lane_step::LaneStep::begun(provider(), model);
    let asked = |steps: &[u32], status| Sample {
        steps: steps
            .iter()
            .map(|step| StepSample { step: *step, sample: sample(Status::Ok) })
            .collect(),
        ..sample(status)
    };
    let samples = [
        asked(&[0], Status::Ok),
        asked(&[0, 1], Status::Ok),
        asked(&[0, 2], Status::ErrorHttp),
        asked(&[0, 1], Status::Cancelled),
        asked(&[0], Status::Ok),
    ];
    let chain = lane(samples).chained(vec![step("a"), step("b"), step("c")]);
    let climbs = chain.climbs().expect("it was asked");
    assert_eq!((climbs.asked, climbs.of), (2, 4), "without what the user stopped");
    let document = run(vec![chain]).into_document();
    let shares: Vec<u32> =
        document.lanes[0].steps.iter().map(|step| step.asked.expect("a share").asked).collect();
    assert_eq!(shares, [4, 1, 1], "of each step");
    assert_eq!(lane([sample(Status::Ok)]).climbs(), None, "a single request climbs nowhere");
}
