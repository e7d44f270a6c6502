//! Checks of answers, given answers of N, 2 N and 4 N bytes: none takes more time than in proportion.

use checks::{Answer, Call, Check, Checker, Tool, WRITTEN_FORMS, written};

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
