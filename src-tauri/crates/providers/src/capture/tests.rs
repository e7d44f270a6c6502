//! Bodies of production shape come out of every dialect equal in meaning, or are refused by name.

use std::slice;

use measure::Phrase;
use serde_json::{Value, json};

use super::*;
use crate::capture::fields::Captured;
use crate::capture::read_body::settle;
use crate::dialects::testing::provider;
use crate::request::Request;
use crate::request::response_format::ResponseFormat;
use crate::request::tool::{Tool, ToolChoice};
use crate::request::turn::{Content, Part, Role, Source, plain};

const BODIES: [(Dialect, &str); 4] = [
    (Dialect::OpenaiChat, include_str!("bodies_chat.txt")),
    (Dialect::OpenaiResponses, include_str!("bodies_responses.txt")),
    (Dialect::Anthropic, include_str!("bodies_anthropic.txt")),
    (Dialect::Gemini, include_str!("bodies_gemini.txt")),
];

pub(super) fn bodies() -> impl Iterator<Item = (Dialect, &'static str, &'static str)> {
    BODIES.into_iter().flat_map(|(dialect, lines)| {
        let lines = lines.lines().filter(|line| !line.starts_with('#'));
        lines.map(move |line| {
            let (name, body) = line.split_once(" | ").expect("two parts");
            (dialect, name, body)
        })
    })
}

fn read(body: &str, dialect: Option<Dialect>) -> Captured {
    read_capture(body, dialect).unwrap_or_else(|error| panic!("{error}: {body}")).0
}

pub(super) fn asked(captured: &Captured, dialect: Dialect) -> Request {
    captured.asked_of(provider(dialect), "m".into())
}

/// A captured request without what is told to be sent differently, and without what dialects name differently.
fn meaning(mut captured: Captured) -> Value {
    let calls: Vec<String> = captured
        .payload
        .turns
        .iter()
        .flat_map(|turn| &turn.parts)
        .filter_map(|part| match &part.content {
            Content::ToolCall { id, .. } => Some(id.clone()),
            _ => None,
        })
        .collect();
    for turn in &mut captured.payload.turns {
        if turn.role == Role::Developer {
            turn.role = Role::System;
        }
        for part in &mut turn.parts {
            same_words(part, &calls);
        }
    }
    for tool in &mut captured.payload.tools {
        if let Tool::Function(tool) = tool {
            tool.strict = None;
        }
    }
    let payload = &mut captured.payload;
    match &mut payload.response_format {
        Some(ResponseFormat::Text) => payload.response_format = None,
        Some(ResponseFormat::Schema(form)) => {
            (form.name, form.strict) = (None, None);
            // Where a form has no description, it is the schema's own, unless that has one.
            let told = form.description.take().zip(form.schema.as_object_mut());
            if let Some((text, schema)) = told {
                schema.entry("description").or_insert(text.into());
            }
        }
        _ => {}
    }
    payload.tool_choice.take_if(|choice| *choice == ToolChoice::Auto);
    payload.parallel_tool_calls.take_if(|parallel| *parallel);
    // A budget of thinking is how an effort is told where there is no word for it.
    payload.fields.remove("thinking");
    // Its own dialect alone has these words.
    payload.as_pasted = None;
    // A system turn that is plain stands in the plan's own place.
    settle(&mut captured);
    json!({
        "system": captured.system, "prompt": captured.prompt, "temperature": captured.temperature,
        "turns": captured.payload.turns, "tools": captured.payload.tools,
        "choice": captured.payload.tool_choice, "parallel": captured.payload.parallel_tool_calls,
        "format": captured.payload.response_format, "stop": captured.payload.stop,
        "top_p": captured.payload.top_p, "seed": captured.payload.seed,
        "prediction": captured.payload.prediction,
    })
}

fn same_words(part: &mut Part, calls: &[String]) {
    let place = |id: &str| {
        calls.iter().position(|call| call == id).map_or_else(|| id.to_owned(), |at| at.to_string())
    };
    match &mut part.content {
        Content::Image { source, detail } => {
            *detail = None;
            anywhere(source);
        }
        Content::Document { source, name } => {
            *name = None;
            anywhere(source);
        }
        Content::ToolCall { id, .. } => *id = place(id),
        Content::ToolResult { call_id, name, is_error, output } => {
            (*name, *is_error, *call_id) = (None, false, place(call_id));
            // Several texts of a result are one with several lines where a result has one, which is told.
            let texts: Option<Vec<&str>> =
                output.iter().map(|part| plain(slice::from_ref(part))).collect();
            if let Some(texts) = texts.filter(|texts| texts.len() > 1) {
                *output = vec![Part::text(texts.join("\n"))];
            }
            // Objects are written in one way only.
            for part in output {
                same_words(part, calls);
                if let Content::Text { text } = &mut part.content
                    && let Ok(value) = serde_json::from_str::<Map<String, Value>>(text)
                {
                    *text = Value::from(value).to_string();
                }
            }
        }
        Content::Text { .. } | Content::Own { .. } => {}
    }
}

fn anywhere(source: &mut Source) {
    if let Source::Url { media_type, .. } = source {
        *media_type = None;
    }
}

/// Whether it can be said in every language, and not in English alone.
fn is_in_the_catalogue(said: &Phrase) -> bool {
    said.id != Phrase::verbatim("").id
}

#[test]
fn bodies_of_production_shape_come_out_of_every_dialect_equal_in_meaning_or_are_refused_by_name() {
    let (mut equal, mut refused, mut whole) = (0, 0, 0);
    assert!(bodies().count() >= 140, "sixty, and as many as programs of today write them");
    for (from, name, body) in bodies() {
        let captured = read(body, None);
        assert_eq!(captured.dialect, from, "{name}: told by its fields: {body}");
        assert!(captured.notes.iter().all(is_in_the_catalogue), "{name}: {:?}", captured.notes);
        for lane in Dialect::ALL {
            let request = asked(&captured, lane);
            let differences = request.differences();
            assert!(differences.iter().all(is_in_the_catalogue), "{name}: {differences:?}");
            let said = request.refusals();
            if !said.is_empty() {
                let is_named = said.iter().all(|said| {
                    !said.field.is_empty()
                        && said.message.to_string().len() > 20
                        && is_in_the_catalogue(&said.message)
                });
                assert!(is_named, "{name} to {}: {said:?}", lane.name());
                refused += 1;
                continue;
            }
            let body = request.body(None);
            let written = body.to_string();
            if !BODIES.iter().any(|(read, _)| *read == lane) {
                // A body of these is read by nobody here; what a model is told of is all in it.
                let mut said = Vec::new();
                strings(&body, &mut said);
                let said = said.join("\n");
                for word in told(&captured) {
                    assert!(
                        said.contains(&word),
                        "{name} as {}: {word:?} in {written}",
                        lane.name()
                    );
                }
                whole += 1;
                continue;
            }
            let again = read(&written, Some(lane));
            assert_eq!(
                meaning(again),
                meaning(captured.clone()),
                "{name} of {} as {}: {written}",
                from.name(),
                lane.name()
            );
            equal += 1;
        }
    }
    let counts = format!("{equal} equal, {whole} whole, {refused} refused");
    assert!(equal >= 200 && whole >= 120 && refused >= 200, "most are carried: {counts}");
}

/// Every text of a JSON value, names included.
fn strings(value: &Value, into: &mut Vec<String>) {
    match value {
        Value::String(text) => into.push(text.clone()),
        Value::Array(values) => values.iter().for_each(|value| strings(value, into)),
        Value::Object(fields) => {
            for (name, value) in fields {
                into.push(name.clone());
                strings(value, into);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Everything that a captured request tells a model: texts, bytes and addresses, calls and results, tools, schemas and ends.
fn told(captured: &Captured) -> Vec<String> {
    let mut told = vec![captured.system.clone().unwrap_or_default(), captured.prompt.clone()];
    let payload = &captured.payload;
    payload.turns.iter().flat_map(|turn| &turn.parts).for_each(|part| told_by(part, &mut told));
    for tool in &payload.tools {
        let Tool::Function(function) = tool else { continue };
        told.push(function.name.clone());
        told.extend(function.description.clone());
        function.parameters.iter().for_each(|schema| strings(schema, &mut told));
    }
    if let Some(ResponseFormat::Schema(format)) = &payload.response_format {
        strings(&format.schema, &mut told);
    }
    told.extend(payload.stop.iter().cloned());
    told
}

fn told_by(part: &Part, into: &mut Vec<String>) {
    match &part.content {
        // An object that a tool returned may be written in other words.
        Content::Text { text } => match serde_json::from_str::<Map<String, Value>>(text) {
            Ok(object) => strings(&object.into(), into),
            Err(_) => into.push(text.clone()),
        },
        Content::Image { source, .. } | Content::Document { source, .. } => {
            into.push(match source {
                Source::Base64 { data, .. } => data.clone(),
                Source::Url { url, .. } => url.clone(),
            });
        }
        Content::ToolCall { name, arguments, .. } => {
            into.push(name.clone());
            strings(arguments, into);
        }
        Content::ToolResult { output, .. } => output.iter().for_each(|part| told_by(part, into)),
        Content::Own { value } => strings(value, into),
    }
}

#[test]
fn a_body_that_asks_what_is_stored_at_openai_is_read_without_an_input() {
    for stored in [
        json!({ "prompt": { "id": "pmpt_68b0", "version": "2" } }),
        json!({ "previous_response_id": "resp_0a1" }),
        json!({ "conversation": "conv_1", "instructions": "Be brief." }),
    ] {
        let captured = read(&stored.to_string(), None);
        assert_eq!((captured.dialect, captured.prompt.as_str()), (Dialect::OpenaiResponses, ""));
        assert!(captured.payload.asks_what_is_stored(), "{stored}");
        let body = asked(&captured, Dialect::OpenaiResponses).body(None);
        assert_eq!(body.get("input"), None, "nothing is asked beside it: {body}");
        let other = asked(&captured, Dialect::Anthropic).refusals();
        assert!(!other.is_empty(), "and another API has it not: {stored}");
    }
    let fault =
        |body: &str| read_capture(body, None).expect_err("nothing tells its API").to_string();
    let legacy = fault(r#"{"model":"m","prompt":"Once upon"}"#);
    assert!(
        legacy.contains("legacy Completions") && legacy.contains("Write it in one of these"),
        "{legacy}"
    );
    assert!(fault(r#"{"prompt":{"text":"Hi"}}"#).contains("Nothing in this body tells its API"));
}

/// What a lane of Ollama's refuses and tells of two calls of one tool, whose results stand in this order.
fn told_of_results(results: [&str; 2]) -> (Vec<String>, Vec<String>) {
    let call = |id: &str| json!({ "id": id, "type": "function", "function": { "name": "weather", "arguments": "{}" } });
    let result = |id: &str| json!({ "role": "tool", "tool_call_id": id, "content": id });
    let calls = json!({ "role": "assistant", "content": null, "tool_calls": [call("lima"), call("quito")] });
    let question = json!({ "role": "user", "content": "Weather?" });
    let body = json!({ "messages": [question, calls, result(results[0]), result(results[1])] });
    let asked = asked(&read(&body.to_string(), None), Dialect::Ollama);
    let refused = asked.refusals().into_iter().map(|refusal| refusal.message.to_string()).collect();
    (refused, asked.adjustments().into_iter().map(|told| told.field).collect())
}

#[test]
fn results_of_one_tool_that_only_ids_tell_apart_are_refused_where_there_are_no_ids() {
    let (refused, told) = told_of_results(["lima", "quito"]);
    assert_eq!(refused, [""; 0], "in the order of the calls they are told apart by it");
    assert_eq!(told, ["ids of tool calls"], "and that the ids are left out is told");
    let (refused, _) = told_of_results(["quito", "lima"]);
    let [why] = &refused[..] else { panic!("once: {refused:?}") };
    assert!(why.contains("turn 3") && why.contains("in the order of their calls"), "{why}");
}

#[test]
fn a_body_comes_out_of_its_own_dialect_whole() {
    for (dialect, name, body) in bodies() {
        let captured = read(body, None);
        let request = asked(&captured, dialect);
        assert_eq!(request.refusals(), [], "{} {name}: it was taken there", dialect.name());
        let again = read(&request.body(None).to_string(), Some(dialect));
        let own = |captured: &Captured| {
            let mut fields = captured.payload.fields.clone();
            fields.retain(|name, _| name != "thinking" && name != "stream_options");
            fields
        };
        assert_eq!(own(&again), own(&captured), "{} {name}: and verbatim", dialect.name());
    }
}

#[test]
fn what_is_not_known_is_kept_and_named() {
    let body = r#"{"model":"m","messages":[{"role":"user","content":"Hi"}],"logit_bias":{"50256":-100},"stream":false}"#;
    let captured = read(body, None);
    assert_eq!(captured.payload.fields["logit_bias"], json!({ "50256": -100 }), "verbatim");
    assert!(
        captured.told().iter().any(|note| note.contains("`logit_bias`")),
        "{:?}",
        captured.told()
    );
    assert!(captured.told().iter().any(|note| note.contains("`stream`")), "and what differs");
    let other = asked(&captured, Dialect::Anthropic).refusals();
    assert!(
        other.iter().any(|said| said.message.to_string().contains("`logit_bias`")),
        "{other:?}"
    );
}

#[test]
fn a_curl_line_tells_where_it_goes_and_its_key_is_taken_out() {
    let key = "sk-proj-0123456789abcdef0123456789";
    let line = format!(
        "curl https://api.openai.com/v1/chat/completions \\\n  -H 'Content-Type: application/json' \\\n  -H \"Authorization: Bearer {key}\" -H 'OpenAI-Project: p1' -H 'X-Gateway-Token: SECRET' -sSN \\\n  -d '{{\"model\":\"gpt-5.4-mini\",\"messages\":[{{\"role\":\"user\",\"content\":\"Don'\\''t\"}}]}}'"
    );
    let (captured, taken) = read_capture(&line, None).expect("a line");
    let owner = taken.map(|key| crate::recognise(&key).iter().map(|row| &*row.id).collect());
    assert_eq!(owner, Some(vec!["openai"]), "apart");
    let all = format!("{captured:?}");
    assert!(!all.contains(key) && !all.contains("SECRET"), "and in nothing else");
    assert_eq!(captured.provider.as_deref(), Some("openai"), "the row at that address");
    assert_eq!(captured.prompt, "Don't", "as the shell would have read it");
    assert_eq!(captured.payload.headers["openai-project"], "p1", "a header of its own");
    for (line, base, model, dialect) in [
        (
            "curl -X POST 'https://generativelanguage.googleapis.com/v1beta/models/gemini-3.7-flash:generateContent?key=AIzaSy0123456789012345678901234567890' -d '{\"contents\":[{\"parts\":[{\"text\":\"Hi\"}]}]}'",
            "https://generativelanguage.googleapis.com/v1beta",
            Some("gemini-3.7-flash"),
            Dialect::Gemini,
        ),
        (
            "curl --url=http://127.0.0.1:8000/v1/responses --json '{\"model\":\"m\",\"input\":\"Hi\"}'",
            "http://127.0.0.1:8000/v1",
            Some("m"),
            Dialect::OpenaiResponses,
        ),
        (
            "curl https://api.anthropic.com/v1/messages -H\"x-api-key: $ANTHROPIC_API_KEY\" --data-raw '{\"model\":\"claude-sonnet-4-5\",\"max_tokens\":9,\"messages\":[]}'",
            "https://api.anthropic.com",
            Some("claude-sonnet-4-5"),
            Dialect::Anthropic,
        ),
    ] {
        let (captured, key) = read_capture(line, None).expect(line);
        assert_eq!(captured.base_url.as_deref(), Some(base), "{line}");
        assert_eq!((captured.model.as_deref(), captured.dialect), (model, dialect), "{line}");
        assert_eq!(key.is_some(), line.contains("AIza"), "a variable is no key: {line}");
        assert!(!format!("{captured:?}").contains("AIza"), "{line}");
    }
}

#[test]
fn what_cannot_be_read_is_told_without_its_text() {
    for text in [
        "",
        "hello",
        "{\"messages\": [",
        "{}",
        "[]",
        "{\"messages\":[7]}",
        "{\"messages\":[{\"role\":\"function\",\"content\":\"SECRET\"}]}",
        "{\"messages\":[{\"role\":\"tool\",\"content\":\"SECRET\"}]}",
        "{\"input\":{\"SECRET\":1}}",
        "{\"input\":[{\"type\":\"function_call\"}]}",
        "{\"contents\":[[\"SECRET\"]]}",
        "{\"model\":\"m\",\"input\":\"a\",\"generation_config\":{}}",
        "curl",
        "curl 'https://api.openai.com/v1/responses",
        "curl https://api.openai.com/v1/responses",
        "curl https://api.openai.com/v1/models -d '{\"input\":\"a\"}'",
        "curl https://api.openai.com/v1/responses -d @/etc/passwd",
        "curl https://api.openai.com/v1/responses -F file=@SECRET",
        "curl https://user:SECRET@api.openai.com/v1/responses -d '{\"input\":\"a\"}'",
    ] {
        let error = read_capture(text, None).expect_err(text).to_string();
        assert!(!error.contains("SECRET") && error.len() > 20, "{text}: {error}");
    }
    let long = format!("{{\"input\":\"{}\"}}", "a".repeat(33 * 1024 * 1024));
    assert!(read_capture(&long, None).is_err(), "longer than any vendor takes");
    let many = format!("{{\"input\":[{}{{}}]}}", "{},".repeat(2_000_000));
    assert!(read_capture(&many, None).is_err(), "more values than any request has");
    let deep = format!("{{\"input\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
    assert!(read_capture(&deep, None).is_err(), "deeper than anything");
}
