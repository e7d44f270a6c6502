//! Tool calls that are exactly those expected.

use std::borrow::Cow;

use measure::Phrase;
use serde_json::Value;

use crate::answer::{Answer, Call};
use crate::check::{ExpectedCall, ExpectedCalls};
use crate::possible_arguments::{self, FoundArguments};
use crate::quote::{quotation, quoted};
use crate::tool_call::{arguments, told_apart};
use crate::verdict::{Finding, ToolCallError};
use crate::whole_json::is_same;
use crate::{unusable, wording};

/// The most calls that are expected.
pub(crate) const MOST_EXPECTED: usize = 100;

/// Why the calls cannot be expected.
pub(crate) fn problem(expected: &ExpectedCalls) -> Option<Phrase> {
    if expected.calls.len() > MOST_EXPECTED {
        return Some(unusable::many_calls(MOST_EXPECTED.into()));
    }
    let problem = |call: &ExpectedCall| {
        let name = quoted(&call.name);
        match &call.possible {
            None if call.arguments.is_object() || call.arguments.is_null() => None,
            None => Some(unusable::arguments(&name)),
            Some(_) if !call.arguments.is_null() => Some(unusable::arguments_twice(&name)),
            Some(possible) => possible_arguments::problem(&name, possible),
        }
    };
    expected.calls.iter().find_map(problem)
}

pub(crate) fn equal(expected: &ExpectedCalls, answer: &Answer<'_>) -> Finding {
    let calls = match told_apart(answer) {
        Ok(calls) => calls,
        Err(finding) => return finding,
    };
    if calls.is_empty() && !expected.calls.is_empty() {
        let reason = wording::no_calls(expected.calls.len().into());
        return Finding::WrongCall(ToolCallError::NoCall, reason);
    }
    if calls.len() != expected.calls.len() {
        let (expected, found) = (expected.calls.len().into(), calls.len().into());
        return Finding::Wrong(wording::other_number_of_calls(expected, found));
    }
    let mut found = Vec::with_capacity(calls.len());
    for (number, call) in (1_usize..).zip(calls) {
        match arguments(call) {
            Ok(arguments) => found.push((*call, FoundArguments::of(arguments))),
            Err(Finding::Wrong(why)) => {
                let reason = wording::of_named_call(number.into(), &quoted(call.name), why);
                return Finding::WrongCall(ToolCallError::BadJson, reason);
            }
            Err(other) => return other,
        }
    }
    // Of a single call it can be said where it differs.
    Finding::without(if expected.any_order && found.len() > 1 {
        in_any_order(&expected.calls, &found)
    } else {
        let pairs = (1_usize..).zip(expected.calls.iter().zip(&found));
        pairs.into_iter().find_map(|(number, (expected, found))| {
            difference(expected, found).map(|why| wording::of_call(number.into(), why))
        })
    })
}

/// An expected call that is left without one of its own, however the calls are dealt out: a matching by augmenting paths
/// (C. Berge 1957). A call may be what several expect, where arguments may have one of several values.
fn in_any_order(expected: &[ExpectedCall], found: &[(Call<'_>, FoundArguments)]) -> Option<Phrase> {
    let fits: Vec<Vec<usize>> = expected
        .iter()
        .map(|one| {
            let is_like = |at: &usize| found.get(*at).is_some_and(|it| is_as_expected(one, it));
            (0..found.len()).filter(is_like).collect()
        })
        .collect();
    let mut taken: Vec<Option<usize>> = vec![None; found.len()];
    for (at, one) in expected.iter().enumerate() {
        let mut seen = vec![false; found.len()];
        if !deal(at, &fits, &mut taken, &mut seen) {
            let arguments = quoted(&wanted(one).to_string());
            return Some(wording::no_such_call(&quoted(&one.name), &arguments));
        }
    }
    None
}

/// Gives an expected call one of those that fit it, if need be by giving the one that had it another. At most 100 deep, since there
/// are at most [`MOST_EXPECTED`].
fn deal(
    expected: usize,
    fits: &[Vec<usize>],
    taken: &mut [Option<usize>],
    seen: &mut [bool],
) -> bool {
    for call in fits.get(expected).into_iter().flatten() {
        let is_new = seen.get_mut(*call).is_some_and(|seen| !std::mem::replace(seen, true));
        if !is_new {
            continue;
        }
        let other = taken.get(*call).copied().flatten();
        if other.is_none_or(|other| deal(other, fits, taken, seen))
            && let Some(slot) = taken.get_mut(*call)
        {
            *slot = Some(expected);
            return true;
        }
    }
    false
}

/// The expected arguments, or the possible ones; none are an empty object.
fn wanted(expected: &ExpectedCall) -> Cow<'_, Value> {
    match (&expected.possible, &expected.arguments) {
        (Some(possible), _) => Cow::Borrowed(possible),
        (None, Value::Null) => Cow::Owned(Value::Object(serde_json::Map::new())),
        (None, arguments) => Cow::Borrowed(arguments),
    }
}

fn is_as_expected(expected: &ExpectedCall, (call, arguments): &(Call<'_>, FoundArguments)) -> bool {
    call.name == expected.name
        && match &expected.possible {
            Some(possible) => possible_arguments::are_possible(possible, arguments),
            None => is_same(&wanted(expected), arguments.value()),
        }
}

fn difference(
    expected: &ExpectedCall,
    (call, arguments): &(Call<'_>, FoundArguments),
) -> Option<Phrase> {
    if call.name != expected.name {
        return Some(wording::other(quotation(&expected.name), quotation(call.name)));
    }
    let (place, one, other) = match &expected.possible {
        Some(possible) => possible_arguments::difference(possible, arguments)?,
        None => place(&wanted(expected), arguments.value(), String::new())?,
    };
    let told = |value: Option<String>| value.map_or_else(wording::nothing, |it| quotation(&it));
    let (one, other) = (told(one), told(other));
    Some(match place.as_str() {
        "" => wording::other(one, other),
        place => wording::other_at(one, other, &quoted(place)),
    })
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
    use crate::testing::{plain, wrong};

    fn expected(any_order: bool) -> ExpectedCalls {
        let call = |name: &str, arguments| ExpectedCall {
            name: name.to_owned(),
            arguments,
            possible: None,
        };
        let calls = vec![
            call("weather", json!({"city": "Rome", "days": [1, 2]})),
            call("now", Value::Null),
        ];
        ExpectedCalls { calls, any_order }
    }

    fn found(any_order: bool, calls: &[(&str, &str)]) -> Finding {
        let calls: Vec<Call<'_>> =
            calls.iter().map(|(name, arguments)| Call { name, arguments }).collect();
        plain(equal(&expected(any_order), &Answer { calls: Some(&calls), ..Answer::default() }))
    }

    const ROME: (&str, &str) = ("weather", r#"{"days": [1.0, 2], "city": "Rome"}"#);

    #[test]
    fn calls_are_compared_as_json_and_in_order_where_it_matters() {
        assert_eq!(found(false, &[ROME, ("now", "{}")]), Finding::Right, "fields in any order");
        assert_eq!(found(true, &[("now", ""), ROME]), Finding::Right, "calls too, if so said");
        assert_eq!(
            found(false, &[("now", ""), ROME]),
            wrong(r#"call 1: expected "weather", found "now""#),
            "otherwise in theirs"
        );
    }

    #[test]
    fn a_difference_is_told_by_its_place() {
        let wrong = |calls: &[(&str, &str)]| match found(false, calls) {
            Finding::Wrong(reason) | Finding::WrongCall(_, reason) => reason.to_string(),
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
        assert_eq!(reason.to_string(), r#"expected a call of "now" with "{}", found none like it"#);
    }

    fn possible(calls: &[(&str, Value)]) -> ExpectedCalls {
        let call = |(name, possible): &(&str, Value)| ExpectedCall {
            name: (*name).to_owned(),
            arguments: Value::Null,
            possible: Some(possible.clone()),
        };
        ExpectedCalls { calls: calls.iter().map(call).collect(), any_order: true }
    }

    #[test]
    fn calls_are_dealt_out_where_several_expect_the_same() {
        // The first call fits both expectations, the second only the first of them.
        let expected = possible(&[("f", json!({"x": [1, 2]})), ("f", json!({"x": [1]}))]);
        let of = |first: &str, second: &str| {
            let calls =
                [("f", first), ("f", second)].map(|(name, arguments)| Call { name, arguments });
            equal(&expected, &Answer { calls: Some(&calls), ..Answer::default() })
        };
        assert_eq!(of(r#"{"x": 1}"#, r#"{"x": 2}"#), Finding::Right, "in one order");
        assert_eq!(of(r#"{"x": 2}"#, r#"{"x": 1}"#), Finding::Right, "and in the other");
        assert!(matches!(of(r#"{"x": 2}"#, r#"{"x": 2}"#), Finding::Wrong(_)), "not twice");
        let calls: Vec<(&str, Value)> =
            (0..MOST_EXPECTED).map(|_| ("f", json!({"x": [1, 2]}))).collect();
        let many = vec![Call { name: "f", arguments: r#"{"x": 2}"# }; MOST_EXPECTED];
        let answer = Answer { calls: Some(&many), ..Answer::default() };
        assert_eq!(equal(&possible(&calls), &answer), Finding::Right, "as many as there may be");
    }

    #[test]
    fn a_single_call_says_where_it_differs_in_whatever_order() {
        let expected = possible(&[("f", json!({"x": [1, 2], "y": ["a", ""]}))]);
        let calls = [Call { name: "f", arguments: r#"{"x": 3}"# }];
        let found = equal(&expected, &Answer { calls: Some(&calls), ..Answer::default() });
        let reason = r#"call 1: expected "1 or 2", found "3" at "/x""#;
        assert_eq!(plain(found), wrong(reason));
    }

    #[test]
    fn no_call_can_be_expected() {
        let none = ExpectedCalls::default();
        let with = |calls: &[Call<'_>]| {
            equal(
                &none,
                &Answer { text: "No function fits.", calls: Some(calls), ..Answer::default() },
            )
        };
        assert_eq!(problem(&none), None, "it can be used");
        assert_eq!(with(&[]), Finding::Right, "none is made");
        assert!(matches!(with(&[Call { name: "f", arguments: "" }]), Finding::Wrong(_)), "one is");
    }

    #[test]
    fn possible_arguments_are_lists() {
        let why = |possible: Value| {
            problem(&self::possible(&[("f", possible)])).map(|why| why.to_string())
        };
        assert_eq!(why(json!({"x": [1, ""], "y": [{"z": ["a"]}]})), None);
        assert!(why(json!([1])).is_some_and(|why| why.contains("not an object")));
        assert!(why(json!({"x": 1})).is_some_and(|why| why.contains("without a list")));
        assert!(why(json!({"x": []})).is_some_and(|why| why.contains("without a list")));
        let mut twice = possible(&[("f", json!({"x": [1]}))]);
        twice.calls[0].arguments = json!({"x": 1});
        assert!(problem(&twice).is_some_and(|why| why.to_string().contains("twice")));
    }
}
