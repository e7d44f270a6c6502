use std::collections::BTreeMap;

use checks::written;

use super::*;
use crate::plan::check::judge_forecast;
use crate::plan::lane_request::LaneRequest;
use crate::plan::shown_request::shown_request;

fn step(model: &str, rule: StepRule) -> NextStep {
    NextStep { lane: lane("groq", model), rule }
}

fn lane(provider: &str, model: &str) -> LanePlan {
    LanePlan { provider: provider.into(), model: model.into(), ..LanePlan::default() }
}

fn chain(then: Vec<NextStep>) -> Plan {
    let first = LanePlan { later: then, ..lane("groq", "openai/gpt-oss-20b") };
    Plan {
        prompt: "Why?".into(),
        max_tokens: Some(100),
        checks: vec![written("contains:Paris").expect("a check")],
        repeat: 10,
        lanes: vec![first],
        ..Plan::default()
    }
}

fn roster() -> Roster {
    Roster::new(Vec::new(), &BTreeMap::new())
}

const FAILS: StepRule = StepRule::CheckFails { checks: Vec::new() };

fn told(plan: &Plan) -> Vec<String> {
    unusable_chains(plan).iter().map(|problem| problem.message.to_string()).collect()
}

fn says(name: &str) -> StepRule {
    StepRule::Says { name: name.into() }
}

#[test]
fn a_chain_that_can_be_asked_has_no_problem() {
    let cascade = chain(vec![step("openai/gpt-oss-120b", FAILS)]);
    assert_eq!(told(&cascade), [""; 0]);
    let router = chain(vec![
        step("a", says("code")),
        step("b", StepRule::Otherwise),
        step("c", StepRule::Always),
    ]);
    assert_eq!(told(&router), [""; 0]);
    let later = later_steps(&router, &roster(), &Prices::default()).expect("they can be asked");
    let models: Vec<&str> = later[0].iter().map(|later| later.request.model.as_str()).collect();
    assert_eq!(models, ["a", "b", "c"], "in order");
    assert_eq!(later[0][0].request.prompt, "Why?", "what the lane is asked");
}

#[test]
fn what_is_wrong_with_a_step_names_it_by_its_number() {
    let own = |prompt: &str| LaneRequest { prompt: Some(prompt.into()), ..LaneRequest::default() };
    let with = |change: &dyn Fn(&mut NextStep)| {
        let mut next = step("b", StepRule::Always);
        change(&mut next);
        chain(vec![next])
    };
    for (plan, expected) in [
        (with(&|next| next.lane.later = vec![NextStep::default()]), "no steps of its own"),
        (
            with(&|next| next.lane.request = Some(own("{{answer2}}"))),
            "no `answer2` before this step",
        ),
        (with(&|next| next.lane.request = Some(own("{{topic}}"))), "no `topic` before this step"),
        (with(&|next| next.lane.request = Some(own("{{answer"))), "never closed"),
        (
            with(&|next| {
                let payload = Some(providers::SharedPayload::default());
                next.lane.request = Some(LaneRequest { payload, ..LaneRequest::default() });
            }),
            "Leave out its own",
        ),
        (with(&|next| next.rule = StepRule::Otherwise), "no step before it is picked"),
        (with(&|next| next.rule = says("code")), "the one that is asked otherwise"),
        (with(&|next| next.rule = says("  ")), "between 1 and 60 characters"),
        (
            with(&|next| {
                let checks = vec![written("regex:(").expect("written")];
                next.rule = StepRule::CheckFails { checks };
            }),
            "not understood",
        ),
        (
            with(&|next| {
                let checks = vec![written("command:true").expect("written")];
                next.rule = StepRule::CheckFails { checks };
            }),
            "only once nothing is measured",
        ),
    ] {
        let told = told(&plan);
        assert!(
            told.iter()
                .any(|message| message.starts_with("Step 2: ") && message.contains(expected)),
            "{expected}: {told:?}"
        );
    }
    let twice =
        chain(vec![step("a", says("x")), step("b", says("X ")), step("c", StepRule::Otherwise)]);
    assert!(told(&twice)[0].starts_with("Step 3: Another step"), "{:?}", told(&twice));
}

#[test]
fn a_cascade_needs_a_check_and_no_chain_is_swept_or_endless() {
    let cascade = chain(vec![step("b", FAILS)]);
    let unchecked = Plan { checks: Vec::new(), ..cascade.clone() };
    assert!(told(&unchecked)[0].contains("there is no check"), "{:?}", told(&unchecked));
    let checks = vec![written("no-refusal").expect("a check")];
    let own =
        Plan { checks: Vec::new(), ..chain(vec![step("b", StepRule::CheckFails { checks })]) };
    assert_eq!(told(&own), [""; 0], "a check of the step's own is enough");
    let sweep = Plan { load: Some(crate::plan::load::Load::default()), ..cascade };
    assert!(told(&sweep)[0].contains("A sweep sends one request"), "{:?}", told(&sweep));
    let long = chain(vec![step("b", StepRule::Always); MOST_STEPS]);
    assert_eq!(told(&long).len(), 1, "told once");
    assert!(told(&long)[0].contains("at most 8"), "{:?}", told(&long));
    let unknown = chain(vec![NextStep { lane: lane("nobody", "m"), rule: StepRule::Always }]);
    let problems = later_steps(&unknown, &roster(), &Prices::default()).expect_err("nobody");
    assert!(
        problems[0].message.to_string().starts_with("Step 2: There is no provider"),
        "{problems:?}"
    );
}

#[test]
fn every_step_counts_at_its_most() {
    let of = |plan: &Plan| {
        let roster = roster();
        let prices = Prices::default();
        crate::preflight(plan, &roster, &prices, |_| true)
    };
    let alone = of(&Plan { repeat: 10, ..chain(Vec::new()) });
    let cascade = of(&chain(vec![step("openai/gpt-oss-20b", FAILS)]));
    assert_eq!((alone.requests, cascade.requests, cascade.steps), (10, 20, 10));
    assert_eq!(cascade.most_tokens, Some(2_000), "100 of each");
    let (one, two) = (alone.most_usd.expect("a price"), cascade.most_usd.expect("a price"));
    assert!(two > 2.0 * one - 1e-9 && two < 4.0 * one, "the same model twice: {one} {two}");
    let pipeline = of(&chain(vec![step("openai/gpt-oss-20b", StepRule::Always)]));
    assert!(pipeline.most_usd > cascade.most_usd, "it reads an answer of up to 100 tokens");
    let mut open = chain(vec![step("openai/gpt-oss-20b", StepRule::Always)]);
    assert!(!has_unbounded_steps(&open, &roster(), &Prices::default()), "both have a limit");
    open.max_tokens = None;
    open.lanes[0].later[0].lane.max_tokens = Some(10);
    assert!(
        has_unbounded_steps(&open, &roster(), &Prices::default()),
        "it reads an answer without one"
    );
    open.lanes[0].max_tokens = Some(10);
    assert!(!has_unbounded_steps(&open, &roster(), &Prices::default()), "which is limited again");
}

#[test]
fn each_step_of_a_chain_is_shown_as_it_is_sent_with_the_names_of_the_answers_in_their_places() {
    let own = LaneRequest {
        prompt: Some("{{prompt}} Not {{answer1}}.".into()),
        system: Some("Better than {{answer}}.".into()),
        payload: None,
    };
    let mut second = step("openai/gpt-oss-120b", FAILS);
    second.lane = LanePlan { request: Some(own), max_tokens: Some(7), ..second.lane };
    let plan = chain(vec![second, step("third", StepRule::Always)]);
    let shown = |plan: &Plan, step| shown_request(plan, (0, step), &roster(), |_| true);
    let bodies = [0, 1, 2].map(|step| shown(&plan, step).expect("it can be sent").body);
    let has = |body: usize, words: &[&str]| {
        let missing = words.iter().find(|word| !bodies[body].contains(**word));
        assert_eq!(missing, None, "{}", bodies[body]);
    };
    has(0, &["openai/gpt-oss-20b", "\"Why?\""]);
    has(1, &["openai/gpt-oss-120b", "Why? Not {{answer1}}.", "Better than {{answer}}.", ":7"]);
    has(2, &["\"third\"", "\"{{answer}}\""]);
    let unique = Plan { unique_prompts: true, ..plan.clone() };
    let numbered = shown(&unique, 1).expect("it can be sent");
    let mark = numbered.number.expect("its own number is marked");
    assert_eq!(numbered.body.matches(&mark).count(), 1, "{}", numbered.body);
    let refused = shown(&plan, 3).expect_err("it has three");
    assert_eq!(refused[0].message.to_string(), "Step 4: There is no such step.");
}

#[test]
fn a_judge_of_a_kept_race_may_read_the_longest_answer_of_any_step() {
    let most = |limits: [Option<u32>; 2]| {
        let mut next = step("openai/gpt-oss-120b", StepRule::Always);
        next.lane.max_tokens = limits[1];
        let mut plan = chain(vec![next]);
        plan.max_tokens = None;
        plan.lanes[0].max_tokens = limits[0];
        plan.lanes.push(LanePlan { max_tokens: Some(1), ..lane("groq", "openai/gpt-oss-20b") });
        let judge = lane("groq", "openai/gpt-oss-120b");
        plan.judge = Some(crate::plan::JudgePlan { lane: judge, criteria: None });
        let forecast = judge_forecast(&plan, 2, &roster(), &Prices::default(), |_| true);
        assert_eq!(forecast.problems, []);
        forecast.most_usd.expect("it has a price")
    };
    let small = most([Some(10), Some(10)]);
    assert!(most([Some(10), Some(3_000)]) > small, "of the later one");
    assert!(most([Some(3_000), Some(10)]) > small, "of the first");
    assert!(most([Some(10), None]) > most([Some(10), Some(1_000)]), "or as long as any");
}
