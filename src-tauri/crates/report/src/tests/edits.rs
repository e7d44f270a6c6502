//! A file that was edited by hand: each of its fields in turn, with other values of its type.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use store::{AnswerMark, History, RunRecord, Vote};

use super::chains::race_of_chain;
use super::judged::race_with_judge;
use super::{race, sweep, written};
use crate::ExportFormat;
use crate::import::read;

/// What nobody but a file can say of a run, as the path of a field, without the numbers of lanes, requests and levels: who was
/// asked what, where, when and how; how it ended; what its judge said; this machine's state; what its owner said of it; and the raw logs themselves.
const CLAIMS: [&str; 65] = [
    "/runs/marks/answers",
    "/runs/marks/answers/lane",
    "/runs/marks/answers/note",
    "/runs/marks/answers/round",
    "/runs/marks/hidden",
    "/runs/marks/note",
    "/runs/marks/starred",
    "/runs/marks/tags",
    "/runs/recordings/timeline/connection/ahead",
    "/runs/recordings/timeline/connection/http_version",
    "/runs/recordings/timeline/connection/remote",
    "/runs/recordings/timeline/marks/event",
    "/runs/recordings/timeline/marks/wire_bytes",
    "/runs/recordings/timeline/strain",
    "/runs/recordings/timeline/strain/clock_gap_ms",
    "/runs/recordings/timeline/strain/cpu_pct",
    "/runs/recordings/timeline/strain/lag_us",
    "/runs/recordings/usage",
    "/runs/recordings/usage/cost",
    "/runs/recordings/usage/prompt_tokens",
    "/runs/run/id",
    "/runs/run/judgement/label",
    "/runs/run/judgement/provider",
    "/runs/run/judgement/simulated",
    "/runs/run/judgement/votes",
    "/runs/run/judgement/votes/cost_usd",
    "/runs/run/judgement/votes/in_tokens",
    "/runs/run/judgement/votes/out_tokens",
    "/runs/run/judgement/votes/status",
    "/runs/run/judgement/votes/text",
    "/runs/run/judgement/votes/took_ms",
    "/runs/run/lanes/base_url",
    "/runs/run/lanes/label",
    "/runs/run/lanes/levels/others/finish_reason",
    "/runs/run/lanes/levels/samples/finish_reason",
    "/runs/run/lanes/levels/send_lag_p99_ms",
    "/runs/run/lanes/levels/starts_ms",
    "/runs/run/lanes/model",
    "/runs/run/lanes/provider",
    "/runs/run/lanes/samples/finish_reason",
    "/runs/run/lanes/simulated",
    "/runs/run/machine",
    "/runs/run/plan/judge/criteria",
    "/runs/run/plan/judge/lane/model",
    "/runs/run/plan/judge/lane/muted",
    "/runs/run/plan/judge/lane/provider",
    "/runs/run/plan/lanes",
    "/runs/run/plan/lanes/model",
    "/runs/run/plan/lanes/muted",
    "/runs/run/plan/lanes/provider",
    "/runs/run/plan/load/cold",
    "/runs/run/plan/load/concurrency",
    "/runs/run/plan/load/force_length",
    "/runs/run/plan/load/prompts",
    "/runs/run/plan/load/samples",
    "/runs/run/plan/load/seed",
    "/runs/run/plan/load/unique_prompts",
    "/runs/run/plan/load/waves",
    "/runs/run/plan/max_tokens",
    "/runs/run/plan/prompt",
    "/runs/run/plan/repeat",
    "/runs/run/plan/system",
    "/runs/run/plan/temperature",
    "/runs/run/plan/warmup",
    "/runs/run/started_at",
];

/// Other values in place of this one, some of which cannot be.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            // A whole number is not read from 8.0.
            let more = number
                .as_u64()
                .map_or_else(|| json!(number.as_f64().unwrap() + 7.0), |number| json!(number + 7));
            vec![more, json!(-1), json!(1e308)]
        }
        Value::Bool(is) => vec![json!(!is)],
        Value::String(text) => vec![
            json!(format!("{text}\u{202e}\u{1b}[2J\u{0}")),
            json!("x".repeat(70_000)),
            json!("0x"),
        ],
        Value::Array(values) => {
            let twice = values.iter().chain(values).cloned().collect();
            vec![json!([]), Value::Array(twice)]
        }
        Value::Object(_) => vec![json!({})],
        Value::Null => vec![json!(7)],
    }
}

/// The path of each value below this one. Of what there are many of, the first.
fn paths(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate().take(1) {
                paths(value, &format!("{path}/{index}"), found);
            }
        }
        Value::Object(fields) => {
            let is_of_metrics = path.ends_with("/summary") || path.ends_with("/uncertainty");
            for (name, value) in fields.iter().take(if is_of_metrics { 2 } else { usize::MAX }) {
                paths(
                    value,
                    &format!("{path}/{}", name.replace('~', "~0").replace('/', "~1")),
                    found,
                );
            }
        }
        _ => {}
    }
    found.push(path.to_owned());
}

/// A path without its numbers; of a step of a chain that of the same in a single request.
fn field(path: &str) -> String {
    let parts = path.split('/').filter(|part| part.parse::<u32>().is_err());
    let path = parts.collect::<Vec<_>>().join("/");
    let path = path.replace("/chain/earlier/recording", "").replace("/steps/sample", "");
    path.replace("/lanes/steps", "/lanes")
}

/// The first number of a run that cannot be, by its path.
fn impossible(value: &Value, path: &str) -> Option<String> {
    match value {
        Value::Number(number) => {
            let number = number.as_f64().unwrap();
            (!number.is_finite() || number.abs() > 1e16).then(|| format!("{path} = {number}"))
        }
        Value::Array(values) => values.iter().find_map(|value| impossible(value, path)),
        Value::Object(fields) => {
            fields.iter().find_map(|(name, value)| impossible(value, &format!("{path}/{name}")))
        }
        _ => None,
    }
}

fn the_only(document: &Value) -> Result<RunRecord, String> {
    let read = read(&document.to_string()).map_err(|error| error.to_string())?;
    Ok(read.into_iter().next().unwrap())
}

/// A run with all that its owner can say of it.
fn exported(keep: impl Fn(&History, &str) -> race::Run) -> Value {
    let history = History::in_memory().unwrap();
    keep(&history, "a");
    history.tag(&["a".to_owned()], &["kept".to_owned(), "mine".to_owned()], &[]).unwrap();
    history.note("a", "Quote this one").unwrap();
    let said = AnswerMark { lane: 0, round: 1, vote: Some(Vote::Good), note: "Right.".to_owned() };
    history.vote("a", &said).unwrap();
    serde_json::from_str(&written(&history, &["a"], ExportFormat::Json)).unwrap()
}

#[test]
fn an_edited_field_is_refused_or_computed_again_or_a_claim_and_the_run_stays_sound() {
    let into = History::in_memory().unwrap();
    let (mut tried, mut refused, mut added, mut claimed) = (0, 0, 0, BTreeSet::new());
    let any = |_: &str| true;
    // What a chain has beside what every race has.
    let of_chains =
        |path: &str| ["/later", "/steps", "/chain"].iter().any(|own| path.contains(own));
    let of_judges = |path: &str| path.contains("/judge");
    let wholes = [
        (exported(race), any as fn(&str) -> bool),
        (exported(sweep), any),
        (exported(race_of_chain), of_chains),
        (exported(race_with_judge), of_judges),
    ];
    for (whole, is_tried) in wholes {
        let honest = the_only(&whole).unwrap();
        let mut all = Vec::new();
        paths(whole.pointer("/runs/0").unwrap(), "/runs/0", &mut all);
        all.retain(|path| is_tried(path));
        for path in all {
            for other in others(whole.pointer(&path).unwrap()) {
                let mut document = whole.clone();
                *document.pointer_mut(&path).unwrap() = other.clone();
                tried += 1;
                let told =
                    format!("{path} = {}", other.to_string().chars().take(60).collect::<String>());
                let record = match the_only(&document) {
                    Err(why) => {
                        assert!(why.ends_with('.') && why.len() < 600, "{told}: {why}");
                        assert_eq!(
                            why,
                            crate::plain(&why),
                            "{told}: nothing in it steers a terminal"
                        );
                        refused += 1;
                        continue;
                    }
                    Ok(record) if record == honest => continue,
                    Ok(record) => record,
                };
                let is_known = CLAIMS.contains(&field(&path).as_str());
                let place = if is_known { field(&path) } else { told.clone() };
                claimed.insert(place);
                let run = serde_json::to_value(&record.run).unwrap();
                assert_eq!(impossible(&run, ""), None, "{told}");
                // Each under its own id, so that all are in one history.
                document["runs"][0]["run"]["id"] = format!("edit-{tried}").into();
                let imported = crate::import(&into, &document.to_string());
                match imported {
                    Ok(imported) => added += imported.added.len(),
                    Err(why) => assert!(why.to_string().len() < 600, "{told}: {why}"),
                }
            }
        }
    }
    assert!(tried > 500 && refused > 300 && added > 30, "{tried}, {refused}, {added}");
    assert_eq!(into.verify().unwrap().findings, [], "whatever was edited, each run is sound");
    assert_eq!(into.spend(0.0).unwrap().total.requests, 0, "and none counts for a cap");
    let unknown: Vec<&String> =
        claimed.iter().filter(|path| !CLAIMS.contains(&path.as_str())).collect();
    assert_eq!(unknown, Vec::<&String>::new(), "nothing else is believed");
}
