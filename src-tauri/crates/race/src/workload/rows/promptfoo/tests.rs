use checks::{Answer, Check, CheckVerdict, Checker, all_right};
use serde_json::json;

use crate::workload::row::Row;
use crate::workload::rows::{filled_rows, read_rows, with_files};

fn read(text: &str) -> Vec<Row> {
    read_rows(text).unwrap_or_else(|error| panic!("{text}: {error}")).rows
}

fn refused(text: &str) -> String {
    read_rows(text).expect_err(text).to_string()
}

fn document(checks: &[Check]) -> serde_json::Value {
    serde_json::to_value(checks).expect("JSON")
}

fn of(assertion: &serde_json::Value) -> String {
    json!({
        "description": "d", "providers": ["x"], "prompts": ["Translate {{word}}.", "{{word}}?"],
        "tests": [{"vars": {"word": "sea"}, "assert": [assertion]}, {"description": "two", "vars": {"word": 2}}],
    })
    .to_string()
}

#[test]
fn a_configuration_of_promptfoo_is_a_row_for_each_prompt_with_each_test() {
    let rows = read(&of(&json!({"type": "starts-with", "value": "a.b"})));
    let prompts: Vec<&str> = rows.iter().map(|row| row.prompt.as_str()).collect();
    assert_eq!(prompts, ["Translate sea.", "Translate 2.", "sea?", "2?"]);
    assert_eq!(rows[1].name, "two");
    let no_case = |text: &str| json!({"kind": "contains", "text": text, "ignore_case": true});
    for (assertion, checks) in [
        (
            json!({"type": "starts-with", "value": "a.b"}),
            json!([{"kind": "regex", "pattern": r"^a\.b"}]),
        ),
        (json!({"type": "equals", "value": "x"}), json!([{"kind": "equals", "text": "x"}])),
        (
            json!({"type": "equals", "value": {"a": 1}}),
            json!([{"kind": "json_schema", "schema": {"const": {"a": 1}}}]),
        ),
        (json!({"type": "icontains", "value": "x", "metric": "m"}), json!([no_case("x")])),
        (
            json!({"type": "contains", "value": "{{word}}s"}),
            json!([{"kind": "contains", "text": "seas"}]),
        ),
        (
            json!({"type": "icontains-all", "value": ["x", "y"]}),
            json!([no_case("x"), no_case("y")]),
        ),
        (
            json!({"type": "contains-any", "value": ["a.b", "c"]}),
            json!([{"kind": "regex", "pattern": r"(?:a\.b|c)"}]),
        ),
        (
            json!({"type": "icontains-any", "value": "a, b"}),
            json!([{"kind": "regex", "pattern": "(?i)(?:a|b)"}]),
        ),
        (json!({"type": "is-json"}), json!([{"kind": "json"}])),
        (
            json!({"type": "is-json", "value": {"type": "null"}}),
            json!([{"kind": "json_schema", "schema": {"type": "null"}}]),
        ),
        (
            json!({"type": "word-count", "value": {"max": 5}}),
            json!([{"kind": "length", "unit": "words", "most": 5}]),
        ),
        (json!({"type": "not-is-refusal"}), json!([{"kind": "no_refusal"}])),
    ] {
        assert_eq!(document(&read(&of(&assertion))[0].checks), checks, "{assertion}");
    }
}

#[test]
fn what_no_check_is_stays_and_no_answer_is_called_right_that_it_could_have_found_wrong() {
    for (assertion, why) in [
        (json!({"type": "llm-rubric", "value": "x"}), "--judge LANE"),
        (json!({"type": "javascript", "value": "x"}), "command:"),
        (json!({"type": "contains-json"}), "`is-json`"),
        (json!({"type": "similar", "value": "x"}), "asks another model"),
        (json!({"type": "latency", "threshold": 5}), "paceline gate"),
        (json!({"type": "not-contains-all", "value": ["x", "y"]}), "one of several texts"),
        (json!({"type": "not-javascript", "value": "x"}), "command:"),
        (json!({"type": "new-kind", "value": "x"}), "no check is its equal"),
        (json!({"type": "equals", "value": "x", "transform": "y"}), "`transform` of an assertion"),
        (json!({"type": "contains", "value": "x", "threshold": 0.5}), "`threshold`"),
        (json!({"type": "equals", "value": "x", "weight": 0}), "weight 0"),
    ] {
        let rows = read(&of(&assertion));
        let [Check::Foreign(foreign)] = &rows[0].checks[..] else {
            panic!("{assertion}: {:?}", rows[0].checks)
        };
        assert!(foreign.why.contains(why), "{assertion}: {}", foreign.why);
        assert!(foreign.why_phrase.is_some(), "each language writes it: {assertion}");
        assert_eq!(
            (&*foreign.tool, &*foreign.name),
            ("promptfoo", assertion["type"].as_str().unwrap_or_default())
        );
        let results =
            Checker::of(&rows[0].checks, &[]).results(&Answer { text: "x", ..Answer::default() });
        assert_eq!((results[0].verdict, all_right(&results)), (CheckVerdict::Unknown, None));
    }
    let both = json!({"prompts": ["a"], "tests": [{"assert": [{"type": "python", "value": "x"}, {"type": "contains", "value": "b"}]}]});
    let rows = read(&both.to_string());
    let wrong =
        Checker::of(&rows[0].checks, &[]).results(&Answer { text: "c", ..Answer::default() });
    assert_eq!(all_right(&wrong), Some(false), "what is wrong by another check still is");
}

#[test]
fn a_test_that_passes_otherwise_than_by_its_assertions_says_so_of_each() {
    for test in [
        json!({"threshold": 0.5, "assert": [{"type": "contains", "value": "x"}, {"type": "contains", "value": "x"}]}),
        json!({"options": {"transform": "output.a"}, "assert": [{"type": "contains", "value": "x"}]}),
    ] {
        let rows = read(&json!({"prompts": ["a"], "tests": [test]}).to_string());
        let is_told = |check: &Check| matches!(check, Check::Foreign(_));
        assert!(rows[0].checks.iter().all(is_told), "{test}: {:?}", rows[0].checks);
    }
}

#[test]
fn the_tools_of_its_providers_are_asked_with_and_two_that_differ_are_refused() {
    let tools = |name: &str| json!({"id": "x", "config": {"temperature": 0, "tools": [{"type": "function", "function": {"name": name}}]}});
    let of = |providers: serde_json::Value| {
        json!({"providers": providers, "prompts": ["a"], "tests": [{"assert": [{"type": "is-valid-openai-tools-call"}]}]}).to_string()
    };
    let rows = read(&of(json!([tools("now"), tools("now")])));
    assert_eq!(rows[0].payload.as_ref().map(|payload| payload.tools.len()), Some(1));
    let said = refused(&of(json!([tools("now"), tools("then")])));
    assert!(said.contains("its providers: they differ in tools"), "{said}");
}

#[test]
fn what_cannot_be_carried_of_a_configuration_is_refused_by_its_name() {
    for (configuration, told) in [
        (json!({"prompts": ["a"], "tests": [], "scenarios": []}), "`scenarios` is not carried"),
        (json!({"prompts": ["a"], "redteam": {}}), "`promptfoo redteam generate`"),
        (
            json!({"prompts": ["a"], "tests": [{"prompts": ["b"]}]}),
            "test 1: there is no prompt with the label `b`",
        ),
        (json!({"prompts": ["a"], "tests": [{"scoring": 1}]}), "test 1: `scoring` is not carried"),
        (
            json!({"prompts": ["a"], "tests": [{"options": {"transformVars": "x"}}]}),
            "`transformVars` of its options",
        ),
        (json!({"prompts": ["{% if a %}b{% endif %}"]}), "`{% … %}`"),
        (json!({"prompts": ["file://a.txt"]}), "paceline race --prompts"),
        (json!({"prompts": ["a"], "tests": "file://a.csv"}), "paceline race --prompts"),
        (json!({"prompts": ["a"], "tests": [{"vars": {"x": {"y": 1}}}]}), "the variable `x`"),
        (json!({"prompts": ["{{a}}"], "tests": [{}]}), "no value for `a`"),
        (
            json!({"prompts": ["a"], "tests": [{"assert": [{"$ref": "#/x/y"}]}]}),
            "no assertion at `#/x/y`",
        ),
        (json!({"prompts": ["a"], "tests": [{"assert": [{"value": "x"}]}]}), "no `type`"),
    ] {
        let said = refused(&configuration.to_string());
        assert!(said.contains(told), "{configuration}: {said}");
    }
    let many = json!({"prompts": ["{{a}}{{b}}"], "tests": [{"vars": {"a": vec!["x"; 100], "b": vec!["y"; 100]}}]});
    assert!(refused(&many.to_string()).contains("at most 2,000"), "all combinations are too many");
}

const YAML: &str = "# yaml-language-server: $schema=x
description: Pirates
prompts:
  - file://prompts.txt
  - 'Say: {{body}}'
providers: [openai:gpt-4.1-mini]
defaultTest:
  assert:
    - $ref: '#/assertionTemplates/noise'
tests:
  - description: Exact
    vars: { body: Yes }
    assert:
      - type: equals
        value: Yarr
  - vars:
      body: [I'm hungry, Hello]
    assert:
      - type: is-json
        value: file://schema.json
      - type: javascript
        value: output.startsWith('Ahoy')
  - file://tests.csv
outputPath: output.csv
assertionTemplates:
  noise:
    type: icontains
    value: arrr
";

#[test]
fn a_configuration_in_yaml_is_read_with_the_files_beside_it() {
    let mut asked = Vec::new();
    let whole = with_files(YAML, |name| {
        asked.push(name.to_owned());
        Ok(match name {
            "prompts.txt" => "As a pirate: {{body}}\n---\n[{\"role\": \"system\", \"content\": \"Pirate\"}, {\"role\": \"user\", \"content\": \"{{body}}\"}]\n".to_owned(),
            "schema.json" => "{\"type\": \"object\"}".to_owned(),
            "tests.csv" => "body,__expected,__expected2,__metadata:x,__description\nI'm tired,icontains:bed,llm-rubric: Sounds tired,a,From a table\n".to_owned(),
            other => panic!("nobody named {other}"),
        })
    });
    let rows = read(&whole.expect("its files are there"));
    assert_eq!(asked, ["prompts.txt", "tests.csv", "schema.json"], "each once");
    assert_eq!(rows.len(), 12, "three prompts, with four cases each");
    assert_eq!((&*rows[0].name, &*rows[0].prompt), ("Exact", "As a pirate: Yes"));
    assert_eq!(
        (rows[4].system.as_deref(), &*rows[4].prompt),
        (Some("Pirate"), "Yes"),
        "a conversation"
    );
    assert_eq!(&*rows[9].prompt, "Say: I'm hungry");
    assert_eq!(rows[9].name, "2, prompt 3, case 1");
    let kinds = |row: &Row| -> Vec<String> {
        let all = document(&row.checks);
        let all = all.as_array().expect("a list").iter();
        all.map(|check| check["kind"].as_str().expect("a kind").to_owned()).collect()
    };
    assert_eq!(kinds(&rows[0]), ["contains", "equals"], "those of every test first");
    assert_eq!(kinds(&rows[1]), ["contains", "json_schema", "foreign"]);
    assert_eq!(
        (&*rows[3].name, kinds(&rows[3])),
        ("From a table", vec!["contains".to_owned(), "contains".into(), "foreign".into()])
    );
    let told = with_files(YAML, |name| Err(format!("{name} is elsewhere."))).expect_err("refused");
    assert!(told.to_string().contains("prompts.txt is elsewhere."), "{told}");
    let runs = with_files("prompts: [file://make.js]\n", |_| panic!("it is not read"));
    assert!(runs.expect_err("refused").to_string().contains("is a program"), "nothing is run");
    let plain = "name,prompt\na,b\n";
    assert_eq!(with_files(plain, |_| panic!("none")).expect("as it is"), plain, "other sets stay");
    let list = read("- prompt: Why?\n  expected: 42\n- How?\n");
    assert_eq!(
        (&*list[0].prompt, list[0].checks.len(), &*list[1].prompt),
        ("Why?", 1, "How?"),
        "rows in YAML"
    );
}

#[test]
fn a_table_of_promptfoo_fills_a_prompt_and_says_what_is_right() {
    let table = "language,body,__expected,__expected1\nFrench,Hello,icontains:bonjour,\nPirate,\"{{\"\"a\"\"}}\",similar(0.8):Ahoy,contains-all: a, b\n";
    let table = table.replace("contains-all: a, b", "\"contains-all: a, b\"");
    let rows = filled_rows("Say in {{language}}: {{body}}", &table).expect("a table");
    assert_eq!(rows[0].prompt, "Say in French: Hello");
    assert_eq!(
        document(&rows[0].checks),
        json!([{"kind": "contains", "text": "bonjour", "ignore_case": true}])
    );
    assert_eq!(rows[1].checks.len(), 3, "a foreign one, and each of two texts");
    for (cell, check) in [
        ("Paris", json!({"kind": "equals", "text": "Paris"})),
        ("Note: this", json!({"kind": "equals", "text": "Note: this"})),
        ("is-json", json!({"kind": "json"})),
        ("contains: Paris", json!({"kind": "contains", "text": "Paris"})),
        ("regex: ^a:b$", json!({"kind": "regex", "pattern": "^a:b$"})),
    ] {
        let rows = filled_rows("a", &format!("x,__expected\n1,{cell}\n")).expect(cell);
        assert_eq!(document(&rows[0].checks), json!([check]), "{cell}");
    }
    let told = filled_rows("a", "x,__threshold\n1,0.5\n").expect_err("refused").to_string();
    assert!(told.contains("`__threshold`: this column of promptfoo's is not carried"), "{told}");
}

#[test]
fn a_test_that_names_prompts_asks_those_alone() {
    let configuration = json!({
        "prompts": [
            {"id": "short", "label": "Briefly", "raw": "{{q}} Briefly."},
            {"label": "team:long", "raw": "{{q}} At length."},
            "{{q}}",
        ],
        "redteam": {"plugins": ["x"]},
        "tests": [
            {"vars": {"q": "One?"}, "prompts": ["short"]},
            {"vars": {"q": "Two?"}, "prompts": ["team:*", "Briefly"]},
            {"vars": {"q": "Three?"}},
        ],
    });
    let rows = read(&configuration.to_string());
    let prompts: Vec<&str> = rows.iter().map(|row| row.prompt.as_str()).collect();
    assert_eq!(
        prompts,
        [
            "One? Briefly.",
            "Two? Briefly.",
            "Three? Briefly.",
            "Two? At length.",
            "Three? At length.",
            "Three?",
        ]
    );
}

#[test]
fn prompts_in_yaml_are_conversations_and_each_line_of_jsonl_is_one() {
    let configuration = "prompts:
  - file://chat.yaml
  - id: file://more.jsonl
    label: Lines
tests:
  - vars: {q: Why?}
  - vars: {q: How?}
    prompts: [Lines]
";
    let whole = with_files(configuration, |name| {
        Ok(match name {
            "chat.yaml" => "- role: system\n  content: Be brief.\n- role: user\n  content: '{{q}}'\n",
            "more.jsonl" => "[{\"role\": \"user\", \"content\": \"{{q}} One.\"}]\n\n[{\"role\": \"user\", \"content\": \"{{q}} Two.\"}]\n",
            other => panic!("nobody named {other}"),
        }
        .to_owned())
    });
    let rows = read(&whole.expect("its files are there"));
    let asked: Vec<(Option<&str>, &str)> =
        rows.iter().map(|row| (row.system.as_deref(), row.prompt.as_str())).collect();
    assert_eq!(
        asked,
        [
            (Some("Be brief."), "Why?"),
            (None, "Why? One."),
            (None, "How? One."),
            (None, "Why? Two."),
            (None, "How? Two."),
        ]
    );
}

#[test]
fn the_threshold_of_an_expectation_in_a_table_makes_it_say_nothing() {
    let table = "q,__expected1,__expected2,__config:__expected1:threshold\nWhy?,contains: a,contains: b,0.5\n";
    let whole = with_files("prompts: ['{{q}}']\ntests: file://t.csv\n", |_| Ok(table.to_owned()));
    let rows = read(&whole.expect("its table is there"));
    let [Check::Foreign(first), Check::Contains(_)] = &rows[0].checks[..] else {
        panic!("{:?}", rows[0].checks)
    };
    assert!(first.why.contains("`threshold`"), "{}", first.why);
}

#[test]
fn what_is_elsewhere_or_no_configuration_is_told_as_such() {
    let far = with_files("prompts: [a]\ntests: huggingface://datasets/x/y?limit=5\n", |_| {
        panic!("it is not looked for")
    });
    let told = far.expect_err("it is elsewhere").to_string();
    assert!(told.contains("huggingface://datasets/x/y?limit=5 is not on this machine"), "{told}");
    let other = refused("# A proxy\nmodel_list:\n  - model_name: x\n");
    assert!(other.contains("it has no `prompts`, so it is no set of prompts"), "{other}");
    let table = refused("note: this,x\n1,2\n");
    assert!(table.contains("a set of prompts has no such column"), "{table}");
}

#[test]
fn functions_of_a_provider_are_offered_and_without_one_no_call_is_held_against_any() {
    let of = |config: serde_json::Value| {
        let providers = json!([{"id": "x", "config": config}]);
        let assert = json!([{"type": "is-valid-openai-function-call"}]);
        let configuration =
            json!({"prompts": ["a"], "providers": providers, "tests": [{"assert": assert}]});
        read_rows(&configuration.to_string()).expect("it can be read")
    };
    let with = of(
        json!({"functions": [{"name": "now", "parameters": {"type": "object"}}], "function_call": "auto"}),
    );
    let payload = with.rows[0].payload.as_ref().expect("its tools");
    assert_eq!((payload.tools.len(), &with.rows[0].checks[..]), (1, &[Check::ToolCallValid][..]));
    let without = of(json!({"tools": [{"type": "mcp", "server_url": "https://example.com"}]}));
    let [Check::Foreign(check)] = &without.rows[0].checks[..] else {
        panic!("{:?}", without.rows[0].checks)
    };
    assert!(check.why.contains("offers no function"), "{}", check.why);
    let notes = of(json!({"temperature": 0.2})).notes;
    assert!(
        notes.iter().any(|note| note.to_string().contains("Not read: `temperature`.")),
        "{notes:?}"
    );
}
