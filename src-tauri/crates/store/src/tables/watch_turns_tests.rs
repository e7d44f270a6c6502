use race::RunState;

use super::*;
use crate::fixtures::{begun, finished};
use crate::tables::watches::tests::watch;

const AT_S: i64 = 1_774_746_000;

fn turn(number: u32, run: &str) -> WatchTurn {
    WatchTurn {
        number,
        asked: false,
        due_s: AT_S,
        started_s: Some(AT_S + i64::from(number)),
        ended_s: None,
        run_id: Some(run.to_owned()),
        outcome: TurnOutcome::Running,
        why: None,
        turns: 1,
        most: Some(TurnLimit { usd: Some(0.5), tokens: Some(300) }),
    }
}

fn missed(number: u32, turns: u32) -> WatchTurn {
    WatchTurn {
        started_s: None,
        run_id: None,
        outcome: TurnOutcome::Missed,
        why: Some("Paceline was not running.".to_owned()),
        turns,
        most: None,
        ..turn(number, "")
    }
}

fn watched() -> History {
    let history = History::in_memory().unwrap();
    history.add_watch(&watch("w")).unwrap();
    history
}

/// A finished run that cost so much in each request, of four tokens.
fn keep(history: &History, id: &str, cost_usd: Option<f64>) {
    let (mut run, recordings) = finished(id, 1);
    for lane in &mut run.lanes {
        lane.samples[0].cost_usd = cost_usd;
    }
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
}

#[test]
fn a_turn_of_the_rhythm_is_begun_once_and_those_that_are_asked_for_beside_it() {
    let history = watched();
    assert!(history.put_turn("w", &turn(7, "a")).unwrap());
    assert!(!history.put_turn("w", &turn(7, "b")).unwrap(), "it was begun");
    assert!(!history.put_turn("w", &missed(7, 1)).unwrap(), "what was begun was not missed");
    let asked = WatchTurn { asked: true, ..turn(7, "c") };
    assert!(history.put_turn("w", &asked).unwrap() && history.put_turn("w", &asked).unwrap());
    assert!(history.is_turn_taken("w", 7).unwrap() && !history.is_turn_taken("w", 8).unwrap());
    assert!(history.put_turn("nobody", &turn(7, "a")).is_err(), "a turn is of a watch");
}

#[test]
fn turns_that_were_missed_are_one_row_and_give_way_to_one_that_is_taken_after_all() {
    let history = watched();
    assert!(history.put_turn("w", &missed(9, 4)).unwrap());
    assert_eq!(history.latest_turn("w", 20).unwrap(), Some(9));
    assert_eq!(history.latest_turn("w", 8).unwrap(), None, "a clock that was ahead counts later");
    assert!(!history.is_turn_taken("w", 9).unwrap());
    assert!(history.put_turn("w", &turn(9, "a")).unwrap());
    assert_eq!(history.count_turns("w").unwrap(), [(TurnOutcome::Running, 1)]);
    history.put_turn("w", &missed(12, 3)).unwrap();
    assert_eq!(
        history.count_turns("w").unwrap(),
        [(TurnOutcome::Running, 1), (TurnOutcome::Missed, 3)],
        "each is counted"
    );
}

#[test]
fn a_turn_ends_once_and_is_read_back() {
    let history = watched();
    history.put_turn("w", &turn(1, "a")).unwrap();
    let why = Some("Because.");
    history.end_turn("w", "a", (TurnOutcome::Refused, why), AT_S + 9).unwrap();
    history.end_turn("w", "a", (TurnOutcome::Done, None), AT_S + 99).unwrap();
    let expected = WatchTurn {
        outcome: TurnOutcome::Refused,
        why: why.map(str::to_owned),
        ended_s: Some(AT_S + 9),
        ..turn(1, "a")
    };
    assert_eq!(history.watch_turns("w", 10).unwrap(), [expected]);
    history.put_turn("w", &turn(2, "b")).unwrap();
    let numbers = |most| {
        let turns = history.watch_turns("w", most).unwrap();
        turns.into_iter().map(|turn| turn.number).collect::<Vec<_>>()
    };
    assert_eq!((numbers(10), numbers(1)), (vec![2, 1], vec![2]), "the latest first");
}

#[test]
fn a_turn_that_was_left_behind_ended_as_its_race_did() {
    let history = watched();
    keep(&history, "whole", None);
    let (mut stopped, recordings) = finished("stopped", 1);
    stopped.state = RunState::Stopped;
    history.begin(&begun(&stopped)).unwrap();
    history.finish(&stopped, &recordings).unwrap();
    for (number, run) in (1..).zip(["whole", "stopped", "never"]) {
        history.put_turn("w", &turn(number, run)).unwrap();
    }
    assert_eq!(history.close_left_turns("w").unwrap(), 3);
    assert_eq!(
        history.count_turns("w").unwrap(),
        [(TurnOutcome::Done, 1), (TurnOutcome::Stopped, 1), (TurnOutcome::CutOff, 1)]
    );
    assert!(history.watch_turns("w", 9).unwrap().iter().all(|turn| turn.ended_s.is_none()));
    assert_eq!(history.close_left_turns("w").unwrap(), 0);
}

#[test]
fn what_a_day_s_turns_came_to_counts_the_most_where_it_is_not_known() {
    let history = watched();
    let spent = || history.turns_spent("w", AT_S, AT_S + 100).unwrap();
    assert_eq!(spent(), TurnsSpent { usd: Some(0.0), tokens: Some(0) }, "nothing was sent");
    keep(&history, "known", Some(0.02));
    history.put_turn("w", &turn(1, "known")).unwrap();
    assert_eq!(spent(), TurnsSpent { usd: Some(0.04), tokens: Some(8) }, "of two lanes");
    keep(&history, "unknown", None);
    history.put_turn("w", &turn(2, "unknown")).unwrap();
    assert_eq!(spent(), TurnsSpent { usd: Some(0.54), tokens: Some(16) }, "its most");
    history.put_turn("w", &turn(3, "running")).unwrap();
    let all = TurnsSpent { usd: Some(1.04), tokens: Some(316) };
    assert_eq!(spent(), all, "one that is under way may cost its most");
    history.delete("known").unwrap();
    assert_eq!(spent(), all, "deleting gives no money back");
    history.put_turn("w", &missed(90, 5)).unwrap();
    history.put_turn("w", &turn(100, "tomorrow")).unwrap();
    assert_eq!(spent(), all, "what was missed, and another day, cost nothing");
    let open = WatchTurn { most: Some(TurnLimit::default()), ..turn(4, "open") };
    history.put_turn("w", &open).unwrap();
    assert_eq!(spent(), TurnsSpent { usd: None, tokens: None }, "then nobody knows");
}

#[test]
fn a_turn_with_warm_up_rounds_counts_its_most() {
    let history = watched();
    let (mut run, recordings) = finished("warm", 1);
    run.plan.warmup = 1;
    for lane in &mut run.lanes {
        lane.samples[0].cost_usd = Some(0.02);
    }
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    history.put_turn("w", &turn(1, "warm")).unwrap();
    let spent = history.turns_spent("w", AT_S, AT_S + 100).unwrap();
    assert_eq!(spent, TurnsSpent { usd: Some(0.5), tokens: Some(300) }, "no sample has them");
}

#[test]
fn the_turns_of_a_watch_go_with_it_and_its_runs_stay() {
    let history = watched();
    keep(&history, "a", None);
    history.put_turn("w", &turn(1, "a")).unwrap();
    history.remove_watch("w").unwrap();
    assert_eq!(history.watch_turns("w", 9).unwrap(), []);
    assert!(history.run("a").is_ok());
    assert_eq!(history.verify().unwrap().findings, Vec::new());
}
