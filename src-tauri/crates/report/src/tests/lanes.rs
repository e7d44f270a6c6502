//! What the lanes of a run are called in exports, and which service tier answered them.

use providers::{SafeText, ServerReport};
use race::Run;
use store::History;

use super::written;
use crate::ExportFormat;
use crate::fixtures::{begun, finished};
use crate::summaries::service_tiers;

/// A run of two rounds whose lanes are of the same provider and model, and asked for other tiers; these answered, lane by lane.
fn kept(history: &History, answered: [[Option<&str>; 2]; 2]) -> Run {
    let (mut run, recordings) = finished("a", 2);
    for (place, asked_for) in [(1, None), (2, Some("priority"))] {
        run.plan.lanes[place].model = "same".to_owned();
        run.plan.lanes[place].service_tier = asked_for.map(str::to_owned);
    }
    for (lane, tiers) in run.lanes.iter_mut().zip(answered) {
        lane.model = "same".to_owned();
        for (sample, tier) in lane.samples.iter_mut().zip(tiers) {
            let service_tier = tier.map(|tier| SafeText::without(tier, None));
            sample.server = Some(ServerReport { service_tier, ..ServerReport::default() });
        }
    }
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    run
}

const BOTH: [[Option<&str>; 2]; 2] =
    [[Some("default"), Some("default")], [Some("flex"), Some("priority")]];

#[test]
fn lanes_of_the_same_name_have_their_numbers_in_every_text() {
    let history = History::in_memory().unwrap();
    kept(&history, BOTH);
    for format in [ExportFormat::Md, ExportFormat::Html] {
        let text = written(&history, &["a"], format).replace('\\', "");
        for name in ["same (lane 1)", "same (lane 2)"] {
            assert!(text.contains(name), "{format:?} tells them apart by {name}");
        }
    }
    let (run, recordings) = finished("b", 1);
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    let text = written(&history, &["b"], ExportFormat::Md);
    assert!(!text.contains("(lane"), "where no two are alike there is none: {text}");
}

#[test]
fn the_tier_that_answered_stands_beside_the_one_that_was_asked_for() {
    let history = History::in_memory().unwrap();
    let run = kept(&history, BOTH);
    let told = service_tiers(&run).expect("they were told");
    assert!(told.contains("(lane 1): default; "), "{told}");
    assert!(
        told.contains("(lane 2): flex (1), priority (1) (asked for: priority)"),
        "each of several, with how often: {told}"
    );
    for format in [ExportFormat::Md, ExportFormat::Html] {
        let text = written(&history, &["a"], format).replace('\\', "");
        assert!(
            text.contains("flex (1), priority (1) (asked for: priority)"),
            "{format:?}: {text}"
        );
    }
    let text = written(&history, &["a"], ExportFormat::Csv);
    let mut table = csv::Reader::from_reader(text.as_bytes());
    let headings = table.headers().unwrap().clone();
    let place = |name: &str| headings.iter().position(|heading| heading == name).unwrap();
    let (asked_for, answered) = (place("service_tier_asked"), place("service_tier"));
    let rows: Vec<csv::StringRecord> = table.records().map(Result::unwrap).collect();
    let tiers: Vec<(&str, &str)> =
        rows.iter().map(|row| (&row[asked_for], &row[answered])).collect();
    let all = [("", "default"), ("", "default"), ("priority", "flex"), ("priority", "priority")];
    assert_eq!(tiers, all, "a row for each request");
}

#[test]
fn a_tier_that_no_server_told_is_absent() {
    let history = History::in_memory().unwrap();
    let run = kept(&history, [[None, None], [None, None]]);
    assert_eq!(service_tiers(&run), None);
    let text = written(&history, &["a"], ExportFormat::Md);
    assert!(!text.contains("tier that answered"), "{text}");
}
