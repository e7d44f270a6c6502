use std::collections::BTreeMap;

use cost::Prices;
use providers::{
    Content, Dialect, Part, Payload, ResponseFormat, Role, Roster, Source, Tool, Turn,
};
use serde_json::json;

use super::*;
use crate::plan::check::{check, preflight};
use crate::plan::lane_request::LaneRequest;
use crate::plan::load::Load;
use crate::plan::shown_request::shown_request;
use crate::plan::{InputLength, LanePlan};
use crate::workload::Preset;

fn lane(dialect: Dialect) -> LanePlan {
    LanePlan {
        provider: "custom".into(),
        model: "m".into(),
        dialect: Some(dialect),
        base_url: Some("http://127.0.0.1:1/v1".into()),
        ..LanePlan::default()
    }
}

fn plan(lanes: Vec<LanePlan>) -> Plan {
    Plan { prompt: "Why?".into(), max_tokens: Some(10), lanes, ..Plan::default() }
}

fn roster() -> Roster {
    Roster::new(Vec::new(), &BTreeMap::new())
}

fn messages(plan: &Plan) -> Vec<(Option<u32>, String)> {
    let problems = check(plan, &roster(), &Prices::default()).err().unwrap_or_default();
    problems.into_iter().map(|problem| (problem.lane, problem.message.to_string())).collect()
}

fn said(text: &str) -> Payload {
    Payload { turns: vec![Turn::text(Role::User, text)], ..Payload::default() }
}

fn pictured() -> Payload {
    let source = Source::Base64 { media_type: "image/png".into(), data: "aGk=".into() };
    let image = Content::Image { source, detail: None }.into();
    let parts = vec![Part::text("What is this?"), image];
    let turn = Turn { role: Role::User, parts, own: serde_json::Map::new() };
    Payload { turns: vec![turn], ..Payload::default() }
}

#[test]
fn a_plan_without_a_payload_is_the_document_of_before() {
    let document = serde_json::to_value(plan(vec![lane(Dialect::OpenaiChat)])).expect("a document");
    assert_eq!(document.get("payload"), None, "nothing is there that an older reader knows not");
    assert_eq!(document["lanes"][0].get("request"), None, "nor of a lane");
    let read: Plan = serde_json::from_value(document).expect("a plan");
    assert!(read.payload.is_empty(), "and what is not there is a plain prompt");
}

#[test]
fn a_plan_with_a_payload_is_its_document() {
    let own = LaneRequest { payload: Some(pictured().into()), ..LaneRequest::default() };
    let mut whole = plan(vec![LanePlan { request: Some(own), ..lane(Dialect::Gemini) }]);
    whole.payload = said("First").into();
    let document = serde_json::to_string(&whole).expect("a document");
    let read: Plan = serde_json::from_str(&document).expect("a plan");
    assert_eq!(read, whole, "all of it comes back");
}

#[test]
fn what_a_lane_has_of_its_own_replaces_the_shared_part_by_part() {
    let mut whole = Plan { system: Some("Be brief.".into()), ..plan(Vec::new()) };
    whole.payload = said("First").into();
    let of = |request: LaneRequest| {
        let lane = LanePlan { request: Some(request), ..lane(Dialect::OpenaiChat) };
        let contenders =
            check(&Plan { lanes: vec![lane], ..whole.clone() }, &roster(), &Prices::default());
        contenders.expect("it can start").remove(0).request
    };
    let shared = of(LaneRequest::default());
    assert_eq!((shared.system.as_deref(), &*shared.prompt), (Some("Be brief."), "Why?"), "shared");
    assert_eq!(*shared.payload, said("First"), "with its turns");
    let shorter = of(LaneRequest { prompt: Some("Y?".into()), ..LaneRequest::default() });
    assert_eq!((&*shorter.prompt, shorter.system.is_some()), ("Y?", true), "only the prompt");
    let bare = of(LaneRequest {
        system: Some(String::new()),
        payload: Some(Payload::default().into()),
        ..LaneRequest::default()
    });
    assert_eq!((bare.system.as_deref(), bare.payload.is_empty()), (None, true), "none of either");
}

#[test]
fn what_a_lane_cannot_carry_is_refused_before_the_start_by_its_lane() {
    let mut whole = plan(vec![lane(Dialect::OpenaiChat), lane(Dialect::Ollama)]);
    whole.payload = Payload { prediction: Some("Because".into()), ..Payload::default() }.into();
    let said = messages(&whole);
    assert_eq!(said.len(), 1, "{said:?}");
    let (place, message) = &said[0];
    assert_eq!(*place, Some(1), "the one that has none: {message}");
    assert!(message.contains("predicted output"), "it says what and what to do: {message}");
}

#[test]
fn a_seed_that_a_reader_rounds_is_refused() {
    let of = |seed| {
        let mut whole = plan(vec![lane(Dialect::OpenaiChat)]);
        whole.payload = Payload { seed: Some(seed), ..Payload::default() }.into();
        messages(&whole).len()
    };
    assert_eq!((of(1 << 53), of(-(1 << 53))), (0, 0), "these are kept as they are");
    assert_eq!((of((1 << 53) + 1), of(i64::MIN)), (1, 1), "these are not");
}

#[test]
fn what_is_sent_as_something_else_is_told_before_the_start() {
    let mut whole = plan(vec![lane(Dialect::Gemini)]);
    let schema = providers::SchemaFormat {
        name: Some("answer".into()),
        schema: json!({ "type": "object" }),
        ..Default::default()
    };
    let response_format = Some(ResponseFormat::Schema(schema));
    whole.payload = Payload { response_format, ..Payload::default() }.into();
    let line = preflight(&whole, &roster(), &Prices::default(), |_| true);
    assert_eq!(line.problems, [], "it can start");
    assert!(
        line.notes.iter().any(|note| note.message.to_string().contains("schema name")),
        "{:?}",
        line.notes
    );
}

#[test]
fn an_empty_prompt_starts_only_where_turns_end_the_conversation() {
    let empty = Plan { prompt: " ".into(), ..plan(vec![lane(Dialect::OpenaiChat)]) };
    assert_eq!(messages(&empty).len(), 1, "nothing is asked");
    let mut turns = Plan { prompt: String::new(), ..empty.clone() };
    turns.payload = said("Hi").into();
    assert_eq!(messages(&turns), [], "a turn asks");
    let own = LaneRequest { prompt: Some("Hi".into()), ..LaneRequest::default() };
    let own = LanePlan { request: Some(own), ..lane(Dialect::OpenaiChat) };
    assert_eq!(messages(&Plan { lanes: vec![own.clone()], ..empty.clone() }), [], "its own asks");
    let both = Plan { lanes: vec![own, lane(Dialect::OpenaiChat)], ..empty };
    assert_eq!(messages(&both).len(), 1, "the other lane is asked nothing");
}

#[test]
fn the_whole_input_is_counted_and_a_lanes_own_apart() {
    let short = LaneRequest { payload: Some(Payload::default().into()), ..LaneRequest::default() };
    let own = LanePlan { request: Some(short), ..lane(Dialect::OpenaiChat) };
    let mut whole = plan(vec![lane(Dialect::OpenaiChat), own]);
    whole.payload = said("one two three four five six seven eight nine ten").into();
    let line = preflight(&whole, &roster(), &Prices::default(), |_| true);
    assert!(line.prompt_tokens > 10, "the turns are read too: {}", line.prompt_tokens);
    let alone = cost::tokens::count("Why?");
    let wanted = InputLength { lane: 1, prompt_tokens: alone };
    assert_eq!(line.own_inputs, [wanted], "the lane without them reads less");
}

#[test]
fn what_only_the_provider_can_count_has_no_known_maximum_cost() {
    let groq = LanePlan {
        provider: "groq".into(),
        model: "openai/gpt-oss-120b".into(),
        ..LanePlan::default()
    };
    let mut whole = plan(vec![groq]);
    let most = |plan: &Plan| preflight(plan, &roster(), &Prices::default(), |_| true);
    assert!(most(&whole).most_usd.is_some(), "text is counted");
    whole.payload = pictured().into();
    let line = most(&whole);
    assert_eq!(line.most_usd, None, "an image is not");
    let said: Vec<_> = line.notes.iter().map(|note| note.message.to_string()).collect();
    assert!(said.iter().any(|said| said.contains("images")), "and it says so: {said:?}");
    let budget = Load { budget_usd: Some(1.0), ..Load::default() };
    let said = messages(&Plan { load: Some(budget), ..whole });
    assert!(said.iter().any(|(_, said)| said.contains("budget")), "no budget keeps it: {said:?}");
}

#[test]
fn a_sweep_that_brings_its_own_prompts_changes_no_request_in_silence() {
    let of_method = Load { preset: Some(Preset::GeneralCompute), ..Load::default() };
    let own = LaneRequest { system: Some("Be kind.".into()), ..LaneRequest::default() };
    let own = LanePlan { request: Some(own), ..lane(Dialect::OpenaiChat) };
    let mut whole = Plan { load: Some(of_method), ..plan(vec![own]) };
    whole.payload = said("First").into();
    let places: Vec<_> = messages(&whole).into_iter().map(|(place, _)| place).collect();
    assert_eq!(places, [None, Some(0)], "the conversation, and what the lane has of its own");
    whole.load = Some(Load::default());
    assert_eq!(messages(&whole), [], "a sweep of the plan's own request carries both");
}

#[test]
fn what_is_shown_of_a_lane_is_what_it_sends_or_why_it_does_not() {
    let mut whole = plan(vec![lane(Dialect::OpenaiChat), lane(Dialect::Replicate)]);
    let tool = Tool::Function(providers::Function { name: "look_up".into(), ..Default::default() });
    whole.payload = Payload { tools: vec![tool], ..Payload::default() }.into();
    let shown = shown_request(&whole, (0, 0), &roster(), |_| true).expect("it can be sent");
    assert!(shown.body.contains("look_up"), "the body: {}", shown.body);
    let refused = shown_request(&whole, (1, 0), &roster(), |_| true).expect_err("it has no tools");
    assert_eq!(refused.iter().map(|problem| problem.lane).collect::<Vec<_>>(), [Some(1)], "why");
    assert!(shown_request(&whole, (2, 0), &roster(), |_| true).is_err(), "there is no such lane");
}

#[test]
fn more_than_a_machine_holds_is_not_written() {
    let source =
        Source::Base64 { media_type: "image/png".into(), data: "A".repeat(8 * 1024 * 1024) };
    let mut payload = pictured();
    payload.turns[0].parts.push(Content::Image { source, detail: None }.into());
    let of = |lanes: usize| {
        let mut whole = plan(vec![lane(Dialect::OpenaiChat); lanes]);
        whole.payload = payload.clone().into();
        too_much(&whole)
    };
    assert_eq!(of(100), None, "a hundred lanes of 8 MB each");
    let refused = of(200).expect("two hundred are too many").message.to_string();
    assert!(refused.contains("1,024 MB"), "it says how much fits: {refused}");
}
