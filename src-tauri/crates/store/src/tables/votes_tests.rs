use super::*;
use crate::fixtures::{begun, finished};
use crate::history::History;

fn kept(ids: &[&str]) -> History {
    let history = History::in_memory().unwrap();
    for id in ids {
        let (run, recordings) = finished(id, 2);
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
    }
    history
}

fn found(history: &History, search: &str) -> Vec<String> {
    let page = history.find(search, None, 10).unwrap();
    page.runs.into_iter().map(|run| run.row.id).collect()
}

fn mark(lane: u32, vote: Option<Vote>, note: &str) -> AnswerMark {
    AnswerMark { lane, round: 0, vote, note: note.to_owned() }
}

#[test]
fn a_vote_and_a_note_of_an_answer_are_kept_and_found() {
    let history = kept(&["one", "two"]);
    history.vote("one", &mark(1, Some(Vote::Good), " It rhymes. ")).unwrap();
    history.vote("two", &mark(0, Some(Vote::Bad), "")).unwrap();
    assert_eq!(
        history.marks("one").unwrap().answers,
        [mark(1, Some(Vote::Good), "It rhymes.")],
        "of that answer alone"
    );
    for (search, ids) in [
        ("vote:good", vec!["one"]),
        ("vote:bad", vec!["two"]),
        ("has:votes", vec!["two", "one"]),
        ("has:notes", vec!["one"]),
        ("rhymes", vec!["one"]),
        ("-vote:bad", vec!["one"]),
    ] {
        assert_eq!(found(&history, search), ids, "{search}");
    }
}

#[test]
fn a_later_vote_replaces_an_earlier_one_and_none_removes_it() {
    let history = kept(&["one"]);
    history.vote("one", &mark(0, Some(Vote::Good), "Sonnet.")).unwrap();
    history.vote("one", &mark(0, Some(Vote::Bad), "Limerick.")).unwrap();
    assert_eq!(history.marks("one").unwrap().answers, [mark(0, Some(Vote::Bad), "Limerick.")]);
    assert_eq!(found(&history, "sonnet"), Vec::<String>::new(), "the earlier note is in no index");
    history.vote("one", &mark(0, None, "Limerick.")).unwrap();
    assert_eq!(found(&history, "has:votes"), Vec::<String>::new(), "a note alone is no vote");
    history.vote("one", &mark(0, None, "  ")).unwrap();
    assert_eq!(history.marks("one").unwrap().answers, []);
}

#[test]
fn there_is_no_vote_on_an_answer_that_is_not_there() {
    let history = kept(&["one"]);
    let of = |lane, round| AnswerMark { round, ..mark(lane, Some(Vote::Good), "") };
    for (lane, round) in [(2, 0), (0, 9), (u32::MAX, u32::MAX)] {
        let refused = history.vote("one", &of(lane, round)).unwrap_err();
        assert!(matches!(refused, HistoryError::NoSuchRecording { .. }), "{refused}");
    }
    let long = "x".repeat(LONGEST_NOTE + 1);
    let refused = history.vote("one", &mark(0, None, &long)).unwrap_err();
    assert!(matches!(refused, HistoryError::BadMark { .. }), "{refused}");
    let unknown = history.vote("two", &mark(0, Some(Vote::Good), "")).unwrap_err();
    assert!(matches!(unknown, HistoryError::NoSuchRun { .. }), "{unknown}");
}

#[test]
fn a_vote_of_no_answer_or_that_cannot_be_read_costs_only_itself_is_found_and_set_aside() {
    for change in [
        "lane = -5",
        "lane = 4294967296",
        "round = 77",
        "vote = 'odd'",
        "note = CAST(x'ff80c3' AS TEXT)",
    ] {
        let history = kept(&["one", "two"]);
        history.vote("one", &mark(0, Some(Vote::Good), "It rhymes.")).unwrap();
        history.vote("one", &mark(1, Some(Vote::Good), "Sonnet.")).unwrap();
        let sql = format!("UPDATE votes SET {change} WHERE lane = 0");
        let changed = history.write(|connection| {
            connection.execute_batch("PRAGMA ignore_check_constraints = ON")?;
            Ok(connection.execute(&sql, [])?)
        });
        assert_eq!(changed.unwrap(), 1, "{sql}");

        let answers = history.marks("one").unwrap().answers;
        assert!(answers.contains(&mark(1, Some(Vote::Good), "Sonnet.")), "{sql}: {answers:?}");
        assert!(history.stored_run("one").is_ok(), "{sql}: the run can be exported");
        history.vote("one", &mark(1, Some(Vote::Bad), "")).unwrap();
        assert_eq!(found(&history, "vote:bad"), ["one"], "{sql}: and voted on");
        let findings = history.verify().unwrap().findings;
        assert!(
            findings.iter().any(|found| found.what.starts_with("Votes or notes")),
            "{sql}: it is found: {findings:?}"
        );

        let repair = history.repair().unwrap();
        assert_eq!((repair.votes, repair.left), (1, Vec::new()), "{sql}: it is repaired");
        assert_eq!(history.marks("one").unwrap().answers, [mark(1, Some(Vote::Bad), "")], "{sql}");
        let aside: String = history
            .read(|connection| {
                let sql = "SELECT name FROM settings WHERE name LIKE 'unreadable vote of one%'";
                Ok(connection.query_row(sql, [], |row| row.get(0))?)
            })
            .unwrap();
        assert!(aside.starts_with("unreadable vote"), "{sql}: nothing is thrown away: {aside}");
        history.delete_for_good(&["one".to_owned()]).unwrap();
        let left: u32 = history
            .read(|connection| {
                let sql = "SELECT count(*) FROM settings WHERE name LIKE 'unreadable vote%'";
                Ok(connection.query_row(sql, [], |row| row.get(0))?)
            })
            .unwrap();
        assert_eq!(left, 0, "{sql}: but goes with its run");
    }
}
