//! Chains: a small model that is right in a known share of rounds and a large one that always is, pipelines and routers, counted exactly.

use std::collections::BTreeMap;
use std::time::Duration;

use checks::written;
use cost::{Price, Rates};
use measure::Recording;
use providers::{Roster, Timeouts};
use race::{
    CHAIN, Entry, Lane, LanePlan, LaneRequest, NextStep, Plan, Run, Sample, Status, StepRule,
    check, later_steps,
};

use crate::arena::{Arena, block_on, plan, race_of};

const FAILS: StepRule = StepRule::CheckFails { checks: Vec::new() };
const FILE: &str = "fn main() {\n    println!(\"two\");\n}\n";

/// A lane whose answer is the update of its prompt in `share` % of its requests, and then wrong.
fn merger(arena: &Arena, number: u32, share: u32) -> LanePlan {
    arena.lane(&format!("ttft=1ms&tps=100000&per_write=all&applies={share}%&number={number}"))
}

fn updating(text: &str) -> String {
    format!("<code></code><update>{text}</update>")
}

fn step(lane: LanePlan, rule: StepRule) -> NextStep {
    NextStep { lane, rule }
}

fn asked(lane: LanePlan, prompt: &str) -> LanePlan {
    let request = LaneRequest { prompt: Some(prompt.to_owned()), ..LaneRequest::default() };
    LanePlan { request: Some(request), ..lane }
}

/// So many dollars per million tokens, in and out.
fn price(usd: u32) -> Price {
    let rates = Rates {
        input: usd * 1_000_000,
        output: usd * 1_000_000,
        cache_read: None,
        cache_write: None,
        reasoning: None,
    };
    Price {
        id: "scripted".into(),
        dated: "2026-11-26".into(),
        source: "the test".into(),
        rates,
        tiers: Vec::new(),
        off_peak: None,
        holds_up_to: None,
        service_tier: None,
        service: Vec::new(),
        per_request: None,
        per_hour: None,
    }
}

/// Races a plan whose first steps cost 1 and whose later ones 10 dollars per million tokens.
fn priced(plan: Plan) -> (Run, Vec<Vec<Recording>>) {
    let roster = Roster::new(Vec::new(), &BTreeMap::new());
    let prices = cost::Prices::default();
    let at = |usd: u32| {
        move |mut contender: race::Contender| {
            contender.price = Some(price(usd));
            Entry::new(contender, None, None)
        }
    };
    let first = check(&plan, &roster, &prices).expect("it can start");
    let later = later_steps(&plan, &roster, &prices).expect("so can its chains");
    let mut admitted = app::Admitted::from(first.into_iter().map(at(1)).collect::<Vec<_>>());
    admitted.later =
        later.into_iter().map(|steps| steps.into_iter().map(at(10)).collect()).collect();
    block_on(app::race_now(plan, admitted, Timeouts::default()).run(None))
}

fn raced(plan: Plan) -> (Run, Vec<Vec<Recording>>) {
    block_on(race_of(plan, Timeouts::default()).run(None))
}

fn steps_of(sample: &Sample) -> Vec<u32> {
    sample.steps.iter().map(|own| own.step).collect()
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

/// What must hold of every request of a chain, whatever its steps did.
fn adds_up(lane: &Lane, sample: &Sample, log: &Recording) {
    let first = &sample.steps.first().expect("a step").sample;
    let last = &sample.steps.last().expect("a step").sample;
    assert_eq!(sample.sent_at_ms, first.sent_at_ms, "from the first send");
    assert_eq!(sample.ended_at_ms, last.ended_at_ms, "to the last end");
    let before_ms = last.sent_at_ms.expect("sent") - first.sent_at_ms.expect("sent");
    let ttft = last.speed.ttft_ms.expect("it answered") + before_ms;
    assert!(near(sample.speed.ttft_ms.expect("so did the chain"), ttft), "{ttft}: {sample:?}");
    let latency = last.speed.latency_ms.expect("it ended") + before_ms;
    assert!(near(sample.speed.latency_ms.expect("so did the chain"), latency), "{latency}");
    assert_eq!(sample.speed.decode_tps, last.speed.decode_tps, "the speed is the answer's");
    let usd: f64 = sample.steps.iter().map(|own| own.sample.cost_usd.expect("priced")).sum();
    assert!(near(sample.cost_usd.expect("priced") * 1e6, usd * 1e6), "the sum of its steps");
    for (one, next) in sample.steps.iter().zip(sample.steps.iter().skip(1)) {
        let over = one.sample.ended_at_ms.expect("ended");
        assert!(next.sample.sent_at_ms.expect("sent") >= over, "one after the other");
    }
    let logged: Vec<u32> = log.earlier().iter().map(|own| own.step).chain([log.step()]).collect();
    assert_eq!(logged, steps_of(sample), "each has a raw log of its own");
    assert_eq!(lane.provider, CHAIN, "it is of no provider");
}

#[test]
fn a_small_model_right_in_70_of_100_rounds_climbs_in_30_and_each_climb_is_timed_and_paid_for() {
    let arena = Arena::open();
    let (small, large) = (merger(&arena, 1, 70), merger(&arena, 2, 100));
    let cascade = LanePlan { later: vec![step(large.clone(), FAILS)], ..small.clone() };
    let single = LanePlan { model: large.model.replace("number=2", "number=3"), ..large };
    let checks = vec![written(&format!("merged:{FILE}")).expect("a check")];
    let plan = Plan {
        prompt: format!("<code>fn main() {{}}</code>\n<update>{FILE}</update>"),
        checks,
        repeat: 100,
        ..plan(vec![cascade, single])
    };
    let (run, logs) = priced(plan);
    let (chain, alone) = (&run.lanes[0], &run.lanes[1]);
    let climbs = chain.climbs().expect("it was asked");
    assert_eq!((climbs.asked, climbs.of), (30, 100), "as often as the small one is wrong");
    assert!(climbs.interval.contains(0.3), "{climbs:?}");
    let right = chain.right_answers().expect("checked");
    assert_eq!((right.right, right.wrong), (100, 0), "the large one is always right");
    for (sample, log) in chain.samples.iter().zip(&logs[0]) {
        adds_up(chain, sample, log);
        let passed = sample.steps[0].sample.right;
        assert_eq!(
            passed,
            Some(sample.steps.len() == 1),
            "it climbs if and only if the check fails"
        );
    }
    let usd = |lane: &Lane| -> f64 { lane.samples.iter().filter_map(|one| one.cost_usd).sum() };
    let steps = |number: u32| -> f64 {
        let all = chain.samples.iter().flat_map(|one| &one.steps);
        all.filter(|own| own.step == number).filter_map(|own| own.sample.cost_usd).sum()
    };
    assert!(near(usd(chain) * 1e6, (steps(0) + steps(1)) * 1e6), "nothing else was paid");
    let each = alone.samples[0].cost_usd.expect("priced");
    assert!(near(usd(alone) * 1e6, each * 1e8), "a single model asks the same each time");
    // A request of the large model costs the same in the chain: ten times the rate of the other lane here.
    assert!(near(steps(1) * 1e6, each * 10.0 * 30.0 * 1e6), "{} {each}", steps(1));

    let document = run.clone().into_document();
    let shares: Vec<u32> =
        document.lanes[0].steps.iter().map(|own| own.asked.expect("a share").asked).collect();
    assert_eq!(shares, [100, 30]);
    let told = report::chains(&document, &["Chain", "Large"].map(str::to_owned)).join("\n");
    assert!(told.starts_with("Chain went on to a later step in 30 of 100 rounds (30"), "{told}");
    assert!(told.contains("asked if a check fails, in 30 of 100"), "{told}");
    assert!(!told.contains("Large"), "a single model is no chain: {told}");
}

#[test]
fn a_pipeline_hands_each_answer_to_the_next_step() {
    let arena = Arena::open();
    let lane = |number| merger(&arena, number, 100);
    let reason = asked(lane(2), &updating("{{answer}} then"));
    let apply = asked(lane(3), &updating("{{answer1}}|{{answer2}}|{{answer}}"));
    let chain = LanePlan {
        later: vec![step(reason, StepRule::Always), step(apply, StepRule::Always)],
        ..lane(1)
    };
    let (run, logs) = priced(Plan { prompt: updating("found"), ..plan(vec![chain]) });
    let sample = &run.lanes[0].samples[0];
    assert_eq!(steps_of(sample), [0, 1, 2], "all of them");
    assert_eq!(sample.text.trim(), "found|found then|found then", "with what was said before");
    adds_up(&run.lanes[0], sample, &logs[0][0]);
    assert_eq!(run.lanes[0].model.matches('\u{2192}').count(), 2, "{}", run.lanes[0].model);
}

#[test]
fn a_routers_answer_picks_one_step_and_the_others_are_not_asked() {
    let arena = Arena::open();
    let lane = |number| merger(&arena, number, 100);
    let says = |name: &str| StepRule::Says { name: name.to_owned() };
    let answer = |number, text: &str| asked(lane(number), &updating(text));
    let chain = LanePlan {
        later: vec![
            step(answer(2, "by the coder"), says("code")),
            step(answer(3, "by the mathematician"), says("maths")),
            step(answer(4, "by anybody"), StepRule::Otherwise),
        ],
        ..lane(1)
    };
    for (route, expected, number) in [
        ("maths", "by the mathematician", 2),
        ("decode", "by anybody", 3),
        ("Code!", "by the coder", 1),
    ] {
        let (run, _) = raced(Plan { prompt: updating(route), ..plan(vec![chain.clone()]) });
        let sample = &run.lanes[0].samples[0];
        assert_eq!((steps_of(sample), sample.text.trim()), (vec![0, number], expected), "{route}");
    }
}

#[test]
fn a_step_that_fails_ends_a_pipeline_and_climbs_in_a_cascade() {
    let arena = Arena::open();
    let broken = || arena.lane("fault=500");
    let good = merger(&arena, 2, 100);
    let checks = vec![written("no-refusal").expect("a check")];
    let cascade = LanePlan { later: vec![step(good.clone(), FAILS)], ..broken() };
    let pipeline = LanePlan { later: vec![step(good, StepRule::Always)], ..broken() };
    let (run, _) = raced(Plan { prompt: updating("x"), checks, ..plan(vec![cascade, pipeline]) });
    let [cascade, pipeline] = [0, 1].map(|lane| &run.lanes[lane].samples[0]);
    assert_eq!((cascade.status, steps_of(cascade)), (Status::Ok, vec![0, 1]), "the next is asked");
    assert_eq!(cascade.steps[0].sample.status, Status::ErrorHttp, "and what failed is kept");
    assert!(cascade.steps[0].sample.error.is_some());
    assert_eq!(
        (pipeline.status, steps_of(pipeline)),
        (Status::ErrorHttp, vec![0]),
        "no answer to go on with"
    );
}

#[test]
fn a_deadline_is_that_of_all_steps_together_and_a_stop_ends_the_chain() {
    let arena = Arena::open();
    // The first ends long before, and the second long after.
    let [first, second] = ["ttft=20ms&tokens=5&number=1", "ttft=5s&tokens=5&number=2"];
    let chain = || LanePlan {
        later: vec![step(arena.lane(second), StepRule::Always)],
        ..arena.lane(first)
    };
    let limited = Plan { deadline_s: Some(0.5), ..plan(vec![chain()]) };
    let (run, _) = raced(limited);
    let sample = &run.lanes[0].samples[0];
    assert_eq!((sample.status, steps_of(sample)), (Status::Deadline, vec![0, 1]));
    assert_eq!(sample.steps[0].sample.status, Status::Ok, "the first was in time");
    let told = sample.error.as_ref().expect("a failure").message.to_string();
    assert!(told.contains("The chain had not ended 0.5 s after its first step was sent"), "{told}");
    let took = sample.took_ms().expect("it ended");
    assert!((495.0..2_000.0).contains(&took), "about the deadline, from the first send: {took}");

    let race = race_of(plan(vec![chain()]), Timeouts::default());
    let controls = race.controls();
    let stopped = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        controls.stop();
    });
    let (run, _) = block_on(race.run(None));
    stopped.join().expect("stopped");
    let sample = &run.lanes[0].samples[0];
    assert_eq!(
        (sample.status, steps_of(sample)),
        (Status::Cancelled, vec![0, 1]),
        "in the second step"
    );
    assert_eq!(sample.steps[0].sample.status, Status::Ok, "whose first had ended");
}

#[test]
fn a_step_that_multiplies_an_answer_beyond_its_limit_is_not_sent_and_says_so() {
    let arena = Arena::open();
    let long = "found ".repeat(20_000);
    let next = asked(merger(&arena, 2, 100), &updating(&"{{answer}}".repeat(80)));
    let chain = LanePlan { later: vec![step(next, StepRule::Always)], ..merger(&arena, 1, 100) };
    let (run, logs) = raced(Plan { prompt: updating(&long), ..plan(vec![chain]) });
    let sample = &run.lanes[0].samples[0];
    assert_eq!(steps_of(sample), [0, 1], "the first is kept, and the second named");
    assert_eq!(sample.steps[0].sample.status, Status::Ok);
    let last = &sample.steps[1].sample;
    assert_eq!((last.sent_at_ms, last.status), (None, Status::ErrorStream), "10 MB are not sent");
    let told = sample.error.as_ref().expect("a failure").message.to_string();
    assert!(told.contains("its prompt is longer than 8 MB"), "{told}");
    assert!(logs[0][0].timeline.marks.is_empty(), "nothing came of it");
}
