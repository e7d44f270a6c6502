//! What can be set of a request, each alone.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::dialects::dialect::Dialect;
use crate::dialects::testing::request;
use crate::request::Request;
use crate::request::payload::Payload;
use crate::request::response_format::{ResponseFormat, SchemaFormat};
use crate::request::tool::{Function, Tool, ToolChoice};
use crate::request::turn::{CacheMark, Content, Part, Role, Source, Turn};

/// A field, what is set of it, a payload without that, and the same payload with it.
pub(super) type Case = (&'static str, &'static str, Payload, Payload);

pub(super) fn with(payload: Payload, dialect: Dialect) -> Request {
    Request { payload: Arc::new(payload), system: None, ..request(dialect) }
}

pub(super) fn own() -> Map<String, Value> {
    Map::from_iter([("special".to_owned(), json!({ "deep": true }))])
}

pub(super) fn said(role: Role, parts: Vec<Part>) -> Payload {
    Payload { turns: vec![Turn { role, parts, own: Map::new() }], ..Payload::default() }
}

fn user(content: Content) -> Payload {
    said(Role::User, vec![Part::text("See"), content.into()])
}

fn bytes(media_type: &str) -> Source {
    Source::Base64 { media_type: media_type.into(), data: "aGk=".into() }
}

fn at(url: &str) -> Source {
    Source::Url { url: url.into(), media_type: None }
}

pub(super) fn function() -> Function {
    Function {
        name: "look_up".into(),
        parameters: Some(json!({ "type": "object" })),
        ..Function::default()
    }
}

fn tools(tool: Function) -> Payload {
    Payload { tools: vec![Tool::Function(tool)], ..Payload::default() }
}

fn format(format: SchemaFormat) -> Payload {
    Payload { response_format: Some(ResponseFormat::Schema(format)), ..Payload::default() }
}

fn call(part: impl FnOnce(&mut Part)) -> Payload {
    let mut called: Part = Content::ToolCall {
        id: "call_1".into(),
        name: "look_up".into(),
        arguments: json!({ "word": "pace" }),
    }
    .into();
    part(&mut called);
    said(Role::Assistant, vec![called])
}

fn result(output: Vec<Part>, is_error: bool) -> Payload {
    let mut payload = call(|_| {});
    let result = Content::ToolResult { call_id: "call_1".into(), name: None, output, is_error };
    let turn = Turn { role: Role::Tool, parts: vec![result.into()], own: Map::new() };
    payload.turns.push(turn);
    payload
}

/// Fields of the payload itself.
pub(super) fn fields() -> Vec<Case> {
    let none = Payload::default;
    let case = |field, payload| (field, field, none(), payload);
    vec![
        case("turns", said(Role::Assistant, vec![Part::text("I see.")])),
        case("tools", tools(function())),
        case("tool_choice", Payload { tool_choice: Some(ToolChoice::Auto), ..none() }),
        case("tool_choice", Payload { tool_choice: Some(ToolChoice::None), ..none() }),
        case("tool_choice", Payload { tool_choice: Some(ToolChoice::Required), ..none() }),
        case("tool_choice", Payload { tool_choice: Some(ToolChoice::Tool("f".into())), ..none() }),
        case("parallel_tool_calls", Payload { parallel_tool_calls: Some(true), ..none() }),
        case("parallel_tool_calls", Payload { parallel_tool_calls: Some(false), ..none() }),
        case("response_format", Payload { response_format: Some(ResponseFormat::Text), ..none() }),
        case("response_format", Payload { response_format: Some(ResponseFormat::Json), ..none() }),
        case("response_format", format(SchemaFormat { schema: json!({}), ..Default::default() })),
        case("stop", Payload { stop: vec!["END".into()], ..none() }),
        case("top_p", Payload { top_p: Some(0.9), ..none() }),
        case("seed", Payload { seed: Some(7), ..none() }),
        case("prediction", Payload { prediction: Some("fn main".into()), ..none() }),
        case("headers", Payload { headers: [("x-own".into(), "1".into())].into(), ..none() }),
        case("fields", Payload { fields: own(), ..none() }),
    ]
}

/// Turns of text, and what is of all turns.
fn texts() -> Vec<Case> {
    let text = || said(Role::User, vec![Part::text("Hi")]);
    let marked = |ttl| said(Role::User, vec![Part { cache: Some(mark(ttl)), ..Part::text("Hi") }]);
    let mut own_turn = text();
    own_turn.turns.iter_mut().for_each(|turn| turn.own = own());
    let own_part = said(Role::User, vec![Part { own: own(), ..Part::text("Hi") }]);
    let odd = Content::Own { value: json!({ "type": "odd" }) };
    let odd = said(Role::User, vec![Part::text("Hi"), odd.into()]);
    let mut cases: Vec<Case> = [Role::System, Role::Developer, Role::User, Role::Assistant]
        .into_iter()
        .map(|role| ("turns", "a role", Payload::default(), said(role, vec![Part::text("A")])))
        .collect();
    cases.extend([
        ("turns", "a cache mark", text(), marked(None)),
        ("turns", "how long a mark lasts", marked(None), marked(Some("1h"))),
        ("turns", "how long a mark lasts", marked(None), marked(Some("30m"))),
        ("turns", "own fields of a turn", text(), own_turn),
        ("turns", "own fields of a part", text(), own_part),
        ("turns", "an own part", text(), odd),
    ]);
    cases
}

/// Images and documents.
fn media() -> Vec<Case> {
    let image = |source, detail: Option<&str>| {
        user(Content::Image { source, detail: detail.map(str::to_owned) })
    };
    let document = |source, name: Option<&str>| {
        user(Content::Document { source, name: name.map(str::to_owned) })
    };
    let none = || said(Role::User, vec![Part::text("See")]);
    let (png, pdf) = (|| bytes("image/png"), || bytes("application/pdf"));
    let url = || at("https://example.com/a");
    vec![
        ("turns", "an image", none(), image(png(), None)),
        ("turns", "an image's detail", image(png(), None), image(png(), Some("low"))),
        ("turns", "an image at an address", none(), image(url(), None)),
        ("turns", "a document", none(), document(pdf(), None)),
        ("turns", "a document's name", document(pdf(), None), document(pdf(), Some("a.pdf"))),
        ("turns", "a document at an address", none(), document(url(), None)),
        ("turns", "a document of text", none(), document(bytes("text/plain"), None)),
    ]
}

/// Calls of tools and what they returned.
fn calls() -> Vec<Case> {
    let of_words = || result(vec![Part::text("a pace")], false);
    let and = |part: Part| result(vec![Part::text("a pace"), part], false);
    let alone = |part: Part| result(vec![part], false);
    let image = Content::Image { source: bytes("image/png"), detail: None };
    let broken = Content::ToolCall {
        id: "call_1".into(),
        name: "look_up".into(),
        arguments: "{\"wor".into(),
    };
    let marked = Part { cache: Some(mark(None)), ..Part::text("a pace") };
    let with_own = Part { own: own(), ..Part::text("a pace") };
    vec![
        ("turns", "a tool call", Payload::default(), call(|_| {})),
        ("turns", "a marked tool call", call(|_| {}), call(|part| part.cache = Some(mark(None)))),
        ("turns", "own fields of a tool call", call(|_| {}), call(|part| part.own = own())),
        ("turns", "arguments that are no JSON", call(|_| {}), call(|part| part.content = broken)),
        ("turns", "a tool result", call(|_| {}), of_words()),
        ("turns", "a tool that failed", of_words(), result(vec![Part::text("a pace")], true)),
        ("turns", "an image from a tool", of_words(), and(image.into())),
        ("turns", "a marked part of a result", of_words(), alone(marked)),
        ("turns", "own fields in a result", of_words(), alone(with_own)),
    ]
}

/// What stands within tools and formats.
fn definitions() -> Vec<Case> {
    let schema = || SchemaFormat { schema: json!({ "type": "object" }), ..Default::default() };
    let tool = |change: fn(&mut Function)| {
        let mut tool = function();
        change(&mut tool);
        ("tools", "a part of a tool", tools(function()), tools(tool))
    };
    let form = |change: fn(&mut SchemaFormat)| {
        let mut form = schema();
        change(&mut form);
        ("response_format", "a part of a format", format(schema()), format(form))
    };
    let mut odd = tools(function());
    odd.tools.push(Tool::Own(json!({ "type": "web_search" })));
    vec![
        tool(|tool| tool.description = Some("Looks up".into())),
        tool(|tool| tool.parameters = Some(json!({ "type": "object", "required": ["word"] }))),
        tool(|tool| tool.strict = Some(true)),
        tool(|tool| tool.strict = Some(false)),
        tool(|tool| tool.cache = Some(mark(None))),
        tool(|tool| tool.own = own()),
        ("tools", "an own tool", tools(function()), odd),
        form(|form| form.name = Some("word".into())),
        form(|form| form.description = Some("A word".into())),
        form(|form| form.strict = Some(true)),
    ]
}

/// What stands within turns, tools and formats.
pub(super) fn within() -> impl Iterator<Item = Case> {
    texts().into_iter().chain(media()).chain(calls()).chain(definitions())
}

fn mark(ttl: Option<&str>) -> CacheMark {
    CacheMark { ttl: ttl.map(str::to_owned) }
}
