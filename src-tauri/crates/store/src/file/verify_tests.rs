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

/// What is found about run `two` after this statement, and its repair: what is then left, and whether the run is what it was.
fn repaired_after(sql: &str) -> (String, Vec<String>, bool) {
    let history = sound();
    let was = history.run("two").unwrap();
    tamper(&history, sql);
    let findings = history.verify().unwrap().findings;
    let own = findings.iter().filter(|finding| finding.run.as_deref() == Some("two"));
    let told: Vec<&str> = own.map(|finding| finding.what.as_str()).collect();
    assert_eq!(told.len(), findings.len(), "{sql}: only that run is concerned: {findings:?}");
    let repair = history.repair().unwrap();
    let is_same = history.run("two").is_ok_and(|run| run == was);
    (told.join(" "), repair.left, is_same)
}

#[test]
fn a_text_that_is_not_that_of_its_raw_log_is_found() {
    let told = found_after(
        "UPDATE samples SET text = 'Another answer.' WHERE run_id = 'two' AND lane = 0 AND round = 1",
    );
    assert_eq!(told, "In lane 0, round 1, the answer is not that of the raw log.", "it says which");
    let told = found_after(
        "UPDATE samples SET reasoning = 'Otherwise.' WHERE run_id = 'two' AND lane = 1 AND round = 0",
    );
    assert_eq!(told, "In lane 1, round 0, the reasoning is not that of the raw log.", "or which");
}

#[test]
fn a_count_of_tokens_that_its_usage_does_not_give_is_found_with_what_is_odd_about_it() {
    for (usage, said) in [
        ("[]", "which holds no usage"),
        (r#"[{"prompt_tokens":-7,"completion_tokens":-4}]"#, "whose usage is invalid"),
        (r#"[{"prompt_tokens":70,"completion_tokens":4}]"#, "in_tokens_server is not what"),
    ] {
        let sql = format!(
            "UPDATE recordings SET usage = '{usage}' WHERE run_id = 'two' AND lane = 0 AND round = 1"
        );
        let (told, left, _) = repaired_after(&sql);
        assert!(told.contains("lane 0, round 1") && told.contains(said), "{usage}: {told}");
        assert!(left.concat().contains(said), "{usage}: no raw log is changed: {left:?}");
    }
}

#[test]
fn a_state_that_the_run_contradicts_is_found_and_set_right() {
    for state in ["running", "interrupted", "stopped"] {
        let sql = format!("UPDATE runs SET state = '{state}' WHERE id = 'two'");
        let (told, left, is_same) = repaired_after(&sql);
        let expected = format!("The list says that it is {state}, the run that it is finished.");
        assert!(told.contains(&expected), "{state}: {told}");
        assert_eq!((left, is_same), (Vec::new(), true), "{state}: it is what it was");
    }
    let sql =
        "UPDATE runs SET document = json_set(document, '$.state', 'running') WHERE id = 'two'";
    let (told, left, is_same) = repaired_after(sql);
    assert!(told.contains("the run that it is running"), "an end that the run knows not: {told}");
    assert_eq!((left, is_same), (Vec::new(), false), "it is called interrupted");
}

#[test]
fn a_deletion_at_a_time_that_cannot_be_is_found_removes_nothing_and_can_be_undone() {
    for at in ["-5", "5", "9000000000000000000"] {
        let history = sound();
        tamper(&history, &format!("UPDATE runs SET deleted_at = {at} WHERE id = 'two'"));
        history.purge(30).unwrap();
        let findings = history.verify().unwrap().findings;
        let [found] = findings.as_slice() else { panic!("{at}: one thing is wrong: {findings:?}") };
        assert_eq!(found.run.as_deref(), Some("two"), "{at}: it says which run");
        let repair = history.repair().unwrap();
        assert_eq!((repair.mended, repair.left), (vec!["two".to_owned()], Vec::new()), "{at}");
        history.restore("two").expect("it is still there");
    }
}

#[test]
fn definitions_that_nobody_has_made_are_found_and_their_numbers_computed_again() {
    let (told, left, is_same) = repaired_after(
        "UPDATE runs SET document = json_set(document, '$.def_version', 999) WHERE id = 'two'",
    );
    assert!(told.contains("version 999"), "{told}");
    assert_eq!((left, is_same), (Vec::new(), true), "from its raw logs");
}

#[test]
fn a_setting_that_cannot_be_read_is_found() {
    let history = sound();
    tamper(&history, "INSERT INTO settings (name, value) VALUES ('network', '{bad')");
    let findings = history.verify().unwrap().findings;
    assert!(findings.iter().any(|found| found.what.contains("network")), "{findings:?}");
    history.repair().unwrap();
    assert_eq!(history.verify().unwrap().findings, [], "it is set aside");
}

#[test]
fn tables_that_changed_while_the_history_is_open_are_found() {
    let history = sound();
    history.write(|connection| Ok(connection.execute_batch("DROP INDEX tags_by_name")?)).unwrap();
    let findings = history.verify().unwrap().findings;
    assert!(findings.iter().any(|found| found.what.contains("`tags_by_name`")), "{findings:?}");
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
    for computed in [0, i64::MAX] {
        tamper(&history, &format!("UPDATE overview SET computed = {computed}"));
        let findings = history.verify().unwrap().findings;
        let [finding] = findings.as_slice() else { panic!("one thing is wrong: {findings:?}") };
        assert_eq!(finding.run.as_deref(), Some("broken"), "it says which run it is");
    }
}
