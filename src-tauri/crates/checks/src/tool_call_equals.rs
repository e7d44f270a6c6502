//! Tool calls that are exactly those expected.

use serde_json::Value;

use crate::answer::{Answer, Call};
use crate::check::{ExpectedCall, ExpectedCalls};
use crate::quote::quoted;
use crate::tool_call::{arguments, told_apart};
use crate::verdict::{Finding, ToolCallError};
use crate::whole_json::is_same;

/// The most calls that are expected.
pub(crate) const MOST_EXPECTED: usize = 100;

/// Why the calls cannot be expected.
pub(crate) fn problem(expected: &ExpectedCalls) -> Option<String> {
    if expected.calls.len() > MOST_EXPECTED {
        return Some(format!("More than {MOST_EXPECTED} tool calls are expected."));
    }
    let is_object = |call: &ExpectedCall| call.arguments.is_object() || call.arguments.is_null();
    let odd = expected.calls.iter().find(|call| !is_object(call))?;
    Some(format!("The expected arguments of {} are not an object.", quoted(&odd.name)))
}

pub(crate) fn equal(expected: &ExpectedCalls, answer: &Answer<'_>) -> Finding {
    let calls = match told_apart(answer) {
        Ok(calls) => calls,
        Err(finding) => return finding,
    };
    if calls.is_empty() && !expected.calls.is_empty() {
        let reason = format!("expected {}, found none", counted(expected.calls.len()));
        return Finding::WrongCall(ToolCallError::NoCall, reason);
    }
    if calls.len() != expected.calls.len() {
        return Finding::Wrong(format!(
            "expected {}, found {}",
            counted(expected.calls.len()),
            calls.len()
        ));
    }
    let mut found = Vec::with_capacity(calls.len());
    for (number, call) in (1_usize..).zip(calls) {
        match arguments(call) {
            Ok(arguments) => found.push((*call, arguments)),
            Err(Finding::Wrong(why)) => {
                let reason = format!("call {number} of {}: {why}", quoted(call.name));
                return Finding::WrongCall(ToolCallError::BadJson, reason);
            }
            Err(other) => return other,
        }
    }
    Finding::without(if expected.any_order {
        in_any_order(&expected.calls, &found)
    } else {
        let pairs = (1_usize..).zip(expected.calls.iter().zip(&found));
        pairs.into_iter().find_map(|(number, (expected, found))| {
            difference(expected, found).map(|why| format!("call {number}: {why}"))
        })
    })
}

fn counted(calls: usize) -> String {
    if calls == 1 { "1 tool call".to_owned() } else { format!("{calls} tool calls") }
}

/// The first expected call that no other expected one leaves a call for. Being the same is transitive, so it does not matter
/// which of several same calls is taken.
fn in_any_order(expected: &[ExpectedCall], found: &[(Call<'_>, Value)]) -> Option<String> {
    let mut left: Vec<&(Call<'_>, Value)> = found.iter().collect();
    for expected in expected {
        match left.iter().position(|found| difference(expected, found).is_none()) {
            Some(at) => drop(left.swap_remove(at)),
            None => {
                return Some(format!(
                    "expected a call of {} with {}, found none like it",
                    quoted(&expected.name),
                    quoted(&wanted(expected).to_string())
                ));
            }
        }
    }
    None
}

/// The expected arguments; none are an empty object.
fn wanted(expected: &ExpectedCall) -> Value {
    match &expected.arguments {
        Value::Null => Value::Object(serde_json::Map::new()),
        arguments => arguments.clone(),
    }
}

fn difference(expected: &ExpectedCall, (call, arguments): &(Call<'_>, Value)) -> Option<String> {
    if call.name != expected.name {
        return Some(format!("expected {}, found {}", quoted(&expected.name), quoted(call.name)));
    }
    let (place, one, other) = place(&wanted(expected), arguments, String::new())?;
    let told = |value: Option<String>| value.map_or_else(|| "nothing".to_owned(), |it| quoted(&it));
    let at = if place.is_empty() { String::new() } else { format!(" at {}", quoted(&place)) };
    Some(format!("expected {}, found {}{at}", told(one), told(other)))
}

/// Where two values first differ, and what stands there in either.
fn place(
    expected: &Value,
    found: &Value,
    path: String,
) -> Option<(String, Option<String>, Option<String>)> {
    if is_same(expected, found) {
        return None;
    }
    if let (Value::Object(expected), Value::Object(found)) = (expected, found) {
        for (name, one) in expected {
            let path = format!("{path}/{name}");
            match found.get(name) {
                None => return Some((path, Some(one.to_string()), None)),
                Some(other) if is_same(one, other) => {}
                Some(other) => return place(one, other, path),
            }
        }
        let more = found.iter().find(|(name, _)| !expected.contains_key(*name));
        return more.map(|(name, other)| (format!("{path}/{name}"), None, Some(other.to_string())));
    }
    Some((path, Some(expected.to_string()), Some(found.to_string())))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn expected(any_order: bool) -> ExpectedCalls {
        let call = |name: &str, arguments| ExpectedCall { name: name.to_owned(), arguments };
        let calls = vec![
            call("weather", json!({"city": "Rome", "days": [1, 2]})),
            call("now", Value::Null),
        ];
        ExpectedCalls { calls, any_order }
    }

    fn found(any_order: bool, calls: &[(&str, &str)]) -> Finding {
        let calls: Vec<Call<'_>> =
            calls.iter().map(|(name, arguments)| Call { name, arguments }).collect();
        equal(&expected(any_order), &Answer { calls: Some(&calls), ..Answer::default() })
    }

    const ROME: (&str, &str) = ("weather", r#"{"days": [1.0, 2], "city": "Rome"}"#);

    #[test]
    fn calls_are_compared_as_json_and_in_order_where_it_matters() {
        assert_eq!(found(false, &[ROME, ("now", "{}")]), Finding::Right, "fields in any order");
        assert_eq!(found(true, &[("now", ""), ROME]), Finding::Right, "calls too, if so said");
        assert_eq!(
            found(false, &[("now", ""), ROME]),
            Finding::Wrong(r#"call 1: expected "weather", found "now""#.to_owned()),
            "otherwise in theirs"
        );
    }

    #[test]
    fn a_difference_is_told_by_its_place() {
        let wrong = |calls: &[(&str, &str)]| match found(false, calls) {
            Finding::Wrong(reason) | Finding::WrongCall(_, reason) => reason,
            other => panic!("{calls:?}: {other:?}"),
        };
        let now = ("now", "");
        assert_eq!(
            wrong(&[("weather", r#"{"city": "Oslo", "days": [1, 2]}"#), now]),
            r#"call 1: expected ""Rome"", found ""Oslo"" at "/city""#,
            "another value"
        );
        assert_eq!(
            wrong(&[("weather", r#"{"city": "Rome"}"#), now]),
            r#"call 1: expected "[1,2]", found nothing at "/days""#,
            "a field less"
        );
        assert_eq!(
            wrong(&[ROME, ("now", r#"{"zone": 1}"#)]),
            r#"call 2: expected nothing, found "1" at "/zone""#,
            "a field more"
        );
        assert_eq!(wrong(&[ROME]), "expected 2 tool calls, found 1", "a call less");
        assert_eq!(wrong(&[]), "expected 2 tool calls, found none", "none");
        assert!(wrong(&[ROME, ("now", "{")]).starts_with("call 2 of \"now\": expected JSON"));
        let Finding::Wrong(reason) = found(true, &[ROME, ROME]) else { panic!("one is missing") };
        assert_eq!(reason, r#"expected a call of "now" with "{}", found none like it"#);
    }
}
