//! Lanes that are wrong in known ways, raced and swept: each way is counted exactly.

use std::collections::BTreeMap;

use app::sweep_now;
use checks::ToolCallError::{BadJson, SchemaMismatch, UnknownName};
use checks::{CheckVerdict, ToolCallError, written};
use cost::{Price, Rates};
use measure::RightAnswers;
use providers::{Roster, Timeouts};
use race::workload::{PromptSet, Suite, read_rows};
use race::{Entry, Lane, LanePlan, Load, Plan, Run, check};
use serde_json::json;
use tokio::sync::mpsc::unbounded_channel;

use crate::arena::{Arena, block_on, plan, race_of, ran};

/// A plan whose answers call one tool.
fn calling(lanes: Vec<LanePlan>) -> Plan {
    let rows = json!({
        "prompt": "Weather in Oslo?",
        "tools": [{ "type": "function", "function": {
            "name": "weather",
            "parameters": { "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"] },
        } }],
        "check": "tool-call-valid",
    });
    let rows = read_rows(&rows.to_string()).expect("a row").rows;
    let plan = Plan { repeat: 100, ..plan(lanes) };
    plan.asking(PromptSet::Rows { rows: rows.into() })
}

/// How often the tool calls of a lane are wrong in each way.
fn errors(lane: &Lane) -> BTreeMap<ToolCallError, u32> {
    let mut errors = BTreeMap::new();
    for result in lane.requests().flat_map(|sample| &sample.checks) {
        if let Some(error) = result.tool_call_error {
            *errors.entry(error).or_insert(0) += 1;
        }
    }
    errors
}

fn right_of(run: &Run, lane: usize) -> RightAnswers {
    let lane = run.lanes.get(lane).expect("a lane");
    lane.right_answers().expect("checked answers")
}

/// The lanes by a number, the largest first.
fn ranked(run: &Run, number: impl Fn(&Lane) -> f64) -> Vec<u32> {
    let mut places: Vec<(f64, u32)> =
        run.lanes.iter().map(|lane| (number(lane), lane.place)).collect();
    places.sort_by(|a, b| b.0.total_cmp(&a.0));
    places.into_iter().map(|(_, place)| place).collect()
}

#[test]
fn each_way_in_which_tool_calls_break_is_counted_and_the_fastest_lane_costs_most_per_right_answer()
{
    let arena = Arena::open();
    let lane = |broken: u32, tps: u32| {
        arena.lane(&format!("ttft=1ms&tokens=100&tps={tps}&broken={broken}%"))
    };
    let plan = calling(vec![lane(0, 1_000), lane(12, 3_000), lane(25, 9_000)]);
    let contenders =
        check(&plan, &Roster::new(Vec::new(), &BTreeMap::new()), &cost::Prices::default());
    let rates = Rates {
        input: 1_000_000,
        output: 1_000_000,
        cache_read: None,
        cache_write: None,
        reasoning: None,
    };
    let price = Price {
        id: "scripted".into(),
        dated: "2026-11-25".into(),
        source: "the test".into(),
        rates,
        tiers: Vec::new(),
        off_peak: None,
        holds_up_to: None,
        service_tier: None,
        service: Vec::new(),
        per_request: None,
        per_hour: None,
    };
    let entries = contenders.expect("it can start").into_iter().map(|mut contender| {
        contender.price = Some(price.clone());
        Entry::new(contender, None, None)
    });
    let race = app::race_now(plan, entries.collect::<Vec<_>>(), Timeouts::default());
    let run = block_on(race.run(None)).0;

    for (lane, broken) in [(1, 12), (2, 25)] {
        let expected =
            BTreeMap::from([(BadJson, broken), (UnknownName, broken), (SchemaMismatch, broken)]);
        assert_eq!(errors(&run.lanes[lane]), expected, "lane {lane}, of 100 rounds");
        assert_eq!(right_of(&run, lane).wrong, 3 * broken, "each answer once");
    }
    assert_eq!((errors(&run.lanes[0]).len(), right_of(&run, 0).right), (0, 100), "unbroken");
    let speed = |lane: &Lane| lane.summary.get("decode_tps").and_then(|s| s.p50).expect("a speed");
    let usd =
        |lane: &Lane| lane.right_answers().and_then(|found| found.usd_per_right).expect("a cost");
    let by_speed = ranked(&run, speed);
    assert_eq!(by_speed, [2, 1, 0], "the fastest first");
    assert_eq!(ranked(&run, |lane| -usd(lane)), [0, 1, 2], "the cheapest per right answer first");
    let told = report::right_answers(&run, &["A", "B", "C"].map(str::to_owned)).join("\n");
    assert!(told.contains("12 bad JSON, 12 unknown name, 12 schema mismatch"), "{told}");
    assert!(told.contains("A is right more often than C"), "{told}");
    let why = report::wrong_answers(&run, &["A", "B", "C"].map(str::to_owned)).join("\n");
    assert!(why.contains("B, wrong: 1: ") && why.contains("31 more are not right"), "{why}");
}

#[test]
fn a_perfect_and_a_90_percent_merger_read_as_such_within_their_intervals() {
    let arena = Arena::open();
    let lane =
        |share: u32| arena.lane(&format!("ttft=1ms&tps=100000&per_write=all&applies={share}%"));
    let file = "fn main() {\n    println!(\"two\");\n}\n";
    let prompt = format!("<code>fn main() {{}}</code>\n<update>{file}</update>");
    let checks = vec![written(&format!("merged:{file}")).expect("a check")];
    let run = ran(Plan { prompt, checks, repeat: 100, ..plan(vec![lane(100), lane(90)]) });
    for (lane, share) in [(0, 1.0), (1, 0.9)] {
        let found = right_of(&run, lane);
        assert_eq!(found.share, Some(share), "{found:?}");
        assert!(found.interval.expect("an interval").contains(share), "{found:?}");
    }
    let [pair] = run.right_pairs()[..] else { panic!("one pair") };
    assert_eq!(
        (pair.answers.pairs, pair.answers.only_first, pair.answers.only_second),
        (100, 10, 0)
    );
}

#[test]
fn each_round_asks_its_row_and_its_answer_is_checked_by_it() {
    let arena = Arena::open();
    let update = |word: &str| format!("<code></code><update>{word}\n</update>");
    let row = |word: &str, expected: &str| {
        json!({ "name": word, "prompt": update(word), "expected": expected }).to_string()
    };
    let rows = [row("one", "one"), row("two", "two"), row("three", "other")].join("\n");
    let rows = read_rows(&rows).expect("three rows").rows;
    let set = PromptSet::Rows { rows: rows.into() };
    let lane = || arena.lane("ttft=1ms&applies=100%");
    let race = Plan { repeat: 6, warmup: 1, ..plan(vec![lane(), lane()]) }.asking(set.clone());
    let run = block_on(race_of(race, Timeouts::default()).run(None)).0;
    for lane in &run.lanes {
        let asked: Vec<Option<u32>> = lane.samples.iter().map(|sample| sample.row).collect();
        assert_eq!(asked, [0, 1, 2, 0, 1, 2].map(Some), "the rows in turn");
        let said: Vec<&str> = lane.samples.iter().map(|sample| sample.text.trim()).collect();
        assert_eq!(said, ["one", "two", "three", "one", "two", "three"], "what was sent");
        let right: Vec<Option<bool>> = lane.samples.iter().map(|sample| sample.right).collect();
        assert_eq!(right, [true, true, false, true, true, false].map(Some), "each by its own");
    }

    let load = Load {
        concurrency: vec![2],
        samples: 6,
        waves: None,
        unique_prompts: true,
        ..Load::default()
    };
    let swept = swept(Plan { load: Some(load), ..plan(vec![lane()]) }.asking(set));
    let level = &swept.lanes[0].levels[0];
    let mut asked: Vec<u32> = level.samples.iter().filter_map(|sample| sample.row).collect();
    asked.sort_unstable();
    assert_eq!(asked, [0, 0, 1, 1, 2, 2], "each as often as the others");
    let is_fitting = |sample: &race::Sample| sample.right == Some(sample.row != Some(2));
    assert!(level.samples.iter().all(is_fitting), "{:?}", level.samples);
    let found = level.right_answers().expect("checked");
    let (goodput, rps) = (found.right_per_s.expect("a rate"), level.rps.expect("a rate"));
    assert!((goodput / rps - 4.0 / 6.0).abs() < 1e-9, "{goodput} of {rps}: the right ones alone");
}

fn swept(plan: Plan) -> Run {
    let contenders =
        check(&plan, &Roster::new(Vec::new(), &BTreeMap::new()), &cost::Prices::default());
    let entry = |contender| Entry::new(contender, None, None);
    let entries: Vec<_> = contenders.expect("it can start").into_iter().map(entry).collect();
    let sweep = sweep_now(plan, entries, Timeouts::default());
    let (events, _unread) = unbounded_channel();
    block_on(sweep.run(&events))
}

#[test]
fn a_suite_is_asked_and_checked_and_kept_by_its_name() {
    let arena = Arena::open();
    let plan = Plan { repeat: 5, ..plan(vec![arena.lane("ttft=1ms&tokens=3")]) };
    let run = ran(plan.asking(PromptSet::Suite { suite: Suite::Sums }));
    let found = right_of(&run, 0);
    assert_eq!((found.right, found.wrong), (0, 5), "the simulator cannot add");
    let first = &run.lanes[0].samples[0].checks[0];
    assert_eq!(first.verdict, CheckVerdict::Wrong);
    assert!(first.reason.as_ref().is_some_and(|why| why.starts_with("expected 534")), "{first:?}");
    let document = serde_json::to_value(run.into_document()).expect("JSON");
    assert_eq!(document["plan"]["set"], json!({ "type": "suite", "suite": "sums-2026-11" }));
    let plan: Plan = serde_json::from_value(document["plan"].clone()).expect("a plan");
    assert_eq!(plan.rows().len(), 40, "and its rows are known again");
}
