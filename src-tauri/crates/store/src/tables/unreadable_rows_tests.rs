use rusqlite::Connection;

use crate::fixtures::{begun, finished};
use crate::queries::points::Selection;
use crate::tables::watches::tests::watch;
use crate::{
    Alarm, AlarmTarget, AlarmTask, ChangeKind, Endpoint, History, TurnLimit, TurnOutcome,
    WatchTurn, WatchedChange, WatchedNumber, WebhookFormat,
};

/// The tables that are broken here, in groups of which each takes a few seconds.
const GROUPS: [&[&str]; 8] = [
    &["watches", "alarms"],
    &["watch_turns"],
    &["watch_changes", "alarm_messages"],
    &["endpoints", "addresses"],
    &["judges", "chain_steps"],
    &["runs", "earlier", "lane_numbers"],
    &["samples", "recordings"],
    &["marks", "tags", "votes"],
];

/// Tables that other tests walk, each with the reason.
const ELSEWHERE: [(&str, &str); 9] = [
    ("migrations", "it is part of the schema, and checked before anything is read"),
    ("settings", "`an_unreadable_setting_affects_nothing_else`"),
    ("checkpoints", "`an_unreadable_row_affects_nothing_else` of what is recovered"),
    ("attachments", "their hashes are checked with their runs"),
    ("attached", "it has keys alone"),
    (
        "overview",
        "`an_entry_of_a_run_that_cannot_be_costs_that_run_alone_is_found_and_is_repaired`",
    ),
    (
        "numbers",
        "`an_entry_of_a_request_that_cannot_be_costs_its_run_alone_is_found_and_is_repaired`",
    ),
    (
        "entrants",
        "`an_entry_of_a_lane_that_cannot_be_costs_its_run_alone_is_found_and_is_repaired`",
    ),
    ("lanes", "the same"),
];

/// Columns in which any word is right: what people and servers wrote, and copies that are only shown.
const FREE: [&str; 15] = [
    "runs.prompt",
    "samples.text",
    "marks.note",
    "votes.note",
    "endpoints.label",
    "watches.name",
    "watch_turns.run_id",
    "watch_turns.why",
    "alarm_messages.trouble",
    "judges.provider",
    "judges.label",
    "judges.model",
    "chain_steps.provider",
    "chain_steps.label",
    "chain_steps.model",
];

/// A history with two rows or more of everything: two runs, two watches, two endpoints. Whatever is named `one` is left in peace.
fn full() -> History {
    let history = History::in_memory().unwrap();
    for id in ["one", "two"] {
        let (run, recordings) = finished(id, 1);
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
        history.tag(&[id.to_owned()], &["kept".to_owned()], &[]).unwrap();
        history.note(id, "A note.").unwrap();
        let mark = crate::AnswerMark {
            lane: 0,
            round: 0,
            vote: Some(crate::Vote::Good),
            note: "Good.".into(),
        };
        history.vote(id, &mark).unwrap();
        let mut own = watch(id);
        own.created_s += i64::from(id == "two");
        history.add_watch(&own).unwrap();
        let target = AlarmTarget::Webhook {
            format: WebhookFormat::Slack,
            origin: "https://hooks.slack.com".into(),
            variable: None,
        };
        let task = AlarmTask { target, quiet: None };
        let alarm = Alarm { id: id.into(), watch: id.into(), created_s: 7, task };
        history.add_alarm(&alarm).unwrap();
        // The alarms of the first watch have both: what is broken is beside what is not.
        let other = Alarm { id: format!("{id}-other"), created_s: 8, ..alarm };
        history.add_alarm(&other).unwrap();
        for number in 1..=2 {
            history.put_turn(id, &turn(number, id)).unwrap();
            history.end_turn(id, id, (TurnOutcome::Done, Some("As asked.")), 90).unwrap();
        }
        history.keep_changes(id, 2, &[change(1), change(2)]).unwrap();
        let base_url = "http://127.0.0.1:8000/v1".to_owned();
        let endpoint = Endpoint {
            id: format!("own-{id}"),
            label: "Own".into(),
            dialect: providers::Dialect::OpenaiChat,
            base_url: base_url.clone(),
            key: providers::KeyNeed::Optional,
        };
        history.put_endpoint(&endpoint).unwrap();
        let provider = if id == "one" { "groq" } else { "openai" };
        history.put_address(provider, &base_url).unwrap();
    }
    history
        .write(|connection| {
            let sql = "INSERT INTO earlier SELECT id, 1, 0, -1, '{}' FROM runs";
            connection.execute(sql, [])?;
            for id in ["one", "two"] {
                let sql = "INSERT INTO judges SELECT key, 'openai', 'OpenAI', 'm', 0, 1, 0.1, 0, 1, 1, NULL FROM overview WHERE run_id = ?1";
                connection.execute(sql, [id])?;
                let sql = "INSERT INTO chain_steps SELECT key, 0, 0, 'openai', 'OpenAI', 'm', 0, 1, 0.1, 0, 1, 1 FROM overview WHERE run_id = ?1";
                connection.execute(sql, [id])?;
            }
            Ok(())
        })
        .unwrap();
    history
}

fn turn(number: u32, run: &str) -> WatchTurn {
    WatchTurn {
        number,
        asked: false,
        due_s: i64::from(number),
        started_s: Some(i64::from(number)),
        ended_s: None,
        run_id: Some(run.to_owned()),
        outcome: TurnOutcome::Running,
        why: None,
        turns: 1,
        most: Some(TurnLimit { usd: Some(0.5), tokens: Some(300) }),
    }
}

fn change(at_turn: u32) -> WatchedChange {
    WatchedChange {
        lane: 0,
        contender: "Acme fast".into(),
        number: WatchedNumber::Ttft,
        kind: ChangeKind::Step,
        at_turn,
        at_s: 40.0,
        since_s: 30.0,
        before: None,
        after: None,
        ratio: Some(1.3),
        ratio_low: None,
        ratio_high: None,
        causes: ::watch::ChangeCauses::default(),
    }
}

/// A statement as another program would run it, which knows none of the rules.
fn anyhow(history: &History, sql: &str) -> usize {
    let run = |connection: &Connection| {
        connection.pragma_update(None, "ignore_check_constraints", true)?;
        let changed = connection.execute(sql, []);
        connection.pragma_update(None, "ignore_check_constraints", false)?;
        Ok(changed?)
    };
    history.outside_transaction(run).unwrap()
}

/// Every column of every table that is no key: table, column, declared type.
fn columns(history: &History) -> Vec<(String, String, String)> {
    let sql = "SELECT t.name, c.name, c.type FROM sqlite_schema t, pragma_table_info(t.name) c
               WHERE t.type = 'table' AND t.name NOT LIKE 'texts%' AND t.name NOT LIKE 'sqlite%' AND c.pk = 0
               AND c.name NOT IN (SELECT \"from\" FROM pragma_foreign_key_list(t.name))
               ORDER BY t.name, c.cid";
    history
        .read(|connection| {
            let mut rows = connection.prepare(sql)?;
            let rows = rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
        .unwrap()
}

/// Reads everything that is not of the second run, watch or endpoint by name, as its screens and commands do. What cannot be read,
/// or is not there, is told.
fn read_all(history: &History) -> Result<(), String> {
    let said = |error: crate::HistoryError| error.to_string();
    let has = |is_there: bool, what: &str| {
        is_there.then_some(()).ok_or_else(|| format!("{what} is lost"))
    };
    let listed = history.list(0, 9).map_err(said)?;
    has(listed.runs.iter().any(|run| run.id == "one"), "the run in the list")?;
    history.run("one").map_err(said)?;
    history.marks("one").map_err(said)?;
    has(history.tags().map_err(said)?.iter().any(|tag| tag.tag == "kept"), "the tag")?;
    history.points(&Selection::default()).map_err(said)?;
    history.spend(0.0).map_err(said)?;
    history.spent_today().map_err(said)?;
    history.prices().map_err(said)?;
    history.looks().map_err(said)?;
    history.redefinition().map_err(said)?;
    let roster = history.roster().map_err(said)?;
    has(roster.rows().iter().any(|row| row.id == "own-one"), "the endpoint")?;
    let addresses = history.addresses().map_err(said)?;
    has(addresses.contains_key("groq"), "the address")?;
    history.unreadable_endpoints().map_err(said)?;
    let watches = history.watches().map_err(said)?;
    has(watches.iter().any(|watch| watch.id == "one"), "the watch")?;
    for watch in watches {
        let id = watch.id.as_str();
        let is_whole = id == "one";
        let turns = history.watch_turns(id, 1).map_err(said)?;
        has(turns.len() == 1, "another turn")?;
        history.count_turns(id).map_err(said)?;
        history.latest_turn(id, 9).map_err(said)?;
        history.turns_spent(id, 0, 99).map_err(said)?;
        history.watched(id, 0).map_err(said)?;
        history.watched_contenders(id).map_err(said)?;
        let taken = history.taken_turns(id, 0, 9).map_err(said)?;
        let numbers = taken.into_keys().collect();
        history.cause_facts(id, &numbers).map_err(said)?;
        has(!history.watch_changes(id, 1).map_err(said)?.is_empty(), "another change")?;
        let alarms = history.alarms(id).map_err(said)?;
        has(alarms.len() >= if is_whole { 2 } else { 1 }, "another alarm")?;
        for alarm in alarms {
            history.message_counts(&alarm.id).map_err(said)?;
            let waiting = history.waiting_messages(&alarm.id, 99, 1).map_err(said)?;
            has(waiting.len() == 1, "another message")?;
        }
    }
    Ok(())
}

/// Which row of a table is broken: of the second run, watch or endpoint the first.
fn broken_row(table: &str) -> &'static str {
    match table {
        "samples" | "recordings" | "marks" | "tags" | "votes" | "earlier" | "lane_numbers" => {
            "run_id = 'two'"
        }
        "judges" | "chain_steps" => "run = (SELECT key FROM overview WHERE run_id = 'two')",
        "runs" | "watches" | "alarms" => "id = 'two'",
        "watch_turns" | "watch_changes" => {
            "rowid = (SELECT max(rowid) FROM watch_changes WHERE watch = 'two')"
        }
        "alarm_messages" => "id = (SELECT min(id) FROM alarm_messages WHERE alarm = 'two')",
        "endpoints" => "id = 'own-two'",
        "addresses" => "provider = 'openai'",
        other => panic!("which row of {other} is broken?"),
    }
}

/// Breaks each column of these tables in turn, and returns what went wrong with which.
fn broken(tables: &[&str]) -> Vec<String> {
    let history = full();
    read_all(&history).unwrap();
    let mut wrong = Vec::new();
    let is_meant = |(table, ..): &(String, String, String)| tables.contains(&table.as_str());
    for (table, column, kind) in columns(&history).into_iter().filter(is_meant) {
        let is_free = FREE.contains(&format!("{table}.{column}").as_str());
        let values: &[&str] = match kind.as_str() {
            "TEXT" if is_free => &["CAST(x'ff' AS TEXT)"],
            "TEXT" => &["CAST(x'ff' AS TEXT)", "'zzz'", "'{}'"],
            "INTEGER" => &["-1", "9223372036854775807"],
            "REAL" => &["9e999"],
            _ => &["x''"],
        };
        for value in values {
            let place = format!("{table}.{column} = {value}");
            let sql = format!("UPDATE {table} SET {column} = {value} WHERE {}", broken_row(&table));
            if let Err(why) = costs_only_itself(&sql, kind == "TEXT") {
                wrong.push(format!("{place}: {why}"));
            }
        }
    }
    wrong
}

/// Whether what a statement breaks costs only itself, is found if it has to be, and is repaired.
fn costs_only_itself(sql: &str, must_be_found: bool) -> Result<(), String> {
    let said = |error: crate::HistoryError| error.to_string();
    let history = full();
    assert!(anyhow(&history, sql) > 0, "the test changes something: {sql}");
    read_all(&history)?;
    let found = history.verify().map_err(said)?.findings;
    if found.is_empty() && must_be_found {
        return Err("it is not found".to_owned());
    }
    history.repair().map_err(said)?;
    let mut left = history.verify().map_err(said)?.findings;
    // For what breaks a rule of its column the file is rebuilt before, which is not done here.
    left.retain(|finding| !finding.what.starts_with("CHECK constraint failed"));
    if left.iter().any(|finding| finding.run.as_deref() != Some("two")) {
        return Err(format!("it is not repaired: {left:?}"));
    }
    read_all(&history).map_err(|why| format!("after the repair: {why}"))
}

#[test]
fn a_watch_that_cannot_be_read_costs_only_itself_is_found_and_repaired() {
    assert_eq!(broken(GROUPS[0]), Vec::<String>::new(), "each by itself");
}

#[test]
fn a_turn_that_cannot_be_read_costs_only_itself_is_found_and_repaired() {
    assert_eq!(broken(GROUPS[1]), Vec::<String>::new(), "each by itself");
}

#[test]
fn a_message_or_change_that_cannot_be_read_costs_only_itself_is_found_and_repaired() {
    assert_eq!(broken(GROUPS[2]), Vec::<String>::new(), "each by itself");
}

#[test]
fn an_address_that_cannot_be_read_costs_only_itself_is_found_and_repaired() {
    assert_eq!(broken(GROUPS[3]), Vec::<String>::new(), "each by itself");
}

#[test]
fn a_bill_that_cannot_be_read_costs_only_itself_is_found_and_repaired() {
    assert_eq!(broken(GROUPS[4]), Vec::<String>::new(), "each by itself");
}

#[test]
fn a_run_that_cannot_be_read_costs_only_itself_and_is_found() {
    assert_eq!(broken(GROUPS[5]), Vec::<String>::new(), "each by itself");
}

#[test]
fn a_request_that_cannot_be_read_costs_only_its_run_and_is_found() {
    assert_eq!(broken(GROUPS[6]), Vec::<String>::new(), "each by itself");
}

#[test]
fn a_mark_that_cannot_be_read_costs_only_itself_and_is_found() {
    assert_eq!(broken(GROUPS[7]), Vec::<String>::new(), "each by itself");
}

#[test]
fn every_table_is_broken_by_some_test() {
    let mut tables: Vec<String> = columns(&full()).into_iter().map(|(table, ..)| table).collect();
    tables.dedup();
    let elsewhere = ELSEWHERE.iter().map(|(table, _)| table);
    let known: Vec<&&str> = GROUPS.iter().copied().flatten().chain(elsewhere).collect();
    for table in tables {
        assert!(known.iter().any(|one| **one == table), "no test breaks a row of {table}");
    }
}
