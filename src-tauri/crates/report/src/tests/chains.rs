//! Races with a chain: what is exported of them, and documents of chains that cannot be.

use providers::{Dialect, KeyNeed, custom};
use race::{
    CHAIN, LanePlan, LaneProviders, LaneStep, NextStep, Recording, Run, Sample, Status, StepRule,
    StepSample,
};
use serde_json::{Value, json};
use store::History;

use super::{as_imported, exported, refusal, written};
use crate::fixtures::{begun, end, finished, later, stream};
use crate::{ExportFormat, import};

/// What a step's raw log is later than that of the step before it, in nanoseconds.
const NEXT_NS: u64 = 1_000_000_000;

/// A raw log of a chain of which these steps were asked, so many nanoseconds after the others.
fn log(steps: &[u32], after_ns: u64) -> Recording {
    let mut whole = Recording::default();
    for (at, step) in (0_u64..).zip(steps) {
        let mut own = stream(&[&format!("step {step} "), "said so"]);
        end(&mut own);
        let mut own = later(&own, after_ns + at * NEXT_NS);
        own.timeline.plan_ns -= at * NEXT_NS;
        if at > 0 {
            whole.begin_step(*step);
            own.chain = whole.chain.take();
        }
        whole = own;
    }
    whole.close_chain();
    whole
}

/// A race of a chain of three steps, of which the second is left out in its second round, beside a single model.
pub(super) fn race_of_chain(history: &History, id: &str) -> Run {
    let (mut run, mut recordings) = finished(id, 2);
    let address = "http://127.0.0.1:8000/v1";
    let provider = custom("custom", "Custom", Dialect::OpenaiChat, address, KeyNeed::Optional);
    let provider = provider.expect("an address");
    let models = ["small", "middle", "large"];
    let lane = &mut run.lanes[0];
    lane.steps = models.map(|model| LaneStep::begun(&provider, model)).into();
    lane.provider = CHAIN.to_owned();
    (lane.label, lane.model) = lane.names_by_steps();
    let planned = |model: &str| LanePlan {
        provider: "custom".into(),
        model: model.into(),
        base_url: Some(address.into()),
        ..LanePlan::default()
    };
    let next = |model, rule| NextStep { lane: planned(model), rule };
    let says = checks::written("contains:step 2").expect("a check");
    let first = next("middle", StepRule::CheckFails { checks: vec![says.clone()] });
    let second = next("large", StepRule::CheckFails { checks: vec![says] });
    run.plan.lanes[1] = LanePlan { later: vec![first, second], ..planned("small") };
    recordings[0] = vec![log(&[0, 1, 2], 3), log(&[0, 1], 10_000_000_003)];
    let providers = LaneProviders { own: provider.clone(), steps: vec![provider; 3] };
    let checks = race::AnswerChecks::of_lanes(&run.plan, run.lanes.iter().map(|lane| lane.place));
    let gates = race::StepChecks::of_lanes(
        &run.plan,
        run.lanes.iter().map(|lane| lane.place).zip(checks.clone()),
    );
    for (lane, logs) in recordings.iter().enumerate() {
        for (round, log) in logs.iter().enumerate() {
            let mut sample = run.lanes[lane].samples[round].clone();
            if lane == 0 {
                let ended = |step| StepSample {
                    step,
                    sample: Sample { status: Status::Ok, ..sample.clone() },
                };
                let steps: Vec<u32> = log.earlier().iter().map(|own| own.step).collect();
                let steps = steps.into_iter().chain([log.step()]).map(ended).collect();
                let whole = Sample { steps, ..sample.clone() };
                sample = run.as_logged(&run.lanes[0], &providers, &whole, log);
                sample.check_steps(&gates[0], log);
            }
            sample.check(checks[lane].as_deref(), log);
            run.lanes[lane].samples[round] = sample;
        }
        run.lanes[lane].summary = race::summary(&run.lanes[lane].samples);
    }
    history.begin(&begun(&run)).expect("it begins");
    history.finish(&run, &recordings).expect("and is kept");
    run
}

#[test]
fn a_chain_comes_back_as_it_was_with_the_raw_log_of_each_step() {
    let (document, history) = exported(race_of_chain);
    let into = History::in_memory().expect("a history");
    import(&into, &document.to_string()).expect("it is taken in");
    let run = history.run("a").expect("it is there");
    assert_eq!(into.run("a").expect("so it is here"), as_imported(&run), "identical");
    for round in 0..2 {
        let logs = [&history, &into].map(|of| of.recording("a", 0, round).expect("a log"));
        assert_eq!(logs[0], logs[1], "to the last arrival of each step");
    }
    assert_eq!(into.verify().expect("it is read").findings, [], "and sound");
    let decided = |round: usize| -> Vec<Option<bool>> {
        let steps = &run.lanes[0].samples[round].steps;
        steps.iter().map(|step| step.sample.right).collect()
    };
    assert_eq!(decided(0)[..2], [Some(false), Some(false)], "what decided is there");
}

#[test]
fn a_chain_that_nobody_can_have_raced_is_not_taken_in() {
    let (whole, _) = exported(race_of_chain);
    let sample = "/run/lanes/0/samples/0";
    let chain = "/recordings/0/0/chain";
    let read = |pointer: &str| whole.pointer(&format!("/runs/0{pointer}")).cloned().expect(pointer);
    let step = read("/run/plan/lanes/1/later/0");
    let nested = {
        let mut nested = step.clone();
        nested["lane"]["later"] = json!([step]);
        nested
    };
    let own = read("/run/lanes/0/steps/0");
    let single = read("/run/lanes/1/samples/0");
    let of_step = |number: u32| json!({ "step": number, "sample": single });
    let logs = read(&format!("{chain}/earlier"));
    for (pointer, value, told) in [
        ("/run/plan/lanes/1/later", json!(vec![step.clone(); 8]), "more than 8 steps"),
        ("/run/plan/lanes/1/later/0", nested, "a step that is a chain itself"),
        ("/run/plan/lanes/1/later/0/lane/model", json!("m\u{1b}[2J"), "control characters"),
        ("/run/plan/lanes/1/later/0/lane/provider", json!("x".repeat(1_001)), "with a name over"),
        ("/run/plan/lanes/1/later", json!([]), "3 steps of 0 that were planned"),
        ("/run/plan/lanes/2/later", json!([step]), "0 steps of 2 that were planned"),
        ("/run/lanes/0/steps", json!([own]), "1 steps of 3 that were planned"),
        ("/run/lanes/0/steps/1/label", json!("gpt\u{202e}5"), "control characters"),
        ("/run/lanes/0/steps/1/base_url", json!("x".repeat(1_001)), "with a name over"),
        ("/run/lanes/0/provider", json!("openai"), "not named by its steps"),
        ("/run/lanes/0/model", json!("gpt-6"), "not named by its steps"),
        (&format!("{sample}/steps/0/step"), json!(1), "not those of its raw log"),
        (&format!("{sample}/steps"), json!([]), "not those of its raw log"),
        (&format!("{sample}/steps/1/sample/steps"), json!([of_step(0)]), "has steps itself"),
        (&format!("{sample}/steps/1/sample/attempts"), json!(101), "has a step that was sent 101"),
        ("/run/lanes/1/samples/0/steps", json!([of_step(0)]), "its lane is no chain"),
        ("/recordings/0/0/chain", Value::Null, "not those of its raw log"),
        (&format!("{chain}/closed"), json!(false), "had not ended"),
        (&format!("{chain}/earlier/0/recording/chain"), read(chain), "has steps itself"),
        (&format!("{chain}/earlier/1"), logs[0].clone(), "another request"),
        (
            &format!("{chain}/sent_ns"),
            json!(5_500_000_000_u64),
            "before the one before it had ended",
        ),
        (&format!("{chain}/earlier/0/recording/timeline/plan_ns"), json!(2), "several start guns"),
        (&format!("{chain}/earlier/0/recording/timeline/send_ns"), json!(3), "cannot be"),
        (
            &format!("{chain}/earlier/1/recording/timeline/close_ns"),
            json!(7_900_000_000_u64),
            "had ended",
        ),
        (
            &format!("{chain}/earlier/0/recording/transcript/answer"),
            json!("a lie"),
            "does not add up",
        ),
        ("/recordings/0/0/timeline/send_ns", json!(5_000_150_002_u64), "when its first step was"),
        ("/recordings/0/0/chain/step", json!(u32::MAX), "not those of its raw log"),
    ] {
        let mut document = whole.clone();
        let (parent, name) = pointer.rsplit_once('/').expect("a path");
        let parent = document.pointer_mut(&format!("/runs/0{parent}")).expect(pointer);
        match (parent, name.parse::<usize>()) {
            (Value::Array(values), Ok(at)) => values[at] = value,
            (parent, _) => parent[name] = value,
        }
        let refusal = refusal(&document.to_string());
        assert!(refusal.contains(told), "{pointer}: {refusal}");
        assert!(refusal.len() < 600, "{pointer}: {} bytes", refusal.len());
    }
}

#[test]
fn steps_within_steps_without_end_are_refused_and_not_followed() {
    let (whole, _) = exported(race_of_chain);
    let text = whole.to_string();
    let deep = |open: &str, close: &str| {
        let inner = format!("{}[]{}", open.repeat(20_000), close.repeat(20_000));
        text.replacen("\"later\":[", &format!("\"later\":{inner},\"x\":["), 1)
    };
    let refusal = refusal(&deep("[{\"rule\":{\"when\":\"always\"},\"lane\":{\"later\":", "}}]"));
    assert!(refusal.contains("damaged"), "{refusal}");
}

#[test]
fn what_the_steps_of_a_chain_took_is_computed_from_their_logs_whatever_the_file_says() {
    let (whole, history) = exported(race_of_chain);
    let honest = as_imported(&history.run("a").expect("it is there"));
    for (field, value) in [
        ("cost_usd", json!(0.000_001)),
        ("ttft_ms", json!(1.5)),
        ("out_tokens_server", json!(16_000)),
        ("text", json!("What it never said.")),
        ("right", json!(true)),
        ("sent_at_ms", json!(0.0)),
        ("doubts", json!([])),
    ] {
        let mut document = whole.clone();
        let sample = &mut document["runs"][0]["run"]["lanes"][0]["samples"][0];
        sample["steps"][0]["sample"][field] = value;
        let into = History::in_memory().expect("a history");
        match import(&into, &document.to_string()) {
            Ok(_) => assert_eq!(into.run("a").expect("it is here"), honest, "{field}"),
            Err(refused) => assert!(refused.to_string().contains(field), "{field}: {refused}"),
        }
    }
}

#[test]
fn each_format_tells_the_chain_and_its_steps() {
    let (_, history) = exported(race_of_chain);
    let table = written(&history, &["a"], ExportFormat::Csv);
    assert!(table.contains("small \u{2192} middle \u{2192} large"), "{table}");
    for format in [ExportFormat::Md, ExportFormat::Html] {
        let text = written(&history, &["a"], format);
        assert!(text.contains("went on to a later step in 2 of 2 rounds"), "{format:?}");
    }
    let page = written(&history, &["a"], ExportFormat::Html);
    let replayed = "\"step\":3,\"earlier\":[{\"step\":1,\"sent\":0.15,";
    assert!(page.contains(replayed), "the page replays each step by its own log");
    assert!(page.contains("earlier step"), "and says what the outlines are");
}
