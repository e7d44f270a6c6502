//! Nothing is dropped in silence: whatever is set of a request alone changes the body of every dialect, or its headers,
//! or is refused by name, or its absence is told before the start.

use std::collections::BTreeSet;

use hyper::header::HeaderMap;
use measure::Phrase;
use serde_json::{Map, Value, json};

use crate::dialects::carried_cases::{fields, function, own, said, with, within};
use crate::dialects::dialect::Dialect;
use crate::request::Request;
use crate::request::payload::Payload;
use crate::request::response_format::{ResponseFormat, SchemaFormat};
use crate::request::tool::{Tool, ToolChoice};
use crate::request::turn::{Content, Part, Role, Source, Turn};

fn refused(request: &Request) -> BTreeSet<&'static str> {
    request.refusals().into_iter().map(|refusal| refusal.field).collect()
}

#[test]
fn whatever_is_set_of_a_request_is_sent_refused_by_name_or_told() {
    for dialect in Dialect::ALL {
        for (field, what, before, after) in fields().into_iter().chain(within()) {
            let (without, set) = (with(before, dialect), with(after, dialect));
            let headers = |request: &Request| {
                let mut headers = HeaderMap::new();
                request.add_headers(&mut headers);
                headers
            };
            let is_sent =
                set.body(None) != without.body(None) || headers(&set) != headers(&without);
            let is_refused = refused(&set).contains(field);
            let is_told = set.adjustments() != without.adjustments();
            assert!(
                is_sent || is_refused || is_told,
                "{} leaves out {what} of `{field}` in silence",
                dialect.name()
            );
        }
    }
}

#[test]
fn what_a_turn_without_parts_has_of_its_own_is_sent_or_refused_by_name() {
    for dialect in Dialect::ALL {
        let sound = Turn { parts: Vec::new(), own: own(), ..Turn::text(Role::Assistant, "") };
        let turns = vec![Turn::text(Role::User, "A"), sound, Turn::text(Role::User, "B")];
        let payload = Payload { dialect: Some(dialect), turns, ..Payload::default() };
        let (name, _) = own().into_iter().next().expect("a field");
        for of in [Some(dialect), Some(Dialect::OpenaiChat)] {
            let request = with(Payload { dialect: of, ..payload.clone() }, dialect);
            let is_sent = request.body(None).to_string().contains(&format!("\"{name}\""));
            let is_refused = refused(&request).contains("turns");
            assert!(is_sent || is_refused, "{} leaves out `{name}`", dialect.name());
        }
    }
}

#[test]
fn every_field_of_a_payload_has_its_case() {
    let known: BTreeSet<&str> = fields().into_iter().map(|(field, ..)| field).collect();
    let whole = Payload {
        dialect: Some(Dialect::Gemini),
        turns: vec![Turn::text(Role::User, "a")],
        tools: vec![Tool::Function(function())],
        tool_choice: Some(ToolChoice::Auto),
        parallel_tool_calls: Some(true),
        response_format: Some(ResponseFormat::Json),
        stop: vec!["a".into()],
        top_p: Some(0.5),
        seed: Some(1),
        prediction: Some("a".into()),
        headers: [("a".into(), "b".into())].into(),
        fields: own(),
        as_pasted: None,
    };
    let document = serde_json::to_value(whole).expect("a document");
    let names = document.as_object().expect("an object").keys();
    let unknown: Vec<_> =
        names.filter(|name| *name != "dialect" && !known.contains(name.as_str())).collect();
    assert_eq!(unknown, [""; 0], "a new field is sent, refused or told by every dialect");
}

#[test]
fn what_is_a_dialects_own_goes_to_no_other() {
    for lane in Dialect::ALL {
        for from in Dialect::ALL {
            let mine = Payload { dialect: Some(from), fields: own(), ..Payload::default() };
            let asked = with(mine, lane);
            let fits = lane == from;
            assert_eq!(asked.refusals().is_empty(), fits, "{} to {}", from.name(), lane.name());
            let is_sent = asked.body(None).get("special").is_some();
            assert_eq!(
                is_sent,
                fits,
                "{} to {}: verbatim, or not at all",
                from.name(),
                lane.name()
            );
        }
    }
    let everywhere = Payload { fields: own(), ..Payload::default() };
    for lane in Dialect::ALL {
        let asked = with(everywhere.clone(), lane);
        assert!(asked.refusals().is_empty(), "{}: the user said every lane", lane.name());
    }
}

#[test]
fn an_order_of_fields_that_gemini_alone_reads_is_told_to_every_other_lane() {
    let body = r#"{"contents":[{"role":"user","parts":[{"text":"Berth?"}]}],
        "tools":[{"functionDeclarations":[{"name":"berth","parameters":{"type":"OBJECT",
            "properties":{"b":{"type":"STRING"},"a":{"type":"STRING"}},"propertyOrdering":["a","b"]}}]}]}"#;
    let payload =
        crate::capture::read_capture_anew(body, Some(Dialect::Gemini)).expect("a body").0.payload;
    for lane in Dialect::ALL {
        let asked = with(payload.clone(), lane);
        let told = asked.adjustments().into_iter().any(|told| told.field == "`propertyOrdering`");
        let is_refused = !asked.refusals().is_empty();
        assert!(told || is_refused || lane == Dialect::Gemini, "{}", lane.name());
        assert!(!(told && lane == Dialect::Gemini), "Gemini reads it");
    }
    let asked = with(payload, Dialect::OpenaiChat);
    let sent = asked.body(None)["tools"][0]["function"]["parameters"]["properties"].clone();
    let names: Vec<&String> = sent.as_object().expect("an object").keys().collect();
    assert_eq!(names, ["a", "b"], "they stand in that order");
}

#[test]
fn each_part_that_a_lane_has_no_place_for_is_refused_by_its_name() {
    let own = |kind: &str| Part::from(Content::Own { value: json!({ "type": kind }) });
    let turn = |parts| Turn { parts, ..Turn::text(Role::User, "") };
    let turns = vec![turn(vec![own("search_result"), own("sound")]), Turn::text(Role::User, "A")];
    let payload = Payload { dialect: Some(Dialect::Anthropic), turns, ..Payload::default() };
    for lane in Dialect::ALL.into_iter().filter(|lane| *lane != Dialect::Anthropic) {
        let said: Vec<String> = with(payload.clone(), lane)
            .refusals()
            .into_iter()
            .map(|refusal| refusal.message.to_string())
            .collect();
        let is_named = |name: &str| said.iter().any(|said| said.contains(name));
        let has_turns = lane != Dialect::Replicate;
        assert!(!has_turns || is_named("`search_result`") && is_named("`sound`"), "{said:?}");
    }
}

#[test]
fn an_empty_text_beside_a_call_is_sent_to_no_api_that_refuses_one() {
    let body = r#"{"messages":[{"role":"user","content":"Berth?"},
        {"role":"assistant","content":"","tool_calls":[{"id":"a","type":"function","function":{"name":"berth","arguments":"{}"}}]},
        {"role":"tool","tool_call_id":"a","content":"Five."},{"role":"user","content":"And then?"}]}"#;
    let payload = crate::capture::read_capture_anew(body, Some(Dialect::OpenaiChat));
    let payload = payload.expect("a body").0.payload;
    let sent = |lane: Dialect, at: &str| {
        let asked = with(payload.clone(), lane);
        assert_eq!(asked.refusals(), [], "{}", lane.name());
        asked.body(None).pointer(at).cloned()
    };
    for (lane, parts) in
        [(Dialect::Anthropic, "/messages/1/content"), (Dialect::Gemini, "/contents/1/parts")]
    {
        let sent = sent(lane, parts).expect("parts");
        assert_eq!(sent.as_array().map(Vec::len), Some(1), "the call alone: {sent}");
    }
    let as_it_is = sent(Dialect::OpenaiChat, "/messages/1/content");
    assert_eq!(as_it_is, Some("".into()), "its own dialect takes it");
}

#[test]
fn a_message_of_the_model_says_its_type_in_responses_which_servers_tell_it_by() {
    let turns = vec![
        Turn::text(Role::User, "A"),
        Turn::text(Role::Assistant, "B"),
        Turn::text(Role::User, "C"),
    ];
    let asked = with(Payload { turns, ..Payload::default() }, Dialect::OpenaiResponses);
    let sent = asked.body(None)["input"][1].clone();
    assert_eq!(sent, json!({ "type": "message", "role": "assistant", "content": "B" }));
}

#[test]
fn an_image_that_a_tool_returned_goes_to_servers_of_the_dialect_it_was_written_for_but_openais() {
    let body = r#"{"messages":[{"role":"user","content":"Look."},
        {"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"shot","arguments":"{}"}}]},
        {"role":"tool","tool_call_id":"a","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,aGk="}}]}]}"#;
    let chat = Some(Dialect::OpenaiChat);
    let payload = crate::capture::read_capture_anew(body, chat).expect("a body").0.payload;
    let asked = with(payload.clone(), Dialect::OpenaiChat);
    assert_eq!(asked.refusals(), [], "a server of one's own");
    let sent = asked.body(None)["messages"][2]["content"].clone();
    assert_eq!(sent[0]["image_url"]["url"], "data:image/png;base64,aGk=", "as it was");
    let mut openais = asked;
    openais.provider.id = "openai".into();
    assert!(refused(&openais).contains("turns"), "OpenAI says that it takes text alone");
    let elsewhere = Payload { dialect: Some(Dialect::Anthropic), ..payload };
    let asked = with(elsewhere, Dialect::OpenaiChat);
    assert!(refused(&asked).contains("turns"), "and so does the dialect, unless told otherwise");
}

#[test]
fn an_additional_field_overwrites_nothing_that_was_asked() {
    for (dialect, fields) in [
        (Dialect::OpenaiChat, json!({ "stream": false })),
        (Dialect::OpenaiChat, json!({ "messages": [] })),
        (Dialect::OpenaiChat, json!({ "model": "another" })),
        (Dialect::OpenaiChat, json!({ "max_tokens": 1_000_000 })),
        (Dialect::OpenaiChat, json!({ "temperature": 1.9 })),
        (Dialect::OpenaiChat, json!({ "n": 8 })),
        (Dialect::OpenaiChat, json!({ "api_key": "x" })),
        (Dialect::OpenaiChat, json!({ "user": "sk-proj-0123456789abcdef0123456789" })),
        (Dialect::OpenaiResponses, json!({ "input": "Hello" })),
        (Dialect::Gemini, json!({ "generationConfig": { "maxOutputTokens": 1_000_000 } })),
        (Dialect::Gemini, json!({ "generationConfig": { "candidateCount": 4 } })),
        (Dialect::Ollama, json!({ "options": { "num_predict": -1 } })),
        (Dialect::Replicate, json!({ "input": { "prompt": "Hello" } })),
    ] {
        let Value::Object(fields) = fields else { panic!("an object") };
        let plain = with(Payload::default(), dialect);
        let asked = with(Payload { fields: fields.clone(), ..Payload::default() }, dialect);
        assert!(refused(&asked).contains("fields"), "{}: {fields:?}", dialect.name());
        let (is, was) = (asked.body(None), plain.body(None));
        for (name, value) in was.as_object().expect("an object") {
            assert_eq!(is.get(name), Some(value), "{}: `{name}` stands", dialect.name());
        }
    }
    let store = Map::from_iter([("store".to_owned(), true.into())]);
    let asked = with(Payload { fields: store, ..Payload::default() }, Dialect::OpenaiResponses);
    assert!(asked.refusals().is_empty(), "nobody asked for what is sent unless told otherwise");
    assert_eq!(asked.body(None)["store"], true, "so the user's word counts");
}

#[test]
fn an_additional_header_carries_no_key_and_breaks_no_request() {
    let key = "sk-ant-api03-0123456789abcdef";
    for (name, value) in [
        ("Authorization", "Bearer x"),
        ("x-api-key", "x"),
        ("X-Goog-Api-Key", "x"),
        ("host", "elsewhere.example"),
        ("content-length", "0"),
        ("Accept-Encoding", "gzip"),
        ("User-Agent", "other"),
        ("anthropic-version", "2030-01-01"),
        ("x-portkey-api-key", "pk"),
        ("X-Gateway-Token", "t"),
        ("x-mine", key),
        ("x-mine", "a\r\nx-injected: b"),
        ("x mine", "a"),
    ] {
        let headers = [(name.to_owned(), value.to_owned())].into();
        let asked = with(Payload { headers, ..Payload::default() }, Dialect::Anthropic);
        let said = asked.refusals();
        assert_eq!(said.first().map(|said| said.field), Some("headers"), "{name}: {value}");
        assert!(!format!("{said:?}").contains(key), "and no key is repeated: {said:?}");
    }
    let headers = [("anthropic-beta".to_owned(), "context-1m-2025-08-07".to_owned())].into();
    let asked = with(Payload { headers, ..Payload::default() }, Dialect::Anthropic);
    let mut sent = HeaderMap::new();
    sent.insert("anthropic-beta", "fast-mode-2026-02-01".parse().expect("a value"));
    asked.add_headers(&mut sent);
    assert_eq!(
        sent.get("anthropic-beta").and_then(|value| value.to_str().ok()),
        Some("fast-mode-2026-02-01,context-1m-2025-08-07"),
        "several features are one list"
    );
}

#[test]
fn a_request_has_bounds() {
    let turns = vec![Turn::text(Role::User, "a"); 10_001];
    let many = with(Payload { turns, ..Payload::default() }, Dialect::OpenaiChat);
    assert_eq!(refused(&many), ["turns"].into(), "more turns than anyone has");
    let long = said(Role::User, vec![Part::text("a".repeat(33 * 1024 * 1024))]);
    let long = with(long, Dialect::OpenaiChat);
    assert_eq!(refused(&long), ["turns"].into(), "longer than any vendor takes");
}

/// Why a request is refused, in one text.
fn reasons(request: &Request) -> String {
    let all = request.refusals().into_iter().map(|refusal| refusal.message.to_string());
    all.collect::<Vec<_>>().join(" ")
}

/// A conversation in which a tool with this id of its call returned these parts.
fn of_call(id: &str, output: Vec<Part>, is_error: bool) -> Payload {
    let call = Content::ToolCall { id: id.into(), name: "f".into(), arguments: json!({}) };
    let result =
        Content::ToolResult { call_id: id.into(), name: Some("f".into()), output, is_error };
    let turn = |role, content: Content| Turn { role, parts: vec![content.into()], own: Map::new() };
    let turns =
        vec![Turn::text(Role::User, "Go."), turn(Role::Assistant, call), turn(Role::Tool, result)];
    Payload { turns, ..Payload::default() }
}

#[test]
fn ids_that_messages_takes_from_nobody_are_written_in_its_letters_for_call_and_result_alike() {
    let asked = |id: &str| with(of_call(id, vec![Part::text("A")], false), Dialect::Anthropic);
    let sent = asked("functions.search:0").body(None);
    let (call, result) = (&sent["messages"][1]["content"][0], &sent["messages"][2]["content"][0]);
    assert_eq!(call["id"], "functions_2esearch_3a0");
    assert_eq!(result["tool_use_id"], call["id"], "or the result would have no call");
    let told = asked("functions.search:0").differences();
    let told: Vec<String> = told.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|told| told.contains("functions.search:0")), "it is told: {told:?}");
    assert_eq!(asked("call_1-A").body(None)["messages"][1]["content"][0]["id"], "call_1-A");
    let told = asked("call_1-A").differences();
    assert!(told.iter().all(|told| !told.to_string().contains("ids of")), "{told:?}");
}

#[test]
fn a_tool_that_returned_nothing_returned_an_empty_text() {
    for (lane, at) in [
        (Dialect::OpenaiChat, "/messages/2/content"),
        (Dialect::OpenaiResponses, "/input/2/output"),
        (Dialect::Cohere, "/messages/2/content"),
        (Dialect::GeminiInteractions, "/input/2/result"),
        (Dialect::Anthropic, "/messages/2/content/0/content"),
        (Dialect::Ollama, "/messages/2/content"),
    ] {
        let asked = with(of_call("a", Vec::new(), false), lane);
        assert_eq!(asked.refusals(), [], "{}", lane.name());
        let body = asked.body(None);
        assert_eq!(body.pointer(at), Some(&"".into()), "{}: {body}", lane.name());
    }
}

#[test]
fn a_tool_that_failed_without_a_word_is_refused_where_nothing_else_says_so() {
    for lane in [Dialect::OpenaiChat, Dialect::OpenaiResponses, Dialect::Cohere, Dialect::Ollama] {
        let asked = with(of_call("a", Vec::new(), true), lane);
        assert!(reasons(&asked).contains("failed without a word"), "{}", lane.name());
    }
    let asked = with(of_call("a", Vec::new(), true), Dialect::Anthropic);
    assert_eq!(asked.refusals(), [], "Messages has a mark for it");
}

#[test]
fn an_image_of_a_kind_that_messages_does_not_take_is_refused_by_its_kind() {
    let image = |kind: &str| {
        let source = Source::Base64 { media_type: kind.into(), data: "aGk=".into() };
        let part = Content::Image { source, detail: None }.into();
        let turn = Turn { role: Role::User, parts: vec![part], own: Map::new() };
        with(Payload { turns: vec![turn], ..Payload::default() }, Dialect::Anthropic)
    };
    for kind in ["image/bmp", "image/tiff", ""] {
        assert!(reasons(&image(kind)).contains(&format!("is `{kind}`")), "{kind}");
    }
    assert_eq!(image("image/webp").refusals(), []);
}

#[test]
fn a_schema_that_always_held_and_is_only_tried_is_told() {
    let format = |strict| {
        let format =
            SchemaFormat { schema: json!({"type": "object"}), strict, ..Default::default() };
        let response_format = Some(ResponseFormat::Schema(format));
        let dialect = Some(Dialect::Anthropic);
        Payload { dialect, response_format, ..Payload::default() }
    };
    for lane in [Dialect::OpenaiChat, Dialect::OpenaiResponses] {
        let told = |strict| {
            let told = with(format(strict), lane).differences();
            told.iter().map(Phrase::to_string).collect::<Vec<_>>().join(" ")
        };
        let (tried, strict) = (told(None), told(Some(true)));
        assert!(tried.contains("only tried"), "{}: {tried}", lane.name());
        assert!(!strict.contains("only tried"), "{}: {strict}", lane.name());
    }
}
