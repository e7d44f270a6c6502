use super::*;
use crate::fixtures::{begun, finished};
use crate::settings::library::{SavedLineUp, SavedPrompt};
use crate::tables::watches::Watch;
use crate::tables::watches::tests::watch;
use race::{LanePlan, LaneRequest, Plan};

/// Whether a word is in any file of a folder.
fn holds(folder: &std::path::Path, word: &str) -> bool {
    std::fs::read_dir(folder).unwrap().flatten().any(|entry| {
        let bytes = std::fs::read(entry.path()).unwrap_or_default();
        bytes.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    })
}

/// Keeps a run that asked this, whose first model has this name.
fn keep(history: &History, id: &str, plan: Plan, model: &str) {
    let (mut run, recordings) = finished(id, 2);
    run.plan = Plan { lanes: run.plan.lanes, ..plan };
    model.clone_into(&mut run.lanes[0].model);
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
}

fn plan(prompt: &str) -> Plan {
    Plan { prompt: prompt.to_owned(), ..Plan::default() }
}

#[test]
fn what_is_removed_for_good_is_in_no_byte_of_the_file_and_the_rest_stays() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    for (id, prompt) in [("gone", "Xylophonwort eins"), ("stays", "Zitherwort zwei")] {
        keep(&history, id, plan(prompt), "small");
        history.remember_prompt(prompt).unwrap();
        history.put_last_plan(&plan(prompt)).unwrap();
    }
    history.delete("gone").unwrap();
    history.delete_for_good(&["gone".to_owned()]).unwrap();
    assert!(
        !holds(dir.path(), "xylophonwort"),
        "not in a free page, the index of words or the recent prompts"
    );
    assert!(holds(dir.path(), "Zitherwort"), "the other run is there");
    assert_eq!(history.last_plan().unwrap().unwrap().prompt, "Zitherwort zwei", "and its plan");
    assert_eq!(history.verify().unwrap().findings, [], "and the file is whole");
    let unknown = history.delete_for_good(&["gone".to_owned()]);
    assert!(matches!(unknown, Err(HistoryError::NoSuchRun { .. })), "it is gone");
}

#[test]
fn a_removal_that_could_not_rewrite_the_file_goes_on_there_when_it_is_repeated() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    let gone = ["gone".to_owned()];
    keep(&history, "gone", plan("Xylophonwort eins"), "small");
    // As far as it comes on a disk that is full.
    history.remove_rows(&gone).unwrap();
    assert!(history.stored_run("gone").is_err(), "the run is gone already");
    history.delete_for_good(&gone).expect("and no reason to refuse the rest");
    assert!(!holds(dir.path(), "xylophonwort"), "nothing is left of it");
    let again = history.delete_for_good(&gone);
    assert!(matches!(again, Err(HistoryError::NoSuchRun { .. })), "then it is done");
}

#[test]
fn a_plan_and_a_line_up_made_from_a_removed_run_keep_nothing_of_it() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    let asked = "Write a letter to Ms. Xylophonwort about the merger";
    keep(&history, "gone", plan(asked), "secret-finetune-7");
    keep(&history, "stays", plan("Explain the tides"), "small");
    let request =
        LaneRequest { prompt: Some(format!("{asked}, shorter")), ..LaneRequest::default() };
    let own = LanePlan { model: "m".into(), request: Some(request), ..LanePlan::default() };
    let picture = "cGljdHVyZSBvZiBhIHh5bG9waG9uZQ==";
    let pictured: Plan = serde_json::from_str(&format!(
        r#"{{"prompt":"Look","payload":{{"turns":[{{"role":"user","parts":[{{"content":{{"type":"image",
           "source":{{"base64":{{"media_type":"image/png","data":"{picture}"}}}}}}}}]}}]}},
           "repeat":1,"warmup":0,"lanes":[]}}"#
    ))
    .unwrap();
    keep(&history, "pictured", pictured.clone(), "small");
    history.remember_prompt(&format!("{asked}!")).unwrap();
    history.remember_prompt("Explain the tides").unwrap();
    let line_up =
        |name: &str, lane: &LanePlan| SavedLineUp { name: name.into(), lanes: vec![lane.clone()] };
    history.save_line_up(line_up("mine", &own)).unwrap();
    let other = LaneRequest { prompt: Some("Explain the tides".into()), ..LaneRequest::default() };
    let other = LanePlan { request: Some(other), ..own.clone() };
    history.save_line_up(line_up("other", &other)).unwrap();
    history
        .put_last_plan(&Plan { prompt: "Another question".into(), lanes: vec![own], ..pictured })
        .unwrap();

    let gone = ["gone".to_owned(), "pictured".to_owned()];
    let forgotten = history.delete_for_good(&gone).unwrap().forgotten;
    for word in ["xylophonwort", "merger", "secret-finetune", &picture[..12]] {
        assert!(!holds(dir.path(), word), "{word}");
    }
    assert_eq!(forgotten.line_ups, ["mine"], "it is named");
    assert_eq!((forgotten.recent, forgotten.last_plan), (1, true), "and so are these");
    let shelf = history.shelf().unwrap();
    assert_eq!(shelf.recent, ["Explain the tides"], "that of the other run stays");
    let lanes: Vec<_> = shelf.line_ups.iter().map(|line_up| &line_up.lanes[0]).collect();
    assert_eq!(
        lanes[0],
        &LanePlan { model: "m".into(), ..LanePlan::default() },
        "its contenders stay"
    );
    assert_eq!(lanes[1], &other, "and other requests");
    let last = history.last_plan().unwrap().expect("its contenders stay");
    assert_eq!((last.prompt.as_str(), last.lanes.len()), ("", 1), "in the last plan as well");
}

#[test]
fn a_watch_that_asks_the_same_stays_and_is_named_until_it_is_removed_with_its_plan() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    let asked = format!("Paukenwort eins zwei drei vier {}", "Paukenwort ".repeat(1_000));
    keep(&history, "gone", plan(&asked), "small");
    for (id, prompt) in [("hourly", asked.as_str()), ("daily", "Explain the tides")] {
        let mut task = watch(id).task;
        prompt.clone_into(&mut task.plan.prompt);
        history.add_watch(&Watch { task, ..watch(id) }).unwrap();
    }
    history.pause_watch("hourly", true, 1_774_750_000).unwrap();
    let forgotten = history.delete_for_good(&["gone".to_owned()]).unwrap().forgotten;
    assert_eq!(forgotten.watches, ["hourly"], "the user has it asked again and again");
    assert_eq!(history.watches().unwrap().len(), 2, "so it stays");
    drop(history);
    let history = History::open(dir.path()).unwrap();
    assert!(history.remove_watch("hourly").unwrap(), "in another process");
    drop(history);
    assert!(!holds(dir.path(), "paukenwort"), "its prompt goes with it, from free pages too");
}

#[test]
fn a_prompt_saved_by_name_stays_and_is_named() {
    let history = History::in_memory().unwrap();
    keep(&history, "gone", plan("Write a letter to Ms. Xylophonwort"), "small");
    for (name, prompt) in
        [("letter", "Write a letter to Ms. {{name}}"), ("sea", "Explain the tides")]
    {
        history
            .save_prompt(SavedPrompt { name: name.into(), prompt: prompt.into(), system: None })
            .unwrap();
    }
    let forgotten = history.delete_for_good(&["gone".to_owned()]).unwrap().forgotten;
    assert_eq!(forgotten.saved_prompts, Vec::<String>::new(), "four words are no passage");
    keep(&history, "gone", plan("Write a letter to Ms. Someone about the tides"), "small");
    let saved = SavedPrompt {
        name: "tides".into(),
        prompt: "{{who}}: write a letter about it. It is about the tides and the moon".into(),
        system: Some("Write a letter to Ms. Someone".into()),
    };
    history.save_prompt(saved).unwrap();
    let forgotten = history.delete_for_good(&["gone".to_owned()]).unwrap().forgotten;
    assert_eq!(
        forgotten.saved_prompts,
        ["tides"],
        "the user saved it by name, so it is the user's"
    );
    assert_eq!(history.shelf().unwrap().prompts.len(), 3, "none is removed");
}

#[test]
fn what_nobody_can_read_does_not_stay_behind() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    keep(&history, "gone", plan("Xylophonwort"), "small");
    history
        .write(|connection| {
            Ok(connection.execute_batch(
                "UPDATE runs SET document = '{xylophonwort';
                 INSERT INTO settings (name, value) VALUES ('unreadable shelf', '{xylophonwort'),
                   ('last_plan', '{xylophonwort'), ('last_plan sha256:00', 'xylophonwort'),
                   ('unreadable network', '{Zitherwort');",
            )?)
        })
        .unwrap();
    let forgotten = history.delete_for_good(&["gone".to_owned()]).unwrap().forgotten;
    assert!(!holds(dir.path(), "xylophonwort"), "neither set aside nor in its place");
    assert!(holds(dir.path(), "Zitherwort"), "what cannot hold a prompt stays");
    assert_eq!(forgotten.unreadable, ["shelf", "last_plan"], "it is told");
}

#[test]
fn a_log_that_another_process_holds_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    keep(&history, "gone", plan("Xylophonwort"), "small");
    let other = rusqlite::Connection::open(history.file()).unwrap();
    other.execute_batch("BEGIN; SELECT count(*) FROM runs").unwrap();
    assert!(history.delete_for_good(&["gone".to_owned()]).unwrap().log_held, "its log is in use");
    drop(other);
    keep(&history, "again", plan("Xylophonwort"), "small");
    assert!(!history.delete_for_good(&["again".to_owned()]).unwrap().log_held, "nobody reads now");
    assert!(!holds(dir.path(), "xylophonwort"), "and nothing is left");
}

#[test]
fn backups_that_may_still_hold_it_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let history = History::open(dir.path()).unwrap();
    assert_eq!(history.backups().unwrap(), Vec::<PathBuf>::new(), "nobody made one");
    let backup = history.back_up().unwrap();
    assert_eq!(history.backups().unwrap(), [backup], "each by its path");
}
