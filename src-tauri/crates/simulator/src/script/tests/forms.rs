//! Answers in the form that a request asks for: calls of its tools, and JSON of its schema.

use super::*;

/// The calls of an answer by number: the name and the arguments.
fn calls(script: &Script) -> Vec<(String, String)> {
    let mut calls: Vec<(String, String)> = Vec::new();
    for data in datas(script) {
        for call in delta(&data)["tool_calls"].as_array().into_iter().flatten() {
            if let Some(name) = call["function"]["name"].as_str() {
                calls.push((name.to_owned(), String::new()));
            }
            let piece = call["function"]["arguments"].as_str().expect("a piece");
            calls.last_mut().expect("a name first").1.push_str(piece);
        }
    }
    calls
}

#[test]
fn a_request_with_tools_is_answered_by_calls_that_fit_them() {
    let tool = |name: &str| {
        json!({ "type": "function", "function": { "name": name, "parameters": {
            "type": "object", "properties": { "city": { "type": "string" }, "days": { "type": "integer" } },
            "required": ["city", "days"],
        } } })
    };
    let asked = |more: Value| {
        let mut more = more;
        more["tools"] = json!([tool("weather"), tool("storms")]);
        script("scripted?tokens=12&calls=2", &more, UNFRAMED, 1)
    };
    let both = calls(&asked(json!({})));
    let names: Vec<_> = both.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["weather", "storms"], "one after the other");
    for (name, arguments) in &both {
        let value: Value = serde_json::from_str(arguments).expect("whole JSON");
        assert!(value["city"].is_string() && value["days"] == 1, "{name}: {arguments}");
    }
    let one = json!({ "tool_choice": { "type": "function", "function": { "name": "storms" } } });
    assert_eq!(calls(&asked(one))[0].0, "storms", "the one that is named");
    assert!(calls(&asked(json!({ "tool_choice": "none" }))).is_empty(), "or none");
    let result = json!({ "messages": [
        { "role": "user", "content": "Weather in Bern?" },
        { "role": "assistant", "content": null, "tool_calls": [{ "id": "c", "type": "function", "function": { "name": "weather", "arguments": "{}" } }] },
        { "role": "tool", "tool_call_id": "c", "content": "rain" },
    ] });
    assert!(calls(&asked(result)).is_empty(), "a result is answered in words");
}

#[test]
fn an_answer_fits_the_schema_that_the_request_gives() {
    let format = json!({ "response_format": { "type": "json_schema", "json_schema": { "name": "r", "schema": {
        "type": "object", "properties": { "reason": { "type": "string" }, "sure": { "type": "boolean" } },
    } } } });
    let script = script("scripted?tokens=9", &format, UNFRAMED, 1);
    let pieces: Vec<Value> =
        datas(&script).iter().map(|data| delta(data)["content"].clone()).collect();
    let text: String = pieces.iter().filter_map(Value::as_str).collect();
    let answer: Value = serde_json::from_str(&text).expect("whole JSON");
    assert!(answer["reason"].is_string() && answer["sure"] == true, "{text}");
}
