use crate::fixtures::{begun, finished, run};
use crate::history::History;
use crate::lifecycle::checkpoints::CheckpointCursor;

/// A valid history of two runs with 2 lanes and 2 rounds each.
fn sound() -> History {
    let history = History::in_memory().unwrap();
    for id in ["one", "two"] {
        let (run, recordings) = finished(id, 2);
        history.begin(&begun(&run)).unwrap();
        history.finish(&run, &recordings).unwrap();
    }
    history
}

fn tamper(history: &History, sql: &str) {
    let changed = history.write(|connection| Ok(connection.execute(sql, [])?)).unwrap();
    assert!(changed > 0, "the test changes something: {sql}");
}

/// What is found after this statement ran on a valid history: one finding, about run `two`.
fn found_after(sql: &str) -> String {
    let history = sound();
    tamper(&history, sql);
    let findings = history.verify().unwrap().findings;
    let [finding] = findings.as_slice() else { panic!("one thing is wrong: {findings:?}") };
    assert_eq!(finding.run.as_deref(), Some("two"), "it says which run it is: {finding:?}");
    finding.what.clone()
}

#[test]
fn a_sound_history_has_no_findings() {
    let verification = sound().verify().unwrap();
    assert_eq!(verification.findings, [], "nothing is wrong");
    assert_eq!(verification.runs, 2, "every run was looked at");
    assert_eq!(verification.requests, 8, "every raw log was read");
    assert_eq!(verification.recomputed, 8, "every number was computed again");
}

#[test]
fn a_number_that_its_raw_log_does_not_give_is_found() {
    let what = found_after(
        "UPDATE recordings SET sample = json_set(sample, '$.ttft_ms', 1.5)
         WHERE run_id = 'two' AND lane = 1 AND round = 0",
    );
    assert_eq!(what, "In lane 1, round 0, ttft_ms is not what the raw log says.", "it says where");
}

#[test]
fn a_number_that_charts_have_and_the_sample_has_not_is_found() {
    let what = found_after(
        "UPDATE numbers SET ttft_ms = 1.5
         WHERE run = (SELECT key FROM overview WHERE run_id = 'two') AND lane = 1 AND round = 0",
    );
    assert!(what.starts_with("In lane 1, round 0, searches and charts"), "it says where: {what}");
}

#[test]
fn a_raw_log_that_cannot_be_read_is_found() {
    let what = found_after(
        "UPDATE recordings SET log = x'01' WHERE run_id = 'two' AND lane = 0 AND round = 1",
    );
    assert!(what.contains("Run two, lane 0, round 1"), "it says where: {what}");
    assert!(what.contains("ends too early"), "it says why: {what}");
}

#[test]
fn a_text_that_its_raw_log_does_not_add_up_to_is_found() {
    let what = found_after(
        "UPDATE recordings SET reasoning = reasoning || 'x'
         WHERE run_id = 'two' AND lane = 0 AND round = 1",
    );
    assert!(what.contains("lane 0, round 1"), "it says where: {what}");
    assert!(what.contains("does not add up"), "it says what: {what}");
}

#[test]
fn a_sample_without_its_raw_log_is_found() {
    let what =
        found_after("DELETE FROM recordings WHERE run_id = 'two' AND lane = 1 AND round = 1");
    assert_eq!(what, "Of lane 1, 1 samples have no raw log.", "it says where and how many");
}

#[test]
fn a_run_that_cannot_be_read_is_found_and_the_others_are_still_checked() {
    let history = sound();
    tamper(&history, "UPDATE runs SET document = '{' WHERE id = 'one'");
    let verification = history.verify().unwrap();
    assert_eq!(verification.findings.len(), 1, "one run is unreadable");
    assert_eq!(verification.requests, 4, "the other one is checked all the same");
}

#[test]
fn numbers_of_an_older_definition_are_read_and_not_judged_by_the_new_one() {
    let history = sound();
    tamper(&history, "UPDATE runs SET document = json_set(document, '$.def_version', 0)");
    tamper(&history, "UPDATE overview SET def_version = 0");
    let verification = history.verify().unwrap();
    assert_eq!(verification.findings, [], "another definition gives other numbers by right");
    assert_eq!((verification.requests, verification.recomputed), (8, 0), "they were only read");
}

#[test]
fn checkpoints_that_could_not_be_put_together_are_kept_and_found() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    history.begin(&run("broken")).unwrap();
    let arrived =
        CheckpointCursor::nothing_of(0, 0).take(&crate::fixtures::stream(&["a"]), None).unwrap();
    history.checkpoint("broken", &[arrived]).unwrap();
    tamper(&history, "UPDATE checkpoints SET log = x'FF'");
    drop(history);

    let history = History::open(dir.path()).expect("one broken run does not keep the app away");
    assert_eq!(history.run("broken").unwrap().state, race::RunState::Interrupted, "it is over");
    let findings = history.verify().unwrap().findings;
    let [finding] = findings.as_slice() else { panic!("one thing is wrong: {findings:?}") };
    assert_eq!(finding.run.as_deref(), Some("broken"), "it says which run it is");
}
