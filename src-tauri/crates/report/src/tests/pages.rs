//! What people read: the Markdown table and the page.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use measure::Warning;
use race::{Sample, Status};
use sha2::{Digest, Sha256};
use store::History;

use super::{race, sweep, written};
use crate::ExportFormat;
use crate::fixtures::{begun, end, finished, sample, stream};

#[test]
fn a_page_has_nothing_of_a_strangers_that_a_browser_would_run() {
    let history = History::in_memory().unwrap();
    race(&history, "a");
    let page = written(&history, &["a"], ExportFormat::Html);
    assert_eq!(page.matches("<script>").count(), 1, "one script, its own");
    assert_eq!(page.matches("</script>").count(), 2, "which ends once, as its data does");
    assert!(!page.contains("alert(1)</script>"), "an answer ends nothing");
    assert!(page.contains("\\u003c/script>"), "it is there all the same, as data");
    assert!(page.contains("&lt;/script&gt;"), "and as text");
    assert!(page.contains("default-src 'none'"), "nothing is fetched from anywhere");
    for address in ["src=", "href=", "url(", "@import", "fetch("] {
        assert!(!page.contains(address), "no {address} in it");
    }
    let (_, after) = page.split_once("<style>").unwrap();
    let (style, _) = after.split_once("</style>").unwrap();
    let hash = STANDARD.encode(Sha256::digest(style));
    assert!(page.contains(&format!("style-src 'sha256-{hash}'")), "the policy names the style");
    let (_, after) = page.split_once("<script>").unwrap();
    let (script, _) = after.split_once("</script>").unwrap();
    let hash = STANDARD.encode(Sha256::digest(script));
    assert!(page.contains(&format!("script-src 'sha256-{hash}'")), "and the script");
}

#[test]
fn a_page_shows_who_was_first_and_what_each_lane_had_written_by_then() {
    let history = History::in_memory().unwrap();
    let (mut run, recordings) = finished("a", 1);
    run.lanes[1].samples[0].status = Status::ErrorStream;
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    let page = written(&history, &["a"], ExportFormat::Html);
    let medals = history.medals("a", None).unwrap();
    let photo = &medals.photos[0];
    assert!(page.contains("One lane finished in every round"), "who is not ranked is said");
    assert!(page.contains("large failed."), "and who failed");
    let (written, total) = (photo.lanes[1].written, photo.tokens);
    assert!(page.contains(&format!("aria-label=\"{written} of {total} tokens")), "as counted");
    assert!(page.find("✕ failed").unwrap() > page.find("small").unwrap(), "it comes last");
    for attribute in [" style=", " onclick="] {
        assert!(!page.contains(attribute), "the policy lets no {attribute} through");
    }
}

#[test]
fn a_page_of_several_rounds_shows_all_of_them_together() {
    let history = History::in_memory().unwrap();
    let (run, recordings) = finished("a", 2);
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    let page = written(&history, &["a"], ExportFormat::Html);
    assert!(page.contains("was ahead of"), "who was first");
    assert!(page.contains("but these rounds do not tell them apart"), "and that it is no verdict");
    assert!(page.contains("mean of 2 rounds"), "what the clock is of");
}

#[test]
fn markdown_and_page_say_under_what_conditions_it_was() {
    let history = History::in_memory().unwrap();
    race(&history, "a");
    for format in [ExportFormat::Md, ExportFormat::Html] {
        let text = written(&history, &["a"], format).replace('\\', "");
        for condition in [
            "SHA-256",
            "o200k_base",
            "256",
            "0.3",
            "4 of 4 ok",
            "the server (",
            "HTTP/1.1",
            "Measured on",
            "Difference Engine, 1 core, brass",
            "not calibrated",
            "Exported on",
            "Abacus, 2 cores, wood",
            "0.0.7",
            "2026-03-01",
            &format!("version {}", measure::DEF_VERSION),
        ] {
            assert!(text.contains(condition), "{format:?} says {condition}");
        }
    }
}

#[test]
fn markdown_and_page_say_each_warning_beside_the_numbers_and_what_it_means() {
    let history = History::in_memory().unwrap();
    let race = race(&history, "a");
    let seen = Warning::SplitEstimated;
    let of = &race.lanes[0].samples;
    let many = of.iter().filter(|sample| sample.doubts.contains(&seen)).count();
    assert!(many > 0, "its reasoning is not counted by itself: {:?}", of[0].doubts);
    for format in [ExportFormat::Md, ExportFormat::Html] {
        let text = written(&history, &["a"], format).replace('\\', "");
        let beside = format!("{} {many}/{}", seen.tag(), of.len());
        assert!(text.contains(&beside), "{format:?}: {beside} beside the numbers");
        assert!(text.contains(seen.advice()), "{format:?}: and its meaning below them");
        let absent = Warning::NotSteady.advice();
        assert!(!text.contains(absent), "{format:?}: what nothing has is not explained");
    }
}

#[test]
fn a_shared_sweep_says_the_warnings_of_each_level() {
    let history = History::in_memory().unwrap();
    let mut sweep = sweep(&history, "s");
    sweep.lanes[0].levels[1].doubts = vec![Warning::NotSteady, Warning::ClientLimited];
    let tables = crate::summaries::summaries(&sweep);
    let cell = |row: usize| tables[0].rows[row].last().cloned().unwrap_or_default();
    assert_eq!(tables[0].headings.last().map(String::as_str), Some("Warnings"), "a column");
    assert!(!cell(0).contains("not steady"), "the first level has none of its own: {}", cell(0));
    assert!(cell(1).starts_with("not steady, client-limited"), "the second has: {}", cell(1));
    let meanings: Vec<&str> = tables[0].warnings.iter().map(|(tag, _)| *tag).collect();
    assert!(meanings.contains(&"not steady"), "each is explained: {meanings:?}");
}

#[test]
fn an_option_that_a_server_refused_is_named_among_the_conditions() {
    let history = History::in_memory().unwrap();
    let (mut run, recordings) = finished("a", 1);
    run.lanes[0].samples[0].left_out = Some("stream_options".to_owned());
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    for (format, said) in [
        (ExportFormat::Md, "- **Left out after a refusal:** stream\\_options ("),
        (ExportFormat::Html, "<dt>Left out after a refusal</dt><dd>stream_options ("),
    ] {
        let text = written(&history, &["a"], format);
        assert!(
            text.contains(said),
            "{format:?} says what was not sent, and in which lane: {text}"
        );
    }
}

#[test]
fn the_knee_of_a_sweep_goes_with_every_text_that_is_passed_on() {
    let history = History::in_memory().unwrap();
    let run = sweep(&history, "s");
    let load = run.plan.load.as_ref().expect("it is a sweep");
    let said = run.lanes[0].level_findings(load);
    let said: Vec<String> = said.iter().map(ToString::to_string).collect();
    assert!(
        said[0].starts_with("No knee ") && said[0].contains("up to 4 in flight: "),
        "as the command line says: {said:?}"
    );
    for format in [ExportFormat::Md, ExportFormat::Html] {
        let text = written(&history, &["s"], format);
        assert_eq!(text.matches(said[0].as_str()).count(), 1, "{format:?} says the same, once");
    }
}

#[test]
fn nothing_of_an_answer_steers_the_terminal_or_turns_the_page_in_which_a_document_is_read() {
    const STEERING: &str = "a\u{1b}[2J\u{1b}]0;x\u{7}\u{9b}31m\u{202e}b\rc\u{7f}\u{2066}";
    let history = History::in_memory().unwrap();
    let (mut run, mut recordings) = finished("a", 1);
    run.machine = Some(STEERING.to_owned());
    run.plan.prompt = STEERING.to_owned();
    run.plan.system = Some(STEERING.to_owned());
    for (lane, logs) in run.lanes.iter_mut().zip(&mut recordings) {
        (lane.model, lane.label) = (STEERING.to_owned(), STEERING.to_owned());
        let mut log = stream(&["It said ", STEERING, "one\r", "\ntwo"]);
        end(&mut log);
        logs[0] = log;
    }
    for (lane, logs) in recordings.iter().enumerate() {
        let ended = sample(&run, lane, &logs[0]);
        run.lanes[lane].samples[0] = Sample { finish_reason: Some(STEERING.to_owned()), ..ended };
    }
    history.begin(&begun(&run)).unwrap();
    history.finish(&run, &recordings).unwrap();
    history.note("a", STEERING).unwrap();
    for format in [ExportFormat::Json, ExportFormat::Csv, ExportFormat::Md, ExportFormat::Html] {
        let text = written(&history, &["a"], format);
        let steers = |c: &char| {
            (c.is_control() && *c != '\n' && *c != '\t')
                || ('\u{2066}'..='\u{2069}').contains(c)
                || ('\u{202a}'..='\u{202e}').contains(c)
        };
        assert_eq!(text.chars().find(steers), None, "{format:?} carries none");
        assert!(text.contains("2J"), "{format:?} shows the rest");
    }
    let page = written(&history, &["a"], ExportFormat::Html);
    assert!(!page.contains("\\u001b") && !page.contains("\\r"), "nor does what it plays");
    let document = written(&history, &["a"], ExportFormat::Json);
    let document: serde_json::Value = serde_json::from_str(&document).unwrap();
    let lane = &document["runs"][0]["run"]["lanes"][0];
    assert_eq!(lane["model"], STEERING, "a document is what it was, to the last character");
}
