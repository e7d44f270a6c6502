use std::time::Duration;

use providers::Clock;
use race::Status;

use super::*;
use crate::fixtures::{begun, finished};
use crate::tables::watch_turns::{TurnLimit, TurnOutcome, WatchTurn};
use crate::tables::watches::tests::watch;

fn turn(number: u32, run: &str, asked: bool) -> WatchTurn {
    WatchTurn {
        number,
        asked,
        due_s: 1_774_746_000,
        started_s: Some(1_774_746_000 + i64::from(number) * 300),
        ended_s: None,
        run_id: Some(run.to_owned()),
        outcome: TurnOutcome::Done,
        why: None,
        turns: 1,
        most: Some(TurnLimit::default()),
    }
}

/// A race of three rounds as turn `number`, after a change of its requests.
pub(crate) fn keep(history: &History, number: u32, asked: bool, change: impl Fn(&mut race::Run)) {
    let id = format!("run-{number}-{asked}");
    let (mut run, recordings) = finished(&id, 3);
    change(&mut run);
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    history.put_turn("w", &turn(number, &id, asked)).unwrap();
}

pub(crate) fn watched() -> History {
    let history = History::in_memory().unwrap();
    history.add_watch(&watch("w")).unwrap();
    history
}

#[test]
fn a_turn_has_the_medians_counts_and_mean_cost_of_each_contender() {
    let history = watched();
    keep(&history, 5, false, |run| {
        for (sample, ttft_ms) in run.lanes[0].samples.iter_mut().zip([400.0, 100.0, 200.0]) {
            sample.speed.ttft_ms = Some(ttft_ms);
            sample.cost_usd = Some(ttft_ms / 1e5);
        }
        run.lanes[1].samples[0].status = Status::Throttled;
        run.lanes[1].samples[1].status = Status::Interrupted;
        run.lanes[1].samples[2].doubts.push(Warning::ClientLimited);
    });
    let turns = history.watched("w", 0).unwrap();
    let [one, other] = &turns[..] else { panic!("{turns:?}") };
    assert_eq!((one.number, one.lane, one.requests, one.failed), (5, 0, 3, 0));
    assert_eq!(one.ttft_ms, Some(200.0));
    let mean_usd = one.cost_usd.expect("each has one");
    assert!((mean_usd - 0.007 / 3.0).abs() < 1e-12, "what is paid is a mean: {mean_usd}");
    assert_eq!((one.checked, one.strained), (0, 0), "nothing was checked");
    assert_eq!((other.lane, other.requests, other.failed, other.strained), (1, 2, 1, 1));
    assert_eq!(other.cost_usd, Some(0.1), "of the one that answered");
    let names = history.watched_contenders("w").unwrap();
    assert_eq!(names.iter().map(|one| &*one.model).collect::<Vec<_>>(), ["small", "large"]);
    assert!(names.iter().all(|one| one.host.is_none()), "their requests stay on this machine");
}

#[test]
fn turns_come_in_their_order_without_those_asked_for_or_deleted() {
    let history = watched();
    for (number, asked) in [(9, false), (3, false), (6, true), (7, false), (1, false)] {
        keep(&history, number, asked, |_| {});
    }
    history
        .put_turn(
            "w",
            &WatchTurn { run_id: None, outcome: TurnOutcome::Missed, ..turn(8, "", false) },
        )
        .unwrap();
    let numbers = |from| {
        let turns = history.watched("w", from).unwrap();
        turns.into_iter().filter(|turn| turn.lane == 0).map(|turn| turn.number).collect::<Vec<_>>()
    };
    assert_eq!(numbers(0), [1, 3, 7, 9]);
    history.delete("run-3-false").unwrap();
    assert_eq!(numbers(0), [1, 7, 9]);
    assert_eq!(numbers(7), [7, 9], "from a turn on");
}

#[test]
fn a_machine_that_slept_says_nothing_of_times() {
    let history = watched();
    keep(&history, 1, false, |run| {
        for sample in &mut run.lanes[0].samples {
            sample.doubts.push(Warning::ClockGap);
            sample.cost_usd = Some(0.5);
        }
    });
    let turn = history.watched("w", 0).unwrap().remove(0);
    assert_eq!((turn.ttft_ms, turn.decode_tps), (None, None));
    assert_eq!((turn.cost_usd, turn.requests), (Some(0.5), 3), "and of what else there is");
}

/// A year of five contenders every five minutes: 525,600 rows. Run by hand, in release: a claim about speed is no test.
#[test]
#[ignore = "it takes minutes to fill"]
fn a_year_of_five_contenders_every_five_minutes_opens_in_a_second() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    history.add_watch(&watch("w")).unwrap();
    keep(&history, 0, false, |_| {});
    fill(&history, 105_120);
    drop(history);
    let history = History::open_to_read(dir.path()).unwrap().unwrap();
    for _ in 0..3 {
        let clock = Clock::start();
        let turns = history.watched("w", 1).unwrap();
        let took = Duration::from_nanos(clock.now_ns());
        assert_eq!(turns.len(), 5 * 105_119);
        assert!(turns.iter().all(|turn| turn.ttft_ms == Some(200.0)));
        assert!(took < Duration::from_secs(1), "{took:?}");
    }
}

/// Copies the run of turn 0 as so many turns of five contenders.
fn fill(history: &History, turns: u32) {
    let names: Vec<String> = history
        .read(|connection| {
            let mut names = connection.prepare("SELECT name FROM pragma_table_info('numbers')")?;
            Ok(names.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?)
        })
        .unwrap();
    let others: Vec<String> =
        names.into_iter().filter(|name| !["run", "lane"].contains(&&**name)).collect();
    let others = others.join(", ");
    let each = format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {turns})"
    );
    let lanes = "(SELECT 0 AS lane UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4)";
    let id = "substr('00000000-0000-7000-8000-000000000000', 1, 26) || printf('%010d', i)";
    let sql = format!(
        "PRAGMA foreign_keys = OFF;
         {each} INSERT INTO runs (id, started_at, state, simulated, prompt, document)
             SELECT {id}, started_at, state, simulated, prompt, '{{}}' FROM n, runs WHERE runs.id = 'run-0-false';
         {each} INSERT INTO overview (key, run_id, deleted, state, kind, started_at, started_s, simulated, def_version, prompt_hash, providers, models, statuses)
             SELECT o.key + i, {id}, 0, o.state, o.kind, o.started_at, o.started_s, 0, o.def_version, o.prompt_hash, o.providers, o.models, o.statuses
             FROM n, overview o WHERE o.run_id = 'run-0-false';
         {each} INSERT INTO numbers (run, lane, {others})
             SELECT b.run + i, l.lane, {others} FROM n, (SELECT * FROM numbers WHERE lane = 0 AND round = 0) b, {lanes} l;
         {each} INSERT INTO watch_turns (watch, number, asked, due_s, started_s, run_id, outcome, turns)
             SELECT 'w', i, 0, i * 300, i * 300, {id}, 'done', 1 FROM n;
         PRAGMA foreign_keys = ON;"
    );
    history.outside_transaction(|connection| Ok(connection.execute_batch(&sql)?)).unwrap();
}
