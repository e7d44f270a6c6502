//! A run that was cut, put together, exported and taken in again: none takes more time than in proportion to its text.

use race::{Plan, Timeouts};
use report::{Export, ExportFormat, Origin};
use store::{CheckpointCursor, History, RecoveryLimits};

use super::growth::{Reader, events, grown, read};
use super::kept::{folder, lane};

/// Units of answers that are tedious to a reader of any kept text.
const UNITS: [&str; 6] = [" ", "a", "哈", "```\n", "<!-- a", "\u{1b}]\\e"];
/// Bytes of the shortest text.
const SHORTEST: usize = 16 * 1024;
/// Bytes of the text that stands for how many runs wait, for each.
const PER_RUN: usize = 16;

/// A history with a run whose process is gone in the middle of this answer, put together.
fn recovered(text: &str) -> (tempfile::TempDir, History, String) {
    let folder = folder();
    let history = History::open(folder.path()).expect("a new history");
    let plan = Plan { prompt: "Why?".into(), lanes: vec![lane()], ..Plan::default() };
    let entries = {
        let roster = providers::Roster::new(Vec::new(), &std::collections::BTreeMap::new());
        let contenders = race::check(&plan, &roster, &cost::Prices::default());
        let contenders = contenders.expect("it can start");
        let entry = |contender| race::Entry::new(contender, None, None);
        contenders.into_iter().map(entry).collect::<Vec<_>>()
    };
    let begun = app::race_now(plan, entries, Timeouts::default()).header().clone();
    history.begin(&begun).expect("it begins");
    let recording = read(providers::Dialect::OpenaiChat, &events(text));
    let arrived = CheckpointCursor::nothing_of(0, 0).take(&recording, None);
    history.checkpoint(&begun.id, &[arrived.expect("something arrived")]).expect("it is kept");
    drop(history);
    let history = History::open(folder.path()).expect("the next start");
    let recovery = history.recover(RecoveryLimits::NONE).expect("it can be read");
    assert_eq!(recovery.restored, [begun.id.as_str()], "it is put together: {recovery:?}");
    (folder, history, begun.id)
}

fn exported(history: &History, id: &str, format: ExportFormat) -> String {
    let origin = Origin {
        version: "0.1.0",
        at: "2026-01-01T00:00:00Z".to_owned(),
        machine: "a machine".to_owned(),
        calibration: None,
    };
    let wanted = Export { runs: vec![id.to_owned()], format, without_prompts: false };
    report::export(history, &wanted, &origin).expect("it is exported").text
}

#[test]
fn no_run_takes_more_than_in_proportion_to_be_put_together_exported_and_taken_in() {
    let readers: [(&str, Reader); 3] = [
        ("recovery", Box::new(|text| drop(recovered(text)))),
        (
            "exports",
            Box::new(|text| {
                let (_folder, history, id) = recovered(text);
                for format in [ExportFormat::Csv, ExportFormat::Md, ExportFormat::Html] {
                    assert!(!exported(&history, &id, format).is_empty(), "there is something");
                }
            }),
        ),
        (
            "a run that waits",
            Box::new(|text| {
                let (_folder, history, id) = recovered(text);
                let document = exported(&history, &id, ExportFormat::Json);
                let other = History::in_memory().expect("a new history");
                let latest = time::OffsetDateTime::now_utc() + time::Duration::DAY;
                report::take_in_until(&other, &document, latest).expect("our own export");
                assert_eq!(other.list(0, 1).expect("it can be read").total, 1, "it is there");
            }),
        ),
    ];
    let mut compared = 0;
    for (name, reader) in &readers {
        for unit in UNITS {
            let texts = [1, 2, 4].map(|times| unit.repeat(times * SHORTEST / unit.len()));
            compared += u32::from(grown(name, unit, reader, &texts).is_some());
        }
    }
    assert!(compared > 0, "some take long enough to be compared");
}

/// A start takes in what waits for it and tells what was refused, each in proportion to how many there are.
#[test]
fn no_start_takes_more_than_in_proportion_to_the_runs_that_wait_for_it() {
    let (_folder, history, id) = recovered("The sky is blue. ");
    let document = exported(&history, &id, ExportFormat::Json);
    let start = move |text: &str, ending: &str| {
        let folder = folder();
        let unsaved = folder.path().join("unsaved");
        std::fs::create_dir(&unsaved).expect("a folder");
        let count = text.len() / PER_RUN;
        for number in 0..count {
            let own = document.replace(&id, &format!("waits-{number}"));
            std::fs::write(unsaved.join(format!("waits-{number}.{ending}")), own).expect("a file");
        }
        let history = app::open_history(folder.path()).expect("a start");
        let here = history.list(0, 1).expect("it can be read").total as usize;
        (count, here, history.notices().len())
    };
    let of_refused = start.clone();
    let readers: [(&str, Reader); 2] = [
        (
            "runs that wait",
            Box::new(move |text| {
                let (count, here, told) = start(text, "json");
                assert_eq!((here, told), (count, 0), "each is taken in");
            }),
        ),
        (
            "runs that were refused",
            Box::new(move |text| {
                let (count, here, told) = of_refused(text, "json.refused");
                assert!(here == 0 && (1..=count).contains(&told), "they are told, and left");
            }),
        ),
    ];
    let texts = [1, 2, 4].map(|times| "a".repeat(times * 32 * PER_RUN));
    for (name, reader) in &readers {
        let ratio = grown(name, "how many", reader, &texts);
        assert!(ratio.is_some() || *name != "runs that wait", "long enough to be compared");
    }
}
