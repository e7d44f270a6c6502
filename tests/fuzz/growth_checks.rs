//! Checks of answers, given answers of N, 2 N and 4 N bytes: none takes more time than in proportion.

use checks::{Answer, Call, Check, Checker, Tool, WRITTEN_FORMS, written};
use serde_json::{Value, json};

use super::growth::{Compared, Reader, SHORTEST, TEDIOUS, grown};

/// The forms of checks with something that each can be checked for.
fn every_check() -> Vec<Check> {
    let forms = WRITTEN_FORMS.iter().map(|(form, _)| {
        form.replace("TEXT", "zzzz")
            .replace("PATTERN", "(?i)(a|b)+\\s*z")
            .replace(
                "SCHEMA",
                r#"{"uniqueItems":true,"items":{"type":["object","string","number"]}}"#,
            )
            .replace("CALLS", r#"[{"name":"now","arguments":{"a":1}}]"#)
            .replace("FILE", "zzzz")
            .replace("LINE", "true")
            .replace("CHECK", "json")
    });
    forms.map(|form| written(&form).unwrap_or_else(|why| panic!("{form}: {why}"))).collect()
}

/// Units of answers that are known to be tedious to a check, beside those of every reader.
const TEDIOUS_TO_CHECKS: [&str; 20] = [
    ")",
    "\u{301}",
    "\u{345}",
    ")\u{301}",
    "\t\u{a0}",
    ".",
    "a.",
    ".)",
    "1",
    "1,",
    "-1.",
    "a'",
    "\u{200d}",
    "\u{1f1e9}",
    "{\"a\":1},",
    "\"a\",",
    "I can't ",
    "I’m ",
    "```json\n[]\n```\n",
    "א\"",
];

/// An answer may be any text up to the budget of a stream, and is checked again when a file is imported.
#[test]
fn no_check_takes_more_than_in_proportion_for_any_answer() {
    let checks = every_check();
    assert_eq!(checks.len(), WRITTEN_FORMS.len(), "one of each form");
    let mut compared = Compared::default();
    for check in checks {
        let tool =
            serde_json::json!({ "type": "object", "properties": { "a": { "type": "string" } } });
        let tools = [Tool::Function { name: "now", parameters: Some(&tool) }];
        let name = format!("{check:?}");
        let checker = Checker::of(&[check], &tools);
        assert_eq!(checker.problems().next(), None, "{name}: it can be used");
        let reader: Reader = Box::new(move |text| {
            let calls = [Call { name: "now", arguments: text }];
            let answer = Answer { text, calls: Some(&calls), ..Answer::default() };
            assert_eq!(checker.results(&answer).len(), 1, "it is checked");
        });
        for unit in TEDIOUS.iter().chain(&TEDIOUS_TO_CHECKS) {
            for (begin, end) in [("", ""), ("a.", "b"), ("[", "1]")] {
                let texts = [1, 2, 4].map(|times| {
                    format!("{begin}{}{end}", unit.repeat(times * SHORTEST / unit.len()))
                });
                let ratio = grown(&name, &format!("{begin:?} {unit:?} {end:?}"), &reader, &texts);
                compared.add(ratio, || format!("{name}, {unit:?}"));
            }
        }
    }
    assert!(compared.count > 0, "some take long enough to be compared");
}

/// Values that may be expected of an argument, ever more of them for a longer text.
fn possible(text: &str, one: impl Fn(String) -> Value) -> Value {
    (0..text.len() / 16).map(|number| one(format!("{number:x}"))).collect()
}

/// Checks whose expectation is as long as the answer, by what they are, with the arguments that are found.
type Expectation = (&'static str, fn(&str) -> Value, fn(&str) -> Value);
const EXPECTATIONS: [Expectation; 7] = [
    (
        "possible texts",
        |text| json!({ "a": possible(text, Value::from) }),
        |text| json!({ "a": text }),
    ),
    (
        "possible lists",
        |text| json!({ "a": possible(text, |one| json!([one])) }),
        |text| json!({ "a": [text] }),
    ),
    (
        "possible lists of lists",
        |text| json!({ "a": possible(text, |one| json!([[one, "b"]])) }),
        |text| json!({ "a": [[text, "c"]] }),
    ),
    (
        "possible objects",
        |text| json!({ "a": possible(text, |one| json!({ "b": [one], "c": [""] })) }),
        |text| json!({ "a": { "b": text } }),
    ),
    (
        "possible objects and long names",
        |text| json!({ "a": possible(text, |one| json!({ "b": [one], "c": [""] })) }),
        |text| json!({ "a": { text: "b" } }),
    ),
    ("possible names", |text| json!({ text: ["a"] }), |text| json!({ text: "a " })),
    (
        "many fields",
        |text| (0..text.len() / 16).map(|number| (format!("f{number}"), json!(["a"]))).collect(),
        |text| (0..text.len() / 16).map(|number| (format!("f{number}"), json!("a "))).collect(),
    ),
];

/// What is expected may come from a set of prompts or an import, as long as an answer is.
#[test]
fn no_check_takes_more_than_in_proportion_to_what_it_expects_and_finds_together() {
    let mut compared = Compared::default();
    for (name, expected, found) in EXPECTATIONS {
        for any_order in [false, true] {
            let reader: Reader = Box::new(move |text| {
                let calls = json!([{ "name": "f", "possible": expected(text) }, { "name": "g" }]);
                let form = if any_order { "any-order:" } else { "" };
                let check = written(&format!("tool-call-equals:{form}{calls}"));
                let checker = Checker::of(&[check.expect("it is one")], &[]);
                assert_eq!(checker.problems().next(), None, "{name}: it can be used");
                let arguments = found(text).to_string();
                let calls = [("f", arguments.as_str()), ("g", "{}")];
                let calls = calls.map(|(name, arguments)| Call { name, arguments });
                let answer = Answer { calls: Some(&calls), ..Answer::default() };
                assert_eq!(checker.results(&answer).len(), 1, "it is checked");
            });
            for unit in ["A!", " ", "a", "\u{3a3}", "'"] {
                let texts = [1, 2, 4].map(|times| unit.repeat(times * 4 * SHORTEST / unit.len()));
                let ratio = grown(name, &format!("{unit:?}, {any_order}"), &reader, &texts);
                compared.add(ratio, || format!("{name}, {unit:?}"));
            }
        }
    }
    assert!(compared.count > 0, "some take long enough to be compared");
}
