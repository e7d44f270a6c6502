use super::*;
use crate::tables::watches::tests::watch;
use crate::{ChangeKind, TurnOutcome, WatchTurn, WatchedChange, WatchedNumber};

fn to_slack() -> AlarmTask {
    let target = AlarmTarget::Webhook {
        format: WebhookFormat::Slack,
        origin: "https://hooks.slack.com".into(),
        variable: None,
    };
    AlarmTask { target, quiet: Some(ActiveHours { from_minute: 1_320, until_minute: 420 }) }
}

fn alarm_of(watch: &str, id: &str) -> Alarm {
    Alarm { id: id.to_owned(), watch: watch.to_owned(), created_s: 7, task: to_slack() }
}

fn with_alarms(ids: &[&str]) -> History {
    let history = History::in_memory().unwrap();
    history.add_watch(&watch("w")).unwrap();
    for id in ids {
        history.add_alarm(&alarm_of("w", id)).unwrap();
    }
    history
}

fn turn(number: u32, outcome: TurnOutcome) -> WatchTurn {
    WatchTurn {
        number,
        asked: false,
        due_s: i64::from(number),
        started_s: None,
        ended_s: None,
        run_id: None,
        outcome,
        why: Some("No key.".into()),
        turns: 1,
        most: None,
    }
}

#[test]
fn an_alarm_is_read_back_as_it_was_kept_and_goes_with_its_watch() {
    let history = with_alarms(&["a", "b"]);
    assert_eq!(history.alarms("w").unwrap(), [alarm_of("w", "a"), alarm_of("w", "b")]);
    assert!(history.remove_alarm("a").unwrap() && !history.remove_alarm("a").unwrap());
    history.put_turn("w", &turn(1, TurnOutcome::Refused)).unwrap();
    history.remove_watch("w").unwrap();
    assert_eq!(history.alarms("w").unwrap(), []);
    assert_eq!(history.waiting_messages("b", 100, 9).unwrap(), []);
    assert_eq!(history.verify().unwrap().findings, Vec::new());
    let gone = history.add_alarm(&alarm_of("w", "c")).unwrap_err().to_string();
    assert!(gone.contains("it was removed"), "{gone}");
}

#[test]
fn what_is_told_waits_for_each_alarm_until_it_was_told_or_given_up() {
    let history = with_alarms(&["a", "b"]);
    let news = AlarmNews::NotTaken { why: "No key.".into() };
    let refused = turn(3, TurnOutcome::Refused);
    assert!(history.put_turn_telling("w", &refused, "No key.").unwrap());
    let waiting = |alarm, now_s| history.waiting_messages(alarm, now_s, 9).unwrap();
    let [of_a] = &waiting("a", 100)[..] else { panic!("one waits for a") };
    assert_eq!((of_a.made_s, &of_a.news, of_a.tries), (3, &news, 0));
    assert_eq!(waiting("b", 100).len(), 1, "and another for b");
    let off = MessageEnd::PutOff { until_s: 160, why: "HTTP 503".into() };
    history.end_message(of_a.id, &off, 100).unwrap();
    assert_eq!(waiting("a", 159), [], "not before its time");
    assert_eq!(waiting("a", 160)[0].tries, 1);
    let trouble = Some("HTTP 503".to_owned());
    let counts = AlarmCounts { told: 0, waiting: 1, given_up: 0, trouble };
    assert_eq!(history.message_counts("a").unwrap(), counts);
    history.end_message(of_a.id, &MessageEnd::Told, 170).unwrap();
    assert_eq!(waiting("a", 999), []);
    let counts = AlarmCounts { told: 1, ..AlarmCounts::default() };
    assert_eq!(history.message_counts("a").unwrap(), counts, "and the trouble is over");
    let of_b = waiting("b", 100)[0].id;
    history.end_message(of_b, &MessageEnd::GivenUp { why: "HTTP 404".into() }, 100).unwrap();
    assert_eq!(waiting("b", 999), []);
    assert_eq!(history.message_counts("b").unwrap().given_up, 1);
}

#[test]
fn that_something_is_over_is_not_told_before_that_it_began() {
    let history = with_alarms(&["a"]);
    assert!(history.put_turn("w", &turn(1, TurnOutcome::Refused)).unwrap());
    let waiting = |now_s| history.waiting_messages("a", now_s, 9).unwrap();
    let began = waiting(100)[0].id;
    let off = MessageEnd::PutOff { until_s: 160, why: "HTTP 503".into() };
    history.end_message(began, &off, 100).unwrap();
    assert!(history.put_turn("w", &turn(2, TurnOutcome::Running)).unwrap());
    assert_eq!(waiting(159), [], "it waits behind the one that was put off");
    let news: Vec<AlarmNews> = waiting(160).into_iter().map(|one| one.news).collect();
    let not_taken = AlarmNews::NotTaken { why: String::new() };
    assert_eq!(news, [not_taken, AlarmNews::TakenAgain], "and is told after it");
}

#[test]
fn the_first_turn_that_is_refused_is_told_and_the_first_that_is_begun_after_it() {
    use TurnOutcome::{Missed, OverBudget, Refused, Running};
    let history = with_alarms(&["a"]);
    let turns =
        [Running, OverBudget, Refused, Missed, Refused, OverBudget, Running, Running, Refused];
    for (number, outcome) in (1..).zip(turns) {
        assert!(history.put_turn("w", &turn(number, outcome)).unwrap());
    }
    assert!(!history.put_turn("w", &turn(9, Running)).unwrap(), "that one was entered");
    let asked = WatchTurn { asked: true, ..turn(10, Running) };
    assert!(history.put_turn("w", &asked).unwrap(), "and this one is not the rhythm's");
    let told = history.waiting_messages("a", 100, 9).unwrap();
    let told: Vec<(i64, AlarmNews)> = told.into_iter().map(|one| (one.made_s, one.news)).collect();
    // Its own reason stays here.
    let not_taken = AlarmNews::NotTaken { why: String::new() };
    assert_eq!(told, [(3, not_taken.clone()), (7, AlarmNews::TakenAgain), (9, not_taken)]);
}

#[test]
fn a_change_is_told_by_each_alarm_and_kept_with_what_is_told() {
    let history = with_alarms(&["a", "b"]);
    let change = WatchedChange {
        lane: 0,
        contender: "Acme fast".into(),
        number: WatchedNumber::Ttft,
        kind: ChangeKind::Step,
        at_turn: 4,
        at_s: 40.0,
        since_s: 30.0,
        before: None,
        after: None,
        ratio: Some(1.3),
        ratio_low: None,
        ratio_high: None,
        causes: watch::ChangeCauses::default(),
    };
    history.keep_changes("w", 4, std::slice::from_ref(&change)).unwrap();
    let news = AlarmNews::Change { change: Box::new(change) };
    for alarm in ["a", "b"] {
        let told = history.waiting_messages(alarm, 100, 9).unwrap();
        assert_eq!(
            told.into_iter().map(|one| one.news).collect::<Vec<_>>(),
            std::slice::from_ref(&news)
        );
    }
}

#[test]
fn a_watch_has_twenty_alarms_at_most() {
    let history = with_alarms(&[]);
    for number in 0..MOST {
        history.add_alarm(&alarm_of("w", &format!("a{number}"))).unwrap();
    }
    let error = history.add_alarm(&alarm_of("w", "more")).unwrap_err().to_string();
    assert!(error.contains("20 alarms already"), "{error}");
}
