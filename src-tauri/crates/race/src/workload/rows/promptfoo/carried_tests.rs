//! What of tests is carried as promptfoo means it, and what is refused.

use checks::Check;
use serde_json::{Value, json};

use crate::workload::row::Row;
use crate::workload::rows::{read_rows, with_files};

fn configuration(test: &Value) -> String {
    json!({ "prompts": ["Say {{word}}."], "tests": [test] }).to_string()
}

fn read(text: &str) -> Vec<Row> {
    read_rows(text).unwrap_or_else(|error| panic!("{text}: {error}")).rows
}

fn checks_of(test: &Value) -> Vec<Check> {
    read(&configuration(test)).remove(0).checks
}

fn refused(test: &Value) -> String {
    read_rows(&configuration(test)).expect_err("it cannot be carried").to_string()
}

fn contains(text: &str) -> Value {
    json!({ "type": "contains", "value": text })
}

#[test]
fn a_set_of_assertions_of_which_all_have_to_pass_is_its_assertions() {
    let plain =
        json!({ "vars": { "word": "x" }, "assert": [contains("a"), contains("b"), contains("c")] });
    for set in [
        json!({ "type": "assert-set", "assert": [contains("b"), contains("c")] }),
        json!({ "type": "assert-set", "threshold": 1, "metric": "m", "weight": 2, "assert": [contains("b"), contains("c")] }),
    ] {
        let test = json!({ "vars": { "word": "x" }, "assert": [contains("a"), set] });
        assert_eq!(checks_of(&test), checks_of(&plain), "{test}");
    }
}

#[test]
fn where_a_share_of_assertions_is_enough_each_says_so_and_says_nothing_else() {
    let many: Vec<Value> = (0..14).map(|at| contains(&at.to_string())).collect();
    let set = json!({ "type": "assert-set", "threshold": 0.857, "assert": many });
    let found = checks_of(&json!({ "vars": { "word": "x" }, "assert": [contains("a"), set] }));
    assert_eq!(found.len(), 15, "none is dropped");
    assert!(matches!(found[0], Check::Contains(_)), "what is outside of the set is a check");
    for check in &found[1..] {
        let Check::Foreign(foreign) = check else { panic!("{check:?}") };
        let told =
            "by the `threshold` 0.857 of its `assert-set` 12 of its 14 assertions are enough";
        assert!(foreign.why.starts_with(told), "{}", foreign.why);
        assert_eq!(foreign.name, "contains", "by its own name");
    }
    let whole = checks_of(&json!({ "vars": { "word": "x" }, "threshold": 0.5, "assert": many }));
    let is_told =
        |check: &Check| matches!(check, Check::Foreign(one) if one.why.contains("7 of its 14"));
    assert!(whole.len() == 14 && whole.iter().all(is_told), "of a test too: {whole:?}");
    let all = checks_of(&json!({ "vars": { "word": "x" }, "threshold": 1, "assert": many }));
    assert!(all.iter().all(|check| matches!(check, Check::Contains(_))), "and all are all");
}

#[test]
fn what_of_a_set_cannot_be_meant_is_refused_with_its_place() {
    let of = |set: Value| refused(&json!({ "vars": { "word": "x" }, "assert": [set] }));
    for (set, told) in [
        (json!({ "type": "assert-set" }), "in a list `assert`"),
        (json!({ "type": "assert-set", "assert": [] }), "has assertions"),
        (
            json!({ "type": "assert-set", "assert": [{ "type": "assert-set", "assert": [contains("a")] }] }),
            "no other set",
        ),
        (
            json!({ "type": "assert-set", "config": {}, "assert": [contains("a")] }),
            "`config` of an `assert-set` is not carried",
        ),
        (
            json!({ "type": "assert-set", "threshold": "12 of 14", "assert": [contains("a")] }),
            "the `threshold` of its `assert-set` is a number from 0 to 1",
        ),
    ] {
        let said = of(set);
        assert!(said.contains("test 1: ") && said.contains(told), "{said}");
    }
}

#[test]
fn a_check_that_every_answer_would_pass_is_refused() {
    for kind in ["contains", "icontains", "starts-with", "regex"] {
        let empty = json!({ "type": kind, "value": "{{word}}" });
        let said = refused(&json!({ "vars": { "word": "" }, "assert": [empty] }));
        assert!(said.contains(&format!("test 1: a text of `{kind}` is empty")), "{said}");
    }
    for kind in ["contains-any", "contains-all", "icontains-any"] {
        for value in [json!(""), json!([]), json!(["a", ""]), json!("{{word}}")] {
            let said = refused(
                &json!({ "vars": { "word": "" }, "assert": [{ "type": kind, "value": value }] }),
            );
            assert!(said.contains(kind), "{value}: {said}");
        }
    }
    let nothing =
        json!({ "vars": { "word": "" }, "assert": [{ "type": "equals", "value": "{{word}}" }] });
    assert!(matches!(&checks_of(&nothing)[..], [Check::Equals(it)] if it.text.is_empty()));
}

#[test]
fn a_list_with_commas_is_filled_in_and_none_of_its_texts_is_dropped() {
    let of = |value: &str| {
        let assertion = json!({ "type": "contains-all", "value": value });
        json!({ "vars": { "word": "sea" }, "assert": [assertion] })
    };
    let texts = |value: &str| -> Vec<String> {
        let text = |check: Check| match check {
            Check::Contains(it) => it.text,
            other => panic!("{other:?}"),
        };
        checks_of(&of(value)).into_iter().map(text).collect()
    };
    assert_eq!(texts("{{word}}s, \"a, b\",, c"), ["seas", "a, b", "c"]);
    let many = vec!["a"; 51].join(",");
    assert!(refused(&of(&many)).contains("1 to 50 texts"), "and not the first fifty of them");
}

#[test]
fn variables_are_filled_in_as_promptfoo_does_or_refused() {
    let asked = |vars: Value| read(&configuration(&json!({ "vars": vars }))).remove(0).prompt;
    assert_eq!(asked(json!({ "word": "" })), "Say .", "an empty text is a value");
    assert_eq!(asked(json!({ "word": "a\nb\n" })), "Say a\nb.", "a block of YAML ends its line");
    for (vars, told) in [
        (json!({ "word": null }), "the variable `word` is empty"),
        (json!({ "word": [] }), "the variable `word` has no value"),
        (json!({ "word": "a {{ other }}", "other": "b" }), "has `{{other}}` in it"),
        (json!({}), "no value for `word`"),
    ] {
        let said = refused(&json!({ "vars": vars }));
        assert!(said.contains("test 1: ") && said.contains(told), "{said}");
    }
    let around = json!({ "vars": { "word": "x" }, "options": { "prefix": "[{{word}}] ", "suffix": " {{word}}!" } });
    assert_eq!(read(&configuration(&around))[0].prompt, "[x] Say x. x!", "around it too");
    let program =
        json!({ "vars": { "word": "x" }, "assert": [contains("{% if word %}a{% endif %}")] });
    assert!(refused(&program).contains("`{% … %}`"), "nor is a program a text");
}

#[test]
fn a_value_with_quotation_marks_stays_within_its_message() {
    let chat = "prompts:\n  - file://chat.json\ntests:\n  - vars: {q: 'Is \"a\" a letter?'}\n";
    let whole = with_files(chat, |_| {
        Ok("[{\"role\": \"system\", \"content\": \"Be brief.\"}, {\"role\": \"user\", \"content\": \"{{q}}\"}]".to_owned())
    });
    let rows = read(&whole.expect("its file is there"));
    assert_eq!(
        (rows[0].system.as_deref(), &*rows[0].prompt),
        (Some("Be brief."), "Is \"a\" a letter?")
    );
}

#[test]
fn what_cannot_be_carried_is_told_in_phrases_that_each_language_writes() {
    for test in [
        json!({ "vars": { "word": null } }),
        json!({ "vars": { "word": "{{other}}" } }),
        json!({ "vars": { "word": ["a", {}] } }),
        json!({ "vars": { "word": "x" }, "assert": [{}] }),
        json!({ "vars": { "word": "x" }, "assert": [{ "type": "contains", "value": "" }] }),
        json!({ "vars": { "word": "x" }, "assert": [{ "type": "is-json", "value": 5 }] }),
        json!({ "vars": { "word": "x" }, "assert": [{ "type": "equals", "value": "{% if x %}" }] }),
        json!({ "vars": { "word": "x" }, "assert": [{ "type": "assert-set" }] }),
        json!({ "vars": { "word": "x" }, "options": { "unknown": 1 } }),
        json!({ "vars": { "word": "x" }, "threshold": 12, "assert": [contains("a")] }),
        json!({ "vars": {}, "unknown": true }),
        json!("file://tests.yaml"),
    ] {
        let error = read_rows(&configuration(&test)).expect_err("it cannot be carried");
        let told = format!("{:?}", error.phrase().expect("a phrase"));
        assert!(told.contains("unread_promptfoo."), "{test}: {told}");
    }
}
