//! Files that people hand over, given with N, 2 N and 4 N entries: prices, plans, checks, sets of prompts and tables. None takes more time
//! than in proportion to read.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use cost::{Book, Prices};
use providers::Roster;
use race::Plan;
use race::workload::{filled_rows, read_rows};
use serde_json::{Value, json};

use super::growth::{Compared, Reader, grown};

/// Entries of the shortest file.
const FEWEST: usize = 400;

/// What is read, how a file with this many entries is written, and its reader.
type Kind = (&'static str, fn(usize) -> String, fn(&str));

fn list(count: usize, one: impl Fn(usize) -> Value) -> String {
    (0..count).map(one).collect::<Value>().to_string()
}

fn rows(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, number| {
        let _infallible = writeln!(text, "{}", one(number));
        text
    })
}

fn book_of_catalogue(count: usize) -> String {
    let row = |number: usize| {
        let price = json!({ "litellm_provider": "openai", "mode": "chat", "input_cost_per_token": 1e-6,
            "output_cost_per_token": 2e-6, "max_input_tokens": 8_000 });
        (format!("model-{number}"), price)
    };
    Value::Object((0..count).map(row).collect()).to_string()
}

fn own_book(count: usize) -> String {
    let row = |number: usize| {
        (format!("openai/model-{number}"), json!({ "input": number + 1, "output": number + 2 }))
    };
    let prices = Value::Object((0..count).map(row).collect());
    json!({ "source": "test", "dated": "2026-11-21", "prices": prices }).to_string()
}

fn plan(lanes: usize, checks: usize) -> String {
    let lane = |number: usize| json!({ "provider": "openai", "model": format!("model-{number}"), "muted": false });
    let check = |number: usize| json!({ "kind": "contains", "text": format!("word {number}") });
    json!({ "prompt": "Hi", "repeat": 1, "warmup": 0, "lanes": (0..lanes).map(lane).collect::<Value>(),
        "checks": (0..checks).map(check).collect::<Value>() })
    .to_string()
}

fn read_plan(text: &str) {
    let plan: Plan = serde_json::from_str(text).expect("a plan");
    let roster = Roster::new(Vec::new(), &BTreeMap::new());
    let prices = Prices::new(Arc::clone(Book::shipped()), &[]);
    let _problems = race::check(&plan, &roster, &prices);
}

fn read_book(text: &str) {
    let read = Book::read(text, "a file", "2026-11-21");
    let (book, _) = read.expect("a book of prices");
    assert!(book.len() >= FEWEST, "each of its rows is read, and not {} only", book.len());
}

fn read_set(text: &str) {
    let read = read_rows(text);
    assert!(read.is_ok_and(|set| set.rows.len() >= FEWEST), "each of its rows is read");
}

const KINDS: [Kind; 11] = [
    ("prices of LiteLLM", book_of_catalogue, read_book),
    ("prices of our own", own_book, read_book),
    ("a plan of many lanes", |count| plan(count, 1), read_plan),
    ("a plan of many checks", |count| plan(2, count), read_plan),
    (
        "lines of prompts",
        |count| rows(count, |number| json!(format!("What is {number}?")).to_string()),
        read_set,
    ),
    (
        "rows with checks",
        |count| {
            rows(count, |number| {
                json!({ "prompt": format!("{number}?"), "name": format!("row {number}"),
            "checks": [format!("icontains:{number}"), "words:1..5"] })
                .to_string()
            })
        },
        read_set,
    ),
    (
        "a list of rows",
        |count| list(count, |number| json!({ "prompt": number.to_string(), "expected": "x" })),
        read_set,
    ),
    (
        "a set in YAML",
        |count| {
            rows(count, |number| format!("- prompt: What is {number}?\n  expected: \"{number}\""))
        },
        read_set,
    ),
    (
        "tests of promptfoo",
        |count| {
            json!({ "prompts": ["What is {{n}}?"], "tests": (0..count).map(|number| json!({
            "vars": { "n": number.to_string() }, "assert": [{ "type": "icontains", "value": number.to_string() }] })).collect::<Value>() }).to_string()
        },
        read_set,
    ),
    (
        "a table of prompts",
        |count| {
            format!(
                "prompt,name,expected\n{}",
                rows(count, |number| format!("\"What is {number}?\",row {number},{number}"))
            )
        },
        read_set,
    ),
    (
        "a table of values",
        |count| format!("n,m\n{}", rows(count, |number| format!("{number},\"a\"\"b\""))),
        |text| {
            let filled = filled_rows("What is {{n}} of {{m}}?", text);
            assert!(filled.is_ok_and(|rows| rows.len() >= FEWEST), "each of its rows is filled in");
        },
    ),
];

#[test]
fn no_file_that_is_handed_over_takes_more_than_in_proportion_to_its_entries() {
    let mut compared = Compared::default();
    for (name, written, read) in KINDS {
        // A set has at most 2,000 prompts.
        let texts = [1, 2, 4].map(|times| written(times * FEWEST));
        let reader: Reader = Box::new(read);
        compared.add(grown(name, "entries", &reader, &texts), || name.to_owned());
    }
    assert!(compared.count > 0, "some take long enough to be compared");
}
