//! Checks of answers, given answers of N, 2 N and 4 N bytes: none takes more time than in proportion.

use checks::{Answer, Call, Check, Checker, Tool, WRITTEN_FORMS, written};
use serde_json::{Value, json};

use super::growth::{Compared, Reader, SHORTEST, TEDIOUS, grown};
use super::worked_ns;

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

/// Fifty checks of one kind read an answer of the longest text of a stream in little more time than one does.
#[test]
fn what_many_checks_ask_of_an_answer_is_found_once() {
    let answer = "It is so, and more is not to be said of it. ".repeat(4 * SHORTEST / 44);
    let took = |form: &str, count: usize| {
        let check = written(form).unwrap_or_else(|why| panic!("{form}: {why}"));
        let checker = Checker::of(&vec![check; count], &[]);
        let answer = Answer { text: &answer, ..Answer::default() };
        // The best of three: another process may be scheduled between.
        let once = || {
            let began = worked_ns();
            assert_eq!(checker.results(&answer).len(), count, "each is checked");
            worked_ns() - began
        };
        (0..3).map(|_| once()).min().unwrap_or(i64::MAX)
    };
    for form in ["sentences:1..5", "words:1..5", "characters:1..5"] {
        let (one, fifty) = (took(form, 1), took(form, 50));
        assert!(fifty < 10 * one.max(100_000), "{form}: one takes {one} ns, fifty {fifty} ns");
    }
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
