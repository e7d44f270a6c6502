//! What a lane sends of a pasted request otherwise than it was pasted: its own names, what was refused, ids, and what is too deep.

use serde_json::{Value, json};

use super::tests::asked;
use super::*;

fn read(body: &Value) -> Captured {
    read_capture(&body.to_string(), None).unwrap_or_else(|error| panic!("{error}: {body}")).0
}

#[test]
fn a_row_names_the_limit_and_the_seed_as_its_provider_takes_them() {
    let body = json!({
        "model": "m", "messages": [{ "role": "user", "content": "Hi" }], "max_completion_tokens": 50, "random_seed": 5
    });
    let captured = read(&body);
    let row = crate::catalogue::provider("deepseek").expect("a row").clone();
    let request = captured.asked_of(row, "deepseek-chat".into());
    let sent = request.body(None);
    assert_eq!((&sent["max_tokens"], &sent["seed"]), (&json!(50), &json!(5)), "{sent}");
    assert!(
        sent.get("max_completion_tokens").is_none() && sent.get("random_seed").is_none(),
        "{sent}"
    );
    let told: Vec<String> = request.adjustments().iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|told| told.contains("`max_completion_tokens`")), "{told:?}");
}

#[test]
fn an_option_that_was_refused_is_left_out_of_a_pasted_request_too() {
    let body = json!({ "model": "m", "input": "Hi", "reasoning": { "effort": "high", "summary": "detailed" } });
    let captured = read(&body);
    let request = asked(&captured, captured.dialect);
    assert_eq!(request.body(None)["reasoning"]["summary"], "detailed", "as it was pasted");
    let again = request.body(Some(crate::extra::Extra::Summary));
    assert!(again["reasoning"].get("summary").is_none(), "{again}");
}

#[test]
fn a_call_without_an_id_gets_one_that_no_other_has() {
    let call = |name: &str, id: Option<&str>| json!({ "functionCall": { "name": name, "args": {}, "id": id } });
    let result = |name: &str, id: Option<&str>| json!({ "functionResponse": { "name": name, "response": { "result": name }, "id": id } });
    let body = json!({ "contents": [
        { "role": "user", "parts": [{ "text": "Hi" }] },
        { "role": "model", "parts": [call("f", None), call("g", Some("call_1"))] },
        { "role": "user", "parts": [result("g", Some("call_1")), result("f", None)] },
    ]});
    let captured = read(&body);
    let sent = asked(&captured, Dialect::OpenaiChat).body(None).to_string();
    assert_eq!(sent.matches("call_1").count(), 2, "one call and its result: {sent}");
    assert_eq!(sent.matches("call_2").count(), 2, "the other and its own: {sent}");
}

#[test]
fn a_request_too_deep_to_be_read_again_is_refused() {
    let mut value = json!("deep");
    for _ in 0..110 {
        value = json!({ "a": value });
    }
    let mut captured =
        read(&json!({ "model": "m", "messages": [{ "role": "user", "content": "Hi" }] }));
    captured.payload.fields.insert("own".to_owned(), value);
    let refusals = asked(&captured, captured.dialect).refusals();
    assert!(refusals.iter().any(|refusal| refusal.message.contains("deep")), "{refusals:?}");
    assert!(captured.payload.unsendable().is_some_and(|why| why.contains("deep")), "nor imported");
}
