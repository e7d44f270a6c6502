use checks::{Check, CheckVerdict};
use serde_json::json;

use super::*;

fn read(text: &str) -> Vec<Row> {
    read_rows(text).unwrap_or_else(|error| panic!("{text}: {error}")).rows
}

fn refused(text: &str) -> String {
    read_rows(text).expect_err(text).to_string()
}

fn document(checks: &[Check]) -> serde_json::Value {
    serde_json::to_value(checks).expect("JSON")
}

#[test]
fn a_line_is_a_prompt_or_a_row_with_what_is_expected() {
    let rows = read(concat!(
        "\"Why?\"\n",
        "\n",
        "{\"name\": \"capital\", \"prompt\": \"Capital of France?\", \"check\": \"icontains:Paris\"}\n",
        "{\"id\": 7, \"prompt\": \"6 × 7?\", \"expected\": 42, \"system\": \"Be brief.\"}\n",
        "{\"prompt\": \"Say yes.\", \"expected\": \"yes\", \"checks\": [\"words:1\", {\"kind\": \"no_refusal\"}]}\n",
    ));
    let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names, ["1", "capital", "7", "4"], "by its name, its id or its number");
    assert_eq!(rows[0].checks, [], "a prompt alone expects nothing");
    assert_eq!(
        document(&rows[1].checks),
        json!([{"kind": "contains", "text": "Paris", "ignore_case": true}])
    );
    assert_eq!(
        document(&rows[2].checks),
        json!([{"kind": "number", "value": 42.0, "taken": "last"}])
    );
    assert_eq!(rows[2].system.as_deref(), Some("Be brief."));
    assert_eq!(
        document(&rows[3].checks),
        json!([
            {"kind": "equals", "text": "yes"},
            {"kind": "length", "unit": "words", "least": 1, "most": 1},
            {"kind": "no_refusal"}
        ])
    );
    let listed = format!("[{}]", r#""Why?", {"prompt": "6 × 7?", "expected": 42}"#);
    assert_eq!(read(&listed).len(), 2, "or all in one list");
}

#[test]
fn a_row_asks_with_messages_and_tools_or_a_whole_request() {
    let rows = read(
        &[
            json!({"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}, {"role": "user", "content": "Why?"}]}),
            json!({"prompt": "Weather in Oslo?", "tools": [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}], "checks": ["tool-call-valid"]}),
            json!({"request": {"model": "claude-x", "system": "S", "messages": [{"role": "user", "content": "Why?"}]}}),
        ]
        .map(|row| row.to_string())
        .join("\n"),
    );
    assert_eq!((rows[0].system.as_deref(), rows[0].prompt.as_str()), (Some("Be brief."), "Why?"));
    assert_eq!(rows[0].payload.as_ref().map(|payload| payload.turns.len()), Some(2), "between");
    assert_eq!(rows[1].payload.as_ref().map(|payload| payload.tools.len()), Some(1), "its tool");
    assert_eq!((rows[2].system.as_deref(), rows[2].prompt.as_str()), (Some("S"), "Why?"));
    let again = serde_json::to_string(&rows[1]).expect("JSON");
    assert_eq!(read(&again)[0].payload, rows[1].payload, "as a run's document has it");
}

#[test]
fn a_table_has_its_prompts_and_what_is_expected_in_columns() {
    let rows =
        read("name,prompt,expected,check\na,\"6 × 7,\nplease?\",42,\nb,Say yes.,yes,words:1\n");
    assert_eq!(rows[0].prompt, "6 × 7,\nplease?", "a cell may have lines");
    assert_eq!(
        document(&rows[0].checks),
        json!([{"kind": "number", "value": 42.0, "taken": "last"}])
    );
    assert_eq!(rows[1].checks.len(), 2, "every column that has something");
    let filled = filled_rows("Capital of {{country}}?", "country,expected\nFrance,Paris\n")
        .expect("a table for a prompt");
    assert_eq!(filled[0].prompt, "Capital of France?");
    assert_eq!(document(&filled[0].checks), json!([{"kind": "equals", "text": "Paris"}]));
    let variable = filled_rows("Is {{expected}} right?", "expected\nthis\n").expect("a variable");
    assert_eq!(variable[0].checks, [], "what the prompt asks for is no check");
}

#[test]
fn what_cannot_be_read_is_named_with_its_line_and_column() {
    for (text, told) in [
        ("\"a\"\nWhy?", "Line 2 of the prompts, column 1: it is no JSON"),
        (
            "{\"prompt\": \"a\", \"answer\": 1}",
            "Line 1 of the prompts, column 17: `answer`: a row has no such field",
        ),
        (
            "\"a\"\n{\"prompt\": \"a\", \"check\": \"contain:x\"}",
            "Line 2 of the prompts, column 17: `check`: There is no such check",
        ),
        ("{\"check\": \"json\"}", "column 1: a row asks with a \"prompt\""),
        ("{\"prompt\": \"a\", \"messages\": []}", "`messages`: a row asks in one way"),
        ("{\"prompt\": 1}", "`prompt`: a prompt is a text"),
        (
            "{\"prompt\": \"a\", \"expected\": [1]}",
            "`expected`: an expected answer is a text or a number",
        ),
        (
            "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}], \"max_tokens\": 5}",
            "`max_tokens`: a row has no such field",
        ),
        (
            "\"b\"\n{\"request\": {\"model\": \"m\", \"max_tokens\": 5, \"messages\": [{\"role\": \"user\", \"content\": \"a\"}]}}",
            "Line 2 of the prompts, column 1: its max_tokens is 5, and that of the rows before it none",
        ),
        (
            "[\"a\",\n {\"prompt\": [\"x\", 2]},\n \"b\"]",
            "Line 2 of the prompts, column 2: row 2: `prompt`",
        ),
        (
            "prompt,answer\na,b\n",
            "Line 1 of the prompts, column `answer`: a set of prompts has no such column",
        ),
        (
            "prompt,check\na,json\nb,contain:x\n",
            "Line 3 of the prompts, column `check`: There is no such check",
        ),
        ("name,prompt\na,\n", "Line 2 of the prompts, column `prompt`: there is no prompt"),
        ("prompt,check\na\n", "the row in line 2 has 1 value "),
        ("", "holds none"),
    ] {
        let said = refused(text);
        assert!(said.contains(told), "{text}: {said}");
    }
}

#[test]
fn a_file_of_a_batch_is_a_set_of_prompts_with_the_settings_that_all_have() {
    let anthropic = |id: &str, limit: u32| json!({"custom_id": id, "params": {"model": "claude-x", "max_tokens": limit, "temperature": 0.5, "messages": [{"role": "user", "content": format!("Why {id}?")}]}});
    let lines = format!("{}\n{}\n", anthropic("a", 64), anthropic("b", 64));
    let whole = json!({"requests": [anthropic("a", 64), anthropic("b", 64)]}).to_string();
    for text in [lines, whole] {
        let WrittenSet { rows, settings, notes } = read_rows(&text).expect(&text);
        assert_eq!(notes.len(), 2, "what both rows have is told once: {notes:?}");
        assert!(notes[0].to_string().contains("`custom_id` is not sent"), "{notes:?}");
        assert!(notes[1].to_string().contains("each lane says its own"), "{notes:?}");
        let asked: Vec<_> = rows.iter().map(|row| (&*row.name, &*row.prompt)).collect();
        assert_eq!(asked, [("a", "Why a?"), ("b", "Why b?")], "{text}");
        assert_eq!((settings.max_tokens, settings.temperature), (Some(64), Some(0.5)), "{text}");
    }
    for line in [
        json!({"custom_id": "a", "method": "POST", "url": "/v1/responses", "body": {"model": "m", "input": "Why?"}, "check": "json"}),
        json!({"key": "a", "request": {"contents": [{"parts": [{"text": "Why?"}]}]}, "check": "json"}),
        json!({"id": "a", "model": "m", "messages": [{"role": "user", "content": "Why?"}], "check": "json"}),
    ] {
        let rows = read(&line.to_string());
        assert_eq!(
            (&*rows[0].name, &*rows[0].prompt, rows[0].checks.len()),
            ("a", "Why?", 1),
            "{line}"
        );
    }
    let said = refused(&format!("{}\n{}", anthropic("a", 64), anthropic("b", 65)));
    assert!(said.starts_with("Line 2 of the prompts"), "{said}");
    assert!(said.contains("its max_tokens is 65, and that of the rows before it 64"), "{said}");
    let whole = json!({"requests": [anthropic("a", 64), anthropic("b", 65)]}).to_string();
    assert!(refused(&whole).contains("request 2: its max_tokens"), "{}", refused(&whole));
    let other = json!({"custom_id": "a", "url": "/v1/embeddings", "body": {"input": "Why?"}});
    assert!(refused(&other.to_string()).contains("/v1/responses"), "what asks for no answer");
}

#[test]
fn a_service_tier_of_a_row_is_told_and_not_asked_for() {
    let text = r#"{"request": {"model": "m", "service_tier": "flex", "messages": [{"role": "user", "content": "a"}]}}"#;
    let set = read_rows(text).expect("a set");
    let is_told = |note: &measure::Phrase| note.to_string().contains("`flex` is not asked for");
    assert!(set.notes.iter().any(is_told), "{:?}", set.notes);
}

#[test]
fn a_hostile_set_is_refused() {
    let many = 3_000_000;
    for too_many in [
        "\"a\"\n".repeat(many),
        "0\n".repeat(many),
        format!("prompt\n{}", "a\n".repeat(many)),
        format!("[{}\"a\"]", "\"a\",".repeat(many)),
        format!("{{\"prompts\": [{0}\"a\"], \"tests\": [{0}\"a\"]}}", "\"a\",".repeat(2_000)),
    ] {
        let told = read_rows(&too_many).expect_err("too many").to_string();
        assert!(told.contains("most") && told.len() < 300, "told before they are read: {told}");
    }
    for too_much in [
        format!("\"a\"\n{{\"prompt\": \"a\", \"x\": [{}0]}}", "{\"a\":0},".repeat(1_000_000)),
        format!("[{{\"prompt\": \"a\", \"x\": [{}0]}}]", "{\"a\":0},".repeat(1_000_000)),
        format!("{{\"prompts\": [\"a\"], \"tests\": [{}0]}}", "{\"a\":0},".repeat(1_000_000)),
    ] {
        let told = read_rows(&too_much).expect_err("too much").to_string();
        assert!(told.contains("512 MB of memory"), "{told}");
    }
    let long = format!("{{{{a}}}}{}", "x".repeat(1_000_000));
    let told = filled_rows(&long, &format!("a\n{}", "b\n".repeat(2_000))).expect_err("too long");
    assert!(told.to_string().contains("more than 64 MB"), "{told}");
    let wide = format!("prompt{}\n", ",a".repeat(600));
    let wide = format!("{wide}{}", wide.replace("prompt", "a").repeat(1_800));
    let told = filled_rows("a", &wide).expect_err("too wide").to_string();
    assert!(told.contains("values; delete columns"), "{told}");
    assert!(refused(&format!("{{\"prompt\": {}", "[".repeat(100_000))).contains("no JSON"), "deep");
    assert!(refused(&format!("[{}", "\"a\",".repeat(500_000))).contains("no JSON"), "endless");
    assert!(refused(&format!("prompt\n\"{}", "a\n".repeat(500_000))).contains("never closed"));
}

#[test]
fn an_expected_number_is_the_last_and_an_expected_text_the_whole_answer() {
    let rows =
        read("{\"prompt\": \"a\", \"expected\": 42}\n{\"prompt\": \"a\", \"expected\": \"yes\"}");
    let verdict = |at: usize, text: &str| {
        let answer = checks::Answer { text, calls: None, is_refused: false, is_cut: false };
        checks::Checker::of(&rows[at].checks, &[]).results(&answer)[0].verdict
    };
    assert_eq!(verdict(0, "6 × 7 = 42."), CheckVerdict::Right);
    assert_eq!(verdict(0, "42 is 6 × 7"), CheckVerdict::Wrong, "its last number is 7");
    assert_eq!(verdict(1, " yes\n"), CheckVerdict::Right, "but for white space");
    assert_eq!(verdict(1, "yes, it is"), CheckVerdict::Wrong);
}

#[test]
fn samples_of_evals_are_rows_whose_answers_begin_with_an_ideal_one() {
    let system = |text: &str, name: Option<&str>| {
        let mut message = json!({"role": "system", "content": text});
        if let Some(name) = name {
            message["name"] = name.into();
        }
        message
    };
    let ask = json!({"role": "user", "content": "Capital?"});
    let set = read_rows(
        &[
            json!({"input": [system("S", None), ask], "ideal": ["Paris", "paris (FR)"]}),
            json!({"input": [system("S", None), system("2+2?", Some("example_user")), system("4", Some("example_assistant")), ask], "ideal": "Paris"}),
            json!({"input": "Once upon a ", "ideal": "time"}),
            json!({"input": "Name a town.", "ideal": "Oslo", "check": "contains:Oslo"}),
        ]
        .map(|row| row.to_string())
        .join("\n"),
    )
    .expect("a set");
    let rows = &set.rows;
    assert_eq!((rows[0].prompt.as_str(), rows[0].system.as_deref()), ("Capital?", Some("S")));
    assert_eq!(
        document(&rows[0].checks),
        json!([{"kind": "regex", "pattern": r"^\s*(?:Paris|paris \(FR\))"}]),
        "the answer begins with any of them"
    );
    assert_eq!((rows[1].prompt.as_str(), rows[1].system.as_deref()), ("Capital?", Some("S")));
    let turns = &rows[1].payload.as_ref().expect("examples").turns;
    assert_eq!(turns.len(), 2, "its examples are turns: {turns:?}");
    assert_eq!(rows[2].prompt, "Once upon a ", "a text");
    assert_eq!(document(&rows[3].checks), json!([{"kind": "contains", "text": "Oslo"}]), "its own");
    assert!(set.notes.iter().any(|note| note.to_string().contains("Match")), "{:?}", set.notes);
    let judged = refused(&json!({"input": "Write a poem."}).to_string());
    assert!(judged.contains("`input`") && judged.contains("judged by a model"), "{judged}");
    let number = refused(&json!({"input": "2+2", "ideal": 4}).to_string());
    assert!(number.contains("`ideal`"), "{number}");
    let registry =
        refused("towns:\n  id: towns.v0\ntowns.v0:\n  class: evals.elsuite.basic.match:Match\n");
    assert!(registry.contains("`samples_jsonl`"), "{registry}");
    let lfs = refused("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 499\n");
    assert!(lfs.contains("git lfs pull"), "{lfs}");
}
