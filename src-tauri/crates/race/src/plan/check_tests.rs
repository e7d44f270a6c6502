use std::collections::BTreeMap;

use super::*;
use crate::plan::load::Load;

#[test]
fn a_prompt_without_a_system_prompt_is_counted_alone() {
    let text = |system| Plan { system, ..plan(Vec::new()) }.shared_input().text();
    assert_eq!(text(None), "Hi", "no line break stands before it");
    assert_eq!(text(Some("Be brief.".to_owned())), "Be brief.\nHi", "one stands between");
}

fn lane(provider: &str, model: &str) -> LanePlan {
    LanePlan { provider: provider.into(), model: model.into(), ..LanePlan::default() }
}

fn plan(lanes: Vec<LanePlan>) -> Plan {
    Plan {
        prompt: "Hi".into(),
        max_tokens: Some(1_000),
        repeat: 2,
        warmup: 1,
        until_settled: None,
        lanes,
        ..Plan::default()
    }
}

fn roster() -> Roster {
    Roster::new(Vec::new(), &BTreeMap::new())
}

#[test]
fn a_length_is_forced_only_where_the_server_can_be_made_to() {
    let load = Load { force_length: true, ..Load::default() };
    let forced = |lane, max_tokens| {
        let plan = Plan { max_tokens, load: Some(load.clone()), ..plan(vec![lane]) };
        check(&plan, &roster(), &Prices::default())
    };
    let own = LanePlan {
        base_url: Some("http://127.0.0.1:8000/v1".into()),
        dialect: Some(providers::Dialect::OpenaiChat),
        ..lane("custom", "m")
    };
    assert!(forced(own.clone(), Some(200)).is_ok(), "an address of one's own is asked");
    let no_limit = forced(own, None).expect_err("no length to force");
    assert!(no_limit[0].message.to_string().contains("set max tokens"), "{no_limit:?}");
    let cannot = forced(lane("groq", "m"), Some(200)).expect_err("it has no such field");
    assert!(cannot[0].message.to_string().contains("Groq cannot be forced to"), "{cannot:?}");
}

#[test]
fn a_limit_that_the_model_may_not_keep_bounds_no_cost() {
    let plan = plan(vec![lane("replicate", "openai/gpt-oss-120b")]);
    let line = preflight(&plan, &roster(), &Prices::default(), |_| true);
    assert_eq!((line.most_tokens, line.most_usd), (None, None), "it may leave the limit unread");
    assert!(
        line.notes.iter().any(|note| note.message.to_string().contains("keeps max tokens")),
        "{line:?}"
    );
}

#[test]
fn a_service_tier_is_asked_for_only_where_the_provider_has_it() {
    let asking = |provider: &str, model: &str, tier: &str| {
        let lane = LanePlan { service_tier: Some(tier.into()), ..lane(provider, model) };
        check(&plan(vec![lane]), &roster(), &Prices::default())
    };
    let asked = asking("openai", "gpt-6-sol", "flex").expect("it can start");
    assert_eq!(asked[0].request.provider.service_tier(), Some("flex"), "in its own word");
    let none = asking("sambanova", "m", "flex").expect_err("it has none");
    assert!(none[0].message.to_string().contains("has no service tiers"), "{none:?}");
    let other = asking("groq", "m", "priority").expect_err("it has others");
    assert!(
        other[0].message.to_string().contains("it has auto, flex, on_demand and performance"),
        "{other:?}"
    );
}

#[test]
fn the_maximum_cost_is_that_of_the_requested_tier() {
    let most = |tier: Option<&str>| {
        let tier = tier.map(str::to_owned);
        let lane = LanePlan { service_tier: tier, ..lane("openai", "gpt-6-sol") };
        preflight(&plan(vec![lane]), &roster(), &Prices::default(), |_| true).most_usd
    };
    let [any, standard, flex] = [None, Some("default"), Some("flex")].map(most);
    assert!(standard.is_some() && standard < any, "no dearer tier answers: {standard:?} {any:?}");
    assert_eq!(flex, standard, "without room in it the standard tier may answer");
    assert_eq!(most(Some("ultrafast")), None, "what nobody lists has no known most");
}

#[test]
fn a_lane_overrides_what_the_lanes_share() {
    let own = LanePlan { max_tokens: Some(5), ..lane("groq", "m") };
    let contenders = check(&plan(vec![own, lane("groq", "m")]), &roster(), &Prices::default())
        .expect("it can start");
    let limits: Vec<_> = contenders.iter().map(|contender| contender.request.max_tokens).collect();
    assert_eq!(limits, [Some(5), Some(1_000)], "its own limit first, the shared one otherwise");
}

#[test]
fn a_budget_that_cannot_be_kept_is_refused_before_anything_is_sent() {
    let refused = |load: Load, max_tokens, who: &str| {
        let plan = Plan { max_tokens, load: Some(load), ..plan(vec![lane(who, "m")]) };
        let problems = check(&plan, &roster(), &Prices::default()).err().unwrap_or_default();
        Phrase::sentences(problems.into_iter().map(|problem| problem.message)).to_string()
    };
    let dollars = || Load { budget_usd: Some(1.0), ..Load::default() };
    let tokens = || Load { budget_tokens: Some(1_000), ..Load::default() };
    let said = refused(dollars(), Some(10), "groq");
    assert!(said.contains("Groq m has no price"), "{said}");
    let said = refused(tokens(), None, "groq");
    assert!(said.contains("nothing limits the answers of Groq m"), "{said}");
    assert_eq!(refused(tokens(), Some(10), "groq"), "", "tokens need no price");
    assert_eq!(refused(dollars(), Some(10), "simulated"), "", "a simulated one costs nothing");
}

#[test]
fn a_budget_that_lets_nothing_be_sent_is_refused_with_what_a_request_may_cost() {
    let refused = |load: Load| {
        let lanes = vec![lane("groq", "openai/gpt-oss-120b")];
        let plan = Plan { max_tokens: Some(100), load: Some(load), ..plan(lanes) };
        let problems = check(&plan, &roster(), &Prices::default()).err().unwrap_or_default();
        Phrase::sentences(problems.into_iter().map(|problem| problem.message)).to_string()
    };
    let dollars = |usd| refused(Load { budget_usd: Some(usd), ..Load::default() });
    let said = dollars(0.000_01);
    assert!(
        said.contains("lets nothing be sent: one request to Groq openai/gpt-oss-120b"),
        "{said}"
    );
    assert!(
        said.contains("may cost $0.000075"),
        "100 tokens at $0.60 per million, and the prompt: {said}"
    );
    assert_eq!(dollars(0.001), "", "one that lets a few be sent is kept to");
    let tokens = |most| refused(Load { budget_tokens: Some(most), ..Load::default() });
    assert!(tokens(99).contains("The budget of 99 output tokens lets nothing"), "{}", tokens(99));
    assert_eq!(tokens(100), "", "one request fits");
}

#[test]
fn every_problem_is_named_at_once_and_by_its_lane() {
    let muted = LanePlan { muted: true, ..lane("nobody", "m") };
    let broken = Plan {
        prompt: " ".into(),
        temperature: Some(3.0),
        ..plan(vec![muted, lane("groq", " "), lane("nobody", "m")])
    };
    let problems = check(&broken, &roster(), &Prices::default()).expect_err("it cannot start");
    let lanes: Vec<_> = problems.iter().map(|problem| problem.lane).collect();
    assert_eq!(
        lanes,
        [None, None, Some(1), Some(2)],
        "prompt, temperature, model, provider; a muted lane may be anything"
    );
}

#[test]
fn a_race_without_lanes_does_not_start() {
    assert!(
        check(&plan(vec![]), &roster(), &Prices::default()).is_err(),
        "there is nobody to watch"
    );
}

#[test]
fn changed_settings_are_reported_before_the_start() {
    let plan = Plan {
        temperature: Some(0.5),
        effort: Some(providers::Effort::Max),
        ..plan(vec![lane("groq", "openai/gpt-oss-120b"), lane("openai", "gpt-6-sol")])
    };
    let line = preflight(&plan, &roster(), &Prices::default(), |_| true);
    assert!(line.problems.is_empty(), "nothing of it keeps the race from starting");
    let said: Vec<_> =
        line.notes.iter().map(|note| (note.lane, note.message.to_string())).collect();
    assert_eq!(
        said,
        [
            (0, "effort max is sent as high: the nearest that this model supports."),
            (1, "temperature 0.5 is left out: this model accepts none."),
        ]
        .map(|(lane, told)| (lane, told.to_owned())),
        "each lane's own, in a sentence"
    );
}

#[test]
fn thinking_that_is_added_to_a_limit_is_in_the_most_it_can_come_to() {
    let plan = Plan {
        max_tokens: Some(1_000),
        effort: Some(providers::Effort::Low),
        ..plan(vec![lane("anthropic", "claude-sonnet-4-5")])
    };
    let line = preflight(&plan, &roster(), &Prices::default(), |_| true);
    assert_eq!(line.most_tokens, Some(3 * 2_024), "three requests, each with 1,024 to think");
}

#[test]
fn the_line_before_the_start_says_the_most_it_can_come_to() {
    let unpriced =
        LanePlan { base_url: Some("http://127.0.0.1:1/v1".into()), ..lane("custom", "m") };
    let line = preflight(
        &plan(vec![lane("groq", "openai/gpt-oss-120b"), unpriced]),
        &roster(),
        &Prices::default(),
        |_| false,
    );
    assert_eq!((line.lanes, line.requests), (2, 6), "two lanes, one warm-up and two rounds");
    assert_eq!(line.most_tokens, Some(6_000), "1,000 tokens in each of six requests");
    assert_eq!(line.missing_keys, [0], "Groq wants a key; the custom lane may go without");
    assert_eq!(line.unpriced, [1], "what has no price is named and not counted as free");
    // 3 × 1,000 tokens at $0.60 per million, plus the prompt's few tokens.
    assert!(
        line.most_usd.is_some_and(|usd| (0.0018..0.0019).contains(&usd)),
        "{:?}",
        line.most_usd
    );
    let counted = line.prompt_tokens;
    let long =
        Plan { prompt: "river ".repeat(1_000), ..plan(vec![lane("groq", "openai/gpt-oss-120b")]) };
    let told = preflight(&long, &roster(), &Prices::default(), |_| true);
    assert!(told.prompt_tokens > counted, "a thousand words");
    // $0.15 per million input tokens: what a tokenizer that makes half as many again would be billed is within it.
    let input = f64::from(told.requests * told.prompt_tokens) * 1.5 * 0.15e-6;
    let output = f64::from(told.most_tokens.expect("it has a limit")) * 0.6e-6;
    assert!(told.most_usd.is_some_and(|usd| usd > input + output), "{told:?}");
    let unlimited = Plan { max_tokens: None, ..plan(vec![lane("groq", "openai/gpt-oss-120b")]) };
    let line = preflight(&unlimited, &roster(), &Prices::default(), |_| true);
    assert_eq!((line.most_tokens, line.most_usd), (None, None), "without a limit there is no most");
}

#[test]
fn a_judge_counts_in_what_a_race_may_send_and_cost() {
    use crate::plan::{JudgePlan, JudgePreflight};
    let lanes = || vec![lane("groq", "openai/gpt-oss-120b"), lane("groq", "openai/gpt-oss-20b")];
    let told =
        |plan: &Plan, has_key: bool| preflight(plan, &roster(), &Prices::default(), |_| has_key);
    let without = told(&plan(lanes()), true);
    let judge = |lane| Some(JudgePlan { lane, criteria: None });
    let judged = Plan { judge: judge(lane("groq", "openai/gpt-oss-120b")), ..plan(lanes()) };
    let with = told(&judged, true);
    assert_eq!(with.judge, Some(JudgePreflight { requests: 4, unpriced: false }));
    assert_eq!(with.requests, without.requests + 4, "two rounds, both orders");
    assert_eq!(with.most_tokens, without.most_tokens.map(|most| most + 4 * 1_024));
    let more = with.most_usd.zip(without.most_usd).map(|(with, without)| with - without);
    // Four verdicts of 1,024 tokens, and two answers of 1,000 of the lanes' own tokens, read four times: each may be two neutral ones, and
    // these two of the judge's.
    let verdicts = 4.0 * 1_024.0 * 0.6e-6;
    let answers = 4.0 * 2.0 * 4_000.0 * 0.15e-6;
    let least = verdicts + answers;
    assert!(more.is_some_and(|usd| (least..least + 0.001).contains(&usd)), "{more:?}");
    let unpriced = Plan { judge: judge(lane("groq", "unheard-of")), ..plan(lanes()) };
    let told_of = told(&unpriced, true);
    assert_eq!(told_of.judge, Some(JudgePreflight { requests: 4, unpriced: true }));
    assert_eq!(told_of.most_usd, without.most_usd, "what is unknown is in no sum");
    let keyless = told(&judged, false);
    let last = keyless.problems.last().expect("a problem");
    assert_eq!(last.message.id, "plan.judge_needs_key", "{keyless:?}");
    let unknown = Plan { judge: judge(lane("nobody", "m")), ..plan(lanes()) };
    assert_eq!(told(&unknown, true).problems.len(), 1, "it cannot be asked");
}
